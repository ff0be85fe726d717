"""Replies about skills, for a person."""

from __future__ import annotations

from collections.abc import Iterator

from doxa.cli.blocks import Block, Span, dim, line
from doxa.cli.show import NOTE, blocks_of
from doxa.skills.report import Skill, SkillReport

CHANGES = {"new": "green", "revised": "cyan", "quarantined": "red", "skipped": NOTE}


@blocks_of.register
def _(reply: SkillReport) -> Iterator[Block]:
    for part in reply.parts:
        yield line(Span(f"{part.change:12}", CHANGES.get(part.change, "")), Span(part.name, "bold"))
        for reason in part.reasons:
            yield line(dim(reason), indent=12)
        for each in part.redactions:
            yield line(Span(f"taken out: {each.kind} at {each.start}-{each.end}", NOTE), indent=12)
    yield line(dim("nothing was written" if reply.operation is None else f"operation {reply.operation}"))


@blocks_of.register
def _(reply: Skill) -> Iterator[Block]:
    yield line(reply.text.rstrip("\n"))
