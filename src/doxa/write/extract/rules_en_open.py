"""English: what no closer rule reads of a speaker's day: what they did, do, feel, want and look forward to."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from doxa.write.extract.clauses_en import Clause
from doxa.write.extract.deeds_en import ADDRESSED, CUTS, deed_in
from doxa.write.extract.found import Draft, Mood
from doxa.write.extract.lexicon_en import SHOWING, VAGUE_HEADS, YOU
from doxa.write.extract.objects_en import phrase_at
from doxa.write.extract.parties import Parties
from doxa.write.extract.rules_en_deeds import DEEDS, made_before
from doxa.write.extract.stating_en import object_at, stated
from doxa.write.extract.tails_en import text_of
from doxa.write.extract.verbs_en import VERBS
from doxa.write.extract.words_en import Word, is_asked

FEELINGS: Final = frozenset(
    """afraid alive amazed angry annoyed anxious ashamed blessed bored bummed calm cheerful comfortable concerned
    confident confused content crushed curious delighted depressed determined devastated disappointed discouraged down
    drained eager ecstatic embarrassed emotional empowered encouraged energized energised enthusiastic excited exhausted
    exhilarated fortunate free frightened frustrated fulfilled furious glad grateful great guilty happy heartbroken
    helpless homesick honored honoured hopeful hopeless humbled hurt hyped impatient impressed insecure inspired
    invigorated isolated jealous joyful lonely lost lucky mad melancholic miserable motivated moved nervous nostalgic
    optimistic overjoyed overwhelmed passionate peaceful pleased positive proud psyched pumped refreshed regretful
    rejuvenated relaxed relieved restless sad safe satisfied scared seen shocked sorry stoked stressed stuck supported
    surprised tense terrible terrified thankful thrilled tired touched uneasy unhappy uplifted upset unstoppable valued
    vulnerable welcome welcomed worn-out worried accepted appreciated connected loved understood accomplished sick
    ill unwell burnt-out elated speechless starstruck mesmerized swamped""".split()
)
"""Words for what somebody feels."""
_MILD: Final = frozenset(
    "glad happy great good down free lost moved positive safe sorry welcome content hurt stuck impressed".split()
)
"""Those that say little after "I'm": "I'm good", "I'm sorry to hear"."""
_BLESSED: Final = frozenset("lucky blessed fortunate thankful grateful proud glad happy excited".split())
_DEGREES: Final = frozenset(
    """so really very pretty quite super incredibly extremely truly just still also always totally absolutely a bit
    little more too kinda such immensely deeply genuinely definitely already feeling finally beyond""".split()
)
_ABOUT: Final = frozenset("of about for to with by that at in on".split())


def told(clause: Clause) -> Iterator[Draft]:
    """What a clause tells of the speaker or another person, where no closer rule read it."""
    if clause.party.role not in ("speaker", "person"):
        return
    if clause.mood == "question":
        yield from made_before(clause)
        return
    if clause.mood not in ("asserted", "plan"):
        return
    start = clause.subject.start
    before = clause.words[start - 1].lower if start else ""
    going = clause.predicate.form in ("present", "progressive")
    if before in ("like", "since") or (before in ("when", "if", "whenever") and going):
        return  # "it feels like I'm …", "since we spoke last", "when I'm stressed"
    if before in ("that", "which"):
        drafts = list(made_before(clause))
        if drafts:
            yield from drafts
            return
    for rule in _RULES:
        drafts = list(rule(clause))
        if drafts:
            yield from drafts
            return


def _feels(clause: Clause) -> Iterator[Draft]:
    """Read "I felt relieved and grateful", "I'm so proud of my team", "It made me feel accepted"."""
    predicate, at = clause.predicate, clause.rest
    if predicate.lemma not in ("be", "feel") or predicate.form in ("future", "modal", "can") or predicate.negative:
        return
    if predicate.lemma == "feel":
        sense = _sense(clause)
        if sense is not None:
            yield stated(clause, "feels", sense, timing="event")
            return
    felt = predicate.lemma == "feel"
    while clause.lower(at) in _DEGREES:
        felt = felt or clause.lower(at) == "feeling"
        at += 1
    word = clause.lower(at)
    if word == "at" and clause.lower(at + 1) in ("peace", "ease"):
        yield stated(clause, "feels", f"at {clause.lower(at + 1)}", timing="event")
        return
    if word not in FEELINGS:
        return
    who = _of_oneself(clause, at + 1) if word in _BLESSED else None
    if who is not None:
        yield stated(clause, "feels", f"{word} {who}", timing="event")
        return
    tail = deed_in(clause, word, at + 1) if clause.lower(at + 1) in _ABOUT | {"and", ","} else None
    if tail is not None and len(tail.split()) == 3 and tail.split()[1] == "to" and clause.lower(at + 3):
        tail = None  # "excited to see how far they go"
    if tail is None and word in _BLESSED and clause.lower(at + 1) == "to":
        return  # "lucky to have them"
    mixed = clause.lower(at + 1) == "and" and clause.lower(at + 2) in FEELINGS
    if word in _MILD and not felt and not mixed and (tail is None or clause.lower(at + 1) not in ("about", "with")):
        return
    following = {clause.lower(i) for i in range(at + 1, min(at + 9, clause.end))}
    if clause.lower(at + 1) in _ABOUT and following & (YOU if felt else ADDRESSED):
        return  # "I'm glad you like it", "I'm proud of you"
    yield stated(clause, "feels", tail or word, timing="event")


def _sense(clause: Clause) -> str | None:
    """Read "I felt a strong connection to art", "I've been feeling a mix of emotions"."""
    phrase = object_at(clause, clause.rest)
    if phrase is None or phrase.determiner not in ("a", "an", "the") or phrase.words[0].lower in _DEGREES | {"way"}:
        return None
    if phrase.head in VAGUE_HEADS - {"sense"} or (len(phrase.words) < 2 and phrase.end >= clause.end):
        return None
    return deed_in(clause, "", clause.rest)


def _of_oneself(clause: Clause, at: int) -> str | None:
    """Read "of who I am", "of what we achieved"."""
    words = clause.words
    lowers = [word.lower for word in words[at : at + 4]]
    if len(lowers) < 4 or lowers[0] not in ("of", "for") or lowers[1] not in ("who", "what") or lowers[2] not in _SELF:
        return None
    end = at + 4
    while end < len(words) and end < at + 7 and words[end].lower.isalpha() and words[end].lower not in CUTS:
        end += 1
    said = " ".join(_THEIR.get(word.lower, word.text) for word in words[at:end])
    return said.replace("they 'm", "they are")


_SELF: Final = frozenset(("i", "we"))
_THEIR: Final = {"i": "they", "we": "they", "my": "their", "our": "their", "am": "are", "'ve": "have", "was": "were"}


def _thinks(clause: Clause) -> Iterator[Draft]:
    """Read "I've been thinking about my career"."""
    predicate, at = clause.predicate, clause.rest
    going = clause.words[predicate.verb].lower == "thinking" and predicate.form in ("progressive", "perfect")
    if not going or predicate.negative or clause.lower(at) != "about":
        return
    phrase = object_at(clause, at + 1)
    if phrase is None or phrase.head in VAGUE_HEADS or phrase.determiner in SHOWING:
        return
    deed = deed_in(clause, "thinking", at)
    if deed is not None and not deed.startswith("thinking about you"):
        yield stated(clause, "does", deed, text="{s} is doing this: {v}")


def _finds(clause: Clause) -> Iterator[Draft]:
    """Read "I find gardening relaxing", "I find painting to be a great stress reliever": what is liked."""
    predicate = clause.predicate
    if predicate.lemma != "find" or predicate.form != "present" or predicate.negative:
        return
    phrase = object_at(clause, clause.rest)
    if phrase is None or phrase.vague:
        return
    named = [word for word in phrase.words if word.lower not in _DEGREES]
    end = clause.rest
    while end < clause.end and clause.lower(end) not in _PLEASING:
        end += 1
    if end >= clause.end or end > phrase.end + 6 or clause.has("not", "n't", "hard", "difficult"):
        return
    kept = [word.text for word in named if word.lower not in _PLEASING]
    if kept and (end <= phrase.end + 1 or clause.lower(phrase.end) == "to"):
        yield stated(clause, "likes", " ".join(kept))


_PLEASING: Final = frozenset(
    """relaxing calming fascinating soothing therapeutic rewarding fun enjoyable inspiring fulfilling interesting
    comforting refreshing great peaceful exciting wonderful""".split()
)


def _looks_forward(clause: Clause) -> Iterator[Draft]:
    """Read "I can't wait to visit Rome", "I'm looking forward to the concert", "I'd love to try"."""
    predicate, at = clause.predicate, clause.rest
    lemma = predicate.lemma
    if is_asked(clause.words):
        return
    if lemma == "wait" and predicate.negative and predicate.form == "can":
        yield from _aim(clause, at, "plans", "plan")
    elif predicate.negative:
        return
    elif lemma == "look" and (clause.lower(at), clause.lower(at + 1)) == ("forward", "to"):
        yield from _aim(clause, at + 1, "plans", "plan")
    elif lemma in ("hope", "dream", "want", "love", "like") and clause.lower(at) in ("to", "of", "about"):
        past = predicate.form == "past" and lemma not in ("want", "dream")
        if not past and (lemma not in ("love", "like") or predicate.form == "modal"):
            yield from _aim(clause, at, "wants", "wish")
    elif lemma == "be" and (clause.lower(at), clause.lower(at + 1)) == ("off", "to") and predicate.form == "present":
        yield from _aim(clause, at + 1, "plans", "plan", text="{s} is off to {v}")
    elif lemma == "be":
        while clause.lower(at) in _DEGREES:
            at += 1
        if clause.lower(at) in _KEEN and clause.lower(at + 1) in ("to", "for"):
            yield from _aim(clause, at + 1, "plans", "plan")


_KEEN: Final = frozenset("excited eager hyped thrilled determined ready pumped stoked keen".split())


def _misses(clause: Clause) -> Iterator[Draft]:
    """Read "I miss going on adventures", "I really miss my old team"."""
    predicate, at = clause.predicate, clause.rest
    if predicate.lemma != "miss" or predicate.form != "present" or predicate.negative:
        return
    phrase = object_at(clause, at)
    if phrase is None or phrase.head in VAGUE_HEADS or phrase.words[0].lower in ADDRESSED:
        return
    deed = deed_in(clause, "miss", at)
    if deed is not None and phrase.determiner not in SHOWING:
        yield stated(clause, "feels", deed, timing="state", text="{s} feels that they {v}")


def _values(clause: Clause) -> Iterator[Draft]:
    """Read "I believe in second chances", "I care about my community"."""
    predicate, at = clause.predicate, clause.rest
    wanted = {"believe": "in", "care": "about"}.get(predicate.lemma)
    if predicate.form not in ("present", "progressive", "perfect") or predicate.negative:
        return
    if wanted is not None and clause.lower(at) == wanted:
        at += 1
    elif predicate.lemma not in ("value", "cherish", "treasure"):
        return
    phrase = object_at(clause, at)
    if phrase is None or phrase.vague or phrase.words[0].lower in ADDRESSED:
        return
    deed = deed_in(clause, "", at)
    if deed is not None:
        yield stated(clause, "values", deed, timing="state", text="{s} values {v}")


def _tries(clause: Clause) -> Iterator[Draft]:
    """Read "I'm trying to eat less sugar", "I'm working to motivate others": an aim."""
    predicate, at = clause.predicate, clause.rest
    if predicate.form not in ("progressive", "perfect", "present") or predicate.negative:
        return
    if predicate.lemma in ("try", "work", "aim", "strive", "learn") and clause.lower(at) == "to":
        yield from _aim(clause, at, "goal", "asserted")
    elif clause.subject.group or predicate.form != "present":
        return  # "we need to act" asks everybody
    elif predicate.lemma in ("need", "have") and clause.lower(at) == "to":
        yield from _aim(clause, at, "goal", "asserted", text="{s} needs to {v}")


def made_to_feel(words: Sequence[Word], parties: Parties) -> Iterator[Draft]:
    """Read "the group has made me feel accepted"."""
    for at in range(1, len(words) - 2):
        if words[at].lower != "me" or words[at - 1].lower not in _MAKING:
            continue
        word = at + 1 + (words[at + 1].lower == "feel")
        while word < len(words) - 1 and words[word].lower in _DEGREES:
            word += 1
        end = word + 1
        if words[word].lower not in FEELINGS or is_asked(words):
            continue
        if end + 1 < len(words) and words[end].lower == "and" and words[end + 1].lower in FEELINGS:
            end += 2
        if words[at + 1].lower != "feel" and (words[word].lower in _DOWN or _asked_what(words, at - 1)):
            continue
        if words[at - 1].lower in ("make", "makes") and all(
            each.lower != "this" for each in words[max(0, at - 5) : at]
        ):
            continue  # "spicy food makes me sick": whenever it does; but "this view makes me happy" is now
        start = words[at - 1].start
        yield Draft(parties.speaker, "feels", text_of(words, word, end), start, words[end - 1].end, timing="event")


def _asked_what(words: Sequence[Word], at: int) -> bool:
    """Whether it is said of something unknown: "what makes me happy", "to make me happy"."""
    before = [word.lower for word in words[max(0, at - 3) : at]]
    return words[at].lower == "making" or any(lower in _UNKNOWN for lower in before)


_UNKNOWN: Final = frozenset("what whatever to would could might can if not n't never will 'll".split())
_MAKING: Final = frozenset("make makes made making".split())
_DOWN: Final = frozenset("down free lost moved safe determined eager welcome stuck curious".split())
"""Words that after "made me" are often no feeling by themselves."""


def journeys_in(words: Sequence[Word], parties: Parties) -> Iterator[Draft]:
    """Read "a photo from our trip to Banff", "my Rome trip last year": where somebody went."""
    for at, word in enumerate(words[:-2]):
        if word.lower not in ("my", "our") or (at and words[at - 1].lower in ("for", "planning", "plan", "about")):
            continue
        phrase = phrase_at(words, at, min(len(words), at + 5))
        if phrase is None or phrase.head not in _TRIPS or any(each.lower in _AHEAD for each in words):
            continue
        start = words[at].start
        if phrase.proper and len(phrase.words) > 1:
            yield Draft(parties.speaker, "visited", text_of(words, phrase.start, phrase.end - 1), start,
                        words[phrase.end - 1].end, timing="event")  # fmt: skip
        elif phrase.end + 1 < len(words) and words[phrase.end].lower == "to" and words[phrase.end + 1].capital:
            place = phrase_at(words, phrase.end + 1, min(len(words), phrase.end + 5))
            if place is not None and place.proper:
                end = words[place.end - 1].end
                yield Draft(parties.speaker, "visited", place.text, start, end, timing="event")


_TRIPS: Final = frozenset("trip trips vacation holiday holidays honeymoon visit getaway".split())
_AHEAD: Final = frozenset("next upcoming will 'll wo going gonna planning plan plans soon would wait".split())


def _aim(clause: Clause, at: int, attribute: str, mood: Mood, *, text: str | None = None) -> Iterator[Draft]:
    """What is aimed at from the index of "to" on: a verb with its tail, or a thing."""
    at += 1
    word = clause.lower(at)
    doing = (
        word.endswith("ing") or word in VERBS or (clause.lower(at - 1) == "to" and clause.lower(at - 2) != "forward")
    )
    if not word.isalpha() or (word in _NO_AIMS and not _aimed_at(clause, at)):
        return
    if doing:
        deed = deed_in(clause, word, at + 1)
    else:
        phrase = object_at(clause, at)
        plain = phrase is not None and phrase.head not in VAGUE_HEADS
        deed = (
            phrase.text if phrase is not None and plain and (phrase.determiner == "the" or not phrase.vague) else None
        )
    if deed == word and clause.lower(at + 1) not in ("", ",", "and", "so", "but"):
        return
    if deed is not None and not (YOU & set(deed.lower().split()) or (attribute == "wants" and word in _TELLING)):
        said = f"to {deed}" if attribute == "wants" and doing and not word.endswith("ing") else deed
        text = "{s} looks forward to this: {v}" if attribute == "plans" and text is None else text
        yield stated(
            clause, attribute, said, mood=mood, timing="plan" if mood != "asserted" else "state", text=text,
            polarity=True,
        )  # fmt: skip


def _aimed_at(clause: Clause, at: int) -> bool:
    """Read "to see the northern lights", "to keep running"; not "to see it", "to hear from you"."""
    word, following = clause.lower(at), clause.lower(at + 1)
    if word == "keep":
        return following.endswith("ing")
    phrase = object_at(clause, at + 1)
    if word not in ("see", "meet", "be") or phrase is None:
        return False
    if any(clause.lower(i) in YOU for i in range(at + 1, clause.end)):
        return False
    return phrase.determiner in _SEEN and phrase.head not in VAGUE_HEADS and (word != "be" or phrase.determiner == "a")


_NO_AIMS: Final = frozenset("be being know see hear hearing knowing seeing let meet catch talk chat keep say".split())
_TELLING: Final = frozenset("share show tell ask".split())
_SEEN: Final = frozenset("a an the my our some".split())
"""What begins a thing that one may look forward to seeing."""


_RULES: Final = (_looks_forward, _feels, _misses, _thinks, _finds, _values, _tries, *DEEDS)
