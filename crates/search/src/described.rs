//! Reads the name of a search, such as `alphabeta:depth=4,eval=zero`, into a description of it. Nothing here depends
//! on the game, so it is compiled once; the parts that a game provides are found through [`Parts`].

use crate::error::{Error, Result};
use crate::game::Verdict;
use crate::graph::Merging;

use super::algorithms::{Aim, Approach, Mcts, ProofNumbers, Solve};
use super::kinds::KINDS;
use super::options::Options;
use super::{Keys, Replacement, Score, TableSetting, TableSize, Window};

/// The parts of one search, found by name and kept until the search is made.
pub(super) trait Parts {
    /// Takes the evaluation with this name, or the usual one.
    fn evaluation(&mut self, name: Option<&str>) -> Result<()>;

    /// Takes what the game knows about itself, with the evaluation of this name; whether it counts points.
    fn insight(&mut self, evaluation: Option<&str>) -> Result<bool>;

    /// Whether the evaluation has one value for each result, and counts nothing else.
    fn has_results(&self) -> bool;

    /// Whether the evaluation counts the moves of a line.
    fn counts_lines(&self) -> bool;

    /// Takes the extension with this name, for at most so many plies.
    fn extension(&mut self, name: &str, most: u16) -> Result<()>;

    /// Takes the free moves of the game; false if it has none.
    fn free(&mut self) -> bool;

    /// Takes the endgame database in this file.
    fn database(&mut self, file: &str) -> Result<()>;

    /// Takes the ranking of moves with this name; `static` is that by the evaluation.
    fn rank(&mut self, name: &str) -> Result<()>;
}

/// An algorithm with the options that only it has.
pub(super) enum Algorithm {
    Best {
        aim: Aim,
        table: Option<u8>,
    },
    Minimax,
    Negamax,
    AlphaBeta,
    NegaAlpha,
    AlphaBetaSoft,
    Pvs,
    BestResult,
    Sss {
        start: Option<Score>,
        most: Option<usize>,
    },
    NullWindows(Approach),
    Solve(Solve),
    ProofNumbers(ProofNumbers),
    Mcts(Mcts),
    Deepening {
        inner: Box<Algorithm>,
        depth: Option<u16>,
        nodes: Option<u64>,
        step: u16,
    },
}

/// What a [`Setting`](super::Setting) holds apart from the parts of a game.
pub(super) struct Numbers {
    pub(super) depth: Option<u16>,
    pub(super) nodes: Option<u64>,
    pub(super) window: Window,
    pub(super) table: Option<TableSetting>,
    pub(super) order: Option<Criteria>,
}

/// What an [`Order`](super::Order) holds apart from the ranking of a game.
#[derive(Default)]
pub(super) struct Criteria {
    pub(super) table_move: bool,
    pub(super) killers: bool,
    pub(super) history: bool,
}

/// The groups of algorithms that read the same options of a [`Setting`](super::Setting).
#[derive(Clone, Copy, PartialEq, Eq)]
enum Group {
    /// The options of all depth-first searches.
    Basic,
    /// Also a window.
    Window,
    /// Also a window, and perhaps a table.
    Table,
    /// Always a table.
    NullWindows,
}

/// Reads all options of a name.
pub(super) fn described(
    options: &mut Options<'_>,
    parts: &mut dyn Parts,
) -> Result<(Algorithm, Numbers)> {
    let mut numbers = Numbers {
        depth: None,
        nodes: None,
        window: Window::OPEN,
        table: None,
        order: None,
    };
    let algorithm = algorithm(options, parts, &mut numbers)?;
    options.finish()?;
    Ok((algorithm, numbers))
}

fn algorithm(
    options: &mut Options<'_>,
    parts: &mut dyn Parts,
    numbers: &mut Numbers,
) -> Result<Algorithm> {
    let mut setting = |options: &mut Options<'_>, group| numbers.read(options, parts, group);
    Ok(match options.algorithm {
        "best" => best(options, parts, numbers)?,
        "minimax" => setting(options, Group::Basic).map(|()| Algorithm::Minimax)?,
        "negamax" => setting(options, Group::Basic).map(|()| Algorithm::Negamax)?,
        "alphabeta" => setting(options, Group::Window).map(|()| Algorithm::AlphaBeta)?,
        "negaalpha" => setting(options, Group::Window).map(|()| Algorithm::NegaAlpha)?,
        "alphabeta-soft" => setting(options, Group::Table).map(|()| Algorithm::AlphaBetaSoft)?,
        "pvs" => setting(options, Group::Table).map(|()| Algorithm::Pvs)?,
        "best-result" => {
            numbers.nodes = options.number("nodes")?;
            Algorithm::BestResult
        }
        "sss" => {
            let (start, most) = (options.score("start")?, options.number("entries")?);
            setting(options, Group::Basic)?;
            Algorithm::Sss { start, most }
        }
        name @ ("mt-sss" | "dual" | "mtdf") => {
            let from = match name {
                "mt-sss" => Approach::Above(options.score("start")?),
                "dual" => Approach::Below(options.score("start")?),
                _ => Approach::Guess(options.score("guess")?.unwrap_or(Score::DRAW)),
            };
            setting(options, Group::NullWindows)?;
            Algorithm::NullWindows(from)
        }
        "solve" => {
            let merging = [("position", Merging::None), ("canonical", Merging::Full)];
            Algorithm::Solve(Solve {
                merging: options.one_of("keys", &merging)?.unwrap_or_default(),
                nodes: options.number("nodes")?,
                most: options.number("entries")?.unwrap_or(Solve::MOST),
            })
        }
        "pns" => {
            let goals = [("win", Verdict::Win), ("draw", Verdict::Draw)];
            Algorithm::ProofNumbers(ProofNumbers {
                goal: options.one_of("goal", &goals)?.unwrap_or(Verdict::Win),
                nodes: options.number("nodes")?,
                most: options.number("entries")?,
            })
        }
        "mcts" => {
            let usual = Mcts::default();
            Algorithm::Mcts(Mcts {
                playouts: options.positive("playouts")?.unwrap_or(usual.playouts),
                seed: options.number("seed")?.unwrap_or(usual.seed),
                explore: options.number("explore")?.unwrap_or(usual.explore),
                nodes: options.number("nodes")?,
            })
        }
        "id" => Algorithm::Deepening {
            nodes: options.number("nodes")?,
            depth: options.positive("depth")?,
            step: options.positive("step")?.unwrap_or(1),
            inner: {
                options.algorithm = options.inner()?;
                Box::new(algorithm(options, parts, numbers)?)
            },
        },
        name => {
            let names = KINDS.iter().map(|kind| kind.name);
            return Err(Error::unknown("search", name, names));
        }
    })
}

