//! The folder of a result: its tables and pictures, and a file that tells what they are of.
//!
//! A folder holds one result. Where none is named, pictures go to one below `plots/`, whose name tells what was played,
//! with a mark of all that the result depends on, so the same command finds it again. A result takes the place of one
//! of the same with as much played or less, and then no file of that one stays. Anything else needs `--force`.

use std::collections::{BTreeMap, BTreeSet};
use std::fs::{self, File};
use std::io::{self, Read as _, Write};
use std::path::{Path, PathBuf};

use clap::Args;
use matchboxes::arena::StudySetting;
use matchboxes::error::{Action, Error, Existing};
use matchboxes::learn::Examined;
use matchboxes::session::usual_opponent;
use matchboxes::store::{self, Course};
use matchboxes::text::count;
use matchboxes_pictures::plot::Picture;
use matchboxes_report::Table;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::files::{self, FileKind, Force, failed, plain, wait_for_lock};
use crate::messages::exit::usage;
use crate::options::{ForceOption, JsonOption, Pictures, PicturesOptions};
use crate::output::pictures::{files_of, write_all};

/// The file that tells what a folder is of.
const ABOUT: &str = "result.json";
/// The version of its names.
const FORMAT: u64 = 1;
/// The most bytes of it; a sweep of ten thousand trainings takes less.
const LONGEST: u64 = 1 << 26;
/// The endings of the files of a result.
const ENDINGS: [&str; 5] = ["csv", "png", "svg", "pdf", "md"];

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

/// What a result is of, as the file in its folder has it.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct About {
    format: u64,
    /// What it is: a study, a sweep, a tournament, a training, an article.
    kind: String,
    /// A checksum of `of`.
    mark: String,
    #[serde(flatten)]
    size: Size,
    exact: Exactness,
    /// The names of its files, each with the CRC-32 of its bytes, if it is known to be whole.
    files: BTreeMap<String, Option<u32>>,
    /// All that it depends on, but for how much was played.
    of: Vec<Value>,
    /// How the name of its folder below `plots/` begins.
    #[serde(skip)]
    stem: String,
}

/// Which exact results are among it; each has those before it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Exactness {
    None,
    End,
    All,
}

/// How much was played.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Size {
    Runs(u64),
    Games(u64),
}

impl Size {
    const fn number(self) -> u64 {
        match self {
            Self::Runs(n) | Self::Games(n) => n,
        }
    }

    fn in_words(self) -> String {
        match self {
            Self::Runs(n) => count(n, "run", "runs"),
            Self::Games(n) => count(n, "game", "games"),
        }
    }

    const fn nothing(self) -> Self {
        match self {
            Self::Runs(_) => Self::Runs(0),
            Self::Games(_) => Self::Games(0),
        }
    }
}

impl About {
    /// A result of these, in any order.
    pub(crate) fn new(kind: &str, stem: &str, mut of: Vec<Value>, size: Size) -> Self {
        of.iter_mut().for_each(write_hashes);
        of.sort_by_cached_key(Value::to_string);
        let mut mark = crc32fast::Hasher::new();
        for one in &of {
            mark.update(one.to_string().as_bytes());
        }
        Self {
            format: FORMAT,
            kind: kind.to_owned(),
            mark: format!("{:08x}", mark.finalize()),
            size,
            exact: Exactness::None,
            files: BTreeMap::new(),
            of,
            // Names of players may be paths of any length.
            stem: stem.chars().take(120).collect(),
        }
    }

    /// The trainings of a study or a sweep, and what else it depends on.
    pub(crate) fn of_trainings(kind: &str, courses: &[Course], other: Option<Value>) -> Self {
        let settings: Vec<&StudySetting> = courses.iter().map(|course| &course.setting).collect();
        let of = courses.iter().map(|course| {
            let mut of = serde_json::to_value(course).unwrap_or_default();
            leave_out(&mut of["setting"], "runs");
            leave_out(&mut of["setting"]["spec"], "exact");
            of
        });
        let runs = settings.first().map_or(0, |setting| setting.runs);
        let exact = settings.iter().map(|setting| match setting.spec.exact {
            Examined::Never | Examined::Sampled => Exactness::None,
            Examined::AtEnd => Exactness::End,
            Examined::EachSet => Exactness::All,
        });
        let stem = format!("{}-{kind}", names_of(&settings));
        Self::new(kind, &stem, of.chain(other).collect(), Size::Runs(runs))
            .with_exact(exact.max().unwrap_or(Exactness::None))
    }

