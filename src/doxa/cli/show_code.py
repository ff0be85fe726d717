"""Replies about code, for a person."""

from __future__ import annotations

from collections.abc import Iterator

from doxa.cli.blocks import Block, Span, dim, dotted, line
from doxa.cli.show import NOTE, blocks_of
from doxa.code.records import CodeAnswer, CodeDecision, CodeReport

_FOUND = {
    "line": "changed this line",
    "commit": "is this commit",
    "file": "touched this file",
    "symbol": "touched this symbol",
    "text": "resembles the question",
    "replacement": "replaced one that was found",
}


@blocks_of.register
def _(reply: CodeReport) -> Iterator[Block]:
    known = f"{reply.known:,} known already" if reply.known else ""
    yield line(dotted(f"{reply.commits:,} commits of {reply.repo} read", known))
    revised = f"{reply.revised:,} known in another commit" if reply.revised else ""
    replaced = f"{reply.superseded:,} replaced" if reply.superseded else ""
    yield line(
        Span(f"{reply.decisions:,} decisions", "green" if reply.decisions else ""), dim(_rest(revised, replaced))
    )
    for each in reply.skipped:
        yield line(dim(f"{each.count:,} skipped: {each.cause}"), indent=2)
    for ref in reply.refs:
        yield line(dim(ref), indent=2)
    for warning in reply.warnings:
        yield line(Span(warning, NOTE))


@blocks_of.register
def _(reply: CodeAnswer) -> Iterator[Block]:
    evidence = bool(reply.changes) and not reply.in_words and all(each.match != "line" for each in reply.decisions)
    if evidence:
        yield line("No decision is known for these lines. What the commits that changed them say:")
        yield from _changes(reply)
    elif not reply.decisions:
        yield line("No decision is known.")
    if evidence and reply.decisions:
        yield line(dim("Decisions near by"))
    for number, each in enumerate(reply.decisions, 1):
        yield from _decision(number, each)
    if reply.changes and not evidence:
        yield line(dim("Commits that tell most of it" if reply.in_words else "These lines were changed by"))
        yield from _changes(reply)
    for warning in reply.warnings:
        yield line(Span(warning, NOTE))


def _changes(reply: CodeAnswer) -> Iterator[Block]:
    for change in reply.changes:
        told = "" if change.decision is None else "*"
        yield line(dim(f"{change.commit[:10]} {change.time:%Y-%m-%d}"), f" {change.subject}{told}", indent=2)
        if change.quote is not None:
            yield line(Span(f"“{change.quote.text}”", "cyan"), dim(f"  {_short(change.quote.source)}"), indent=4)


def _decision(number: int, each: CodeDecision) -> Iterator[Block]:
    gone = Span("  (no longer in force)", "red") if each.status == "superseded" else Span("")
    yield line(f"{number}  ", Span(each.title, "bold"), gone)
    commit = each.commits[-1][:10] if each.commits else ""
    facts = (
        commit,
        f"{each.decided_at:%Y-%m-%d}",
        each.author,
        _FOUND[each.match],
        f"confidence {each.confidence:.2f}",
    )
    yield line(dim(dotted(*facts)), indent=3)
    if each.decision.rstrip(".") != each.title.rstrip("."):
        yield line(each.decision, indent=3)
    for quote in each.quotes:
        yield line(Span(f"“{quote.text}”", "cyan"), dim(f"  {quote.kind}, {_short(quote.source)}"), indent=3)
    for ref in each.superseded_by:
        yield line(Span(f"replaced by {ref}", NOTE), indent=3)


def _short(source: str) -> str:
    head, _, name = source.rpartition(" ")
    return f"{head} {name[:10]}" if head.endswith("commit") else source


def _rest(*parts: str) -> str:
    told = dotted(*parts)
    return f" · {told}" if told else ""
