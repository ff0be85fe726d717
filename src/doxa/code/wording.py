"""A question in words: which commits tell of it, and which of their decisions."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any, Final, TypeVar

from doxa.code.framing import framing
from doxa.code.grounds import is_ground, is_whole
from doxa.code.lines import Touch
from doxa.code.passages import COMMIT, PASSAGE, commits_told, sentence_for
from doxa.code.reasons import sentences_of
from doxa.code.records import CodeQuote, LineChange
from doxa.code.storing import DECISION, form_of, is_detail, named, space_of
from doxa.graph.contract import View
from doxa.graph.nodes import Filter, ItemId, RevisionId, RevisionNode, TermMatches
from doxa.text.bm25 import saturation
from doxa.text.tokens import query_tokens

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

Key = TypeVar("Key")
SCANNED: Final = 100
"""Texts that each search looks at."""
SHOWN: Final = 5
"""Commits that are named for a question in words, and whose decisions are looked at."""
K1, B = 1.2, 0.5
"""On the 46 questions of `benchmarks/gold/why_*dev.json` these put about one more commit first than Lucene's 1.2 and
.75 do, and doxa's for turns several fewer: these texts differ more in length than turns do."""
MEANING: Final = 0.3
"""What likeness of meaning counts beside words; on the questions of `benchmarks/gold/why_dev.json` .2 and .3 do
about as well."""
BREADTH: Final = 0.3
"""What a commit loses for each time that it tells e times as much: the best of many texts fits by chance. On the same
questions .2 to .4 do about as well, and none of it puts a third fewer of doxa's own commits first."""
MESSAGE: Final = 0.1
"""What a commit's message counts beside the best of its texts, which may be the message."""
COVERED: Final = 0.5
"""What the share of a question's words that a commit tells anywhere counts beside its best text; .3 to 1 do as well."""
FRAMED: Final = 0.3
"""What a word counts by which people ask: it is rare in commits, and says nothing of what is asked. With it 3 more
of the 46 commits come first; 0 to .5 do about as well."""
OWN: Final = 0.25
"""What a decision's own words count beside those of its commit."""


@dataclass(slots=True)
class Worded:
    """What a question's words find.

    Args:
        decisions: Score of each, 0 to 1, best first.
        commits: Score of each, best first.
        passages: Per commit the text beside its code that fits best.
        rarity: The question's words, each with how much it tells.
    """

    decisions: dict[ItemId, float] = field(default_factory=dict)
    commits: dict[str, float] = field(default_factory=dict)
    passages: dict[str, RevisionNode] = field(default_factory=dict)
    rarity: dict[str, float] = field(default_factory=dict)


def find_by_words(view: View, question: str, repo: str | None, vector: NDArray[np.float32] | None) -> Worded:
    """Return what a question finds: a commit counts as the best of its message, its files' prose and its decisions."""
    space = None if repo is None else space_of(repo)
    keep = Filter(kinds=(DECISION, COMMIT, PASSAGE), space=space)
    matched = view.match_terms(query_tokens(question), limit=SCANNED, filter=keep)
    words = _rescored(matched)
    meaning: dict[RevisionId, float] = {}
    if vector is not None:
        keep = Filter(kinds=(DECISION, COMMIT), space=space)
        meaning = {hit.revision: hit.cosine for hit in view.search_vectors(vector, limit=SCANNED, filter=keep)}
    nodes = view.revisions(list({**words, **meaning}))
    words, meaning = _from_most(words), _from_least(meaning)
    weight = MEANING if meaning else 0.0
    found = Worded()
    for owner in matched.owners:
        found.rarity.update(zip(matched.terms, owner.rarity, strict=True))
    breadth = _breadth(nodes.values())
    covered = {sha: share / breadth.get(sha, 1.0) for sha, share in _covered(matched, nodes).items()}
    messages = {revision: score for revision, score in words.items() if _is_message(nodes[revision].metadata)}
    told = _mixed(_best(words, nodes, breadth), _from_most(_best(messages, nodes, {})), MESSAGE)
    told = _from_most({sha: told.get(sha, 0.0) + COVERED * covered.get(sha, 0.0) for sha in {**told, **covered}})
    found.commits = _sorted(_mixed(told, _best(meaning, nodes, breadth), weight))
    own = _mixed(words, meaning, weight)
    found.decisions = {
        node.item: _scored(found.commits, commits_of(node.metadata), own[revision])
        for revision, node in nodes.items()
        if is_decision(node.metadata)
    }
    _add_carried(view, repo, found)
    found.decisions = _sorted(found.decisions)
    for node in sorted(nodes.values(), key=lambda node: words.get(node.id, 0.0)):
        if "path" in node.metadata:
            found.passages[str(node.metadata["commit"])] = node
    return found


