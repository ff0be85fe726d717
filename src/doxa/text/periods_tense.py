"""Whether a clause speaks of what was or of what is to come, and whether of a habit."""

from __future__ import annotations

from doxa.text.irregular import BASE_OF
from doxa.text.patterns import lazy_pattern
from doxa.text.periods_calendar import Leaning

_WINDOW = 80
_CLAUSE_END = lazy_pattern(r"[!?。！？\n;；]|(?<=[a-z0-9]{2})\. ")
_PRESENT = frozenset("am are is be being has having does doing goes".split(" "))
_PAST = lazy_pattern(
    r"\b(?:"
    + "|".join(sorted({form for form in BASE_OF if form not in _PRESENT}))
    + r"|left|saw|found|[a-z]{2,}ed|ago|last|"
    r"yesterday|since)\b|了|过(?!几|两|[一二三四五])|昨|上周|上个|去年|以前|曾|前天|已经|刚"
)
_FUTURE = lazy_pattern(
    r"\b(?:will|'ll|shall|gonna|going to|plans?|planning|tomorrow|next|upcoming|due|deadline|schedule[ds]?|appointment|"
    r"remind|have to|has to|need to|needs to|must|want to|wants to|hope|hopes|about to|intends?|by|looking forward"
    r"|see you|let's|let us)\b"
    r"|'ll\b|将|會|(?<![机社开大都])会(?!议|员|面|计)|要(?!求|点|么)|计划|打算|准备|预计|明天|后天|下周|下个|明年|截止|提醒|之前完成|即将"
)
_ASKS = lazy_pattern(
    r"\b(?:who|whose|what|which|where|when|why|how|was|were|did|had)\b|[哪谁誰吗嗎]|什么|什麼|多少|几|怎|为何|为什"
)
_HABIT = lazy_pattern(
    r"\b(?:every|each|usually|always|often|never|normally|generally|typically|sometimes|regularly|tend to|tends to)\b"
    r"|\bbirthday (?:is|falls)\b|\bborn on\b|(?<!过)生日[是在为:]|过生日"
    r"|每|经常|总是|通常|一般|常常|往往|平时|习惯|从不|有时"
)


def leaning_at(flat: str, position: int) -> Leaning:
    """Return where the clause around `position` points; back in time when it does not say."""
    clause = _clause(flat, position)
    return "future" if _FUTURE.search(clause) and not _PAST.search(clause) else "past"


def tells_of_the_past(flat: str, position: int) -> bool:
    """Say whether the clause around `position` has a word that tells of what was."""
    return bool(_PAST.search(_clause(flat, position)))


def asks(flat: str, position: int) -> bool:
    """Say whether the clause around `position` asks, and not after what is to come."""
    clause = _clause(flat, position)
    return bool(_ASKS.search(clause)) and not _FUTURE.search(clause)


def tells_of_a_habit(flat: str, position: int) -> bool:
    """Say whether the clause around `position` tells of something that comes again and again."""
    return bool(_HABIT.search(_clause(flat, position)))


def _clause(flat: str, position: int) -> str:
    before = flat[max(0, position - _WINDOW) : position]
    after = flat[position : position + _WINDOW]
    ends = list(_CLAUSE_END.finditer(before))
    end = _CLAUSE_END.search(after)
    return before[ends[-1].end() if ends else 0 :] + (after[: end.start()] if end else after)
