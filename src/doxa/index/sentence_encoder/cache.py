"""Opens the embedder's arrays from the cache folder, and puts them there the first time."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from doxa.index.sentence_encoder.array_file import open_arrays, write_arrays

if TYPE_CHECKING:
    from doxa.index.sentence_encoder.array_file import Arrays

FILE = "use-multilingual-v3-0.2.1.arrays"
CONTENT = "use-multilingual-v3/0.2.1, layout 1"
"""Names the arrays' source and layout; a file that says otherwise is made anew."""


def cached_arrays(folder: Path) -> tuple[Arrays, tuple[str, ...]]:
    """Return the arrays, memory-mapped where the folder allows it, and what there is to warn of.

    The package's files are hashed when the cache is written; afterwards only the cache's header, size and
    modification time are checked. Processes that find no cache at the same time each write one, of which one stays.

    Args:
        folder: Where the file of 86 MB is kept.

    Returns:
        The arrays, and warnings: a folder that cannot be written costs 1.5 s and 90 MB in every process.

    Raises:
        MissingExtra: There is no cache and the package is not installed.
        ModelFailure: There is no cache and the package's files are not those of the pinned version.
    """
    path = folder / FILE
    arrays = open_arrays(path, content=CONTENT)
    if arrays is not None:
        return arrays, ()
    from doxa.index.sentence_encoder.sources import build_arrays, package_time  # hashlib: 10 ms, needed once

    built = build_arrays()
    cause = "it does not keep what is written there"
    try:
        write_arrays(path, built, content=CONTENT, stamp=package_time())
    except OSError as error:
        cause = f"{error.strerror or error}"
    arrays = open_arrays(path, content=CONTENT)
    if arrays is not None:
        return arrays, ()
    return built, (
        f"The embedder's cache {path} cannot be used ({cause}), so every process takes 1.5 s and 90 MB to load it. "
        "Make the folder writable, or set another home.",
    )
