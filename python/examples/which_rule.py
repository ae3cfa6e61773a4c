"""Which of five rules learns best in two games, is the difference real, and what is the worst that each can meet?
A hundred runs each."""

# %%
import matchboxes

careful = matchboxes.Rule(
    name="careful", start=[4, 3, 2, 1], symmetry="full", win="+3 all", draw="+1 all", loss="-1 all"
)
RULES: list[str | matchboxes.Rule] = ["rote", "michie-304", careful, "q-learning", "ucb"]
GAMES = ["tic-tac-toe", "nim:3,4,5"]
studies = {game: matchboxes.study(game, rule=RULES, learner="first", runs=100, sets=50) for game in GAMES}

# %%
# The games not lost while the machines learn, as means of the runs.
for game, study in studies.items():
    study.picture().save(f"which_rule_{game.partition(':')[0]}.svg")
studies["tic-tac-toe"]

# %%
studies["nim:3,4,5"]

# %%
# How many games until nine in ten of the last 500 are not lost. Where some runs never come so far there is no mean, but
# maybe a median.
for game, study in studies.items():
    print(f"\n{game}: nine in ten of the last 500 games not lost")
    for row in study.speed:
        if row["percent"] == 90:
            half = f"half of them after {row['q50']:.0f} games" if row["reached"] >= 50 else "too few for a median"
            print(f"{row['rule']:>10}, {row['play']:>9}: {row['reached']:3} runs, {row['not_reached']:2} never; {half}")

# %%
# While they learn, rules of beads draw and rules of values explore. What all of them have is a table after the last
# game, which is followed greedily. The intervals of all pairs hold together.
for game, study in studies.items():
    print(f"\n{game}: games lost to perfect play, one rule less another")
    assert study.comparisons is not None
    for row in study.comparisons:
        if (row["figure"], row["play"]) == ("first_exact_perfect_lost", "greedy"):
            verdict = "may be luck" if row["low"] <= 0 <= row["high"] else "real"
            effect = f"{row['mean']:+7.1%} from {row['low']:+7.1%} to {row['high']:+7.1%}"
            print(f"{row['rule']:>10} - {row['less_rule']:10} {effect}: {verdict}")

# %%
# The worst case: how often the best opponent of each machine wins, and how many machines no opponent can beat.
for game, study in studies.items():
    print(f"\n{game}: against the best opponent of each machine")
    greedy = [row for row in study.figures if row["play"] == "greedy"]
    lost = [row for row in greedy if row["figure"] == "first_exact_worst_case_loss"]
    never = [row for row in greedy if row["figure"] == "first_never_loses"]
    for loss, safe in zip(lost, never):
        interval = f"from {safe['mean_low']:.0%} to {safe['mean_high']:.0%}"
        print(f"{loss['rule']:>10} loses {loss['mean']:4.0%} of its games; {safe['mean']:4.0%} never lose, {interval}")
