"""A question about the past is answered with the version before: "Where did I use to live?", 我以前住哪里."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from datetime import datetime

from doxa.graph.beliefs import read_beliefs
from doxa.graph.contract import View
from doxa.graph.nodes import RevisionId
from doxa.recall.folding import Folded
from doxa.recall.showing import is_over
from doxa.records import Belief, Question, Reason
from doxa.text.forms import value_form

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
