"""How one sentence joins what is done to why it is done; `None` where it states a fact, a bound or a time."""

from __future__ import annotations

import re
from typing import Final, NamedTuple

from doxa.code.reasons import BECAUSE, CAUSE_CHINESE, SINCE, SO
from doxa.text.scripts import HAN_CLASS


class Cause(NamedTuple):
    """What a sentence says of why.

    Args:
        why: The part of it that says why.
        kind: `reason` or `alternative`.
    """

    why: str
    kind: str


_CAUSE = re.compile(
    r"(?i)(?<!only )(?<!never )(?<!not )(?<!or )\bbecause\b(?! of (?:the same|it|them|that|this)\b)|(?<!or )\bso that\b"
    r"|\bin order to\b|\blest\b"
    rf"|\bto (?:avoid|prevent)\b|\bdue to (?!be\b)|\bowing to\b|{SINCE}|{SO}"
    r"|\b(?:else|or) (?:it|they|the \w+) would\b|\bwould (?:else|otherwise)\b"
    r"|, which (?:would|could not|cannot)\b|[Mm]easured [^.`]{0,60} \d|\b(?:instead of|rather than)\b|\bas opposed to\b"
    rf"|{CAUSE_CHINESE}|否则|从而|而不是|[，；](?:所以|因此)"
)
_AGAINST: Final = re.compile(r"(?i)instead of|rather than|as opposed to|而不是")
_AFTERWARDS: Final = re.compile(r"(?i)[,;:] (?:and )?so\b(?! that)|[，；](?:所以|因此)")
_PURPOSE: Final = re.compile(r"(?i)so that\b|从而")
_LAST_LINK: Final = re.compile(rf"[;；]\s*|[:：](?:\s+|(?=[{HAN_CLASS}]))")
_PARTICIPLE: Final = (
    r"(?:\w{2,}(?:ed|en)|read|kept|told|made|put|cut|left|held|set|done|built|sent|met|found|drawn|shown|known|gone|lost"
    r"|bound|brought|caught|run|split|sought|stuck|thrown|won|laid|paid|said|sorted)"
)
_CHOSEN = re.compile(
    rf"(?i)\b(?:is|are|be|gets?) (?:(?!no\b)\w+ )?(?:(?!no\b)\w+ )?{_PARTICIPLE}\b"
    r"|\b(?:must|may|need not|has to|have to|should|shall)\b|必须|只能|可以|应|[被先再改不]|按|用"
)
"""What is done by choice: a deed in the passive, or what must or may be."""
_DEED = re.compile(
    rf"(?i)\b(?:is|are|be|gets?) (?:(?!no\b)\w+ )?(?:(?!no\b)\w+ )?{_PARTICIPLE}\b"
    r"|\b(?:must|need not|has to|have to|should|shall)\b|必须|只能|可以|应|[被先再改不]|按|用"
)
_RELATIVE: Final = re.compile(r"(?i)\b(?:what|who|whoever|which|that|whose|where|when|if|while|until|once|unless)\b")
"""Behind it, what is done is said of something else."""
_OPEN = re.compile(
    r"(?i)^(?:either|others?|whoever|these|those|this|that|neither|both|such)\b|\b(?:would|could|means)\b|^(?:两者|其他|这)"
    r"|^(?:(?:its|their) \w+|it|they) (?:is|are) (?:the|those|that|an?|one|as)\b"
)
"""What follows, but says of what only beside what stood before, or only what would be."""
_OUTCOME: Final = re.compile(
    r"(?i)^(?:no|none|nothing|nobody|neither|never)\b|\b(?:never|cannot|can|stays?|keeps?|remains?|(?:does|do) not)\b"
    r"|没有|不会|不再|无需|不必|能|保持"
)
"""What a deed brings about; any other clause behind `so` may be the choice itself."""
_SUFFICES: Final = re.compile(
    r"(?i)\b(?:(?:is|are) (?:\w+ )?enough|suffices?|may be|can be|need not|needs? no)\b|足够|即可|就够"
)
"""What is chosen because of what stood before: `…, so one look is enough`."""
_HAS_TO = re.compile(
    r"(?i)^(?!(?:no|none|nothing|nobody|neither)\b)[^,]*\b(?:must|has to|have to|needs? to) \w|必须|只能|需要"
)
_IS_NOT = re.compile(
    r"(?i)\b(?:is|are|has|have) (?:no\b|not (?!\w+(?:ed|en)\b)|never (?:a|an|the)\b)|不是|没有|\b(?:do|does) not\b"
)
_PERFECT = re.compile(
    r"(?i)\b(?:has|have|had|been|any ?more|last|passed|elapsed|ago|were|was|\d+ (?:days?|hours?|weeks?))\b"
)
_ELSE: Final = re.compile(r"(?i)would (?:else|otherwise)\b")
_QUOTED = re.compile(r"`[^`]*`|\"[^\"]*\"|“[^”]*”|「[^」]*」")


