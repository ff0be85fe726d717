"""Who a clause speaks of: the speaker, a relation by name or word, the person a pronoun stands for."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Final

from doxa.text.relations import Relation
from doxa.write.extract.found import Party
from doxa.write.extract.given_names import gender_of_name

USER: Final = "user"
COMPANY: Final = frozenset("family fam team band crew squad".split())
"""Those around a speaker who do things together, for whom no "he" or "she" stands."""


class Parties:
    """The people of one message, as they come up.

    Args:
        speaker: The speaker's name, or `None` for the user.
        addressee: Who is spoken to, if known.
        known: Names and relation words (`my sister`) in lower case to canonical names.
        before: Who came up in the messages before, whom a pronoun may stand for where nobody of this one fits.
    """

    def __init__(
        self, speaker: str | None, addressee: str | None, known: Mapping[str, str], before: Sequence[Party] = ()
    ) -> None:
        self.speaker = Party(speaker or USER, "speaker")
        self.addressee = addressee.lower() if addressee else None
        self._known = {name.lower(): canonical for name, canonical in known.items()}
        self._last: list[tuple[int, Party]] = []
        self._before = before
        self._seen: dict[str, Party] = {}

    @property
    def known(self) -> Collection[str]:
        """Names and relation words, in lower case, of whom the caller knows."""
        return self._known

    @property
    def any_came_up(self) -> bool:
        """Whether somebody came up whom a pronoun could stand for."""
        return bool(self._last or self._before)

    @property
    def seen(self) -> tuple[Party, ...]:
        """Everybody who came up in the message, the latest last."""
        return tuple(self._seen.values())

    def named(self, name: str) -> Party:
        """The person of that name."""
        seen = next((party for _, party in reversed(self._last) if party.name == name), None)
        return seen or Party(self._known.get(name.lower(), name), "person")

    def knows(self, name: str) -> bool:
        """Whether the caller knows somebody by that name (any case)."""
        return name.lower() in self._known

    def related(self, relation: Relation, name: str | None, *, chinese: bool = False) -> Party:
        """The speaker's relation, by name where it is given or known."""
        label = _relation_label(self.speaker.name, relation.word, chinese)
        canonical = self._known.get(name.lower(), name) if name else self._known.get(label.lower())
        known = label if canonical and not name else None
        return Party(canonical or label, relation.role, relation.word, relation.gender, known)

    def mention(self, party: Party, sentence: int) -> None:
        """Remember that a person came up in a sentence, for the pronouns after it."""
        if party.role in ("person", "animal") and party.relation not in COMPANY:
            self._last = [(n, p) for n, p in self._last if n >= sentence - 1 and p.name != party.name]
            self._last.append((sentence, party))
            self._seen.pop(party.name, None)
            self._seen[party.name] = party

    def pronoun(self, gender: str, sentence: int) -> Party | None:
        """Whom he or she stands for: the only one of this and the previous sentence that can be meant.

        Where nobody of the message can be, the only one of the messages before.
        """
        fits = [party for n, party in self._last if n >= sentence - 1 and _may_be(party, gender)]
        if not fits and not any(_may_be(party, gender) for party in self._seen.values()):
            fits = [party for party in self._before if _may_be(party, gender)]
        return fits[0] if len(fits) == 1 else None

    def both(self, sentence: int) -> tuple[Party, ...]:
        """The two people "they" stands for: of this and the previous sentence, else of the messages before."""
        near = [party for n, party in self._last if n >= sentence - 1] if self._seen else self._before
        people = tuple(party for party in near if party.role == "person")
        return people if len(people) == 2 else ()

    def last(self, sentence: int) -> Party | None:
        """Who came up last in this sentence, for 其 ("his, her, its"), which points right back."""
        fits = [party for n, party in self._last if n == sentence]
        return fits[-1] if fits else None


def _may_be(party: Party, gender: str) -> bool:
    said = party.gender or (gender_of_name(party.name) if party.role == "person" else None)
    return said in (None, gender)


def _relation_label(owner: str, word: str, chinese: bool) -> str:
    if not chinese:
        return f"{owner}'s {word}"
    return f"{'用户' if owner == USER else owner}的{word}"
