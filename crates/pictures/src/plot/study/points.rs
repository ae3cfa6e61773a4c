//! The curves of a study in the units of its pictures.

use std::iter;

use matchboxes::arena::{Curve, Figure, Point as StudyPoint, Study, Unit};
use matchboxes::text::float;

use super::view::Band;
use crate::plot::bands::Point;
use crate::plot::score::height;

/// The points of a curve; a count starts with 0 before the first game.
pub(super) fn points(study: &Study, curve: Curve, band: Band) -> Vec<Point> {
    let unit = curve.unit();
    let most = match unit {
        Unit::Count => None,
        Unit::Share => Some(StudyPoint::ONE),
        Unit::Chance => Some(Figure::ONE),
    };
    let one = most.map_or(1.0, |most| float(most) / 100.0);
    let start = (unit == Unit::Count).then(Point::default);
    let points = study.points.iter().filter_map(|point| {
        let spread = match unit {
            Unit::Share => point.shares(curve),
            Unit::Count | Unit::Chance => point.curves.get(&curve)?.clone(),
        };
        // What no run has is a gap.
        let known = |y: f64| if spread.is_empty() { f64::NAN } else { y / one };
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
pub(super) fn scores(study: &Study, band: Band) -> Vec<Point> {
    let points = study.points.iter().filter_map(|point| {
        let score = point.score.as_ref()?;
        let [low, high] = band.ends(
            score.mean(),
            |part| height(score.quantile(part)),
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
