//! Perfect play: uniform over the moves that keep the value of the position.
//!
//! This is what an unhurried minimax plays. The whole game is solved once, when the player is made.

use super::Player;
use crate::error::Result;
use crate::game::{Game, Move};
use crate::graph::{Graph, Merging, Solution};

/// Plays every move that keeps the game's value with the same chance.
#[derive(Clone, Debug)]
pub struct Perfect<G: Game> {
    graph: Graph<G>,
    solution: Solution,
}

impl<G: Game> Perfect<G> {
    /// Solves the game.
    ///
    /// # Errors
    ///
    /// [`Error::TooLarge`](crate::Error::TooLarge) when the game has more than
    /// [`Graph::LIMIT`] positions.
    pub fn new(game: G) -> Result<Self> {
        let graph = Graph::complete(game, Merging::Full, Graph::<G>::LIMIT, "perfect play")?;
        let solution = graph.solve();
        Ok(Self { graph, solution })
    }
}

impl<G: Game> Player<G> for Perfect<G> {
    fn name(&self) -> String {
        "perfect".to_owned()
    }

    fn weigh(&self, game: &G, at: &G::Position, moves: &[Move], weights: &mut [u64]) {
        let side = game.side(at);
        let verdict = |m: Move| {
            let to = self.graph.find(&game.play(at, m));
            let to = to.expect("a complete graph knows every position of its game");
            self.solution.outcome(to).verdict(side)
        };
        let best = moves.iter().map(|&m| verdict(m)).max();
        for (&m, weight) in moves.iter().zip(weights) {
            *weight = u64::from(Some(verdict(m)) == best);
        }
    }
}
