"""What a model is asked about a running conversation, and the shape of its answer."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from doxa.write.model_reading.reply import ReadKind


@dataclass(frozen=True, slots=True)
class Assessment:
    """Whether something that was said should be remembered at once.

    Args:
        store: Whether it should.
        content: What to remember: one sentence that is understood by itself.
        kind: What it is.
        turn: The number of the turn it stands in.
        quote: The words of that turn that say it.
        reason: Why, or why not, in a few words.
    """

    store: bool
    content: str = ""
    kind: ReadKind = "fact"
    turn: int = 0
    quote: str = ""
    reason: str = ""


INSTRUCTIONS: Final = """\
You look over the last turns of a conversation that goes on. Say whether they hold one thing that a long-term memory \
must not lose even if the conversation ended now: a lasting fact, preference, decision, plan or correction of the \
user. Not what only the task at hand needs, not what an assistant explains, not what is among the known memories.

If there is one, set `store`, and give `content` (one sentence in the third person, in the language of the turn, with \
names in place of pronouns), its `kind`, the number of its `turn`, and `quote`: its words, copied letter for letter. \
If not, leave `store` false. Either way give the `reason` in at most ten words."""
