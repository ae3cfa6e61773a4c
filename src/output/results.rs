//! The folder of a result: its tables and pictures, and a file that tells what they are of.
//!
//! A folder holds one result. Where none is named, pictures go to one below `plots/`, whose name tells what was played,
//! with a mark of all that the result depends on, so the same command finds it again. A result takes the place of one
//! of the same with as much played or less, and then no file of that one stays. Anything else needs `--force`.

use std::collections::BTreeSet;
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use clap::Args;
use matchboxes::error::{Action, Error, Existing};
use matchboxes_pictures::plot::Picture;
use matchboxes_report::Table;

use crate::files::{self, FileKind, Force, failed, wait_for_lock};
use crate::messages::usage;
use crate::options::{ForceOption, JsonOption, Pictures, PicturesOptions};
use crate::output::about::{ABOUT, About, checksum, own_files};
use crate::output::pictures::{files_of, write_all};
use crate::output::width::TableOption;

#[derive(Debug, Args)]
pub(crate) struct CsvOption {
    /// Write the results as CSV files into this folder. `-` prints the first of them
    #[arg(long, value_name = "DIR")]
    pub(crate) csv: Option<PathBuf>,
}

impl CsvOption {
    pub(crate) fn is_printed(&self) -> bool {
        self.csv.as_deref() == Some(Path::new("-"))
    }

    /// The folder for the tables, if they are written to one.
    pub(crate) fn folder(&self) -> Option<&Path> {
        self.csv.as_deref().filter(|_| !self.is_printed())
    }

    /// Refuses two documents on standard output, and makes the folder, before anything is computed.
    pub(crate) fn prepare(&self, json: &JsonOption) -> anyhow::Result<()> {
        if self.is_printed() && json.json {
            return Err(usage(
                "--json and --csv - cannot both go to standard output",
            ));
        }
        Ok(self.folder().map_or(Ok(()), files::prepare)?)
    }
}

/// How a result is shown, and which files of it are written.
#[derive(Debug, Args)]
pub(crate) struct ResultOptions {
    #[command(flatten)]
    pub(crate) pictures: PicturesOptions,

    #[command(flatten)]
    pub(crate) csv: CsvOption,

    #[command(flatten)]
    pub(crate) force: ForceOption,

    #[command(flatten)]
    pub(crate) table: TableOption,

    #[command(flatten)]
    pub(crate) json: JsonOption,
}

impl ResultOptions {
    /// The files of a result; `usual` is the format of the pictures where none is named.
    pub(crate) fn files<'a>(&'a self, about: &'a About, usual: Pictures) -> ResultFiles<'a> {
        let folder = self.pictures.plots_dir.clone();
        ResultFiles {
            folder: folder.unwrap_or_else(|| about.folder()),
            form: self.pictures.or(usual),
            ..ResultFiles::of_tables(about, &self.csv, &self.force)
        }
    }
}

/// Where the files of a result go, and what they may replace.
pub(crate) struct ResultFiles<'a> {
    about: &'a About,
    /// The folder of the tables, if they are written.
    tables: Option<&'a Path>,
    prints: bool,
    /// The folder of the pictures and of a report.
    folder: PathBuf,
    pub(crate) form: Pictures,
    force: Force,
}

impl<'a> ResultFiles<'a> {
    /// The tables that the options ask for, without pictures.
    pub(crate) fn of_tables(about: &'a About, csv: &'a CsvOption, force: &ForceOption) -> Self {
        Self {
            tables: csv.folder(),
            prints: csv.is_printed(),
            ..Self::of_report(about, PathBuf::new(), Pictures::None, force)
        }
    }

    /// The files of a report in this folder.
    pub(crate) fn of_report(
        about: &'a About,
        folder: PathBuf,
        form: Pictures,
        force: &ForceOption,
    ) -> Self {
        Self {
            about,
            tables: None,
            prints: false,
            folder,
            form,
            force: force.force.into(),
        }
    }

    /// Makes the folders and refuses to replace what must stay, before anything is computed: `tables` and `pictures` are the
    /// names of all that there may be.
    pub(crate) fn prepare<N: AsRef<str>>(
        &self,
        tables: &[&str],
        pictures: &[N],
    ) -> matchboxes::Result<()> {
        if let Some(folder) = self.tables {
            files::prepare(folder)?;
            self.earlier(folder, tables.iter().map(|name| table_file(name)))?;
        }
        if self.form != Pictures::None {
            files::prepare(&self.folder)?;
            let names = pictures
                .iter()
                .flat_map(|name| self.picture_files(name.as_ref()));
            self.earlier(&self.folder, names)?;
        }
        Ok(())
    }

    /// The same for a report with texts of these names.
    pub(crate) fn prepare_report(&self, texts: &[&str]) -> matchboxes::Result<()> {
        files::prepare(&self.folder)?;
        let names = texts.iter().map(|&name| name.to_owned());
        self.earlier(&self.folder, names).map(drop)
    }

    /// Removes the folder below `plots/`, if nothing was put into it.
    pub(crate) fn leave(&self) {
        if self.folder == self.about.folder() {
            let _ = fs::remove_dir(&self.folder);
        }
    }

