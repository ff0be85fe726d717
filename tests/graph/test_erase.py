from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from doxa.clock import ManualClock
from doxa.errors import Erased, InvalidInput, NotFound, StoreFull
from doxa.graph.nodes import (
    ErasePlan,
    Filter,
    ItemId,
    Key,
    NewItem,
    NewRevision,
    Observation,
    RevisionId,
    item_node,
    revision_node,
    space_node,
)
from doxa.graph.sqlite import SqliteEngine
from doxa.graph.store import SqlGraph
from doxa.records import ANY, Claim, Quote
from tests.graph.histories import Step, new_store, picture, play, steps

SECRET = "xylophonequark"
START = datetime(2026, 1, 1, tzinfo=UTC)
WORDS = ("content", "name", "alias", "mention", "artifact", "fact", "edge", "observation", "note", "session", "message")


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "p.doxa"


@pytest.fixture
def graph(path: Path) -> Iterator[SqlGraph]:
    graph = SqlGraph(SqliteEngine(path, busy_timeout=2), "p", ManualClock(START))
    yield graph
    graph.close()


def add(graph: SqlGraph, text: str, *, item: NewItem | None = None, **new: object) -> tuple[ItemId, RevisionId]:
    with graph.transaction("add") as writer:
        made = writer.item(item or NewItem(kind="fact"))
        return made, writer.revision(made, NewRevision(text=text, **new))  # type: ignore[arg-type]


def bytes_on_disk(path: Path) -> bytes:
    return b"".join(each.read_bytes() for each in path.parent.glob("p.doxa*"))


def dump(graph: SqlGraph, table: str) -> list[tuple[object, ...]]:
    with graph.engine.reading() as connection:
        return connection.rows(f"SELECT * FROM {table} ORDER BY 1, 2")


def test_nothing_of_an_erased_item_is_left_anywhere(graph: SqlGraph, path: Path) -> None:
    graph.set_embedder("test", 8)
    with graph.transaction("add", reason=f"since {SECRET} asked") as writer:
        item = writer.item(
            NewItem(kind="turn", name=SECRET, space=SECRET, agent=SECRET, session=SECRET, contexts=(SECRET,))
        )
        state = {"attribute:" + SECRET: SECRET}
        vector = np.eye(8, dtype=np.float32)[0]
        said = (Observation(SECRET, detail={"a": SECRET}),)
        new = NewRevision(
            text=SECRET, title=SECRET, metadata={"a": SECRET}, state=state, vector=vector, observations=said,
            mentions=((SECRET, "mention"),), claim=Claim(SECRET),
        )  # fmt: skip
        revision = writer.revision(item, new)
        writer.alias(item, SECRET)
        writer.tag(revision, SECRET)
        writer.artifact(revision, SECRET, SECRET, {"a": SECRET})
        other = writer.revision(writer.item(NewItem(kind="fact")), NewRevision(text="stays"))
        writer.edge(other, "ABOUT", revision, {"a": SECRET})
    graph.touch([revision], START)
    certificate = graph.erase(ErasePlan(items=(item,)), actor="admin")
    assert certificate.state == "complete", certificate
    assert all(certificate.checks.values())
    assert SECRET.encode() not in bytes_on_disk(path)
    assert all(dump(graph, table) == [] for table in WORDS if table not in ("content", "name"))
    assert [row[0] for row in dump(graph, "content")] == [other]
    with graph.view() as view:
        with pytest.raises(Erased):
            view.item(item)
        assert view.search_text([SECRET], limit=5) == []
        assert view.operation(2).kind == "erase"
    with graph.view(as_of=1) as view:
        assert [row.revision for row in view.list_heads(Filter()).items] == [other]


