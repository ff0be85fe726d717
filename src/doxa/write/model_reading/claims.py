"""Makes claims of what a model read, each held against the words it says it was read from."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import tzinfo
from typing import Final

from doxa.belief.event_dates import DateSupport, iso_period, support_for_date
from doxa.belief.validate import origin_of, validate
from doxa.errors import DoxaError
from doxa.graph.inputs import MAX_TITLE
from doxa.records import Claim, Json, Origin, Period, Quote
from doxa.text.forms import text_form
from doxa.write.claims import checked_claim
from doxa.write.extract.found import FoundClaim, Mood
from doxa.write.model_reading.material import TurnToRead
from doxa.write.model_reading.quotes import Place, Quotable
from doxa.write.model_reading.reply import ReadClaim

MAX_CLAIMS: Final = 200
"""The most claims that are kept of one batch of turns; a model that finds more is not reading."""
_LOOKED_AT: Final = 5 * MAX_CLAIMS
USER: Final = "user"
_MOODS: Final[dict[str, Mood]] = {
    "asserted": "asserted",
    "reported": "quotation",
    "wished": "wish",
    "supposed": "hypothetical",
    "asked": "question",
}
_MOMENTARY: Final = ("event", "action", "decision")


@dataclass(frozen=True, slots=True)
class ReadOut:
    """A claim of a model that its turn bears.

    Args:
        found: The claim with its mood.
        turn: The turn it was read from.
        metadata: Kept with it: a date that the turn does not bear out, and how a date came about.
        importance: 0 to 1; `None` where the model did not say.
    """

    found: FoundClaim
    turn: TurnToRead
    metadata: dict[str, Json]
    importance: float | None = None


@dataclass(frozen=True, slots=True)
class Refused:
    """A claim that is not kept, and why; never its words."""

    reason: str


def read_out(
    claims: Sequence[ReadClaim], turns: Sequence[TurnToRead], tz: tzinfo
) -> tuple[list[ReadOut], list[Refused]]:
    """Return the claims that their turns bear, and why the others are dropped.

    A claim without its words in its turn is dropped; one whose words are only nearly there, or say less than it does,
    counts as inferred. Two that say the same of one turn are one.

    Args:
        claims: As the model gave them.
        turns: What it was shown, in order.
        tz: The zone of dates without one.
    """
    kept: list[ReadOut] = []
    seen: set[tuple[int, str]] = set()
    quotable = [Quotable(turn.text) for turn in turns]
    refused = [Refused(f"more than {MAX_CLAIMS} claims in one reading")] * max(0, len(claims) - _LOOKED_AT)
    for claim in claims[:_LOOKED_AT]:
        if len(kept) == MAX_CLAIMS:
            refused.append(Refused(f"more than {MAX_CLAIMS} claims in one reading"))
            continue
        made = _read(claim, turns, quotable, tz)
        if isinstance(made, Refused):
            refused.append(made)
            continue
        form = (claim.turn, text_form(made.found.claim.text))
        if form not in seen:
            seen.add(form)
            kept.append(made)
    return kept, refused


def _read(claim: ReadClaim, turns: Sequence[TurnToRead], quotable: Sequence[Quotable], tz: tzinfo) -> ReadOut | Refused:
    if not 1 <= claim.turn <= len(turns):
        return Refused("it names a turn that is not there")
    turn = turns[claim.turn - 1]
    place = quotable[claim.turn - 1].place_of(claim.quote)
    if place is None:
        return Refused("the words it quotes are not in the turn")
    dates = _dates(claim, turn, tz)
    try:
        made = checked_claim(_claim(claim, turn, place, dates, tz), "claim")
    except DoxaError as error:
        return Refused(f"it cannot be used: {error.field or 'claim'}")
    metadata: dict[str, Json] = {}
    for name, (date, support) in dates.items():
        metadata |= {f"{name}_support": support} | ({name: date} if support == "unverified" else {})
    importance = None if claim.importance is None else min(1.0, max(0.0, claim.importance))
    begins = claim.changed and made.valid is not None and claim.kind not in _MOMENTARY
    return ReadOut(FoundClaim(made, _MOODS[claim.said_as], begins), turn, metadata, importance)


Dates = dict[str, tuple[str, DateSupport]]


def _dates(claim: ReadClaim, turn: TurnToRead, tz: tzinfo) -> Dates:
    """Return the dates a claim gives, each with how its turn bears it out."""
    given = {"when": claim.when, "until": claim.until}
    return {
        name: (date.strip(), support_for_date(date, turn.text, reference=turn.said_at, tz=tz))
        for name, date in given.items()
        if date and date.strip() and len(date) <= 40
    }


def _claim(claim: ReadClaim, turn: TurnToRead, place: Place, dates: Dates, tz: tzinfo) -> Claim:
    text = claim.text.strip()
    slots = (_slot(claim.subject), _slot(claim.attribute), _slot(claim.value))
    if None in slots or any(len(each or "") > MAX_TITLE for each in slots):
        slots = (None, None, None)
    return Claim(
        text=text,
        subject=_subject(slots[0], turn),
        attribute=slots[1],
        value=slots[2],
        polarity=not claim.negated,
        kind=claim.kind,
        valid=_valid(claim, dates, tz),
        quote=_quote(turn, place),
        correction=claim.correction,
        origin=_origin(claim, text, turn, place, dates),
    )


def _quote(turn: TurnToRead, place: Place) -> Quote:
    start, end = place.start + turn.offset, place.end + turn.offset
    return Quote(turn.text[place.start : place.end], "", start, end)


def _slot(text: str | None) -> str | None:
    return text.strip() or None if text else None


def _subject(subject: str | None, turn: TurnToRead) -> str | None:
    """Return whom a claim is about; the user under any of the names a model has for one is `user`."""
    if subject is None:
        return None
    own = {USER, "the user", "用户"} | ({turn.scope.user.casefold()} if isinstance(turn.scope.user, str) else set())
    return USER if subject.casefold() in own else subject


def _origin(claim: ReadClaim, text: str, turn: TurnToRead, place: Place, dates: Dates) -> Origin:
    if claim.inferred or not place.verbatim:
        return "inferred"
    borne = " ".join(date for date, support in dates.values() if support != "unverified")
    quoted = turn.text[place.start : place.end]
    names = [each for each in (claim.subject, turn.speaker, USER, "the user", "用户") if each]
    found = validate(text, f"{quoted} {borne}".strip(), names=names)
    if not found.supported and found.failure in ("words", "number", "name"):
        found = validate(text, f"{turn.text} {borne}".strip(), names=names)
    return origin_of(found)


def _valid(claim: ReadClaim, dates: Dates, tz: tzinfo) -> Period | None:
    start, end = (_period(dates.get(name), tz) for name in ("when", "until"))
    if start is None and end is None:
        return None
    if claim.kind in _MOMENTARY and end is None:
        return start
    named = start or end
    assert named is not None
    since = start.start if start is not None else None
    until = end.end if end is not None else None
    if since is not None and until is not None and until <= since:
        return start
    return Period(since, until, named.precision)


def _period(date: tuple[str, DateSupport] | None, tz: tzinfo) -> Period | None:
    return None if date is None or date[1] == "unverified" else iso_period(date[0], tz)
