"""What a game of your own must know."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Protocol, TypeVar

State = TypeVar("State")


class Rules(Protocol[State]):
    """The rules of a game written in Python, for `Game.from_rules`.

    The sides move in turn: a forced pass is a move. Every game ends, after 1,000 moves at most. A state is any
    object that holds all that the rules need to know, the side to move included. A game is the same as another
    only if both come from one call of `Game.from_rules`.

    `Game.from_rules` checks a game of at most 10,000 positions and 20,000 moves whole; a larger one is also
    checked where play comes to a position for the first time. Rules that break one of these laws raise a
    `ValueError` that names the law and the positions, and a method that gives something of another type raises a
    `TypeError`. An exception in the rules ends the work and is passed on.
    """

    name: str
    """The name of the game, with its parameters, 1 to 100 characters on one line; models store it."""

    move_count: int
    """One more than the largest number of a move."""

    def start(self) -> State:
        """The starting position; the first side moves there."""
        ...

    def side(self, state: State, /) -> str:
        """The side to move, `first` or `second`; where the game is over, the side that would move next."""
        ...

    def outcome(self, state: State, /) -> str | None:
        """The winner, `first` or `second`, or `draw`; None while the game goes on."""
        ...

    def moves(self, state: State, /) -> Iterable[int]:
        """The legal moves, ascending, while the game goes on; at least one."""
        ...

    def play(self, state: State, move: int, /) -> State:
        """The position after a legal move."""
        ...

    def key(self, state: State, /) -> int:
        """The position as a number below 2^128, which no other one has; models store it."""
        ...

    def state(self, key: int, /) -> State | None:
        """The position with this key, or None if there is none: it gives back what `key` was asked about."""
        ...

    # A method `text(state)` may give a position a text of its own, which also tells the side to move; without it that is its
    # key. Rows such as `X../.O./...` are drawn as a board.