def test_a_twin_keeps_its_own(graph: SqlGraph, path: Path) -> None:
    mine, _ = add(graph, f"I said {SECRET}", item=NewItem(kind="turn", user="ann", session="s"))
    _, his = add(graph, f"I said {SECRET}", item=NewItem(kind="turn", user="bob", session="s"))
    assert graph.erase(ErasePlan(items=(mine,))).state == "complete"
    with graph.view(user="bob") as view:
        assert view.revision(his).text == f"I said {SECRET}"
        assert [hit.revision for hit in view.search_text([SECRET], limit=5)] == [his]
        assert view.heads([his])[his].session == "s"


def test_what_was_derived_goes_and_what_others_also_said_stays_without_the_quote(graph: SqlGraph) -> None:
    _, first = add(graph, f"tea, says {SECRET}", item=NewItem(kind="turn"))
    turn, second = add(graph, "tea again", item=NewItem(kind="turn"))
    with graph.view() as view:
        ref = view.kref(second)
    quote = Claim("likes tea", subject="user", quote=Quote("tea again", ref, 0, 3))
    both = tuple(Observation("ann", turn=each, start=0, end=3) for each in (first, second))
    _, shared = add(graph, "likes tea", claim=quote, observations=both)
    _, alone = add(graph, "only said once", observations=(Observation("ann", turn=second, start=0, end=3),))
    _, summary = add(graph, "a summary")
    _, deeper = add(graph, "a summary of summaries")
    _, rests = add(graph, "a plan that needs it")
    with graph.transaction("link") as writer:
        writer.edge(shared, "DERIVED_FROM", second)
        writer.edge(summary, "DERIVED_FROM", second)
        writer.edge(deeper, "DERIVED_FROM", summary)
        writer.edge(rests, "DEPENDS_ON", alone)
    assert graph.erase(ErasePlan(items=(turn,))).erased["revisions"] == 4
    with graph.view() as view:
        assert set(view.revisions([first, second, shared, alone, summary, deeper, rests])) == {first, shared, rests}
        assert view.revision(shared).claim == Claim("likes tea", subject="user")
        assert [each.turn for each in view.observations([shared])[shared]] == [first]
        stale = view.state([revision_node(rests)])[revision_node(rests)][Key.STALE]
        assert len(stale) == 1  # type: ignore[arg-type]


def test_an_item_that_stays_loses_only_the_revision_that_was_derived(graph: SqlGraph) -> None:
    turn, said = add(graph, f"moved to {SECRET}", item=NewItem(kind="turn"))
    item, berlin = add(graph, "lives in berlin")
    with graph.transaction("move") as writer:
        moved = writer.revision(item, NewRevision(text=SECRET, observations=(Observation("ann", turn=said),)))
        writer.tag(moved, "best")
        writer.assert_(revision_node(berlin), Key.CONTESTED, [moved])
    assert graph.erase(ErasePlan(items=(turn,))).state == "complete"
    with graph.view() as view:
        assert [node.id for node in view.versions(item)] == [berlin]
        assert (view.head(item), view.tags(item)) == (berlin, {"latest": berlin})
        assert Key.CONTESTED not in view.state([revision_node(berlin)])[revision_node(berlin)]
        assert view.state([item_node(item)])[item_node(item)] == {Key.ERASED: [2]}
    with graph.transaction("again") as writer:
        writer.revision(item, NewRevision(text="lives in rome"))
    with graph.view() as view:
        assert [node.number for node in view.versions(item)] == [1, 3]


