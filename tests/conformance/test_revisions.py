"""Revisions: numbered, immutable, with a believed head; the storage side of revising a belief."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from doxa.clock import ManualClock
from doxa.errors import InvalidInput, InvalidText, NaiveDatetime, NotFound, RevisionConflict
from doxa.graph.contract import Graph
from doxa.graph.nodes import Filter, ItemId, Key, NewItem, NewRevision, RevisionId, item_node, revision_node
from doxa.records import ANY, Claim, Period, Quote
from tests.conformance.writing import add, current_text, newest_operation, read, revise, texts, undo, write

THEN = datetime(2020, 2, 29, 12, 30, tzinfo=UTC)


def test_a_revision_keeps_what_it_was_made_with(graph: Graph, clock: ManualClock) -> None:
    quote = Quote("I moved to 柏林", "kref://p/t.turn?r=1", 3, 17)
    claim = Claim(
        "Ada lives in Berlin",
        subject="ada",
        attribute="home",
        value="柏林",
        polarity=False,
        kind="profile",
        valid=Period(THEN, None, "day"),
        quote=quote,
        confidence=0.25,
        replaces="kref://p/x.fact",
        correction=True,
        origin="inferred",
    )
    metadata = {"n": 1, "x": 0.5, "nested": {"list": [1, None, True, "ü"]}, "": "empty key"}
    made = add(
        graph, "text", title="heading", claim=claim, valid=Period(None, THEN, "year"), said_at=THEN, metadata=metadata
    )
    node = read(graph, lambda view: view.revision(made.revision))
    assert (node.id, node.item, node.number, node.operation) == (made.revision, made.item, 1, made.operation)
    assert (node.text, node.title, node.created_at) == ("text", "heading", clock.now())
    assert (node.claim, node.valid, node.said_at) == (claim, Period(None, THEN, "year"), THEN)
    assert node.metadata == metadata


def test_what_is_left_out_is_absent(graph: Graph) -> None:
    made = add(graph)
    node = read(graph, lambda view: view.revision(made.revision))
    assert (node.title, node.claim, node.valid, node.said_at, dict(node.metadata)) == (None, None, None, None, {})


@pytest.mark.parametrize(
    "text",
    [
        "a",
        " keeps  its\n\tblanks ",
        "混合 mixed текст עברית 👩‍👩‍👧",
        "cafe\u0301 is not normalised",
        "'; DROP TABLE revision; --",
        '" OR 1=1 NEAR(a b) * ^ {col}: -',
        "x" * 1_000_000,
        "\u0001\u007f\ufeff\ufffd",
    ],
)
def test_a_text_is_kept_as_it_is(graph: Graph, text: str) -> None:
    made = add(graph, text)
    assert read(graph, lambda view: view.revision(made.revision).text) == text


@pytest.mark.parametrize("text", ["", " \n\t", "a\x00b", "\ud83d", "x" * 1_000_001, None, 7, b"bytes"])
def test_a_text_that_cannot_be_kept_is_refused(graph: Graph, text: object) -> None:
    with pytest.raises(InvalidText) as caught:
        add(graph, text)  # type: ignore[arg-type]
    assert caught.value.mend or caught.value.field
    assert newest_operation(graph) == 0


def test_revisions_are_numbered_from_one(graph: Graph) -> None:
    made = add(graph, "one")
    for text in ("two", "three"):
        revise(graph, made.item, text)
    assert read(graph, lambda view: [(node.number, node.text) for node in view.versions(made.item)]) == [
        (1, "one"),
        (2, "two"),
        (3, "three"),
    ]
    assert current_text(graph, made.item) == "three"


def test_a_number_may_be_given_and_never_goes_back(graph: Graph) -> None:
    made = add(graph, "five", number=5)
    with pytest.raises(RevisionConflict):
        revise(graph, made.item, number=5)
    with pytest.raises(RevisionConflict):
        revise(graph, made.item, number=2)
    later = revise(graph, made.item, "six")
    assert read(graph, lambda view: view.revision(later.revision).number) == 6


def test_the_number_of_an_undone_revision_is_not_given_again(graph: Graph) -> None:
    made = add(graph, "one")
    undo(graph, revise(graph, made.item, "two").operation)
    later = revise(graph, made.item, "three")
    assert read(graph, lambda view: view.revision(later.revision).number) == 3
    assert texts(graph, made.item) == ["one", "three"]


def test_latest_is_by_number_and_the_head_is_what_is_believed(graph: Graph) -> None:
    made = add(graph, "believed")
    rival = revise(graph, made.item, "rival", head=False)
    assert read(graph, lambda view: view.latest(made.item)) == rival.revision
    assert read(graph, lambda view: view.head(made.item)) == made.revision
    third = revise(graph, made.item, "third")
    assert read(graph, lambda view: view.head(made.item)) == third.revision


def test_the_head_can_be_set_and_left_to_the_newest_again(graph: Graph) -> None:
    made = add(graph, "one")
    second = revise(graph, made.item, "two")
    write(graph, lambda writer: writer.assert_(item_node(made.item), Key.HEAD, made.revision))
    assert read(graph, lambda view: view.head(made.item)) == made.revision
    write(graph, lambda writer: writer.assert_(item_node(made.item), Key.HEAD, None))
    assert read(graph, lambda view: view.head(made.item)) == second.revision


@pytest.mark.parametrize("wrong", ["other", "text", 999, True, 1.5, [1]])
def test_a_head_is_a_revision_of_the_item(graph: Graph, wrong: object) -> None:
    made, other = add(graph, "one"), add(graph, "two")
    value = other.revision if wrong == "other" else wrong
    with pytest.raises((InvalidInput, NotFound)):
        write(graph, lambda writer: writer.assert_(item_node(made.item), Key.HEAD, value))  # type: ignore[arg-type]
    assert read(graph, lambda view: view.head(made.item)) == made.revision


def test_what_ranking_needs_is_read_at_once(graph: Graph) -> None:
    made = add(
        graph,
        "one",
        user="ada",
        space="a/b",
        agent="helper",
        session="s",
        contexts=("work",),
        said_at=THEN,
        valid=Period(THEN, None, "month"),
        item_state={Key.PIN: True, Key.TIER: "long_term"},
        state={Key.EVIDENCE: "official"},
    )
    second = revise(graph, made.item, "two")
    rows = read(graph, lambda view: view.heads([second.revision, made.revision, RevisionId(999)]))
    assert list(rows) == [second.revision, made.revision]
    old, new = rows[made.revision], rows[second.revision]
    assert (old.item, old.number, old.head, old.is_head, new.is_head) == (made.item, 1, second.revision, False, True)
    assert (old.kind, old.user, old.space, old.agent, old.session) == ("fact", "ada", "a/b", "helper", "s")
    assert (old.contexts, old.status, old.standing, old.pinned) == (("work",), "live", "accepted", True)
    assert (old.evidence, old.tier, old.operation) == ("official", "long_term", made.operation)
    assert (old.said_at, old.valid) == (THEN, Period(THEN, None, "month"))
    assert (new.evidence, new.pinned, new.said_at, new.valid) == (None, True, None, None)


def test_heads_are_listed_by_their_operation(graph: Graph) -> None:
    first, second = add(graph, "a"), add(graph, "b")
    again = revise(graph, first.item, "a2")
    listed = read(graph, lambda view: [row.revision for row in view.list_heads(Filter()).items])
    assert listed == [again.revision, second.revision]
    reverse = read(graph, lambda view: [row.revision for row in view.list_heads(Filter(), oldest_first=True).items])
    assert reverse == [second.revision, again.revision]


def test_pages_of_heads_join(graph: Graph) -> None:
    made = [add(graph, f"n{number}").revision for number in range(5)]
    for oldest_first, expected in ((False, made[::-1]), (True, made)):
        seen: list[RevisionId] = []
        cursor = None
        for _ in range(3):
            page = read(
                graph,
                lambda view, cursor=cursor, oldest_first=oldest_first: view.list_heads(
                    Filter(), limit=2, cursor=cursor, oldest_first=oldest_first
                ),
            )
            seen += [row.revision for row in page.items]
            cursor = page.cursor
        assert (seen, cursor) == (expected, None)


def test_rivals_are_listed_only_when_asked_for(graph: Graph) -> None:
    made = add(graph, "held", identity="x")
    rival = add(graph, "rival", identity="x", rival=True, state={Key.STANDING: "rival"})
    listed = read(graph, lambda view: [row.revision for row in view.list_heads(Filter()).items])
    every = read(graph, lambda view: [row.revision for row in view.list_heads(Filter(heads_only=False)).items])
    assert listed == [made.revision]
    assert every == [rival.revision, made.revision]


def test_a_deleted_head_hides_its_item(graph: Graph) -> None:
    made = add(graph, "one")
    write(graph, lambda writer: writer.status(revision_node(made.revision), "deleted"))
    assert read(graph, lambda view: view.list_heads(Filter()).items) == ()
    row = read(graph, lambda view: view.heads([made.revision])[made.revision])
    assert row.status == "deleted"
    write(graph, lambda writer: writer.status(revision_node(made.revision), "live"))
    assert len(read(graph, lambda view: view.list_heads(Filter()).items)) == 1


def test_a_deleted_item_keeps_its_revisions(graph: Graph) -> None:
    made = add(graph, "one")
    write(graph, lambda writer: writer.status(item_node(made.item), "deleted"))
    assert texts(graph, made.item) == ["one"]
    assert read(graph, lambda view: view.list_heads(Filter(statuses=("deleted",))).items[0].status) == "deleted"


@pytest.mark.parametrize("status", ["", "gone", "Live", None, 1])
def test_a_status_is_one_of_four(graph: Graph, status: object) -> None:
    made = add(graph)
    with pytest.raises(InvalidInput):
        write(graph, lambda writer: writer.status(item_node(made.item), status))  # type: ignore[arg-type]


def test_naive_times_are_refused(graph: Graph) -> None:
    naive = datetime(2020, 1, 1)
    for fields in (
        {"said_at": naive},
        {"valid": Period(naive, None)},
        {"claim": Claim("x", valid=Period(None, naive))},
    ):
        with pytest.raises(NaiveDatetime):
            add(graph, **fields)
    assert newest_operation(graph) == 0


def test_a_period_does_not_end_before_it_starts(graph: Graph) -> None:
    with pytest.raises(InvalidInput):
        add(graph, valid=Period(THEN, datetime(2019, 1, 1, tzinfo=UTC)))
    add(graph, valid=Period(THEN, THEN))


@pytest.mark.parametrize("metadata", [{"x": float("nan")}, {"x": {1, 2}}, {1: "x"}, ["x"], {"\ud800": 1}])
def test_metadata_are_json(graph: Graph, metadata: object) -> None:
    with pytest.raises(InvalidInput):
        add(graph, metadata=metadata)
    assert newest_operation(graph) == 0


@pytest.mark.parametrize("number", [0, -1, 999, 2**62])
def test_an_unknown_revision_is_not_found(graph: Graph, number: int) -> None:
    add(graph)
    with pytest.raises(NotFound):
        read(graph, lambda view: view.revision(RevisionId(number)))
    assert read(graph, lambda view: view.revisions([RevisionId(number)])) == {}


def test_an_item_without_revisions_has_no_head(graph: Graph) -> None:
    with graph.transaction("add", user=ANY) as writer:
        item = writer.item(NewItem("fact"))
    for question in ("latest", "head"):
        with pytest.raises(NotFound):
            read(graph, lambda view, question=question: getattr(view, question)(item))
    assert read(graph, lambda view: view.versions(item)) == []
    assert read(graph, lambda view: view.list_heads(Filter()).items) == ()


# --- the storage operations of the 49 scenarios of belief revision ------------------------------------------------


@pytest.mark.parametrize(
    ("before", "after"),
    [("blue", "black"), ("UTC", "Europe/Berlin"), ("dark", "Dark"), ("short", "long " * 4_000), ("颜色", "顏色")],
)
def test_a_revised_belief_is_the_new_value_exactly(graph: Graph, before: str, after: str) -> None:
    made = add(graph, before)
    revise(graph, made.item, after)
    assert current_text(graph, made.item) == after
    assert texts(graph, made.item) == [before, after]


def test_revising_one_of_three_leaves_the_others(graph: Graph) -> None:
    made = [add(graph, text) for text in ("a", "b", "c")]
    revise(graph, made[1].item, "B")
    assert [current_text(graph, each.item) for each in made] == ["a", "B", "c"]
    assert [len(texts(graph, each.item)) for each in made] == [1, 2, 1]
    assert len(read(graph, lambda view: view.items(Filter())).items) == 3


@pytest.mark.parametrize("times", [2, 3, 5, 10])
def test_rapid_revisions_keep_every_step(graph: Graph, times: int) -> None:
    made = add(graph, "0")
    for step in range(1, times + 1):
        revise(graph, made.item, str(step))
    assert current_text(graph, made.item) == str(times)
    assert texts(graph, made.item) == [str(step) for step in range(times + 1)]
    assert len(read(graph, lambda view: view.items(Filter())).items) == 1


def test_a_value_may_come_back(graph: Graph) -> None:
    made = add(graph, "dark")
    for text in ("light", "dark"):
        revise(graph, made.item, text)
    assert texts(graph, made.item) == ["dark", "light", "dark"]


def test_revising_the_root_of_a_chain_leaves_the_chain(graph: Graph) -> None:
    root, leaf = add(graph, "root"), add(graph, "leaf")
    write(graph, lambda writer: writer.edge(leaf.revision, "DEPENDS_ON", root.revision))
    new = revise(graph, root.item, "new root")
    write(graph, lambda writer: writer.edge(new.revision, "SUPERSEDES", root.revision))
    assert texts(graph, leaf.item) == ["leaf"]
    assert [edge.target for edge in read(graph, lambda view: view.edges([new.revision]))] == [root.revision]
    assert [edge.target for edge in read(graph, lambda view: view.edges([leaf.revision]))] == [root.revision]


def test_expanding_adds_one_item_and_no_edge(graph: Graph) -> None:
    add(graph, "likes python")
    made = add(graph, "likes rust")
    assert read(graph, lambda view: view.edges([made.revision], direction="both")) == []
    assert len(read(graph, lambda view: view.items(Filter())).items) == 2


def test_contracting_one_of_five_leaves_four_and_comes_back(graph: Graph) -> None:
    made = [add(graph, f"belief {number}") for number in range(5)]
    write(graph, lambda writer: writer.status(item_node(made[2].item), "deleted"))
    listed = read(graph, lambda view: {item.id for item in view.items(Filter()).items})
    assert listed == {each.item for each in made if each is not made[2]}
    write(graph, lambda writer: writer.status(item_node(made[2].item), "live"))
    assert len(read(graph, lambda view: view.items(Filter())).items) == 5
    assert current_text(graph, made[2].item) == "belief 2"


def test_contracting_a_root_leaves_what_depends_on_it_and_shows_it(graph: Graph) -> None:
    chain = [add(graph, text) for text in "abcd"]
    for below, above in zip(chain[1:], chain, strict=False):
        write(graph, lambda writer, b=below, a=above: writer.edge(b.revision, "DEPENDS_ON", a.revision))
    write(graph, lambda writer: writer.status(item_node(chain[0].item), "deleted"))
    assert len(read(graph, lambda view: view.items(Filter())).items) == 3
    impact = read(graph, lambda view: view.impact(chain[0].revision))
    assert [(revision, depth) for revision, depth, _ in impact] == [
        (chain[1].revision, 1),
        (chain[2].revision, 2),
        (chain[3].revision, 3),
    ]


def test_revising_twice_and_contracting_hides_all_of_it(graph: Graph) -> None:
    made = add(graph, "one")
    for text in ("two", "three"):
        revise(graph, made.item, text)
    write(graph, lambda writer: writer.status(item_node(made.item), "deleted"))
    assert read(graph, lambda view: view.list_heads(Filter(heads_only=False)).items) == ()
    assert len(texts(graph, made.item)) == 3


def test_a_new_revision_is_seen_through_the_writer(graph: Graph) -> None:
    made = add(graph, "one")
    with graph.transaction("update", user=ANY) as writer:
        revision = writer.revision(made.item, NewRevision("two"))
        assert writer.view.head(made.item) == revision
        assert writer.view.revision(revision).text == "two"
        assert writer.view.at == writer.operation == made.operation + 1


def test_the_versions_of_many_items_are_those_of_each(graph: Graph) -> None:
    with graph.transaction("add", user="ann") as writer:
        items = [writer.item(NewItem(kind="fact", user=user)) for user in ("ann", None, "bob")]
        for item in items:
            for text in ("one", "two"):
                writer.revision(item, NewRevision(text=text))
    with graph.view(user="ann") as view:
        assert view.versions_of([*reversed(items), ItemId(999)]) == {item: view.versions(item) for item in items[:2]}
        assert [node.text for node in view.versions_of(items)[items[0]]] == ["one", "two"]
        assert view.versions_of([]) == {}
