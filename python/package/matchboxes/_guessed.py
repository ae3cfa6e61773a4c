"""What others call the functions of this package and their keywords: the error names ours."""

from __future__ import annotations

import functools
import inspect
from collections.abc import Callable
from typing import Any, TypeVar

F = TypeVar("F", bound=Callable[..., Any])

KEYWORDS = {
    "episodes": "games",
    "n_games": "games",
    "num_games": "games",
    "n_runs": "runs",
    "random_state": "seed",
    "rules": "rule",
    "opponents": "opponent",
    "learners": "learner",
}
NAMES = {"exploitability": "prove(player)", "play": "match(first, second)", "tic_tac_toe": 'Game("tic-tac-toe")'}


def hinted(function: F) -> F:
    """The same function, whose error for an unknown keyword names the one that it has."""
    has = inspect.signature(function).parameters

    @functools.wraps(function)
    def call(*given: Any, **keywords: Any) -> Any:
        for name in keywords.keys() - has.keys():
            ours = KEYWORDS.get(name)
            if ours in has:
                raise TypeError(f"{function.__name__}() has no keyword `{name}`; write {ours}=")
        return function(*given, **keywords)

    return call  # type: ignore[return-value]


def __getattr__(name: str) -> Any:
    hint = f"; write matchboxes.{NAMES[name]}" if name in NAMES else ""
    raise AttributeError(f"module `matchboxes` has no `{name}`{hint}", name=name)
