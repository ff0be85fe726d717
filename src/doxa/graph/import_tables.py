"""How each kind of exported row falls on what is here: added, unchanged, skipped since it was erased, or a conflict."""

from __future__ import annotations

import base64
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import TYPE_CHECKING, Any, Literal

from doxa.clock import to_micros
from doxa.errors import ImportConflict, InvalidInput
from doxa.graph.codes import PRECISIONS, ROLES
from doxa.graph.engine import Connection, Row, Value
from doxa.graph.export_rows import WORKING
from doxa.graph.inputs import encode
from doxa.graph.naming import is_given
from doxa.graph.nodes import FOREVER, Key, NodeType
from doxa.graph.symbols import Symbols, marks
from doxa.graph.text_index import terms_in
from doxa.graph.vectors import write_codes
from doxa.text.tokens import terms_of

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

Verdict = Literal["added", "unchanged", "skipped"]
JsonRow = Mapping[str, Any]

_ELSEWHERE = "elsewhere"
"""The kind of an operation that touched nothing of the owners who were exported."""
_REWRITTEN = frozenset({Key.CONTESTED, Key.OPPOSES, Key.MEMBERS, Key.STALE, Key.HEAD, Key.ERASED})
"""Keys of rows that stay whose values an erase changes."""
_TAKEN = ("tag:", "session:")
"""How keys of rows begin that an erase takes from an item that stays."""
_TABLES = {NodeType.ARTIFACT: "artifact", NodeType.SPACE: "space"}
"""Where nodes lie that leave no tombstone."""
_REFERENCES = ("quote", "replaces", "conflicts_with")


@dataclass(frozen=True, slots=True)
class Ground:
    """On what the rows fall.

    Args:
        operations: How many operations the export tells.
        complete_to: Up to which operation everything must be here already; later rows may be new.
        renamed: The exported project's name and this one's, where they differ.
        embedder: Identity and dimension of the vectors kept here.
        erased: Whether anything was erased here.
        erased_at: When something was last erased here after what the export tells, in microseconds; `None` when
            nothing was.
        apart: Numbers of sessions that went, or are those of others here: their messages are not taken.
    """

    operations: int
    complete_to: int
    renamed: tuple[str, str] | None
    embedder: tuple[str, int] | None
    erased: bool
    erased_at: int | None = None
    apart: set[int] = field(default_factory=set)

    def went(self, at: int) -> bool:
        """Tell whether what is no part of history, was made at an instant and is not here may have been erased."""
        return self.erased_at is not None and at <= self.erased_at


