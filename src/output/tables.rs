//! The tables of a command as CSV files in a folder.

use std::io::Write;
use std::path::{Path, PathBuf};

use clap::Args;
use matchboxes_report::Table;

use crate::files::origin::{Earlier, Origin};
use crate::files::{self, FileKind, Force};
use crate::messages::exit::usage;
use crate::options::JsonOption;

#[derive(Debug, Args)]
pub(crate) struct CsvOption {
    /// Write the results as CSV files into this folder. `-` prints the first of them
    #[arg(long, value_name = "DIR")]
    csv: Option<PathBuf>,
}

impl CsvOption {
    pub(crate) fn is_printed(&self) -> bool {
        self.csv.as_deref() == Some(Path::new("-"))
    }

    /// The folder for the tables, if they are written to one.
    pub(crate) fn folder(&self) -> Option<&Path> {
        self.csv.as_deref().filter(|_| !self.is_printed())
    }

    /// Whether tables were asked for.
    pub(crate) const fn is_given(&self) -> bool {
        self.csv.is_some()
    }

    /// Checks the options, makes the folder and checks that the tables of these names can be written there, before
    /// anything is computed.
    pub(crate) fn prepare(&self, json: &JsonOption, files: &TableFiles<'_>) -> anyhow::Result<()> {
        self.prepare_folder(json)?;
        self.folder().map_or(Ok(()), |folder| files.check(folder))
    }

    /// The same where the names of the files are not known before.
    pub(crate) fn prepare_folder(&self, json: &JsonOption) -> anyhow::Result<()> {
        if self.is_printed() && json.json {
            return Err(usage(
                "--json and --csv - cannot both go to standard output",
            ));
        }
        Ok(self.folder().map_or(Ok(()), files::prepare)?)
    }

    /// Writes these tables to the folder, or prints the first one, if that was asked for; the paths of those written.
    pub(crate) fn write(
        &self,
        files: &TableFiles<'_>,
        tables: &[Table<'_>],
        out: &mut dyn Write,
    ) -> anyhow::Result<Vec<PathBuf>> {
        if let Some(first) = tables.first().filter(|_| self.is_printed()) {
            first.write_csv(out)?;
        }
        let folder = self.folder();
        folder.map_or(Ok(Vec::new()), |folder| files.write(folder, tables))
    }
}

/// The files of a command's tables.
pub(crate) struct TableFiles<'a> {
    origin: &'a Origin,
    names: &'a [&'static str],
    known_by: &'static str,
    force: Force,
}

impl<'a> TableFiles<'a> {
    /// The files of the tables of `origin`: `names` are the tables that the command may write, and `known_by` is the one that
    /// describes them.
    pub(crate) fn new(
        origin: &'a Origin,
        names: &'a [&'static str],
        known_by: &'static str,
        force: impl Into<Force>,
    ) -> Self {
        Self {
            origin,
            names,
            known_by,
            force: force.into(),
        }
    }

    /// The file of a table: `tic-tac-toe-first-sweep.csv` for a single one, `...-study-runs.csv` for one of several.
    fn path(&self, folder: &Path, table: &str) -> PathBuf {
        let stem = &self.origin.stem;
        folder.join(match self.names {
            [_] => format!("{stem}.csv"),
            _ => format!("{stem}-{table}.csv"),
        })
    }

    fn earlier(&self, folder: &Path) -> Earlier {
        let known = self.origin.of_table(&self.path(folder, self.known_by));
        let mut names = self.names.iter();
        let mut are_there = || names.any(|name| self.path(folder, name).exists());
        match known {
            Earlier::Nothing if are_there() => Earlier::Unknown,
            known => known,
        }
    }

    /// Refuses to replace what is of something else.
    fn check(&self, folder: &Path) -> anyhow::Result<()> {
        for name in self.names {
            files::check(&self.path(folder, name), kind(name), self.force)?;
        }
        let known_by = self.path(folder, self.known_by);
        let earlier = self.earlier(folder);
        Ok(self.origin.check(&known_by, earlier, self.force)?)
    }

    /// Writes these tables, and removes files of earlier results that are not written anew.
    ///
    /// If the folder has earlier results, the table that describes the others is written last: until then the
    /// folder counts as holding the earlier results, so the same command after a kill or a full disk replaces
    /// and removes the same files. In a new folder it is written first, so that the other files are
    /// recognized by it.
    fn write(&self, folder: &Path, tables: &[Table<'_>]) -> anyhow::Result<Vec<PathBuf>> {
        let _lock = self.origin.lock(folder)?;
        self.check(folder)?;
        let earlier = self.earlier(folder);
        let write = |table: &Table<'_>| {
            let path = self.path(folder, table.name);
            files::put_with(&path, kind(table.name), self.force, |file| {
                if table.name == self.known_by {
                    self.origin.write_known(table, file)
                } else {
                    table.write_csv(file)
                }
            })
        };
        let (known_by, others): (Vec<_>, Vec<_>) =
            tables.iter().partition(|t| t.name == self.known_by);
        let (first, last) = if earlier == Earlier::Nothing {
            (known_by, others)
        } else {
            (others, known_by)
        };
        first.into_iter().try_for_each(write)?;
        let written: Vec<PathBuf> = tables.iter().map(|t| self.path(folder, t.name)).collect();
        for name in self.names {
            let path = self.path(folder, name);
            if !written.contains(&path) && path.exists() {
                self.origin.remove(&path, earlier, self.force)?;
            }
        }
        last.into_iter().try_for_each(write)?;
        Ok(written)
    }
}

/// How a table that may be overwritten begins.
fn kind(table: &str) -> FileKind<'static> {
    FileKind::Text(match table {
        "meetings" => b"game,first,second,how,",
        "ranking" => b"game,player,how,seed,",
        _ => b"game,learner,rule,opponent,fallback,",
    })
}
