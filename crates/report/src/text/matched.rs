//! A match as text.

use matchboxes_games::game::Side;
use matchboxes_games::text::{decimal, thousands};
use matchboxes_measure::MatchResult;

use crate::layout::Layout;
use crate::row::{Row, row};
use crate::view::{Column, Form};

/// The ends of a match, of which `of` is the row, and its mean points where the game counts them.
pub fn match_text(
    result: &MatchResult,
    of: &Row,
    [first, second]: [&str; 2],
    layout: Layout,
) -> String {
    const ENDS: [&str; 3] = ["first_wins", "draws", "second_wins"];
    let names = [
        format!("{first} (first) wins"),
        "draw".to_owned(),
        format!("{second} (second) wins"),
    ];
    let resigned = match result {
        MatchResult::Played(tally, _) => [tally.resigned[1], 0, tally.resigned[0]],
        MatchResult::Exact(..) => [0; 3],
    };
    let rows = names.into_iter().zip(ENDS).zip(resigned);
    let rows = rows.map(|((name, end), resigned)| {
        let [error, fraction] = ["error", "fraction"].map(|what| format!("{end}_{what}"));
        let games = Column::of(end, 1).written(Form::Rounded);
        let columns = match result {
            MatchResult::Exact(..) => vec![games.written(Form::Chance), Column::of(&fraction, 2)],
            MatchResult::Played(_, Some(_)) => vec![games],
            MatchResult::Played(_, None) => vec![
                games,
                Column::part(end, &ENDS, 2),
                Column::of(&error, 3).written(Form::PlusMinus),
            ],
        };
        let cells = columns.iter().filter_map(|column| column.cell(of));
        let by = format!("{} by resignation", thousands(resigned));
        row(name, cells.chain((resigned > 0).then_some(by)))
    });
    let order = match result {
        MatchResult::Played(_, None) => &[2, 1, 3, 4][..],
        _ => &[1, 2],
    };
    let points = result.points().map_or_else(String::new, |[first, second]| {
        let lead = lead(Side::First, first - second, 1);
        let [first, second] = [first, second].map(|points| decimal(points, 1));
        format!("points at the end, on average: {first} to {second}, {lead}\n")
    });
    layout.fitted(&rows.collect::<Vec<_>>(), order) + &points
}

/// Says which side is ahead by this many points.
pub fn lead(side: Side, by: f64, decimals: usize) -> String {
    let ahead = if by < 0.0 { side.other() } else { side };
    format!("+{} for {}", decimal(by.abs(), decimals), ahead.name())
}
