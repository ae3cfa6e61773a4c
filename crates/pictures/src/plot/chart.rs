//! Axes and lines with a legend, shared by all pictures of curves.
//!
//! The legend is to the right of the data, never over them; notes are at the foot.

use plotters::chart::{ChartBuilder, LabelAreaPosition};
use plotters::drawing::IntoDrawingArea;
use plotters::style::TRANSPARENT;

use super::look::{Heading, Look};
use super::parts::axis::{Axis, Scale};
use super::parts::canvas::{Canvas, GREY, MARGIN, PALE, heading_height, picture};
use super::parts::legend;
use super::parts::line::{Dots, Line, Placing, back_to_front};
use super::parts::pen::{drawn, line_style, text_style, units};
use super::picture::Picture;
use crate::draw::{Colour, Ink, Stroke, extent};

/// The height below the data, for numbers and the name of the axis.
const FOOT: f64 = 44.0;
/// The distance between lines of a heading.
const HEADING: f64 = 18.0;
/// The distance between lines of notes.
const NOTE: f64 = 15.0;
/// The most lines of notes, and in a narrow picture.
const NOTES: [usize; 2] = [3, 8];

/// Lines with two axes and a legend.
#[derive(Clone, Debug)]
pub(super) struct Chart {
    /// Written over the data; may be empty.
    pub(super) heading: String,
    pub(super) x: Axis,
    pub(super) y: Axis,
    pub(super) dots: Vec<Dots>,
    pub(super) behind: Vec<Line>,
    /// The lines; they are drawn so that none hides another, in any order.
    pub(super) lines: Vec<Line>,
    pub(super) notes: Vec<String>,
    /// Written in place of the lines if none has a point.
    pub(super) empty: String,
    /// The width of the legend: see [`legend::width`].
    pub(super) legend: f64,
    pub(super) look: Look,
}

impl Chart {
    /// Lines and their legend, without notes or anything behind them.
    pub(super) fn new(x: Axis, y: Axis, lines: Vec<Line>) -> Self {
        Self {
            heading: String::new(),
            x,
            y,
            dots: Vec::new(),
            behind: Vec::new(),
            notes: Vec::new(),
            empty: "no games yet".to_owned(),
            legend: legend::width(&lines),
            lines,
            look: Look::default(),
        }
    }

    /// Draws a picture of the chart alone. In a narrow one the legend is below the data, and the name of the vertical axis
    /// above them.
    pub(super) fn picture(mut self, heading: &Heading) -> Picture {
        let (look, width) = (heading.look, heading.look.width);
        self.look = look;
        if !look.is_narrow() {
            let height = look.height() - heading_height(heading, width);
            return picture(heading, (width, height), |canvas| self.draw(canvas));
        }
        // The last number below the axis goes half beyond its end.
        self.legend = MARGIN.max(widest(&self.x.labels(8.0)) / 2.0 + 2.0);
        self.heading = self.y.title();
        self.y.label.clear();
        let below = legend::height_below(&self.lines, width - 2.0 * MARGIN);
        let notes = extent(self.notes(width).len()) * NOTE;
        let height = look.height() + notes;
        picture(heading, (width, height + below + 10.0), |canvas| {
            self.draw(&canvas.within([0.0, below + 10.0, 0.0, 0.0]));
            legend::draw_below(&canvas.within([height, 0.0, MARGIN, MARGIN]), &self.lines);
        })
    }

