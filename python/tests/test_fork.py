"""The module works in a process that was forked from one that has used it."""

import multiprocessing
import subprocess
import sys

import pytest

SCRIPT = """
import matchboxes, multiprocessing, os, sys, threading, time
sys.path.insert(0, {tests!r})
from test_own_game import TicTacToe

own = matchboxes.Game.from_rules(TicTacToe())

def work(seed):
    return (
        len(matchboxes.study(runs=4, sets=3, seed=seed).runs),
        matchboxes.train("othello:4", sets=2, batch=50, seed=seed).games,
        len(matchboxes.expected("hexapawn", rule="her", games=5).games),
        matchboxes.exact("random", "perfect").draws,
        matchboxes.train(own, sets=2, seed=seed, opponent="perfect").games,
    )

first = work(1)
if {busy}:
    busy = [
        lambda: matchboxes.study(runs=10**6, sets=1000),
        lambda: [matchboxes.exact("random", "random", game=name) for name in ["tic-tac-toe", "hexapawn"] * 10**6],
        lambda: [matchboxes.train(own, sets=1, learner="both") for _ in range(10**6)],
        lambda: [matchboxes.Game.from_rules(TicTacToe()) for _ in range(10**6)],
    ]
    for job in busy:
        threading.Thread(target=job, daemon=True).start()
    time.sleep(0.2)
for _ in range(2 if {busy} else 1):
    pool = multiprocessing.get_context("fork").Pool(2)
    assert pool.map_async(work, [1] * 4).get(timeout=280) == [first] * 4
    pool.terminate()
print("done", flush=True)
os._exit(0)
"""


@pytest.mark.skipif("fork" not in multiprocessing.get_all_start_methods(), reason="this system has no fork")
@pytest.mark.parametrize("busy", [False, True], ids=["idle", "busy"])
def test_a_child_does_what_its_parent_did(busy):
    tests = __file__.rsplit("test_fork", 1)[0]
    run = [sys.executable, "-c", SCRIPT.format(tests=tests, busy=busy)]
    done = subprocess.run(run, capture_output=True, text=True, timeout=600)
    assert done.stdout == "done\n", done.stderr
