"""What the functions return: values, which can be compared, copied and pickled."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from os import PathLike
from pathlib import Path
from typing import Any, ClassVar, Literal

from ._matchboxes import Frame, Picture, Rule

_Side = Literal["first", "second"]


class _Table:
    """A result that other libraries read as the table of one of its frames."""

    _frame: ClassVar[str]

    def __arrow_c_stream__(self, requested_schema: object | None = None) -> object:
        frame: Frame = getattr(self, self._frame)
        return frame.__arrow_c_stream__(requested_schema)

    def __narwhals_dataframe__(self) -> Any:
        return getattr(self, self._frame).__narwhals_dataframe__()

    def __iter__(self) -> Iterator[dict[str, Any]]:
        """The rows, by which pandas has the table, too."""
        return iter(getattr(self, self._frame))


class _Drawn:
    """A result that a notebook shows as its picture; in a notebook of another person that is not trusted yet, as PNG."""

    drawn: Picture

    def _repr_svg_(self) -> str:
        return self.drawn.svg()

    def _repr_png_(self) -> tuple[bytes, dict[str, int]]:
        return self.drawn._repr_png_()


class _Pictured:
    """A result with several pictures, of which a notebook shows the usual one."""

    pictures: dict[str, Picture]

    def _usual(self) -> str | None:
        return "results"

    def _picture(self, name: str | None) -> Picture:
        asked = name or self._usual() or ""
        if asked not in self.pictures:
            raise ValueError(f"name: there are {', '.join(self.pictures)}, not `{asked}`")
        return self.pictures[asked]

    def _repr_svg_(self) -> str | None:
        return self._picture(None).svg() if self._usual() else None

    def _repr_png_(self) -> tuple[bytes, dict[str, int]] | None:
        return self._picture(None)._repr_png_() if self._usual() else None


class _Told:
    """A result that is printed as the program prints it."""

    summary: str

    def __str__(self) -> str:
        return self.summary


@dataclass(frozen=True)
class Box(_Drawn):
    """The matchbox of a position.

    Attributes
    ----------
    position : str
        The position, as text.
    side : {'first', 'second'}
        The side to move, whose box it is.
    ply : int or None
        The number of moves before it was first met; of a box never met, before it can be met; None if that is far
        away.
    met : bool
        Whether it has been met; if not, it is as the rule would fill it.
    moves : Frame
        A row for each `move`: its `beads`, its `value` and its `visits` under a rule of values, and its `chance`.
    drawn : Picture
        What `picture` returns.
    """

    __module__ = "matchboxes"

    position: str
    side: _Side
    ply: int | None
    met: bool
    moves: Frame
    drawn: Picture

    def picture(self) -> Picture:
        """The board with the beads and chances of the moves."""
        return self.drawn

    def __repr__(self) -> str:
        return f"<matchboxes.Box {self.position}, {self.side} to move, {len(self.moves)} moves>"


@dataclass(frozen=True)
class Sheet:
    """One kind of sheet of a kit, ready to print.

    Attributes
    ----------
    name : str
        The kind, such as `labels`.
    pages : list[str]
        Each page as SVG.
    pdf : bytes
        All pages as a PDF, with its fonts.
    """

    __module__ = "matchboxes"

    name: str
    pages: list[str]
    pdf: bytes

    def save(self, path: str | PathLike[str]) -> None:
        """Writes the PDF into a file, in place of one that is there."""
        Path(path).write_bytes(self.pdf)

    def _repr_svg_(self) -> str:
        return self.pages[0]

    def __repr__(self) -> str:
        return f"<matchboxes.Sheet {self.name}, {len(self.pages)} pages>"


@dataclass(frozen=True)
class Kit:
    """What a machine of real matchboxes is built of.

    Attributes
    ----------
    game : str
        The game.
    rule : str
        The name of the rule.
    side : {'first', 'second', 'shared'}
        The side that it plays; `shared` if its boxes are for both.
    boxes : int
        The number of boxes.
    beads : int
        The number of beads in all of them.
    sheets : dict[str, Sheet]
        The sheets by their kinds.
    """

    __module__ = "matchboxes"

    game: str
    rule: str
    side: Literal["first", "second", "shared"]
    boxes: int
    beads: int
    sheets: dict[str, Sheet]

    def _repr_svg_(self) -> str | None:
        return next((sheet.pages[0] for sheet in self.sheets.values()), None)

    def __repr__(self) -> str:
        sheets = ", ".join(self.sheets)
        return f"<matchboxes.Kit {self.game}, rule {self.rule}, {self.side}, {self.boxes} boxes: {sheets}>"


@dataclass(frozen=True)
class Chances:
    """The exact chances of a game between two players.

    Attributes
    ----------
    first_wins : float
        The chance that the first side wins.
    draws : float
        The chance of a draw.
    second_wins : float
        The chance that the second side wins.
    fractions : tuple[Fraction, Fraction, Fraction] or None
        The same three as fractions, if these are small.
    """

    __module__ = "matchboxes"

    first_wins: float
    draws: float
    second_wins: float
    fractions: tuple[Fraction, Fraction, Fraction] | None

    def __repr__(self) -> str:
        return f"Chances(first_wins={self.first_wins}, draws={self.draws}, second_wins={self.second_wins})"


@dataclass(frozen=True)
class Difference:
    """What two models of one game have in common, and what not.

    Attributes
    ----------
    boxes : Frame
        A row for each side that both have learnt: the numbers of their `boxes`, of the boxes that `only` one of
        them has, and of the boxes of both with the `same_beads`, with the `same_chances` and with
        `other_chances`.
    changes : Frame
        A row for each colour of the boxes with other chances, the largest `change` first: its beads and its
        chance in both.
    """

    __module__ = "matchboxes"

    boxes: Frame
    changes: Frame

    def __repr__(self) -> str:
        return f"<matchboxes.Difference of {len(set(self.changes['position']))} boxes>"


@dataclass(frozen=True)
class Tournament(_Drawn, _Told, _Table):
    """Every player against every other on both sides.

    As Arrow data it is its `ranking`.

    Attributes
    ----------
    meetings : Frame
        A row for each pair of a first and a second player: how it was played, its results, and the scores of
        both.
    ranking : Frame
        A row for each player that met others, the best first: its mean score with its error, the shares of games
        won, drawn and lost, and its Elo rating.
    drawn : Picture
        What `picture` returns.
    summary : str
        What is printed of it: the cross table, the ranking, and remarks.
    """

    __module__ = "matchboxes"
    _frame = "ranking"

    meetings: Frame
    ranking: Frame
    drawn: Picture
    summary: str

    def picture(self) -> Picture:
        """The cross table of the scores."""
        return self.drawn

    def __repr__(self) -> str:
        return f"<matchboxes.Tournament, best first: {', '.join(self.ranking['player'])}>"


@dataclass(frozen=True)
class Proof:
    """What is certain about a player of one side, against all possible opponents.

    Attributes
    ----------
    position : str
        The position from which is played.
    side : {'first', 'second'}
        The side that it plays.
    never_loses : bool
        Whether no opponent can ever beat it.
    worst_case_loss : float
        The largest chance that any opponent has of beating it.
    worst_case_loss_fraction : Fraction or None
        The same as a fraction, if it is small.
    best_response : float
        The best score of any opponent: a win counts 1, a draw 0, a loss -1.
    best_response_fraction : Fraction or None
        The same as a fraction, if it is small.
    line : list[str]
        The moves of both sides in a shortest game that it may lose.
    resigns : bool
        Whether it resigns after them.
    positions : int
        The number of positions that its play can reach.
    own_turns : int
        In how many of them it moves.
    slips : int
        In how many of these it can play a move that worsens the result.
    """

    __module__ = "matchboxes"

    position: str
    side: _Side
    never_loses: bool
    worst_case_loss: float
    worst_case_loss_fraction: Fraction | None
    best_response: float
    best_response_fraction: Fraction | None
    line: list[str]
    resigns: bool
    positions: int
    own_turns: int
    slips: int

    def __repr__(self) -> str:
        loses = "never loses" if self.never_loses else f"can be beaten with a chance of {self.worst_case_loss}"
        return f"<matchboxes.Proof {self.side} side: {loses}>"


@dataclass(frozen=True)
class Evaluation:
    """Everything exact about a player of one side.

    Attributes
    ----------
    side : {'first', 'second'}
        The side that it plays.
    random : tuple[float, float, float]
        The chances of a win, a draw and a loss against random play.
    perfect : tuple[float, float, float]
        The same against perfect play.
    proof : Proof
        Its worst case.
    """

    __module__ = "matchboxes"

    side: _Side
    random: tuple[float, float, float]
    perfect: tuple[float, float, float]
    proof: Proof

    def __repr__(self) -> str:
        random, perfect = (" / ".join(f"{x:.4f}" for x in chances) for chances in [self.random, self.perfect])
        worst = self.proof.worst_case_loss
        return f"<matchboxes.Evaluation {self.side} side: random {random}, perfect {perfect}, worst-case loss {worst:.4f}>"


@dataclass(frozen=True)
class Expected(_Table):
    """What is expected of a small machine.

    As Arrow data it is its `games`.

    Attributes
    ----------
    games : Frame
        A row for each game: the chances that it is `won`, `drawn`, `lost`, `resigned` or `refused`, the expected
        number of games `lost_so_far`, the chance that the machine `never_loses` after it, and the number of its
        `states`. With `exact=True`, also the expected exact chances after it, against random and perfect play,
        and the opponent that beats the machine most often: `exact_random_won` to `exact_worst_case_loss`.
    ended : str or None
        Why the expected games end before the last one of the training; None if they do not.
    states : int or None
        The states that it can have. This and what follows is None where the states are not followed to the end,
        as under a rule that adds beads.
    last_states : int or None
        The states that it never leaves.
    chance_never_loses : float or None
        The chance that at some time no opponent can beat it.
    games_until_never_loses : float or None
        The expected number of games until then, where that is certain.
    """

    __module__ = "matchboxes"
    _frame = "games"

    games: Frame
    ended: str | None
    states: int | None
    last_states: int | None
    chance_never_loses: float | None
    games_until_never_loses: float | None

    def __repr__(self) -> str:
        until = self.games_until_never_loses
        after = "" if until is None else f", never loses after {until:.5f} games on average"
        return f"<matchboxes.Expected of {len(self.games)} games{after}>"


@dataclass(frozen=True)
class Solution:
    """The answer of a search.

    Attributes
    ----------
    position : str
        The position that was searched.
    value : int
        The value for the side to move: 1 for a win, 0 for a draw, -1 for a loss, where it is the whole game's.
    status : {'exact', 'exact_to_depth', 'at_least', 'at_most', 'cut_short', 'estimate'}
        What the value is; `exact_to_depth` if deeper play may change it.
    whole : bool
        Whether the search saw the whole game.
    depth : int
        The distance in moves to the end of the best line.
    best : list[str]
        All moves of the best value, or the first one found where a limit was reached.
    line : list[str]
        Best play of both sides.
    nodes : int
        The number of positions visited.
    """

    __module__ = "matchboxes"

    position: str
    value: int
    status: Literal["exact", "exact_to_depth", "at_least", "at_most", "cut_short", "estimate"]
    whole: bool
    depth: int
    best: list[str]
    line: list[str]
    nodes: int

    def __repr__(self) -> str:
        return f"<matchboxes.Solution value {self.value} ({self.status}), best {' '.join(self.best)}>"


@dataclass(frozen=True)
class Sweep(_Pictured, _Told, _Table):
    """A grid of studies, ranked.

    As Arrow data it is its `trainings`.

    Attributes
    ----------
    trainings : Frame
        A row for each training, the best first for each game, learner and opponent: its `place`, the values of
        its parameters, and the `figure` by the runs that choose, `chosen_mean`, and by the runs of
        `reported_seed`, `reported_mean`, with errors, intervals and the games until it seldom lost.
    rules : list[Rule]
        The rule of each row.
    pictures : dict[str, Picture]
        The figure against each parameter and, as `map`, against two; and as `front`, speed against strength.
    summary : str
        What is printed of it: the trainings and the best of them.
    """

    __module__ = "matchboxes"
    _frame = "trainings"

    trainings: Frame
    rules: list[Rule]
    pictures: dict[str, Picture]
    summary: str

    @property
    def best(self) -> dict[str, Any]:
        """The row of the best training; with several games, learners or opponents the first of these."""
        return next(iter(self.trainings))

    def picture(self, name: str | None = None) -> Picture:
        """One of `pictures`: the map, or of a single parameter the picture of this one, unless a name is given."""
        return self._picture(name)

    def _usual(self) -> str | None:
        return "map" if "map" in self.pictures else min(self.pictures.keys() - {"front"}, default=None)

    def __repr__(self) -> str:
        return f"<matchboxes.Sweep of {len(self.trainings)} trainings>"


@dataclass(frozen=True)
class Tree(_Drawn, _Table):
    """The tree that a search has searched.

    As Arrow data it is its `nodes`.

    Attributes
    ----------
    title : str
        What was searched.
    algorithm : str
        The name of the search.
    value : int
        The value of the root.
    depth : int
        The returned depth of the root.
    visited : int
        The number of nodes visited.
    leaves : int
        How many of them are leaves.
    cutoffs : int
        How often a bound made further moves unnecessary.
    left_out : int
        How many visited nodes are missing from `nodes`.
    nodes : Frame
        A row for each node in the order of the visits: the row of its `parent`, its `ply`, the `move` that leads
        to its `position`, the `side` to move, the window from `alpha` to `beta`, its `value` with its
        `depth`, its `state`, and whether it is on the `best` line.
    lines : str
        What `text` returns.
    graph : str
        What `dot` returns.
    drawn : Picture
        What `picture` returns.
    """

    __module__ = "matchboxes"
    _frame = "nodes"

    title: str
    algorithm: str
    value: int
    depth: int
    visited: int
    leaves: int
    cutoffs: int
    left_out: int
    nodes: Frame
    lines: str
    graph: str
    drawn: Picture

    def text(self) -> str:
        """A line for each node, indented by its ply."""
        return self.lines

    def dot(self) -> str:
        """A graph for Graphviz."""
        return self.graph

    def picture(self) -> Picture:
        """The picture of the tree from the root down."""
        return self.drawn

    def __repr__(self) -> str:
        return f"<matchboxes.Tree of {self.title}, {self.algorithm}: value {self.value}, {self.visited} nodes>"


@dataclass(frozen=True)
class Study(_Pictured, _Told, _Table):
    """Many runs of one training, or of several trainings compared.

    As Arrow data it is its `curves`.

    Attributes
    ----------
    curves : Frame
        A row for each training, point and curve: the mean over the runs, its error, the deviation and the
        quantiles.
    runs : Frame
        A row for each training, run and way of `play`: its last ten sets together and its tables after them, and
        with exact figures a row for greedy play.
    speed : Frame
        A row for each training, side and share of games not lost: after how many games the runs reached it.
    figures : Frame
        A row for each training and `figure`: its mean, interquartile mean and quantiles with their intervals at
        95 %: from `mean_low` to `mean_high` for the mean over all possible runs, which assumes nothing about
        their distribution. The figures are the curves over the last ten sets, exact figures as at the end, the
        shares of runs of a kind and the games of `speed`.
    comparisons : Frame or None
        Of two or more trainings, a row for each pair and `figure`: the `mean` of the first minus the `mean` of
        the second, `less_rule` against `less_opponent`, its standard `error` and its interval from `low` to
        `high`, the `chance_of_more` that a run of the first has more than one of the second with its own
        interval, and the `dominance` in words where this tells more from less. All these `intervals` hold together
        at 95 %, each at its `level`. Figures of training games are compared where opponent and way of play are the
        same. None of one training.
    pictures : dict[str, Picture]
        As the program draws them: `results`, the share of games won and drawn, or of several trainings not lost; `boxes`,
        `missing-colour`, and, as far as the study has them, `exact`, `score`, `speed`, `runs`, `differences` and
        `each`.
    summary : str
        What is printed of it: the figures of one training, or what is compared of several and what that comes to.
    """

    __module__ = "matchboxes"
    _frame = "curves"

    curves: Frame
    runs: Frame
    speed: Frame
    figures: Frame
    comparisons: Frame | None
    pictures: dict[str, Picture]
    summary: str

    @property
    def drawn(self) -> Picture:
        """What `picture` returns without a name."""
        return self.pictures["results"]

    def picture(self, name: str | None = None) -> Picture:
        """One of `pictures`: the results, unless a name is given."""
        return self._picture(name)

    def __repr__(self) -> str:
        runs = set(zip(self.runs["rule"], self.runs["opponent"], self.runs["run"])) if len(self.runs) else set()
        trainings = len({run[:2] for run in runs})
        compared = [] if self.comparisons is None else sorted(set(self.comparisons["figure"]))
        told = f", compared by {', '.join(compared)}" if compared else ""
        return f"<matchboxes.Study of {trainings} trainings, {len(runs)} runs{told}>"
