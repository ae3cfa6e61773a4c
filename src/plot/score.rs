//! Michie's score during a training: three points for each win of the machine, one for each draw and minus
//! one for each loss, added up game after game (figure 4 of 1963).

use super::chart::{Chart, SIZE};
use super::parts::axis::Axis;
use super::parts::canvas::picture;
use super::parts::legend;
use super::parts::line::{Dash, FURTHER, Line, Stroke};
use super::picture::Picture;
use super::quantity::Quantity;
use super::training::Training;
use crate::error::Result;
use crate::game::Side;
use crate::text::{decimal, float};

/// A published score to compare with that of a training.
#[derive(Clone, Copy, Debug)]
pub struct Published<'a> {
    /// Its name in the legend.
    pub name: &'a str,
    /// Games played and the score after them, from left to right.
    pub points: &'a [(u64, i64)],
    /// A note at the foot.
    pub note: &'a str,
}

/// Draws the score of each side that learns, together with a published one.
///
/// # Errors
///
/// [`Error::Drawing`](crate::Error::Drawing) when the drawing library fails.
pub fn score(training: &Training<'_>, published: Option<Published<'_>>) -> Result<Picture> {
    let learners = training.learners();
    let mut lines: Vec<Line> = learners
        .iter()
        .map(|&side| own_line(training, side))
        .collect();
    if let Some(published) = published {
        lines.push(published_line(published));
    }
    let points = || lines.iter().flat_map(|line| &line.points);
    let heights = points().fold((0.0_f64, 0.0_f64), |(low, high), &(_, y)| {
        (low.min(y), high.max(y))
    });
    let last = points().map(|&(x, _)| x).fold(0.0, f64::max);
    let note = published.map(|published| published.note.to_owned());
    let chart = Chart {
        heading: String::new(),
        x: Axis::counting("games played", last),
        y: Axis::between("3 x wins + draws - losses so far", heights).rounded(),
        legend: legend::width(&lines),
        behind: Vec::new(),
        dots: Vec::new(),
        notes: note.into_iter().collect(),
        lines,
    };
    picture(SIZE, |canvas| {
        chart.draw(&canvas.heading(&training.title, &training.subtitle))
    })
}

fn own_line(training: &Training<'_>, side: Side) -> Line {
    let mut score = 0.0;
    let mut points = vec![(0.0, 0.0)];
    for stretch in training.points(0.0) {
        let [won, lost] = [side, side.other()].map(|side| stretch.wins[side.index()]);
        score += 3.0 * won + stretch.draws - lost;
        points.push((stretch.end, score));
    }
    Line {
        name: Some(training.name(side).to_owned()),
        value: decimal(score, 0),
        points,
        band: Vec::new(),
        stroke: Quantity::Of(side).stroke(),
    }
}

fn published_line(published: Published<'_>) -> Line {
    let place = |&(games, score): &(u64, i64)| {
        let height = float(score.unsigned_abs());
        (float(games), if score < 0 { -height } else { height })
    };
    let points: Vec<_> = published.points.iter().map(place).collect();
    Line {
        name: Some(published.name.to_owned()),
        value: points
            .last()
            .map_or(String::new(), |last| decimal(last.1, 0)),
        points,
        band: Vec::new(),
        stroke: Stroke {
            colour: FURTHER[0],
            width: 2.0,
            dash: Dash::Dashed,
        },
    }
}
