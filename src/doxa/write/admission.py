"""Lets what `add` was given through the gate: its messages, claims and all that is kept beside them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from doxa.records import Claim, Message
from doxa.write.claims import refusal_of
from doxa.write.gate import Passage, Passed
from doxa.write.messages import as_messages
from doxa.write.receipts import Result

if TYPE_CHECKING:
    from doxa.write.add import Addition


@dataclass(frozen=True, slots=True)
class Admission:
    """What came through the gate.

    Args:
        addition: Without what was taken out; its content is what the messages say now.
        messages: Those that may be kept, in order.
        refused: The results of the others, each with its place among all.
        refused_claims: The results of claims that may not be kept.
        warnings: What the caller should know.
    """

    addition: Addition
    messages: tuple[Passed, ...]
    refused: tuple[tuple[int, Result], ...]
    refused_claims: tuple[Result, ...]
    warnings: tuple[str, ...]

    def with_refused(self, results: Sequence[Result]) -> list[Result]:
        """Return the results of what was kept with what was taken out of each message, and those of what was not."""
        told = list(results)
        for number, passed in enumerate(self.messages):
            if passed.redactions:
                told[number] = told[number]._replace(redactions=passed.redactions)
        for place, result in self.refused:
            told.insert(place, result)
        return [*told, *self.refused_claims]


def admitted(passage: Passage, addition: Addition) -> Admission:
    """Pass everything that an addition brings.

    Raises:
        InvalidInput: The content is no text and no messages.
        InvalidText: A text that cannot be stored.
    """
    given = as_messages(addition.content, addition.time, in_parts=addition.kind in (None, "turn"))
    single = isinstance(addition.content, str) and len(given) == 1
    passed = passage.messages(given, ["content"] if single else [f"content[{n}]" for n in range(len(given))])
    kept = tuple(each for each in passed if each.rejected is None)
    claims, refused_claims = _claims(passage, addition.claims, bool(kept))
    refused = tuple((n, _refused(each)) for n, each in enumerate(passed) if each.rejected is not None)
    content = _content(addition, passed)
    unchanged = content is addition.content and _has_words_alone(addition)
    clean = addition if unchanged else _cleaned(passage, addition, content, claims)
    return Admission(clean, kept, refused, refused_claims, passage.warnings)


def _has_words_alone(addition: Addition) -> bool:
    """Whether nothing beside its content has to pass the gate."""
    beside = addition.claims or addition.source or addition.metadata or addition.attachments
    return not (beside or addition.canonical_name or addition.aliases)


def _cleaned(passage: Passage, addition: Addition, content: str | list[Message], claims: tuple[Claim, ...]) -> Addition:
    return replace(
        addition,
        content=content,
        claims=claims,
        source=addition.source and passage.line(addition.source, "source"),
        metadata=passage.mapping(addition.metadata, "metadata"),
        attachments=passage.attachments(addition.attachments, "attachments"),
        canonical_name=addition.canonical_name and passage.line(addition.canonical_name, "canonical_name"),
        aliases=tuple(passage.line(alias, f"aliases[{n}]") for n, alias in enumerate(addition.aliases)),
    )


def _content(addition: Addition, passed: Sequence[Passed]) -> str | list[Message]:
    if isinstance(addition.content, str) and len(passed) == 1:
        return passed[0].message.content
    return [each.message for each in passed if each.rejected is None]


def _claims(passage: Passage, claims: Sequence[Claim], anchored: bool) -> tuple[tuple[Claim, ...], tuple[Result, ...]]:
    kept: list[Claim] = []
    refused: list[Result] = []
    for number, each in enumerate(claims):
        refusal = refusal_of(each, f"claims[{number}]")
        if refusal is not None:
            refused.append(Result("rejected", refusal))
            continue
        claim, screened = passage.claim(each, f"claims[{number}]")
        if screened.rejected is not None:
            refused.append(Result("rejected", screened.rejected, redactions=screened.redactions))
        elif not anchored:
            refused.append(Result("rejected", "what it was read from may not be kept"))
        else:
            kept.append(claim)
            passage.tell(screened.redactions, f"claims[{number}].text")
    return tuple(kept), tuple(refused)


def _refused(passed: Passed) -> Result:
    return Result("rejected", passed.rejected or "", redactions=passed.redactions)
