//! Axes and lines with a legend: what all curves are made of.
//!
//! The legend stands to the right of the data, never over them.

use plotters::chart::{ChartBuilder, LabelAreaPosition};
use plotters::style::TRANSPARENT;

use super::axis::Axis;
use super::canvas::{Canvas, MARGIN};
use super::ink::Ink;
use super::legend;
use super::line::Line;
use super::numbers::extent;
use super::picture::failed;
use super::style::{GREY, PALE, stroke, units};
use crate::error::Result;

/// The size of a picture with one chart.
pub(super) const SIZE: (f64, f64) = (800.0, 500.0);

/// The room below the data, for numbers and the name of the axis.
const FOOT: f64 = 44.0;

/// Lines over two axes with a legend beside them.
#[derive(Clone, Debug)]
pub(super) struct Chart {
    /// Written over the data; may be empty.
    pub(super) heading: String,
    /// The horizontal axis.
    pub(super) x: Axis,
    /// The vertical axis.
    pub(super) y: Axis,
    /// The first is drawn first.
    pub(super) lines: Vec<Line>,
    /// Remarks under the legend.
    pub(super) notes: Vec<String>,
    /// How wide the legend is: see [`legend::width`].
    pub(super) legend: f64,
}

impl Chart {
    /// Draws all of it.
    pub(super) fn draw(&self, canvas: &Canvas<'_>) -> Result<()> {
        let above = if self.heading.is_empty() { 8.0 } else { 24.0 };
        let (width, height) = canvas.size();
        let y_most = ((height - above - FOOT - 10.0) / 40.0).clamp(2.0, 10.0);
        let labels = self.y.labels(y_most);
        let widest = |labels: &[String]| {
            labels
                .iter()
                .map(|l| Ink::TICK.width(l))
                .fold(0.0, f64::max)
        };
        let left = 34.0 + widest(&labels).max(22.0);
        let room = width - MARGIN - left - self.legend;
        let fits = |most: &f64| {
            let labels = self.x.labels(*most);
            extent(labels.len()) * (widest(&labels) + 22.0) <= room + 30.0
        };
        let x_most = [8.0, 6.0, 5.0, 4.0, 3.0, 2.0].into_iter().find(fits);
        let x = self.x.scale(x_most.unwrap_or(1.0));
        let y = self.y.scale(y_most);

        let body = canvas.within([above, 10.0, MARGIN, self.legend]);
        let mut chart = ChartBuilder::on(&body.area)
            .set_label_area_size(LabelAreaPosition::Left, units(left))
            .set_label_area_size(LabelAreaPosition::Bottom, units(FOOT))
            .build_cartesian_2d(x, y)
            .map_err(failed)?;
        chart
            .configure_mesh()
            .bold_line_style(stroke(PALE, 1.0))
            .light_line_style(TRANSPARENT)
            .axis_style(stroke(GREY, 1.25))
            .set_all_tick_mark_size(units(4.0))
            .label_style(Ink::TICK.style())
            .axis_desc_style(Ink::LABEL.style())
            .x_desc(self.x.title())
            .y_desc(self.y.title())
            .draw()
            .map_err(failed)?;

        let data = chart.plotting_area();
        for line in &self.lines {
            line.draw_band(data)?;
        }
        for line in &self.lines {
            line.draw(data)?;
        }
        if !self.heading.is_empty() {
            canvas.write(&self.heading, (MARGIN + left, 15.0), &Ink::LABEL)?;
        }
        if self.lines.iter().all(|line| line.points.is_empty()) {
            let middle = (
                MARGIN + left + room / 2.0,
                above + (height - above - FOOT - 10.0) / 2.0,
            );
            canvas.write("nothing to show", middle, &Ink::SUBTITLE.centred())?;
        }
        let aside = canvas.within([above, FOOT + 10.0, width - self.legend, 0.0]);
        legend::draw(&aside, &self.lines, &self.notes)
    }
}
