//! What results in files are of, which decides what a new file replaces.
//!
//! The names of files give in short what was played. The full origin is inside: in the description of a
//! picture, and in the rows of one of the tables of a folder. Results replace results of the same trainings
//! with as many runs or fewer, and then no file of the earlier ones stays.

use std::collections::BTreeSet;
use std::fs::{self, File};
use std::io::{self, Write};
use std::path::Path;

use matchboxes::Result;
use matchboxes::arena::StudySetting;
use matchboxes::error::{Action, Error, Existing};
use matchboxes::learn::Examined;
use matchboxes::session::usual_opponent;
use matchboxes::store::{self, Course, Lock};
use matchboxes::text::count;
use matchboxes_pictures::plot::Picture;
use matchboxes_report::{Row, Table};

use crate::files::{Force, plain, wait_for_lock};

/// The column of the checksum.
const CHECKSUM: &str = "checksum";

/// The origin of results: what was played.
pub(crate) struct Origin {
    /// How the names of its files begin.
    pub(crate) stem: String,
    /// What distinguishes them, as printed in columns of a table.
    rows: BTreeSet<Vec<String>>,
    columns: Vec<String>,
    /// The column of how much was played, and how much it is.
    size: (&'static str, u64),
    /// What was played, as messages name it.
    what: &'static str,
    /// Of all that the results depend on, but for how much was played.
    checksum: u32,
    /// The same in any order of the trainings, for a column of the table: files can differ under the same names.
    mark: Option<u32>,
    /// Whether exact results are among them.
    is_exact: bool,
}

/// What a file holds beside new results.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Earlier {
    /// It is not there.
    Nothing,
    /// Its origin is unknown.
    Unknown,
    /// Results of others.
    Others,
    /// Results of the same, of this size.
    Same(u64),
    /// Results of the same, of this size, with exact ones, which the new results lack.
    Exact(u64),
}

