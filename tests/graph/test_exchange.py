from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from datetime import UTC, datetime, timedelta
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from doxa.clock import ManualClock
from doxa.errors import ImportConflict, InvalidInput
from doxa.graph import exchange, import_rows
from doxa.graph.nodes import (
    ErasePlan,
    Filter,
    ItemId,
    Key,
    NewItem,
    NewRevision,
    NodeId,
    Observation,
    RevisionId,
    item_node,
    revision_node,
)
from doxa.graph.session_rows import SessionRows
from doxa.graph.sqlite import SqliteEngine
from doxa.graph.store import SqlGraph
from doxa.records import ANY, Attachment, Claim, Period, Quote, User

START = datetime(2026, 1, 1, tzinfo=UTC)
EVERY = Filter(statuses=(), heads_only=False)
Rows = list[dict[str, Any]]


def open_graph(project: str = "p", seed: int = 0) -> SqlGraph:
    return SqlGraph(SqliteEngine(None), project, ManualClock(START, seed))


def rows_of(graph: SqlGraph, user: User = ANY, after: str | None = None) -> Rows:
    return [json.loads(json.dumps(row)) for row in graph.export_rows(user=user, after=after)]


def restored(rows: Rows, project: str = "p") -> SqlGraph:
    graph = open_graph(project, seed=9)
    graph.import_rows(rows)
    return graph


def reads(graph: SqlGraph, user: User = ANY) -> list[object]:
    """Return what every view, now and then, tells."""
    with graph.view(user=user) as view:
        newest = view.at
    told = []
    for at in range(newest + 1):
        with graph.view(user=user, as_of=at) as view:
            ids = [RevisionId(number) for number in range(1, 60)]
            heads = view.heads(ids)
            items = list(dict.fromkeys(row.item for row in heads.values()))
            nodes = [NodeId(node) for node in (*map(item_node, items), *map(revision_node, heads))]
            told.append(
                (
                    view.at_time,
                    heads,
                    view.revisions(list(heads)),
                    {each: view.kref(each) for each in heads},
                    view.list_heads(EVERY).items,
                    view.items_by_id(items),
                    view.state(nodes),
                    view.edges(list(heads), direction="both"),
                    {item: (view.tag_history(item), view.tags(item), view.versions(item)) for item in items},
                    view.aliases(items),
                    view.observations(list(heads)),
                    view.artifacts(list(heads)),
                    view.mentions(["ann", "tea"]),
                    view.operations(limit=99).items,
                    view.spaces(recursive=True).items,
                    sorted(view.search_text(["tea", "milk"], limit=99), key=lambda hit: hit.revision),
                )
            )
    return [*told, graph.changes(user=user)]


@pytest.fixture
def graph() -> SqlGraph:
    """Return a project with a bit of everything."""
    graph = open_graph()
    graph.set_embedder("test", 8)
    vector = np.eye(8, dtype=np.float32)[3]
    with graph.transaction("add", actor="bot", user="ann", reason="for a test") as writer:
        turn = writer.item(NewItem(kind="turn", user="ann", session="s", agent="bot", contexts=("b", "a"), space="x/y"))
        said = writer.revision(
            turn, NewRevision(text="I like tea, 我喜欢喝茶", title="Tea", vector=vector, said_at=START)
        )
        fact = writer.item(NewItem(kind="fact", user="ann", identity="i", slot="s", name="tea"))
        new = NewRevision(
            text="ann likes tea",
            claim=Claim("ann likes tea", subject="ann", quote=Quote("I like tea", writer.view.kref(said), 0, 10)),
            valid=Period(START, None, "day"),
            metadata={"a": [1, None, {"b": "ü"}]},
            state={Key.EVIDENCE: "official"},
            observations=(Observation("ann", said_at=START, turn=said, start=0, end=10, detail={"c": 1}),),
            mentions=(("ann", "subject"), ("tea", "value")),
            artifacts=(Attachment("photo", "file:///p.jpg", {"w": 1}),),
        )
        first = writer.revision(fact, new)
        writer.edge(first, "DERIVED_FROM", said, {"why": "read"})
        writer.alias(fact, "Tee")
        writer.remember_request("r1", "digest")
    with graph.transaction("change") as writer:
        second = writer.revision(fact, NewRevision(text="ann likes milk", state={Key.CONTESTED: [first]}))
        writer.tag(second, "best")
        writer.move(fact, "z")
        writer.bundle(NewItem(kind="bundle", user="ann"), add=[fact])
        writer.revision(writer.item(NewItem(kind="fact", user="bob")), NewRevision(text="bob likes tea"))
    with graph.transaction("undo") as writer:
        writer.undo(2)
    graph.touch([said], START)
    graph.maintain()
    return graph


