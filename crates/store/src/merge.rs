//! Merging: adds up the tables of several models, to estimate what one machine would have learnt from all
//! their games.
//!
//! A box begins with the starting beads of its rule, and games add and remove beads. So the merged box of
//! a position has the starting beads once, plus what each model has added or removed:
//! `start + sum of (beads - start)`. A model that has not met the position adds nothing. There are two
//! exceptions:
//!
//! * A colour that a rule wipes is gone for good: it is never drawn again, so it is never rewarded. Under a
//!   rule that wipes, a colour without beads in one model has no beads in the sum, whatever the other
//!   models have.
//! * A negative sum counts as no beads, and then the rule's policy for empty boxes acts as it does in play:
//!   [`Empty::Floor`] leaves a bead of each colour, [`Empty::KeepLast`] one of each colour with the highest
//!   sum, [`Empty::Reset`] fills the box as when it was new, and so on.
//!
//! A position that one of the models has met once, and that has no box in the sum, counts as met once.
//!
//! Because of the two exceptions, merging two models and then a third may give another result than merging
//! three at once. The order of the models does not affect the beads. Their histories are concatenated.

use super::chapter::{Chapter, Step};
use super::model::Model;
use crate::error::{Error, Mismatch, Result, Unmerged};
use crate::game::{Game, Key, Side};
use crate::learn::{
    Beads, Effect, Empty, History, Layout, MOST_BEADS, Matchbox, Record, Rule, Snapshot, Table,
};

/// Merges these named models: adds up their tables.
///
/// The chapters of the result describe how each model was trained, and that they were merged.
///
/// # Errors
///
/// [`Error::Mismatch`] with [`Mismatch::Merge`] when the sum would be meaningless or would count the same
/// games twice; those of [`Model::check_game`] when a model is not of this game.
///
/// # Panics
///
/// If there are fewer than two models, or one has no chapter yet.
pub fn merge<G: Game>(game: &G, parents: &[(String, Model)]) -> Result<Model> {
    assert!(parents.len() > 1, "a merge takes at least two models");
    let refused = |reason: Unmerged| Error::Mismatch(Mismatch::Merge(reason));
    for (i, parent) in parents.iter().enumerate() {
        let (name, model) = parent;
        belongs(&parents[0], parent).map_err(refused)?;
        model.check_game(game, name)?;
        if parents[..i].iter().any(|(other, _)| other == name) {
            return Err(refused(Unmerged::Twice(name.clone())));
        }
        for other in &parents[..i] {
            if let Some(games) = shared(other, parent) {
                let (one, other) = (other.0.clone(), name.clone());
                return Err(refused(Unmerged::Shared { one, other, games }));
            }
        }
    }
    let first = &parents[0].1;
    let rule = first.rule();
    let Some(beads) = rule.beads() else {
        return Err(refused(without_beads(rule)));
    };
    let sum = Sum { rule, beads };
    let mut tables = [None, None];
    for side in first.learners().sides() {
        let own = parents.iter();
        let own: Vec<&Table> = own
            .filter_map(|(_, model)| model.tables[side.index()].as_ref())
            .collect();
        tables[side.index()] = Some(sum.table(side, &own).map_err(refused)?);
    }
    let mut chapters = Vec::new();
    for (name, model) in parents {
        chapters.extend_from_slice(&model.chapters);
        let mark = Chapter::of_merged(name.clone(), &model.chapters, &first.last().spec);
        chapters.push(mark);
    }
    let merged = Model {
        version: env!("CARGO_PKG_VERSION").to_owned(),
        chapters,
        pending: None,
        history: history(parents, &tables),
        tables,
    };
    match merged.check() {
        Ok(()) => Ok(merged),
        Err(reason) => Err(refused(Unmerged::Whole(reason.to_string()))),
    }
}

fn without_beads(rule: &Rule) -> Unmerged {
    let name = rule.name.clone();
    match rule.values() {
        Some(_) => Unmerged::Values(name),
        None => Unmerged::Odds(name),
    }
}

/// Checks that a model can be merged with the first one, and that only its rule has moved its beads.
fn belongs(first: &(String, Model), other: &(String, Model)) -> Result<(), Unmerged> {
    let ((one, first), (other, model)) = (first, other);
    let names = || (one.clone(), other.clone());
    if first.game() != model.game() {
        let ((one, other), games) = (names(), [first, model].map(|m| m.game().to_owned()));
        return Err(Unmerged::Game { one, other, games });
    }
    if first.learners() != model.learners() {
        let ((one, other), sides) = (names(), [first, model].map(|m| m.learners().in_words()));
        return Err(Unmerged::Sides { one, other, sides });
    }
    let (rule, own) = (first.rule(), model.rule());
    if !rule.plays_like(own) {
        let (one, other) = names();
        let rules = [rule.name.clone(), own.name.clone()];
        return Err(if rule.name == own.name {
            let rule = rule.name.clone();
            Unmerged::Namesakes { one, other, rule }
        } else {
            Unmerged::Rule { one, other, rules }
        });
    }
    if own.beads().is_none() {
        return Err(without_beads(own));
    }
    if let Some(before) = model.chapters.iter().find(|c| !c.rule.plays_like(own)) {
        return Err(Unmerged::RuleChanged {
            model: other.clone(),
            before: before.rule.name.clone(),
            after: own.name.clone(),
        });
    }
    if model.chapters.iter().any(Chapter::is_import) {
        return Err(Unmerged::Imported(other.clone()));
    }
    let mut snapshots = model.history.records.iter().flat_map(|r| &r.snapshots);
    if snapshots.any(|s| s.as_ref().is_some_and(|s| s.saturated > 0)) {
        return Err(Unmerged::Saturated(other.clone()));
    }
    Ok(())
}

