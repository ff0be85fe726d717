"""English: what is over: left, lost, broken up, died, given up, stopped."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from doxa.text.relations import ENGLISH
from doxa.write.extract.clauses_en import Clause
from doxa.write.extract.found import Draft, Party
from doxa.write.extract.lexicon_en import TIME_WORDS
from doxa.write.extract.parties import Parties
from doxa.write.extract.pets import pet_gone
from doxa.write.extract.predicates_en import Form, Predicate
from doxa.write.extract.rules_en_events import GROUPS
from doxa.write.extract.rules_en_have import PETS, PLAYED
from doxa.write.extract.rules_en_work import left_job
from doxa.write.extract.stating_en import by_verb, object_at, stated
from doxa.write.extract.subjects_en import is_name, name_at
from doxa.write.extract.tails_en import deed_of, text_of
from doxa.write.extract.verbs_en import VERBS

PURSUITS: Final = ("likes", "plays", "exercises", "habit", "does", "learning", "eats", "drinks", "uses", "member_of")
"""Attributes of what somebody does again and again, and may give up."""
PARTNERS: Final = tuple(
    dict.fromkeys(
        each.word for each in ENGLISH.values() if each.attribute == "partner" and not each.word.startswith("ex")
    )
)
"""Words for a partner that may have been named with one: "my boyfriend is called Felix"."""
_DRINKS: Final = frozenset("coffee tea alcohol beer wine soda caffeine milk cola booze drinking".split())
_FOODS: Final = frozenset(
    "meat sugar dairy gluten bread chocolate carbs fish pork beef cheese eggs sweets candy red-meat seafood".split()
)
_JOBS: Final = frozenset("job position role gig work".split())
_AFTER: Final = TIME_WORDS | frozenset(
    ("", ",", "last", "this", "in", "on", "at", "after", "because", "for", "a", "and")
)


def over(clause: Clause) -> bool:
    """Whether a clause tells of something done by somebody."""
    form = clause.predicate.form
    return form in ("past", "perfect") and not clause.predicate.negative and clause.party.role in ("speaker", "person")


def closing(clause: Clause, *attributes: str, value: str = "", subject: Party | None = None) -> Draft:
    """A draft that ends what is believed of attributes."""
    draft = stated(clause, attributes[0], value, timing="change", polarity=False, subject=subject)
    return replace(draft, closes=attributes)


def ceased(clause: Clause) -> Clause | None:
    """The clause "I no longer play tennis" for "I stopped playing tennis", "I gave up playing tennis".

    Returns:
        `None` where nothing of the kind is said.
    """
    if not over(clause) or clause.predicate.lemma not in ("stop", "quit", "give", "cease"):
        return None
    at = clause.rest
    if clause.predicate.lemma == "give":
        if clause.lower(at) != "up":
            return None
        at += 1
    verb = VERBS.get(clause.lower(at))
    if verb is None or "ing" not in verb.forms:
        return None
    adverbs = clause.predicate.adverbs | {"no longer"}
    predicate = Predicate(verb.lemma, "present", at, at + 1, negative=True, adverbs=adverbs)
    return replace(clause, predicate=predicate)


def begun(clause: Clause) -> Clause | None:
    """The clause "I play chess" for "I started playing chess"; `None` where nothing of the kind is said."""
    verb = VERBS.get(clause.lower(clause.rest))
    if not over(clause) or clause.predicate.lemma not in ("start", "begin") or verb is None or "ing" not in verb.forms:
        return None
    form: Form = "progressive" if verb.lemma in ("learn", "read", "watch", "train", "take") else "present"
    return replace(clause, predicate=Predicate(verb.lemma, form, clause.rest, clause.rest + 1))


def given_up(clause: Clause, parties: Parties) -> Iterator[Draft]:
    """Read "I gave up smoking", "I quit coffee", "I've cut out sugar", "I stopped doing yoga"."""
    if not over(clause):
        return
    at = _given_up_at(clause)
    if at is None:
        return
    word = clause.lower(at)
    if word in ("smoking", "cigarettes", "vaping"):
        yield stated(clause, "smokes", "yes", timing="change", polarity=False)
    elif word in _DRINKS | _FOODS and clause.lower(at + 1) in _AFTER:
        value = "alcohol" if word in ("drinking", "booze") else word
        yield stated(clause, "drinks" if word in _DRINKS else "eats", value, timing="change", polarity=False)
        yield closing(clause, "likes", "prefers", "habit", "uses", value=value)
    elif word.endswith("ing"):
        for deed in _deeds(clause, at):
            yield closing(clause, *PURSUITS, value=deed)
    else:
        phrase = object_at(clause, at)
        if phrase is not None and not phrase.vague and phrase.determiner in ("", "the", "my"):
            if phrase.head in GROUPS or phrase.head in _JOBS:
                return
            if phrase.head in PLAYED:
                yield stated(clause, "plays", phrase.text, timing="change", polarity=False)
            else:
                yield closing(clause, *PURSUITS, value=phrase.text)


def _deeds(clause: Clause, at: int) -> Iterator[str]:
    """What was done, as it may have been told before: "going to the gym", "go to the gym"; "doing yoga", "yoga"."""
    word = clause.lower(at)
    deed = deed_of(clause.words, word, at + 1, clause.end)
    verb = VERBS.get(word)
    if deed is None:
        yield word
        return
    yield deed
    if verb is not None:
        yield verb.lemma + deed.removeprefix(word)
    if word in ("doing", "practicing", "practising", "using"):
        yield deed.removeprefix(word).strip()


def _given_up_at(clause: Clause) -> int | None:
    """Index of what was given up."""
    at, lemma, word = clause.rest, clause.predicate.lemma, clause.lower(clause.rest)
    if lemma == "give":
        return at + 1 if word == "up" else None
    if lemma == "cut":
        return at + 1 if word == "out" else None
    if lemma == "drop":
        return None if word in ("out", "off", "by", "in") else at
    return at if word.endswith("ing") or lemma == "quit" else None


def out_of_work(clause: Clause, parties: Parties) -> Iterator[Draft]:
    """Read "I quit", "I quit my job", "I lost my job", "I was laid off", "I retired"."""
    if clause.party.role not in ("speaker", "person"):
        return
    predicate = clause.predicate
    if predicate.lemma == "work":
        if predicate.negative and predicate.form == "present" and clause.lower(clause.rest) in ("there", "here"):
            yield closing(clause, "employer")
        return
    if not over(clause) or not left_job(clause):
        return
    yield closing(clause, "employer")
    deed = deed_of(clause.words, clause.words[predicate.verb].lower, clause.rest, clause.end)
    if deed is not None and predicate.lemma not in ("be", "get"):
        yield stated(clause, "did", deed, timing="event")
    if predicate.lemma == "retire":
        yield stated(clause, "retired", "yes", timing="change", text="{s} is retired")


def parted(clause: Clause, parties: Parties) -> Iterator[Draft]:
    """Read "we got divorced", "I divorced Tom", "I broke up with Mia", "my girlfriend left me"."""
    if not over(clause):
        return
    lemma, at = clause.predicate.lemma, clause.rest
    if lemma in ("get", "be") and clause.lower(at) in ("divorced", "separated"):
        yield from _separated(clause, clause.lower(at), at + 1)
    elif lemma == "divorce":
        yield from _separated(clause, "divorced", at)
    elif lemma in ("break", "split") and clause.lower(at) == "up":
        yield from _broke_up(clause, at + 1, parties)
    elif (lemma, clause.lower(at), clause.lower(at + 1)) in _ENDED_IT:
        yield from _broke_up(clause, at + (1 if lemma == "end" else 2), parties)
    elif lemma in ("leave", "dump") and clause.lower(at) == "me" and _is_partner(clause.party):
        yield from _no_partner(clause, subject=parties.speaker)
    elif lemma == "separate":
        yield from _parted_ways(clause)
    elif lemma == "dump":
        yield from _ended_with(clause, at)


_ENDED_IT: Final = frozenset(
    (("break", "it", "off"), ("call", "it", "quits"), ("end", "it", "with"), ("end", "things", "with"))
)


def _separated(clause: Clause, status: str, at: int) -> Iterator[Draft]:
    text = "{s} is {v}"
    yield stated(clause, "marital_status", status, timing="change", text=text)
    yield from _ended_with(clause, at + (clause.lower(at) in ("from", "with")))


def _parted_ways(clause: Clause) -> Iterator[Draft]:
    """Read "Jonas and I separated", "we separated last month"; not "we separated the eggs"."""
    alone = clause.lower(clause.rest) in _AFTER | {".", "!", "from", "recently"}
    if alone and (clause.subject.group or _with_another(clause) or clause.lower(clause.rest) == "from"):
        yield from _separated(clause, "separated", clause.rest)


def _broke_up(clause: Clause, at: int, parties: Parties) -> Iterator[Draft]:
    if (clause.lower(at), clause.lower(at + 1)) == ("with", "me") and clause.party.role == "person":
        named = clause.party.relation is None or not clause.party.name.endswith(clause.party.relation)
        yield from _no_partner(clause, clause.party.name if named else "", subject=parties.speaker)
    elif clause.lower(at) == "with":
        deed = deed_of(clause.words, f"{clause.words[clause.predicate.verb].lower} up", at, clause.end, speaker=True)
        if deed is not None and clause.lower(at - 1) == "up":
            yield stated(clause, "did", deed, timing="event")
        yield from _ended_with(clause, at + 1)
    elif clause.subject.group or _with_another(clause) or _is_partner(clause.party):
        yield from _no_partner(clause, _beside(clause))


def _with_another(clause: Clause) -> bool:
    """Whether somebody stands beside the subject: "my girlfriend and I"."""
    start = clause.subject.start
    return start > 0 and clause.words[start - 1].lower in ("and", "&")


def _beside(clause: Clause) -> str:
    """The name of who stands beside the speaker: "Felix and I"."""
    words, verb = clause.words, clause.predicate.verb
    for at in range(min(verb, clause.subject.start + 6) - 1, 1, -1):
        if words[at].lower == "i" and words[at - 1].lower in ("and", "&") and is_name(words[at - 2]):
            start = at - 2
            while start > 0 and is_name(words[start - 1]):
                start -= 1
            return text_of(words, start, at - 1)
    return ""


def _no_partner(clause: Clause, name: str = "", *, subject: Party | None = None) -> Iterator[Draft]:
    """What ends with the partner of that name, or with whoever is it, also as "my boyfriend is called"."""
    yield closing(clause, "partner", value=name, subject=subject)
    owner = (subject or clause.party).name
    for word in PARTNERS:
        ending = closing(clause, "name", value=name, subject=Party(f"{owner}'s {word}", "person"))
        yield replace(ending, text="{s} is no longer {v}")


def _ended_with(clause: Clause, at: int) -> Iterator[Draft]:
    """What ends with the named one, or with whoever is believed to be the partner."""
    if at < clause.end and is_name(clause.words[at]):
        name = text_of(clause.words, at, min(name_at(clause.words, at), clause.end))
        yield from _no_partner(clause, name)
    else:
        yield from _no_partner(clause, _beside(clause))


def _is_partner(party: Party) -> bool:
    return party.relation is not None and ENGLISH[party.relation].attribute == "partner"


def died(clause: Clause, parties: Parties) -> Iterator[Draft]:
    """Read "Rex died", "my cat passed away", "we had to put Rex down"."""
    predicate, party = clause.predicate, clause.party
    if predicate.form not in ("past", "perfect") or predicate.negative:
        return
    at = clause.rest
    if predicate.lemma == "have":
        if (clause.lower(at), clause.lower(at + 1)) != ("to", "put") or at + 2 >= clause.end:
            return
        end = name_at(clause.words, at + 2)
        if end > at + 2 and clause.lower(end) == "down":
            yield closing(clause, "has_pet", value=text_of(clause.words, at + 2, end))
        return
    if predicate.lemma == "pass" and clause.lower(at) not in ("away", "on"):
        return
    if party.role == "animal":
        named = not party.name.endswith(party.relation or "\0")
        if named:
            yield stated(clause, "has_pet", party.name, timing="change", polarity=False, subject=parties.speaker)
            yield from pet_gone(closing(clause, "has_pet", value=party.name), party.name)
        yield closing(clause, "has_pet", value=party.relation or party.name, subject=parties.speaker)
    elif party.role == "person":
        if party.relation is None:
            yield from pet_gone(closing(clause, "has_pet", value=party.name), party.name)
        verb = clause.words[predicate.verb].lower
        yield stated(clause, "did", f"{verb} away" if predicate.lemma == "pass" else verb, timing="event")


def dropped_out(clause: Clause, parties: Parties) -> Iterator[Draft]:
    """Read "I dropped out of Stanford", "I dropped out of college"."""
    if not over(clause) or clause.lower(clause.rest) != "out":
        return
    phrase = object_at(clause, clause.rest + 2) if clause.lower(clause.rest + 1) == "of" else None
    if phrase is not None and phrase.proper:
        yield stated(clause, "school", phrase.text, timing="change", polarity=False)
    else:
        yield closing(clause, "school")


def left_group(clause: Clause, parties: Parties) -> Iterator[Draft]:
    """Read "I left the chess club", "I quit the band"."""
    phrase = object_at(clause, clause.rest) if over(clause) else None
    if phrase is not None and phrase.determiner in ("the", "my", "our", "") and phrase.head in GROUPS:
        if len(phrase.words) > 1 and phrase.head not in ("party", "class"):
            yield stated(clause, "member_of", phrase.text, timing="change", polarity=False)
        elif phrase.head in ("gym", "choir", "band", "team"):
            yield closing(clause, "member_of", value=phrase.text)


def gone(clause: Clause, parties: Parties) -> Iterator[Draft]:
    """Read "I gave away my car", "I got rid of my bike", "I donated my piano"."""
    if not over(clause):
        return
    at, lemma = clause.rest, clause.predicate.lemma
    if lemma == "give":
        at += clause.lower(at) == "away"
    elif lemma == "get":
        if (clause.lower(at), clause.lower(at + 1)) != ("rid", "of"):
            return
        at += 2
    phrase = object_at(clause, at)
    if phrase is None or phrase.determiner not in ("my", "our"):
        return
    if lemma == "give" and at == clause.rest and clause.lower(phrase.end) != "away":
        return
    yield stated(clause, "has_pet" if phrase.head in PETS else "owns", phrase.text, timing="change", polarity=False)
    deed = deed_of(clause.words, clause.words[clause.predicate.verb].lower, clause.rest, clause.end)
    if deed is not None:
        yield stated(clause, "did", deed, timing="event")


def outgrown(clause: Clause, parties: Parties) -> Iterator[Draft]:
    """Read "I outgrew my peanut allergy"."""
    phrase = object_at(clause, clause.rest) if over(clause) else None
    if phrase is not None and phrase.determiner == "my" and phrase.head == "allergy" and len(phrase.words) > 1:
        value = " ".join(word.text for word in phrase.words[:-1])
        yield stated(clause, "allergic_to", value, timing="change", polarity=False)


def single_again(clause: Clause, parties: Parties) -> Iterator[Draft]:
    """Read "I'm single now", "I'm divorced": whoever was the partner is no longer."""
    if clause.predicate.negative or clause.predicate.form not in ("present", "perfect"):
        return
    if clause.lower(clause.rest) in ("single", "divorced") and clause.party.role in ("speaker", "person"):
        yield from _no_partner(clause)


def smokes(clause: Clause, parties: Parties) -> Iterator[Draft]:
    """Read "I smoke", "I don't smoke", "I no longer smoke"."""
    form = clause.predicate.form
    ends = clause.lower(clause.rest) in _AFTER | {"anymore", "any", "cigarettes", "but", "so"}
    if form in ("present", "used") and ends and clause.party.role in ("speaker", "person"):
        yield stated(clause, "smokes", "yes")


def cancelled(clause: Clause, parties: Parties) -> Iterator[Draft]:
    """Read "I cancelled my gym membership", "I cancelled my Netflix subscription"."""
    phrase = object_at(clause, clause.rest) if over(clause) else None
    if phrase is None or phrase.determiner not in ("my", "our") or len(phrase.words) < 2:
        return
    attribute = {"membership": "member_of", "subscription": "uses"}.get(phrase.head)
    if attribute is not None:
        value = " ".join(word.text for word in phrase.words[:-1])
        yield stated(clause, attribute, value, timing="change", polarity=False)


def eats_again(clause: Clause, parties: Parties) -> Iterator[Draft]:
    """Read "I eat meat again", "I've started eating fish again": a diet without it is over."""
    predicate = clause.predicate
    if predicate.negative or predicate.form not in ("present", "progressive") or clause.mood != "asserted":
        return
    phrase = object_at(clause, clause.rest)
    if (
        phrase is None
        or clause.lower(phrase.end) not in ("again", "now")
        or clause.party.role not in ("speaker", "person")
    ):
        return
    for diet in _WITHOUT.get(phrase.head, ()):
        yield closing(clause, "diet", value=diet)


_WITHOUT: Final = {
    **dict.fromkeys(("meat", "beef", "pork", "chicken"), ("vegetarian", "vegan", "pescatarian", "veggie")),
    **dict.fromkeys(("fish", "seafood"), ("vegetarian", "vegan", "veggie")),
    **dict.fromkeys(("dairy", "cheese", "eggs"), ("vegan",)),
    **dict.fromkeys(("gluten", "bread", "wheat"), ("gluten-free",)),
}
"""What a diet goes without."""


def gave_birth(clause: Clause, parties: Parties) -> Iterator[Draft]:
    """Read "I had the baby", "my sister gave birth": she is pregnant no more."""
    if not over(clause):
        return
    at, lemma = clause.rest, clause.predicate.lemma
    words = (clause.lower(at), clause.lower(at + 1))
    born = lemma == "give" and words[0] == "birth"
    born = born or (lemma == "have" and words[0] in ("the", "my", "our", "her") and words[1] in ("baby", "twins"))
    if born and (lemma == "give" or clause.lower(at + 2) in _AFTER | {".", "!", "yesterday", "today"}):
        yield replace(closing(clause, "pregnant", value="yes"), text="{s} is no longer pregnant")


def gave_away(clause: Clause, parties: Parties) -> Iterator[Draft]:
    """Read "we gave Miso to my aunt", "I gave Rex away": a pet of that name is somebody else's."""
    if not over(clause) or clause.rest >= clause.end or not is_name(clause.words[clause.rest]):
        return
    end = min(name_at(clause.words, clause.rest), clause.end)
    whom = clause.lower(end + 1) in ("my", "our", "his", "her", "a", "the", "some", "another")
    whom = whom or (end + 1 < clause.end and is_name(clause.words[end + 1]))
    if clause.lower(end) == "away" or (clause.lower(end) == "to" and whom):
        yield closing(clause, "has_pet", value=text_of(clause.words, clause.rest, end), subject=parties.speaker)


ENDINGS: Final = by_verb(
    ("eat", eats_again),
    ("have give", gave_birth),
    ("give", gave_away),
    ("cancel cancelled canceled", cancelled),
    ("stop quit give cut drop kick", given_up),
    ("quit leave resign lose retire be get work", out_of_work),
    ("get be divorce break split leave dump call end separate", parted),
    ("die pass have", died),
    ("drop", dropped_out),
    ("leave quit", left_group),
    ("give get donate", gone),
    ("outgrow", outgrown),
    ("be", single_again),
    ("smoke", smokes),
)
"""Rules by verb."""
