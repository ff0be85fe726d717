"""Search by words: the engine gives candidates, BM25 with the statistics of each owner's own texts ranks them."""

from __future__ import annotations

import heapq
from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass

from doxa.graph.engine import TermWeight, TextMatch
from doxa.graph.filtering import keep, newest_revision
from doxa.graph.nodes import Filter, OwnerTerms, RevisionId, TermMatch, TermMatches, TextHit
from doxa.graph.sight import Sight, chunks
from doxa.graph.undone_text import undone_text
from doxa.text.bm25 import dampening_of, inverse_document_frequency
from doxa.text.tokens import escape

MOST_TERMS = 128
"""Distinct words of a question that count, the rarest ones; a longer question is a pasted text."""
TERMS_AT_ONCE = 256
"""Terms in one statement: owners are searched together up to here."""
SPARE = 32
"""Candidates beyond twice the limit. The engine's order differs from ours where words repeat or lengths stand out: on
2,960 turns of LoCoMo, 2 x limit + 32 candidates held exactly the first 10, 50 and 200 for 99.8, 98.8 and 98.8 % of
1,020 questions. An owner with fewer matches than candidates is always ranked exactly."""


@dataclass(frozen=True, slots=True)
class _Corpus:
    """One owner's texts as the score sees them: their mean length, the question's terms with their weights.

    `words` gives the token that an escaped term stands for.
    """

    slab: int
    average: float
    terms: tuple[TermWeight, ...]
    words: Mapping[str, str]


def search_text(
    sight: Sight,
    terms: Sequence[str],
    *,
    limit: int,
    filter: Filter | None = None,
    within: Sequence[RevisionId] = (),
) -> list[TextHit]:
    """Rank revisions by BM25 (`doxa.text.bm25`) over title and text, ties by newer revision.

    The number of texts, their mean length and the documents per word are those of each owner today, without what was
    undone, also in a past view, which sees the revisions and states of then.

    Args:
        sight: The reader's snapshot.
        terms: Tokens from `doxa.text.tokens.query_tokens`; a repeated one counts as often.
        limit: How many at most.
        filter: What to keep; applied before the limit. `None` keeps all that is seen.
        within: Only these revisions; empty = all.

    Returns:
        Hits with scores rounded to 1e-6, best first; revisions that hold none of the words are left out.
    """
    if limit < 1 or not terms:
        return []
    corpora = list(_corpora(sight, Counter(terms)))
    return [
        TextHit(RevisionId(match.revision), score) for score, match in _found(sight, corpora, limit, filter, within)
    ]


def match_terms(
    sight: Sight,
    terms: Sequence[str],
    *,
    limit: int,
    filter: Filter | None = None,
    within: Sequence[RevisionId] = (),
) -> TermMatches:
    """Rank as `search_text` does, and tell what the scores were made of.

    Args:
        sight: The reader's snapshot.
        terms: Tokens from `doxa.text.tokens.query_tokens`; a repeated one counts as often.
        limit: How many at most.
        filter: What to keep; applied before the limit.
        within: Only these revisions; empty = all.
    """
    wanted = Counter(terms)
    if limit < 1 or not wanted:
        return TermMatches(tuple(wanted), (), ())
    corpora = list(_corpora(sight, wanted))
    place = {word: number for number, word in enumerate(wanted)}
    meant = {
        term.term: (owner, place[corpus.words[term.term]])
        for owner, corpus in enumerate(corpora)
        for term in corpus.terms
    }
    found = _found(sight, corpora, limit, filter, within)
    hits = tuple([_term_match(score, match, meant) for score, match in found])
    users = sight.owners.users(corpus.slab for corpus in corpora)
    owners = tuple(_owner_terms(corpus, users.get(corpus.slab), wanted) for corpus in corpora)
    return TermMatches(tuple(wanted), owners, hits)