def test_an_import_reads_as_the_original_at_every_past_instant(graph: SqlGraph) -> None:
    rows = rows_of(graph)
    copy = restored(rows)
    assert reads(copy) == reads(graph)
    assert rows_of(copy) == rows
    assert copy.doctor(deep=True).ok
    assert copy.embedder == graph.embedder
    assert copy.earlier("r1", "digest", actor="bot") == graph.earlier("r1", "digest", actor="bot")


def test_writing_goes_on_after_an_import_as_in_the_original(graph: SqlGraph) -> None:
    copy = restored(rows_of(graph))
    for each in (graph, copy):
        with each.transaction("add", user="ann") as writer:
            assert writer.view.by_identity("i", "ann") is not None
            item = writer.item(NewItem(kind="fact", user="ann", uid="f" * 32))
            writer.revision(item, NewRevision(text="more tea"))
    assert reads(copy) == reads(graph)


def test_an_import_again_changes_nothing(graph: SqlGraph) -> None:
    rows = rows_of(graph)
    copy = restored(rows)
    before = reads(copy)
    counts = copy.import_rows(rows)
    assert counts == {"unchanged": len(rows) - 2}
    assert reads(copy) == before


def test_a_later_export_is_taken_up_where_the_earlier_one_ended(graph: SqlGraph) -> None:
    copy = restored(rows_of(graph))
    with graph.transaction("more", user="ann") as writer:
        item = writer.view.item("kref://p/~1/tea.fact").id
        writer.status(item_node(item), "archived")
        writer.revision(item, NewRevision(text="ann likes oat milk"))
    counts = copy.import_rows(rows_of(graph))
    assert (counts["operation"], counts["revision"]) == (1, 1)
    assert reads(copy) == reads(graph)
    assert copy.import_rows(rows_of(graph))["unchanged"] > 20


def test_export_and_import_resume_after_any_row(graph: SqlGraph, monkeypatch: pytest.MonkeyPatch) -> None:
    rows = rows_of(graph)
    monkeypatch.setattr(exchange, "PAGE", 2)
    monkeypatch.setattr(import_rows, "STEP", 3)
    assert rows_of(graph) == rows
    for place in range(len(rows)):
        assert rows_of(graph, after=rows[place]["cursor"]) == rows[place + 1 :]
    copy = open_graph(seed=9)

    def broken() -> Iterator[Mapping[str, Any]]:
        yield from rows[:13]
        raise ConnectionResetError

    with pytest.raises(ConnectionResetError):
        copy.import_rows(broken())
    with pytest.raises(InvalidInput, match="end before"):
        copy.import_rows(rows[6:20])
    copy.import_rows(rows[20:])
    assert reads(copy) == reads(graph)


def test_an_export_shows_one_moment_while_others_write(graph: SqlGraph, monkeypatch: pytest.MonkeyPatch) -> None:
    before = reads(graph)
    monkeypatch.setattr(exchange, "PAGE", 1)
    rows = []
    for number, row in enumerate(graph.export_rows(user=ANY)):
        rows.append(json.loads(json.dumps(row)))
        if number % 5 == 0:
            with graph.transaction("later", user="ann") as writer:
                item = writer.view.item("kref://p/~1/tea.fact").id
                writer.assert_(item_node(item), Key.SALIENCE, number)
                writer.revision(item, NewRevision(text=f"later {number}"))
    copy = restored(rows)
    assert reads(copy)[:-1] == before[:-1]


def test_a_users_export_holds_what_he_sees(graph: SqlGraph) -> None:
    text = json.dumps(rows_of(graph, user="bob"))
    assert "bob likes tea" in text
    assert "ann" not in text
    copy = restored(rows_of(graph, user="bob"))
    told, original = reads(copy, user="bob"), reads(graph, user="bob")
    assert told == original
    assert copy.doctor().ok


def test_a_project_may_be_restored_under_another_name(graph: SqlGraph) -> None:
    copy = restored(rows_of(graph), project="q")
    with copy.view(user="ann") as view:
        claim = view.revision(view.resolve("kref://q/~1/tea.fact")).claim
        assert claim is not None
        assert claim.quote is not None
        assert view.revision(view.resolve(claim.quote.ref)).title == "Tea"


