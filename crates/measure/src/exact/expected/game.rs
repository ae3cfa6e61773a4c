//! One game of a machine in a given state: the chances of its results, and the states after it.

use std::collections::HashMap;
use std::ops::Range;

use super::super::boxes::{Boxes, Decider};
use super::super::evaluation::Evaluation;
use super::super::ground::{Ground, Policy};
use super::super::strength::Strength;
use super::situations::{Draw, SituationKind, Situations};
use crate::error::{Error, Result};
use crate::game::{Game, Key, Outcome, Side, Verdict};
use crate::interrupt;
use crate::learn::{
    AtEmpty, Beads, Boxes as Boxed, Change, Effect, Empty, Evaluator, Layout, Rule, Scope,
};
use crate::text::float;

/// A machine without its beads: its boxes, its rule, and its games against the opponent.
#[derive(Debug)]
pub(super) struct ExpectedMachine {
    pub(super) rule: Rule,
    pub(super) evaluation: Option<Evaluation>,
    side: Side,
    start: usize,
    boxes: Boxes,
    situations: Situations,
    /// The colours of each box by its key.
    colours: HashMap<Key, Range<usize>>,
}

/// What one game does in a state.
#[derive(Debug)]
pub(super) struct Played {
    pub(super) results: ExpectedResults,
    /// The beads it changes, each as a colour and its new number, with the chance of that.
    pub(super) edits: Vec<(Edit, f64)>,
}

/// Colours whose beads change, by ascending colour, and their new numbers.
pub(super) type Edit = Vec<(u32, u64)>;

/// The chances of the results of a game.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct ExpectedResults {
    pub(super) won: f64,
    pub(super) drawn: f64,
    pub(super) lost: f64,
    pub(super) resigned: f64,
    pub(super) refused: f64,
}

/// What holds for a machine in a state.
#[derive(Clone, Copy, Debug)]
pub(super) struct Judged {
    /// Whether no opponent can beat it.
    pub(super) never_loses: bool,
    pub(super) exact: Option<Strength>,
}

impl ExpectedMachine {
    pub(super) fn new<G: Game>(
        ground: &Ground<G>,
        rule: &Rule,
        side: Side,
        opponent: &Policy,
    ) -> Result<Self> {
        check(rule)?;
        let start = ground.start;
        let boxes = Boxes::new(ground, Layout::from(rule), side);
        check_stages(rule, &boxes, start)?;
        let last_only = [Verdict::Win, Verdict::Draw, Verdict::Loss]
            .map(|verdict| rule.change(verdict, side))
            .iter()
            .all(|change| change.scope == Scope::Last || change.effect == Effect::Nothing);
        let situations = Situations::new(&boxes, start, side, opponent, last_only);
        let situations = situations.ok_or_else(|| {
            let game = ground.graph().game().name();
            Error::request(format!(
                "{game} has too many lines of play for an expected curve by {}",
                rule.name
            ))
        })?;
        let outlines = boxes.outlines.iter();
        Ok(Self {
            rule: rule.clone(),
            evaluation: None,
            side,
            start,
            colours: outlines
                .map(|outline| (outline.key, outline.colours()))
                .collect(),
            boxes,
            situations,
        })
    }

    /// The most results of one game that differ in what the rule changes.
    pub(super) const fn most_edits(&self) -> usize {
        self.situations.memories.len()
    }

    /// The beads of all boxes when they are new.
    pub(super) fn full(&self) -> Vec<u64> {
        let new = self.boxes.outlines.iter().flat_map(|outline| {
            let colours = outline.colours().len();
            let beads = self.rule.start_beads(outline.ply, colours);
            std::iter::repeat_n(beads, colours)
        });
        new.collect()
    }

