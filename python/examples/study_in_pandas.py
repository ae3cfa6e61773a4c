"""What a study says, computed again from its runs with pandas: `menace study ... --exact --csv figures`, then
`python study_in_pandas.py figures`; without a folder it makes a study of its own."""

# %%
import math
import sys
from pathlib import Path
from typing import Any

import pandas as pd

import matchboxes

NAMES = ["runs", "figures", "speed", "comparisons"]
if len(sys.argv) > 1:
    folder = Path(sys.argv[1])
    tables: dict[str, Any] = {name: pd.read_csv(next(folder.glob(f"*-study-{name}.csv"))) for name in NAMES}
else:
    study = matchboxes.study(rule=["rote", "michie-304"], opponent="random", runs=30, sets=20, exact=True)
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
# Student's quantile, by the area under his curve: pandas has none.
def quantile(level: float, freedom: int) -> float:
    scale = math.exp(math.lgamma((freedom + 1) / 2) - math.lgamma(freedom / 2)) / math.sqrt(freedom * math.pi)

    def beyond(x: float) -> float:
        # The tail, with x = sqrt(freedom) tan(angle), by Simpson's rule.
        start, steps = math.atan(x / math.sqrt(freedom)), 2000
        width = (math.pi / 2 - start) / steps
        heights = [math.cos(start + i * width) ** (freedom - 1) for i in range(steps + 1)]
        area = heights[0] + heights[-1] + 4 * sum(heights[1:-1:2]) + 2 * sum(heights[2:-1:2])
        return scale * math.sqrt(freedom) * width / 3 * area

    low, high = 0.0, 1e6
    for _ in range(200):
        middle = (low + high) / 2
        low, high = (middle, high) if beyond(middle) > (1 - level) / 2 else (low, middle)
    return high


def interval(values: Any, level: float) -> tuple[float, float]:
    """Student's interval and Hall's, which corrects for skewness: the smallest that has both."""
    mean, error, n = values.mean(), values.sem(), len(values)
    reach = quantile(level, n - 1)
    ends = [mean - reach * error, mean + reach * error]
    deviations = values - mean
    variance = (deviations**2).mean()
    bent = (deviations**3).mean() / variance**1.5 / math.sqrt(n) if variance > 0 else 0.0
    if abs(bent) >= 1e-9:

        def back(x: float) -> float:
            inner = 1 + bent * (x - bent / 6)
            return 3 / bent * (math.copysign(abs(inner) ** (1 / 3), inner) - 1)

        ends += [mean - back(reach) * error, mean - back(-reach) * error]
    return min(ends), max(ends)


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
    if not math.isnan(figure.seen_low) and values.nunique() > 1:
        low, high = interval(values, 0.95)
        # Within what the figure can be.
        most = 1.0 if "_exact_" in figure.figure else rows["last_games"].max()
        is_bounded = not math.isnan(figure.mean_high)
        agree(f"{what}: lower end", max(low, 0), figure.seen_low)
        agree(f"{what}: upper end", min(high, most) if is_bounded else high, figure.seen_high)
    checked += 1
print(f"{checked} figures agree")

# %%
# How soon few games were lost. Who never came so far counts with all games in the mean, which is a lower bound.
for speed in tables["speed"].itertuples():
    rows = of_training(runs, speed.rule, speed.opponent)
    until = rows[rows["play"] != "greedy"][f"{speed.side}_games_until_{speed.percent}"]
    assert until.notna().sum() == speed.reached and until.isna().sum() == speed.not_reached
    if speed.reached:
        agree(f"{speed.rule}, {speed.percent} %", until.fillna(speed.games).mean(), speed.mean)
print(f"{len(tables['speed'])} speeds agree")

# %%
# Two trainings, run by run: runs with the same number use the same random numbers.
compared = 0
for row in tables["comparisons"].itertuples():
    if row.figure not in runs.columns or "_games_until_" in row.figure or not isinstance(row.play, str):
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
    if differences.nunique() > 1 and not math.isnan(row.seen_low):
        low, high = interval(differences, row.level)
        agree(f"{what}: lower end", low, row.seen_low)
        agree(f"{what}: upper end", high, row.seen_high)
    more, less = (differences > 1e-15).sum(), (differences < -1e-15).sum()
    assert (more, less) == (row.runs_more, row.runs_less), what
    tail = sum(math.comb(int(more + less), k) for k in range(int(min(more, less)) + 1)) / 2 ** int(more + less)
    if more + less:
        agree(f"{what}: sign test", min(1.0, 2 * tail), row.sign_p)
    compared += 1
print(f"{compared} comparisons agree")
