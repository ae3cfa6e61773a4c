//! The legend beside a chart: a sample of each line, its name, and remarks below.

use super::canvas::{Canvas, MARGIN};
use super::ink::Ink;
use super::line::Line;
use super::numbers::extent;
use super::style::GREY;
use crate::error::Result;

/// The free paper left of it.
const GAP: f64 = 18.0;
/// How long a sample is.
const SAMPLE: f64 = 30.0;
/// From a sample to its name, and from a name to its value.
const SPACE: f64 = 8.0;
/// From one name to the next, where there is room and where there is not.
const ROW: (f64, f64) = (22.0, 17.0);
/// From one line of a remark to the next.
const NOTE: f64 = 15.0;
/// The most lines of remarks.
const NOTES: usize = 12;

/// The remark that goes with values, where there are any.
pub(super) fn remark(lines: &[Line]) -> Vec<String> {
    let any = lines.iter().any(|line| !line.value.is_empty());
    any.then(|| "numbers: at the end".to_owned())
        .into_iter()
        .collect()
}

/// How wide a legend has to be for these lines, its margins counted.
pub(super) fn width<'a>(lines: impl IntoIterator<Item = &'a Line>) -> f64 {
    let names = lines.into_iter().filter_map(|line| {
        let name = Ink::TICK.width(line.name.as_ref()?);
        Some(name + value_width(line))
    });
    let widest = names.fold(90.0, f64::max);
    (GAP + SAMPLE + SPACE + widest + 2.0 + MARGIN).min(280.0)
}

fn value_width(line: &Line) -> f64 {
    match line.value.as_str() {
        "" => 0.0,
        value => SPACE + 4.0 + Ink::TICK.width(value),
    }
}

/// Draws the legend; a name too long is shortened, lines too many are counted.
pub(super) fn draw(canvas: &Canvas<'_>, lines: &[Line], notes: &[String]) -> Result<()> {
    let (width, height) = canvas.size();
    let end = width - MARGIN;
    let mut notes: Vec<String> = notes
        .iter()
        .flat_map(|note| Ink::NOTE.wrap(note, end - GAP))
        .collect();
    notes.truncate(NOTES);
    let room = height - 10.0 - extent(notes.len()) * NOTE;

    let with_name = |line: &Line| line.name.is_some();
    let named: Vec<&Line> = lines.iter().filter(|line| with_name(line)).collect();
    let row = (room / extent(named.len().max(1))).clamp(ROW.1, ROW.0);
    let fitting = (1..=named.len())
        .filter(|n| extent(*n) * row <= room)
        .count();
    let shown = if fitting < named.len() {
        fitting.saturating_sub(1)
    } else {
        fitting
    };
    let mut y = 12.0;
    for line in &named[..shown] {
        entry(canvas, line, y)?;
        y += row;
    }
    if shown < named.len() {
        let rest = format!("and {} more", named.len() - shown);
        canvas.write(&rest, (GAP + SAMPLE + SPACE, y), &Ink::NOTE)?;
        y += row;
    }
    y += 6.0;
    for note in notes {
        canvas.write(&note, (GAP, y), &Ink::NOTE)?;
        y += NOTE;
    }
    Ok(())
}

/// A sample of a line, its name and its value.
fn entry(canvas: &Canvas<'_>, line: &Line, y: f64) -> Result<()> {
    let (from, to) = ((GAP, y - 4.5), (GAP + SAMPLE, y - 4.5));
    if !line.band.is_empty() {
        let (top, foot) = (from.1 - 7.0, to.1 + 7.0);
        if line.filled {
            canvas.fill((from.0, top), (to.0, foot), &line.fill())?;
        } else {
            for y in [top, foot] {
                canvas.line(&[(from.0, y), (to.0, y)], line.edge())?;
            }
        }
    }
    line.stroke.sample(canvas, from, to)?;
    let (text, end) = (to.0 + SPACE, canvas.size().0 - MARGIN);
    let name = line.name.as_deref().unwrap_or_default();
    let name = Ink::TICK.shorten(name, end - text - value_width(line));
    canvas.write(&name, (text, y), &Ink::TICK)?;
    let value = Ink {
        colour: GREY,
        ..Ink::TICK.ending()
    };
    canvas.write(&line.value, (end, y), &value)
}
