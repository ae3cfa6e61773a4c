"""What the program can, Python can: matches, tournaments, models added up, compared and explained; and the table of both."""

import re
from pathlib import Path

import numpy as np
import pytest

import matchboxes

GAME = matchboxes.Game()
PYTHON = Path(__file__).parent.parent


def test_a_match_is_sampled_or_exact():
    """The figures of `menace match ai12s random --exact` and `menace match perfect random --games 1000`."""
    (exact,) = matchboxes.match("ai12s", "random", exact=True)
    assert exact["how"] == "exact" and exact["first_wins_fraction"] == "95/96" and np.isnan(exact["games"])
    sampled = matchboxes.match("ai12s", "random", games=20_000, both_sides=True)
    assert sampled["first"] == ["ai12s", "random"] and sampled["seed"].tolist() == [1961, 1961]
    share = sampled["first_wins"][0] / 20_000
    assert abs(share - 95 / 96) < 5 * sampled["first_wins_error"][0]
    assert sampled == matchboxes.match("ai12s", "random", games=20_000, both_sides=True)
    assert sampled != matchboxes.match("ai12s", "random", games=20_000, both_sides=True, seed=1)
    (only,) = matchboxes.match("first", "first", games=50)
    assert only["how"] == "one_game" and only["games"] == 1
    at = GAME.after(["b2", "a1"])
    assert matchboxes.match("perfect", "perfect", position=at, games=9)["position"] == [str(at)]
    lowest = lambda position: position.moves()[0]
    assert matchboxes.match(lowest, "random", exact=True)["first_wins"] == matchboxes.exact("first", "random").first_wins
    assert list(matchboxes.match("m1", "m2", game="othello:4")[0:]["second_points"]) == [11.0]
    for options, message in [
        ({"games": 0}, "games: must be at least 1"),
        ({"games": 5, "exact": True}, "games: exact=True plays none"),
        ({"position": "XXX/OO./..."}, "position: the game is over there"),
        ({"game": "othello", "exact": True}, "othello has more than"),
    ]:
        with pytest.raises(ValueError, match="^" + message):
            matchboxes.match("random", "random", **options)


def test_a_tournament_has_meetings_and_a_ranking():
    model = matchboxes.train(sets=10)
    found = matchboxes.tournament([model, "perfect", "random", lambda at: at.moves()[-1]])
    assert found.ranking["player"][0] == "perfect" and found.ranking["how"] == ["exact"] * 4
    assert len(found.meetings) == 16 and found.meetings["first"][3].startswith("model-")
    chances = matchboxes.exact("perfect", "random")
    meetings = [row for row in found.meetings if (row["first"], row["second"]) == ("perfect", "random")]
    assert meetings[0]["first_wins"] == pytest.approx(chances.first_wins)
    assert found.picture().svg() == found._repr_svg_() and "round-robin" in found._repr_svg_()
    assert str(found).startswith("tic-tac-toe: 4 players, exact scores\n\nScore of the first player")
    sampled = matchboxes.tournament(["random", "perfect"], games=100, seed=3)
    assert sampled.ranking["how"] == ["sampled"] * 2 and sampled.meetings["games"].tolist() == [100.0] * 4
    for players, message in [(["random"], "players: give two"), (["random"] * 2, r"players\[1\]: `random` is named twice"),
                             (["random", "xx"], r"players\[1\]: unknown player `xx`")]:
        with pytest.raises(ValueError, match=message):
            matchboxes.tournament(players)


def test_models_are_added_up_and_compared(tmp_path):
    models = [matchboxes.train(sets=5, seed=seed) for seed in (1, 2)]
    models[1].save(tmp_path / "two.menace")
    merged = matchboxes.merge([models[0], tmp_path / "two.menace"])
    assert merged.games == 1000 and len(merged) >= max(map(len, models))
    beads = [model.beads(".../.../...") for model in (*models, merged)]
    start = matchboxes.train(sets=1, games_per_set=1).rule.name
    assert start == "rote" and any(beads[2][move] > max(beads[0][move], beads[1][move]) for move in beads[2])
    found = matchboxes.diff(*models)
    (side,) = found.boxes
    assert side["boxes"] == len(models[0]) and side["other_boxes"] == len(models[1])
    assert side["boxes"] == side["only"] + side["same_beads"] + side["same_chances"] + side["other_chances"]
    assert len(set(found.changes["position"])) == side["other_chances"]
    assert (np.diff(found.changes["change"]) <= 1e-12).all()
    row = found.changes[:1]
    at, move = row["position"][0], row["move"][0]
    assert models[0].beads(at)[move] == row["beads"][0] and models[1].beads(at)[move] == row["other_beads"][0]
    assert len(matchboxes.diff(models[0], models[0]).changes) == 0
    for work, message in [
        (lambda: matchboxes.merge([models[0]]), "models: give two or more"),
        (lambda: matchboxes.merge([models[0]] * 2), r"^models\[1\]: .* is named twice"),
        (lambda: matchboxes.merge(["random", models[0]]), "there is no such file|models"),
        (lambda: matchboxes.diff(models[0], matchboxes.train(learner="second", sets=1)), "other: .* different sides"),
        (lambda: matchboxes.diff(models[0], matchboxes.train("nim:2,1", sets=1)), "nim"),
        (lambda: matchboxes.diff(models[0], lambda at: 0), "other: give a model or its file"),
    ]:
        with pytest.raises((ValueError, OSError, matchboxes.Error), match=message):
            work()


