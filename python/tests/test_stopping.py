"""Ctrl-C ends long work."""

import signal
import subprocess
import sys

import pytest

# An alarm stands for the key, so that nothing depends on when the work begins.
HEAD = """
import matchboxes, signal
def interrupt(number, frame):
    raise KeyboardInterrupt
signal.signal(signal.SIGALRM, interrupt)
signal.setitimer(signal.ITIMER_REAL, 0.3)
try:
    {work}
except KeyboardInterrupt:
    print("stopped")
"""


@pytest.mark.skipif(not hasattr(signal, "SIGALRM"), reason="this system has no alarm")
@pytest.mark.parametrize(
    "work",
    [
        "matchboxes.train(sets=10**12)",
        "matchboxes.study(runs=10**6, sets=10**3)",
        "matchboxes.solve(game='othello:6', algorithm='alphabeta')",
        "matchboxes.evaluate(lambda at: [sum(range(10**6))] * 9)",
    ],
)
def test_work_is_stopped(work):
    run = [sys.executable, "-c", HEAD.format(work=work)]
    done = subprocess.run(run, capture_output=True, text=True, timeout=120)
    assert done.stdout == "stopped\n", done.stderr


@pytest.mark.skipif(not hasattr(signal, "SIGALRM"), reason="this system has no alarm")
def test_a_stopped_training_keeps_its_file(tmp_path):
    """The file says how much is left, and the same call continues it."""
    import matchboxes

    path = tmp_path / "x.menace"
    run = [sys.executable, "-c", HEAD.format(work=f"matchboxes.train(sets=10**9, out={str(path)!r})")]
    done = subprocess.run(run, capture_output=True, text=True, timeout=120)
    assert done.stdout == "stopped\n", done.stderr
    kept = matchboxes.load(path)
    assert kept.sets > 0
    assert matchboxes.train(sets=kept.sets).table()["beads"].tolist() == kept.table()["beads"].tolist()


def test_a_killed_training_has_saved_its_checkpoints(tmp_path):
    import matchboxes

    path = tmp_path / "x.menace"
    work = f"import matchboxes; matchboxes.train(sets=10**9, checkpoint_every=500, out={str(path)!r})"
    training = subprocess.Popen([sys.executable, "-c", work])
    sets = 0
    while not sets and training.poll() is None:
        sets = matchboxes.load(path).sets if path.exists() else 0
    training.kill()
    training.wait()
    kept = matchboxes.load(path)
    assert kept.sets > 0 and kept.sets % 500 == 0
