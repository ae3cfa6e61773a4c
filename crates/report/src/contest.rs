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
    let (how, seed, counts, resigned, errors, fractions) = match result {
        MatchResult::Played(tally, only) => {
            let is_one = only.is_some();
            (
                if is_one { "one_game" } else { "sampled" },
                (!is_one).then_some(seed),
                tally.results.seen_by(Side::First).map(float),
                Some((tally.results.games(), tally.resigned)),
                (!is_one).then(|| errors(tally)),
                None,
            )
        }
        MatchResult::Exact(chances, fractions) => {
            let fractions =
                fractions.map(|all| all.seen_by(Side::First).map(|one| one.to_string()));
            (
                "exact",
                None,
                chances.seen_by(Side::First),
                None,
                None,
                fractions,
            )
        }
    };
    let mut row = Row::default()
        .with("game", name)
        .with("position", at.map(|at| game.write_position(at)))
        .with("first", first)
        .with("second", second)
        .with("how", how)
        .with("seed", Cell::Label(seed))
        .with("games", resigned.map(|(games, _)| games));
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
        .with("first_resigned", resigned.map(|(_, [first, _])| first))
        .with("second_resigned", resigned.map(|(_, [_, second])| second));
    match result.points() {
        None => row,
        Some([first, second]) => row
            .with("first_points", first)
            .with("second_points", second),
    }
}
