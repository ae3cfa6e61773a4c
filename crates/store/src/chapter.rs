//! Chapters: how a model was trained, and which models were merged into it, as a tree.
//!
//! In the list of chapters, the chapters of a merged model are followed by one that marks them: it names that model and
//! counts its chapters ([`Provenance::Merged`]).

use std::borrow::Cow;
use std::ops::Deref;
use std::path::{Component, Path, PathBuf};
use std::slice;

use matchboxes_learn::lists::at_most;
use serde::{Deserialize, Deserializer, Serialize};

use super::container::Hash;
use super::file_mark::FileMark;
use crate::game::{Move, Outcome, Side};
use crate::learn::TrainingSpec;
use crate::text::{count, thousands};

/// The most names in all chapters of a model.
pub(super) const MOST_NAMES: usize = 1 << 20;
/// The most games with people that a chapter lists, if their beads were drawn by the program.
pub const MOST_LISTED: usize = 300;

/// What the chapter of a machine from a link names as the file of its games.
pub(super) const LINK: &str = "a link";

/// What marks recorded games that were learnt in one go.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct LearntGames {
    /// How many games.
    pub games: u64,
    /// The SHA-256 of their moves and outcomes, so that the same games from another file, in another notation, are the
    /// same.
    pub hash: Hash,
}

impl LearntGames {
    /// What marks these games, each with its moves from the start of the game and its outcome.
    pub fn new<'a>(games: impl IntoIterator<Item = (&'a [Move], Outcome)>) -> Self {
        let mut number = 0;
        let mut sum = hmac_sha256::Hash::new();
        for (moves, outcome) in games {
            number += 1;
            for m in moves {
                sum.update(m.0.to_le_bytes());
            }
            // No game has this move, so the end of one cannot be taken for moves of the next.
            sum.update(u16::MAX.to_le_bytes());
            sum.update([match outcome {
                Outcome::Win(side) => 1 + u8::from(side == Side::Second),
                Outcome::Draw => 0,
            }]);
        }
        Self {
            games: number,
            hash: sum.finalize(),
        }
    }
}

/// How the games of a chapter, or its boxes, came about.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Provenance {
    /// Games of a training, which its seed repeats.
    Trained {
        /// The number that distinguishes runs that are equal in everything else.
        run: u64,
        /// The models whose tables it began with, if these were not its own.
        #[serde(deserialize_with = "names")]
        from: Vec<FileMark>,
        /// The files that the opponent and then the player asked without a box were read from.
        #[serde(deserialize_with = "names")]
        players: Vec<FileMark>,
    },
    /// Games against a person. The moves of the machine were drawn from the seed.
    WithPerson {
        /// The last games, one text each.
        #[serde(deserialize_with = "names")]
        games: Vec<String>,
    },
    /// Games of a person against a machine whose beads were drawn by hand.
    ByHand {
        /// A number that tells this machine from others.
        machine: u64,
        /// The games, one text each.
        #[serde(deserialize_with = "names")]
        games: Vec<String>,
    },
    /// Games that others have played.
    Recorded {
        /// The name of their file.
        file: String,
        /// What marks them.
        games: LearntGames,
    },
    /// Nothing was played: the boxes were read from a file.
    Imported {
        /// Its name, with what was done to its values.
        file: String,
        /// The SHA-256 of the section of these boxes, so that the same boxes from another file are the same.
        boxes: Hash,
    },
    /// Nothing was played: the boxes of several models were added up, and this is one of them.
    Merged {
        /// The name of the model.
        model: String,
        /// The SHA-256 of its file.
        hash: Hash,
        /// The number of chapters before this one that belong to it.
        chapters: u64,
    },
}

/// Successive sets, or boxes that were taken over, whose training is read as its own. Without a training, its
/// fields hold only what is the same for all: the game, the learners and the rule.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Chapter {
    /// The training. Where others chose the moves, each game is a set of its own and the opponent is empty.
    pub spec: TrainingSpec,
    /// The number of sets played.
    pub sets: u64,
    /// How they, or the boxes, came about.
    pub how: Provenance,
}

impl Deref for Chapter {
    type Target = TrainingSpec;

    fn deref(&self) -> &TrainingSpec {
        &self.spec
    }
}

/// A name in the form that it has in common with others of one file, as `a.menace` and `./a.menace` have.
pub(super) fn plain_name(name: &str) -> PathBuf {
    let parts = Path::new(name).components();
    parts.filter(|part| *part != Component::CurDir).collect()
}

fn names<'de, D: Deserializer<'de>, T: Deserialize<'de>>(
    deserializer: D,
) -> Result<Vec<T>, D::Error> {
    at_most(
        MOST_NAMES,
        "a chapter names more models than the limit (rule 5)",
        deserializer,
    )
}

