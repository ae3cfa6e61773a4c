//! The reference implementation of rote learning: the definition of what this crate does.
//!
//! A hash map holds a matchbox for every position that a learner has met. To move, the learner draws a bead
//! from the box; every bead has the same chance. After the game the rule changes the beads in the boxes that
//! were used. The engine for small games and the packed learner for large ones are faster and give the same
//! tables and the same history, byte for byte; `tests/differential.rs` checks both against this file.

use std::collections::{BTreeMap, HashMap, HashSet};

use super::boxes::Matchbox;
use super::choice::Choice;
use super::history::{History, Record, Snapshot, entry};
use super::layout::{Layout, Placed};
use super::lesson::LessonDice;
use super::rule::{Boxes, Effect, Empty, Multipliers, Rule, Scope};
use super::training::Training;
use super::training::opponent::Sampler;
use crate::dice::{Dice, Purpose};
use crate::game::{Game, Key, Move, Outcome, Side, Verdict};

/// A training in progress.
///
/// # Examples
///
/// ```
/// use matchboxes_games::game::Side;
/// use matchboxes_games::games::TicTacToe;
/// use matchboxes_learn::{Reference, Training, preset};
///
/// let mut training = Reference::new(Training::new(TicTacToe, preset("rote")?));
/// training.play(2);
/// assert_eq!(training.history().games(), 200);
/// assert!(training.table(Side::First).is_some_and(|boxes| boxes.len() > 100));
/// # Ok::<(), matchboxes_games::Error>(())
/// ```
pub struct Reference<G: Game> {
    training: Training<G>,
    learners: [Option<ReferenceLearner>; 2],
    history: History,
    /// Games begun since the first set.
    begun: u64,
}

/// One side that learns.
#[derive(Default)]
struct ReferenceLearner {
    boxes: HashMap<Key, Matchbox>,
    /// Positions met once, where a box is made at the second meeting.
    met_once: HashSet<Key>,
    /// The beads drawn in the current game, by side: a machine can have both.
    drawn: [Vec<BeadInPlay>; 2],
    /// Whether its last move came from a position that has no box yet, by side.
    boxless: [bool; 2],
    /// The counts of the current set.
    counts: Snapshot,
}

/// A bead that was drawn in a game that has ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DrawnBead {
    /// The box.
    pub key: Key,
    /// The place of its colour in the box.
    pub colour: usize,
    /// The side for which it was drawn.
    pub seat: Side,
    /// How the game ended for that side.
    pub verdict: Verdict,
}

/// A bead drawn from the box with this key, after `ply` moves of the game.
struct BeadInPlay {
    key: Key,
    colour: usize,
    ply: u16,
}

impl<G: Game> Reference<G> {
    /// Creates a training that has met no position.
    #[must_use]
    pub fn new(training: Training<G>) -> Self {
        let training = training.agreed();
        Self {
            learners: Side::BOTH.map(|side| {
                let learns = training.learners.learns(side);
                learns.then(ReferenceLearner::default)
            }),
            history: History::default(),
            begun: 0,
            training,
        }
    }

    /// The sets played so far.
    pub const fn history(&self) -> &History {
        &self.history
    }

    /// The matchboxes of a side, if it learns.
    pub fn table(&self, side: Side) -> Option<BTreeMap<Key, Matchbox>> {
        let learner = self.learners[side.index()].as_ref()?;
        Some(learner.boxes.clone().into_iter().collect())
    }

    /// Plays `sets` more sets.
    pub fn play(&mut self, sets: u64) {
        self.play_noting(sets, &mut |_| {});
    }

    /// Plays `sets` more sets, and notes every bead that was drawn after each game.
    pub fn play_noting(&mut self, sets: u64, note: &mut dyn FnMut(DrawnBead)) {
        for _ in 0..sets {
            let (seed, run) = (self.training.seed, self.training.run);
            let mut dice = Dice::new(seed, Purpose::Training, run, self.history.sets());
            let mut record = Record::one_set();
            for _ in 0..self.training.games_per_set {
                self.play_game(&mut dice, &mut record, note);
                self.begun += 1;
            }
            record.snapshots = self.learners.each_mut().map(|learner| {
                let learner = learner.as_mut()?;
                learner.count_boxes();
                Some(learner.counts.take())
            });
            self.history.push(record);
        }
    }

    fn play_game(&mut self, dice: &mut Dice, record: &mut Record, note: &mut dyn FnMut(DrawnBead)) {
        let (game, rule) = (&self.training.game, &self.training.rule);
        let (mut at, mut ply) = (game.start(), 0);
        for learner in self.learners.iter_mut().flatten() {
            learner.drawn = <[Vec<BeadInPlay>; 2]>::default();
            learner.boxless = [false; 2];
        }
        let movers = Side::BOTH.map(|side| self.training.mover(side, self.begun));
        let mut resigned = false;
        let outcome = loop {
            if let Some(outcome) = game.outcome(&at) {
                break outcome;
            }
            let side = game.side(&at);
            let table = movers[side.index()];
            let learner = table.and_then(|table| self.learners[table.index()].as_mut());
            let choice = if let Some(learner) = learner {
                learner.choose(rule, game, &at, ply, dice)
            } else {
                let opponent = self.training.opponent.mover(self.begun, dice);
                Sampler::default().choose(opponent, game, &at, dice)
            };
            match choice {
                Choice::Move(m) => at = game.play(&at, m),
                Choice::Resign => {
                    resigned = true;
                    break Outcome::Win(side.other());
                }
                Choice::Refuse => return,
            }
            ply += 1;
        };
        for side in Side::BOTH {
            if let Some(table) = movers[side.index()]
                && let Some(learner) = &mut self.learners[table.index()]
            {
                let verdict = outcome.verdict(side);
                for bead in &learner.drawn[side.index()] {
                    note(DrawnBead {
                        key: bead.key,
                        colour: bead.colour,
                        seat: side,
                        verdict,
                    });
                }
                let dice = LessonDice {
                    seed: self.training.seed,
                    run: self.training.run,
                    game: self.begun,
                };
                learner.learn(rule, side, verdict, (ply, dice));
            }
        }
        let is_turned = self.training.is_turned(self.begun);
        let counted = if is_turned { outcome.turned() } else { outcome };
        record.results.count(counted);
        if let (true, Outcome::Win(winner)) = (resigned, counted) {
            record.resigned[winner.other().index()] += 1;
        }
    }
}

