"""What the rules hand on: a claim with its mood, and the draft it is made from."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Literal, NamedTuple, Protocol, TypeAlias

from doxa.frozen import quickly_made
from doxa.records import Claim, Period

Mood = Literal["asserted", "question", "hypothetical", "wish", "quotation", "plan"]
"""How a claim was said. Only `asserted` may fill a slot; a `plan` is an intention with its time."""

Timing = Literal["state", "past", "ended", "left", "change", "event", "plan", "timeless"]
"""How the time phrase beside a claim bounds it.

`state` holds now (only "since" and "for" say from when); `past` held then and `ended` held before, over both now;
`left` held until then; `change` began then and goes on; `event` and `plan` happen then; `timeless` claims have none.
"""


@quickly_made
@dataclass(frozen=True, slots=True)
class FoundClaim:
    """A claim and how it was said.

    Args:
        claim: The claim; `quote.start` and `quote.end` are offsets into the content, `quote.ref` is empty until the
            caller knows the turn.
        mood: Whether the speaker asserted it.
        begins: Whether `claim.valid` starts with the moment of a change ("moved there in 2020"), so that nothing is
            said of the time between.
        unsaid_since: Set where the claim is taken back as if it had never been said: when it was said.
    """

    claim: Claim
    mood: Mood = "asserted"
    begins: bool = False
    unsaid_since: datetime | None = None


class Believed(NamedTuple):
    """What is believed of somebody: attribute, value, when it holds, where that was said, and its ref once stored."""

    attribute: str
    value: str
    valid: Period | None = None
    ref: str | None = None


Held: TypeAlias = Callable[[str, Sequence[str], str], Iterable[Believed]]
"""Says what is believed now: given a subject, attributes and a value or nothing."""


class ReadAgain(Protocol):
    """Reads what the speaker of a message said before, as it was read then."""

    def __call__(self, content: str, *, now: datetime) -> list[FoundClaim]:
        """Return the claims of a message that was said at `now`."""


@dataclass(frozen=True, slots=True)
class Party:
    """Whom or what a clause is about.

    Args:
        name: The subject of the claim: `user`, a name, or `user's sister`.
        role: The speaker, another person, an animal or a thing.
        relation: The speaker's word for that person ("sister"), when one was given.
        gender: `f` or `m` where the word says so.
        label: How the speaker calls them ("user's sister"), where `name` is known from before.
    """

    name: str
    role: Literal["speaker", "person", "animal", "thing"]
    relation: str | None = None
    gender: Literal["f", "m"] | None = None
    label: str | None = None

    def to_be_named(self) -> Party:
        """Return the party without a name known from before: whoever is told "my wife's name is" learns it anew."""
        return self if self.label is None else replace(self, name=self.label, label=None)


@quickly_made
@dataclass(frozen=True, slots=True)
class Draft:
    """A claim before its sentence, period and quote are made.

    Args:
        subject: Whom or what it is about.
        attribute: Attribute name.
        value: The value as said.
        start: Offset of the clause it was read from.
        end: Offset after that clause.
        polarity: False for a denial.
        timing: How a time phrase within the clause bounds it.
        mood: How it was said.
        correction: It takes back what was said before.
        reported: Somebody else said it.
        text: The sentence of the claim, where the attribute's own form does not serve.
        closes: Attributes of which it only ends what is believed now ("I quit my job"): those with this value, all
            where the value is empty. It claims nothing where nothing of them is believed.
        like: Words for what it ends, where they do not name it in full ("the dentist" for "go to the dentist"): it ends
            the only value that holds them, and none where several do.
        valid: When it holds, where the words themselves do not say it.
        replaces: The ref of the belief that it is known to take the place of.
    """

    subject: Party
    attribute: str
    value: str
    start: int
    end: int
    polarity: bool = True
    timing: Timing = "state"
    mood: Mood = "asserted"
    correction: bool = False
    reported: bool = False
    text: str | None = None
    closes: tuple[str, ...] = ()
    like: str = ""
    valid: Period | None = None
    replaces: str | None = None


Drafts: TypeAlias = Iterable[Draft]
