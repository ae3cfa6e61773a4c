"""What the environments have in common."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from operator import index
from os import PathLike
from typing import Any, Literal, TypeAlias

import numpy as np
import numpy.typing as npt

from ._matchboxes import Game, Model, Player, Position

Side: TypeAlias = Literal["first", "second"]
Opponent: TypeAlias = Model | str | PathLike[str] | Callable[[Position], Any]

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


def check_render(mode: str | None) -> str | None:
    """Refuses a mode in which nothing is shown."""
    if mode not in (None, "ansi", "human"):
        raise ValueError(f"render_mode: `{mode}` is none of ansi, human")
    return mode


def board(position: Position) -> str:
    """The position as lines of text."""
    return str(position).replace("/", "\n")


@contextmanager
def naming(ours: str, theirs: str) -> Iterator[None]:
    """Errors about an argument that has another name here."""
    try:
        yield
    except (TypeError, ValueError) as error:
        text = str(error)
        if not text.startswith(f"{theirs}: "):
            raise
        raise type(error)(ours + text[len(theirs) :]) from None


def game_of(game: Game | str) -> Game:
    with naming("game", "name"):
        return Game(game)


def other(side: str) -> Side:
    if side not in ("first", "second"):
        raise ValueError(f"side: `{side}` is not a side; write first or second")
    return "second" if side == "first" else "first"


def number(action: Any) -> int:
    """The number of a move."""
    try:
        return index(action)
    except TypeError:
        raise TypeError(f"action: give the number of a move, not {action!r}") from None


def score(position: Position, side: str) -> float:
    """The result of a finished game for a side: 1 won, 0 drawn, -1 lost."""
    return 0.0 if position.outcome == "draw" else 1.0 if position.outcome == side else -1.0


def chances(player: Player, position: Position) -> npt.NDArray[np.float64]:
    """The chances that a player gives the legal moves, in their order; all 0 if it resigns."""
    weights = np.asarray(list(player(position).values()), np.float64)
    return weights / weights.sum() if weights.sum() > 0 else weights
