"""`Screen`: takes credentials out of a text, and personal data by policy."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal, NamedTuple, get_args

from doxa.errors import InvalidInput
from doxa.privacy.personal import NAME_KINDS, REGIONS, RULE_KINDS, NameFinder, check_kinds, find_personal_data
from doxa.privacy.secrets import find_secrets
from doxa.privacy.spans import Span
from doxa.records import Redaction
from doxa.text.folding import half_width
from doxa.text.patterns import lazy_pattern

Policy = Literal["keep", "redact", "reject"]

REDACTED = "[redacted]"
"""What stands where a credential was."""

_NUMBERED = lazy_pattern(r"\[([A-Z_]{2,20})_(\d{3,6})\]")


def has_placeholder(text: str) -> bool:
    """Return whether something was taken out of a text."""
    return "[" in text and (REDACTED in text or _NUMBERED.search(text) is not None)


class Screened(NamedTuple):
    """A text that may be kept.

    Args:
        text: Without credentials, and with placeholders where personal data is not kept.
        redactions: What was taken out: kind, where it stood in the text that was given, and what stands there now.
        rejected: Why the text must not be kept at all: its kinds of personal data, never their words.
    """

    text: str
    redactions: tuple[Redaction, ...] = ()
    rejected: str | None = None


@dataclass(slots=True)
class Placeholders:
    """Numbers the values that were taken out of the texts of one call; forgotten with the call.

    Args:
        numbered: False writes `[email]` for every e-mail address, for texts in which they need not be told apart.
    """

    numbered: bool = True
    _numbers: dict[tuple[str, str], int] = field(default_factory=dict)
    _last: dict[str, int] = field(default_factory=dict)

    def reserve(self, text: str) -> None:
        """Do not use the numbers of placeholders that a text has already."""
        if "[" in text:
            for kind, number in _NUMBERED.findall(text):
                self._last[kind] = max(self._last.get(kind, 0), int(number))

    def of(self, kind: str, value: str) -> str:
        """Return the placeholder of a value, the same for the same value."""
        if not self.numbered:
            return f"[{kind}]"
        name, same = kind.upper(), _same(kind, value)
        if (name, same) not in self._numbers:
            self._last[name] = self._last.get(name, 0) + 1
            self._numbers[name, same] = self._last[name]
        return f"[{name}_{self._numbers[name, same]:03d}]"


def _same(kind: str, value: str) -> str:
    """Return what is alike in two spellings of one value."""
    if kind in ("email", "person", "address", "ip_address"):
        return half_width(value).casefold()
    return re.sub(r"[^\w+]|_", "", half_width(value)).upper()


class Screen:
    """Takes credentials out of texts, and personal data by policy. Its settings do not change; threads may share it.

    Args:
        policy: What is done with personal data: `keep`, `redact` to placeholders, or `reject` the text; or a policy
            for each kind (`{"email": "redact"}`; kinds that it does not name are kept). `person`, `address` and
            `birth_date` are looked for only where a policy names them. Credentials are always taken out.
        regions: ISO 3166 codes of the countries whose phone numbers and ids are looked for.
        kinds: Which kinds one policy for all is about.
        names: What finds names, addresses and birth dates; `None` = Presidio, loaded where a policy needs it.

    Raises:
        InvalidInput: A policy, kind or region that does not exist.
        MissingExtra: A policy needs Presidio, which is not installed.
    """

    def __init__(
        self,
        policy: Policy | Mapping[str, Policy] = "keep",
        regions: Sequence[str] = REGIONS,
        kinds: Sequence[str] = RULE_KINDS,
        *,
        names: NameFinder | None = None,
    ) -> None:
        given = dict.fromkeys(kinds, policy) if isinstance(policy, str) else dict(policy)
        check_kinds(given)
        for kind, one in given.items():
            if one not in get_args(Policy):
                raise InvalidInput(
                    f"The policy for {kind} is {one!r}.", mend="Give keep, redact or reject.", field="policy", value=one
                )
        self._policies: dict[str, Policy] = {kind: one for kind, one in given.items() if one != "keep"}
        self._regions = tuple(region.upper() for region in regions)
        if self._policies:
            from doxa.privacy.phones import checked_regions

            self._regions = checked_regions(regions)
        self._names = (names or _presidio()) if any(kind in NAME_KINDS for kind in self._policies) else None

    @property
    def keeps_personal_data(self) -> bool:
        """Whether nothing but credentials is taken out."""
        return not self._policies

    def screen(self, text: str, placeholders: Placeholders | None = None) -> Screened:
        """Return a text as it may be kept.

        Args:
            text: Any text.
            placeholders: Those of the call, where several texts are to name one value alike.
        """
        secrets = find_secrets(text)
        personal: list[Span] = []
        if self._policies:
            personal = find_personal_data(text, self._regions, kinds=self._policies, names=self._names, taken=secrets)
        if not secrets and not personal:
            return Screened(text)
        numbering = placeholders or Placeholders()
        numbering.reserve(text)
        marked = [(span, REDACTED) for span in secrets]
        marked += [(span, numbering.of(span.kind, text[span.start : span.end])) for span in personal]
        return _replaced(text, sorted(marked), self._rejected(personal))

    def _rejected(self, personal: Sequence[Span]) -> str | None:
        kinds = sorted({span.kind for span in personal if self._policies[span.kind] == "reject"})
        return f"it has personal data that may not be kept: {', '.join(kinds)}" if kinds else None


def _replaced(text: str, marked: Sequence[tuple[Span, str]], rejected: str | None) -> Screened:
    parts: list[str] = []
    at = 0
    for span, placeholder in marked:
        parts += [text[at : span.start], placeholder]
        at = span.end
    redactions = tuple(Redaction(span.kind, span.start, span.end, placeholder) for span, placeholder in marked)
    return Screened("".join([*parts, text[at:]]), redactions, rejected)


def _presidio() -> NameFinder:
    from doxa.privacy.names import PresidioNames

    return PresidioNames()