def documents_with(sight: Sight, terms: Sequence[str]) -> dict[str, int]:
    """Return how many texts hold each term, today, of all owners that are seen together.

    Args:
        sight: The reader's snapshot.
        terms: Tokens from `doxa.text.tokens`; those that no text holds are left out.
    """
    owned = sight.owned("c")
    slabs = sight.connection.rows(f"SELECT c.slab FROM corpus c WHERE c.documents>0 AND {owned.sql}", owned.values)
    undone = undone_text(sight).holding
    meant = {escape(word, slab): word for (slab,) in slabs for word in dict.fromkeys(terms)}
    found: Counter[str] = Counter()
    for part in chunks(meant):
        for term, count in sight.connection.term_statistics(part).items():
            found[meant[term]] += count - undone[term]
    return dict(+found)


def _term_match(score: float, match: TextMatch, meant: Mapping[str, tuple[int, int]]) -> TermMatch:
    revision, _, length, held = match
    owner, counts = 0, {}
    for term, count in held.items():
        owner, place = meant[term]
        counts[place] = count
    return TermMatch(RevisionId(revision), score, owner, length, counts)


def _owner_terms(corpus: _Corpus, user: str | None, wanted: Mapping[str, int]) -> OwnerTerms:
    rarity = {corpus.words[term.term]: term.weight / wanted[corpus.words[term.term]] for term in corpus.terms}
    return OwnerTerms(user, corpus.average, tuple(rarity.get(word, 0.0) for word in wanted))


def _found(
    sight: Sight, corpora: Sequence[_Corpus], limit: int, filter: Filter | None, within: Sequence[RevisionId]
) -> list[tuple[float, TextMatch]]:
    """Return what is found with its score, best first, ties by newer revision."""
    find = _within(sight, corpora, filter, within) if within else _candidates(sight, corpora, filter, limit)
    scores = _scores(corpora, find)
    # plain numbers, which are put in order at a third of the time that asking a function for each takes
    order = sorted(
        (-score, -match.revision, place) for place, (score, match) in enumerate(zip(scores, find, strict=True))
    )
    return [(scores[place], find[place]) for _, _, place in order[:limit]]


