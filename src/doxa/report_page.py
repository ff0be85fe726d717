"""A dream's report as a page of Markdown."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from doxa.dream_records import Proposal, Report

LISTED = 50
"""Proposals of one section that the page lists; it says how many more there are."""


def report_page(report: Report) -> str:
    """Return a report as Markdown."""
    return "\n".join(_lines(report)) + "\n"


def _lines(report: Report) -> Iterator[str]:
    yield "# Dream" if not report.dry_run else "# Dream (nothing written)"
    yield ""
    yield from _facts(report)
    yield ""
    yield from _table(report.before, report.after)
    for title, proposals in (
        ("Applied" if not report.dry_run else "Would be applied", report.applied),
        ("Skipped", report.skipped),
        ("Held back", report.guarded),
        ("Refuted", report.refuted),
    ):
        yield from _section(title, proposals)
    if report.errors:
        yield from ("", "## Errors", "")
        yield from (f"- {_line(each)}" for each in report.errors)
    if report.policy:
        yield from ("", "## Policy in force", "")
        yield from (f"> {line}" for line in report.policy.splitlines())


def _facts(report: Report) -> Iterator[str]:
    counted = ", ".join(f"{name.replace('_', ' ')} {count:,}" for name, count in report.counts.items() if count)
    yield f"- {counted or 'nothing to do'}"
    if report.operation is not None:
        yield f"- operation {report.operation}; `undo` takes it back"
    if report.plan:
        yield f"- plan {report.plan}"
    yield f"- took {report.duration.total_seconds():.2f} s"
    if report.usage.calls:
        tokens = f"{report.usage.input_tokens:,} tokens in, {report.usage.output_tokens:,} out"
        yield f"- {report.usage.calls:,} calls of a model, {tokens}"
    if report.unfinished:
        yield f"- out of time before: {', '.join(report.unfinished)}"


def _table(before: Mapping[str, int], after: Mapping[str, int]) -> Iterator[str]:
    kinds = sorted({*before, *after})
    if not kinds:
        return
    yield "| live memories | before | after |"
    yield "|---|---:|---:|"
    for kind in kinds:
        yield f"| {kind} | {before.get(kind, 0):,} | {after.get(kind, 0):,} |"


def _section(title: str, proposals: Sequence[Proposal]) -> Iterator[str]:
    if not proposals:
        return
    yield from ("", f"## {title}", "")
    for proposal in proposals[:LISTED]:
        yield from _proposal(proposal)
    if len(proposals) > LISTED:
        yield f"- and {len(proposals) - LISTED:,} more"


def _proposal(proposal: Proposal) -> Iterable[str]:
    why = f" ({_line(proposal.why)})" if proposal.why else ""
    yield f"- **{proposal.action.replace('_', ' ')}** {proposal.id}: {_line(proposal.reason)}{why}"
    for text in proposal.shown:
        yield f"  - “{_line(text)}”"
    if proposal.text:
        yield f"  - → “{_line(proposal.text)}”"


def _line(text: str) -> str:
    return " ".join(text.split())