    /// The chances of the results of one game, and of the beads after it.
    pub(super) fn play(&self, beads: &[u64]) -> Played {
        let Situations { all, memories, .. } = &self.situations;
        let mut chances = vec![0.0; all.len()];
        chances[0] = 1.0;
        let mut results = ExpectedResults::default();
        // For each memory, the chances to win, draw and lose with it.
        let mut ends = vec![[0.0; 3]; memories.len()];
        for (number, situation) in all.iter().enumerate() {
            interrupt::every(1 << 16, number);
            let chance = chances[number];
            if chance == 0.0 {
                continue;
            }
            let end = &mut ends[situation.memory as usize];
            let steps = self.situations.steps(situation);
            match situation.kind {
                SituationKind::Over(verdict) => end[verdict as usize] += chance,
                SituationKind::Fixed => {
                    for step in steps {
                        chances[step.to as usize] += chance * step.share;
                    }
                }
                SituationKind::Box(found) => {
                    let total: u64 = beads[self.boxes.outlines[found].colours()].iter().sum();
                    let plays_on = self.boxes.empty == AtEmpty::AnyMove;
                    let (drawn, any) = if plays_on {
                        steps.split_at(steps.len() / 2)
                    } else {
                        (steps, &[][..])
                    };
                    if total > 0 {
                        let each = chance / float(total);
                        for step in drawn {
                            let left = float(beads[step.colour as usize]);
                            chances[step.to as usize] += each * left * step.share;
                        }
                        continue;
                    }
                    if plays_on {
                        for step in any {
                            chances[step.to as usize] += chance * step.share;
                        }
                        continue;
                    }
                    let begins = self.side == Side::First && situation.memory == 0;
                    if self.rule.empty == Empty::Refuse && begins {
                        results.refused += chance;
                    } else {
                        results.resigned += chance;
                        end[Verdict::Loss as usize] += chance;
                    }
                }
            }
        }
        let mut edits = Vec::new();
        let mut unchanged = results.refused;
        for (memory, chances) in ends.into_iter().enumerate() {
            interrupt::every(1 << 12, memory);
            for verdict in [Verdict::Win, Verdict::Draw, Verdict::Loss] {
                let chance = chances[verdict as usize];
                *match verdict {
                    Verdict::Win => &mut results.won,
                    Verdict::Draw => &mut results.drawn,
                    Verdict::Loss => &mut results.lost,
                } += chance;
                if chance == 0.0 {
                    continue;
                }
                match self.learn(beads, memory, verdict) {
                    Some(edit) => edits.push((edit, chance)),
                    None => unchanged += chance,
                }
            }
        }
        edits.push((Edit::new(), unchanged));
        Played { results, edits }
    }

    /// What the rule changes after a game with these draws; `None` if nothing.
    fn learn(&self, beads: &[u64], memory: usize, verdict: Verdict) -> Option<Edit> {
        let Change { effect, scope } = self.rule.change(verdict, self.side);
        if effect == Effect::Nothing {
            return None;
        }
        let most = if scope == Scope::Last { 1 } else { usize::MAX };
        let mut edit = Edit::new();
        for draw in self.situations.memories.draws(memory).take(most) {
            let Draw { found, colour, ply } = draw;
            let outline = &self.boxes.outlines[found];
            let before = &beads[outline.colours()];
            let mut own = before.to_vec();
            let effect = self.rule.weigh(effect, ply);
            let drawn = colour as usize - outline.colours().start;
            self.rule.apply(effect, &mut own, drawn, outline.ply);
            let first = u32::try_from(outline.colours().start).expect("colours are 32 bit");
            let changed = (first..).zip(own).zip(before);
            let changed = changed.filter(|((_, after), before)| after != *before);
            edit.extend(changed.map(|(after, _)| after));
        }
        edit.sort_unstable();
        (!edit.is_empty()).then_some(edit)
    }

    /// Judges the machine with these beads.
    pub(super) fn judge(&self, beads: &[u64]) -> Judged {
        let exact = self.evaluation.as_ref().map(|evaluation| {
            let exact = evaluation.evaluate(self.side, &mut |key, found| {
                let colours = self.colours.get(&key);
                colours.is_some_and(|colours| {
                    found.extend_from_slice(&beads[colours.clone()]);
                    true
                })
            });
            Strength::from(exact)
        });
        Judged {
            never_loses: !self.can_lose(beads),
            exact,
        }
    }

