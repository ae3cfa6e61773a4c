//! Makes a search from a name such as `alphabeta:depth=4,eval=zero`. This file has the only `match` over
//! algorithms: a new algorithm needs its file, one arm in `build` and one entry in `KINDS`.

use std::sync::Arc;

use crate::error::{Error, Result};
use crate::game::{Game, Verdict};
use crate::graph::Merging;

use super::algorithms::{
    AlphaBeta, AlphaBetaSoft, BestResult, Deepening, Dual, Mcts, Minimax, MtSss, Mtdf, NegaAlpha,
    Negamax, ProofNumbers, Pvs, Solve, Sss,
};
use super::options::Options;
use super::{
    Extension, Keys, Offers, OnePly, Order, Replacement, Score, Search, Setting, TableSetting,
    TableSize, Window,
};

/// An algorithm, as `menace list searches` prints it.
#[derive(Clone, Copy, Debug)]
pub struct Kind {
    /// The first word of its names.
    pub name: &'static str,
    /// An example with few options, for a player.
    pub player: &'static str,
    /// An example with the options that it uses in addition to `nodes`.
    pub form: &'static str,
    /// A description in one line.
    pub about: &'static str,
}

impl Kind {
    /// Whether the first word of a name is an algorithm.
    pub fn has(name: &str) -> bool {
        let word = name.split_once(':').map_or(name, |(word, _)| word);
        KINDS.iter().any(|kind| kind.name == word)
    }
}

/// All algorithms.
pub const KINDS: &[Kind] = &[
    Kind {
        name: "minimax",
        player: "minimax:depth=4",
        form: "minimax:depth=4,eval=zero,extend=always,cap=4",
        about: "plain minimax, with separate code for MAX and MIN",
    },
    Kind {
        name: "alphabeta",
        player: "alphabeta:depth=4",
        form: "alphabeta:depth=4,low=-1,high=1",
        about: "alpha-beta, fail-hard, with separate code for MAX and MIN",
    },
    Kind {
        name: "negamax",
        player: "negamax:depth=4",
        form: "negamax:depth=4",
        about: "minimax with one function for both sides, which negates values on the way up",
    },
    Kind {
        name: "negaalpha",
        player: "negaalpha:depth=4",
        form: "negaalpha:depth=4,low=-1,high=1",
        about: "alpha-beta with one function for both sides, fail-hard",
    },
    Kind {
        name: "best-result",
        player: "best-result",
        form: "best-result",
        about: "only loss, draw or win, to the end of the game and without cut-offs",
    },
    Kind {
        name: "alphabeta-soft",
        player: "alphabeta-soft:depth=6",
        form: "alphabeta-soft:depth=8,table=20,keys=canonical,order=table/killer/history",
        about: "alpha-beta, fail-soft, with a transposition table and move ordering",
    },
    Kind {
        name: "pvs",
        player: "pvs:depth=6",
        form: "pvs:depth=8,table=20,replace=deeper,match=deeper",
        about: "principal variation search: first move with the full window, others with null windows",
    },
    Kind {
        name: "sss",
        player: "sss:depth=4",
        form: "sss:depth=6,start=1,entries=1000000",
        about: "SSS*, Stockman's best-first search with an OPEN list",
    },
    Kind {
        name: "mt-sss",
        player: "mt-sss:depth=4",
        form: "mt-sss:depth=6,table=all,keys=path,start=1",
        about: "SSS* as null-window searches with a transposition table",
    },
    Kind {
        name: "dual",
        player: "dual:depth=4",
        form: "dual:depth=6,table=20,start=-1",
        about: "DUAL*, the counterpart of SSS*: null-window searches from below",
    },
    Kind {
        name: "mtdf",
        player: "mtdf:depth=4",
        form: "mtdf:depth=6,table=20,guess=0",
        about: "MTD(f): null-window searches from a first guess",
    },
    Kind {
        name: "id",
        player: "id:pvs:nodes=10000",
        form: "id:pvs:depth=12,table=20,step=2,nodes=100000",
        about: "iterative deepening with any of the searches above that has a depth limit",
    },
    Kind {
        name: "solve",
        player: "solve",
        form: "solve:keys=canonical,entries=1000000",
        about: "solves every reachable position once, with value and distance",
    },
    Kind {
        name: "pns",
        player: "pns:nodes=10000",
        form: "pns:goal=win,entries=1000000",
        about: "proof-number search: whether the goal, a win or a draw, can be reached",
    },
    Kind {
        name: "mcts",
        player: "mcts:playouts=1000",
        form: "mcts:playouts=1000,seed=7,explore=141",
        about: "Monte-Carlo tree search with upper confidence bounds",
    },
];

