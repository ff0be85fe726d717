"""Chinese: who a clause without a subject is about."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from doxa.text.relations import CHINESE
from doxa.write.extract.clauses_zh import Piece, Reading
from doxa.write.extract.found import Draft, Party
from doxa.write.extract.parties import Parties
from doxa.write.extract.time_words_zh import TIME

_UNNAMED: Final = re.compile(rf"(?:{TIME}|[没不还就也都已刚才又再])")
_NAMED: Final = re.compile(r"(?:叫做?|名叫|名字是|名字叫)([\u4e00-\u9fff]{2,4})[啊呀呢]?$")


@dataclass(slots=True)
class Topic:
    """Who the last clause was about, across the sentences of one message.

    Args:
        party: Whom it was about.
        speaker: Whom "I" means.
        lost: Somebody or something came up that the rules cannot name.
        sentence: Number of its sentence.
        last: What was read from it.
        english: Number of the last sentence that told in English of the speaker.
    """

    party: Party
    speaker: Party
    lost: bool = False
    sentence: int = -1
    last: tuple[Draft, ...] = ()
    english: int = -1

    def now(self, sentence: int) -> Party | None:
        """Whom a clause without a subject is about: in a new sentence only the speaker."""
        if self.sentence == sentence:
            return None if self.lost else self.party
        return self.speaker if self.party == self.speaker else None

    def had(self, sentence: int) -> Draft | None:
        """The relative or animal that the clause before says somebody has: "有个弟弟，叫…"."""
        if self.sentence != sentence or len(self.last) != 1:
            return None
        draft = self.last[0]
        return draft if draft.attribute in ("sibling", "child", "has_pet") and draft.subject == self.speaker else None

    def follow(
        self, text: str, piece: Piece, seen: Reading | None, drafts: tuple[Draft, ...], parties: Parties, sentence: int
    ) -> None:
        """Remember who a clause was about.

        Args:
            text: The masked content.
            piece: The clause.
            seen: How it was read, `None` if nobody could be named.
            drafts: What was read from it.
            parties: The people of the message.
            sentence: Number of the sentence.
        """
        self.last = drafts
        if seen is None:
            self._lose(text[piece.start : piece.end], sentence)
            return
        party = seen.party
        renamed = _NAMED.search(text[seen.at : seen.end])
        if party.relation is not None and party.role == "person" and renamed is not None:
            party = Party(renamed[1], "person", party.relation, party.gender)
        self.party, self.lost, self.sentence = party, False, sentence
        parties.mention(party, sentence)

    def tell_in_english(self, drafts: Sequence[Draft], sentence: int) -> None:
        """Remember that an English clause told of the speaker alone; "现在在OpenAI上班" behind it does too."""
        if drafts and all(each.subject == self.speaker for each in drafts):
            self.english = sentence

    def rename(self, relation: str, name: str, sentence: int) -> Party:
        """Go on about the relative or animal that was just named."""
        word = CHINESE.get(relation)
        role = word.role if word is not None else "animal"
        self.party = Party(
            name, role, word.word if word is not None else None, word.gender if word is not None else None
        )
        self.lost, self.sentence = False, sentence
        return self.party

    def _lose(self, here: str, sentence: int) -> None:
        if self.sentence != sentence:
            self.lost, self.party, self.sentence = self.party != self.speaker, self.speaker, sentence
        self.lost = self.lost or not ("我" in here or len(here) <= 6 or _UNNAMED.match(here))
