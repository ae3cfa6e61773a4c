//! Keeps on disk what is learnt in games played one by one.

use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use super::rounds::Play;
use crate::error::Result;
use crate::game::Side;
use crate::learn::{History, Learners, Record, Rule, Snapshot};
use crate::store::{Chapter, Lock, Model};

/// The file of a model that learns from games played one by one. While it lives nobody else writes
/// that model.
///
/// What stands in the file is a function of the model as it was and of the games that count, so a
/// game that was taken back leaves the file as it was before.
pub struct Keeper {
    path: PathBuf,
    /// The model as it was, without its history; the tables of those who learn are theirs by now.
    before: Model,
    /// The history as it was.
    history: History,
    /// The history with games that have been played since.
    told: Mutex<Told>,
    /// The options of the games.
    chapter: Chapter,
    lock: Lock,
}

/// A history with the games played so far. It goes on from one game to the next: to begin with the first
/// each time would take longer and longer.
struct Told {
    history: History,
    /// How many games it has beyond the history as it was, and the last of them.
    games: usize,
    last: Option<Arc<Record>>,
}

impl Told {
    const fn of(history: History) -> Self {
        Self {
            history,
            games: 0,
            last: None,
        }
    }

    /// Whether these games begin with those it has. A game can only be taken back with all that followed,
    /// so it is enough to look at the last one.
    fn goes_on(&self, games: &[Arc<Record>]) -> bool {
        self.last.as_ref().is_none_or(|last| {
            let same = games.get(self.games - 1);
            same.is_some_and(|same| Arc::ptr_eq(same, last))
        })
    }
}

impl Keeper {
    /// `chapter` tells how the games are played; its sets are not looked at.
    pub(super) fn new(path: PathBuf, mut before: Model, chapter: Chapter, lock: Lock) -> Self {
        let history = std::mem::take(&mut before.history);
        Self {
            path,
            told: Mutex::new(Told::of(history.clone())),
            history,
            before,
            chapter,
            lock,
        }
    }

    /// The file.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// The rule by which it learns.
    #[must_use]
    pub const fn rule(&self) -> &Rule {
        &self.chapter.rule
    }

    /// Who learns in the model, be it in other games.
    #[must_use]
    pub const fn learners(&self) -> Learners {
        self.before.learners
    }

    /// The history as it was with these games behind it.
    fn history(&self, games: &[Arc<Record>]) -> History {
        let mut told = self.told.lock().unwrap_or_else(PoisonError::into_inner);
        if !told.goes_on(games) {
            *told = Told::of(self.history.clone());
        }
        for record in &games[told.games..] {
            let mut record = Record::clone(record);
            let last = told.history.records.last();
            for side in self.before.learners.sides() {
                let snapshot = &mut record.snapshots[side.index()];
                if snapshot.is_none() {
                    // A side that learns otherwise and not from these games stands as it stood.
                    let last = last.and_then(|last| last.snapshots[side.index()].as_ref());
                    *snapshot = last.map(|last| Snapshot {
                        rescued: 0,
                        saturated: 0,
                        refused: 0,
                        exact: None,
                        ..last.clone()
                    });
                }
            }
            told.history.push(record);
        }
        told.games = games.len();
        told.last = games.last().cloned();
        told.history.clone()
    }

    /// The model as it stands after the games that count. What was met in one that is not over is no part
    /// of it.
    #[must_use]
    pub fn model(&self, play: &Play) -> Model {
        let mut model = Model {
            history: self.history(play.counted()),
            ..self.before.clone()
        };
        let sets = play.counted().len() as u64;
        if sets > 0 || model.chapters.is_empty() {
            model.note_sets(Chapter {
                sets,
                ..self.chapter.clone()
            });
        }
        for side in Side::BOTH {
            let table = &mut model.tables[side.index()];
            *table = play.learnt(side).or(table.take());
        }
        model
    }

    /// Writes the model.
    ///
    /// # Errors
    ///
    /// Those of [`Lock::write`].
    pub fn keep(&self, play: &Play) -> Result<Model> {
        let model = self.model(play);
        self.lock.write(&self.path, &model)?;
        Ok(model)
    }
}

/// Michie's score of `side` after each of the games that a model has played against people: first of
/// all 0, then 3 more for a win, 1 for a draw, and 1 less for a loss.
#[must_use]
pub fn scores_against_people(model: &Model, side: Side) -> Vec<i64> {
    let mut scores = vec![0_i64];
    let mut chapters = model.chapters.iter();
    let mut chapter = chapters.next();
    let mut left = chapter.map_or(0, |chapter| chapter.sets);
    for record in &model.history.records {
        // A record of a long history can cover sets of several chapters.
        let mut sets = record.sets;
        let mut person = true;
        while sets > 0 && chapter.is_some() {
            if left == 0 {
                chapter = chapters.next();
                left = chapter.map_or(0, |chapter| chapter.sets);
                continue;
            }
            person &= chapter.is_some_and(Chapter::is_with_person);
            let covered = sets.min(left);
            (sets, left) = (sets - covered, left - covered);
        }
        if person {
            let last = scores.last().copied().unwrap_or(0);
            scores.push(last.saturating_add(record.score(side)));
        }
    }
    scores
}
