"""Small two-player games learnt by rote, as Donald Michie's matchboxes did, and measured exactly.

>>> import matchboxes
>>> model = matchboxes.train(sets=10)
>>> model.games
1000
"""

from ._matchboxes import (
    Error,
    Frame,
    Game,
    Model,
    Picture,
    Player,
    Position,
    Rule,
    __version__,
    evaluate,
    exact,
    expected,
    figures,
    games,
    load,
    prove,
    rules,
    solve,
    study,
    train,
)
from ._results import Box, Chances, Evaluation, Expected, Kit, Proof, Sheet, Solution, Study
from ._rules import Rules

__all__ = [
    "Box",
    "Chances",
    "Error",
    "Evaluation",
    "Expected",
    "Frame",
    "Game",
    "Kit",
    "Model",
    "Picture",
    "Player",
    "Position",
    "Proof",
    "Rule",
    "Rules",
    "Sheet",
    "Solution",
    "Study",
    "__version__",
    "evaluate",
    "exact",
    "expected",
    "figures",
    "games",
    "load",
    "prove",
    "rules",
    "solve",
    "study",
    "train",
]
