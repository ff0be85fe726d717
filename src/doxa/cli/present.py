"""A reply for a program or for a person, and what it says of success."""

from __future__ import annotations

import json
import sys
from collections.abc import Collection, Mapping
from importlib import import_module
from typing import Any, Final, TextIO

from doxa.cli.paint import paint
from doxa.cli.streams import takes_every_character
from doxa.operations.plain import as_plain
from doxa.records import Certificate, Change, Health, Page, Recall, Stats

SHOWS: Final[Mapping[str, str]] = {
    "doxa.context_records": "doxa.cli.show_contexts",
    "doxa.dream_records": "doxa.cli.show_dreams",
    "doxa.sessions.contract": "doxa.cli.show_sessions",
    "doxa.session_records": "doxa.cli.show_sessions",
    "doxa.skills.report": "doxa.cli.show_skills",
    "doxa.access": "doxa.cli.show_keys",
    "doxa.code.records": "doxa.cli.show_code",
    "doxa.experience.records": "doxa.cli.show_experience",
}
"""Which module tells `blocks_of` how the records of one part of doxa look; without the part there is no such record."""


def present(reply: Any, *, as_json: bool, stream: TextIO | None = None) -> None:
    """Print a reply.

    Args:
        reply: What the operation returned.
        as_json: For a program.
        stream: Where; `None` = standard output.
    """
    stream = stream or sys.stdout
    if as_json:
        plain = as_plain(reply)
        stream.write(json.dumps(plain, ensure_ascii=not takes_every_character(stream), indent=2) + "\n")
        return
    from doxa.cli.show import blocks_of

    for part in sorted(SHOWS.keys() & sys.modules.keys()):
        import_module(SHOWS[part])
    paint(blocks_of(reply), stream)


def present_line(entry: Change, *, as_json: bool) -> None:
    """Print one entry of a feed as one line, at once.

    Args:
        entry: The entry.
        as_json: For a program.
    """
    if as_json:
        said = json.dumps(as_plain(entry), ensure_ascii=not takes_every_character(sys.stdout))
    else:
        said = f"{entry.cursor:10} {entry.time:%Y-%m-%d %H:%M:%S} {entry.kind:22} {entry.ref}"
    print(said, flush=True)


def is_empty(reply: Any) -> bool:
    """Return whether a look into memory found nothing."""
    match reply:
        case Page():
            return not reply.items
        case Recall():
            return not reply.hits
        case Stats():
            return not reply.revisions
    return isinstance(reply, Collection) and not reply


def failure(reply: Any) -> str | None:
    """Return what is not well by a reply's own word."""
    match reply:
        case Health() if not reply.ok:
            wrong = [finding.check for finding in reply.findings if not finding.ok and not finding.repaired]
            return f"not well: {', '.join(wrong)}. Run doctor --repair."
        case Certificate() if reply.state != "complete":
            return f"The erase is pending: {reply.cause}."
    return None
