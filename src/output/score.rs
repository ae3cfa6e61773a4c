//! The points of a position, and the score of a training next to the score of Michie's machine in 1961.

use matchboxes::game::{Game, Side};
use matchboxes::games::{AnyGame, Position};
use matchboxes::player::tictactoe::script;
use matchboxes::store::Model;
use matchboxes::text::columns;
use matchboxes_report::lead;

/// The points of both sides, if the game counts them, such as `20 to 16 discs, +4 for first`.
pub(crate) fn points(game: &AnyGame, at: &Position) -> Option<String> {
    let [first, second] = game.points(at)?;
    let unit = match at {
        Position::Othello(_) => "discs",
        _ => "points",
    };
    let lead = match f64::from(first) - f64::from(second) {
        0.0 => String::new(),
        by => format!(", {}", lead(Side::First, by, 0)),
    };
    Some(format!("{first} to {second} {unit}{lead}"))
}

/// The scores of a training after the games for which the score of 1961 is known.
pub(crate) fn table(model: &Model) -> String {
    let scores = model.history.scores(Side::First);
    let own = |games: u64| scores.iter().find(|&&(n, _)| n == games);
    let mut rows = [
        "3 x wins + draws - losses after game",
        "  this training",
        "  1961, read from a figure",
    ]
    .map(|name| vec![name.to_owned()]);
    for (games, score) in script::PUBLISHED {
        rows[0].push(games.to_string());
        rows[1].push(own(games).map_or("-".to_owned(), |(_, score)| score.to_string()));
        rows[2].push(score.to_string());
    }
    columns(&rows)
}
