"""Keyed hashes: what may be compared but must not be read: identities, slots, request ids and their contents.

The key is random, made with the project and kept in its file, so equal words of two projects have different hashes.
"""

from __future__ import annotations

import base64
import hashlib
from collections.abc import Sequence
from json.encoder import encode_basestring


class Hasher:
    """The keyed hash of one project (BLAKE2b, 15 bytes: 20 characters in base 64).

    Args:
        key: The project's key, 32 bytes.
    """

    def __init__(self, key: bytes) -> None:
        self._key = key

    @property
    def key(self) -> bytes:
        """The project's key: an export holds it, so that identities and request ids are valid where it is restored."""
        return self._key

    def identity(self, identity: str, contexts: Sequence[str]) -> str:
        """Return the hash of what an item counts as the same as, in base 64; contexts as a sorted set."""
        return _printed(self._digest("identity", identity, *contexts))

    def slot(self, slot: str, contexts: Sequence[str]) -> str:
        """Return the hash of a slot group, in base 64; contexts as a sorted set."""
        return _printed(self._digest("slot", slot, *contexts))

    def request(self, request_id: str, actor: str) -> bytes:
        """Return the hash of a request id; one id of two actors is two requests."""
        return self._digest("request", request_id, actor)

    def content(self, digest: str) -> bytes:
        """Return the hash of a request's content."""
        return self._digest("content", digest)

    def _digest(self, *parts: str) -> bytes:
        # a JSON array keeps the borders between the parts, so ("a", "bc") and ("ab", "c") differ
        data = f"[{', '.join(map(encode_basestring, parts))}]".encode("utf-8", "surrogatepass")
        return hashlib.blake2b(data, key=self._key, digest_size=15, person=b"doxa").digest()


def _printed(digest: bytes) -> str:
    return base64.urlsafe_b64encode(digest).decode("ascii")
