//! The legend of a chart: a sample, the name and the last value of each line, next to the end of the line.
//!
//! If several lines end close together, their names are spread out, and a thin connecting line leads from
//! each end to its name.

use super::canvas::{Canvas, GREY, MARGIN};
use super::line::Line;
use crate::draw::{Colour, Ink, Stroke, extent};

const LEAD: f64 = 14.0;
const SAMPLE: f64 = 28.0;
/// The space between a sample and its name, and between a name and its value.
const SPACE: f64 = 7.0;
/// The distance from one name to the next: with large letters, and the smallest possible.
const ROWS: (f64, f64) = (19.0, 12.5);

/// The width of the legend for these lines, with its margins.
pub(crate) fn width<'a>(lines: impl IntoIterator<Item = &'a Line>) -> f64 {
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

/// The names in rows for below a chart of this width, from left to right.
fn rows(lines: &[Line], width: f64) -> Vec<Vec<(f64, &Line)>> {
    let mut rows: Vec<Vec<(f64, &Line)>> = Vec::new();
    let mut left = f64::INFINITY;
    for line in lines {
        let Some(name) = &line.name else { continue };
        let wide = SAMPLE + SPACE + Ink::NOTE.width(name) + value_width(line) + 2.0 * SPACE;
        if left + wide > width {
            rows.push(Vec::new());
            left = 0.0;
        }
        if let Some(row) = rows.last_mut() {
            row.push((left, line));
        }
        left += wide;
    }
    rows
}

/// The height of the names below a chart of this width.
pub(crate) fn height_below(lines: &[Line], width: f64) -> f64 {
    extent(rows(lines, width).len()) * ROWS.0
}

/// Draws the names in rows.
pub(crate) fn draw_below(canvas: &Canvas<'_>, lines: &[Line]) {
    let width = canvas.size.0;
    for (number, row) in rows(lines, width).into_iter().enumerate() {
        let y = (extent(number) + 0.5) * ROWS.0;
        for (left, line) in row {
            let wide = SAMPLE + SPACE + value_width(line);
            let ink = Ink::NOTE.colour(Colour::BLACK);
            sample(canvas, line, (left, y), 12.5);
            let name = line.name.as_deref().unwrap_or_default();
            let name = ink.shorten(name, width - left - wide);
            let text = (left + SAMPLE + SPACE, y + ink.size * 0.36);
            canvas.write(&name, text, &ink);
            let value = (text.0 + ink.width(&name) + SPACE, text.1);
            canvas.write(&line.value, value, &Ink::NOTE);
        }
    }
}

/// Draws the names next to the ends of their lines: `end` is the distance of an end from the top, and whether
/// it is at the edge where the legend begins. Names that are too long are shortened; if there are too many
/// names, the rest is only counted.
pub(crate) fn draw(
    canvas: &Canvas<'_>,
    lines: &[Line],
    (top, foot): (f64, f64),
    end: impl Fn(&Line) -> (f64, bool),
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
    shown.sort_by(|one, other| end(one).0.total_cmp(&end(other).0));
    let wanted: Vec<f64> = shown.iter().map(|line| end(line).0).collect();
    for (line, y) in shown.iter().zip(spread(&wanted, row, (top, below))) {
        let (from, at_edge) = end(line);
        if at_edge {
            let lead = [(1.0, from), (LEAD, y)];
            canvas.line(&lead, Stroke::new(line.stroke.colour, 0.75));
        }
        entry(canvas, line, y, row);
    }
    if left > 0 {
        let rest = format!("and {} more", left + 1);
        canvas.write(&rest, (LEAD + SAMPLE + SPACE, foot + 4.0), &Ink::NOTE);
    }
}

/// Returns places as close as possible to the wanted ones (ascending), at least `row` apart, within limits.
fn spread(wanted: &[f64], row: f64, (top, foot): (f64, f64)) -> Vec<f64> {
    // After subtracting the row distances, the places only have to ascend: neighbours in the wrong order
    // get their mean.
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

/// Draws a piece of the line and its band, from here to the right.
fn sample(canvas: &Canvas<'_>, line: &Line, (left, y): (f64, f64), row: f64) {
    let (from, to) = ((left, y), (left + SAMPLE, y));
    if !line.band.is_empty() {
        let high = row / 2.0 - 2.5;
        canvas.fill((from.0, y - high), (to.0, y + high), line.fill());
    }
    canvas.line(&[from, to], line.stroke);
}

fn entry(canvas: &Canvas<'_>, line: &Line, y: f64, row: f64) {
    sample(canvas, line, (LEAD, y), row);
    let ink = if row < 15.0 { Ink::NOTE } else { Ink::TICK };
    let baseline = y + ink.size * 0.36;
    let (text, end) = (LEAD + SAMPLE + SPACE, canvas.size.0 - MARGIN);
    let name = line.name.as_deref().unwrap_or_default();
    let name = ink.shorten(name, end - text - value_width(line));
    canvas.write(&name, (text, baseline), &ink.colour(Colour::BLACK));
    let grey = ink.colour(GREY).ending();
    canvas.write(&line.value, (end, baseline), &grey);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_stay_next_to_their_ends_if_possible_and_never_overlap() {
        for (wanted, places) in [
            ([10.0, 50.0, 90.0], [10.0, 50.0, 90.0]),
            ([50.0, 50.0, 50.0], [30.0, 50.0, 70.0]),
            ([99.0, 100.0, 100.0], [60.0, 80.0, 100.0]),
            ([0.0, 0.0, 80.0], [0.0, 20.0, 80.0]),
        ] {
            assert_eq!(spread(&wanted, 20.0, (0.0, 100.0)), places);
        }
    }
}
