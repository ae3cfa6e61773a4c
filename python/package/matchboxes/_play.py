"""Where a game against a machine is shown: the page of the program in a notebook, text in a terminal."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from ._board import Board

if TYPE_CHECKING:
    from ._matchboxes import Model


def _is_notebook() -> bool:
    """Whether a notebook shows what a cell ends with: its kernel is there, and so is anywidget."""
    if "marimo" not in sys.modules and "ipykernel" not in sys.modules:
        return False
    try:
        import anywidget  # noqa: F401
    except ImportError:
        return False
    return True


def play(model: Model, learn: bool, side: str | None) -> Board:
    """The board: with the page, where a notebook can show it."""
    if not _is_notebook():
        return Board(model, learn, side)
    from ._widget import PageBoard

    return PageBoard(model, learn, side)
