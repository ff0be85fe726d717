"""English: what somebody has, owns, bought, sold; pets, children, siblings, illnesses; languages and skills."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from doxa.text.relations import ENGLISH
from doxa.write.extract.clauses_en import Clause
from doxa.write.extract.found import Draft, Party, Timing
from doxa.write.extract.lexicon_en import NUMBERS, VAGUE_HEADS
from doxa.write.extract.objects_en import Phrase, list_at, phrase_at, unsure
from doxa.write.extract.occupations_en import ORGANISATIONS
from doxa.write.extract.parties import Parties
from doxa.write.extract.rules_en_profile import NATIONALITIES
from doxa.write.extract.stating_en import STATED, by_verb, listed, object_at, stated
from doxa.write.extract.subjects_en import is_name
from doxa.write.extract.tails_en import deed_of, tail_of, text_of
from doxa.write.extract.words_en import Word

POSSESSIONS: Final = frozenset(
    """car bike bicycle motorcycle motorbike scooter van truck boat house home apartment flat condo cabin cottage
    garden studio garage laptop computer macbook ipad tablet phone iphone android pc console playstation
    xbox camera guitar piano violin cello drum drums ukulele keyboard bass saxophone flute harp banjo
    record-player turntable telescope drone printer tv television fridge oven grill kayak surfboard snowboard
    skateboard tent caravan rv tesla toyota honda bmw jeep subaru ford prius lathe kiln greenhouse bookshop shop
    store bakery cafe restaurant business company necklace ring watch plant plants collection aquarium tattoo
    tattoos treadmill sofa couch bookshelf library pool hot-tub espresso-machine kitchen-aid airfryer ps5 switch
    headset speaker headphones vinyls bowl mug vase jersey sneakers scarf doll figurine figurines trophy medal plaque
    bookcase bookshelves desk chair lamp poster posters toolbox microphone monitor mouse controller webcam router
    dress jacket coat hat boots bracelet pendant earrings backpack wallet blanket quilt sculpture painting
    paintings easel sketchbook notebook journal diary telescope binoculars skis snowshoes paddleboard canoe""".split()
)
"""Things that one owns for long."""
PETS: Final = frozenset(word for word, relation in ENGLISH.items() if relation.role == "animal") | frozenset(
    """dogs cats puppies kittens parrots hamsters rabbits bunnies turtles tortoises horses fish snakes lizards geckos
    birds pets corgi husky dachshund chihuahua shepherd terrier spaniel pug retriever chickens hens goats ferret
    chinchilla ferrets guinea-pigs lab doodle""".split()
)
"""Words for animals that are kept."""
_FAMILY: Final = {
    "kids": "child", "children": "child", "sons": "child", "daughters": "child", "son": "child", "daughter": "child",
    "kid": "child", "child": "child", "toddler": "child", "twins": "child", "brother": "sibling", "sister": "sibling",
    "brothers": "sibling", "sisters": "sibling", "siblings": "sibling", "sibling": "sibling", "boyfriend": "partner",
    "girlfriend": "partner", "husband": "partner", "wife": "partner",
}  # fmt: skip
_ILLNESSES: Final = frozenset(
    """diabetes asthma epilepsy arthritis migraine migraines adhd autism dyslexia depression anxiety insomnia
    hypertension anemia anaemia eczema psoriasis cancer celiac ibs allergies hypothyroidism endometriosis scoliosis
    tinnitus vertigo sciatica bronchitis pneumonia covid ptsd ocd fibromyalgia gout hayfever""".split()
)
_LANGUAGES: Final = NATIONALITIES | frozenset(
    """mandarin cantonese arabic hindi urdu bengali tamil farsi hebrew swahili latin tagalog esperanto gaelic
    flemish sign""".split()
)  # fmt: skip


def _have(clause: Clause, parties: Parties) -> Iterator[Draft]:
    if clause.predicate.form not in ("present", "perfect", "used") or clause.party.role not in ("speaker", "person"):
        return
    at = clause.rest
    at += clause.lower(at) == "got"
    for phrase in list_at(clause.words, at, clause.end):
        yield from _had(clause, phrase)


def _had(clause: Clause, phrase: Phrase, *, start: bool = False) -> Iterator[Draft]:
    """What having that thing says: a pet, a child, an illness, a possession."""
    head = phrase.head
    if phrase.determiner in ("the", "this", "that", "your", "my", "our", "her", "his", "their") and not start:
        return
    if head in PETS and phrase.words[0].lower not in ("hot",):
        yield from _pet(clause, phrase, start)
    elif head in _FAMILY and not start:
        yield from _relative(clause, phrase)
    elif head in _ILLNESSES and not start:
        yield stated(clause, "medical_condition", phrase.text)
    elif head in ("allergy", "allergies") and clause.lower(phrase.end) == "to" and not start:
        yield from listed(clause, "allergic_to", phrase.end + 1)
    elif head in POSSESSIONS and _ownable(clause, phrase):
        yield stated(clause, "owns", phrase.text, timing="change" if start else None)


def _ownable(clause: Clause, phrase: Phrase) -> bool:
    return not any(
        word.lower in ("own", "good", "great", "whole", "nice") for word in phrase.words[:1]
    ) and clause.lower(phrase.end) not in ("of", "to")


def _pet(clause: Clause, phrase: Phrase, start: bool) -> Iterator[Draft]:
    timing: Timing | None = "change" if start else None
    at = phrase.end
    if clause.lower(at) in ("named", "called") or (
        clause.lower(at) == "," and clause.lower(at + 1) in ("named", "called")
    ):
        at += 1 + (clause.lower(at) == ",")
        names = [item for item in list_at(clause.words, at, clause.end) if is_name(item.words[0])]
        for name in names:
            yield stated(clause, "has_pet", name.text, timing=timing)
        if len(names) == 1:
            animal = Party(names[0].text, "animal")
            lasts: Timing | None = "state" if start else None  # of a former pet both are over
            yield stated(clause, "species", phrase.head, subject=animal, timing=lasts, text="{s} is a " + phrase.head)
            return
        if names:
            return
    yield stated(clause, "has_pet", phrase.text, timing=timing)


def _relative(clause: Clause, phrase: Phrase) -> Iterator[Draft]:
    attribute = _FAMILY[phrase.head]
    if clause.lower(phrase.end) in ("named", "called"):
        for name in list_at(clause.words, phrase.end + 1, clause.end):
            if is_name(name.words[0]):
                yield stated(clause, attribute, name.text, text="{s}'s " + phrase.head + " is {v}")
        return
    counted = (
        phrase.words[0].lower in NUMBERS
        or phrase.words[0].lower.isdigit()
        or phrase.determiner in ("a", "an", "no", "any")
    )
    several = (
        not phrase.determiner and phrase.head in ("kids", "children", "twins", "siblings") and len(phrase.words) == 1
    )
    if (counted or several) and phrase.determiner != "no":
        article = phrase.determiner + " " if phrase.determiner in ("a", "an") else ""
        denied = "does not have" if clause.predicate.negative else "has"
        yield stated(clause, attribute, phrase.text, text="{s} " + denied + " " + article + "{v}")


def _own(clause: Clause, parties: Parties) -> Iterator[Draft]:
    if clause.predicate.form in STATED | {"used"} and clause.party.role in ("speaker", "person"):
        yield from listed(clause, "owns", clause.rest)


def _lacks(clause: Clause, parties: Parties) -> Iterator[Draft]:
    """Read "I still haven't gotten a dog"."""
    if (
        clause.predicate.form != "perfect"
        or not clause.predicate.negative
        or clause.party.role not in ("speaker", "person")
    ):
        return
    phrase = object_at(clause, clause.rest)
    if phrase is not None and phrase.determiner in ("a", "an", "any") and phrase.head in PETS | POSSESSIONS:
        yield stated(clause, "has_pet" if phrase.head in PETS else "owns", phrase.text)


def _acquire(clause: Clause, parties: Parties) -> Iterator[Draft]:
    """Read "I bought a car", "we adopted a dog named Clef", "I got a new laptop"."""
    if (
        clause.predicate.form not in ("past", "perfect")
        or clause.predicate.negative
        or clause.party.role not in ("speaker", "person")
    ):
        return
    at = clause.rest
    at += clause.lower(at) in ("myself", "ourselves", "us", "me")
    at += clause.lower(at) == "another"
    bought = clause.predicate.lemma == "buy"
    for phrase in list_at(clause.words, at, clause.end):
        if phrase.determiner in _TAKEN and (bought or phrase.determiner in _ONE or phrase.words[0].lower == "new"):
            yield from _had(clause, phrase, start=True)
    yield from _got_thing(clause, at, bought)


def _got_thing(clause: Clause, at: int, bought: bool) -> Iterator[Draft]:
    """Read "I got this cool video card", "we bought a pop-up camper": a thing, and that it was got."""
    phrase = object_at(clause, at)
    if (
        phrase is None
        or phrase.head in PETS | POSSESSIONS | VAGUE_HEADS
        or (phrase.vague and phrase.determiner != "this")
    ):
        return
    new = phrase.determiner in ("this", "a", "an", "some") and len(phrase.words) > 1
    if not (new or (bought and phrase.determiner in ("a", "an", "this", "some"))) or is_abstract(phrase.head):
        return
    if clause.predicate.lemma == "get" and phrase.words[0].lower != "new" and phrase.determiner != "this":
        return
    yield stated(clause, "owns", phrase.text.removeprefix("new "), timing="change")
    deed = deed_of(clause.words, clause.words[clause.predicate.verb].lower, at, clause.end)
    if deed is not None:
        yield stated(clause, "did", deed, timing="event")


def is_abstract(head: str) -> bool:
    """Whether a noun names no thing that can be owned."""
    return head in _NOT_THINGS | VAGUE_HEADS or head.endswith(
        ("tion", "ment", "ness", "ship", "ity", "ance", "ence", "ing", "ings")
    )


_NOT_THINGS: Final = frozenset(
    """job role position gig idea ideas news offer deal call message text email letter ticket tickets haircut tattoo
    food dinner lunch breakfast meal drinks coffee groceries chance feedback advice response reply grade score degree
    boyfriend girlfriend roommate boss coach teacher trainer friend baby cold flu virus vibe boost kick look sense
    perspective project assignment client contract sponsor raise injury award medal trophy prize thing stuff time
    place start break rest hug compliment review question answer plan insight inspiration
    diet routine schedule hobby skill life career team book movie song favorite role home city country school
    office class project adventure journey family relative boyfriend colleague address number email name dream goal
    passion obsession habit normal chapter game recipe recipes level phase season semester year love look age sport
    workplace company endeavor endeavour lease venture role neighborhood neighbourhood""".split()
)


_ONE: Final = frozenset(("a", "an", ""))
_TAKEN: Final = _ONE | {"the", "some", "our", "my"}


def _sell(clause: Clause, parties: Parties) -> Iterator[Draft]:
    if (
        clause.predicate.form in ("past", "perfect")
        and not clause.predicate.negative
        and clause.party.role in ("speaker", "person")
    ):
        phrase = object_at(clause, clause.rest)
        if phrase is not None and phrase.determiner in ("my", "our", "his", "her") and phrase.head in POSSESSIONS:
            yield stated(clause, "owns", phrase.text, timing="change", polarity=False)


def _speak(clause: Clause, parties: Parties) -> Iterator[Draft]:
    if clause.predicate.form in ("present", "can", "perfect") and clause.party.role in ("speaker", "person"):
        at = clause.rest
        while clause.lower(at) in _FLUENCY:
            at += 1
        for phrase in list_at(clause.words, at, clause.end):
            if phrase.words[-1].lower in _LANGUAGES and len(phrase.words) <= 2:
                yield stated(clause, "speaks", phrase.words[-1].text)


_FLUENCY: Final = frozenset("fluent basic some a little bit of good decent only conversational both".split())


def _play(clause: Clause, parties: Parties) -> Iterator[Draft]:
    lasting = clause.predicate.form == "perfect" and clause.words[clause.predicate.verb].lower.endswith("ing")
    if clause.predicate.form == "progressive":
        yield from listed(clause, "plays", clause.rest, fits=lambda phrase: phrase.proper)
    if not (lasting or clause.predicate.form in ("present", "can")) or clause.party.role not in ("speaker", "person"):
        return
    for phrase in list_at(clause.words, clause.rest, clause.end):
        named = phrase.proper and not phrase.determiner and clause.predicate.form != "can"
        if (phrase.head in PLAYED or named) and phrase.determiner in ("", "the"):
            yield stated(clause, "plays", phrase.text)


def played_in(words: Sequence[Word], parties: Parties) -> Iterator[Draft]:
    """Read "running, reading or playing my violin": an instrument of one's own that is played."""
    for at in range(len(words) - 2):
        if words[at].lower not in ("playing", "play") or words[at + 1].lower != "my" or unsure(words, at):
            continue
        phrase = phrase_at(words, at + 1, min(len(words), at + 6))
        if phrase is not None and phrase.head in PLAYED:
            end = phrase.words[-1].end
            yield Draft(parties.speaker, "plays", phrase.text, words[at].start, end)


