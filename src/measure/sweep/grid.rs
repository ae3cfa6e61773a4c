//! The grid of a sweep: every rule with every value of its fields, every opponent, learner and game.

use std::path::Path;
use std::str;

use matchboxes::game::Game;
use matchboxes::games::{self, AnyGame};
use matchboxes::learn::{Learners, Rule, preset};
use matchboxes::roster;
use matchboxes::session::{self, Opposing, RULE, Request, Trainings};
use matchboxes::store::{self, Course, Part, SweepGrid};
use matchboxes::text::thousands;
use serde::{Deserialize, Deserializer};
use toml::{Table, Value};

use crate::measure::study::different_lengths;
use crate::messages::console;
use crate::messages::exit::usage;
use crate::options::number::MANY;
use crate::options::training::TrainingOptions;

/// The largest file of a grid in bytes.
const LONGEST: u64 = 1 << 20;
/// The most trainings of a sweep.
const MOST: usize = 100_000;
/// The fields of a rule that name it or that the options of a sweep give.
const NOT_VARIED: [&str; 5] = ["name", "source", "opponent", "learner", "games"];

/// What is varied and what all trainings have in common.
#[derive(Clone, Debug, Default)]
pub(super) struct Grid {
    pub(super) games: Vec<AnyGame>,
    pub(super) learners: Vec<Learners>,
    /// The values of fields of the rules.
    pub(super) fields: Table,
    /// The rest, with the rules and opponents that are varied.
    pub(super) request: Request,
}

/// A grid as its file has it.
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

/// A value of a field as it is written in tables.
fn text_of(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        other => other.to_string(),
    }
}

impl GridFile {
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
            learners: options.learners().to_vec(),
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
        request
            .opponents
            .sort_by_key(|one| matches!(one, Opposing::Itself));
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
        request.exact |= self.exact;
        grid.fields.extend(fields.iter().cloned());
        Ok(grid)
    }
}

impl Grid {
    /// The names of what can be varied, each with its values as they are written: games, learners, rules and opponents
    /// first, then fields.
    fn parameters(&self) -> anyhow::Result<Vec<(String, Vec<Value>)>> {
        let named = |name: &str, values: Vec<String>| {
            let values = values.into_iter().map(Value::String);
            (name.to_owned(), values.collect())
        };
        let request = &self.request;
        let games = self.games.iter().map(Game::name);
        let learners = self.learners.iter().map(ToString::to_string);
        let rules = request.rules.iter().map(|rule| rule.name.clone());
        let opponents = request.opponents.iter();
        let opponents = opponents.map(|player| player.name().to_owned());
        let mut all = vec![
            named("game", games.collect()),
            named("learner", learners.collect()),
            named("rule", rules.collect()),
            named("opponent", opponents.collect()),
        ];
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
                let hint = match &**name {
                    "rule" => "; give each rule a name of its own",
                    _ => "",
                };
                let twice = format!("`{name}` has the value `{value}` twice{hint}");
                return Err(usage(twice));
            }
        }
        Ok(all)
    }

    /// The trainings of the grid, each played with the seed that chooses and with the one that reports.
    ///
    /// Where rules of different usual lengths are compared and no length is given, all have the length of most rules.
    pub(super) fn cells(&self) -> anyhow::Result<Sweep> {
        let sweep = self.cells_as_they_are()?;
        sweep.check(self.learners.is_empty())?;
        if !sweep.lengths_differ() {
            return Ok(sweep);
        }
        let mut same = self.clone();
        let request = &mut same.request;
        if request.sets.or(request.games).is_none() {
            request.sets = Some(session::SETS);
        }
        request.games_per_set.get_or_insert(session::GAMES_PER_SET);
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
            let fields = parameters.iter().zip(&place).skip(4);
            let fields = fields.map(|((name, values), &i)| (name.as_str(), values[i].clone()));
            let trainings = self.trainings(&place, &fields.collect::<Vec<_>>())?;
            let course = trainings[0].courses()?.remove(0);
            self.check_learners(&course, &place)?;
            grid.values.push(
                varied
                    .iter()
                    .map(|&i| text_of(&parameters[i].1[place[i]]))
                    .collect(),
            );
            courses.push(course);
            played.extend(trainings);
        }
        Ok(Sweep {
            grid,
            courses,
            trainings: Trainings::together(played),
        })
    }

    /// Refuses a training of which not one side is ranked. Of two that learn against each other it is the first.
    fn check_learners(&self, course: &Course, place: &[usize]) -> anyhow::Result<()> {
        let setting = &course.setting;
        let itself = matches!(self.request.opponents.get(place[3]), Some(Opposing::Itself));
        match (setting.learners, self.learners.get(place[1])) {
            (Learners::First | Learners::Second, _) => Ok(()),
            (Learners::Both, Some(Learners::First)) if itself => Ok(()),
            (Learners::Both, None)
                if itself
                    && setting
                        .rule
                        .learner
                        .is_none_or(|own| own == Learners::First) =>
            {
                Ok(())
            }
            (Learners::Both, _) if itself => Err(usage(
                "--opponent self: a sweep ranks the first side of two that learn against each other; say --learner first",
            )),
            (learners, _) => Err(usage(format!(
                "--learner {learners}: a sweep ranks what one side learns; it takes first or second"
            ))),
        }
    }

    /// The training at this place in the grid, with these values of fields of its rule, on each of its seeds.
    fn trainings(
        &self,
        place: &[usize],
        fields: &[(&str, Value)],
    ) -> anyhow::Result<[Trainings; 2]> {
        let request = &self.request;
        let rule = match request.rules.get(place[2]) {
            Some(rule) => rule.clone(),
            None => preset(RULE)?,
        };
        let opponent = request.opponents.get(place[3]);
        let request = Request {
            game: self.games.get(place[0]).cloned(),
            learner: self.learners.get(place[1]).copied(),
            rules: vec![with_fields(&rule, fields)?],
            opponents: opponent.into_iter().cloned().collect(),
            ..request.clone()
        };
        let seed = request.seed.unwrap_or(session::SEED);
        let of = |seed| {
            Trainings::new(&Request {
                seed: Some(seed),
                ..request.clone()
            })
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

/// The rule with other values of some fields.
fn with_fields(rule: &Rule, fields: &[(&str, Value)]) -> games::Result<Rule> {
    if fields.is_empty() {
        return Ok(rule.clone());
    }
    let mut origin = rule.name.clone();
    for (i, (name, value)) in fields.iter().enumerate() {
        let with = if i == 0 { "with" } else { "and" };
        origin += &format!(" {with} {name} = {}", text_of(value));
    }
    rule.with_fields(fields, &origin)
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
        // Learning against oneself has been asked for by its name.
        let cells = self.courses.iter().map(|course| &course.setting);
        let mut cells = cells.filter(|setting| setting.learners != Learners::Both);
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
