//! A model: what was learnt, by which rule, against which opponent, and with which results.

use std::cmp::Reverse;
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::chapter::{Chapter, LineageStep, Provenance, steps};
use super::container::Section;
use super::place::invalid;
use crate::error::{Damage, Error, Mismatch, Result};
use crate::game::{Game, Key, Side};
use crate::learn::{
    Boxes, History, Layout, Learners, MOST_BEADS, Reader, Reading, Record, Rule, Run, Snapshot,
    Table, TrainingSpec,
};

/// The sum of all counts of a history, and the number of games in all sets, are below this: half the
/// range of the number, so that a training can continue from any model.
pub const MOST: u64 = 1 << 63;
/// The ply of a box is below this, and a history counts boxes for no more plies than this.
pub const PLIES: u16 = u16::MAX - 1;
/// The most chapters of a model.
pub(super) const MOST_CHAPTERS: usize = 1 << 16;
/// The most numbers in all lists [`Snapshot::missing_colour`](crate::learn::Snapshot::missing_colour) of a history:
/// a full history whose games take 2,000 moves.
pub(super) const MOST_MISSING: usize = 1 << 24;

/// The contents of one file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Model {
    /// The version of the program that made it.
    pub made_by: String,
    /// The version of the program that changed it last.
    pub written_by: String,
    /// How it was trained, in chronological order; at least one chapter, all of the same game and learners.
    pub chapters: Vec<Chapter>,
    /// The last command, if it was stopped.
    pub pending: Option<Pending>,
    /// What was learnt, by side: a table for each side that learns.
    pub tables: [Option<Table>; 2],
    /// The results, set by set.
    pub history: History,
    /// What a newer program has added that this one does not know. It stays as the model learns on; a merge begins without.
    pub sections: Vec<Section>,
}

const PROGRAM: &str = env!("CARGO_PKG_VERSION");

/// A command that was stopped before it had played all its sets.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Pending {
    /// The number of sets to play.
    pub requested: u64,
    /// The number of these sets not played yet; 0 when only the work after them is left, such as drawing
    /// the pictures.
    pub left: u64,
}

impl Model {
    /// A model without tables and without a history that begins with this chapter.
    #[must_use]
    pub fn new(chapter: Chapter) -> Self {
        Self::with_chapters(vec![chapter])
    }

    pub(super) fn with_chapters(chapters: Vec<Chapter>) -> Self {
        Self {
            made_by: PROGRAM.to_owned(),
            written_by: PROGRAM.to_owned(),
            chapters,
            pending: None,
            tables: [None, None],
            history: History::default(),
            sections: Vec::new(),
        }
    }

