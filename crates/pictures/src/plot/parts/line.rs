//! Lines and the bands around them, which differ in colour and dash.

use crate::draw::{Colour, Coordinates, Drawing, ShapeOutline, Stroke};

/// From the numbers of a point to its place on the paper.
pub(crate) type Placing<'a> = &'a dyn Fn((f64, f64)) -> Coordinates;

/// With at most this many points, each is marked with a dot.
const DOTS: usize = 12;

/// Blue, vermillion, green, purple, orange, sky, black: Okabe and Ito without the yellow.
pub(crate) const COLOURS: [Colour; 7] = Colour::all([
    0x00_72_b2, 0xd5_5e_00, 0x00_9e_73, 0xcc_79_a7, 0xe6_9f_00, 0x56_b4_e9, 0x00_00_00,
]);

/// The colours of further lines: brown, grey, navy, olive, crimson.
pub(crate) const FURTHER: [Colour; 5] =
    Colour::all([0x8c_51_0a, 0x88_88_88, 0x33_22_88, 0x7a_7a_00, 0x88_22_55]);

/// The lengths of a piece and of a gap; `None` for a line without gaps.
pub(crate) type Dash = Option<(f64, f64)>;

pub(crate) const SOLID: Dash = None;
pub(crate) const DASHED: Dash = Some((8.0, 4.0));
pub(crate) const DOTTED: Dash = Some((2.5, 3.0));
pub(crate) const LONG: Dash = Some((16.0, 4.0));

/// All patterns, for cyclic use: more than a picture has curves, and not a divisor of the number of colours.
pub(crate) const DASHES: [Dash; 7] = [
    SOLID,
    DASHED,
    DOTTED,
    LONG,
    Some((2.5, 9.0)),
    Some((9.0, 11.0)),
    Some((26.0, 9.0)),
];

/// A line, with or without a band around it.
#[derive(Clone, Debug)]
pub(crate) struct Line {
    /// Its name in the legend; a line without a name is not in the legend.
    pub(crate) name: Option<String>,
    /// A number that the legend shows with the name.
    pub(crate) value: String,
    /// A point whose height is not finite is a gap.
    pub(crate) points: Vec<(f64, f64)>,
    /// For each horizontal coordinate the lower and upper edge of the band.
    pub(crate) band: Vec<(f64, f64, f64)>,
    pub(crate) stroke: Stroke,
}

/// The lines in drawing order, so that none hides another: wide lines first, and for equal width those whose
/// pieces cover most.
pub(crate) fn back_to_front(lines: &[Line]) -> Vec<&Line> {
    let covered = |dash: Dash| dash.map_or(1.0, |(piece, gap)| piece / (piece + gap));
    let mut ordered: Vec<&Line> = lines.iter().collect();
    ordered.sort_by(|one, other| {
        let dashes = covered(other.stroke.dash).total_cmp(&covered(one.stroke.dash));
        let widths = other.stroke.width.total_cmp(&one.stroke.width);
        widths.then(dashes)
    });
    ordered
}

impl Line {
    /// A line without a band and a value.
    pub(crate) fn new(name: String, points: Vec<(f64, f64)>, stroke: Stroke) -> Self {
        Self {
            name: Some(name),
            value: String::new(),
            points,
            band: Vec::new(),
            stroke,
        }
    }

    /// The same with the height of its last point as its value.
    pub(crate) fn ending(mut self, write: impl Fn(f64) -> String) -> Self {
        self.value = self.last().map_or(String::new(), |last| write(last.1));
        self
    }

