"""Replies as tables and lines for a person."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from functools import singledispatch
from typing import Any

from rich.console import Console
from rich.markup import escape
from rich.table import Table

from doxa.records import (
    Belief,
    Certificate,
    Change,
    Claim,
    ExportReport,
    Health,
    Impact,
    ImportReport,
    Operation,
    Page,
    Recall,
    Receipt,
    ScopeCount,
    Stats,
    Status,
    Step,
    Story,
)

COLOURS = {"live": "green", "contested": "yellow", "superseded": "dim", "archived": "dim", "deleted": "red"}


@singledispatch
def show(reply: Any, console: Console) -> None:
    """Print a reply."""
    console.print(str(reply), markup=False)


@show.register
def _(reply: Receipt, console: Console) -> None:
    table = _table("verdict", "kind", "memory", "why", "id")
    for outcome in reply.outcomes:
        belief = outcome.belief
        table.add_row(
            outcome.verdict or outcome.status,
            belief.kind if belief else "",
            escape(belief.text) if belief else "",
            escape(outcome.reason.replace("_", " ")),
            belief.id if belief else "",
        )
    console.print(table)
    console.print(f"operation {reply.operation}", style="dim")
    _warn(reply.warnings, console)


@show.register
def _(reply: Recall, console: Console) -> None:
    if reply.abstained:
        console.print("Nothing that is remembered answers this.", style="yellow")
    table = _table("relevance", "memory", "kind", "status", "sure", "said", "source", "id")
    for hit in reply.hits:
        belief = hit.belief
        table.add_row(
            f"{hit.relevance:.2f}",
            escape(belief.text),
            belief.kind,
            _coloured(belief.status),
            f"{belief.confidence:.0%}",
            _day(belief.said_at or belief.recorded_at),
            escape(", ".join(belief.sources)),
            belief.id,
        )
        for reason in hit.why:
            table.add_row(
                "", f"[dim]{escape(reason.leg)} {escape(reason.detail)} {_rank(reason.rank, reason.score)}[/]"
            )
    if reply.hits:
        console.print(table)
    _warn(reply.warnings, console)


@show.register
def _(reply: Belief, console: Console) -> None:
    console.print(f"[bold]{escape(reply.text)}[/]  {_coloured(reply.status)}")
    facts: dict[str, object] = {
        "id": reply.id,
        "kref": reply.kref,
        "kind": reply.kind,
        "said": _day(reply.said_at or reply.recorded_at),
        "valid": _period(reply),
        "evidence": reply.evidence,
        "confidence": f"{reply.confidence:.2f}",
        "sources": ", ".join(reply.sources),
        "user": reply.user,
        "space": reply.space,
        "tags": ", ".join(reply.tags),
        "metadata": dict(reply.metadata) or None,
    }
    _facts(facts, console)
    if len(reply.chain) > 1:
        console.print("versions, newest first:")
        for version in reply.chain:
            line = f"  {_period(version)}  {escape(version.text)}  {_coloured(version.status)}"
            console.print(line, soft_wrap=True)


@show.register(Page)
def _(reply: Page[Any], console: Console) -> None:
    show(list(reply.items), console)
    if reply.cursor:
        console.print(f"more: --cursor {reply.cursor}", style="dim")


@show.register
def _(reply: list, console: Console) -> None:  # type: ignore[type-arg]
    if not reply:
        console.print("Nothing.", style="dim")
        return
    rows = [_row(each) for each in reply]
    table = _table(*rows[0])
    for row in rows:
        table.add_row(*(str(value) if key == "status" else escape(str(value)) for key, value in row.items()))
    console.print(table)


@show.register
def _(reply: Story, console: Console) -> None:
    show(reply.belief, console)
    for quote in reply.quotes:
        console.print(f"quote: “{escape(quote.text)}”  [dim]{escape(quote.ref)}[/]", soft_wrap=True)
    for conflict in reply.conflicts:
        console.print(f"contested by: {escape(conflict.text)}", soft_wrap=True)
    for dependent in reply.dependents:
        console.print(f"rests on it: {escape(dependent.belief.text)} (distance {dependent.depth})", soft_wrap=True)
    show(list(reply.operations), console)


@show.register
def _(reply: Health, console: Console) -> None:
    for finding in reply.findings:
        mark = "[green]ok[/]" if finding.ok else "[yellow]mended[/]" if finding.repaired else "[red]wrong[/]"
        console.print(f"{mark}  {escape(finding.check)}  [dim]{escape(finding.detail)}[/]", soft_wrap=True)


@show.register
def _(reply: Certificate, console: Console) -> None:
    facts: dict[str, object] = {"state": reply.state, **reply.erased, **reply.checks, "cause": reply.cause}
    _facts(facts, console)
    for each in reply.out_of_reach:
        console.print(f"out of reach: {escape(each)}", soft_wrap=True)


@show.register(Stats)
@show.register(Status)
@show.register(ExportReport)
@show.register(ImportReport)
def _(reply: Any, console: Console) -> None:
    _facts({name: getattr(reply, name) for name in type(reply).__dataclass_fields__}, console)


def _row(each: Any) -> Mapping[str, object]:
    match each:
        case Belief():
            return {"memory": each.text, "kind": each.kind, "status": _coloured(each.status), "id": each.id}
        case Claim():
            return {"subject": each.subject, "attribute": each.attribute, "value": each.value, "not": not each.polarity}
        case Operation():
            kinds = ", ".join(dict.fromkeys(change.kind for change in each.changes))
            return {"operation": each.id, "kind": each.kind, "time": _minute(each.time), "changes": kinds}
        case Change():
            return {"cursor": each.cursor, "time": _minute(each.time), "kind": each.kind, "ref": each.ref}
        case Step():
            return {"from": each.source, "relation": each.relation, "to": each.target, "because": each.belief.text}
        case Impact():
            return {"depth": each.depth, "memory": each.belief.text, "path": " → ".join(each.path)}
        case ScopeCount():
            return {"user": each.user or "", "agent": each.agent or "", "space": each.space, "count": each.count}
    return {"": each}


def _table(*columns: str) -> Table:
    table = Table(box=None, pad_edge=False, header_style="bold")
    for column in columns:
        table.add_column(column, overflow="fold", no_wrap=column in ("relevance", "verdict", "status"))
    return table


def _facts(facts: Mapping[str, object], console: Console) -> None:
    for name, value in facts.items():
        if value not in (None, "", (), {}):
            console.print(f"[dim]{name}:[/] {escape(str(value))}", soft_wrap=True)


def _warn(warnings: Sequence[str], console: Console) -> None:
    for warning in warnings:
        console.print(f"note: {escape(warning)}", style="yellow", soft_wrap=True)


def _coloured(status: str) -> str:
    return f"[{COLOURS.get(status, 'white')}]{status}[/]"


def _rank(rank: int | None, score: float | None) -> str:
    parts: Iterable[str] = (f"rank {rank}" if rank else "", f"{score:+.3f}" if score is not None else "")
    return " ".join(part for part in parts if part)


def _day(time: datetime | None) -> str:
    return "" if time is None else f"{time:%Y-%m-%d}"


def _minute(time: datetime) -> str:
    return f"{time:%Y-%m-%d %H:%M}"


def _period(belief: Belief) -> str:
    if belief.valid is None:
        return ""
    return f"{_day(belief.valid.start) or '…'} – {_day(belief.valid.end) or '…'}"
