"""The words of a text with the stance that is taken to each: affirmed, or denied and disliked. English and Chinese."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, NamedTuple

from doxa.text.folding import flatten
from doxa.text.numerals import find_numbers
from doxa.text.patterns import lazy_pattern
from doxa.text.scripts import CJK_CLASS
from doxa.text.stems import stem
from doxa.text.stopwords import CHINESE_CHARACTERS, ENGLISH

ATTITUDE: Final = "♥"
"""Stands for any word of liking or disliking; its sign says which."""

_LIKING = """
like likes liked liking love loves loved loving enjoy enjoys enjoyed enjoying adore adores adored prefer prefers
preferred fond appreciate appreciates keen
""".split()
_DISLIKING = """
hate hates hated hating dislike dislikes disliked disliking detest detests detested loathe loathes loathed despise
despises avoid avoids avoided avoiding refuse refuses refused
""".split()
_NEGATIONS = "not no never nor neither cannot without none nobody nothing lacks lack unable stopped quit".split()
_FRESH = "is are was were am does do did has had will would can could should must".split()
"""A finite verb begins a new predicate: what was denied before it is not denied after it."""
_ENGLISH_MARKS: Final = {
    **dict.fromkeys(_LIKING, "like"),
    **dict.fromkeys(_DISLIKING, "dislike"),
    **dict.fromkeys(_NEGATIONS, "not"),
    **dict.fromkeys(_FRESH, "fresh"),
}
_IGNORED: Final = ENGLISH | frozenset("user users said says mentioned mentions told very really also".split())

_HARMLESS_ZH = (
    "不但|不仅|不过|不错|差不多|对不起|不管|不同|可爱|恋爱|爱人|爱情|没关系|没事|特别|别人|别的|分别|区别|级别|性别"
)
_DISLIKING_ZH = "讨厌|厌恶|反感|受不了|痛恨|憎恨|恨"
_LIKING_ZH = "最喜欢|喜欢|最爱|热爱|喜爱|偏爱|钟爱|酷爱|爱好|爱|享受"
_NOT_ZH = "从来不|从不|不再|不是|不会|不能|没有|无法|并非|不|没|别|未|戒"
_CLAUSE_END = (
    r"[.!?;:,。！？；：，、\n]+(?=\s|$|[^\x00-\x7f])"
    r"|\b(?:but|however|although|though|whereas|yet)\b|但是|不过|但|然而|却|而是"
)
_SCAN = lazy_pattern(
    rf"(?P<end>{_CLAUSE_END})"
    rf"|(?P<harmless>{_HARMLESS_ZH})"
    rf"|(?P<dislike>{_DISLIKING_ZH})|(?P<not>{_NOT_ZH})|(?P<like>{_LIKING_ZH})"
    rf"|(?P<han>[{CJK_CLASS}])"
    r"|(?P<word>[^\W_](?:[\w.+#/&'-]*[\w+#])?)"
)


class Stanced(NamedTuple):
    """A word and the stance to it.

    Args:
        word: Its stem; two characters of Chinese; or `ATTITUDE`.
        affirmed: False where it is denied or disliked.
        telling: Whether it is a name, an abbreviation, or holds a digit or sign: nothing else can stand for it.
    """

    word: str
    affirmed: bool
    telling: bool


def stances(text: str) -> list[Stanced]:
    """Return the words of `text` that carry content, in order, each with the stance taken to it.

    Numbers are left out (`find_numbers` reads them), as are function words and, at the head of a sentence, the
    difference between a name and another word. A stance holds up to the end of its clause or the next finite verb.
    """
    return list(_stanced(_without_numbers(text)))


def _stanced(text: str) -> Iterator[Stanced]:
    liked, denied, head, previous = True, False, True, ""
    for match in _SCAN.finditer(flatten(text)):
        kind, found = match.lastgroup or "", match.group()
        if kind == "word":
            kind = _mark_of(found)
        if kind in ("end", "fresh"):
            liked, denied = True, False
        elif kind == "not":
            denied = True
        elif kind in ("like", "dislike"):
            liked, denied = (kind == "like") != denied, False
            yield Stanced(ATTITUDE, liked, False)
        elif kind in ("han", "harmless"):
            yield from (Stanced(each, liked != denied, False) for each in _bigrams(previous, found))
        elif found not in _IGNORED:
            spelt = text[match.start() : match.end()]
            yield Stanced(_stem_of(found), liked != denied, _is_telling(spelt, head=head))
        previous = found if kind == "han" else ""
        head = kind == "end"


def _mark_of(word: str) -> str:
    if word.endswith("n't") or word in ("dont", "doesnt", "isnt", "cant", "wont"):
        return "not"
    return _ENGLISH_MARKS.get(word, "word")


def _stem_of(word: str) -> str:
    plain = word.removesuffix("'s")
    return stem(plain) if plain.isalpha() else plain


def _bigrams(previous: str, found: str) -> list[str]:
    """What a Chinese character adds: the pair with the one before it, unless both are function words."""
    if len(found) > 1:
        return [found]
    if not previous or (previous in CHINESE_CHARACTERS or found in CHINESE_CHARACTERS):
        return []
    return [previous + found]


def _is_telling(spelt: str, *, head: bool) -> bool:
    if any(not character.isalpha() and character not in "'-" for character in spelt):
        return True
    return (spelt.isupper() and len(spelt) > 1) or (spelt[:1].isupper() and not head)


def _without_numbers(text: str) -> str:
    for number in find_numbers(text):
        text = text[: number.start] + " " * (number.end - number.start) + text[number.end :]
    return text
