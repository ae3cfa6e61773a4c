"""A wrong argument is a ValueError or a TypeError that names it, and says what is taken."""

import ast
import errno
import inspect
import re

import pytest

import matchboxes

MODEL = matchboxes.train(sets=1)
GAME = matchboxes.Game()
# What each function needs besides the argument under test, so that it would soon be done if it took the argument.
NEEDED = {
    "train": {"sets": 1}, "study": {"sets": 1, "runs": 1}, "expected": {"games": 2}, "match": {"first": "random", "second": "random"},
    "tournament": {"players": ["random", "first"]}, "diff": {"one": MODEL, "other": MODEL},
    "explain": {"player": "random"}, "tree": {"depth": 2},
    "sweep": {"sets": 1, "runs": 1, "rule": ["rote", "bridle"]},
    "exact": {"first": "random", "second": "random"}, "prove": {"player": "random"}, "evaluate": {"policy": "random"},
    "Model.from_policy": {"table": {(0,) * 9: [1] * 9}}, "Model.from_values": {"table": {(0,) * 9: [1] * 9}},
    "Model.save": {"path": "x.menace"}, "Model.from_bytes": {"bytes": MODEL.to_bytes()},
    "load": {"path": "none.menace"}, "Rule": {"name": "mine", "start": [1]}, "Player": {"player": "random"},
}
WRONG = [object(), float("nan"), 1.5, b"x", ["a", object()], -1, 10**30, "no-such-thing", "", (), {}]
# What is taken: any text may be a path or a mark, any truth value a number; and where nothing is named, as in a list, there is nothing wrong.
METHODS = [
    (GAME, "after"), (GAME, "position"), (GAME, "move_name"), (GAME, "move_number"), (GAME.start(), "play"),
    (MODEL, "policy"), (MODEL, "policies"), (MODEL, "beads"), (MODEL, "table"), (MODEL, "save"), (MODEL, "from_bytes"),
    (MODEL, "from_policy"), (MODEL, "from_values"), (MODEL, "picture"), (MODEL.picture(), "save"), (MODEL, "kit"),
]


def cases():
    functions = [(name, getattr(matchboxes, name)) for name in matchboxes.__all__]
    functions = [(name, it) for name, it in functions if inspect.isbuiltin(inspect.unwrap(it))]
    functions += [(name, getattr(matchboxes, name)) for name in ["Game", "Player", "Rule"]]
    functions += [(f"{type(owner).__name__}.{name}", getattr(owner, name)) for owner, name in METHODS]
    for name, function in functions:
        for parameter in inspect.signature(function).parameters.values():
            if parameter.kind is not parameter.VAR_KEYWORD:
                yield pytest.param(name, function, parameter.name, id=f"{name}-{parameter.name}")


CASES = list(cases())


def test_all_keywords_are_found():
    assert len(CASES) > 75


def test_an_unknown_keyword_is_refused():
    for name, function in {case.values[0]: case.values[1] for case in CASES}.items():
        # Those of a rule are its fields.
        with pytest.raises((TypeError, ValueError) if name == "Rule" else TypeError, match="nonsense"):
            function(**NEEDED.get(name, {}), nonsense=1)


