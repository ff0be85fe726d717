"""Gathers the candidates of a question from a store: what the legs found and what was said beside the best of it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from doxa.graph.contract import View
from doxa.graph.nodes import RevisionId, TermMatches
from doxa.graph.standing import Standing
from doxa.recall.legs import Found
from doxa.recall.people import asked_people, asked_role
from doxa.recall.pool import Pool
from doxa.recall.surroundings import WIDE
from doxa.records import Question, User
from doxa.text.simplified import simplified
from doxa.text.tokens import tokens

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from doxa.graph.standing import Numbers
    from doxa.recall.pool import Flags, Floats, Places

LEXICAL_SEEDS, DENSE_SEEDS = 60, 40
"""Of the best by words and by meaning, how many bring what was said beside them. With 200 of each leg and 100 seeds
LoCoMo's turn recall at 10 is what it is with all turns as candidates."""
_CHARACTERS_A_TOKEN = 5.0
_MICROSECONDS = 1e6


@dataclass(frozen=True, slots=True)
class Gathered:
    """The candidates as arrays, the speakers asked about, and whose vectors.

    Args:
        pool: The candidates.
        people: The speakers that the question names.
        embedder: Whose the vectors are.
    """

    pool: Pool
    people: tuple[str, ...] = ()
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
    seeds, windows = view.windows(_seeds(found) if beside else (), radius=WIDE)
    near = windows[windows > 0].tolist()
    standing = view.standing([*[revision for leg in found for revision, _ in leg.hits], *near])
    people = asked_people(question.text, standing.speakers())
    pool = _pool(view, question, people, matches, vector, standing, _in_line(seeds, windows))
    return Gathered(pool, people, embedder)


def _seeds(found: Sequence[Found]) -> list[RevisionId]:
    most = {"bm25": LEXICAL_SEEDS, "dense": DENSE_SEEDS}
    return list(dict.fromkeys(revision for leg in found for revision, _ in leg.hits[: most.get(leg.leg, 0)]))


def _in_line(seeds: Sequence[RevisionId], windows: Numbers) -> Numbers:
    """Return each seed with what stands around it in the order it was said, 0 for none; shape (n, 2 * WIDE + 1)."""
    import numpy as np

    of_seeds = np.array(seeds, np.int64)[:, None]
    return np.concatenate([windows[:, WIDE - 1 :: -1], of_seeds, windows[:, WIDE:]], axis=1)


def _pool(
    view: View,
    question: Question,
    people: Sequence[str],
    matches: TermMatches,
    vector: NDArray[np.float32] | None,
    standing: Standing,
    lines: Numbers,
) -> Pool:
    import numpy as np

    rows: dict[int, int] = {revision: row for row, revision in enumerate(standing.revisions)}
    words = _words(question, people, matches, standing, rows)
    before, after, opens = _order(lines, rows)
    alike = None if vector is None else view.likeness(vector, standing.revisions)
    cosine = np.full(len(rows), np.nan, np.float32) if alike is None else np.array(alike.cosines, np.float32)
    by_asked, by_other = _speakers(question, people, standing, view.user)
    return Pool(
        revisions=np.array(standing.revisions, np.int64),
        counts=words.counts,
        rarity=words.rarity,
        times=words.times,
        telling=words.telling,
        lengths=words.lengths,
        average=words.average,
        session=_sessions(standing.session),
        before=before,
        after=after,
        opens=opens,
        cosine=cosine,
        spread=0.0 if alike is None else alike.spread,
        centre=0.0 if alike is None else alike.mean,
        said=standing.said / _MICROSECONDS,
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
    standing: Standing,
    rows: Mapping[int, int],
) -> _Words:
    import numpy as np

    kept = _telling(matches.terms, people)
    column = {place: number for number, place in enumerate(kept)}
    matched = [(row, hit) for hit in matches.hits if (row := rows.get(hit.revision)) is not None]
    tokens_said = np.zeros(len(rows), np.float32)
    tokens_said[[row for row, _ in matched]] = [hit.length for _, hit in matched]
    width = len(kept)
    cells: list[int] = []
    values: list[int] = []
    for row, hit in matched:
        for place, count in hit.counts.items():
            if place in column:
                cells.append(row * width + column[place])
                values.append(count)
    counts = np.zeros(len(rows) * width, np.float32)
    counts[cells] = values
    rarity, average = _statistics(matches, kept, standing)
    said = dict.fromkeys(matches.terms, 0)
    for term in question.terms:
        said[term] += 1
    times = np.array([said[matches.terms[place]] for place in kept], np.float32)
    telling = _say_something([matches.terms[place] for place in kept])
    lengths = _lengths(tokens_said, standing.characters)
    return _Words(counts.reshape(len(rows), width), rarity, times, telling, lengths, average)


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