def test_what_was_erased_is_not_told_and_does_not_come_back(graph: SqlGraph) -> None:
    rows = rows_of(graph)
    copy = restored(rows)
    with graph.view(user="ann") as view:
        turn = next(row.item for row in view.list_heads(EVERY).items if row.kind == "turn")
    for each in (graph, copy):
        each.erase(ErasePlan(items=(turn,)))
    before = reads(copy)
    assert copy.import_rows(rows)["skipped"] > 5
    assert reads(copy) == before
    assert "喝茶" not in json.dumps(rows_of(graph), ensure_ascii=False)
    assert reads(restored(rows_of(graph))) == reads(graph)


@pytest.mark.parametrize(
    ("kind", "change"),
    [
        ("operation", {"at": "2027-01-01T00:00:00+00:00"}),
        ("revision", {"text": "changed"}),
        ("assertion", {"value": "changed"}),
        ("item", {"uid": "0" * 32}),
        ("edge", {"to": 1}),
    ],
)
def test_a_changed_row_is_a_conflict_and_changes_nothing(graph: SqlGraph, kind: str, change: dict[str, Any]) -> None:
    rows = rows_of(graph)
    copy = restored(rows)
    before = reads(copy)
    place = next(number for number, row in enumerate(rows) if row["row"] == kind and row.get("text") != "")
    with pytest.raises(ImportConflict, match="other content"):
        copy.import_rows([*rows[:place], rows[place] | change, *rows[place + 1 :]])
    assert reads(copy) == before


def test_a_project_with_a_history_of_its_own_takes_no_other(graph: SqlGraph) -> None:
    other = open_graph(seed=5)
    with other.transaction("add") as writer:
        writer.revision(writer.item(NewItem(kind="fact")), NewRevision(text="its own"))
    with pytest.raises(ImportConflict, match="history of its own"):
        other.import_rows(rows_of(graph))
    twin = restored(rows_of(graph))
    with twin.transaction("apart") as writer:
        writer.revision(writer.item(NewItem(kind="fact")), NewRevision(text="went apart"))
    with graph.transaction("apart too") as writer:
        writer.revision(writer.item(NewItem(kind="fact")), NewRevision(text="went another way"))
    with pytest.raises(ImportConflict):
        twin.import_rows(rows_of(graph))


@pytest.mark.parametrize(
    ("rows", "message"),
    [
        ([], "no rows"),
        ([{"row": "item"}], "do not begin"),
        ([{"row": "project", "format": 99}], "format 99"),
        ([{"row": "project", "format": 1, "operations": 1, "schema": 1, "key": "!", "project": "p"}], "no key"),
    ],
)
def test_rows_that_are_no_export_are_refused(rows: Rows, message: str) -> None:
    with pytest.raises(InvalidInput, match=message):
        open_graph().import_rows(rows)


@pytest.mark.parametrize(
    "spoil",
    [
        lambda row: row.pop("uid"),
        lambda row: row.update(uid="zz"),
        lambda row: row.update(row="strange"),
        lambda row: row.update(op="x" * 3, contexts=3),
    ],
)
def test_a_row_that_cannot_be_read_is_named(graph: SqlGraph, spoil: Callable[[dict[str, Any]], object]) -> None:
    rows = rows_of(graph)
    place = next(number for number, row in enumerate(rows) if row["row"] == "item")
    spoil(rows[place])
    with pytest.raises(InvalidInput, match=f"Row {place + 1} "):
        open_graph().import_rows(rows)


VERBS = ("add", "revise", "archive", "tag", "edge", "move", "alias", "undo", "erase", "rival")
HISTORY = st.lists(st.tuples(st.sampled_from(VERBS), st.integers(0, 5), st.integers(0, 5)), max_size=12)


def test_a_row_that_was_closed_since_is_closed_also_where_something_was_erased():
    graph, copy = open_graph(), open_graph(seed=9)
    for verb, two in (("add", 0), ("add", 0), ("add", 0), ("erase", 0), ("revise", 0), ("tag", 0)):
        act(graph, verb, 0, two)
    copy.import_rows(rows_of(graph))
    act(graph, "revise", 0, 1)
    act(graph, "tag", 0, 0)
    copy.import_rows(rows_of(graph))
    assert reads(copy) == reads(graph)
    assert rows_of(copy) == rows_of(graph)


