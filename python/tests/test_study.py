"""Studies, and frames in the packages that read Arrow data."""

import inspect
import re
import os
import subprocess
import sys
import types
from pathlib import Path

import numpy as np
import pytest

import matchboxes
from matchboxes import _progress


def test_a_run_of_a_study_is_that_of_a_training():
    study = matchboxes.study("nim:3,4,5", runs=3, sets=12)
    for run in range(3):
        history = matchboxes.train("nim:3,4,5", run=run, sets=12).history()
        assert study.runs["run"][run] == run
        for name in ["first_wins", "second_wins", "first_resigned"]:
            assert study.runs[name][run] == history[name][-10:].sum(), "the last ten sets together"
        assert study.runs["first_boxes"][run] == history["first_boxes"][-1]


def test_every_rule_meets_every_opponent():
    mine = matchboxes.Rule(name="mine", start=[3], win="+1 all", loss="-1 all")
    study = matchboxes.study(rule=["rote", mine], opponent=["random", "perfect"], runs=2, sets=3, exact=True)
    pairs = list(dict.fromkeys(zip(study.runs["rule"], study.runs["opponent"])))
    assert pairs == [("rote", "random"), ("rote", "perfect"), ("mine", "random"), ("mine", "perfect")]
    curves = study.curves
    assert set(curves["set"]) == {1, 2, 3}
    wins = [mean for mean, name in zip(curves["mean"], curves["figure"]) if name == "first_wins"]
    assert len(wins) == 12 and all(0 <= mean <= 100 for mean in wins)
    assert (study.runs["first_exact_worst_case_loss"] <= 1).all()
    assert study.picture().svg() == study._repr_svg_() == study.drawn.svg()
    assert {"results", "boxes", "missing-colour", "runs"} <= study.pictures.keys()
    assert str(study).startswith("tic-tac-toe, first learning: 2 runs of 3 sets of 100 games, seed 1961")
    assert (np.isnan(study.speed["mean"]) == (study.speed["not_reached"] > 0)).all(), "a mean is of all runs"
    with pytest.raises(ValueError, match="are for a single training|different learners|unknown rule"):
        matchboxes.study(rule="nothing")


def test_trainings_are_compared():
    """Run by run for the last sets; as two samples for the games until they rarely lost, all runs counted."""
    names = ["first_wins", "draws", "first_boxes", "first_exact_worst_case_loss"]
    until = [f"first_games_until_{percent}" for percent in [80, 90, 95]]
    study = matchboxes.study(rule=["rote", "michie-304"], runs=12, sets=40, exact=True, compare_by=names + until)
    table, runs, speed = study.comparisons, study.runs, study.speed
    assert set(zip(table["rule"], table["opponent"])) == {("rote", "random")}
    assert set(zip(table["less_rule"], table["less_opponent"])) == {("michie-304", "random")}
    # The runs have what the machines do when they draw.
    sampled = [play == "sampled" for play in table["play"]]
    rows = {name: both for name, both, own in zip(table["figure"], zip(table["mean"], table["error"]), sampled) if own}
    more = {name: chance for name, chance, own in zip(table["figure"], table["chance_of_more"], sampled) if own}
    while_learning = np.array([play == "sampled" for play in runs["play"]])
    assert np.isnan(runs["first_wins"][~while_learning]).all(), "greedy play was evaluated, not played"
    for name in names:
        values = runs[name][while_learning].astype(float)
        one, other = values[:12], values[12:]
        less = one - other
        assert rows[name] == pytest.approx((less.mean(), less.std(ddof=1) / np.sqrt(12)), abs=1e-12), name
        pairs = np.sign(one[:, None] - other[None, :])
        assert more[name] == pytest.approx((pairs.mean() + 1) / 2), name
    # `menace study --rule rote --rule michie-304 --runs 12 --sets 40 --json` says the same.
    assert rows["first_wins"] == pytest.approx((-114.16666666666666, 9.285728160717795))
    for i in range(3):
        if speed["reached"][i] and speed["reached"][i + 3]:
            expected = (speed["mean"][i] - speed["mean"][i + 3], np.hypot(speed["error"][i], speed["error"][i + 3]))
            if speed["not_reached"][i] or speed["not_reached"][i + 3]:
                expected = (np.nan, np.nan)
            assert rows[f"first_games_until_{speed['percent'][i]}"] == pytest.approx(expected, nan_ok=True)
    # Boxes, and what happens to them, have no largest value that is known.
    known = ~np.isnan(table["low"])
    assert not known[list(table["figure"]).index("first_boxes")]
    assert ((table["low"] <= table["mean"]) & (table["mean"] <= table["high"]))[known].all()
    told = ~np.isnan(table["more_low"])
    within = (table["more_low"] <= table["chance_of_more"]) & (table["chance_of_more"] <= table["more_high"])
    assert within[told].all()
    # That nobody wins against perfect play is certain, and needs no level.
    compared = (known & (table["low"] != table["high"])).sum() + (~np.isnan(table["more_low"])).sum()
    assert set(table["intervals"]) == {compared} and set(table["level"]) == {1 - 0.05 / compared}
    figures = study.figures
    half = len(figures) // 2
    middle = dict(zip(figures["figure"][half:], figures["interquartile_mean"][half:]))
    wins = np.sort(runs["first_wins"][while_learning].astype(float)[12:])
    assert middle["first_wins"] == pytest.approx(wins[3:9].mean())
    assert matchboxes.study(runs=2, sets=1).comparisons is None


