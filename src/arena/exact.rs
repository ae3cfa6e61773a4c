//! Exact chances: two players multiplied out over all positions of a small game.

use crate::error::Result;
use crate::game::{Game, Move, Outcome, Side};
use crate::graph::{Graph, Merging, Node};
use crate::player::Player;

/// All positions of a game, ready to multiply players out over them.
#[derive(Clone, Debug)]
pub struct Ground<G: Game> {
    graph: Graph<G>,
    order: Vec<Node>,
}

/// The weights of one player, parallel to the edges of a [`Ground`]'s graph.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Policy(Vec<u64>);

/// The chances of the three results; they sum to 1 but for rounding.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Chances {
    /// That the first side wins.
    pub first_wins: f64,
    /// That nobody wins.
    pub draws: f64,
    /// That the second side wins.
    pub second_wins: f64,
}

impl Chances {
    fn certain(outcome: Outcome) -> Self {
        let mut chances = Self {
            first_wins: 0.0,
            draws: 0.0,
            second_wins: 0.0,
        };
        match outcome {
            Outcome::Win(Side::First) => chances.first_wins = 1.0,
            Outcome::Win(Side::Second) => chances.second_wins = 1.0,
            Outcome::Draw => chances.draws = 1.0,
        }
        chances
    }

    /// The chance that `side` wins.
    #[must_use]
    pub const fn wins(&self, side: Side) -> f64 {
        match side {
            Side::First => self.first_wins,
            Side::Second => self.second_wins,
        }
    }
}

impl<G: Game> Ground<G> {
    /// Meets all positions of the game.
    ///
    /// # Errors
    ///
    /// [`Error::TooLarge`](crate::Error::TooLarge) when there are more than [`Graph::LIMIT`].
    pub fn new(game: G) -> Result<Self> {
        let graph = Graph::complete(game, Merging::None, Graph::<G>::LIMIT, "exact results")?;
        let order = graph.children_first();
        Ok(Self { graph, order })
    }

    /// The graph that policies are parallel to.
    #[must_use]
    pub const fn graph(&self) -> &Graph<G> {
        &self.graph
    }

    /// What a player does in every position of the sides it plays.
    pub fn policy(&self, player: &dyn Player<G>) -> Policy {
        let mut weights = vec![0; self.graph.edge_count()];
        let mut moves: Vec<Move> = Vec::new();
        for node in self.graph.nodes() {
            if self.graph.outcome(node).is_some() || !player.plays(self.graph.side(node)) {
                continue;
            }
            moves.clear();
            moves.extend(self.graph.edges(node).iter().map(|edge| edge.m));
            let own = &mut weights[self.graph.edge_range(node)];
            player.weigh(self.graph.game(), self.graph.position(node), &moves, own);
        }
        Policy(weights)
    }

    /// The exact chances of a game between the player of the first side and that of the second.
    ///
    /// # Panics
    ///
    /// If a policy belongs to another ground.
    #[must_use]
    pub fn chances(&self, policies: [&Policy; 2]) -> Chances {
        let mut chances = vec![Chances::certain(Outcome::Draw); self.graph.len()];
        for &node in &self.order {
            chances[node.index()] = match self.graph.outcome(node) {
                Some(outcome) => Chances::certain(outcome),
                None => self.mix(node, policies, &chances),
            };
        }
        chances[self.graph.root().index()]
    }

    #[expect(
        clippy::cast_precision_loss,
        reason = "chances are reported to 1e-12 or so"
    )]
    fn mix(&self, node: Node, policies: [&Policy; 2], known: &[Chances]) -> Chances {
        let side = self.graph.side(node);
        let weights = &policies[side.index()].0[self.graph.edge_range(node)];
        let total: u64 = weights.iter().sum();
        if total == 0 {
            return Chances::certain(Outcome::Win(side.other()));
        }
        let mut sum = Chances {
            first_wins: 0.0,
            draws: 0.0,
            second_wins: 0.0,
        };
        for (edge, &weight) in self.graph.edges(node).iter().zip(weights) {
            if weight > 0 {
                let to = known[edge.to().expect("the graph is complete").index()];
                let weight = weight as f64;
                sum.first_wins += weight * to.first_wins;
                sum.draws += weight * to.draws;
                sum.second_wins += weight * to.second_wins;
            }
        }
        let total = total as f64;
        sum.first_wins /= total;
        sum.draws /= total;
        sum.second_wins /= total;
        sum
    }
}
