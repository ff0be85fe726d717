"""English: what no closer rule reads of a speaker's day: what they did, do, feel, want and look forward to."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from doxa.write.extract.clauses_en import Clause
from doxa.write.extract.found import Draft, Mood
from doxa.write.extract.lexicon_en import PREPOSITIONS, VAGUE_HEADS
from doxa.write.extract.objects_en import Phrase, phrase_at
from doxa.write.extract.parties import Parties
from doxa.write.extract.rules_en_events import dated
from doxa.write.extract.stating_en import object_at, stated
from doxa.write.extract.tails_en import deed_of, tail_of, text_of, time_at, time_end
from doxa.write.extract.verbs_en import VERBS
from doxa.write.extract.words_en import Word

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
    ill unwell burnt-out""".split()
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
_YOU: Final = frozenset("you your yours you're".split())
_ADDRESSED: Final = frozenset("you your yours you're it that this".split())
_MENTAL: Final = frozenset(
    """be have feel think say tell know see hear want need like love hate enjoy hope wish mean seem look sound help let
    ask show mention realize realise remember forget believe wonder notice understand appreciate miss care agree guess
    bet happen mind thank keep imagine promise owe deserve admit figure suppose expect prefer stop dream fear regret
    doubt""".split()
)
"""Verbs of thought and talk, whose objects are no doing."""
_COURSE: Final = frozenset("leave move put let stay stand sit come set turn".split())
"""Verbs of the course of a day, kept with a date only."""
_EMPTY_DEEDS: Final = frozenset("come go get do make take give put turn let set leave stay stand sit wait move".split())


def told(clause: Clause) -> Iterator[Draft]:
    """What a clause tells of the speaker or another person, where no closer rule read it."""
    if clause.party.role not in ("speaker", "person") or clause.mood not in ("asserted", "plan"):
        return
    start = clause.subject.start
    before = clause.words[start - 1].lower if start else ""
    if before in ("like", "since") or (before in ("when", "if", "whenever") and clause.predicate.form == "present"):
        return  # "it feels like I'm …", "since we spoke last", "when I'm stressed"
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
    tail = _deed(clause, word, at + 1) if clause.lower(at + 1) in _ABOUT | {"and", ","} else None
    if tail is None and word in _BLESSED and clause.lower(at + 1) in _ABOUT:
        return  # "lucky to have them"
    if word in _MILD and not felt and (tail is None or clause.lower(at + 1) not in ("about", "with")):
        return
    following = {clause.lower(i) for i in range(at + 1, min(at + 5, clause.end))}
    if clause.lower(at + 1) in _ABOUT and following & (_YOU if felt else _ADDRESSED):
        return  # "I'm glad you like it", "I'm proud of you"
    yield stated(clause, "feels", tail or word, timing="event")


def _of_oneself(clause: Clause, at: int) -> str | None:
    """Read "of who I am", "of what we achieved"."""
    words = clause.words
    lowers = [word.lower for word in words[at : at + 4]]
    if len(lowers) < 4 or lowers[0] not in ("of", "for") or lowers[1] not in ("who", "what") or lowers[2] not in _SELF:
        return None
    end = at + 4
    while end < len(words) and end < at + 7 and words[end].lower.isalpha() and words[end].lower not in _CUTS:
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
    if phrase is None or phrase.head in VAGUE_HEADS or phrase.determiner in ("this", "that", "your", "these", "those"):
        return
    deed = _deed(clause, "thinking", at)
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
    if any(word.lower == "?" for word in clause.words[-2:]):
        return
    if lemma == "wait" and predicate.negative and predicate.form == "can":
        yield from _aim(clause, at, "plans", "plan")
    elif predicate.negative:
        return
    elif lemma == "look" and (clause.lower(at), clause.lower(at + 1)) == ("forward", "to"):
        yield from _aim(clause, at + 1, "plans", "plan")
    elif lemma in ("hope", "dream", "want", "love", "like") and clause.lower(at) in ("to", "of", "about"):
        past = predicate.form == "past" and not (lemma == "dream" and "always" in predicate.adverbs)
        if not past and (lemma not in ("love", "like") or predicate.form == "modal"):
            yield from _aim(clause, at, "wants", "wish")
    elif lemma == "be":
        while clause.lower(at) in _DEGREES:
            at += 1
        if clause.lower(at) in _KEEN and clause.lower(at + 1) in ("to", "for"):
            yield from _aim(clause, at + 1, "plans", "plan")


