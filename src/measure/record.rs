//! The `--record` option, which writes games to a file.

use std::path::PathBuf;

use matchboxes::arena::Transcript;
use matchboxes::games::AnyGame;

use crate::common::files;
use crate::common::files::FileKind;
use crate::common::options::ForceOption;

/// Options of commands that can record games.
#[derive(Debug, clap::Args)]
#[command(mut_arg("force", |arg| arg.requires("record")))]
pub(crate) struct RecordOption {
    /// Write the games to a file that `menace play --replay` reads
    #[arg(long, value_name = "FILE")]
    pub(crate) record: Option<PathBuf>,

    #[command(flatten)]
    force: ForceOption,
}

/// The option of commands that read games.
#[derive(Debug, clap::Args)]
pub(crate) struct ReplayOption {
    /// Read recorded games from this file: written by --record, or a transcript, a list with numbers, PGN, GGF, SGF,
    /// WTHOR or a table with a column of moves
    #[arg(long, value_name = "FILE", conflicts_with_all = ["seed", "record"])]
    pub(crate) replay: Option<PathBuf>,
}

impl RecordOption {
    /// Refuses a file that must not be replaced, before any game is played.
    ///
    /// A file of recorded games is accepted here, since it may hold the same games; after games with a person
    /// it never does.
    pub(crate) fn check(&self, with_person: bool) -> anyhow::Result<()> {
        let Some(path) = &self.record else {
            return Ok(());
        };
        let kind = if with_person {
            FileKind::Any
        } else {
            FileKind::Text(b"menace games ")
        };
        Ok(files::check(path, kind, self.force.force.into())?)
    }

    /// Writes the games to the file of --record, if that was given.
    pub(crate) fn write(&self, game: &AnyGame, games: &Transcript) -> anyhow::Result<()> {
        let Some(path) = &self.record else {
            return Ok(());
        };
        files::replace(path, games.write(game).as_bytes(), self.force.force)
    }
}
