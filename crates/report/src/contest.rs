//! A match: its row, and its text.

use matchboxes_games::game::{Game as _, Side};
use matchboxes_games::games::{AnyGame, Position};
use matchboxes_games::text::{decimal, float, thousands};
use matchboxes_measure::{MatchResult, Tally};
use matchboxes_session::session::excluded;

use crate::layout::Layout;
use crate::row::{Cell, Row, row};
use crate::view::{Column, Form};

/// The row of a match between these players from a position, if not from the start; `seed` is the seed of sampled games.
pub fn matched(
    result: &MatchResult,
    (name, game): (&str, &AnyGame),
    at: Option<&Position>,
    [first, second]: [&str; 2],
    seed: u64,
) -> Row {
    let errors = |tally: &Tally| {
        let excluded = excluded(game, at, [first, second]).seen_by(Side::First);
        let is_certain = |i: usize| excluded[i] || excluded.iter().filter(|is| **is).count() == 2;
        let errors = tally.errors().seen_by(Side::First);
        [0, 1, 2].map(|i| if is_certain(i) { 0.0 } else { errors[i] })
    };
    let (how, tally, counts, fractions) = match result {
        MatchResult::Played(tally, only) => {
            let how = only.as_ref().map_or("sampled", |_| "one_game");
            (how, Some(tally), tally.results.map(float), None)
        }
        MatchResult::Exact(chances, fractions) => ("exact", None, *chances, fractions.as_ref()),
    };
    let counts = counts.seen_by(Side::First);
    let fractions = fractions.map(|all| all.seen_by(Side::First).map(|one| one.to_string()));
    let sampled = tally.filter(|_| how == "sampled");
    let errors = sampled.map(errors);
    let resigned = |side: Side| tally.map(|tally| tally.resigned[side.index()]);
    let mut row = Row::default()
        .with("game", name)
        .with("position", at.map(|at| game.write_position(at)))
        .with("first", first)
        .with("second", second)
        .with("how", how)
        .with("seed", Cell::Label(sampled.map(|_| seed)))
        .with("games", tally.map(|tally| tally.results.games()));
    for (i, name) in ["first_wins", "draws", "second_wins"]
        .into_iter()
        .enumerate()
    {
        row = row
            .with(name, counts[i])
            .with(format!("{name}_error"), errors.map(|errors| errors[i]))
            .with(
                format!("{name}_fraction"),
                fractions.as_ref().map(|all| all[i].clone()),
            );
    }
    let row = row
        .with("first_resigned", resigned(Side::First))
        .with("second_resigned", resigned(Side::Second));
    match result.points() {
        None => row,
        Some([first, second]) => row
            .with("first_points", first)
            .with("second_points", second),
    }
}

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
