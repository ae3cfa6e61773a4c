//! Merging: adds up the tables of several models, to estimate what one machine would have learnt from all
//! their games.
//!
//! A box begins with the starting beads of its rule, and games add and remove beads. So the merged box of
//! a position has the starting beads once, plus what each model has added or removed:
//! `start + sum of (beads - start)`. A model that has not met the position adds nothing. There are two
//! exceptions:
//!
//! * A colour that a rule wipes is gone for good: it is never drawn again, so it is never rewarded. Under a
//!   rule that wipes, a colour without beads in one model has no beads in the sum, even if other
//!   models have some.
//! * A negative sum counts as no beads, and then the rule treats empty boxes as in play:
//!   [`Empty::Floor`] leaves a bead of each colour, [`Empty::KeepLast`] one of each colour with the highest
//!   sum, [`Empty::Reset`] fills the box as when it was new, and so on.
//!
//! A position that one of the models has met once, and that has no box in the sum, counts as met once.
//!
//! Because of the two exceptions, merging two models and then a third may give another result than merging
//! three at once. The order of the models does not affect the beads. Their histories are concatenated.

mod origins;

use std::collections::BTreeMap;
use std::mem;

use super::chapter::{Chapter, Provenance};
use super::container::Hash;
use super::model::{MOST_CHAPTERS, Model, snapshots_of};
use super::place::invalid;
use crate::error::{Damage, Error, Mismatch, Result};
use crate::game::{Game, Key, Side};
use crate::learn::{
    Beads, Effect, Empty, History, Layout, MOST_BEADS, Matchbox, Record, Rule, Table, TrainingSpec,
};
use crate::text::escaped;
pub(crate) use origins::games_digest;
use origins::{KnownOrigins, Origins};

/// Merges these named models: adds up their tables.
///
/// The chapters of the result describe how each model was trained, and that they were merged.
///
/// # Errors
///
/// The errors of [`Merge::add`] and [`Merge::finish`].
pub fn merge<G: Game>(game: &G, parents: &[(String, Model)]) -> Result<Model> {
    let mut merge = Merge::new(game);
    for (name, model) in parents {
        merge.add(name, model.clone())?;
    }
    merge.finish()
}

/// A merge to which models are added one after the other, so that they need not be in memory together: of each only
/// its boxes and chapters are kept, and the records that the merged history has room for.
pub struct Merge<'a, G> {
    game: &'a G,
    parents: Vec<MergedParent>,
    known: KnownOrigins,
    /// How often the records of each model have been halved to fit into one history.
    halvings: u32,
    /// The records and the chapters of the merged model so far.
    records: usize,
    chapters: usize,
}

/// What is kept of a model that is merged.
struct MergedParent {
    name: String,
    hash: Hash,
    chapters: Vec<Chapter>,
    tables: [Option<Table>; 2],
    records: Vec<Record>,
}

impl<'a, G: Game> Merge<'a, G> {
    /// A merge of models of this game.
    pub fn new(game: &'a G) -> Self {
        Self {
            game,
            parents: Vec::new(),
            known: KnownOrigins::default(),
            halvings: 0,
            records: 0,
            chapters: 0,
        }
    }

    /// Adds a model of this name.
    ///
    /// # Errors
    ///
    /// [`Error::Mismatch`] when its sum with the earlier models would be meaningless or would count the same
    /// games twice; the errors of [`Model::check_game`] when it is not of this game.
    pub fn add(&mut self, name: &str, model: Model) -> Result<()> {
        let name = &*escaped(name);
        let first = self.parents.first();
        let first = first.map_or((name, &*model.chapters), |p| (&*p.name, &*p.chapters));
        belongs(first, (name, &model))?;
        model.check_game(self.game, name)?;
        let hash = model.hash();
        let own = Origins::new(name, hash, &model);
        if self.known.models.names.contains_key(&own.name) {
            return Err(refused(format!(
                "{name} is named twice; its games would count twice"
            )));
        }
        if let Some((one, games)) = self.known.shared(&own, &self.parents) {
            return Err(refused(format!(
                "{one} and {name} hold the same games: {games}; they would count twice"
            )));
        }
        self.chapters += model.chapters.len() + 1;
        if self.chapters > MOST_CHAPTERS {
            let what = "it has more chapters than the limit";
            return Err(invalid_sum(&invalid(what)));
        }
        self.known.add(self.parents.len(), own);
        let mut records = model.history.records;
        for _ in 0..self.halvings {
            records = halved(records);
        }
        self.records += records.len();
        self.parents.push(MergedParent {
            name: name.to_owned(),
            hash,
            chapters: model.chapters,
            tables: model.tables,
            records,
        });
        // Where each model has one record at most, none is halved.
        while self.records > History::POINTS.max(self.parents.len()) {
            self.halvings += 1;
            self.records = 0;
            for parent in &mut self.parents {
                parent.records = halved(mem::take(&mut parent.records));
                self.records += parent.records.len();
            }
        }
        Ok(())
    }