    /// The same of another size.
    #[must_use]
    pub(crate) const fn of_size(mut self, size: Size) -> Self {
        self.size = size;
        self
    }

    /// The same, with these exact results among it.
    #[must_use]
    pub(crate) fn with_exact(mut self, exact: Exactness) -> Self {
        self.exact = exact;
        self
    }

    /// Its folder where none is named.
    fn folder(&self) -> PathBuf {
        Path::new("plots").join(format!("{}-{}", self.stem, &self.mark[..6]))
    }

    /// What is in a folder, if a result is.
    fn read(folder: &Path) -> Result<Option<Self>, Error> {
        let path = folder.join(ABOUT);
        if fs::symlink_metadata(&path).is_err() {
            return Ok(None);
        }
        let bytes = store::read_text(&path, LONGEST)?;
        let about = serde_json::from_slice::<Self>(&bytes).ok();
        let about = about.filter(|about| about.format == FORMAT);
        let unknown = || Error::exists(&path, Existing::Other("tells of no result".to_owned()));
        about.map(Some).ok_or_else(unknown)
    }

    fn write(&self, folder: &Path) -> Result<(), Error> {
        let mut text = serde_json::to_string_pretty(self).unwrap_or_default();
        text.push('\n');
        let path = folder.join(ABOUT);
        files::put(&path, text.as_bytes(), FileKind::Any, Force::Yes)
    }

    fn is_same(&self, other: &Self) -> bool {
        self.kind == other.kind && self.mark == other.mark
    }

    /// Why this must not take the place of an earlier result.
    fn refused(&self, earlier: &Self) -> Option<String> {
        let what = &*self.kind;
        let [own, other] = [self.size, earlier.size].map(Size::number);
        if !self.is_same(earlier) {
            return Some(format!("results of another {}", earlier.kind));
        }
        if earlier.exact > self.exact {
            return Some(format!("exact results of this {what}"));
        }
        let size = earlier.size.in_words();
        // What is exact throughout was not played.
        (other > own && own > 0).then(|| format!("results of {size} of this {what}"))
    }

    /// The names of the files that are as they were written. The list may come from anywhere, so what is no name of a
    /// result's file is left out.
    fn own_files(&self, folder: &Path) -> BTreeSet<String> {
        let is_own = |(name, mark): &(&String, &Option<u32>)| {
            let path = Path::new(name);
            let ending = path.extension().and_then(|ending| ending.to_str());
            path.file_name() == Some(path.as_os_str())
                && ending.is_some_and(|ending| ENDINGS.contains(&ending))
                && mark.is_none_or(|mark| checksum(&folder.join(name)).is_ok_and(|own| own == mark))
        };
        let own = self.files.iter().filter(is_own);
        own.map(|(name, _)| name.clone()).collect()
    }
}

/// The files of an earlier result that are as they were written.
fn own_files(earlier: Option<&About>, folder: &Path) -> BTreeSet<String> {
    earlier
        .map(|earlier| earlier.own_files(folder))
        .unwrap_or_default()
}

/// The CRC-32 of a file; a pipe or a device may have no end.
fn checksum(path: &Path) -> io::Result<u32> {
    if !fs::metadata(path)?.is_file() {
        return Err(io::ErrorKind::InvalidInput.into());
    }
    let (mut file, mut sum) = (File::open(path)?, crc32fast::Hasher::new());
    let mut bytes = vec![0; 1 << 16];
    loop {
        match file.read(&mut bytes)? {
            0 => return Ok(sum.finalize()),
            n => sum.update(&bytes[..n]),
        }
    }
}

/// Where the files of a result go, and what they may replace.
pub(crate) struct ResultFiles<'a> {
    about: &'a About,
    /// The folder of the tables, if they are written.
    tables: Option<&'a Path>,
    /// Whether the first table is printed.
    prints: bool,
    /// The folder of the pictures and of a report.
    folder: PathBuf,
    /// The format of the pictures.
    pub(crate) form: Pictures,
    force: Force,
}

