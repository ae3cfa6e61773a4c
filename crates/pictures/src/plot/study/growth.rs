//! A picture of the growth of tables: what share of the moves comes from known boxes.

use matchboxes::arena::Growth;
use matchboxes::text::{float, share, thousands};
use matchboxes_report::by_ply;

use crate::plot::bands::{Bands, Point, Series};

/// A share of known boxes, in percent, below which the picture need not show it.
const SEEN: f64 = 0.5;

/// The lines of the picture: for one training a line for each mark, for several one for the end of each. Late in a
/// long game almost no position has been met before; these moves would leave half of the picture empty.
pub(super) fn picture(all: &[Vec<Growth>], names: Vec<String>, frame: Bands) -> Bands {
    let line = |name: String, mark: &Growth| Series {
        name,
        points: by_ply(mark)
            .map(|(ply, met, known)| Point::flat(float(ply), 100.0 * share(known, met)))
            .collect(),
        ..Series::default()
    };
    let games = |mark: &Growth| format!("up to {} games", thousands(mark.games));
    let mut series: Vec<Series> = match all {
        [marks] => marks.iter().map(|mark| line(games(mark), mark)).collect(),
        all => {
            let last = names.into_iter().zip(all);
            last.filter_map(|(name, marks)| Some(line(name, marks.last()?)))
                .collect()
        }
    };
    let points = series.iter().flat_map(|line| &line.points);
    let known = points.filter(|point| point.mid >= SEEN);
    let end = known.fold(0.0, |end, point| point.x.max(end)) + 4.0;
    let mut notes = vec!["moves made from boxes that already existed; run 0".to_owned()];
    if series
        .iter()
        .map(|line| line.points.last().map_or(0.0, |point| point.x))
        .fold(0.0, f64::max)
        > end
    {
        notes.push(format!("later moves, below {SEEN} %, are not shown"));
        for line in &mut series {
            line.points.retain(|point| point.x <= end);
        }
    }
    Bands {
        x_label: "moves played before".to_owned(),
        x_range: None,
        series,
        notes,
        band_note: String::new(),
        ..frame
    }
}
