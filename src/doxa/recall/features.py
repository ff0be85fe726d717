"""What the order of candidates is learned from: named numbers per candidate, most of them between -1 and 1.

Every feature is relative to the question or to the owner's own texts, so that one set of weights serves any language,
any size and any embedder; a feature that cannot be known is 0 for all candidates and so decides nothing.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from itertools import chain
from typing import TYPE_CHECKING

from doxa.recall.pool import Pool, shifted, steps
from doxa.recall.shapes import Shape, Wanted
from doxa.recall.surroundings import best_of_session, lexical_evidence, mean_of_session
from doxa.records import Period

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from doxa.recall.pool import Floats

Features = Mapping[str, "Floats"]
"""Feature name to its values, shape (n,)."""

PROXIMITY_DAYS = 15.0
"""Half-life of the nearness to an asked period."""
_DAY = 86_400.0
_Z_SCALE = 3.0
_Z_LIMIT = 9.0


def numeric_features(pool: Pool, period: Period | None) -> Features:
    """Return the features that need no look at the texts: words, meaning, session, person, time."""
    return {**_lexical(pool), **_dense(pool), **_person(pool), **_time(pool, period)}


def _lexical(pool: Pool) -> dict[str, Floats]:
    import numpy as np

    found = lexical_evidence(pool)
    weight = found.perfect
    relative = np.where(pool.lengths > 0, pool.lengths / pool.average, 0.0).astype(np.float32)
    return {
        "own": _to_best(found.own),
        "near": _to_best(found.near),
        "wide": _to_best(found.wide),
        "session": _to_best(found.session),
        "own_part": found.own / weight,
        "near_part": found.near / weight,
        "share": found.share,
        "covered": found.covered,
        "next": shifted(found.own, pool.after) / weight,
        "length": relative / (1.0 + relative),
        "opens": pool.opens.astype(np.float32),
    }


def _dense(pool: Pool) -> dict[str, Floats]:
    import numpy as np

    names = ("meaning", "meaning_before", "meaning_after", "meaning_wide", "meaning_session", "meaning_mean")
    if pool.spread <= 0:
        nothing = np.zeros(len(pool), np.float32)
        return dict.fromkeys(names, nothing)
    score = np.nan_to_num((pool.cosine - pool.centre) / pool.spread, nan=0.0).clip(-_Z_LIMIT, _Z_LIMIT) / _Z_SCALE
    score = score.astype(np.float32)
    before, after = steps(pool.before, 2), steps(pool.after, 2)
    around = [shifted(score, places) for places in (before[0], after[0], before[1], after[1])]
    values = (
        score,
        around[0],
        around[1],
        (around[2] + around[3]) / 2,
        best_of_session(pool, score),
        mean_of_session(pool, score),
    )
    return dict(zip(names, values, strict=True))


def _person(pool: Pool) -> dict[str, Floats]:
    import numpy as np

    return {"by_asked": pool.by_asked.astype(np.float32)}


def _time(pool: Pool, period: Period | None) -> dict[str, Floats]:
    import numpy as np

    names = ("in_period", "near_period", "after_period")
    if period is None:
        nothing = np.zeros(len(pool), np.float32)
        return dict.fromkeys(names, nothing)
    start, end = _seconds(period.start, -np.inf), _seconds(period.end, np.inf)
    away = np.maximum(np.maximum(start - pool.said, pool.said - end), 0.0) / _DAY
    inside = (pool.said >= start) & (pool.said < end)
    soon_after = (pool.said >= end) & (away < PROXIMITY_DAYS)
    values = (inside, np.exp2(-away / PROXIMITY_DAYS), soon_after)
    return {name: value.astype(np.float32) for name, value in zip(names, values, strict=True)}


def text_features(pool: Pool, rows: NDArray[np.int64], shapes: Sequence[Shape], wanted: Wanted) -> Features:
    """Return the features that look at the texts, for some of the candidates.

    Args:
        pool: All candidates.
        rows: Which of them, shape (m,).
        shapes: What their texts are like, m of them.
        wanted: What sort of answer the question is after.

    Returns:
        Values of shape (m,).
    """
    import numpy as np

    told = np.fromiter(chain.from_iterable(shapes), np.float32, len(shapes) * len(Shape._fields))
    columns = told.reshape(-1, len(Shape._fields)).T
    asks, asks_inside, first, second, time, number, names = columns
    asked, other = pool.by_asked[rows].astype(np.float32), pool.by_other[rows].astype(np.float32)
    named: Floats = names / np.float32(3)
    return {
        "asks": asks,
        "asks_inside": asks_inside,
        "of_themselves": asked * first,
        "to_asked": other * second,
        "names": named,
        "name_wanted": wanted.name * named,
        "time_wanted": wanted.time * time,
        "number_wanted": wanted.number * number,
    }


def _to_best(values: Floats) -> Floats:
    highest = float(values.max(initial=0.0))
    return values / highest if highest > 0 else values


def _seconds(instant: datetime | None, otherwise: float) -> float:
    return otherwise if instant is None else instant.timestamp()