@settings(max_examples=25)
@given(history=HISTORY, cut=st.integers(0, 12))
def test_any_history_is_restored_whole_or_after_its_beginning(history: list[tuple[str, int, int]], cut: int) -> None:
    graph = open_graph()
    beginning: Rows = []
    for place, (verb, one, two) in enumerate([("add", 0, 0), *history]):
        act(graph, verb, one, two)
        if place == cut and not any(each == "erase" for each, *_ in history[cut:]):
            beginning = rows_of(graph)
    rows = rows_of(graph)
    copy = open_graph(seed=9)
    if beginning:
        copy.import_rows(beginning)
    copy.import_rows(rows)
    assert reads(copy) == reads(graph)
    assert copy.doctor(deep=True).ok


ERASES: dict[str, Callable[[int], ErasePlan]] = {
    "item": lambda item: ErasePlan(items=(ItemId(item),)),
    "owner": lambda _: ErasePlan(user="ann", whole_user=True),
    "session": lambda _: ErasePlan(everything=True, session="s"),
    "space": lambda _: ErasePlan(everything=True, space="a"),
    "all": lambda _: ErasePlan(everything=True),
}


@settings(max_examples=25)
@given(history=HISTORY, way=st.sampled_from(sorted(ERASES)), item=st.integers(1, 3), after=HISTORY)
def test_an_older_export_brings_nothing_back_that_was_erased(
    history: list[tuple[str, int, int]], way: str, item: int, after: list[tuple[str, int, int]]
) -> None:
    graph = open_graph()
    for verb, one, two in [("add", 1, 0), *history, ("add", 1, 1)]:
        act(graph, verb, one, two)
    SessionRows(graph).append("ann", "s", [("user", None, "hello", 0, "{}")])
    rows = rows_of(graph)
    graph.erase(ERASES[way](item), actor="bot")
    for verb, one, two in after:
        act(graph, verb, one, two)
    before, told = reads(graph), rows_of(graph)
    graph.import_rows(rows)
    assert reads(graph) == before
    assert rows_of(graph) == told
    assert graph.doctor(deep=True).ok


def test_working_memory_and_names_of_an_erased_owner_do_not_come_back():
    graph = open_graph()
    with graph.transaction("add", actor="ann", user="ann") as writer:
        item = writer.item(NewItem(kind="fact", user="ann", name="one", session="s"))
        writer.revision(item, NewRevision(text="ann likes tea"))
        writer.enqueue("extract", {"turns": [1]}, user="ann")
    SessionRows(graph).append("ann", "s", [("user", None, "hello", 0, "{}")])
    rows = rows_of(graph)
    graph.erase(ErasePlan(user="ann", whole_user=True))
    SessionRows(graph).append("bob", "t", [("user", None, "welcome", 0, "{}"), ("user", None, "so", 0, "{}")])
    before = rows_of(graph)
    graph.import_rows(rows)
    assert rows_of(graph) == before
    assert not any(word in json.dumps(before) for word in ("ann", "hello"))


def test_messages_never_come_into_another_session_of_the_same_number():
    graph, copy = open_graph(), open_graph(seed=9)
    act(graph, "add", 0, 0)
    copy.import_rows(rows_of(graph))
    SessionRows(graph).append("ann", "s", [("user", None, "hello", 0, "{}"), ("user", None, "so", 0, "{}")])
    SessionRows(copy).append("ann", "t", [("user", None, "welcome", 0, "{}")])
    assert copy.import_rows(rows_of(graph))["skipped"] == 3
    assert [row[3] for row in SessionRows(copy).messages("ann", "t", limit=9, offset=0)] == ["welcome"]


def test_an_erase_ends_an_import_that_was_broken_off_so_that_its_rest_brings_nothing_back(graph: SqlGraph) -> None:
    rows = rows_of(graph)
    place = next(number for number, row in enumerate(rows) if row.get("text") == "ann likes tea")
    copy = open_graph(seed=9)
    with pytest.raises(InvalidInput, match="end before"):
        copy.import_rows(rows[:place])
    copy.erase(ErasePlan(user="ann", whole_user=True))
    with pytest.raises(InvalidInput, match="do not begin"):
        copy.import_rows(rows[place:])
    with pytest.raises(ImportConflict):
        copy.import_rows(rows)
    assert "tea" not in json.dumps(rows_of(copy))