_KEEN: Final = frozenset("excited eager hyped thrilled determined ready pumped stoked keen".split())


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
    if phrase is None or phrase.vague or phrase.words[0].lower in _ADDRESSED:
        return
    deed = _deed(clause, "", at)
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
        if words[word].lower not in FEELINGS or any(each.lower == "?" for each in words[-2:]):
            continue
        if end + 1 < len(words) and words[end].lower == "and" and words[end + 1].lower in FEELINGS:
            end += 2
        if words[at + 1].lower != "feel" and (words[word].lower in _DOWN or _asked_what(words, at - 1)):
            continue
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


_TRIPS: Final = frozenset("trip vacation holiday honeymoon visit getaway".split())
_AHEAD: Final = frozenset("next upcoming will 'll wo going gonna planning plan plans soon would wait".split())


def _aim(clause: Clause, at: int, attribute: str, mood: Mood, *, text: str | None = None) -> Iterator[Draft]:
    """What is aimed at from the index of "to" on: a verb with its tail, or a thing."""
    at += 1
    word = clause.lower(at)
    doing = (
        word.endswith("ing") or word in VERBS or (clause.lower(at - 1) == "to" and clause.lower(at - 2) != "forward")
    )
    if not word.isalpha() or word in _NO_AIMS:
        return
    if doing:
        deed = _deed(clause, word, at + 1)
    else:
        phrase = object_at(clause, at)
        plain = phrase is not None and phrase.head not in VAGUE_HEADS
        deed = (
            phrase.text if phrase is not None and plain and (phrase.determiner == "the" or not phrase.vague) else None
        )
    if deed == word and clause.lower(at + 1) not in ("", ",", "and", "so", "but"):
        return
    if deed is not None:
        said = f"to {deed}" if attribute == "wants" and doing and not word.endswith("ing") else deed
        text = "{s} looks forward to this: {v}" if attribute == "plans" else text
        yield stated(
            clause, attribute, said, mood=mood, timing="plan" if mood != "asserted" else "state", text=text,
            polarity=True,
        )  # fmt: skip


_NO_AIMS: Final = frozenset("be being know see hear hearing knowing seeing let meet catch talk chat keep say".split())


def _reads(clause: Clause) -> Iterator[Draft]:
    """Read "I read a book about castles"."""
    if clause.predicate.lemma != "read" or clause.predicate.negative or clause.predicate.form == "future":
        return
    phrase = object_at(clause, clause.rest)
    if phrase is None or phrase.head not in _BOOKS:
        return
    deed = _deed(clause, "", clause.rest)
    if deed is not None and (len(phrase.words) > 1 or len(deed.split()) > 3):
        yield stated(clause, "reads", deed, timing="event", text="{s} read {v}")


_BOOKS: Final = frozenset("book books novel novels series story stories comic comics memoir article poem poems".split())


def _had(clause: Clause) -> Iterator[Draft]:
    """Read "I had a frustrating issue at the supermarket", "I had the chance to visit Rome"."""
    predicate, at = clause.predicate, clause.rest
    if predicate.lemma != "have" or predicate.form not in ("past", "perfect") or predicate.negative:
        return
    at += clause.lower(at) == "quite"
    phrase = object_at(clause, at)
    if phrase is None or phrase.determiner not in ("a", "an", "some", "the", "my", "our"):
        return
    if phrase.head in ("chance", "opportunity") and clause.lower(phrase.end) == "to":
        verb = clause.lower(phrase.end + 1)
        deed = _deed(clause, verb, phrase.end + 2)
        if deed is not None and verb not in _MENTAL:
            yield stated(clause, "did", deed, timing="event", text="{s} got to {v}")
        return
    deed = _deed(clause, "had", at)
    told_of = phrase.determiner != "the" and phrase.head not in _NOT_HAD and not _idle(clause, at)
    if deed is not None and told_of and (len(phrase.words) > 1 or len(deed.split()) > 4):
        yield stated(clause, "did", deed, timing="event")


