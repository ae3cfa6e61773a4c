//! A score curve drawn as a few lines of text.

use crate::output::layout;

const ROWS: i64 = 6;
const COLUMNS: usize = 60;
/// The columns that the numbers on its left take.
const NUMBERS: usize = 8;

/// Draws a score curve with stars; `scores` holds the score before the first game and after each game.
pub(super) fn curve(scores: &[i64]) -> String {
    let room = layout().width.unwrap_or(COLUMNS + NUMBERS);
    curve_to(scores, room.saturating_sub(NUMBERS).clamp(4, COLUMNS))
}

fn curve_to(scores: &[i64], columns: usize) -> String {
    let games = scores.len().saturating_sub(1);
    let columns = columns.min(games + 1).max(1);
    // Each column shows the score after the last of its games.
    let shown = |column: usize| match columns {
        1 => games,
        _ => column * games / (columns - 1),
    };
    let shown: Vec<i64> = (0..columns).map(|column| scores[shown(column)]).collect();
    let low = shown.iter().copied().min().unwrap_or(0);
    let high = shown.iter().copied().max().unwrap_or(0);
    let rows = (high - low).min(ROWS - 1);
    let row_of = |score: i64| match high - low {
        0 => 0,
        range => ((score - low) * rows + range / 2) / range,
    };
    (0..=rows)
        .rev()
        .map(|row| {
            let line: String = shown
                .iter()
                .map(|&score| if row_of(score) == row { '*' } else { ' ' })
                .collect();
            let level = low + (high - low) * row / rows.max(1);
            format!("{}\n", format!("{level:>5} |{line}").trim_end())
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_curve_shows_its_ends() {
        assert_eq!(curve_to(&[0], 10), "    0 |*\n");
        let short = curve_to(&[0, -1, 2], 10);
        assert_eq!(short, "    2 |  *\n    1 |\n    0 |*\n   -1 | *\n");
        let long: Vec<i64> = (0..=1000).collect();
        let text = curve_to(&long, 20);
        assert_eq!(text.lines().count(), 6);
        assert!(text.starts_with(" 1000 |"), "{text}");
        assert_eq!(text.lines().next().map(str::len), Some(27), "{text}");
        assert!(text.lines().all(|line| line.contains('*')), "{text}");
    }
}
