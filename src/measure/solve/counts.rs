//! Counts positions and games by the moves played, instead of a search.

use std::io::Write;

use matchboxes::game::Game as _;
use matchboxes::games::{AnyGame, Position};
use matchboxes::graph::Budget;
use matchboxes::search::PlyCounts;
use matchboxes_report::{Row, Table, counted, counted_text};
use serde_json::json;

use super::watch::SearchClock;
use crate::messages::console::list_files;
use crate::options::{ForceOption, JsonOption};
use crate::output::{
    About, CsvOption, Exactness, ResultFiles, Size, TableOption, layout, print_json,
};

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

const TABLE: &str = "counts";

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
        let of = json!({ "game": name, "position": position, "depth": plies });
        let mut about = About::new("count", "", vec![of], Size::Games(0), Exactness::All);
        self.csv.prepare(json)?;
        ResultFiles::of_tables(&about, &self.csv, force).prepare::<&str>(&[TABLE], &[])?;
        let plies = plies.unwrap_or(u16::MAX);
        let all = PlyCounts::of_game(game, at, plies, budget, &|| watch.stop());
        let rows: Vec<Row> = all.iter().flat_map(counted).collect();
        about.size = Size::Games(all[0].1.all.games.games());
        let tables = [Table::known(TABLE, rows.clone())];
        let written = ResultFiles::of_tables(&about, &self.csv, force).write_tables(&tables, out);
        if json.json {
            let whole = all.iter().all(|(_, counts)| counts.cut.is_none());
            let told = json!({ "game": name, "position": position, "whole": whole, TABLE: rows });
            print_json(out, "solve", told)?;
        } else if !self.csv.is_printed() {
            write!(out, "{name}, {position}\n\n")?;
            for one in &all {
                write!(out, "{}", counted_text(one, layout()))?;
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
