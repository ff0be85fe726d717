"""Makes the parts of a summary without a model: from the claims that were found in the session, and by rule."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from datetime import datetime, tzinfo
from typing import Final

from doxa.records import Claim
from doxa.text.language import guess_language
from doxa.text.periods import format_period
from doxa.text.tokens import query_tokens
from doxa.write.consolidate.conversation import Line
from doxa.write.consolidate.decided import Remark, remarks_in
from doxa.write.consolidate.extracts import Extract
from doxa.write.consolidate.structure import MAX_PER_KIND, By, SessionSummary, title_of
from doxa.write.decompose.captures import Capture, with_remark
from doxa.write.decompose.entities import NewEntity
from doxa.write.extract.parties import USER

MOST_IMPLICATIONS: Final = 10
MOST_TOPICS: Final = 5
_PEOPLE: Final = frozenset("spouse partner sibling parent child friend colleague relative has_family met".split())
_PLACES: Final = frozenset("home hometown birthplace work_location visited neighbourhood".split())
_NAMED: Final = frozenset("employer school uses plays member_of works_on attended car studies_at".split())
_LATIN_NAME: Final = re.compile(r"[A-Z][\w.&+#'’-]*(?: (?:[A-Z][\w.&+#'’-]*|of|the|de|du|von|and|&))*")
_HAN_NAME: Final = re.compile(r"[\u4e00-\u9fff]{2,10}")
_SURFACE: Final = re.compile(r"[A-Za-z][\w+#.-]{2,}|[\u4e00-\u9fff]{2}")
_RELATED: Final = re.compile(r"['’]s |的")


def summary_by_rules(
    lines: Sequence[Line],
    claims: Sequence[Claim],
    extracts: Sequence[Extract],
    *,
    text: str | None,
    by: By,
    now: datetime,
    tz: tzinfo,
) -> SessionSummary:
    """Return a summary whose parts were read by rule.

    Facts and events are not among its parts, since they are beliefs of their own already, read from the turns.

    Args:
        lines: The conversation.
        claims: What was claimed in it.
        extracts: The sentences that stand for it.
        text: A summary that was made otherwise; `None` = the extracts.
        by: Who made it.
        now: The present instant, from which a plan lies ahead.
        tz: The zone in which dates are written.
    """
    several = len({line.who for line in lines if line.role in ("user", "assistant")}) > 1
    remarks = remarks_in(lines)
    intentions = {claim.quote.text for claim in claims if claim.kind == "intention" and claim.quote is not None}
    kept = [each for each in remarks if each.sort != "action" or not _holds_any(each.quote, intentions)]
    entities = entities_in(claims)
    best = max(extracts, key=lambda each: each.score, default=None)
    joined = "\n".join(each.told(name=several) for each in extracts)
    return SessionSummary(
        title=title_of(best.text if best is not None else lines[0].text),
        text=text or joined or lines[0].text[:400],
        by=by,
        captures=tuple(_capture(each, lines) for each in _some(kept)),
        entities=tuple(entities),
        topics=tuple(topics_of(lines, entities)),
        implications=tuple(_implications(claims, kept, now, tz)),
    )


def entities_in(claims: Iterable[Claim]) -> list[NewEntity]:
    """Return who and what claims name: their subjects but for the user, and values that are names."""
    found: dict[str, NewEntity] = {}
    for claim in claims:
        if claim.subject and claim.subject != USER and not _RELATED.search(claim.subject) and _is_name(claim.subject):
            found.setdefault(claim.subject, NewEntity(claim.subject))
        kind = _type_of(claim.attribute)
        if claim.value and kind is not None and claim.polarity and _is_name(claim.value):
            found.setdefault(claim.value, NewEntity(claim.value, kind or None))
    return list(found.values())[:MAX_PER_KIND]


def topics_of(lines: Sequence[Line], entities: Sequence[NewEntity]) -> list[str]:
    """Return what a conversation was about: names in it, then the words it uses most, at least twice."""
    names = [entity.name for entity in entities]
    counts: Counter[str] = Counter()
    shown: dict[str, str] = {}
    for line in lines:
        if line.role not in ("user", "assistant"):
            continue
        for word in _SURFACE.findall(line.text):
            tokens = query_tokens(word)
            key = tokens[-1] if tokens else ""
            if len(key) > 1 and not _is_idle(word):
                counts[key] += 1
                shown.setdefault(key, word.lower() if word.istitle() else word)
    folded = {name.casefold() for name in names}
    words = [shown[key] for key, count in counts.most_common(40) if count > 1 and shown[key].casefold() not in folded]
    return [*names, *words][:MOST_TOPICS]


def _is_idle(word: str) -> bool:
    """Tell a word that a question does not search for."""
    return query_tokens(f"{word} zebra") == query_tokens("zebra")


def _holds_any(text: str, parts: Iterable[str]) -> bool:
    return any(part and (part in text or text in part) for part in parts)


def _some(remarks: Sequence[Remark]) -> list[Remark]:
    kept: Counter[str] = Counter()
    return [each for each in remarks if (kept.update([each.sort]) or kept[each.sort]) <= MAX_PER_KIND]


def _capture(remark: Remark, lines: Sequence[Line]) -> Capture:
    line = lines[remark.line]
    metadata: dict[str, str] = {"said_by": line.who} if line.speaker or line.role != "user" else {}
    if remark.reason:
        metadata["reason"] = remark.reason
    if remark.sort == "action":
        metadata["status"] = "open"
    text = with_remark(remark.text, remark.reason, "reason", "理由")
    return Capture(Claim(text, kind=remark.sort), metadata=metadata)


def _implications(claims: Sequence[Claim], remarks: Sequence[Remark], now: datetime, tz: tzinfo) -> list[str]:
    """Return what may matter later: plans ahead with their dates, what is to be done, what stayed open."""
    ahead = [
        claim
        for claim in claims
        if claim.valid is not None and claim.valid.start is not None and claim.valid.start > now
    ]
    dated = [f"{format_period(claim.valid, tz)}: {claim.text}" for claim in ahead if claim.valid is not None]
    undated = [claim.text for claim in claims if claim.kind == "intention" and claim not in ahead]
    left = [each.text for each in remarks if each.sort in ("action", "question")]
    return list(dict.fromkeys([*dated, *undated, *left]))[:MOST_IMPLICATIONS]


def _type_of(attribute: str | None) -> str | None:
    """Return the type of entity that an attribute's value is, "" where it may be any, `None` where it is none."""
    if attribute in _PEOPLE:
        return "person"
    if attribute in _PLACES:
        return "place"
    return "" if attribute in _NAMED else None


def _is_name(text: str) -> bool:
    if guess_language(text) == "zh":
        return _HAN_NAME.fullmatch(text) is not None
    return _LATIN_NAME.fullmatch(text) is not None