@pytest.mark.parametrize(
    ("plan", "left"),
    [
        (ErasePlan(user="ann", whole_user=True), {"shared", "bob"}),
        (ErasePlan(user="ann", session="s"), {"ann old", "shared", "bob"}),
        (ErasePlan(user="ann", before=START + timedelta(days=5)), {"ann new", "shared", "bob"}),
        (ErasePlan(user="ann", space="a"), {"ann new", "shared", "bob"}),
        (ErasePlan(whole_user=True), {"ann old", "ann new", "bob"}),
        (ErasePlan(everything=True), set()),
    ],
)
def test_a_scope_takes_what_it_names_and_nothing_else(graph: SqlGraph, plan: ErasePlan, left: set[str]) -> None:
    add(graph, "ann old", item=NewItem(kind="turn", user="ann", space="a/b"), said_at=START)
    new = NewItem(kind="turn", user="ann", session="s")
    add(graph, "ann new", item=new, said_at=START + timedelta(days=9))
    add(graph, "shared", item=NewItem(kind="turn", session="s", space="a"))
    add(graph, "bob", item=NewItem(kind="turn", user="bob", session="s", space="a"))
    read = reads(graph)
    assert graph.erase(plan).state == "complete"
    after = reads(graph)
    assert set(after) == left
    assert after == {text: read[text] for text in left}
    with graph.engine.reading() as connection:
        spaces = {name for (name,) in connection.rows("SELECT name FROM space")}
        users = {user for (user,) in connection.rows("SELECT user FROM slab")} - {None}
    assert ("b" in spaces) == ("ann old" in left)
    assert ("a" in spaces) == bool({"bob", "shared"} & left)
    assert users == {"ann", "bob"} - ({"ann"} if plan.whole_user and plan.user else set()) - (
        {"ann", "bob"} if plan.everything else set()
    )


def reads(graph: SqlGraph) -> dict[str, object]:
    with graph.view(user=ANY) as view:
        rows = view.list_heads(Filter()).items
        revisions = view.revisions([row.revision for row in rows])
        return {
            revisions[row.revision].text: (
                row,
                view.kref(row.revision),
                view.search_text(["bob", "share"], limit=9, within=[row.revision])[:0],
            )
            for row in rows
        }


def test_working_memory_goes_with_its_owner_and_copies_go_with_a_turn(graph: SqlGraph, path: Path) -> None:
    turn, _ = add(graph, f"remember {SECRET}", item=NewItem(kind="turn", user="ann", session="s"))
    with graph.engine.writing(None) as connection:
        slab = connection.row("SELECT id FROM slab WHERE user='ann'")
        assert slab is not None
        connection.run("INSERT INTO session VALUES(1,?,'s',NULL,0,0,NULL)", slab)
        texts = [f"remember {SECRET}", f"raw {SECRET}", "harmless"]
        times = [7, int(START.timestamp() * 1e6), 9]
        rows = [(number, text, at) for number, (text, at) in enumerate(zip(texts, times, strict=True))]
        connection.run_many("INSERT INTO message VALUES(1,?,'user',NULL,?,?,NULL)", rows)
    graph.erase(ErasePlan(items=(turn,)))
    assert [row[4] for row in dump(graph, "message")] == ["harmless"]
    assert SECRET.encode() not in bytes_on_disk(path)
    graph.erase(ErasePlan(user="ann", session="s"))
    assert dump(graph, "session") == dump(graph, "message") == []


def test_statistics_codes_and_index_are_as_if_it_had_never_been(graph: SqlGraph) -> None:
    graph.set_embedder("test", 8)
    rows = np.eye(8, dtype=np.float32)
    kept = [add(graph, f"tea number {n}", vector=rows[n])[1] for n in range(3)]
    item, gone = add(graph, "tea tea tea", vector=rows[4])
    with graph.view() as view:
        assert view.search_vectors(rows[4], limit=1)[0].revision == gone
    graph.erase(ErasePlan(items=(item,)))
    with graph.view() as view:
        assert {hit.score for hit in view.search_text(["tea"], limit=9)} == {round(np.log1p(0.5 / 3.5) / 1.9, 6)}
        assert gone not in [hit.revision for hit in view.search_vectors(rows[4], limit=9)]
    assert dump(graph, "corpus") == [(0, 3, 9)]
    again = add(graph, "tea", vector=rows[4])[1]
    with graph.view() as view:
        assert again not in (*kept, gone)
        assert view.search_vectors(rows[4], limit=1)[0].revision == again


