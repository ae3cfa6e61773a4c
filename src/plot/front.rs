//! Two figures of many things, such as the speed and the strength of rules: a dot for each, those that no other
//! one beats in both figures with a colour and a name, and a line through them.

use super::bands::curve_stroke;
use super::chart::Chart;
use super::parts::axis::Axis;
use super::parts::canvas::GREY;
use super::parts::line::{DASHED, Dots, Line};
use super::picture::Picture;
use crate::draw::{Colour, Stroke};
use crate::error::Result;

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
///
/// # Errors
///
/// [`Error::Drawing`](crate::Error::Drawing) when the drawing library fails.
pub fn front(front: &Front) -> Result<Picture> {
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
    let ends = |number: fn(&(f64, f64)) -> f64| {
        all()
            .map(number)
            .fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), v| {
                (low.min(v), high.max(v))
            })
    };
    let x = Axis::between(&front.x_label, ends(|at| at.0)).rounded();
    let y = Axis::between(&front.y_label, ends(|at| at.1)).rounded();
    let dash = Stroke {
        colour: GREY,
        width: 1.0,
        dash: DASHED,
    };
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::plot::picture::checked_svg;

    fn drawn(front_of: &[(f64, f64)], others: &[(f64, f64)]) -> String {
        let named =
            |(i, &at): (usize, &(f64, f64))| (format!("training {i} {}", "x".repeat(i)), at);
        checked_svg(front(&Front {
            title: "<&>".repeat(200),
            front: front_of.iter().enumerate().map(named).collect(),
            others: others.to_vec(),
            notes: vec!["a remark ".repeat(60)],
            ..Front::default()
        }))
    }

    #[test]
    fn every_finite_dot_is_drawn_and_those_on_the_front_are_named() {
        let many: Vec<(f64, f64)> = (0..200_u32)
            .map(|n| (n.into(), f64::from(n).sqrt()))
            .collect();
        for (front, others) in [
            (&[][..], &[][..]),
            (&[(1.0, 2.0)], &[]),
            (&[(1.0, 2.0), (3.0, 4.0)], &[(2.0, 1.0), (f64::NAN, 1.0)]),
            (&many, &many),
        ] {
            drawn(front, others);
        }
        let svg = drawn(
            &[(1.0, 2.0), (f64::INFINITY, 4.0)],
            &[(2.0, 1.0), (f64::NAN, 1.0)],
        );
        assert!(svg.contains(">training 0 </text>") || svg.contains(">training 0</text>"));
        assert!(!svg.contains("training 1"));
        assert_eq!(
            drawn(&[], &[(1.0, 2.0), (2.0, 1.0)])
                .matches("<circle")
                .count(),
            2
        );
    }
}
