//! Two figures of many things, such as the speed and the strength of rules, on the runs that choose and on others: a
//! dot for each, those that no other one beats in both figures with a colour and a name, a line through where they
//! were chosen, and from there a line to what came of them.

use super::bands::curve_stroke;
use super::chart::Chart;
use super::look::Heading;
use super::parts::axis::Axis;
use super::parts::canvas::GREY;
use super::parts::line::{DASHED, Dots, Line};
use super::parts::numbers::ends;
use super::picture::Picture;
use crate::draw::{Colour, Stroke};

/// Dots with two figures each.
#[derive(Clone, Debug, Default)]
pub struct Front {
    /// The lines above it, and how large it is.
    pub heading: Heading,
    /// The name of the horizontal axis, with its unit.
    pub x_label: String,
    /// The name of the vertical axis, with its unit.
    pub y_label: String,
    /// Those on the front from left to right, each with its name, where it was chosen and what came of it.
    pub front: Vec<(String, [(f64, f64); 2])>,
    /// The other dots.
    pub others: Vec<(f64, f64)>,
    /// Notes at the foot.
    pub notes: Vec<String>,
}

/// Draws the dots; one with a number that is not finite is left out.
pub fn front(front: &Front) -> Picture {
    let finite = |&(x, y): &(f64, f64)| x.is_finite() && y.is_finite();
    let others: Vec<_> = front.others.iter().copied().filter(finite).collect();
    let named = || {
        front
            .front
            .iter()
            .filter(|(_, both)| both.iter().all(finite))
    };
    let through: Vec<_> = named().map(|(_, [chosen, _])| *chosen).collect();
    let dash = Stroke::new(GREY, 1.0).dashed(DASHED);
    let mut behind = vec![Line::new(String::new(), through.clone(), dash)];
    let mut lines = Vec::new();
    for (place, (name, [chosen, reported])) in named().enumerate() {
        let colour = curve_stroke(place, 0).colour;
        let way = vec![*chosen, *reported];
        behind.push(Line::new(String::new(), way, Stroke::new(colour, 1.5)));
        lines.push(Line::new(
            name.clone(),
            vec![*reported],
            Stroke::new(colour, 4.0),
        ));
    }
    let reported = named().map(|(_, [_, reported])| reported);
    let all = || others.iter().chain(&through).chain(reported.clone());
    let x = Axis::between(&front.x_label, ends(all().map(|at| at.0))).rounded();
    let y = Axis::between(&front.y_label, ends(all().map(|at| at.1))).rounded();
    let chart = Chart {
        behind,
        notes: front.notes.clone(),
        dots: vec![Dots {
            points: others,
            colour: Colour::BLACK,
            radius: 3.5,
        }],
        ..Chart::new(x, y, lines)
    };
    chart.picture(&front.heading)
}
