//! The options of all searches, and how the value of each is read. An option is an entry here; `kinds.rs`
//! lists the searches that have it.

use std::str::FromStr;

use crate::game::Verdict;
use crate::graph::Merging;

use super::{
    Keys, Replacement, Score, SearchAim, SearchFile, Setting, TableSetting, TableSize, Ties,
};

/// The options in a name: values, and names that only its game or a folder can resolve.
pub(super) struct ReadName<'t> {
    /// The whole name.
    pub(super) text: &'t str,
    pub(super) setting: Setting,
    pub(super) evaluation: Option<&'t str>,
    pub(super) extension: Option<&'t str>,
    pub(super) free: bool,
    pub(super) database: Option<&'t str>,
    pub(super) ranks: Vec<&'t str>,
    pub(super) ties: Ties,
    pub(super) book: Option<&'t str>,
}

/// Reads a value, or returns what is wrong with it.
type Read = for<'t> fn(&mut ReadName<'t>, &'t str) -> Result<(), String>;

#[derive(Clone, Copy, Debug)]
pub(super) struct SearchOption {
    pub(super) name: &'static str,
    /// What the file is that its value may name, with a colon in the name or without.
    pub(super) file: Option<SearchFile>,
    pub(super) read: Read,
}

const fn option(name: &'static str, read: Read) -> SearchOption {
    let file = None;
    SearchOption { name, file, read }
}

const fn file(name: &'static str, what: SearchFile, read: Read) -> SearchOption {
    let file = Some(what);
    SearchOption { name, file, read }
}

pub(super) const NODES: SearchOption = option("nodes", |to, text| {
    number(text).map(|nodes| to.setting.nodes = Some(nodes))
});

pub(super) const ENTRIES: SearchOption = option("entries", |to, text| {
    number(text).map(|most| to.setting.entries = Some(most))
});

const EVAL: SearchOption = file("eval", SearchFile::Evaluation, |to, text| {
    to.evaluation = Some(text);
    Ok(())
});

/// What a player reads besides the options of its search.
pub(super) const PLAYER: &[SearchOption] = &[
    option("ties", |to, text| {
        one_of(text, &[("first", Ties::First), ("all", Ties::All)]).map(|ties| to.ties = ties)
    }),
    file("book", SearchFile::Book, |to, text| {
        to.book = Some(text);
        Ok(())
    }),
];

/// The options of all depth-first searches.
pub(super) const BASIC: &[SearchOption] = &[
    option("depth", |to, text| {
        positive(text).map(|depth| to.setting.depth = Some(depth))
    }),
    NODES,
    EVAL,
    option("cap", |to, text| {
        number(text).map(|most| to.setting.cap = most)
    }),
    option("extend", |to, text| {
        to.extension = Some(text).filter(|name| *name != "never");
        Ok(())
    }),
    option("passes", |to, text| {
        one_of(text, &[("count", false), ("free", true)]).map(|free| to.free = free)
    }),
    file("database", SearchFile::Database, |to, text| {
        to.database = Some(text);
        Ok(())
    }),
];

pub(super) const WINDOW: &[SearchOption] = &[
    option("low", |to, text| {
        number(text).map(|low| to.setting.window.alpha = Score::new(low))
    }),
    option("high", |to, text| {
        number(text).map(|high| to.setting.window.beta = Score::new(high))
    }),
];