@dataclass(slots=True)
class Arrival:
    """One transaction of an import.

    Args:
        connection: The open transaction.
        symbols: Numbers of words, as it sees them.
        ground: On what the rows fall.
        texts: Per slab how many texts and terms were indexed here.
        vectors: Per slab the vectors kept here, in order of revision.
    """

    connection: Connection
    symbols: Symbols
    ground: Ground
    texts: dict[int, tuple[int, int]] = field(default_factory=dict)
    vectors: dict[int, list[tuple[int, NDArray[np.float32]]]] = field(default_factory=dict)

    def flush(self) -> None:
        """Write what is kept per owner."""
        from doxa.index.codes import binary_codes

        for slab, (documents, terms) in self.texts.items():
            self.connection.run(
                "INSERT INTO corpus(slab, documents, terms) VALUES(?,?,?) ON CONFLICT(slab) DO UPDATE"
                " SET documents=corpus.documents+excluded.documents, terms=corpus.terms+excluded.terms",
                (slab, documents, terms),
            )
        for slab, kept in self.vectors.items():
            import numpy as np

            matrix = np.stack([vector for _, vector in kept])
            write_codes(self.connection, slab, [revision for revision, _ in kept], binary_codes(matrix))

    def found(self, table: str, columns: tuple[str, ...], key: Mapping[str, Value]) -> Row | None:
        """Return columns of the row with a key."""
        where = " AND ".join(f"{column}=?" for column in key)
        return self.connection.row(f"SELECT {', '.join(columns)} FROM {table} WHERE {where}", tuple(key.values()))

    def insert(self, table: str, row: Mapping[str, Value]) -> None:
        """Add a row."""
        columns = ", ".join(row)
        self.connection.run(f"INSERT INTO {table}({columns}) VALUES({marks(tuple(row))})", tuple(row.values()))

    def settle(self, table: str, key: Mapping[str, Value], row: Mapping[str, Value], made: int) -> Verdict:
        """Add a row that is not there yet; check that one that is there is the same."""
        present = self.found(table, tuple(row), key)
        if present is None:
            self.check_new(table, key, made)
            self.insert(table, {**key, **row})
            return "added"
        if present != tuple(row.values()):
            raise _changed(table, key, erased=self.ground.erased)
        return "unchanged"

    def settle_span(self, table: str, number: int, row: Mapping[str, Value], to: int | None) -> Verdict:
        """Add, check, or close a row of an assertion table; the last of `row` is the operation that made it."""
        key, end = {"id": number}, FOREVER if to is None else to
        present = self.found(table, (*row, "to_op"), key)
        if present is None:
            self.check_new(table, key, int(str(row["from_op"])))
            self.insert(table, {**key, **row, "to_op": end})
            return "added"
        if self.ground.erased and present[-2] > self.ground.operations:
            return "skipped"  # it went, and its number was given anew
        if present[:-1] != tuple(row.values()):
            raise _changed(table, key, erased=self.ground.erased)
        if present[-1] == end or (end == FOREVER and present[-1] > self.ground.operations):
            return "unchanged"
        if present[-1] != FOREVER or end <= self.ground.complete_to:
            raise _changed(table, key, erased=self.ground.erased)
        self.connection.run(f"UPDATE {table} SET to_op=? WHERE id=?", (end, number))
        return "added"

    def check_new(self, table: str, key: Mapping[str, Value], made: int) -> None:
        """Refuse a row that the history which is here should hold already."""
        if made <= self.ground.complete_to:
            raise ImportConflict(
                f"The {table} row {dict(key)} is of operation {made}, which is here without it.",
                mend="Import into an empty project.",
            )

    def is_erased(self, *, item: int | None = None, revision: int | None = None) -> bool:
        """Tell whether an item or revision was erased here."""
        if not self.ground.erased:
            return False
        if revision is not None:
            found = self.found("revision", ("item",), {"id": revision})
            if found is None:
                return False
            if found[0] < 0:
                return True
            item = found[0]
        return self.connection.row("SELECT 1 FROM item WHERE id=? AND erased IS NOT NULL", (item,)) is not None

    def word(self, text: str | None) -> int | None:
        """Return the number of a word."""
        return None if text is None else self.symbols.make(text)

    def readdressed(self, value: Any) -> Any:
        """Return a reference, or a value that holds some, with this project's name."""
        if self.ground.renamed is None:
            return value
        if isinstance(value, str):
            before, now = (f"kref://{name}/" for name in self.ground.renamed)
            return now + value.removeprefix(before) if value.startswith(before) else value
        if isinstance(value, list):
            return [self.readdressed(each) for each in value]
        return {key: self.readdressed(each) for key, each in value.items()} if isinstance(value, dict) else value


def _operation(arrival: Arrival, row: JsonRow) -> Verdict:
    kind = arrival.symbols.make(row.get("kind") or _ELSEWHERE)
    values = {
        "at": _micros(row["at"]),
        "kind": kind,
        "actor": arrival.word(row.get("actor")),
        "undoes": row.get("undoes"),
    }
    present = arrival.found("op", ("actor",), {"id": row["id"]})
    if present == (None,) and arrival.ground.erased_at is not None:
        values["actor"] = None  # who acted went with his memories
    verdict = arrival.settle("op", {"id": row["id"]}, values, row["id"])
    if verdict == "added" and row.get("reason") is not None:
        arrival.insert("note", {"op": row["id"], "reason": row["reason"]})
    return verdict


def _owner(arrival: Arrival, row: JsonRow) -> Verdict:
    present = arrival.found("slab", ("user",), {"id": row["id"]})
    if present is not None and present != (row["user"],) and present[0] is None and arrival.ground.erased:
        return "skipped"
    return arrival.settle("slab", {"id": row["id"]}, {"user": row["user"], "op": row["op"]}, row["op"])


def _space(arrival: Arrival, row: JsonRow) -> Verdict:
    values = {"parent": row["parent"], "slab": row["owner"], "name": row["name"], "op": row["op"]}
    known = row["op"] <= arrival.ground.complete_to
    if arrival.ground.erased and known and _is_gone(arrival, "space", row["id"]):
        return "skipped"
    return arrival.settle("space", {"id": row["id"]}, values, row["op"])