    /// The sum of the models.
    ///
    /// # Errors
    ///
    /// [`games::Error::Request`](crate::games::Error::Request) when there are fewer than two; [`Error::Mismatch`]
    /// when there is no model that is their sum.
    pub fn finish(self) -> Result<Model> {
        let [first, _, ..] = &self.parents[..] else {
            return Err(Error::request("a merge takes at least two models"));
        };
        let spec = first.chapters[first.chapters.len() - 1].spec.clone();
        let rule = &spec.rule;
        let Some(beads) = rule.beads() else {
            return Err(refused(without_beads(rule)));
        };
        let sum = Sum { rule, beads };
        let mut tables = [None, None];
        for side in spec.learners.sides() {
            let own = self.parents.iter();
            let own: Vec<&Table> = own
                .filter_map(|parent| parent.tables[side.index()].as_ref())
                .collect();
            tables[side.index()] = Some(sum.table(side, &own)?);
        }
        let (mut chapters, mut records) = (Vec::new(), Vec::new());
        for parent in self.parents {
            let count = parent.chapters.len() as u64;
            chapters.extend(parent.chapters);
            let common = TrainingSpec::new(spec.game.clone(), spec.learners, rule.clone());
            chapters.push(Chapter {
                how: Provenance::Merged {
                    model: parent.name,
                    hash: parent.hash,
                    chapters: count,
                },
                ..Chapter::new(common)
            });
            records.extend(parent.records);
        }
        let merged = Model {
            chapters,
            history: history(records, &tables),
            tables,
            ..Model::new(Chapter::new(spec))
        };
        match merged.check() {
            Ok(()) => Ok(merged),
            Err(reason) => Err(invalid_sum(&reason)),
        }
    }
}

fn refused(reason: String) -> Error {
    Error::Mismatch(Mismatch::Other(reason))
}

/// The error for a sum that would not be a model; for example, its history would count more than the limit.
fn invalid_sum(reason: &Damage) -> Error {
    refused(format!("their sum is not a valid model: {reason}"))
}

fn without_beads(rule: &Rule) -> String {
    let name = &rule.name;
    match rule.values() {
        Some(_) => format!(
            "the rule {name} keeps values of moves, which do not add up; `mix:0.5*A+0.5*B` plays by one or the other"
        ),
        None => format!(
            "the rule {name} multiplies odds: its weights are shares of a whole and do not add up; \
             `mix:0.5*A+0.5*B` plays by one or the other"
        ),
    }
}

/// Checks that a model can be merged with the first one, and that only its rule has moved its beads.
fn belongs((one, chapters): (&str, &[Chapter]), (other, model): (&str, &Model)) -> Result<()> {
    let [first, last] = [&chapters[chapters.len() - 1], model.last()];
    if first.game != last.game {
        let [learnt, others] = [&first.game, &last.game];
        return Err(refused(format!(
            "{one} has learnt {learnt}, {other} {others}; only tables of one game add up"
        )));
    }
    if first.learners != last.learners {
        let [sides, others] = [first, last].map(|c| c.learners.in_words());
        return Err(Error::Mismatch(Mismatch::Learners(format!(
            "{one} has {sides} learning, {other} {others}; only tables of one side add up"
        ))));
    }
    let (rule, own) = (&first.rule, model.rule());
    if !rule.plays_like(own) {
        let [rule, own] = [&rule.name, &own.name];
        return Err(refused(if rule == own {
            format!(
                "{one} and {other} follow different rules named {rule}; only beads of one rule add up"
            )
        } else {
            format!("{one} follows the rule {rule}, {other} {own}; only beads of one rule add up")
        }));
    }
    if own.beads().is_none() {
        return Err(refused(without_beads(own)));
    }
    if let Some(before) = model.chapters.iter().find(|c| !c.rule.plays_like(own)) {
        let [before, after] = [&before.rule.name, &own.name];
        return Err(refused(format!(
            "{other} has followed the rule {before} and then {after}; only beads of one rule add up"
        )));
    }
    if model
        .chapters
        .iter()
        .any(|c| matches!(c.how, Provenance::Imported { .. }))
    {
        return Err(refused(format!(
            "{other} was imported: its starting beads are not known"
        )));
    }
    let mut snapshots = model.history.records.iter().flat_map(|r| &r.snapshots);
    if snapshots.any(|s| s.as_ref().is_some_and(|s| s.saturated > 0)) {
        return Err(refused(format!(
            "{other} has had full boxes: the beads that did not fit would be missing from the sum"
        )));
    }
    Ok(())
}

