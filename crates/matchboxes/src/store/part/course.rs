//! A training of a study, with everything that the results of its runs depend on.

use std::io::Read as _;
use std::path::Path;

use crc32fast::Hasher;
use serde::{Deserialize, Serialize};

use super::run_codec::RunCodec;
use crate::arena::{Setting, StudySize};
use crate::error::{Action, Result};
use crate::game::Game as _;
use crate::games::{self, AnyGame};
use crate::learn::{Learners, Terms, TrainingSpec};
use crate::store::disk::open;
use crate::store::model::MOST;
use crate::store::place::failed;
use crate::text::count;

/// The longest name of a player or a file, in bytes.
const LONGEST_NAME: usize = 1 << 16;

/// A training of a study, with everything that the results of its runs depend on.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Course {
    /// The training.
    pub spec: TrainingSpec,
    /// The number of runs of the whole study, as far as the part knows it.
    pub runs: u64,
    /// The number of sets of a run.
    pub sets: u64,
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
    /// What all its runs have in common.
    pub fn setting(&self) -> Setting {
        Setting::new(self.spec.clone(), self.runs, self.sets)
    }

    /// How much is played.
    pub const fn size(&self) -> StudySize {
        StudySize {
            runs: self.runs,
            sets: self.sets,
            games_per_set: self.spec.games_per_set,
        }
    }

    /// Its game.
    ///
    /// # Errors
    ///
    /// As [`games::parse`].
    pub fn game(&self) -> Result<AnyGame> {
        games::parse(&self.spec.game)
    }

    /// How the results of its runs are encoded.
    ///
    /// # Errors
    ///
    /// As [`Course::game`].
    pub fn codec(&self) -> Result<RunCodec> {
        let TrainingSpec {
            learners, exact, ..
        } = self.spec;
        Ok(RunCodec::new(&self.game()?, learners, exact))
    }

    /// `tic-tac-toe, first learning, rote against random, 100 sets of 100 games, seed 1961`.
    pub fn in_words(&self) -> String {
        let spec = &self.spec;
        let exact = if spec.exact { ", exact" } else { "" };
        format!(
            "{}, {} learning, {}, {}, {}{exact}",
            spec.game,
            spec.learners,
            spec.heading(),
            self.length(),
            self.setting().provenance()
        )
    }

    /// `100 sets of 100 games`.
    pub(super) fn length(&self) -> String {
        let games = count(self.spec.games_per_set, "game", "games");
        format!("{} of {games}", count(self.sets, "set", "sets"))
    }

    /// Why runs of the other training cannot be added to those of this one, if they cannot: what the other has instead.
    pub(super) fn differs(&self, other: &Self) -> Option<String> {
        let exact = |course: &Self| {
            if course.spec.exact {
                "exact figures"
            } else {
                "no exact figures"
            }
        };
        let outside = |course: &Self| match course.spec.outside.as_str() {
            "" => "any move where there is no box".to_owned(),
            name => format!("{name} where there is no box"),
        };
        let said: [&dyn Fn(&Self) -> String; 7] = [
            &|c| c.spec.game.clone(),
            &|c| format!("{} learning", c.spec.learners),
            &|c| c.spec.heading(),
            &outside,
            &Self::length,
            &|c| format!("seed {}", c.spec.seed),
            &|c| exact(c).to_owned(),
        ];
        if let Some(words) = said.iter().find_map(|of| instead(&of(self), &of(other))) {
            return Some(words);
        }
        if self.spec != other.spec {
            return Some(format!(
                "another rule with the name {}",
                self.spec.rule.name
            ));
        }
        let pairs = self.files.iter().zip(&other.files);
        if let Some((file, _)) = pairs.clone().find(|(one, other)| one != other) {
            return Some(format!("another file with the name {}", file.path));
        }
        (self.files.len() != other.files.len()).then(|| "other files".to_owned())
    }

    /// Why no program has made this training, if none has.
    pub(super) fn fault(&self) -> Option<&'static str> {
        let spec = &self.spec;
        let Ok(game) = self.game() else {
            return Some("its game cannot be read");
        };
        let games = self.sets.checked_mul(spec.games_per_set);
        if !games.is_some_and(|games| (1..=MOST).contains(&games)) {
            return Some("its length is beyond the limit");
        }
        let files = self.files.iter().map(|file| &file.path);
        let mut names = [&spec.opponent, &spec.outside].into_iter().chain(files);
        if names.any(|name| name.chars().any(char::is_control) || name.len() > LONGEST_NAME) {
            return Some("a name in it is no name");
        }
        if spec.terms != Terms::default() {
            return Some("it has batches or limits, which a study has not");
        }
        let learners = spec.learners;
        if spec.rule.clone().for_learners(learners) != spec.rule {
            return Some("its rule is for other learners");
        }
        let takes_both = game.without_side(&game.start()).is_some();
        let has_opponent = !spec.opponent.is_empty();
        let fits = match learners {
            Learners::First | Learners::Second => has_opponent,
            Learners::Both => !has_opponent,
            Learners::Shared => takes_both,
        };
        if !fits {
            return Some("its learners do not fit its game or its opponent");
        }
        if !spec.outside.is_empty() && !spec.terms.leave_out(&spec.rule) {
            return Some("a player in it would never be asked");
        }
        (game.name() != spec.game).then_some("its game has another name")
    }
}

/// What there is instead of what there should be, if their descriptions differ.
pub(super) fn instead(own: &str, other: &str) -> Option<String> {
    (own != other).then(|| format!("{other} instead of {own}"))
}
