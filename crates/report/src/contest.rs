//! The row of a match.

use matchboxes_games::game::{Results, Side};
use matchboxes_games::text::float;
use matchboxes_measure::MatchResult;

use crate::row::{Cell, Row};

/// First-side wins, draws and second-side wins, in this order.
pub(crate) fn in_order<T: Copy>(results: Results<T>) -> [T; 3] {
    let [first, second] = Side::BOTH.map(|side| results.wins(side));
    [first, results.draws, second]
}

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
                in_order(tally.results).map(float),
                Some((tally.results.games(), tally.resigned)),
                (!is_one).then(|| in_order(tally.errors())),
                None,
            )
        }
        MatchResult::Exact(chances, fractions) => {
            let fractions = fractions.map(|all| in_order(all).map(|one| one.to_string()));
            ("exact", None, in_order(*chances), None, None, fractions)
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