def _rescored(found: TermMatches) -> dict[RevisionId, float]:
    """Return what is found scored by BM25, in which a word counts less by which people only ask."""
    weights = _weights(found.terms)
    scores: dict[RevisionId, float] = {}
    for hit in found.hits:
        owner = found.owners[hit.owner]
        scores[hit.revision] = sum(
            weights[place] * owner.rarity[place] * saturation(count, hit.length, owner.average, k1=K1, b=B)
            for place, count in hit.counts.items()
        )
    return scores


def _weights(terms: Sequence[str]) -> list[float]:
    return [FRAMED if term in framing() else 1.0 for term in terms]


def _covered(found: TermMatches, nodes: Mapping[RevisionId, RevisionNode]) -> dict[str, float]:
    """Return, per commit, the share of a question's words that any of its texts holds, each by what it tells."""
    weights = _weights(found.terms)
    held: dict[str, dict[int, float]] = {}
    for hit in found.hits:
        owner = found.owners[hit.owner]
        for sha in commits_of(nodes[hit.revision].metadata)[-1:]:
            words = held.setdefault(sha, {})
            for place in hit.counts:
                words[place] = max(words.get(place, 0.0), weights[place] * owner.rarity[place])
    rarity = [max((owner.rarity[place] for owner in found.owners), default=0.0) for place in range(len(found.terms))]
    whole = sum(weight * rare for weight, rare in zip(weights, rarity, strict=True)) or 1.0
    return {sha: sum(words.values()) / whole for sha, words in held.items()}


def is_decision(metadata: Mapping[str, Any]) -> bool:
    """Return whether something stored is a decision, not what a commit tells."""
    return "decision" in metadata


def _is_message(metadata: Mapping[str, Any]) -> bool:
    return "path" not in metadata and not is_decision(metadata)


def commits_of(metadata: Mapping[str, Any]) -> list[str]:
    """Return the commits that something stored belongs to, the newest last."""
    listed = metadata.get("commits")
    if isinstance(listed, list):
        return [str(each) for each in listed]
    return [str(metadata["commit"])] if "commit" in metadata else []


def changes_told(view: View, repo: str | None, found: Worded) -> list[LineChange]:
    """Return the commits that tell most of what a question asks, each with the words that fit best."""
    if repo is None:
        return []
    shas = list(found.commits)[:SHOWN]
    told = commits_told(view, repo, shas)
    by_form = named(view, [form_of("commit", repo, sha) for sha in shas])
    carried = {sha: by_form.get(form_of("commit", repo, sha), []) for sha in shas}
    heads = {item: view.head(item) for items in carried.values() for item in items}
    nodes = view.revisions(list(heads.values()))
    for sha, items in carried.items():
        carried[sha] = sorted(items, key=lambda item: is_detail(nodes[heads[item]].metadata))  # the message's first
    krefs = view.krefs(list(heads.values()))
    changes = []
    for sha in shas:
        if sha in told:
            node, items = told[sha], carried[sha]
            changes.append(
                LineChange(
                    commit=commits_of(node.metadata)[-1],
                    subject=node.title or "",
                    author=str(node.metadata.get("author") or ""),
                    time=node.said_at or datetime.fromtimestamp(0, UTC),
                    decision=krefs[heads[items[0]]] if items else None,
                    quote=_quote(found.passages.get(sha), node, found.rarity),
                )
            )
    return changes


