"""Reads an English predicate: adverbs, auxiliaries and negation up to the main verb, and what they say of time."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final, Literal

from doxa.write.extract.lexicon_en import (
    ADVERBS,
    BE,
    CONJUNCTIONS,
    DETERMINERS,
    DO,
    DOUBTS,
    HAVE,
    MODALS,
    NEGATIONS,
    PREPOSITIONS,
    PRONOUNS,
    TIME_WORDS,
)
from doxa.write.extract.verbs_en import VERBS, Verb
from doxa.write.extract.words_en import Word

Form = Literal["present", "past", "perfect", "progressive", "future", "modal", "can", "used"]
_NOT_INFINITIVE: Final = frozenset(
    "the a an my our your his her its their this that work school college church bed town".split()
)
_LONGEST: Final = 9


@dataclass(frozen=True, slots=True)
class Predicate:
    """The verb of a clause.

    Args:
        lemma: Of the main verb; the surface form for verbs rules do not read.
        form: What tense, aspect and modality amount to.
        negative: Whether it is denied.
        never: Whether it is denied for all time.
        verb: Index of the main verb.
        rest: Index of the first word after it.
        adverbs: What stood before it.
    """

    lemma: str
    form: Form
    verb: int
    rest: int
    negative: bool = False
    never: bool = False
    adverbs: frozenset[str] = frozenset()


@dataclass(slots=True)
class _Chain:
    """The auxiliaries read so far."""

    links: list[str] = field(default_factory=list)
    adverbs: set[str] = field(default_factory=set)
    negative: bool = False
    last: int = -1

    def push(self, link: str, at: int) -> None:
        self.links.append(link)
        self.last = at


_NO_VERBS: Final = PREPOSITIONS | CONJUNCTIONS | PRONOUNS | DETERMINERS | TIME_WORDS


def predicate_at(words: Sequence[Word], start: int, *, known_only: bool = False) -> Predicate | None:
    """The predicate that begins at `start`.

    Args:
        words: The words of the sentence.
        start: Index right after the subject.
        known_only: Refuse verbs that no rule reads.

    Returns:
        The predicate, or `None` where none begins.
    """
    chain = _Chain()
    at, stop = start, min(len(words), start + _LONGEST)
    while at < stop:
        taken = _auxiliary(chain, words, at)
        if not taken:
            return _main_verb(chain, words, at, known_only)
        at += taken
    return _auxiliary_as_verb(chain, at)


def property_predicate_at(words: Sequence[Word], start: int) -> Predicate | None:
    """Read "is" after a property such as "my hobbies": its value follows, never a verb ("are painting and chess")."""
    if start >= len(words) or (words[start].lower not in BE and words[start].lower != "'s"):
        return None
    rest, negative, adverbs = start + 1, False, set()
    while rest < len(words) and (words[rest].lower in NEGATIONS or words[rest].lower in ADVERBS):
        negative = negative or words[rest].lower in NEGATIONS
        adverbs.add(words[rest].lower)
        rest += 1
    form: Form = "past" if BE.get(words[start].lower) == "past" else "present"
    return Predicate("be", form, start, rest, negative, "never" in adverbs, frozenset(adverbs))


def _auxiliary(chain: _Chain, words: Sequence[Word], at: int) -> int:
    """Take one adverb, negation or auxiliary into the chain; how many words it was."""
    lower = words[at].lower
    following = words[at + 1].lower if at + 1 < len(words) else ""
    if lower == "no" and following == "longer":
        chain.negative = True
        chain.adverbs.add("no longer")
        return 2
    if lower in ("kind", "sort") and following == "of":
        return 2
    if lower in NEGATIONS:
        chain.negative = True
        chain.adverbs.add("never") if lower == "never" else None
        return 1
    if lower in ADVERBS or lower in DOUBTS:
        chain.adverbs.add(lower)
        return 1
    return _link(chain, words, at, lower, following)


def _link(chain: _Chain, words: Sequence[Word], at: int, lower: str, following: str) -> int:
    last = chain.links[-1] if chain.links else ""
    if lower == "gonna":
        chain.push("going-to", at)
        return 1
    if following == "to" and (lower == "used" and not last.startswith("be")):
        chain.push("used-to", at)
        return 2
    if following == "to" and lower in ("going", "about") and last.startswith("be") and _infinitive(words, at + 2):
        chain.push("going-to", at)
        return 2
    link = _link_of(words, at, lower, last)
    if link:
        chain.push(link, at)
    return 1 if link else 0


def _link_of(words: Sequence[Word], at: int, lower: str, last: str) -> str | None:
    if lower in MODALS and not last:
        return MODALS[lower]
    if lower in BE and not last.startswith("be-"):
        return f"be-{BE[lower]}"
    if lower == "being" or (lower == "been" and last.startswith("have")):
        return "be-pp"
    if lower in HAVE and not last.startswith("have"):
        return f"have-{HAVE[lower]}"
    if lower in DO and not last:
        return f"do-{DO[lower]}"
    if lower == "'s" and not last:
        return "have-present" if _participle_follows(words, at) else "be-present"
    if lower == "'d" and not last:
        return "have-past" if _participle_follows(words, at) else "modal"
    return None


def _participle_follows(words: Sequence[Word], at: int) -> bool:
    for word in words[at + 1 : at + 4]:
        if word.lower in ADVERBS or word.lower in NEGATIONS:
            continue
        verb = VERBS.get(word.lower)
        adjectival = word.lower in ("married", "retired", "based", "located", "gone", "called", "named", "made", "born")
        return word.lower in ("been", "got", "had") or (
            verb is not None and "pp" in verb.forms and "base" not in verb.forms and not adjectival
        )
    return False


def _infinitive(words: Sequence[Word], at: int) -> bool:
    if at >= len(words):
        return False
    word = words[at]
    return not word.capital and word.text.isalpha() and word.lower not in _NOT_INFINITIVE


def _main_verb(chain: _Chain, words: Sequence[Word], at: int, known_only: bool) -> Predicate | None:
    word = words[at]
    verb = VERBS.get(word.lower)
    last = chain.links[-1] if chain.links else ""
    if verb is not None and _fits(verb, last):
        form = _form(chain, verb)
        return None if form is None else _made(chain, verb.lemma, form, at)
    if last.startswith("have-") and _is_participle(words, at, chain.last):
        return _made(chain, word.lower, _form(chain, Verb(word.lower, frozenset(("pp",)))) or "perfect", at)
    if last.split("-")[0] in ("be", "have", "do"):
        return _auxiliary_as_verb(chain, at)
    if known_only or not word.lower.isalpha() or word.capital or word.lower in _NO_VERBS:
        return None
    return _made(chain, word.lower, _unknown_form(chain, word.lower), at)


def _is_participle(words: Sequence[Word], at: int, auxiliary: int) -> bool:
    """Whether a verb that no rule reads is one after "have": "I've exchanged numbers", not "I have limited time"."""
    lower = words[at].lower
    following = words[at + 1].lower if at + 1 < len(words) else ""
    if not lower.endswith("ed") or len(lower) < 5 or not lower.isalpha() or words[at].capital:
        return False
    return words[auxiliary].lower in ("'ve", "'s", "'d") or following in DETERMINERS or following in PREPOSITIONS


def _fits(verb: Verb, last: str) -> bool:
    """Whether that form can follow that auxiliary."""
    if last.startswith("be-"):
        return "ing" in verb.forms
    if last.startswith("have-"):
        return "pp" in verb.forms
    if last:
        return "base" in verb.forms
    return verb.forms != frozenset(("ing",))


def _form(chain: _Chain, verb: Verb) -> Form | None:
    links = chain.links
    if not links:
        if verb.forms == frozenset(("pp",)):
            return None
        return "past" if "past" in verb.forms and verb.lemma != "read" else "present"
    first, last = links[0], links[-1]
    if first in ("future", "going-to", "modal", "can"):
        return "future" if first == "going-to" else first  # type: ignore[return-value]
    if "used-to" in links:
        return "used"
    if "going-to" in links:
        return "modal" if first == "be-past" else "future"
    if first.startswith("have"):
        return "past" if first == "have-past" else "perfect"
    if last.startswith("be-"):
        return "past" if first == "be-past" else "progressive"
    return "past" if first == "do-past" else "present"


def _unknown_form(chain: _Chain, lower: str) -> Form:
    if chain.links:
        return _form(chain, Verb(lower, frozenset(("base",)))) or "present"
    return "past" if lower.endswith("ed") else "present"


def _auxiliary_as_verb(chain: _Chain, rest: int) -> Predicate | None:
    """The last auxiliary was the main verb: "I'm a nurse", "I have two cats"."""
    if not chain.links:
        return None
    last = chain.links.pop()
    lemma, _, tense = last.partition("-")
    if lemma not in ("be", "have", "do"):
        return None
    if not chain.links:
        form: Form = "past" if tense == "past" else "present"
    else:
        form = _form(chain, Verb(lemma, frozenset(("base", "pp", "ing")))) or "present"
    return _made(chain, lemma, form, chain.last, rest)


def _made(chain: _Chain, lemma: str, form: Form, at: int, rest: int | None = None) -> Predicate:
    return Predicate(
        lemma=lemma,
        form=form,
        verb=at,
        rest=at + 1 if rest is None else rest,
        negative=chain.negative,
        never="never" in chain.adverbs,
        adverbs=frozenset(chain.adverbs),
    )
