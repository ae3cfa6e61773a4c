"""Games written in Python that break a law: an error names it and the position, soon and in little memory."""

import itertools
import os
import subprocess
import sys

import pytest

import matchboxes


class Tree:
    """Two moves in each position, `plies` times; positions are numbered as in a heap."""

    name, move_count = "tree", 2

    def __init__(self, plies=4):
        self.plies = plies

    def start(self):
        return 1

    def side(self, state):
        return ["second", "first"][state.bit_length() % 2]

    def outcome(self, state):
        return ["first", "draw"][state % 2] if state.bit_length() > self.plies else None

    def moves(self, state):
        return [0, 1]

    def play(self, state, move):
        return 2 * state + move

    def key(self, state):
        return state

    def state(self, key):
        return key if key else None

    def text(self, state):
        return f"n{state}"


def ill(method, place, answer):
    """A tree whose rules answer otherwise at one place."""

    def other(self, state, *more):
        asked = (state, *more) if more else state
        return answer(state) if asked == place else getattr(Tree, method)(self, state, *more)

    return type("Ill", (Tree,), {method: other})


def endless(name):
    class Endless(Tree):
        """After the position 6, play goes on for ever, or comes back."""

        def side(self, state):
            return super().side(state) if state < 1 << 20 else ["second", "first"][state % 2]

        def outcome(self, state):
            return super().outcome(state) if state < 1 << 20 else None

        def play(self, state, move):
            if name == "circle" and (state, move) == (13, 1):
                return 6
            if name == "endless" and (state == 6 or state >= 1 << 20):
                return max(state + 1, 1 << 20)
            return super().play(state, move)

    return Endless


def interrupt(state):
    raise KeyboardInterrupt("enough")


def boom(state):
    raise ZeroDivisionError("no move")


KEYS = "each position has a key of its own, which is read as that position, but of the key"
LAWS = {
    "circle": (endless("circle"), "every game ends, .* but play returns to the same position: n6, n13, n6"),
    "endless": (endless("endless"), "every game ends, after 1,000 moves at most, but one through n"),
    "stuck": (ill("moves", 13, lambda s: []), "until it has an outcome, and then none, but n13 has neither"),
    "falling": (ill("moves", 6, lambda s: [1, 0]), "ascending numbers below .* but in n6 of 2 they are 1, 0"),
    "doubled": (ill("moves", 6, lambda s: [0, 0, 1]), "but in n6 of 2 they are 0, 0, 1"),
    "beyond": (ill("moves", 6, lambda s: [0, 7]), "but in n6 of 2 they are 0, 7"),
    "without end": (ill("moves", 6, lambda s: itertools.count()), "but in n6 of 2 they are 0, 1, 2"),
    "sides": (ill("side", 13, lambda s: "first"), "the first side moves in n6 and again after it in n13"),
    "shared key": (ill("key", 13, lambda s: 12), f"{KEYS} 12 12 and 13 both have it"),
    "lost key": (ill("state", 13, lambda s: None), f"{KEYS} 13 state gives None for it, not 13"),
    "other key": (ill("state", 13, lambda s: 12), f"{KEYS} 13 state gives 12 for it, whose key is 12"),
    "new keys": (ill("key", 6, lambda s, n=itertools.count(50): next(n)), f"{KEYS} 50 "),
}
MISTAKES = {
    "side": (ill("side", 6, lambda s: 1), r"tree: side\(6\) gave 1; it must be `first` or `second`"),
    "no side": (ill("side", 6, lambda s: "third"), r"tree: side\(6\) gave `third`; it must be"),
    "outcome": (ill("outcome", 6, lambda s: 0), r"tree: outcome\(6\) gave 0; it must be `first`, .* or None"),
    "no outcome": (ill("outcome", 6, lambda s: "lost"), r"tree: outcome\(6\) gave `lost`; it must be"),
    "moves": (ill("moves", 6, lambda s: 3), r"tree: moves\(6\) gave 3; it must be whole numbers"),
    "no moves": (ill("moves", 6, lambda s: None), r"tree: moves\(6\) gave None; it must be whole numbers"),
    "names": (ill("moves", 6, lambda s: ["a"]), r"tree: moves\(6\) gave 'a'; it must be whole numbers"),
    "key": (ill("key", 6, lambda s: "6"), r"tree: key\(6\) gave '6'; it must be a whole number from 0"),
    "below": (ill("key", 6, lambda s: -6), r"tree: key\(6\) gave -6; it must be a whole number from 0"),
    "above": (ill("key", 6, lambda s: 1 << 128), r"tree: key\(6\) gave 3402.*; it must be a whole number"),
    "text": (ill("text", 6, lambda s: 6), r"tree: text\(6\) gave 6; it must be a text"),
}
RAISES = {
    "raises": (ill("play", (6, 1), boom), "no move"),
    "interrupts": (ill("play", (6, 1), interrupt), "enough"),
}
ALL = LAWS | MISTAKES | RAISES
ORDINARY = (ValueError, TypeError, ZeroDivisionError, KeyboardInterrupt)


