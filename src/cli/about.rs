//! Commands about one game.

use std::io::Write;

use menace::game::Game;
use menace::games::{Visitor, with_game};
use menace::session;

/// Options of every command that plays a game.
#[derive(Debug, clap::Args)]
pub(super) struct GameOption {
    /// The game, such as nim:3,4,5 (`menace list games` tells all)
    #[arg(long, short, value_name = "GAME", default_value = session::GAME)]
    pub(super) game: String,
}

/// The arguments of a command and where it writes: what visits the rules of its game.
pub(super) struct About<'a, A> {
    pub(super) args: &'a A,
    pub(super) out: &'a mut dyn Write,
}

impl GameOption {
    /// Runs a command with the rules of the game that was asked for.
    pub(super) fn run<'a, A>(&self, args: &'a A, out: &'a mut dyn Write) -> anyhow::Result<()>
    where
        About<'a, A>: Visitor<Output = anyhow::Result<()>>,
    {
        with_game(&self.game, About { args, out })?
    }
}

/// Reads a position in which there is a move to make.
pub(super) fn read_unfinished<G: Game>(game: &G, text: &str) -> menace::Result<G::Position> {
    let at = game.read_position(text)?;
    match game.outcome(&at) {
        None => Ok(at),
        Some(_) => Err(menace::Error::Position {
            game: game.name(),
            text: text.to_owned(),
            reason: "the game is over there".to_owned(),
        }),
    }
}
