//! What a part of a study holds.

use std::collections::BTreeMap;
use std::io::Read as _;
use std::ops::Range;
use std::path::Path;

use crc32fast::Hasher;
use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::file::instead;
use super::ranges::{gaps, ranges};
use super::run_codec::RunCodec;
use crate::arena::{Setting, Study};
use crate::error::{Action, Result};
use crate::games::{self, AnyGame};
use crate::learn::Rule;
use crate::store::disk::open;
use crate::store::model::MOST;
use crate::store::place::failed;
use crate::text::count;

/// A training of a study, with everything that the results of its runs depend on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Course {
    /// The setting; its number of runs is that of the whole study, as far as the part knows it.
    pub setting: Setting,
    /// How beads move, as a rule in TOML with all its fields.
    pub rule: String,
    /// The files that the players of the training were read from.
    pub files: Vec<FileMark>,
}

/// What a file held when it was read, to notice that another place has another file of the same name.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct FileMark {
    /// The path as it was given.
    pub path: String,
    /// The number of its bytes.
    pub length: u64,
    /// Their CRC-32.
    pub checksum: u32,
}

/// The runs of one training in a part.
#[derive(Clone, Debug)]
pub struct Share {
    /// What they have in common.
    pub study: Study,
    /// The result of each by its number, as bytes of [`RunCodec`].
    pub runs: BTreeMap<u64, Vec<u8>>,
}

/// A part of a study.
#[derive(Clone, Debug)]
pub struct Part {
    /// The trainings of the study.
    pub courses: Vec<Course>,
    /// The runs of each training that this part is to have.
    pub runs: Range<u64>,
    /// Those that it has, in the order of the trainings.
    pub shares: Vec<Share>,
}

impl FileMark {
    /// The mark of the file at this path.
    ///
    /// # Errors
    ///
    /// [`Error::File`](crate::Error::File) when the file cannot be read.
    pub fn of(path: &str) -> Result<Self> {
        let (mut file, mut checksum) = (open(Path::new(path))?, Hasher::new());
        let (mut length, mut portion) = (0, vec![0; 1 << 16]);
        loop {
            let read = file.read(&mut portion);
            match read.map_err(|source| failed(Path::new(path), Action::Read, source))? {
                0 => break,
                n => {
                    checksum.update(&portion[..n]);
                    length += n as u64;
                }
            }
        }
        Ok(Self {
            path: path.to_owned(),
            length,
            checksum: checksum.finalize(),
        })
    }
}

impl Course {
    /// Its game.
    ///
    /// # Errors
    ///
    /// As [`games::parse`].
    pub fn game(&self) -> Result<AnyGame> {
        games::parse(&self.setting.game)
    }

    /// How the results of its runs are encoded.
    ///
    /// # Errors
    ///
    /// As [`Course::game`].
    pub fn codec(&self) -> Result<RunCodec> {
        let setting = &self.setting;
        Ok(RunCodec::new(
            &self.game()?,
            setting.learners,
            setting.exact,
        ))
    }

    /// `tic-tac-toe, first learning, rote against random, 100 sets of 100 games, seed 1961`.
    pub fn in_words(&self) -> String {
        let setting = &self.setting;
        let exact = if setting.exact { ", exact" } else { "" };
        format!(
            "{}, {} learning, {}, {} of {}, {}{exact}",
            setting.game,
            setting.learners,
            setting.heading(),
            count(setting.sets, "set", "sets"),
            count(setting.games_per_set, "game", "games"),
            setting.provenance()
        )
    }

    /// Why runs of the other training cannot be added to those of this one, if they cannot.
    pub(super) fn differs(&self, other: &Self) -> Option<String> {
        if let Some(words) = instead(&self.in_words(), &other.in_words()) {
            return Some(words);
        }
        if self.rule != other.rule {
            let name = &self.setting.rule;
            return Some(format!("by another rule with the name {name}"));
        }
        let pairs = self.files.iter().zip(&other.files);
        if let Some((file, _)) = pairs.clone().find(|(one, other)| one != other) {
            let path = &file.path;
            return Some(format!("with another file of the name {path}"));
        }
        (self.files.len() != other.files.len()).then(|| "with other files".to_owned())
    }
}

impl Serialize for Course {
    /// Leaves out what the rule implies.
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let setting = &self.setting;
        let names = (&setting.opponent, &setting.outside);
        let size = (setting.runs, setting.sets, setting.games_per_set);
        let head = (&setting.game, setting.learners, &self.rule, names);
        (head, size, setting.seed, setting.exact, &self.files).serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Course {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let (head, size, seed, exact, files) = Deserialize::deserialize(deserializer)?;
        let (game, learners, text, (opponent, outside)): (String, _, String, _) = head;
        let (runs, sets, games_per_set): (_, u64, _) = size;
        let rule = Rule::from_stored(&text);
        let rule = rule.map_err(|reason| D::Error::custom(format!("its rule: {reason}")))?;
        games::parse(&game).map_err(D::Error::custom)?;
        let games = sets.checked_mul(games_per_set);
        if !games.is_some_and(|games| (1..=MOST).contains(&games)) {
            return Err(D::Error::custom("its length is beyond the limit"));
        }
        Ok(Self {
            setting: Setting {
                explores: rule.values().is_some(),
                game,
                rule: rule.name,
                opponent,
                outside,
                learners,
                runs,
                sets,
                games_per_set,
                seed,
                exact,
            },
            rule: text,
            files,
        })
    }
}

impl Share {
    /// No run of a training.
    #[must_use]
    pub fn new(course: &Course) -> Self {
        Self {
            study: Study::empty(course.setting.clone()),
            runs: BTreeMap::new(),
        }
    }
}

impl Part {
    /// A part of a study without any run yet.
    #[must_use]
    pub fn new(courses: Vec<Course>, runs: Range<u64>) -> Self {
        Self {
            shares: courses.iter().map(Share::new).collect(),
            courses,
            runs,
        }
    }

    /// The runs of this part that a training still lacks.
    pub fn left(&self, training: usize) -> Vec<Range<u64>> {
        gaps(
            self.runs.clone(),
            ranges(self.shares[training].runs.keys().copied()),
        )
    }
}
