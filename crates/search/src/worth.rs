//! The value of a position for the side to move, and the distance to the end of the game.

use crate::game::{Game, Verdict};
use crate::graph::{Node, Solved};

/// The result of perfect play and its length: the winner chooses the fastest win, the loser delays, and
/// in a drawn position both sides keep the draw for as long as they can.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Worth {
    /// The result for the side to move.
    pub verdict: Verdict,
    /// The number of moves until the game ends.
    pub distance: u16,
}

impl Worth {
    /// The worth of a solved position.
    pub fn of_node<G: Game>(solved: &Solved<G>, node: Node) -> Self {
        let verdict = solved.outcome(node).verdict(solved.graph().side(node));
        let distance = solved.length(node);
        Self { verdict, distance }
    }

    /// The worth of a finished position; none if the game is not over.
    pub(super) fn over<G: Game>(game: &G, at: &G::Position) -> Option<Self> {
        let outcome = game.outcome(at)?;
        Some(Self {
            verdict: outcome.verdict(game.side(at)),
            distance: 0,
        })
    }

    /// The worth of a move that leads to this position, for the side that makes it.
    #[must_use]
    pub const fn before(self) -> Self {
        let verdict = self.verdict.reversed();
        let distance = self.distance.saturating_add(1);
        Self { verdict, distance }
    }

    /// The letter of the result and the number of moves to it, such as `W3`.
    pub fn label(self) -> String {
        let letter = match self.verdict {
            Verdict::Win => 'W',
            Verdict::Draw => 'D',
            Verdict::Loss => 'L',
        };
        format!("{letter}{}", self.distance)
    }

    /// What a move leads to, such as `wins in 3`.
    pub fn leads_to(self) -> String {
        let result = match self.verdict {
            Verdict::Win => "wins",
            Verdict::Draw => "draws",
            Verdict::Loss => "loses",
        };
        format!("{result} in {}", self.distance)
    }

    /// A key for comparisons: the larger, the better for the side to move.
    pub fn rank(self) -> (Verdict, i32) {
        let distance = i32::from(self.distance);
        let sooner = self.verdict == Verdict::Win;
        (self.verdict, if sooner { -distance } else { distance })
    }
}
