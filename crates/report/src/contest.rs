//! The row of a match.

use matchboxes_games::game::Side;
use matchboxes_games::text::float;
use matchboxes_measure::MatchResult;

use crate::row::{Cell, Row};

/// The row of a match between these players from a position, if not from the start; `seed` is the seed of sampled games.
pub fn matched(
    result: &MatchResult,
    game: &str,
    position: Option<String>,
    [first, second]: [&str; 2],
    seed: u64,
) -> Row {
    let (how, seed, counts, resigned, errors, fractions) = match result {
        MatchResult::Played(tally, only) => {
            let is_one = only.is_some();
            (
                if is_one { "one_game" } else { "sampled" },
                (!is_one).then_some(seed),
                tally.results.seen_by(Side::First).map(float),
                Some((tally.results.games(), tally.resigned)),
                (!is_one).then(|| tally.errors().seen_by(Side::First)),
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
        .with("game", game)
        .with("position", position)
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
