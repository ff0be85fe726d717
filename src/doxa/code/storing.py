"""Decisions in the graph: one item each in code memory, under its title and the date of its commit.

A decision keeps where it lies as mentions (`file:…`, `commit:…`, `symbol:…`), so that a look by place is one indexed
read. What replaced it is an edge. A marker per batch names the commits that were read.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from datetime import datetime
from typing import TYPE_CHECKING, Any, Final

from doxa.code.drafts import Draft
from doxa.code.mining import MOST_ANCHORS, MOST_SYMBOLS, symbols_in
from doxa.code.rationale import CONTEXT
from doxa.code.records import CodeAnchor, CodeQuote
from doxa.graph.contract import View, Writer
from doxa.graph.nodes import Filter, ItemId, Key, NewItem, NewRevision, RevisionId, RevisionNode
from doxa.graph.owners import CODE_MEMORY
from doxa.graph.reindexing import embedded_text
from doxa.records import Json
from doxa.text.tokens import query_tokens
from doxa.write.context import WriteContext, WriteRequest, actor_of
from doxa.write.limits import within

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

DECISION: Final = "code_decision"
MARKER: Final = "code_batch"
SPACE: Final = "code"
DETAIL: Final = frozenset({"comment", "documentation"})
"""Roles of the anchors of a decision that was read beside the code."""
MOST_COMMITS: Final = 20
"""Commits that one decision is known in, the newest ones."""
_CORROBORATING: Final = frozenset({"measurement", "review", "incident", "benchmark", "review_finding"})
_GOING: Final = frozenset("remove drop delete stop revert undo forbid disable 删除 移除 去掉 停用".split())


@dataclass(frozen=True, slots=True)
class Stored:
    """What became of a draft.

    Args:
        revision: Its decision.
        change: `new`, `revised` or `unchanged`.
        replaced: Decisions that it superseded.
    """

    revision: RevisionId
    change: str
    replaced: int = 0


def space_of(repo: str) -> str:
    """Return the space of a repository's decisions."""
    return f"{SPACE}/{repo}"


@contextmanager
def code_operation(context: WriteContext, request: WriteRequest) -> Iterator[Writer]:
    """Open one operation on code memory."""
    reason = request.reason and context.gate.opened().line(request.reason, "reason")
    with (
        context.graph.transaction(
            request.kind, actor=actor_of(request.scope), user=CODE_MEMORY, reason=reason
        ) as writer,
        within(context.limits, writer, CODE_MEMORY),
    ):
        yield writer


def is_on(view: View) -> bool:
    """Return whether a project has decision memory: something was ingested, captured or mined."""
    return bool(view.list_heads(Filter(kinds=(DECISION, MARKER)), limit=1).items)


def identity_of(repo: str, title: str, decided_at: datetime) -> str:
    """Return what makes two commits the same decision: no id of a commit, so that a rebase changes nothing."""
    return "\n".join((DECISION, repo, " ".join(title.split()).casefold(), decided_at.isoformat()))


def find_decision(view: View, repo: str, title: str, decided_at: datetime) -> ItemId | None:
    """Return the decision with a title and date, where there is one."""
    return view.by_identity(identity_of(repo, title, decided_at), CODE_MEMORY)


def named(view: View, forms: Sequence[str], *, most: int = 200) -> dict[str, list[ItemId]]:
    """Return the live decisions that mention places, per form, newest first."""
    found = view.mentions([form[:900] for form in forms], limit=most)
    nodes = view.revisions([revision for each in found.values() for revision, _ in each])
    return {
        form: list(dict.fromkeys(nodes[revision].item for revision, _ in each if revision in nodes))
        for form, each in found.items()
    }


def form_of(kind: str, repo: str, name: str) -> str:
    """Return the form under which a place is mentioned."""
    return f"{kind}:{repo}:{name}"[:900]


def known_commits(view: View, repo: str) -> set[str]:
    """Return the commits of a repository that were read already."""
    known: set[str] = set()
    cursor: str | None = None
    keep = Filter(kinds=(MARKER,), space=space_of(repo))
    while True:
        page = view.list_heads(keep, limit=500, cursor=cursor)
        for node in view.revisions([row.revision for row in page.items]).values():
            listed = node.metadata.get("commits")
            known.update(str(each) for each in listed if isinstance(each, str)) if isinstance(listed, list) else None
        cursor = page.cursor
        if cursor is None:
            return known


