"""Why the code is as it is: decisions found by place before words, replaced ones behind those in force."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Final, cast

from doxa.code.git import Repository
from doxa.code.lines import ABOVE, Near, Place, Touch, path_in
from doxa.code.records import CodeAnswer, CodeDecision, CodeQuote, LineChange, Match
from doxa.code.storing import (
    anchors_in,
    find_decision,
    form_of,
    is_detail,
    named,
    quotes_in,
    replaced_by,
    replaces,
)
from doxa.code.wording import Worded, changes_told, find_by_words, own_words
from doxa.errors import InvalidInput
from doxa.graph.contract import View
from doxa.graph.nodes import ItemId, RevisionNode
from doxa.recall.token_estimate import estimate_tokens
from doxa.records import Json

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

_TIERS: Final[dict[str, int]] = {"line": 0, "commit": 0, "file": 1, "symbol": 1, "text": 2, "replacement": 3}
"""Facts of place come before the likeness of words."""
SCANNED: Final = 50
"""Decisions that a leg looks at."""
SAID: Final = 3
"""Commits whose own words go into the context where no decision is known for lines."""
WRITTEN: Final = 0.6
"""How much what the newest change's message says counts beside a comment at the very lines, which counts 1."""


@dataclass(frozen=True, slots=True)
class Asked:
    """What is asked.

    Args:
        question: In words; may be empty.
        place: A file, or lines of one.
        commit: A commit's whole id.
        symbol: A name in the code.
        repo: Only this repository's decisions; `None` = all.
        limit: How many decisions at most.
        max_tokens: Budget of the context.
    """

    question: str = ""
    place: Place | None = None
    commit: str | None = None
    symbol: str | None = None
    repo: str | None = None
    limit: int = 5
    max_tokens: int = 1_000


@dataclass(slots=True)
class _Found:
    """A decision that a leg found: how, how well, and the commit that carries it today where it is known by another."""

    match: Match
    score: float
    rebased: str = ""


@dataclass(slots=True)
class _Pool:
    """What the legs found; a decision is kept under its best leg."""

    by_item: dict[ItemId, _Found] = field(default_factory=dict)

    def add(self, items: Iterable[ItemId], match: Match, scores: Iterable[float], rebased: str = "") -> None:
        for item, score in zip(items, scores, strict=False):
            known = self.by_item.get(item)
            if known is None or (_TIERS[match], -score) < (_TIERS[known.match], -known.score):
                self.by_item[item] = _Found(match, score, rebased or (known.rebased if known is not None else ""))


def answer(
    view: View,
    asked: Asked,
    changes: Sequence[Touch],
    vector: NDArray[np.float32] | None,
    warnings: Sequence[str],
    near: Sequence[Near] = (),
    beside: Mapping[str, CodeQuote] | None = None,
) -> CodeAnswer:
    """Return the decisions that say why; see `Code.why`.

    Args:
        view: Code memory.
        asked: The question.
        changes: The commits that changed the lines asked about.
        vector: The question's vector; `None` = only words are compared.
        warnings: What could not be looked at.
        near: The lines asked about and those around them, with the commits that wrote them.
        beside: What stands beside these lines, per commit that wrote it.
    """
    pool = _Pool()
    carried = _line_leg(view, asked, changes, near, pool)
    _anchor_legs(view, asked, pool)
    words = find_by_words(view, asked.question, asked.repo, vector) if asked.question else Worded()
    # words order what a place found; by themselves they stand behind it
    for item, found in pool.by_item.items():
        if found.match in ("file", "symbol"):
            found.score = words.decisions.get(item, 0.0) if asked.question else found.score
    pool.add(words.decisions, "text", words.decisions.values())
    chosen, gone = _ordered(view, pool, asked.limit)
    decisions = _told(view, chosen, gone, pool)
    if asked.question and asked.place is None:
        told = changes_told(view, asked.repo, words)
        return CodeAnswer(tuple(decisions), tuple(told), context_of(decisions, asked.max_tokens), tuple(warnings), True)
    heads = {item: view.head(item) for item in carried.values()}
    krefs = view.krefs(list(heads.values()))
    messages = own_words(view, asked.repo, changes)
    told = [
        LineChange(
            each.commit,
            each.subject,
            each.author,
            each.time,
            krefs.get(heads[carried[each.commit]]) if each.commit in carried else None,
            (beside or {}).get(each.commit) or (None if each.commit in carried else messages[each.commit]),
        )
        for each in changes
    ]
    evidence = "" if any(each.match == "line" for each in decisions) else evidence_of(told)
    context = context_of(decisions, asked.max_tokens, evidence)
    return CodeAnswer(tuple(decisions), tuple(told), context, tuple(warnings))


