"""Recall quality without a model: the bare methods recomputed on the given data, and doxa beside them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

from doxa import Memory, Message
from doxa.index.embedder import Embedder
from report import Report, data_folder
from retrieval_baselines import Bm25, convex, cosines
from retrieval_data import Corpus, read_locomo, read_memdaily

DEPTHS = (5, 10, 20)
Ranking = list[list[str]]
"""Per question the keys of the texts, best first, as deep as the deepest of `DEPTHS`."""


def measure(report: Report, embedder: Embedder) -> None:
    """Add the rows, shares of gold texts among the first 5, 10 and 20, means over questions."""
    folder = data_folder()
    readers: dict[str, Callable[[Path], list[Corpus]]] = {"LoCoMo": read_locomo, "MemDaily": read_memdaily}
    for name, read in readers.items():
        corpora = [] if folder is None else [corpus for corpus in read(folder) if corpus.asked]
        if not corpora:
            report.skip(f"{name} recall", "the data are not there; DATA=folder names them")
            continue
        _measure_one(report, f"{name}, {sum(len(each.asked) for each in corpora)} q", corpora, embedder)


def _measure_one(report: Report, name: str, corpora: Sequence[Corpus], embedder: Embedder) -> None:
    shares: dict[str, list[list[float]]] = {}
    for corpus in corpora:
        for method, ranking in (*_bare(corpus, embedder).items(), ("doxa", _ours(corpus, embedder))):
            shares.setdefault(method, []).extend(_shares(corpus, ranking))
    bm25 = _means(shares["BM25"])
    for method, found in shares.items():
        for depth, share, base in zip(DEPTHS, _means(found), bm25, strict=True):
            report.add(f"{name}: R@{depth}, {method}", share, "%", baseline=None if method == "BM25" else base)


def _bare(corpus: Corpus, embedder: Embedder) -> dict[str, Ranking]:
    texts = [text.searched for text in corpus.texts]
    index, dense = Bm25(texts), cosines(embedder, texts, [asked.question for asked in corpus.asked])
    rankings: dict[str, Ranking] = {"BM25": [], "USE": [], "convex .4 of both": []}
    for asked, cosine in zip(corpus.asked, dense, strict=True):
        lexical = index.scores(asked.question)
        for method, scores in zip(rankings, (lexical, cosine, convex(lexical, cosine)), strict=True):
            best = sorted(range(len(texts)), key=lambda place: -scores[place])[: DEPTHS[-1]]
            rankings[method].append([corpus.texts[place].key for place in best])
    return rankings


def _ours(corpus: Corpus, embedder: Embedder) -> Ranking:
    """Ask doxa. It is told what was said and by whom; the keys of the data stay out here."""
    with Memory("quality", home=":memory:", embedder=embedder, user="one") as memory:
        receipt = memory.add([Message("user", text.said, name=text.speaker) for text in corpus.texts], extract=False)
        pairs = zip(receipt.outcomes, corpus.texts, strict=True)
        keys = {outcome.belief.id: text.key for outcome, text in pairs if outcome.belief is not None}
        return [
            [
                keys[hit.belief.id]
                for hit in memory.recall(asked.question, limit=DEPTHS[-1], min_relevance=0, touch=False).hits
            ]
            for asked in corpus.asked
        ]


def _shares(corpus: Corpus, ranking: Ranking) -> list[list[float]]:
    return [
        [len(asked.gold & set(ranked[:depth])) / len(asked.gold) for depth in DEPTHS]
        for asked, ranked in zip(corpus.asked, ranking, strict=True)
    ]


def _means(shares: Sequence[Sequence[float]]) -> list[float]:
    return [100 * sum(column) / len(shares) for column in zip(*shares, strict=True)]
