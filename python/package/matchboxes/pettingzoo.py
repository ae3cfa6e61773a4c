"""A game for two as an environment of PettingZoo.

>>> from matchboxes.pettingzoo import env
>>> game = env("connect-four")
>>> game.reset(seed=1)
>>> game.agent_selection, int(game.observe("player_0")["action_mask"].sum())
('player_0', 7)
"""

from __future__ import annotations

from typing import Any

import numpy as np
from gymnasium import spaces
from pettingzoo import AECEnv
from pettingzoo.utils import wrappers

from ._env import BITS, board, check_render, game_of, mask, number, observation, score
from ._matchboxes import Game

# The agents, named as PettingZoo recommends, by the side they play.
AGENTS = {"first": "player_0", "second": "player_1"}


class GameEnv(AECEnv):
    """A game for two agents who move in turn; `player_0` is the first side.

    An observation is the bits of the position's number, and the mask of the legal moves, which is empty for
    the agent whose turn it is not. The rewards come at the end: 1 for a win, 0 for a draw, -1 for a loss.
    `position` is the position itself.
    """

    metadata: dict[str, Any] = {"name": "matchboxes_v0", "render_modes": ["ansi", "human"], "is_parallelizable": False}

    def __init__(self, game: Game | str = "tic-tac-toe", *, render_mode: str | None = None) -> None:
        super().__init__()
        self.game = game_of(game)
        self.render_mode = check_render(render_mode)
        self.possible_agents = list(AGENTS.values())
        count = self.game.move_count
        seen = spaces.Dict(
            {
                "observation": spaces.Box(0, 1, (BITS,), np.int8),
                "action_mask": spaces.Box(0, 1, (count,), np.int8),
            }
        )
        self.observation_spaces = dict.fromkeys(self.possible_agents, seen)
        self.action_spaces = {agent: spaces.Discrete(count) for agent in self.possible_agents}

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        self.position = self.game.start()
        self.agents = list(self.possible_agents)
        self.agent_selection = AGENTS[self.position.side]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}

    def observe(self, agent: str) -> dict[str, Any]:
        legal = mask(self.position)
        if agent != self.agent_selection:
            legal[:] = 0
        return {"observation": observation(self.position), "action_mask": legal}

    def step(self, action: int | None) -> None:
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        self._cumulative_rewards[agent] = 0.0
        self.position = self.position.play(number(action))
        self.agent_selection = AGENTS[self.position.side]
        if self.position.is_over:
            self.rewards = {agent: score(self.position, side) for side, agent in AGENTS.items()}
            self.terminations = dict.fromkeys(self.agents, True)
        self._accumulate_rewards()
        if self.render_mode == "human":
            self.render()

    def render(self) -> str | None:
        """The board as text with `render_mode="ansi"`; with "human" it is printed, as `step` does by itself."""
        if self.render_mode == "human":
            print(board(self.position))
            return None
        return board(self.position)

    def close(self) -> None:
        pass


def env(game: Game | str = "tic-tac-toe", *, render_mode: str | None = None) -> Any:
    """The environment with PettingZoo's usual checks: a move that is not legal ends the game as a loss.

    Parameters
    ----------
    game : Game or str, default 'tic-tac-toe'
        The game.
    render_mode : {'ansi', 'human'}, optional
        With "ansi", `render` gives the board as text; with "human", it is printed at every step; default: nothing is shown.
    """
    raw = GameEnv(game, render_mode=render_mode)
    wrapped = wrappers.TerminateIllegalWrapper(raw, illegal_reward=-1)
    return wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(wrapped))