def test_frames_are_read_by_what_reads_arrow():
    history = matchboxes.train(sets=4).history()
    names = history.columns
    pyarrow = pytest.importorskip("pyarrow")
    table = pyarrow.table(history)
    assert table.column_names == names and table["games"].to_pylist() == [100, 200, 300, 400]
    study = matchboxes.study(runs=2, sets=2)
    assert pyarrow.table(study)["figure"].to_pylist() == list(study.curves["figure"])
    polars = pytest.importorskip("polars")
    assert polars.DataFrame(history)["games"].to_list() == [100, 200, 300, 400]
    pandas = pytest.importorskip("pandas")
    frame = pandas.DataFrame.from_arrow(history) if hasattr(pandas.DataFrame, "from_arrow") else table.to_pandas()
    assert list(frame["games"]) == [100, 200, 300, 400]


def test_differences_of_counts_may_be_negative():
    """In each package that reads frames."""
    history = matchboxes.train(sets=20).history()
    expected = np.diff(history["first_wins"]).tolist()
    assert min(expected) < 0
    pandas = pytest.importorskip("pandas")
    assert pandas.Series(history.to_pandas()["first_wins"]).diff().tolist()[1:] == expected
    polars = pytest.importorskip("polars")
    assert polars.DataFrame(history)["first_wins"].diff().to_list()[1:] == expected
    pyarrow = pytest.importorskip("pyarrow")
    arrow = pyarrow.table(history)
    assert len(arrow) == 20
    duckdb = pytest.importorskip("duckdb")
    found = duckdb.sql('SELECT first_wins - lag(first_wins) OVER (ORDER BY "set") FROM arrow').fetchall()
    assert [less for (less,) in found][1:] == expected


def test_frames_are_like_mappings_of_columns():
    frame = matchboxes.study(runs=2, sets=3).speed
    assert list(dict(frame)) == frame.keys() == frame.columns and "mean" in frame and "nothing" not in frame and 3 not in frame
    assert len(frame) == len(frame["mean"])
    assert frame == matchboxes.study(runs=2, sets=3).speed != matchboxes.study(runs=3, sets=3).speed


def test_frames_become_those_of_pandas(monkeypatch):
    study = matchboxes.study(rule=["rote", "michie-304"], runs=2, sets=2)
    monkeypatch.setitem(sys.modules, "pandas", None)
    with pytest.raises(ImportError, match="to_pandas needs pandas"):
        study.runs.to_pandas()
    monkeypatch.undo()
    pandas = pytest.importorskip("pandas")
    for frame in [study.curves, study.runs, study.speed, study.figures, study.comparisons]:
        made = frame.to_pandas()
        assert isinstance(made, pandas.DataFrame) and list(made) == frame.columns and len(made) == len(frame)
        for name in frame.columns:
            np.testing.assert_array_equal(made[name].to_numpy(), np.asarray(frame[name]))


