//! Solves all reachable positions backward and writes them to files.

use std::io::Write;
use std::path::PathBuf;

use matchboxes::game::{Game, Verdict};
use matchboxes::games::{AnyGame, Position};
use matchboxes::graph::{Budget, Graph, Merging, Solved};
use matchboxes::search::{Book, Database};
use matchboxes::store;
use matchboxes::text::{count, thousands};
use serde::Serialize;
use serde_json::json;

use crate::files::{self, ending};
use crate::messages::{console, usage};
use crate::options::{ForceOption, number};
use crate::output::print_json;

/// The options of a search, which cannot be used together with files.
const SEARCH: [&str; 8] = [
    "algorithm",
    "depth",
    "nodes",
    "seconds",
    "first_best",
    "all",
    "positions",
    "compare",
];

#[derive(Debug, clap::Args)]
#[command(next_help_heading = "Files of solved positions")]
#[command(group = clap::ArgGroup::new("files").multiple(true))]
pub(super) struct DatabaseOptions {
    /// Solve all reachable positions backward, and write their values and distances to this file, an
    /// endgame database
    #[arg(long, value_name = "FILE", group = "files", conflicts_with_all = SEARCH,
        value_parser = ending::path(&["endgames"]))]
    database: Option<PathBuf>,

    /// Keep only positions in the database from which play ends within N moves
    #[arg(long, value_name = "N", requires = "database",
        value_parser = number::small::<u16, 0, { number::PLIES }>)]
    within: Option<u16>,

    /// Solve them in the same way, and write the best moves of the first positions to this file, an
    /// opening book
    #[arg(long, value_name = "FILE", group = "files", conflicts_with_all = SEARCH,
        value_parser = ending::path(&["book"]))]
    book: Option<PathBuf>,

    /// How many moves, of both sides together, the book covers
    #[arg(long, value_name = "N", requires = "book", default_value_t = 6,
        value_parser = number::small::<u16, 1, { number::PLIES }>)]
    moves: u16,

    /// Hold at most N positions in memory while solving, mirror images counted once, or while counting
    /// [default: 3,000,000]
    #[arg(long, value_name = "N", requires = "files",
        value_parser = number::count::<1_000_000_000>)]
    entries: Option<u64>,

    #[command(flatten)]
    pub(super) force: ForceOption,
}

#[derive(Serialize)]
struct Written {
    file: String,
    what: &'static str,
    positions: usize,
    bytes: usize,
}

impl DatabaseOptions {
    pub(super) fn budget(&self) -> anyhow::Result<Budget> {
        let most = self.entries.map(usize::try_from).transpose()?;
        Ok(most.map_or(Budget::EXACT, Budget::new))
    }

    pub(super) const fn is_wanted(&self) -> bool {
        self.database.is_some() || self.book.is_some()
    }

    /// Solves all positions reachable from a position, writes the files and reports what they hold.
    pub(super) fn run(
        &self,
        game: &AnyGame,
        at: &Position,
        out: &mut dyn Write,
        is_json: bool,
    ) -> anyhow::Result<()> {
        let both = self.database.as_ref().zip(self.book.as_ref());
        if both.is_some_and(|(database, book)| files::is_same(database, book)) {
            return Err(usage("--database and --book name the same file"));
        }
        let graph = Graph::starting_at(game.clone(), at, Merging::Full);
        let solved = Solved::from_graph(graph.completed(self.budget()?, "solving them all")?)?;
        let written = self.write(&solved)?;
        let root = solved.graph().root();
        let (value, meaning) = match solved.outcome(root).verdict(game.side(at)) {
            Verdict::Loss => (-1, "a loss for the side to move"),
            Verdict::Draw => (0, "a draw"),
            Verdict::Win => (1, "a win for the side to move"),
        };
        let distance = solved.length(root);
        let (name, position) = (game.name(), game.write_position(at));
        if is_json {
            let facts = json!({
                "game": name,
                "position": position,
                "value": value,
                "distance": distance,
                "positions": solved.graph().len(),
                "files": written,
            });
            return print_json(out, "solve", facts);
        }
        let out = &mut *console::summary(out);
        let positions = |n: usize| count(n as u64, "position", "positions");
        writeln!(
            out,
            "{name}, {position}, {} to move\n{} solved, mirror images counted once\nvalue {value}, {meaning}, \
             in {}",
            game.side(at).name(),
            positions(solved.graph().len()),
            count(distance.into(), "move", "moves"),
        )?;
        for file in &written {
            let (positions, bytes) = (positions(file.positions), thousands(file.bytes as u64));
            let Written { file, what, .. } = file;
            writeln!(out, "{file}: {what}, {positions}, {bytes} bytes")?;
        }
        Ok(())
    }

    fn write(&self, solved: &Solved<AnyGame>) -> anyhow::Result<Vec<Written>> {
        let write = |what, path: &PathBuf, positions, bytes: &[u8]| -> anyhow::Result<_> {
            files::replace(path, bytes, self.force.force)?;
            let (file, bytes) = (path.display().to_string(), bytes.len());
            Ok(Written {
                file,
                what,
                positions,
                bytes,
            })
        };
        let mut written = Vec::new();
        if let Some(path) = &self.database {
            let database = Database::from_solved(solved, self.within);
            let (n, bytes) = (database.entries().len(), store::encode_database(&database));
            written.push(write("endgame database", path, n, &bytes)?);
        }
        if let Some(path) = &self.book {
            let book = Book::from_solved(solved, self.moves);
            let (n, bytes) = (book.pages().len(), store::encode_book(&book));
            written.push(write("opening book", path, n, &bytes)?);
        }
        Ok(written)
    }
}
