//! Values of the nodes of synthetic trees, and the code that all of these trees share.

use std::sync::Arc;

use crate::dice::{halves, mix};
use crate::error::{Error, Result};
use crate::game::{Game, Move, Outcome, Side, Verdict};
use crate::search::{Evaluate, Offers, Score};

/// A game that is only a tree with values at its leaves.
pub trait Leaves: Game {
    /// The value of a finished position for the first side.
    fn leaf(&self, at: &Self::Position) -> i32;
}

/// Evaluates leaves by their values; unfinished positions are worth 0.
#[derive(Clone, Copy, Debug, Default)]
pub struct LeafValues;

impl<G: Leaves> Evaluate<G> for LeafValues {
    fn finished(&self, game: &G, at: &G::Position, _: Verdict) -> Score {
        let value = Score::new(game.leaf(at));
        match game.side(at) {
            Side::First => value,
            Side::Second => -value,
        }
    }
}

/// By default, a tree is evaluated by the values of its leaves.
impl<G: Leaves> Offers<G> for LeafValues {
    fn usual(&self) -> Arc<dyn Evaluate<G>> {
        Arc::new(Self)
    }
}

/// Maps a word to one of the `range` numbers that start at `-range / 2`.
pub(super) fn spread(word: u64, range: u32) -> i32 {
    let range = i64::from(range.max(1));
    let below = word % range.unsigned_abs();
    i32::try_from(below.cast_signed() - range / 2).unwrap_or(0)
}

/// Pseudo-random values that are unrelated to the game, also for finished positions. They break every
/// assumption that a search could make about evaluations.
#[derive(Clone, Copy, Debug)]
pub struct Hashed {
    /// The seed of the values.
    pub seed: u64,
    /// The number of different values; few values give many ties.
    pub range: u32,
}

impl<G: Game> Evaluate<G> for Hashed {
    fn value(&self, game: &G, at: &G::Position) -> Score {
        let (high, low) = halves(game.key(at).0);
        let word = mix(mix(self.seed ^ low) ^ high);
        Score::new(spread(word, self.range))
    }

    fn finished(&self, game: &G, at: &G::Position, _: Verdict) -> Score {
        self.value(game, at)
    }
}

pub(super) const fn result(value: i32) -> Outcome {
    match value {
        0 => Outcome::Draw,
        1.. => Outcome::Win(Side::First),
        _ => Outcome::Win(Side::Second),
    }
}

pub(super) fn side_at(ply: u16) -> Side {
    Side::BOTH[usize::from(ply % 2)]
}

pub(super) fn read_child<G: Game>(game: &G, text: &str) -> Result<Move> {
    let child = text.parse::<u16>().ok().and_then(|n| n.checked_sub(1));
    let child = child.filter(|&child| child < game.move_count());
    child.map(Move).ok_or_else(|| Error::Move {
        game: game.name(),
        text: text.to_owned(),
        reason: "write the number of the child, from 1".to_owned(),
    })
}
