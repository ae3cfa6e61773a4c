//! The `--game` option.

use menace::games::{AnyGame, parse};
use menace::{roster, session, store};

/// The option of every command that plays a game.
#[derive(Debug, clap::Args)]
pub(crate) struct GameOption {
    /// The game, such as nim:3,4,5 (`menace list games` shows all) [default: a model's own game, else
    /// tic-tac-toe]
    #[arg(long, short, value_name = "GAME")]
    game: Option<String>,
}

impl GameOption {
    pub(crate) fn given(&self) -> Option<String> {
        self.game.clone()
    }

    /// The name of the given game, else of the game of the first model among these players, else of
    /// tic-tac-toe.
    pub(crate) fn name<'p>(
        &self,
        players: impl IntoIterator<Item = &'p str>,
    ) -> menace::Result<String> {
        if let Some(game) = &self.game {
            return Ok(game.clone());
        }
        match players.into_iter().find_map(roster::model_path) {
            Some(path) => Ok(store::read(path)?.game),
            None => Ok(session::GAME.to_owned()),
        }
    }

    /// The game for these players; see [`GameOption::name`].
    pub(crate) fn of(&self, players: &[&str]) -> menace::Result<AnyGame> {
        parse(&self.name(players.iter().copied())?)
    }
}