impl ReferenceLearner {
    /// Draws a bead from the box of the position `at`, reached after `ply` moves.
    fn choose<G: Game>(
        &mut self,
        rule: &Rule,
        game: &G,
        at: &G::Position,
        ply: u16,
        dice: &mut Dice,
    ) -> Choice {
        let (layout, side) = (Layout::from(rule), game.side(at));
        if !layout.has_box(game, at) {
            let moves: Vec<Move> = game.moves(at).collect();
            return Choice::Move(moves[dice.index(moves.len())]);
        }
        let Placed { key, colours } = layout.place(game, at);
        self.boxless[side.index()] = !self.has_box(rule, key, ply, colours.len());
        if self.boxless[side.index()] {
            let moves = colours.concat();
            return Choice::Move(moves[dice.index(moves.len())]);
        }
        let found = self.boxes.get_mut(&key).expect("it has a box");
        if found.is_empty() {
            match rule.empty {
                Empty::AnyMove => {
                    let moves = colours.concat();
                    return Choice::Move(moves[dice.index(moves.len())]);
                }
                Empty::OneBead => {
                    found.beads[dice.index(colours.len())] = 1;
                    self.counts.rescued += 1;
                }
                Empty::Refill => {
                    found.beads.fill(rule.start_beads(found.ply, colours.len()));
                    self.counts.rescued += 1;
                }
                _ => {}
            }
        }
        let Some(colour) = dice.draw(&found.beads) else {
            if rule.empty == Empty::Refuse && side == Side::First && self.drawn[0].is_empty() {
                self.counts.refused += 1;
                return Choice::Refuse;
            }
            return Choice::Resign;
        };
        self.drawn[side.index()].push(BeadInPlay { key, colour, ply });
        // Moves that are mirror images of each other can share a colour; each has the same chance.
        Choice::Move(match &colours[colour][..] {
            [only] => *only,
            several => several[dice.index(several.len())],
        })
    }

    /// Whether the position has a box. The rule makes one at the first meeting or at the second.
    fn has_box(&mut self, rule: &Rule, key: Key, ply: u16, colours: usize) -> bool {
        if self.boxes.contains_key(&key) {
            return true;
        }
        if rule.boxes == Boxes::SecondMeeting && self.met_once.insert(key) {
            return false;
        }
        self.met_once.remove(&key);
        let beads = vec![rule.start_beads(ply, colours); colours];
        self.boxes.insert(key, Matchbox { ply, beads });
        true
    }

    /// Changes the beads in the boxes used on this side, by the rule, after a game of `plies` moves.
    fn learn(
        &mut self,
        rule: &Rule,
        seat: Side,
        verdict: Verdict,
        (plies, dice): (u16, LessonDice),
    ) {
        let (drawn, boxless) = (&self.drawn[seat.index()], self.boxless[seat.index()]);
        let odds = rule.odds().map(Multipliers::new);
        let change = rule.change(verdict, seat);
        let last = drawn.last().map(|bead| bead.ply);
        for (i, bead) in drawn.iter().enumerate() {
            let found = self.boxes.get_mut(&bead.key).expect("it was drawn from");
            if let Some(odds) = &odds {
                let n = odds.end(verdict, last, plies) - bead.ply;
                let origin = self.counts.origin;
                odds.apply(&mut found.beads, bead.colour, n, verdict, origin);
                continue;
            }
            // If the last move came from no box, no box counts as the box of the last move.
            let is_last = i + 1 == drawn.len() && !boxless;
            if change.scope == Scope::Last && !is_last {
                continue;
            }
            let effect = rule.weigh(change.effect, bead.ply);
            let colour = match effect {
                Effect::AddRandom(_) => dice.colour(bead.ply, found.beads.len()),
                _ => bead.colour,
            };
            let incident = rule.apply(effect, &mut found.beads, colour, found.ply);
            self.counts.count(incident);
        }
        if let Some(odds) = &odds {
            odds.slide(&mut self.counts.origin, verdict);
        }
    }

    /// Counts the boxes, and, by ply, the boxes in which some move has no beads.
    fn count_boxes(&mut self) {
        self.counts.boxes = self.boxes.len() as u64;
        self.counts.missing_colour.clear();
        for found in self.boxes.values().filter(|found| found.lacks_colour()) {
            *entry(&mut self.counts.missing_colour, found.ply) += 1;
        }
    }
}
