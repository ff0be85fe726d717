"""Plans as items of their own kind: what is proposed as rows of numbers, which `erase` and `export` cover as any item.

New words stand in the plan too, such as those of a summary; then it is DERIVED_FROM what they are about, so that an
erase takes them along.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import timedelta
from typing import Any, cast

from doxa.dream.drafts import Draft, decode_draft, encode_draft
from doxa.dream.journal import Journal, decode_journal
from doxa.errors import NotFound
from doxa.graph.contract import View, Writer
from doxa.graph.nodes import ItemId, NewItem, NewRevision, item_node
from doxa.records import Json, Ref, Usage

KIND = "dream_plan"
APPLIED = "attribute:applied"
REVIEWED = "attribute:reviewed"
ROWS = "attribute:rows"
PART = 400_000
"""Characters of one stored part of a plan."""


@dataclass(frozen=True, slots=True)
class Outline:
    """A plan without its names: what was computed.

    Args:
        drafts: What would be done, in order.
        guarded: What is held back.
        refuted: What a second look refuted.
        errors: What went wrong.
        assessed: How many memories were judged.
        population: How many memories a host could look at; 0 for a model, whose `assessed` counts.
        policy: The policy text in force.
        usage: What models cost.
        duration: How long it took.
        passes: Which passes ran.
        unfinished: Which did not for want of time.
        based_on: The operation that it was computed from.
        journal: What dreams remember once it is applied; `None` where nothing changes.
        before: What they remembered when it was computed.
    """

    drafts: tuple[Draft, ...] = ()
    guarded: tuple[Draft, ...] = ()
    refuted: tuple[Draft, ...] = ()
    errors: tuple[str, ...] = ()
    assessed: int = 0
    population: int = 0
    policy: str = ""
    usage: Usage = field(default_factory=Usage)
    duration: timedelta = timedelta()
    passes: tuple[str, ...] = ()
    unfinished: tuple[str, ...] = ()
    based_on: int = 0
    journal: Journal | None = None
    before: Journal = field(default_factory=Journal)

    @property
    def idle(self) -> bool:
        """Whether there is nothing to keep: no proposal, and nothing to remember."""
        return not self.drafts and self.journal is None


@dataclass(frozen=True, slots=True)
class Stored:
    """A plan as it is stored.

    Args:
        id: Its name.
        item: Its item.
        user: Whose memories.
        outline: What was computed.
        refused: Places of the proposals that were refused.
        accepted: Places of those that were accepted.
        operation: The operation that applied it.
    """

    id: str
    item: ItemId
    user: str | None
    outline: Outline
    refused: frozenset[int] = field(default_factory=frozenset)
    accepted: frozenset[int] = field(default_factory=frozenset)
    operation: str | None = None


def write_plan(writer: Writer, user: str | None, outline: Outline) -> Stored:
    """Store a plan as an item of its own."""
    item = writer.item(NewItem(KIND, user=user))
    count = len(outline.drafts)
    title = f"A plan of {count} proposal{'' if count == 1 else 's'}."
    # no text: what dreams keep for themselves is no part of what recall ranks by
    revision = writer.revision(item, NewRevision("", title=title, metadata=_header(outline)))
    for number, part in enumerate(_parts(outline)):
        writer.assert_(item_node(item), f"{ROWS}{number}", part)
    about = {
        each
        for draft in (*outline.drafts, *outline.guarded, *outline.refuted)
        if draft.spoken or draft.text
        for each in draft.named
        if each > 0
    }
    for source in sorted(about):
        writer.edge(revision, "DERIVED_FROM", source)
    return Stored(writer.view.item(item).uid, item, user, outline)


def read_plan(view: View, ref: Ref) -> Stored:
    """Return a stored plan.

    Raises:
        NotFound: The ref names no plan in the scope; one of another project is not there.
    """
    item = view.item(ref)
    if item.kind != KIND:
        raise NotFound(f"{ref} is a {item.kind}, not a plan.", mend="Give the id that `plan` returned.", field="plan")
    state = view.state([item_node(item.id)]).get(item_node(item.id), {})
    header = view.versions(item.id)[0].metadata
    rows = {key: value for key, value in state.items() if key.startswith(ROWS)}
    drafts: dict[str, list[Draft]] = {"drafts": [], "guarded": [], "refuted": []}
    for number in range(len(rows)):
        for section, row in cast("list[tuple[str, Json]]", rows[f"{ROWS}{number}"]):
            drafts[section].append(decode_draft(row))
    reviewed = cast("Mapping[str, list[int]]", state.get(REVIEWED) or {})
    outline = _outline(header, drafts)
    applied = state.get(APPLIED)
    return Stored(
        item.uid,
        item.id,
        item.user,
        outline,
        frozenset(reviewed.get("refused", ())),
        frozenset(reviewed.get("accepted", ())),
        None if applied is None else str(applied),
    )


def with_review(stored: Stored, accept: Sequence[int], refuse: Sequence[int]) -> Stored:
    """Return a plan after proposals were accepted and refused; the later word counts."""
    refused = (stored.refused - set(accept)) | set(refuse)
    accepted = (stored.accepted - set(refuse)) | set(accept)
    return replace(stored, refused=refused, accepted=accepted)


def write_review(writer: Writer, stored: Stored) -> None:
    """Keep what was accepted and refused."""
    reviewed: dict[str, Json] = {"refused": [*sorted(stored.refused)], "accepted": [*sorted(stored.accepted)]}
    writer.assert_(item_node(stored.item), REVIEWED, reviewed)


def _header(outline: Outline) -> dict[str, Json]:
    return {
        "errors": list(outline.errors),
        "assessed": outline.assessed,
        "population": outline.population,
        "policy": outline.policy,
        "usage": [outline.usage.calls, outline.usage.input_tokens, outline.usage.output_tokens],
        "seconds": outline.duration.total_seconds(),
        "passes": list(outline.passes),
        "unfinished": list(outline.unfinished),
        "based_on": outline.based_on,
        "journal": None if outline.journal is None else outline.journal.encode(),
        "before": outline.before.encode(),
    }


def _outline(header: Mapping[str, Any], drafts: Mapping[str, list[Draft]]) -> Outline:
    kept = header.get("journal")
    return Outline(
        drafts=tuple(drafts["drafts"]),
        guarded=tuple(drafts["guarded"]),
        refuted=tuple(drafts["refuted"]),
        errors=tuple(header["errors"]),
        assessed=header["assessed"],
        population=header["population"],
        policy=header["policy"],
        usage=Usage(*header["usage"]),
        duration=timedelta(seconds=header["seconds"]),
        passes=tuple(header["passes"]),
        unfinished=tuple(header["unfinished"]),
        based_on=header["based_on"],
        journal=None if kept is None else decode_journal(kept),
        before=decode_journal(header["before"]),
    )


def _parts(outline: Outline) -> Iterator[Json]:
    """Yield the rows of a plan in parts that can be stored."""
    part: list[Json] = []
    size = 0
    for section in ("drafts", "guarded", "refuted"):
        for draft in getattr(outline, section):
            row: Json = [section, encode_draft(draft)]
            length = len(json.dumps(row, ensure_ascii=False))
            if part and size + length > PART:
                yield part
                part, size = [], 0
            part.append(row)
            size += length
    if part:
        yield part