/// Describes what both models have learnt from, as far as it is known: the same first sets, or the tables
/// of a model that they began with, which may be one of the two.
fn shared(first: &(String, Model), second: &(String, Model)) -> Option<String> {
    let ((one, first), (other, second)) = (first, second);
    let (mut a, mut b) = (Vec::new(), Vec::new());
    beginnings(&first.steps(), &mut a);
    beginnings(&second.steps(), &mut b);
    for x in &a {
        if x.names(other) {
            return Some(format!("{one} began with the tables of {other}"));
        }
        for y in &b {
            if y.names(one) {
                return Some(format!("{other} began with the tables of {one}"));
            }
            if let Some(name) = x.from.iter().find(|name| x.names(name) && y.names(name)) {
                return Some(format!("both began with the tables of {name}"));
            }
            let alike = x.rule.plays_like(&y.rule)
                && x.opponent == y.opponent
                && (x.games_per_set, x.seed, x.run) == (y.games_per_set, y.seed, y.run);
            if alike && x.is_of_records() {
                return Some(format!("both learnt from the {}", x.opponent));
            }
            if alike && x.is_by_hand() {
                return Some("games drawn by hand at the same machine".to_owned());
            }
            if alike && x.sets.min(y.sets) > 0 {
                return Some(format!("both began with seed {}, run {}", x.seed, x.run));
            }
        }
    }
    None
}

/// Finds the first chapter of each training that these steps contain.
fn beginnings<'a>(steps: &[Step<'a>], found: &mut Vec<&'a Chapter>) {
    match steps.first() {
        Some(Step::Chapter(chapter)) => found.push(chapter),
        Some(Step::Merge(parents)) => {
            for parent in parents {
                beginnings(&parent.steps, found);
            }
        }
        None => {}
    }
}

/// Adds up boxes by a rule.
struct Sum<'a> {
    rule: &'a Rule,
    beads: &'a Beads,
}

impl Sum<'_> {
    fn table(&self, side: Side, tables: &[&Table]) -> Result<Table, Unmerged> {
        let mut sum = Table::new(side, Layout::from(self.rule));
        for table in tables {
            for (key, _) in *table {
                if sum.get(key).is_none() {
                    let met = tables.iter().filter_map(|table| table.get(key));
                    sum.insert(key, self.matchbox(key, &met.collect::<Vec<_>>())?);
                }
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
    fn matchbox(&self, key: Key, boxes: &[Matchbox]) -> Result<Matchbox, Unmerged> {
        let ply = boxes.iter().map(|b| b.ply).min().unwrap_or_default();
        let colours = boxes
            .iter()
            .map(|b| b.beads.len())
            .min()
            .unwrap_or_default();
        let start = |ply| self.rule.start_beads(ply, colours);
        let mut changes = self.beads.changes();
        let wipes = changes.any(|change| change.effect == Effect::Wipe);
        let sums = (0..colours).map(|colour| {
            if wipes && boxes.iter().any(|b| b.beads[colour] == 0) {
                return 0;
            }
            let change = |b: &Matchbox| i128::from(b.beads[colour]) - i128::from(start(b.ply));
            i128::from(start(ply)) + boxes.iter().map(change).sum::<i128>()
        });
        let beads = self.settled(&sums.collect::<Vec<_>>(), ply, start(ply));
        let whole: u128 = beads.iter().map(|&n| u128::from(n)).sum();
        if whole > u128::from(MOST_BEADS) {
            return Err(Unmerged::Full(key.0));
        }
        Ok(Matchbox { ply, beads })
    }

    /// The beads for these sums: none for a negative sum, then changed by the policy for empty boxes.
    fn settled(&self, sums: &[i128], ply: u16, start: u64) -> Vec<u64> {
        let least = i128::from(self.rule.empty == Empty::Floor);
        let bead = |&sum: &i128| u64::try_from(sum.max(least)).unwrap_or(u64::MAX);
        let mut beads: Vec<u64> = sums.iter().map(bead).collect();
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

/// The histories of the models, concatenated; the last record describes the merged tables.
fn history(parents: &[(String, Model)], tables: &[Option<Table>; 2]) -> History {
    let mut parts: Vec<Vec<Record>> = parents
        .iter()
        .map(|(_, model)| model.history.records.clone())
        .collect();
    while parts.iter().map(Vec::len).sum::<usize>() > History::POINTS
        && parts.iter().any(|part| part.len() > 1)
    {
        parts = parts.into_iter().map(halved).collect();
    }
    let mut records = parts.concat();
    // With more models than a history has records, neighbouring models share a record.
    while records.len() > History::POINTS {
        records = halved(records);
    }
    if let Some(last) = records.last_mut() {
        last.absorb(Record {
            snapshots: tables.each_ref().map(|table| {
                let table = table.as_ref()?;
                Some(Snapshot {
                    boxes: table.len() as u64,
                    zeroed: table.zeroed(),
                    ..Snapshot::default()
                })
            }),
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
