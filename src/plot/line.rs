//! Lines and the bands around them, told apart by colour and by dash.

use plotters::coord::cartesian::Cartesian2d;
use plotters::element::{Circle, DashedPathElement, PathElement, Polygon};
use plotters::prelude::DrawingArea;
use plotters::style::{Color, RGBAColor, RGBColor};

use super::axis::Scale;
use super::canvas::Canvas;
use super::picture::failed;
use super::style::{size_units, stroke, units};
use super::svg::Svg;
use crate::error::Result;

/// Where data are drawn.
pub(super) type Data<'s, 'a> = DrawingArea<Svg<'s>, Cartesian2d<Scale<'a>, Scale<'a>>>;

/// With no more points than this, each is marked with a dot.
const DOTS: usize = 12;

/// Blue, vermillion, green, purple, orange, sky, black: Okabe and Ito without the yellow.
pub(super) const COLOURS: [RGBColor; 7] = [
    RGBColor(0x00, 0x72, 0xb2),
    RGBColor(0xd5, 0x5e, 0x00),
    RGBColor(0x00, 0x9e, 0x73),
    RGBColor(0xcc, 0x79, 0xa7),
    RGBColor(0xe6, 0x9f, 0x00),
    RGBColor(0x56, 0xb4, 0xe9),
    RGBColor(0x00, 0x00, 0x00),
];

/// The colours of further lines: brown, grey, navy, olive, crimson.
pub(super) const FURTHER: [RGBColor; 5] = [
    RGBColor(0x8c, 0x51, 0x0a),
    RGBColor(0x88, 0x88, 0x88),
    RGBColor(0x33, 0x22, 0x88),
    RGBColor(0x7a, 0x7a, 0x00),
    RGBColor(0x88, 0x22, 0x55),
];

/// How a line is broken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Dash {
    /// Not at all.
    Solid,
    /// In long pieces.
    Dashed,
    /// In very short ones.
    Dotted,
    /// In very long ones.
    Long,
}

impl Dash {
    /// All of them, to go round.
    pub(super) const ALL: [Self; 4] = [Self::Solid, Self::Dashed, Self::Dotted, Self::Long];

    /// When it is drawn: what covers most comes first, so that all can be seen.
    const fn turn(self) -> u8 {
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
pub(super) struct Stroke {
    /// Its colour.
    pub(super) colour: RGBColor,
    /// Its width in points.
    pub(super) width: f64,
    /// How it is broken.
    pub(super) dash: Dash,
}

/// A line, with a band around it or without.
#[derive(Clone, Debug)]
pub(super) struct Line {
    /// What the legend calls it; without a name it is not there.
    pub(super) name: Option<String>,
    /// A number the legend gives with the name.
    pub(super) value: String,
    /// Where it goes through.
    pub(super) points: Vec<(f64, f64)>,
    /// The band: a place, its lower and its upper edge.
    pub(super) band: Vec<(f64, f64, f64)>,
    /// How it is drawn.
    pub(super) stroke: Stroke,
}

/// The lines in the order in which none hides another: the wide ones first, and of one width the
/// solid ones.
pub(super) fn from_below(lines: &[Line]) -> Vec<&Line> {
    let mut ordered: Vec<&Line> = lines.iter().collect();
    ordered.sort_by(|one, other| {
        let turns = [one, other].map(|line| line.stroke.dash.turn());
        let widths = other.stroke.width.total_cmp(&one.stroke.width);
        widths.then(turns[0].cmp(&turns[1]))
    });
    ordered
}

impl Line {
    /// Draws its band.
    pub(super) fn draw_band(&self, data: &Data<'_, '_>) -> Result<()> {
        let lower = self.band.iter().map(|&(x, low, _)| (x, low));
        let upper = self.band.iter().rev().map(|&(x, _, high)| (x, high));
        let around: Vec<_> = lower.chain(upper).collect();
        match around.len() {
            0 => Ok(()),
            2 => data.draw(&PathElement::new(around, stroke(self.stroke.colour, 1.5))),
            _ => data.draw(&Polygon::new(around, self.fill())),
        }
        .map_err(failed)
    }

    /// The colour of its band.
    pub(super) fn fill(&self) -> RGBAColor {
        self.stroke.colour.mix(0.2)
    }

    /// Draws the line itself.
    pub(super) fn draw(&self, data: &Data<'_, '_>) -> Result<()> {
        let points = self.points.clone();
        let style = stroke(self.stroke.colour, self.stroke.width);
        if points.len() <= DOTS {
            let radius = size_units(1.0 + self.stroke.width);
            for point in &points {
                let dot = Circle::new(*point, radius, self.stroke.colour.filled());
                data.draw(&dot).map_err(failed)?;
            }
        }
        match self.stroke.dash.pattern() {
            _ if points.len() < 2 => Ok(()),
            None => data.draw(&PathElement::new(points, style)),
            Some((piece, gap)) => data.draw(&DashedPathElement::new(
                points,
                units(piece),
                units(gap),
                style,
            )),
        }
        .map_err(failed)
    }
}

/// Pale dots, such as single sets behind the line of their mean.
#[derive(Clone, Debug)]
pub(super) struct Dots {
    /// Where they are.
    pub(super) points: Vec<(f64, f64)>,
    /// The colour they are a pale form of.
    pub(super) colour: RGBColor,
    /// How large they are, in points.
    pub(super) radius: f64,
}

impl Dots {
    /// Draws all of them.
    pub(super) fn draw(&self, data: &Data<'_, '_>) -> Result<()> {
        let (style, radius) = (pale(self.colour).filled(), size_units(self.radius));
        let mut dots = self.points.iter().map(|&at| Circle::new(at, radius, style));
        dots.try_for_each(|dot| data.draw(&dot).map_err(failed))
    }
}

/// A colour mixed with that of the paper.
pub(super) fn pale(colour: RGBColor) -> RGBColor {
    let lighten = |c: u8| c + (u8::MAX - c) / 10 * 6;
    RGBColor(lighten(colour.0), lighten(colour.1), lighten(colour.2))
}

impl Stroke {
    /// A sample of it, as the legend shows.
    pub(super) fn sample(
        &self,
        canvas: &Canvas<'_>,
        from: (f64, f64),
        to: (f64, f64),
    ) -> Result<()> {
        let style = stroke(self.colour, self.width);
        let Some((piece, gap)) = self.dash.pattern() else {
            return canvas.line(&[from, to], style);
        };
        let ends = [from, to].map(|p| (units(p.0), units(p.1)));
        let line = DashedPathElement::new(ends, units(piece), units(gap), style);
        canvas.area.draw(&line).map_err(failed)
    }
}
