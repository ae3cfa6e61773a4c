//! The grid of a sweep: every rule with every value of its fields, every opponent, learner and game.

use std::path::Path;
use std::str;

use anyhow::Context as _;
use matchboxes::games::{self, AnyGame};
use matchboxes::learn::{Learners, Rule};
use matchboxes::roster::{self, PlayerSpec};
use matchboxes::session::{Comparison, RULE, Request, Trainings};
use matchboxes::store::{self, Course, Part, SweepGrid};
use matchboxes::text::thousands;
use matchboxes::{Error, session};
use serde::{Deserialize, Deserializer};
use toml::{Table, Value};

use crate::common::console;
use crate::common::exit::usage;
use crate::common::number::MANY;
use crate::measure::study::different_lengths;

/// The largest file of a grid in bytes.
const LONGEST: u64 = 1 << 20;
/// The most trainings of a sweep.
const MOST: usize = 100_000;
/// The fields of a rule that name it or that the options of a sweep give.
const NOT_VARIED: [&str; 5] = ["name", "source", "opponent", "learner", "games"];

/// What is varied and what all trainings have in common.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case", default)]
pub(super) struct Grid {
    #[serde(deserialize_with = "names")]
    pub(super) game: Vec<String>,
    #[serde(deserialize_with = "names")]
    pub(super) learner: Vec<String>,
    #[serde(deserialize_with = "names")]
    pub(super) rule: Vec<String>,
    #[serde(deserialize_with = "names")]
    pub(super) opponent: Vec<String>,
    /// The values of fields of the rules.
    pub(super) fields: Table,
    pub(super) runs: Option<u64>,
    pub(super) sets: Option<u64>,
    pub(super) games: Option<u64>,
    pub(super) games_per_set: Option<u64>,
    pub(super) seed: Option<u64>,
    pub(super) fallback: Option<String>,
    pub(super) exact: bool,
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
    let value = |text: &String| {
        let text = text.trim();
        // What is no number, list or quoted text in TOML is a text; so is `+1`, which begins like a change of beads.
        let read = format!("x = {text}").parse::<Table>().ok();
        let read = read.filter(|_| !text.starts_with('+'));
        let read = read.and_then(|mut table| table.remove("x"));
        read.unwrap_or_else(|| Value::String(text.to_owned()))
    };
    let values = values.iter().map(value).collect();
    Ok((name.trim().to_owned(), Value::Array(values)))
}

/// A value of a field as it is written in tables.
fn text_of(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        other => other.to_string(),
    }
}

impl Grid {
    pub(super) fn read(path: &Path) -> anyhow::Result<Self> {
        let bytes = store::read_text(path, LONGEST)?;
        let named = |what: String| usage(format!("{}: {what}", path.display()));
        let text = str::from_utf8(&bytes).map_err(|error| named(error.to_string()))?;
        let grid: Self = toml::from_str(text).map_err(|error: toml::de::Error| {
            let at = error.span().map_or(0, |span| span.start);
            let line = text.as_bytes()[..at].split(|&byte| byte == b'\n').count();
            let what = error.message().lines().collect::<Vec<_>>().join(" ");
            named(format!("line {line}: {what}"))
        })?;
        for (name, number) in [("runs", grid.runs), ("games-per-set", grid.games_per_set)] {
            if number.is_some_and(|n| !(1..=MANY).contains(&n)) {
                let most = thousands(MANY);
                return Err(named(format!("`{name}` must be 1 to {most}")));
            }
        }
        Ok(grid)
    }

    /// The parameters with their values, each at least one: the game, learner, rule and opponent, then fields.
    fn parameters(&self) -> anyhow::Result<Vec<(String, Vec<Value>)>> {
        let names = [
            ("game", &self.game),
            ("learner", &self.learner),
            ("rule", &self.rule),
            ("opponent", &self.opponent),
        ];
        let names = names.into_iter().map(|(name, names)| {
            let values = names.iter().cloned().map(Value::String);
            (name.to_owned(), values.collect::<Vec<_>>())
        });
        let mut all: Vec<_> = names.collect();
        for (name, values) in &self.fields {
            if NOT_VARIED.contains(&name.as_str()) {
                return Err(usage(format!(
                    "a sweep does not vary the field `{name}` of a rule"
                )));
            }
            flatten(name, values, &mut all)?;
        }
        for (name, values) in &all {
            let twice = (1..values.len()).find(|&i| values[..i].contains(&values[i]));
            if let Some(i) = twice {
                let value = text_of(&values[i]);
                return Err(usage(format!("`{name}` has the value `{value}` twice")));
            }
        }
        Ok(all)
    }

