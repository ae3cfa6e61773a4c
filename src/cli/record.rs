//! The option to write games to a file.

use std::path::PathBuf;

use menace::arena::Transcript;
use menace::game::Game;

use super::files;

/// Options of commands that play games which can be kept.
#[derive(Debug, clap::Args)]
pub(super) struct RecordOption {
    /// Write the games to a file that `menace play --replay` reads
    #[arg(long, value_name = "FILE")]
    pub(super) record: Option<PathBuf>,

    /// Let --record replace a file that holds something else
    #[arg(long, requires = "record")]
    force: bool,
}

impl RecordOption {
    /// Writes the games where they are asked for.
    pub(super) fn write<G: Game>(&self, game: &G, games: &Transcript) -> anyhow::Result<()> {
        let Some(path) = &self.record else {
            return Ok(());
        };
        let written = files::replace(path, games.write(game).as_bytes(), self.force);
        written.map_err(|error| match error.downcast_ref() {
            Some(menace::Error::Exists { path, .. }) => anyhow::anyhow!(
                "{}: holds something else; --force replaces it, --record names another file",
                path.display()
            ),
            _ => error,
        })
    }
}
