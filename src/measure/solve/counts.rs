//! Counts positions and games by the moves played, instead of a search.

use std::io::Write;
use std::time::Duration;

use matchboxes::game::{Game as _, Side};
use matchboxes::games::{AnyGame, Position};
use matchboxes::graph::{Budget, CountLimits, Cut, GameCounts, PlyCounts};
use matchboxes::text::{count, thousands};
use matchboxes_report::{Column, Row, Table, View, counted};
use serde_json::json;

use super::watch::Watch;
use crate::messages::console::list_files;
use crate::options::{ForceOption, JsonOption};
use crate::output::about::{About, Exactness, Size};
use crate::output::print_json;
use crate::output::results::{CsvOption, ResultFiles};
use crate::output::width::{TableOption, shown, wrapped};

#[derive(Debug, clap::Args)]
#[command(next_help_heading = "Counts of games")]
pub(super) struct Counts {
    /// Count all positions and games by their number of moves and their result, also with mirror images counted once.
    /// --depth, --seconds and --entries limit the count
    #[arg(long, group = "files", conflicts_with_all = ["database", "book"])]
    counts: bool,

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

/// What bounds a count: the moves, the time and the positions in memory.
pub(super) struct Bounds {
    pub(super) plies: Option<u16>,
    pub(super) time: Option<Duration>,
    pub(super) entries: Option<u64>,
}

impl Counts {
    /// Whether a count was asked for.
    pub(super) const fn is_wanted(&self) -> bool {
        self.counts
    }

    /// Counts from a position, and shows and writes it.
    pub(super) fn run(
        &self,
        (game, at): (&AnyGame, &Position),
        bounds: &Bounds,
        (json, force): (&JsonOption, &ForceOption),
        out: &mut dyn Write,
    ) -> anyhow::Result<()> {
        self.table.apply();
        let (name, position) = (game.name(), game.write_position(at));
        let of = json!({"game": name, "position": position, "depth": bounds.plies});
        let about = About::new("count", "", vec![of], Size::Games(0)).with_exact(Exactness::All);
        self.csv.prepare(json)?;
        ResultFiles::of_tables(&about, &self.csv, force).prepare::<&str>(&[TABLE], &[])?;
        let watch = Watch::new(bounds.time, true);
        let entries = bounds.entries.map(usize::try_from).transpose()?;
        let limits = CountLimits {
            plies: bounds.plies.unwrap_or(u16::MAX),
            positions: entries.unwrap_or(Budget::EXACT.positions),
        };
        let counts = GameCounts::new(game, at, limits, &|| watch.stop());
        let rows: Vec<Row> = counts.each().flat_map(counted).collect();
        let tables = [Table::known(TABLE, rows.clone())];
        let about = about.of_size(Size::Games(games(&counts.apart)));
        let written = ResultFiles::of_tables(&about, &self.csv, force).write_tables(&tables, out);
        if self.csv.is_printed() {
            return written.map(drop);
        }
        if json.json {
            let whole = counts.each().all(|(_, counts)| counts.cut.is_none());
            let document = json!({"game": name, "position": position, "whole": whole, TABLE: rows});
            print_json(out, "solve", document)?;
            return written.map(drop);
        }
        write!(out, "{name}, {position}\n\n")?;
        for one in counts.each() {
            write!(out, "{}", text(one, limits))?;
        }
        let files = written.iter().flatten().map(|path| ("Counts", path));
        list_files(files, 7, out)?;
        written.map(drop)
    }
}

fn games(counts: &PlyCounts) -> u64 {
    let [won, drawn, lost] = counts.all.games.seen_by(Side::First);
    won.saturating_add(drawn).saturating_add(lost)
}

/// How many games there are, how far they were counted, and the table.
fn text((images, counts): (&'static str, &PlyCounts), limits: CountLimits) -> String {
    let about = match images {
        "once" => ", mirror images counted once",
        _ => "",
    };
    let moves = count(counts.plies.len() as u64 - 1, "move", "moves");
    let why = match counts.cut {
        None => String::new(),
        Some(Cut::Plies) => format!(", of at most {moves}"),
        Some(Cut::Stopped) => format!(", of at most {moves}: the count was stopped"),
        Some(Cut::Games) => format!(
            ", of at most {moves}: longer ones are more than {}",
            u64::MAX
        ),
        Some(Cut::Positions) => format!(
            ", of at most {moves}: longer ones have more than {} positions (--entries)",
            thousands(limits.positions as u64)
        ),
    };
    let view = View {
        title: "moves".to_owned(),
        side: Side::First,
        columns: &COLUMNS,
    };
    let rows = counted((images, counts)).into_iter();
    let ply = |row: &Row| Column::of("ply", 1).cell(row);
    let named = rows.map(|row| (ply(&row).unwrap_or_else(|| "all".to_owned()), row));
    let games = count(games(counts), "game", "games");
    wrapped(&format!("{games}{why}{about}"), "") + &shown(&view.table(named)) + "\n"
}