/// Makes the search with this name.
///
/// # Errors
///
/// [`Error::Name`] for an unknown algorithm, option, evaluation or order, [`Error::Parameter`] for an
/// invalid value of an option.
///
/// # Examples
///
/// ```
/// use matchboxes_core::game::Game;
/// use matchboxes_core::games::TicTacToe;
/// use matchboxes_core::search::{self, Limits, Question};
///
/// let game = TicTacToe;
/// let search = search::parse::<TicTacToe>("alphabeta", &())?;
/// let (at, limits) = (game.start(), Limits::default());
/// let found = search.search(&Question { game: &game, at, limits })?;
/// assert_eq!((found.value.points(), found.counts.nodes), (0, 18_297));
/// # Ok::<(), matchboxes_core::Error>(())
/// ```
pub fn parse<G: Game + 'static>(text: &str, offers: &dyn Offers<G>) -> Result<Box<dyn Search<G>>> {
    let mut options = Options::read(text)?;
    let found = build(&mut options, offers)?;
    options.finish()?;
    Ok(found)
}

pub(super) fn build<G: Game + 'static>(
    options: &mut Options<'_>,
    offers: &dyn Offers<G>,
) -> Result<Box<dyn Search<G>>> {
    Ok(match options.algorithm {
        "minimax" => Box::new(Minimax(setting(options, offers, Group::Basic)?)),
        "negamax" => Box::new(Negamax(setting(options, offers, Group::Basic)?)),
        "alphabeta" => Box::new(AlphaBeta(setting(options, offers, Group::Window)?)),
        "negaalpha" => Box::new(NegaAlpha(setting(options, offers, Group::Window)?)),
        "alphabeta-soft" => Box::new(AlphaBetaSoft(setting(options, offers, Group::Table)?)),
        "pvs" => Box::new(Pvs(setting(options, offers, Group::Table)?)),
        "best-result" => Box::new(BestResult(Setting::of_nodes(options.number("nodes")?))),
        "sss" => Box::new(Sss {
            start: options.score("start")?,
            most: options.number("entries")?,
            setting: setting(options, offers, Group::Basic)?,
        }),
        "mt-sss" => Box::new(MtSss {
            start: options.score("start")?,
            setting: setting(options, offers, Group::NullWindows)?,
        }),
        "dual" => Box::new(Dual {
            start: options.score("start")?,
            setting: setting(options, offers, Group::NullWindows)?,
        }),
        "mtdf" => Box::new(Mtdf {
            guess: options.score("guess")?.unwrap_or(Score::DRAW),
            setting: setting(options, offers, Group::NullWindows)?,
        }),
        "solve" => {
            let merging = [("position", Merging::None), ("canonical", Merging::Full)];
            Box::new(Solve {
                merging: options.one_of("keys", &merging)?.unwrap_or_default(),
                nodes: options.number("nodes")?,
                most: options.number("entries")?.unwrap_or(Solve::MOST),
            })
        }
        "pns" => {
            let goals = [("win", Verdict::Win), ("draw", Verdict::Draw)];
            let most = ProofNumbers::usual::<G>();
            Box::new(ProofNumbers {
                goal: options.one_of("goal", &goals)?.unwrap_or(Verdict::Win),
                nodes: options.number("nodes")?,
                most: options.number("entries")?.unwrap_or(most),
            })
        }
        "mcts" => {
            let usual = Mcts::default();
            Box::new(Mcts {
                playouts: options.positive("playouts")?.unwrap_or(usual.playouts),
                seed: options.number("seed")?.unwrap_or(usual.seed),
                explore: options.number("explore")?.unwrap_or(usual.explore),
                nodes: options.number("nodes")?,
            })
        }
        "id" => Box::new(Deepening {
            nodes: options.number("nodes")?,
            depth: options.positive("depth")?,
            step: options.positive("step")?.unwrap_or(1),
            inner: {
                options.algorithm = options.inner()?;
                build(options, offers)?
            },
        }),
        name => {
            let names = KINDS.iter().map(|kind| kind.name);
            return Err(Error::unknown("search", name, names));
        }
    })
}