PLAYED: Final = frozenset(
    """guitar piano violin cello drums ukulele bass saxophone flute harp banjo clarinet trumpet keyboard accordion
    harmonica viola tennis football soccer basketball volleyball chess golf badminton baseball hockey cricket rugby
    softball squash padel pickleball poker dnd go mahjong frisbee handball lacrosse billiards darts""".split()
)
"""What people play: instruments, sports, games."""


def _learn(clause: Clause, parties: Parties) -> Iterator[Draft]:
    ing = clause.words[clause.predicate.verb].lower.endswith("ing")
    if (
        clause.predicate.form not in ("progressive", "perfect")
        or not ing
        or clause.party.role not in ("speaker", "person")
    ):
        return
    at = clause.rest
    at += clause.lower(at) == "about"
    if clause.lower(at) == "how" and clause.lower(at + 1) == "to":
        at += 1
    if clause.lower(at) == "to":
        start, end = tail_of(clause.words, at + 1, clause.end, longest=6)
        if end > start and clause.lower(start) not in _LIFE_LESSONS:
            yield stated(clause, "learning", "to " + text_of(clause.words, start, end))
        return
    phrase = object_at(clause, at)
    if (
        phrase is not None
        and not phrase.vague
        and phrase.determiner in ("", "the")
        and phrase.words[0].lower not in ("more", "about", "new", "how")
    ):
        yield stated(clause, "learning", phrase.text)


