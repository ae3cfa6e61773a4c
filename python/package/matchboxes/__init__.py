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
    diff,
    evaluate,
    exact,
    expected,
    explain,
    figures,
    games,
    load,
    match,
    merge,
    players,
    prove,
    rules,
    searches,
    solve,
    study,
    tournament,
    train,
)
from ._play import Board
from ._results import Box, Chances, Difference, Evaluation, Expected, Kit, Proof, Sheet, Solution, Study, Tournament
from ._rules import Rules

__all__ = [
    "Board",
    "Box",
    "Chances",
    "Difference",
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
    "Tournament",
    "__version__",
    "diff",
    "evaluate",
    "exact",
    "expected",
    "explain",
    "figures",
    "games",
    "load",
    "match",
    "merge",
    "players",
    "prove",
    "rules",
    "searches",
    "solve",
    "study",
    "tournament",
    "train",
]
