"""What the module gives are values: they copy, pickle and compare, and say in a line what they are."""

import copy
import importlib.metadata
import inspect
import pickle
import subprocess
import sys

import numpy as np
import pytest

import matchboxes
from test_own_game import TicTacToe

# What Python raises for classes and functions that are not at the top of a module.
UNPICKLABLE = (AttributeError, TypeError, pickle.PicklingError)
PROTOCOLS = range(pickle.HIGHEST_PROTOCOL + 1)


HER = matchboxes.train("hexapawn", rule="her", learner="second", sets=1)


def twice():
    """Two of every class of the module that are not equal, made anew."""
    nim, own = matchboxes.Game("nim:3,4,5"), matchboxes.Game.from_rules(TicTacToe())
    model, other = matchboxes.train(sets=3, exact=True), matchboxes.train(own, sets=2)
    rule = matchboxes.Rule(name="mine", start=[4], odds={"a": 1.5, "b": 2})
    study = matchboxes.study(rule=["rote", rule], runs=2, sets=2)
    return {
        matchboxes.Box: [model.box(".../.../..."), model.box("X../.../..O")],
        matchboxes.Kit: [HER.kit(), HER.kit(["index"])],
        matchboxes.Sheet: list(HER.kit().sheets.values()),
        matchboxes.Difference: [matchboxes.diff(model, matchboxes.train(sets=n)) for n in (1, 2)],
        matchboxes.Tournament: [matchboxes.tournament(["first", "random", *more]) for more in ([], ["perfect"])],
        matchboxes.Chances: [matchboxes.exact("random", "random"), matchboxes.exact(model, "random")],
        matchboxes.Evaluation: matchboxes.evaluate("random"),
        matchboxes.Expected: [matchboxes.expected("hexapawn", rule="her", games=n) for n in [2, 3]],
        # Columns of each kind, a missing number, and a frame without rows.
        matchboxes.Frame: [
            matchboxes.study(runs=2, sets=1).speed,
            matchboxes.expected("hexapawn", games=1, states=0).games,
        ],
        matchboxes.Game: [nim, own],
        matchboxes.Error: [matchboxes.Error("this"), matchboxes.Error("that")],
        matchboxes.Model: [model, other],
        matchboxes.Picture: [model.picture(), study.picture()],
        matchboxes.Player: [matchboxes.Player("perfect", game=nim), matchboxes.Player(other, side="first")],
        matchboxes.Position: [nim.start(), own.after([4])],
        matchboxes.Proof: matchboxes.prove("first"),
        matchboxes.Rule: [matchboxes.Rule.named("michie-304"), rule],
        matchboxes.Rules: [TicTacToe(), TicTacToe()],
        matchboxes.Solution: [matchboxes.solve(), matchboxes.solve("O../XX./...")],
        matchboxes.Study: [study, matchboxes.study(runs=1, sets=1)],
        matchboxes.Sweep: [matchboxes.sweep(rule=["rote", "bridle"], runs=n, sets=1) for n in (1, 2)],
        matchboxes.Tree: [matchboxes.tree("O../XX./..."), matchboxes.tree(leaves="(1 2)")],
    }


VALUES = twice()


def same(one, other):
    """Exceptions and the rules of a game are what they hold."""
    if isinstance(one, (matchboxes.Error, TicTacToe)):
        return type(one) is type(other) and (one.__dict__, getattr(one, "args", 0)) == (
            other.__dict__,
            getattr(other, "args", 0),
        )
    return one == other


def test_every_class_has_values_here():
    # A board is a place where games are played, not a value.
    classes = {thing for thing in vars(matchboxes).values() if inspect.isclass(thing)}
    assert set(VALUES) == classes - {matchboxes.Board}


@pytest.mark.parametrize("kind", VALUES, ids=lambda kind: kind.__name__)
def test_copies_are_equal(kind):
    for value in VALUES[kind]:
        copies = [copy.copy(value), copy.deepcopy(value)]
        copies += [pickle.loads(pickle.dumps(value, protocol)) for protocol in PROTOCOLS]
        for made in copies:
            assert type(made) is type(value) and same(made, value)
            if hasattr(value, "svg"):
                assert made.svg() == value.svg() and made.png() == value.png()