/// Reads the options of the search `best`.
fn best(
    options: &mut Options<'_>,
    parts: &mut dyn Parts,
    numbers: &mut Numbers,
) -> Result<Algorithm> {
    numbers.nodes = options.number("nodes")?;
    let counts_points = parts.insight(options.take("eval"))?;
    let aims = [("result", Aim::Result), ("length", Aim::Length)];
    let aim = match options.one_of("aim", &aims)? {
        _ if parts.counts_lines() => {
            return Err(options.wrong("this evaluation counts the moves of a line, not the end"));
        }
        Some(_) if !parts.has_results() => {
            return Err(options.wrong("this evaluation counts more than results; leave out `aim`"));
        }
        None if !parts.has_results() => Aim::Points,
        Some(Aim::Length) if counts_points => {
            return Err(options.wrong("in this game `best` finds the result, not the length"));
        }
        None if counts_points => Aim::Result,
        aim => aim.unwrap_or_default(),
    };
    let table = options.number("table")?;
    if table.is_some_and(|bits| bits > 28) {
        return Err(options.wrong("`table` must be 0 to 28, for at most 2^0 to 2^28 entries"));
    }
    Ok(Algorithm::Best { aim, table })
}

impl Numbers {
    fn read(
        &mut self,
        options: &mut Options<'_>,
        parts: &mut dyn Parts,
        group: Group,
    ) -> Result<()> {
        if matches!(group, Group::Window | Group::Table) {
            let window = Window::new(options.score("low")?, options.score("high")?);
            self.window = window.ok_or_else(|| options.wrong("`low` must be below `high`"))?;
        }
        self.depth = options.positive("depth")?;
        self.nodes = options.number("nodes")?;
        parts.evaluation(options.take("eval"))?;
        let most = options.number("cap")?.unwrap_or(8);
        if let Some(name) = options.take("extend").filter(|name| *name != "never") {
            parts.extension(name, most)?;
        }
        let passes = options.one_of("passes", &[("count", false), ("free", true)])?;
        if passes == Some(true) && !parts.free() {
            return Err(options.wrong("this game has no passes"));
        }
        if let Some(file) = options.take("database") {
            if !parts.has_results() {
                return Err(options.wrong(
                    "a database has only results, but this evaluation counts more than results; \
                     leave out `database`",
                ));
            }
            parts.database(file)?;
        }
        if group == Group::NullWindows {
            self.table = Some(TableSetting::default());
        }
        if matches!(group, Group::Table | Group::NullWindows) {
            self.read_table_and_order(options, parts)?;
        }
        Ok(())
    }

    /// Reads the options of tables and move ordering.
    fn read_table_and_order(
        &mut self,
        options: &mut Options<'_>,
        parts: &mut dyn Parts,
    ) -> Result<()> {
        if let Some(room) = options.take("table") {
            let bits = || room.parse().ok().filter(|bits| *bits <= 28);
            let wrong =
                || options.wrong("`table` must be `all` or 0 to 28, for 2^0 to 2^28 entries");
            let room = match room {
                "all" => TableSize::Growing(TableSetting::MOST),
                _ => TableSize::Bits(bits().ok_or_else(wrong)?),
            };
            let table = self.table.unwrap_or_default();
            self.table = Some(TableSetting { room, ..table });
        }
        if let Some(table) = &mut self.table {
            let replacements = [
                ("always", Replacement::Always),
                ("deeper", Replacement::Deeper),
                ("two-tier", Replacement::TwoTier),
            ];
            let keys = [
                ("position", Keys::Position),
                ("canonical", Keys::Canonical),
                ("path", Keys::Path),
            ];
            let exact = [("exact", true), ("deeper", false)];
            let replacement = options.one_of("replace", &replacements)?;
            table.replacement = replacement.unwrap_or_default();
            table.keys = options.one_of("keys", &keys)?.unwrap_or_default();
            table.exact_depth = options.one_of("match", &exact)?.unwrap_or(true);
        }
        let by_path = |table: TableSetting| table.keys == Keys::Path;
        if parts.counts_lines() && !self.table.is_none_or(by_path) {
            return Err(options.wrong(
                "this evaluation counts the moves of a line, so a table needs `keys=path`",
            ));
        }
        if let Some(words) = options.take("order") {
            let criteria = self.order.insert(Criteria::default());
            for word in words.split('/') {
                match word {
                    "natural" => {}
                    "table" => criteria.table_move = true,
                    "killer" => criteria.killers = true,
                    "history" => criteria.history = true,
                    name => parts.rank(name)?,
                }
            }
        }
        Ok(())
    }
}
