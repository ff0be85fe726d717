"""A host agent's own proposals, checked: what they name exists and is whole, and their words pass the gate."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final, NoReturn

from doxa.belief.confidence import checked_confidence
from doxa.belief.evidence import TAG_PREFIX
from doxa.clock import to_micros
from doxa.dream.drafts import ACTIONS, Draft
from doxa.dream.memories import Memo
from doxa.dream.planned import Planned
from doxa.dream_records import Proposal
from doxa.errors import InvalidInput, NotFound
from doxa.graph.inputs import checked_edge_type
from doxa.graph.nodes import RevisionId
from doxa.records import Json, Ref
from doxa.write.context import WriteContext

STAGE: Final = "host"
BY_DREAM_ALONE: Final = ("reground", "relabel_space", "strengthen")
"""Actions that only follow from what is stored."""
NEEDS_TEXT: Final = ("compress", "create_schema", "create_intention")
NEEDS_INTO: Final = ("merge", "merge_entities", "link", "add_evidence")
OWN_TAGS: Final = ("published", "latest")
"""Tags that only people set."""
MOST_CHARACTERS: Final = 20_000
"""Of the words of one proposal: a summary of many texts, not a document."""
PATTERN_KINDS: Final = ("schema", "core_schema", "intention")


def drafts_of(planned: Planned, context: WriteContext, proposals: Sequence[Proposal]) -> Iterable[Draft]:
    """Return the drafts of a host's proposals.

    Raises:
        InvalidInput: An action there is none of, missing words, something merged into itself, a deprecation that
            names nothing.
        NotFound: A ref names no live memory of the scope.
    """
    for place, proposal in enumerate(proposals):
        yield _draft(planned, context, proposal, f"proposals[{place}]")


def _draft(planned: Planned, context: WriteContext, proposal: Proposal, field: str) -> Draft:
    if proposal.action not in ACTIONS or proposal.action in BY_DREAM_ALONE:
        allowed = ", ".join(each for each in ACTIONS if each not in BY_DREAM_ALONE)
        _refuse(f"{field}.action is {proposal.action!r}.", f"Use one of {allowed}.", field)
    targets = tuple(_revision(planned, ref, field) for ref in proposal.refs)
    into = None if proposal.into is None else _revision(planned, proposal.into, field)
    evidence = tuple(_revision(planned, ref, field) for ref in proposal.evidence)
    if not targets:
        _refuse(f"{field} names no memory.", "Give its refs.", field)
    if into is None and proposal.action in NEEDS_INTO:
        _refuse(f"{field} ({proposal.action}) has no `into`.", "Name what the others become, or lead to.", field)
    if into in targets:
        _refuse(f"{field} merges or links a memory with itself.", "Leave it out of refs.", field)
    if not proposal.text and proposal.action in NEEDS_TEXT:
        _refuse(f"{field} ({proposal.action}) has no text.", "Put it in words.", field)
    if len(proposal.text or "") > MOST_CHARACTERS:
        said = f"{field}.text has {len(proposal.text or ''):,} characters."
        _refuse(said, f"Say it in {MOST_CHARACTERS:,} at most.", field)
    passage = context.gate.opened()
    return Draft(
        proposal.action,
        STAGE,
        tuple(dict.fromkeys(targets)),
        passage.line(proposal.reason, f"{field}.reason") if proposal.reason else "",
        checked_confidence(proposal.confidence),
        into=into,
        text=passage.line(proposal.text, f"{field}.text") if proposal.text and proposal.action in NEEDS_TEXT else None,
        details=checked_details(proposal, planned.now, field),
        evidence=evidence,
        spoken=True,
    )


def checked_details(proposal: Proposal, now: int, field: str) -> dict[str, Json]:
    """Return what an action may be told: never evidence, a title or a text of what is there already.

    Args:
        proposal: What is proposed; the label of a `relabel` may be its text.
        now: The clock, in microseconds.
        field: What it is called in an error.
    """
    action, details = proposal.action, proposal.details
    kept: dict[str, Json] = {}
    if action == "link":
        kept["relation"] = checked_edge_type(str(details.get("relation", "RELATED_TO")))
    if action == "relabel":
        kept["tags"] = [*_tags(details.get("tags") or ([proposal.text] if proposal.text else []), field)]
    if action == "create_schema" and details.get("kind") in PATTERN_KINDS:
        kept["kind"] = details["kind"]
    if action in ("create_schema", "create_intention") and isinstance(details.get("metadata"), Mapping):
        kept["metadata"] = details["metadata"]
    if action == "create_intention":
        kept["expires"] = _end(details.get("expires"), now, field)
    return kept


def _tags(given: Any, field: str) -> list[str]:
    """Return the tags of a relabel.

    Raises:
        InvalidInput: There is none, or one grades evidence or protects.
    """
    named = [given] if isinstance(given, str) else given
    allowed = allowed_tags(named)
    if not allowed or len(allowed) < len(named):
        mend = f"Give details.tags; {', '.join(OWN_TAGS)} and {TAG_PREFIX}… are not a dream's to set."
        _refuse(f"{field} (relabel) has the tags {named!r}.", mend, field)
    return allowed


def _end(given: Json, now: int, field: str) -> int:
    """Return by when an intention is to be done.

    Raises:
        InvalidInput: It has no end that is to come.
    """
    mend = "Give details.expires, an ISO time to come such as 2030-03-01T12:00:00Z."
    if given is None:
        _refuse(f"{field} (create_intention) has no end.", mend, field)
    end = _instant(given, field)
    if end <= now:
        _refuse(f"{field}.details.expires is {given!r}, which is over.", mend, field)
    return end


def allowed_tags(given: Any) -> list[str]:
    """Return the tags that a model or host may set: none that grades evidence or protects."""
    tags = (
        [tag for tag in given or () if isinstance(tag, str) and tag.strip()] if isinstance(given, list | tuple) else []
    )
    return [tag.strip() for tag in tags if not tag.strip().startswith(TAG_PREFIX) and tag.strip() not in OWN_TAGS]


def _instant(value: Json, field: str) -> int:
    from datetime import datetime

    from doxa.clock import aware

    if isinstance(value, int) and not isinstance(value, bool):
        return value
    try:
        return to_micros(aware(datetime.fromisoformat(str(value)), f"{field}.details.expires"))
    except ValueError as error:
        mend = "Give an ISO time such as 2026-03-01T12:00:00Z."
        raise InvalidInput(f"{field}.details.expires is {value!r}.", mend=mend, field=field, value=value) from error


def _revision(planned: Planned, ref: Ref, field: str) -> RevisionId:
    revision = planned.view.resolve(ref)
    memo: Memo | None = planned.memos.get(revision)
    if memo is None:
        mend = "Name a live memory of this user by its id or newest kref."
        raise NotFound(f"{field} names {ref}, which no dream may touch.", mend=mend, field=field, value=ref)
    return revision


def _refuse(said: str, mend: str, field: str) -> NoReturn:
    raise InvalidInput(said, mend=mend, field=field)