def cause_in(text: str) -> Cause | None:
    """Return why a sentence says that something is done; `None` where it says no choice, or no reason."""
    plain = _QUOTED.sub(lambda found: "x" * len(found[0]), text)  # words that are spoken of join nothing
    found = _CAUSE.search(plain)
    if found is None or _of_time(plain, found) or _denied(plain, found):
        return None
    start = found.start()
    before, after = text[:start].strip(" ,;:，；"), text[start:].strip(" ,;:，；")
    if _AGAINST.match(after):  # by itself it mostly describes; with a cause beside it, it was weighed
        reason = _CAUSE.search(plain, start + 12)
        weighed = before and reason is not None and not _AGAINST.match(reason[0])
        return Cause(_first_part(text[reason.start() :]), "alternative") if weighed and reason is not None else None
    if not before:
        return _leading(text)
    if _AFTERWARDS.match(plain[start:]):
        return _following(before, plain[start:], after)
    if _PURPOSE.match(after):
        return _purposed(before, after)
    if _ELSE.match(after):
        return Cause(_last_part(text), "reason")
    return Cause(_first_part(after), "reason")


def _of_time(plain: str, found: re.Match[str]) -> bool:
    """Whether a `since` without a comma counts from a time: what it belongs to is in the perfect, or is a span."""
    since = found[0].lower().startswith("since")
    return since and plain[: found.start()].rstrip()[-1:] not in ",;:" and bool(_PERFECT.search(plain[: found.start()]))


def _denied(plain: str, found: re.Match[str]) -> bool:
    """Whether a `because` without a comma belongs to what is denied: `it must not stop because of that`."""
    before = plain[: found.start()].rstrip()
    near = re.search(r"(?i)\b(?:not|never|no)\b[^,;:]*$|n't\b[^,;:]*$", before)
    return found[0].lower() == "because" and before[-1:] not in ",;:" and near is not None


def _leading(text: str) -> Cause | None:
    """`Since X, Y`: the reason ends at the comma."""
    if _PURPOSE.match(text) or _AFTERWARDS.match(text) or text[:1] in "Mm":  # what it is for, without what is done
        return None
    if BECAUSE.match(text) is None and text[:5].lower() != "since":
        return Cause(_first_part(text), "reason")
    clause, comma, rest = re.split(r"([,，])", text, maxsplit=1) if re.search(r"[,，]", text) else (text, "", "")
    return Cause(clause.strip(), "reason") if comma and rest.strip() else None


def _following(before: str, joined: str, after: str) -> Cause | None:
    """`X, so Y`: X is the reason of a deed Y, or the deed whose effect Y is; two facts are no decision."""
    effect = re.sub(r"(?i)^[\s,;:，；]*(?:and )?(?:so|所以|因此)\s*", "", joined)
    if _OPEN.search(effect):
        return None
    reason = _last_part(before)
    if _SUFFICES.search(_first_part(effect)):
        return Cause(reason, "reason")
    done, meant = is_deed(reason), is_deed(effect)
    if done == meant:  # two deeds, or two facts: nobody can tell which is for the sake of the other
        return None
    if meant:
        return Cause(reason, "reason")
    return Cause(_first_part(after), "reason") if _OUTCOME.search(_first_part(effect)) else None


def is_deed(clause: str) -> bool:
    """Return whether a clause says of its subject that something is done with it by choice."""
    found = _DEED.search(clause)
    return found is not None and _RELATIVE.search(clause[: found.start()]) is None


def _purposed(before: str, after: str) -> Cause | None:
    """`X, so that Y`: mostly Y is the purpose; where Y has to be, or X is what something is not, Y follows from X."""
    effect = re.sub(r"(?i)^(?:so that|从而)\s*", "", after)
    reason = _last_part(before)
    if re.match(r"(?i)(?:this|that|these|those)\b(?! \w+ (?:is|are|can|may)\b)", effect):
        return None
    if _HAS_TO.search(_first_part(effect)) and not _CHOSEN.search(reason):
        return Cause(reason, "reason")
    if _IS_NOT.search(reason) and re.match(r"(?i)(?:it|they) (?:is|are) ", effect):
        return Cause(reason, "reason")
    if reason != before and re.match(r"(?i)(?:it|they)\b|[它他她]", effect) and not _CHOSEN.search(reason):
        return Cause(reason, "reason")
    return Cause(_first_part(after), "reason")


def _first_part(text: str) -> str:
    """Return a reason up to where another thing begins."""
    return re.split(r"[;；]", text.strip(" ,;:，；"), maxsplit=1)[0].strip()


def _last_part(text: str) -> str:
    """Return the clause that a consequence follows from: the last after a semicolon or colon."""
    last = _LAST_LINK.split(text)[-1].strip()
    wide = re.search(f"[{HAN_CLASS}]", last) is not None
    return last if len(last.split()) >= 3 or (wide and len(last) >= 4) else text
