//! One side that learns values.

use std::collections::{BTreeMap, HashMap};

use super::super::layout::{Layout, Placed};
use super::super::table::{Matchbox, Table};
use super::fixed::{bonus, fixed, over, times};
use super::method::{Method, Step, Values};
use crate::dice::Dice;
use crate::game::{Game, Key, Move, Side, Verdict};

/// The values of one position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ValueBox {
    /// The number of moves that had been played when the position was first met.
    pub ply: u16,
    /// The value of each colour in units of 2^-32; [`Layout::place`] says which moves a colour stands for.
    pub values: Vec<i64>,
    /// How often the value of each colour has been changed.
    pub visits: Vec<u64>,
}

impl ValueBox {
    /// The colours with the largest value.
    pub fn best(&self) -> impl Iterator<Item = usize> {
        let most = self.most();
        let values = self.values.iter().enumerate();
        values.filter_map(move |(i, &value)| (value == most).then_some(i))
    }

    fn most(&self) -> i64 {
        self.values.iter().copied().max().unwrap_or_default()
    }

    /// The greedy play as beads: one for each colour with the largest value.
    #[must_use]
    pub fn beads(&self) -> Vec<u64> {
        let mut beads = vec![0; self.values.len()];
        self.best().for_each(|colour| beads[colour] = 1);
        beads
    }
}

/// The boxes of one side by key.
pub type ValueTable = BTreeMap<Key, ValueBox>;

/// A box with the moves of its colours in one position.
#[derive(Clone, Debug)]
struct Place {
    index: usize,
    colours: Vec<Vec<Move>>,
}

/// A move of the current game.
#[derive(Clone, Copy)]
struct Chosen {
    index: usize,
    colour: usize,
}

#[derive(Clone, Default)]
pub(super) struct Learner {
    boxes: Vec<(Key, ValueBox)>,
    by_key: HashMap<Key, usize>,
    /// The boxes of the positions met so far, by the key of the position, which is that of the box turned.
    places: HashMap<Key, Option<Place>>,
    chosen: Vec<Chosen>,
}

impl Learner {
    /// Chooses a move in the position `at`, reached after `ply` moves, in this game of the run, and learns what
    /// the choice says about the own move before it.
    pub(super) fn choose<G: Game>(
        &mut self,
        values: &Values,
        layout: Layout,
        (game, at): (&G, &G::Position),
        (ply, number): (u16, u64),
        dice: &mut Dice,
    ) -> Move {
        let Self {
            boxes,
            by_key,
            places,
            chosen,
        } = self;
        let place = places.entry(game.key(at)).or_insert_with(|| {
            let has_box = layout.has_box(game, at);
            let Placed { key, colours } = has_box.then(|| layout.place(game, at))?;
            let index = *by_key.entry(key).or_insert_with(|| {
                boxes.push((key, ValueBox::new(values, ply, colours.len())));
                boxes.len() - 1
            });
            Some(Place { index, colours })
        });
        let Some(Place { index, colours }) = place else {
            let moves: Vec<Move> = game.moves(at).collect();
            return moves[dice.index(moves.len())];
        };
        let found = &boxes[*index].1;
        let colour = found.choose(values, number, dice);
        let target = match values.method {
            Method::QLearning => Some(found.most()),
            Method::Sarsa => Some(found.values[colour]),
            Method::MonteCarlo | Method::Ucb => None,
        };
        if let (Some(target), Some(before)) = (target, chosen.last()) {
            let target = times(values.discount(), target);
            boxes[before.index]
                .1
                .learn(values, before.colour, target, number);
        }
        chosen.push(Chosen {
            index: *index,
            colour,
        });
        // Moves that are mirror images of each other can share a colour; each has the same chance.
        let moves = &colours[colour];
        match moves[..] {
            [only] => only,
            _ => moves[dice.index(moves.len())],
        }
    }

    /// Learns from the result of the game.
    pub(super) fn conclude(&mut self, values: &Values, verdict: Verdict, number: u64) {
        let mut target = values.reward(verdict);
        let chosen = std::mem::take(&mut self.chosen);
        for &own in chosen.iter().rev() {
            self.boxes[own.index]
                .1
                .learn(values, own.colour, target, number);
            match values.method {
                Method::QLearning | Method::Sarsa => break,
                Method::MonteCarlo => target = times(values.discount(), target),
                Method::Ucb => {}
            }
        }
    }

    pub(super) fn len(&self) -> usize {
        self.boxes.len()
    }

    pub(super) fn get(&self, key: Key) -> Option<&ValueBox> {
        let index = *self.by_key.get(&key)?;
        Some(&self.boxes[index].1)
    }

    pub(super) fn table(&self) -> ValueTable {
        self.boxes.iter().cloned().collect()
    }

    pub(super) fn policy(&self, side: Side, layout: Layout) -> Table {
        let mut table = Table::new(side, layout);
        for (key, found) in &self.boxes {
            let (ply, beads) = (found.ply, found.beads());
            table.insert(*key, Matchbox { ply, beads });
        }
        table
    }
}

impl ValueBox {
    fn new(values: &Values, ply: u16, colours: usize) -> Self {
        Self {
            ply,
            values: vec![values.initial; colours],
            visits: vec![0; colours],
        }
    }

    /// Moves the value of a colour towards a target in this game of the run.
    fn learn(&mut self, values: &Values, colour: usize, target: i64, number: u64) {
        self.visits[colour] += 1;
        let value = &mut self.values[colour];
        let error = target - *value;
        *value += match values.alpha {
            Step::By(alpha) => times(alpha.fixed(number), error),
            Step::Mean => over(error, self.visits[colour]),
        };
    }

    /// Chooses a colour in this game of the run. It takes one draw to decide whether to explore, which UCB does
    /// not need, and one to choose among the colours that come into question, even if it is only one.
    fn choose(&self, values: &Values, number: u64, dice: &mut Dice) -> usize {
        if values.method == Method::Ucb {
            let highest = self.highest_bounds(values);
            return highest[dice.index(highest.len())];
        }
        if dice.below(1_000_000_000) < values.epsilon.billionths(number) {
            return dice.index(self.values.len());
        }
        let best: Vec<usize> = self.best().collect();
        best[dice.index(best.len())]
    }

    /// The colours that UCB1 may play: those never tried, or else those with the highest bound.
    fn highest_bounds(&self, values: &Values) -> Vec<usize> {
        let all: u64 = self.visits.iter().sum();
        let bounds = self.values.iter().zip(&self.visits).map(|(&value, &n)| {
            if n == 0 {
                i64::MAX
            } else {
                value.saturating_add(times(fixed(values.c), bonus(all, n)))
            }
        });
        let bounds: Vec<i64> = bounds.collect();
        let highest = bounds.iter().copied().max().unwrap_or_default();
        (0..bounds.len())
            .filter(|&i| bounds[i] == highest)
            .collect()
    }
}
