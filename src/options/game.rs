//! The `--game` option.

use matchboxes::games::{self, AnyGame, parse};
use matchboxes::roster::PlayerSpec;
use matchboxes::{session, store};

#[derive(Debug, clap::Args)]
pub(crate) struct GameOption {
    /// The game, such as nim:3,4,5 (`menace list games` shows all)
    #[arg(long, short, value_name = "GAME")]
    game: Option<String>,
}

impl GameOption {
    pub(crate) fn given(&self) -> games::Result<Option<AnyGame>> {
        self.game.as_deref().map(parse).transpose()
    }

    /// The given game, else the game of the first model among these players, else tic-tac-toe.
    pub(crate) fn for_players(&self, players: &[PlayerSpec]) -> matchboxes::Result<AnyGame> {
        if let Some(game) = self.given()? {
            return Ok(game);
        }
        match players.iter().find_map(PlayerSpec::model_path) {
            Some(path) => store::game_of(path, &store::read(path)?),
            None => Ok(parse(session::GAME)?),
        }
    }
}
