"""Replies as lines and tables for a person: text first, then where it comes from, then its id."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from datetime import UTC, datetime
from functools import singledispatch
from typing import Any

from doxa.access import Key
from doxa.cli.blocks import Block, Span, dim, dotted, line, short, table
from doxa.config.settings import Setting
from doxa.envelope import Envelope
from doxa.records import (
    ANY,
    Belief,
    Certificate,
    Change,
    Claim,
    Digested,
    ExportReport,
    Health,
    Hit,
    Impact,
    ImportReport,
    Operation,
    Outcome,
    Page,
    PendingTask,
    Period,
    Reason,
    Recall,
    Receipt,
    ScopeCount,
    Stats,
    Status,
    Step,
    Story,
    Usage,
)

VERDICTS = {"new": "green", "confirm": "green", "supersede": "cyan", "conflict": "yellow", "rejected": "red"}
STATUSES = {"live": "green", "contested": "yellow", "deleted": "red"}
NOTE = "yellow"
HEAD = 15
"""Columns of what became of something: the longest, `nothing to do`, and two spaces."""


@singledispatch
def blocks_of(reply: Any) -> Iterator[Block]:
    """Return a reply as blocks."""
    yield line(str(reply))


@blocks_of.register
def _(reply: None) -> Iterator[Block]:
    yield line("There is none.")


@blocks_of.register
def _(reply: Receipt) -> Iterator[Block]:
    for outcome in reply.outcomes:
        yield from outcome_blocks(outcome)
    yield line(dim(f"operation {reply.operation}"))
    yield from notes(reply.warnings)
    yield from notes(f"pending: task {each} waits for the model; `doxa digest` does it" for each in reply.pending)


@blocks_of.register(Outcome)
def outcome_blocks(outcome: Outcome) -> Iterator[Block]:
    """Return what became of one thing as blocks."""
    verdict = outcome.verdict or outcome.status
    belief = outcome.belief
    head = Span(f"{verdict.replace('_', ' '):{HEAD}}", VERDICTS.get(verdict, ""))
    yield line(head, Span(short(belief.text) if belief else "", "bold"))
    facts = dotted(belief.kind if belief else "", outcome.reason.replace("_", " "), belief.id if belief else "")
    yield line(dim(facts), indent=HEAD)
    for redaction in outcome.redactions:
        yield line(Span(f"taken out: {redaction.kind} at {redaction.start}-{redaction.end}", NOTE), indent=HEAD)


@blocks_of.register
def _(reply: Recall) -> Iterator[Block]:
    if not reply.hits:
        yield line(Span("Nothing that is remembered answers this.", NOTE))
    for hit in reply.hits:
        yield from _hit(hit)
    if reply.related:
        yield line(dim("related by what is claimed:"))
    for hit in reply.related:
        yield from _hit(hit)
    if reply.cut:
        yield line(dim("cut off:"))
    for hit in reply.cut:
        yield from _hit(hit)
    yield from notes(reply.warnings)


def _hit(hit: Hit) -> Iterator[Block]:
    belief = hit.belief
    mark = mark_of(belief, replaced=bool(hit.replaced_by))
    yield line(dim(f"{hit.relevance:4.2f}  "), Span(short(belief.text), "bold"), mark)
    yield line(dim(_about(belief)), indent=6)
    for version in belief.chain:
        if version.revision != belief.revision:
            yield line(dim(f"{version_days(version)}: {short(version.text)}"), indent=6)
    yield from _why(hit.why)


def _why(reasons: tuple[Reason, ...]) -> Iterator[Block]:
    """Show why a hit has its place: what found it, what it gained and lost by what, and what cut it."""
    found = [each for each in reasons if each.rank is not None and each.leg != "reranker"]
    if found:
        legs = (f"{each.leg} (rank {each.rank}{_scored(each.score)})" for each in found)
        yield line(dim(f"found by {', '.join(legs)}"), indent=6)
    for each in reasons:
        if each in found or (each.score is not None and abs(each.score) < 0.005):
            continue
        if each.leg == "cut":
            yield line(Span(f"cut: {each.detail}", NOTE), indent=6)
        else:
            given = " " * 6 if each.score is None else f"{each.score:+6.2f}"
            yield line(dim(f"{given}  {each.leg}{': ' if each.detail else ''}{each.detail}"), indent=6)


def _scored(score: float | None) -> str:
    return "" if score is None else f", {score:.2f}"


@blocks_of.register
def _(reply: Belief) -> Iterator[Block]:
    yield line(Span(reply.text, "bold"), mark_of(reply))
    yield from _facts(
        {
            "id": reply.id,
            "kref": reply.kref,
            "kind": reply.kind,
            "said": _day(reply.said_at or reply.recorded_at),
            "valid": period_of(reply),
            "evidence": reply.evidence,
            "confidence": f"{reply.confidence:.2f}",
            "sources": ", ".join(reply.sources),
            "user": reply.user,
            "agent": reply.agent,
            "session": reply.session,
            "space": reply.space,
            "contexts": ", ".join(reply.contexts),
            "tags": ", ".join(reply.tags),
            "called": ", ".join(filter(None, (reply.canonical_name, *reply.aliases))),
            "pinned": "yes" if reply.pinned else None,
            "locked": "yes" if reply.locked else None,
            "stale because of": ", ".join(reply.stale),
            "contested by": ", ".join(reply.contested_by),
            "metadata": dict(reply.metadata) or None,
        }
    )
    yield from _versions(reply.chain)


def _versions(chain: tuple[Belief, ...]) -> Iterator[Block]:
    if len(chain) > 1:
        yield line("versions, the latest first:")
        for version in chain:
            yield line(dim(f"{version_days(version)}: "), short(version.text), indent=2)


@blocks_of.register(Page)
def _(reply: Page[Any]) -> Iterator[Block]:
    yield from blocks_of(list(reply.items))
    if reply.cursor:
        yield line(dim(f"more: --cursor {reply.cursor}"))


@blocks_of.register
def _(reply: list) -> Iterator[Block]:  # type: ignore[type-arg]
    match reply:
        case []:
            yield line(dim("Nothing."))
        case [Belief(), *_]:
            for belief in reply:
                yield line(Span(short(belief.text), "bold"), mark_of(belief))
                yield line(dim(_about(belief)), indent=2)
        case [PendingTask(), *_]:
            for task in reply:
                yield line(Span(f"{task.id} {task.kind}", "bold"), f" {task.state}, due {_minute(task.due)}")
                yield line(dim(dotted(task.user or "shared", f"tried {task.attempts}", task.error or "")), indent=2)
        case [Step(), *_]:
            for step in reply:
                way = f"—{step.relation}→" if step.forward else f"←{step.relation}—"
                yield line(Span(f"{step.source} {way} {step.target}", "bold"))
                yield line(short(step.belief.text), "  ", dim(_about(step.belief)), indent=2)
                if step.sentence not in ("", step.belief.text):
                    yield line(dim(f"“{short(step.sentence)}”"), indent=2)
        case [Setting(), *_]:
            for setting in reply:
                place = f"{setting.source} {setting.where}".strip()
                yield line(f"{setting.name} = {shown(setting.value)}", "  ", dim(f"({place})"))
        case [first, *_] if blocks_of.dispatch(type(first)) is not blocks_of.dispatch(object):
            for each in reply:
                yield from blocks_of(each)
        case _:
            rows = [row_of(each) for each in reply]
            yield table(rows[0], (row.values() for row in rows))


@singledispatch
def row_of(each: Any) -> Mapping[str, Span | str]:
    """Return one of a list as a row of a table."""
    match each:
        case Claim():
            denied = "" if each.polarity else "not"
            slots = {"subject": each.subject or "", "attribute": each.attribute or "", "": denied}
            return {**slots, "value": each.value or "", "text": each.text}
        case Operation():
            undone = f"undone by {each.undone_by}" if each.undone_by else ""
            undoes = f"undoes {each.undoes}" if each.undoes else ""
            what = dotted(undoes, undone, each.reason or "", _what(each.changes))
            time = _minute(each.time)
            return {"operation": each.id, "time": time, "kind": each.kind, "by": each.actor, "what": what}
        case Key():
            return {"key": each.id, "right": each.right, "user": _whose(each), "label": each.label, "": _ended(each)}
        case Change():
            return {"cursor": each.cursor, "time": _minute(each.time), "kind": each.kind, "ref": each.ref}
        case Impact():
            return {"distance": str(each.depth), "id": each.belief.id, "memory": short(each.belief.text)}
        case ScopeCount():
            owner = {"user": each.user or "", "agent": each.agent or "", "space": each.space}
            return {**owner, "memories": str(each.count)}
    return {"": str(each)}


def _whose(key: Key) -> str:
    return "every user" if key.user is ANY else key.user or "shared"


def _ended(key: Key) -> str:
    return f"revoked {_minute(key.revoked_at)}" if key.revoked_at else f"made {_minute(key.made_at)}"


def _what(changes: Iterable[Change]) -> str:
    """Return what an operation said, else the kinds of its changes."""
    listed = list(changes)
    texts = [str(change.detail["text"]) for change in listed if change.detail.get("text")]
    kinds = dict.fromkeys(change.kind for change in listed)
    return "; ".join(short(text, 80) for text in texts) or ", ".join(kinds)


@blocks_of.register
def _(reply: Story) -> Iterator[Block]:
    yield from blocks_of(reply.belief)
    for quote in reply.quotes:
        yield line(f"quote: “{short(quote.text)}” ", dim(quote.ref))
    for conflict in reply.conflicts:
        yield line(Span(f"contested by: {short(conflict.text)} ", NOTE), dim(conflict.id))
    for dependent in reply.dependents:
        yield line(f"rests on it: {short(dependent.belief.text)} ", dim(dependent.belief.id))
    if reply.operations:
        yield from blocks_of(list(reply.operations))


@blocks_of.register
def _(reply: Health) -> Iterator[Block]:
    for finding in reply.findings:
        said, style = ("ok", "green") if finding.ok else ("mended", NOTE) if finding.repaired else ("wrong", "red")
        yield line(Span(f"{said:8}", style), f"{finding.check}  ", dim(finding.detail))


@blocks_of.register
def _(reply: Certificate) -> Iterator[Block]:
    yield line(Span(reply.state, "green" if reply.state == "complete" else NOTE), dim(f"  operation {reply.operation}"))
    yield from _facts({f"erased {name}": f"{count:,}" for name, count in reply.erased.items()})
    yield from _facts({f"checked {name}": "gone" if well else "not proved" for name, well in reply.checks.items()})
    yield from _facts({"cause": reply.cause})
    for each in reply.out_of_reach:
        yield line(dim(f"out of reach: {each}"))


@blocks_of.register
def _(reply: Reason) -> Iterator[Block]:
    yield line(Span(f"{reply.leg}: ", "bold"), reply.detail)


@blocks_of.register(Stats)
@blocks_of.register(Status)
@blocks_of.register(Digested)
@blocks_of.register(PendingTask)
@blocks_of.register(ExportReport)
def _(reply: Any) -> Iterator[Block]:
    yield from _facts({name: getattr(reply, name) for name in type(reply).__dataclass_fields__})


@blocks_of.register
def _(reply: ImportReport) -> Iterator[Block]:
    counts = dict(reply.imported)
    erased = counts.pop("skipped", 0)
    yield line(dim("imported: "), shown(counts) or "nothing new")
    yield from _facts({"unchanged": reply.unchanged, "cursor": reply.cursor})
    if erased:
        yield line(Span(f"left out: {erased:,} rows of what was erased here since", NOTE))
    for place, reason in reply.skipped:
        yield line(Span(f"skipped {place}: {reason}", NOTE))


@blocks_of.register
def _(reply: Envelope) -> Iterator[Block]:
    yield line(reply.text())


def _facts(facts: Mapping[str, object]) -> Iterator[Block]:
    for name, value in facts.items():
        if value not in (None, "", (), {}):
            yield line(dim(f"{name.replace('_', ' ')}: "), shown(value))


def shown(value: object) -> str:
    """Return a value as a person reads it."""
    match value:
        case bool():
            return "yes" if value else "no"
        case int():
            return f"{value:,}"
        case dict():
            return ", ".join(f"{key} {shown(each)}" for key, each in value.items())
        case tuple() | list():
            return ", ".join(map(shown, value))
        case datetime():
            return _minute(value)
        case Usage():
            return f"{value.calls:,} calls, {value.input_tokens:,} + {value.output_tokens:,} tokens"
    return str(value)


def notes(texts: Iterable[str]) -> Iterator[Block]:
    """Return what a caller should know as blocks."""
    for note in texts:
        yield line(Span(f"note: {note}", NOTE))


def mark_of(belief: Belief, *, replaced: bool = False) -> Span:
    """Return what is special about a belief; most are live with no end known, and that goes without saying.

    Args:
        belief: The belief.
        replaced: Whether other words have replaced its own since.
    """
    marks: list[str] = [belief.status] if belief.status != "live" else []
    marks += ["no longer so"] if replaced and belief.status != "superseded" else []
    marks += filter(None, [_ending(belief)])
    marks += [f"shown until {_minute(belief.expires_at)}"] if belief.expires_at is not None else []
    marks += [word for word, on in (("pinned", belief.pinned), ("locked", belief.locked)) if on]
    marks += ["stale"] if belief.stale else []
    return Span(f"  [{', '.join(marks)}]" if marks else "", STATUSES.get(belief.status, NOTE))


def _ending(belief: Belief) -> str:
    """Return the days that a belief holds for where they end, so that what is over does not pass for the present."""
    if belief.valid is None or belief.valid.end is None:
        return ""
    days = version_days(belief)
    return f"until {days.removeprefix('–').strip()}" if belief.valid.start is None else days


def _about(belief: Belief) -> str:
    said = belief.said_at or belief.recorded_at
    who = str(belief.metadata.get("speaker") or ", ".join(belief.sources) or belief.user or "")
    spoken = f"{who}, {_day(said)}" if who else _day(said)
    grade = (belief.evidence or "").replace("_", " ")
    sure = f"{belief.confidence:.0%} sure" if belief.kind != "turn" else ""
    return dotted(belief.kind, grade, sure, spoken, belief.id)


def period_of(belief: Belief) -> str:
    """Return when a belief holds in the world; "" where that is not known."""
    if belief.valid is None:
        return ""
    from doxa.text.periods import format_period

    return format_period(belief.valid, UTC)


def version_days(version: Belief) -> str:
    """Return the days a version of a belief holds for, or since when; coarser where no more is known."""
    from doxa.text.periods import format_period

    valid = version.valid or Period(version.said_at or version.recorded_at, None)
    return format_period(replace(valid, precision="day") if valid.precision == "instant" else valid, UTC)


def _day(time: datetime) -> str:
    return f"{time:%Y-%m-%d}"


def _minute(time: datetime) -> str:
    return f"{time:%Y-%m-%d %H:%M}"
