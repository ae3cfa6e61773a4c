//! One side that learns values, one move and one game at a time: the learner of runs and that at a board.
//!
//! The opponent is part of the environment: the state after a move is the position of the learner's next turn
//! that has a box. For each move it draws, one after the other: whether the move explores, unless epsilon is 0;
//! which colour, also if there is only one; and which of the moves of the colour, if there are several. In a
//! position without a box one draw chooses any move.

use std::collections::HashMap;

use foldhash::fast::FixedState;

use super::super::event::Choice;
use super::super::history::{Evaluator, Snapshot, entry};
use super::super::layout::{Layout, Placed};
use super::super::rule::{Method, Rule, Values};
use super::super::table::Table;
use super::super::training::opponent::Sampler;
use super::super::value_boxes::{ValueBox, ValueBoxes};
use super::arithmetic::{discounted, epsilon_greedy, step, upper_bound};
use crate::dice::Dice;
use crate::game::{Game, Key, Move, Side, Verdict};
use crate::player::{Player, Random};

/// A choice from which nothing has been learnt yet.
#[derive(Clone, Copy)]
struct Chosen {
    /// The index of the box.
    index: usize,
    colour: usize,
}

/// The box of a position, and the moves of each colour there.
struct PositionBox {
    index: usize,
    colours: Vec<Vec<Move>>,
}

/// The values of one side, or of a machine for both seats.
pub struct ValueLearner {
    rule: Values,
    layout: Layout,
    boxes: Vec<(Key, ValueBox)>,
    by_key: HashMap<Key, usize, FixedState>,
    /// Where the positions met so far have their boxes, by the key of the position, which can be a mirror image.
    places: HashMap<Key, Option<PositionBox>, FixedState>,
    /// Its choices in the present game from which it has not learnt yet, by seat.
    paths: [Vec<Chosen>; 2],
}

impl ValueLearner {
    /// Continues from the values of a table, if there are any.
    ///
    /// # Panics
    ///
    /// If the rule keeps no values.
    pub fn new(rule: &Rule, table: Option<&Table>) -> Self {
        let given = || table.and_then(Table::values).into_iter().flatten();
        Self {
            rule: rule.values().expect("it keeps values").clone(),
            layout: rule.into(),
            boxes: given().map(|(&key, found)| (key, found.clone())).collect(),
            by_key: given().zip(0..).map(|((&key, _), i)| (key, i)).collect(),
            places: HashMap::default(),
            paths: Default::default(),
        }
    }

    /// All boxes.
    pub(crate) fn boxes(&self) -> ValueBoxes {
        self.boxes.iter().cloned().collect()
    }

    /// The table of these values: its beads are the greedy policy.
    pub fn table(&self, side: Side) -> Table {
        Table::valued(self.layout.side_of_table(side), self.layout, self.boxes())
    }

    /// The box with this key, if it has been met.
    pub fn found(&self, key: Key) -> Option<&ValueBox> {
        Some(&self.boxes[*self.by_key.get(&key)?].1)
    }

    /// Reads the greedy policy of a box as beads; `false` if there is no such box.
    pub(super) fn greedy(&self, key: Key, beads: &mut Vec<u64>) -> bool {
        self.found(key).map(|found| found.greedy(beads)).is_some()
    }

    /// How the boxes stand, with their exact chances if there is an evaluator.
    pub fn snapshot(&self, side: Side, evaluator: Option<&dyn Evaluator>) -> Snapshot {
        let mut zeroed = Vec::new();
        for (_, found) in &self.boxes {
            if found.is_decided() {
                *entry(&mut zeroed, found.ply) += 1;
            }
        }
        let mut read = |key: Key, beads: &mut Vec<u64>| self.greedy(key, beads);
        Snapshot {
            boxes: self.boxes.len() as u64,
            zeroed,
            exact: evaluator.map(|by| by.evaluate(side, &mut read)),
            ..Snapshot::default()
        }
    }

    /// Sets up a new game, and discards the choices of a game that has not ended.
    pub fn begin(&mut self) {
        self.paths.iter_mut().for_each(Vec::clear);
    }

