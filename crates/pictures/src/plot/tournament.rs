//! The cross table of a tournament: the scores of all meetings, or their discs.

use matchboxes::game::Side;
use matchboxes_report::Contests;

use super::look::Look;
use super::matrix::{Cell, Matrix, matrix};
use super::picture::Picture;
use super::title::game_title;

/// The cross table of a tournament, the players by rank; where every meeting is a single game of a game that counts
/// discs, the discs of both players, in the order given.
pub fn tournament(contests: &Contests, look: Look) -> Picture {
    let table = if contests.shows_discs() {
        disc_table(contests)
    } else {
        score_table(contests)
    };
    matrix(&Matrix { look, ..table })
}

fn score_table(contests: &Contests) -> Matrix {
    let order = contests.order();
    let placing = |player: usize| contests.ranking.iter().find(|p| p.player == player);
    let names = order.iter().map(|&player| match placing(player) {
        Some(placing) => format!("{}. {}", placing.rank, label(contests, player)),
        None => label(contests, player),
    });
    let cell = |first: usize, second: usize| {
        let meeting = contests.results.meeting(first, second)?;
        Some(Cell::of_share(meeting.score(Side::First)))
    };
    let sum = |&player| placing(player).map(|placing| Cell::of_share(placing.score));
    Matrix {
        subtitle: format!(
            "Score of the first player in %, {}; players by their mean score against the others",
            contests.how_in_words()
        ),
        value_label: "score of the first player".to_owned(),
        cells: cells(&order, cell),
        sums: order.iter().map(sum).collect(),
        sum_label: "mean of both sides".to_owned(),
        bare_label: "grey: cannot meet, because one of them plays only the other side".to_owned(),
        ..table_of(contests, names.collect())
    }
}

fn disc_table(contests: &Contests) -> Matrix {
    let order: Vec<usize> = contests.all().collect();
    let cell = |first: usize, second: usize| {
        let meeting = contests.results.meeting(first, second)?;
        let [own, other] = meeting.points?;
        Some(Cell {
            value: own / (own + other),
            text: meeting.discs(),
        })
    };
    let names = order.iter().map(|&player| label(contests, player));
    Matrix {
        subtitle: format!(
            "Discs of the first player and the second, {}",
            contests.how_in_words()
        ),
        value_label: "share of the first player's discs".to_owned(),
        cells: cells(&order, cell),
        ..table_of(contests, names.collect())
    }
}

fn cells(order: &[usize], cell: impl Fn(usize, usize) -> Option<Cell>) -> Vec<Vec<Option<Cell>>> {
    let row = |&first| order.iter().map(|&second| cell(first, second)).collect();
    order.iter().map(row).collect()
}

/// A picture of these players against each other, without its cells.
fn table_of(contests: &Contests, names: Vec<String>) -> Matrix {
    Matrix {
        title: format!("{}: round-robin tournament", game_title(&contests.game)),
        row_label: "first player".to_owned(),
        column_label: "second player".to_owned(),
        rows: names.clone(),
        columns: names,
        ..Matrix::default()
    }
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
