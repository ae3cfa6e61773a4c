"""A machine at a board: what is shown and learnt is what the model then has; the widget answers the page's scripts."""

import json
import os
import random
import re
import subprocess
import sys
import time

import pytest

import matchboxes

HEXAPAWN = {"game": "hexapawn", "rule": "her", "learner": "second"}


def person(lines, games):
    """Takes any of the moves that are offered, for so many games, and notes what is written."""
    left, dice = [games], random.Random(7)

    def read(prompt):
        if prompt.startswith("Another"):
            left[0] -= 1
            return "y" if left[0] else ""
        return dice.choice(re.search(r"\((.+)\)", prompt)[1].split(", "))

    return read, lines.append


def test_a_game_in_the_terminal_teaches_the_machine():
    model = matchboxes.train(**HEXAPAWN, games=10, seed=2)
    board = model.play()
    lines = []
    board.talk(*person(lines, 30))
    after = board.model
    assert board.games == 30 and after.games == model.games + 30
    assert model.games == 10, "the model itself stays as it is"
    text = "\n".join(lines)
    ends = re.findall(r"You have won|The machine has won", text)
    assert len(ends) == 30
    # Each bead that the text says has gone is gone: kept account of in words alone.
    counts = {}
    for position, move, old, new in re.findall(r"Box (.+): (\S+) from (\d+) to (\d+) beads", text):
        counts[position, move] = int(new)
        assert int(new) == int(old) - 1
    assert counts
    for (position, move), beads in counts.items():
        assert after.beads(position)[move] == beads, (position, move)


def test_a_board_that_does_not_learn_changes_nothing():
    model = matchboxes.train(**HEXAPAWN, sets=1)
    board = model.play(learn=False)
    board.talk(*person([], 3))
    assert board.games == 0 and board.model == model


def test_wrong_moves_and_arguments_are_said():
    model = matchboxes.train("nim:8:take=3", rule="cups", learner="second", games=3)
    board, lines = model.play(), []
    words = iter(["z9", "a1"])

    def read(prompt):
        try:
            return next(words)
        except StopIteration:
            raise EOFError from None

    board.talk(read, lines.append)
    assert any("z9" in line for line in lines)
    with pytest.raises(TypeError, match="learn"):
        model.play(learn="yes")
    with pytest.raises(ValueError, match="side"):
        model.play(side="third")
    with pytest.raises(ValueError):
        model.play(side="second")
    board.close()


def test_the_widget_answers_the_scripts_of_its_page():
    pytest.importorskip("anywidget")
    from matchboxes._widget import PageBoard

    board = PageBoard(matchboxes.train(**HEXAPAWN, sets=1), True, None)
    assert "machines/" not in board.name and "postMessage" in board.page and "<script" in board.page
    sent = []
    board.send = lambda content, buffers: sent.append((content, json.loads(buffers[0])))

    def asked(path, body=None):
        buffers = [b"" if body is None else json.dumps(body).encode()]
        board._asked(board, {"menace": "1-1", "post": body is not None, "path": path}, buffers)
        content, told = sent.pop()
        assert content["menace"] == "1-1"
        return content["status"], told

    assert asked("shelf")[0] == 200
    status, told = asked(f"machines/{board.name}")
    assert status == 200 and told["scene"]["games"] == 10
    scene = told["scene"]
    move = {"move": scene["round"]["legal"][0], "revision": scene["revision"]}
    assert asked(f"machines/{board.name}/move", move)[0] == 200
    assert asked("machines/none/move", move)[0] >= 400
    # A training of the page goes on in a thread, and its games are the machine's.
    scene = asked(f"machines/{board.name}")[1]["scene"]
    train = {"opponent": "random", "games": 50, "revision": scene["revision"]}
    assert asked(f"machines/{board.name}/train", train)[0] == 200
    for _ in range(1000):
        told = asked(f"machines/{board.name}")[1]
        if "training" not in told:
            break
    board.close()
    assert board.games >= 50


ENDS = ["pass", "del board; gc.collect(); assert len(os.listdir(folder)) == 1", "os.kill(os.getpid(), 15)", "os.kill(os.getpid(), 9)"]


@pytest.mark.parametrize("end", ENDS)
def test_a_board_leaves_nothing_however_its_process_ends(end, tmp_path):
    """At an end by a signal, as marimo's, Python runs nothing more."""
    script = """
import gc, os, sys, matchboxes
board, other = (matchboxes.train("hexapawn", rule="her", learner="second", games=3).play() for _ in range(2))
(folder,) = [at.path for at in os.scandir(os.environ["TMPDIR"])]
assert len(os.listdir(folder)) == 2
"""
    command = [sys.executable, "-X", "dev", "-W", "error", "-c", script + end]
    done = subprocess.run(command, env=os.environ | {"TMPDIR": str(tmp_path)}, capture_output=True, text=True)
    assert "Error" not in done.stderr and "Warning" not in done.stderr, done.stderr
    until = time.monotonic() + 60
    while list(tmp_path.iterdir()) and time.monotonic() < until:
        time.sleep(0.05)
    assert not list(tmp_path.iterdir())
