//! The curves of a study in the units of its pictures.

use matchboxes::arena::{Curve, Figure, Point as StudyPoint, Study};
use matchboxes::text::float;
use matchboxes_pictures::plot::Point;

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
    pub(super) fn of(curve: Curve) -> Self {
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

/// The points of a curve; a count starts with 0 before the first game.
pub(super) fn points(study: &Study, curve: Curve) -> Vec<Point> {
    let unit = Unit::of(curve);
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
        Some(Point {
            x: float(point.after * study.setting.games_per_set),
            low: known(float(spread.quantile(10))),
            mid: known(spread.mean()),
            high: known(float(spread.quantile(90))),
        })
    });
    start.into_iter().chain(points).collect()
}

/// The means of a share in percent, each in the middle of its games, two standard errors either way.
pub(super) fn means(study: &Study, curve: Curve) -> Vec<Point> {
    let per_set = study.setting.games_per_set;
    let one = float(StudyPoint::ONE) / 100.0;
    let points = study.points.iter().filter_map(|point| {
        let spread = point.shares(curve);
        let (mid, error) = (spread.mean() / one, 2.0 * spread.error() / one);
        (!spread.is_empty()).then(|| Point {
            x: float(point.after * per_set) - (float(point.sets * per_set) - 1.0) / 2.0,
            low: mid - error,
            mid,
            high: mid + error,
        })
    });
    points.collect()
}
