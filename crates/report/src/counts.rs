//! A count of positions and games.

use matchboxes_games::text::count;
use matchboxes_search::{Cut, PlyCounts};

use crate::layout::Layout;
use crate::row::Row;
use crate::view::{Column, TextTable};

/// What the table for people shows.
const COLUMNS: [Column<'_>; 7] = [
    Column::of("positions", 1),
    Column::of("first_won_positions", 5).headed("over,\nfirst won"),
    Column::of("drawn_positions", 6).headed("over,\ndrawn"),
    Column::of("second_won_positions", 7).headed("over,\nsecond won"),
    Column::of("first_wins", 2).headed("games\nfirst wins"),
    Column::of("draws", 4).headed("games\ndrawn"),
    Column::of("second_wins", 3).headed("games\nsecond wins"),
];

/// A row for each number of moves, and one for all of them; `images` tells how mirror images are counted.
pub fn counted((images, counts): &(&str, PlyCounts)) -> Vec<Row> {
    let plies = (0..).map(Some).zip(&counts.plies);
    let rows = plies.chain([(None::<u64>, &counts.all)]).map(|(ply, of)| {
        Row::default()
            .with("ply", ply)
            .with("mirror_images", *images)
            .with("positions", of.positions)
            .with("first_won_positions", of.over.first_wins)
            .with("drawn_positions", of.over.draws)
            .with("second_won_positions", of.over.second_wins)
            .with("first_wins", of.games.first_wins)
            .with("draws", of.games.draws)
            .with("second_wins", of.games.second_wins)
    });
    rows.collect()
}

/// How many games there are, how far they were counted, and the table.
pub fn counted_text(one: &(&str, PlyCounts), layout: Layout) -> String {
    let (images, counts) = one;
    let why = match counts.cut {
        None => String::new(),
        Some(cut) => {
            let moves = count(counts.plies.len() as u64 - 1, "move", "moves");
            let why = match cut {
                Cut::Plies => "",
                Cut::Stopped => ": the count was stopped",
                Cut::Games => ": longer ones are more than a number of 64 bits",
                Cut::Positions => ": longer ones do not fit into memory (--entries)",
            };
            format!(", of at most {moves}{why}")
        }
    };
    let about = if *images == "once" {
        ", mirror images counted once"
    } else {
        ""
    };
    let games = count(counts.all.games.games(), "game", "games");
    let name = |row: &Row| {
        Column::of("ply", 1)
            .cell(row)
            .unwrap_or_else(|| "all".to_owned())
    };
    let rows = counted(one).into_iter().map(|row| (name(&row), row));
    let table = TextTable::new("moves", &COLUMNS, rows);
    layout.wrapped(&format!("{games}{about}{why}"), "") + &layout.shown(&table) + "\n"
}
