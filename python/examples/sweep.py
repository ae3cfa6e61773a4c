"""A sweep over two numbers of a rule, on a Ray cluster where Ray is installed and on threads otherwise, that
ends in a heat map: how often perfect play beats the machine."""

# %%
from concurrent.futures import ThreadPoolExecutor

import numpy as np

import matchboxes

DRAWS, LOSSES, SEEDS = [1, 2, 3, 5, 8], [1, 2, 3, 5, 8], range(4)


def lost(draw: int, loss: int, seed: int) -> float:
    rule = matchboxes.Rule(
        name="swept",
        start=[16, 12, 8, 4],
        symmetry="full",
        win="+3 all",
        draw=f"+{draw} all",
        loss=f"-{loss} all",
        empty="keep-last",
    )
    model = matchboxes.train(rule=rule, learner="second", opponent="perfect", sets=20, seed=seed)
    return matchboxes.evaluate(model)[0].perfect[2]


cases = [(draw, loss, seed) for draw in DRAWS for loss in LOSSES for seed in SEEDS]

# %%
try:
    import ray
except ImportError:
    # Trainings release the interpreter's lock, so threads use all cores.
    with ThreadPoolExecutor() as threads:
        found = list(threads.map(lambda case: lost(*case), cases))
else:
    ray.init(ignore_reinit_error=True)
    remote = ray.remote(lost)
    found = ray.get([remote.remote(*case) for case in cases])

# %%
mean = np.reshape(found, (len(DRAWS), len(LOSSES), len(SEEDS))).mean(axis=2)
print("games lost to perfect play; a row for each reward of a draw, a column for each loss")
print("     " + "".join(f"{-loss:7}" for loss in LOSSES))
for draw, row in zip(DRAWS, mean):
    print(f"{draw:+5}" + "".join(f"{x:7.1%}" for x in row))

# %%
try:
    from matplotlib import pyplot
except ImportError:
    print("no picture: matplotlib is not installed")
else:
    figure, axes = pyplot.subplots()
    image = axes.imshow(mean, cmap="viridis_r", vmin=0)
    axes.set_xticks(range(len(LOSSES)), [f"-{loss}" for loss in LOSSES])
    axes.set_yticks(range(len(DRAWS)), [f"+{draw}" for draw in DRAWS])
    axes.set(xlabel="beads for a loss", ylabel="beads for a draw", title="Games lost to perfect play")
    figure.colorbar(image)
    figure.savefig("sweep.png")