def test_moves_are_explained():
    why = matchboxes.explain("perfect", "O../XX./...")
    assert dict(zip(why["move"], why["result"]))["c2"] == "draw" and why["chance"].sum() == pytest.approx(1)
    model = matchboxes.train(sets=20)
    why = matchboxes.explain(model, GAME.start())
    assert dict(zip(why["move"], why["beads"])) == model.beads(GAME.start())
    played = why["training_won"] + why["training_drawn"] + why["training_lost"]
    assert played.sum() == 2000 and set(why["result"]) == {"draw"}
    random = matchboxes.evaluate(model)[0].random
    assert (why["chance"] * (why["random_won"] + why["random_drawn"])).sum() == pytest.approx(random[0] + random[1])
    assert matchboxes.explain(model) == why
    assert "beads" not in matchboxes.explain(lambda at: at.moves()[0]) and len(matchboxes.explain("random", game="nim:3,4")) == 7


def test_a_search_tree_is_that_of_the_program():
    """The tree of `menace tree --leaves '((3 5) (2 9))'`, and that of tic-tac-toe after three moves."""
    tree = matchboxes.tree(leaves="((3 5) (2 9))")
    assert (tree.value, tree.depth, tree.visited, tree.leaves, tree.cutoffs) == (3, 2, 6, 3, 1)
    assert tree.nodes["state"] == ["inner", "inner", "finished", "finished", "inner", "finished", "cut"]
    assert tree.nodes["alpha"].tolist()[2:5] == pytest.approx([np.nan, np.nan, 3], nan_ok=True)
    assert [row["parent"] for row in tree.nodes] == pytest.approx([np.nan, 0, 1, 1, 0, 4, 4], nan_ok=True)
    at = GAME.after(["b2", "a1", "c3"])
    tree = matchboxes.tree(at, algorithm="pvs", most=9)
    assert tree.value == matchboxes.solve(at).value and tree.nodes["position"][0] == str(at)
    assert len(tree.nodes) == 9 and tree.left_out > 0
    assert tree.text().endswith("most shows more\n") and tree.dot().startswith('digraph "tic-tac-toe, ')
    assert tree.picture().svg() == tree._repr_svg_() and "further nodes are left out" in tree._repr_svg_()
    assert tree == matchboxes.tree(str(at), algorithm="pvs", most=9)
    for options, message in [
        ({"algorithm": "mcts"}, "algorithm: `mcts` does not search depth-first"),
        ({"leaves": "((3 5)"}, "leaves: .*a bracket is not closed"),
        ({"leaves": "(3 5)", "game": "nim:3"}, "leaves: these are a tree of their own"),
        ({"most": 0}, "most: must be 1 to 1,000,000, not 0"),
    ]:
        with pytest.raises(ValueError, match="^" + message):
            matchboxes.tree(**options)


def test_players_and_searches_are_listed():
    names = [form for form, _ in matchboxes.players()]
    assert {"random", "perfect", "first", "ai14s"} <= set(names)
    searches = [form.split(":")[0] for form, _ in matchboxes.searches()]
    assert {"minimax", "alphabeta", "pns", "best"} <= set(searches)
    for _, about in [*matchboxes.players(), *matchboxes.searches(), *matchboxes.games()]:
        assert about


def test_the_table_of_commands_is_complete():
    """Every command of the program, and every function of the module, has a row: the other's name, or why there is none."""
    text = (PYTHON / "README.md").read_text()
    same = re.search(r"other commands of the program are in Python; (.+) have the same names", text, re.DOTALL)[1]
    rows = [(name, f"`matchboxes.{name}`") for name in re.findall(r"`(\w+)`", same)]
    for names, call in re.findall(r"^\| (`menace [^|]+) \| ([^|]+) \|$", text, re.MULTILINE):
        rows += [(name, call) for name in re.findall(r"`(?:menace )?([a-z-]+)`", names)]
    source = (PYTHON.parent / "src" / "command.rs").read_text()
    variants = re.search(r"enum Command \{(.*?)\n\}", source, re.DOTALL).group(1)
    commands = {re.sub(r"(?<!^)(?=[A-Z])", "-", name).lower() for name in re.findall(r"^    ([A-Z]\w+)[(,]", variants, re.MULTILINE)}
    assert {command for command, _ in rows} == commands
    for command, call in rows:
        names = re.findall(r"`(?:matchboxes|model|study|game)\.(\w+)", call)
        assert names or call.startswith("not in Python; "), command
        for name in names:
            owners = [matchboxes, matchboxes.Model, matchboxes.Study, matchboxes.Game]
            assert any(hasattr(owner, name) for owner in owners), name
