//! Chapters: how a model was trained, and which models were merged into it, as a tree.
//!
//! In the list of chapters, the chapters of a merged model are followed by a marker: a chapter in which
//! nothing was played, which names that model and counts its chapters.

use std::ops::Deref;

use matchboxes_games::lists::at_most;
use serde::{Deserialize, Deserializer, Serialize};

use crate::game::{Move, Outcome, Side};
use crate::learn::TrainingSpec;
use crate::text::{count, thousands};

/// The opponent of a [`Chapter`] whose games were played against a person; each game is a set of its own.
pub const PERSON: &str = "person";

/// The opponent of a [`Chapter`] whose games were played at a machine of wood against a person, with beads drawn by hand.
/// Each game is a set of its own, `from` has the games, and the seed is a number that tells this machine from others.
pub const BY_HAND: &str = "person, beads drawn by hand";

/// How the opponent of a [`Chapter`] begins whose games others have played: the name of their file follows. Each game
/// is a set of its own.
pub const RECORDED: &str = "games of ";

/// The most names in all chapters of a model.
pub(super) const MOST_NAMES: usize = 1 << 20;

/// Recorded games that were learnt in one go, as the chapter of them keeps them in `from`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LearntGames {
    /// How many games.
    pub games: u64,
    /// The CRC-32 of their moves and outcomes, so that the same games from another file, in another notation, are the same.
    pub checksum: u32,
}

impl LearntGames {
    /// What marks these games, each with its moves from the start of the game and its outcome.
    pub fn of<'a>(games: impl IntoIterator<Item = (&'a [Move], Outcome)>) -> Self {
        let mut number = 0;
        let mut sum = crc32fast::Hasher::new();
        for (moves, outcome) in games {
            number += 1;
            for m in moves {
                sum.update(&m.0.to_le_bytes());
            }
            // No game has this move, so the end of one cannot be taken for moves of the next.
            sum.update(&u16::MAX.to_le_bytes());
            sum.update(&[match outcome {
                Outcome::Win(side) => 1 + u8::from(side == Side::Second),
                Outcome::Draw => 0,
            }]);
        }
        Self {
            games: number,
            checksum: sum.finalize(),
        }
    }

    /// The text in `from`: `4000 89abcdef`.
    pub fn text(&self) -> String {
        format!("{} {:08x}", self.games, self.checksum)
    }

    fn read(text: &str) -> Option<Self> {
        let (games, checksum) = text.split_once(' ')?;
        Some(Self {
            games: games.parse().ok()?,
            checksum: u32::from_str_radix(checksum, 16).ok()?,
        })
    }
}

/// Successive sets of a run of a training, whose fields are read as its own. For a model that was imported or merged
/// nothing was played: numbers are 0 and names are empty.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Chapter {
    /// The training; its opponent is [`PERSON`] for a person, and in the marker of a merged model its seed is the
    /// number of chapters before it that belong to that model.
    pub spec: TrainingSpec,
    /// The number that distinguishes runs that are equal in everything else.
    pub run: u64,
    /// The number of sets played.
    pub sets: u64,
    /// The names of the models whose tables it began with, if these were not its own; or of the file
    /// it was imported from; or of the model that was merged. For games drawn by hand, these games, one text each; for
    /// recorded games what marks them, [`LearntGames`].
    #[serde(deserialize_with = "names")]
    pub from: Vec<String>,
}

impl Deref for Chapter {
    type Target = TrainingSpec;

    fn deref(&self) -> &TrainingSpec {
        &self.spec
    }
}

fn names<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<String>, D::Error> {
    at_most(
        MOST_NAMES,
        "a chapter names more models than the limit",
        deserializer,
    )
}

/// One step by which a model came about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Step<'a> {
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
    pub steps: Vec<Step<'a>>,
}

impl Chapter {
    /// A chapter of run 0 of a training, without sets.
    #[must_use]
    pub const fn new(spec: TrainingSpec) -> Self {
        Self {
            spec,
            run: 0,
            sets: 0,
            from: Vec::new(),
        }
    }

    /// Whether the tables were imported from the file that `from` names, and nothing was played.
    pub const fn is_import(&self) -> bool {
        self.sets == 0 && self.spec.games_per_set == 0 && !self.is_merge()
    }

    /// Whether its games were played against a person, the beads drawn by dice or by hand.
    pub fn is_with_person(&self) -> bool {
        self.opponent == PERSON || self.is_by_hand()
    }

    /// Whether the beads of its games were drawn by hand, at a machine of wood.
    pub fn is_by_hand(&self) -> bool {
        self.opponent == BY_HAND
    }

    /// Whether the machine had a seat of its own in each game drawn by hand: a game's text begins with the seat.
    pub(super) fn sits_in_its_seats(&self) -> bool {
        let is_own = |text: &String| {
            let seat = text.split_once(':').map(|(seat, _)| seat);
            let side = Side::BOTH
                .into_iter()
                .find(|side| Some(side.name()) == seat);
            side.is_none_or(|side| self.learners.plays(side))
        };
        !self.is_by_hand() || self.from.iter().all(is_own)
    }

