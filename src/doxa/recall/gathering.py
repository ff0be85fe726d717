"""Gathers the candidates of a question from a store: what the legs found and what was said beside the best of it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING

from doxa.graph.contract import View
from doxa.graph.nodes import Beside, Place, RevisionId, TermMatches
from doxa.recall.legs import Found
from doxa.recall.people import asked_people, asked_role
from doxa.recall.pool import Pool
from doxa.recall.surroundings import WIDE
from doxa.records import Question
from doxa.text.simplified import simplified
from doxa.text.tokens import tokens

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from doxa.recall.pool import Flags, Floats, Places

LEXICAL_SEEDS, DENSE_SEEDS = 60, 40
"""Of the best by words and by meaning, how many bring what was said beside them. With 200 of each leg and 100 seeds
LoCoMo's turn recall at 10 is what it is with all turns as candidates."""
_CHARACTERS_A_TOKEN = 5.0
_MICROSECONDS = 1e6


@dataclass(frozen=True, slots=True)
class Gathered:
    """The candidates as arrays, where each stands, in the same order, the speakers asked about, and whose vectors."""

    pool: Pool
    places: tuple[Place, ...]
    people: tuple[str, ...]
    embedder: str | None = None


def gather(
    view: View,
    question: Question,
    found: Sequence[Found],
    matches: TermMatches,
    vector: NDArray[np.float32] | None,
    *,
    beside: bool,
    embedder: str | None = None,
) -> Gathered:
    """Return the candidates of a question.

    Args:
        view: The snapshot.
        question: As it was read.
        found: What every leg found.
        matches: What the lexical leg found, with what its scores were made of.
        vector: The question's; `None` = no dense leg.
        beside: Whether what was said beside the best is taken in.
        embedder: Whose the vectors are.
    """
    hits = dict.fromkeys(revision for leg in found for revision, _ in leg.hits)
    around = view.beside(_seeds(found), radius=WIDE) if beside else {}
    everything = [*hits, *(each for pair in around.values() for side in pair for each in side)]
    places = view.places(everything)
    people = asked_people(question.text, (place.title for place in places.values() if place.role and place.title))
    pool = _pool(view, question, people, matches, vector, around, places)
    return Gathered(pool, tuple(places.values()), people, embedder)


def _seeds(found: Sequence[Found]) -> list[RevisionId]:
    most = {"bm25": LEXICAL_SEEDS, "dense": DENSE_SEEDS}
    return list(dict.fromkeys(revision for leg in found for revision, _ in leg.hits[: most.get(leg.leg, 0)]))


def _pool(
    view: View,
    question: Question,
    people: Sequence[str],
    matches: TermMatches,
    vector: NDArray[np.float32] | None,
    around: Mapping[RevisionId, Beside],
    places: Mapping[RevisionId, Place],
) -> Pool:
    import numpy as np

    rows = {revision: row for row, revision in enumerate(places)}
    words = _words(question, people, matches, places, rows)
    before, after, opens = _order(around, rows)
    alike = None if vector is None else view.likeness(vector, list(places))
    cosines = {} if alike is None else alike.cosines
    by_asked, by_other = _speakers(question, people, list(places.values()))
    return Pool(
        revisions=np.fromiter(places, np.int64, len(places)),
        counts=words.counts,
        rarity=words.rarity,
        times=words.times,
        telling=words.telling,
        lengths=words.lengths,
        average=words.average,
        session=_sessions(places.values()),
        before=before,
        after=after,
        opens=opens,
        cosine=np.array([cosines.get(revision, np.nan) for revision in places], np.float32),
        spread=0.0 if alike is None else alike.spread,
        centre=0.0 if alike is None else alike.mean,
        said=np.array([place.said for place in places.values()], np.float64) / _MICROSECONDS,
        by_asked=by_asked,
        by_other=by_other,
    )


@dataclass(frozen=True, slots=True)
class _Words:
    counts: Floats
    rarity: Floats
    times: Floats
    telling: Flags
    lengths: Floats
    average: Floats