def act(graph: SqlGraph, verb: str, one: int, two: int) -> None:
    with graph.view(user=ANY) as view:
        heads = list(view.list_heads(EVERY, oldest_first=True).items)
    if verb == "erase":
        if heads:
            graph.erase(ErasePlan(items=(heads[one % len(heads)].item,)))
        return
    with graph.transaction(verb, user=ANY) as writer:
        if verb == "add" or not heads:
            user = (None, "ann", "bob")[one % 3]
            item = writer.item(
                NewItem(kind="fact", user=user, space="a" if two else "", session="s", identity=f"{writer.operation}")
            )
            writer.revision(item, NewRevision(text=f"tea {one} milk {two}"))
            return
        head, other = heads[one % len(heads)], heads[two % len(heads)]
        item = ItemId(head.item)
        if verb == "revise":
            writer.revision(item, NewRevision(text=f"more tea {two}", head=bool(two % 2)))
        elif verb == "archive":
            writer.status(item_node(item), "archived" if two % 2 else "live")
        elif verb == "tag":
            writer.tag(head.revision, f"t{two}")
        elif verb == "edge" and head.user == other.user and head.item != other.item:
            writer.edge(head.revision, "DERIVED_FROM" if two % 2 else "ABOUT", other.revision)
        elif verb == "move":
            writer.move(item, f"b/{two}")
        elif verb == "alias":
            writer.alias(item, f"alias {two}")
        elif verb == "rival":
            writer.assert_(revision_node(head.revision), Key.STANDING, "rival")
        elif verb == "undo" and writer.operation > 2:
            undo(writer, 1 + two % (writer.operation - 1))


def undo(writer: Any, operation: int) -> None:
    from doxa.errors import Conflict

    try:
        writer.undo(operation, cascade=True)
    except (Conflict, InvalidInput):
        writer.space("nothing/to/undo")


WRONG_FIELDS = [
    ("project", "operations", [None, "1", True, -1]),
    ("project", "key", [None, "", "!", "A" * 120]),
    ("project", "embedder", ["x", {"id": 5, "dim": 8}, {"id": "e", "dim": "8"}, {}]),
    ("project", "project", [None, "a/b", 5]),
    ("operation", "id", [None, "1", 0, 10**30, 99]),
    ("operation", "at", [None, 5, "2026-01-01", "2026-01-01T00:00:00", "0001-01-01T00:00:00+14:00"]),
    ("operation", "undoes", ["x", 0, 1.5]),
    ("operation", "kind", [5, "", "\ud800"]),
    ("owner", "user", [5, "", ["ann"]]),
    ("space", "parent", [None, -1, "1"]),
    ("space", "name", [None, "a/b", 5]),
    ("item", "uid", [None, 5, "zz", "A" * 32]),
    ("item", "owner", [None, 77, "0"]),
    ("item", "space", [None, 77, "0"]),
    ("item", "contexts", [None, "ab", [5], {}]),
    ("item", "session", [5, ""]),
    ("revision", "item", [None, 77, -1, True]),
    ("revision", "text", [None, True, 5, "\ud800", "a\x00b"]),
    ("revision", "claim", ["x", [], {}, {"text": 5}, {"text": "a", "more": 1}, {"text": "a", "origin": "bogus"}]),
    (
        "revision",
        "claim",
        [{"text": "a", "polarity": None}, {"text": "a", "valid": "x"}, {"text": "a", "quote": ["b"]}],
    ),
    ("revision", "metadata", [-1, "x", [1]]),
    ("revision", "mentions", [None, "x", [["ann"]], [["ann", "bogus"]], [[5, "value"]]]),
    ("revision", "valid", ["x", [None, None], [None, None, "week"], ["2026", None, "day"]]),
    ("revision", "vector", [5, "!"]),
    ("artifact", "location", [None, 5]),
    ("assertion", "node", [None, "8", -8, 6]),
    ("assertion", "key", [None, 5, "", "No Key"]),
    ("edge", "type", [None, "", "lower", 5]),
    ("edge", "target", [None, 77, 10**30, "1"]),
    ("edge", "metadata", [5, "x"]),
    ("edge", "from", [None, 0, 99]),
    ("alias", "canonical", [None, True, 2]),
    ("observation", "source", [None, "", 5]),
    ("observation", "independent", [None, 1, "yes"]),
    ("observation", "start", ["0", -1]),
    ("receipt", "request", [None, 5, "zz"]),
    ("receipt", "results", ["x", [[1]], [["new", None, 1, None, "done"]]]),
]


