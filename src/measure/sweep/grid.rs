//! The grid of a sweep as its file and the options have it.

use std::path::Path;
use std::str;

use matchboxes::games;
use matchboxes::learn::Examined;
use matchboxes::roster;
use matchboxes::session::Grid;
use matchboxes::store;
use matchboxes::text::{Shown as _, thousands};
use serde::{Deserialize, Deserializer};
use toml::{Table, Value};

use crate::messages::usage;
use crate::options::TrainingOptions;
use crate::options::number::MANY;

/// The largest file of a grid in bytes.
const LONGEST: u64 = 1 << 20;
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case", default)]
pub(super) struct GridFile {
    #[serde(deserialize_with = "names")]
    game: Vec<String>,
    #[serde(deserialize_with = "names")]
    learner: Vec<String>,
    #[serde(deserialize_with = "names")]
    rule: Vec<String>,
    #[serde(deserialize_with = "names")]
    opponent: Vec<String>,
    fields: Table,
    runs: Option<u64>,
    sets: Option<u64>,
    games: Option<u64>,
    games_per_set: Option<u64>,
    window: Option<u64>,
    seed: Option<u64>,
    fallback: Option<String>,
    exact: bool,
}

/// Reads one name or several.
fn names<'de, D: Deserializer<'de>>(from: D) -> Result<Vec<String>, D::Error> {
    #[derive(Deserialize)]
    #[serde(untagged)]
    enum Names {
        One(String),
        All(Vec<String>),
    }
    Ok(match Names::deserialize(from)? {
        Names::One(name) => vec![name],
        Names::All(names) => names,
    })
}

/// Reads `win=+1 all,+3 all` and `start=[4, 3],[8]`.
pub(super) fn field(text: &str) -> Result<(String, Value), String> {
    let (name, list) = text
        .split_once('=')
        .ok_or("write NAME=VALUE,VALUE, such as win=+1 all,+3 all")?;
    let (mut depth, mut values) = (0, vec![String::new()]);
    for c in list.chars() {
        depth += i32::from(c == '[') - i32::from(c == ']');
        match values.last_mut() {
            Some(last) if c != ',' || depth > 0 => last.push(c),
            _ => values.push(String::new()),
        }
    }
    let values = values
        .iter()
        .map(|text| {
            let text = text.trim();
            // What is no number, list or quoted text in TOML is a text; so is `+1`, which begins like a change of beads.
            let read = format!("x = {text}").parse::<Table>().ok();
            let read = read.filter(|_| !text.starts_with('+'));
            let read = read.and_then(|mut table| table.remove("x"));
            read.unwrap_or_else(|| Value::String(text.to_owned()))
        })
        .collect();
    Ok((name.trim().to_owned(), Value::Array(values)))
}

impl GridFile {
    pub(super) fn read(path: &Path) -> anyhow::Result<Self> {
        let bytes = store::read_text(path, LONGEST)?;
        let named = |what: String| usage(format!("{}: {what}", path.shown()));
        let text = str::from_utf8(&bytes).map_err(|error| named(error.to_string()))?;
        let grid: Self = toml::from_str(text).map_err(|error: toml::de::Error| {
            let at = error.span().map_or(0, |span| span.start);
            let line = text.as_bytes()[..at].split(|&byte| byte == b'\n').count();
            let what = error.message().lines().collect::<Vec<_>>().join(" ");
            named(format!("line {line}: {what}"))
        })?;
        for (name, number) in [
            ("runs", grid.runs),
            ("games-per-set", grid.games_per_set),
            ("window", grid.window),
        ] {
            if number.is_some_and(|n| !(1..=MANY).contains(&n)) {
                let most = thousands(MANY);
                return Err(named(format!("`{name}` must be 1 to {most}")));
            }
        }
        Ok(grid)
    }

    /// Its grid, in which the options that are given are in place of what the file says.
    pub(super) fn with(
        self,
        options: &TrainingOptions,
        fields: &[(String, Value)],
        [runs, window]: [Option<u64>; 2],
    ) -> anyhow::Result<Grid> {
        let own = options.several()?;
        let or = |own: bool, names: Vec<String>| if own { Vec::new() } else { names };
        let mut grid = Grid {
            games: options.games()?,
            learners: options.learner.clone(),
            fields: self.fields,
            request: own,
        };
        for name in or(!grid.games.is_empty(), self.game) {
            grid.games.push(games::parse(&name)?);
        }
        for name in or(!grid.learners.is_empty(), self.learner) {
            grid.learners.push(name.parse()?);
        }
        let request = &mut grid.request;
        for name in or(!request.rules.is_empty(), self.rule) {
            request.rules.push(roster::rule(&name)?);
        }
        for name in or(!request.opponents.is_empty(), self.opponent) {
            request.opponents.push(name.parse()?);
        }
        request.runs = runs.or(self.runs);
        request.window = window.or(self.window);
        if request.sets.or(request.games).is_none() {
            (request.sets, request.games) = (self.sets, self.games);
        }
        request.games_per_set = request.games_per_set.or(self.games_per_set);
        request.seed = request.seed.or(self.seed);
        if let (None, Some(name)) = (&request.fallback, self.fallback) {
            request.fallback = Some(name.parse()?);
        }
        if self.exact {
            request.exact = Examined::AtEnd;
        }
        grid.fields.extend(fields.iter().cloned());
        Ok(grid)
    }
}
