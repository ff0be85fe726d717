"""Transcripts of sessions as files beside the project; each goes when the last artifact that points to it is erased."""

from __future__ import annotations

import hashlib
import re
from contextlib import nullcontext
from dataclasses import dataclass
from pathlib import Path

from doxa.errors import InvalidInput
from doxa.graph.contract import Graph
from doxa.graph.store import SqlGraph
from doxa.records import ANY, Attachment, Json

NAME = "transcript"


@dataclass(frozen=True, slots=True)
class Transcript:
    """A transcript that is to be written.

    Args:
        pointer: The artifact that will point to it: location, size and sha256.
        path: Where it goes.
        data: What it says.
    """

    pointer: Attachment
    path: Path
    data: bytes

    def write(self) -> None:
        """Write it; done while the project's write lock is held, so that no sweep finds it without its artifact."""
        self.path.parent.mkdir(parents=True, exist_ok=True)
        part = self.path.with_suffix(".part")
        part.write_bytes(self.data)
        part.replace(self.path)


def prepared_transcript(folder: Path | None, session: str, text: str) -> Transcript:
    """Return a transcript ready to be written.

    Args:
        folder: Where transcripts of the project go; `None` = the project keeps nothing on disk.
        session: Whose it is.
        text: The transcript.

    Raises:
        InvalidInput: The project is in memory only.
    """
    if folder is None:
        mend = "Open the project in a folder, or leave transcript out."
        raise InvalidInput("A project in memory writes no transcript.", mend=mend, field="transcript", value=True)
    data = text.encode()
    digest = hashlib.sha256(data).hexdigest()
    plain = re.sub(r"[^\w-]+", "-", session).strip("-")[:60] or "session"
    path = folder / f"{plain}-{digest[:12]}.md"
    metadata: dict[str, Json] = {
        "sha256": digest,
        "size": len(data),
        "type": "text/markdown",
        "description": f"Session {session}",
    }
    return Transcript(Attachment(NAME, path.resolve().as_uri(), metadata), path, data)


def sweep_transcripts(folder: Path | None, graph: Graph) -> int:
    """Delete transcripts that no artifact points to, and return how many; after an erase, or a write that failed."""
    if folder is None or not folder.is_dir():
        return 0
    gone = 0
    with graph.engine.writing(None) if isinstance(graph, SqlGraph) else nullcontext():
        for path in sorted(folder.iterdir()):
            with graph.view(user=ANY) as view:
                pointed = view.artifacts_at(path.resolve().as_uri())
            if not pointed:
                path.unlink(missing_ok=True)
                gone += 1
    return gone
