"""A model looks around with tools, within a limit of calls, and proposes what belongs together."""

from __future__ import annotations

from collections.abc import Iterator

from doxa.dream.asking import ask, listed
from doxa.dream.drafts import Draft
from doxa.dream.passes.schemas import clusters
from doxa.dream.planned import Planned
from doxa.dream.replies import Done
from doxa.dream.setting import Setting
from doxa.dream.toolbox import Toolbox
from doxa.errors import ModelFailure

INSTRUCTIONS = """You look after the long-term memory of an assistant. Start from the memories of the list, whose ids
stand in brackets, look around with the tools, and propose schemas, intentions, evidence and links that the memories
bear out. Stop when nothing more is worth it."""


def explore(planned: Planned, setting: Setting) -> Iterator[Draft]:
    """Propose what a model finds with the tools, starting from each cluster of facts; nothing without a model."""
    if setting.model is None:
        return
    for cluster in clusters(planned):
        if setting.out_of_time():
            return
        box = Toolbox(planned)
        lines = listed(cluster).splitlines()
        text = "\n".join(
            f"[{memo.revision}]{line.partition(']')[2]}" for memo, line in zip(cluster, lines, strict=True)
        )
        try:
            ask(setting, INSTRUCTIONS, text, Done, tools=box.tools())
        except ModelFailure as error:
            setting.findings.errors.append(f"explore: {error.message}")
            continue
        yield from box.drafts