    /// The part of it between two heights. Where it leaves them it ends at the edge, and a gap follows.
    pub(crate) fn between(mut self, (low, high): (f64, f64)) -> Self {
        let mut points: Vec<(f64, f64)> = Vec::with_capacity(self.points.len());
        // A share of all can be a little more than all, by rounding.
        let near = (high - low) * 1e-9;
        let inside = |y: f64| {
            if (low - near..=high + near).contains(&y) {
                y.clamp(low, high)
            } else {
                y
            }
        };
        for &(x, y) in &self.points {
            let y = inside(y);
            let before = points.last().copied();
            points.push((x, y));
            let Some((from, start)) = before.filter(|(_, start)| start.is_finite()) else {
                continue;
            };
            // In the order in which the line meets the edges.
            let mut edges = [low, high];
            if start > y {
                edges.reverse();
            }
            let crossed = edges
                .into_iter()
                .filter(|edge| (start - edge) * (y - edge) < 0.0);
            let last = points.len() - 1;
            points.splice(
                last..last,
                crossed.map(|edge| (from + (x - from) * (edge - start) / (y - start), edge)),
            );
        }
        for (_, y) in &mut points {
            if !(low..=high).contains(y) {
                *y = f64::NAN;
            }
        }
        // A band needs no gap: beyond the edges it has no height.
        self.points = points;
        self
    }

    /// Its last point, if it has any.
    pub(crate) fn last(&self) -> Option<(f64, f64)> {
        let mut points = self.points.iter().rev().copied();
        points.find(|point| point.1.is_finite())
    }

    pub(crate) fn draw_band(&self, drawing: &mut Drawing, place: Placing<'_>) {
        for band in self
            .band
            .split(|&(_, low, high): &(f64, f64, f64)| !(low.is_finite() && high.is_finite()))
        {
            let lower = band.iter().map(|&(x, low, _)| (x, low));
            let upper = band.iter().rev().map(|&(x, _, high)| (x, high));
            let around: Vec<Coordinates> = lower.chain(upper).map(place).collect();
            match around.len() {
                0 => {}
                2 => drawing.line(around, Stroke::new(self.stroke.colour, 1.5)),
                _ => drawing.figure(ShapeOutline::Polygon(around), Some(self.fill()), None),
            }
        }
    }

    pub(crate) fn fill(&self) -> Colour {
        self.stroke.colour.faint(51)
    }

    pub(crate) fn draw(&self, drawing: &mut Drawing, place: Placing<'_>) {
        let Stroke { colour, width, .. } = self.stroke;
        for points in self.points.split(|point| !point.1.is_finite()) {
            let through: Vec<Coordinates> = points.iter().copied().map(place).collect();
            if through.len() <= DOTS {
                for &centre in &through {
                    drawing.dot(centre, 1.0 + width, colour);
                }
            }
            if through.len() > 1 {
                drawing.line(through, self.stroke);
            }
        }
    }
}

/// Pale dots, such as single sets behind the line of their mean.
#[derive(Clone, Debug)]
pub(crate) struct Dots {
    pub(crate) points: Vec<(f64, f64)>,
    /// The colour of which they are a pale version.
    pub(crate) colour: Colour,
    pub(crate) radius: f64,
}

impl Dots {
    pub(crate) fn draw(&self, drawing: &mut Drawing, place: Placing<'_>) {
        // Mixed with white.
        let [red, green, blue] = self.colour.rgb().map(|c| c + (u8::MAX - c) / 10 * 6);
        for &point in &self.points {
            drawing.dot(place(point), self.radius, Colour::new(red, green, blue));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_ends_where_it_leaves_the_range() {
        let line = |heights: &[f64]| {
            let points = heights.iter().zip(0_u8..).map(|(&y, x)| (f64::from(x), y));
            let line = Line::new(
                String::new(),
                points.collect(),
                Stroke::new(COLOURS[0], 1.0),
            );
            line.between((40.0, 100.0)).points
        };
        let inside = [50.0, 100.0, 40.0, 100.0 + 1e-12];
        let points = [(0.0, 50.0), (1.0, 100.0), (2.0, 40.0), (3.0, 100.0)];
        assert_eq!(line(&inside), points);
        // From below to above and back: both edges are met on the way.
        let left = line(&[20.0, 120.0, 90.0]);
        assert_eq!(left[1..3], [(0.2, 40.0), (0.8, 100.0)]);
        assert!(left[0].1.is_nan() && left[3].1.is_nan());
        assert_eq!(left[5], (2.0, 90.0));
    }
}