    /// The model of a run that has learnt from its beginning.
    ///
    /// # Examples
    ///
    /// ```
    /// use matchboxes_games::games::TicTacToe;
    /// use matchboxes_learn::{Training, preset};
    /// use matchboxes_store::{self as store, Model};
    ///
    /// let mut run = Training::new(TicTacToe, preset("rote")?).begin()?;
    /// run.play(10);
    /// let folder = tempfile::tempdir()?;
    /// let file = folder.path().join("mine.menace");
    /// store::write(&file, &Model::from_run(&run))?;
    /// assert_eq!(store::verify(&file)?.games(), 1_000);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn from_run<G: Game>(run: &Run<G>) -> Self {
        let (training, last) = (run.training(), run.history().records.last());
        Self {
            tables: Side::BOTH.map(|side| run.table(side)),
            history: run.history().clone(),
            ..Self::new(Chapter {
                spec: TrainingSpec {
                    exact: last.is_some_and(Record::is_exact).into(),
                    ..training.spec.clone()
                },
                sets: run.history().sets(),
                how: Provenance::Trained {
                    run: training.run,
                    from: Vec::new(),
                    players: Vec::new(),
                },
            })
        }
    }

    /// The last chapter.
    ///
    /// # Panics
    ///
    /// If it has none; a new model and one from a file have one.
    pub fn last(&self) -> &Chapter {
        self.chapters.last().expect("a model has a chapter")
    }

    /// Its trainings in the order of their sets, each with the number of these and its opponent in words.
    pub fn trainings(&self) -> Vec<(u64, TrainingSpec)> {
        let named = |chapter: &Chapter| TrainingSpec {
            opponent: chapter.opponent_in_words().into_owned(),
            ..chapter.spec.clone()
        };
        let chapters = self.chapters.iter();
        chapters
            .map(|chapter| (chapter.sets, named(chapter)))
            .collect()
    }

    /// The name of its game, as [`parse`](crate::games::parse) reads it.
    pub fn game(&self) -> &str {
        &self.last().spec.game
    }

    /// Which sides learn.
    pub fn learners(&self) -> Learners {
        self.last().learners
    }

    /// The table that plays a side: in a machine for both sides, its only one.
    pub fn table(&self, side: Side) -> Option<&Table> {
        self.tables[self.learners().table_of(side)?.index()].as_ref()
    }

    /// The number of sets played.
    pub fn sets(&self) -> u64 {
        self.history.sets()
    }

    /// The number of games played.
    pub fn games(&self) -> u64 {
        self.history.games()
    }

    /// The rule of the last training.
    pub fn rule(&self) -> &Rule {
        &self.last().spec.rule
    }

    /// The steps by which the model came about, in chronological order.
    pub fn steps(&self) -> Vec<LineageStep<'_>> {
        steps(&self.chapters).unwrap_or_default()
    }

    /// The layout of its boxes.
    pub fn layout(&self) -> Layout {
        Layout::from(self.rule())
    }

    /// The boxes of both sides.
    pub fn boxes(&self) -> u64 {
        let tables = self.tables.iter().flatten();
        tables.map(|table| table.len() as u64).sum()
    }

    /// Checks that the model has learnt this game and that each of its boxes belongs to it. Errors use
    /// `name` for the model.
    ///
    /// # Errors
    ///
    /// [`Error::Mismatch`] with what does not match.
    pub fn check_game<G: Game>(&self, game: &G, name: &str) -> Result<()> {
        if self.game() != game.name() {
            let mismatch = Mismatch::game(name, self.game(), &game.name());
            return Err(Error::Mismatch(mismatch));
        }
        let mut tables = self.tables.iter().flatten();
        Ok(tables.try_for_each(|table| table.check(game))?)
    }

    /// A player of the sides that learnt, which reads the beads in the given way.
    ///
    /// # Errors
    ///
    /// [`Error::Mismatch`] when it is not a model of this game.
    pub fn player<G: Game>(&self, game: &G, reading: Reading) -> Result<Reader> {
        self.check_game(game, "the model")?;
        let name = format!("{} {}", self.game(), self.learners());
        Ok(self.named_player(name, reading))
    }

    /// As [`player`](Self::player) with another name, for a model that has been checked.
    pub fn named_player(&self, name: String, reading: Reading) -> Reader {
        let tables = self.tables.clone().map(|table| table.map(Arc::new));
        Reader::new(name, tables, reading)
    }

    /// Records sets that were played.
    ///
    /// They extend the last chapter when they have the same options and continue its tables; otherwise
    /// they make a new chapter. So a training in two halves leaves the same chapters as an uninterrupted
    /// one.
    pub fn note_sets(&mut self, chapter: Chapter) {
        PROGRAM.clone_into(&mut self.written_by);
        match self.chapters.last_mut() {
            Some(last) if chapter.continues(last) => {
                last.sets += chapter.sets;
                last.list(chapter.listed().unwrap_or_default().iter().cloned());
            }
            // The last training was stopped before its first set.
            Some(last) if last.sets == 0 && !last.is_taken_over() => *last = chapter,
            _ => self.chapters.push(chapter),
        }
    }

    /// How many games with people it has played.
    pub fn with_people(&self) -> u64 {
        let chapters = self.chapters.iter().filter(|one| one.is_with_person());
        chapters.map(|chapter| chapter.sets).sum()
    }

    /// Lists none of its games with people any more, but those whose beads were drawn by hand.
    pub fn forget_games(&mut self) {
        for chapter in &mut self.chapters {
            if let Provenance::WithPerson { games } = &mut chapter.how {
                games.clear();
            }
        }
    }

    /// The sum of all counts of its history; `None` on overflow.
    pub fn counted(&self) -> Option<u64> {
        let mut counts = self.history.records.iter().flat_map(counts);
        counts.try_fold(0, u64::checked_add)
    }
}