    /// Chooses a move in the position `at`, met after `ply` moves of the game with this number, and learns from
    /// its last move where that needs no end of the game. In a position without a box it asks the adviser, or
    /// else plays any move.
    #[inline(never)]
    pub fn choose<G: Game>(
        &mut self,
        game: &G,
        at: &G::Position,
        ply: u16,
        number: u64,
        adviser: Option<&dyn Player<G>>,
        dice: &mut Dice,
    ) -> Choice {
        let colour = |rule: &Values, found: &ValueBox, _: &[Vec<Move>]| {
            if rule.method == Method::Ucb {
                upper_bound(rule.c, found, dice)
            } else {
                epsilon_greedy(rule.epsilon.billionths(number), &found.values, dice)
            }
        };
        // Moves that are mirror images of each other can share a colour; each has the same chance.
        match self.take(game, at, ply, number, colour) {
            Some([only]) => Choice::Move(*only),
            Some(moves) => Choice::Move(moves[dice.index(moves.len())]),
            None => Sampler::default().choose(adviser.unwrap_or(&Random), game, at, dice),
        }
    }

    /// Takes over a move that somebody else has chosen, in the position `at`, met after `ply` moves of the game
    /// with this number: it learns from the game as if it had played it.
    ///
    /// # Panics
    ///
    /// If the move is not legal there.
    #[inline(never)]
    pub fn follow<G: Game>(&mut self, game: &G, at: &G::Position, ply: u16, number: u64, m: Move) {
        let colour = |_: &Values, _: &ValueBox, colours: &[Vec<Move>]| {
            let colour = colours.iter().position(|moves| moves.contains(&m));
            colour.expect("a legal move has a colour")
        };
        self.take(game, at, ply, number, colour);
    }

    /// Takes the colour that is chosen in a position, and learns from its last move where that needs no end of the
    /// game. Returns the moves of the colour; `None` in a position without a box.
    #[inline]
    fn take<G: Game>(
        &mut self,
        game: &G,
        at: &G::Position,
        ply: u16,
        number: u64,
        choose: impl FnOnce(&Values, &ValueBox, &[Vec<Move>]) -> usize,
    ) -> Option<&[Move]> {
        let Self {
            rule,
            layout,
            boxes,
            by_key,
            places,
            paths,
        } = self;
        let place = places.entry(game.key(at)).or_insert_with(|| {
            let has_box = layout.has_box(game, at);
            let Placed { key, colours } = has_box.then(|| layout.place(game, at))?;
            let index = *by_key.entry(key).or_insert_with(|| {
                boxes.push((key, ValueBox::new(ply, rule.initial.units(), colours.len())));
                boxes.len() - 1
            });
            Some(PositionBox { index, colours })
        });
        let PositionBox { index, colours } = place.as_ref()?;
        let path = &mut paths[game.side(at).index()];
        // Q-learning learns before the choice, as in the textbook.
        if rule.method == Method::QLearning
            && let Some(before) = path.pop()
        {
            let target = discounted(rule.gamma, boxes[*index].1.greatest());
            learn(rule, boxes, before, target, number);
        }
        let found = &boxes[*index].1;
        let colour = choose(rule, found, colours);
        if rule.method == Method::Sarsa
            && let Some(before) = path.pop()
        {
            let target = discounted(rule.gamma, found.values[colour]);
            learn(rule, boxes, before, target, number);
        }
        let index = *index;
        path.push(Chosen { index, colour });
        Some(&colours[colour])
    }

    /// Learns from the end of the game with this number, in the seat of this side: the last move from the reward,
    /// and those before it from the same reward, discounted once for each own move.
    pub fn end(&mut self, side: Side, verdict: Verdict, number: u64) {
        let mut target = self.rule.reward(verdict, side).units();
        while let Some(made) = self.paths[side.index()].pop() {
            learn(&self.rule, &mut self.boxes, made, target, number);
            target = discounted(self.rule.gamma, target);
        }
    }
}

fn learn(rule: &Values, boxes: &mut [(Key, ValueBox)], made: Chosen, target: i64, number: u64) {
    let Chosen { index, colour } = made;
    step(rule, &mut boxes[index].1, colour, target, number);
}
