//! The grid of a sweep: every rule with every value of its fields, every opponent, learner and game.

use super::request::{Opposing, RULE, Request, SETS, SWEPT_RUNS};
use super::study::{Trainings, learners_of};
use crate::arena::RunResult;
use crate::error::{Error, Result};
use crate::game::Game;
use crate::games::AnyGame;
use crate::interrupt;
use crate::learn::{Examined, GAMES_PER_SET, Learners, Rule, SEED, preset};
use crate::store::{Course, Part, SweepGrid, SweptRun};
use toml::{Table, Value};

/// The most trainings of a sweep.
const MOST: usize = 100_000;
/// The fields of a rule that name it or that the options of a sweep give.
const NOT_VARIED: [&str; 5] = ["name", "source", "opponent", "learner", "games"];

/// What is varied and what all trainings have in common.
#[derive(Clone, Debug, Default)]
pub struct Grid {
    /// The games; none for the usual one.
    pub games: Vec<AnyGame>,
    /// Who learns; nothing for what the rules say.
    pub learners: Vec<Learners>,
    /// The values of fields of the rules: a list for each, where tables may hold fields of a table.
    pub fields: Table,
    /// The rest, with the rules and opponents that are varied.
    pub request: Request,
}

/// A value of a field as it is written in tables.
fn text_of(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        other => other.to_string(),
    }
}

impl Grid {
    /// The names of what can be varied, each with its values as they are written: games, learners, rules and opponents
    /// first, then fields.
    fn parameters(&self) -> Result<Vec<(String, Vec<Value>)>> {
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
                return Err(Error::request(format!(
                    "a sweep does not vary the field `{name}` of a rule"
                )));
            }
            flatten(name, values, &mut all)?;
        }
        for (name, values) in &all {
            let twice = (1..values.len()).find(|&i| {
                interrupt::every(16, i);
                values[..i].contains(&values[i])
            });
            if let Some(i) = twice {
                let value = text_of(&values[i]);
                let hint = match &**name {
                    "rule" => "; give each rule a name of its own",
                    _ => "",
                };
                let twice = format!("`{name}` has the value `{value}` twice{hint}");
                return Err(Error::request(twice));
            }
        }
        Ok(all)
    }

    /// The trainings of the grid, each played with the seed that chooses and with the one that reports.
    ///
    /// Where rules of different usual lengths are compared and no length is given, all have the length of most rules.
    ///
    /// # Errors
    ///
    /// [`games::Error::Request`](crate::games::Error::Request) when the grid has one training or too many, or trainings
    /// that cannot be ranked, and the errors of [`Trainings::new`] and of reading a rule.
    pub fn cells(mut self) -> Result<Sweep> {
        self.request.runs.get_or_insert(SWEPT_RUNS);
        if self.request.exact.has_end() {
            // Of the runs of a sweep only their ends are kept.
            self.request.exact = Examined::AtEnd;
        }
        let opponents = &mut self.request.opponents;
        opponents.sort_by_key(|one| matches!(one, Opposing::Itself));
        let sweep = self.cells_as_they_are()?;
        // Figures of different sides say nothing about each other unless it was asked for, as learning against oneself is.
        let cells = sweep.courses.iter().map(|course| &course.setting);
        let cells = cells.filter(|one| self.learners.is_empty() && one.learners != Learners::Both);
        learners_of(cells.map(|one| (&*one.rule.name, one.learners)))?;
        if !sweep.lengths_differ() {
            return Ok(sweep);
        }
        let request = &mut self.request;
        if request.sets.or(request.games).is_none() {
            request.sets = Some(SETS);
        }
        request.games_per_set.get_or_insert(GAMES_PER_SET);
        let is_length_chosen = true;
        let sweep = self.cells_as_they_are()?;
        Ok(Sweep {
            is_length_chosen,
            ..sweep
        })
    }

    fn cells_as_they_are(&self) -> Result<Sweep> {
        let parameters = self.parameters()?;
        let varied: Vec<usize> = (0..parameters.len())
            .filter(|&i| parameters[i].1.len() > 1)
            .collect();
        if varied.is_empty() {
            return Err(Error::fields(
                &["rule", "opponent", "learner", "game"],
                "the grid has a single training: give two of `rule`, `opponent`, `learner` or `game`, or two values of \
                 a field of the rule",
            ));
        }
        let counts = parameters.iter().map(|(_, values)| values.len().max(1));
        let all = counts.clone().try_fold(1_usize, usize::checked_mul);
        let Some(all) = all.filter(|all| *all <= MOST) else {
            return Err(Error::request(format!(
                "the grid has more than {MOST} trainings"
            )));
        };
        let counts: Vec<usize> = counts.collect();
        let mut grid = SweepGrid {
            parameters: varied.iter().map(|&i| parameters[i].0.clone()).collect(),
            values: Vec::new(),
        };
        let (mut courses, mut played) = (Vec::new(), Vec::new());
        for number in 0..all {
            interrupt::every(1, number);
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
            is_length_chosen: false,
        })
    }

    /// Refuses a training of which not one side is ranked. Of two that learn against each other it is the first.
    fn check_learners(&self, course: &Course, place: &[usize]) -> Result<()> {
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
            (Learners::Both, _) if itself => Err(Error::fields(
                &["opponent", "learner"],
                "`opponent` self: a sweep ranks the first side of two that learn against each other; say `learner` first",
            )),
            (learners, _) => Err(Error::fields(
                &["learner"],
                format!(
                    "`learner` {learners}: a sweep ranks what one side learns; it takes first or second"
                ),
            )),
        }
    }

    /// The training at this place in the grid, with these values of fields of its rule, on each of its seeds.
    fn trainings(&self, place: &[usize], fields: &[(&str, Value)]) -> Result<[Trainings; 2]> {
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
        let seed = request.seed.unwrap_or(SEED);
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
fn flatten(name: &str, values: &Value, all: &mut Vec<(String, Vec<Value>)>) -> Result<()> {
    match values {
        Value::Table(table) => {
            for (field, values) in table {
                flatten(&format!("{name}.{field}"), values, all)?;
            }
        }
        Value::Array(values) if !values.is_empty() => all.push((name.to_owned(), values.clone())),
        _ => {
            let what = format!("the field `{name}` needs a list of values, such as [1, 2]");
            return Err(Error::request(what));
        }
    }
    Ok(())
}

/// The rule with other values of some fields.
fn with_fields(rule: &Rule, fields: &[(&str, Value)]) -> Result<Rule> {
    if fields.is_empty() {
        return Ok(rule.clone());
    }
    let mut origin = rule.name.clone();
    for (i, (name, value)) in fields.iter().enumerate() {
        let with = if i == 0 { "with" } else { "and" };
        origin += &format!(" {with} {name} = {}", text_of(value));
    }
    Ok(rule.with_fields(fields, &origin)?)
}

/// The trainings of a sweep, resolved and ready to be played.
pub struct Sweep {
    /// What tells them apart.
    pub grid: SweepGrid,
    /// The trainings with the seed that chooses.
    pub courses: Vec<Course>,
    /// Each training with the seed that chooses and then with the one that reports.
    pub trainings: Trainings,
    /// Whether its rules have different usual lengths and the grid gives none, so that one was chosen for all.
    pub is_length_chosen: bool,
}

impl Sweep {
    /// The figures of a run of the training with this number in `trainings`.
    pub fn swept(&self, training: usize, result: &RunResult) -> SweptRun {
        SweptRun::new(result, self.courses[training / 2].setting.learners)
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