def test_progress_is_shown_after_half_a_second_and_goes(capfd, monkeypatch):
    """Two hundred short trainings show nothing, and one of several bars at once is shown; in a notebook as an output, which
    is empty at its end."""
    for _ in range(200):
        matchboxes.train("nim:2,1", sets=1, games_per_set=1, progress=True)
    assert capfd.readouterr().err.strip() == ""
    matchboxes.study(runs=200, sets=2000, progress=True)
    shown = capfd.readouterr().err
    assert "of 400,000 sets" in shown, shown
    assert shown.split("\r")[-2].strip() == "" and shown.endswith("\r"), "it is gone"
    matchboxes.study(runs=200, sets=400)
    assert capfd.readouterr().err == ""
    outputs = []
    cell = types.SimpleNamespace(update=lambda data, raw: outputs.append(data))
    display = types.SimpleNamespace(display=lambda data, raw, display_id: outputs.append(data) or cell)
    monkeypatch.setitem(sys.modules, "ipykernel", display)
    monkeypatch.setitem(sys.modules, "IPython.display", display)
    bar = _progress.bar(10, None)
    bar.next = 0
    bar.update(5)
    assert _progress.bar(10, None) is None
    bar.close()
    assert outputs == [{"text/plain": " 50% 5 of 10 sets"}, {"text/plain": ""}]


def test_a_study_has_runs_and_a_text():
    with pytest.raises(ValueError, match="runs: must be at least 1"):
        matchboxes.study(runs=0)
    assert repr(matchboxes.study("nim:2,1", runs=2, sets=1)) == "<matchboxes.Study of 1 trainings, 2 runs>"


def test_nothing_is_written_without_a_file(tmp_path):
    """Not even where there is a place for it."""
    work = """
import os, matchboxes
model = matchboxes.train("nim:2,1", sets=2)
matchboxes.study("nim:2,1", runs=2, sets=2)
matchboxes.expected("hexapawn", rule="her", games=3)
mine = matchboxes.Rule(name="mine", start=[3], win="+1 all", loss="-1 all")
print(model.sets, matchboxes.train("nim:2,1", learner="second", opponent=model, rule=mine, sets=2).sets, os.listdir())
"""
    env = {**os.environ, "TMPDIR": str(tmp_path / "none"), "TEMP": "", "TMP": ""}
    run = [sys.executable, "-c", work]
    done = subprocess.run(run, capture_output=True, text=True, env=env, cwd=tmp_path, timeout=120)
    assert done.stdout == "2 2 []\n", done.stderr


def test_every_column_is_explained():
    figures = matchboxes.figures()
    names = set(figures["name"])
    study = matchboxes.study(rule=["rote", "her"], learner="second", runs=2, sets=2, exact=True)
    expected = matchboxes.expected("nim:2,1", games=3, exact=True)
    history = matchboxes.train(sets=2).history()
    frames = [study.curves, study.runs, study.speed, study.figures, study.comparisons, expected.games, history]
    for frame in frames:
        for column in frame.columns:
            side, _, rest = column.partition("_")
            assert column in names or (side in ("first", "second") and f"SIDE_{rest}" in names), column


def test_the_fields_of_results_say_what_the_figures_mean():
    figures = matchboxes.figures()
    meanings = dict(zip(figures["name"], figures["meaning"]))
    help = inspect.getdoc(matchboxes.Expected)
    described = re.findall(r"^(\w+) : .+\n((?:    .+\n?)+)", help, re.MULTILINE)
    docs = {name: " ".join(text.split()) for name, text in described}
    explained = [name for name in docs if name in meanings and name != "games"]
    assert explained == ["ended", "states", "last_states", "chance_never_loses", "games_until_never_loses"]
    for name in explained:
        assert docs[name].lower().startswith(meanings[name].lower()), name
