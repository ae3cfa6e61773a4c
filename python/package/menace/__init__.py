"""Small two-player games learnt by rote, as Donald Michie's matchboxes did, and measured exactly.

>>> import menace
>>> model = menace.train(sets=10)
>>> model.games
1000
"""

from ._menace import (
    Frame,
    Game,
    MenaceError,
    Model,
    Picture,
    Player,
    Position,
    Rule,
    __version__,
    evaluate,
    exact,
    expected,
    games,
    load,
    prove,
    rules,
    solve,
    study,
    train,
)
from ._results import Chances, Evaluation, Expected, Proof, Solution, Study
from ._rules import Rules

__all__ = [
    "Chances",
    "Evaluation",
    "Expected",
    "Frame",
    "Game",
    "MenaceError",
    "Model",
    "Picture",
    "Player",
    "Position",
    "Proof",
    "Rule",
    "Rules",
    "Solution",
    "Study",
    "__version__",
    "evaluate",
    "exact",
    "expected",
    "games",
    "load",
    "prove",
    "rules",
    "solve",
    "study",
    "train",
]
