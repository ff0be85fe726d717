"""Which space a message goes to by the channel it came through."""

from __future__ import annotations

from collections.abc import Sequence

from doxa.errors import InvalidInput
from doxa.graph.kref import space_path

DEFAULT = "default"
"""What stands for an id that a channel does not give."""


def space_of_channel(channel: str, table: Sequence[str]) -> str:
    """Return the space of a channel such as `team_channel:eng`: `work/eng`.

    Args:
        channel: A type, and after a colon an id: a team's or group's name.
        table: Rows `TYPE=PATH`, in which `{id}` stands for the id.

    Raises:
        InvalidInput: The table has no such type.
        InvalidKref: The path cannot be used.
    """
    rows = {kind.strip(): path.strip() for kind, mark, path in (row.partition("=") for row in table) if mark}
    kind, _, name = channel.partition(":")
    if kind.strip() not in rows:
        raise InvalidInput(
            f"channel is {channel!r}, whose type is not in the table.",
            mend=f"Give one of {', '.join(rows)}, or add it to the setting channel_spaces.",
            field="channel",
            value=channel,
        )
    plain = name.strip().strip("/").replace("/", "-") or DEFAULT
    return "/".join(space_path(rows[kind.strip()].replace("{id}", plain)))