    /// The trainings of the grid, each played with the seed that chooses and with the one that reports.
    ///
    /// Where rules of different usual lengths are compared and no length is given, all have that of most rules.
    pub(super) fn cells(&self) -> anyhow::Result<Sweep> {
        let sweep = self.cells_as_they_are()?;
        sweep.check(self.learner.is_empty())?;
        if !sweep.lengths_differ() {
            return Ok(sweep);
        }
        let is_open = self.sets.or(self.games).is_none();
        let same = Self {
            sets: self.sets.or(is_open.then_some(session::SETS)),
            games_per_set: self.games_per_set.or(Some(session::GAMES_PER_SET)),
            ..self.clone()
        };
        let sweep = same.cells_as_they_are()?;
        console::note(&different_lengths(sweep.trainings.size()))?;
        Ok(sweep)
    }

    fn cells_as_they_are(&self) -> anyhow::Result<Sweep> {
        let parameters = self.parameters()?;
        let varied: Vec<usize> = (0..parameters.len())
            .filter(|&i| parameters[i].1.len() > 1)
            .collect();
        if varied.is_empty() {
            return Err(usage(
                "the grid has a single training: give an option twice, such as `--rule rote --rule bridle`, or a \
                 field two values, such as `--field start=[4],[8]`",
            ));
        }
        let counts = parameters.iter().map(|(_, values)| values.len().max(1));
        let all = counts.clone().try_fold(1_usize, usize::checked_mul);
        let Some(all) = all.filter(|all| *all <= MOST) else {
            return Err(usage(format!("the grid has more than {MOST} trainings")));
        };
        let counts: Vec<usize> = counts.collect();
        let mut grid = SweepGrid {
            parameters: varied.iter().map(|&i| parameters[i].0.clone()).collect(),
            values: Vec::new(),
        };
        let (mut courses, mut played) = (Vec::new(), Vec::new());
        for number in 0..all {
            // The last parameter changes fastest.
            let (mut rest, mut place) = (number, vec![0; counts.len()]);
            for i in (0..counts.len()).rev() {
                place[i] = rest % counts[i];
                rest /= counts[i];
            }
            let chosen: Vec<(&str, Option<&Value>)> = parameters
                .iter()
                .zip(place)
                .map(|((name, values), i)| (name.as_str(), values.get(i)))
                .collect();
            let trainings = self.trainings(&chosen)?;
            let course = trainings[0].courses()?.remove(0);
            if course.setting.learners.against().is_none() {
                let learners = course.setting.learners;
                return Err(usage(format!(
                    "--learner {learners}: a sweep ranks what one side learns; it takes first or second"
                )));
            }
            let of = |&i: &usize| chosen[i].1.map_or_else(String::new, text_of);
            grid.values.push(varied.iter().map(of).collect());
            courses.push(course);
            played.extend(trainings);
        }
        Ok(Sweep {
            grid,
            courses,
            trainings: Trainings::together(played),
        })
    }

