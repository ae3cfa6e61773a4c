"""A sweep over two numbers of a rule that ends in a heat map: how often the machine does not lose to perfect play."""

# %%
import matchboxes

ADDED = [1, 2, 3, 5, 8]
rule = matchboxes.Rule(name="swept", start=[16, 12, 8, 4], symmetry="full", win="+3 all", empty="keep-last")
fields = {"draw": [f"+{n} all" for n in ADDED], "loss": [f"-{n} all" for n in ADDED]}
sweep = matchboxes.sweep(rule=rule, learner="second", opponent="perfect", fields=fields, runs=20, sets=20)

# %%
mean = {(row["draw"], row["loss"]): row["reported_mean"] for row in sweep.trainings}
print("games not lost to perfect play, of the last ten sets; a row for each draw, a column for each loss")
print("      " + "".join(f"{loss:>8}" for loss in fields["loss"]))
for draw in fields["draw"]:
    print(f"{draw:>6}" + "".join(f"{mean[draw, loss]:8.1%}" for loss in fields["loss"]))

# %%
sweep.picture().save("sweep.png")
sweep
