"""What the subject of a commit says of why, or of what something was chosen over."""

from __future__ import annotations

import re
from typing import Final

from doxa.code.orders import ORDERS, STATES
from doxa.code.reasons import BEFORE, CAUSE_CHINESE, MEASURE, SINCE, SO, WHAT_IS, Reason, any_of
from doxa.write.novelty import weight_of

MOST_SUBJECT: Final = 400
"""Characters of a subject that are looked at."""
SCOPED: Final = re.compile(
    r"(?:\[(?P<in>[\w ./+*-]{1,40})\]:?|(?P<of>[\w.*+/{}-]+(?:, ?[\w.*+/{}-]+)*(?: -\w+)?):)\s+(?=\S)", re.ASCII
)
"""What many projects put before a subject to say where: `cp, mv: …`, `[gl] …`."""
_SO: Final = rf"{SO}(?!that\b)|[，；](?:所以|因此)"
"""`so` between two clauses, of which either may be the reason of the other."""
_CAUSAL: Final = re.compile(
    rf"(?i)(?P<so>{_SO})|(?<!try )(?<!trying )(?<!tries )(?<!attempt )(?<!attempts )(?<!attempting )(?<!used )"
    rf"(?<!how )(?<!code )(?<!hack )(?<!workaround )(?<!optimization )(?<!option )(?<!way )(?<!rewrite )(?<!redo )"
    rf"\b(?:because|so that|in order to|to avoid|to prevent|lest)\b|{SINCE}|{CAUSE_CHINESE}"
)
_PREFERRED: Final = any_of(r"instead of\b|rather than\b|in favou?r of\b", "改用 而不是 代替")


def reason_in_subject(subject: str) -> Reason | None:
    """Return what a subject says of why: the clause that its word of cause gives, or after a colon what was before."""
    subject = subject[:MOST_SUBJECT]
    where = SCOPED.match(subject)
    told = subject if where is None else subject[where.end() :]  # where, and nothing of why
    found = _CAUSAL.search(told)
    if found is not None and found["so"]:
        return Reason(_of_so(told[: found.start()], told[found.start() :], told[found.end() :]), "reason")
    if found is not None:
        why = told[found.start() :].lstrip(" ,")
        return Reason(why if found.start() else _before_order(why), "reason")
    for at in re.finditer(r"[:;：；] ?", told):
        why = told[at.end() :].split(";")[0].strip()
        former = BEFORE.match(why) is not None and not WHAT_IS.match(why)
        if weight_of(why) >= 8 and (former or (told[at.start()] in ":：" and MEASURE.search(why))):
            return Reason(why, "reason")
    return None


def _of_so(before: str, joined: str, after: str) -> str:
    """Return the reason in `X, so Y`: X where Y is ordered or X is told as a fact, else Y, for which X is ordered."""
    head, colon, last = before.rpartition(": ")
    if colon and ORDERS.match(head):  # `Do it: X, so Y` gives both for what it orders
        return last + joined
    told = ORDERS.match(before) is None and STATES.search(before) is not None
    return last if told or ORDERS.match(after) else joined.lstrip(" ,;:")


def _before_order(text: str) -> str:
    """Return the clause of cause that a subject begins with, up to the comma before what it orders."""
    ends = (at.start() for at in re.finditer(", |，", text) if at[0] == "，" or ORDERS.match(text[at.end() :]))
    return text[: next(ends, len(text))]


def preference_in(subject: str) -> bool:
    """Return whether a subject says what something was chosen over."""
    return _PREFERRED.search(subject) is not None
