"""Plans and reports of dreams, and profiles of spaces, as lines for a person."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from doxa.cli.blocks import Block, Span, dim, dotted, line, short
from doxa.cli.show import NOTE, blocks_of, notes, row_of, shown
from doxa.dream_records import Plan, Proposal, Report, SpaceProfile

LISTED = 50
"""Proposals that a section shows at most."""


@blocks_of.register
def _(reply: Plan) -> Iterator[Block]:
    applied = f"applied by operation {reply.operation}" if reply.operation else ""
    yield line(Span(f"plan {reply.id}", "bold"), dim(f"  {applied}" if applied else ""))
    yield from _proposals("", reply.proposals)
    if not reply.proposals:
        yield line(dim("Nothing to do."))
    yield from _proposals("held back", reply.guarded)
    yield from _proposals("refuted", reply.refuted)
    yield from notes(reply.errors)
    yield from notes(f"out of time before {name}" for name in reply.unfinished)


@blocks_of.register
def _(reply: Report) -> Iterator[Block]:
    said = "would be applied" if reply.dry_run else "applied"
    yield from _proposals(said, reply.applied)
    yield from _proposals("skipped", reply.skipped)
    yield from _proposals("held back", reply.guarded)
    yield from _proposals("refuted", reply.refuted)
    counted = ", ".join(f"{shown(n)} {name.replace('_', ' ')}" for name, n in reply.counts.items() if n)
    yield line(counted or dim("Nothing to do."))
    if reply.operation is not None:
        yield line(dim(f"operation {reply.operation}"))
    yield from notes(reply.errors)
    yield from notes(f"out of time before {name}" for name in reply.unfinished)


def _proposals(title: str, proposals: Iterable[Proposal]) -> Iterator[Block]:
    listed = list(proposals)
    if listed and title:
        yield line(dim(f"{title}:"))
    for each in listed[:LISTED]:
        state = each.state if each.state in ("accepted", "refused") else ""
        yield line(
            Span(f"{each.id:5}", ""), Span(each.action.replace("_", " "), "bold"), f"  {dotted(each.reason, state)}"
        )
        if each.why:
            yield line(Span(each.why, NOTE), indent=5)
        for text in each.shown:
            yield line(dim("· "), short(text), indent=5)
        if each.text:
            yield line(dim("→ "), short(each.text), indent=5)
    if len(listed) > LISTED:
        yield line(dim(f"and {len(listed) - LISTED:,} more; --json lists all"))


@row_of.register
def _(each: SpaceProfile) -> Mapping[str, Span | str]:
    label = f"{each.label} (pinned)" if each.pinned else each.label
    scores = {name: f"{score:.2f}" for name, score in each.scores.items()}
    return {"space": each.space, "label": label, **scores, "memories": shown(int(each.signals["items"]))}
