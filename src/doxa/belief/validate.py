"""Whether a claim is supported by the text it is said to come from. Words are compared whole, with their stance."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from math import ceil
from typing import Final, Literal

from doxa.belief.stance import Stanced, stances
from doxa.errors import InvalidInput
from doxa.records import Origin
from doxa.text.numerals import find_numbers

Failure = Literal["empty", "number", "name", "polarity", "words"]

ENOUGH: Final = 0.5
"""The share of a claim's words that its source must hold; what is telling (names, numbers, signs) must all be there."""
PROPOSE_FROM: Final = 0.6
APPLY_FROM: Final = 0.8
"""A pattern that was inferred is dropped below .6 and needs confirmation below .8 (tdos-memory's gates)."""


@dataclass(frozen=True, slots=True)
class Validation:
    """What a check of a claim against its source found.

    Args:
        failure: Why the claim is not supported; `None` when it is. `empty`: it claims nothing. `number` or `name`:
            one of those is not in the source. `polarity`: the source says the opposite of it. `words`: too few of
            its words are there.
        share: The share of its words that are in the source with the same stance, 0 to 1.
        missing: The words that are not.
    """

    failure: Failure | None
    share: float
    missing: tuple[str, ...] = ()

    @property
    def supported(self) -> bool:
        """Whether the source bears the claim out."""
        return self.failure is None


def validate(claim: str, source: str, *, names: Iterable[str] = (), enough: float = ENOUGH) -> Validation:
    """Check a claim against the text it was read from.

    Better than word overlap: words count whole and by stem, so that `heat` is not found in `wheat` but `mixing` in
    `mix`; `C++`, `AI` and 25 count; a word that the source denies or dislikes does not support a claim that affirms
    it; two words must agree where the claim has two.

    Args:
        claim: The claim as a sentence, English or Chinese.
        source: What was said.
        names: Names of the one it is about, which the source need not repeat.
        enough: The share of the claim's words that must be there, above 0 and at most 1.

    Raises:
        InvalidInput: `enough` is out of range.
    """
    if not 0.0 < enough <= 1.0:
        raise InvalidInput(f"enough is {enough!r}.", mend="Give a share above 0 and at most 1.", field="enough")
    spoken = {word.word for name in names for word in stances(name)}
    claimed = [word for word in stances(claim) if word.word not in spoken]
    numbers = _numbers(claim)
    if not claimed and not numbers:
        return Validation("empty", 0.0)
    if missing := tuple(sorted(numbers - _numbers(source))):
        return Validation("number", 0.0, missing)
    return _compared(claimed, stances(source), enough, bare=not numbers)


def origin_of(validation: Validation) -> Origin:
    """Return the origin under which a checked claim may be stored: never explicit when its source does not bear it."""
    return "explicit" if validation.supported else "inferred"


def pattern_gate(confidence: float) -> Literal["dropped", "needs_confirmation", "proposed"]:
    """Return what becomes of an inferred pattern; even a proposed one is never applied by itself."""
    if confidence < PROPOSE_FROM:
        return "dropped"
    return "needs_confirmation" if confidence < APPLY_FROM else "proposed"


def _compared(claimed: list[Stanced], said: list[Stanced], enough: float, *, bare: bool) -> Validation:
    found = {(word.word, word.affirmed) for word in said}
    words = {word.word for word in said}
    missing = tuple(word.word for word in claimed if (word.word, word.affirmed) not in found)
    share = 1.0 - len(missing) / len(claimed) if claimed else 1.0
    if any(word.telling and word.word not in words for word in claimed):
        return Validation("name", share, missing)
    if any(word in words for word in missing):
        return Validation("polarity", share, missing)
    needed = max(ceil(enough * len(claimed)), min(2, len(claimed)) if bare else 0)
    return Validation(None if len(claimed) - len(missing) >= needed else "words", share, missing)


def _numbers(text: str) -> set[str]:
    return {str(number.value) for number in find_numbers(text)}