_NOT_HAD: Final = VAGUE_HEADS - {"time", "experience", "experiences"} | frozenset(
    "feeling hunch clue doubt week weekend month year day night morning summer challenge challenges".split()
)


def _does_now(clause: Clause) -> Iterator[Draft]:
    """Read "I'm carving out some time each day", "I've been researching visas"."""
    predicate, at = clause.predicate, clause.rest
    verb = clause.words[predicate.verb].lower
    if predicate.negative or predicate.form not in ("present", "progressive", "perfect"):
        return
    if predicate.lemma == "be" and predicate.form != "progressive":
        verb, at = clause.lower(at), at + 1
        if verb in _NO_DOING or len(verb) < 6:
            return
    if verb in _INTENDING:
        return
    if verb in ("considering", "contemplating"):
        deed = _deed(clause, "", at)
        if deed is not None:
            yield stated(clause, "wants", deed, mood="wish", timing="plan", text="{s} considers {v}")
        return
    if verb == "looking" and clause.lower(at) == "into":
        deed = _deed(clause, verb, at)
        if deed is not None:
            yield stated(clause, "does", deed, timing="state", text="{s} is doing this: {v}")
        return
    if not verb.endswith("ing") or predicate.lemma in _MENTAL - {"be"} | {"go", "do", "get"} | _COURSE:
        return
    deed = _deed(clause, verb, at)
    if deed is not None and not _pointing(clause, at):
        yield stated(clause, "does", deed, timing="state", text="{s} is doing this: {v}")


_INTENDING: Final = frozenset("planning hoping trying aiming intending wanting wishing working".split())
_NO_DOING: Final = frozenset(
    """amazing interesting boring exciting willing missing amusing annoying charming loving caring outgoing something
    nothing anything everything being having feeling thinking wondering guessing kidding joking coming going getting
    telling saying""".split()
)


def _will(clause: Clause) -> Iterator[Draft]:
    """Read "I'll definitely read that novel", "I'm gonna keep it up" not: a plan that says what."""
    predicate = clause.predicate
    if predicate.form != "future" or predicate.negative or predicate.lemma in _MENTAL | _COURSE | _PROMISED:
        return
    if any(word.lower in ("if", "?", "unless", "when") for word in clause.words):
        return
    deed = _deed(clause, clause.words[predicate.verb].lower, clause.rest)
    if deed is not None and not _pointing(clause, clause.rest) and len(deed.split()) > 2:
        yield stated(clause, "plans", deed, timing="plan", mood="plan")


_PROMISED: Final = frozenset(
    "send text call email update keep be continue support always check take meet visit".split()
)


def _steadily(clause: Clause) -> Iterator[Draft]:
    """Read "we bond over stories and campfires", "I make pottery": what is done again and again."""
    predicate = clause.predicate
    verb = clause.words[predicate.verb].lower
    if predicate.form != "present" or predicate.negative or predicate.lemma in _MENTAL | _COURSE | _NOT_STEADY:
        return
    if verb not in VERBS or any(word.lower in _CONDITIONS for word in clause.words):
        return
    if clause.lead > clause.subject.start or not (clause.party.role == "speaker" or clause.party.relation):
        return  # a predicate that goes on with another's subject may be governed by its verb
    deed = _deed(clause, predicate.lemma, clause.rest)
    if deed is None or _pointing(clause, clause.rest) or len(deed.split()) < 3:
        return
    yield stated(clause, "does", deed, text="{s} does this: {v}")


_NOT_STEADY: Final = frozenset("live get go come do wait recommend suggest swear look call find mean lose win".split())
_CONDITIONS: Final = frozenset("if unless ? when whenever once till until".split())


