//! The curves of a study in the units of its pictures.

use std::iter;

use matchboxes::arena::{Curve, Figure, FinalFigure, Finals, Point as StudyPoint, Study};
use matchboxes::text::float;
use matchboxes_pictures::plot::Point;

use super::view::BandOf;

/// The unit in which a curve is drawn.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Unit {
    /// A count, 0 before the first game.
    Count,
    /// Percent of the games played.
    Share,
    /// An exact chance in percent.
    Chance,
}

impl Unit {
    pub(super) fn for_curve(curve: Curve) -> Self {
        match curve {
            Curve::Wins(_) | Curve::Draws | Curve::NotLost(_) | Curve::Resigned(_) => Self::Share,
            Curve::Exact(..) | Curve::Greedy(..) => Self::Chance,
            Curve::Boxes(_)
            | Curve::MissingColour(_)
            | Curve::Refused(_)
            | Curve::Rescued(_)
            | Curve::Saturated(_) => Self::Count,
        }
    }
}

/// What is a whole for a figure that is a share of games or a chance.
pub(super) fn whole(finals: &Finals, study: &Study) -> Option<f64> {
    match finals.figure {
        FinalFigure::Curve(curve) => match Unit::for_curve(curve) {
            Unit::Share => Some(float(study.last_games())),
            Unit::Chance => Some(1.0),
            Unit::Count => None,
        },
        _ => None,
    }
}

/// The points of a curve; a count starts with 0 before the first game.
pub(super) fn points(study: &Study, curve: Curve, band: BandOf) -> Vec<Point> {
    let unit = Unit::for_curve(curve);
    let one = match unit {
        Unit::Count => 1.0,
        Unit::Share => float(StudyPoint::ONE) / 100.0,
        Unit::Chance => float(Figure::ONE) / 100.0,
    };
    let start = (unit == Unit::Count).then(Point::default);
    let points = study.points.iter().filter_map(|point| {
        let spread = match unit {
            Unit::Share => point.shares(curve),
            Unit::Count | Unit::Chance => point.curves.get(&curve)?.clone(),
        };
        // What no run has is a gap.
        let known = |y: f64| if spread.is_empty() { f64::NAN } else { y / one };
        let most = match unit {
            Unit::Share => Some(StudyPoint::ONE),
            Unit::Chance => Some(Figure::ONE),
            Unit::Count => None,
        };
        let [low, high] = band.ends(
            spread.mean(),
            |part| float(spread.quantile(part)),
            |level| spread.interval(most?, level),
        );
        Some(Point {
            x: float(point.after * study.setting.games_per_set),
            low: known(low),
            mid: known(spread.mean()),
            high: known(high),
        })
    });
    start.into_iter().chain(points).collect()
}

/// The points of the score, from before the first game on.
pub(super) fn scores(study: &Study, band: BandOf) -> Vec<Point> {
    let points = study.points.iter().filter_map(|point| {
        let score = point.score.as_ref()?;
        let [low, high] = band.ends(
            score.mean(),
            |part| signed(score.quantile(part)),
            |level| score.interval(level),
        );
        Some(Point {
            x: float(point.after * study.setting.games_per_set),
            low,
            mid: score.mean(),
            high,
        })
    });
    iter::once(Point::default()).chain(points).collect()
}

/// A score as a height.
pub(super) fn signed(score: i64) -> f64 {
    let height = float(score.unsigned_abs());
    if score < 0 { -height } else { height }
}

/// The means of a share in percent, each in the middle of its games, two standard errors either way.
pub(super) fn means(study: &Study, curve: Curve) -> Vec<Point> {
    let per_set = study.setting.games_per_set;
    let one = float(StudyPoint::ONE) / 100.0;
    let points = study.points.iter().filter_map(|point| {
        let spread = point.shares(curve);
        let error = 2.0 * spread.error().unwrap_or(0.0) / one;
        let mid = spread.mean() / one;
        (!spread.is_empty()).then(|| Point {
            x: float(point.after * per_set) - (float(point.sets * per_set) - 1.0) / 2.0,
            low: mid - error,
            mid,
            high: mid + error,
        })
    });
    points.collect()
}
