"""What the environments have in common."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from ._menace import Game, Position

# The number of a position has at most this many bits.
BITS = 128


def observation(position: Position) -> npt.NDArray[np.int8]:
    """The bits of the position's number, the lowest first: on most boards, the stones of either side."""
    number = np.frombuffer(position.key.to_bytes(BITS // 8, "little"), np.uint8)
    return np.unpackbits(number, bitorder="little").astype(np.int8)


def mask(position: Position) -> npt.NDArray[np.int8]:
    """1 at the number of each legal move."""
    legal = np.zeros(position.game.move_count, np.int8)
    legal[position.move_numbers()] = 1
    return legal


def game_of(game: Game | str) -> Game:
    return Game(game) if isinstance(game, str) else game


def score(position: Position, side: str) -> float:
    """The result of a finished game for a side: 1 won, 0 drawn, -1 lost."""
    return 0.0 if position.outcome == "draw" else 1.0 if position.outcome == side else -1.0


def chances(policy: Any, position: Position) -> npt.NDArray[np.float64]:
    """The chances that a policy gives the legal moves, in their order; all 0 if it resigns."""
    given = policy(position)
    moves = position.moves()
    numbers = position.move_numbers()
    listed = [given.get(m, 0.0) for m in moves] if hasattr(given, "get") else [given[n] for n in numbers]
    weights = np.asarray(listed, np.float64)
    return weights / weights.sum() if weights.sum() > 0 else weights
