//! Makes a search from a name such as `alphabeta:depth=4,eval=zero`. A new algorithm needs its file, an
//! [`Algorithm`](super::Algorithm), an entry in `kinds.rs`, and an arm in `algorithms/mod.rs`, which runs it.

use std::sync::Arc;

use crate::error::{Error, Result};
use crate::game::{Game, Verdict};

use super::kinds::{KINDS, Length, SearchKind};
use super::options::{PLAYER, ReadName, SearchOption};
use super::{
    Algorithm, ByRules, Evaluate, Keys, Offers, Points, Search, SearchAim, SearchFile, SearchFiles,
    Searcher, Setting, Ties, Window, one_ply,
};

/// Makes the search with this name, from the parts that its game provides; see [`named`](super::named()).
///
/// # Errors
///
/// [`Error::Name`](crate::error::Error::Name) for an unknown algorithm, option, evaluation or order,
/// [`Error::Parameter`](crate::error::Error::Parameter) for an invalid value of an option.
pub fn parse<G: Game + 'static>(text: &str, offers: &Offers<G>) -> Result<Box<dyn Search<G>>> {
    build(&read(text, &[])?, offers, &SearchFiles::default(), None)
}

/// The most options of a search; there are far fewer.
const MOST: usize = 64;

struct Name<'t> {
    /// The kind of search, after `id` if that repeats it.
    kinds: Vec<&'static SearchKind>,
    pairs: Vec<(&'t str, &'t str)>,
}

impl<'t> Name<'t> {
    fn split(text: &'t str) -> Result<Self> {
        let parts = |text: &'t str| match text.split_once(':') {
            Some((word, rest)) => (word, Some(rest)),
            None => (text, None),
        };
        let (word, mut rest) = parts(text);
        let mut words = vec![word];
        let repeats = SearchKind::called(word).is_some_and(|kind| kind.algorithm.is_none());
        if let Some(after) = rest.filter(|_| repeats) {
            let (word, options) = parts(after);
            words.push(word);
            rest = options;
        }
        let wrong = |reason: &str| Error::parameter(text, reason);
        let mut pairs: Vec<(&str, &str)> = Vec::new();
        for pair in rest.into_iter().flat_map(|rest| rest.split(',')) {
            let pair = pair.split_once('=');
            let form = "write options as `name=value`, separated by commas";
            let (name, value) = pair.ok_or_else(|| wrong(form))?;
            if name.contains(':') {
                return Err(wrong("too many colons"));
            }
            if pairs.len() == MOST {
                return Err(wrong("too many options"));
            }
            if pairs.iter().any(|(other, _)| *other == name) {
                return Err(wrong(&format!("`{name}` is given twice")));
            }
            pairs.push((name, value));
        }
        let names = KINDS.iter().map(|kind| kind.name);
        let kinds = words.into_iter().map(|word| {
            let kind = SearchKind::called(word);
            kind.ok_or_else(|| Error::unknown("search", word, names.clone()))
        });
        let kinds = kinds.collect::<Result<_>>()?;
        Ok(Self { kinds, pairs })
    }

    /// The options that it can have, with these.
    fn options(&self, more: &'static [SearchOption]) -> Vec<&'static SearchOption> {
        let groups = self.kinds.iter().flat_map(|kind| kind.reads);
        more.iter().chain(groups.copied().flatten()).collect()
    }
}

/// The files that the name of a search or a player may name, in the order of the name; none if it is wrong.
pub fn files_in(name: &str) -> Vec<(SearchFile, &str)> {
    let Ok(parts) = read(name, PLAYER).and_then(|_| Name::split(name)) else {
        return Vec::new();
    };
    let options = parts.options(PLAYER);
    let named = parts.pairs.iter().filter_map(|(name, file)| {
        let option = options.iter().find(|option| option.name == *name)?;
        Some((option.file?, *file))
    });
    named.collect()
}

