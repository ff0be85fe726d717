"""English: name, age, birthday, occupation, nationality, health, and properties said with "is"."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Final

from doxa.write.extract.clauses_en import Clause
from doxa.write.extract.found import Draft
from doxa.write.extract.given_names import gender_of_name
from doxa.write.extract.lexicon_en import ADVERBS, MONTHS, NUMBERS, PREPOSITIONS, PRONOUNS
from doxa.write.extract.objects_en import Phrase
from doxa.write.extract.occupations_en import NOT_HEADED, OCCUPATIONS, ORGANISATIONS
from doxa.write.extract.parties import Parties
from doxa.write.extract.rules_en_home import origin_at, place_of
from doxa.write.extract.stating_en import listed, object_at, stated
from doxa.write.extract.subjects_en import is_name, name_at
from doxa.write.extract.tails_en import text_of
from doxa.write.extract.words_en import Word

_TENS: Final = frozenset("twenty thirty forty fifty sixty seventy eighty ninety".split())
_NATIONALITIES: Final = frozenset(
    """american british english scottish welsh irish french german italian spanish portuguese dutch belgian swiss
    austrian swedish norwegian danish finnish icelandic polish czech slovak hungarian romanian bulgarian greek
    turkish russian ukrainian lithuanian latvian estonian serbian croatian slovenian bosnian albanian indian
    pakistani bangladeshi nepali chinese taiwanese japanese korean vietnamese thai filipino indonesian malaysian
    singaporean australian canadian mexican brazilian argentinian argentine chilean colombian peruvian
    venezuelan cuban jamaican haitian nigerian ghanaian kenyan ethiopian egyptian moroccan tunisian algerian
    israeli lebanese syrian iraqi iranian persian afghan saudi catalan basque""".split()
)
_CONDITIONS: Final = frozenset(
    """diabetic asthmatic epileptic anemic anaemic celiac coeliac dyslexic autistic colorblind deaf blind""".split()
)  # fmt: skip
_NEXT: Final = frozenset(
    """, and now but so today yesterday btw which last this in on already years year yrs yo y/o with from old""".split()
) | {""}
NATIONALITIES: Final = _NATIONALITIES
"""Also the languages of most of them."""


def be_age(clause: Clause, parties: Parties) -> Iterator[Draft]:
    """Read "I'm 34", "I am thirty-four years old"; not "I'm 6 feet tall" or "I'm 5 minutes away"."""
    if clause.predicate.form != "present" or clause.party.role == "thing" or clause.predicate.negative:
        return
    end = _number_end(clause, clause.rest)
    if end == clause.rest or clause.lower(end) not in _NEXT or clause.has("?"):
        return
    if clause.lower(end) in ("years", "year", "yrs") and clause.lower(end + 1) not in ("old", "of", "young"):
        return
    if clause.lower(end) in ("in", "on", "with", "from", "last") and clause.lower(end + 1) not in (
        "a",
        "and",
        "year",
        "may",
        "june",
    ):
        return
    small = (
        clause.party.relation is not None and end == clause.rest + 1 and clause.lower(end) in ("", ",", "and", "now")
    )
    if clause.lower(end) == "and" and _numeric(clause.lower(end + 1) or "and"):
        return  # "my kids are two and five"
    if not (small or _age_like(clause, end)) or clause.lower(clause.rest) in ("one", "several", "many", "few"):
        return
    yield stated(clause, "age", text_of(clause.words, clause.rest, end))


def turned(clause: Clause, parties: Parties) -> Iterator[Draft]:
    """Read "I turned 34 yesterday"; "when I turned ten" tells of long ago."""
    end = _number_end(clause, clause.rest)
    opened = clause.words[max(clause.subject.start - 1, 0)].lower in ("when", "once", "after")
    if clause.predicate.form not in ("past", "perfect") or clause.party.role == "thing" or opened:
        return
    if end > clause.rest and _age_like(clause, end) and clause.lower(end) in _NEXT:
        yield stated(clause, "age", text_of(clause.words, clause.rest, end), timing="change")


def _number_end(clause: Clause, at: int) -> int:
    end = at
    while end < clause.end and end - at < 3 and _numeric(clause.words[end].lower):
        end += 1
    if end < clause.end and clause.lower(end) == "-" and end + 1 < clause.end and _numeric(clause.lower(end + 1)):
        end += 2
    return end


def _numeric(lower: str) -> bool:
    return lower.isdigit() or all(part in NUMBERS for part in lower.split("-"))


def _age_like(clause: Clause, end: int) -> bool:
    first = clause.words[clause.rest].lower
    if first.isdigit():
        return 1 <= int(first) <= 119 and end - clause.rest == 1
    return (
        first.split("-")[0] in _TENS
        or first.endswith("teen")
        or clause.lower(end) in ("years", "year")
        or first in ("ten", "eleven", "twelve")
    )


def be_occupation(clause: Clause, parties: Parties) -> Iterator[Draft]:
    """Read "I'm a piano tuner", "she's a nurse at St Mary's", "I work as a nurse"."""
    if clause.party.role not in ("speaker", "person") or clause.predicate.form not in _FORMS:
        return
    if clause.lower(clause.rest) in ("a", "an", "the", "also") or clause.lower(clause.rest) in OCCUPATIONS:
        yield from occupation_at(clause, clause.rest)


_FORMS: Final = frozenset("present past used perfect".split())
_AGED: Final = re.compile(r"(?P<n>\d{1,3})-(?:year|yr)s?-olds?")


def occupation_at(clause: Clause, at: int) -> Iterator[Draft]:
    """The occupation named from index `at` on, and the employer after "at"."""
    at += clause.lower(at) == "also"
    phrase = object_at(clause, at)
    if phrase is None or phrase.head not in OCCUPATIONS or phrase.words[0].lower in NOT_HEADED:
        return
    office = clause.lower(phrase.end) in ("at", "of")
    if phrase.determiner in ("this", "that") or (phrase.determiner == "the" and not office):
        return
    aged = _AGED.fullmatch(phrase.words[0].lower)
    if aged is not None:
        yield stated(clause, "age", aged["n"])
    named = phrase.words[aged is not None :]
    yield stated(clause, "occupation", " ".join(word.text for word in named))
    if clause.lower(phrase.end) == "from":
        origin = origin_at(clause, phrase.end + 1)
        if origin is not None:
            yield stated(clause, "hometown", origin)
    if clause.lower(phrase.end) in ("at", "for") and phrase.head != "student":
        employer = employer_of(object_at(clause, phrase.end + 1))
        if employer is not None:
            yield stated(clause, "employer", employer)
    elif phrase.head == "student" and clause.lower(phrase.end) == "at":
        school = object_at(clause, phrase.end + 1)
        if school is not None and school.proper:
            yield stated(clause, "school", school.text)


def employer_of(phrase: Phrase | None) -> str | None:
    """The employer a phrase names: written like a name, a kind of organisation, or one bare word ("google")."""
    if phrase is None or phrase.determiner in ("this", "that", "your", "my", "our"):
        return None
    if phrase.proper:
        return phrase.text
    if phrase.head in ORGANISATIONS:
        return phrase.text if len(phrase.words) <= 4 else None
    bare = not phrase.determiner and len(phrase.words) == 1 and len(phrase.words[0].text) > 3
    return (
        phrase.text
        if bare
        and phrase.words[0].lower
        not in ("home", "myself", "night", "least", "first", "work", "money", "times", "free", "them", "weeks", "hours")
        else None
    )


def be_nationality(clause: Clause, parties: Parties) -> Iterator[Draft]:
    """Read "He's Dutch", "I'm diabetic"."""
    word, following = clause.lower(clause.rest), clause.lower(clause.rest + 1)
    if clause.party.role not in ("speaker", "person") or clause.predicate.form not in ("present", "perfect"):
        return
    if following in ("", ",", "and", "but", "so", "now", "too", "by", "again", "anymore", "any"):
        if word in _NATIONALITIES and clause.words[clause.rest].capital:
            yield stated(clause, "nationality", clause.words[clause.rest].text)
        elif word in _CONDITIONS:
            yield stated(
                clause,
                "medical_condition",
                clause.words[clause.rest].text,
                text=f"{{s}} is {'not ' if clause.predicate.negative else ''}{word}",
            )
        elif word in ("pregnant", "retired", "left-handed"):
            yield stated(
                clause,
                word.replace("-", "_"),
                "yes",
                text="{s} is " + ("not " if clause.predicate.negative else "") + word,
            )
        elif word in ("single", "married", "divorced", "engaged", "widowed"):
            yield stated(clause, "marital_status", word)


def be_tall(clause: Clause, parties: Parties) -> Iterator[Draft]:
    """Read "I'm 6 feet tall", "I'm 180 cm tall"."""
    tall = next((i for i in range(clause.rest, min(clause.end, clause.rest + 6)) if clause.lower(i) == "tall"), None)
    if tall is None or not clause.lower(clause.rest)[:1].isdigit() or clause.predicate.form != "present":
        return
    if clause.party.role in ("speaker", "person"):
        yield stated(clause, "height", text_of(clause.words, clause.rest, tall))


def weighs(clause: Clause, parties: Parties) -> Iterator[Draft]:
    """Read "I weigh 70 kg"."""
    if (
        clause.predicate.form == "present"
        and clause.lower(clause.rest)[:1].isdigit()
        and clause.party.role in ("speaker", "person")
    ):
        end = clause.rest + 1 + (clause.lower(clause.rest + 1) in ("kg", "kilos", "pounds", "lbs", "lb", "stone"))
        yield stated(clause, "weight", text_of(clause.words, clause.rest, end))


def be_intolerant(clause: Clause, parties: Parties) -> Iterator[Draft]:
    """Read "I'm lactose intolerant", "I'm intolerant to gluten"."""
    if clause.predicate.form not in ("present", "perfect") or clause.party.role == "thing":
        return
    if clause.lower(clause.rest + 1) == "intolerant":
        yield stated(clause, "intolerant_to", clause.words[clause.rest].text)
    elif clause.lower(clause.rest) == "intolerant" and clause.lower(clause.rest + 1) in ("to", "of"):
        yield from listed(clause, "intolerant_to", clause.rest + 2)


def be_involved(clause: Clause, parties: Parties) -> Iterator[Draft]:
    """Read "I've been involved in some charity work"."""
    if (
        clause.lower(clause.rest) != "involved"
        or clause.lower(clause.rest + 1) != "in"
        or clause.predicate.form not in ("present", "perfect")
    ):
        return
    at = clause.rest + 2
    at += clause.lower(at) == "some"
    phrase = object_at(clause, at)
    if phrase is not None and not phrase.vague and clause.party.role != "thing":
        yield stated(clause, "does", phrase.text)


def be_name(clause: Clause, parties: Parties) -> Iterator[Draft]:
    """Read "I'm Rhiannon", "my name is Ana", "our dog is called Clef", "my sister's name is Ana"."""
    if (
        clause.subject.property is not None
        or clause.predicate.form not in ("present", "perfect")
        or clause.predicate.negative
    ):
        return
    at = clause.rest
    called = clause.lower(at) in ("called", "named")
    if not called and (clause.party.role != "speaker" or clause.subject.group):
        return
    at += called
    name = _name(clause, at)
    if name is None or (not called and not _closes(clause, name[1])):
        return
    if not called and (clause.words[at].lower in _NATIONALITIES or clause.words[at].lower == parties.addressee):
        return
    yield stated(clause, "name", name[0])
    if clause.lower(name[1]) == "," and clause.lower(name[1] + 1) in ("a", "an"):
        yield from occupation_at(clause, name[1] + 1)


def called_me(clause: Clause, parties: Parties) -> Iterator[Draft]:
    """Read "people call me Mike", "I go by Alex"."""
    at = clause.rest
    if clause.predicate.lemma == "go" and (clause.party.role != "speaker" or clause.predicate.form != "present"):
        return
    if clause.lower(at) == "by":
        name = _name(clause, at + 1)
        if name is not None and _closes(clause, name[1]):
            yield stated(clause, "nickname", name[0])


def call_me(words: Sequence[Word], parties: Parties) -> Iterator[Draft]:
    """Read "please call me Mike", "everyone calls me Mike"."""
    for at in range(len(words) - 2):
        if words[at].lower in ("call", "calls") and words[at + 1].lower == "me" and is_name(words[at + 2]):
            if any(word.lower in ("n't", "not", "never", "if") for word in words[max(0, at - 3) : at]):
                continue
            end = name_at(words, at + 2)
            start = words[at].start
            yield Draft(parties.speaker, "nickname", text_of(words, at + 2, end), start, words[end - 1].end)


def _name(clause: Clause, at: int) -> tuple[str, int] | None:
    if at >= clause.end or not is_name(clause.words[at]):
        return None
    end = min(name_at(clause.words, at), clause.end)
    return text_of(clause.words, at, end), end


def _closes(clause: Clause, at: int) -> bool:
    """Whether a name ends there as a name does: not "I'm Team Rocket all the way"."""
    return at >= clause.end or clause.lower(at) in (",", "and", "by", "from", "btw", "-")


def be_property(clause: Clause, parties: Parties) -> Iterator[Draft]:
    """Read "my birthday is May 3", "her job is teaching", "my favourite tea is lapsang"."""
    noun = (clause.subject.property or "").removeprefix("new ")
    if not noun or clause.predicate.lemma != "be" or clause.predicate.form not in ("present", "past"):
        return
    attribute = _PROPERTIES.get(noun) or _PROPERTIES.get(noun.rsplit(" ", 1)[-1])
    if noun.startswith(("favorite ", "favourite ", "fav ", "favorite", "favourite")):
        yield from _favourite(clause, noun)
    elif attribute == "name":
        yield from _property_name(clause)
    elif attribute == "birthday":
        yield from _birthday(clause, clause.rest)
    elif attribute in ("age",):
        end = _number_end(clause, clause.rest)
        if end > clause.rest:
            yield stated(clause, "age", text_of(clause.words, clause.rest, end))
    elif attribute == "likes":
        yield from listed(clause, "likes", clause.rest)
    elif attribute == "anniversary":
        for draft in _birthday(clause, clause.rest):
            yield replace(draft, attribute="anniversary")
    elif attribute is not None:
        phrase = object_at(clause, clause.rest)
        if phrase is None or phrase.vague or (attribute == "hometown" and not place_of(phrase)):
            return
        if attribute not in _CONTACT_FORM or _CONTACT_FORM[attribute].search(phrase.text):
            gerund = any(word.lower.endswith("ing") for word in (phrase.words[0], phrase.words[-1]))
            doing = attribute == "occupation" and gerund and phrase.head not in OCCUPATIONS
            yield stated(clause, attribute, phrase.text, text="{s}'s job is {v}" if doing else None)


_CONTACT_FORM: Final = {"phone": re.compile(r"(?:\d\D*){5}|\["), "email": re.compile(r"@|\[")}
"""What is no phone is no number ("my phone is a Pixel 8"); what was redacted has brackets."""
_YEAR: Final = re.compile(r"(?:1[89]|20)\d\d")
_PROPERTIES: Final = {
    "name": "name", "nickname": "nickname", "age": "age", "birthday": "birthday", "birthdate": "birthday",
    "anniversary": "anniversary",
    "hometown": "hometown", "job": "occupation", "occupation": "occupation", "profession": "occupation",
    "employer": "employer", "major": "major", "nationality": "nationality", "hobby": "likes", "hobbies": "likes",
    "height": "height", "location": "home", "workplace": "employer",
    "phone number": "phone", "phone": "phone", "email": "email", "email address": "email", "birthplace": "birthplace",
}  # fmt: skip


def _property_name(clause: Clause) -> Iterator[Draft]:
    if clause.subject.property not in ("name", "full name", "first name", "real name") or clause.predicate.negative:
        return
    at = clause.rest
    capital = at < clause.end and clause.words[at].capital and clause.lower(at) not in _SAID_OF_NAMES
    own = clause.party.role == "speaker" and capital and clause.words[at].text.isalpha()
    if capital and (own or is_name(clause.words[at])):
        end = max(at + 1, min(name_at(clause.words, at), clause.end))
        yield stated(clause, "name", text_of(clause.words, at, end))
    elif clause.party.role == "speaker" and _only_names(clause, at):
        yield stated(clause, "name", text_of(clause.words, at, len(clause.words)).rstrip(" .!"))


def _only_names(clause: Clause, at: int) -> bool:
    """Read "my name is li wei" of somebody who writes no capitals: not "is hard to spell", "is misspelled"."""
    name = [word for word in clause.words[at:] if word.lower not in (".", "!")]
    if not 0 < len(name) <= 2 or any(word.text != word.lower and word.lower != "i" for word in clause.words):
        return False
    return all(
        word.text.isalpha()
        and word.lower not in _SAID_OF_NAMES | ADVERBS | PRONOUNS | PREPOSITIONS
        and (gender_of_name(word.text) is not None or not re.search(r"ing$|[a-z]{3}ed$|ish$|able$", word.lower))
        for word in name
    )


_SAID_OF_NAMES: Final = frozenset(
    """mud hard difficult easy long short common rare unusual unique weird strange funny boring simple wrong missing
    taken gone known unknown private secret not a an the so too very on in irrelevant misspelt mine hers his legion
    important unimportant pretty beautiful ugly different old new foreign cool nice fine ok okay clear unclear spelt
    also still now really just quite super kinda always never everywhere nowhere""".split()
)
"""What is said of a name and is none."""


def _birthday(clause: Clause, at: int) -> Iterator[Draft]:
    at += clause.lower(at) == "on"
    at += clause.lower(at) == "the"
    end = at
    while (
        end < clause.end
        and end - at < 6
        and (clause.lower(end) in MONTHS or clause.lower(end)[:1].isdigit() or clause.lower(end) in ("of", "the"))
    ):
        end += 1
    if end > at and any(
        word.lower in MONTHS or "/" in word.lower or "-" in word.lower for word in clause.words[at:end]
    ):
        yield stated(clause, "birthday", text_of(clause.words, at, end), timing="state")


def _favourite(clause: Clause, noun: str) -> Iterator[Draft]:
    thing = noun.split(" ", 1)[1] if " " in noun else ""
    phrase = object_at(clause, clause.rest)
    if (
        phrase is None
        or not thing
        or (phrase.vague and phrase.determiner != "the")
        or thing.split()[0] in ("part", "one", "parts", "memory", "way")
    ):
        return
    if thing in ("thing", "things"):
        if not phrase.determiner and not phrase.words[0].lower.endswith("ing"):
            yield stated(clause, "likes", phrase.text)
        return
    attribute = "favourite_" + thing.replace(" ", "_")
    yield stated(clause, attribute, phrase.text)


def born_on(clause: Clause, parties: Parties) -> Iterator[Draft]:
    """Read "I was born on May 3", "she was born in 1990"."""
    if clause.lower(clause.rest) != "born" or clause.party.role == "thing":
        return
    if clause.lower(clause.rest + 1) == "on":
        yield from _birthday(clause, clause.rest + 1)
    elif clause.lower(clause.rest + 1) == "in" and _YEAR.fullmatch(year := clause.lower(clause.rest + 2)):
        yield stated(clause, "birth_year", year, timing="timeless")
