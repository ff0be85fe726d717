"""The candidates of one question as arrays, with who stands beside whom in which session."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Floats = NDArray[np.float32]
    Places = NDArray[np.int64]
    Flags = NDArray[np.bool_]


@dataclass(frozen=True, slots=True)
class Pool:
    """What ranking knows of n candidates for a question of t distinct terms.

    What lies outside the pool counts as not matching: candidates are the best of every leg and what stands beside them.

    Args:
        revisions: Shape (n,): their numbers.
        counts: Shape (n, t): how often each term occurs.
        rarity: Shape (n, t): a term's inverse document frequency among the texts of the candidate's owner.
        times: Shape (t,): how often the question says each term.
        telling: Shape (t,): whether a term says something by itself; a single Han character of a longer term does not.
        lengths: Shape (n,): tokens; 0 where nothing of the question occurs and nobody counted.
        average: Shape (n,): mean tokens of the texts of the candidate's owner.
        session: Shape (n,): candidates of one session share a number from 0 up; one without a session has its own.
        before: Shape (n,): row of what was said just before in the same session, n where that is outside.
        after: Shape (n,): row of what was said just after, n where that is outside.
        opens: Shape (n,): whether it is known to open its session.
        cosine: Shape (n,): with the question's vector; NaN where there is none.
        spread: Standard deviation of the cosines of the owner's texts at large with the question; 0 = no vectors.
        centre: Their mean.
        said: Shape (n,): seconds since 1970 at which it was said.
        by_asked: Shape (n,): whether the one person the question names said it.
        by_other: Shape (n,): whether somebody else did, where the question names one person.
    """

    revisions: Places
    counts: Floats
    rarity: Floats
    times: Floats
    telling: Flags
    lengths: Floats
    average: Floats
    session: Places
    before: Places
    after: Places
    opens: Flags
    cosine: Floats
    spread: float
    centre: float
    said: NDArray[np.float64]
    by_asked: Flags
    by_other: Flags

    def __len__(self) -> int:
        """Return n."""
        return len(self.revisions)


def shifted(rows: Floats, places: Places) -> Floats:
    """Return each candidate's neighbour's row, zeros where the neighbour is outside.

    Args:
        rows: Shape (n, …).
        places: `before` or `after` of a pool, or of a pool's neighbours.
    """
    import numpy as np

    padded = np.concatenate([rows, np.zeros((1, *rows.shape[1:]), rows.dtype)])
    return padded[places]


def steps(places: Places, radius: int) -> list[Places]:
    """Return the rows 1, 2, … `radius` places away in one direction."""
    import numpy as np

    padded = np.append(places, len(places))
    found = [places]
    for _ in range(radius - 1):
        found.append(padded[found[-1]])
    return found