/// A transposition table and the order of moves.
pub(super) const TABLE: &[SearchOption] = &[
    option("table", |to, text| {
        let bits = text.parse().ok().filter(|bits| *bits <= 28);
        let all = (text == "all").then_some(TableSize::Growing(TableSetting::MOST));
        let room = all.or(bits.map(TableSize::Bits));
        let room = room.ok_or("must be `all` or 0 to 28, for 2^0 to 2^28 entries")?;
        to.setting.table.get_or_insert_default().room = room;
        Ok(())
    }),
    option("replace", |to, text| {
        let known = [
            ("always", Replacement::Always),
            ("deeper", Replacement::Deeper),
            ("two-tier", Replacement::TwoTier),
        ];
        table(to)?.replacement = one_of(text, &known)?;
        Ok(())
    }),
    option("keys", |to, text| {
        let known = [
            ("position", Keys::Position),
            ("canonical", Keys::Canonical),
            ("path", Keys::Path),
        ];
        table(to)?.keys = one_of(text, &known)?;
        Ok(())
    }),
    option("match", |to, text| {
        table(to)?.exact_depth = one_of(text, &[("exact", true), ("deeper", false)])?;
        Ok(())
    }),
    option("order", |to, text| {
        to.setting.table_move = false;
        for word in text.split('/') {
            match word {
                "natural" => {}
                "table" => to.setting.table_move = true,
                "killer" => to.setting.killers = true,
                "history" => to.setting.history = true,
                name => to.ranks.push(name),
            }
        }
        Ok(())
    }),
];

pub(super) const START: &[SearchOption] = &[option("start", start)];

/// The value from which MTD(f) starts.
pub(super) const GUESS: &[SearchOption] = &[option("guess", start)];

/// The options of `best`.
pub(super) const BEST: &[SearchOption] = &[
    EVAL,
    option("aim", |to, text| {
        let known = [("result", SearchAim::Result), ("length", SearchAim::Length)];
        one_of(text, &known).map(|aim| to.setting.aim = Some(aim))
    }),
    option("table", |to, text| {
        let bits = Some(number(text)?).filter(|bits| *bits <= 28);
        let bits = bits.ok_or("must be 0 to 28, for at most 2^0 to 2^28 entries")?;
        to.setting.bounds = Some(bits);
        Ok(())
    }),
];

/// The options of `id`.
pub(super) const DEEPENING: &[SearchOption] = &[option("step", |to, text| {
    positive(text).map(|step| to.setting.step = Some(step))
})];

/// The options of `solve`.
pub(super) const SOLVE: &[SearchOption] = &[option("keys", |to, text| {
    let known = [("position", Merging::None), ("canonical", Merging::Full)];
    one_of(text, &known).map(|merging| to.setting.merging = merging)
})];

/// The options of `pns`.
pub(super) const PROOF: &[SearchOption] = &[option("goal", |to, text| {
    let known = [("win", Verdict::Win), ("draw", Verdict::Draw)];
    one_of(text, &known).map(|goal| to.setting.goal = goal)
})];

/// The options of `mcts`.
pub(super) const SAMPLES: &[SearchOption] = &[
    option("playouts", |to, text| {
        positive(text).map(|playouts| to.setting.playouts = playouts)
    }),
    option("seed", |to, text| {
        number(text).map(|seed| to.setting.seed = seed)
    }),
    option("explore", |to, text| {
        number(text).map(|explore| to.setting.explore = explore)
    }),
];

fn start(to: &mut ReadName<'_>, text: &str) -> Result<(), String> {
    number(text).map(|start| to.setting.start = Some(Score::new(start)))
}

/// The table to which another option belongs.
fn table<'a>(to: &'a mut ReadName<'_>) -> Result<&'a mut TableSetting, String> {
    let table = to.setting.table.as_mut();
    table.ok_or_else(|| "is an option of a table; give one, such as table=20".to_owned())
}

/// A whole number; underscores between digits are ignored.
fn number<T: FromStr>(text: &str) -> Result<T, String> {
    let plain = text.replace('_', "");
    let number = plain.parse().ok().filter(|_| !plain.starts_with('+'));
    number.ok_or_else(|| "must be a whole number and not too large".to_owned())
}

/// A whole number of at least 1.
fn positive<T: FromStr + Default + PartialEq>(text: &str) -> Result<T, String> {
    match number(text)? {
        zero if zero == T::default() => Err("must be at least 1".to_owned()),
        number => Ok(number),
    }
}

/// What a word stands for.
fn one_of<T: Copy>(text: &str, known: &[(&str, T)]) -> Result<T, String> {
    let found = known.iter().find(|(word, _)| *word == text);
    found.map(|(_, meaning)| *meaning).ok_or_else(|| {
        let words: Vec<_> = known.iter().map(|(word, _)| *word).collect();
        format!("must be one of {}", words.join(", "))
    })
}
