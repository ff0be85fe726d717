"""English: likes, dislikes, preferences, allergies, what somebody eats and drinks."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Final

from doxa.text.relations import ENGLISH
from doxa.write.extract.clauses_en import Clause
from doxa.write.extract.found import Draft
from doxa.write.extract.lexicon_en import AUXILIARIES, DETERMINERS, PRONOUNS, VAGUE_HEADS
from doxa.write.extract.objects_en import Phrase, noun_before, phrase_at, unsure
from doxa.write.extract.parties import Parties
from doxa.write.extract.stating_en import STATED, by_verb, listed, object_at, stated
from doxa.write.extract.tails_en import deed_of, tail_of, text_of
from doxa.write.extract.verbs_en import VERBS
from doxa.write.extract.words_en import Word, is_asked

_HATING: Final = frozenset("hate dislike detest loathe".split())
_LINKING: Final = frozenset("be have seem feel look sound keep get".split())


def _like(clause: Clause, parties: Parties) -> Iterator[Draft]:
    predicate = clause.predicate
    always = predicate.form == "future" and "always" in predicate.adverbs
    if predicate.form == "past" and not predicate.negative and clause.party.role != "thing":
        yield from _was_liked(clause)
        return
    if not always and (predicate.form not in STATED | {"used"} or clause.party.role == "thing"):
        return
    if predicate.form == "perfect" and predicate.lemma == "enjoy":
        return
    positive = (predicate.lemma not in _HATING) != predicate.negative
    if predicate.negative and predicate.lemma in _HATING:
        return  # "I don't hate it" is no liking
    at = clause.rest
    while clause.lower(at) in ("really", "both", "just", "all", "also", "so", "much", "either"):
        at += 1
    yield from liked(clause, at, positive)


def _was_liked(clause: Clause) -> Iterator[Draft]:
    """Read "I loved Becoming Nicole", of what has a name."""
    phrase = object_at(clause, clause.rest)
    named = phrase is not None and phrase.proper and not phrase.determiner
    if phrase is not None and named and clause.predicate.lemma not in _HATING and clause.mood == "asserted":
        yield stated(clause, "likes", phrase.text, timing="state")


def liked(clause: Clause, at: int, positive: bool) -> Iterator[Draft]:
    """What is liked from index `at` on: things, activities, "to hike"."""
    word = clause.lower(at)
    if word in _SENSING and not _sensed(clause, at):
        return
    if word == "to":
        yield from _to_do(clause, at + 1, positive)
    elif (word == "being" and clause.lower(at + 1) in _BEING) or (
        word.endswith("ing") and len(word) > 4 and word not in _NO_ACTIVITIES
    ):
        yield from _activities(clause, at, positive)
    elif "ing" not in (VERBS[word].forms if word in VERBS else ()):
        narrowed = _narrowed(clause, at)
        if narrowed:
            yield stated(clause, "likes", narrowed, polarity=positive)
            return
        yield from listed(clause, "likes", at, polarity=positive, vague=True, fits=_likeable)


def _narrowed(clause: Clause, at: int) -> str:
    """Read "games that test my nerves", "a game called Ludo", "the thrill of the race" as one thing."""
    phrase = phrase_at(clause.words, at, clause.end)
    if phrase is None or phrase.determiner not in ("", "a", "an", "the", "this"):
        return ""
    following = clause.lower(phrase.end)
    if following == "that" and phrase.determiner == "" and not phrase.proper and phrase.head not in _ELSEWHERE:
        verb = clause.lower(phrase.end + 1)
        doing = verb.isalpha() and verb not in AUXILIARIES | PRONOUNS | DETERMINERS
        deed = deed_of(clause.words, verb, phrase.end + 2, clause.end) if doing else None
        return "" if deed is None or phrase.vague else f"{phrase.text} that {deed}"
    if following in ("called", "named") and phrase.end + 1 < clause.end and not phrase.head.endswith("self"):
        name = phrase_at(clause.words, phrase.end + 1, clause.end)
        return f"{phrase.text} {following} {name.text}" if name is not None and name.proper else ""
    of = phrase.determiner == "the" and any(word.lower == "of" for word in phrase.words[1:-1])
    ends = following in ("", ",", "and", ".", "!", "-")
    return phrase.text if of and ends and not _ELSEWHERE & {word.lower for word in phrase.words} else ""


def _sensed(clause: Clause, at: int) -> bool:
    """Whether "seeing my kids smile", "getting lost in a book" says what is liked; not "seeing you", "getting it"."""
    start, end = tail_of(clause.words, at, clause.end)
    said = [word.lower for word in clause.words[start:end]]
    return (
        said[0] in ("seeing", "getting", "hearing")
        and len(said) > 3
        and not _ELSEWHERE & set(said)
        and said[1] not in _OPENING
    )


_ELSEWHERE: Final = frozenset("you your it them this that these those him her".split())
_NO_ACTIVITIES: Final = frozenset(
    """everything anything something nothing thing king
    ring spring evening morning string wedding building sibling darling""".split()
)
_LIGHT_GERUNDS: Final = frozenset(
    "making having doing getting taking playing working going trying sharing using keeping watching".split()
)
_SENSING: Final = frozenset("seeing hearing knowing getting feeling thinking".split())
_BEING: Final = frozenset("outdoors outside in near by around on alone active".split())
_GENERIC: Final = frozenset(
    """ocean beach sea outdoors mountains rain snow cold heat sun summer winter city countryside piano guitar
    violin theater theatre cinema opera desert forest woods water drums internet sunshine fall autumn spring
    weather""".split()
)
_POINTERS: Final = frozenset(
    "it them that this you her him me these those your yourself us one myself ourselves".split()
)


def _likeable(phrase: Phrase) -> bool:
    if phrase.determiner == "the" and phrase.words[0].lower in _GENERIC and len(phrase.words) == 1:
        return True
    if (
        phrase.vague
        or phrase.words[0].lower.endswith("self")
        or phrase.words[0].lower in ("not", "never", "so", "more")
    ):
        return False
    first = VERBS.get(phrase.words[0].lower)
    if len(phrase.words) == 1 and first is not None and first.forms == frozenset(("past", "pp")):
        return False  # "drawn to games and wanted to play"
    if phrase.determiner in ("my", "our"):
        return len(phrase.words) < 4 and phrase.head not in ENGLISH and phrase.head not in _NEAR
    return phrase.determiner not in ("some", "any", "every", "a", "an")


_NEAR: Final = frozenset("family kids friends life home fam team time group community partner parents".split())
"""What is the speaker's own: that it is loved says little."""


