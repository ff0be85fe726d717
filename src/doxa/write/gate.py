"""The gate: what every text passes before anything is made of it.

In this order: size and encoding (`doxa.write.messages`), memory that a host put into the message, credentials,
personal data by policy, signs of an instruction. What it took out is in the receipt by kind and place, never by words.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from typing import TYPE_CHECKING, NamedTuple

from doxa.errors import InvalidInput
from doxa.privacy.ordinary import is_ordinary, ordinary_among
from doxa.privacy.secrets import may_hold_secrets
from doxa.records import Attachment, Claim, Json, Message, Redaction
from doxa.write.host_blocks import without_host_blocks

if TYPE_CHECKING:
    from doxa.privacy.screen import Placeholders, Screen, Screened

FLAGS = "instruction_flags"
"""The metadata key under which a memory says that it looks like an instruction, and how."""

_SECRET_KEYS = (
    "password",
    "passwd",
    "passphrase",
    "secret",
    "token",
    "api_key",
    "apikey",
    "private_key",
    "密码",
    "密钥",
)


@dataclass(frozen=True, slots=True)
class GateRules:
    """What the gate does with personal data.

    Args:
        policy: `keep`, `redact` or `reject`, for the kinds that rules find.
        kinds: Kinds with a policy of their own, `kind=policy`.
        regions: Whose phone numbers and ids are looked for; `None` = the usual ones.
    """

    policy: str = "keep"
    kinds: tuple[str, ...] = ()
    regions: tuple[str, ...] | None = None

    def opened(self) -> Passage:
        """Return the gate as it stands open for one call."""
        from doxa.privacy.screen import Placeholders

        return Passage(_screen(self), Placeholders())


@cache
def _screen(rules: GateRules) -> Screen:
    from doxa.privacy.personal import REGIONS, RULE_KINDS
    from doxa.privacy.screen import Screen

    policies = dict.fromkeys(RULE_KINDS, rules.policy)
    for entry in rules.kinds:
        kind, _, policy = (part.strip() for part in entry.partition("="))
        if not policy:
            mend = "Give kind=policy, for example person=redact."
            raise InvalidInput(f"privacy_kinds has {entry!r} without a policy.", mend=mend, field="privacy_kinds")
        policies[kind] = policy
    return Screen(policies, REGIONS if rules.regions is None else rules.regions)  # type: ignore[arg-type]


class Passed(NamedTuple):
    """What came through the gate.

    Args:
        message: The message as it may be kept.
        redactions: What was taken out of its text; places are those in the text that was handed in.
        flags: Signs that it speaks to a model.
        rejected: Why it must not be kept, if so.
    """

    message: Message
    redactions: tuple[Redaction, ...] = ()
    flags: tuple[str, ...] = ()
    rejected: str | None = None


class Passage:
    """The gate for the texts of one call: the same value has the same placeholder in all of them."""

    def __init__(self, screen: Screen, placeholders: Placeholders) -> None:
        self._screen = screen
        self._placeholders = placeholders
        self._warnings: list[str] = []

    @property
    def warnings(self) -> tuple[str, ...]:
        """What a caller should know beside the redactions of each text."""
        return tuple(dict.fromkeys(self._warnings))

    def messages(self, messages: Sequence[Message], fields: Sequence[str]) -> list[Passed]:
        """Pass the messages of a conversation, each by the name of its field."""
        if len(messages) < 2 or not self._screen.keeps_personal_data:
            return [self.message(each, field) for each, field in zip(messages, fields, strict=True)]
        if not _is_clean(messages):
            return [self.message(each, field) for each, field in zip(messages, fields, strict=True)]
        calm = ordinary_among([each.content for each in messages])
        return [
            Passed(each) if _is_ordinary(each.content, told) else self.message(each, field)
            for each, field, told in zip(messages, fields, calm, strict=True)
        ]

    def message(self, message: Message, field: str) -> Passed:
        """Pass one message."""
        if self._screen.keeps_personal_data and _is_ordinary(message.content):
            return Passed(self._beside(message, message.content, (), field))  # as most messages are
        stripped = without_host_blocks(message.content)
        screened = self.screened(stripped.text)
        flags = self.flags(screened.text, field)
        redactions = tuple(sorted((*stripped.blocks, *map(stripped.in_given_text, screened.redactions)), key=_place))
        rejected = screened.rejected
        if not screened.text.strip():
            rejected = "it holds nothing but memory that a host put into it"
        return Passed(self._beside(message, screened.text, flags, field), redactions, flags, rejected)

    def _beside(self, message: Message, content: str, flags: tuple[str, ...], field: str) -> Message:
        """Return a message with its content through the gate, and all that is beside it let through too."""
        if content == message.content and not (flags or message.name or message.metadata or message.attachments):
            return message
        return Message(
            message.role,
            content,
            message.time,
            message.name and self.line(message.name, f"{field}.name"),
            {**self.mapping(message.metadata, f"{field}.metadata"), **({FLAGS: [*flags]} if flags else {})},
            self.attachments(message.attachments, f"{field}.attachments"),
        )

    def screened(self, text: str) -> Screened:
        """Take credentials and personal data out of a text."""
        return self._screen.screen(text, self._placeholders)

    def flags(self, text: str, field: str) -> tuple[str, ...]:
        """Return the signs that a text speaks to a model, and warn of them."""
        from doxa.privacy.instructions import looks_like_instruction

        flags = looks_like_instruction(text)
        if flags:
            self._warnings.append(f"{field} looks like an instruction ({', '.join(flags)}); it is kept as data.")
        return flags

    def text(self, text: str, field: str) -> Screened:
        """Pass a text that is kept by itself."""
        screened = self.screened(text)
        self.flags(screened.text, field)
        return screened

    def claim(self, claim: Claim, field: str) -> tuple[Claim, Screened]:
        """Pass a claim that a caller hands over: the claim as it may be kept, and what became of its text."""
        screened = self.text(claim.text, f"{field}.text")
        quote = claim.quote and replace(claim.quote, text=self.line(claim.quote.text, f"{field}.quote"))
        passed = replace(
            claim,
            text=screened.text,
            subject=claim.subject and self.line(claim.subject, f"{field}.subject"),
            value=claim.value and self.line(claim.value, f"{field}.value"),
            quote=quote,
        )
        return passed, screened

    def line(self, text: str, field: str) -> str:
        """Pass a short text beside the content; where a policy rejects, it is redacted."""
        screened = self.screened(text)
        self.tell(screened.redactions, field)
        return screened.text

    def tell(self, redactions: Sequence[Redaction], field: str) -> None:
        """Warn of what was taken out where no outcome says it."""
        if redactions:
            self._warnings.append(f"{field}: {', '.join(sorted({each.kind for each in redactions}))} taken out.")

    def mapping(self, values: Mapping[str, Json], field: str) -> dict[str, Json]:
        """Pass metadata; a text under a key such as `password` is a credential whatever it is."""
        return {key: self._json(value, f"{field}.{key}", key) for key, value in values.items()}

    def _json(self, value: Json, field: str, key: str) -> Json:
        if isinstance(value, str):
            return self._under(key, value, field)
        if isinstance(value, list):
            return [self._json(each, field, key) for each in value]
        return self.mapping(value, field) if isinstance(value, dict) else value

    def _under(self, key: str, value: str, field: str) -> str:
        if any(word in key.lower() for word in _SECRET_KEYS):
            said = self.screened(f"{key}={value}")
            if any(each.start == len(key) + 1 for each in said.redactions):
                self._warnings.append(f"{field}: {said.redactions[0].kind} taken out.")
                return said.redactions[0].placeholder
        return self.line(value, field)

    def attachments(self, attachments: Sequence[Attachment], field: str) -> tuple[Attachment, ...]:
        """Pass pointers to files: their names, locations (`https://user:password@host`) and metadata."""
        return tuple(
            replace(
                each,
                name=self.line(each.name, f"{field}[{number}].name"),
                location=self.line(each.location, f"{field}[{number}].location"),
                metadata=self.mapping(each.metadata, f"{field}[{number}].metadata"),
            )
            for number, each in enumerate(attachments)
        )


def _is_ordinary(content: str, known: bool = False) -> bool:
    """Whether a message has nothing to be taken out or flagged, where the words of all messages did not say so."""
    return "<" not in content and (known or is_ordinary(content))


def _is_clean(messages: Sequence[Message]) -> bool:
    """Whether nothing beside the words of many messages could hold a credential, at one look."""
    beside: list[str] = []
    for each in messages:
        if each.attachments:
            return False
        if each.name:
            beside.append(each.name)
        for key, value in each.metadata.items():
            if not isinstance(value, str) or any(word in key.lower() for word in _SECRET_KEYS):
                return False
            beside.append(value)
    return not may_hold_secrets(beside)


def _place(redaction: Redaction) -> tuple[int, int]:
    return redaction.start, redaction.end
