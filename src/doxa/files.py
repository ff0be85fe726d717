"""Files: where a project lies, and what is told of a file whose bytes stay where they are."""

from __future__ import annotations

from pathlib import Path

from doxa.records import Attachment, Json

SUFFIX = ".doxa"


def project_file(home: Path, project: str) -> Path:
    """Return where a project lies.

    Args:
        home: Folder of the projects' files.
        project: Its name.
    """
    return home / f"{project}{SUFFIX}"


def describe_file(path: Path | str, *, description: str = "") -> Attachment:
    """Return a pointer to a file of this machine with its size, sha256 and type.

    Args:
        path: The file.
        description: What it is.

    Raises:
        OSError: It cannot be read.
    """
    import hashlib
    import mimetypes

    file = Path(path).resolve()
    with file.open("rb") as opened:
        digest = hashlib.file_digest(opened, "sha256").hexdigest()
        size = opened.tell()
    kind = mimetypes.guess_type(file.name)[0] or "application/octet-stream"
    metadata: dict[str, Json] = {"sha256": digest, "size": size, "type": kind}
    if description:
        metadata["description"] = description
    return Attachment(file.name, file.as_uri(), metadata)
