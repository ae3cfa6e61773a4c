//! Bars in groups, each with the range over many runs, to compare two or more counts.

use super::look::Heading;
use super::parts::axis::Axis;
use super::parts::canvas::{Canvas, GREY, MARGIN, PALE, heading_height, picture};
use super::parts::line::COLOURS;
use super::picture::Picture;
use crate::draw::{Colour, Ink, Stroke, extent};
use matchboxes::text::{float, thousands};

/// Bars over named groups.
#[derive(Clone, Debug, Default)]
pub struct Bars {
    /// The lines above it, and how large it is.
    pub heading: Heading,
    /// What the groups are.
    pub x_label: String,
    /// What the bars count.
    pub y_label: String,
    /// The names of the groups, from left to right.
    pub groups: Vec<String>,
    /// The bars to compare within each group, in the order of the legend.
    pub series: Vec<BarSeries>,
    /// Notes under the legend, such as what the ranges are.
    pub notes: Vec<String>,
}

/// The bars of one colour.
#[derive(Clone, Debug, Default)]
pub struct BarSeries {
    /// Their name in the legend.
    pub name: String,
    /// One for each group.
    pub bars: Vec<Bar>,
}

/// One count.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Bar {
    /// The height of the bar; also written above it.
    pub count: u64,
    /// The minimum and maximum over many runs, drawn as a thin line unless they are equal.
    pub range: (u64, u64),
}

/// Blue and orange come first because they also differ when printed in grey.
const FILLS: [Colour; 4] = [COLOURS[0], COLOURS[4], COLOURS[2], COLOURS[3]];

/// The width of the legend with its margins.
const LEGEND: f64 = 200.0;

/// The height of the labels below the bars.
const FOOT: f64 = 58.0;

/// Draws the bars.
pub fn bars(bars: &Bars) -> Picture {
    let all = bars.series.iter().flat_map(|series| &series.bars);
    let most = all.map(|bar| bar.count.max(bar.range.1)).max().unwrap_or(0);
    let axis = Axis::counting(&bars.y_label, float(most)).rounded();
    let (heading, look) = (&bars.heading, bars.heading.look);
    let height = look.height() - heading_height(heading, look.width);
    picture(heading, (look.width, height), |canvas| {
        let (width, height) = canvas.size;
        let frame = Frame {
            bars,
            left: MARGIN + 34.0 + Ink::TICK.width(&thousands(most)).max(22.0),
            right: width - LEGEND,
            top: 20.0,
            foot: height - FOOT,
            axis,
        };
        frame.scale(canvas);
        for (group, name) in bars.groups.iter().enumerate() {
            frame.group(canvas, group, name);
        }
        frame.legend(canvas);
    })
}

struct Frame<'a> {
    bars: &'a Bars,
    left: f64,
    right: f64,
    top: f64,
    foot: f64,
    axis: Axis,
}

impl Frame<'_> {
    fn height(&self, value: f64) -> f64 {
        self.foot - (self.foot - self.top) * value / self.axis.range.1
    }

    /// Draws the numbers at the left and their grid lines.
    fn scale(&self, canvas: &Canvas<'_>) {
        let ticks = self.axis.ticks(8.0);
        for value in ticks.values {
            let y = self.height(value);
            canvas.line(&[(self.left, y), (self.right, y)], Stroke::new(PALE, 1.0));
            let text = self.axis.write(value, ticks.step);
            canvas.write(&text, (self.left - 8.0, y + 4.5), &Ink::TICK.ending());
        }
        let middle = f64::midpoint(self.top, self.foot);
        let label = Ink::LABEL.centred();
        let beside = (MARGIN + 12.0, middle);
        canvas.write(&self.axis.title(), beside, &label.upwards());
        let below = (f64::midpoint(self.left, self.right), self.foot + 42.0);
        canvas.write(&self.bars.x_label, below, &label);
    }

    /// Draws the bars of one group and its name under them.
    fn group(&self, canvas: &Canvas<'_>, group: usize, name: &str) {
        let wide = (self.right - self.left) / extent(self.bars.groups.len().max(1));
        let from = self.left + extent(group) * wide;
        let each = wide * 0.84 / extent(self.bars.series.len().max(1));
        for (place, series) in self.bars.series.iter().enumerate() {
            let Some(bar) = series.bars.get(group) else {
                continue;
            };
            let x = from + wide * 0.08 + extent(place) * each;
            let top = self.height(float(bar.count));
            let fill = FILLS[place % FILLS.len()];
            canvas.fill((x + 0.75, top), (x + each - 0.75, self.foot), fill);
            let middle = x + each / 2.0;
            let mut above = top;
            if bar.range.0 < bar.range.1 {
                let [low, high] = [bar.range.0, bar.range.1].map(|n| self.height(float(n)));
                let stroke = Stroke::new(Colour::BLACK, 1.25);
                canvas.line(&[(middle, low), (middle, high)], stroke);
                for y in [low, high] {
                    canvas.line(&[(middle - 3.0, y), (middle + 3.0, y)], stroke);
                }
                above = above.min(high);
            }
            let at = (middle, above - 4.0);
            canvas.write(&thousands(bar.count), at, &Ink::NOTE.centred());
        }
        let axis = [(from, self.foot), (from + wide, self.foot)];
        canvas.line(&axis, Stroke::new(GREY, 1.25));
        let name = Ink::TICK.shorten(name, wide - 4.0);
        let below = (from + wide / 2.0, self.foot + 19.0);
        canvas.write(&name, below, &Ink::TICK.centred());
    }

    fn legend(&self, canvas: &Canvas<'_>) {
        let (x, room) = (self.right + 18.0, LEGEND - 18.0 - MARGIN);
        let mut y = self.top + 12.0;
        for (place, series) in self.bars.series.iter().enumerate() {
            let fill = FILLS[place % FILLS.len()];
            canvas.fill((x, y - 11.0), (x + 14.0, y + 2.0), fill);
            let name = Ink::TICK.shorten(&series.name, room - 22.0);
            canvas.write(&name, (x + 22.0, y), &Ink::TICK);
            y += 22.0;
        }
        let notes = self.bars.notes.iter();
        let notes: Vec<String> = notes.flat_map(|note| Ink::NOTE.wrap(note, room)).collect();
        canvas.write_lines(&notes, (x, y + 6.0), 15.0, &Ink::NOTE);
    }
}
