"""Ctrl-C ends long work."""

import signal
import subprocess
import sys

import pytest

# An alarm stands for the key, so that nothing depends on when the work begins. The work is in a function: the jump at the
# end of a loop is outside of the `try` around it in some versions of Python, and a signal can be heard there.
HEAD = """
import matchboxes, signal
def interrupt(number, frame):
    raise KeyboardInterrupt
signal.signal(signal.SIGALRM, interrupt)
signal.setitimer(signal.ITIMER_REAL, 0.3)
def call():
    {work}
try:
    call()
except KeyboardInterrupt:
    print("stopped")
"""

# What every call is held to: it hears the key, leaves no thread at work, and lets the other threads of Python run
# meanwhile.
LAW = """
import threading, time
import matchboxes, signal
{before}
waits = []
def beat():
    while True:
        began = time.monotonic()
        time.sleep(0.01)
        waits.append(time.monotonic() - began)
threading.Thread(target=beat, daemon=True).start()
def interrupt(number, frame):
    raise KeyboardInterrupt
signal.signal(signal.SIGALRM, interrupt)
began = time.monotonic()
signal.setitimer(signal.ITIMER_REAL, 0.5)
def call():
    {work}
try:
    call()
except KeyboardInterrupt:
    took = time.monotonic() - began - 0.5
    # On a busy machine the threads need a while to hear of it.
    for _ in range(20):
        worked = time.process_time()
        time.sleep(0.3)
        worked = time.process_time() - worked
        if worked < 0.1:
            break
    print(took < 1.5 or took, worked < 0.1 or worked, max(waits) < 1 or max(waits))
"""
FAR = "at = matchboxes.Game('connect-four').start()"
LARGE = "model = matchboxes.train('connect-four', games=30_000)"
BIG_TABLE = "table = dict.fromkeys(map(str, range(10**6)), [0.5] * 9)"
# Each public call that can take long, with what is made before; some are short and are repeated.
CALLS = {
    "train": ("", "matchboxes.train(sets=10**12)"),
    "train, one set": ("", "matchboxes.train(games_per_set=10**12, sets=1)"),
    "train, two learners": ("", "matchboxes.train(learner='both', games_per_set=10**12, sets=1)"),
    "train, a large game": ("", "matchboxes.train('othello', games_per_set=10**9, sets=1)"),
    "train, values": ("", "matchboxes.train(rule='q-learning', games_per_set=10**10, sets=1)"),
    "train, a batch": ("", "matchboxes.train('othello', batch=10**5, games_per_set=10**9, sets=1)"),
    "train, against a search": ("", "matchboxes.train('connect-four', opponent='alphabeta:nodes=1000000000', sets=1)"),
    "train, into a file": (
        "import tempfile",
        "matchboxes.train(games_per_set=10**12, sets=1, out=tempfile.mkdtemp() + '/x.menace')",
    ),
    "train, into a file after some sets": (
        "import tempfile",
        "matchboxes.train(games_per_set=10**5, sets=10**6, out=tempfile.mkdtemp() + '/x.menace')",
    ),
    "study": ("", "matchboxes.study(runs=10**6, sets=10**3)"),
    "study, one set": ("", "matchboxes.study(runs=3, games_per_set=10**12, sets=1)"),
    "study, exact": ("", "matchboxes.study(runs=10**5, exact=True)"),
    "sweep": ("", "matchboxes.sweep(rule=['rote', 'bridle'], runs=10**6, sets=10**3)"),
    "sweep, a large grid": ("", "matchboxes.sweep(fields={'start': [[n] for n in range(1, 90_000)]}, runs=10**6)"),
    "expected": ("", "matchboxes.expected(rule='her', states=10**8)"),
    "expected, exact": ("", "matchboxes.expected(rule='her', states=10**8, exact=True)"),
    "expected, to the end": ("", "matchboxes.expected('hexapawn:3x3', rule='her', games=10**9)"),
    "match": ("", "matchboxes.match('random', 'random', games=10**12)"),
    "match, a search": ("", "matchboxes.match('alphabeta:nodes=1000000000', 'random', game='connect-four', games=10)"),
    "tournament": ("", "matchboxes.tournament(['random', 'mcts'], game='othello', games=10**9)"),
    "merge": (LARGE + "; other = matchboxes.train('connect-four', games=30_000, seed=1)", "while True: matchboxes.merge([model, other])"),
    "diff": (LARGE, "while True: matchboxes.diff(model, model)"),
    "boxes": (LARGE, "while True: model.boxes()"),
    "explain": ("", "matchboxes.explain('alphabeta:nodes=1000000000', game='connect-four')"),
    "exact": ("", "matchboxes.exact('alphabeta:nodes=1000000', 'random', game='mnk:4,3,3')"),
    "exact, a function": ("", "matchboxes.exact(lambda at: {at.moves()[0]: sum(range(10**5))}, 'random')"),
    "prove": ("", "matchboxes.prove('alphabeta:nodes=1000000', game='mnk:4,3,3')"),
    "evaluate": ("", "matchboxes.evaluate('alphabeta:nodes=1000000', game='mnk:4,3,3')"),
    "solve": ("", "matchboxes.solve(game='othello:6')"),
    "solve, alphabeta": ("", "matchboxes.solve(game='othello:6', algorithm='alphabeta')"),
    "solve, pns": ("", "matchboxes.solve(game='othello:6', algorithm='pns')"),
    "solve, mtdf": ("", "matchboxes.solve(game='othello:6', algorithm='id:mtdf')"),
    "tree": ("", "matchboxes.tree(game='othello:6', most=10**6)"),
    "solve, mcts": ("", "matchboxes.solve(game='othello:6', algorithm='mcts:playouts=1000000000')"),
    "Player": ("", "matchboxes.Player('perfect', game='connect-four:5x4')"),
    "Player()": (FAR, "matchboxes.Player('alphabeta:nodes=1000000000', game='connect-four')(at)"),
    "Player(), a function": (
        "at = matchboxes.Game().start()",
        "matchboxes.Player(lambda at: max(i for i in range(10**10)))(at)",
    ),
    "policies": (LARGE + "; texts = ['/'.join(['.' * 7] * 6)] * 10**7", "model.policies(texts)"),
    "from_values": (BIG_TABLE, "matchboxes.Model.from_values(table)"),
    "from_policy": (BIG_TABLE, "matchboxes.Model.from_policy(table)"),
    "load": (
        LARGE + "; import tempfile; path = tempfile.mkdtemp() + '/x.menace'; model.save(path)",
        "while True: matchboxes.load(path)",
    ),
    "to_bytes": (LARGE, "while True: model.to_bytes()"),
    "from_bytes": (LARGE + "; made = model.to_bytes()", "while True: matchboxes.Model.from_bytes(made)"),
    "==": (LARGE + "; other = matchboxes.Model.from_bytes(model.to_bytes())", "all(model == other for _ in iter(int, 1))"),
    "save": (
        LARGE + "; import tempfile; path = tempfile.mkdtemp() + '/x.menace'",
        "while True: model.save(path, force=True)",
    ),
    "table": (LARGE, "while True: model.table(positions=True)"),
    "beads": (LARGE, "while True: model.beads(matchboxes.Game('connect-four').start())"),
    "history": (LARGE, "while True: model.history()"),
    "picture": (LARGE, "while True: model.picture().png()"),
    "from_rules": (
        """
class Long:
    name, move_count = "long", 1
    def start(self): return 0
    def side(self, state): return ("first", "second")[state % 2]
    def outcome(self, state): return "draw" if state == 900 else None
    def moves(self, state): return [0]
    def play(self, state, move): return sum(range(10**7)) * 0 + state + 1
    def key(self, state): return state
    def state(self, key): return key if key <= 900 else None
""",
        "matchboxes.Game.from_rules(Long())",
    ),
}


