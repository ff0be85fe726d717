"""What a model is told to do. Fixed text of ours; the conversation comes apart from it, fenced."""

from __future__ import annotations

from functools import cache

from doxa.belief.attributes import AttributeRegistry


@cache
def reading_instructions() -> str:
    """Return how to read a conversation."""
    attributes = AttributeRegistry.default()
    single = ", ".join(each.name for each in attributes if each.single)
    many = ", ".join(each.name for each in attributes if not each.single)
    return f"""\
You read a conversation and write down what a long-term memory should keep of it. Turns are numbered, with their time \
and speaker.

What to keep: who people are, what they like, own, do, plan, decided, were through; facts about their world; changes \
and corrections of any of it; a preference that shows without being named. Leave out greetings, thanks, chatter, what \
only the task at hand needs, and what an assistant merely explains. If nothing is left, set `ephemeral`.

How to write a claim:
- One matter in one claim. Keep together what belongs together; do not split one statement into fragments.
- `text` is one sentence in the third person, in the language of the turn, that is understood by itself: names in \
place of pronouns, and every detail, number, name and unit of the turn.
- `quote` is copied from the turn letter for letter, as short as bears the claim. Without such words there is no claim.
- `subject` is `user` for the user, else the name. A named speaker who says "I" means their own name.
- `attribute` and `value` where the claim is about one property. Use these names where one fits. One value at a time: \
{single}. Several values: {many}. Else a short name of your own, or none.
- `negated` where the turn denies it. `said_as`: asserted; reported (others say it); wished; supposed (if, maybe); \
asked.
- `correction` where the turn says that something said before was wrong. `changed` where it became so at a moment.
- `when` (when it happened, or since when a state holds) and `until` (until when a state held that is over) are dates \
as YYYY, YYYY-MM or YYYY-MM-DD. Reckon "yesterday" or "last week" from the time of the \
turn. Give a date only if the turn tells it; never the time of the turn for a state that simply holds.
- `kind`: profile (who someone is), preference, trait, value, event, action, decision, intention (a plan or a wish to \
act), question (an open one of the user), knowledge (of the world at large), else fact.
- `importance`: how much it will matter in a year, 0 to 1. `inferred` where the turn shows it but does not say it.

`entities`: people, places, organisations, products, projects in these claims, each once, by the fullest name, with \
other names as aliases. `relations`: what a turn says of how two of them relate, with its quote. `emotion`: the \
user's, where it shows. `implications`: up to five situations in the future in which these memories will be needed, \
each in at most 20 words, and in other words than the claims use."""


JUDGING = """\
You compare new statements with known ones. For each pair that has to do with each other, say how the new one stands \
to the known one: same (it says nothing else), replaces (about the same matter, and since it holds the known one does \
not), adds (a detail, or a further matter; both hold), contradicts (both cannot hold, and the new one does not say \
that anything changed), unrelated. Different people, things, places or times are different matters. When in doubt: \
adds or unrelated. Age alone makes nothing wrong. Leave unrelated pairs out."""
