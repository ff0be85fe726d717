"""Labels of what is told more than once."""

from __future__ import annotations

from doxa.graph.contract import Writer
from doxa.graph.nodes import ItemId, item_node


def label_again(writer: Writer, item: ItemId, *, session: str | None, agent: str | None) -> None:
    """Let what is told again under another session or agent be found under that one too."""
    first = writer.view.item(item)
    for label, name, known in (("session", session, first.session), ("agent", agent, first.agent)):
        if name is not None and name != known:
            writer.assert_(item_node(item), f"{label}:{name}", True)
