//! Two figures of many things, such as the speed and the strength of rules: a dot for each, those that no other
//! one beats in both figures with a colour and a name, and a line through them.

use super::bands::curve_stroke;
use super::chart::Chart;
use super::parts::axis::Axis;
use super::parts::canvas::GREY;
use super::parts::line::{DASHED, Dots, Line};
use super::parts::numbers::ends;
use super::picture::Picture;
use crate::draw::{Colour, Stroke};

/// Dots with two figures each.
#[derive(Clone, Debug, Default)]
pub struct Front {
    /// The title of the picture.
    pub title: String,
    /// The line under the title; may be empty.
    pub subtitle: String,
    /// The name of the horizontal axis, with its unit.
    pub x_label: String,
    /// The name of the vertical axis, with its unit.
    pub y_label: String,
    /// The dots on the front from left to right, each with its name.
    pub front: Vec<(String, (f64, f64))>,
    /// The other dots.
    pub others: Vec<(f64, f64)>,
    /// Notes at the foot.
    pub notes: Vec<String>,
}

/// Draws the dots; one with a number that is not finite is left out.
pub fn front(front: &Front) -> Picture {
    let finite = |&(x, y): &(f64, f64)| x.is_finite() && y.is_finite();
    let others: Vec<_> = front.others.iter().copied().filter(finite).collect();
    let named = front.front.iter().filter(|(_, at)| finite(at));
    let through: Vec<_> = named.clone().map(|(_, at)| *at).collect();
    let lines: Vec<Line> = named
        .enumerate()
        .map(|(place, (name, at))| {
            let colour = curve_stroke(None, place).colour;
            Line::new(name.clone(), vec![*at], Stroke::new(colour, 4.0))
        })
        .collect();
    let all = || others.iter().chain(&through);
    let x = Axis::between(&front.x_label, ends(all().map(|at| at.0))).rounded();
    let y = Axis::between(&front.y_label, ends(all().map(|at| at.1))).rounded();
    let dash = Stroke::new(GREY, 1.0).dashed(DASHED);
    let chart = Chart {
        behind: vec![Line::new(String::new(), through, dash)],
        notes: front.notes.clone(),
        dots: vec![Dots {
            points: others,
            colour: Colour::BLACK,
            radius: 3.5,
        }],
        ..Chart::new(x, y, lines)
    };
    chart.picture(&front.title, &front.subtitle)
}
