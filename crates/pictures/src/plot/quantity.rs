//! The quantities that pictures show. Each has one name, one colour and one dash, in every picture.
//!
//! A wide solid line is visible under any other line, and a dotted one on top of any other. So lines that
//! coincide, such as wins and games not lost if no game is drawn, are both visible.

use super::parts::line::{COLOURS, DASHED, DOTTED, FURTHER, LONG, SOLID};
use crate::draw::{Colour, Stroke};
use matchboxes::game::Side;
use matchboxes::learn::Exact;

/// The chance of a certain event in an exact evaluation.
pub(super) const ONE: u64 = 1_000_000_000_000;

/// A quantity that is drawn over the course of a training.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Quantity {
    /// Games a side won.
    Wins(Side),
    /// Drawn games.
    Draws,
    /// Games a side did not lose.
    NotLost(Side),
    /// A count of one side alone, such as its boxes or its score.
    Of(Side),
    /// The exact chance to win against random play.
    WinsRandom,
    /// The exact chance not to lose against random play.
    NotLostRandom,
    /// The exact chance not to lose against perfect play.
    NotLostPerfect,
    /// The exact chance not to lose against the opponent that beats it most often.
    NotLostWorst,
    /// Of the boxes that its play reaches, the share in which the most frequent beads are all best moves.
    Right,
}

/// What the boxes of the learners in a picture hold.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Holding {
    /// Beads.
    #[default]
    Beads,
    /// A value of each move; the play that is shown is greedy.
    Values,
    /// Beads in some, values in others.
    BeadsOrValues,
}

impl Holding {
    /// What the boxes of several learners hold, of which these keep values.
    pub fn of(keep_values: impl IntoIterator<Item = bool>) -> Self {
        let [mut beads, mut values] = [false; 2];
        for keeps in keep_values {
            values |= keeps;
            beads |= !keeps;
        }
        match (beads, values) {
            (_, false) => Self::Beads,
            (false, true) => Self::Values,
            (true, true) => Self::BeadsOrValues,
        }
    }

    /// The label of the number of boxes in which a move has been ruled out.
    pub const fn ruled_out(self) -> &'static str {
        match self {
            Self::Beads => "boxes with a move without beads",
            Self::Values => "boxes with a move that greedy play rules out",
            Self::BeadsOrValues => "boxes with a move that is ruled out",
        }
    }

    /// A note that explains the names of [`Quantity::EXACT`].
    pub const fn exact_note(self) -> &'static str {
        match self {
            Self::Beads => {
                "worst case: against the opponent that beats it most often; \
                 right: the most frequent beads are all best moves"
            }
            Self::Values => {
                "worst case: against the opponent that beats it most often; \
                 right: the greatest values are all best moves"
            }
            Self::BeadsOrValues => {
                "worst case: against the opponent that beats it most often; \
                 right: the most frequent beads, or the greatest values, are all best moves"
            }
        }
    }
}

impl Quantity {
    /// The quantities that are drawn of the exact strength of a table.
    pub const EXACT: [Self; 5] = [
        Self::WinsRandom,
        Self::NotLostRandom,
        Self::NotLostPerfect,
        Self::NotLostWorst,
        Self::Right,
    ];

    /// Its name.
    pub fn name(self) -> String {
        self.name_for(&Side::BOTH.map(Side::name))
    }

    /// Its name if the sides have other names than `first` and `second`.
    pub(super) fn name_for(self, sides: &[impl AsRef<str>; 2]) -> String {
        let of = |side: Side| sides[side.index()].as_ref();
        match self {
            Self::Wins(side) => format!("{} wins", of(side)),
            Self::Draws => "draw".to_owned(),
            Self::NotLost(side) => format!("{} not lost", of(side)),
            Self::Of(side) => of(side).to_owned(),
            Self::WinsRandom => "wins against random".to_owned(),
            Self::NotLostRandom => "not lost against random".to_owned(),
            Self::NotLostPerfect => "not lost against perfect".to_owned(),
            Self::NotLostWorst => "not lost, worst case".to_owned(),
            Self::Right => "right where play goes".to_owned(),
        }
    }

    pub(super) fn stroke(self) -> Stroke {
        let (colour, width, dash) = match self {
            Self::Wins(Side::First) | Self::Of(Side::First) => (COLOURS[0], 2.25, SOLID),
            Self::Wins(Side::Second) | Self::Of(Side::Second) => (COLOURS[1], 2.25, DASHED),
            Self::Draws => (COLOURS[2], 2.25, DOTTED),
            Self::NotLost(_) => (Colour::BLACK, 3.75, SOLID),
            Self::WinsRandom => (COLOURS[5], 2.25, SOLID),
            Self::NotLostRandom => (FURTHER[2], 3.75, SOLID),
            Self::NotLostPerfect => (COLOURS[3], 2.25, DASHED),
            Self::NotLostWorst => (FURTHER[4], 2.25, DOTTED),
            Self::Right => (COLOURS[4], 2.25, LONG),
        };
        Stroke::new(colour, width).dashed(dash)
    }

    /// Its value in an exact evaluation, in parts of [`ONE`]; `None` for quantities that are counted.
    pub(super) fn exact_value(self, exact: &Exact) -> Option<u64> {
        Some(match self {
            Self::WinsRandom => exact.random[0],
            Self::NotLostRandom => ONE.saturating_sub(exact.random[2]),
            Self::NotLostPerfect => ONE.saturating_sub(exact.perfect[2]),
            Self::NotLostWorst => ONE.saturating_sub(exact.worst_loss),
            Self::Right => exact.right_reached,
            _ => return None,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quantities_of_one_picture_differ_in_colour_and_in_dash_or_width() {
        let results = [
            Quantity::Wins(Side::First),
            Quantity::Wins(Side::Second),
            Quantity::Draws,
            Quantity::NotLost(Side::First),
        ];
        for picture in [&results[..], &Quantity::EXACT[..]] {
            for (place, one) in picture.iter().enumerate() {
                for other in &picture[..place] {
                    let (one, other) = (one.stroke(), other.stroke());
                    assert_ne!(one.colour, other.colour);
                    let wider = (one.width - other.width).abs() > 1.0;
                    assert!(wider || one.dash != other.dash, "{one:?} {other:?}");
                }
            }
        }
    }
}
