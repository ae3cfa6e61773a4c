"""A game against a machine that learns from it, and the same as text in a terminal."""

from __future__ import annotations

import functools
import json
import pathlib
import shutil
import subprocess
import sys
import tempfile
import weakref
from typing import TYPE_CHECKING, Any, Callable

from ._matchboxes import _Page, load

if TYPE_CHECKING:
    from ._matchboxes import Model

# The machines at the page: one that learns, or one that is only played against.
LEARNS, GUEST = "machine", "guest"
# Removes a folder when its input ends: with the process that holds the other end.
REMOVE = "import shutil, sys; sys.stdin.read(); shutil.rmtree(sys.argv[1], ignore_errors=True)"


@functools.cache
def _folder() -> str:
    """The folder of all boards. Another process removes it: servers such as marimo's end by a signal and run nothing at exit."""
    folder = tempfile.mkdtemp(prefix="matchboxes-")
    remover = subprocess.Popen([sys.executable, "-ISc", REMOVE, folder], stdin=subprocess.PIPE, start_new_session=True)
    # Made before the boards' own, this runs after them.
    weakref.finalize(Board, remover.communicate)
    return folder


class Board:
    """A machine at a board, and what it has learnt there.

    >>> import matchboxes
    >>> board = matchboxes.train("nim:8:take=3", rule="cups", learner="second", games=3).play()
    >>> board.games
    0
    """

    def __init__(self, model: Model, learn: bool, side: str | None) -> None:
        folder = pathlib.Path(tempfile.mkdtemp(dir=_folder()))
        weakref.finalize(self, shutil.rmtree, folder, ignore_errors=True)
        self._path = folder / f"{LEARNS}.menace"
        self._before = model
        model.save(self._path)
        self._page = _Page(folder)
        self.name = LEARNS if learn else GUEST
        wanted: dict[str, Any] = {} if learn else {"game": model.game, "player": LEARNS, "learn": False}
        if side is not None:
            wanted["side"] = side
        self._ask(f"machines/{self.name}/sit", wanted)
        # A page without references saves and ends.
        self._end = weakref.finalize(self, _Page.close, self._page)

    def _ask(self, path: str, body: dict[str, Any] | None = None) -> Any:
        """The answer of the page to a request."""
        sent = b"" if body is None else json.dumps(body).encode()
        status, bytes = self._page.answer(body is not None, path, sent)
        told = json.loads(bytes)
        if status != 200:
            raise ValueError(told["error"])
        return told

    def _scene(self) -> Any:
        return self._ask(f"machines/{self.name}")["scene"]

    @property
    def model(self) -> Model:
        """The machine as it is now."""
        return load(self._path)

    @property
    def games(self) -> int:
        """The games that it has learnt since the board was set up."""
        return self.model.games - self._before.games

    def close(self) -> None:
        """Saves and leaves the board."""
        self._end()

    def __repr__(self) -> str:
        return f"{self.model!r} at the board, {self.games} games learnt there"

    def talk(self, read: Callable[[str], str] = input, write: Callable[[str], None] = print) -> None:
        """Plays in the terminal, until an empty line is typed at the end of a game, or the input ends."""
        try:
            while _game(self, read, write) and read("Another game? (Enter ends, y plays) ").strip():
                self._ask(f"machines/{self.name}/act/new", {"revision": self._scene()["revision"]})
        except EOFError:
            write("")


def _text(board: dict[str, Any]) -> str:
    """A board as lines."""
    cells, columns = board["cells"], board["columns"]
    if not cells or board["rows"]:
        return str(board["text"])
    shown = [" " if cell is None else cell or "." for cell in cells]
    rows = [shown[at : at + columns] for at in range(0, len(shown), columns)]
    lines = [f"{number} {' '.join(row)}" for number, row in enumerate(rows, 1)]
    return "\n".join([*lines, "  " + " ".join("abcdefghijklmnopqrstuvwxyz"[:columns])])


def _drawn(turn: dict[str, Any], write: Callable[[str], None]) -> None:
    """The box of the machine, and what it has drawn."""
    box = turn.get("box")
    if box and "value" not in box["colours"][0]:
        held = ", ".join(f"{' '.join(colour['moves'])} {colour['beads']}" for colour in box["colours"])
        write(f"Its box: {held}")
    write(f"It moves {turn['move']}")


def _game(board: Board, read: Callable[[str], str], write: Callable[[str], None]) -> bool:
    """Plays a game to its end."""
    seen = 0
    while True:
        scene = board._scene()
        now = scene["round"]
        for turn in now["turns"][seen:]:
            if not turn["person"]:
                _drawn(turn, write)
        seen = len(now["turns"])
        if now["ended"]:
            return _ended(scene, write)
        write(_text(now["board"]))
        while True:
            word = read(f"Your move ({', '.join(now['legal'][:12])}): ").strip()
            try:
                asked = {"move": word, "revision": scene["revision"]}
                board._ask(f"machines/{board.name}/move", asked)
                break
            except ValueError as error:
                write(str(error))


def _ended(scene: dict[str, Any], write: Callable[[str], None]) -> bool:
    """What came of a game, and what the machine has learnt from it."""
    now = scene["round"]
    write(_text(now["board"]))
    winner = now["ended"]["winner"]
    resigned = now["ended"].get("resigned")
    who = {None: "A draw.", scene["person"]: "You have won."}.get(winner, "The machine has won.")
    write(f"{who} The loser has resigned." if resigned else who)
    for change in now["ended"]["changes"]:
        before, after = change["before"]["colours"], change["after"]["colours"]
        for old, new in zip(before, after):
            if old["beads"] != new["beads"]:
                moves = " ".join(new["moves"])
                write(f"Box {change['before']['position']}: {moves} from {old['beads']} to {new['beads']} beads")
    return True
