"""What a doctor or a test says of somebody's health is no mere quotation: it is believed, as what others reported."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import Final

from doxa.write.extract.found import Draft

_HEALTH: Final = frozenset("allergic_to intolerant_to medical_condition pregnant diet blood_type takes".split())
_SAID: Final = re.compile(
    r"\b(?:doctors?|dr|gp|physician|allergist|nurse|specialist|dermatologist|cardiologist|paediatrician|pediatrician"
    r"|midwife|vet|tests?|results?|scan|hospital|clinic)\b[^.!?]{0,30}"
    r"\b(?:sa(?:id|ys)|told|tells|thinks?|thought|confirm(?:ed|s)|found|show(?:ed|s)|means?)\b"
    r"|(?:医生|大夫|医院|专家|检查|化验|体检|报告)[^，。！？]{0,6}?(?:说|讲|告诉|认为|觉得|显示|确认|确诊|发现)",
    re.IGNORECASE,
)
_ONLY: Final = re.compile(
    r"(?P<not>not (?:actually |really )?allergic to [\w'’ -]+?),? (?:but )?(?:just|only)(?: to)? (?P<v>[a-z][\w'’-]*)",
    re.IGNORECASE,
)


def told_by_doctors(drafts: Iterable[Draft], sentence: str, start: int) -> Iterator[Draft]:
    """Return the drafts of a sentence, what a doctor says of health in it as told by somebody else.

    "Not allergic to nuts, just peanuts" says the other half too.

    Args:
        drafts: What was read.
        sentence: The sentence.
        start: Where it begins in the message.
    """
    said = _SAID.search(sentence)
    only = _ONLY.search(sentence)
    for draft in drafts:
        told = draft
        if said is not None and draft.mood == "quotation" and draft.attribute in _HEALTH:
            told = replace(draft, mood="asserted", reported=True)
        yield told
        if only is not None and told.attribute == "allergic_to" and not told.polarity and told.mood == "asserted":
            end = start + only.end("v")
            yield replace(told, value=only["v"], polarity=True, text=None, end=max(told.end, end))