def _activities(clause: Clause, at: int, positive: bool) -> Iterator[Draft]:
    """Gerunds keep their prepositions: "walking in the rain"; each item of a list may be one."""
    for start, end in phrase_list(clause, at):
        said = [word.lower for word in clause.words[start:end]]
        if not _telling(clause, said, end):
            return
        deed = deed_of(clause.words, said[0], start + 1, end) if len(said) > 1 else said[0]
        if deed:
            yield stated(clause, "likes", deed, polarity=positive)


def _telling(clause: Clause, said: Sequence[str], end: int) -> bool:
    """Whether an activity says what it is by itself: not "sharing what …", not "with the friends I have"."""
    following = clause.words[end].lower if end < len(clause.words) else ""
    if len(said) > 1 and said[1] == "sure":
        return False
    if len(said) == 1 and (said[0] in _LIGHT_GERUNDS or following in _OPENING):
        return False
    if (
        following in ("that", "who", "which")
        or (_POINTERS - _SELVES) & set(said)
        or said[-1] in _SELVES
        or said[-1] in VAGUE_HEADS - _VAGUE_BUT_SEEN
    ):
        return False
    if following == "like" and end + 1 < len(clause.words) and clause.words[end + 1].lower in _POINTERS:
        return False
    if following in ("i", "we", "you", "they", "he", "she") and "the" in said:
        return False
    return not (following == "," and len(said) > 1 and said[-2] in ("a", "an"))


_SELVES: Final = frozenset("myself ourselves".split())
_OPENING: Final = frozenset("what how who where that it all".split())
_VAGUE_BUT_SEEN: Final = frozenset("places people things photos pictures others".split())