@pytest.mark.parametrize(("kind", "field", "values"), WRONG_FIELDS)
def test_a_row_with_a_field_that_is_none_is_named_with_the_field_and_not_kept(
    graph: SqlGraph, kind: str, field: str, values: list[object]
) -> None:
    rows = rows_of(graph)
    place = next(number for number, row in enumerate(rows) if row["row"] == kind and row.get("text") != "")
    for value in values:
        copy = open_graph(seed=9)
        with pytest.raises(InvalidInput) as caught:
            copy.import_rows([*rows[:place], rows[place] | {field: value}, *rows[place + 1 :]])
        assert f"Row {place + 1} " in str(caught.value) or "no key" in str(caught.value)
        assert caught.value.field in (field, "op")


@pytest.mark.parametrize(
    ("key", "values"),
    [
        (Key.CONTESTED, ["x", 5, ["1"], [0]]),
        (Key.EVIDENCE, ["certain", 5, None]),
        (Key.CONFIDENCE, [0.5, ["x", 1, "explicit"], [0.5, 1, "bogus"], [0.5, 1]]),
        (Key.HELD, ["x", [[1]], [["1", None]]]),
        (Key.SALIENCE, ["x", True, None]),
        (Key.EXPIRES, ["2026", 1.5, 10**30]),
        (Key.HEAD, ["1", 0, None]),
        (Key.STATUS, ["gone", 5]),
        (Key.STANDING, ["gone", 5]),
        (Key.PIN, ["yes", 1]),
        (Key.MEMBERS, [[1], {"add": "x"}, {"more": []}]),
        (Key.TIER, ["short", 5]),
        ("tag:best", ["1", None, True]),
        ("definition:mood", ["x", {}, {"single": "yes"}, {"single": True, "aliases": "x"}]),
    ],
)
def test_a_value_that_a_key_does_not_take_is_named_and_not_kept(
    graph: SqlGraph, key: str, values: list[object]
) -> None:
    rows = rows_of(graph)
    place = next(number for number, row in enumerate(rows) if row["row"] == "assertion")
    for value in values:
        with pytest.raises(InvalidInput, match=f"Row {place + 1} .*value") as caught:
            open_graph(seed=9).import_rows([*rows[:place], rows[place] | {"key": key, "value": value}])
        assert key in str(caught.value)


def test_rows_that_do_not_fit_each_other_are_a_conflict_in_words(graph: SqlGraph) -> None:
    rows = rows_of(graph)
    first, second = [number for number, row in enumerate(rows) if row["row"] == "item"][:2]
    twin = rows[second] | {"uid": rows[first]["uid"]}
    with pytest.raises(ImportConflict, match=f"Row {second + 1} "):
        open_graph(seed=9).import_rows([*rows[:second], twin, *rows[second + 1 :]])


def test_an_owner_known_from_working_memory_alone_is_exported_with_it():
    graph = open_graph()
    with graph.transaction("add") as writer:
        writer.item(NewItem(kind="fact", user="ann", name="one"))
    SessionRows(graph).append("bob", "s", [("user", None, "hello", 0, "{}")])
    copy = restored(rows_of(graph, "bob"))
    assert [row[3] for row in SessionRows(copy).messages("bob", "s", limit=9, offset=0)] == ["hello"]
    assert copy.import_rows(rows_of(graph, "bob"))["unchanged"] > 0
    with copy.transaction("add") as writer:
        writer.item(NewItem(kind="fact", user="bob", name="two"))
    assert [row["user"] for row in rows_of(copy, "bob") if row["row"] == "owner"] == ["bob"]


def test_tasks_are_exported_with_what_became_of_them_and_their_kind_by_name():
    graph = open_graph()
    with graph.transaction("add") as writer:
        writer.item(NewItem(kind="fact", user="ann", name="one"))
        writer.enqueue("extract", {"turns": [1]}, user="ann")
    task = graph.claim(lease=timedelta(minutes=1), user=ANY)
    graph.postpone(task, state="parked", due=graph.clock.now(), error="refused", lasting=2)
    (copied,) = restored(rows_of(graph, "ann")).tasks(user="ann").items
    assert (copied.kind, copied.state, copied.body, copied.user) == ("extract", "parked", {"turns": [1]}, "ann")
    assert (copied.attempts, copied.lasting, copied.error) == (1, 2, "refused")