def _item(arrival: Arrival, row: JsonRow) -> Verdict:
    present = arrival.found("item", ("erased",), {"id": row["id"]})
    erased = row.get("erased")
    if present is not None and present[0] is not None:
        return "skipped"
    if present is not None and erased is not None:
        raise ImportConflict(
            f"Item {row['uid']} was erased where the export comes from and is still here.",
            mend="Erase it here first, or import into an empty project.",
        )
    contexts = row.get("contexts")
    values: dict[str, Value] = {
        "uid": bytes.fromhex(row["uid"]),
        "slab": row["owner"],
        "kind": arrival.symbols.make(row["kind"]),
        "agent": arrival.word(row.get("agent")),
        "session": arrival.word(row.get("session")),
        "contexts": arrival.symbols.make(encode(contexts)) if contexts else None,
        "op": row["op"],
        "erased": erased,
    }
    verdict = arrival.settle("item", {"id": row["id"]}, values, row["op"])
    if erased is None:
        given = is_given(row["name"], row["uid"])
        name = {"space": row["space"], "kind": values["kind"], "name": row["name"], "given": given}
        arrival.settle("name", {"item": row["id"]}, name, row["op"])
    return verdict


def _revision(arrival: Arrival, row: JsonRow) -> Verdict:
    number, item = row["id"], row["item"]
    if arrival.is_erased(item=item) or arrival.is_erased(revision=number):
        return "skipped"
    if row.get("erased"):
        # alone, or with its item: see `erase_rows`
        alone = arrival.connection.row("SELECT 1 FROM item WHERE id=? AND erased IS NULL", (item,)) is not None
        values = {"item": -item if alone else item, "n": row["number"], "op": row["op"]}
        return arrival.settle("revision", {"id": number}, values, row["op"])
    verdict = arrival.settle("revision", {"id": number}, {"item": item, "n": row["number"], "op": row["op"]}, row["op"])
    content = _content(arrival, row)
    if verdict == "unchanged":
        _check_content(arrival, number, content)
        return verdict
    arrival.insert("content", {"rev": number, **content})
    _keep_derived(arrival, row)
    return verdict


def _content(arrival: Arrival, row: JsonRow) -> dict[str, Value]:
    claim = row["claim"]
    if claim is not None:
        claim = {name: arrival.readdressed(each) if name in _REFERENCES else each for name, each in claim.items()}
    start, end, precision = row.get("valid") or (None, None, None)
    return {
        "title": row["title"],
        "text": row["text"],
        "claim": _text(claim),
        "meta": _text(row["metadata"]),
        "said_at": _micros(row["said_at"]),
        "valid_from": _micros(start),
        "valid_to": _micros(end),
        "valid_precision": None if precision is None else PRECISIONS.index(precision),
    }


def _check_content(arrival: Arrival, revision: int, content: Mapping[str, Value]) -> None:
    kept = {column: value for column, value in content.items() if column != "claim" or not arrival.ground.erased}
    if arrival.found("content", tuple(kept), {"rev": revision}) != tuple(kept.values()):
        raise _changed("content", {"rev": revision})


def _keep_derived(arrival: Arrival, row: JsonRow) -> None:
    """Keep mentions, terms and vector of a new revision."""
    number = row["id"]
    found = arrival.found("item", ("slab",), {"id": row["item"]})
    assert found is not None
    slab = found[0]
    for form, role in row["mentions"]:
        arrival.insert("mention", {"slab": slab, "form": form, "rev": number, "role": ROLES.index(role)})
    if row["text"]:
        title, text = terms_of(row["title"] or "", slab), terms_of(row["text"], slab)
        arrival.connection.index_text(number, title, text)
        documents, total = arrival.texts.get(slab, (0, 0))
        arrival.texts[slab] = documents + 1, total + terms_in(title) + terms_in(text)
    if row.get("vector") is not None:
        _keep_vector(arrival, slab, number, base64.b64decode(row["vector"], validate=True))


def _keep_vector(arrival: Arrival, slab: int, revision: int, packed: bytes) -> None:
    import numpy as np

    if arrival.ground.embedder is None or len(packed) != 4 * arrival.ground.embedder[1]:
        return  # of another embedder: `doctor` tells of it and `reindex` makes it anew
    arrival.insert("vector", {"rev": revision, "v": packed})
    vector = np.frombuffer(packed, dtype="<f4").astype(np.float32, copy=False)
    arrival.vectors.setdefault(slab, []).append((revision, vector))


def _artifact(arrival: Arrival, row: JsonRow) -> Verdict:
    if arrival.is_erased(revision=row["revision"]):
        return "skipped"
    values = {"rev": row["revision"], "name": row["name"], "location": row["location"], "meta": _text(row["metadata"])}
    return arrival.settle("artifact", {"id": row["id"]}, {**values, "op": row["op"]}, row["op"])


