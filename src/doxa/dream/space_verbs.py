"""`spaces`: the profiles of spaces, read, kept and pinned."""

from __future__ import annotations

from collections.abc import Mapping

from doxa.clock import to_micros
from doxa.dream.passes.spaces import kept_profile
from doxa.dream.profile_items import write_profile
from doxa.dream.space_profiles import LABELS, read_profiles
from doxa.dream_records import SpaceProfile
from doxa.errors import InvalidInput, NotFound
from doxa.graph.contract import Writer
from doxa.graph.nodes import space_node
from doxa.records import Json, Scope
from doxa.write.context import WriteContext, WriteRequest, operation, owner_of, refuse_anybody
from doxa.write.space_rules import PINNED


def profiles_of(
    context: WriteContext, scope: Scope, *, profile: bool, pins: Mapping[str, Json] | None, window_days: int
) -> list[SpaceProfile]:
    """Return the profiles of a user's spaces; see `Memory.spaces`."""
    refuse_anybody(scope)
    _check_pins(pins)
    if not profile and not pins:
        with context.graph.view(user=scope.user) as view:
            return read_profiles(view, scope, to_micros(context.clock.now()), window_days=window_days)
    with operation(context, WriteRequest("spaces", scope)) as writer:
        _pin(writer, owner_of(scope), pins or {})
        now = to_micros(writer.at)
        found = read_profiles(writer.view, scope, now, window_days=window_days)
        for each in found if profile else ():
            write_profile(writer, owner_of(scope), each.space, kept_profile(each, now))
        return read_profiles(writer.view, scope, now, window_days=window_days) if profile else found


def _check_pins(pins: Mapping[str, Json] | None) -> None:
    for path, label in (pins or {}).items():
        if label is not None and label not in LABELS:
            raise InvalidInput(
                f"pins[{path!r}] is {label!r}.", mend=f"Use one of {', '.join(LABELS)}, or null.", field="pins"
            )


def _pin(writer: Writer, user: str | None, pins: Mapping[str, Json]) -> None:
    known = {
        space.path: space.id
        for space in writer.view.spaces("", recursive=True, limit=100_000).items
        if space.user == user
    }
    for path, label in pins.items():
        if path.strip("/") not in known:
            raise NotFound(f"There is no space {path!r}.", mend="Check the path.", field="pins", value=path)
        writer.assert_(space_node(known[path.strip("/")]), PINNED, label)