def test_a_small_game_is_refused_when_it_is_made_known():
    assert matchboxes.Game.from_rules(Tree()).name == "tree"
    for rules, words in ALL.values():
        with pytest.raises(ORDINARY, match=words):
            matchboxes.Game.from_rules(rules())
    for name, rules in LAWS.items():
        with pytest.raises(ValueError, match="tree: "):
            matchboxes.Game.from_rules(rules[0]())


@pytest.mark.parametrize(
    ("attribute", "value", "error", "words"),
    [
        ("name", 3, TypeError, "name gave 3; it must be a text"),
        ("move_count", -1, ValueError, "move_count gave -1; it must be a whole number from 1"),
        ("moves", lambda self, state: [-1], ValueError, r"gave -1; it must be whole numbers from 0 to 65535"),
        ("key", lambda self, state: -1, ValueError, r"gave -1; it must be a whole number from 0 to 2\^128 - 1"),
        ("move_count", 0, ValueError, "but in n1 of 0 they are 0"),
        ("outcome", lambda self, state: "draw", ValueError, "but the game is over in n1"),
        ("side", lambda self, state: "second", ValueError, "but the second side does in n1"),
        ("start", lambda self: None, TypeError, r"tree: key\(None\) gave None; it must be a whole number"),
        ("play", None, TypeError, r"it has no play\(\)$"),
        ("name", "two\nlines", ValueError, "a game has a name of 1 to 100 characters on one line"),
        ("text", lambda self, state: "one", ValueError, "each position has a text of its own, .* `one` is the text of number"),
    ],
)
def test_rules_that_are_wrong_from_the_start(attribute, value, error, words):
    with pytest.raises(error, match=words):
        matchboxes.Game.from_rules(type("Ill", (Tree,), {attribute: value})())


