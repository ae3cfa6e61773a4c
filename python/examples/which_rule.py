"""Which rule learns fastest, and is the difference real? Forty runs each, compared run by run."""

# %%
import numpy as np

import matchboxes

careful = matchboxes.Rule(
    name="careful", start=[4, 3, 2, 1], symmetry="full", win="+3 all", draw="+1 all", loss="-1 all"
)
study = matchboxes.study(rule=["rote", "michie-304", careful], opponent="perfect", runs=40, sets=50)

# %%
# How many games until nine in ten of the last 500 are not lost. Where some runs never come so far there is no mean, but
# maybe a median.
speed = study.speed
for i in range(len(speed)):
    if speed["percent"][i] == 90:
        half = f"half of them after {speed['q50'][i]:.0f} games" if speed["reached"][i] >= 20 else "too few for a median"
        print(f"{speed['rule'][i]:>10} reaches 90 %: {speed['reached'][i]} of 40 runs, {half}")

# %%
# The games not lost in the last 1,000 of each run. The runs of two rules have nothing in common but their
# number, so the error of the difference is computed as for two independent means.
kept = {}
for rule in dict.fromkeys(study.runs["rule"]):
    of_rule = np.array([name == rule for name in study.runs["rule"]])
    kept[rule] = 1 - study.runs["second_wins"][of_rule] / study.runs["games"][of_rule]
best, *others = sorted(kept, key=lambda rule: -kept[rule].mean())
print(f"\n{best} does not lose {kept[best].mean():.2%} of its last games")
for rule in others:
    difference = kept[best].mean() - kept[rule].mean()
    error = np.sqrt(kept[best].var(ddof=1) / len(kept[best]) + kept[rule].var(ddof=1) / len(kept[rule]))
    verdict = "real" if difference > 3 * error else "may be luck"
    print(f"  {difference:+.2%} +- {error:.2%} more than {rule}: {verdict}")
study.picture().save("which_rule.svg")
