//! A model: what was learnt, by which rule, against which opponent, and with which results.

use std::cmp::Reverse;
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::chapter::{Chapter, LineageStep, MOST_NAMES, Provenance, steps};
use super::place::invalid;
use crate::error::{Damage, Error, Mismatch, Result};
use crate::game::{Game, Key, Side};
use crate::learn::{
    Boxes, Exact, History, Layout, Learners, MOST_BEADS, Reader, Reading, Record, Rule, Run,
    SlidingOrigin, Snapshot, Table, Terms, TrainingSpec,
};

/// The sum of all counts of a history, and the number of games in all sets, are below this: half the
/// range of the number, so that a training can continue from any model.
pub const MOST: u64 = 1 << 63;
/// The largest absolute value of the mean of an origin: twice the length of a result.
const LARGEST_MEAN: i64 = 1 << 33;
/// The largest absolute value of the sums of an origin.
const LARGEST_SUM: i64 = 1 << 62;
/// The ply of a box is below this, and a history counts boxes for no more plies than this.
pub const PLIES: u16 = u16::MAX - 1;
/// The most chapters of a model.
pub(super) const MOST_CHAPTERS: usize = 1 << 16;
/// The most numbers in all lists [`Snapshot::missing_colour`](crate::learn::Snapshot::missing_colour) of a history:
/// a full history whose games take 2,000 moves.
pub(super) const MOST_MISSING: usize = 1 << 24;
/// The number one, a certain event, in the figures of [`Exact`], with room for rounding.
const CERTAIN: u64 = 1_000_000_000_100;

/// The contents of one file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Model {
    /// The version of the program that wrote it.
    pub version: String,
    /// How it was trained, in chronological order; at least one chapter, all of the same game and learners.
    pub chapters: Vec<Chapter>,
    /// The last command, if it was stopped.
    pub pending: Option<Pending>,
    /// What was learnt, by side: a table for each side that learns.
    pub tables: [Option<Table>; 2],
    /// The results, set by set.
    pub history: History,
}

/// A command that was stopped before it had played all its sets.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Pending {
    /// The number of sets to play.
    pub requested: u64,
    /// The number of these sets not played yet; 0 when only the work after them is left, such as drawing
    /// the pictures.
    pub left: u64,
    /// What the files held that its players are read from: [`FileMark::sum`](crate::FileMark::sum).
    pub players: u32,
}

