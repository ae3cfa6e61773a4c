//! What a table was worth exactly after each set: learning without the noise of games.

use super::bands::{Bands, Point, Series, bands};

use super::picture::Picture;
use super::training::Training;
use crate::error::Result;
use crate::game::Side;
use crate::learn::Exact;
use crate::text::float;

/// Draws, for every side that was examined: the chances to win and not to lose against random play
/// and not to lose against perfect play, the chance not to lose against the best opponent there can
/// be, and the share of right boxes among those its play reaches.
///
/// # Errors
///
/// [`Error::Drawing`](crate::Error::Drawing) when the drawing library fails.
pub fn exact(training: &Training<'_>) -> Result<Picture> {
    let examined: Vec<Side> = Side::BOTH
        .into_iter()
        .filter(|side| {
            let mut records = training.history.records.iter();
            records.any(|r| {
                r.snapshots[side.index()]
                    .as_ref()
                    .is_some_and(|s| s.exact.is_some())
            })
        })
        .collect();
    let mut series = Vec::new();
    for &side in &examined {
        let whose = match examined.len() {
            1 => String::new(),
            _ => format!("{}: ", training.name(side)),
        };
        let figures: [(&str, Figure); 5] = [
            ("wins against random", |e| e.random[0]),
            ("not lost against random", |e| e.random[0] + e.random[1]),
            ("not lost against perfect", |e| e.perfect[0] + e.perfect[1]),
            ("not lost, worst case", |e| ONE.saturating_sub(e.worst_loss)),
            ("right where play goes", |e| e.right_reached),
        ];
        for (name, figure) in figures {
            series.push(Series {
                name: format!("{whose}{name}"),
                points: points(training, side, figure),
            });
        }
    }
    bands(&Bands {
        title: training.title.clone(),
        subtitle: training.subtitle.clone(),
        x_label: "games played".to_owned(),
        y_label: "exact chance (%)".to_owned(),
        y_range: Some((0.0, 100.0)),
        series,
        notes: vec![
            "worst case: against the".to_owned(),
            "opponent that beats it most".to_owned(),
            "right: most beads on moves".to_owned(),
            "that keep the value".to_owned(),
        ],
    })
}

/// Reads one number of what an exam found.
type Figure = fn(&Exact) -> u64;

/// A certainty.
const ONE: u64 = 1_000_000_000_000;

fn points(training: &Training<'_>, side: Side, figure: Figure) -> Vec<Point> {
    let mut games = 0;
    let mut points = Vec::new();
    for record in &training.history.records {
        games += record.results.games();
        let exact = record.snapshots[side.index()]
            .as_ref()
            .and_then(|s| s.exact.as_ref());
        if let Some(exact) = exact {
            let y = float(figure(exact)) / float(ONE) * 100.0;
            points.push(Point {
                x: float(games),
                low: y,
                mid: y,
                high: y,
            });
        }
    }
    points
}