def _quote(passage: RevisionNode | None, told: RevisionNode, wanted: Mapping[str, float]) -> CodeQuote | None:
    sha = commits_of(told.metadata)[-1]
    body = sentence_for(told.text, wanted) if told.text != told.title else ""
    if body:
        return CodeQuote(body, f"commit {sha}", "context")
    beside = "" if passage is None else sentence_for(passage.text, wanted)
    if passage is None or not beside:
        return None
    return CodeQuote(beside, f"{passage.metadata['path']}, commit {sha}", "context")


def own_words(view: View, repo: str | None, changes: Sequence[Touch]) -> dict[str, CodeQuote]:
    """Return, per commit, the sentence of its message that says most of why; else its subject. None is a decision."""
    told = {} if repo is None else commits_told(view, repo, [each.commit for each in changes])
    return {
        each.commit: CodeQuote(
            _telling(told.get(each.commit), each.subject), f"message of commit {each.commit}", "context"
        )
        for each in changes
    }


def _telling(told: RevisionNode | None, subject: str) -> str:
    if told is None or told.text == told.title:
        return subject
    sentences = [sentence for line in told.text.split("\n") for sentence in sentences_of(line)]
    whole = [each for each in sentences if is_whole(each)]
    return next((each for each in whole if is_ground(each)), (*whole, subject)[0])


def _add_carried(view: View, repo: str | None, found: Worded) -> None:
    """Add the decisions of the best commits whose own words were not found."""
    if repo is None:
        return
    best = list(found.commits)[:SHOWN]
    by_form = named(view, [form_of("commit", repo, sha) for sha in best])
    for sha in best:
        for item in by_form.get(form_of("commit", repo, sha), []):
            found.decisions.setdefault(item, (1 - OWN) * found.commits[sha])


def _scored(commits: Mapping[str, float], shas: Sequence[str], own: float) -> float:
    return (1 - OWN) * max((commits.get(sha, 0.0) for sha in shas), default=own) + OWN * own


def _best(
    scores: Mapping[RevisionId, float], nodes: Mapping[RevisionId, RevisionNode], breadth: Mapping[str, float]
) -> dict[str, float]:
    """Return, per commit, the best score of what belongs to it."""
    found: dict[str, float] = {}
    for revision, score in scores.items():
        for sha in commits_of(nodes[revision].metadata)[-1:]:
            found[sha] = max(found.get(sha, 0.0), score / breadth.get(sha, 1.0))
    return found


def _breadth(nodes: Iterable[RevisionNode]) -> dict[str, float]:
    """Return, per commit of which a text says how many there are, what its scores are divided by."""
    return {
        sha: 1.0 + BREADTH * math.log1p(int(str(node.metadata["texts"])))
        for node in nodes
        if "texts" in node.metadata
        for sha in commits_of(node.metadata)[-1:]
    }


def _mixed(words: Mapping[Key, float], meaning: Mapping[Key, float], weight: float) -> dict[Key, float]:
    keys: Iterable[Key] = dict.fromkeys((*words, *meaning))
    return {key: (1 - weight) * words.get(key, 0.0) + weight * meaning.get(key, 0.0) for key in keys}


def _from_most(scores: Mapping[Key, float]) -> dict[Key, float]:
    most = max(scores.values(), default=0.0) or 1.0
    return {key: score / most for key, score in scores.items()}


def _from_least(scores: Mapping[Key, float]) -> dict[Key, float]:
    least, most = min(scores.values(), default=0.0), max(scores.values(), default=0.0)
    return {key: (score - least) / ((most - least) or 1.0) for key, score in scores.items()}


def _sorted(scores: Mapping[Key, float]) -> dict[Key, float]:
    return dict(sorted(scores.items(), key=lambda pair: -pair[1]))