def _line_leg(
    view: View, asked: Asked, changes: Sequence[Touch], near: Sequence[Near], pool: _Pool
) -> dict[str, ItemId]:
    """Return, per commit that changed the lines, the decision it carries.

    A comment that stands at the lines comes first where it is close, then what the newest change says, then a comment
    farther off. What stands beside other lines of the same commits is no answer for these.
    """
    if asked.repo is None or not (changes or near):
        return {}
    shas = dict.fromkeys((*(touch.commit for touch in changes), *(each.commit for each in near)))
    forms = {sha: form_of("commit", asked.repo, sha) for sha in shas}
    by_form = named(view, list(forms.values()))
    kept = _metadata(view, [item for items in by_form.values() for item in items])
    carried: dict[str, ItemId] = {}
    for place, touch in enumerate(changes):
        items = [item for item in by_form.get(forms[touch.commit], []) if not is_detail(kept[item])]
        if not items:  # a rebased commit has another id, and the same title and date
            from doxa.code.messages import read_message

            same = find_decision(view, asked.repo, read_message(touch.subject).title, touch.time)
            items = [] if same is None else [same]
            pool.add(items, "line", [WRITTEN / (1 + place)], rebased=touch.commit)
        if items:
            carried[touch.commit] = items[0]
        pool.add(items, "line", [WRITTEN / (1 + place)] * len(items))
    beside = _distances({item: kept[item] for item in kept if is_detail(kept[item])}, near)
    pool.add(beside, "line", [1.0 - distance / (ABOVE + 1) for distance in beside.values()])
    return carried


def _metadata(view: View, items: Sequence[ItemId]) -> dict[ItemId, Mapping[str, Json]]:
    heads = {item: view.head(item) for item in dict.fromkeys(items)}
    nodes = view.revisions(list(heads.values()))
    return {item: nodes[head].metadata for item, head in heads.items()}


def _distances(details: Mapping[ItemId, Mapping[str, Json]], near: Sequence[Near]) -> dict[ItemId, int]:
    """Return how far from the lines asked about the comments stand today that are close to them."""
    found: dict[ItemId, int] = {}
    for item, metadata in details.items():
        for anchor in anchors_in(metadata):
            start, end = anchor.start or 0, anchor.end or 0
            there = [
                each.distance
                for each in near
                if each.commit == anchor.commit and each.file == anchor.file and start <= each.line <= end
            ]
            if there:
                found[item] = min(found.get(item, ABOVE), *there)
    return found


def _anchor_legs(view: View, asked: Asked, pool: _Pool) -> None:
    if asked.repo is None:
        return
    if asked.commit is not None:
        items = named(view, [form_of("commit", asked.repo, asked.commit)])
        pool.add(_only(items), "commit", [1.0] * SCANNED)
    if asked.place is not None:
        items = named(view, [form_of("file", asked.repo, asked.place.file)], most=SCANNED)
        pool.add(_only(items), "file", _falling())
    if asked.symbol:
        form = form_of("symbol", asked.repo, asked.symbol.rpartition(".")[2].casefold())
        pool.add(_only(named(view, [form], most=SCANNED)), "symbol", _falling())


def _only(found: dict[str, list[ItemId]]) -> list[ItemId]:
    return list(dict.fromkeys(item for items in found.values() for item in items))[:SCANNED]


def _falling() -> list[float]:
    """Return scores for what is listed newest first."""
    return [1.0 / (1 + place) for place in range(SCANNED)]


def _ordered(view: View, pool: _Pool, limit: int) -> tuple[list[ItemId], dict[ItemId, list[ItemId]]]:
    """Return decisions best first, those in force before those replaced, and what replaced which.

    What replaced a decision that was found is found too, as well as that one was.
    """
    gone: dict[ItemId, list[ItemId]] = {}
    wave = list(pool.by_item)
    while wave:
        found = replaced_by(view, wave)
        gone |= found
        wave = []
        for old, newer in found.items():
            mine = pool.by_item[old]
            for item in newer:
                known = pool.by_item.get(item)
                if known is None:
                    pool.by_item[item] = _Found("replacement", mine.score)
                    wave.append(item)
    tiers = {item: _TIERS[found.match] for item, found in pool.by_item.items()}
    for old in pool.by_item:
        for item in _lasting(old, gone):
            tiers[item] = min(tiers[item], tiers[old])
    items = sorted(
        pool.by_item,
        key=lambda item: (item in gone, tiers[item], -pool.by_item[item].score, -int(item)),
    )
    return items[:limit], gone


