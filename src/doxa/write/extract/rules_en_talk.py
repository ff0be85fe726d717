"""English: turns of everyday talk in which the speaker is no subject: "yoga helps me relax", "my dream is to sail"."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Final, TypeAlias

from doxa.write.extract.found import Draft, Party
from doxa.write.extract.lexicon_en import ADVERBS, POINTING, PREPOSITIONS, PRONOUNS, RELATIVES, VAGUE_HEADS
from doxa.write.extract.objects_en import list_at, phrase_at, unsure
from doxa.write.extract.parties import Parties
from doxa.write.extract.tails_en import deed_of, tail_of, text_of
from doxa.write.extract.verbs_en import NOUN_LIKE, VERBS
from doxa.write.extract.words_en import Word, is_asked

_HARD: Final = frozenset(".!?;:()…—–,-\n")
_UNREAL: Final = frozenset("would could might may should can if maybe perhaps 'd will 'll".split())
_OPENERS: Final = frozenset(
    "yeah yes yep well oh so and but plus also because since although though that thanks".split()
)
_LONGEST_TOPIC: Final = 6


def spoken_in(words: Sequence[Word], parties: Parties) -> Iterator[Draft]:
    """What such turns say of the speaker.

    Args:
        words: The words of the sentence.
        parties: The people of the message.

    Yields:
        A draft for each turn found.
    """
    if is_asked(words):
        return
    for at, word in enumerate(words):
        read = _READERS.get(word.lower)
        if read is not None and at and not unsure(words, at) and not _unreal(words, at):
            yield from read(words, at, parties)


def _unreal(words: Sequence[Word], at: int) -> bool:
    return any(word.lower in _UNREAL for word in words[max(0, at - 3) : at])


def _lower(words: Sequence[Word], at: int) -> str:
    return words[at].lower if 0 <= at < len(words) else ""


def clause_end(words: Sequence[Word], at: int) -> int:
    """Index of the mark that ends the clause at `at`, or of the end of the sentence."""
    while at < len(words) and words[at].lower not in _HARD:
        at += 1
    return at


def topic_before(words: Sequence[Word], end: int) -> tuple[int, int] | None:
    """Where what is spoken of begins and ends, right before the verb at `end`: "yoga", "writing in my journal"."""
    while end and words[end - 1].lower in ADVERBS | _HAVE:
        end -= 1
    start = end
    while start and end - start <= _LONGEST_TOPIC:
        lower = words[start - 1].lower
        if lower in _OPENERS or not (lower[0].isalnum() or lower == "'s"):
            break
        start -= 1
    if start == end or end - start > _LONGEST_TOPIC:
        return None
    first = words[start].lower
    if any(word.lower in PRONOUNS | RELATIVES or word.lower in _WHOSE for word in words[start:end]):
        return None
    if first.endswith("ing") and len(first) > 5:
        return (start, end)
    phrase = phrase_at(words, start, end)
    if phrase is None or phrase.end != end or phrase.determiner in POINTING:
        return None
    if phrase.head in VAGUE_HEADS and (len(phrase.words) < 2 or phrase.determiner):
        return None  # "the time", but "family time"
    return None if phrase.head in _WHOLE else (phrase.start, end)


_HAVE: Final = frozenset("has have 've 's".split())
_WHOSE: Final = frozenset("your his her their its these those this such".split())
_WHOLE: Final = frozenset("life everything rest nothing".split())


def _draft(
    words: Sequence[Word], start: int, end: int, parties: Parties, attribute: str, value: str, text: str | None = None
) -> Draft:
    return Draft(parties.speaker, attribute, value, words[start].start, words[end - 1].end, text=text)


def in_third_person(words: Sequence[Word], start: int, end: int) -> str:
    """Words with "my" and "our" in the third person."""
    said = (Word("their", "their", w.start, w.end) if w.lower in ("my", "our") else w for w in words[start:end])
    return text_of(tuple(said), 0, end - start)


def _valued(words: Sequence[Word], at: int, parties: Parties) -> Iterator[Draft]:
    """Read "family time means a lot to me", "staying active is so important to me", "honesty matters to me"."""
    verb = at
    if words[at].lower in _DEAR:
        while verb and words[verb].lower not in ("is", "are", "'s", "was", "been") and at - verb < 5:
            verb -= 1
        verb -= words[verb].lower == "been"
    to = next((i for i in range(at + 1, min(at + 7, len(words) - 1)) if words[i].lower == "to"), None)
    topic = topic_before(words, verb)
    if to is None or words[to + 1].lower not in ("me", "us") or topic is None or verb == 0:
        return
    if words[at].lower in ("means", "mean") and not {w.lower for w in words[at + 1 : to]} & _MUCH:
        return
    yield _draft(words, topic[0], to + 2, parties, "values", in_third_person(words, *topic), "{s} values {v}")


_IS: Final = frozenset("is 's are been".split())


def _in_life(words: Sequence[Word], at: int, parties: Parties) -> Iterator[Draft]:
    """Read "music is a big part of my life"."""
    if [_lower(words, at + 1), _lower(words, at + 2)] not in (["of", "my"], ["of", "our"]):
        return
    verb = next((i for i in range(at - 1, max(-1, at - 6), -1) if words[i].lower in _IS), None)
    topic = None if verb is None else topic_before(words, verb)
    if topic is not None and _lower(words, at + 3) in ("life", "lives"):
        yield _draft(words, topic[0], at + 4, parties, "values", in_third_person(words, *topic), "{s} values {v}")


_DEAR: Final = frozenset("important special dear meaningful precious".split())
_MUCH: Final = frozenset("lot much everything world deal".split())


def _helped(words: Sequence[Word], at: int, parties: Parties) -> Iterator[Draft]:
    """Read "running helps me clear my head": of the thing, what it is good for."""
    topic = topic_before(words, at)
    if _lower(words, at + 1) != "me" or topic is None:
        return
    verb = at + 2 + (_lower(words, at + 2) == "to")
    deed = _doing(words, verb)
    if deed is None:
        return
    thing = Party(in_third_person(words, *topic), "thing")
    text = f"{{s}} helps {parties.speaker.name} {{v}}"
    yield Draft(thing, "helps", deed, words[topic[0]].start, words[min(verb, len(words) - 1)].end, text=text)


def _doing(words: Sequence[Word], verb: int) -> str | None:
    """A bare verb with its tail."""
    word = _lower(words, verb)
    known = VERBS.get(word)
    if not word.isalpha() or word in PREPOSITIONS | PRONOUNS or word in _NOT_DONE:
        return None
    end = clause_end(words, verb + 1)
    if (known is not None and "base" not in known.forms) or word.endswith("ing"):
        return None
    if word == "keep" and not _lower(words, verb + 1).endswith("ing"):
        return None
    deed = deed_of(words, word, verb + 1, end)
    return deed or (word if verb + 1 >= end and word in _ALONE else None)


_NOT_DONE: Final = frozenset("be know see hear think say tell realize a the my out so with when as do".split())
_ALONE: Final = frozenset(
    "relax unwind focus sleep cope recharge destress de-stress adopt volunteer paint write".split()
)


def _moved(words: Sequence[Word], at: int, parties: Parties) -> Iterator[Draft]:
    """Read "it made me want to travel", "it made me determined to adopt", "it inspired me to paint": a wish."""
    if _lower(words, at + 1) != "me":
        return
    to = at + 2
    if words[at].lower in ("made", "makes", "make"):
        if _lower(words, to) in ("love", "appreciate", "enjoy"):
            yield from _made_to_love(words, at, to + 1, parties)
            return
        while _lower(words, to) in _DEGREES:
            to += 1
        if _lower(words, to) not in ("want", "wanna", "determined", "eager"):
            return
        to += 1
    if _lower(words, to) != "to":
        return
    deed = _doing(words, to + 1)
    if deed is not None:
        start, end = words[at].start, words[to + 1].end
        yield Draft(parties.speaker, "wants", f"to {deed}", start, end, timing="plan", mood="wish")


def _made_to_love(words: Sequence[Word], at: int, thing: int, parties: Parties) -> Iterator[Draft]:
    """Read "moments like these make me love my job"."""
    phrase = phrase_at(words, thing, clause_end(words, thing))
    if phrase is None or phrase.vague or any(word.lower in PRONOUNS | {"love"} for word in phrase.words):
        return
    yield Draft(parties.speaker, "likes", phrase.text, words[at].start, phrase.words[-1].end)


_DEGREES: Final = frozenset("even more so really also all very just".split())


def _given(words: Sequence[Word], at: int, parties: Parties) -> Iterator[Draft]:
    """Read "it gives me a sense of purpose", "music brings me so much joy"."""
    if _lower(words, at + 1) != "me":
        return
    noun = at + 2
    while _lower(words, noun) in _AMOUNTS:
        noun += 1
    phrase = phrase_at(words, noun, clause_end(words, noun))
    if phrase is None or phrase.words[0].lower not in _MOODS | {"sense", "feeling", "rush", "boost"}:
        return
    if phrase.words[0].lower not in _MOODS and _lower(words, phrase.start + 1) != "of":
        return
    topic = topic_before(words, at) if phrase.words[0].lower in ("joy", "happiness", "comfort", "peace") else None
    if topic is not None:
        yield _draft(words, topic[0], phrase.end, parties, "likes", in_third_person(words, *topic))
    yield _draft(words, at, phrase.end, parties, "feels", phrase.text)


_AMOUNTS: Final = frozenset("a an so much such some lots lot of real great huge big true real the".split())
_MOODS: Final = frozenset(
    "joy peace comfort hope strength confidence courage energy motivation purpose happiness pride satisfaction".split()
)


def _first(words: Sequence[Word], at: int, parties: Parties) -> Iterator[Draft]:
    """Read "it was my first time on a plane"."""
    if [_lower(words, at - 2), _lower(words, at - 1)] not in (["my", "first"], ["our", "first"]):
        return
    deed = deed_of(words, "first time", at + 1, clause_end(words, at + 1))
    if deed is not None and _lower(words, at - 3) in ("was", "is", "'s", "for"):
        start, end = words[at - 2].start, words[clause_end(words, at + 1) - 1].end
        text = "{s} had their {v}"
        yield Draft(parties.speaker, "did", deed, start, end, timing="event", text=text)


def _aimed(words: Sequence[Word], at: int, parties: Parties) -> Iterator[Draft]:
    """Read "my dream is to open a bakery", "winning the cup is my biggest goal"."""
    own = next((i for i in range(at - 1, max(-1, at - 5), -1) if words[i].lower == "my"), None)
    if own is None or any(words[i].lower in _GONE for i in range(own, at)):
        return
    following = _lower(words, at + 1)
    if following in ("is", "'s") or (following == "has" and _lower(words, at + 2) == "always"):
        to = next((i for i in range(at + 2, min(at + 6, len(words))) if words[i].lower == "to"), None)
        deed = _doing(words, to + 1) if to is not None else None
        if deed is not None and to is not None:
            yield _draft(words, own, to + 2, parties, "goal", deed)
        return
    if _lower(words, own - 1) not in ("is", "'s", "are") or not (not following or following in _HARD | {"and", "but"}):
        return
    topic = topic_before(words, own - 1)
    if topic is not None:
        yield _draft(words, topic[0], at + 1, parties, "goal", in_third_person(words, *topic))


_GONE: Final = frozenset("old former childhood first last".split())


def _outlet(words: Sequence[Word], at: int, parties: Parties) -> Iterator[Draft]:
    """Read "cooking is a great way for me to relax", "tea is my go-to drink", "it's my favourite way to relax"."""
    verb = next((i for i in range(at - 1, max(-1, at - 6), -1) if words[i].lower in ("is", "'s", "are")), None)
    if verb is None:
        return
    between = {word.lower for word in words[verb + 1 : at]}
    mine = "my" in between and (words[at].lower == "go-to" or between & {"favorite", "favourite", "main"})
    for_me = [_lower(words, at + 1), _lower(words, at + 2)] == ["for", "me"] and between & _GOOD
    topic = topic_before(words, verb)
    if topic is not None and (mine or for_me):
        yield _draft(words, topic[0], at + 1, parties, "likes", in_third_person(words, *topic))


_GOOD: Final = frozenset("great good perfect nice wonderful fantastic lovely amazing".split())


def _enjoyed(words: Sequence[Word], at: int, parties: Parties) -> Iterator[Draft]:
    """Read "painting is something I really enjoy"."""
    verb, subject = at - 1, at + 1
    if _lower(words, subject) == "that":
        subject += 1
    if _lower(words, verb) not in ("is", "'s") or _lower(words, subject) != "i":
        return
    last = subject + 1
    while _lower(words, last) in ADVERBS:
        last += 1
    topic = topic_before(words, verb)
    if topic is not None and _lower(words, last) in ("love", "enjoy", "like", "adore"):
        yield _draft(words, topic[0], last + 1, parties, "likes", in_third_person(words, *topic))


def _fond(words: Sequence[Word], at: int, parties: Parties) -> Iterator[Draft]:
    """Read "my love of reading", "our passion for fantasy novels"."""
    if _lower(words, at - 1) not in ("my", "our") or _lower(words, at + 1) not in ("for", "of"):
        return
    start, end = tail_of(words, at + 2, clause_end(words, at + 2))
    end = next((i for i in range(start + 1, end) if "s" in _forms(words[i]) or words[i].lower in _MORE), end)
    phrase = phrase_at(words, start, end) if end > start else None
    if _lower(words, start).endswith("ing") and end > start:
        yield _draft(words, at - 1, end, parties, "likes", in_third_person(words, start, end))
    elif phrase is not None and not phrase.vague and phrase.head not in VAGUE_HEADS:
        yield _draft(words, at - 1, phrase.end, parties, "likes", phrase.text)


def _forms(word: Word) -> frozenset[str]:
    known = VERBS.get(word.lower)
    return known.forms if known is not None and word.lower not in NOUN_LIKE else frozenset()


_MORE: Final = frozenset("even more brings keeps means helps gives makes".split())


def _favourites(words: Sequence[Word], at: int, parties: Parties) -> Iterator[Draft]:
    """Read "two of my favourites are Dune and Solaris"."""
    if _lower(words, at - 1) not in ("my", "our") or _lower(words, at - 2) != "of" or _lower(words, at + 1) != "are":
        return
    for item in list_at(words, at + 2, clause_end(words, at + 2)):
        if not item.vague:
            yield _draft(words, at - 1, item.end, parties, "likes", item.text)


_Reader: TypeAlias = Callable[[Sequence[Word], int, Parties], Iterator[Draft]]
_ROWS: Final[tuple[tuple[str, _Reader], ...]] = (
    ("part", _in_life),
    ("means mean matters important special dear meaningful precious", _valued),
    ("helps helped", _helped),
    ("inspired inspires motivated motivates encouraged encourages made makes make pushed pushes drives", _moved),
    ("love passion", _fond),
    ("favorites favourites", _favourites),
    ("gives gave given brings brought", _given),
    ("dream goal aim ambition", _aimed),
    ("time", _first),
    ("way go-to", _outlet),
    ("something", _enjoyed),
)
_READERS: Final[Mapping[str, _Reader]] = {word: reader for row, reader in _ROWS for word in row.split()}
TRIGGERS: Final = frozenset(_READERS)
"""Words one of which such a turn has."""