def test_a_reader_of_the_log_leaves_it_pending_until_the_next_open(graph: SqlGraph, path: Path) -> None:
    item, _ = add(graph, SECRET)
    with graph.view() as view:
        view.counts()
        certificate = graph.erase(ErasePlan(items=(item,)))
        assert (certificate.state, certificate.checks["file rebuilt"]) == ("pending", False)
        assert "reader" in str(certificate.cause)
        assert graph.info()["erase_pending"] == certificate.operation
        assert SECRET.encode() in bytes_on_disk(path)
    graph.close()
    again = SqlGraph(SqliteEngine(path), "p", ManualClock(START))
    assert again.info()["erase_pending"] is None
    assert SECRET.encode() not in bytes_on_disk(path)
    again.close()


def test_what_was_erased_cannot_come_back(graph: SqlGraph) -> None:
    item, revision = add(graph, SECRET)
    with graph.transaction("archive") as writer:
        writer.status(item_node(item), "archived")
    graph.erase(ErasePlan(items=(item,)))
    with graph.transaction("undo") as writer:
        writer.undo(2)
    with graph.transaction("undo") as writer:
        writer.undo(1, cascade=True)
    with graph.transaction("redo") as writer, pytest.raises(InvalidInput, match="erase"):
        writer.undo(3)
    with graph.view() as view:
        assert view.revisions([revision]) == {}
        assert [change.kind for change in graph.changes(user=ANY)].count("item.erased") == 1


def test_an_erase_that_names_nothing_or_nobody_is_refused(graph: SqlGraph) -> None:
    add(graph, "stays")
    with pytest.raises(InvalidInput, match="names nothing"):
        graph.erase(ErasePlan())
    with pytest.raises(InvalidInput, match="names nothing"):
        graph.erase(ErasePlan(user="ann"))
    with pytest.raises(NotFound, match="nobody"):
        graph.erase(ErasePlan(user="nobody", whole_user=True))
    with pytest.raises(NotFound, match="nowhere"):
        graph.erase(ErasePlan(space="nowhere"))
    with graph.view() as view:
        assert len(view.list_heads(Filter()).items) == 1


def test_a_full_disk_leaves_it_pending_with_the_cause(graph: SqlGraph, monkeypatch: pytest.MonkeyPatch) -> None:
    item, _ = add(graph, SECRET)

    def full() -> None:
        raise StoreFull("The disk is full.")

    monkeypatch.setattr(graph.engine, "vacuum", full)
    certificate = graph.erase(ErasePlan(items=(item,)))
    assert (certificate.state, certificate.cause) == ("pending", "The disk is full.")
    assert certificate.checks["no row left"]
    assert not graph.finish_erase()
    monkeypatch.undo()
    graph.maintain()
    assert graph.info()["erase_pending"] is None


@settings(max_examples=20)
@given(history=steps, more=steps, choice=st.integers(0, 20), instant=st.integers(0, 20))
def test_others_read_as_before_at_any_instant_and_the_file_stays_sound(
    history: list[Step], more: list[Step], choice: int, instant: int
) -> None:
    store = new_store()
    play(store, [("add", 0, 0), *history])
    items = [node.id for node in picture(store)["items"]]
    assume(items)
    gone = items[choice % len(items)]
    others = [each for each in items if each != gone]
    with store.view(user=ANY) as view:
        instants, revisions = {view.at, instant % view.at}, [node.id for node in view.versions(gone)]
    before = {at: without(picture(store, as_of=at, items=others), revisions) for at in instants}
    assert store.erase(ErasePlan(items=(gone,))).state == "complete"
    assert {at: without(picture(store, as_of=at, items=others), revisions) for at in instants} == before
    play(store, more)
    assert gone not in [node.id for node in picture(store)["items"]]
    assert store.doctor(deep=True).ok


