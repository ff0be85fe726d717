"""What models cost, added up by operation and owner in the project's file."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from doxa.records import Usage

PREFIX: Final = "model:"
_PARTS: Final = ("calls", "input_tokens", "output_tokens")


def tally_usage(tally: Callable[..., None], kind: str, usage: Usage, user: str | None) -> None:
    """Add what an operation's questions cost; nothing where none was asked.

    Args:
        tally: `Writer.tally`, or `Graph.tally` where nothing was written.
        kind: The operation.
        usage: What was spent.
        user: Whose operation.
    """
    if usage.calls:
        tally({f"{PREFIX}{kind}:{part}": getattr(usage, part) for part in _PARTS if getattr(usage, part)}, user=user)


def usage_by_operation(tallies: Mapping[str, int]) -> dict[str, Usage]:
    """Return what each kind of operation has cost, from the counts under `PREFIX`."""
    found: dict[str, dict[str, Any]] = {}
    for name, amount in tallies.items():
        kind, _, part = name.rpartition(":")
        if part in _PARTS:
            found.setdefault(kind, {})[part] = amount
    return {kind: Usage(**parts) for kind, parts in sorted(found.items())}
