"""Which of the sentences found in a commit's message are sure enough to be stored as the reason of its decision.

What is shown as evidence may be wider than what is said to be why: a sentence that only tells a state, restates the
choice or speaks of something else stays a quote, of the kind `context`. A missing reason is found in the message; a
wrong one is believed.
"""

from __future__ import annotations

import re
from typing import Final

from doxa.code.grounds import BRINGS
from doxa.code.messages import Message
from doxa.code.reasons import BECAUSE, CAUSE_CHINESE, PURPOSE_CHINESE, SINCE, Reason, sentences_of
from doxa.text.scripts import HAN_CLASS
from doxa.text.simplified import simplified
from doxa.text.tokens import query_tokens

CONTEXT: Final = "context"
"""The kind of a quote that goes with a decision and is not said to be its reason."""
_NOT_AS: Final = (
    r"well|for|if|though|usual|expected|suggested|described|noted|in|per|of|before|above|follows|opposed|documented"
)
_FOR_THAT: Final = r"so that|so as (?:not )?to|in order (?:not )?to|lest|to (?:avoid|prevent|allow)"
_PURPOSE: Final = re.compile(rf"(?i)\b(?:{_FOR_THAT}|for)\b|{PURPOSE_CHINESE}")
_MARK: Final = re.compile(
    rf"(?i)\b(?:because|{_FOR_THAT}|otherwise"
    rf"|(?:is|are|was|were) (?:needed|required|necessary) (?:for|by|because|so|to|since)"
    rf"|(?:is|are) not available|therefore|thus"
    rf"|(?:is|are) no longer (?:used|needed|necessary|required|supported))\b"
    rf"|, so (?:it|we|they|the|there|an?|no|do|use|check|return|remove)\b|(?<=, )as (?!(?:{_NOT_AS})\b)\w+ \w+"
    rf"|{SINCE}|(?<=, )since (?!then\b|\d)"
    rf"|\bis an? \S+-?ism\b.*\bso\b|{CAUSE_CHINESE}|否则"
)
_EFFECT: Final = re.compile(
    r"(?i)^this (?:(?:also|will|should|would|change|commit|patch) )?"
    rf"(?:{BRINGS})\b|^这样"
)
_POINTS: Final = re.compile(
    r"(?i)^(?:the \w+ of which|which|this|that|these|those|it|its|they|them|also|note|but|i|such|instead|however)\b"
    r"|^[这那它其此该]"
)
_FAULT: Final = re.compile(
    r"(?i)\b(?:did(?:n['’]t| not)|could(?:n['’]t| not)|(?:would|could|may|might) (?:\w+ )?(?:fail|crash|hang|break|leak"
    r"|lose|loop|overflow|corrupt|mistakenly|incorrectly|wrongly|erroneously|never|not|be (?:lost|ignored|wrong))"
    r"|erroneously|mistakenly|(?:was|were)n['’]t|would (?:use|return|take|end up)"
    r"|(?:was|were) (?:wrong|broken|lost|ignored|missing|not|never|incorrect\w*|leaked|misread)"
    r"|fail(?:s|ed)|crash(?:es|ed)|segfault(?:s|ed)|leaked|hung|broke|used to|regressed|deadlocked"
    r"|resulting in errors?|caused)\b|崩溃|死锁|丢失|泄漏"
)
_STORY: Final = re.compile(
    r"\b(?:I|[Mm]y|me)\b|(?i:\b(?:spotted|noticed|reported|wrote|misinterpreted|pointed out|tricky|difficult"
    r"|(?:does|do|did)(?:n['’]t| not) need|needs? not|need(?:n['’]t)|although|crude)\b)|\.\.\.$"
)
"""What somebody did or found hard, and what is not needed: no reason of what is done."""


def weighed(reason: Reason, message: Message) -> Reason:
    """Return a reason as it is where it is sure, else as context."""
    return reason if is_sure(reason.text, message) else reason._replace(kind=CONTEXT)


def is_sure(text: str, message: Message) -> bool:
    """Return whether a sentence of a message is surely why its subject's change was made."""
    plain, title = simplified(text), simplified(message.title)
    opening = next((each for paragraph in message.prose for each in sentences_of(paragraph)[:1]), text)
    first = text.startswith(opening)
    if _STORY.search(plain) or _restates(plain, title):
        return False
    if _EFFECT.match(plain):
        return first
    if _POINTS.match(plain):
        return False
    shares = _shared(plain, title) > 0
    if first and (BECAUSE.match(plain) or _FAULT.search(plain)):
        return True
    return _MARK.search(plain) is not None and (first or shares)


def _restates(text: str, title: str) -> bool:
    """Whether most of a sentence, or of the purpose it names, stands in the title: `clarify x`, `for clarity`."""
    parts = [_MARK.sub(" ", text), *(text[each.end() :] for each in _PURPOSE.finditer(text))]
    counted = [(len(_words(each)), _shared(each, title)) for each in parts]
    return any(words and 2 * shared >= words for words, shared in counted)


def _shared(text: str, title: str) -> int:
    """Return how many content words of a text are in a title, or of the family of one that is."""
    named = _words(title)
    return sum(any(_akin(each, other) for other in named) for each in _words(text))


def _akin(word: str, other: str) -> bool:
    """Whether two stems are one word, or begin alike up to their last two letters."""
    same = min(len(word), len(other)) - 2
    return word == other or (same >= 5 and word[:same] == other[:same])


def _words(text: str) -> frozenset[str]:
    """Return the content words of a text; of Chinese, its pieces as the index has them."""
    return frozenset(each for each in query_tokens(text) if len(each) > 2 or re.match(f"[{HAN_CLASS}]", each))