# In a large game, the place is where the first check does not come. All commands are tried in one process with
# little memory; those in the first list come to every position.
LARGE = """
import resource, sys
sys.path.insert(0, {tests!r})
import matchboxes, test_ill_games as ill
resource.setrlimit(resource.RLIMIT_AS, (2 << 30, 2 << 30))
rules, words = ill.ALL[{name!r}]
game = matchboxes.Game.from_rules(rules(14))
for number, work in enumerate([
    lambda: matchboxes.exact("random", "random", game=game),
    lambda: matchboxes.prove("random", game=game),
    lambda: matchboxes.evaluate(lambda at: {{at.moves()[0]: 1}}, game=game),
    lambda: matchboxes.expected(game, games=3),
    lambda: matchboxes.Player("perfect", game=game),
    lambda: matchboxes.solve(game=game, algorithm="solve"),
    lambda: matchboxes.solve(game=game, algorithm="minimax"),
    lambda: matchboxes.solve(game=game),
    lambda: matchboxes.solve(game=game, depth=3),
    lambda: matchboxes.train(game, sets=5),
    lambda: matchboxes.train(game, sets=2, learner="both", batch=20),
    lambda: matchboxes.train(game, sets=2, rule="sarsa"),
    lambda: matchboxes.train(game, sets=2, exact=True),
    lambda: matchboxes.study(game, runs=2, sets=5),
    lambda: matchboxes.study(game, runs=2, sets=2, opponent=["mcts:playouts=10", "alphabeta:depth=3"]),
    lambda: game.after([1, 0, 1, 1, 1]),
    lambda: game.position(6).play(1).play(1),
    lambda: matchboxes.Player("mcts:playouts=20", game=game)(game.position(6)),
]):
    try:
        work()
        assert number > 6, number
    except ill.ORDINARY as error:
        assert __import__("re").search(words.split("play returns")[0], str(error)), (number, repr(error))
peak = next(line for line in open("/proc/self/status") if line.startswith("VmHWM:"))
assert int(peak.split()[1]) < 400 << 10, peak
print("done")
"""


@pytest.mark.skipif(sys.platform != "linux", reason="the limit of memory is Linux's")
@pytest.mark.parametrize("name", ["circle", "endless", "stuck", "without end", "shared key", "key", "raises", "interrupts"])
def test_a_large_game_is_found_out_as_it_is_played(name):
    script = LARGE.format(tests=os.path.dirname(__file__), name=name)
    run = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, timeout=600)
    assert run.stdout == "done\n", run.stderr


class Object:
    """A state that Python calls equal to no other."""

    def __init__(self, number):
        self.number = number


class Objects(Tree):
    def start(self):
        return Object(1)

    def side(self, state):
        return Tree.side(self, state.number)

    def outcome(self, state):
        return Tree.outcome(self, state.number)

    def play(self, state, move):
        # Lines meet again: only how many moves were the second is kept.
        return Object(2 * state.number + move if state.number < 4 else 2 * state.number)

    def key(self, state):
        return state.number

    def state(self, key):
        return Object(key) if key else None

    def text(self, state):
        return f"n{state.number}"


def test_states_need_not_be_equal_in_python():
    game = matchboxes.Game.from_rules(Objects())
    assert matchboxes.exact("random", "random", game=game).first_wins == 1


SLOW = """
import sys, threading, time
sys.path.insert(0, {tests!r})
import matchboxes, test_ill_games as ill, signal
class Slow(ill.Tree):
    asked, pause = 0, {pause}
    def play(self, state, move):
        Slow.asked += 1
        time.sleep(self.pause)
        return super().play(state, move)
if not Slow.pause:
    game = matchboxes.Game.from_rules(Slow(40))
    Slow.pause = 0.002
def interrupt(number, frame):
    raise KeyboardInterrupt
signal.signal(signal.SIGALRM, interrupt)
signal.setitimer(signal.ITIMER_REAL, 0.5)
try:
    {work}
except KeyboardInterrupt:
    asked = Slow.asked
    time.sleep(0.3)
    assert Slow.asked <= asked + 1, (Slow.asked, asked)
    print("stopped")
"""


@pytest.mark.skipif(sys.platform != "linux", reason="an alarm stands for the key")
@pytest.mark.parametrize(
    "work",
    [
        "matchboxes.Game.from_rules(Slow(40))",
        "matchboxes.exact('random', 'random', game=game)",
        "matchboxes.solve(game=game, algorithm='minimax')",
        "matchboxes.train(game, sets=10**6)",
        "matchboxes.study(game, runs=10, sets=10**6)",
        "matchboxes.train(game, sets=10**6, learner='both', batch=50)",
    ],
)
def test_ctrl_c_ends_the_questions_to_the_rules(work):
    script = SLOW.format(tests=os.path.dirname(__file__), work=work, pause=0.002 * ("from_rules" in work))
    run = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, timeout=600)
    assert run.stdout == "stopped\n", run.stderr
