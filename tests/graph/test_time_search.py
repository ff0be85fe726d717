from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from doxa.clock import ManualClock
from doxa.graph.nodes import Filter, NewItem, NewRevision, RevisionId
from doxa.graph.sqlite import SqliteEngine
from doxa.graph.store import SqlGraph
from doxa.records import ANY, Period

START = datetime(2026, 1, 1, tzinfo=UTC)


def day(number: int) -> datetime:
    return START + timedelta(days=number)


@pytest.fixture
def graph() -> SqlGraph:
    return SqlGraph(SqliteEngine(None), "p", ManualClock(day(100)))


def add(graph: SqlGraph, kind: str = "turn", user: str | None = None, session: str | None = None, **new) -> RevisionId:  # type: ignore[no-untyped-def]
    with graph.transaction("add") as writer:
        item = writer.item(NewItem(kind=kind, user=user, session=session))
        return writer.revision(item, NewRevision(text="text", **new))


@pytest.mark.parametrize("filter", [Filter(), Filter(heads_only=False)])
def test_a_period_finds_what_is_valid_in_it_or_was_said_in_it(graph: SqlGraph, filter: Filter) -> None:
    said = add(graph, said_at=day(10))
    unsaid = add(graph)
    stay = add(graph, said_at=day(10), valid=Period(day(20), day(30), "day"))
    open_end = add(graph, said_at=day(10), valid=Period(day(40), None, "day"))
    open_start = add(graph, said_at=day(50), valid=Period(None, day(5), "day"))
    with graph.view() as view:
        for start, end, expected in [
            (10, 11, [said]),
            (9, 10, []),
            (0, 5, [open_start]),
            (29, 41, [open_end, stay]),
            (30, 40, []),
            (99, 101, [open_end, unsaid]),
        ]:
            assert view.between(Period(day(start), day(end)), filter=filter, limit=9) == expected, (start, end)
        every = [open_start, open_end, stay, unsaid, said]
        assert view.between(Period(None, None), filter=filter, limit=9) == every
        assert view.between(Period(None, None), filter=filter, limit=2) == every[:2]


def test_a_period_keeps_to_owner_kind_and_state_of_then(graph: SqlGraph) -> None:
    add(graph, user="bob", said_at=day(1))
    mine = add(graph, user="ann", said_at=day(1))
    fact = add(graph, kind="fact", said_at=day(1))
    with graph.transaction("undo") as writer:
        writer.undo(2)
    period = Period(day(1), day(2))
    with graph.view(user="ann") as view:
        assert view.between(period, filter=Filter(), limit=9) == [fact]
    with graph.view(user="ann", as_of=3) as view:
        assert view.between(period, filter=Filter(), limit=9) == [fact, mine]
        assert view.between(period, filter=Filter(kinds=("turn",)), limit=9) == [mine]


def test_mentions_are_found_by_form_and_role_newest_first(graph: SqlGraph) -> None:
    first = add(graph, mentions=(("ann", "subject"), ("tea", "value")))
    second = add(graph, user="bob", mentions=(("tea", "mention"), ("tea", "subject")))
    with graph.view(user="bob") as view:
        assert view.mentions(["tea", "nobody"]) == {"tea": [(second, "mention"), (second, "subject"), (first, "value")]}
        assert view.mentions(["tea", "ann"], roles=["subject"]) == {
            "tea": [(second, "subject")],
            "ann": [(first, "subject")],
        }
        assert view.mentions(["tea"], limit=1)["tea"][0][0] == second
    with graph.view(user="ann") as view:
        assert view.mentions(["tea"]) == {"tea": [(first, "value")]}
    with graph.view(user=ANY) as view:
        assert len(view.mentions(["tea"])["tea"]) == 3
