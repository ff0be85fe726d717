"""Entities that go by one name become one; those that nothing names any more are archived."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence

from doxa.dream.drafts import Draft
from doxa.dream.memories import Memo
from doxa.dream.planned import Planned
from doxa.dream.setting import Setting
from doxa.graph.aliases import alias_form
from doxa.graph.entities import ENTITY, entity_names
from doxa.graph.nodes import ItemId, RevisionId
from doxa.text.forms import value_form

MENTIONED = 1_000_000
NEWEST = 5
"""Of what names an entity, looked at first: mostly one of them is not deleted, and the others need no look."""


def entities(planned: Planned, setting: Setting) -> Iterator[Draft]:
    """Propose to merge entities where an alias of one is what the other is called, or both are called alike.

    Two whose single-valued claims differ are left apart: one name may be two people's.
    """
    memos = [memo for memo in planned.live((ENTITY,)) if memo.revision > 0]
    names, aliases = _names(planned, memos, setting)
    groups = [group for group in _one_name(memos, names, aliases) if planned.concerns(group)]
    weights = _weights(planned, [memo for group in groups for memo in group])
    for group in groups:
        keeper = max(group, key=lambda memo: (memo.protected is not None, weights[memo.revision], -memo.item))
        for other in (memo for memo in group if memo is not keeper):
            draft = Draft(
                "merge_entities",
                "entities",
                (other.revision,),
                "goes by the same name",
                0.9,
                into=keeper.revision,
            )
            differing = _differing(planned, setting, [names[keeper.item], names[other.item]])
            if differing:
                why = f"they differ in {differing}: one name may be two people's"
                draft = Draft(draft.action, draft.stage, draft.targets, draft.reason, 0.9, into=draft.into, why=why)
            yield draft


def orphans(planned: Planned, setting: Setting) -> Iterator[Draft]:
    """Propose to archive entities that no edge leads to and no memory names."""
    memos = [memo for memo in planned.live((ENTITY,)) if memo.revision > 0 and memo.protected is None]
    names, aliases = _names(planned, memos, setting)
    forms = {memo.item: [names[memo.item], *aliases.get(memo.item, ())] for memo in memos if memo.item in names}
    alone = [memo for memo in memos if memo.item in forms]
    for most in (NEWEST, MENTIONED):
        alone = _unnamed(planned, alone, forms, most)
    linked = _linked(planned, alone)
    for memo in alone:
        if memo.revision not in linked:
            yield Draft("archive", "orphans", (memo.revision,), "nothing is linked with it or names it", 0.8)


def _unnamed(planned: Planned, memos: Sequence[Memo], forms: Mapping[ItemId, Sequence[str]], most: int) -> list[Memo]:
    """Return the entities that none of the newest of what names them does; what is deleted names nothing."""
    named = planned.view.mentions([form for memo in memos for form in forms[memo.item]], limit=most)
    rows = planned.view.heads(list(dict.fromkeys(revision for found in named.values() for revision, _ in found)))
    kept = {revision for revision, row in rows.items() if row.status != "deleted"}
    by = {form: {revision for revision, _ in found} & kept for form, found in named.items()}
    return [memo for memo in memos if not any(by.get(form, set()) - {memo.revision} for form in forms[memo.item])]


def _linked(planned: Planned, memos: Sequence[Memo]) -> set[RevisionId]:
    """Return those of some entities that an edge joins with something that is not deleted."""
    edges = planned.edges([memo.revision for memo in memos])
    ends = [(planned.keeper(edge.source), planned.keeper(edge.target)) for edge in edges]
    ends += [(source, target) for source, _, target in planned.linked]
    rows = planned.view.heads(list(dict.fromkeys(end for pair in ends for end in pair if end > 0)))
    gone = {revision for revision, row in rows.items() if row.status == "deleted"}
    return {end for pair in ends if not gone.intersection(pair) for end in pair}


def _names(
    planned: Planned, memos: Sequence[Memo], setting: Setting
) -> tuple[Mapping[ItemId, str], Mapping[ItemId, tuple[str, ...]]]:
    """Return what entities are called, and what else, as normal forms."""
    owner = setting.scope.user if isinstance(setting.scope.user, str) else None
    items = [memo.item for memo in memos]
    names = entity_names(planned.view, items, owner)
    aliases = planned.view.aliases(items)
    return names, {item: tuple(value_form(name) for name in given) for item, given in aliases.items()}


def _one_name(
    memos: Sequence[Memo], names: Mapping[ItemId, str], aliases: Mapping[ItemId, tuple[str, ...]]
) -> list[list[Memo]]:
    """Return the groups of entities of which each goes by a name that is another's own."""
    by_name: dict[tuple[str, tuple[str, ...]], list[Memo]] = defaultdict(list)
    for memo in memos:
        if memo.item in names:
            by_name[alias_form(names[memo.item]), memo.contexts].append(memo)
    group: dict[int, list[Memo]] = {memo.item: [memo] for memo in memos}
    for first, *others in by_name.values():
        for memo in others:
            _join(group, first, memo)
    for memo in memos:
        for form in sorted({alias_form(form) for form in aliases.get(memo.item, ()) if form}):
            called = by_name.get((form, memo.contexts))
            if called:
                _join(group, called[0], memo)
    return list({id(each): sorted(each, key=lambda m: m.item) for each in group.values() if len(each) > 1}.values())


def _join(group: dict[int, list[Memo]], one: Memo, other: Memo) -> None:
    """Make one group of those of two memories, the smaller into the larger."""
    large, small = sorted((group[one.item], group[other.item]), key=len, reverse=True)
    if large is not small:
        large += small
        for member in small:
            group[member.item] = large


def _weights(planned: Planned, memos: Sequence[Memo]) -> Mapping[RevisionId, int]:
    """Return how many edges there are at each."""
    counts = dict.fromkeys((memo.revision for memo in memos), 0)
    for edge in planned.edges(list(counts)):
        for end in (planned.keeper(edge.source), planned.keeper(edge.target)):
            if end in counts:
                counts[end] += 1
    for source, _, target in planned.linked:
        for end in (source, target):
            if end in counts:
                counts[end] += 1
    return counts


def _differing(planned: Planned, setting: Setting, names: Sequence[str]) -> str:
    """Return a single-valued attribute of which claims about two names give two values; "" where there is none."""
    values: dict[tuple[str, str], set[str]] = defaultdict(set)
    found = planned.view.mentions(names, roles=("subject",), limit=MENTIONED)
    for name, rows in found.items():
        for revision, _ in rows:
            memo = planned.memos.get(revision)
            if memo is None or memo.claim is None or not memo.claim.attribute or not memo.claim.polarity:
                continue
            attribute = setting.attributes.resolve(memo.claim.attribute).attribute
            if attribute.single:
                values[attribute.name, name].add(value_form(memo.claim.value or ""))
    one, other = names
    for attribute_name, name in list(values):
        mine, theirs = values[attribute_name, one], values.get((attribute_name, other), set())
        if name == one and mine and theirs and not mine & theirs:
            return attribute_name
    return ""
