//! The legend of a chart: each line has a sample, its name and its last value where it ends.
//!
//! Lines that end together have their names spread out, and a thin lead from each end to its name.

use super::canvas::{Canvas, MARGIN};
use super::line::Line;
use super::numbers::extent;
use super::style::{GREY, stroke};
use crate::draw::Ink;

/// How long a lead is.
const LEAD: f64 = 14.0;
/// How long a sample is.
const SAMPLE: f64 = 28.0;
/// From a sample to its name, and from a name to its value.
const SPACE: f64 = 7.0;
/// From one name to the next: with large letters, and at least.
const ROWS: (f64, f64) = (19.0, 12.5);

/// How wide a legend has to be for these lines, its margins counted.
pub(super) fn width<'a>(lines: impl IntoIterator<Item = &'a Line>) -> f64 {
    let names = lines.into_iter().filter_map(|line| {
        let name = Ink::TICK.width(line.name.as_ref()?);
        Some(name + value_width(line))
    });
    let widest = names.fold(50.0, f64::max);
    (LEAD + SAMPLE + SPACE + widest + 2.0 + MARGIN).min(290.0)
}

fn value_width(line: &Line) -> f64 {
    match line.value.as_str() {
        "" => 0.0,
        value => SPACE + 4.0 + Ink::TICK.width(value),
    }
}

/// Where a line ends.
#[derive(Clone, Copy)]
pub(super) struct End {
    /// How far down on the paper.
    pub(super) y: f64,
    /// Whether it is at the edge where the legend begins.
    pub(super) near: bool,
}

/// Draws the names beside the ends of their lines; a name too long is shortened, names too many are
/// counted.
pub(super) fn draw(
    canvas: &Canvas<'_>,
    lines: &[Line],
    (top, foot): (f64, f64),
    end: impl Fn(&Line) -> End,
) {
    let named: Vec<&Line> = lines.iter().filter(|line| line.name.is_some()).collect();
    let room = (foot - top).max(ROWS.1);
    let row = (room / extent(named.len().max(1))).clamp(ROWS.1, ROWS.0);
    let fitting = (1..=named.len())
        .take_while(|n| extent(*n) * row <= room + ROWS.1)
        .count();
    let left = named.len() - fitting;
    let (mut shown, below) = match left {
        0 => (named, foot),
        _ => (named[..fitting.saturating_sub(1)].to_vec(), foot - row),
    };
    shown.sort_by(|one, other| end(one).y.total_cmp(&end(other).y));
    let wanted: Vec<f64> = shown.iter().map(|line| end(line).y).collect();
    for (line, y) in shown.iter().zip(spread(&wanted, row, (top, below))) {
        let from = end(line);
        if from.near {
            let lead = [(1.0, from.y), (LEAD, y)];
            canvas.line(&lead, stroke(line.stroke.colour, 0.75));
        }
        entry(canvas, line, y, row);
    }
    if left > 0 {
        let rest = format!("and {} more", left + 1);
        canvas.write(&rest, (LEAD + SAMPLE + SPACE, foot + 4.0), &Ink::NOTE);
    }
}

/// Places as near as can be to the ascending ones wanted, each so far from the next, between two ends.
fn spread(wanted: &[f64], row: f64, (top, foot): (f64, f64)) -> Vec<f64> {
    // With the rows taken off, the places have only to ascend: neighbours out of order share their mean.
    let mut groups: Vec<(f64, usize)> = Vec::new();
    for (number, place) in wanted.iter().enumerate() {
        let mut group = (place - extent(number) * row, 1);
        while let Some(before) = groups.pop_if(|before| before.0 > group.0) {
            let count = before.1 + group.1;
            let sum = before.0 * extent(before.1) + group.0 * extent(group.1);
            group = (sum / extent(count), count);
        }
        groups.push(group);
    }
    let last = foot - extent(wanted.len().saturating_sub(1)) * row;
    let places = groups
        .into_iter()
        .flat_map(|(place, count)| std::iter::repeat_n(place, count));
    places
        .enumerate()
        .map(|(number, place)| place.min(last).max(top) + extent(number) * row)
        .collect()
}

/// A sample of a line, its name and its value.
fn entry(canvas: &Canvas<'_>, line: &Line, y: f64, row: f64) {
    let (from, to) = ((LEAD, y), (LEAD + SAMPLE, y));
    if !line.band.is_empty() {
        let high = row / 2.0 - 2.5;
        canvas.fill((from.0, y - high), (to.0, y + high), line.fill());
    }
    line.stroke.sample(canvas, from, to);
    let ink = if row < 15.0 { Ink::NOTE } else { Ink::TICK };
    let baseline = y + ink.size * 0.36;
    let (text, end) = (to.0 + SPACE, canvas.size().0 - MARGIN);
    let name = line.name.as_deref().unwrap_or_default();
    let name = ink.shorten(name, end - text - value_width(line));
    let black = Ink {
        colour: Ink::TICK.colour,
        ..ink
    };
    canvas.write(&name, (text, baseline), &black);
    let value = Ink {
        colour: GREY,
        ..ink.ending()
    };
    canvas.write(&line.value, (end, baseline), &value);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_stay_at_their_ends_where_they_can_and_never_overlap() {
        let far = spread(&[10.0, 50.0, 90.0], 20.0, (0.0, 100.0));
        assert_eq!(far, [10.0, 50.0, 90.0]);
        let together = spread(&[50.0, 50.0, 50.0], 20.0, (0.0, 100.0));
        assert_eq!(together, [30.0, 50.0, 70.0]);
        let low = spread(&[99.0, 100.0, 100.0], 20.0, (0.0, 100.0));
        assert_eq!(low, [60.0, 80.0, 100.0]);
        let high = spread(&[0.0, 0.0, 80.0], 20.0, (0.0, 100.0));
        assert_eq!(high, [0.0, 20.0, 80.0]);
    }
}
