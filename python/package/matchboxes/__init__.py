"""Small two-player games learnt by rote, as Donald Michie's matchboxes did, and measured exactly.

>>> import matchboxes
>>> model = matchboxes.train(sets=10)
>>> model.games
1000
"""

from typing import TYPE_CHECKING

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
    sweep,
    tournament,
    train,
    tree,
)
from ._board import Board
from ._results import Box, Chances, Difference, Evaluation, Expected, Kit, Proof, Sheet, Solution, Study, Sweep, Tournament, Tree
from ._rules import Rules

if not TYPE_CHECKING:
    # The names and keywords that others have are answered; to those who check types nothing changes.
    from ._guessed import __getattr__, hinted

    for _name in ["expected", "match", "study", "sweep", "tournament", "train"]:
        globals()[_name] = hinted(globals()[_name])

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
    "Sweep",
    "Tournament",
    "Tree",
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
    "sweep",
    "tournament",
    "train",
    "tree",
]
