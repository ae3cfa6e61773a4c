//! Michie's score during a training: three points for each win of the machine, one for each draw and minus
//! one for each loss, added up game after game (figure 4 of 1963).

use super::chart::Chart;
use super::parts::axis::Axis;
use super::parts::line::{DASHED, FURTHER, Line};
use super::parts::numbers::ends;
use super::picture::Picture;
use super::quantity::Quantity;
use super::training::Training;
use crate::draw::Stroke;
use matchboxes::game::Side;
use matchboxes::player::tictactoe::script;
use matchboxes::text::{decimal, float};

/// The name of Michie's machine in the legend, and the note on it.
pub(super) const NAME: &str = "1961";
pub(super) const NOTE: &str =
    "1961: Michie's own machine, points read from figure 4 of his paper of 1963";

/// The name of the score on an axis.
pub(super) const LABEL: &str = "3 x wins + draws - losses so far";

pub(super) fn height(score: i64) -> f64 {
    let height = float(score.unsigned_abs());
    if score < 0 { -height } else { height }
}

/// The score of Michie's machine after some numbers of games.
pub(super) fn published() -> impl Iterator<Item = (f64, f64)> {
    let points = script::PUBLISHED.into_iter();
    points.map(|(games, score)| (float(games), height(score)))
}

/// Draws the score of each side that learns, together with the score of Michie's machine.
pub fn score(training: &Training<'_>) -> Picture {
    let learners = training.learners();
    let own = learners.into_iter().map(|side| own_line(training, side));
    let stroke = Stroke::new(FURTHER[0], 2.0).dashed(DASHED);
    let known = Line::new(NAME.to_owned(), published().collect(), stroke);
    let lines = own.chain([known]);
    let lines: Vec<Line> = lines
        .map(|line| line.ending(|score| decimal(score, 0)))
        .collect();
    let points = || lines.iter().flat_map(|line| &line.points);
    let heights = ends(points().map(|&(_, y)| y).chain([0.0]));
    let last = points().map(|&(x, _)| x).fold(0.0, f64::max);
    let x = Axis::counting("games played", last);
    let y = Axis::between(LABEL, heights).rounded();
    let chart = Chart {
        notes: vec![NOTE.to_owned()],
        ..Chart::new(x, y, lines)
    };
    chart.picture(&training.heading)
}

fn own_line(training: &Training<'_>, side: Side) -> Line {
    let mut score = 0.0;
    let mut points = vec![(0.0, 0.0)];
    for stretch in training.points(0.0) {
        let results = stretch.results;
        let [won, lost] = [side, side.other()].map(|side| float(results.wins(side)));
        score += 3.0 * won + float(results.draws) - lost;
        points.push((stretch.end, score));
    }
    let name = training.name(side).to_owned();
    Line::new(name, points, Quantity::Of(side).stroke())
}
