"""A game against a fixed opponent as an environment of Gymnasium.

>>> from matchboxes.gymnasium import GameEnv
>>> env = GameEnv("nim:3,4,5", opponent="perfect")
>>> observation, info = env.reset(seed=1)
>>> int(info["action_mask"].sum())
12
"""

from __future__ import annotations

from typing import Any

import gymnasium
import numpy as np
import numpy.typing as npt
from gymnasium import spaces

from ._env import BITS, Opponent, Side, board, chances, check_render, game_of, mask, naming, number, observation, other, score
from ._matchboxes import Game, Player

_Step = tuple[npt.NDArray[np.int8], float, bool, bool, dict[str, Any]]


class GameEnv(gymnasium.Env[npt.NDArray[np.int8], np.int64]):
    """One side of a game; the opponent, a player's name, a model, its file or a policy, moves the other.

    An observation is the bits of the position's number. The reward comes at the end: 1 for a win, 0 for a
    draw, -1 for a loss. `info["action_mask"]` is 1 at the legal moves, `action_masks()` says the same as truth
    values; any other move ends the game as a loss. An opponent that resigns has lost. `position` is the position
    itself.

    Parameters
    ----------
    game : Game or str, default 'tic-tac-toe'
        The game.
    side : {'first', 'second'}, default 'first'
        The side that the agent plays.
    opponent : str, path, Model, function or mapping, default 'random'
        Who plays the other side, as in `matchboxes.evaluate`.
    render_mode : {'ansi', 'human'}, optional
        With "ansi", `render` gives the board as text; with "human", it is printed at every step; default: nothing is shown.
    """

    metadata: dict[str, Any] = {"render_modes": ["ansi", "human"], "render_fps": 4}

    def __init__(
        self,
        game: Game | str = "tic-tac-toe",
        *,
        side: Side = "first",
        opponent: Opponent = "random",
        render_mode: str | None = None,
    ) -> None:
        self.game = game_of(game)
        self.side = side
        with naming("opponent", "player"):
            self.opponent = Player(opponent, game=self.game, side=other(side))
        self.render_mode = check_render(render_mode)
        self.observation_space = spaces.Box(0, 1, (BITS,), np.int8)
        self.action_space = spaces.Discrete(self.game.move_count)
        self.position = self.game.start()
        self._ended = True

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[npt.NDArray[np.int8], dict[str, Any]]:
        super().reset(seed=seed)
        self.position = self.game.start()
        self._ended = False
        # An opponent that resigns the first move leaves nothing to play: it moves at random instead.
        if self.side == "second" and not self._reply():
            self.position = self.position.play(int(self.np_random.choice(self.position.move_numbers())))
        self._show()
        return observation(self.position), {"action_mask": mask(self.position)}

    def step(self, action: np.int64 | int) -> _Step:
        move = number(action)
        if self._ended:
            raise gymnasium.error.ResetNeeded("no game is being played; call reset() to begin one")
        if move not in self.position.move_numbers():
            return self._end(-1.0)
        self.position = self.position.play(move)
        if not self.position.is_over and not self._reply():
            return self._end(1.0)
        if self.position.is_over:
            return self._end(score(self.position, self.side))
        self._show()
        return observation(self.position), 0.0, False, False, {"action_mask": mask(self.position)}

    def action_masks(self) -> npt.NDArray[np.bool_]:
        """Whether each move is legal, as sb3-contrib's MaskablePPO asks for it."""
        return mask(self.position).astype(np.bool_)

    def render(self) -> str | None:
        """The board as text with `render_mode="ansi"`; with "human" it is printed, as `reset` and `step` do by themselves."""
        if self.render_mode == "human":
            print(board(self.position))
            return None
        return board(self.position)

    def _show(self) -> None:
        if self.render_mode == "human":
            self.render()

    def _reply(self) -> bool:
        """Lets the opponent move; False if it resigns."""
        drawn = chances(self.opponent, self.position)
        if drawn.sum() == 0:
            return False
        numbers = self.position.move_numbers()
        self.position = self.position.play(int(self.np_random.choice(numbers, p=drawn)))
        return True

    def _end(self, reward: float) -> _Step:
        self._ended = True
        self._show()
        return observation(self.position), reward, True, False, {"action_mask": mask(self.position)}


gymnasium.register("matchboxes/Game-v0", "matchboxes.gymnasium:GameEnv")
