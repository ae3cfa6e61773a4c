//! The cross table of a tournament: the scores of all meetings, or their discs.

use matchboxes_report::Contests;

use super::look::{Heading, Look};
use super::matrix::{Cell, Matrix, matrix};
use super::picture::Picture;
use super::title::game_title;

/// The cross table of a tournament, the players by rank; where every meeting is a single game of a game that counts
/// discs, the discs of both players, in the order given.
pub fn tournament(contests: &Contests, look: Look) -> Picture {
    let order = contests.order_shown();
    let cell = |first: usize, second: usize| {
        let (value, text) = contests.cell(first, second)?;
        Some(Cell { value, text })
    };
    let line = |&first: &usize| order.iter().map(|&second| cell(first, second)).collect();
    let how = contests.how_in_words();
    let names = |name: &dyn Fn(usize) -> String| order.iter().map(|&player| name(player)).collect();
    let frame = |names: Vec<String>, subtitle: String| Matrix {
        heading: Heading {
            title: format!("{}: round-robin tournament", game_title(&contests.game)),
            subtitle,
            look,
        },
        row_label: "first player".to_owned(),
        column_label: "second player".to_owned(),
        rows: names.clone(),
        columns: names,
        cells: order.iter().map(line).collect(),
        ..Matrix::default()
    };
    if contests.shows_discs() {
        let subtitle = format!("Discs of the first player and the second, {how}");
        return matrix(&Matrix {
            value_label: "share of the first player's discs".to_owned(),
            ..frame(names(&|player| label(contests, player)), subtitle)
        });
    }
    let placing = |player: usize| contests.ranking.iter().find(|p| p.player == player);
    let ranked = |player: usize| match placing(player) {
        Some(placing) => format!("{}. {}", placing.rank, label(contests, player)),
        None => label(contests, player),
    };
    let sum = |&player: &usize| placing(player).map(|placing| Cell::of_share(placing.score));
    let subtitle = format!(
        "Score of the first player in %, {how}; players by their mean score against the others"
    );
    matrix(&Matrix {
        value_label: "score of the first player".to_owned(),
        sums: order.iter().map(sum).collect(),
        sum_label: "mean of both sides".to_owned(),
        bare_label: "grey: cannot meet, because one of them plays only the other side".to_owned(),
        ..frame(names(&ranked), subtitle)
    })
}

/// A player's name in a picture: for a model the file name without its folder, if that is unique.
fn label(contests: &Contests, player: usize) -> String {
    let short = |name: &str| {
        let (path, option) = name.split_once(".menace")?;
        let file = path.rsplit(['/', '\\']).next()?;
        Some(format!("{file}{option}"))
    };
    let whole = &contests.players[player];
    let is_like =
        |name: &&String, label: &str| **name == label || short(name).as_deref() == Some(label);
    short(whole)
        .filter(|label| {
            contests
                .players
                .iter()
                .filter(|name| is_like(name, label))
                .count()
                == 1
        })
        .unwrap_or_else(|| whole.clone())
}