/// One step by which a model came about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LineageStep<'a> {
    /// Sets were played, or tables were imported.
    Chapter(&'a Chapter),
    /// The tables of several models were added up. If there is such a step, it is the first one.
    Merge(Vec<Parent<'a>>),
}

/// A model that was merged with others.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Parent<'a> {
    /// The name of its file, as it was given.
    pub name: &'a str,
    /// The steps by which it came about.
    pub steps: Vec<LineageStep<'a>>,
}

impl Chapter {
    /// A chapter of run 0 of a training, without sets.
    #[must_use]
    pub const fn new(spec: TrainingSpec) -> Self {
        Self {
            spec,
            sets: 0,
            how: Provenance::Trained {
                run: 0,
                from: Vec::new(),
                players: Vec::new(),
            },
        }
    }

    /// The number of the run, 0 where there was no training.
    pub const fn run(&self) -> u64 {
        match self.how {
            Provenance::Trained { run, .. } => run,
            _ => 0,
        }
    }

    /// Whether nothing was played: the boxes were imported or merged.
    pub const fn is_taken_over(&self) -> bool {
        matches!(
            self.how,
            Provenance::Imported { .. } | Provenance::Merged { .. }
        )
    }

    /// Whether its games were played against a person, the beads drawn by dice or by hand.
    pub fn is_with_person(&self) -> bool {
        self.listed().is_some()
    }

    /// Whether the beads of its games were drawn by hand.
    pub const fn is_by_hand(&self) -> bool {
        matches!(self.how, Provenance::ByHand { .. })
    }

    /// Whether its games belong to a training, which its seed repeats.
    pub const fn is_trained(&self) -> bool {
        matches!(self.how, Provenance::Trained { .. })
    }

