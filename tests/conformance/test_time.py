"""Valid time and neighbourhood: what a period overlaps, what was said around a turn."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from doxa.clock import ManualClock, to_micros
from doxa.graph.contract import Graph
from doxa.graph.nodes import Beside, Filter, Place, RevisionId, item_node
from doxa.records import ANY, Period, User
from tests.conformance.writing import add, read, revise, undo, write


def day(number: int, month: int = 3) -> datetime:
    return datetime(2020, month, number, tzinfo=UTC)


def overlapping(
    graph: Graph,
    start: datetime | None,
    end: datetime | None,
    *,
    filter: Filter | None = None,
    limit: int = 10,
    user: User = ANY,
    as_of: int | None = None,
) -> list[RevisionId]:
    period, wanted = Period(start, end), filter or Filter()
    return read(graph, lambda view: view.between(period, filter=wanted, limit=limit), user=user, as_of=as_of)


def test_a_period_is_half_open(graph: Graph) -> None:
    made = add(graph, valid=Period(day(10), day(20))).revision
    for start, end, hit in [
        (day(1), day(10), False),
        (day(1), day(11), True),
        (day(19), day(30), True),
        (day(20), day(30), False),
        (day(12), day(13), True),
        (day(1), day(30), True),
    ]:
        assert overlapping(graph, start, end) == ([made] if hit else [])


def test_open_ends_reach_for_ever(graph: Graph) -> None:
    since = add(graph, valid=Period(day(10), None)).revision
    until = add(graph, valid=Period(None, day(5))).revision
    always = add(graph, valid=Period(None, None)).revision
    assert overlapping(graph, day(12), None) == [always, since]
    assert overlapping(graph, None, day(3)) == [always, until]
    assert overlapping(graph, day(6), day(9)) == [always]
    assert overlapping(graph, None, None) == [always, until, since]


def test_without_valid_time_the_time_said_counts(graph: Graph, clock: ManualClock) -> None:
    said = add(graph, said_at=day(15)).revision
    now = add(graph).revision
    assert overlapping(graph, day(15), day(16)) == [said]
    assert overlapping(graph, day(14), day(15)) == []
    assert overlapping(graph, clock.now() - timedelta(hours=1), clock.now() + timedelta(hours=1)) == [now]


def test_with_valid_time_the_time_said_does_not_count(graph: Graph) -> None:
    add(graph, said_at=day(15), valid=Period(day(1), day(2)))
    assert overlapping(graph, day(14), day(16)) == []


def test_the_filter_applies_before_the_limit_and_newest_come_first(graph: Graph) -> None:
    made = [add(graph, valid=Period(day(number), None)).revision for number in (5, 1, 9)]
    event = add(graph, kind="event", valid=Period(day(2), None)).revision
    assert overlapping(graph, day(20), None, limit=2) == [event, made[2]]
    assert overlapping(graph, day(20), None, limit=2, filter=Filter(kinds=("fact",))) == [made[2], made[1]]


def test_heads_states_and_owners_are_filtered(graph: Graph) -> None:
    made = add(graph, valid=Period(day(1), None))
    new = revise(graph, made.item, valid=Period(day(3), None))
    gone = add(graph, valid=Period(day(1), None))
    write(graph, lambda writer: writer.status(item_node(gone.item), "deleted"))
    bobs = add(graph, user="bob", valid=Period(day(1), None)).revision
    assert overlapping(graph, day(5), None) == [bobs, new.revision]
    assert overlapping(graph, day(5), None, user="ada") == [new.revision]
    assert overlapping(graph, day(5), None, filter=Filter(heads_only=False), user="ada") == [
        new.revision,
        made.revision,
    ]


def test_the_past_answers_as_then(graph: Graph) -> None:
    made = add(graph, valid=Period(day(1), None))
    new = revise(graph, made.item, valid=Period(day(3), None))
    assert overlapping(graph, day(5), None, as_of=made.operation) == [made.revision]
    undo(graph, new.operation)
    assert overlapping(graph, day(5), None) == [made.revision]
    assert overlapping(graph, day(5), None, as_of=new.operation) == [new.revision]


# --- neighbours ---------------------------------------------------------------------------------------------------


def turn(graph: Graph, number: int, session: str = "s", **fields: object) -> RevisionId:
    return add(graph, f"turn {number}", kind="turn", session=session, said_at=day(number), **fields).revision


def around(graph: Graph, revision: RevisionId, radius: int, **of_view: object) -> Beside:
    found = read(graph, lambda view: view.beside([revision], radius=radius), **of_view)  # type: ignore[arg-type]
    return found.get(revision, Beside((), ()))


def test_neighbours_are_those_written_just_before_and_after_the_nearest_first(graph: Graph) -> None:
    turns = [turn(graph, number) for number in range(1, 8)]
    assert around(graph, turns[3], 1) == ((turns[2],), (turns[4],))
    assert around(graph, turns[3], 2) == ((turns[2], turns[1]), (turns[4], turns[5]))
    assert around(graph, turns[0], 2) == ((), (turns[1], turns[2]))
    assert around(graph, turns[6], 9) == (tuple(turns[5::-1]), ())
    assert around(graph, turns[3], 0) == ((), ())


def test_neighbours_keep_to_session_owner_and_kind(graph: Graph) -> None:
    mine = [turn(graph, 1)]
    turn(graph, 2, session="other")
    turn(graph, 2, user="bob")
    add(graph, "a fact", session="s", said_at=day(2))
    mine.append(turn(graph, 3))
    assert around(graph, mine[0], 5) == ((), (mine[1],))
    assert around(graph, add(graph, "alone", kind="turn").revision, 5) == ((), ())


def test_neighbours_that_are_gone_are_left_out(graph: Graph) -> None:
    one = turn(graph, 1)
    deleted = add(graph, kind="turn", session="s", said_at=day(2))
    undone = add(graph, kind="turn", session="s", said_at=day(3))
    last = turn(graph, 4)
    write(graph, lambda writer: writer.status(item_node(deleted.item), "deleted"))
    undo(graph, undone.operation)
    assert around(graph, one, 1) == ((), (last,))


def test_neighbours_are_as_of_then(graph: Graph) -> None:
    one, two = turn(graph, 1), turn(graph, 2)
    turn(graph, 3)
    assert around(graph, one, 5, as_of=2) == ((), (two,))


def test_neighbours_of_many_are_asked_for_at_once(graph: Graph) -> None:
    turns = [turn(graph, number) for number in range(1, 5)]
    found = read(graph, lambda view: view.beside([turns[0], turns[3], RevisionId(99)], radius=1))
    assert found == {turns[0]: ((), (turns[1],)), turns[3]: ((turns[2],), ())}


def test_places_say_owner_session_time_speaker_and_length(graph: Graph) -> None:
    said = turn(graph, 3, user="ada", title="Ada", metadata={"role": "user"})
    fact = add(graph, "a fact").revision
    places = read(graph, lambda view: view.places([said, RevisionId(99), fact]), user="ada")
    assert places[said] == Place("ada", "s", to_micros(day(3)), "Ada", 6, "user")
    assert list(places) == [said, fact]
    assert (places[fact].session, places[fact].title, places[fact].role) == (None, None, None)


def test_columns_say_what_records_do(graph: Graph) -> None:
    said = [turn(graph, number, user="ada", title=f"T{number % 2}", metadata={"role": "user"}) for number in (3, 1, 2)]
    fact, theirs = add(graph, "a fact", user="ada").revision, add(graph, "not yours", user="bob").revision
    asked = [fact, *said, theirs, said[0]]
    with graph.view(user="ada") as view:
        places, standing = view.places(asked), view.standing(asked)
        seen, rows = view.windows(asked, radius=2)
        beside = view.beside(asked, radius=2)
    assert standing.revisions == seen == [*places]
    assert standing.said.tolist() == [each.said for each in places.values()]
    assert standing.characters.tolist() == [each.characters for each in places.values()]
    assert [standing.users[each] for each in standing.user] == ["ada"] * 4
    assert [standing.roles[each] for each in standing.role] == [each.role for each in places.values()]
    assert len({*standing.session[1:].tolist()}) == 1 != len({*standing.session.tolist()})
    assert standing.speakers() == ["T1", "T0"]
    told = {each: tuple(filter(None, row)) for each, row in zip(seen, rows.tolist(), strict=True)}
    assert told == {each: (*before, *after) for each, (before, after) in beside.items()}


def test_texts_come_as_far_as_asked(graph: Graph) -> None:
    mine, theirs = add(graph, "hello there", user="ada").revision, add(graph, "not yours", user="bob").revision
    asked = [mine, theirs, RevisionId(99)]
    assert read(graph, lambda view: view.texts(asked, most=5), user="ada") == {mine: "hello"}
    assert read(graph, lambda view: view.texts([mine], most=99)) == {mine: "hello there"}


@pytest.mark.parametrize("limit", [1, 3])
def test_the_limit_is_kept(graph: Graph, limit: int) -> None:
    for number in range(1, 6):
        add(graph, valid=Period(day(number), None))
    assert len(overlapping(graph, None, None, limit=limit)) == limit


def test_what_is_made_of_texts_is_made_of_their_beginnings(graph: Graph) -> None:
    mine = add(graph, "hello there", user="ada").revision
    assert read(graph, lambda view: view.readings([mine], str.upper, most=5), user="ada") == {mine: "HELLO"}
    assert read(graph, lambda view: view.readings([mine], len, most=99), user="ada") == {mine: 11}
    assert read(graph, lambda view: view.readings([mine], str.upper, most=5), user="bob") == {}
