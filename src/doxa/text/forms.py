"""Normal forms: two texts, or two values of a slot, say the same exactly when their forms are equal."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

from doxa.text.folding import nfkc
from doxa.text.forms_date import iso_date
from doxa.text.nouns import singular
from doxa.text.numerals import FoundNumber, find_numbers
from doxa.text.numerals_en import NUMBER_WORDS
from doxa.text.patterns import lazy_pattern
from doxa.text.periods_grammar import words_of_time
from doxa.text.scripts import HAN_CLASS
from doxa.text.simplified import simplified
from doxa.text.units import name_units

_ROUNDS = 12
_QUOTES = str.maketrans("‘’‛ʼ“”„‟«»「」『』–—―‐‑−", '\'\'\'\'""""""""""------')
_INVISIBLE = lazy_pattern("[\u00ad\u061c\u200b-\u200f\u202a-\u202e\u2060-\u2064\u2066-\u2069\ufeff]")
_HAN_OR_KANA = rf"[{HAN_CLASS}ぁ-ヿ]"
_IDLE_SPACE = lazy_pattern(rf"(?<={_HAN_OR_KANA})\s+|\s+(?={_HAN_OR_KANA})")
_TRAILING = " \t\n.,;:!…。、\"'"
_LEADING = " \t\n\"'"
_ARTICLE = lazy_pattern(r"(?:an?|the) (?!(?:minor|major|plus|minus|positive|negative|sharp|flat|levels?)\b)(?=\S)")
_CHINESE_ARTICLE = lazy_pattern(
    r"(?:1|一)(?:个|個|只|隻|条|條|名|位|件|张|張|把|本|辆|輛|台|匹|头|頭|棵|朵|座|家|所|部)(?=\S)"
)
_PLAIN = lazy_pattern(r"[a-z]{2,}(?: [a-z]{2,}){0,5}")
_LAST_WORD = lazy_pattern(r"[a-z]+$")
_ORDINAL = lazy_pattern(r"(?:st|nd|rd|th|third|first|second)$")


def text_form(text: str) -> str:
    """Return the form in which texts are compared: equal forms are the same text.

    Case, width, kinds of quotes and dashes, traditional characters, invisible ones, white space, and the punctuation
    and quotes around the whole are folded; nothing inside is, and a question mark stays. So texts that differ in a
    word, a number, a unit, a negation, a name or the order of words (or as `C++` from `C`) have different forms.
    Total and idempotent.
    """
    return _settled(text, _fold_text)


def value_form(value: str) -> str:
    """Return the form in which the values of a slot are compared.

    Beyond `text_form`: a leading article goes (`the`, `一个`), numbers are written in digits (`twenty-five`,
    `二十五`), units and currencies under one name (`5 kilometres`, `5公里`), a plural common noun at the end in the
    singular, a value that is a date in ISO form (`--06-01` without a year). British and American spellings stay
    apart. Total and idempotent.
    """
    return _settled(text_form(value), _fold_value)


def _settled(text: str, fold: Callable[[str], str]) -> str:
    """Return `text` folded until nothing changes: what one fold lays bare, the next one folds."""
    for _ in range(_ROUNDS):
        folded = fold(text)
        if folded == text:
            break
        text = folded
    return text


def _fold_text(text: str) -> str:
    if text.isascii():
        spaced = " ".join(text.lower().split())
    else:
        folded = simplified(nfkc(nfkc(_INVISIBLE.sub("", text)).casefold()).translate(_QUOTES))
        spaced = _IDLE_SPACE.sub("", " ".join(folded.split()))
    return spaced.rstrip(_TRAILING).lstrip(_LEADING) or spaced


def _fold_value(value: str) -> str:
    if _PLAIN.fullmatch(value) and _meaning_more().isdisjoint(value.split()):
        return _with_singular_end(value)  # most phrases are neither date nor number: the same at a fifth of the time
    date = iso_date(value)
    if date is not None:
        return date
    plain = _without_article(value)
    return text_form(_with_singular_end(name_units(_with_digits(plain))))


@cache
def _meaning_more() -> frozenset[str]:
    """Return the English words without which no phrase is a date, has a number or begins with an article."""
    return words_of_time() | NUMBER_WORDS | {"an", "the"}


def _without_article(value: str) -> str:
    for article in (_ARTICLE, _CHINESE_ARTICLE):
        if found := article.match(value):
            return value[found.end() :]
    return value


def _with_digits(value: str) -> str:
    parts: list[str] = []
    position = 0
    for number in find_numbers(value):
        parts += [value[position : number.start], _digits(value[number.start : number.end], number)]
        position = number.end
    return "".join(parts) + value[position:]


def _digits(said: str, number: FoundNumber) -> str:
    if said[0] in "0+" and said[1:2].isdigit():
        return said  # 007 and +1 555 are no amounts
    ordinal = _ORDINAL.search(said)
    digits = format(number.value, "f") if not isinstance(number.value, int) else str(number.value)
    return digits + _suffix(number.value) if ordinal else digits


def _suffix(value: object) -> str:
    text = str(value)
    return "th" if text[-2:] in {"11", "12", "13"} else {"1": "st", "2": "nd", "3": "rd"}.get(text[-1], "th")


def _with_singular_end(value: str) -> str:
    return _LAST_WORD.sub(lambda word: singular(word[0]), value)
