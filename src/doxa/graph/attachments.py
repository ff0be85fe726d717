"""Artifacts: pointers to files, attached to revisions; the bytes are never stored."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from doxa.errors import AlreadyExists
from doxa.graph.inputs import checked_label, checked_text, encode_object
from doxa.graph.nodes import NodeType, RevisionId, revision_node
from doxa.graph.presence import find_revisions
from doxa.graph.work import Work
from doxa.records import Attachment, Json

MAX_LOCATION = 4_096

ArtifactRow = tuple[str, str, str | None]
"""Name, location, metadata."""


def artifact_row(name: str, location: str, metadata: Mapping[str, Json]) -> ArtifactRow:
    """Return an artifact's checked columns.

    Raises:
        InvalidText: Name or location are empty, too long, or cannot be encoded.
        InvalidInput: The metadata cannot be stored.
    """
    checked_text(location, field="location", limit=MAX_LOCATION)
    return checked_label(name, "artifact"), location, encode_object(metadata, "metadata")


def artifact_rows(attachments: Sequence[Attachment]) -> tuple[ArtifactRow, ...]:
    """Return the checked columns of a new revision's artifacts.

    Raises:
        AlreadyExists: Two have one name.
    """
    rows = tuple(artifact_row(each.name, each.location, each.metadata) for each in attachments)
    for position, (name, _, _) in enumerate(rows):
        if name in [other for other, _, _ in rows[:position]]:
            raise _taken(name)
    return rows


def insert_artifacts(work: Work, revision: RevisionId, rows: Sequence[ArtifactRow]) -> list[int]:
    """Attach artifacts to a revision that has none of these names; return their numbers."""
    made: list[int] = []
    for row in rows:
        found = work.connection.row(
            "INSERT INTO artifact(rev, name, location, meta, op) VALUES(?,?,?,?,?) RETURNING id",
            (revision, *row, work.operation),
        )
        assert found is not None
        made.append(int(found[0]))
    return made


def attach(work: Work, revision: RevisionId, row: ArtifactRow) -> int:
    """Attach an artifact to a revision.

    Raises:
        NotFound: There is no such revision.
        AlreadyExists: The revision has one of that name.
    """
    find_revisions(work, (revision,))
    work.written.forget((revision_node(revision),))
    made = work.sight.standing_made(f"a.id*8+{int(NodeType.ARTIFACT)}")
    taken = work.connection.row(
        f"SELECT 1 FROM artifact a WHERE a.rev=? AND a.name=? AND {made.sql}", (revision, row[0], *made.values)
    )
    if taken is not None:
        raise _taken(row[0])
    return insert_artifacts(work, revision, (row,))[0]


def _taken(name: str) -> AlreadyExists:
    mend = "Choose another name, or delete that one."
    return AlreadyExists(f"The revision has an artifact {name!r}.", mend=mend, field="artifact", value=name)
