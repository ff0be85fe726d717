"""A question about the past is answered with the version before: "Where did I use to live?", 我以前住哪里."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from datetime import datetime

from doxa.graph.beliefs import holds_at, read_beliefs
from doxa.graph.contract import View
from doxa.graph.nodes import RevisionId
from doxa.recall.folding import Folded
from doxa.recall.showing import is_over
from doxa.records import Belief, Period, Question, Reason
from doxa.text.forms import value_form

_THEN = Reason("held_then", "the version that held in the time the question asks about")
_WHY = Reason("past", "the version before the present one, as the question asks")


def with_former(
    view: View, folded: Sequence[Folded], question: Question, asked: Collection[RevisionId], now: datetime
) -> list[Folded]:
    """Return entries, those for a claim that is asked about ahead of it with what was so before it.

    Args:
        view: The snapshot.
        folded: Entries, best first.
        question: A question about the past; one that names a version ("before Berlin") asks for the one before that.
        asked: The revisions whose attribute and subject it asks for.
        now: When it is asked.
    """
    shown: list[Folded] = []
    for each in folded:
        former = _former(view, each, question, now) if each.shown in asked else None
        if former is not None and former not in {other.shown for other in shown}:
            shown.append(each._replace(shown=former, notes=(*each.notes, _WHY)))
        shown.append(each)
    return shown


def with_held_then(view: View, folded: Sequence[Folded], period: Period, asked: Collection[RevisionId]) -> list[Folded]:
    """Return entries, those for a claim that is asked about showing the version that held in the middle of a period.

    Where no version held then, the entry stays as it is.

    Args:
        view: The snapshot.
        folded: Entries, best first.
        period: The time the question asks about; it has a beginning and an end.
        asked: The revisions whose attribute and subject it asks for.
    """
    if period.start is None or period.end is None:
        return list(folded)
    rows = view.heads([each.shown for each in folded if each.shown in asked])
    versions = view.versions_of([row.item for row in rows.values()]) if rows else {}
    every = view.heads([node.id for nodes in versions.values() for node in nodes])
    held = holds_at(view, list(every.values()), period.start + (period.end - period.start) / 2)
    then = {item: [node.id for node in nodes if node.id in held] for item, nodes in versions.items()}
    shown: list[Folded] = []
    for each in folded:
        of_item = then.get(rows[each.shown].item, []) if each.shown in rows else []
        if of_item and each.shown not in of_item:
            each = each._replace(shown=of_item[-1], notes=(*each.notes, _THEN))
        shown.append(each)
    return shown


def _former(view: View, each: Folded, question: Question, now: datetime) -> RevisionId | None:
    """Return the version before an entry's, where that still stands and there is one that says otherwise."""
    head = read_beliefs(view, [each.shown], now=now, chain=True).get(each.shown)
    if head is None or head.claim is None or is_over(head, now):
        return None
    named = [place for place, version in enumerate(head.chain) if _value(version) in question.entities]
    place = max(named, default=0)
    present = _value(head.chain[place]) if named or not head.chain else _value(head)
    before = [
        version
        for version in head.chain[place:]
        if version.status == "superseded" and version.claim and version.claim.polarity and _value(version) != present
    ]
    if not before:
        return None
    numbers = {node.number: node.id for node in view.versions(view.revision(each.shown).item)}
    earlier = [numbers[version.revision] for version in before if version.revision in numbers]
    rows = view.heads(earlier)
    return next((each for each in earlier if each in rows and rows[each].standing != "corrected"), None)


def _value(version: Belief) -> str:
    return "" if version.claim is None else value_form(version.claim.value or "")
