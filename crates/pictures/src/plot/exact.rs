//! The exact strength of a table after each set: learning without the noise of sampled games.

use super::bands::{Bands, Point, Series, bands};
use super::picture::Picture;
use super::quantity::{Quantity, exact_note};
use super::training::Training;
use matchboxes::arena::Figure;
use matchboxes::game::{Side, Verdict};
use matchboxes::learn::Learners;
use matchboxes::text::float;

/// Draws [`Figure::LISTED`] of the table of a side.
pub fn exact(training: &Training<'_>, side: Side) -> Picture {
    let alone = training.learners().len() < 2;
    let own = points(training, side, Figure::Random(Verdict::Loss));
    let fall = training.fall(own.iter().map(|point| point.mid));
    bands(&Bands {
        heading: training.heading.clone(),
        x_label: "games played".to_owned(),
        y_label: exact_label((!alone).then(|| training.name(side))),
        y_range: Some((0.0, 100.0)),
        series: Figure::LISTED
            .map(|figure| Series {
                name: Quantity::Exact(figure).name(),
                quantity: Some(Quantity::Exact(figure)),
                points: points(training, side, figure),
                ..Series::default()
            })
            .into(),
        notes: std::iter::once(exact_note(training.holding))
            .chain(fall)
            .collect(),
        ..Bands::default()
    })
}

/// The name of the picture of a side.
pub fn exact_name(learners: Learners, side: Side) -> String {
    match learners {
        Learners::Both => format!("exact-{}", side.name()),
        _ => "exact".to_owned(),
    }
}

/// The label of an axis of exact chances, with the side if both learn.
pub(super) fn exact_label(side: Option<&str>) -> String {
    match side {
        Some(side) => format!("exact chance of the {side} side (%)"),
        None => "exact chance (%)".to_owned(),
    }
}

fn points(training: &Training<'_>, side: Side, figure: Figure) -> Vec<Point> {
    const ONE: u64 = 1_000_000_000_000;
    let mut games = 0;
    let points = training.history.records.iter().filter_map(|record| {
        games += record.results.games();
        let exact = record.snapshots[side.index()].as_ref()?.exact.as_ref()?;
        let is_left = Quantity::Exact(figure).is_left();
        let value = figure.value_in(exact);
        let value = value.map(|value| {
            if is_left {
                ONE.saturating_sub(value)
            } else {
                value
            }
        });
        let y = value.map_or(f64::NAN, |value| float(value) / float(ONE) * 100.0);
        Some(Point::flat(float(games), y))
    });
    points.collect()
}
