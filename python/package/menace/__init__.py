"""Small two-player games learnt by rote, as Donald Michie's matchboxes did, and measured exactly.

>>> import menace
>>> model = menace.train(sets=10)
>>> model.games
1000
"""

from ._menace import (
    Chances,
    Evaluation,
    Expected,
    Frame,
    Game,
    MenaceError,
    Model,
    Picture,
    Player,
    Position,
    Proof,
    Rule,
    Solution,
    Study,
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
