"""Aliases: other names of an item, found by their form: case, width and accents folded, spaces single."""

from __future__ import annotations

from collections.abc import Sequence

from doxa.errors import Conflict, NotFound
from doxa.graph.inputs import checked_label
from doxa.graph.ledger import ALIASES, assert_row
from doxa.graph.nodes import FOREVER, ItemId
from doxa.graph.presence import find_items
from doxa.graph.symbols import marks
from doxa.graph.work import Work
from doxa.records import Json
from doxa.text.folding import fold_characters, nfkc

_GIVEN, _CANONICAL = 0, 1


def alias_form(name: str) -> str:
    """Return the form under which a name is found; a name of symbols alone, which folding drops, is its own form."""
    return " ".join(fold_characters(name).casefold().split()) or " ".join(nfkc(name).casefold().split())


def add_aliases(work: Work, item: ItemId, names: Sequence[str]) -> None:
    """Add aliases to an item; those it has are kept as they are.

    Raises:
        NotFound: There is no such item.
        InvalidText: A name is empty, too long or cannot be encoded.
        Conflict: It would be circular: each of two items would be an alias of the other.
    """
    checked = [checked_label(name, "alias") for name in names]
    slab = find_items(work, (item,))[item]
    for name in checked:
        form = alias_form(name)
        _refuse_circle(work, item, slab, form, name)
        key = (item, form, _GIVEN)
        if work.connection.row(f"SELECT 1 FROM alias WHERE {ALIASES.match} AND to_op={FOREVER}", key) is None:
            assert_row(work, ALIASES, key, (name,))


def remove_aliases(work: Work, item: ItemId, names: Sequence[str]) -> None:
    """Take aliases away from an item.

    Raises:
        NotFound: There is no such item, or it has no such alias.
    """
    find_items(work, (item,))
    for name in names:
        if not assert_row(work, ALIASES, (item, alias_form(checked_label(name, "alias")), _GIVEN), None):
            raise NotFound(f"The item has no alias {name!r}.", mend="List them first.", field="alias", value=name)


def name_canonically(work: Work, item: ItemId, name: Json) -> None:
    """Let an item be found by its canonical name; `None` ends that."""
    form = alias_form(name) if isinstance(name, str) else None
    present = work.connection.rows(
        f"SELECT form FROM alias WHERE item=? AND canonical={_CANONICAL} AND to_op={FOREVER}", (item,)
    )
    for (old,) in present:
        if old != form:
            assert_row(work, ALIASES, (item, old, _CANONICAL), None)
    if form is not None:
        assert_row(work, ALIASES, (item, form, _CANONICAL), (name,))


def _refuse_circle(work: Work, item: ItemId, slab: int, form: str, name: str) -> None:
    """An item is not to get the canonical name of one that has this item's canonical name as an alias."""
    own = work.connection.rows(
        f"SELECT form FROM alias WHERE item=? AND canonical={_CANONICAL} AND to_op={FOREVER}", (item,)
    )
    if not own:
        return
    forms = [row[0] for row in own]
    circle = work.connection.row(
        "SELECT 1 FROM alias n JOIN item i ON i.id=n.item JOIN alias g ON g.item=n.item"
        f" WHERE n.form=? AND n.canonical={_CANONICAL} AND n.to_op={FOREVER} AND n.item<>? AND i.slab=?"
        f" AND g.canonical={_GIVEN} AND g.to_op={FOREVER} AND g.form IN ({marks(forms)})",
        (form, item, slab, *forms),
    )
    if circle is not None:
        raise Conflict(
            f"The alias {name!r} is circular: the item of that name has this one's name as its alias.",
            mend="Merge the two, or drop one alias first.",
            field="alias",
            value=name,
        )
