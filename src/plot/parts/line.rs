//! Lines and the bands around them, which differ in colour and dash.

use plotters::coord::cartesian::Cartesian2d;
use plotters::prelude::DrawingArea;

use super::axis::Scale;
use super::canvas::Canvas;
use super::pen::{Element, Pen};
use crate::draw::{self, Colour, Place, Shape};
use crate::error::Result;
use crate::plot::picture::drawing_error;

/// The area in which data are drawn.
pub(crate) type Data<'s, 'a> = DrawingArea<Pen<'s>, Cartesian2d<Scale<'a>, Scale<'a>>>;

/// With at most this many points, each is marked with a dot.
const DOTS: usize = 12;

/// Blue, vermillion, green, purple, orange, sky, black: Okabe and Ito without the yellow.
pub(crate) const COLOURS: [Colour; 7] = [
    Colour::new(0x00, 0x72, 0xb2),
    Colour::new(0xd5, 0x5e, 0x00),
    Colour::new(0x00, 0x9e, 0x73),
    Colour::new(0xcc, 0x79, 0xa7),
    Colour::new(0xe6, 0x9f, 0x00),
    Colour::new(0x56, 0xb4, 0xe9),
    Colour::new(0x00, 0x00, 0x00),
];

/// The colours of further lines: brown, grey, navy, olive, crimson.
pub(crate) const FURTHER: [Colour; 5] = [
    Colour::new(0x8c, 0x51, 0x0a),
    Colour::new(0x88, 0x88, 0x88),
    Colour::new(0x33, 0x22, 0x88),
    Colour::new(0x7a, 0x7a, 0x00),
    Colour::new(0x88, 0x22, 0x55),
];

/// The dash pattern of a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Dash {
    /// No gaps.
    Solid,
    /// Long pieces.
    Dashed,
    /// Very short pieces.
    Dotted,
    /// Very long pieces.
    Long,
}

impl Dash {
    /// All patterns, for cyclic use.
    pub(crate) const ALL: [Self; 4] = [Self::Solid, Self::Dashed, Self::Dotted, Self::Long];

    /// The drawing order: patterns that cover most come first, so that all lines are visible.
    const fn order(self) -> u8 {
        match self {
            Self::Solid => 0,
            Self::Long => 1,
            Self::Dashed => 2,
            Self::Dotted => 3,
        }
    }

    /// The lengths of a piece and of a gap.
    const fn pattern(self) -> Option<(f64, f64)> {
        match self {
            Self::Solid => None,
            Self::Dashed => Some((8.0, 4.0)),
            Self::Dotted => Some((2.5, 3.0)),
            Self::Long => Some((16.0, 4.0)),
        }
    }
}

/// How a line is drawn.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Stroke {
    /// Its colour.
    pub(crate) colour: Colour,
    /// Its width in points.
    pub(crate) width: f64,
    /// Its dash pattern.
    pub(crate) dash: Dash,
}

/// A line, with or without a band around it.
#[derive(Clone, Debug)]
pub(crate) struct Line {
    /// Its name in the legend; a line without a name is not in the legend.
    pub(crate) name: Option<String>,
    /// A number that the legend shows with the name.
    pub(crate) value: String,
    /// Its points.
    pub(crate) points: Vec<(f64, f64)>,
    /// The band: for each horizontal coordinate its lower and upper edge.
    pub(crate) band: Vec<(f64, f64, f64)>,
    /// How it is drawn.
    pub(crate) stroke: Stroke,
}

/// The lines in drawing order, so that none hides another: wide lines first, and for equal width solid
/// lines first.
pub(crate) fn back_to_front(lines: &[Line]) -> Vec<&Line> {
    let mut ordered: Vec<&Line> = lines.iter().collect();
    ordered.sort_by(|one, other| {
        let dashes = [one, other].map(|line| line.stroke.dash.order());
        let widths = other.stroke.width.total_cmp(&one.stroke.width);
        widths.then(dashes[0].cmp(&dashes[1]))
    });
    ordered
}

impl Line {
    /// Draws its band.
    pub(crate) fn draw_band(&self, data: &Data<'_, '_>) -> Result<()> {
        let lower = self.band.iter().map(|&(x, low, _)| (x, low));
        let upper = self.band.iter().rev().map(|&(x, _, high)| (x, high));
        draw_shapes(data, lower.chain(upper).collect(), |around| {
            vec![match around.len() {
                0 => return Vec::new(),
                2 => Shape::Line {
                    through: around,
                    stroke: draw::Stroke::new(self.stroke.colour, 1.5),
                },
                _ => Shape::Polygon {
                    corners: around,
                    fill: self.fill(),
                },
            }]
        })
    }

    /// The colour of its band.
    pub(crate) fn fill(&self) -> Colour {
        self.stroke.colour.faint(51)
    }

    /// Draws the line itself.
    pub(crate) fn draw(&self, data: &Data<'_, '_>) -> Result<()> {
        let Stroke { colour, width, .. } = self.stroke;
        draw_shapes(data, self.points.clone(), |through| {
            let marked = through.len() <= DOTS;
            let dots = through.iter().filter(|_| marked);
            let mut shapes: Vec<Shape> = dots.map(|&at| dot(at, 1.0 + width, colour)).collect();
            if through.len() > 1 {
                let stroke = self.stroke.drawn();
                shapes.push(Shape::Line { through, stroke });
            }
            shapes
        })
    }
}

/// Draws the shapes that `shape` makes of data points after they are converted to places on the paper.
fn draw_shapes(
    data: &Data<'_, '_>,
    places: Vec<(f64, f64)>,
    shape: impl Fn(Vec<Place>) -> Vec<Shape>,
) -> Result<()> {
    data.draw(&Element { places, shape }).map_err(drawing_error)
}

fn dot(centre: Place, radius: f64, colour: Colour) -> Shape {
    Shape::Circle {
        centre,
        radius,
        fill: Some(colour),
        stroke: None,
    }
}

/// Pale dots, such as those of single sets behind the line of their mean.
#[derive(Clone, Debug)]
pub(crate) struct Dots {
    /// Their places.
    pub(crate) points: Vec<(f64, f64)>,
    /// The colour of which they are a pale version.
    pub(crate) colour: Colour,
    /// Their radius in points.
    pub(crate) radius: f64,
}

impl Dots {
    /// Draws the dots.
    pub(crate) fn draw(&self, data: &Data<'_, '_>) -> Result<()> {
        let colour = pale(self.colour);
        draw_shapes(data, self.points.clone(), |places| {
            let dots = places.into_iter().map(|at| dot(at, self.radius, colour));
            dots.collect()
        })
    }
}

/// A colour mixed with white.
fn pale(colour: Colour) -> Colour {
    let lighten = |c: u8| c + (u8::MAX - c) / 10 * 6;
    Colour::new(
        lighten(colour.red),
        lighten(colour.green),
        lighten(colour.blue),
    )
}

impl Stroke {
    /// The stroke in the form of the `draw` module.
    fn drawn(&self) -> draw::Stroke {
        draw::Stroke {
            dash: self.dash.pattern(),
            ..draw::Stroke::new(self.colour, self.width)
        }
    }

    /// Draws a sample of it for the legend.
    pub(crate) fn sample(&self, canvas: &Canvas<'_>, from: Place, to: Place) {
        canvas.line(&[from, to], self.drawn());
    }
}
