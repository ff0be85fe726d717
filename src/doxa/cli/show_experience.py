"""Replies about experiences, for a person."""

from __future__ import annotations

from collections.abc import Iterator

from doxa.cli.blocks import Block, Span, dim, dotted, line, table
from doxa.cli.show import NOTE, blocks_of
from doxa.experience.records import Calibration, PatternPacket, PatternState

_STATES = {"stale": "red", "unknown": NOTE, "reviewable": "green"}


@blocks_of.register
def _(reply: PatternPacket) -> Iterator[Block]:
    for source in reply.sources:
        yield line(Span(source.title, "bold"), dim(f"  {source.ref}"))
        yield line(f"{source.situation} {source.decision}", indent=2)
        yield line(dim(dotted(f"expected: {source.expected}", *source.outcomes)), indent=2)
    yield line(dim(f"fingerprint {reply.fingerprint}"))
    yield line(reply.instructions)


@blocks_of.register
def _(reply: PatternState) -> Iterator[Block]:
    yield line(Span(reply.status, _STATES[reply.status]), f"  {reply.pattern}")
    for cause in reply.causes:
        yield line(dim(cause), indent=2)


@blocks_of.register
def _(reply: Calibration) -> Iterator[Block]:
    if not reply.rows:
        yield line("No experience was recorded.")
        return
    rows = [
        (
            each.kind or "–",
            f"{each.experiences:,}",
            f"{each.with_outcome:,}",
            f"{each.success:,} / {each.mixed:,} / {each.failure:,}",
            "–" if each.rate is None else f"{each.rate:.0%}",
        )
        for each in reply.rows
    ]
    yield table(("kind", "experiences", "with outcome", "success / mixed / failure", "as expected"), rows)