def phrase_list(clause: Clause, at: int) -> list[tuple[int, int]]:
    """Activities joined by commas, "and" or "or"."""
    items: list[tuple[int, int]] = []
    while at < clause.end and len(items) < 6:
        start, end = tail_of(clause.words, at, clause.end)
        cut = next((i for i in range(start + 1, end) if _divides(clause, start, i)), end)
        if cut == start:
            break
        items.append((start, cut))
        at = _next_activity(clause, cut)
        if at == cut:
            break
    return items


def _divides(clause: Clause, start: int, at: int) -> bool:
    """Whether "and" begins another activity: in "improving roads and schools" it goes on with the first."""
    if clause.lower(at) not in ("and", "or") or _pair(clause, at):
        return False
    return at == start + 1 or clause.lower(at + 1).endswith("ing")


def _pair(clause: Clause, at: int) -> bool:
    """Whether "and" joins a fixed pair: "friends and family"."""
    return {clause.lower(at - 1), clause.lower(at + 1)} <= {"friends", "family", "kids", "fam"}


def _next_activity(clause: Clause, at: int) -> int:
    """Index of the next item after "," or "and", or a dash before a gerund; `at` where the list is over."""
    after = at + (clause.lower(at) in (",", "-"))
    joined = clause.lower(after) in ("and", "or", "&") or (after > at and clause.lower(after) == "plus")
    after += joined
    following = clause.lower(after)
    if following.endswith("ing") and (joined or after > at):
        return after
    plain = joined and following not in ("i", "it", "my", "the", "have", "just", "a", "so", "that", "this", "we", "you")
    phrase = phrase_at(clause.words, after, clause.end) if plain else None
    return after if phrase is not None and not phrase.vague and following not in VERBS else at


def _to_do(clause: Clause, at: int, positive: bool) -> Iterator[Draft]:
    verb = clause.lower(at)
    lost = verb == "get" and clause.lower(at + 1) in ("lost", "creative", "outside", "together")
    if (
        (verb in _LINKING and not lost)
        or verb in ("think", "say", "know", "see", "hear", "do", "make", "help", "believe", "call", "try")
        or not verb.isalpha()
    ):
        return
    start, end = tail_of(clause.words, at, clause.end, longest=6)
    cut = next((i for i in range(start, end) if clause.lower(i) in ("and", "or")), end)
    if cut > start and clause.words[cut - 1].lower not in ("it", "them", "that", "this", "you", "him", "her", "me"):
        yield stated(clause, "likes", text_of(clause.words, start, cut), polarity=positive, text=None)


def _stand(clause: Clause, parties: Parties) -> Iterator[Draft]:
    """Read "I can't stand olives"."""
    if clause.predicate.form == "can" and clause.predicate.negative:
        yield from liked(clause, clause.rest, positive=False)


def _prefer(clause: Clause, parties: Parties) -> Iterator[Draft]:
    if clause.predicate.form not in STATED | {"used"} or clause.predicate.negative:
        return
    at = clause.rest
    if clause.lower(at) == "to":
        yield from _to_do(clause, at + 1, positive=True)
        return
    phrase = object_at(clause, at)
    if phrase is not None and not phrase.vague and phrase.determiner not in ("my", "a", "an"):
        yield stated(clause, "prefers", phrase.text)
        over = object_at(clause, phrase.end + 1) if clause.lower(phrase.end) in ("over", "to") else None
        if over is not None and not over.vague:
            ending = stated(clause, "prefers", over.text, timing="timeless", polarity=False)
            yield replace(ending, closes=("prefers",))


def _stop(clause: Clause, parties: Parties) -> Iterator[Draft]:
    """Read "I stopped liking jazz", "I quit smoking", "I stopped eating meat"."""
    verb = VERBS.get(clause.lower(clause.rest))
    if verb is None or clause.predicate.form not in ("past", "perfect") or clause.predicate.negative:
        return
    if verb.lemma == "be":
        yield from _no_diet(clause)
    attribute = {
        "like": "likes",
        "love": "likes",
        "enjoy": "likes",
        "eat": "eats",
        "drink": "drinks",
        "use": "uses",
    }.get(verb.lemma)
    if attribute is not None:
        yield from listed(clause, attribute, clause.rest + 1, timing="change", polarity=False)