    /// Who played against the learners, in words; empty where there was none.
    pub fn opponent_in_words(&self) -> Cow<'_, str> {
        match &self.how {
            Provenance::Trained { .. } => self.spec.opponent.as_str().into(),
            Provenance::WithPerson { .. } => "person".into(),
            Provenance::ByHand { .. } => "person, beads drawn by hand".into(),
            Provenance::Recorded { file, .. } => format!("games of {file}").into(),
            Provenance::Imported { .. } | Provenance::Merged { .. } => "".into(),
        }
    }

    /// Lets a training begin with the tables of the models of these names, if it is one.
    pub fn begin_from(&mut self, models: Vec<FileMark>) {
        if let Provenance::Trained { from, .. } = &mut self.how {
            *from = models;
        }
    }

    /// Lets the players of a training be read from these files, if it is one.
    pub fn play_from(&mut self, files: Vec<FileMark>) {
        if let Provenance::Trained { players, .. } = &mut self.how {
            *players = files;
        }
    }

    /// The models whose tables a training began with, and the files that its players were read from.
    pub fn files(&self) -> [&[FileMark]; 2] {
        match &self.how {
            Provenance::Trained { from, players, .. } => [from, players],
            _ => [&[]; 2],
        }
    }

    /// Whether it is the same training for some number of sets, also where the files of its players hold something else.
    pub fn is_training_of(&self, other: &Self) -> bool {
        let mut same = self.of_sets(other.sets);
        same.play_from(other.files()[1].to_vec());
        same == *other
    }

    /// All texts in it but its rule.
    pub(super) fn texts(&self) -> impl Iterator<Item = &str> {
        let spec = [&self.game, &self.opponent, &self.fallback, &self.rule.name];
        let own = match &self.how {
            Provenance::Recorded { file: name, .. }
            | Provenance::Imported { file: name, .. }
            | Provenance::Merged { model: name, .. } => slice::from_ref(name),
            _ => self.listed().unwrap_or_default(),
        };
        let files = self.files().into_iter().flatten();
        let own = own.iter().chain(files.map(|file| &file.path));
        spec.into_iter().chain(own).map(String::as_str)
    }

    /// The names in it, for their limit.
    pub(super) fn names(&self) -> usize {
        match &self.how {
            Provenance::Trained { from, players, .. } => from.len() + players.len(),
            _ => self.listed().map_or(1, <[_]>::len),
        }
    }

    /// The games with people that it lists, one text each: the last ones, or all that were drawn by hand.
    pub fn listed(&self) -> Option<&[String]> {
        match &self.how {
            Provenance::WithPerson { games } | Provenance::ByHand { games, .. } => Some(games),
            _ => None,
        }
    }

    /// The same, to be changed.
    pub const fn listed_mut(&mut self) -> Option<&mut Vec<String>> {
        match &mut self.how {
            Provenance::WithPerson { games } | Provenance::ByHand { games, .. } => Some(games),
            _ => None,
        }
    }

    /// Lists these games too, of those whose beads the program drew the last ones.
    pub fn list(&mut self, games: impl IntoIterator<Item = String>) {
        let by_hand = self.is_by_hand();
        if let Some(listed) = self.listed_mut() {
            listed.extend(games);
            let over = listed.len().saturating_sub(MOST_LISTED);
            listed.drain(..if by_hand { 0 } else { over });
        }
    }

    /// Whether it lists as many games as it may.
    pub(super) fn lists_its_games(&self) -> bool {
        self.listed().is_none_or(|games| match games.len() as u64 {
            listed if self.is_by_hand() => listed == self.sets,
            listed => listed <= self.sets.min(MOST_LISTED as u64),
        })
    }

    /// Whether the text of each game that it lists begins with a side that the machine has.
    pub(super) fn sits_in_its_seats(&self) -> bool {
        self.listed().unwrap_or_default().iter().all(|text| {
            let side = text.split_once(':').and_then(|(seat, _)| Side::named(seat));
            side.is_some_and(|side| self.learners.plays(side))
        })
    }

    /// Whether these sets continue the sets of `last` under the same options.
    pub fn continues(&self, last: &Self) -> bool {
        let is_like = match (&self.how, &last.how) {
            (
                Provenance::Trained { run, from, players },
                Provenance::Trained {
                    run: last,
                    from: before,
                    players: others,
                },
            ) => run == last && players == others && (from.is_empty() || from == before),
            (Provenance::ByHand { machine, .. }, Provenance::ByHand { machine: last, .. }) => {
                machine == last
            }
            (Provenance::WithPerson { .. }, Provenance::WithPerson { .. }) => true,
            (one, other) => one == other,
        };
        is_like && self.spec.plays_like(&last.spec)
    }

    /// Describes what was played, or where the tables come from.
    pub fn in_words(&self) -> String {
        let (rule, seed) = (&self.rule.name, self.seed);
        let games = count(self.sets, "game", "games");
        let (run, from) = match &self.how {
            Provenance::Trained { run, from, .. } => (*run, from),
            Provenance::WithPerson { .. } => {
                return format!("{games} played against a person, rule {rule}, seed {seed}");
            }
            Provenance::ByHand { .. } => {
                return format!("{games} against a person with beads drawn by hand, rule {rule}");
            }
            Provenance::Recorded { file, .. } => {
                return format!("{games} learnt from {file}, rule {rule}");
            }
            Provenance::Imported { file, .. } => {
                return format!("imported from {file}, with the boxes of the rule {rule}");
            }
            Provenance::Merged { model, .. } => return format!("merged from {model}"),
        };
        let (terms, fallback) = (self.terms, &self.fallback);
        let boxes = terms.max_boxes.map(|n| count(n, "box", "boxes"));
        let bytes = terms.max_memory.map(|n| count(n, "byte", "bytes"));
        let names: Vec<&str> = from.iter().map(|model| &*model.path).collect();
        let options = [
            (run > 0).then(|| format!(", run {run}")),
            (terms.batch > 1).then(|| format!(", in batches of {}", thousands(terms.batch))),
            boxes.map(|boxes| format!(", at most {boxes} a side")),
            bytes.map(|bytes| format!(", at most {bytes} of tables")),
            (!fallback.is_empty()).then(|| format!(", {fallback} where there is no box")),
            (!names.is_empty()).then(|| format!(", beginning from {}", names.join(" and "))),
        ];
        format!(
            "{} of {} {}, rule {rule}, seed {seed}{}",
            count(self.sets, "set", "sets"),
            count(self.games_per_set, "game", "games"),
            self.against(),
            options.into_iter().flatten().collect::<String>(),
        )
    }

    /// The same options, for another number of sets.
    #[must_use]
    pub fn of_sets(&self, sets: u64) -> Self {
        Self {
            sets,
            ..self.clone()
        }
    }
}

/// The deepest nesting of merges that is read, so that no file can cause too deep a recursion.
const MAX_DEPTH: usize = 64;

/// The steps that the chapters describe; `None` when they describe impossible merges.
pub(super) fn steps(chapters: &[Chapter]) -> Option<Vec<LineageStep<'_>>> {
    steps_within(chapters, MAX_DEPTH)
}

fn steps_within(chapters: &[Chapter], depth: usize) -> Option<Vec<LineageStep<'_>>> {
    let merged = chapters
        .iter()
        .rposition(|chapter: &Chapter| matches!(chapter.how, Provenance::Merged { .. }));
    let mut end = merged.map_or(0, |last| last + 1);
    let after = &chapters[end..];
    // From the last parent to the first.
    let mut parents = Vec::new();
    while end > 0 {
        let (mark, before) = chapters[..end].split_last()?;
        let Provenance::Merged {
            model: name,
            chapters: own,
            ..
        } = &mark.how
        else {
            return None;
        };
        let own = usize::try_from(*own).ok()?;
        end = before.len().checked_sub(own)?;
        let steps = steps_within(&before[end..], depth.checked_sub(1)?)?;
        parents.push(Parent { name, steps });
    }
    parents.reverse();
    let merge = match parents.len() {
        0 => None,
        1 => return None,
        _ => Some(LineageStep::Merge(parents)),
    };
    let after = after.iter().map(LineageStep::Chapter);
    Some(merge.into_iter().chain(after).collect())
}