def without(seen: dict[str, Any], revisions: list[RevisionId]) -> dict[str, Any]:
    """Leave out of a picture the edges to some revisions, and names that nothing in it has."""
    ends = [f"{end}={each}," for each in revisions for end in ("source", "target")]
    edges = {edge for edge in seen["edges"] if not any(end in edge for end in ends)}
    return seen | {"edges": edges, "names": {form: found for form, found in seen["names"].items() if found}}


def test_an_erase_takes_tasks_of_what_goes_and_leaves_those_that_still_have_something_to_do(path, clock):
    graph = SqlGraph(SqliteEngine(path, busy_timeout=5.0), "p", clock)
    made = []
    for user in ("ada", "bob"):
        with graph.transaction("add", user=ANY) as writer:
            items = [writer.item(NewItem(kind="fact", user=user)) for _ in range(2)]
            made += [(item, writer.revision(item, NewRevision(f"said {item}"))) for item in items]
            writer.enqueue("extract", {"turns": [int(item) for item in items]}, user=user)
            writer.enqueue("close", {"session": f"{user}s secret session"}, user=user)
    graph.erase(ErasePlan(items=(made[0][0],)))
    assert graph.task_counts(user="ada") == {"pending": 2}
    graph.erase(ErasePlan(items=(made[1][0],)))
    assert graph.task_counts(user="ada") == {}
    assert graph.erase(ErasePlan(user="bob", whole_user=True)).state == "complete"
    assert graph.task_counts(user=ANY) == {}
    graph.close()


def _with_reason(graph: SqlGraph, actor: str, user: str | None, act: Any) -> None:
    with graph.transaction("act", actor=actor, user=user, reason=f"{SECRET} of {actor or 'nobody'}") as writer:
        act(writer)


@pytest.mark.parametrize("by_item", [True, False])
def test_no_reason_outlives_what_it_may_speak_of_and_others_keep_theirs(graph: SqlGraph, by_item: bool) -> None:
    item, revision = add(graph, "mine", item=NewItem(kind="fact", user="ann"))
    add(graph, "theirs", item=NewItem(kind="fact", user="bob"))
    acts: list[Any] = [
        lambda writer: writer.alias(item, "another name"),
        lambda writer: writer.unalias(item, "another name"),
        lambda writer: writer.artifact(revision, "a", "file:///a", {}),
        lambda writer: writer.observe(revision, Observation("doctor")),
        lambda writer: writer.assert_(item_node(item), Key.PIN, None),
        lambda writer: None,
    ]
    for act in acts:
        _with_reason(graph, "ann", "ann", act)
        _with_reason(graph, "an agent", "ann", lambda writer: None)
    _with_reason(graph, "bob", "bob", lambda writer: None)
    _with_reason(graph, "", None, lambda writer: writer.space("shared"))
    graph.erase(ErasePlan(items=(item,)) if by_item else ErasePlan(user="ann", whole_user=True))
    assert sorted(str(reason) for _, reason in dump(graph, "note")) == [f"{SECRET} of bob", f"{SECRET} of nobody"]


def test_an_owners_erase_takes_what_described_the_root_who_acted_and_words_that_nothing_uses(
    graph: SqlGraph, path: Path
) -> None:
    item, revision = add(graph, "mine", item=NewItem(kind="fact", user="ann"))
    add(graph, "theirs", item=NewItem(kind="fact", user="bob"))
    with graph.transaction("t", actor=f"{SECRET}-agent", user="ann") as writer:
        writer.assert_(space_node(writer.space("", user="ann")), "attribute:about", f"{SECRET} root")
        writer.assert_(item_node(item), Key.PIN, True)
    with graph.transaction("t", actor="bob", user="ann") as writer:
        writer.tag(revision, f"{SECRET}-tag")
        writer.untag(revision, f"{SECRET}-tag")
    certificate = graph.erase(ErasePlan(user="ann", whole_user=True))
    assert certificate.state == "complete"
    graph.close()
    assert SECRET.encode() not in bytes_on_disk(path)
