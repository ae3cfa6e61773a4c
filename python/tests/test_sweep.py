"""Sweeps: the same rows as the program's table."""

import math
import pickle

import pytest

import matchboxes

COLUMNS = "game learner rule opponent fallback seed games runs place win figure reported_seed".split()
HALF = ["mean", "error", "low", "high", "games", "games_error", "not_reached"]
# Of `menace sweep --rule michie-304 --rule rote --opponent random --opponent perfect --field 'win=+1 all,+3 all'
# --runs 3 --sets 5 --seed 9 --csv -`.
ROWS = [
    ("michie-304", "random", "+3 all", 1, 0.8506666666666667, 0, 0.8166666666666667, 0.026591560900238842, math.nan, 1),
    ("michie-304", "random", "+1 all", 2, 0.8273333333333334, 0, 0.816, 0.015143755588800729, math.nan, 0),
    ("rote", "random", "+3 all", 3, 0.8053333333333333, 0, 0.7426666666666666, 0.039197505589570934, math.nan, 2),
    ("rote", "random", "+1 all", 4, 0.734, 2, 0.752, 0.007571877794400364, math.nan, 3),
    ("michie-304", "perfect", "+1 all", 1, 0.6366666666666666, 1, 0.011333333333333334, 0.0043716256828680005, math.nan, 3),
    ("michie-304", "perfect", "+3 all", 2, 0.6366666666666666, 1, 0.011333333333333334, 0.0043716256828680005, math.nan, 3),
    ("rote", "perfect", "+1 all", 3, 0.3453333333333333, 3, 0.32866666666666666, 0.012719189352225943, math.nan, 3),
    ("rote", "perfect", "+3 all", 4, 0.3453333333333333, 3, 0.32866666666666666, 0.012719189352225943, math.nan, 3),
]


def test_the_rows_are_those_of_the_program():
    sweep = matchboxes.sweep(
        rule=["michie-304", "rote"], opponent=["random", "perfect"], fields={"win": ["+1 all", "+3 all"]}, runs=3, sets=5, seed=9
    )
    halves = [f"{half}_{name}" for half in ("chosen", "reported") for name in HALF]
    assert sweep.trainings.columns == [*COLUMNS, *halves, "front"]
    shown = ["rule", "opponent", "win", "place", "chosen_mean", "chosen_not_reached", "reported_mean", "reported_error",
             "reported_high", "reported_not_reached"]
    assert [tuple(row[name] for name in shown) for row in sweep.trainings] == ROWS
    assert {row["reported_seed"] for row in sweep.trainings} == {10}
    assert sweep.best == next(iter(sweep.trainings)) and sweep.best["win"] == "+3 all"
    assert [rule.name for rule in sweep.rules] == sweep.trainings["rule"]
    assert 'win = "+3 all"' in sweep.rules[0].to_toml()
    assert "8 trainings, 3 runs of 5 sets of 100 games on each of two seeds" in " ".join(str(sweep).split())
    assert pickle.loads(pickle.dumps(sweep)) == sweep and repr(sweep) == "<matchboxes.Sweep of 8 trainings>"


def test_a_sweep_has_pictures():
    fields = {"start": [[2], [4], [8]], "win": ["+1 all", "+3 all"]}
    sweep = matchboxes.sweep(rule="michie-304", fields=fields, runs=2, sets=10)
    assert sorted(sweep.pictures) == ["front", "map", "start", "win"]
    assert sweep.picture().svg() == sweep._repr_svg_() == sweep.pictures["map"].svg()
    assert "seed 1962" in sweep.picture("start").svg()
    assert matchboxes.sweep(fields={"win": ["+1 all", "+2 all"]}, runs=1, sets=1).picture().svg().startswith("<svg")


def test_every_kind_of_parameter_is_swept():
    sweep = matchboxes.sweep(["hexapawn", matchboxes.Game("nim:1,2,3")], learner=["first", "second"], runs=2, sets=2)
    assert len(sweep.trainings) == 4 and set(sweep.trainings["place"]) == {1}
    sweep = matchboxes.sweep(rule="michie-1963-odds", fields={"odds.a": [1.1, 1.5]}, runs=1, sets=1, games_per_set=9)
    assert sorted(sweep.trainings["odds.a"]) == ["1.1", "1.5"]
    model = matchboxes.train("nim:1,2", learner="second", sets=2)
    sweep = matchboxes.sweep(opponent=[model, lambda at: at.moves()[0]], runs=1, sets=2, exact=True, figure="worst-case")
    assert set(sweep.trainings["game"]) == {"nim:1,2"} and sweep.trainings["figure"] == ["worst-case"] * 2


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"rule": "rote"}, "the grid has a single training: give two of rule, opponent, learner or game, or two values"),
        ({"rule": ["rote", "rote"]}, "`rule` has the value `rote` twice"),
        ({"rule": ["rote", "her"]}, "the rules are for different learners, .* say who learns with learner"),
        ({"rule": ["rote", "bridle"], "learner": "both"}, "learner both: a sweep ranks what one side learns"),
        ({"rule": ["rote", "bridle"], "figure": "worst-case"}, "figure: worst-case needs exact results; give exact=True"),
        ({"figure": "best"}, "figure: `best` is not a figure; there are not-lost, won, worst-case"),
        ({"fields": {"win": "+1 all"}}, "fields: win: give a list, not '\\+1 all'"),
        ({"fields": {"wn": [1, 2]}}, "rule `rote with wn = 1`: unknown field `wn`"),
        ({"game": ["nim:1,2", "nim:2,3"], "opponent": lambda at: 0}, "opponent: of several games, a player has a name"),
        ({"rule": ["rote", "bridle"], "runs": 0}, "runs: must be at least 1"),
    ],
)
def test_wrong_grids_are_refused(options, message):
    with pytest.raises((ValueError, TypeError), match="^" + message):
        matchboxes.sweep(**options)
