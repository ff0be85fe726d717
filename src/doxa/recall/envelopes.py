"""Makes envelopes: the surest of what is believed of one owner, by section, read in a handful of queries."""

from __future__ import annotations

import threading
from collections.abc import Iterable, Mapping, Sequence
from copy import deepcopy
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from doxa.belief.confidence import HIDE_BELOW, DecayPolicy
from doxa.belief.hedges import hedge_of, hedged
from doxa.belief.kinds import kind_of
from doxa.clock import to_micros
from doxa.envelope import Envelope
from doxa.errors import InvalidInput
from doxa.graph.belief_state import AnchorRow
from doxa.graph.beliefs import read_beliefs
from doxa.graph.contract import View
from doxa.graph.nodes import Filter, RevisionId
from doxa.recall.showing import holds, is_current
from doxa.records import ANY, Belief, Scope
from doxa.text.forms import value_form
from doxa.text.language import guess_language

KINDS_OF: Mapping[str, tuple[str, ...]] = {
    "profile": ("profile",),
    "preferences": ("preference", "trait", "value"),
    "questions": ("question",),
    "narratives": ("narrative",),
    "recent": ("summary",),
}
"""Whose section a kind has; what else is claimed of the user is a fact."""
SECTIONS: Mapping[str, int] = {
    "profile": 24,
    "preferences": 24,
    "facts": 32,
    "pinned": 48,
    "questions": 16,
    "narratives": 16,
    "recent": 1,
}
"""How many beliefs each section holds at most: an envelope is for a prompt."""
PINNABLE = ("profile", "preferences", "facts")
"""Sections whose pinned beliefs are listed as pinned too."""
USER = "user"
"""The subject of what a user says of themselves."""
DOMAIN = "domain"
"""The attribute whose values are the domains."""
LIFE = timedelta(minutes=15)
"""How long an envelope is kept while nothing is written: tdos-memory's 900 s."""
KEPT = 256
"""Envelopes a process keeps."""


def envelope_of(view: View, scope: Scope, *, now: datetime) -> Envelope:
    """Return the envelope of a scope's owner.

    Args:
        view: The snapshot.
        scope: Whose, under which labels; without contexts, only what applies everywhere.
        now: When confidence is read and what has expired.

    Raises:
        InvalidInput: The scope is everybody's.
    """
    if scope.user is ANY:
        mend = "Name a user, or None for the shared memories."
        raise InvalidInput("An envelope is of one owner, not of ANY.", mend=mend, field="user")
    keep = Filter(space=scope.space, agent=scope.agent, session=scope.session, contexts=scope.contexts)
    chosen = _chosen(view.anchors(keep, without=("turn",), newest=max(SECTIONS.values())), to_micros(now), view.decay)
    read = read_beliefs(view, list(dict.fromkeys(each for rows in chosen.values() for each in rows)), now=now)
    shown = {
        name: [read[each] for each in rows if each in read and is_current(read[each], now)]
        for name, rows in chosen.items()
    }
    shown["preferences"] = [each for each in shown["preferences"] if holds(each, now)]
    return _assembled(shown, scope, now)


def _chosen(rows: Sequence[AnchorRow], now: int, decay: DecayPolicy) -> dict[str, list[RevisionId]]:
    """Return the revisions of each section: pinned ones first, then the surest, then those said last."""
    sections: dict[str, list[AnchorRow]] = {name: [] for name in SECTIONS}
    section_of = {kind: _section_of(kind) for kind in {row.kind for row in rows}}
    for row in rows:
        section = section_of[row.kind]
        if row.expires is not None and row.expires <= now:
            continue
        if row.pinned and section in PINNABLE:
            sections["pinned"].append(row)
        if section is not None and not (row.pinned and section == "facts"):
            sections[section].append(row)
    return {name: _surest(found, now, SECTIONS[name], decay) for name, found in sections.items()}


def _surest(rows: Sequence[AnchorRow], now: int, most: int, decay: DecayPolicy) -> list[RevisionId]:
    """Return the surest rows, but for what is too unsure to be shown."""
    sure = [(row.pinned, row.confidence(now, decay), row.said, row.revision, row) for row in rows]
    ranked = sorted(sure, key=lambda entry: entry[:4], reverse=True)
    return [row.revision for _, confidence, *_, row in ranked if not is_too_unsure(row, confidence, now, decay)][:most]


def _section_of(kind: str) -> str | None:
    for name, kinds in KINDS_OF.items():
        if kind in kinds:
            return name
    return "facts" if kind_of(kind).claim_class in ("USER_FACT", "USER_PATTERN") else None


def is_too_unsure(row: AnchorRow, confidence: float, now: int, decay: DecayPolicy) -> bool:
    """Whether a claim is hidden: below .3, or brought down to it by time; pinned and contested ones never are."""
    if row.pinned or row.contested or row.claim_class is None or confidence > HIDE_BELOW:
        return False
    return row.faded(now, decay)


