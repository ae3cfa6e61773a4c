//! Solved values: what each position of a complete graph is worth when both sides play perfectly.

use super::{Graph, Node};
use crate::game::{Game, Outcome, Verdict};

/// The value of every position of a graph, and how long it takes.
#[derive(Clone, Debug)]
pub struct Solution {
    outcomes: Vec<Outcome>,
    lengths: Vec<u16>,
}

impl Solution {
    /// The result of perfect play from there.
    #[must_use]
    pub fn outcome(&self, node: Node) -> Outcome {
        self.outcomes[node.index()]
    }

    /// How many moves the game still takes when the winner hurries and the loser delays; in a
    /// drawn position, the longest that both sides can keep the draw.
    #[must_use]
    pub fn length(&self, node: Node) -> u16 {
        self.lengths[node.index()]
    }
}

impl<G: Game> Graph<G> {
    /// All nodes, each after every node its edges lead to.
    ///
    /// # Panics
    ///
    /// If the graph is not complete.
    #[must_use]
    pub fn children_first(&self) -> Vec<Node> {
        let mut entered = vec![false; self.len()];
        let mut order = Vec::with_capacity(self.len());
        let mut path = vec![(self.root(), 0)];
        entered[self.root().index()] = true;
        while let Some((node, next)) = path.last_mut() {
            if let Some(edge) = self.edges(*node).get(*next) {
                *next += 1;
                let to = edge.to().expect("the graph is complete");
                if !std::mem::replace(&mut entered[to.index()], true) {
                    path.push((to, 0));
                }
            } else {
                order.push(*node);
                path.pop();
            }
        }
        order
    }

    /// Solves every position by backward induction.
    ///
    /// # Panics
    ///
    /// If the graph is not complete.
    #[must_use]
    pub fn solve(&self) -> Solution {
        let mut solution = Solution {
            outcomes: vec![Outcome::Draw; self.len()],
            lengths: vec![0; self.len()],
        };
        for node in self.children_first() {
            let side = self.side(node);
            let best = self
                .edges(node)
                .iter()
                .map(|edge| {
                    let to = edge.to().expect("the graph is complete");
                    let verdict = solution.outcome(to).verdict(side);
                    let length = i32::from(solution.length(to)) + 1;
                    (
                        verdict,
                        if verdict == Verdict::Win {
                            -length
                        } else {
                            length
                        },
                    )
                })
                .max();
            let (outcome, length) = match (self.outcome(node), best) {
                (Some(outcome), _) => (outcome, 0),
                (None, Some((verdict, length))) => (verdict.of(side), length.unsigned_abs()),
                (None, None) => unreachable!("an unfinished position has moves"),
            };
            solution.outcomes[node.index()] = outcome;
            solution.lengths[node.index()] = u16::try_from(length).expect("plies are 16 bit");
        }
        solution
    }
    /// How many moves the winner can make a game last from each node that one side wins, whatever
    /// the loser does: the winner delays without ever letting go of the win, the loser hurries.
    /// 0 where perfect play draws.
    ///
    /// The opposite of [`Solution::length`]; entries stand at [`Node::index`].
    ///
    /// # Panics
    ///
    /// If the graph is not complete or the solution is that of another.
    #[must_use]
    pub fn drawn_out(&self, solution: &Solution) -> Vec<u16> {
        let mut lengths = vec![0_u16; self.len()];
        for node in self.children_first() {
            let Outcome::Win(winner) = solution.outcome(node) else {
                continue;
            };
            let after = self.edges(node).iter().filter_map(|edge| {
                let to = edge.to().expect("the graph is complete");
                let kept = solution.outcome(to) == Outcome::Win(winner);
                kept.then(|| lengths[to.index()] + 1)
            });
            let length = if self.side(node) == winner {
                after.max()
            } else {
                after.min()
            };
            lengths[node.index()] = length.unwrap_or(0);
        }
        lengths
    }
}
