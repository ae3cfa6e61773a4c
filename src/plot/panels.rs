//! Curves with bands, each in a panel of its own, for more curves than fit into one chart. Each panel
//! shows one curve with its band in front of pale lines of all others. All panels have the same scales.

use super::bands::Bands;
use super::chart::{Chart, SIZE};
use super::parts::canvas::{MARGIN, heading_height, picture};
use super::parts::line::{Dash, Line, Stroke};
use super::parts::numbers::extent;
use super::parts::style::PALE;
use super::picture::Picture;
use crate::draw::Ink;
use crate::error::Result;

/// The number of panels in a row.
const ROW: usize = 3;
/// The height of a panel.
const HEIGHT: f64 = 210.0;
/// The height of the notes at the foot.
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
            let (wide, high) = canvas.size();
            let paper = [top, high - top - HEIGHT, left, wide - left - panel];
            let chart = Chart {
                heading: line.name.clone().unwrap_or_default(),
                x: bands.x_axis(),
                // The axis is too short for its name.
                y: bands.y_axis().nameless(),
                behind: lines.iter().map(pale).collect(),
                dots: Vec::new(),
                lines: vec![Line {
                    name: None,
                    ..line.clone()
                }],
                notes: Vec::new(),
                legend: MARGIN,
            };
            chart.draw(&canvas.within(paper))?;
        }
        let label = format!("vertical axis: {}", bands.y_label);
        let more = [bands.band_note.clone(), "grey: the other curves".to_owned()];
        let notes: Vec<String> = std::iter::once(label)
            .chain(bands.notes.iter().cloned())
            .chain(more.into_iter().filter(|note| !note.is_empty()))
            .collect();
        let notes = Ink::NOTE.wrap(&notes.join("; "), width - 2.0 * MARGIN);
        for (number, note) in notes.iter().take(2).enumerate() {
            let y = rows * HEIGHT + 14.0 + extent(number) * 15.0;
            canvas.write(note, (MARGIN, y), &Ink::NOTE);
        }
        Ok(())
    })
}

/// The line as it is drawn in the panels of other curves.
fn pale(line: &Line) -> Line {
    Line {
        name: None,
        value: String::new(),
        points: line.points.clone(),
        band: Vec::new(),
        stroke: Stroke {
            colour: PALE,
            width: 1.0,
            dash: Dash::Solid,
        },
    }
}
