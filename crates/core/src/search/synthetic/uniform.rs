//! Uniform trees with pseudo-random values at the leaves.

use crate::dice::mix;
use crate::error::{Error, Result};
use crate::game::{Game, Key, Move, Outcome, Side};

use super::values::{Leaves, read_child, result, side_at, spread};

/// A tree in which every inner node has the same number of children and every leaf the same depth.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Uniform {
    /// The number of children of every inner node, at least 1.
    pub branching: u16,
    /// The depth of every leaf in plies.
    pub depth: u16,
    /// The seed of the leaf values.
    pub seed: u64,
    /// The number of different values that leaves can have, about half of them below 0.
    pub range: u32,
}

/// A node of a [`Uniform`] tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct UniformNode {
    ply: u16,
    /// The index among the nodes of its ply, from left to right.
    index: u64,
}

impl Leaves for Uniform {
    fn leaf(&self, at: &UniformNode) -> i32 {
        let word = mix(self.seed.wrapping_mul(0x0100_0003).wrapping_add(at.index));
        spread(word, self.range)
    }
}

impl Game for Uniform {
    type Position = UniformNode;

    fn name(&self) -> String {
        format!(
            "uniform:{},{},{},{}",
            self.branching, self.depth, self.seed, self.range
        )
    }

    fn start(&self) -> UniformNode {
        UniformNode { ply: 0, index: 0 }
    }

    fn side(&self, at: &UniformNode) -> Side {
        side_at(at.ply)
    }

    fn outcome(&self, at: &UniformNode) -> Option<Outcome> {
        (at.ply >= self.depth).then(|| result(self.leaf(at)))
    }

    fn moves(&self, at: &UniformNode) -> impl Iterator<Item = Move> {
        let is_leaf = at.ply >= self.depth;
        let children = if is_leaf { 0 } else { self.branching };
        (0..children).map(Move)
    }

    fn play(&self, at: &UniformNode, m: Move) -> UniformNode {
        let leftmost = at.index.wrapping_mul(self.branching.into());
        let (ply, index) = (at.ply + 1, leftmost.wrapping_add(m.0.into()));
        UniformNode { ply, index }
    }

    fn move_count(&self) -> u16 {
        self.branching
    }

    fn key(&self, at: &UniformNode) -> Key {
        Key(u128::from(at.ply) << 64 | u128::from(at.index))
    }

    fn position(&self, key: Key) -> Option<UniformNode> {
        let ply = u16::try_from(key.0 >> 64).ok()?;
        let index = u64::try_from(key.0 & u128::from(u64::MAX)).ok()?;
        let width = u64::from(self.branching).checked_pow(u32::from(ply));
        let sound = ply <= self.depth && width.is_none_or(|width| index < width);
        sound.then_some(UniformNode { ply, index })
    }

    fn write_move(&self, m: Move) -> String {
        (m.0 + 1).to_string()
    }

    fn read_move(&self, text: &str) -> Result<Move> {
        read_child(self, text)
    }

    fn write_position(&self, at: &UniformNode) -> String {
        format!("{}.{}", at.ply, at.index)
    }

    fn read_position(&self, text: &str) -> Result<UniformNode> {
        let read = || {
            let (ply, index) = text.split_once('.')?;
            let (ply, index) = (ply.parse::<u16>().ok()?, index.parse::<u64>().ok()?);
            self.position(Key(u128::from(ply) << 64 | u128::from(index)))
        };
        read().ok_or_else(|| Error::Position {
            game: self.name(),
            text: text.to_owned(),
            reason: "write the ply and the index within the ply, both from 0, such as 2.5"
                .to_owned(),
        })
    }
}
