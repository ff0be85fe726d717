"""Replies about keys, for a person: a token is shown alone, so that it can be copied or piped."""

from __future__ import annotations

from collections.abc import Iterator

from doxa.access import Key, NewKey
from doxa.cli.blocks import Block, dim, dotted, line
from doxa.cli.show import blocks_of
from doxa.records import ANY


@blocks_of.register
def _(reply: NewKey) -> Iterator[Block]:
    yield line(reply.token)
    yield line(dim(f"{_about(reply.key)}. The token is shown this once."))


@blocks_of.register
def _(reply: Key) -> Iterator[Block]:
    yield line(_about(reply))


def _about(key: Key) -> str:
    whose = "every user" if key.user is ANY else "shared memories" if key.user is None else f"user {key.user}"
    ended = f"revoked {key.revoked_at:%Y-%m-%d %H:%M}" if key.revoked_at else ""
    return dotted(f"key {key.id}", key.right, whose, key.label, f"made {key.made_at:%Y-%m-%d %H:%M}", ended)