    pub(super) fn draw(&self, canvas: &Canvas<'_>) {
        let notes = self.notes(canvas.size.0);
        let under = match notes.len() {
            0 => 10.0,
            lines => 20.0 + extent(lines) * NOTE,
        };
        let (width, height) = canvas.size;
        let heading = Ink::LABEL.wrap(&self.heading, width - 2.0 * MARGIN);
        let above = match heading.len() {
            0 => 8.0,
            lines => 6.0 + extent(lines) * HEADING,
        };
        let y_most = ((height - above - FOOT - under) / 40.0).clamp(2.0, 10.0);
        let left = 34.0 + widest(&self.y.labels(y_most)).max(22.0);
        let room = width - MARGIN - left - self.legend;
        let x = Scale::new(&self.x, self.most_labels(room));
        let y = Scale::new(&self.y, y_most);

        let body = canvas.within([above, under, MARGIN, self.legend]);
        let built = ChartBuilder::on(&body.into_drawing_area())
            .set_label_area_size(LabelAreaPosition::Left, units(left))
            .set_label_area_size(LabelAreaPosition::Bottom, units(FOOT))
            .build_cartesian_2d(x, y);
        let mut chart = drawn(built);
        let grid = chart
            .configure_mesh()
            .bold_line_style(line_style(Stroke::new(PALE, 1.0)))
            .light_line_style(TRANSPARENT)
            .axis_style(line_style(Stroke::new(GREY, 1.25)))
            .set_all_tick_mark_size(units(4.0))
            .label_style(text_style(&Ink::TICK))
            .axis_desc_style(text_style(&Ink::LABEL))
            .x_desc(self.x.title())
            .y_desc(self.y.title())
            .draw();
        drawn(grid);

        let data = chart.plotting_area();
        self.draw_data(canvas, &|at| body.grid_place(data.map_coordinate(&at)));
        let (corner, foot) = ((MARGIN + left, above), height - FOOT - under);
        self.cuts(canvas, (corner.0, foot));
        let left = match &heading[..] {
            [line] if corner.0 + Ink::LABEL.width(line) <= width - MARGIN => corner.0,
            _ => MARGIN,
        };
        canvas.write_lines(&heading, (left, 15.0), HEADING, &Ink::LABEL);
        if self.lines.iter().all(|line| line.last().is_none()) {
            let middle = (corner.0 + room / 2.0, f64::midpoint(above, foot));
            canvas.write(&self.empty, middle, &Ink::SUBTITLE.centred());
        }
        let first = (corner.0, height - under + 16.0);
        canvas.write_lines(&notes, first, NOTE, &Ink::NOTE);
        if self.look.is_narrow() {
            return;
        }
        let right = canvas.within([0.0, 0.0, width - self.legend, 0.0]);
        legend::draw(
            &right,
            &self.lines,
            (above + 6.0, foot + 4.0),
            |line: &Line| {
                let last = line.last();
                let y = last.map_or(foot, |(_, y)| foot - (foot - above) * self.y.share(y));
                (y, last.is_some_and(|(x, _)| self.x.share(x) > 0.97))
            },
        );
    }

    /// Draws what the chart shows, the lines on top of all else.
    fn draw_data(&self, canvas: &Canvas<'_>, place: Placing<'_>) {
        let drawing = &mut *canvas.drawing.borrow_mut();
        for line in &self.behind {
            line.draw(drawing, place);
        }
        for line in &self.lines {
            line.draw_band(drawing, place);
        }
        for dots in &self.dots {
            dots.draw(drawing, place);
        }
        for line in back_to_front(&self.lines) {
            line.draw(drawing, place);
        }
    }

    /// The largest number of labels for which there is room along the horizontal axis.
    fn most_labels(&self, room: f64) -> f64 {
        let most = [8.0, 6.0, 5.0, 4.0, 3.0, 2.0].into_iter().find(|most| {
            let labels = self.x.labels(*most);
            extent(labels.len()) * (widest(&labels) + 22.0) <= room + 30.0
        });
        most.unwrap_or(1.0)
    }

    /// The notes in lines that fit, with a note on axes that do not include 0.
    fn notes(&self, width: f64) -> Vec<String> {
        let cut = match (self.x.is_cut(), self.y.is_cut()) {
            (false, false) => None,
            (true, false) => Some("//: the horizontal axis does not begin at 0"),
            (false, true) => Some("//: the vertical axis does not begin at 0"),
            (true, true) => Some("//: the axes do not begin at 0"),
        };
        let room = width - 4.0 * MARGIN;
        let mut lines: Vec<String> = Vec::new();
        for note in self.notes.iter().map(String::as_str).chain(cut) {
            let longer = lines.last().map(|line| format!("{line}; {note}"));
            match longer.filter(|line| Ink::NOTE.width(line) <= room) {
                Some(longer) => {
                    lines.pop();
                    lines.push(longer);
                }
                None => lines.extend(Ink::NOTE.wrap(note, room)),
            }
        }
        lines.truncate(NOTES[usize::from(self.look.is_narrow())]);
        lines
    }

    /// Marks each axis that does not include 0, near the corner where both begin.
    fn cuts(&self, canvas: &Canvas<'_>, (x, y): (f64, f64)) {
        let across = self.x.is_cut().then_some((x + 12.0, y));
        let up = self.y.is_cut().then_some((x, y - 12.0));
        for (x, y) in across.into_iter().chain(up) {
            canvas.fill((x - 3.0, y - 3.0), (x + 3.0, y + 3.0), Colour::WHITE);
            for slant in [-3.0, 3.0] {
                let slash = [(x + slant - 3.0, y + 5.0), (x + slant + 3.0, y - 5.0)];
                canvas.line(&slash, Stroke::new(GREY, 1.25));
            }
        }
    }
}

/// The width of the widest of these texts next to an axis.
pub(super) fn widest<'t>(texts: impl IntoIterator<Item = &'t String>) -> f64 {
    let widths = texts.into_iter().map(|text| Ink::TICK.width(text));
    widths.fold(0.0, f64::max)
}
