//! How close a table is to perfect play: the counts and shares that
//! [`OptimalMoves`](super::OptimalMoves) computes.
//!
//! Boxes in which every move has the same value are left out, since nothing can be wrong
//! there; these are 70 of Michie's 304 boxes of tic-tac-toe. A box is *optimal* if it has been met and every
//! move that greedy play may choose keeps the value: if several colours share the most beads, all of them
//! must keep it. A box that was never met counts as filled with one bead of each colour and is not optimal;
//! an empty box, which resigns or plays any move, is not optimal either.

use crate::text::float;

/// How close some boxes of a table are to perfect play.
///
/// Chances are per game: a box is reached if play reaches its position or an image of it.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Accuracy {
    /// The number of boxes in which the choice matters.
    pub boxes: u64,
    /// How many of them the table has met.
    pub met: u64,
    /// How many of the met ones are optimal: every colour that has the most beads keeps the value.
    pub optimal: u64,
    /// The sum of the chances that the table's own play reaches each of these boxes: the average number of
    /// choices that matter in a game.
    pub reached: f64,
    /// The same for the optimal boxes.
    pub reached_optimal: f64,
    /// The sum of the chances that play reaches each of these boxes and then keeps the value.
    pub kept: f64,
}

impl Accuracy {
    /// The share of optimal boxes among all boxes, met or not; `None` if there are no boxes.
    pub fn share(&self) -> Option<f64> {
        ratio(float(self.optimal), float(self.boxes))
    }

    /// The share of optimal boxes, each weighted by the chance that the table's own play reaches it; `None`
    /// if it reaches none.
    pub fn weighted_share(&self) -> Option<f64> {
        ratio(self.reached_optimal, self.reached)
    }

    /// The chance that a bead drawn where the choice matters keeps the value, each box weighted by the
    /// chance that the table's own play reaches it; `None` if it reaches none.
    pub fn kept_share(&self) -> Option<f64> {
        ratio(self.kept, self.reached)
    }

    /// All of these together.
    pub fn all<'a>(parts: impl IntoIterator<Item = &'a Self>) -> Self {
        let mut sum = Self::default();
        for part in parts {
            sum.boxes += part.boxes;
            sum.met += part.met;
            sum.optimal += part.optimal;
            sum.reached += part.reached;
            sum.reached_optimal += part.reached_optimal;
            sum.kept += part.kept;
        }
        sum
    }
}

fn ratio(part: f64, whole: f64) -> Option<f64> {
    (whole > 0.0).then(|| (part / whole).min(1.0))
}
