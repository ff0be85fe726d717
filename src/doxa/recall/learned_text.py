"""What was tried before, told at the end of a context: never as what is so, and only where room is left."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from doxa.context_records import Context, Learned
from doxa.recall.context_line import FENCE, NOTE, instruction_notes, one_line
from doxa.recall.token_estimate import TokenCount
from doxa.text.language import guess_language

TITLES = ("Tried before (unverified, what came of it may not come again):", "以前的经验（未经证实，结果未必重现）：")
_ENGLISH = {
    "experience": "experience",
    "recurring_pattern": "pattern, a hypothesis",
    "conditional_lesson": "lesson, a hypothesis",
    "stale": "what it rests on has changed",
    "unknown": "what it rests on cannot be seen",
    "expected": "expected",
    "came": "came",
    "if": "if",
    "not": "but",
}
_CHINESE = {
    "experience": "经验",
    "recurring_pattern": "规律，假设",
    "conditional_lesson": "教训，假设",
    "stale": "所依据的内容已改变",
    "unknown": "所依据的内容看不到",
    "expected": "预期",
    "came": "结果",
    "if": "条件",
    "not": "反例",
}


def with_learned(context: Context, learned: Sequence[Learned], max_tokens: int, count: TokenCount) -> Context:
    """Return a context that also tells what was learned, as much of it as fits after all the rest."""
    if not learned:
        return context
    head, _, _ = context.text.rpartition("\n") if context.text else ("\n".join((FENCE[0], NOTE)), "", "")
    title = TITLES[guess_language(learned[0].text) == "zh"]
    text, sources, told = context.text, list(context.sources), 0
    for each in learned:
        line = f"[{len(sources) + 1}] {told_of(each)}"
        longer = "\n".join((head, *([] if told else [title]), line))
        whole = f"{longer}\n{FENCE[1]}"
        if count.of(whole) <= max_tokens:
            head, text, told = longer, whole, told + 1
            sources.append(each.ref)
    return replace(
        context,
        text=text,
        sources=tuple(sources),
        omitted=context.omitted + len(learned) - told,
        tokens=count.of(text) if text else 0,
        learned=tuple(learned),
    )


def told_of(learned: Learned) -> str:
    """Return one line about an experience or a pattern: what kind of thing it is, and how it stands.

    What looks like an instruction in it is noted on a line of its own, as of a belief.
    """
    chinese = guess_language(learned.text) == "zh"
    words = _CHINESE if chinese else _ENGLISH
    badges = [words[learned.kind], *([words[learned.status]] if learned.status in words else [])]
    title = f"{one_line(learned.title)}: " if learned.title else ""
    line = f"({', '.join(badges)}) {title}{one_line(learned.text)}{''.join(_more(learned, words))}"
    return "\n".join((line, *instruction_notes(line, chinese=chinese)))


def _more(learned: Learned, words: dict[str, str]) -> Iterator[str]:
    if learned.conditions:
        yield f" [{words['if']}: {one_line('; '.join(learned.conditions))}]"
    if learned.expected:
        yield f" [{words['expected']}: {one_line(learned.expected)}]"
    if learned.outcomes:
        yield f" [{words['came']}: {one_line('; '.join(learned.outcomes))}]"
    if learned.counterexamples:
        yield f" [{words['not']}: {one_line('; '.join(learned.counterexamples))}]"
