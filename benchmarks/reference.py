"""The bare loop that adds are compared with: `reference.sql` on a file of its own, with the pragmas of a doxa file."""

from __future__ import annotations

import re
from pathlib import Path

import apsw

from doxa.text.tokens import escape, tokens

_HERE = Path(__file__).parent
_PRAGMAS = ("page_size=2048", "journal_mode=WAL", "synchronous=FULL", "secure_delete=ON", "temp_store=MEMORY")


class Reference:
    """Writes texts with nothing read and nothing decided.

    Args:
        path: The file to make.
    """

    def __init__(self, path: Path) -> None:
        self._db = apsw.Connection(str(path), statementcachesize=256)
        for pragma in (*_PRAGMAS, "wal_autocheckpoint=0", "cache_size=-16000"):
            self._db.execute(f"PRAGMA {pragma}").fetchall()
        for statement in _statements("reference_schema.sql"):
            self._db.execute(statement)
        self._inserts = _statements("reference.sql")
        self._written = 0

    def add(self, *prepared: tuple[str, str]) -> None:
        """Write texts, with their terms, in one durable transaction."""
        self._db.execute("BEGIN IMMEDIATE")
        for text, terms in prepared:
            self._written += 1
            values = {"n": self._written, "at": self._written, "text": text, "terms": terms}
            for statement in self._inserts:
                self._db.execute(statement, values)
        self._db.execute("COMMIT")

    def close(self) -> None:
        """Close the file."""
        self._db.close()


def prepared(text: str) -> tuple[str, str]:
    """Return a text with its terms, as `Reference.add` takes it."""
    return text, " ".join(escape(token, 0) for token in tokens(text))


def _statements(name: str) -> list[str]:
    script = re.sub(r"^--.*\n", "", (_HERE / name).read_text(encoding="utf-8"), flags=re.MULTILINE)
    return [statement.strip() for statement in script.split(";") if statement.strip()]
