//! Replays the tournament of 1961: the score of a training next to the score of Michie's machine.

use menace::game::Side;
use menace::player::tictactoe::script;
use menace::plot::Published;
use menace::store::Model;

use menace::text::columns;

/// The published score for the picture.
pub(crate) const KNOWN: Published<'_> = Published {
    name: "1961",
    points: &script::PUBLISHED,
    note: "1961: Michie's own machine, points read from figure 4 of his paper of 1963",
};

/// Whether the script of 1961 was the only opponent in training.
pub(crate) fn replays(model: &Model) -> bool {
    let mut chapters = model.chapters.iter();
    chapters.all(|chapter| chapter.opponent == script::NAME)
}

/// The scores of a training after the games for which the score of 1961 is known.
pub(crate) fn table(model: &Model) -> String {
    let scores = model.history.scores(Side::First);
    let own = |games: u64| scores.iter().find(|&&(n, _)| n == games);
    let row = |name: &str, cell: &dyn Fn((u64, i64)) -> String| {
        let cells = script::PUBLISHED.into_iter().map(cell);
        std::iter::once(name.to_owned()).chain(cells).collect()
    };
    let rows: Vec<Vec<String>> = vec![
        row("3 x wins + draws - losses after game", &|(games, _)| {
            games.to_string()
        }),
        row("  this training", &|(games, _)| {
            own(games).map_or("-".to_owned(), |(_, score)| score.to_string())
        }),
        row("  1961, read from a figure", &|(_, score)| {
            score.to_string()
        }),
    ];
    columns(&rows)
}
