"""What the module gives are values: they copy, pickle and compare, and say in a line what they are."""

import copy
import importlib.metadata
import inspect
import pickle
import subprocess
import sys

import numpy as np
import pytest

import menace
from test_own_game import TicTacToe

# What Python raises for classes and functions that are not at the top of a module.
UNPICKLABLE = (AttributeError, TypeError, pickle.PicklingError)
PROTOCOLS = range(pickle.HIGHEST_PROTOCOL + 1)


def twice():
    """Two of every class of the module that are not equal, made anew."""
    nim, own = menace.Game("nim:3,4,5"), menace.Game.from_rules(TicTacToe())
    model, other = menace.train(sets=3, exact=True), menace.train(own, sets=2)
    rule = menace.Rule(name="mine", start=[4], odds={"a": 1.5, "b": 2})
    study = menace.study(rule=["rote", rule], runs=2, sets=2)
    return {
        menace.Chances: [menace.exact("random", "random"), menace.exact(model, "random")],
        menace.Evaluation: menace.evaluate("random"),
        menace.Expected: [menace.expected("hexapawn", rule="her", games=n) for n in [2, 3]],
        # Columns of each kind, a missing number, and a frame without rows.
        menace.Frame: [menace.study(runs=2, sets=1).speed, menace.expected("hexapawn", games=1, states=0).games],
        menace.Game: [nim, own],
        menace.MenaceError: [menace.MenaceError("this"), menace.MenaceError("that")],
        menace.Model: [model, other],
        menace.Picture: [model.picture(), study.picture()],
        menace.Player: [menace.Player("perfect", game=nim), menace.Player(other, side="first")],
        menace.Position: [nim.start(), own.after([4])],
        menace.Proof: menace.prove("first"),
        menace.Rule: [menace.Rule.named("michie-304"), rule],
        menace.Rules: [TicTacToe(), TicTacToe()],
        menace.Solution: [menace.solve(), menace.solve("O../XX./...")],
        menace.Study: [study, menace.study(runs=1, sets=1)],
    }


VALUES = twice()


def same(one, other):
    """Exceptions and the rules of a game are what they hold."""
    if isinstance(one, (menace.MenaceError, TicTacToe)):
        return type(one) is type(other) and (one.__dict__, getattr(one, "args", 0)) == (
            other.__dict__,
            getattr(other, "args", 0),
        )
    return one == other


def test_every_class_has_values_here():
    assert set(VALUES) == {thing for thing in vars(menace).values() if inspect.isclass(thing)}


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
    if kind in (menace.MenaceError, menace.Rules):
        return  # as Python and their authors have it
    assert one == one and one != other and one != 1
    try:
        hashed = hash(one)
    except TypeError:
        assert kind not in (menace.Chances, menace.Game, menace.Model, menace.Position, menace.Rule, menace.Picture)
    else:
        assert hashed == hash(copy.deepcopy(one))


@pytest.mark.parametrize("kind", VALUES, ids=lambda kind: kind.__name__)
def test_each_says_what_it_is_in_one_line(kind):
    if kind in (menace.MenaceError, menace.Rules):
        return
    for value in VALUES[kind]:
        text = repr(value)
        assert kind.__name__ in text and " at 0x" not in text and "\n" not in text and len(text) < 400, text


def test_values_that_python_made_again_are_equal():
    """Made twice, not copied."""
    for kind, again in twice().items():
        for one, other in zip(VALUES[kind], again):
            if kind is menace.Rules or "my-tic-tac-toe" in repr(one):
                continue  # a game of one's own is the same only as copies of it
            assert same(one, other), kind


def test_a_game_of_ones_own_travels_with_what_is_of_it():
    """A copy is the same game while one is there, and in another process one game, however often it comes."""
    model = VALUES[menace.Model][1]
    game = VALUES[menace.Game][1]
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
        game = menace.Game.from_rules(rules)
        for thing in [game, game.start(), menace.train(game, sets=1)]:
            with pytest.raises(UNPICKLABLE, match="test_rules_that_do_not_pickle"):
                pickle.dumps(thing)
            assert copy.copy(thing) == thing


def test_players_are_called_as_they_were():
    nim = menace.Game("nim:3,4,5")
    perfect = pickle.loads(pickle.dumps(menace.Player("perfect", game=nim)))
    assert perfect(nim.start()) == menace.Player("perfect", game=nim)(nim.start())
    with pytest.raises(UNPICKLABLE):
        pickle.dumps(menace.Player(lambda at: {}))


def test_the_version_is_that_of_the_distribution():
    assert menace.__version__ == importlib.metadata.version("matchboxes")


def test_all_counts_are_signed():
    """Whole numbers in frames and arrays are int64, so that a difference may be negative; keys are bits."""
    frames = [*VALUES[menace.Frame], VALUES[menace.Model][0].history(), VALUES[menace.Expected][0].games]
    study = VALUES[menace.Study][0]
    frames += [study.curves, study.runs, study.speed, study.figures, study.comparisons]
    for frame in frames:
        for column in map(frame.__getitem__, frame):
            assert isinstance(column, list) or column.dtype in (np.int64, np.float64)
    for rule in ["rote", "michie-304", "monte-carlo"]:
        for name, column in menace.train(rule=rule, sets=2).table().items():
            assert column.dtype == {"key": np.uint64, "key_high": np.uint64, "value": np.float64}.get(name, np.int64)
    wins = VALUES[menace.Model][0].history()["first_wins"]
    assert (np.diff(wins) < 1000).all() and (np.diff(wins[::-1]) < 1000).all()
