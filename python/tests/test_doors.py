"""The environments and policies, checked by the projects they are made for. Each test needs its package."""

import subprocess
import sys
import warnings

import numpy as np
import pytest

import matchboxes


@pytest.mark.parametrize("game", ["tic-tac-toe", "nim:3,4,5:misere", "connect-four:5x4", "hexapawn", "othello:4"])
@pytest.mark.parametrize("side", ["first", "second"])
def test_gymnasium_accepts_the_environment(game, side):
    gymnasium = pytest.importorskip("gymnasium")
    from gymnasium.utils.env_checker import check_env

    import matchboxes.gymnasium  # noqa: F401

    with warnings.catch_warnings():
        warnings.simplefilter("error")
        env = gymnasium.make("matchboxes/Game-v0", game=game, side=side)
        check_env(env.unwrapped, skip_render_check=True)


def play(env, seed, choose):
    """A game played with the moves that `choose` takes from the legal ones; its reward."""
    observation, info = env.reset(seed=seed)
    over = False
    while not over:
        legal = np.flatnonzero(info["action_mask"])
        assert legal.tolist() == env.position.move_numbers()
        observation, reward, over, _, info = env.step(choose(legal))
    return reward


def test_games_in_the_environment_agree_with_exact_chances():
    """The lowest moves against random play, in ten standard errors; and a perfect opponent never loses."""
    pytest.importorskip("gymnasium")
    from matchboxes.gymnasium import GameEnv

    games, wins = 2_000, matchboxes.exact("random", "first").second_wins
    env = GameEnv(side="second", opponent="random")
    won = sum(play(env, seed, lambda legal: legal[0]) == 1 for seed in range(games))
    assert abs(won / games - wins) < 10 * (wins * (1 - wins) / games) ** 0.5
    env = GameEnv("nim:3,4,5", side="second", opponent="perfect")
    assert all(play(env, seed, lambda legal: legal[-1]) == -1 for seed in range(20))
    env = GameEnv(opponent=lambda position: dict.fromkeys(position.moves(), 0))
    assert play(env, 1, lambda legal: legal[0]) == 1, "an opponent that resigns has lost"
    env.reset()
    env.step(4)
    env = GameEnv()
    env.reset(seed=1)
    assert env.step(0)[1:3] == (0.0, False) and env.step(0)[1:3] == (-1.0, True), "a move that is not legal"


def test_the_environment_refuses_what_evaluate_refuses():
    pytest.importorskip("gymnasium")
    from matchboxes.gymnasium import GameEnv

    first = matchboxes.train(sets=1)
    with pytest.raises(ValueError, match="^side: `frist` is not a side; write first or second"):
        GameEnv(side="frist")
    with pytest.raises(ValueError, match="does not play the second side"):
        GameEnv(opponent=first)
    with pytest.raises(ValueError, match="this is a model of tic-tac-toe, not of nim:3,4,5"):
        GameEnv("nim:3,4,5", side="second", opponent=first)
    with pytest.raises(ValueError, match="^opponent: .*did you mean random"):
        GameEnv(opponent="randon")
    with pytest.raises(TypeError, match="^opponent: give the name of a player"):
        GameEnv(opponent=3)
    for game, error in [(3, TypeError), ("xx", ValueError)]:
        with pytest.raises(error, match="^game: "):
            GameEnv(game)
    GameEnv(side="second", opponent=first).reset(seed=1)


def test_the_environment_refuses_what_is_no_move_and_games_not_begun():
    gymnasium = pytest.importorskip("gymnasium")
    from matchboxes.gymnasium import GameEnv

    env = GameEnv(opponent=lambda position: dict.fromkeys(position.moves(), 0))
    begun = lambda: pytest.raises(gymnasium.error.ResetNeeded, match="call reset")
    with begun():
        env.step(4)
    env.reset(seed=1)
    for action in [4.9, "4", None]:
        with pytest.raises(TypeError, match="^action: give the number of a move, not "):
            env.step(action)
    assert env.step(np.int64(4))[2]
    with begun():
        env.step(0)


def test_masks_of_the_environment_are_truth_values():
    """As sb3-contrib's MaskablePPO asks for them, also through the wrappers of `make`."""
    gymnasium = pytest.importorskip("gymnasium")
    import matchboxes.gymnasium  # noqa: F401

    env = gymnasium.make("matchboxes/Game-v0", game="connect-four:5x4")
    _, info = env.reset(seed=1)
    masks = env.get_wrapper_attr("action_masks")()
    assert masks.dtype == bool and masks.tolist() == info["action_mask"].astype(bool).tolist() == [True] * 5
    env.unwrapped.position = env.unwrapped.game.after(["a"] * 4)
    assert env.unwrapped.action_masks().tolist() == [False, True, True, True, True]