def mark(writer: Writer, repo: str, commits: Sequence[str]) -> None:
    """Note that commits were read."""
    kept: list[Json] = list(commits)
    new = NewItem(kind=MARKER, user=CODE_MEMORY, space=space_of(repo), state={Key.TIER: "long_term"})
    text = f"{len(commits)} commits of {repo} were read."
    writer.revision(writer.item(new), NewRevision(text=text, metadata={"commits": kept}))


def draft_vectors(context: WriteContext, drafts: Sequence[Draft]) -> list[NDArray[np.float32] | None]:
    """Return the vector of each draft, `None` where there is no embedder."""
    return vectors_of(context, [embedded_text(draft.title, text_of(draft)) for draft in drafts])


def vectors_of(context: WriteContext, texts: Sequence[str]) -> list[NDArray[np.float32] | None]:
    """Return the vector of each text, `None` where there is no embedder."""
    vectors = context.embedding.vectors(texts) if texts else None
    if vectors is None:
        return [None] * len(texts)
    embedder = context.embedding.embedder()
    assert embedder is not None
    if context.graph.embedder != (embedder.id, embedder.dim):
        context.graph.set_embedder(embedder.id, embedder.dim)
    return list(vectors)


def text_of(draft: Draft) -> str:
    """Return what a decision is found by."""
    names = " ".join(symbols_in(f"{draft.title} {draft.decision} {draft.rationale}")[:8])
    why = "" if draft.rationale in draft.decision else draft.rationale
    around = " ".join(each.text for each in draft.quotes if each.kind == CONTEXT)
    return "\n".join(filter(None, (draft.question, draft.decision, why, around, names, draft.about)))


def store_draft(writer: Writer, repo: str, draft: Draft, vector: NDArray[np.float32] | None) -> Stored:
    """Write a decision, or what is new of one that is there."""
    item = find_decision(writer.view, repo, draft.title, draft.decided_at)
    if item is None and draft.about:
        item, draft = _said_before(writer.view, repo, draft)
    if item is None:
        new = NewItem(
            kind=DECISION,
            user=CODE_MEMORY,
            space=space_of(repo),
            identity=identity_of(repo, draft.title, draft.decided_at),
            state={Key.TIER: "long_term"},
        )
        metadata = metadata_of(draft, [draft.commit] if draft.commit else [])
        revision = writer.revision(writer.item(new), _revision(repo, draft, metadata, vector))
        return Stored(revision, "new", _supersede(writer, repo, draft, revision))
    head = writer.view.revision(writer.view.head(item))
    merged = _merged(head, draft)
    if merged is None:
        return Stored(head.id, "unchanged", _supersede(writer, repo, draft, head.id))  # what it names may be new here
    found, kept = writer.view.vectors([head.id])
    same = merged["decision"] == head.metadata.get("decision") and len(found) > 0
    revision = writer.revision(item, _revision(repo, draft, merged, kept[0] if same else vector))
    return Stored(revision, "revised", _supersede(writer, repo, draft, revision))


def _said_before(view: View, repo: str, draft: Draft) -> tuple[ItemId | None, Draft]:
    """Return the decision that a comment told before, in another commit, and what is then known of it.

    A comment that moves with its code says nothing new; the decision is then known where it stands now.
    """
    form = form_of("title", repo, draft.title.casefold())
    for item in named(view, [form], most=10).get(form, []):
        head = view.revision(view.head(item))
        if is_detail(head.metadata) and head.said_at is not None and head.said_at <= draft.decided_at:
            anchors = tuple(dict.fromkeys((*draft.anchors, *anchors_in(head.metadata))))[:MOST_ANCHORS]
            symbols = tuple(dict.fromkeys((*draft.symbols, *map(str, _listed(head.metadata.get("symbols"))))))
            return item, replace(draft, anchors=anchors, symbols=symbols[:MOST_SYMBOLS], decided_at=head.said_at)
    return None, draft


