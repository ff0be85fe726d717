"""The check of pointers to files that a caller hands in."""

from __future__ import annotations

from collections.abc import Sequence

from doxa.arguments import wrong
from doxa.errors import AlreadyExists, InvalidInput
from doxa.graph.attachments import artifact_rows
from doxa.records import Attachment


def check_attachments(attachments: Sequence[object], field: str) -> None:
    """Check pointers to files.

    Raises:
        InvalidInput: One is none, or a field of it cannot be stored, or two have one name.
    """
    pointers: list[Attachment] = []
    for number, each in enumerate(attachments):
        if not isinstance(each, Attachment):
            raise wrong(each, f"{field}[{number}]", "Give a doxa.Attachment.")
        pointers.append(each)
    try:
        artifact_rows(pointers)
    except AlreadyExists as error:
        raise InvalidInput(f"Two of {field} have one name.", mend="Name each differently.", field=field) from error
