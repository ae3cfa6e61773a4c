//! Looks up searches by name, with the parts that games and models provide.

use std::path::Path;
use std::sync::Arc;

use super::spec::PlayerSpec;
use crate::error::{Error, Result};
use crate::game::{Game, Side, Verdict};
use crate::games::{AnyGame, Position};
use crate::graph;
use crate::learn::{Rule, Table};
use crate::search::{self, Evaluate, Score, Search, SearchFile, SearchFiles, Searching, files_in};
use crate::store;

/// Returns the search of this name, such as `alphabeta:depth=4,eval=lines`.
///
/// # Errors
///
/// As [`search::parse`], and any error of reading a model that serves as the evaluation.
pub fn search(game: &AnyGame, name: &str) -> Result<Box<dyn Search<AnyGame>>> {
    // Only a player has a book: here it is an unknown option, and must not be refused as a missing file.
    let files = read_files(game, name, false)?;
    Ok(search::named(game, name, &files)?)
}

/// Returns the search of this name as a player. Without a limit it plays only small games, which it can
/// search to the end at every move.
///
/// # Errors
///
/// As [`search()`], and [`games::Error::Parameter`](crate::games::Error::Parameter) when a large game would be
/// searched without a limit.
pub fn searching(game: &AnyGame, name: &str) -> Result<Searching> {
    let player = Searching::named(game, name, &read_files(game, name, true)?)?;
    if player.is_limited() || graph::offered(game).is_some() {
        return Ok(player);
    }
    let reason = format!(
        "{} is too large to search to its end at every move; give the search a limit such as \
         nodes=100000",
        game.name()
    );
    Err(Error::parameter(name, reason))
}

/// Reads the files that the name of a search names: a model as its evaluation, a database, and a book if it has one.
fn read_files(game: &AnyGame, name: &str, has_book: bool) -> Result<SearchFiles> {
    let mut files = SearchFiles::default();
    for (what, file) in files_in(name) {
        match what {
            SearchFile::Evaluation => files.evaluation = read_evaluation(game, file)?,
            SearchFile::Database => {
                files.database = Some(Arc::new(store::read_database(Path::new(file), Some(game))?));
            }
            SearchFile::Book if has_book => {
                files.book = Some(Arc::new(store::read_book(Path::new(file), Some(game))?));
            }
            SearchFile::Book => {}
        }
    }
    Ok(files)
}

/// The model of this name as an evaluation, if it is the name of a model.
fn read_evaluation(game: &AnyGame, name: &str) -> Result<Option<Arc<dyn Evaluate<AnyGame>>>> {
    let spec = name.parse::<PlayerSpec>().ok();
    let Some(path) = spec.as_ref().and_then(PlayerSpec::model_path) else {
        return Ok(None);
    };
    let model = store::read_for(game, path)?;
    let rule = model.rule().clone();
    if rule.beads().is_none() {
        let reason = match rule.values() {
            Some(_) => "its rule keeps values of moves; an evaluation needs beads",
            None => "its rule keeps odds, whose boxes never grow; an evaluation needs beads",
        };
        return Err(Error::parameter(name, reason));
    }
    let tables = Side::BOTH.map(|side| model.table(side).cloned());
    Ok(Some(Arc::new(BoxGrowth { rule, tables })))
}

/// The value of a won game, larger than the value of any box.
const WON: i32 = 1000;

/// Evaluates a position by the growth of its matchbox.
///
/// A box starts with the number of beads that the rule gives it, and gains or loses beads with the games
/// through it. The value is the present number of beads minus the starting number, in thousandths of the
/// larger of the two: 0 for a box never met or unchanged, up to 999 for one that has won much, -999 for
/// an empty one. It is not a chance of winning, and boxes met often differ more from 0 than boxes met
/// rarely. A win, draw or loss is worth 1000, 0 or -1000.
///
/// If the side to move has no table, the value of the best move counts: the negated value of the
/// successor's box that is worst for the other side.
struct BoxGrowth {
    rule: Rule,
    tables: [Option<Table>; 2],
}

impl BoxGrowth {
    fn of_box(&self, table: &Table, game: &AnyGame, at: &Position) -> i32 {
        let layout = table.layout();
        if !layout.has_box(game, at) {
            return 0;
        }
        let Some(matchbox) = table.get(layout.place(game, at).key) else {
            return 0;
        };
        let colours = matchbox.beads.len();
        let start = i128::from(self.rule.start_beads(matchbox.ply, colours));
        let start = start.saturating_mul(i128::try_from(colours).unwrap_or(0));
        let now: i128 = matchbox.beads.iter().map(|&beads| i128::from(beads)).sum();
        let most = i128::from(WON - 1);
        i32::try_from(most * (now - start) / now.max(start).max(1)).unwrap_or(0)
    }

    fn table(&self, side: Side) -> Option<&Table> {
        self.tables[side.index()].as_ref()
    }
}

impl Evaluate<AnyGame> for BoxGrowth {
    fn value(&self, game: &AnyGame, at: &Position) -> Score {
        let side = game.side(at);
        if let Some(table) = self.table(side) {
            return Score::new(self.of_box(table, game, at));
        }
        let Some(table) = self.table(side.other()) else {
            return Score::DRAW;
        };
        Score::new(
            game.moves(at)
                .map(|m| {
                    let after = game.play(at, m);
                    match game.outcome(&after) {
                        Some(outcome) => WON * Score::for_verdict(outcome.verdict(side)).points(),
                        None => -self.of_box(table, game, &after),
                    }
                })
                .max()
                .unwrap_or(0),
        )
    }

    fn result(&self, verdict: Verdict) -> Option<Score> {
        Some(Score::new(WON * Score::for_verdict(verdict).points()))
    }
}