def _no_diet(clause: Clause) -> Iterator[Draft]:
    """Read "I stopped being a vegan"."""
    at = clause.rest + 1 + (clause.lower(clause.rest + 1) in ("a", "an"))
    if clause.lower(clause.rest) == "being" and clause.lower(at) in _DIETS:
        yield stated(clause, "diet", clause.words[at].text, timing="change", polarity=False)


def _eat(clause: Clause, parties: Parties) -> Iterator[Draft]:
    """Read "I don't eat meat", "I can't eat shellfish", "I never drink coffee"."""
    predicate = clause.predicate
    if not predicate.negative or predicate.form not in ("present", "can"):
        return
    if clause.has("today", "tonight", "yet", "until", "before", "after", "enough", "much", "well", "properly"):
        return
    attribute = "eats" if predicate.lemma == "eat" else "drinks"
    phrase = object_at(clause, clause.rest)
    if phrase is None and attribute == "drinks" and clause.rest == clause.end:
        yield stated(clause, "drinks", "alcohol")
        return
    yield from listed(clause, attribute, clause.rest, fits=lambda item: not item.words[0].lower.isdigit())


def be_taste(clause: Clause, parties: Parties) -> Iterator[Draft]:
    """Read "I'm allergic to …", "I'm a big fan of …", "I'm into …", "I'm vegan"."""
    at, form = clause.rest, clause.predicate.form
    if form not in STATED | {"past", "used"} or clause.party.role == "thing":
        return
    while clause.lower(at) in _DEGREES:
        at += 1
    word = clause.lower(at)
    if word == "allergic" and clause.lower(at + 1) == "to":
        yield from listed(clause, "allergic_to", at + 2, fits=_allergen)
        return
    if form == "used":
        diet = at + (word in ("a", "an"))
        if clause.lower(diet) in _DIETS and clause.lower(diet + 1) in _AFTER_DIET:
            yield stated(clause, "diet", clause.words[diet].text)
    if form not in STATED:
        return
    if word in ("a", "an", "such") or word == "fan":
        yield from _fan(clause, at)
    elif word == "into" or (word, clause.lower(at + 1)) in _FOND:
        yield from liked(clause, at + (1 if word == "into" else 2), positive=not clause.predicate.negative)
    elif word in _DIETS and clause.lower(at + 1) in _AFTER_DIET:
        yield stated(clause, "diet", clause.words[at].text)


def _allergen(phrase: Phrase) -> bool:
    """Whether one can be allergic to it: mornings, Mondays and small talk are jokes."""
    return phrase.head.lower() not in _NO_ALLERGENS and not phrase.words[0].lower.endswith("ing")


_NO_ALLERGENS: Final = frozenset(
    """anything nothing morning mornings monday mondays tuesday tuesdays wednesday wednesdays thursday thursdays friday
    fridays sunday sundays weekday weekdays winter school work homework exercise cardio sport sports people idiots
    stupidity ignorance bullshit bs crap nonsense drama gossip talk chit-chat chitchat fun happiness love commitment
    relationships responsibility responsibilities meetings paperwork bureaucracy emails deadlines math maths politics
    politicians negativity sarcasm lies liars change mess adulting chores hypocrisy failure losing boredom romance
    compliments feelings emotions authority rules jokes puns jargon buzzwords hype cliches clichés""".split()
)


_DEGREES: Final = frozenset(
    """really very so super quite totally pretty deathly severely highly also mildly more all still actually
    terribly""".split()
)


_FOND: Final = frozenset(
    [
        ("fond", "of"),
        ("crazy", "about"),
        ("obsessed", "with"),
        ("keen", "on"),
        ("mad", "about"),
        ("passionate", "about"),
        ("drawn", "to"),
        ("hooked", "on"),
        ("addicted", "to"),
    ]
)
_DIETS: Final = frozenset("vegan vegetarian pescatarian veggie gluten-free keto".split())