/// The groups of algorithms that read the same options of a [`Setting`].
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

fn setting<G: Game + 'static>(
    options: &mut Options<'_>,
    offers: &dyn Offers<G>,
    group: Group,
) -> Result<Setting<G>> {
    let mut setting = Setting::default();
    if matches!(group, Group::Window | Group::Table) {
        let window = Window::new(options.score("low")?, options.score("high")?);
        setting.window = window.ok_or_else(|| options.wrong("`low` must be below `high`"))?;
    }
    setting.depth = options.positive("depth")?;
    setting.nodes = options.number("nodes")?;
    setting.evaluation = match options.take("eval") {
        Some(name) => offers.evaluation(name)?,
        None => offers.usual(),
    };
    let most = options.number("cap")?.unwrap_or(8);
    if let Some(name) = options.take("extend").filter(|name| *name != "never") {
        let when = offers.extension(name)?;
        setting.extension = Some(Extension { when, most });
    }
    if options.one_of("passes", &[("count", false), ("free", true)])? == Some(true) {
        let none = || options.wrong("this game has no passes");
        setting.free = Some(offers.free().ok_or_else(none)?);
    }
    if let Some(file) = options.take("database") {
        let evaluation = &setting.evaluation;
        if evaluation.result(Verdict::Win).is_none() || evaluation.line().is_some() {
            return Err(options.wrong(
                "a database has only results, but this evaluation counts more than results; \
                 leave out `database`",
            ));
        }
        setting.database = Some(offers.database(file)?);
    }
    if group == Group::NullWindows {
        setting.table = Some(TableSetting::default());
    }
    if matches!(group, Group::Table | Group::NullWindows) {
        read_table_and_order(options, offers, &mut setting)?;
    }
    Ok(setting)
}

/// Reads the options of tables and move ordering.
fn read_table_and_order<G: Game + 'static>(
    options: &mut Options<'_>,
    offers: &dyn Offers<G>,
    setting: &mut Setting<G>,
) -> Result<()> {
    if let Some(room) = options.take("table") {
        let bits = || room.parse().ok().filter(|bits| *bits <= 28);
        let wrong = || options.wrong("`table` must be `all` or 0 to 28, for 2^0 to 2^28 entries");
        let room = match room {
            "all" => TableSize::Growing(TableSetting::MOST),
            _ => TableSize::Bits(bits().ok_or_else(wrong)?),
        };
        let table = setting.table.unwrap_or_default();
        setting.table = Some(TableSetting { room, ..table });
    }
    if let Some(table) = &mut setting.table {
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
    if setting.evaluation.line().is_some() && !setting.table.is_none_or(by_path) {
        return Err(options
            .wrong("this evaluation counts the moves of a line, so a table needs `keys=path`"));
    }
    if let Some(words) = options.take("order") {
        setting.order = Order::natural();
        for word in words.split('/') {
            match word {
                "natural" => {}
                "table" => setting.order.table_move = true,
                "killer" => setting.order.killers = true,
                "history" => setting.order.history = true,
                "static" => setting.order.rank = Some(Arc::new(OnePly(setting.evaluation.clone()))),
                name => setting.order.rank = Some(offers.rank(name)?),
            }
        }
    }
    Ok(())
}
