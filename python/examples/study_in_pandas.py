"""What a study says, computed again from its runs with pandas: `menace study ... --exact --csv figures`, then
`python study_in_pandas.py figures`; without a folder it makes a study of its own."""

# %%
import math
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd

import matchboxes

NAMES = ["runs", "figures", "speed", "comparisons"]
if len(sys.argv) > 1:
    folder = Path(sys.argv[1])
    tables: dict[str, Any] = {name: pd.read_csv(folder / f"{name}.csv") for name in NAMES}
else:
    rules, figures = ["rote", "michie-304"], ["first_wins", "draws", "second_wins", "first_boxes", "first_resigned"]
    figures += ["first_exact_worst_case_loss", "first_exact_random_lost"]
    study = matchboxes.study(rule=rules, opponent="random", runs=30, sets=20, exact=True, compare_by=figures)
    of_study = [study.runs, study.figures, study.speed, study.comparisons]
    tables = {name: table.to_pandas() for name, table in zip(NAMES, of_study) if table is not None}
KEY = ["rule", "opponent"]
for table in tables.values():
    for name in ["rule", "opponent", "less_rule", "less_opponent"]:
        if name in table.columns:
            table[name] = table[name].astype("object").where(table[name].notna(), "")
runs = tables["runs"]

# %%
# Two rows a run: of the games that it played, and, with exact figures, of greedy play. A mean of both would be of nothing.
played = runs[runs["play"] != "greedy"]
print(played.groupby(KEY)[["first_wins", "draws", "second_wins"]].agg(["mean", "sem"]))


# %%
def interval(values: Any, most: float) -> tuple[float, float]:
    """Gaffke's: quantiles of the mean of the values and of a bound, weighted at random."""
    weights = np.random.default_rng(1961).dirichlet(np.ones(len(values) + 1), 20_000)
    low, high = (weights @ np.append(values.astype(float), bound) for bound in (0, most))
    return np.quantile(low, 0.025), np.quantile(high, 0.975)


def agree(what: str, ours: float, theirs: float) -> None:
    assert math.isclose(ours, theirs, rel_tol=1e-6, abs_tol=1e-7), f"{what}: {ours} here, {theirs} in the study"


def of_training(table: Any, rule: str, opponent: str) -> Any:
    return table[(table["rule"] == rule) & (table["opponent"] == opponent)]


# %%
# Means, errors and intervals of every figure that a run has. A share of nothing is missing and is left out.
checked = 0
for figure in tables["figures"].itertuples():
    if figure.figure not in runs.columns or "_games_until_" in figure.figure:
        continue
    rows = of_training(runs, figure.rule, figure.opponent)
    values = rows[rows["play"] == figure.play][figure.figure].dropna()
    if not len(values):
        continue
    what = f"{figure.rule}, {figure.figure}, {figure.play}"
    agree(f"{what}: mean", values.mean(), figure.mean)
    agree(f"{what}: error", values.sem(), figure.error)
    # What is certain has an interval without a width, and boxes have none.
    if figure.mean_low < figure.mean_high:
        most = 1.0 if "_exact_" in figure.figure else float(rows["last_games"].max())
        for ours, theirs in zip(interval(values, most), (figure.mean_low, figure.mean_high)):
            assert abs(ours - theirs) < most / 100, f"{what}: an end at {ours} here, {theirs} in the study"
    checked += 1
print(f"{checked} figures agree")

# %%
# How soon few games were lost. Where a run never came so far, there is no mean.
for speed in tables["speed"].itertuples():
    rows = of_training(runs, speed.rule, speed.opponent)
    until = rows[rows["play"] != "greedy"][f"{speed.side}_games_until_{speed.percent}"]
    assert until.notna().sum() == speed.reached and until.isna().sum() == speed.not_reached
    if not speed.not_reached:
        agree(f"{speed.rule}, {speed.percent} %", until.mean(), speed.mean)
print(f"{len(tables['speed'])} speeds agree")

# %%
# Two trainings, run by run: runs with the same number use the same random numbers.
compared = 0
for row in tables["comparisons"].itertuples():
    if row.figure not in runs.columns or "_games_until_" in row.figure:
        continue
    one, other = (
        rows[rows["play"] == row.play].set_index("run")[row.figure]
        for rows in (of_training(runs, row.rule, row.opponent), of_training(runs, row.less_rule, row.less_opponent))
    )
    differences = one - other
    if differences.isna().any() or not len(differences):
        continue
    what = f"{row.rule} - {row.less_rule}, {row.figure}, {row.play}"
    agree(f"{what}: difference", differences.mean(), row.mean)
    agree(f"{what}: error", differences.sem(), row.error)
    more, less = (differences > 1e-15).sum(), (differences < -1e-15).sum()
    assert (more, less) == (row.runs_more, row.runs_less), what
    tail = sum(math.comb(int(more + less), k) for k in range(int(min(more, less)) + 1)) / 2 ** int(more + less)
    if more + less:
        agree(f"{what}: sign test", min(1.0, 2 * tail), row.sign_p)
    compared += 1
print(f"{compared} comparisons agree")