    /// Writes these tables to their folder, or prints the first one, if that was asked for; the paths of those written.
    pub(crate) fn write_tables(
        &self,
        tables: &[Table<'_>],
        out: &mut dyn Write,
    ) -> anyhow::Result<Vec<PathBuf>> {
        if let Some(first) = tables.first().filter(|_| self.prints) {
            first.write_csv(out)?;
        }
        let Some(folder) = self.tables else {
            return Ok(Vec::new());
        };
        let names = tables.iter().map(|table| table_file(table.name));
        Ok(self.write(folder, &names.collect(), || put_tables(folder, tables))?)
    }

    /// Writes these pictures, if pictures are wanted; the paths of their files.
    pub(crate) fn write_pictures(
        &self,
        pictures: impl FnOnce() -> Vec<(String, Picture)>,
    ) -> matchboxes::Result<Vec<PathBuf>> {
        if self.form == Pictures::None {
            return Ok(Vec::new());
        }
        self.write_report(&pictures(), &[], &[])
    }

    /// Writes a report: its pictures, its texts, each with the name of its file, and its tables; the paths of the pictures.
    pub(crate) fn write_report<N: AsRef<str> + Sync>(
        &self,
        pictures: &[(N, Picture)],
        texts: &[(&str, String)],
        tables: &[Table<'_>],
    ) -> matchboxes::Result<Vec<PathBuf>> {
        let (folder, form) = (&self.folder, self.form);
        let names = pictures
            .iter()
            .flat_map(|(name, _)| self.picture_files(name.as_ref()));
        let names = names.chain(texts.iter().map(|(name, _)| (*name).to_owned()));
        let names = names.chain(tables.iter().map(|table| table_file(table.name)));
        self.write(folder, &names.collect(), || {
            let written = write_all(pictures, |name| folder.join(name), form, Force::Yes)?;
            for (name, text) in texts {
                files::put(
                    &folder.join(name),
                    text.as_bytes(),
                    FileKind::Any,
                    Force::Yes,
                )?;
            }
            put_tables(folder, tables)?;
            Ok(written)
        })
    }

    fn picture_files(&self, name: &str) -> Vec<String> {
        let files = files_of(Path::new(name), self.form).into_iter();
        files
            .map(|(file, _)| file.to_string_lossy().into_owned())
            .collect()
    }

    /// The result that is in a folder; an error if files of these names must not be written there.
    fn earlier(
        &self,
        folder: &Path,
        names: impl IntoIterator<Item = String>,
    ) -> matchboxes::Result<Option<About>> {
        let is_forced = self.force == Force::Yes;
        let earlier = match About::read(folder) {
            Err(_) if is_forced => None,
            read => read?,
        };
        if let Some(reason) = earlier
            .as_ref()
            .and_then(|earlier| self.about.refused(earlier))
            && !is_forced
        {
            return Err(Error::exists(folder, Existing::Results(reason)));
        }
        let own = own_files(earlier.as_ref(), folder);
        for name in names {
            let force = if own.contains(&name) {
                Force::Yes
            } else {
                self.force
            };
            let path = folder.join(name);
            match files::check(&path, FileKind::Any, force) {
                Err(Error::Exists {
                    reason: Existing::Other(_),
                    ..
                }) => {
                    let reason = Existing::Results("something else".to_owned());
                    return Err(Error::exists(&path, reason));
                }
                checked => checked?,
            }
        }
        Ok(earlier)
    }

    /// Writes files of these names into a folder, and removes files of an earlier result that are not written anew and
    /// no longer true.
    ///
    /// Until all is written, the folder is known as holding the earlier files and the new ones, of which little was
    /// played. So the same command after a kill or a full disk replaces and removes the same files.
    fn write(
        &self,
        folder: &Path,
        names: &BTreeSet<String>,
        write: impl FnOnce() -> matchboxes::Result<Vec<PathBuf>>,
    ) -> matchboxes::Result<Vec<PathBuf>> {
        // Two commands that end at the same time do not mix their files.
        let _lock = wait_for_lock(&folder.join(ABOUT))?;
        let earlier = self.earlier(folder, names.clone())?;
        let same = earlier
            .as_ref()
            .filter(|earlier| earlier.is_same(self.about));
        let own = self.about.size.number();
        let is_past = same.is_none_or(|same| same.size.number() != own);
        let mark = |name: &String| checksum(&folder.join(name)).ok();
        let before = own_files(earlier.as_ref(), folder);
        let others = before
            .difference(names)
            .map(|name| (name.clone(), mark(name)));
        let meanwhile = others.chain(names.iter().map(|name| (name.clone(), None)));
        let in_progress = self.about.in_progress(same, meanwhile.collect());
        in_progress.write(folder)?;
        let written = write()?;
        for name in before.difference(names).filter(|_| is_past) {
            remove(&folder.join(name))?;
        }
        let kept = before.iter().filter(|_| !is_past).chain(names);
        let files = kept.map(|name| (name.clone(), mark(name))).collect();
        self.about.with_files(files).write(folder)?;
        Ok(written)
    }
}

/// Writes tables into a folder; the paths of their files.
fn put_tables(folder: &Path, tables: &[Table<'_>]) -> matchboxes::Result<Vec<PathBuf>> {
    let written = tables.iter().map(|table| {
        let path = folder.join(table_file(table.name));
        files::put_with(&path, FileKind::Any, Force::Yes, |file| {
            table.write_csv(file)
        })?;
        Ok(path)
    });
    written.collect()
}

/// Removes a file, unless it is a model.
fn remove(path: &Path) -> matchboxes::Result<()> {
    if files::check(path, FileKind::Any, Force::Yes).is_err() {
        return Ok(());
    }
    match fs::remove_file(path) {
        Err(cause) if cause.kind() != io::ErrorKind::NotFound => {
            Err(failed(path, Action::Remove)(cause))
        }
        _ => Ok(()),
    }
}

fn table_file(name: &str) -> String {
    format!("{name}.csv")
}
