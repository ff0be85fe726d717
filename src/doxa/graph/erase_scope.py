"""What an erase takes: the revisions of its scope, and what was derived from them alone.

The chosen revisions stand in the temporary table `gone`, so that every table is cleared by one statement. What is
derived from something that goes (`DERIVED_FROM`) goes with it, at any depth, since its text holds words of it; a claim
that was read from several turns goes with the last of them. What became one (`MERGED_INTO`) with something that is
named goes too, since it says the same; one that was restored since is a memory of its own again.
"""

from __future__ import annotations

from collections.abc import Sequence

from doxa.clock import aware, to_micros
from doxa.errors import InvalidInput, NotFound
from doxa.graph.codes import STATUSES
from doxa.graph.filtering import ITEM, value_of
from doxa.graph.kref import space_path
from doxa.graph.nodes import FOREVER, ErasePlan, Key
from doxa.graph.owners import SHARED
from doxa.graph.sight import ALWAYS, Condition, chunks, every
from doxa.graph.symbols import marks
from doxa.graph.work import Work

DERIVED_FROM = "DERIVED_FROM"
MERGED_INTO = "MERGED_INTO"
ARCHIVED = STATUSES.index("archived")
_TEMPORARY = ("gone", "gone_item", "gone_session", "gone_space", "gone_symbol", "gone_op")


def prepare(work: Work) -> None:
    """Make the temporary tables, empty."""
    drop(work)
    run = work.connection.run
    run("CREATE TEMP TABLE gone(rev INTEGER PRIMARY KEY, item INTEGER NOT NULL, slab INTEGER NOT NULL)")
    run("CREATE TEMP TABLE gone_item(item INTEGER PRIMARY KEY)")
    run("CREATE TEMP TABLE gone_session(session INTEGER PRIMARY KEY)")
    run("CREATE TEMP TABLE gone_space(space INTEGER PRIMARY KEY, named INTEGER NOT NULL)")
    run("CREATE TEMP TABLE gone_symbol(symbol INTEGER PRIMARY KEY)")


def drop(work: Work) -> None:
    """Take the temporary tables away; they hold numbers only."""
    for table in _TEMPORARY:
        work.connection.run(f"DROP TABLE IF EXISTS temp.{table}")


def choose(work: Work, plan: ErasePlan) -> None:
    """Fill the temporary tables with what a plan names and what rests on it.

    Raises:
        InvalidInput: It names nothing.
        NotFound: The owner or the space named is not there.
    """
    _check_named(plan)
    slabs = slabs_of(work, plan)
    _choose_items(work, plan, slabs)
    work.connection.run(
        "INSERT INTO gone SELECT r.id, r.item, i.slab FROM gone_item g CROSS JOIN item i CROSS JOIN revision r"
        " WHERE i.id=g.item AND r.item=i.id"
    )
    _choose_sessions(work, plan, slabs)
    while _choose_derived(work) or (plan.items and _choose_merged(work)):
        pass
    # an item none of whose revisions is left goes as a whole
    work.connection.run(
        "INSERT INTO gone_item SELECT DISTINCT g.item FROM gone g WHERE NOT EXISTS"
        " (SELECT 1 FROM revision r WHERE r.item=g.item AND r.id NOT IN (SELECT rev FROM gone)) ON CONFLICT DO NOTHING"
    )


def _check_named(plan: ErasePlan) -> None:
    narrowed = plan.items or plan.before is not None or plan.space is not None or plan.session is not None
    if not (narrowed or plan.whole_user or plan.everything):
        mend = "Name items, an owner as a whole, a space, a session, an age, or everything."
        raise InvalidInput("The erase names nothing.", mend=mend, field="plan")


def slabs_of(work: Work, plan: ErasePlan) -> tuple[int, ...] | None:
    """Return whose memories a scope is about; `None` = everybody's."""
    if plan.everything:
        return None
    slab = work.owners.slab(plan.user)
    if slab is None:
        raise NotFound(
            f"The user {plan.user!r} owns nothing here.", mend="Check the name.", field="user", value=plan.user
        )
    return (slab,)


def slabs_about(work: Work, plan: ErasePlan) -> tuple[int, ...] | None:
    """Return whose memories go or were named, once they are chosen; `None` = everybody's."""
    named = () if plan.items else slabs_of(work, plan)
    if named is None:
        return None
    return tuple({*named, *(slab for (slab,) in work.connection.rows("SELECT DISTINCT slab FROM gone"))})


def _choose_items(work: Work, plan: ErasePlan, slabs: Sequence[int] | None) -> None:
    if plan.items:
        for part in chunks(plan.items):
            work.connection.run(
                f"INSERT INTO gone_item SELECT i.id FROM item i WHERE i.id IN ({marks(part)})"
                " AND i.erased IS NULL ON CONFLICT DO NOTHING",
                part,
            )
        return
    wanted = every(
        Condition("i.erased IS NULL"),
        ALWAYS if slabs is None else Condition(f"i.slab IN ({marks(slabs)})", tuple(slabs)),
        ALWAYS if plan.session is None else Condition("i.session=?", (work.symbols.id(plan.session),)),
        ALWAYS if plan.space is None else _under(work, plan.space, slabs),
        _said_before(plan),
    )
    work.connection.run(f"INSERT INTO gone_item SELECT i.id FROM item i WHERE {wanted.sql}", wanted.values)