def is_detail(metadata: Mapping[str, Any]) -> bool:
    """Return whether a decision was read from a comment or documentation."""
    return any(isinstance(each, dict) and each.get("role") in DETAIL for each in _listed(metadata.get("anchors")))


def _merged(head: RevisionNode, draft: Draft) -> dict[str, Json] | None:
    """Return the metadata of a decision that was met again, `None` where nothing is new."""
    known = [str(each) for each in _listed(head.metadata.get("commits"))]
    commits = [*known, *([draft.commit] if draft.commit and draft.commit not in known else [])][-MOST_COMMITS:]
    fresh = metadata_of(draft, commits)
    if head.metadata.get("origin") != "rules" and draft.origin == "rules":  # what a host said is not put back to rules
        fresh = {**head.metadata, "commits": fresh["commits"], "anchors": fresh["anchors"]}
        return None if commits == known else fresh
    same = all(fresh[key] == head.metadata.get(key) for key in fresh if key not in ("anchors", "commits"))
    return None if same and commits == known else fresh


def _revision(repo: str, draft: Draft, metadata: Mapping[str, Json], vector: NDArray[np.float32] | None) -> NewRevision:
    kinds = {quote.kind for quote in draft.quotes}
    grade = "corroborated" if kinds & _CORROBORATING else "single_source" if kinds else "unverified"
    said = Draft(**{**_fields(draft), "decision": str(metadata["decision"]), "rationale": str(metadata["rationale"])})
    return NewRevision(
        text=text_of(said),
        title=draft.title,
        said_at=draft.decided_at,
        metadata=metadata,
        state={Key.AUTHOR: "imported", Key.EVIDENCE: grade},
        mentions=tuple((form, "mention") for form in _forms(repo, draft, metadata)),
        vector=vector,
    )


def _fields(draft: Draft) -> dict[str, Any]:
    return {name: getattr(draft, name) for name in Draft.__slots__}


def _forms(repo: str, draft: Draft, metadata: Mapping[str, Json]) -> Iterable[str]:
    found = [form_of("title", repo, draft.title.casefold())]
    found += [form_of("file", repo, anchor.file) for anchor in draft.anchors]
    found += [form_of("commit", repo, str(each)) for each in _listed(metadata.get("commits"))]
    found += [form_of("symbol", repo, name.rpartition(".")[2].casefold()) for name in draft.symbols]
    return dict.fromkeys(form for form in found if form.isprintable() or "\n" in form)


def metadata_of(draft: Draft, commits: Sequence[str]) -> dict[str, Json]:
    """Return what is kept with a decision."""
    return {
        "decision": draft.decision,
        "rationale": draft.rationale,
        "question": draft.question,
        "author": draft.author,
        "decided_at": draft.decided_at.isoformat(),
        "origin": draft.origin,
        "confidence": draft.confidence,
        "symbols": list(draft.symbols),
        "commits": list(commits),
        "anchors": [_packed(anchor) for anchor in draft.anchors],
        "quotes": [{"text": each.text, "source": each.source, "kind": each.kind} for each in draft.quotes],
    }


def _packed(anchor: CodeAnchor) -> dict[str, Json]:
    return {
        "repo": anchor.repo,
        "commit": anchor.commit,
        "file": anchor.file,
        "start": anchor.start,
        "end": anchor.end,
        "role": anchor.role,
    }


def anchors_in(metadata: Mapping[str, Any]) -> tuple[CodeAnchor, ...]:
    """Return where a stored decision lies."""
    return tuple(CodeAnchor(**each) for each in _listed(metadata.get("anchors")))


def quotes_in(metadata: Mapping[str, Any]) -> tuple[CodeQuote, ...]:
    """Return the words that a stored decision was read from."""
    return tuple(CodeQuote(**each) for each in _listed(metadata.get("quotes")))


def _listed(value: Any) -> list[Any]:
    return value if isinstance(value, list) else []


# --- what replaces what ---


def replaced_by(view: View, items: Sequence[ItemId]) -> dict[ItemId, list[ItemId]]:
    """Return, per decision, those that replaced it."""
    return _joined(view, items, "in")


