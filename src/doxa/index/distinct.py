"""Each text once: what an embedder is given when a batch repeats itself."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from doxa.errors import InvalidText

if TYPE_CHECKING:
    from doxa.index.embedder import Float32Array


def embed_distinct(texts: Sequence[str], embed: Callable[[list[str]], Float32Array]) -> Float32Array:
    """Return one row per text, computing equal texts once.

    Args:
        texts: Any texts.
        embed: Gives the rows of distinct texts, in order; not called with none.

    Returns:
        The rows in the order of `texts`, shape (len(texts), dim); (0, 0) for no text.

    Raises:
        InvalidText: A text is not encodable in UTF-8 (a lone surrogate).
    """
    import numpy as np

    for text in texts:
        _check_encodable(text)
    place = {text: row for row, text in enumerate(dict.fromkeys(texts))}
    if not place:
        return np.zeros((0, 0), dtype=np.float32)
    rows = embed(list(place))
    return rows if len(place) == len(texts) else rows[[place[text] for text in texts]]


def _check_encodable(text: str) -> None:
    try:
        text.encode("utf-8")
    except UnicodeEncodeError as error:
        raise InvalidText(
            f"The text holds a lone surrogate at character {error.start}.",
            mend="Decode it with errors='replace' before giving it.",
            field="texts",
        ) from error
