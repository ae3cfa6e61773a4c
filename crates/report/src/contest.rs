//! The row of a match.

use matchboxes_games::game::{Game as _, Side};
use matchboxes_games::games::{AnyGame, Position};
use matchboxes_games::text::float;
use matchboxes_measure::{MatchResult, Tally};
use matchboxes_session::session::excluded;

use crate::row::{Cell, Row};

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
    let (how, counts, fractions) = match result {
        MatchResult::Played(tally, only) => {
            let how = if only.is_some() {
                "one_game"
            } else {
                "sampled"
            };
            (how, tally.results.map(float), None)
        }
        MatchResult::Exact(chances, fractions) => ("exact", *chances, fractions.as_ref()),
    };
    let counts = counts.seen_by(Side::First);
    let fractions = fractions.map(|all| all.seen_by(Side::First).map(|one| one.to_string()));
    let tally = match result {
        MatchResult::Played(tally, _) => Some(tally),
        MatchResult::Exact(..) => None,
    };
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
