//! What the hand is asked for that draws the beads of a machine.

use crate::games::AnyGame;
use crate::learn::{Empty, Rule};
use crate::store::BoxView;

/// What the hand is asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HandTask {
    /// A bead from the box.
    Bead,
    /// The box is empty and is filled with its starting beads; then a bead from it.
    Refill,
    /// The box is empty and gets one bead of any colour, chosen by lot, which is also drawn.
    OneBead,
    /// The box is empty and stays so: any move, chosen by lot.
    AnyMove,
    /// The rule makes the box only when its position is met again: any move, chosen by lot.
    NotYet,
    /// The rule has no box for the position: any move, chosen by lot.
    NoBox,
}

impl HandTask {
    /// Its name, as the page knows it.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Bead => "bead",
            Self::Refill => "refill",
            Self::OneBead => "one-bead",
            Self::AnyMove => "any-move",
            Self::NotYet => "not-yet",
            Self::NoBox => "no-box",
        }
    }

    /// What is asked for at a box; `None` if the machine cannot move from it.
    pub(super) fn at(rule: &Rule, view: &BoxView<AnyGame>) -> Option<Self> {
        match rule.empty {
            _ if view.total() > 0 => Some(Self::Bead),
            Empty::Refill => Some(Self::Refill),
            Empty::OneBead => Some(Self::OneBead),
            Empty::AnyMove => Some(Self::AnyMove),
            _ => None,
        }
    }
}
