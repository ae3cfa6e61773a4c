//! The learning curve: the results of the games of a training.
//!
//! Each line is a mean over the last games; the number of games depends on the length of the training. It
//! uses earlier games only, so its last point agrees with a report of the last games. Pale dots show the
//! values it is a mean of. There is no line for draws if no game was drawn.

use super::chart::Chart;
use super::parts::axis::Axis;
use super::parts::line::{Dots, Line};
use super::parts::numbers::ends;
use super::picture::Picture;
use super::quantity::Quantity;
use super::training::{Stretch, Training};
use matchboxes::game::Side;
use matchboxes::text::{decimal, float};

/// The smallest and largest number of games that a line is a mean of, unless single points have more.
const WINDOW: (f64, f64) = (20.0, 1_000.0);

/// In long trainings, the number of points that a line is a mean of.
const POINTS: f64 = 10.0;

/// Draws the shares of games won by each side, drawn games, and games that the learner did not lose.
pub fn curve(training: &Training<'_>) -> Picture {
    let points = training.points(0.0);
    let last = points.last().map_or(0.0, |p| p.end);
    let window = window(&points);
    // A mean of fewer games could only have a few different values.
    let least = (last / 10.0).floor().min(WINDOW.0);
    let stretches = training.points(least);
    let single = || stretches.iter().filter(|s| s.games() >= least.max(1.0));
    let mut lines = Vec::new();
    let mut dots = Vec::new();
    for quantity in quantities(training) {
        let mean = (0..points.len()).filter_map(|at| {
            let recent = recent(&points[..=at], window);
            let games: f64 = recent.iter().map(Stretch::games).sum();
            let share = share(recent, quantity).filter(|_| games >= least)?;
            Some((points[at].end, share))
        });
        let stroke = quantity.stroke();
        let line = Line::new(quantity.name(), mean.collect(), stroke);
        lines.push(line.ending(|share| format!("{}%", decimal(share, 1))));
        // A single game has one result; the dots at 0 for the others are left out.
        let shown = |s: &&Stretch<'_>, y: &f64| s.games() > 1.0 || *y > 0.0;
        let at = |s: &Stretch<'_>| share(std::slice::from_ref(s), quantity);
        let places = single().filter_map(|s| Some((s.end, at(s).filter(|y| shown(&s, y))?)));
        dots.push(Dots {
            points: places.collect(),
            colour: stroke.colour,
            radius: match stretches.len() {
                0..=12 => 3.5,
                13..=100 => 2.0,
                _ => 1.25,
            },
        });
    }
    // The last quantity, games not lost, is the sum of others; its dots are drawn first, below the others.
    dots.reverse();
    let x = Axis::counting("games played", last);
    let y = Axis::between("share of games (%)", (0.0, 100.0));
    let mut notes = notes(&single().collect::<Vec<_>>(), window, last);
    let mut own = quantities(training).into_iter().zip(&lines);
    let own = own.find(|(quantity, _)| matches!(quantity, Quantity::NotLost(_)));
    notes.extend(own.and_then(|(_, line)| training.fall(line.points.iter().map(|at| at.1))));
    let chart = Chart {
        notes,
        dots,
        empty: "no line yet: it is a mean of more games than were played".to_owned(),
        ..Chart::new(x, y, lines)
    };
    chart.picture(&training.heading)
}

fn quantities(training: &Training<'_>) -> Vec<Quantity> {
    let mut quantities = vec![Quantity::Wins(Side::First), Quantity::Wins(Side::Second)];
    let mut records = training.history.records.iter();
    if records.any(|record| record.results.draws > 0) {
        quantities.push(Quantity::Draws);
    }
    if let ([learner], false) = (&training.learners()[..], training.shared) {
        let learner = *learner;
        quantities.push(Quantity::NotLost(learner));
    }
    quantities
}

/// The number of games that a line is a mean of: a fifth of all, within limits, rounded.
fn window(points: &[Stretch<'_>]) -> f64 {
    let all = points.last().map_or(0.0, |p| p.end);
    let largest = points.iter().map(Stretch::games).fold(1.0, f64::max);
    let most = WINDOW.1.max(POINTS * largest);
    let wanted = (all / 5.0).min(most).max(WINDOW.0);
    let power = 10_f64.powf((wanted * (1.0 + 1e-9)).log10().floor());
    let round = [5.0, 2.0].map(|factor| factor * power);
    let fits = round.into_iter().find(|n| *n <= wanted * (1.0 + 1e-9));
    fits.unwrap_or(power)
}

/// The share of a quantity in percent of the games; `None` if no game was played.
fn share(stretches: &[Stretch<'_>], quantity: Quantity) -> Option<f64> {
    let all: f64 = stretches.iter().map(Stretch::games).sum();
    let some: f64 = stretches
        .iter()
        .map(|s| {
            float(match quantity {
                Quantity::Wins(side) => s.results.wins(side),
                Quantity::NotLost(side) => s.results.wins(side) + s.results.draws,
                _ => s.results.draws,
            })
        })
        .sum();
    (all > 0.0).then(|| (100.0 * some / all).min(100.0))
}

/// The fewest last points that cover the given number of games, or all points.
fn recent<'a, 'b>(points: &'a [Stretch<'b>], games: f64) -> &'a [Stretch<'b>] {
    let mut covered = 0.0;
    let from = points.iter().rposition(|point| {
        covered += point.games();
        covered >= games
    });
    &points[from.unwrap_or(0)..]
}

fn notes(dots: &[&Stretch<'_>], window: f64, all: f64) -> Vec<String> {
    let (least, most) = ends(dots.iter().map(|dot| dot.games()));
    if most <= 0.0 {
        return Vec::new();
    }
    let number = |games: f64| decimal(games, 0);
    let each = match (number(least), number(most)) {
        (one, same) if one == same && one == "1" => "single games".to_owned(),
        (one, same) if one == same => format!("{one} games each"),
        (few, many) => format!("{few} to {many} games each"),
    };
    let mean = if window >= all {
        "all games so far".to_owned()
    } else {
        format!("the last {} games", number(window))
    };
    vec![
        format!("dots: {each}"),
        format!("lines: mean of {mean}, its last value next to the name"),
    ]
}