def _assertion(arrival: Arrival, row: JsonRow) -> Verdict:
    node, type_ = divmod(row["node"], 8)
    values = {
        "node": row["node"],
        "key": arrival.symbols.make(row["key"]),
        "value": encode(arrival.readdressed(row["value"])),
        "from_op": row["from"],
    }
    if arrival.ground.erased:
        if _is_node_erased(arrival, node, type_):
            return "skipped"
        if _is_rewritten(arrival, row):
            here = arrival.found("fact", ("value",), {"id": row["id"], "node": row["node"], "key": values["key"]})
            if here is None:
                return "skipped"
            values["value"] = here[0]  # without what went; that the row was closed since is news all the same
    return arrival.settle_span("fact", row["id"], values, row["to"])


def _is_node_erased(arrival: Arrival, number: int, type_: int) -> bool:
    if type_ in _TABLES:
        return _is_gone(arrival, _TABLES[NodeType(type_)], number)
    if type_ == NodeType.REVISION:
        return arrival.is_erased(revision=number)
    return type_ == NodeType.ITEM and arrival.is_erased(item=number)


def _is_gone(arrival: Arrival, table: str, number: int) -> bool:
    """Tell whether a row that leaves no tombstone is not here, or its number was given anew since."""
    found = arrival.found(table, ("op",), {"id": number})
    newest = arrival.ground.operations + WORKING
    return found is None or found[0] > newest


def _is_rewritten(arrival: Arrival, row: JsonRow) -> bool:
    """Tell whether an erase here may have changed or taken the row."""
    known = row["from"] <= arrival.ground.complete_to
    return known and (row["key"] in _REWRITTEN or row["key"].startswith(_TAKEN))


def _edge(arrival: Arrival, row: JsonRow) -> Verdict:
    if any(arrival.is_erased(revision=row[end]) for end in ("source", "target")):
        return "skipped"
    values = {"src": row["source"], "type": arrival.symbols.make(row["type"]), "dst": row["target"]}
    return arrival.settle_span(
        "edge", row["id"], {**values, "meta": _text(row["metadata"]), "from_op": row["from"]}, row["to"]
    )


def _alias(arrival: Arrival, row: JsonRow) -> Verdict:
    if arrival.is_erased(item=row["item"]):
        return "skipped"
    columns = ("item", "form", "text", "canonical")
    values = {column: row[column] for column in columns} | {"from_op": row["from"]}
    return arrival.settle_span("alias", row["id"], values, row["to"])


def _observation(arrival: Arrival, row: JsonRow) -> Verdict:
    turn = row["turn"]
    if arrival.is_erased(revision=row["revision"]) or (turn is not None and arrival.is_erased(revision=turn)):
        return "skipped"
    values = {
        "rev": row["revision"],
        "source": arrival.symbols.make(row["source"]),
        "said_at": _micros(row["said_at"]),
        "turn": turn,
        "start": row["start"],
        "stop": row["end"],
        "independent": int(row["independent"]),
        "detail": _text(row["detail"]),
        "from_op": row["from"],
    }
    return arrival.settle_span("observation", row["id"], values, row["to"])


def _receipt(arrival: Arrival, row: JsonRow) -> Verdict:
    values = {"digest": bytes.fromhex(row["digest"]), "op": row["op"], "results": _text(row["results"])}
    return _settle_unversioned(arrival, "receipt", {"request": bytes.fromhex(row["request"])}, values)


def _session(arrival: Arrival, row: JsonRow) -> Verdict:
    name = {"slab": row["slab"], "name": row["name"]}
    here = arrival.found("session", ("id",), name)
    there = arrival.found("session", ("id",), {"id": row["id"]})
    went = arrival.ground.went(row["opened_at"]) or _lost_its_name(arrival, row["slab"])
    if here != there or (here is None and went):
        arrival.ground.apart.add(row["id"])  # the messages of one would be told in the other
        return "skipped"
    columns = ("meta", "opened_at", "used_at", "closed_at")
    return _settle_unversioned(arrival, "session", {"id": row["id"], **name}, {each: row[each] for each in columns})


def _message(arrival: Arrival, row: JsonRow) -> Verdict:
    key = {"session": row["session"], "n": row["n"]}
    values = {column: row[column] for column in ("role", "name", "content", "at", "meta")}
    if row["session"] in arrival.ground.apart:
        return "skipped"
    if arrival.ground.erased_at is not None:
        session = arrival.found("session", ("opened_at",), {"id": row["session"]})
        same = session is not None and session[0] <= row["at"]  # else it went, and its number may be another's now
        here = arrival.found("message", tuple(values), key) if same else None
        if not same or (arrival.ground.went(row["at"]) and here != tuple(values.values())):
            return "skipped"
    return arrival.settle("message", key, values, FOREVER)


