"""Keys of a server: who may do what, in which projects. A key is shown once; what is kept is its hash."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import datetime
from typing import Literal

from doxa.errors import InvalidInput
from doxa.records import User

Right = Literal["read", "write", "operator"]
"""What a caller may: look; also remember and revise; also destroy, vouch and see everybody's."""

PREFIX = "doxa"
_SECRET_BYTES = 32
_ID = re.compile(r"[0-9a-f]{16}", re.ASCII)
_SECRET = re.compile(r"[A-Za-z0-9_-]{43}", re.ASCII)
"""256 bits: what is shorter could be guessed from its hash."""


@dataclass(frozen=True, slots=True)
class Key:
    """A key as it is known: never what opens with it.

    Args:
        id: Its id.
        user: Whose memories it is for; `None` = shared ones only, `ANY` = whichever user a call names.
        right: What its holder may.
        label: What it is for.
        made_at: When it was made.
        revoked_at: Since when it opens nothing; `None` = it does.
    """

    id: str
    user: User
    right: Right
    label: str
    made_at: datetime
    revoked_at: datetime | None = None


@dataclass(frozen=True, slots=True)
class NewKey:
    """A key just made.

    Args:
        key: What is known of it from now on.
        token: What the caller sends as `Authorization: Bearer …`. It is shown this once.
    """

    key: Key
    token: str


@dataclass(frozen=True, slots=True)
class Token:
    """What a caller sends, taken apart.

    Args:
        project: The project in which it was made.
        id: The key's id.
        secret: What proves it.
    """

    project: str
    id: str
    secret: str

    @property
    def text(self) -> str:
        """As it is sent."""
        return f"{PREFIX}.{_encoded(self.project)}.{self.id}.{self.secret}"

    @property
    def digest(self) -> bytes:
        """What is kept of it. A secret of 256 random bits needs no slow hash."""
        import hashlib

        return hashlib.sha256(f"{self.id}.{self.secret}".encode()).digest()

    def opens(self, digest: bytes) -> bool:
        """Return whether it is the token a kept digest was made of, in constant time."""
        import hmac

        return hmac.compare_digest(self.digest, digest)


def new_token(project: str) -> Token:
    """Return a token that nobody can guess."""
    import secrets

    return Token(project, secrets.token_hex(8), secrets.token_urlsafe(_SECRET_BYTES))


def read_token(text: str) -> Token:
    """Return a token taken apart.

    Raises:
        InvalidInput: It is none of ours; the message does not repeat it.
    """
    import base64

    parts = text.split(".")
    if len(parts) == 4 and parts[0] == PREFIX and _ID.fullmatch(parts[2]) and _SECRET.fullmatch(parts[3]):
        try:
            return Token(base64.urlsafe_b64decode(parts[1] + "=" * (-len(parts[1]) % 4)).decode(), parts[2], parts[3])
        except ValueError:  # also what is no base64 and no text
            pass
    raise InvalidInput("That is no key of doxa.", mend="`doxa keys create` makes one.", field="token")


def _encoded(project: str) -> str:
    import base64

    return base64.urlsafe_b64encode(project.encode()).decode().rstrip("=")
