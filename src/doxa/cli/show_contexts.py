"""Contexts, and checks of answers to them, as lines for a person."""

from __future__ import annotations

from collections.abc import Iterator

from doxa.cli.blocks import Block, Span, dim, dotted, line
from doxa.cli.show import blocks_of, notes, shown
from doxa.context_records import Context, InsightCheck


@blocks_of.register
def _(reply: InsightCheck) -> Iterator[Block]:
    yield line(Span(f"valid: {shown(reply.valid)}", "green" if reply.valid else "red"))
    for error in reply.errors:
        yield line(error, indent=2)


@blocks_of.register
def _(reply: Context) -> Iterator[Block]:
    yield line(reply.text) if reply.text else line(dim("Nothing to hand over."))
    if reply.omitted:
        yield line(dim(f"{reply.omitted} more did not fit."))
    for insight in reply.insights.insights if reply.insights else ():
        yield line(Span(f"{insight.kind.replace('_', ' ')}: {insight.observation}", "bold"))
        yield line(insight.question, indent=2)
        yield line(dim(dotted(*insight.sources, *(f"missing: {each}" for each in insight.missing))), indent=2)
    if reply.insights and not reply.insights.insights:
        yield line(dim(f"review brief: {reply.insights.status.replace('_', ' ')}"))
    yield from notes(reply.recall.warnings)