def _counter(arrival: Arrival, row: JsonRow) -> Verdict:
    if _lost_its_name(arrival, row["slab"]):
        return "skipped"
    return _settle_unversioned(arrival, "counter", {"slab": row["slab"], "name": row["name"]}, {"n": row["n"]})


def _pending(arrival: Arrival, row: JsonRow) -> Verdict:
    known = arrival.ground.erased_at is not None and row["op"] <= arrival.ground.complete_to
    if known and arrival.found("queue", ("id",), {"id": row["id"]}) is None:
        return "skipped"
    values: dict[str, Value] = {column: row[column] for column in ("op", "slab", "state", "due", "body")}
    values |= {"attempts": row.get("attempts") or 0, "lasting": row.get("lasting") or 0, "error": row.get("error")}
    values["kind"] = arrival.symbols.make(row["kind"])
    return _settle_unversioned(arrival, "queue", {"id": row["id"]}, values)


def _lost_its_name(arrival: Arrival, slab: int) -> bool:
    """Tell whether an owner was erased here as a whole."""
    return slab > 0 and arrival.ground.erased and arrival.found("slab", ("user",), {"id": slab}) == (None,)


def _use(arrival: Arrival, row: JsonRow) -> Verdict:
    if arrival.is_erased(revision=row["revision"]):
        return "skipped"
    values: dict[str, Value] = {"last": _micros(row["last"]), "n": row["count"]}
    return _settle_unversioned(arrival, "usage", {"rev": row["revision"]}, values)


KINDS: Mapping[str, Callable[[Arrival, JsonRow], Verdict]] = {
    "operation": _operation,
    "owner": _owner,
    "space": _space,
    "item": _item,
    "revision": _revision,
    "artifact": _artifact,
    "assertion": _assertion,
    "edge": _edge,
    "alias": _alias,
    "observation": _observation,
    "receipt": _receipt,
    "session": _session,
    "message": _message,
    "counter": _counter,
    "pending": _pending,
    "use": _use,
}
"""What restores each kind of row."""


_REFERENCES_TO: Mapping[str, Mapping[str, str]] = {
    "space": {"owner": "slab"},
    "item": {"owner": "slab", "space": "space"},
    "revision": {"item": "item"},
    "artifact": {"revision": "revision"},
    "edge": {"source": "revision", "target": "revision"},
    "alias": {"item": "item"},
    "observation": {"revision": "revision"},
    "message": {"session": "session"},
    "use": {"revision": "revision"},
}
"""What rows name that must be there before them, and the table it is in."""


def check_references(arrival: Arrival, kind: str, row: JsonRow) -> None:
    """Check that what a row names came before it, and that no operation is later than the export's last.

    Raises:
        InvalidInput: Something did not, or is.
    """
    operations = (row["id"] if kind == "operation" else row.get("op"), row.get("from"), row.get("to"))
    root = kind == "owner" or (kind == "space" and row["parent"] == 0)
    newest = arrival.ground.operations + (WORKING if root else 0)
    if any(each is not None and each > newest for each in operations):
        mend = "Export it again."
        raise InvalidInput("It is of an operation after the export's last.", mend=mend, field="op")
    if arrival.ground.erased:
        return  # what was erased here leaves rows that name it without it
    for name, table in _REFERENCES_TO.get(kind, {}).items():
        number = row.get(name)
        if number is not None and arrival.found(table, ("id",), {"id": number}) is None:
            mend = "Export it again, and keep the rows in their order."
            raise InvalidInput(f"{name} is {number}, and no such row came before.", mend=mend, field=name)


def _settle_unversioned(arrival: Arrival, table: str, key: Mapping[str, Value], row: Mapping[str, Value]) -> Verdict:
    """Add what is no part of history where it is not there; what is there may have moved on."""
    if arrival.found(table, tuple(key), key) is not None:
        return "unchanged"
    arrival.insert(table, {**key, **row})
    return "added"


def _changed(table: str, key: Mapping[str, Value], *, erased: bool = False) -> ImportConflict:
    why = " Something was erased here since, and what was erased does not come back." if erased else ""
    return ImportConflict(
        f"The {table} row {dict(key)} is here with other content.{why}", mend="Import into an empty project."
    )


def _micros(time: str | None) -> int | None:
    return None if time is None else to_micros(datetime.fromisoformat(time))


def _text(value: Any) -> str | None:
    return None if value is None else encode(value)
