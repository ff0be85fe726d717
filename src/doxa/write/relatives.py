"""People by what they are to somebody: "user's sister is Maria" makes Maria findable as the user's sister."""

from __future__ import annotations

import re
from typing import Final

from doxa.records import Claim
from doxa.text.relations import CHINESE, ENGLISH, relative_key

_OWNED: Final = re.compile(r"(?P<whose>.{1,80}?)(?:['’]s |的)(?P<word>[\w' -]{1,30}?)(?=$| is | goes |是|叫|名叫)")
_RELATIVES: Final = frozenset(each.attribute for table in (ENGLISH, CHINESE) for each in table.values())


def relative_in(claim: Claim) -> str | None:
    """Return the key of the relation whose name a claim tells: "user's sister is Maria", or is called so."""
    named = claim.attribute == "name"
    if not claim.value or not claim.polarity or not (named or claim.attribute in _RELATIVES):
        return None
    owned = _OWNED.match(claim.subject or "") if named else _OWNED.match(claim.text)
    if owned is None:
        return None
    word = owned["word"].strip().lower()
    relation = ENGLISH.get(word) or CHINESE.get(word)
    if relation is None or not (named or relation.attribute == claim.attribute):
        return None
    return relative_key(owned["whose"] if named else claim.subject or owned["whose"], relation.word)
