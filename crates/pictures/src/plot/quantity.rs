//! The quantities that pictures show. Each has one name, one colour and one dash, in every picture.
//!
//! A wide solid line is visible under any other line, and a dotted one on top of any other. So lines that
//! coincide, such as wins and games not lost if no game is drawn, are both visible.

use super::parts::line::{COLOURS, DASHED, DOTTED, FURTHER, LONG, SOLID};
use crate::draw::{Colour, Stroke};
use matchboxes::arena::{Figure, Holding};
use matchboxes::game::{Side, Verdict};

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
    /// An exact figure; of a chance to lose, what that leaves of 100 %.
    Exact(Figure),
}

/// A note that explains the names of [`Figure::LISTED`].
pub(super) fn exact_note(holding: Holding) -> String {
    let optimal = holding.optimal();
    format!("worst case: against the opponent that beats it most often; optimal: {optimal}")
}

impl Quantity {
    /// Its name.
    pub fn name(self) -> String {
        match self {
            Self::Wins(side) => format!("{} wins", side.name()),
            Self::Draws => "draw".to_owned(),
            Self::NotLost(side) => format!("{} not lost", side.name()),
            Self::Of(side) => side.name().to_owned(),
            Self::Exact(figure) => {
                let label = figure.label();
                match label.strip_prefix("loses") {
                    Some(how) => format!("not lost{how}"),
                    None => label,
                }
            }
        }
    }

    /// Whether it is what a chance to lose leaves of 100 %.
    pub const fn is_left(self) -> bool {
        use Figure::{Perfect, Random, WorstCaseLoss};
        let Self::Exact(figure) = self else {
            return false;
        };
        matches!(
            figure,
            Random(Verdict::Loss) | Perfect(Verdict::Loss) | WorstCaseLoss
        )
    }

    pub(super) fn stroke(self) -> Stroke {
        let (colour, width, dash) = match self {
            Self::Wins(Side::First) | Self::Of(Side::First) => (COLOURS[0], 2.25, SOLID),
            Self::Wins(Side::Second) | Self::Of(Side::Second) => (COLOURS[1], 2.25, DASHED),
            Self::Draws => (COLOURS[2], 2.25, DOTTED),
            Self::NotLost(_) => (Colour::BLACK, 3.75, SOLID),
            Self::Exact(Figure::Random(Verdict::Win)) => (COLOURS[5], 2.25, SOLID),
            Self::Exact(Figure::Random(_) | Figure::Sampled(_)) => (FURTHER[2], 3.75, SOLID),
            Self::Exact(Figure::Perfect(_)) => (COLOURS[3], 2.25, DASHED),
            Self::Exact(Figure::WorstCaseLoss) => (FURTHER[4], 2.25, DOTTED),
            Self::Exact(Figure::Optimal | Figure::OptimalWherePlayGoes) => (COLOURS[4], 2.25, LONG),
        };
        Stroke::new(colour, width).dashed(dash)
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
        let exact = Figure::LISTED.map(Quantity::Exact);
        for picture in [&results[..], &exact[..]] {
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