def _did(clause: Clause) -> Iterator[Draft]:
    """Read "I added some sage", "we shared our ideas with the magazine"."""
    predicate = clause.predicate
    verb = clause.words[predicate.verb].lower
    going = verb.endswith("ing")
    if predicate.form not in ("past", "perfect") or predicate.negative or (going and predicate.form != "past"):
        return
    verb = f"was {verb}" if going else verb
    if verb == "got" and clause.lower(clause.rest) in ("ta", "to"):
        return
    phrase = object_at(clause, clause.rest)
    if predicate.adverbs & {"never", "almost", "nearly"}:
        return
    if predicate.lemma in _MENTAL and not (predicate.lemma in _SEEN and phrase is not None and _plain(phrase)):
        return
    deed = _deed(clause, verb, clause.rest)
    if deed is None or _idle(clause, clause.rest) or (_pointing(clause, clause.rest) and len(deed.split()) < 5):
        return
    if predicate.lemma in _COURSE and not dated(clause):
        return
    if predicate.lemma in _EMPTY_DEEDS and (phrase is None or phrase.vague) and len(deed.split()) < 4:
        return
    yield stated(clause, "did", deed, timing="event")


def _plain(phrase: Phrase) -> bool:
    """Whether a thing is named: "a bear", "some deer", "my cousin"; not "it", "the point", "how far we came"."""
    return phrase.determiner in _NAMING and phrase.head not in VAGUE_HEADS and phrase.words[0].lower not in _ADDRESSED


_NAMING: Final = frozenset(("a", "an", "some", "my", "our", "the"))
_SEEN: Final = frozenset("see help forget miss enjoy show remember".split())
"""Verbs of sense and thought that tell of a doing where what they name is said: "saw a bear", "enjoyed the zoo"."""


def _deed(clause: Clause, verb: str, at: int) -> str | None:
    """A verb with its tail, cut before a later part where it is long or where that part points at something unsaid."""
    speaker = clause.party.role == "speaker"
    start, stop = tail_of(clause.words, at, clause.end)
    if stop > start or at >= clause.end:
        whole = _said(deed_of(clause.words, verb, at, clause.end, speaker=speaker))
        if whole is not None:
            return whole + _where(clause, stop)
    last = min(at + LONGEST_TAIL, (stop if stop > start else clause.end) - 1)
    for cut in range(last, at + 2, -1):
        if clause.lower(cut) in _CUTS and tail_of(clause.words, at, cut)[1] > at:
            part = _said(deed_of(clause.words, verb, at, cut, speaker=speaker))
            if part is not None:
                return part
    return None


def _where(clause: Clause, at: int) -> str:
    """Where and with whom, said after the time: "had a blast last year at the fair"."""
    if at >= clause.end or not time_at(clause.words, at, clause.end):
        return ""
    after = time_end(clause.words, at, clause.end)
    if clause.lower(after) not in ("at", "in", "with", "to", "for", "from"):
        return ""
    phrase = object_at(clause, after + 1)
    if phrase is None or phrase.head in VAGUE_HEADS or phrase.determiner in ("this", "that", "your", "these", "those"):
        return ""
    if clause.lower(after) in ("to", "for") and not (phrase.determiner or phrase.proper):
        return ""  # "in the coming weeks to ensure …"
    said = deed_of(clause.words, clause.lower(after), after + 1, phrase.end, speaker=clause.party.role == "speaker")
    return f" {said}" if said is not None and not time_at(clause.words, after, clause.end) else ""


def _said(deed: str | None) -> str | None:
    return None if deed is None else deed.strip()


LONGEST_TAIL: Final = 12
"""Words after a verb that a value keeps."""
_CUTS: Final = PREPOSITIONS | {"and", "to", "so"}


def _pointing(clause: Clause, at: int) -> bool:
    """Whether the object only points at something: "that one", "a lot", "you"."""
    phrase = phrase_at(clause.words, at, clause.end) if at < clause.end else None
    if phrase is None:
        return False
    if phrase.determiner in ("that", "those", "these", "your"):
        return phrase.determiner == "your" or len(phrase.words) < 2
    return phrase.head in VAGUE_HEADS and not phrase.proper


def _idle(clause: Clause, at: int) -> bool:
    """Whether the object is a mere amount or "stuff", whatever follows."""
    phrase = phrase_at(clause.words, at, clause.end) if at < clause.end else None
    return (phrase is not None and phrase.words[-1].lower in _STUFF | {"bit"}) or clause.lower(at) in _STUFF


_STUFF: Final = frozenset("stuff thing things lot lots ton tons bunch".split())


_RULES: Final = (
    _looks_forward, _feels, _thinks, _finds, _values, _tries, _reads, _had, _does_now, _will, _steadily, _did,
)  # fmt: skip