/// Reads all values of a name, which can have the options of its search and these.
pub(super) fn read<'t>(text: &'t str, more: &'static [SearchOption]) -> Result<ReadName<'t>> {
    let mut name = Name::split(text)?;
    let wrong = |reason: &str| Error::parameter(text, reason);
    let algorithm = match name.kinds[..] {
        [kind] => kind.algorithm,
        [_, kind] if kind.length == Length::ByDepth => kind.algorithm,
        _ => None,
    };
    let algorithm = algorithm.ok_or_else(|| {
        wrong("name the search to repeat, such as id:pvs or id:alphabeta-soft:nodes=100000")
    })?;
    let mut asked = ReadName {
        text,
        setting: Setting {
            step: (name.kinds.len() > 1).then_some(1),
            ..Setting::new(algorithm)
        },
        evaluation: None,
        extension: None,
        free: false,
        database: None,
        ranks: Vec::new(),
        ties: Ties::default(),
        book: None,
    };
    let options = name.options(more);
    for option in &options {
        let mut pairs = name.pairs.iter();
        let Some(place) = pairs.position(|(name, _)| *name == option.name) else {
            continue;
        };
        let (_, value) = name.pairs.remove(place);
        if value.contains(':') && option.file.is_none() {
            return Err(wrong("too many colons"));
        }
        (option.read)(&mut asked, value)
            .map_err(|reason| wrong(&format!("`{}` {reason}", option.name)))?;
    }
    if let Some((name, _)) = name.pairs.first() {
        let known = options.iter().map(|option| option.name);
        return Err(Error::unknown("option", name, known));
    }
    let Window { alpha, beta } = asked.setting.window;
    if alpha >= beta {
        return Err(wrong("`low` must be below `high`"));
    }
    Ok(asked)
}

/// The message for a file that was not read.
pub(super) const NO_FILES: &str = "a file cannot be named here";

/// Makes the named search from the parts that its game and files have: `evaluation` belongs to its file.
pub(super) fn build<G: Game + 'static>(
    asked: &ReadName<'_>,
    offers: &Offers<G>,
    files: &SearchFiles,
    evaluation: Option<Arc<dyn Evaluate<G>>>,
) -> Result<Box<dyn Search<G>>> {
    let wrong = |reason: &str| Error::parameter(asked.text, reason);
    let mut search = Searcher::new(asked.setting);
    search.evaluation = match asked.evaluation {
        None => offers.usual.clone(),
        Some(name) => evaluation.map_or_else(|| offers.evaluation(name), Ok)?,
    };
    let counts_lines = search.evaluation.counts_lines();
    let has_results = search.evaluation.result(Verdict::Win).is_some() && !counts_lines;
    if search.setting.algorithm == Algorithm::Best {
        let name = asked.evaluation.filter(|_| !has_results);
        search.insight = match offers.insight(name) {
            Some(insight) => insight,
            None if has_results => Arc::new(ByRules),
            None => Arc::new(Points(search.evaluation.clone())),
        };
        let counts_points = search.insight.counts_points();
        let counted = [counts_lines, has_results, counts_points];
        let aim = aim(search.setting.aim, counted);
        search.setting.aim = Some(aim.map_err(wrong)?);
    }
    if let Some(name) = asked.extension {
        search.extension = Some(offers.extension(name)?);
    }
    if asked.free {
        let free = offers.free.ok_or_else(|| wrong("this game has no passes"));
        search.free = Some(free?);
    }
    if let Some(file) = asked.database {
        if !has_results {
            return Err(wrong(
                "a database has only results, but this evaluation counts more than results; \
                 leave out `database`",
            ));
        }
        let database = files.database.clone();
        search.database = Some(database.ok_or_else(|| Error::parameter(file, NO_FILES))?);
    }
    let table = search.setting.table.filter(|_| counts_lines);
    if table.is_some_and(|table| table.keys != Keys::Path) {
        let reason = "this evaluation counts the moves of a line, so a table needs `keys=path`";
        return Err(wrong(reason));
    }
    for name in &asked.ranks {
        search.rank = Some(match *name {
            "static" => one_ply(search.evaluation.clone()),
            name => offers.rank(name)?,
        });
    }
    Ok(Box::new(search))
}

/// What `best` finds where the evaluation counts the moves of a line or has a value for each result, and the game's
/// insight counts points.
fn aim(
    asked: Option<SearchAim>,
    [counts_lines, has_results, counts_points]: [bool; 3],
) -> Result<SearchAim, &'static str> {
    match asked {
        _ if counts_lines => Err("this evaluation counts the moves of a line, not the end"),
        Some(_) if !has_results => Err("this evaluation counts more than results; leave out `aim`"),
        None if !has_results => Ok(SearchAim::Points),
        Some(SearchAim::Length) if counts_points => {
            Err("in this game `best` finds the result, not the length")
        }
        None if counts_points => Ok(SearchAim::Result),
        aim => Ok(aim.unwrap_or(SearchAim::Length)),
    }
}