    fn trainings(&self, chosen: &[(&str, Option<&Value>)]) -> anyhow::Result<[Trainings; 2]> {
        let name = |wanted: usize| chosen[wanted].1.and_then(Value::as_str);
        let game: AnyGame = games::parse(name(0).unwrap_or(session::GAME))?;
        let learner: Option<Learners> = name(1).map(str::parse).transpose()?;
        let base = name(2).unwrap_or(RULE);
        let fields: Vec<_> = chosen[4..]
            .iter()
            .filter_map(|(name, value)| Some((*name, (*value)?)))
            .collect();
        let rule = with_fields(base, &fields)?;
        let opponent: Option<PlayerSpec> = name(3).map(str::parse).transpose()?;
        let fallback: Option<PlayerSpec> = self.fallback.as_deref().map(str::parse).transpose()?;
        let seed = self.seed.unwrap_or(session::SEED);
        let of = |seed| {
            let request = Request {
                learner,
                rule: Some(rule.clone()),
                opponent: opponent.clone(),
                sets: self.sets,
                games: self.games,
                games_per_set: self.games_per_set,
                seed: Some(seed),
                exact: self.exact,
                fallback: fallback.clone(),
                ..Request::default()
            };
            let comparison = Comparison {
                runs: self.runs,
                ..Comparison::default()
            };
            Trainings::new(&game, &request, &comparison)
        };
        Ok([of(seed)?, of(Part::other_seed(seed))?])
    }
}

/// Adds a field and its values; the fields of a table have their place in it before their names.
fn flatten(name: &str, values: &Value, all: &mut Vec<(String, Vec<Value>)>) -> anyhow::Result<()> {
    match values {
        Value::Table(table) => {
            for (field, values) in table {
                flatten(&format!("{name}.{field}"), values, all)?;
            }
        }
        Value::Array(values) if !values.is_empty() => all.push((name.to_owned(), values.clone())),
        _ => {
            let what = format!("the field `{name}` needs a list of values, such as [1, 2]");
            return Err(usage(what));
        }
    }
    Ok(())
}

/// The rule of this name with other values of some fields.
fn with_fields(base: &str, fields: &[(&str, &Value)]) -> anyhow::Result<Rule> {
    let rule = roster::rule(base)?;
    if fields.is_empty() {
        return Ok(rule);
    }
    let mut table: Table = rule.to_toml().parse().context("a rule is TOML")?;
    let mut origin = base.to_owned();
    for (i, (name, value)) in fields.iter().enumerate() {
        let with = if i == 0 { "with" } else { "and" };
        origin += &format!(" {with} {name} = {}", text_of(value));
        let (mut at, mut rest) = (&mut table, *name);
        while let Some((outer, inner)) = rest.split_once('.') {
            let inside = at
                .entry(outer)
                .or_insert_with(|| Value::Table(Table::new()));
            let Value::Table(inside) = inside else {
                return Err(usage(format!("`{outer}` of {base} has no fields")));
            };
            (at, rest) = (inside, inner);
        }
        at.insert(rest.to_owned(), (*value).clone());
    }
    Rule::from_toml(&table.to_string(), &origin).map_err(|error| match error {
        // The text is not that of a file, so its lines say nothing.
        Error::Rule { rule, reason } => {
            let reason = match reason.split_once(": ") {
                Some((line, rest)) if line.starts_with("line ") => rest.to_owned(),
                _ => reason,
            };
            Error::Rule { rule, reason }.into()
        }
        error => error.into(),
    })
}

pub(super) struct Sweep {
    pub(super) grid: SweepGrid,
    /// The trainings with the seed that chooses.
    pub(super) courses: Vec<Course>,
    /// Each training with the seed that chooses and then with the one that reports.
    pub(super) trainings: Trainings,
}

impl Sweep {
    /// Figures of different sides say nothing about each other unless it was asked for.
    fn check(&self, is_side_open: bool) -> anyhow::Result<()> {
        let mut cells = self.courses.iter().map(|course| &course.setting);
        let first = cells.next().map(|setting| (setting, setting.learners));
        if let Some((one, learners)) = first.filter(|_| is_side_open)
            && let Some(other) = cells.find(|other| other.learners != learners)
        {
            return Err(usage(format!(
                "the rules are for different learners, {} for {learners} and {} for {}; say who learns with \
                 --learner",
                one.rule.name, other.rule.name, other.learners
            )));
        }
        Ok(())
    }

    fn lengths_differ(&self) -> bool {
        let mut lengths = self.courses.iter().map(|course| {
            let setting = &course.setting;
            (setting.sets, setting.games_per_set)
        });
        let first = lengths.next();
        lengths.any(|length| Some(length) != first)
    }
}
