"""What is believed now of somebody, for words that end it without naming it: "I quit my job"."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import chain
from typing import Protocol

from doxa.graph.contract import View
from doxa.graph.nodes import RevisionId
from doxa.records import Claim, Scope
from doxa.text.forms import value_form
from doxa.write.context import WriteContext, owner_of
from doxa.write.extract import FoundClaim
from doxa.write.extract.found import Believed
from doxa.write.slotting import Slotting


class Told(Protocol):
    """A message with what was found in it."""

    @property
    def found(self) -> tuple[FoundClaim, ...]:
        """The claims."""


LOOKED_AT = 50
"""Beliefs that name a value and are looked at."""
OF_ONE = 500
"""Beliefs about one subject that are looked at, newest first, for attributes that hold many values."""


def held_now(
    context: WriteContext,
    scope: Scope,
    before: Sequence[Told],
    subject: str,
    attributes: Sequence[str],
    value: str,
    *,
    denied: bool = False,
) -> list[Believed]:
    """Return what is believed now, or what is denied.

    Args:
        context: The parts.
        scope: Whose memory, under which contexts.
        before: The messages of the same call before this one, which are not stored yet.
        subject: Of whom.
        attributes: Which attributes.
        value: Only this value; any where it is empty.
        denied: Whether to return what is believed not to be so.
    """
    now = context.clock.now()
    with context.graph.view(user=scope.user) as view:
        slotting = Slotting(view, context.attributes)
        stored = list(_stored(view, slotting, scope, subject, attributes, value))
    form = value_form(value)
    found: dict[Believed, None] = {}
    told = (each for one in before for each in one.found if each.mood in ("asserted", "plan") and not each.unsaid_since)
    for claim, ref in chain(stored, ((each.claim, None) for each in told)):
        if claim.subject is None or claim.attribute is None or claim.value is None:
            continue
        if value_form(claim.subject) != value_form(subject) or claim.attribute not in attributes:
            continue
        if form and value_form(claim.value) != form:
            continue
        believed = Believed(claim.attribute, claim.value, claim.valid, ref)
        over = claim.valid is not None and claim.valid.end is not None and claim.valid.end <= now
        if claim.polarity is not denied and not over:
            found[believed] = None
        elif claim.polarity is denied:
            found = {each: None for each in found if each[:2] != believed[:2] or not _same_time(each, believed)}
    return list(found)


def _same_time(believed: Believed, denial: Believed) -> bool:
    """Whether a denial speaks of all the time or of that of what it denies: another appointment may stand."""
    return denial.valid is None or denial.valid.end is None or denial.valid == believed.valid


def _stored(
    view: View, slotting: Slotting, scope: Scope, subject: str, attributes: Sequence[str], value: str
) -> Iterator[tuple[Claim, str | None]]:
    owner = owner_of(scope)
    if value:
        rows = view.mentions([value_form(value)], roles=("value",), limit=LOOKED_AT)
        yield from _with_refs(view, [each for row in rows.values() for each, _ in row], owner)
        return
    probes = [Claim(subject, subject, attribute, subject) for attribute in attributes]
    slots = slotting.slots(probes, owner=owner or "", contexts=scope.contexts)
    groups = [slot.group_key for slot in slots if slot.single]
    versions = view.slot_versions(groups, owner, scope.contexts) if groups else {}
    yield from _with_refs(view, [node.id for nodes in versions.values() for node in nodes], owner)
    if all(slot.single for slot in slots):
        return
    form = value_form(subject)
    named = view.mentions([form], roles=("subject",), limit=OF_ONE).get(form, [])
    many = {attribute for attribute, slot in zip(attributes, slots, strict=True) if not slot.single}
    for claim, ref in _with_refs(view, [each for each, _ in named], owner):
        if claim.attribute in many:
            yield claim, ref


def _with_refs(view: View, revisions: Sequence[RevisionId], owner: str | None) -> list[tuple[Claim, str | None]]:
    claims = believed_claims(view, revisions, owner)
    krefs = view.krefs(list(claims))
    return [(claim, krefs[revision]) for revision, claim in claims.items()]


def believed_claims(view: View, revisions: Sequence[RevisionId], owner: str | None) -> dict[RevisionId, Claim]:
    """Return the claims of those revisions that are the live heads of an owner's memories."""
    heads = view.heads(list(dict.fromkeys(revisions)))
    live = [each for each, row in heads.items() if row.is_head and row.status == "live" and row.user == owner]
    return {each: node.claim for each, node in view.revisions(live).items() if node.claim is not None}
