"""Writes a summary as the text that is kept and searched, and a conversation as a transcript."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import tzinfo
from typing import Final

from doxa.records import Claim
from doxa.text.language import guess_language
from doxa.text.periods import format_period
from doxa.write.consolidate.conversation import Line
from doxa.write.consolidate.structure import SessionSummary

_HEADINGS: Final = {
    "event": ("Key events", "要事"),
    "fact": ("Key facts", "要点"),
    "decision": ("Decisions", "决定"),
    "action": ("Actions", "待办"),
    "question": ("Open questions", "未决问题"),
    "implication": ("Future relevance", "日后相关"),
}
_EVENTS: Final = ("event",)
_PARTS: Final = ("decision", "action", "question")
_LISTED: Final = 20


def text_of(summary: SessionSummary, claims: Sequence[Claim], tz: tzinfo) -> str:
    """Return the text of a summary: what it says, then its parts under headings, in its own language.

    Args:
        summary: The summary.
        claims: What was found in the session beside its parts.
        tz: The zone in which dates are written.
    """
    chinese = guess_language(summary.text) == "zh"
    told = [each.claim for each in summary.captures]
    events = [claim for claim in (*told, *claims) if claim.kind in _EVENTS]
    facts = [claim for claim in (*told, *claims) if claim.kind not in (*_EVENTS, *_PARTS, "intention")]
    sections = [("event", _dated(events, tz)), ("fact", [claim.text for claim in facts])]
    sections += [(kind, [claim.text for claim in told if claim.kind == kind]) for kind in _PARTS]
    sections.append(("implication", list(summary.implications)))
    parts = [summary.text.strip()]
    for kind, listed in sections:
        rows = list(dict.fromkeys(listed))[:_LISTED]
        if rows:
            heading = _HEADINGS[kind][chinese]
            parts.append("\n".join([f"{heading}{'：' if chinese else ':'}", *(f"- {row}" for row in rows)]))
    return "\n\n".join(parts)


def transcript_of(session: str, title: str, lines: Sequence[Line], tz: tzinfo) -> str:
    """Return a conversation as Markdown: a heading, then one block per turn with its speaker and time."""
    return "\n".join([f"# {title}", "", f"Session {session}, {len(lines)} turns", "", *_blocks(lines, tz)])


def _blocks(lines: Sequence[Line], tz: tzinfo) -> Iterator[str]:
    for line in lines:
        yield from (f"### {line.who}", "", f"{line.time.astimezone(tz):%Y-%m-%d %H:%M}", "", line.text, "")


def _dated(events: Sequence[Claim], tz: tzinfo) -> list[str]:
    return [
        claim.text if claim.valid is None else f"[{format_period(claim.valid, tz)}] {claim.text}" for claim in events
    ]
