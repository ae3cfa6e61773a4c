//! Solved values: what each position of a complete graph is worth when both sides play perfectly.

use std::sync::{Arc, OnceLock};

use super::backward::Positions;
use super::budget::Budget;
use super::mirror::Merging;
use super::nodes::{Graph, Node};
use crate::error::Result;
use crate::game::{Game, Outcome, Verdict};

/// All positions of a game in one graph, laid out for backward induction, and their values, which are
/// computed when first needed. It should be shared by everything that needs exact results of the same game.
#[derive(Clone, Debug)]
pub struct Solved<G: Game> {
    graph: Graph<G>,
    positions: Arc<Positions>,
    solution: OnceLock<Vec<(Outcome, u16)>>,
    drawn_out: OnceLock<Vec<u16>>,
}

impl<G: Game> Solved<G> {
    /// Generates all positions that play can reach.
    ///
    /// # Errors
    ///
    /// As [`Graph::complete`] and [`Graph::children_first`].
    pub fn new(game: G, merging: Merging, budget: Budget, purpose: &'static str) -> Result<Self> {
        Self::from_graph(Graph::complete(game, merging, budget, purpose)?)
    }

    /// All positions that play can reach from this one, which may be made up.
    ///
    /// # Errors
    ///
    /// As [`Solved::new`].
    pub fn starting_at(game: &G, start: &G::Position, purpose: &'static str) -> Result<Self> {
        let graph = Graph::starting_at(game.clone(), start, Merging::None);
        Self::from_graph(graph.completed(Budget::EXACT, purpose)?)
    }

    /// The solved game of a graph, which must be complete.
    ///
    /// # Errors
    ///
    /// As [`Graph::children_first`].
    pub fn from_graph(graph: Graph<G>) -> Result<Self> {
        let positions = Arc::new(Positions::new(&graph)?);
        Ok(Self {
            graph,
            positions,
            solution: OnceLock::new(),
            drawn_out: OnceLock::new(),
        })
    }

    /// The complete graph.
    pub const fn graph(&self) -> &Graph<G> {
        &self.graph
    }

    /// Its positions, each after its successors.
    pub const fn positions(&self) -> &Arc<Positions> {
        &self.positions
    }

    fn solution(&self, node: Node) -> (Outcome, u16) {
        let solution = self
            .solution
            .get_or_init(|| by_node(&self.positions, &perfect_play(&self.positions, false)));
        solution[node.index()]
    }

    /// The outcome of perfect play from a node.
    pub fn outcome(&self, node: Node) -> Outcome {
        self.solution(node).0
    }

    /// The number of moves the game still takes when the winner hurries and the loser delays; in a
    /// drawn position, the largest number of moves for which both sides can keep the draw.
    pub fn length(&self, node: Node) -> u16 {
        self.solution(node).1
    }

    /// The number of moves of the longest line of play from each position, by [`Node::index`].
    #[inline(never)]
    pub fn longest(&self) -> Vec<u16> {
        let mut longest = vec![0; self.graph.len()];
        for node in self.positions.nodes() {
            let after = self.graph.edges(node).iter().filter_map(|edge| edge.to);
            let most = after.map(|to| longest[to.index()] + 1).max();
            longest[node.index()] = most.unwrap_or(0);
        }
        longest
    }

    /// For each node that one side wins, the number of moves for which the winner can make the game last against
    /// every defence: the winner delays but always keeps the win, and the loser hurries. 0 where perfect play draws.
    ///
    /// The opposite of [`Solved::length`]; indexed by [`Node::index`].
    pub fn drawn_out(&self) -> &[u16] {
        self.drawn_out.get_or_init(|| {
            let answers = perfect_play(&self.positions, true);
            let length = |(outcome, length)| match outcome {
                Outcome::Draw => 0,
                Outcome::Win(_) => length,
            };
            let lengths: Vec<u16> = answers.into_iter().map(length).collect();
            by_node(&self.positions, &lengths)
        })
    }
}

/// The outcome of perfect play from each position, and its length in moves. If it is `prolonged`, the winner delays and the
/// loser hurries, instead of the opposite.
fn perfect_play(positions: &Positions, prolonged: bool) -> Vec<(Outcome, u16)> {
    positions.answer(
        |outcome| (outcome, 0),
        |turn| {
            let ranked = turn.after().map(|&(outcome, length)| {
                let (verdict, length) = (outcome.verdict(turn.side), i32::from(length) + 1);
                let hurried = (verdict == Verdict::Win) != prolonged;
                (verdict, if hurried { -length } else { length })
            });
            let (verdict, length) = ranked.max().expect("an unfinished position has moves");
            let length = u16::try_from(length.unsigned_abs()).expect("plies are 16 bit");
            (verdict.outcome_for(turn.side), length)
        },
    )
}

/// Reorders values from the numbers of positions to the numbers of their nodes.
fn by_node<T: Copy>(positions: &Positions, values: &[T]) -> Vec<T> {
    let mut placed = values.to_vec();
    for (node, &value) in positions.nodes().zip(values) {
        placed[node.index()] = value;
    }
    placed
}