def _assembled(shown: Mapping[str, Sequence[Belief]], scope: Scope, now: datetime) -> Envelope:
    profile = _by_name(each for each in shown["profile"] if each.user == scope.user and is_of_the_user(each, scope))
    preferences = [each for each in shown["preferences"] if is_of_the_user(each, scope)]
    of_others = [each for name in ("profile", "preferences") for each in shown[name] if not is_of_the_user(each, scope)]
    contested = [each for each in profile.values() if each.status == "contested"]
    facts = [each for each in (*shown["facts"], *of_others, *contested) if holds(each, now)]
    beliefs = [each for section in shown.values() for each in section]
    chinese = sum(guess_language(each.text) == "zh" for each in beliefs) * 2 > len(beliefs) > 0
    return Envelope(
        identity={name: _value(each) for name, each in profile.items() if each.status == "live" and holds(each, now)},
        domains=tuple(dict.fromkeys(_value(each) for each in preferences if _is_domain(each))),
        preferences=_by_name(each for each in preferences if not _is_domain(each)),
        facts=tuple(sorted(facts, key=lambda each: each.confidence, reverse=True)),
        pinned=tuple(shown["pinned"]),
        open_questions=tuple(shown["questions"]),
        narratives=tuple(shown["narratives"]),
        recent=shown["recent"][0].text if shown["recent"] else None,
        built_at=now,
        profile=profile,
        hedges={each.id: words for each in beliefs if (words := hedge_before(each))},
        former=frozenset(each.id for each in beliefs if not holds(each, now)),
        chinese=chinese,
    )


def is_of_the_user(belief: Belief, scope: Scope) -> bool:
    """Whether a belief is about the user, as opposed to a person or thing the user told of."""
    subject = None if belief.claim is None else belief.claim.subject
    own = {USER, value_form(scope.user)} if isinstance(scope.user, str) else {USER}
    return subject is None or value_form(subject) in own


def hedge_before(belief: Belief) -> str:
    """Return what stands before a belief when it is told: how unsure we are, that it is contested, a story's tone."""
    if belief.kind in KINDS_OF["narratives"]:
        tone = belief.metadata.get("tone")
        return f"[{tone}] " if tone else ""
    claim_class = kind_of(belief.kind).class_for(belief.origin)
    if claim_class is None:
        return ""
    hedge = hedge_of(belief.confidence, claim_class, contested=belief.status == "contested")
    return hedged("", hedge, chinese=guess_language(belief.text) == "zh")


def _by_name(beliefs: Iterable[Belief]) -> dict[str, Belief]:
    """Return beliefs by canonical name or attribute, and value where one has several."""
    found: dict[str, Belief] = {}
    for each in beliefs:
        name = _name(each)
        if name in found and each.claim is not None and each.claim.value:
            name = f"{name} {each.claim.value}"
        found.setdefault(name if name not in found else each.id, each)
    return found


def _name(belief: Belief) -> str:
    claim = belief.claim
    if belief.canonical_name:
        return belief.canonical_name
    if claim is not None and claim.attribute:
        return claim.attribute if claim.polarity else f"not {claim.attribute}"
    return belief.title or belief.id


def _value(belief: Belief) -> str:
    claim = belief.claim
    return claim.value if claim is not None and claim.value is not None else belief.text


def _is_domain(belief: Belief) -> bool:
    return belief.claim is not None and belief.claim.attribute == DOMAIN and belief.claim.polarity


@dataclass(slots=True)
class _Kept:
    """An envelope with what it was made from."""

    operation: int
    until: datetime
    envelope: Envelope


class Envelopes:
    """Envelopes that a process keeps: one per scope, until something is written or 15 minutes are over."""

    def __init__(self) -> None:
        self._guard = threading.Lock()
        self._kept: dict[Scope, _Kept] = {}

    def of(self, view: View, scope: Scope, *, now: datetime) -> Envelope:
        """Return a scope's envelope as of a present view, made anew where it has to be; the caller may change it."""
        with self._guard:
            kept = self._kept.get(scope)
        if kept is None or kept.operation != view.at or not kept.envelope.built_at <= now < kept.until:
            made = envelope_of(view, scope, now=now)
            kept = _Kept(view.at, _end_of_life(made, now), made)
            self._keep(scope, kept)
        return copied(kept.envelope)

    def _keep(self, scope: Scope, kept: _Kept) -> None:
        with self._guard:
            self._kept.pop(scope, None)
            self._kept[scope] = kept
            while len(self._kept) > KEPT:
                del self._kept[next(iter(self._kept))]


def _end_of_life(envelope: Envelope, now: datetime) -> datetime:
    """Return when an envelope is too old: after 15 minutes, or when the first belief in it expires or is over."""
    beliefs = [*envelope.profile.values(), *envelope.preferences.values(), *envelope.facts, *envelope.pinned]
    beliefs += [*envelope.open_questions, *envelope.narratives]
    ends = [each.expires_at for each in beliefs if each.expires_at is not None]
    ends += [each.valid.end for each in beliefs if each.valid is not None and each.valid.end is not None]
    return min([now + LIFE, *(each for each in ends if each > now)])


def copied(envelope: Envelope) -> Envelope:
    """Return an envelope that shares nothing a caller could change with the one given."""
    return replace(
        envelope,
        identity=dict(envelope.identity),
        preferences=_copied(envelope.preferences),
        profile=_copied(envelope.profile),
        hedges=dict(envelope.hedges),
        facts=_own(envelope.facts),
        pinned=_own(envelope.pinned),
        open_questions=_own(envelope.open_questions),
        narratives=_own(envelope.narratives),
    )


def _copied(named: Mapping[str, Belief]) -> dict[str, Belief]:
    return dict(zip(named, _own(tuple(named.values())), strict=True))


def _own(beliefs: tuple[Belief, ...]) -> tuple[Belief, ...]:
    """Return beliefs with metadata of their own; all else of a belief cannot be changed."""
    if not any(each.metadata or each.attachments for each in beliefs):
        return beliefs
    return tuple(
        replace(each, metadata=deepcopy(dict(each.metadata)), attachments=deepcopy(each.attachments))
        if each.metadata or each.attachments
        else each
        for each in beliefs
    )
