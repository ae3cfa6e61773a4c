//! Commands about one game.

use std::io::Write;

use menace::games::{Visitor, with_game};
use menace::{roster, session, store};

/// Options of every command that plays a game.
#[derive(Debug, clap::Args)]
pub(super) struct GameOption {
    /// The game, such as nim:3,4,5 (`menace list games` shows all) [default: a model's own game, else
    /// tic-tac-toe]
    #[arg(long, short, value_name = "GAME")]
    game: Option<String>,
}

/// The arguments of a command and where it writes: what visits the rules of its game.
pub(super) struct About<'a, A> {
    pub(super) args: &'a A,
    pub(super) out: &'a mut dyn Write,
}

impl GameOption {
    /// The name that was given, if one was.
    pub(super) fn given(&self) -> Option<String> {
        self.game.clone()
    }

    /// The name of the game that was asked for, or else that of the first model among these players.
    pub(super) fn name<'p>(
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

    /// Runs a command with the rules of the game that these players are to play.
    pub(super) fn run<'a, A>(
        &self,
        players: &[&str],
        args: &'a A,
        out: &'a mut dyn Write,
    ) -> anyhow::Result<()>
    where
        About<'a, A>: Visitor<Output = anyhow::Result<()>>,
    {
        with_game(&self.name(players.iter().copied())?, About { args, out })?
    }
}