def _said_before(plan: ErasePlan) -> Condition:
    """An item is as old as its newest revision, by the time it was said, else recorded."""
    if plan.before is None:
        return ALWAYS
    said = "SELECT COALESCE(c.said_at, o.at) FROM revision r JOIN op o ON o.id=r.op LEFT JOIN content c ON c.rev=r.id"
    return Condition(
        f"COALESCE(({said} WHERE r.item=i.id ORDER BY r.n DESC LIMIT 1), (SELECT o.at FROM op o WHERE o.id=i.op))<?",
        (to_micros(aware(plan.before, "before")),),
    )


def _under(work: Work, path: str, slabs: Sequence[int] | None) -> Condition:
    """Choose the spaces of a subtree, and say that an item lies in one of them."""
    spaces = work.spaces.subtree(slabs, space_path(path))
    if not spaces:
        raise NotFound(f"There is no space {path!r}.", mend="Check the path.", field="space", value=path)
    work.connection.run_many("INSERT INTO gone_space VALUES(?, 1)", [(space,) for space in spaces])
    moved = value_of(work.sight, ITEM, Key.SPACE)
    born = "(SELECT n.space FROM name n WHERE n.item=i.id)"
    return Condition(f"COALESCE(CAST({moved.sql} AS BIGINT), {born}) IN (SELECT space FROM gone_space)", moved.values)


def _choose_sessions(work: Work, plan: ErasePlan, slabs: Sequence[int] | None) -> None:
    """A scope takes working memory with it: sessions of the owner, by name or by their last use."""
    if plan.items or plan.space is not None:
        return
    wanted = every(
        ALWAYS if slabs is None else Condition(f"slab IN ({marks(slabs)})", tuple(slabs)),
        ALWAYS if plan.session is None else Condition("name=?", (plan.session,)),
        ALWAYS if plan.before is None else Condition("used_at<?", (to_micros(plan.before),)),
    )
    work.connection.run(f"INSERT INTO gone_session SELECT id FROM session WHERE {wanted.sql}", wanted.values)


def _choose_derived(work: Work) -> bool:
    """Add what rests on what was chosen so far; tell whether there was any."""
    before = _count(work)
    joined = (
        "JOIN revision r ON r.id=d.rev JOIN item i ON i.id=r.item WHERE r.id NOT IN (SELECT rev FROM gone)"
        " ON CONFLICT DO NOTHING"
    )
    work.connection.run(
        "INSERT INTO gone SELECT r.id, r.item, i.slab FROM (SELECT DISTINCT e.src AS rev FROM gone g"
        " JOIN edge e ON e.dst=g.rev WHERE e.type=? AND NOT EXISTS"
        f" (SELECT 1 FROM observation o WHERE o.rev=e.src AND o.turn=e.dst)) d {joined}",
        (work.symbols.id(DERIVED_FROM),),
    )
    work.connection.run(
        "INSERT INTO gone SELECT r.id, r.item, i.slab FROM (SELECT DISTINCT o.rev FROM gone g"
        " JOIN observation o ON o.turn=g.rev WHERE NOT EXISTS (SELECT 1 FROM observation p WHERE p.rev=o.rev"
        f" AND (p.turn IS NULL OR p.turn NOT IN (SELECT rev FROM gone)))) d {joined}"
    )
    return _count(work) > before


def _choose_merged(work: Work) -> bool:
    """Add what became one with what was chosen so far; tell whether there was any."""
    before = _count(work)
    work.connection.run(
        "INSERT INTO gone SELECT DISTINCT t.id, t.item, i.slab FROM gone g"
        f" JOIN edge e ON e.dst=g.rev AND e.type=? AND e.to_op={FOREVER} JOIN revision m ON m.id=e.src"
        f" JOIN head h ON h.item=m.item AND h.status={ARCHIVED} JOIN revision t ON t.item=m.item"
        " JOIN item i ON i.id=t.item WHERE t.id NOT IN (SELECT rev FROM gone) ON CONFLICT DO NOTHING",
        (work.symbols.id(MERGED_INTO),),
    )
    return _count(work) > before


def _count(work: Work) -> int:
    found = work.connection.row("SELECT count(*) FROM gone")
    assert found is not None
    return int(found[0])


def is_whole_owner(plan: ErasePlan) -> bool:
    """Tell whether an owner's name goes too: everything that is his is taken."""
    narrowed = plan.items or plan.before is not None or plan.space is not None or plan.session is not None
    return (plan.everything or plan.whole_user) and not narrowed


def owners_named(work: Work, plan: ErasePlan) -> tuple[int, ...]:
    """Return the slabs whose names go."""
    if not is_whole_owner(plan):
        return ()
    slabs = slabs_of(work, plan)
    if slabs is not None:
        return tuple(slab for slab in slabs if slab != SHARED)
    return tuple(slab for (slab,) in work.connection.rows("SELECT id FROM slab WHERE id>0"))


def counts(work: Work) -> dict[str, int]:
    """Return how many items, revisions and sessions were chosen."""
    found = work.connection.row(
        "SELECT (SELECT count(*) FROM gone_item), (SELECT count(*) FROM gone), (SELECT count(*) FROM gone_session)"
    )
    assert found is not None
    return dict(zip(("items", "revisions", "sessions"), found, strict=True))
