//! Writes to disk what is learnt in games played one by one.

use std::iter;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};

use super::rounds::Play;
use crate::error::Result;
use crate::game::Side;
use crate::learn::{History, Learners, Record, Rule, Snapshot};
use crate::store::{Chapter, Lock, Model};

/// The file of a model that learns from games played one by one. While it exists, no other process writes
/// that model.
///
/// The contents of the file are a function of the earlier model and of the games that count, so taking
/// back a game restores the contents from before that game.
pub struct Keeper {
    path: PathBuf,
    /// The earlier model, without its history; the learners have taken their tables from it.
    before: Model,
    history: History,
    /// The history with the games that have been played since.
    extended: Mutex<Extended>,
    chapter: Chapter,
    lock: Arc<Lock>,
}

/// A history with the games so far. Each extends it; starting again each time would take ever longer.
struct Extended {
    history: History,
    /// The number of games added to the earlier history.
    games: usize,
    /// The last of these games.
    last: Option<Arc<Record>>,
}

impl Extended {
    const fn after(history: History) -> Self {
        Self {
            history,
            games: 0,
            last: None,
        }
    }

    /// Whether these games begin with those it has, if the last is there: games are taken back in order.
    fn is_prefix_of(&self, games: &[Arc<Record>]) -> bool {
        self.last.as_ref().is_none_or(|last| {
            let same = games.get(self.games - 1);
            same.is_some_and(|same| Arc::ptr_eq(same, last))
        })
    }
}

impl Keeper {
    /// `chapter` has the options of the games; its number of sets is ignored.
    pub(super) fn new(path: PathBuf, mut before: Model, chapter: Chapter, lock: Arc<Lock>) -> Self {
        let history = std::mem::take(&mut before.history);
        Self {
            path,
            extended: Mutex::new(Extended::after(history.clone())),
            history,
            before,
            chapter,
            lock,
        }
    }

    /// The file.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// The rule by which it learns.
    pub const fn rule(&self) -> &Rule {
        &self.chapter.spec.rule
    }

    /// The learners of the model, including a side that does not learn from these games.
    pub fn learners(&self) -> Learners {
        self.before.learners()
    }

    /// The games with people that it had played before those that can be taken back.
    pub fn with_people(&self) -> u64 {
        self.before.with_people()
    }

    fn extend(&self, extended: &mut Extended, games: &[Arc<Record>]) {
        if !extended.is_prefix_of(games) {
            *extended = Extended::after(self.history.clone());
        }
        for record in &games[extended.games..] {
            let mut record = Record::clone(record);
            // A machine for both sides is kept as the first side, wherever it sits.
            if self.before.learners() == Learners::Shared && record.snapshots[1].is_some() {
                record = record.turned();
            }
            let last = extended.history.records.last();
            for side in self.before.learners().sides() {
                let snapshot = &mut record.snapshots[side.index()];
                if snapshot.is_none() {
                    // A learner that does not learn from these games keeps its last snapshot.
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
            extended.history.push(record);
        }
        extended.games = games.len();
        extended.last = games.last().cloned();
    }

    /// What `read` takes from the model after the games that count, whether or not it is on disk. Its history, which
    /// grows, is lent to it, not copied.
    pub fn read<T>(&self, play: &Play, read: impl FnOnce(&Model) -> T) -> T {
        let mut extended = self.extended.lock().unwrap_or_else(|poisoned| {
            // The history was lent when the other thread panicked.
            let mut extended = poisoned.into_inner();
            *extended = Extended::after(self.history.clone());
            extended
        });
        self.extend(&mut extended, &play.records);
        let mut model = Model {
            history: std::mem::take(&mut extended.history),
            ..self.before.clone()
        };
        let sets = play.records.len() as u64;
        if sets > 0 {
            let mut chapter = self.chapter.of_sets(sets);
            if chapter.is_with_person() {
                chapter.list(play.texts());
            }
            model.note_sets(chapter);
        }
        for side in Side::BOTH {
            if let Some(learnt) = play.learnt(side) {
                let own = model.learners().table_of(side).unwrap_or(side);
                model.tables[own.index()] = Some(learnt);
            }
        }
        if play.is_by_hand() {
            count_boxes(&mut model);
        }
        let result = read(&model);
        extended.history = model.history;
        result
    }

    /// The model after the games that count, without what was met in an unfinished game.
    pub fn model(&self, play: &Play) -> Model {
        self.read(play, Model::clone)
    }

    /// The lock of the file, with which another board of the machine can be set up.
    pub const fn lock(&self) -> &Arc<Lock> {
        &self.lock
    }

    /// Writes the model, and returns what `read` takes from it.
    ///
    /// # Errors
    ///
    /// The errors of [`Lock::write`].
    pub fn keep<T>(&self, play: &Play, read: impl FnOnce(&Model) -> T) -> Result<T> {
        self.read(play, |model| {
            self.lock.write(&self.path, model).map(|()| read(model))
        })
    }
}

/// Makes the last record count the boxes as they are, which may have been corrected since.
fn count_boxes(model: &mut Model) {
    let Some(last) = model.history.records.last_mut() else {
        return;
    };
    for (snapshot, table) in last.snapshots.iter_mut().zip(&model.tables) {
        if let (Some(snapshot), Some(table)) = (snapshot, table) {
            snapshot.boxes = table.len() as u64;
            snapshot.missing_colour = table.missing_colour();
        }
    }
}

/// The records of the games that a model has played against people.
pub fn games_against_people(model: &Model) -> Vec<&Record> {
    let mut chapters = model.chapters.iter();
    let mut chapter = chapters.next();
    let mut left = chapter.map_or(0, |chapter| chapter.sets);
    let is_with_people = |record: &&Record| {
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
        person
    };
    model
        .history
        .records
        .iter()
        .filter(is_with_people)
        .collect()
}

/// Michie's score of `side` at the start and after each of these games: it begins with 0; a win adds 3, a draw adds
/// 1, and a loss subtracts 1.
pub fn scores(games: &[&Record], side: Side) -> Vec<i64> {
    let mut score = 0_i64;
    let after = games.iter().map(|record| {
        score = score.saturating_add(record.score(side));
        score
    });
    iter::once(0).chain(after).collect()
}