def _words(
    question: Question,
    people: Sequence[str],
    matches: TermMatches,
    places: Mapping[RevisionId, Place],
    rows: Mapping[RevisionId, int],
) -> _Words:
    import numpy as np

    kept = _telling(matches.terms, people)
    column = {place: number for number, place in enumerate(kept)}
    tokens_said = np.zeros(len(rows), np.float32)
    matched = [(row, hit) for hit in matches.hits if (row := rows.get(hit.revision)) is not None]
    tokens_said[[row for row, _ in matched]] = [hit.length for _, hit in matched]
    cells = [
        (row * len(kept) + column[place], count)
        for row, hit in matched
        for place, count in hit.counts.items()
        if place in column
    ]
    counts = np.zeros((len(rows), len(kept)), np.float32)
    counts.reshape(-1)[[cell for cell, _ in cells]] = [count for _, count in cells]
    rarity, average = _statistics(matches, kept, [place.user for place in places.values()])
    said = dict.fromkeys(matches.terms, 0)
    for term in question.terms:
        said[term] += 1
    times = np.array([said[matches.terms[place]] for place in kept], np.float32)
    telling = _say_something([matches.terms[place] for place in kept])
    return _Words(
        counts.reshape(len(rows), len(kept)), rarity, times, telling, _lengths(tokens_said, places.values()), average
    )


def _say_something(terms: Sequence[str]) -> Flags:
    """Return which terms are evidence by themselves: 血 of 血型 is not, it is in many words about something else."""
    import numpy as np

    within = {character for term in terms if len(term) > 1 for character in term}
    return np.array([len(term) > 1 or term.isascii() or term not in within for term in terms], np.bool_)


def _telling(terms: Sequence[str], people: Sequence[str]) -> list[int]:
    """Return the places of the terms that tell candidates apart: not those that only name who is asked about."""
    names = {token for person in people for token in tokens(person)}
    kept = [place for place, term in enumerate(terms) if term not in names]
    return kept or list(range(len(terms)))


def _statistics(matches: TermMatches, kept: Sequence[int], users: Sequence[str | None]) -> tuple[Floats, Floats]:
    """Return rarity, shape (n, t), and mean length, shape (n,), of each candidate's owner."""
    import numpy as np

    if not matches.owners:
        return np.zeros((len(users), len(kept)), np.float32), np.ones(len(users), np.float32)
    number = {owner.user: place for place, owner in enumerate(matches.owners)}
    rarity = np.array([[owner.rarity[place] for place in kept] for owner in matches.owners], np.float32)
    average = np.array([owner.average for owner in matches.owners], np.float32)
    owners = np.array([number.get(user, 0) for user in users], np.int64)
    return rarity[owners], average[owners]


def _lengths(tokens_said: Floats, places: Iterable[Place]) -> Floats:
    """Return lengths in tokens, told from characters where nobody counted."""
    import numpy as np

    characters = np.array([place.characters for place in places], np.float32)
    counted = tokens_said > 0
    a_token = characters[counted].sum() / tokens_said[counted].sum() if counted.any() else _CHARACTERS_A_TOKEN
    told = characters / max(float(a_token), 1e-6)
    return np.where(counted, tokens_said, told).astype(np.float32)


def _sessions(places: Iterable[Place]) -> Places:
    import numpy as np

    numbers: dict[object, int] = {}
    return np.array(
        [
            numbers.setdefault((place.user, place.session) if place.session is not None else alone, len(numbers))
            for alone, place in enumerate(places)
        ],
        np.int64,
    )


def _order(around: Mapping[RevisionId, Beside], rows: Mapping[RevisionId, int]) -> tuple[Places, Places, Flags]:
    """Return the row before and after each candidate, and whether it opens its session, as far as the seeds tell."""
    import numpy as np

    outside = len(rows)
    before, after = [outside] * outside, [outside] * outside
    opens = [False] * outside
    for seed, (earlier, later) in around.items():
        line = [rows[each] for each in (*reversed(earlier), seed, *later) if each in rows]
        opens[line[0]] |= len(earlier) < WIDE
        for one, other in pairwise(line):
            before[other], after[one] = one, other
    return np.array(before, np.int64), np.array(after, np.int64), np.array(opens, np.bool_)


def _speakers(question: Question, people: Sequence[str], places: Sequence[Place]) -> tuple[Flags, Flags]:
    """Return what was said by the one person the question is about, and what by somebody else."""
    import numpy as np

    asked = np.zeros(len(places), np.bool_)
    if len(people) == 1:
        asked = np.array([place.role is not None and place.title == people[0] for place in places], np.bool_)
    elif not people and (role := asked_role(simplified(question.text))) is not None:
        asked = np.array([place.role == role for place in places], np.bool_)
    others = ~asked & np.array([place.role is not None for place in places], np.bool_)
    if not others.any():
        asked = np.zeros(len(places), np.bool_)  # where only one speaks, who speaks tells nothing
    return asked, others & asked.any()