def _lasting(item: ItemId, gone: dict[ItemId, list[ItemId]]) -> set[ItemId]:
    """Return everything that replaced a decision, directly or by way of others."""
    seen: set[ItemId] = set()
    wave = [item]
    while wave:
        wave = [newer for each in wave for newer in gone.get(each, ()) if newer not in seen]
        seen.update(wave)
    return seen


def _told(view: View, items: Sequence[ItemId], gone: dict[ItemId, list[ItemId]], pool: _Pool) -> list[CodeDecision]:
    older = replaces(view, items)
    wanted = {*items, *(each for item in items for each in (*gone.get(item, ()), *older.get(item, ())))}
    heads = {item: view.head(item) for item in wanted}
    nodes = view.revisions([heads[item] for item in items])
    krefs = view.krefs(list(heads.values()))
    return [
        _decision(
            nodes[heads[item]],
            krefs[heads[item]],
            pool.by_item[item],
            tuple(krefs[heads[each]] for each in older.get(item, ())),
            tuple(krefs[heads[each]] for each in gone.get(item, ())),
        )
        for item in items
    ]


def _decision(
    node: RevisionNode, kref: str, found: _Found, supersedes: tuple[str, ...], superseded_by: tuple[str, ...]
) -> CodeDecision:
    kept = node.metadata
    commits, anchors = _texts(kept.get("commits")), anchors_in(kept)
    if found.rebased:
        anchors = tuple(replace(each, commit=found.rebased) for each in anchors)
        commits = (*commits, found.rebased)
    return CodeDecision(
        ref=kref,
        title=node.title or "",
        decision=str(kept.get("decision") or ""),
        rationale=str(kept.get("rationale") or ""),
        question=str(kept.get("question") or ""),
        status="superseded" if superseded_by else "active",
        confidence=float(cast("float", kept.get("confidence") or 0.0)),
        decided_at=node.said_at or datetime.fromtimestamp(0, UTC),
        author=str(kept.get("author") or ""),
        origin=str(kept.get("origin") or ""),
        symbols=_texts(kept.get("symbols")),
        commits=commits,
        anchors=anchors,
        quotes=quotes_in(kept),
        supersedes=supersedes,
        superseded_by=superseded_by,
        match=found.match,
        score=round(min(1.0, found.score), 4),
    )


def _texts(value: object) -> tuple[str, ...]:
    return tuple(str(each) for each in value) if isinstance(value, list) else ()


def evidence_of(changes: Sequence[LineChange]) -> str:
    """Return what the commits that changed lines say, for a prompt, where none of them carries a decision."""
    lines = [
        f"> {each.quote.text} ({each.commit[:10]}, {each.time:%Y-%m-%d})"
        for each in changes[:SAID]
        if each.quote is not None
    ]
    return (
        "\n".join(("### No decision is known for these lines; the commits that changed them say", *lines))
        if lines
        else ""
    )


def context_of(decisions: Sequence[CodeDecision], max_tokens: int, evidence: str = "") -> str:
    """Return evidence and decisions as Markdown for a prompt; blocks that pass the budget are left out, whole."""
    blocks: list[str] = []
    left = max_tokens
    numbered = [_block(number, each) for number, each in enumerate(decisions, 1)]
    for block in (*([evidence] if evidence else []), *numbered):
        left -= estimate_tokens(block)
        if left < 0:
            break
        blocks.append(block)
    return "\n\n".join(blocks)


def _block(number: int, each: CodeDecision) -> str:
    commit = f"{each.commits[-1][:10]}, " if each.commits else ""
    lines = [f"### [D{number}] {each.title} ({commit}{each.decided_at:%Y-%m-%d})"]
    if each.status == "superseded":
        lines.append(f"No longer in force; replaced by {', '.join(each.superseded_by)}.")
    if each.decision.rstrip(".") != each.title.rstrip("."):
        lines.append(each.decision)
    if each.rationale:
        lines.append(f"Why: {each.rationale}")
    else:
        lines += [f"> {quote.text}" for quote in each.quotes[:2]]
    files = list(dict.fromkeys(anchor.file for anchor in each.anchors))
    if files:
        lines.append(f"Where: {', '.join(files[:4])}{' …' if len(files) > 4 else ''}")
    return "\n".join(lines)


def place_asked(repository: Repository, file: str, first: int | None, last: int | None) -> Place:
    """Return the place that a caller names.

    Raises:
        InvalidInput: The lines are none, or the file lies outside.
    """
    if first is not None and (first < 1 or (last or first) < first):
        mend = "Lines are counted from 1, the first before the last."
        raise InvalidInput(f"line is {first}-{last or first}.", mend=mend, field="line", value=first)
    return Place(path_in(repository, file), first, last or first)