@pytest.mark.skipif(not hasattr(signal, "SIGALRM"), reason="this system has no alarm")
@pytest.mark.parametrize("call", CALLS)
def test_every_long_call_hears_the_key_and_leaves_nothing_running(call):
    before, work = CALLS[call]
    run = [sys.executable, "-c", LAW.format(before=before, work=work)]
    done = subprocess.run(run, capture_output=True, text=True, timeout=120)
    assert done.stdout == "True True True\n", done.stdout + done.stderr


@pytest.mark.skipif(not hasattr(signal, "SIGALRM"), reason="this system has no alarm")
def test_the_environment_hears_the_key():
    pytest.importorskip("gymnasium")
    before = "from matchboxes.gymnasium import GameEnv; env = GameEnv('connect-four', side='second', opponent='alphabeta:nodes=1000000000')"
    run = [sys.executable, "-c", LAW.format(before=before, work="env.reset()")]
    done = subprocess.run(run, capture_output=True, text=True, timeout=120)
    assert done.stdout == "True True True\n", done.stdout + done.stderr


def test_numpy_is_loaded_with_the_module():
    """So Ctrl-C never comes while its interface is loaded, and its absence is said at once."""
    work = "import sys; sys.modules['numpy'] = None\ntry:\n    import matchboxes\nexcept ImportError as error:\n    print('numpy' in str(error))"
    done = subprocess.run([sys.executable, "-c", work], capture_output=True, text=True, timeout=120)
    assert done.stdout == "True\n", done.stderr
    work = "import sys, matchboxes; print('numpy' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", work], capture_output=True, text=True, timeout=120)
    assert done.stdout == "True\n", done.stderr


@pytest.mark.skipif(not hasattr(signal, "SIGALRM"), reason="this system has no alarm")
def test_a_stopped_training_keeps_its_file(tmp_path):
    """The file says how much is left, and the same call continues it."""
    import matchboxes

    path = tmp_path / "x.menace"
    work = f"signal.setitimer(signal.ITIMER_REAL, 3); matchboxes.train(sets=10**9, out={str(path)!r})"
    run = [sys.executable, "-c", HEAD.format(work=work)]
    done = subprocess.run(run, capture_output=True, text=True, timeout=120)
    assert done.stdout == "stopped\n", done.stderr
    kept = matchboxes.load(path)
    assert kept.sets > 0
    assert matchboxes.train(sets=kept.sets).table()["beads"].tolist() == kept.table()["beads"].tolist()


@pytest.mark.skipif(not hasattr(signal, "SIGALRM"), reason="this system has no alarm")
def test_of_long_sets_a_training_keeps_those_before(tmp_path):
    import matchboxes

    path = tmp_path / "x.menace"
    work = f"signal.setitimer(signal.ITIMER_REAL, 6); matchboxes.train(games_per_set=3 * 10**6, sets=10**6, out={str(path)!r})"
    run = [sys.executable, "-c", HEAD.format(work=work)]
    done = subprocess.run(run, capture_output=True, text=True, timeout=120)
    assert done.stdout == "stopped\n", done.stderr
    assert matchboxes.load(path).sets > 0


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