impl<'a> ResultFiles<'a> {
    /// The files that the options ask for; `usual` is the format of the pictures where none is named.
    pub(crate) fn new(
        about: &'a About,
        csv: &'a CsvOption,
        pictures: &PicturesOptions,
        usual: Pictures,
        force: &ForceOption,
    ) -> Self {
        let folder = pictures.plots_dir.clone();
        let folder = folder.unwrap_or_else(|| about.folder());
        Self {
            tables: csv.folder(),
            prints: csv.is_printed(),
            ..Self::of_report(about, folder, pictures.or(usual), force)
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
            force: force.into(),
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
        let write = || {
            let written = tables.iter().map(|table| {
                let path = folder.join(table_file(table.name));
                files::put_with(&path, FileKind::Any, Force::Yes, |file| {
                    table.write_csv(file)
                })?;
                Ok(path)
            });
            written.collect()
        };
        Ok(self.write(folder, &names.collect(), write)?)
    }

    /// Writes these pictures, if pictures are wanted; the paths of their files.
    pub(crate) fn write_pictures(
        &self,
        pictures: &[(String, Picture)],
    ) -> matchboxes::Result<Vec<PathBuf>> {
        if self.form == Pictures::None {
            return Ok(Vec::new());
        }
        let (folder, form) = (&self.folder, self.form);
        let names = pictures
            .iter()
            .flat_map(|(name, _)| self.picture_files(name));
        self.write(folder, &names.collect(), || {
            write_all(pictures, |name| folder.join(name), form, Force::Yes)
        })
    }

    /// Writes a report: its pictures and its texts, each with the name of its file; the paths of the pictures.
    pub(crate) fn write_report(
        &self,
        pictures: &[(&str, Picture)],
        texts: &[(&str, String)],
    ) -> matchboxes::Result<Vec<PathBuf>> {
        let (folder, form) = (&self.folder, self.form);
        let names = pictures
            .iter()
            .flat_map(|(name, _)| self.picture_files(name));
        let names = names.chain(texts.iter().map(|(name, _)| (*name).to_owned()));
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
        let is_past = same.is_none_or(|same| same.size.number() != self.about.size.number());
        let mark = |name: &String| checksum(&folder.join(name)).ok();
        let before = own_files(earlier.as_ref(), folder);
        let others = before
            .difference(names)
            .map(|name| (name.clone(), mark(name)));
        let meanwhile = About {
            size: same.map_or(self.about.size.nothing(), |same| same.size),
            exact: same.map_or(Exactness::None, |same| same.exact),
            files: others
                .chain(names.iter().map(|name| (name.clone(), None)))
                .collect(),
            ..self.about.clone()
        };
        meanwhile.write(folder)?;
        let written = write()?;
        for name in before.difference(names).filter(|_| is_past) {
            remove(&folder.join(name))?;
        }
        let kept = before.iter().filter(|_| !is_past).chain(names);
        let files = kept.map(|name| (name.clone(), mark(name))).collect();
        About {
            files,
            ..self.about.clone()
        }
        .write(folder)?;
        Ok(written)
    }
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

/// Writes the hashes of files as people do.
fn write_hashes(of: &mut Value) {
    match of {
        Value::Object(fields) => {
            for (name, value) in fields {
                let bytes = value.as_array().filter(|_| name == "hash");
                let bytes = bytes.map(|bytes| bytes.iter().filter_map(Value::as_u64));
                let hash = bytes.map(|bytes| bytes.map(|byte| format!("{byte:02x}")).collect());
                match hash {
                    Some(hash) => *value = Value::String(hash),
                    None => write_hashes(value),
                }
            }
        }
        Value::Array(list) => list.iter_mut().for_each(write_hashes),
        _ => {}
    }
}

/// Leaves out of a result's description what does not tell it apart.
pub(crate) fn leave_out(of: &mut Value, name: &str) {
    if let Value::Object(fields) = of {
        fields.remove(name);
    }
}

fn table_file(name: &str) -> String {
    format!("{name}.csv")
}

/// What trainings are of, in short: `tic-tac-toe-first-rote`, with the opponent if it is not the usual one, and the
/// number of rules where there are several.
fn names_of(settings: &[&StudySetting]) -> String {
    let one_of = |texts: BTreeSet<&str>, many: &str| match texts.len() {
        1 => texts.into_iter().collect::<String>(),
        n => format!("{n}-{many}"),
    };
    let all = settings.iter();
    let is_usual = |setting: &&&StudySetting| {
        setting.opponent == usual_opponent(&setting.rule, setting.learners)
    };
    let mut names = vec![
        one_of(all.clone().map(|s| &*s.game).collect(), "games"),
        one_of(all.clone().map(|s| s.learners.name()).collect(), "learners"),
        one_of(all.clone().map(|s| &*s.rule.name).collect(), "rules"),
    ];
    if !all.clone().all(|setting| is_usual(&setting)) {
        names.push(one_of(all.map(|s| &*s.opponent).collect(), "opponents"));
    }
    // Names of players may be paths of any length.
    let names = names
        .iter()
        .map(|name| plain(name).chars().take(40).collect());
    names.collect::<Vec<String>>().join("-")
}