fn holds(claim: bool, otherwise: &str) -> Result<(), Damage> {
    if claim {
        Ok(())
    } else {
        Err(invalid(otherwise))
    }
}

/// All counts of a record. If their sum does not overflow, neither does any partial sum.
fn counts(record: &Record) -> impl Iterator<Item = u64> {
    let snapshots = record.snapshots.iter().flatten();
    let snapshots = snapshots.flat_map(|snapshot| {
        [
            snapshot.boxes,
            snapshot.rescued,
            snapshot.saturated,
            snapshot.refused,
        ]
        .into_iter()
        .chain(snapshot.missing_colour.iter().copied())
    });
    [
        record.sets,
        record.results.first_wins,
        record.results.draws,
        record.results.second_wins,
    ]
    .into_iter()
    .chain(record.resigned)
    .chain(snapshots)
}

/// What a record says of boxes that were not learnt set by set.
pub(super) fn snapshots_of(tables: &[Option<Table>; 2]) -> [Option<Snapshot>; 2] {
    tables.each_ref().map(|table| {
        let table = table.as_ref()?;
        Some(Snapshot {
            boxes: table.len() as u64,
            missing_colour: table.missing_colour(),
            ..Snapshot::default()
        })
    })
}

/// The total length of a record's lists that count boxes without beads.
pub(super) fn missing_colour(record: &Record) -> usize {
    let snapshots = record.snapshots.iter().flatten();
    snapshots
        .map(|snapshot| snapshot.missing_colour.len())
        .sum()
}

pub(super) fn check_table(table: &Table, side: Side, layout: Layout) -> Result<(), Damage> {
    let own = table.layout() == layout;
    holds(own, "a table is laid out by another rule")?;
    let remembers = table.first().is_empty() || layout.boxes == Boxes::SecondMeeting;
    let what = "a table remembers positions met once, which its rule does not use";
    holds(remembers, what)?;
    holds(table.side() == side, "a table belongs to the other side")?;
    match table
        .boxes()
        .greatest(|key, ply, beads: &[u64]| (!is_sound(ply, beads)).then_some(Reverse(key)))
    {
        None => Ok(()),
        Some(Reverse(Key(key))) => Err(invalid(format!("the box of key {key:#x} is invalid"))),
    }
}

/// Checks that a table has values if its rule keeps them, and that a training can lead to them.
pub(super) fn check_values(table: &Table, rule: &Rule) -> Result<(), Damage> {
    let values = table.values();
    let used = values.is_none() || rule.values().is_some();
    holds(used, "a table has values, which its rule does not use")?;
    let there = values.is_some() || rule.values().is_none();
    holds(there, "a table has no values, which its rule needs")?;
    let mut boxes = values.into_iter().flatten();
    match boxes.find(|(_, found)| !found.is_sound()) {
        None => Ok(()),
        Some((Key(key), _)) => Err(invalid(format!(
            "the values of the box of key {key:#x} are invalid"
        ))),
    }
}

/// Whether a learner can draw from a box: whether some game and rule can lead to its ply, its number of
/// colours and the sum of its beads.
pub(super) fn is_sound(ply: u16, beads: &[u64]) -> bool {
    let sum: u128 = beads.iter().map(|&n| u128::from(n)).sum();
    is_box(ply, beads.len()) && sum <= u128::from(MOST_BEADS)
}

/// Whether some game can lead to a box of this ply and number of colours.
pub(super) fn is_box(ply: u16, colours: usize) -> bool {
    ply < PLIES && (1..=usize::from(u16::MAX)).contains(&colours)
}