_LIFE_LESSONS: Final = frozenset(
    """be have accept love let appreciate embrace live trust manage not deal cope balance enjoy keep""".split()
)


def _use(clause: Clause, parties: Parties) -> Iterator[Draft]:
    """Read "I use Python and Rust at work"."""
    if clause.predicate.form in STATED and clause.party.role in ("speaker", "person"):
        yield from listed(clause, "uses", clause.rest, fits=lambda phrase: phrase.proper)


def _drive(clause: Clause, parties: Parties) -> Iterator[Draft]:
    """Read "I drive a Tesla Model 3"."""
    phrase = object_at(clause, clause.rest)
    if phrase is not None and clause.predicate.form == "present" and phrase.determiner in ("a", "an") and phrase.proper:
        yield stated(clause, "car", phrase.text)


def _run(clause: Clause, parties: Parties) -> Iterator[Draft]:
    """Read "I run a bakery in Lyon"."""
    phrase = object_at(clause, clause.rest)
    if phrase is None or clause.predicate.form not in STATED or phrase.determiner not in ("a", "an", "my", "our"):
        return
    if phrase.head in ORGANISATIONS | {"business", "blog", "podcast", "channel"} and clause.party.role != "thing":
        yield stated(
            clause,
            "runs",
            phrase.text,
            text="{s} " + ("does not run" if clause.predicate.negative else "runs") + " {v}",
        )