def _corpora(sight: Sight, wanted: Mapping[str, int]) -> Iterator[_Corpus]:
    """Yield the owners that hold any of the words."""
    undone = undone_text(sight).holding
    for part in chunks(_sizes(sight), max(1, TERMS_AT_ONCE // len(wanted))):
        escaped = {(slab, word): escape(word, slab) for slab, _, _ in part for word in wanted}
        indexed = _documents(sight, list(escaped.values()))
        documents = _standing(sight, indexed, undone) if undone else indexed
        for slab, size, length in part:
            found = [(word, term) for word in wanted if documents.get(term := escaped[slab, word])]
            weighted = [
                TermWeight(term, wanted[word] * inverse_document_frequency(documents[term], size), indexed[term])
                for word, term in found
            ]
            if weighted:
                yield _Corpus(slab, length / size, tuple(_rarest(weighted)), {term: word for word, term in found})


def _standing(sight: Sight, indexed: Mapping[str, int], undone: Mapping[str, int]) -> dict[str, int]:
    """Return documents per term without those undone; a past view may see one of them, so it counts one at least."""
    least = 0 if sight.now else 1
    return {term: max(count - undone[term], least) for term, count in indexed.items()}


def _sizes(sight: Sight) -> list[tuple[int, int, int]]:
    """Return slab, documents and terms of the owners that are seen and have texts."""
    if sight.text is not None and sight.text.sizes is not None:
        return sight.text.sizes
    owned = sight.owned("c")
    undone = undone_text(sight)
    rows = sight.connection.rows(
        f"SELECT c.slab, c.documents, c.terms FROM corpus c WHERE c.documents>0 AND {owned.sql}", owned.values
    )
    sizes: list[tuple[int, int, int]] = []
    for slab, documents, terms in rows:
        if documents > undone.documents[slab]:
            sizes.append((slab, documents - undone.documents[slab], terms - undone.lengths[slab]))
        elif not sight.now:
            sizes.append((slab, documents, terms))
    if sight.text is not None:
        sight.text.sizes = sizes
    return sizes


def _documents(sight: Sight, terms: Sequence[str]) -> dict[str, int]:
    """Return how many documents, undone ones too, hold each of some terms; those that none holds are left out."""
    known = {} if sight.text is None else sight.text.documents
    for part in chunks([term for term in terms if term not in known]):
        known.update(dict.fromkeys(part, 0))
        known.update(sight.connection.term_statistics(part))
    return {term: count for term in terms if (count := known[term])}


def _rarest(terms: list[TermWeight]) -> list[TermWeight]:
    return heapq.nsmallest(MOST_TERMS, terms, key=lambda term: (term.documents, term.term))


def _within(
    sight: Sight, corpora: Sequence[_Corpus], filter: Filter | None, revisions: Sequence[RevisionId]
) -> list[TextMatch]:
    kept = keep(sight, revisions, filter)
    return [
        match
        for group in _statements(corpora)
        for part in chunks(kept)
        for match in sight.connection.match_within([term.term for term in group], part)
    ]


def _candidates(sight: Sight, corpora: Sequence[_Corpus], filter: Filter | None, limit: int) -> list[TextMatch]:
    """Return enough of the engine's best that survive the filter; go deeper until there are."""
    newest = newest_revision(sight)
    depth = 2 * limit + SPARE
    kept: list[TextMatch] = []
    tried = 0
    while True:
        found = _best(sight, corpora, depth, newest)
        new = found[tried:]
        survivors = keep(sight, [RevisionId(match.revision) for match in new], filter)
        kept += new if len(survivors) == len(new) else _among(new, set(survivors))
        if len(found) < depth or len(kept) >= limit + limit // 4:
            return kept
        tried, depth = len(found), 4 * depth


def _among(matches: Sequence[TextMatch], revisions: Collection[int]) -> list[TextMatch]:
    return [match for match in matches if match.revision in revisions]


def _best(sight: Sight, corpora: Sequence[_Corpus], depth: int, newest: int | None) -> list[TextMatch]:
    known = None if sight.text is None else sight.text.index
    groups = [
        sight.connection.match_text(group, limit=depth, newest=newest, known=known) for group in _statements(corpora)
    ]
    if len(groups) == 1:
        return groups[0]
    matches = (match for group in groups for match in group)
    return heapq.nsmallest(depth, matches, key=lambda match: (-match.score, -match.revision))


def _statements(corpora: Sequence[_Corpus]) -> Iterator[list[TermWeight]]:
    """Yield the terms of whole owners, as many as one statement takes."""
    group: list[TermWeight] = []
    for corpus in corpora:
        if group and len(group) + len(corpus.terms) > TERMS_AT_ONCE:
            yield group
            group = []
        group += corpus.terms
    if group:
        yield group


def _scores(corpora: Sequence[_Corpus], matches: Sequence[TextMatch]) -> list[float]:
    """Score with the statistics of the owner whose terms a document holds."""
    known: dict[str, tuple[float, float, dict[int, float]]] = {}
    for corpus in corpora:
        dampenings: dict[int, float] = {}  # few lengths differ
        known.update((term.term, (term.weight, corpus.average, dampenings)) for term in corpus.terms)
    scores: list[float] = []
    for match in matches:
        score, dampening = 0.0, None
        for term, count in match.counts.items():
            weight, average, dampenings = known[term]
            if dampening is None:  # a document holds the terms of one owner
                dampening = dampenings.get(match.length)
                if dampening is None:
                    dampening = dampenings[match.length] = dampening_of(match.length, average)
            score += weight * (count / (count + dampening))
        scores.append(round(score, 6))
    return scores
