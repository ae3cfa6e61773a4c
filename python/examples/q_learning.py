"""A learner of your own, measured exactly: ten lines of Q-learning play the environment, and every game that
its policy can play is added up."""

# %%
from collections import defaultdict

import numpy as np

import matchboxes
from matchboxes.gymnasium import GameEnv

env = GameEnv("tic-tac-toe", opponent="random")
rng = np.random.default_rng(1961)
q: defaultdict[int, np.ndarray] = defaultdict(lambda: np.zeros(env.game.move_count))


def greedy(position: matchboxes.Position) -> dict[str, int]:
    """The move with the highest value."""
    best = max(position.move_numbers(), key=lambda move: q[position.key][move])
    return {position.game.move_name(best): 1}


# %%
def learn(games: int) -> None:
    for _ in range(games):
        env.reset(seed=int(rng.integers(2**31)))
        over = False
        while not over:
            key, legal = env.position.key, env.position.move_numbers()
            move = rng.choice(legal) if rng.random() < 0.2 else max(legal, key=lambda m: q[key][m])
            _, reward, over, _, _ = env.step(move)
            after = 0 if over else max(q[env.position.key][m] for m in env.position.move_numbers())
            q[key][move] += 0.2 * (reward + after - q[key][move])


# %%
print("games     won  drawn   lost  against random;  worst-case loss")
for games in [1_000, 4_000, 15_000]:
    learn(games)
    found = matchboxes.evaluate(greedy, side="first")[0]
    won, drawn, lost = found.random
    print(f"{games:5} {won:8.2%} {drawn:6.2%} {lost:6.2%} {found.proof.worst_case_loss:33.2%}")
