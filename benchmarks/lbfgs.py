"""Minimises a smooth function of a few dozen numbers: L-BFGS with backtracking (Nocedal and Wright 2006, 7.2, 3.1)."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

Vector = NDArray[np.float64]
MEMORY = 10
SUFFICIENT = 1e-4
TRIES = 30


def minimise(
    function: Callable[[Vector], tuple[float, Vector]], start: Vector, *, iterations: int = 150, tolerance: float = 1e-6
) -> Vector:
    """Return where a function has its minimum.

    Args:
        function: Gives the value and the gradient.
        start: Where to begin.
        iterations: How many at most.
        tolerance: Relative fall of the value below which it ends.
    """
    place = start.copy()
    value, slope = function(place)
    moves: list[tuple[Vector, Vector]] = []
    for _ in range(iterations):
        way = -_scaled(slope, moves)
        step = 1.0 if moves else min(1.0, 1.0 / max(float(np.abs(slope).sum()), 1e-12))
        found = _line_search(function, place, value, slope, way, step)
        if found is None:
            break
        new_place, new_value, new_slope = found
        change = (new_place - place, new_slope - slope)
        if float(change[0] @ change[1]) > 1e-12:
            moves = [*moves[-MEMORY + 1 :], change]
        fall = value - new_value
        place, value, slope = new_place, new_value, new_slope
        if fall <= tolerance * max(1.0, abs(value)):
            break
    return place


def _scaled(slope: Vector, moves: list[tuple[Vector, Vector]]) -> Vector:
    """Return the slope times the approximate inverse Hessian."""
    way = slope.copy()
    shares: list[float] = []
    for move, turn in reversed(moves):
        share = float(move @ way) / float(move @ turn)
        shares.append(share)
        way -= share * turn
    if moves:
        move, turn = moves[-1]
        way *= float(move @ turn) / float(turn @ turn)
    for (move, turn), share in zip(moves, reversed(shares), strict=True):
        way += move * (share - float(turn @ way) / float(move @ turn))
    return way


def _line_search(
    function: Callable[[Vector], tuple[float, Vector]],
    place: Vector,
    value: float,
    slope: Vector,
    way: Vector,
    step: float,
) -> tuple[Vector, float, Vector] | None:
    downhill = float(slope @ way)
    if downhill >= 0:
        return None
    for _ in range(TRIES):
        there = place + step * way
        new_value, new_slope = function(there)
        if new_value <= value + SUFFICIENT * step * downhill:
            return there, new_value, new_slope
        step /= 2
    return None