/// Adds up boxes by a rule.
struct Sum<'a> {
    rule: &'a Rule,
    beads: &'a Beads,
}

impl Sum<'_> {
    fn table(&self, side: Side, tables: &[&Table]) -> Result<Table> {
        let mut sum = Table::new(side, Layout::from(self.rule));
        let mut boxes: Vec<_> = tables.iter().map(|table| table.into_iter()).collect();
        // The next box of each table: all tables have their boxes by ascending key.
        let mut next = BTreeMap::new();
        for (one, boxes) in boxes.iter_mut().enumerate() {
            next.extend(boxes.next().map(|(key, own)| ((key, one), own)));
        }
        let mut met = Vec::new();
        while let Some(((key, one), own)) = next.pop_first() {
            met.push(own);
            next.extend(boxes[one].next().map(|(key, own)| ((key, one), own)));
            let after = next.first_key_value();
            if after.is_none_or(|((other, _), _)| *other != key) {
                sum.insert(key, self.matchbox(key, &met)?);
                met.clear();
            }
        }
        for table in tables {
            for print in table.first().prints() {
                sum.first_mut().add(print);
            }
        }
        if !sum.first().is_empty() {
            for (key, _) in &sum.clone() {
                sum.first_mut().take(key);
            }
        }
        Ok(sum)
    }

    /// The sum of the boxes of one position, at least one box.
    fn matchbox(&self, key: Key, boxes: &[Matchbox]) -> Result<Matchbox> {
        let ply = boxes.iter().map(|b| b.ply).min().unwrap_or_default();
        let colours = boxes.iter().map(|b| b.beads.len());
        let colours = colours.min().unwrap_or_default();
        let start = |ply| self.rule.start_beads(ply, colours);
        let mut changes = self.beads.changes();
        let wipes = changes.any(|change| change.effect == Effect::Wipe);
        let sums = (0..colours).map(|colour| {
            if wipes && boxes.iter().any(|b| b.beads[colour] == 0) {
                return 0;
            }
            let changes = boxes
                .iter()
                .map(|b| i128::from(b.beads[colour]) - i128::from(start(b.ply)));
            i128::from(start(ply)) + changes.sum::<i128>()
        });
        let beads = self.settled(&sums.collect::<Vec<_>>(), ply, start(ply));
        let whole: u128 = beads.iter().map(|&n| u128::from(n)).sum();
        if whole > u128::from(MOST_BEADS) {
            let key = key.0;
            return Err(refused(format!(
                "the box of key {key:#x} would hold more beads than a box can"
            )));
        }
        Ok(Matchbox { ply, beads })
    }

    /// The beads for these sums: none for a negative sum, then changed as `empty` says.
    fn settled(&self, sums: &[i128], ply: u16, start: u64) -> Vec<u64> {
        let least = i128::from(self.rule.empty == Empty::Floor);
        let mut beads: Vec<u64> = sums
            .iter()
            .map(|&sum| u64::try_from(sum.max(least)).unwrap_or(u64::MAX))
            .collect();
        let empty = beads.iter().all(|&n| n == 0);
        match self.rule.empty {
            Empty::KeepLast => keep_best(&mut beads, sums, empty),
            Empty::KeepFirst => keep_best(&mut beads, sums, empty && ply < 2),
            Empty::RefillMove => {
                for lost in beads.iter_mut().filter(|n| **n == 0) {
                    *lost = start;
                }
            }
            Empty::Reset if beads.contains(&0) => beads.fill(start),
            Empty::ResetAt(n)
                if beads.iter().fold(0, |sum: u64, b| sum.saturating_add(*b)) <= n =>
            {
                beads.fill(start);
            }
            _ => {}
        }
        beads
    }
}

/// Adds a bead to each colour with the highest sum, if `keep`.
fn keep_best(beads: &mut [u64], sums: &[i128], keep: bool) {
    let best = sums.iter().max().filter(|_| keep);
    for (bead, sum) in beads.iter_mut().zip(sums) {
        *bead += u64::from(Some(sum) == best);
    }
}

/// The records of the models, one after another; the last one describes the merged tables.
fn history(mut records: Vec<Record>, tables: &[Option<Table>; 2]) -> History {
    // With more models than a history has records, neighbouring models share a record.
    while records.len() > History::POINTS {
        records = halved(records);
    }
    if let Some(last) = records.last_mut() {
        last.absorb(Record {
            snapshots: snapshots_of(tables),
            ..Record::default()
        });
    }
    History { records }
}

/// Combines each two successive records into one.
fn halved(records: Vec<Record>) -> Vec<Record> {
    let mut records = records.into_iter();
    let mut half = Vec::new();
    while let Some(mut one) = records.next() {
        if let Some(two) = records.next() {
            one.absorb(two);
        }
        half.push(one);
    }
    half
}