@pytest.mark.parametrize("kind", VALUES, ids=lambda kind: kind.__name__)
def test_equal_values_have_equal_hashes_and_others_differ(kind):
    one, other = VALUES[kind]
    if kind in (matchboxes.Error, matchboxes.Rules):
        return  # as Python and their authors have it
    assert one == one and one != other and one != 1
    try:
        hashed = hash(one)
    except TypeError:
        assert kind not in (matchboxes.Chances, matchboxes.Game, matchboxes.Model, matchboxes.Position, matchboxes.Rule, matchboxes.Picture)
    else:
        assert hashed == hash(copy.deepcopy(one))


@pytest.mark.parametrize("kind", VALUES, ids=lambda kind: kind.__name__)
def test_each_says_what_it_is_in_one_line(kind):
    if kind in (matchboxes.Error, matchboxes.Rules):
        return
    for value in VALUES[kind]:
        text = repr(value)
        assert kind.__name__ in text and " at 0x" not in text and "\n" not in text and len(text) < 400, text


def test_values_that_python_made_again_are_equal():
    """Made twice, not copied."""
    for kind, again in twice().items():
        for one, other in zip(VALUES[kind], again):
            if kind is matchboxes.Rules or "my-tic-tac-toe" in repr(one):
                continue  # a game of one's own is the same only as copies of it
            assert same(one, other), kind


def test_a_game_of_ones_own_travels_with_what_is_of_it():
    """A copy is the same game while one is there, and in another process one game, however often it comes."""
    model = VALUES[matchboxes.Model][1]
    game = VALUES[matchboxes.Game][1]
    parcel = pickle.dumps([game, model, game.start(), model])
    assert pickle.loads(parcel) == [game, model, game.start(), model]
    assert pickle.loads(parcel)[1].policy(game.start()) == model.policy(game.start())
    work = """
import pickle, sys
game, model, start, other = pickle.load(sys.stdin.buffer)
assert model == other and start == game.start() and model.policy(start) and game == pickle.loads(pickle.dumps(game))
print(len(model), game.name)
"""
    run = [sys.executable, "-c", work]
    done = subprocess.run(run, input=parcel, capture_output=True, timeout=60, cwd=__file__.rpartition("/")[0])
    assert done.stdout.decode().split() == [str(len(model)), "my-tic-tac-toe"], done.stderr.decode()


def test_rules_that_do_not_pickle_are_refused_when_pickled():
    class Local(TicTacToe):
        pass

    class Closed(TicTacToe):
        def __init__(self):
            self.helper = lambda: 0

    for rules in [Local(), Closed()]:
        game = matchboxes.Game.from_rules(rules)
        for thing in [game, game.start(), matchboxes.train(game, sets=1)]:
            with pytest.raises(UNPICKLABLE, match="test_rules_that_do_not_pickle"):
                pickle.dumps(thing)
            assert copy.copy(thing) == thing


def test_players_are_called_as_they_were():
    nim = matchboxes.Game("nim:3,4,5")
    perfect = pickle.loads(pickle.dumps(matchboxes.Player("perfect", game=nim)))
    assert perfect(nim.start()) == matchboxes.Player("perfect", game=nim)(nim.start())
    with pytest.raises(UNPICKLABLE):
        pickle.dumps(matchboxes.Player(lambda at: {}))


def test_the_version_is_that_of_the_distribution():
    assert matchboxes.__version__ == importlib.metadata.version("matchboxes")


def test_all_counts_are_signed():
    """Counts in frames and arrays are int64, so that a difference may be negative; keys are bits, seeds and runs labels."""
    frames = [*VALUES[matchboxes.Frame], VALUES[matchboxes.Model][0].history(), VALUES[matchboxes.Expected][0].games]
    study = VALUES[matchboxes.Study][0]
    frames += [study.curves, study.runs, study.speed, study.figures, study.comparisons]
    for frame in frames:
        for name in frame.columns:
            column = frame[name]
            label = name in ("seed", "run")
            assert isinstance(column, list) or column.dtype in ((np.uint64,) if label else (np.int64, np.float64)), name
    for rule in ["rote", "michie-304", "monte-carlo"]:
        for name, column in matchboxes.train(rule=rule, sets=2).table().items():
            assert column.dtype == {"key": np.uint64, "key_high": np.uint64, "value": np.float64}.get(name, np.int64)
    wins = VALUES[matchboxes.Model][0].history()["first_wins"]
    assert (np.diff(wins) < 1000).all() and (np.diff(wins[::-1]) < 1000).all()
