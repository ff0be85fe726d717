"""English: what somebody did, where they went, whom they met, with its time."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from doxa.write.extract.clauses_en import Clause
from doxa.write.extract.found import Draft
from doxa.write.extract.lexicon_en import SHOWING, VAGUE_HEADS
from doxa.write.extract.objects_en import Phrase, list_at
from doxa.write.extract.parties import Parties
from doxa.write.extract.rules_en_have import PLAYED
from doxa.write.extract.rules_en_home import place_of
from doxa.write.extract.stating_en import by_verb, object_at, stated
from doxa.write.extract.subjects_en import is_name
from doxa.write.extract.tails_en import deed_of, time_at
from doxa.write.extract.verbs_en import VERBS

_MILESTONES: Final = frozenset(
    """win finish complete pass fail run host perform publish launch release paint write build graduate enroll
    register compete participate volunteer donate plant climb organize organise sign open sell break undergo
    receive earn record apply injure design develop bake lose start begin hurt sprain fracture found rescue
    renovate set raise knit draft foster cook throw hold prepare sew draw buy""".split()
)
"""Doings worth keeping without a date."""
_PASSING: Final = frozenset(
    """be have feel think say tell know see hear want need like love hate enjoy hope wish mean seem look sound help
    make keep let ask show mention talk chat realize realise remember forget believe wonder notice find
    understand appreciate miss worry care decide agree guess bet call text mean come happen stop stand sit wait
    use learn get go do live work move study become stay turn put set end inspire motivate remind encourage
    support share reach send deal struggle manage consider plan figure hit pull push add catch sleep wake thank
    laugh cry smile relate connect grow admire cherish value focus face fall follow check bring give take expect
    imagine promise joke start begin continue leave spend speak hang meet reconnect bond react reply respond""".split()
)
"""Verbs that tell of feeling, talk and course, not of a doing."""
_LIGHT: Final = frozenset("take give see get have do spend watch read catch bring make start begin find try".split())
"""Verbs whose doing is all in their object; kept with a date only."""
_EMPTY: Final = VAGUE_HEADS | frozenset(
    """event group class place shop store game show book movie blast shot look break deep walk nap breath step steps
    pride joy snag talk call hike ride trip drive swim run chat dinner lunch breakfast shower bath bunch""".split()
)


def past_event(clause: Clause, parties: Parties) -> Iterator[Draft]:
    """A finished doing worth keeping: "I ran a charity race last Saturday", "I hurt my ankle last season"."""
    predicate = clause.predicate
    done = predicate.form == "past" or (predicate.form == "perfect" and not _ongoing(clause))
    if not done or clause.party.role not in ("speaker", "person") or predicate.negative or clause.mood != "asserted":
        return
    lemma = _lemma(predicate.lemma)
    timed = dated(clause)
    at = clause.rest + (clause.lower(clause.rest) in ("myself", "ourselves", "himself", "herself"))
    phrase = object_at(clause, at)
    if not (
        lemma in _MILESTONES or (timed and (lemma not in _PASSING or lemma in _LIGHT)) or _by_object(clause, phrase)
    ):
        return
    if phrase is not None and _says_little(phrase, lemma) and not _enjoyed(clause, phrase):
        return
    if phrase is None and (clause.lower(at) not in _REACHING or lemma == "try"):
        return
    verb = clause.words[predicate.verb].lower
    deed = deed_of(
        clause.words,
        f"was {verb}" if verb.endswith("ing") else verb,
        at,
        clause.end,
        speaker=clause.party.role == "speaker",
    )
    if deed is not None:
        yield stated(clause, "did", deed, timing="event")


def _lemma(verb: str) -> str:
    """The lemma of a verb that the lexicon may not know: "talked" is "talk", "chatted" is "chat"."""
    if verb in _PASSING or not verb.endswith("ed"):
        return verb
    for end in (verb[:-2], verb[:-1], verb[:-3]):
        if end in _PASSING:
            return end
    return verb


def _by_object(clause: Clause, phrase: Phrase | None) -> bool:
    """Whether the object alone makes a doing worth keeping."""
    lemma = clause.predicate.lemma
    return phrase is not None and (_titled(phrase, lemma) or _crafted(phrase, lemma) or _played(clause, phrase))


def _titled(phrase: Phrase, lemma: str) -> bool:
    """A name makes these worth keeping: "played Overwatch", "saw the Perseid meteor shower"."""
    return lemma in _TITLED and phrase.proper and phrase.determiner in ("", "the")


def _crafted(phrase: Phrase, lemma: str) -> bool:
    """Read "made a software tool", not "made a big difference"."""
    made = lemma == "make" and phrase.determiner in ("a", "an", "some", "this", "our") and len(phrase.words) > 1
    return made and phrase.head not in _MADE_UP


_MADE_UP: Final = VAGUE_HEADS | frozenset(
    """difference team decision mistake deal point impact choice effort move wish promise friend friends progress mess
    living fool comment joke start couple connection connections appointment sense contribution""".split()
)


def _played(clause: Clause, phrase: Phrase) -> bool:
    """Read "I've played chess before"."""
    return clause.predicate.form == "perfect" and clause.predicate.lemma == "play" and phrase.head in PLAYED


def _enjoyed(clause: Clause, phrase: Phrase) -> bool:
    """Read "had a blast on our camping trip": empty by itself, but it tells where."""
    if phrase.head not in ("blast", "time", "fun", "experience", "day", "adventure") or clause.lower(
        phrase.end
    ) not in ("on", "at", "in"):
        return False
    where = object_at(clause, phrase.end + 1)
    return where is not None and where.head not in VAGUE_HEADS and where.determiner not in ("this", "that", "the")


_TITLED: Final = frozenset("play watch read try tour explore see cook make".split())
"""Doings that a name makes worth keeping: "played Overwatch", "read Dune"."""
_REACHING: Final = frozenset("in at for to with on through up out over across around into from by".split())


def _ongoing(clause: Clause) -> bool:
    """Whether it is "have been …ing"."""
    return clause.words[clause.predicate.verb].lower.endswith("ing")


def dated(clause: Clause) -> bool:
    """Whether a clause names a time."""
    words = clause.words
    if clause.has("yesterday", "ago", "recently", "today"):
        return True
    return any(
        words[i].lower in ("last", "this", "on", "in", "over") and time_at(words, i, clause.end)
        for i in range(clause.lead, clause.end)
    )


def _says_little(phrase: Phrase, lemma: str) -> bool:
    if phrase.determiner == "this" and len(phrase.words) > 1:
        return phrase.head in _EMPTY
    if phrase.determiner in SHOWING or phrase.words[0].lower in VAGUE_HEADS:
        return True
    if phrase.words[0].lower == "home":
        return True
    if phrase.head in _MISFORTUNES or phrase.head in VAGUE_HEADS:
        return True
    if phrase.proper or len(phrase.words) > 1:
        return False
    return phrase.head in _EMPTY or (phrase.determiner == "the" and lemma in _LIGHT)


_MISFORTUNES: Final = frozenset(
    "challenge setback issue problem scare talk chat conversation hit realization accomplishment call".split()
)


def got_to(clause: Clause, parties: Parties) -> Iterator[Draft]:
    """Read "I got to volunteer at a career fair", "I ended up buying a kayak", "I managed to finish my thesis"."""
    at, form = clause.rest, clause.predicate.form
    if form not in ("past", "perfect") or clause.predicate.negative or clause.party.role == "thing":
        return
    at += clause.lower(at) == "up" and clause.predicate.lemma == "end"
    at += clause.lower(at) == "to"
    verb = VERBS.get(clause.lower(at))
    bare = at == clause.rest and clause.predicate.lemma != "help"
    sight = verb is not None and verb.lemma == "see" and _sight(object_at(clause, at + 1))
    if verb is None or (verb.lemma in _PASSING - {"work"} and not sight) or not verb.forms & {"base", "ing"} or bare:
        return
    deed = deed_of(clause.words, clause.lower(at), at + 1, clause.end, speaker=clause.party.role == "speaker")
    if deed is not None and (sight or verb.lemma in _MILESTONES or dated(clause)):
        yield stated(clause, "did", deed, timing="event", text=_GOT_TO.get(clause.predicate.lemma, "{s} got to {v}"))


def _sight(phrase: Phrase | None) -> bool:
    """Whether something is named that can be seen: "some epic spots", not "it", "the point"."""
    return phrase is not None and phrase.determiner in ("a", "an", "some", "my", "our") and not phrase.vague


_GOT_TO: Final = {"help": "{s} helped to {v}", "manage": "{s} managed to {v}", "end": "{s} ended up doing this: {v}"}


def went(clause: Clause, parties: Parties) -> Iterator[Draft]:
    """Read "I went to Bruges", "we went camping", "I've been to Japan", "I visited my grandparents in Lima"."""
    predicate = clause.predicate
    if predicate.form not in ("past", "perfect") or clause.party.role not in ("speaker", "person"):
        return
    at = clause.rest
    while clause.lower(at) in ("back", "down", "over", "up", "out", "all", "on"):
        at += 1
    if predicate.lemma == "go" and clause.lower(at) in _PASTIMES:
        yield stated(clause, "did", _activity(clause, at), timing="event")
        return
    if predicate.lemma == "go" and clause.lower(clause.rest) == "on":
        yield from _journey(clause)
        return
    if predicate.lemma != "visit":
        if clause.lower(at) != "to":
            return
        at += 1
    for phrase in list_at(clause.words, at, clause.end):
        if not _visitable(phrase, predicate.lemma):
            return
        yield stated(clause, "attended" if phrase.head in _OCCASIONS else "visited", phrase.text, timing="event")


def was_in(clause: Clause, parties: Parties) -> Iterator[Draft]:
    """Read "I was in Rome last week"."""
    at = clause.lower(clause.rest)
    if clause.predicate.form != "past" or clause.predicate.negative or at not in ("in", "at"):
        return
    phrase = object_at(clause, clause.rest + 1)
    if phrase is None or not phrase.proper or phrase.determiner or clause.party.role not in ("speaker", "person"):
        return
    over = dated(clause) or phrase.end >= clause.end or clause.lower(phrase.end) in (",", "!", "and", "-")
    if over and (at == "at" or place_of(phrase) is not None):
        for place in list_at(clause.words, clause.rest + 1, clause.end):
            if place.proper and not place.determiner:
                yield stated(clause, "visited", place.text, timing="event")


def _journey(clause: Clause) -> Iterator[Draft]:
    """Read "we went on a hiking trip"."""
    phrase = object_at(clause, clause.rest + 1)
    if phrase is None or phrase.determiner not in ("a", "an", "our", "my") or phrase.head not in _JOURNEYS:
        return
    deed = deed_of(clause.words, "went", clause.rest, clause.end, speaker=clause.party.role == "speaker")
    if deed is not None and (len(phrase.words) > 1 or dated(clause)) and not clause.predicate.negative:
        yield stated(clause, "did", deed, timing="event")


_JOURNEYS: Final = frozenset(
    "trip hike cruise tour safari retreat date vacation holiday walk ride drive pilgrimage getaway expedition".split()
)


def chosen(clause: Clause, parties: Parties) -> Iterator[Draft]:
    """Read "I was drafted by a team", "she got accepted into Yale"."""
    word, following = clause.lower(clause.rest), clause.lower(clause.rest + 1)
    done = clause.predicate.form in ("past", "perfect") and not clause.predicate.negative and clause.mood == "asserted"
    if word not in _CHOSEN or following not in ("by", "to", "into", "for", "as", "in", "from") or not done:
        return
    deed = deed_of(clause.words, f"was {word}", clause.rest + 1, clause.end, speaker=clause.party.role == "speaker")
    if deed is not None and clause.party.role in ("speaker", "person"):
        yield stated(clause, "did", deed, timing="event")


_CHOSEN: Final = frozenset(
    """drafted selected chosen elected awarded accepted admitted nominated featured injured rejected invited
        picked""".split()
)


def _activity(clause: Clause, at: int) -> str:
    deed = deed_of(clause.words, "went", at, clause.end, speaker=clause.party.role == "speaker")
    return deed or f"went {clause.lower(at)}"


_PASTIMES: Final = frozenset(
    """camping hiking biking cycling swimming skiing snowboarding surfing fishing kayaking climbing shopping dancing
    bowling sailing diving snorkeling running jogging sightseeing backpacking canoeing rafting skating golfing
    paintballing karting birdwatching""".split()
)
_OCCASIONS: Final = frozenset(
    """concert festival conference workshop wedding party parade retreat meetup convention exhibition exhibit fair
    show game class seminar event funeral graduation ceremony meeting lecture gathering fundraiser tournament
    match group yoga conventions concerts reunion expo gala""".split()
)
_PLACES: Final = frozenset(
    """museum beach park zoo gym lake mountains aquarium gallery theater theatre opera doctor dentist hospital
    castle waterfall forest cinema restaurant cafe café island desert canyon vet church library shelter market
    arcade pool therapist mall bookstore diner winery brewery""".split()
)


def _visitable(phrase: Phrase, lemma: str) -> bool:
    if phrase.determiner in SHOWING | {"every", "each", "his", "her"}:
        return False
    if phrase.proper:
        return phrase.head not in ("mom", "dad", "work")
    if phrase.head == "home":
        return False
    known = phrase.head in _PLACES or phrase.head in _OCCASIONS
    if phrase.head in ("event", "group", "class", "show", "game", "party") and len(phrase.words) == 1:
        return False
    return known or (lemma == "visit" and not phrase.vague)


def met(clause: Clause, parties: Parties) -> Iterator[Draft]:
    """Read "I met Bob yesterday", "I met up with Ana"."""
    if clause.predicate.form != "past" or clause.predicate.negative or clause.party.role not in ("speaker", "person"):
        return
    at = clause.rest
    at += clause.lower(at) in ("up", "with")
    at += clause.lower(at) == "with"
    phrase = object_at(clause, at)
    if phrase is not None and not phrase.determiner and all(is_name(word) for word in phrase.words):
        yield stated(clause, "met", phrase.text, timing="event")


def attended(clause: Clause, parties: Parties) -> Iterator[Draft]:
    """Read "I attended a workshop last Friday", "I took a pottery class"."""
    if clause.predicate.form not in ("past", "perfect") or clause.predicate.negative or clause.party.role == "thing":
        return
    phrase = object_at(clause, clause.rest)
    if phrase is None or phrase.vague or phrase.head in ("event", "group"):
        return
    if clause.predicate.lemma == "attend" or (
        phrase.head in ("class", "course", "workshop", "classes", "lessons") and len(phrase.words) > 1
    ):
        yield stated(clause, "attended", phrase.text, timing="event")


def joined(clause: Clause, parties: Parties) -> Iterator[Draft]:
    """Read "I joined a fire-fighting brigade", "we've joined a book club"."""
    if clause.predicate.form not in ("past", "perfect") or clause.predicate.negative or clause.party.role == "thing":
        return
    phrase = object_at(clause, clause.rest)
    if (
        phrase is not None
        and phrase.determiner in ("a", "an", "the", "")
        and phrase.head in GROUPS
        and (len(phrase.words) > 1 or phrase.head in ("gym", "choir", "band"))
    ):
        yield stated(clause, "member_of", phrase.text, timing="change")


GROUPS: Final = frozenset(
    """club gym group team band choir brigade forum community league orchestra society association church union
    organization organisation squad class program programme network chapter council committee party""".split()
)
"""What people are members of."""

EVENTS: Final = by_verb(
    ("go visit travel fly be", went),
    ("meet", met),
    ("attend take", attended),
    ("join", joined),
    ("get manage end help", got_to),
    ("get be", chosen),
    ("be", was_in),
)
"""Rules by verb."""