def _statistics(matches: TermMatches, kept: Sequence[int], standing: Standing) -> tuple[Floats, Floats]:
    """Return rarity, shape (n, t), and mean length, shape (n,), of each candidate's owner."""
    import numpy as np

    size = len(standing.revisions)
    if not matches.owners:
        return np.zeros((size, len(kept)), np.float32), np.ones(size, np.float32)
    rarity = np.array([[owner.rarity[place] for place in kept] for owner in matches.owners], np.float32)
    average = np.array([owner.average for owner in matches.owners], np.float32)
    of_user = np.zeros(len(standing.users) + 1, np.int64)  # the last one is for those of whom nothing was found
    for place, owner in enumerate(matches.owners):
        of_user[standing.users.find(owner.user)] = place
    owners = of_user[standing.user]
    return rarity[owners], average[owners]


def _lengths(tokens_said: Floats, said: Numbers) -> Floats:
    """Return lengths in tokens, told from characters where nobody counted."""
    import numpy as np

    characters = said.astype(np.float32)
    counted = tokens_said > 0
    a_token = characters[counted].sum() / tokens_said[counted].sum() if counted.any() else _CHARACTERS_A_TOKEN
    told = characters / max(float(a_token), 1e-6)
    return np.where(counted, tokens_said, told).astype(np.float32)


def _sessions(of: Numbers) -> Places:
    """Number sessions from 0 up in the order in which they come."""
    import numpy as np

    sessions = of.tolist()
    numbers = {session: number for number, session in enumerate(dict.fromkeys(sessions))}
    return np.fromiter(map(numbers.__getitem__, sessions), np.int64, len(sessions))


def _order(lines: Numbers, rows: Mapping[int, int]) -> tuple[Places, Places, Flags]:
    """Return the row before and after each candidate, and whether it opens its session, as far as the seeds tell."""
    import numpy as np

    outside = len(rows)
    before, after, opens = np.full(outside, outside), np.full(outside, outside), np.zeros(outside, np.bool_)
    if not len(lines):
        return before, after, opens
    row = {0: outside}
    row.update(rows)
    places = np.fromiter(map(row.__getitem__, lines.ravel().tolist()), np.int64, lines.size).reshape(lines.shape)
    there = places < outside
    one, other = places[:, :-1], places[:, 1:]
    beside = there[:, :-1] & there[:, 1:]
    before[other[beside]], after[one[beside]] = one[beside], other[beside]
    first = there.argmax(axis=1)
    opens[places[np.arange(len(lines)), first][first > 0]] = True
    return before, after, opens


def _speakers(question: Question, people: Sequence[str], standing: Standing, asker: User) -> tuple[Flags, Flags]:
    """Return what was said by the one person the question is about, and what by somebody else.

    Where several people speak as users, "my" means what the one said whose name the asker bears.
    """
    import numpy as np

    has_role = standing.role > 0
    asked = np.zeros(len(has_role), np.bool_)
    if len(people) == 1:
        asked = has_role & (standing.title == standing.titles.find(people[0]))
    elif not people and (role := asked_role(simplified(question.text))) is not None:
        asked = standing.role == standing.roles.find(role)
        own = asked_people(asker, standing.speakers()) if role == "user" and isinstance(asker, str) else ()
        if own:
            asked &= np.isin(standing.title, [standing.titles.find(each) for each in (None, *own)])
    others = ~asked & has_role
    if not others.any():
        asked = np.zeros(len(has_role), np.bool_)  # where only one speaks, who speaks tells nothing
    return asked, others & asked.any()
