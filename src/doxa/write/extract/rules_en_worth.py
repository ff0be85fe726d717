"""English: what the speaker makes of things: "it was fun to paint outdoors", "honesty is key", "hiking is amazing"."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from doxa.write.extract.found import Draft
from doxa.write.extract.lexicon_en import ADVERBS, CONJUNCTIONS, PRONOUNS, YOU
from doxa.write.extract.objects_en import list_at, unsure
from doxa.write.extract.parties import Parties
from doxa.write.extract.rules_en_talk import clause_end, in_third_person, topic_before
from doxa.write.extract.tails_en import deed_of
from doxa.write.extract.verbs_en import VERBS
from doxa.write.extract.words_en import Word, is_asked

_IS: Final = frozenset("is 's are 're was were been felt feels".split())
_PLEASANT: Final = frozenset(
    """great good nice cool awesome amazing wonderful fun lovely fantastic incredible rewarding fulfilling inspiring
    comforting relaxing refreshing exciting thrilling satisfying soothing therapeutic freeing liberating special surreal
    humbling encouraging uplifting heartwarming touching calming fascinating enjoyable exhilarating empowering magical
    peaceful invigorating energizing joy blast treat pleasure honor honour""".split()
)
_HARSH: Final = frozenset(
    """tough hard difficult challenging scary frustrating sad heartbreaking nerve-wracking stressful exhausting
    disappointing painful weird strange crazy wild intense overwhelming upsetting devastating lonely""".split()
)
_FINE: Final = frozenset("amazing awesome fun incredible wonderful fantastic great".split())
_BETWEEN: Final = ADVERBS | frozenset("a an such been kinda a bit little the incredibly extremely also it 's".split())
_GREETING: Final = frozenset("hear meet catch chat talk know be have get".split())
_PRAISING: Final = frozenset("wow congrats cool nice awesome great amazing congratulations yay bravo sweet".split())
"""Words that begin what is said of another's doings."""
_POINTERS: Final = frozenset("it that this there here they he she what which".split())


def worth_in(words: Sequence[Word], parties: Parties) -> Iterator[Draft]:
    """What a sentence says that the speaker feels about, values or likes, without naming the speaker.

    Args:
        words: The words of the sentence.
        parties: The people of the message.

    Yields:
        A draft for each such turn.
    """
    if is_asked(words):
        return
    for at in range(len(words) - 1):
        if words[at].lower not in _IS or unsure(words, at):
            continue
        last = at + 1
        while last < len(words) and words[last].lower in _BETWEEN:
            last += 1
        if last >= len(words):
            return
        quality = words[last].lower
        if quality in _PLEASANT or quality in _HARSH:
            yield from _found(words, at, last, parties)


def _found(words: Sequence[Word], at: int, last: int, parties: Parties) -> Iterator[Draft]:
    quality = words[last].lower
    between = {word.lower for word in words[at + 1 : last]}
    last += last + 1 < len(words) and words[last + 1].lower == "feeling"
    now = words[at].lower in ("is", "'s") and "been" not in between
    pointing = at > 0 and words[at - 1].lower in _POINTERS | {"has"}
    if pointing or at == 0:
        yield from _of_it(words, at, last, parties, now=now)
        return
    if quality in _FINE and words[at].lower == "are":
        several = _listed(words, at)
        if several and not _goes_on(words, last + 1):
            for name in several:
                yield _draft(words, max(0, at - 1), last, parties, "likes", name)
            return
    topic = topic_before(words, at)
    if topic is None or _goes_on(words, last + 1) or _addressed(words, *topic) or words[0].lower in _PRAISING:
        return
    said = in_third_person(words, *topic)
    if words[topic[0]].lower.endswith("ing"):
        said = said[0].lower() + said[1:]
    if words[at].lower == "felt":
        yield _draft(words, topic[0], last, parties, "feels", f"{quality} about {said}", "{s} felt {v}")
    elif words[at].lower == "was" and _gerund(words, *topic):
        yield _draft(words, topic[0], last, parties, "did", said, f"{{s}} found this {quality}: {{v}}")


def _of_it(words: Sequence[Word], at: int, last: int, parties: Parties, *, now: bool) -> Iterator[Draft]:
    """Read "it was fun to paint outdoors", "it's great to see my work pay off", "it felt amazing"."""
    quality, start = words[last].lower, max(at - 1, 0)
    deed = _doing(words, last + 1)
    if deed is None:
        if words[at].lower in ("felt", "feels") and not _goes_on(words, last + 1):
            yield _draft(words, start, last, parties, "feels", quality)
        return
    said = deed.removeprefix("to ")
    if quality not in _PLEASANT:
        return
    if now and _own_doing(words, last + 1, clause_end(words, last + 1)):
        yield _draft(words, start, last, parties, "likes", said)
    elif words[at].lower == "was" and not _beheld(words, last + 1):
        yield _draft(words, start, last, parties, "did", said, f"{{s}} found this {quality}: {{v}}")


