//! What a result is of, as the `result.json` in its folder tells it: what two results have in common, and which of them
//! may take the other's place.

use std::collections::{BTreeMap, BTreeSet};
use std::fs::{self, File};
use std::io::{self, Read as _};
use std::path::{Path, PathBuf};

use matchboxes::arena::StudySetting;
use matchboxes::error::{Error, Existing};
use matchboxes::learn::Examined;
use matchboxes::session::usual_opponent;
use matchboxes::store::{self, Course};
use matchboxes::text::count;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use crate::files::{self, FileKind, Force, plain};

/// The file that tells what a folder is of.
pub(super) const ABOUT: &str = "result.json";
/// The version of its names.
const FORMAT: u64 = 1;
/// The most bytes of it; a sweep of ten thousand trainings takes less.
const LONGEST: u64 = 1 << 26;
const ENDINGS: [&str; 5] = ["csv", "png", "svg", "pdf", "md"];

/// What a result is of, as the file in its folder has it.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct About {
    format: u64,
    /// What it is: a study, a sweep, a tournament, a training, an article.
    kind: String,
    /// A checksum of `of`.
    mark: String,
    #[serde(flatten)]
    pub(crate) size: Size,
    pub(crate) exact: Exactness,
    /// The options that only some of its tables depend on, if they are among it.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub(crate) further: BTreeMap<String, u64>,
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
    pub(super) const fn number(self) -> u64 {
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
    pub(crate) fn new(
        kind: &str,
        stem: &str,
        mut of: Vec<Value>,
        size: Size,
        exact: Exactness,
    ) -> Self {
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
            exact,
            further: BTreeMap::new(),
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
            let mut of = json!(course);
            remove_field(&mut of["setting"], "runs");
            remove_field(&mut of["setting"]["spec"], "exact");
            of
        });
        let runs = settings.first().map_or(0, |setting| setting.runs);
        let exact = settings.iter().map(|setting| match setting.spec.exact {
            Examined::Never | Examined::Sampled => Exactness::None,
            Examined::AtEnd => Exactness::End,
            Examined::EachSet => Exactness::All,
        });
        let stem = format!("{}-{kind}", names_of(&settings));
        let exact = exact.max().unwrap_or(Exactness::None);
        let of = of.chain(other).collect();
        Self::new(kind, &stem, of, Size::Runs(runs), exact)
    }

    /// Its folder where none is named.
    pub(crate) fn folder(&self) -> PathBuf {
        Path::new("plots").join(format!("{}-{}", self.stem, &self.mark[..6]))
    }

    /// What is in a folder, if a result is.
    pub(super) fn read(folder: &Path) -> Result<Option<Self>, Error> {
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

    pub(super) fn write(&self, folder: &Path) -> Result<(), Error> {
        let mut text = serde_json::to_string_pretty(self).unwrap_or_default();
        text.push('\n');
        let path = folder.join(ABOUT);
        files::put(&path, text.as_bytes(), FileKind::Any, Force::Yes)
    }

    pub(super) fn is_same(&self, other: &Self) -> bool {
        self.kind == other.kind && self.mark == other.mark
    }

    /// Why this must not take the place of an earlier result.
    pub(super) fn refused(&self, earlier: &Self) -> Option<String> {
        let what = &*self.kind;
        let [own, other] = [self.size, earlier.size].map(Size::number);
        if !self.is_same(earlier) {
            return Some(format!("results of another {}", earlier.kind));
        }
        if earlier.exact > self.exact {
            return Some(format!("exact results of this {what}"));
        }
        for (name, n) in &earlier.further {
            if self.further.get(name).is_some_and(|own| own != n) {
                return Some(format!("results of this {what} with --{name} {n}"));
            }
        }
        let size = earlier.size.in_words();
        // What is exact throughout was not played.
        (other > own && own > 0).then(|| format!("results of {size} of this {what}"))
    }

    pub(super) fn with_files(&self, files: BTreeMap<String, Option<u32>>) -> Self {
        Self {
            files,
            ..self.clone()
        }
    }

    /// What the folder tells while these files are written: what it has told of the same result, or that nothing was played.
    pub(super) fn in_progress(
        &self,
        same: Option<&Self>,
        files: BTreeMap<String, Option<u32>>,
    ) -> Self {
        Self {
            size: same.map_or(self.size.nothing(), |same| same.size),
            exact: same.map_or(Exactness::None, |same| same.exact),
            ..self.with_files(files)
        }
    }
}

/// The names of the files of an earlier result that are as they were written. The list may come from anywhere, so what is no
/// name of a result's file is left out.
pub(super) fn own_files(earlier: Option<&About>, folder: &Path) -> BTreeSet<String> {
    let is_own = |(name, mark): &(&String, &Option<u32>)| {
        let path = Path::new(name);
        let ending = path.extension().and_then(|ending| ending.to_str());
        path.file_name() == Some(path.as_os_str())
            && ending.is_some_and(|ending| ENDINGS.contains(&ending))
            && mark.is_none_or(|mark| checksum(&folder.join(name)).is_ok_and(|own| own == mark))
    };
    let files = earlier.into_iter().flat_map(|earlier| &earlier.files);
    let own = files.filter(is_own);
    own.map(|(name, _)| name.clone()).collect()
}

/// The CRC-32 of a file; a pipe or a device may have no end.
pub(super) fn checksum(path: &Path) -> io::Result<u32> {
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
pub(crate) fn remove_field(of: &mut Value, name: &str) {
    if let Value::Object(fields) = of {
        fields.remove(name);
    }
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
