"""A model or any policy of ours as a policy of OpenSpiel, for tic-tac-toe and Connect Four."""

from __future__ import annotations

from typing import Any

from open_spiel.python import policy

from ._env import Opponent, chances
from ._matchboxes import Game, Player, Position


def game_of(game: Any) -> Game:
    """Our game for one of OpenSpiel's; the numbers of the moves are the same."""
    name, fields = game.get_type().short_name, game.get_parameters()
    if name == "tic_tac_toe":
        return Game("tic-tac-toe")
    if name == "connect_four" and fields.get("x_in_row", 4) == 4:
        return Game(f"connect-four:{fields['columns']}x{fields['rows']}")
    raise ValueError(f"{game}: there are tic_tac_toe, and connect_four with four in a row")


class Policy(policy.Policy):
    """What a player's name, a model or a policy of ours does in the states of a game of OpenSpiel's.

    A machine resigns at an empty box. OpenSpiel has no resignation, so there it plays any legal move, each with the
    same chance. `chances` is this changed policy as a function; `matchboxes.evaluate` gives the same figures
    for it as OpenSpiel. A model of one side has no policy in the states of the other.

    Parameters
    ----------
    game : pyspiel.Game
        tic_tac_toe, or connect_four with four in a row.
    player : str, path, Model, function or mapping
        The player, as in `matchboxes.evaluate`.
    """

    def __init__(self, game: Any, player: Opponent) -> None:
        super().__init__(game, list(range(game.num_players())))
        self.ours = game_of(game)
        self._player = Player(player, game=self.ours)
        self._known: dict[str, dict[int, float]] = {}

    def chances(self, position: Position) -> dict[str, float]:
        """The chances of the moves by their names, without a resignation."""
        given = chances(self._player, position)
        if given.sum() == 0:
            given[:] = 1 / len(given)
        return dict(zip(position.moves(), given.tolist()))

    def action_probabilities(self, state: Any, player_id: int | None = None) -> dict[int, float]:
        """The chances of the actions in a state; `player_id` names the player to move."""
        text = str(state)
        if text not in self._known:
            position = self.ours.after(state.history())
            found = self.chances(position).values()
            self._known[text] = dict(zip(position.move_numbers(), found))
        return self._known[text]
