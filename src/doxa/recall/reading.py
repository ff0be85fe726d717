"""Reads a question: its terms, what must match exactly, the names in it, the time it asks about, what it wants."""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import datetime, tzinfo
from typing import Literal

from doxa.belief.attributes import AttributeRegistry
from doxa.graph.contract import View
from doxa.recall.asking import ASKED_TIMES, asked_part
from doxa.recall.dated_events import with_dated_events
from doxa.recall.known_events import with_known_dates
from doxa.records import Question
from doxa.text.folding import flatten
from doxa.text.forms import value_form
from doxa.text.periods import resolve_period
from doxa.text.simplified import simplified
from doxa.text.tokens import query_tokens

MAX_NAME_WORDS = 4
_QUOTED = re.compile(r"[\"“”「『]([^\"“”「」『』]{1,200})[\"“”」』]|`([^`]{1,200})`")
_CHUNK = re.compile(r"[\w./\\:#@+-]+", re.ASCII)
_CODE_LIKE = re.compile(
    r"[_/\\#@]|\w\.\w|::|[a-z][A-Z]"
    r"|(?i:\b0x[0-9a-f]+\b|\b[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\b)"  # a number in hex, a UUID
    r"|\b(?=[a-f]*[0-9])(?=[0-9]*[a-f])[0-9a-f]{7,64}\b"  # a commit or another hash
)
_LONGEST_EXACT = 200
_WORD = re.compile(r"[^\W_]+(?:['’-][^\W_]+)*", re.UNICODE)
_CJK_RUN = re.compile(r"[\u3400-\u9fff]{1,40}")

_CONCEPTUAL = re.compile(
    r"\b(?:why|how|explain|describe|design|overview|what does .+ mean|generally|in general|usually|typically|tends? to"
    r"|tendency|style|patterns?)\b|为什么|为何|为啥|怎么|怎样|如何|什么意思|倾向|风格|整体|一般|通常|总体|模式"
)
_FIRST = re.compile(r"\b(first|earliest|initial|original|oldest)\b|最早|最初|第一次|一开始", re.IGNORECASE)
_LATEST = re.compile(r"\b(latest|most recent|newest|last time)\b|最新|最近一次|上一次", re.IGNORECASE)
_PAST = re.compile(
    r"\b(used to|did(?:n['’]t)? [\w' ]{1,30} use to|previous(?:ly)?|before|former(?:ly)?|back then|in the past"
    r"|old (?:address|home|house|job|employer|boss|name|number))\b|以前|之前|曾经|过去|从前|先前|原先|原来",
    re.IGNORECASE,
)
_CURRENT = re.compile(r"\b(now|currently|these days|at the moment|today|still)\b|现在|目前|如今|还", re.IGNORECASE)

Intent = Literal["navigational", "conceptual", "factual"]
Aspect = Literal["any", "current", "past", "first", "latest"]


def read_question(
    text: str,
    view: View,
    *,
    now: datetime,
    tz: tzinfo,
    names: bool = True,
    attributes: AttributeRegistry | None = None,
) -> Question:
    """Read a question.

    Args:
        text: The question.
        view: Where names are looked up.
        now: The instant relative phrases are read against.
        tz: The user's time zone.
        names: Whether to look up names; no leg but those by entity and slot needs them.
        attributes: The registry of attributes, for times told from an event whose day is known.
    """
    exact = exact_tokens(text)
    asked = asked_part(text)
    if attributes is not None:
        asked = with_known_dates(asked, view, attributes, tz=tz)
        asked = with_dated_events(asked, view, now=now, tz=tz)
    return Question(
        text=text,
        terms=question_terms(text),
        exact=exact,
        entities=known_names(text, view) if names else (),
        period=resolve_period(asked, now=now, tz=tz),
        intent=intent_of(text, exact),
        aspect=aspect_of(text),
    )


def question_terms(text: str) -> tuple[str, ...]:
    """Return the tokens to search for; those of the part that asks count `ASKED_TIMES` where there is more."""
    asked = asked_part(text)
    terms = query_tokens(text)
    return tuple(terms if asked == text else terms + (ASKED_TIMES - 1) * query_tokens(asked))


def exact_tokens(text: str) -> tuple[str, ...]:
    """Return quoted, code-like and path-like tokens in order, each once."""
    quoted = [first or second for first, second in _QUOTED.findall(text)]
    chunks = [match[0].strip(".:-") for match in _CHUNK.finditer(text)]
    code = [chunk for chunk in chunks if len(chunk) <= _LONGEST_EXACT and _CODE_LIKE.search(chunk)]
    return tuple(dict.fromkeys([*quoted, *code]))


def intent_of(text: str, exact: Sequence[str]) -> Intent:
    """Tell a look-up of something named (navigational) from a why, how or in general (conceptual) and the rest."""
    if exact:
        return "navigational"
    return "conceptual" if _CONCEPTUAL.search(flatten(text)) else "factual"


def aspect_of(text: str) -> Aspect:
    """Tell which version of a fact a question is after."""
    plain = simplified(text)
    for pattern, aspect in ((_FIRST, "first"), (_LATEST, "latest"), (_PAST, "past"), (_CURRENT, "current")):
        if pattern.search(plain):
            return aspect  # type: ignore[return-value]
    return "any"


def known_names(text: str, view: View) -> tuple[str, ...]:
    """Return the entities a question names: its word sequences that are a subject, value or alias somewhere."""
    forms = {value_form(phrase): phrase for phrase in phrases(text)}
    forms.pop("", None)
    if not forms:
        return ()
    found = set(view.mentions(list(forms), limit=1)) | set(view.items_by_alias(list(forms)))
    return tuple(form for form in forms if form in found)


def phrases(text: str) -> list[str]:
    """Return the word sequences of a text that could be a name: up to four words, or any run of Han characters."""
    words = [match[0] for match in _WORD.finditer(text[:2000]) if not _CJK_RUN.fullmatch(match[0])]
    spans = [
        " ".join(words[start : start + length])
        for length in range(1, MAX_NAME_WORDS + 1)
        for start in range(len(words) - length + 1)
    ]
    runs = [run[0] for run in _CJK_RUN.finditer(text[:500])]
    grams = [
        run[start : start + length]
        for run in runs
        for length in range(1, min(8, len(run)) + 1)
        for start in range(len(run) - length + 1)
    ]
    return list(dict.fromkeys([*spans, *grams]))
