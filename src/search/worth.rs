//! What a position is worth to the side to move, and how far its end is.

use crate::game::Verdict;

/// The result of perfect play and how long it takes: the winner hurries, the loser delays, and who
/// draws keeps the draw as long as both can.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Worth {
    /// The result for the side to move.
    pub verdict: Verdict,
    /// How many moves the game still takes.
    pub distance: u16,
}

impl Worth {
    /// What a move is worth that leads to this.
    #[must_use]
    pub const fn before(self) -> Self {
        Self {
            verdict: self.verdict.reversed(),
            distance: self.distance.saturating_add(1),
        }
    }

    /// The larger, the better for the side to move.
    #[must_use]
    pub fn rank(self) -> (Verdict, i32) {
        let distance = i32::from(self.distance);
        let sooner = self.verdict == Verdict::Win;
        (self.verdict, if sooner { -distance } else { distance })
    }
}
