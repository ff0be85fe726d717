"""The text of a context: fenced as data, in sections, its sources numbered, within a budget of tokens.

The order of the sections is the order in which room is given: what applies everywhere, what is pinned, what is open,
what the question found, and last what only the graph found, which so never takes the place of the others.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace

from doxa.context_records import Context
from doxa.recall.context_line import FENCE, NOTE, Telling, line_of, one_line
from doxa.recall.token_estimate import TokenCount
from doxa.records import Belief, Hit, Recall

TITLES = ("About the user:", "Always:", "Open questions:", "Relevant:", "Related:")


@dataclass(frozen=True, slots=True)
class Sections:
    """What a context tells, in the order in which it is told."""

    prelude: tuple[Belief, ...] = ()
    pinned: tuple[Belief, ...] = ()
    questions: tuple[Belief, ...] = ()
    hits: tuple[Hit, ...] = ()
    facts: tuple[Hit, ...] = ()

    def blocks(self) -> Iterator[tuple[str, tuple[Belief, ...]]]:
        """Yield each section's title with what it tells; no belief twice."""
        told: set[str] = set()
        parts = (self.prelude, self.pinned, self.questions, _beliefs(self.hits), _beliefs(self.facts))
        for title, beliefs in zip(TITLES, parts, strict=True):
            # what was so before is another thing to say than what is so now
            new = tuple(each for each in beliefs if each.id not in told or each.status == "superseded")
            told.update(each.id for each in new)
            yield title, new


def _beliefs(hits: tuple[Hit, ...]) -> tuple[Belief, ...]:
    return tuple(hit.belief for hit in hits)


def context_text(
    sections: Sections, recall: Recall, max_tokens: int, telling: Telling, count: TokenCount | None = None
) -> Context:
    """Return a context with its text: what fits of it, each section from its best.

    Args:
        sections: What there is to tell.
        recall: What the question found.
        max_tokens: How long the text may be.
        telling: How it is told.
        count: Counts tokens; `None` = by the estimate.
    """
    count = count or TokenCount()
    written = _Written(count, max_tokens)
    for title, beliefs in sections.blocks():
        written.add(title, beliefs, telling)
    text, sources, tokens = written.fitted()
    recall = replace(recall, warnings=(*recall.warnings, *count.warnings))
    return Context(
        text=text,
        prelude="\n".join(one_line(each.text) for each in sections.prelude),
        pinned=sections.pinned,
        recall=recall,
        facts=sections.facts,
        open_questions=sections.questions,
        sources=sources,
        omitted=written.offered - len(sources),
        tokens=tokens,
    )


@dataclass(slots=True)
class _Written:
    """A text as it grows: lines with the sources they tell of."""

    count: TokenCount
    max_tokens: int
    lines: list[tuple[str, str]] = field(default_factory=list)
    used: int = 0
    offered: int = 0

    def add(self, title: str, beliefs: tuple[Belief, ...], telling: Telling) -> None:
        """Add a section, without the beliefs that do not fit."""
        opened = False
        self.used = self.used or self.count.of("\n".join((FENCE[0], NOTE, FENCE[1])))
        for belief in beliefs:
            self.offered += 1
            line = f"[{len(self.lines) + 1}] {line_of(belief, telling)}"
            whole = line if opened else f"{title}\n{line}"
            cost = self.count.of(f"{whole}\n")
            if self.used + cost <= self.max_tokens:
                self.lines.append((whole, belief.kref))
                self.used += cost
                opened = True

    def fitted(self) -> tuple[str, tuple[str, ...], int]:
        """Return the text, its sources and its tokens.

        A counter that takes the whole for more than its parts loses its last.
        """
        while self.lines:
            text = "\n".join((FENCE[0], NOTE, *(line for line, _ in self.lines), FENCE[1]))
            tokens = self.count.of(text)
            if tokens <= self.max_tokens:
                return text, tuple(source for _, source in self.lines), tokens
            self.lines.pop()
        return "", (), 0
