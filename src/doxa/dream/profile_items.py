"""Profiles of spaces as they are kept: on the space itself, and as an item of which each profile is a revision."""

from __future__ import annotations

from collections.abc import Mapping

from doxa.graph.contract import Writer
from doxa.graph.nodes import Filter, NewItem, NewRevision, space_node
from doxa.records import Json
from doxa.write.space_rules import OBSERVED

KIND = "space_profile"
NAME = "_space_profile"
MOST_SPACES = 100_000


def write_profile(writer: Writer, user: str | None, path: str, profile: Mapping[str, Json]) -> None:
    """Keep a profile of a space; the one before it stays, superseded.

    Args:
        writer: The open transaction.
        user: Whose space.
        path: Its path; the root has no profile.
        profile: Its label, scores, signals and the labels before.
    """
    writer.assert_(space_node(writer.space(path, user=user)), OBSERVED, dict(profile))
    known = writer.view.items(Filter(kinds=(KIND,), statuses=(), space=path), name=NAME, limit=MOST_SPACES).items
    item = next((each.id for each in known if each.user == user and each.space == path), None)
    before = None if item is None else writer.view.latest(item)
    if item is None:
        item = writer.item(NewItem(KIND, user=user, space=path, name=NAME))
    revision = writer.revision(item, NewRevision("", title=f"A {profile['label']} space.", metadata=dict(profile)))
    if before is not None:
        writer.edge(revision, "SUPERSEDES", before)
