//! Curves with bands, each in a panel of its own, for more curves than fit into one chart. Each panel
//! shows one curve with its band in front of pale lines of all others. All panels have the same scales.

use super::bands::Bands;
use super::chart::{Chart, SIZE};
use super::parts::canvas::{MARGIN, PALE, heading_height, picture};
use super::parts::line::Line;
use super::parts::numbers::extent;
use super::picture::Picture;
use crate::draw::{Ink, Stroke};
use crate::error::Result;

/// The number of panels in a row.
const ROW: usize = 3;
const HEIGHT: f64 = 210.0;
const FOOT: f64 = 44.0;

/// Draws a panel for each curve.
///
/// # Errors
///
/// [`Error::Drawing`](crate::Error::Drawing) when the drawing library fails.
pub fn panels(bands: &Bands) -> Result<Picture> {
    let lines = bands.lines();
    let rows = extent(lines.len().div_ceil(ROW));
    let width = SIZE.0 * 1.25;
    let above = heading_height(width, &bands.title, &bands.subtitle);
    let panel = (width - MARGIN) / extent(ROW);
    picture((width, above + rows * HEIGHT + FOOT), |canvas| {
        let canvas = canvas.heading(&bands.title, &bands.subtitle);
        for (place, line) in lines.iter().enumerate() {
            let left = extent(place % ROW) * panel;
            let top = extent(place / ROW) * HEIGHT;
            let (wide, high) = canvas.size;
            let paper = [top, high - top - HEIGHT, left, wide - left - panel];
            let own = Line {
                name: None,
                ..line.clone()
            };
            let chart = Chart {
                heading: line.name.clone().unwrap_or_default(),
                behind: lines.iter().map(pale).collect(),
                legend: MARGIN,
                // The vertical axis is too short for its name.
                ..Chart::new(bands.x_axis(), bands.y_axis().nameless(), vec![own])
            };
            chart.draw(&canvas.within(paper))?;
        }
        let label = format!("vertical axis: {}", bands.y_label);
        let mut notes = vec![label.as_str()];
        notes.extend(bands.notes.iter().map(String::as_str));
        notes.extend(Some(bands.band_note.as_str()).filter(|note| !note.is_empty()));
        notes.push("grey: the other curves");
        let mut notes = Ink::NOTE.wrap(&notes.join("; "), width - 2.0 * MARGIN);
        notes.truncate(2);
        canvas.write_lines(&notes, (MARGIN, rows * HEIGHT + 14.0), 15.0, &Ink::NOTE);
        Ok(())
    })
}

/// The line as it is drawn in the panels of other curves.
fn pale(line: &Line) -> Line {
    Line::new(String::new(), line.points.clone(), Stroke::new(PALE, 1.0))
}