def _fan(clause: Clause, at: int) -> Iterator[Draft]:
    j = at
    while clause.lower(j) in _BEFORE_FAN:
        j += 1
    if clause.lower(j) in ("fan", "lover") and clause.lower(j + 1) == "of":
        yield from liked(clause, j + 2, positive=not clause.predicate.negative and clause.lower(at) != "not")
    elif clause.lower(j + 1) == "fan" and clause.lower(j).isalpha() and clause.lower(j) not in _DEGREES:
        yield stated(clause, "likes", clause.words[j].text)
    elif clause.lower(j) in _DIETS and clause.lower(j + 1) in _AFTER_DIET:
        yield stated(clause, "diet", clause.words[j].text)


_AFTER_DIET: Final = frozenset(("", ",", "and", "now", "but", "for", "since", "so", "because", "anymore", "any"))
_BEFORE_FAN: Final = frozenset(
    """a an such big huge massive real great major total lifelong die-hard avid not much of the biggest proud""".split()
)


def _has_love(clause: Clause, parties: Parties) -> Iterator[Draft]:
    """Read "I've always had a love for horses", "she has a passion for cooking"."""
    if clause.predicate.form not in ("present", "perfect") or clause.party.role == "thing":
        return
    phrase = object_at(clause, clause.rest)
    if phrase is None or phrase.head not in _LOVES or clause.lower(phrase.end) != "for":
        return
    if phrase.head != "spot" or phrase.words[0].lower == "soft":
        yield from liked(clause, phrase.end + 1, positive=not clause.predicate.negative)


_LOVES: Final = frozenset("love passion weakness spot thing".split())


def favourites_in(words: Sequence[Word], parties: Parties) -> Iterator[Draft]:
    """Read "Blue's my fave", "skiing is one of my favourites", "Dune is my favourite book", "it's mostly my thing"."""
    if is_asked(words):
        return
    for at in range(1, len(words) - 2):
        if words[at].lower not in ("is", "'s", "are") or words[at + 1].lower not in _BEFORE_MINE:
            continue
        mine = next((i for i in range(at + 1, min(at + 5, len(words))) if words[i].lower == "my"), None)
        if mine is None or mine + 1 >= len(words) or words[mine + 1].lower not in _FAVOURITE | _PASSIONS:
            continue
        subject = noun_before(words, at)
        if subject is None or subject.vague or unsure(words, subject.start):
            continue
        several = mine > at + 1 and words[mine - 1].lower == "of"
        yield _favourite_of(words, subject, mine, parties, several=several)


_PASSIONS: Final = frozenset("thing weakness passion obsession jam".split())
_BEFORE_MINE: Final = frozenset("my one definitely still always mostly totally also really".split())


_FAVOURITE: Final = frozenset("favorite favourite fave fav favorites favourites faves".split())


def appositions_in(words: Sequence[Word], parties: Parties) -> Iterator[Draft]:
    """Read "a pic of my favourite, Lord of the Rings"."""
    for at in range(len(words) - 3):
        if words[at].lower != "my" or words[at + 1].lower not in ("favorite", "favourite", "fave"):
            continue
        comma = at + 2 if words[at + 2].lower == "," else at + 3
        if comma + 1 < len(words) and words[comma].lower == "," and words[comma + 1].capital:
            phrase = phrase_at(words, comma + 1, len(words))
            if phrase is not None and phrase.proper and not unsure(words, at):
                yield Draft(parties.speaker, "likes", phrase.text, words[at].start, phrase.words[-1].end)


def _favourite_of(words: Sequence[Word], subject: Phrase, mine: int, parties: Parties, *, several: bool) -> Draft:
    end = mine + 2
    noun = phrase_at(words, end, min(end + 4, len(words))) if end < len(words) else None
    topic = (
        noun.text.lower()
        if noun is not None and not noun.determiner and not several and noun.head not in VAGUE_HEADS
        else ""
    )
    attribute = "favourite_" + topic.replace(" ", "_") if topic else "likes"
    return Draft(
        parties.speaker,
        attribute,
        subject.text,
        words[subject.start].start,
        words[end - 1 if noun is None else noun.end - 1].end,
    )


TASTE: Final = by_verb(
    ("like love enjoy adore hate dislike detest loathe", _like),
    ("have", _has_love),
    ("stand", _stand),
    ("prefer", _prefer),
    ("stop quit", _stop),
    ("eat drink", _eat),
)
"""Rules by verb."""