impl Origin {
    /// What these rows tell apart.
    pub(crate) fn of_rows(stem: String, rows: &[Row], size: (&'static str, u64)) -> Self {
        let columns = rows.first().map_or_else(Vec::new, |row| {
            row.figures().map(|(name, _)| name.to_owned()).collect()
        });
        let rows: BTreeSet<Vec<String>> = rows
            .iter()
            .map(|row| row.figures().map(|(_, cell)| cell.text().into()).collect())
            .collect();
        let mut checksum = crc32fast::Hasher::new();
        for text in rows.iter().flatten() {
            checksum.update(text.as_bytes());
            checksum.update(&[0]);
        }
        Self {
            stem,
            rows,
            columns,
            size,
            what: "training",
            checksum: checksum.finalize(),
            mark: None,
            is_exact: false,
        }
    }

    /// The same, known also by this mark.
    pub(crate) fn marked(self, mark: Option<u32>) -> Self {
        Self { mark, ..self }
    }

    /// The meetings of a tournament, each of at most `games` games.
    pub(crate) fn of_meetings(stem: String, meetings: &[Row], games: u64) -> Self {
        Self {
            what: "tournament",
            ..Self::of_rows(stem, meetings, ("games", games))
        }
    }

    /// The trainings of a study or a sweep, each with the other columns of its table, in so many runs each.
    pub(crate) fn of_trainings<'a>(
        what: &str,
        trainings: impl Iterator<Item = (&'a Course, Row)> + Clone,
    ) -> Self {
        let settings: Vec<_> = trainings
            .clone()
            .map(|(course, _)| &course.setting)
            .collect();
        let runs = settings.first().map_or(0, |setting| setting.runs);
        let rows: Vec<Row> = trainings
            .clone()
            .map(|(course, row)| {
                let setting = &course.setting;
                matchboxes_report::training(setting, setting.size().games_per_run()).and(row)
            })
            .collect();
        let (mut checksum, mut mark) = (crc32fast::Hasher::new(), 0_u32);
        for (course, _) in trainings {
            let mut same = course.clone();
            same.setting.runs = 0;
            same.setting.spec.exact = Examined::Never;
            let bytes = serde_json::to_vec(&same).unwrap_or_default();
            checksum.update(&bytes);
            mark = mark.wrapping_add(crc32fast::hash(&bytes));
        }
        Self {
            checksum: checksum.finalize(),
            mark: Some(mark),
            is_exact: settings.iter().any(|setting| setting.spec.exact.is_exact()),
            ..Self::of_rows(stem(&settings, what), &rows, ("runs", runs))
        }
    }

    /// Keeps other commands from writing results of these names into a folder, so that two that end at the same time do
    /// not mix their files.
    pub(crate) fn lock(&self, folder: &Path) -> Result<Option<Lock>> {
        wait_for_lock(&folder.join(&self.stem))
    }

    /// Writes the table by which the results are known.
    pub(crate) fn write_known(&self, table: &Table<'_>, out: &mut dyn Write) -> io::Result<()> {
        let mark = self.mark.map(|mark| mark.to_string());
        table.write_marked(mark.as_deref().map(|mark| (CHECKSUM, mark)), out)
    }

    /// The description of a picture of it.
    pub(crate) fn description(&self) -> String {
        let (_, runs) = self.size;
        format!("menace results {:08x}, runs: {runs}", self.checksum)
    }

    /// What an existing picture shows.
    pub(crate) fn of_picture(&self, path: &Path) -> Earlier {
        if fs::symlink_metadata(path).is_err() {
            return Earlier::Nothing;
        }
        let head = store::read_head(path, 1_000).unwrap_or_default();
        let read = |text: String| {
            let (checksum, runs) = text
                .strip_prefix("menace results ")?
                .split_once(", runs: ")?;
            let checksum = u32::from_str_radix(checksum, 16).ok()?;
            Some((checksum, runs.parse().ok()?))
        };
        match Picture::description(&head).and_then(read) {
            None => Earlier::Unknown,
            Some((checksum, runs)) if checksum == self.checksum => Earlier::Same(runs),
            Some(_) => Earlier::Others,
        }
    }

    /// What an existing table holds.
    pub(crate) fn of_table(&self, path: &Path) -> Earlier {
        let file = match File::open(path) {
            Ok(file) => file,
            Err(_) if fs::symlink_metadata(path).is_err() => return Earlier::Nothing,
            Err(_) => return Earlier::Unknown,
        };
        let mut table = csv::Reader::from_reader(file);
        let Ok(header) = table.headers().cloned() else {
            return Earlier::Unknown;
        };
        let place = |name: &str| header.iter().position(|column| column == name);
        let places: Option<Vec<usize>> = self.columns.iter().map(|name| place(name)).collect();
        let (Some(places), Some(size)) = (places, place(self.size.0)) else {
            return Earlier::Unknown;
        };
        // Results of no files have none.
        let own = self.mark.map(|mark| mark.to_string()).unwrap_or_default();
        let (mark, exact) = (place(CHECKSUM), place("exact"));
        let mut is_exact = false;
        let (mut is_same, mut met, mut most) = (true, BTreeSet::new(), 0);
        for row in table.records() {
            let Ok(row) = row else {
                return Earlier::Unknown;
            };
            let text = |&place: &usize| row.get(place).unwrap_or_default().to_owned();
            let row: Vec<String> = places.iter().map(text).collect();
            is_same &= self.rows.contains(&row);
            is_same &= mark.as_ref().map(text).unwrap_or_default() == own;
            is_exact |= exact.as_ref().map(text).as_deref() == Some("true");
            met.insert(row);
            // An exact result is of no games.
            let played = match &*text(&size) {
                "" => 0,
                number => number.parse().unwrap_or(u64::MAX),
            };
            most = most.max(played);
        }
        match is_same && met.len() == self.rows.len() {
            true if is_exact && !self.is_exact => Earlier::Exact(most),
            true => Earlier::Same(most),
            false => Earlier::Others,
        }
    }

    /// Refuses to replace this file, which holds earlier results.
    pub(crate) fn check(&self, path: &Path, earlier: Earlier, force: Force) -> Result<()> {
        let (of, own) = self.size;
        let what = self.what;
        let reason = match earlier {
            _ if force == Force::Yes => return Ok(()),
            Earlier::Nothing => return Ok(()),
            Earlier::Unknown => Existing::Other("holds something else".to_owned()),
            Earlier::Others => Existing::Results(format!("results of another {what}")),
            Earlier::Same(size) | Earlier::Exact(size) if size < own => return Ok(()),
            Earlier::Exact(_) => Existing::Results(format!("exact results of this {what}")),
            Earlier::Same(size) if size == own => return Ok(()),
            Earlier::Same(size) => {
                let much = count(size, of.trim_end_matches('s'), of);
                Existing::Results(format!("results of {much} of this {what}"))
            }
        };
        Err(Error::exists(path, reason))
    }

    /// Removes this file of earlier results, unless it is still true of the new ones.
    pub(crate) fn remove(&self, path: &Path, earlier: Earlier, force: Force) -> Result<bool> {
        let (_, own) = self.size;
        let is_past = match earlier {
            Earlier::Nothing | Earlier::Unknown => false,
            Earlier::Others => force == Force::Yes,
            Earlier::Exact(_) => true,
            Earlier::Same(size) => size != own,
        };
        if is_past {
            fs::remove_file(path).map_err(|cause| Error::File {
                path: path.to_owned(),
                action: Action::Remove,
                cause,
            })?;
        }
        Ok(is_past)
    }
}

/// How the names of the files of some trainings begin: `tic-tac-toe-first-rote-study`, with the opponent if it is not the
/// usual one, and the number of rules where there are several.
fn stem(settings: &[&StudySetting], what: &str) -> String {
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
    let names: Vec<String> = names
        .into_iter()
        .map(|name| plain(&name).chars().take(60).collect::<String>())
        .collect();
    format!("{}-{what}", names.join("-"))
}