    /// Whether its games were read from a file of games that others have played.
    pub fn is_of_records(&self) -> bool {
        self.opponent.starts_with(RECORDED)
    }

    /// Whether its games cannot be played again by its seed: somebody chose the moves.
    pub fn is_by_others(&self) -> bool {
        self.is_with_person() || self.is_of_records()
    }

    /// Whether these sets continue those of `last` under the same options.
    pub(super) fn continues(&self, last: &Self) -> bool {
        (self.from.is_empty() || self.from == last.from || self.is_by_hand())
            && self.run == last.run
            && self.spec.plays_like(&last.spec)
    }

    /// Whether its tables began with those of a model of this name.
    pub(super) fn names(&self, model: &str) -> bool {
        !self.is_by_hand() && !self.is_of_records() && self.from.iter().any(|name| name == model)
    }

    /// The recorded games that it has learnt from.
    pub fn learnt_games(&self) -> Option<LearntGames> {
        let text = self.from.first().filter(|_| self.is_of_records())?;
        LearntGames::read(text)
    }

    /// Whether this is the marker of a merged model, whose chapters come before it.
    pub const fn is_merge(&self) -> bool {
        self.sets == 0 && self.spec.games_per_set == 0 && self.spec.seed > 0
    }

    /// Describes what was played, or where the tables come from.
    pub fn in_words(&self) -> String {
        let (rule, seed) = (&self.rule.name, self.seed);
        let games = count(self.sets, "game", "games");
        let names = || self.from.join(" and ");
        if self.is_import() {
            let names = names();
            return format!("imported from {names}, with the boxes of the rule {rule}");
        }
        if self.is_by_hand() {
            return format!("{games} against a person with beads drawn by hand, rule {rule}");
        }
        if self.is_with_person() {
            return format!("{games} played against a person, rule {rule}, seed {seed}");
        }
        if let Some(file) = self.opponent.strip_prefix(RECORDED) {
            return format!("{games} learnt from {file}, rule {rule}");
        }
        let run = if self.run == 0 {
            String::new()
        } else {
            format!(", run {}", self.run)
        };
        let from = if self.from.is_empty() {
            String::new()
        } else {
            format!(", beginning from {}", names())
        };
        format!(
            "{} of {} {}, rule {rule}, seed {seed}{run}{}{from}",
            count(self.sets, "set", "sets"),
            count(self.games_per_set, "game", "games"),
            self.against(),
            self.terms_in_words(),
        )
    }

    /// Describes the options besides the rule that differ from their defaults.
    fn terms_in_words(&self) -> String {
        let (terms, mut text) = (self.terms, String::new());
        if terms.batch > 1 {
            text.push_str(&format!(", in batches of {}", thousands(terms.batch)));
        }
        if let Some(boxes) = terms.max_boxes {
            text.push_str(&format!(
                ", at most {} a side",
                count(boxes, "box", "boxes")
            ));
        }
        if let Some(bytes) = terms.max_memory {
            text.push_str(&format!(
                ", at most {} of tables",
                count(bytes, "byte", "bytes")
            ));
        }
        if !self.fallback.is_empty() {
            text.push_str(&format!(", {} where there is no box", self.fallback));
        }
        text
    }

    /// The same options, for another number of sets.
    #[must_use]
    pub fn of_sets(&self, sets: u64) -> Self {
        Self {
            sets,
            ..self.clone()
        }
    }

    /// The marker that follows the chapters of a merged model of this name.
    pub(super) fn of_merged(name: String, chapters: &[Self], by: &TrainingSpec) -> Self {
        let spec = TrainingSpec {
            seed: chapters.len() as u64,
            ..TrainingSpec::new(by.game.clone(), by.learners, by.rule.clone())
        };
        Self {
            from: vec![name],
            ..Self::new(spec)
        }
    }
}

/// The deepest nesting of merges that is read, so that no file can cause too deep a recursion.
const MAX_DEPTH: usize = 64;

/// The steps that the chapters describe; `None` when they describe impossible merges.
pub(super) fn steps(chapters: &[Chapter]) -> Option<Vec<Step<'_>>> {
    steps_within(chapters, MAX_DEPTH)
}

fn steps_within(chapters: &[Chapter], depth: usize) -> Option<Vec<Step<'_>>> {
    let merged = chapters.iter().rposition(Chapter::is_merge);
    let mut end = merged.map_or(0, |last| last + 1);
    let after = &chapters[end..];
    // From the last parent to the first.
    let mut parents = Vec::new();
    while end > 0 {
        let (mark, before) = chapters[..end].split_last()?;
        let [name] = mark.from.as_slice() else {
            return None;
        };
        let own = usize::try_from(mark.seed)
            .ok()
            .filter(|_| mark.is_merge())?;
        end = before.len().checked_sub(own)?;
        let steps = steps_within(&before[end..], depth.checked_sub(1)?)?;
        parents.push(Parent { name, steps });
    }
    parents.reverse();
    let merge = match parents.len() {
        0 => None,
        1 => return None,
        _ => Some(Step::Merge(parents)),
    };
    let after = after.iter().map(Step::Chapter);
    Some(merge.into_iter().chain(after).collect())
}