def _wake(clause: Clause, parties: Parties) -> Iterator[Draft]:
    """Read "I usually wake up at 6am"."""
    if (
        clause.predicate.form != "present"
        or clause.party.role not in ("speaker", "person")
        or clause.lower(clause.rest) != "up"
    ):
        return
    at = clause.rest + 1
    hour = clause.lower(at + 1)
    if clause.lower(at) in ("at", "around") and hour[:1].isdigit() and not clause.predicate.negative:
        yield stated(
            clause, "wake_time", text_of(clause.words, at + 1, at + 2 + (clause.lower(at + 2) in ("am", "pm")))
        )


def _diagnosed(clause: Clause, parties: Parties) -> Iterator[Draft]:
    """Read "I was diagnosed with asthma", "I suffer from migraines"."""
    at = clause.rest
    if clause.predicate.lemma == "be":
        if clause.lower(at) != "diagnosed" or clause.predicate.form not in ("past", "perfect"):
            return
        at += 1
    if clause.lower(at) not in ("with", "from") or clause.party.role not in ("speaker", "person"):
        return
    phrase = phrase_at(clause.words, at + 1, clause.end)
    if phrase is not None and not phrase.vague and phrase.determiner != "the":
        yield stated(
            clause, "medical_condition", phrase.text, timing="change" if clause.predicate.lemma == "be" else None
        )


be_diagnosed = _diagnosed

HAVE: Final = by_verb(
    ("have", _have),
    ("own", _own),
    ("buy get adopt", _acquire),
    ("get", _lacks),
    ("sell", _sell),
    ("speak", _speak),
    ("play", _play),
    ("learn", _learn),
    ("suffer", _diagnosed),
    ("use", _use),
    ("drive", _drive),
    ("run", _run),
    ("wake get", _wake),
)
"""Rules by verb."""
