//! What the final values of the runs of a training are of.

use super::curve::{Curve, Figure};
use crate::game::Side;

/// What the final values of the runs are of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FinalFigure {
    /// A curve over the last sets together; of greedy play too this is [`Curve::Exact`], see [`Finals::play`](super::Finals::play).
    Curve(Curve),
    /// Whether a run lost none of its last games, and refused none.
    LostNone(Side),
    /// Whether it resigned or refused more than half of them.
    MostlyResigned(Side),
    /// Whether no opponent can beat it.
    NeverLoses(Side),
    /// The games until it did not lose this share of its last games, in percent.
    GamesUntil(Side, u64),
}

impl FinalFigure {
    /// The figure of a curve.
    pub const fn of_curve(curve: Curve) -> Self {
        match curve {
            Curve::Greedy(side, figure) => Self::Curve(Curve::Exact(side, figure)),
            curve => Self::Curve(curve),
        }
    }

    /// The name in files, such as `first_wins` or `first_games_until_90`.
    pub fn name(self) -> String {
        match self {
            Self::Curve(curve) => curve.name(),
            Self::LostNone(side) => format!("{}_lost_none", side.name()),
            Self::MostlyResigned(side) => format!("{}_mostly_resigned", side.name()),
            Self::NeverLoses(side) => format!("{}_never_loses", side.name()),
            Self::GamesUntil(side, percent) => format!("{}_games_until_{percent}", side.name()),
        }
    }

    /// Whether it is that a run is of a kind, or not.
    pub const fn is_kind(self) -> bool {
        matches!(
            self,
            Self::LostNone(_) | Self::MostlyResigned(_) | Self::NeverLoses(_)
        )
    }

    /// Whether it is of the worst case.
    pub const fn is_worst_case(self) -> bool {
        matches!(self, Self::Curve(Curve::Exact(_, Figure::WorstCaseLoss)))
    }

    /// Whether it is of events that happen under some rules only.
    pub const fn is_rare(self) -> bool {
        matches!(
            self,
            Self::Curve(Curve::Refused(_) | Curve::Rescued(_) | Curve::Saturated(_))
        )
    }

    /// The side that it is of, if it is of one.
    pub const fn side(self) -> Option<Side> {
        match self {
            Self::Curve(curve) => curve.side(),
            Self::LostNone(side)
            | Self::MostlyResigned(side)
            | Self::NeverLoses(side)
            | Self::GamesUntil(side, _) => Some(side),
        }
    }
}
