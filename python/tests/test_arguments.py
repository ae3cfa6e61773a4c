"""What the functions take: numbers in range, any sequence, any player wherever one is taken; and their defaults."""

import ast
from collections import UserList, deque

import numpy as np
import pytest

import matchboxes
from test_stubs import STUBS

GAME = matchboxes.Game()
MODEL = matchboxes.train(learner="second", opponent="perfect", sets=2)
TABLE = {(0,) * 9: [1] * 9}
# What else a function needs, to be called at all.
NEEDED = {
    "Game.after": lambda value: GAME.after([value]),
    "Model.policies": lambda value: MODEL.policies([value]),
    "Model.from_policy": lambda value: matchboxes.Model.from_policy(TABLE, missing="random", cells_from=value),
    "Model.from_values": lambda value: matchboxes.Model.from_values(TABLE, cells_from=value),
    "Rule.__new__": lambda value, **at: matchboxes.Rule(**{"name": "mine", "start": [1]} | at),
}
OWNERS = {"Game": GAME, "Position": GAME.start(), "Model": MODEL, "Frame": MODEL.boxes()}
PLAYERS = {"match": ["random", "first"], "tournament": [["random", "first"]]}


def whole(annotation):
    """Whether a whole number may be given, also among others or in a sequence."""
    return any(isinstance(node, ast.Name) and node.id == "int" for node in ast.walk(annotation))


def numeric():
    """Every parameter of the stubs that takes a whole number, with a function of its value."""
    for node in STUBS.body:
        members = node.body if isinstance(node, ast.ClassDef) else [node]
        for member in members:
            if not isinstance(member, ast.FunctionDef) or node.name == "_RuleFields":
                continue
            args = [*member.args.args, *member.args.kwonlyargs]
            for arg in args:
                if arg.annotation is None or not whole(arg.annotation):
                    continue
                if node is member:
                    name = node.name
                    call = lambda value, f=node.name, arg=arg.arg: getattr(matchboxes, f)(*PLAYERS.get(f, []), **{arg: value})
                else:
                    name = f"{node.name}.{member.name}"
                    needed = NEEDED.get(name)
                    if name == "Model.kit":
                        needed = lambda value: MODEL.kit(most_beads=value)
                    if name == "Rule.__new__":
                        call = lambda value, arg=arg.arg, needed=needed: needed(value, **{arg: [value]})
                    else:
                        call = needed or getattr(OWNERS[node.name], member.name)
                yield pytest.param(call, name in ("Game.after", "Game.position", "Position.play"), id=f"{name}-{arg.arg}")


NUMERIC = list(numeric())


def test_the_numbers_are_found():
    assert len(NUMERIC) >= 22