    /// Whether some opponent can beat the machine: whether any replies lead to a lost game, or to an empty box that
    /// resigns.
    fn can_lose(&self, beads: &[u64]) -> bool {
        let positions = &self.boxes.positions;
        let mut reached = vec![false; self.start + 1];
        reached[self.start] = true;
        for number in (0..=self.start).rev() {
            if !reached[number] {
                continue;
            }
            if positions.outcome(number) == Some(Outcome::Win(self.side.other())) {
                return true;
            }
            match self.boxes.deciders[number] {
                Decider::Box(found) => {
                    let is_empty = beads[self.boxes.outlines[found as usize].colours()]
                        .iter()
                        .all(|&n| n == 0);
                    if is_empty && self.boxes.empty == AtEmpty::Resign {
                        return true;
                    }
                    let ways = self.boxes.ways(number);
                    for way in ways.filter(|way| is_empty || beads[way.colour as usize] > 0) {
                        reached[way.to as usize] = true;
                    }
                }
                Decider::Chance | Decider::Opponent => {
                    for &to in positions.targets(number) {
                        reached[to as usize] = true;
                    }
                }
            }
        }
        false
    }

    /// Refuses a rule that adds beads, by which a machine has no last states.
    pub(super) fn check_finite(&self) -> Result<()> {
        let rule = &self.rule;
        let keeps = |effect| matches!(effect, Effect::Nothing | Effect::Subtract(_) | Effect::Wipe);
        let refills = matches!(
            rule.empty,
            Empty::OneBead | Empty::Refill | Empty::RefillMove | Empty::Reset | Empty::ResetAt(_)
        );
        let keeps_all = |beads: &Beads| beads.changes().all(|change| keeps(change.effect));
        if !refills && rule.beads().is_some_and(keeps_all) {
            return Ok(());
        }
        let reason = "it adds beads, so the states of the machine have no end";
        Err(Error::rule(&rule.name, reason))
    }
}

/// Refuses a rule by which a new box depends on how early it is met, if it can be met early and late.
fn check_stages(rule: &Rule, boxes: &Boxes, start: usize) -> Result<()> {
    let positions = &boxes.positions;
    let mut plies = vec![None; start + 1];
    plies[start] = Some((0, 0));
    for number in (0..=start).rev() {
        let Some((least, most)) = plies[number] else {
            continue;
        };
        for to in positions.moves(number).map(|m| positions.target(m)) {
            let (low, high) = plies[to].unwrap_or((u16::MAX, 0));
            plies[to] = Some((low.min(least + 1), high.max(most + 1)));
        }
        if let Decider::Box(found) = boxes.deciders[number] {
            let found = &boxes.outlines[found as usize];
            let colours = found.colours().len();
            let new = |ply| {
                (
                    rule.start_beads(ply, colours),
                    rule.empty == Empty::KeepFirst && ply < 2,
                )
            };
            if [least, most].map(new) != [new(found.ply); 2] {
                let reason = "its boxes differ by how early they are met, and here the same box can be met \
                              early or late";
                return Err(Error::rule(&rule.name, reason));
            }
        }
    }
    Ok(())
}

/// Refuses a rule for which the beads in the boxes are not all that matters.
fn check(rule: &Rule) -> Result<()> {
    let reason = if rule.odds().is_some() {
        "it multiplies odds; an expected curve needs a rule that moves beads"
    } else if rule.values().is_some() {
        "it keeps values of moves; an expected curve needs a rule that moves beads"
    } else if rule.boxes == Boxed::SecondMeeting {
        "its boxes appear at the second meeting; an expected curve needs boxes that are there from the start"
    } else if rule.adds_random() {
        "it adds beads of random colours; an expected curve needs a rule whose changes are certain"
    } else if matches!(rule.empty, Empty::OneBead | Empty::Refill) {
        "it refills boxes during a game; an expected curve needs a rule that changes them after it"
    } else {
        return Ok(());
    };
    Err(Error::rule(&rule.name, reason))
}
