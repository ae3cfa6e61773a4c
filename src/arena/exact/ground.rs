//! Exact chances: two players multiplied out over all positions of a small game.

use super::fraction::{Fractions, Shares};
use crate::error::{Error, Result};
use crate::game::{Game, Move, Outcome, Side};
use crate::graph::{Edge, Graph, Merging, Node};
use crate::player::Player;

/// All positions of a game, ready to multiply players out over them.
#[derive(Clone, Debug)]
pub struct Ground<G: Game> {
    graph: Graph<G>,
    /// Every position, each after all that moves lead to from it.
    order: Vec<Node>,
    start: Node,
}

/// The weights of one player, parallel to the edges of a [`Ground`]'s graph.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Policy(pub(super) Vec<u64>);

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
    pub(super) fn certain(outcome: Outcome) -> Self {
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

    /// The expected verdict of `side`, a win counting 1, a draw 0 and a loss -1.
    #[must_use]
    pub fn score(&self, side: Side) -> f64 {
        self.wins(side) - self.wins(side.other())
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
        let start = graph.root();
        Ok(Self {
            graph,
            order,
            start,
        })
    }

    /// Lets games begin at a position other than the starting one from now on.
    ///
    /// # Errors
    ///
    /// [`Error::Position`] when play does not lead there.
    pub fn begin_at(&mut self, at: &G::Position) -> Result<()> {
        let found = self.graph.find(at);
        self.start = found.ok_or_else(|| Error::Position {
            game: self.graph.game().name(),
            text: self.graph.game().write_position(at),
            reason: "play does not lead there".to_owned(),
        })?;
        Ok(())
    }

    /// Where games begin.
    #[must_use]
    pub const fn start(&self) -> Node {
        self.start
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

    /// The exact chances of a game between the player of the first side and that of the second,
    /// right to 12 decimals or more.
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
                None => self.mix(node, policies[self.side_index(node)], |to| {
                    chances[to.index()]
                }),
            };
        }
        chances[self.start.index()]
    }

    /// The same chances as fractions, if their denominators fit 64 bits and those met on the way
    /// 128.
    ///
    /// # Panics
    ///
    /// If a policy belongs to another ground.
    #[must_use]
    pub fn fractions(&self, policies: [&Policy; 2]) -> Option<Fractions> {
        let mut shares: Vec<Option<Shares>> = vec![None; self.graph.len()];
        let reached = self.reached(policies);
        for &node in self.order.iter().filter(|node| reached[node.index()]) {
            shares[node.index()] = match self.graph.outcome(node) {
                Some(outcome) => Some(Shares::certain(outcome)),
                None => self.share(node, policies[self.side_index(node)], |to| {
                    shares[to.index()]
                }),
            };
        }
        shares[self.start.index()]?.fractions()
    }

    /// For each position whether two players can come there.
    fn reached(&self, policies: [&Policy; 2]) -> Vec<bool> {
        let mut reached = vec![false; self.graph.len()];
        reached[self.start.index()] = true;
        for &node in self.order.iter().rev() {
            if reached[node.index()] {
                for (_, to) in self.played(node, policies[self.side_index(node)]) {
                    reached[to.index()] = true;
                }
            }
        }
        reached
    }

    /// Every position, each after all that moves lead to from it.
    pub(super) fn children_first(&self) -> &[Node] {
        &self.order
    }

    fn side_index(&self, node: Node) -> usize {
        self.graph.side(node).index()
    }

    /// The weights of a policy in one position.
    pub(super) fn weights<'a>(&self, node: Node, policy: &'a Policy) -> &'a [u64] {
        &policy.0[self.graph.edge_range(node)]
    }

    /// Where a policy may go from a position, each with its weight; nowhere if it resigns.
    pub(super) fn played<'a>(
        &'a self,
        node: Node,
        policy: &'a Policy,
    ) -> impl Iterator<Item = (u64, Node)> + Clone + 'a {
        let edges = self.graph.edges(node).iter();
        edges
            .zip(self.weights(node, policy))
            .filter(|&(_, &weight)| weight > 0)
            .map(|(edge, &weight)| (weight, target(edge)))
    }

    /// The chances in a position from those after each move of the player whose turn it is.
    #[expect(
        clippy::cast_precision_loss,
        reason = "chances are reported to 1e-12 or so"
    )]
    pub(super) fn mix(
        &self,
        node: Node,
        policy: &Policy,
        after: impl Fn(Node) -> Chances,
    ) -> Chances {
        let total: u64 = self.weights(node, policy).iter().sum();
        if total == 0 {
            return Chances::certain(Outcome::Win(self.graph.side(node).other()));
        }
        let mut sum = Chances {
            first_wins: 0.0,
            draws: 0.0,
            second_wins: 0.0,
        };
        for (weight, to) in self.played(node, policy) {
            let to = after(to);
            let weight = weight as f64;
            sum.first_wins += weight * to.first_wins;
            sum.draws += weight * to.draws;
            sum.second_wins += weight * to.second_wins;
        }
        let total = total as f64;
        sum.first_wins /= total;
        sum.draws /= total;
        sum.second_wins /= total;
        sum
    }

    /// As `mix`, in fractions.
    pub(super) fn share(
        &self,
        node: Node,
        policy: &Policy,
        after: impl Fn(Node) -> Option<Shares>,
    ) -> Option<Shares> {
        let parts = self
            .played(node, policy)
            .map(|(weight, to)| (weight, after(to)));
        if parts.clone().next().is_none() {
            let winner = self.graph.side(node).other();
            return Some(Shares::certain(Outcome::Win(winner)));
        }
        Shares::mix(parts)
    }
}

/// Where an edge of a complete graph leads.
pub(super) fn target(edge: &Edge) -> Node {
    edge.to().expect("the graph is complete")
}