def replaces(view: View, items: Sequence[ItemId]) -> dict[ItemId, list[ItemId]]:
    """Return, per decision, those that it replaced."""
    return _joined(view, items, "out")


def _joined(view: View, items: Sequence[ItemId], direction: Any) -> dict[ItemId, list[ItemId]]:
    versions = view.versions_of(items) if items else {}
    home = {node.id: item for item, nodes in versions.items() for node in nodes}
    edges = view.edges(list(home), direction=direction, types=("SUPERSEDES",)) if home else []
    ends = {edge.source if direction == "in" else edge.target for edge in edges}
    others = view.revisions(list(ends))
    found: dict[ItemId, list[ItemId]] = {}
    for edge in edges:
        mine, other = (edge.target, edge.source) if direction == "in" else (edge.source, edge.target)
        if mine in home and other in others and others[other].item != home[mine]:
            listed = found.setdefault(home[mine], [])
            if others[other].item not in listed:
                listed.append(others[other].item)
    return found


def _supersede(writer: Writer, repo: str, draft: Draft, revision: RevisionId) -> int:
    """Join a decision to those it says it takes back or replaces; words that only resemble never do."""
    view = writer.view
    own = view.revision(revision).item
    signs = [(item, "revert") for item in _reverted(view, repo, draft)]
    signs += [(item, "named") for item in _named_commits(view, repo, draft)]
    signs += [(item, "instead of") for item in _chosen_over(view, repo, draft)]
    done = set(replaces(view, [own]).get(own, ()))
    count = 0
    for item, sign in signs:
        if item != own and item not in done:
            writer.edge(revision, "SUPERSEDES", view.head(item), {"sign": sign})
            done.add(item)
            count += 1
    return count


def _reverted(view: View, repo: str, draft: Draft) -> list[ItemId]:
    commits = [form_of("commit", repo, each) for each in draft.reverts]
    titles = [form_of("title", repo, each.casefold()) for each in draft.reverts]
    by_commit = [item for items in named(view, commits).values() for item in items]
    if by_commit:
        return by_commit
    older = [item for items in named(view, titles).values() for item in items[:1]]
    return [item for item in older if _shares(view, item, draft)]


def _named_commits(view: View, repo: str, draft: Draft) -> list[ItemId]:
    forms = [form_of("commit", repo, each) for each in draft.replaces]
    return [item for items in named(view, forms).values() for item in items if _shares(view, item, draft)]


def _chosen_over(view: View, repo: str, draft: Draft) -> list[ItemId]:
    """Return older decisions on the same files that chose what this one says it chose against."""
    wanted = [_content(each) for each in draft.rejected]
    wanted = [each for each in wanted if each]
    if not wanted:
        return []
    files = [form_of("file", repo, anchor.file) for anchor in draft.anchors]
    items = list(dict.fromkeys(item for each in named(view, files).values() for item in each))
    gone = replaced_by(view, items)
    heads = {item: view.revision(view.head(item)) for item in items if item not in gone}
    return [
        item
        for item, node in heads.items()
        if node.said_at is not None
        and node.said_at < draft.decided_at
        and not is_detail(node.metadata)  # a sentence names more than it chose
        and any(each <= _chosen(node) for each in wanted)
    ]


def _content(text: str) -> frozenset[str]:
    words = query_tokens(text)
    return (
        frozenset(words)
        if 1 <= len(words) <= 6 and any(len(each) > 2 or not each.isascii() for each in words)
        else frozenset()
    )


def _chosen(node: RevisionNode) -> frozenset[str]:
    """Return the words of what a decision chose: its title, up to what it chose against."""
    from doxa.code.reasons import chosen_against

    title = node.title or ""
    if (title.split() or [""])[0].casefold() in _GOING or title[:2] in _GOING:
        return frozenset()
    for against in chosen_against(title):
        title = title.replace(against, " ")
    return frozenset(query_tokens(title))


def _shares(view: View, item: ItemId, draft: Draft) -> bool:
    files = {anchor.file for anchor in anchors_in(view.revision(view.head(item)).metadata)}
    return not files or not draft.anchors or not files.isdisjoint(anchor.file for anchor in draft.anchors)
