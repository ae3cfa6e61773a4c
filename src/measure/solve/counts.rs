//! Counts positions and games by the moves played, instead of a search.

use std::io::Write;

use matchboxes::game::{Game as _, Side};
use matchboxes::games::{AnyGame, Position};
use matchboxes::graph::Budget;
use matchboxes::search::{Cut, PlyCounts};
use matchboxes::text::count;
use matchboxes_report::{Column, Row, Table, View, counted};
use serde_json::json;

use super::watch::SearchClock;
use crate::messages::console::list_files;
use crate::options::{ForceOption, JsonOption};
use crate::output::about::{About, Exactness, Size};
use crate::output::print_json;
use crate::output::results::{CsvOption, ResultFiles};
use crate::output::width::{TableOption, layout};

#[derive(Debug, clap::Args)]
#[command(next_help_heading = "Counts of games")]
pub(super) struct CountOptions {
    /// Count all positions and games by their number of moves and their result, also with mirror images counted once.
    /// --depth, --seconds and --entries limit the count
    #[arg(id = "counts", long = "counts", group = "files", conflicts_with_all = ["database", "book"])]
    pub(super) is_wanted: bool,

    #[command(flatten)]
    csv: CsvOption,

    #[command(flatten)]
    table: TableOption,
}

/// The name of the table.
const TABLE: &str = "counts";

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

impl CountOptions {
    /// Counts from a position, up to so many moves, and shows and writes it.
    pub(super) fn run(
        &self,
        (game, at): (&AnyGame, &Position),
        plies: Option<u16>,
        (budget, watch): (Budget, &SearchClock),
        (json, force): (&JsonOption, &ForceOption),
        out: &mut dyn Write,
    ) -> anyhow::Result<()> {
        self.table.apply();
        let (name, position) = (game.name(), game.write_position(at));
        let of = json!({"game": name, "position": position, "depth": plies});
        let about = About::new("count", "", vec![of], Size::Games(0)).with_exact(Exactness::All);
        self.csv.prepare(json)?;
        ResultFiles::of_tables(&about, &self.csv, force).prepare::<&str>(&[TABLE], &[])?;
        let plies = plies.unwrap_or(u16::MAX);
        let all = PlyCounts::of_game(game, at, plies, budget, &|| watch.stop());
        let rows: Vec<Row> = all.iter().flat_map(counted).collect();
        let about = about.of_size(Size::Games(all[0].1.all.games.games()));
        let tables = [Table::known(TABLE, rows.clone())];
        let written = ResultFiles::of_tables(&about, &self.csv, force).write_tables(&tables, out);
        if json.json {
            let whole = all.iter().all(|(_, counts)| counts.cut.is_none());
            let document = json!({"game": name, "position": position, "whole": whole, TABLE: rows});
            print_json(out, "solve", document)?;
        } else if !self.csv.is_printed() {
            write!(out, "{name}, {position}\n\n")?;
            for one in &all {
                write!(out, "{}", text(one))?;
            }
            list_files(
                written.iter().flatten().map(|path| ("Counts", path)),
                7,
                out,
            )?;
        }
        written.map(drop)
    }
}

/// How many games there are, how far they were counted, and the table.
fn text(one: &(&'static str, PlyCounts)) -> String {
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
    let view = View {
        title: "moves".to_owned(),
        side: Side::First,
        columns: &COLUMNS,
    };
    let name = |row: &Row| {
        Column::of("ply", 1)
            .cell(row)
            .unwrap_or_else(|| "all".to_owned())
    };
    let rows = counted(one).into_iter().map(|row| (name(&row), row));
    layout().wrapped(&format!("{games}{about}{why}"), "")
        + &layout().shown(&view.table(rows))
        + "\n"
}
