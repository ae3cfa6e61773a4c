//! The quantities that pictures show. Each has one name, one colour and one dash, in every picture.
//!
//! A wide solid line is visible under any other line, and a dotted one on top of any other. So lines that
//! coincide, such as wins and games not lost if no game is drawn, are both visible.

use super::parts::line::{COLOURS, DASHED, DOTTED, FURTHER, LONG, SOLID};
use crate::draw::{Colour, Stroke};
use matchboxes::arena::{Figure, Holding};
use matchboxes::game::{Side, Verdict};
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

/// A note that explains the names of [`Quantity::EXACT`].
pub fn exact_note(holding: Holding) -> String {
    let right = holding.right();
    format!("worst case: against the opponent that beats it most often; right: {right}")
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
            _ => self.figure().map_or_else(String::new, |(figure, is_left)| {
                let label = figure.label();
                match label.strip_prefix("loses") {
                    Some(how) if is_left => format!("not lost{how}"),
                    _ => label.to_owned(),
                }
            }),
        }
    }

    /// The exact figure behind it, and whether it is what that leaves of 100 %; `None` for quantities that are
    /// counted.
    pub const fn figure(self) -> Option<(Figure, bool)> {
        Some(match self {
            Self::WinsRandom => (Figure::Random(Verdict::Win), false),
            Self::NotLostRandom => (Figure::Random(Verdict::Loss), true),
            Self::NotLostPerfect => (Figure::Perfect(Verdict::Loss), true),
            Self::NotLostWorst => (Figure::WorstLoss, true),
            Self::Right => (Figure::RightWherePlayGoes, false),
            _ => return None,
        })
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
        let (figure, is_left) = self.figure()?;
        let value = figure.of(exact);
        Some(if is_left {
            ONE.saturating_sub(value)
        } else {
            value
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