def test_gymnasium_finds_the_environment_by_itself():
    pytest.importorskip("gymnasium")
    """By its module in the name: Gymnasium 1 reads no entry points."""
    work = "import gymnasium; env = gymnasium.make('matchboxes.gymnasium:matchboxes/Game-v0'); print(env.unwrapped.game.name)"
    done = subprocess.run([sys.executable, "-W", "error", "-c", work], capture_output=True, text=True)
    assert done.stdout == "tic-tac-toe\n", done.stderr


def test_boards_are_rendered_as_gymnasium_means_it(capsys):
    gymnasium = pytest.importorskip("gymnasium")
    from gymnasium.utils.env_checker import check_env

    from matchboxes.gymnasium import GameEnv

    env = GameEnv(render_mode="human", opponent="first")
    env.reset(seed=1)
    assert capsys.readouterr().out == "...\n...\n...\n"
    env.step(4)
    assert capsys.readouterr().out == "O..\n.X.\n...\n" and env.render() is None
    text = GameEnv(render_mode="ansi")
    text.reset(seed=1)
    assert text.render() == "...\n...\n..."
    for mode in ["ansi", "human"]:
        check_env(GameEnv(render_mode=mode), skip_render_check=False, skip_close_check=True)
    with pytest.raises(ValueError, match="render_mode: `rgb_array` is none of ansi, human"):
        GameEnv(render_mode="rgb_array")
    assert gymnasium.make("matchboxes/Game-v0", render_mode="human").render_mode == "human"


@pytest.mark.parametrize("game", ["tic-tac-toe", "nim:3,4,5", "connect-four", "hexapawn", "othello:4"])
def test_pettingzoo_accepts_the_environment(game):
    pytest.importorskip("pettingzoo")
    from pettingzoo.test import api_test, seed_test

    from matchboxes.pettingzoo import env

    with warnings.catch_warnings():
        # Advice, as to its own board games: an observation with a mask is a dictionary, and may be all 0.
        warnings.simplefilter("ignore", UserWarning)
        api_test(env(game), num_cycles=200)
        seed_test(lambda: env(game), num_cycles=50)


def test_pettingzoo_rewards_are_the_outcome():
    pytest.importorskip("pettingzoo")
    from matchboxes.pettingzoo import env

    game = env("nim:1,1")
    game.reset()
    for agent in game.agent_iter():
        observation, reward, over, _, _ = game.last()
        if over:
            assert reward == (1 if agent == "player_1" else -1)
        game.step(None if over else int(np.flatnonzero(observation["action_mask"])[0]))


def open_spiel_best_response(name, player, opponent):
    """OpenSpiel's value of the best response of seat `opponent` to a player of ours, and our own."""
    pyspiel = pytest.importorskip("pyspiel")
    from open_spiel.python.algorithms import best_response

    from matchboxes.open_spiel import Policy

    game = pyspiel.load_game(name)
    policy = Policy(game, player)
    theirs = best_response.BestResponsePolicy(game, opponent, policy).value(game.new_initial_state())
    side = ["second", "first"][opponent]
    ours = matchboxes.evaluate(policy.chances, game=policy.ours, side=side)[0].proof.best_response
    return theirs, ours


@pytest.mark.parametrize("learner", ["first", "second"])
def test_open_spiel_finds_the_same_best_response(learner):
    """A resignation is a loss with us, and any legal move with OpenSpiel, so a model that resigns does
    better there: the best opponent has a score of 1 here, and 0.90 or 0.99 there."""
    model = matchboxes.train(learner=learner, rule="michie-1961", opponent="perfect", sets=5, games_per_set=100, seed=1)
    theirs, ours = open_spiel_best_response("tic_tac_toe", model, 1 if learner == "first" else 0)
    assert theirs == pytest.approx(ours, abs=1e-9)
    assert matchboxes.prove(model)[0].best_response == 1 > theirs + 0.005


def test_open_spiel_agrees_on_connect_four():
    model = matchboxes.train("connect-four:3x4", learner="first", sets=20)
    theirs, ours = open_spiel_best_response("connect_four(columns=3,rows=4)", model, 1)
    assert theirs == pytest.approx(ours, abs=1e-9)


def test_open_spiel_has_the_same_moves():
    pyspiel = pytest.importorskip("pyspiel")
    from matchboxes.open_spiel import Policy, game_of

    rng = np.random.default_rng(1961)
    for name in ["tic_tac_toe", "connect_four"]:
        game = pyspiel.load_game(name)
        policy = Policy(game, "random")
        for _ in range(20):
            state = game.new_initial_state()
            while not state.is_terminal():
                chances = policy.action_probabilities(state)
                assert sorted(chances) == state.legal_actions()
                assert sum(chances.values()) == pytest.approx(1)
                state.apply_action(int(rng.choice(state.legal_actions())))
            over = game_of(game).after(state.history())
            assert {"first": [1, -1], "second": [-1, 1], "draw": [0, 0]}[over.outcome] == state.returns()
    with pytest.raises(ValueError, match="there are tic_tac_toe"):
        Policy(pyspiel.load_game("breakthrough"), "random")