def _gerund(words: Sequence[Word], start: int, end: int) -> bool:
    """Whether a doing is spoken of: "reaching the top"."""
    lower = words[start].lower
    doing = lower.endswith("ing") and lower not in _NO_GERUNDS and lower not in _SIGHTS and end - start > 1
    return doing and start == 0 and not any(word.lower in _POINTERS | {"them"} for word in words[start:end])


_SIGHTS: Final = frozenset("seeing hearing knowing having being watching losing".split())


def _beheld(words: Sequence[Word], at: int) -> bool:
    """Whether something was seen or heard rather than done: "to see everyone come"."""
    return any(word.lower in _SEEN for word in words[at : at + 2])


_SEEN: Final = frozenset("see seeing watch watching hear hearing".split())


def _listed(words: Sequence[Word], at: int) -> list[str]:
    """The names of "Harry Potter and Game of Thrones are amazing"."""
    start = at
    while start and (words[start - 1].lower[0].isalnum() or words[start - 1].lower == ","):
        start -= 1
    items = list_at(words, start, at)
    if len(items) < 2 or items[-1].end != at or not all(item.proper and not item.determiner for item in items):
        return []
    return [item.text for item in items]


def _doing(words: Sequence[Word], at: int) -> str | None:
    """What follows "it was fun": "to paint outdoors", "painting outdoors"."""
    if at + 1 >= len(words):
        return None
    if [words[at].lower, words[at + 1].lower] == ["for", "me"]:
        at += 2
    to = words[at].lower == "to"
    verb = at + to
    lower = words[verb].lower if verb < len(words) else ""
    known = VERBS.get(lower)
    if to:
        if not lower.isalpha() or lower in PRONOUNS or (known is not None and "base" not in known.forms):
            return None
    elif not lower.endswith("ing") or len(lower) < 5 or lower in _NO_GERUNDS:
        return None
    end = clause_end(words, verb + 1)
    deed = deed_of(words, lower, verb + 1, end)
    if deed is None or _addressed(words, verb, end) or (lower.removesuffix("ing") in _GREETING and "from" in deed):
        return None
    if lower in _GREETING or lower in _HEARING:
        return None
    return f"to {deed}" if to else deed


_NO_GERUNDS: Final = frozenset("thing things something nothing everything anything feeling evening morning".split())
_HEARING: Final = frozenset("hearing meeting catching chatting talking knowing being having getting".split())


def _goes_on(words: Sequence[Word], at: int) -> bool:
    """Whether the quality is not all that is said: "is great for", "is an amazing view"."""
    return at < len(words) and words[at].lower[0].isalnum() and words[at].lower not in CONJUNCTIONS


def _addressed(words: Sequence[Word], start: int, end: int) -> bool:
    return any(word.lower in YOU for word in words[start:end])


def _own_doing(words: Sequence[Word], start: int, end: int) -> bool:
    """Whether it is said of the speaker's own: "to see my work pay off"; what is said of all is mere talk."""
    return any(word.lower in _MINE for word in words[start:end])


_MINE: Final = frozenset("my me myself".split())


def enjoyed_in(words: Sequence[Word], parties: Parties) -> Iterator[Draft]:
    """Read "skiing, snowboarding and skating are all fun winter activities I enjoy"."""
    for at in range(3, len(words)):
        if words[at].lower not in ("enjoy", "love") or words[at - 1].lower not in ("i", "really", "we"):
            continue
        verb = next((i for i in range(at - 2, max(0, at - 9), -1) if words[i].lower in ("is", "are")), None)
        if verb is None or (at + 1 < len(words) and words[at + 1].lower[0].isalnum()):
            continue
        start = verb
        while start and (words[start - 1].lower[0].isalnum() or words[start - 1].lower == ","):
            start -= 1
        items = list_at(words, start, verb)
        if not items or items[-1].end != verb or any(item.vague for item in items):
            continue
        for item in items:
            yield _draft(words, start, at, parties, "likes", item.text)


def _draft(
    words: Sequence[Word], start: int, last: int, parties: Parties, attribute: str, value: str, text: str | None = None
) -> Draft:
    return Draft(
        parties.speaker,
        attribute,
        value,
        words[start].start,
        words[last].end,
        timing="event" if attribute in ("feels", "did") else "state",
        text=text,
    )


WORTH: Final = _PLEASANT | _HARSH
"""Words one of which such a turn has."""
