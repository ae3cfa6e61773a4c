//! The basis of all exact results: all positions of a small game, and what a player does in each.

use std::collections::{HashMap, HashSet};
use std::ops::Range;
use std::sync::Arc;

use foldhash::fast::FixedState;

use crate::error::{Error, Result};
use crate::game::{Game, Move, Side, Verdict};
use crate::graph::{self, Budget, Graph, Merging, Positions, Solved, UnfinishedPosition};
use crate::interrupt;
use crate::player::{Player, ROUNDED};

/// All positions of a game, prepared for the exact evaluation of players.
#[derive(Clone, Debug)]
pub struct Ground<G: Game> {
    solved: Arc<Solved<G>>,
    /// The number of the position at which games begin.
    pub(super) start: usize,
}

/// The weights of one player for all moves of a [`Ground`], by number of the move; what is asked of another ground with
/// it may panic. Most weights are small, so each takes one byte.
#[derive(Clone, Debug)]
pub struct Policy {
    /// Each weight below [`LARGE`]; the others are in `large`.
    small: Vec<u8>,
    large: HashMap<u32, u64, FixedState>,
    /// The first move of each position whose weights are rounded.
    rounded: HashSet<usize, FixedState>,
}

/// Policies are equal if their weights are, even if they were rounded differently.
impl PartialEq for Policy {
    fn eq(&self, other: &Self) -> bool {
        (&self.small, &self.large) == (&other.small, &other.large)
    }
}

impl Eq for Policy {}

/// Represents a weight of at least as much.
const LARGE: u8 = u8::MAX;

impl<G: Game> Ground<G> {
    /// Generates all positions of the game.
    ///
    /// # Errors
    ///
    /// [`Error::TooLarge`] when there are more positions or moves than [`Budget::EXACT`] allows.
    pub fn new(game: G) -> Result<Self> {
        let solved = Solved::new(game, Merging::None, Budget::EXACT, "exact results")?;
        Ok(Self::on(Arc::new(solved)))
    }

    /// The ground of a solved game whose mirror images are not merged.
    #[must_use]
    pub fn on(solved: Arc<Solved<G>>) -> Self {
        let start = solved.positions().start();
        Self { solved, start }
    }

    /// The ground on the solved game that is shared within the process; see [`graph::shared`].
    ///
    /// # Errors
    ///
    /// As [`Ground::new`].
    pub fn shared(game: &G) -> Result<Self> {
        graph::shared(game, "exact results").map(Self::on)
    }

    /// The same for exact results that are shown without being requested: `None` if the game is larger than
    /// [`Budget::OFFERED`], which is found out quickly.
    pub fn offered(game: &G) -> Option<Self> {
        graph::offered(game).map(Self::on)
    }

    /// Makes games begin at another position than the starting one.
    ///
    /// # Errors
    ///
    /// [`Error::Position`] when play cannot reach it.
    pub fn begin_at(&mut self, at: &G::Position) -> Result<()> {
        let node = self.graph().find(at);
        let found = node.and_then(|node| self.positions().nodes().position(|n| n == node));
        self.start = found.ok_or_else(|| Error::Position {
            game: self.graph().game().name(),
            text: self.graph().game().write_position(at),
            reason: "play cannot reach this position".to_owned(),
        })?;
        Ok(())
    }

    /// The result of perfect play from the position at which the game begins, for the first side.
    #[expect(
        clippy::missing_panics_doc,
        reason = "games begin at one of the positions"
    )]
    pub fn value(&self) -> Verdict {
        let start = self.positions().nodes().nth(self.start);
        let start = start.expect("the start is one of the positions");
        self.solved.outcome(start).verdict(Side::First)
    }

    /// The solved game.
    pub fn solved(&self) -> &Solved<G> {
        &self.solved
    }

    /// About the bytes of the solved game with exact results of it.
    pub fn bytes(&self) -> u64 {
        Budget::bytes_with_results(self.graph().len(), self.graph().edge_count()) as u64
    }

    /// The graph of all positions.
    pub fn graph(&self) -> &Graph<G> {
        self.solved.graph()
    }

    pub(super) fn positions(&self) -> &Arc<Positions> {
        self.solved.positions()
    }

    /// The weights of a player in every position of the sides it plays.
    #[inline(never)]
    pub fn policy(&self, player: &dyn Player<G>) -> Policy {
        let (graph, positions) = (self.graph(), self.positions());
        let mut policy = Policy::new(positions.move_count());
        let (mut moves, mut weights): (Vec<Move>, Vec<u64>) = (Vec::new(), Vec::new());
        for (number, node) in positions.nodes().enumerate() {
            interrupt::every(1024, number);
            if positions
                .turn(number)
                .is_some_and(|side| player.plays(side))
            {
                moves.clear();
                moves.extend(graph.edges(node).iter().map(|edge| edge.m));
                weights.clear();
                weights.resize(moves.len(), 0);
                player.weigh(graph.game(), graph.position(node), &moves, &mut weights);
                for (m, &weight) in positions.moves(number).zip(&weights) {
                    policy.set(m, weight);
                }
                let is_large = weights.iter().any(|&weight| weight >= ROUNDED);
                if is_large && player.rounds(graph.game(), graph.position(node), &moves) {
                    policy.rounded.insert(positions.moves(number).start);
                }
            }
        }
        policy
    }
}

impl Policy {
    /// The weight 0 for this many moves.
    pub fn new(moves: usize) -> Self {
        Self {
            small: vec![0; moves],
            large: HashMap::default(),
            rounded: HashSet::default(),
        }
    }

    /// Sets a weight that is 0.
    ///
    /// # Panics
    ///
    /// If there is no such move.
    pub fn set(&mut self, m: usize, weight: u64) {
        let small = u8::try_from(weight).unwrap_or(LARGE);
        self.small[m] = small;
        if small == LARGE {
            let m = u32::try_from(m).expect("a graph holds fewer than 2^32 moves");
            self.large.insert(m, weight);
        }
    }

    /// The weight of a move.
    pub fn weight(&self, m: usize) -> u64 {
        match self.small[m] {
            LARGE => u32::try_from(m).map_or(0, |m| self.large[&m]),
            small => small.into(),
        }
    }

    pub(super) fn weights(&self, moves: Range<usize>) -> impl Iterator<Item = u64> + Clone {
        moves.map(|m| self.weight(m))
    }

    /// Whether it resigns at the position with these moves.
    pub(super) fn resigns(&self, moves: Range<usize>) -> bool {
        self.weights(moves).all(|weight| weight == 0)
    }

    /// Whether the weights of the position with these moves are rounded.
    pub(super) fn rounds(&self, moves: &Range<usize>) -> bool {
        self.rounded.contains(&moves.start)
    }

    /// The moves with a weight above 0 at the player's turn: their weights and the values after them.
    pub(super) fn chosen<'a, V>(
        &'a self,
        turn: &UnfinishedPosition<'a, V>,
    ) -> impl Iterator<Item = (u64, &'a V)> + Clone {
        let weights = self.weights(turn.moves.clone());
        weights.zip(turn.after()).filter(|&(weight, _)| weight > 0)
    }
}
