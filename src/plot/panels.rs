//! Curves with bands in panels of their own, where they are too many for one: each panel shows one
//! curve with its band, and the lines of all others pale behind it. All panels share their scales.

use super::bands::Bands;
use super::canvas::{MARGIN, heading_height, picture};
use super::chart::{Chart, SIZE};
use super::line::{Dash, Line, Stroke};
use super::numbers::extent;
use super::picture::Picture;
use super::style::PALE;
use crate::draw::Ink;
use crate::error::Result;

/// Panels that stand beside one another.
const ROW: usize = 3;
/// The height of a panel.
const HEIGHT: f64 = 210.0;
/// The room of the remarks at the foot.
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
                // There is no room for its name along so short an axis.
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
        let label = format!("upwards: {}", bands.y_label);
        let own = [bands.band_note.clone(), "grey: the others".to_owned()];
        let notes: Vec<String> = std::iter::once(label)
            .chain(bands.notes.iter().cloned())
            .chain(own.into_iter().filter(|note| !note.is_empty()))
            .collect();
        let notes = Ink::NOTE.wrap(&notes.join("; "), width - 2.0 * MARGIN);
        for (number, note) in notes.iter().take(2).enumerate() {
            let y = rows * HEIGHT + 14.0 + extent(number) * 15.0;
            canvas.write(note, (MARGIN, y), &Ink::NOTE);
        }
        Ok(())
    })
}

/// A line as those of other panels are drawn.
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