impl Model {
    /// A model without tables and without a history that begins with this chapter.
    #[must_use]
    pub fn new(chapter: Chapter) -> Self {
        Self {
            version: env!("CARGO_PKG_VERSION").to_owned(),
            chapters: vec![chapter],
            pending: None,
            tables: [None, None],
            history: History::default(),
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
        let training = run.training();
        Self {
            tables: Side::BOTH.map(|side| run.table(side)),
            history: run.history().clone(),
            ..Self::new(Chapter {
                spec: TrainingSpec {
                    exact: run.history().records.last().is_some_and(Record::is_exact),
                    ..training.spec.clone()
                },
                sets: run.history().sets(),
                how: Provenance::Trained {
                    run: training.run,
                    from: Vec::new(),
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
    ///
    /// # Examples
    ///
    /// ```no_run
    /// use std::path::Path;
    ///
    /// use matchboxes_measure::Contest;
    /// use matchboxes_games::games::TicTacToe;
    /// use matchboxes_learn::Reading;
    /// use matchboxes_games::player::Random;
    /// use matchboxes_store as store;
    ///
    /// let model = store::read(Path::new("models/tic-tac-toe-first.menace"))?;
    /// let player = model.player(&TicTacToe, Reading::Draw)?;
    /// let tally = Contest::new(&TicTacToe, [&player, &Random]).sample(1_000, 0);
    /// # Ok::<(), matchboxes_store::Error>(())
    /// ```
    pub fn player<G: Game>(self, game: &G, reading: Reading) -> Result<Reader> {
        self.check_game(game, "the model")?;
        let name = format!("{} {}", self.game(), self.learners());
        Ok(self.named_player(name, reading))
    }

    /// As [`player`](Self::player) with another name, for a model that has been checked.
    pub fn named_player(self, name: String, reading: Reading) -> Reader {
        let tables = self.tables.map(|table| table.map(Arc::new));
        Reader::new(name, tables, reading)
    }

    /// Records sets that were played.
    ///
    /// They extend the last chapter when they have the same options and continue its tables; otherwise
    /// they make a new chapter. So a training in two halves leaves the same chapters as an uninterrupted
    /// one.
    pub fn note_sets(&mut self, chapter: Chapter) {
        match self.chapters.last_mut() {
            Some(last) if chapter.continues(last) => {
                last.sets += chapter.sets;
                if let (Provenance::ByHand { games, .. }, Provenance::ByHand { games: more, .. }) =
                    (&mut last.how, chapter.how)
                {
                    games.extend(more);
                }
            }
            // The last training was stopped before its first set.
            Some(last) if last.sets == 0 && !last.is_taken_over() => *last = chapter,
            _ => self.chapters.push(chapter),
        }
    }

    /// The sum of all counts of its history; `None` on overflow.
    pub fn counted(&self) -> Option<u64> {
        let mut counts = self.history.records.iter().flat_map(counts);
        counts.try_fold(0, u64::checked_add)
    }

    /// Checks that its parts agree: the sets of the chapters and of the history, the tables and the
    /// learners, and that a run can continue from its counts.
    ///
    /// [`Table::check`] checks whether the boxes belong to the game.
    ///
    /// # Errors
    ///
    /// [`Damage::Contents`] with what disagrees.
    pub fn check(&self) -> Result<(), Damage> {
        self.check_chapters()?;
        self.check_counts()?;
        for side in Side::BOTH {
            let table = self.tables[side.index()].as_ref();
            let what = "its tables do not belong to the sides that learn";
            holds(table.is_some() == self.learners().learns(side), what)?;
            if let Some(table) = table {
                check_table(table, side, self.layout())?;
                check_values(table, self.rule())?;
            }
        }
        Ok(())
    }

    /// Checks each chapter, and that all are of one machine. All other checks of a model need a chapter, so
    /// this comes first.
    fn check_chapters(&self) -> Result<(), Damage> {
        let chapters = &self.chapters;
        holds(!chapters.is_empty(), "it has no chapter")?;
        let merges = steps(chapters).is_some();
        holds(merges, "its chapters describe an impossible merge")?;
        let one = (self.game(), self.learners());
        let same = chapters.iter().all(|c| (&*c.game, c.learners) == one);
        holds(same, "its chapters are of different games or learners")?;
        // In a merged model thousands of chapters may have the same rule.
        let mut rules = chapters.chunk_by(|one, next| one.rule == next.rule);
        let rules = rules.all(|those| reads_back(&those[0].rule));
        holds(rules, "a rule in it is invalid")?;
        let names: usize = chapters.iter().map(Chapter::names).sum();
        let few = chapters.len() <= MOST_CHAPTERS && names <= MOST_NAMES;
        holds(few, "it has more chapters than the limit")?;
        let played = chapters.iter().all(|c| c.sets == 0 || c.games_per_set > 0);
        holds(played, "it has played sets without games")?;
        let taken = chapters.iter().all(|c| c.sets == 0 || !c.is_taken_over());
        holds(
            taken,
            "it has played sets where boxes were imported or merged",
        )?;
        let named = chapters
            .iter()
            .all(|c| c.is_trained() || c.opponent.is_empty());
        holds(named, "it names an opponent where there was no training")?;
        let what = "it has not as many games drawn by hand as it counts";
        holds(
            chapters.iter().all(|c| match &c.how {
                Provenance::ByHand { games, .. } => games.len() as u64 == c.sets,
                _ => true,
            }),
            what,
        )?;
        let what = "in a game drawn by hand it has the other side";
        holds(chapters.iter().all(Chapter::sits_in_its_seats), what)?;
        let what = "a batch in it has no game, or more games than the limit";
        holds(
            chapters
                .iter()
                .all(|c| (1..=Terms::MOST_BATCH).contains(&c.terms.batch)),
            what,
        )?;
        let shared = self.layout().shared == (self.learners() == Learners::Shared);
        let what = "its rule and its learners disagree about a machine for both sides";
        holds(shared, what)
    }

    /// Checks the history, and that the chapters count what it counts.
    fn check_counts(&self) -> Result<(), Damage> {
        let (chapters, records) = (&self.chapters, &self.history.records);
        let numbers: usize = records.iter().map(missing_colour).sum();
        let few = records.len() <= History::POINTS && numbers <= MOST_MISSING;
        holds(few, "its history is longer than the limit")?;
        let countable = self.counted().is_some_and(|sum| sum < MOST);
        holds(countable, "its history counts more than the limit")?;
        let sets = self.history.sets();
        let mut noted = chapters.iter().map(|c| c.sets);
        let agree = noted.try_fold(0, u64::checked_add) == Some(sets);
        holds(agree, "its chapters and its history count different sets")?;
        let next = sets.saturating_add(1);
        // One set more than there are: the count must not overflow with the next set.
        let fits = |games: u64| games.checked_mul(next).is_some_and(|games| games < MOST);
        let fit = chapters.iter().all(|c| fits(c.games_per_set));
        holds(fit, "its sets have more games than the limit")?;
        let possible = records.iter().all(is_possible);
        holds(possible, "a record of its history is impossible")?;
        let left = self.pending.is_none_or(|p| p.left <= p.requested);
        holds(left, "it has more sets left than were requested")
    }

    /// Checks that the history counts the boxes that the tables have.
    pub(super) fn check_boxes(&self) -> Result<(), Damage> {
        for table in self.tables.iter().flatten() {
            let last = self.history.records.last();
            let snapshot = last.and_then(|last| last.snapshots[table.side().index()].as_ref());
            let met = table.len() as u64;
            if let Some(Snapshot { boxes, .. }) = snapshot.filter(|s| s.boxes != met) {
                return Err(Damage::Boxes(format!(
                    "the history counts {boxes} boxes of the {} side, the table has {met}",
                    table.side().name()
                )));
            }
        }
        Ok(())
    }
}

fn holds(claim: bool, otherwise: &str) -> Result<(), Damage> {
    if claim {
        Ok(())
    } else {
        Err(invalid(otherwise))
    }
}

fn reads_back(rule: &Rule) -> bool {
    Rule::from_stored(&rule.to_toml()).is_ok_and(|read| read == *rule)
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

/// The total length of a record's lists that count boxes without beads.
pub(super) fn missing_colour(record: &Record) -> usize {
    let snapshots = record.snapshots.iter().flatten();
    snapshots
        .map(|snapshot| snapshot.missing_colour.len())
        .sum()
}

/// Whether a run can reach such a record and continue from it.
fn is_possible(record: &Record) -> bool {
    record.sets > 0
        && record.snapshots.iter().flatten().all(|snapshot| {
            let SlidingOrigin {
                sum, weight, mu, ..
            } = snapshot.origin;
            snapshot.missing_colour.len() <= usize::from(PLIES)
                && (-LARGEST_MEAN..=LARGEST_MEAN).contains(&mu)
                && (0..=LARGEST_SUM).contains(&weight)
                && (-LARGEST_SUM..=LARGEST_SUM).contains(&sum)
                && snapshot.exact.as_ref().is_none_or(is_chance)
        })
}

/// Whether the figures are between 0 and 1, and the best opponent's between -1 and 1.
pub(super) fn is_chance(exact: &Exact) -> bool {
    let shares = [exact.optimal, exact.optimal_reached];
    let chances = exact.random.into_iter().chain(exact.perfect);
    let chances = chances.chain([exact.worst_case_loss]);
    let mut parts = chances.chain(shares.into_iter().flatten());
    parts.all(|part| part <= CERTAIN) && exact.best_response.unsigned_abs() <= CERTAIN
}

fn check_table(table: &Table, side: Side, layout: Layout) -> Result<(), Damage> {
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
fn check_values(table: &Table, rule: &Rule) -> Result<(), Damage> {
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
