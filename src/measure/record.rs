//! The `--record` option, which writes games to a file.

use std::io::Write as _;
use std::path::PathBuf;

use matchboxes::Error;
use matchboxes::arena::Transcript;
use matchboxes::games::AnyGame;
use matchboxes::store::Lock;
use matchboxes::text::Shown as _;

use crate::files::{self, FileKind, ending};
use crate::options::ForceOption;

#[derive(Debug, clap::Args)]
#[command(mut_arg("force", |arg| arg.requires("record")))]
pub(crate) struct RecordOption {
    /// Write the games to a file that `menace play --replay` reads
    #[arg(long, value_name = "FILE", value_parser = ending::path(&["txt"]))]
    pub(crate) record: Option<PathBuf>,

    #[command(flatten)]
    force: ForceOption,
}

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

    /// Holds the file of --record for a session whose games cannot be played again; an error if another command holds it.
    pub(crate) fn hold(&self) -> anyhow::Result<Recording<'_>> {
        let held = self.record.as_ref().filter(|path| !files::is_stream(path));
        let lock = held.map(|path| Lock::take(path)).transpose()?;
        // From here on the file there can only be ours.
        self.check(true)?;
        Ok(Recording {
            option: self,
            lock,
            written: None,
        })
    }
}

/// The file of --record, which is written after each game.
pub(crate) struct Recording<'a> {
    option: &'a RecordOption,
    /// None for a pipe, which takes the games at the end.
    lock: Option<Lock>,
    written: Option<String>,
}

impl Recording<'_> {
    /// Writes the games, unless they are there. A file that something else has put there meanwhile stays, and the
    /// error names the file beside it that has the games.
    pub(crate) fn write(&mut self, game: &AnyGame, games: &Transcript) -> anyhow::Result<()> {
        let (Some(path), Some(lock)) = (&self.option.record, &self.lock) else {
            return Ok(());
        };
        let text = games.write(game);
        if self.written.as_ref() == Some(&text) {
            return Ok(());
        }
        let kept = lock.write_with(path, &mut |file| file.write_all(text.as_bytes()));
        kept.map_err(|error| match error {
            Error::Lost {
                path,
                reason,
                saved,
            } => {
                let (path, saved) = (path.shown(), saved.shown());
                anyhow::anyhow!("{path}: {reason}; the games are in {saved}")
            }
            // The same command again would not add to this file.
            other if self.written.is_some() => {
                anyhow::anyhow!(
                    "{other}; it has the games before, so record the next in another file"
                )
            }
            other => other.into(),
        })?;
        self.written = Some(text);
        Ok(())
    }

    /// Writes them at the end, also to a pipe. Without a game no file is written, which would refuse the next games.
    pub(crate) fn end(mut self, game: &AnyGame, games: &Transcript) -> anyhow::Result<()> {
        match self.lock {
            Some(_) if games.games.is_empty() && self.written.is_none() => Ok(()),
            Some(_) => self.write(game, games),
            None => self.option.write(game, games),
        }
    }
}
