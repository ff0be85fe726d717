"""Skills out of memory: a skill whole, its file written back, a quarantined one let go."""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path

from doxa.errors import InvalidInput, NotFound
from doxa.graph.contract import View, Writer
from doxa.graph.kref import slug
from doxa.graph.nodes import Filter, ItemNode, Key, NewRevision, RevisionId, RevisionNode, item_node, revision_node
from doxa.records import Receipt, Ref
from doxa.skills.ingest import parts_of, publish, standing_of
from doxa.skills.preparing import DESCRIPTION, HEAD, ROLE, SKILL, TAGS
from doxa.skills.report import Skill
from doxa.write.context import WriteContext, WriteRequest, operation
from doxa.write.receipts import Result, answered_once, receipt_of
from doxa.write.refs import target_of


def read_skill(view: View, request: WriteRequest, name: str) -> Skill:
    """Return a skill that agents may see.

    Raises:
        NotFound: There is none of that name, or it is quarantined.
    """
    own = slug(name)
    standing = standing_of(view, request, "skill", own) if own else None
    if standing is None or standing.item is None or standing.head is None or standing.status != "live":
        waiting = standing is not None and standing.status == "quarantined"
        mend = "It is quarantined; `release` lets it go." if waiting else "`list` tells which there are."
        raise NotFound(f"There is no skill {name!r}.", mend=mend, field="name", value=name)
    node = view.revision(standing.head)
    metadata = dict(node.metadata)
    if metadata.get(ROLE) != "skill":
        raise NotFound(f"{name!r} is a section of a skill.", mend="Name the skill.", field="name", value=name)
    texts, sections = _parts(view, request, own, node)
    tags = metadata.get(TAGS)
    return Skill(
        name=node.title or own,
        description=str(metadata.get(DESCRIPTION) or ""),
        tags=tuple(str(tag) for tag in tags) if isinstance(tags, list) else (),
        text=str(metadata.get(HEAD) or "") + "".join(texts),
        sections=tuple(sections),
        documents=tuple(_documents(view, standing.item, own)),
        ref=standing.item.uid,
        revision=node.number,
    )


def export_skill(skill: Skill, target: Path) -> Path:
    """Write a skill's file and return where.

    Args:
        skill: The skill.
        target: A file, or a folder in which `SKILL.md` is written.

    Raises:
        InvalidInput: It cannot be written there.
    """
    file = target / "SKILL.md" if target.is_dir() else target
    part = file.with_name(file.name + ".part")
    try:
        part.write_bytes(skill.text.encode())
        os.replace(part, file)
    except OSError as error:
        part.unlink(missing_ok=True)
        mend = "Name a file in a folder that is there and can be written."
        raise InvalidInput(f"{file} cannot be written: {error.strerror}.", mend=mend, field="target") from error
    return file


@answered_once
def release_skill(context: WriteContext, request: WriteRequest, ref: Ref) -> Receipt:
    """Let agents see what was quarantined; see `Skills.release`."""
    with operation(context, request) as writer:
        target = target_of(writer.view, ref)
        waiting = _waiting(writer.view, target.item)
        if waiting is None:
            result = Result(None, "nothing of it is quarantined", target.revision, status="nothing_to_do")
            return receipt_of(writer, request, [result])
        released = _let_go(writer, writer.view.item(target.item), waiting)
        return receipt_of(writer, request, [Result(None, "released", released)])


@dataclass(frozen=True, slots=True)
class _Waiting:
    revision: RevisionNode
    whole: bool


def _waiting(view: View, item: int) -> _Waiting | None:
    """Return the quarantined revision that nothing newer has taken the place of."""
    versions = view.versions(item)  # type: ignore[arg-type]
    newest = versions[-1]
    state = view.state([item_node(newest.item), revision_node(newest.id)])
    if state.get(item_node(newest.item), {}).get(Key.STATUS) == "quarantined":
        return _Waiting(newest, whole=True)
    if state.get(revision_node(newest.id), {}).get(Key.STATUS) == "quarantined":
        return _Waiting(newest, whole=False)
    return None


def _let_go(writer: Writer, item: ItemNode, waiting: _Waiting) -> RevisionId:
    if waiting.whole:
        publish(writer, item.id, waiting.revision.id)
        return waiting.revision.id
    old, head = waiting.revision, writer.view.head(item.id)
    found, vectors = writer.view.vectors([old.id])
    revision = writer.revision(
        item.id,
        NewRevision(
            text=old.text,
            title=old.title,
            metadata=old.metadata,
            state={Key.AUTHOR: "imported"},
            vector=vectors[0] if found else None,
        ),
    )
    writer.edge(revision, "SUPERSEDES", head)
    writer.edge(revision, "DERIVED_FROM", old.id)
    publish(writer, item.id, revision)
    return revision


def _parts(view: View, request: WriteRequest, own: str, node: RevisionNode) -> tuple[list[str], list[Ref]]:
    texts: list[str] = []
    refs: list[Ref] = []
    for part in parts_of(dict(node.metadata)):
        if "inline" in part:
            texts.append(part["inline"])
            continue
        standing = standing_of(view, request, "skill", f"{own}-{part['section']}")
        if standing.item is not None and standing.status == "live":
            texts.append(standing.text)
            refs.append(standing.item.uid)
    return texts, refs


def _documents(view: View, skill: ItemNode, own: str) -> list[Ref]:
    keep = Filter(kinds=("document",), space=skill.space)
    found = [item for item in view.items(keep, name=f"{own}-*", limit=1000).items if item.user == skill.user]
    ours = [item for item in found if view.revision(view.head(item.id)).metadata.get(SKILL) == own]
    return [item.uid for item in sorted(ours, key=lambda item: item.name)]
