//! One side that learns values.

use std::collections::HashMap;

use foldhash::fast::FixedState;

use super::super::history::{Evaluator, Snapshot, entry};
use super::super::layout::{Layout, Placed};
use super::super::rule::{Method, Values};
use super::super::table::Table;
use super::super::value_boxes::{ValueBox, ValueBoxes};
use super::arithmetic::{discounted, epsilon_greedy, step, upper_bound};
use crate::dice::Dice;
use crate::game::{Game, Key, Move, Side};

/// The index of a box, and a colour in it.
pub(super) type Chosen = (usize, usize);

/// The box of a position, and the moves of each colour there.
struct Place {
    index: usize,
    colours: Vec<Vec<Move>>,
}

/// The values of one side.
#[derive(Default)]
pub(super) struct Learner {
    boxes: Vec<(Key, ValueBox)>,
    by_key: HashMap<Key, usize, FixedState>,
    /// Where the positions met so far have their boxes, by the key of the position, which can be a mirror image.
    places: HashMap<Key, Option<Place>, FixedState>,
}

impl Learner {
    /// Continues from these boxes.
    pub(super) fn resume(boxes: &ValueBoxes) -> Self {
        Self {
            boxes: boxes
                .iter()
                .map(|(&key, found)| (key, found.clone()))
                .collect(),
            by_key: (0..).zip(boxes.keys()).map(|(i, &key)| (key, i)).collect(),
            places: HashMap::default(),
        }
    }

    /// The table of these values: its beads are the greedy policy.
    pub(super) fn table(&self, side: Side, layout: Layout) -> Table {
        Table::valued(side, layout, self.boxes.iter().cloned().collect())
    }

    /// Reads the greedy policy of a box as beads; `false` if there is no such box.
    pub(super) fn greedy(&self, key: Key, beads: &mut Vec<u64>) -> bool {
        let index = self.by_key.get(&key);
        index.is_some_and(|&index| {
            self.boxes[index].1.greedy(beads);
            true
        })
    }

    pub(super) fn snapshot(&self, side: Side, evaluator: Option<&dyn Evaluator>) -> Snapshot {
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

    /// Chooses a move in the position `at`, met after `ply` moves of the game with this number, and learns from
    /// the last move of the `path` where that needs no end of the game. It gives no move in a position that has
    /// no box.
    pub(super) fn choose<G: Game>(
        &mut self,
        (rule, layout): (&Values, Layout),
        path: &mut Vec<Chosen>,
        (game, at): (&G, &G::Position),
        (ply, number): (u16, u64),
        dice: &mut Dice,
    ) -> Option<Move> {
        let Self {
            boxes,
            by_key,
            places,
        } = self;
        let place = places.entry(game.key(at)).or_insert_with(|| {
            let has_box = layout.has_box(game, at);
            let Placed { key, colours } = has_box.then(|| layout.place(game, at))?;
            let index = *by_key.entry(key).or_insert_with(|| {
                boxes.push((key, ValueBox::new(ply, rule.initial.units(), colours.len())));
                boxes.len() - 1
            });
            Some(Place { index, colours })
        });
        let Place { index, colours } = place.as_ref()?;
        // Q-learning learns before the choice, as in the textbook.
        if rule.method == Method::QLearning
            && let Some(before) = path.pop()
        {
            let target = discounted(rule.gamma, boxes[*index].1.greatest());
            learn(rule, boxes, before, target, number);
        }
        let found = &boxes[*index].1;
        let colour = if rule.method == Method::Ucb {
            upper_bound(rule.c, found, dice)
        } else {
            epsilon_greedy(rule.epsilon.billionths(number), &found.values, dice)
        };
        if rule.method == Method::Sarsa
            && let Some(before) = path.pop()
        {
            let target = discounted(rule.gamma, found.values[colour]);
            learn(rule, boxes, before, target, number);
        }
        path.push((*index, colour));
        // Moves that are mirror images of each other can share a colour; each has the same chance.
        let moves = &colours[colour];
        Some(match moves[..] {
            [only] => only,
            _ => moves[dice.index(moves.len())],
        })
    }

    /// Learns from the end of the game with this number: the last move from the reward, and those before it from
    /// the same reward, discounted once for each own move.
    pub(super) fn end(&mut self, rule: &Values, path: &[Chosen], reward: i64, number: u64) {
        let mut target = reward;
        for &made in path.iter().rev() {
            learn(rule, &mut self.boxes, made, target, number);
            target = discounted(rule.gamma, target);
        }
    }
}

fn learn(
    rule: &Values,
    boxes: &mut [(Key, ValueBox)],
    (index, colour): Chosen,
    target: i64,
    number: u64,
) {
    step(rule, &mut boxes[index].1, colour, target, number);
}