@pytest.mark.parametrize(("name", "function", "keyword"), CASES)
def test_a_wrong_argument_is_named(name, function, keyword, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    refused = 0
    for wrong in WRONG:
        needed = dict(NEEDED.get(name, {}))
        if keyword == "games":
            needed.pop("sets", None)
        if keyword in ("path", "out") and isinstance(wrong, (str, bytes)):
            continue  # a path
        try:
            function(**needed | {keyword: wrong})
        except (OSError, matchboxes.Error):
            assert isinstance(wrong, (str, list, bytes)), "a file"
        except (TypeError, ValueError) as error:
            text = str(error)
            names = [keyword, "rule `mine`"] + ["the player"] * (keyword == "own")
            assert any(name in text for name in names), (wrong, error)
            assert "unexpected keyword" not in text, "a keyword that is documented"
            assert "extract" not in text and "convert" not in text and "object cannot" not in text, (wrong, error)
            assert "enum" not in text and text[0] != ":", (wrong, error)
            refused += 1
    assert refused >= 4 or keyword in ("bytes",), "most of these are wrong"


@pytest.mark.parametrize(
    ("work", "message"),
    [
        (lambda: matchboxes.prove(MODEL, position="XXX/OO./..."), "position: the game is over there"),
        (lambda: matchboxes.solve(depth=0), "depth: must be at least 1, not 0"),
        (lambda: matchboxes.train(games=-1), "games: must be at least 1, not -1"),
        (lambda: matchboxes.train(MODEL), "game: give a Game or the name of a game, not <matchboxes.Model"),
        (lambda: matchboxes.train(rule=["rote"]), "rule: give a Rule, the name of one .* not \\['rote'\\]"),
        (lambda: matchboxes.train(rule={"name": "mine"}), "rule: the mapping has no field `start`"),
        (lambda: matchboxes.train(opponent="xx"), "opponent: unknown player `xx`; matchboxes.players\\(\\) lists them"),
        (lambda: matchboxes.train(opponent="randon"), "opponent: unknown player `randon`; did you mean random"),
        (lambda: matchboxes.exact("random", "xx"), "second: unknown player `xx`"),
        (lambda: matchboxes.study(opponent=["random", "xx"]), "opponent\\[1\\]: unknown player `xx`"),
        (lambda: matchboxes.solve(algorithm="zz"), "algorithm: unknown search `zz`; matchboxes.searches\\(\\)"),
        (lambda: matchboxes.Game("zz"), "name: unknown game `zz`; matchboxes.games\\(\\)"),
        (lambda: matchboxes.train(games_per_set=0), "games_per_set: must be at least 1, not 0"),
        (lambda: matchboxes.train(sets=-1), "sets: must be at least 1, not -1"),
        (lambda: matchboxes.train(sets=float("nan")), "sets: give a whole number, not nan"),
        (lambda: matchboxes.train(continue_=True), "continue_: give the file of the model with out"),
        (lambda: matchboxes.train(force=True), "force: give the file of the model with out"),
        (lambda: matchboxes.train(opponent="self"), "opponent self is for a study .*; train both sides with learner both"),
        (lambda: matchboxes.expected(opponent="self"), "an expected curve needs a single learner"),
        (lambda: MODEL.policy("X../.../..."), "position: .* does not play the second side"),
        (lambda: MODEL.beads("X../.../..."), "position: no box for "),
        (lambda: MODEL.box("X../.../..."), "position: no box for "),
        (lambda: matchboxes.Player("random")(None), "position: give a Position, its text or its number, not None"),
        (lambda: GAME.start().play(9), "move: number 9 is not legal in .../.../...; play a1, "),
        (lambda: GAME.move_name(9), "number: tic-tac-toe has no move 9"),
        (lambda: matchboxes.Model.from_policy({}), "table: it has no boards"),
        (lambda: matchboxes.Model.from_policy({"." * 9: [1] * 9}), "table: it lacks the position .*; with missing='random' any"),
        (lambda: matchboxes.Model.from_values({"." * 9: [1] * 9}, missing="error"), "table: it lacks the position .*; with missing='random'"),
        (lambda: matchboxes.Model.from_policy({"." * 9: ["x"] * 9}), "table: give a number, not 'x'"),
        (lambda: matchboxes.Model.from_values({"." * 9: [10**400] * 9}), "table: 10+ is too large"),
        (lambda: matchboxes.train(out="x"), "out: x: the name of a model ends in .menace"),
        (lambda: matchboxes.evaluate({}), r"policy: the policy has nothing for .*; missing='random' plays"),
        (lambda: matchboxes.evaluate(lambda at: {}), r"policy: the policy has nothing for .*; missing='random' plays"),
        (lambda: matchboxes.Player("perfect", missing="none"), "missing: `none` is none of error, random, resign"),
        (lambda: matchboxes.Model.from_values({}, missing="resign"), "missing: a player by values never resigns"),
        (lambda: matchboxes.tournament([("a",), "random"]), r"players\[0\]: give a pair of a name and a player"),
        (lambda: matchboxes.tournament([min, min]), r"players\[1\]: `min\(\)` is named twice; give players of one name"),
        (lambda: matchboxes.solve("hexapawn"), "position: `hexapawn` is a game: write game='hexapawn'"),
        (lambda: matchboxes.study(rules=["rote"]), r"study\(\) has no keyword `rules`; write rule="),
        (lambda: matchboxes.train(random_state=3), r"train\(\) has no keyword `random_state`; write seed="),
        (lambda: matchboxes.train(episodes=3), r"train\(\) has no keyword `episodes`; write games="),
        (lambda: matchboxes.Player("optimal"), "player: unknown player `optimal`; did you mean perfect"),
        (lambda: matchboxes.Game("\ud800"), "name: half of a character"),
        (lambda: matchboxes.Game.from_rules(3), r"rules: 3 is not the rules of a game, .* it has no name, move_count, start\(\)"),
        (lambda: matchboxes.Rule(name="mine", start=[1], win=3), "rule `mine`: `win` cannot be `3`"),
        (lambda: matchboxes.evaluate(lambda at: "c3"), "policy: a policy gave: `c3` is not legal in "),
        (lambda: matchboxes.evaluate(lambda at: 99), "policy: a policy gave: number 99 is not legal in .*; play "),
        (lambda: matchboxes.evaluate(lambda at: -1), "policy: a policy gave: number -1 is not legal in .*; play "),
        (lambda: matchboxes.exact(lambda at: 10**40, "random"), "first: a policy gave: number 10{40} is not legal in "),
        (lambda: matchboxes.exact(lambda at: dict.fromkeys(at.moves(), -1.0), "random"), "first: a policy gave the chance -1"),
        (lambda: matchboxes.evaluate(lambda at: None), "policy: the policy has nothing for"),
        (lambda: matchboxes.evaluate({}), "policy: the policy has nothing for "),
        (lambda: MODEL.picture("xx"), "kind: `xx` is not a picture; there are curve"),
        (lambda: MODEL.policies(3), "positions: give a list, not 3"),
    ],
)
def test_errors_say_what_to_do(work, message):
    with pytest.raises((TypeError, ValueError), match="^" + message):
        work()


def test_errors_of_files_are_those_of_python(tmp_path):
    MODEL.save(tmp_path / "x.menace")
    nowhere = tmp_path / "nowhere.menace"
    for work, kind, number, path in [
        (lambda: matchboxes.load(nowhere), FileNotFoundError, errno.ENOENT, nowhere),
        (lambda: matchboxes.train(opponent=nowhere), FileNotFoundError, errno.ENOENT, nowhere),
        (lambda: matchboxes.train(out=nowhere, continue_=True), FileNotFoundError, errno.ENOENT, nowhere),
        (lambda: matchboxes.load(tmp_path), IsADirectoryError, errno.EISDIR, tmp_path),
        (lambda: MODEL.save(tmp_path / "x.menace"), FileExistsError, errno.EEXIST, tmp_path / "x.menace"),
        (lambda: matchboxes.train(sets=2, out=tmp_path / "x.menace"), FileExistsError, errno.EEXIST, tmp_path / "x.menace"),
    ]:
        with pytest.raises(kind) as raised:
            work()
        assert (raised.value.errno, raised.value.filename) == (number, str(path))
        said = raised.value.strerror
        assert str(path) not in said and "os error" not in said and str(raised.value) == f"[Errno {number}] {said}: {str(path)!r}"


def test_what_a_function_raises_is_passed_on_as_it_is():
    def failing(position):
        raise ValueError("mine")

    for work in [matchboxes.evaluate, lambda policy: matchboxes.train(opponent=policy)]:
        with pytest.raises(ValueError, match="^mine$"):
            work(failing)


def test_policies_of_one_move_and_mappings_play():
    """As the same chances do, in exact results and in trainings."""
    lowest = lambda at: {at.moves()[0]: 1}
    book = {}
    open_ = [GAME.start()]
    while open_:
        at = open_.pop()
        if not at.is_over and str(at) not in book:
            book[str(at)] = at.moves()[0]
            open_ += [at.play(move) for move in at.moves()]
    forms = [lowest, lambda at: at.moves()[0], lambda at: at.move_numbers()[0], book]
    forms.append({GAME.position(text): move for text, move in book.items()})
    for function in [
        matchboxes.evaluate,
        lambda player: matchboxes.exact(player, "random"),
        lambda player: list(matchboxes.Player(player)(GAME.start()).values()),
        lambda player: matchboxes.train(opponent=player, sets=2).table()["beads"].tolist(),
        lambda player: matchboxes.study(opponent=player, sets=2, runs=2).runs["draws"].tolist(),
        lambda player: matchboxes.expected(opponent=player, games=3, learner="first", rule="her").games["draws"].tolist(),
    ]:
        results = [function(form) for form in forms]
        assert all(result == results[0] for result in results), results
    assert matchboxes.train(opponent=lowest, sets=2).table()["beads"].tolist() == results_of_first()


def results_of_first():
    return matchboxes.train(opponent="first", sets=2).table()["beads"].tolist()


def test_a_rule_is_a_mapping_of_its_fields_too():
    fields = {"name": "mine", "start": [4, 2], "win": "+1 all", "odds": {"a": 1.5, "b": 2}}
    del fields["odds"]
    rule = matchboxes.Rule(**fields)
    assert matchboxes.train(rule=fields, sets=1) == matchboxes.train(rule=rule, sets=1)
    study = matchboxes.study(rule=[fields, "rote"], sets=1, runs=1)
    assert study == matchboxes.study(rule=[rule, "rote"], sets=1, runs=1)
    assert len(matchboxes.study(rule=fields, sets=1, runs=1).runs) == 1


@pytest.mark.parametrize(
    ("owner", "name", "here"),
    [
        (matchboxes, "exploitability", "matchboxes.prove(player)"), (matchboxes, "tic_tac_toe", 'Game("tic-tac-toe")'),
        (MODEL, "evaluate", "matchboxes.evaluate(model)"), (MODEL.history(), "plot", "frame.to_pandas().plot()"),
        (matchboxes.Game().start(), "legal_moves", "position.moves()"), (matchboxes.Game().start(), "is_terminal", "position.is_over"),
    ],
)
def test_other_names_are_answered_with_ours(owner, name, here):
    assert not hasattr(owner, "nothing")
    with pytest.raises(AttributeError, match=f"has no `{name}`; write .*{re.escape(here)}$"):
        getattr(owner, name)
