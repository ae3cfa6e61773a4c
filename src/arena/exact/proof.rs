//! The worst case of a player: whether it can lose at all, how, and how often at most.
//!
//! That a player never loses is proved by exhaustion: all its own moves that have a chance, all
//! replies, to the end of every line. A resignation is a loss.

use std::collections::VecDeque;

use super::ground::{Ground, Policy, target};
use super::response::{Aim, Response};
use crate::game::{Game, Move, Outcome, Side};
use crate::graph::Node;

/// A game that a player may lose.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// The moves of both sides from where games begin.
    pub moves: Vec<Move>,
    /// Whether the player gives up after them; otherwise it has been beaten.
    pub resigns: bool,
}

/// What is certain about a player of one side, against all opponents there can be.
#[derive(Clone, Debug)]
pub struct Proof {
    /// The side it plays.
    pub side: Side,
    /// A shortest game it may lose, the first of them by the numbers of the moves; `None` when
    /// there is none: it never loses.
    pub line: Option<Line>,
    /// The opponent who beats it as often as anybody can.
    pub worst: Response,
    /// The opponent with the best score, wins less losses.
    pub best_response: Response,
    /// The positions that its own play can lead to, the first and the finished ones included.
    pub reached: usize,
    /// Those of them in which it moves.
    pub own_turns: usize,
    /// Those of them in which it may give away what perfect play would get from there.
    pub slips: usize,
}

impl Proof {
    /// Whether no opponent can beat it, however its dice fall.
    #[must_use]
    pub const fn never_loses(&self) -> bool {
        self.line.is_none()
    }

    /// The largest chance an opponent can have to beat it.
    #[must_use]
    pub const fn worst_loss(&self) -> f64 {
        self.worst.chances.wins(self.side.other())
    }

    /// The best expected verdict of an opponent, from -1, lost for certain, to 1, won for certain.
    #[must_use]
    pub fn best_score(&self) -> f64 {
        self.best_response.chances.score(self.side.other())
    }
}

/// All positions that a player's own play can lead to, in the order of the shortest way there and
/// of its moves.
struct Walk {
    order: Vec<Node>,
    /// From where each position was first reached, and by which move.
    came: Vec<Option<(Node, Move)>>,
}

impl Walk {
    fn moves_to(&self, mut node: Node) -> Vec<Move> {
        let mut moves = Vec::new();
        while let Some((from, m)) = self.came[node.index()] {
            moves.push(m);
            node = from;
        }
        moves.reverse();
        moves
    }
}

impl<G: Game> Ground<G> {
    /// Proves what is the worst that can happen to a player of `side`.
    ///
    /// # Panics
    ///
    /// If the policy belongs to another ground.
    ///
    /// # Examples
    ///
    /// ```
    /// use menace::arena::Ground;
    /// use menace::game::Side;
    /// use menace::games::TicTacToe;
    /// use menace::player::rules::Rules;
    ///
    /// let ground = Ground::new(TicTacToe)?;
    /// let player = ground.policy(&Rules::parse("ai12s")?);
    /// assert!(ground.prove(&player, Side::Second).never_loses());
    /// # Ok::<(), menace::Error>(())
    /// ```
    #[must_use]
    pub fn prove(&self, policy: &Policy, side: Side) -> Proof {
        let graph = self.graph();
        let walk = self.walk(policy, side);
        let own = |&&node: &&Node| graph.outcome(node).is_none() && graph.side(node) == side;
        let resigns = |node: Node| own(&&node) && self.played(node, policy).next().is_none();
        let beaten = Some(Outcome::Win(side.other()));
        let lost = |&&node: &&Node| graph.outcome(node) == beaten || resigns(node);
        let line = walk.order.iter().find(lost).map(|&node| Line {
            moves: walk.moves_to(node),
            resigns: resigns(node),
        });

        let solution = graph.solve();
        let value = |node: Node| solution.outcome(node).verdict(side);
        let slips = |node: Node| {
            let kept = |(_, to): (u64, Node)| value(to) == value(node);
            !resigns(node) && !self.played(node, policy).all(kept)
                || resigns(node) && solution.outcome(node) != Outcome::Win(side.other())
        };
        Proof {
            side,
            line,
            worst: self.best_response(policy, side, Aim::Wins),
            best_response: self.best_response(policy, side, Aim::Score),
            reached: walk.order.len(),
            own_turns: walk.order.iter().filter(own).count(),
            slips: walk
                .order
                .iter()
                .filter(own)
                .filter(|&&node| slips(node))
                .count(),
        }
    }

    fn walk(&self, policy: &Policy, side: Side) -> Walk {
        let graph = self.graph();
        let mut met = vec![false; graph.len()];
        let mut walk = Walk {
            order: Vec::new(),
            came: vec![None; graph.len()],
        };
        let mut open = VecDeque::from([self.start()]);
        met[self.start().index()] = true;
        while let Some(node) = open.pop_front() {
            walk.order.push(node);
            let weights = self.weights(node, policy);
            for (edge, &weight) in graph.edges(node).iter().zip(weights) {
                let to = target(edge);
                let open_to = graph.side(node) != side || weight > 0;
                if open_to && !std::mem::replace(&mut met[to.index()], true) {
                    walk.came[to.index()] = Some((node, edge.m));
                    open.push_back(to);
                }
            }
        }
        walk
    }
}
