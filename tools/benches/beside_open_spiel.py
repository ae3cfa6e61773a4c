"""The same work by matchboxes and by OpenSpiel: seconds of processor time, medians of turns taken in alternation.

    pip install "./python" open_spiel && python tools/benches/beside_open_spiel.py
"""

import contextlib
import statistics
import sys
import time

import pyspiel
from open_spiel.python import policy, rl_environment
from open_spiel.python.algorithms import best_response, expected_game_score, random_agent, tabular_qlearner

import matchboxes
from matchboxes.open_spiel import Policy

TURNS = int(sys.argv[1]) if len(sys.argv) > 1 else 7
GAMES = 10_000
GAME = pyspiel.load_game("tic_tac_toe")
# Both programs evaluate the same machine. It never resigns, since OpenSpiel has no resignations.
MODEL = matchboxes.train(rule={"name": "kept", "start": [1], "win": "+1 all", "loss": "wipe last", "empty": "keep-last"})


def table():
    """The machine against random play as a table of OpenSpiel's C++, and as a policy that Python answers from memory."""
    first, known = Policy(GAME, MODEL), {}
    random = policy.UniformRandomPolicy(GAME)
    for state in policy.TabularPolicy(GAME).states:
        own = first if state.current_player() == 0 else random
        known[state.information_state_string()] = list(own.action_probabilities(state).items())
    return pyspiel.TabularPolicy(known), first, random


def start():
    return GAME.new_initial_state()


def learnt_by_open_spiel():
    environment = rl_environment.Environment(GAME)
    learner = tabular_qlearner.QLearner(player_id=0, num_actions=9)
    other = random_agent.RandomAgent(player_id=1, num_actions=9)
    for _ in range(GAMES):
        step = environment.reset()
        while not step.last():
            agent = [learner, other][step.observations["current_player"]]
            step = environment.step([agent.step(step).action])
        learner.step(step)
        other.step(step)


def seconds(work):
    begun = time.process_time()
    found = work()
    return found, time.process_time() - begun


def main():
    tabled, first, random = table()

    def scored():
        chances = matchboxes.exact(MODEL, "random")
        return chances.first_wins - chances.second_wins

    def worst():
        return matchboxes.prove(MODEL)[0].best_response

    def trained():
        matchboxes.train(rule="q-learning", games=GAMES)

    work = {
        "exact score, C++": (scored, lambda: pyspiel.expected_returns(start(), tabled, -1, True)[0]),
        "exact score, Python": (scored, lambda: expected_game_score.policy_value(start(), [first, random])[0]),
        "best response, C++": (worst, lambda: pyspiel.TabularBestResponse(GAME, 1, tabled).value_from_state(start())),
        "best response, Python": (worst, lambda: best_response.BestResponsePolicy(GAME, 1, first).value(start())),
        f"{GAMES:,} games of Q-learning": (trained, learnt_by_open_spiel),
    }
    taken = {(name, side): [] for name in work for side in range(2)}
    for _ in range(TURNS):
        for name, sides in work.items():
            (ours, mine), (theirs, its) = map(seconds, sides)
            assert ours is None or abs(ours - theirs) < 1e-9, (name, ours, theirs)
            taken[name, 0].append(mine)
            taken[name, 1].append(its)
    for name in work:
        ours, theirs = (statistics.median(taken[name, side]) for side in range(2))
        print(f"{name:28} matchboxes {ours:8.4f} s   OpenSpiel {theirs:8.3f} s   ratio {theirs / ours:8.0f}")


with contextlib.suppress(KeyboardInterrupt):
    main()