@pytest.mark.parametrize(("call", "text"), NUMERIC)
def test_numbers_out_of_range_are_value_errors(call, text, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    for number in [-1, -(2**31), -(2**63) - 1, -(10**30), 2**64, 2**128, 10**40, np.int64(-1)]:
        with pytest.raises(ValueError) as raised:
            call(number)
        notes = " ".join(getattr(raised.value, "__notes__", []))
        assert str(number) in str(raised.value), (number, raised.value, notes)


@pytest.mark.parametrize(("call", "text"), NUMERIC)
def test_what_is_no_number_is_a_type_error(call, text):
    for thing in [1.5, object(), [1], {}] + ([] if text else ["1"]):
        with pytest.raises((TypeError, ValueError)) as raised:
            call(thing)
        # A rule is read from a text: a wrong number in it is a wrong value.
        assert raised.type is TypeError or "rule" in str(raised.value), (thing, raised.value)


def test_more_games_than_can_be_counted_are_refused():
    for function in [matchboxes.train, matchboxes.study]:
        for options in [{"sets": 2**62}, {"games_per_set": 2**62}, {"games": 2**64 - 1}, {"sets": 2**64 - 1}]:
            with pytest.raises(ValueError, match="are more games than a"):
                function(**options)


def test_weights_of_a_policy_are_in_range():
    for weight, message in [(-1, "^first: must be at least 0, not -1"), (2**64, "is too large"), (2**63, "2.63 or more")]:
        with pytest.raises(ValueError, match=message):
            matchboxes.exact(lambda at: dict.fromkeys(at.moves(), weight), "random")


def test_any_sequence_is_taken():
    """A list, a tuple, or one of the user's own."""
    for kind in [list, tuple, deque, UserList]:
        assert str(GAME.after(kind(["b2", 0]))) == "O../.X./..."
        assert MODEL.policies(kind(["X../.../..."])).shape == (1, 9)
        assert len(matchboxes.study(rule=kind(["rote", "michie-304"]), runs=1, sets=1).runs) == 2
        # Several opponents are compared by chances, sampled and greedy.
        assert len(matchboxes.study(opponent=kind(["random", "perfect"]), runs=1, sets=1).runs) == 4
        assert matchboxes.Rule(name="mine", start=kind([4, 2])) == matchboxes.Rule(name="mine", start=[4, 2])
        assert matchboxes.train(from_=kind([MODEL]), learner="second", sets=1).games == 100
    assert str(GAME.after(np.array([4, 0]))) == "O../.X./..."


def test_an_error_in_a_sequence_names_its_place():
    for work, message in [
        (lambda: GAME.after(["b2", "b2"]), r"^moves\[1\]: `b2` is not legal in .../.X./...; play a1, b1"),
        (lambda: GAME.after(["b2", "a1", 4]), r"^moves\[2\]: number 4 is not legal in O../.X./...; play b1"),
        (lambda: GAME.after([0, 1, 2, -1]), r"^moves\[3\]: number -1 is not legal in XOX/.../...; play a2, b2"),
        (lambda: GAME.after("nowhere"), r"^moves: give a list, not 'nowhere'"),
        (lambda: GAME.after(["z9"]), r"^moves\[0\]: .*z9"),
        (lambda: GAME.after([0, 3, 1, 4, 2, 5]), r"^moves\[5\]: number 5: the game is over in XXX/OO./..."),
        (lambda: GAME.after(["b2", None]), r"^moves\[1\]: give the name of a move or its number, not None"),
        (lambda: MODEL.policies(["X../.../...", "X"]), r"^positions\[1\]: `X` is not a position"),
        (lambda: MODEL.policies([3]), r"^positions\[0\]: "),
        (lambda: matchboxes.study(rule=["rote", 3]), r"^rule\[1\]: "),
        (lambda: matchboxes.study(opponent=["random", 3]), r"^opponent\[1\]: give the name of a player, a Model, .*not 3"),
        (lambda: matchboxes.train(from_=["x.menace", 3]), r"^from_\[1\]: give the name"),
        (lambda: matchboxes.study(opponent=["random", "xx"]), r"^opponent\[1\]: unknown player `xx`"),
        (lambda: matchboxes.study(opponent=["random", matchboxes.train(sets=1)]), r"^opponent\[1\]: `model-.*has learnt only the first side"),
        (lambda: matchboxes.train(from_=[MODEL, MODEL.policy]), r"^from_\[1\]: give a model or its file"),
        (lambda: matchboxes.merge([MODEL, matchboxes.train("nim:3", sets=1)]), r"^models\[1\]: this is a model of nim:3"),
    ]:
        with pytest.raises((TypeError, ValueError), match=message):
            work()


def test_an_empty_list_is_not_a_default():
    for work, name in [
        (lambda: matchboxes.study(rule=[]), "rule"), (lambda: matchboxes.study(opponent=()), "opponent"),
        (lambda: matchboxes.train(from_=[]), "from_"), (lambda: MODEL.kit([]), "sheets"),
        (lambda: matchboxes.sweep([], learner=["first", "second"]), "game"), (lambda: matchboxes.sweep(learner=[]), "learner"),
        (lambda: matchboxes.merge([]), "models"),
    ]:
        with pytest.raises(ValueError, match=f"^{name}: give one or more, not an empty list$"):
            work()


def test_a_player_is_taken_in_every_form_everywhere(tmp_path):
    """As a model, as its file given by a text or a path, and where it need not be named, as a function."""
    path = tmp_path / "second.menace"
    MODEL.save(path)
    forms = [MODEL, path, str(path)]
    for function in [
        lambda player: matchboxes.exact("random", player).fractions,
        lambda player: matchboxes.evaluate(player, side="second"),
        lambda player: matchboxes.Player(player, side="second")(GAME.after(["b2"])),
    ]:
        results = [function(form) for form in [*forms, matchboxes.Player(MODEL)]]
        assert results.count(results[0]) == len(results), results
    for function in [
        lambda player: matchboxes.train(opponent=player, sets=2).table()["beads"].tolist(),
        lambda player: matchboxes.study(opponent=player, runs=2, sets=2).runs["first_wins"].tolist(),
        lambda player: [n for n in matchboxes.study(opponent=["random", player], runs=2, sets=2).runs["first_wins"] if n == n],
        lambda player: matchboxes.expected(opponent=player, games=2, learner="first", rule="her").games["draws"].tolist(),
    ]:
        results = [function(form) for form in [*forms, lambda at: MODEL.beads(at) if at.side == "second" else at.moves()[0]]]
        assert results.count(results[0]) == len(results), results
    name = f"model-{int.from_bytes(MODEL.to_bytes()[20:24], 'little'):08x}.menace"
    study = matchboxes.study(opponent=MODEL, runs=1, sets=1)
    assert study.runs["opponent"] == study.curves["opponent"][:1] == [name]
    nim = matchboxes.train("nim:3,4,5", learner="second", sets=2)
    assert len(matchboxes.study(opponent=nim, runs=1, sets=1).runs) == 1, "the model decides the game"
    fallback = {"rule": "rote", "max_boxes": 20, "sets": 1}
    assert matchboxes.train(fallback=matchboxes.train(sets=1), **fallback).games == 100
    with pytest.raises(ValueError, match="this is a model of nim:3,4,5, not of tic-tac-toe"):
        matchboxes.study("tic-tac-toe", opponent=nim)
    for function in [matchboxes.exact, matchboxes.prove, matchboxes.evaluate, matchboxes.Player]:
        with pytest.raises(TypeError, match="^[a-z]+: give the name of a player, a Model, its file, a function or a mapping, not 3"):
            function(3, *["random"] * (function is matchboxes.exact))


def test_models_of_the_wrong_side_are_refused_without_a_path_of_ours():
    wrong_side = matchboxes.train(sets=1)
    for work in [matchboxes.train, matchboxes.study]:
        with pytest.raises(ValueError, match="^opponent: `model-[0-9a-f]{8}.menace` has learnt only the first side"):
            work(opponent=wrong_side, sets=1)


def test_defaults_are_what_is_played():
    """Those of the signatures, and those that `help(matchboxes.train)` says."""
    named = dict(game="tic-tac-toe", rule="rote", learner="first", opponent="random")
    model = matchboxes.train(**named, sets=100, games_per_set=100, seed=1961, run=0, batch=1)
    assert model == matchboxes.train()
    said = matchboxes.train.__doc__
    assert all(f"{name}` is" in said for name in ["game", "rule", "seed", "run", "batch", "learner"])
    study = matchboxes.study(**named, sets=1, runs=300, seed=1961)
    assert study == matchboxes.study(sets=1) and len(study.runs) == 300


def test_a_side_that_has_not_learnt_has_no_policy():
    first = matchboxes.train(sets=1)
    second = GAME.after(["b2"])
    for ask in [first.policy, first.beads, matchboxes.Player(first), lambda at: first.policies([GAME.start(), at])]:
        with pytest.raises(ValueError, match="second"):
            ask(second)
    assert sum(first.policy(GAME.start()).values()) == pytest.approx(1)
    random = matchboxes.evaluate(first)[0].random
    assert matchboxes.evaluate(first.policy, side="first")[0].random == pytest.approx(random)
    for side in ["frist", "FIRST", ""]:
        for ask in [lambda: matchboxes.evaluate(first, side=side), lambda: matchboxes.Player(first, side=side)]:
            with pytest.raises(ValueError, match="is not a side; write first or second"):
                ask()
    for ask in [matchboxes.evaluate, matchboxes.Player]:
        with pytest.raises(ValueError, match="does not play the second side"):
            ask(first, side="second")
    for player in ["perfect", matchboxes.train(learner="both", sets=1), lambda at: dict.fromkeys(at.moves(), 1)]:
        with pytest.raises(ValueError, match="first side> does not play the second side"):
            matchboxes.Player(player, side="first")(second)
