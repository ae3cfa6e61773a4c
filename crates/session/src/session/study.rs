//! Studies: one training repeated many times, or several trainings compared.

use std::ops::Range;
use std::sync::Arc;

use super::request::{RUNS, Request, Usual, usual_rule};
use super::resolve::{self, AnyPlayer, Opponent, two_learn};
use crate::arena::{
    Evaluation, Ground, Keep, RunResult, Study, StudyPlan, StudySetting, StudySize,
};
use crate::error::{Error, Result};
use crate::game::Game as _;
use crate::games::AnyGame;
use crate::learn::{
    Evaluator, Layout, Learners, Progress, Rule, SEED, Terms, Training, TrainingSpec,
};
use crate::roster::{self, PlayerSpec};
use crate::store::{self, Course};
use crate::text::count;

/// What a study compares: every rule with every opponent, each in the same number of runs.
#[derive(Clone, Debug, Default)]
pub struct Comparison {
    /// If empty, the rule of the request, or else the default one.
    pub rules: Vec<Rule>,
    /// If empty, the opponent of the request, or else each rule's own opponent.
    pub opponents: Vec<PlayerSpec>,
    /// The number of runs; by default [`RUNS`].
    pub runs: Option<u64>,
}

/// The trainings of a study, resolved and ready to be played.
pub struct Trainings {
    game: AnyGame,
    pub(super) all: Vec<Named>,
    runs: u64,
    sets: u64,
    lengths_differ: bool,
    /// The player that learners ask in a position without a box, if any.
    pub(super) fallback: Option<AnyPlayer>,
    /// All positions of the game, if exact results were requested.
    pub(super) ground: Option<Ground<AnyGame>>,
}

/// A training and the opponent that it names.
pub(super) struct Named {
    pub(super) spec: TrainingSpec,
    pub(super) opponent: Opponent,
    /// The opponent and the fallback player, whose files the results depend on.
    players: Vec<PlayerSpec>,
}

impl Trainings {
    /// Resolves a request for a study of `game`, whatever game the request names.
    ///
    /// # Errors
    ///
    /// [`Error::Request`] when the request contradicts itself or has an option that only a single training
    /// has, those of [`roster`](crate::roster) for players, and [`Error::TooLarge`] when exact results are
    /// asked for and the game is too large for them.
    pub fn new(game: &AnyGame, request: &Request, comparison: &Comparison) -> Result<Self> {
        check_request(request)?;
        let opponents = match (comparison.opponents.as_slice(), &request.opponent) {
            ([], Some(one)) => std::slice::from_ref(one),
            (several, _) => several,
        };
        let only = match opponents {
            [one] => Some(one),
            _ => None,
        };
        let rules = match (comparison.rules.as_slice(), &request.rule) {
            ([], Some(rule)) => vec![rule.clone()],
            ([], None) => vec![usual_rule(only)?],
            (several, _) => several.to_vec(),
        };
        let learners = match request.learner {
            Some(learners) => learners,
            None => learners_of(&rules)?,
        };
        if learners == Learners::Both && !opponents.is_empty() {
            return Err(two_learn());
        }
        resolve::check_learners(game, learners)?;
        let fallback = fallback(request, &rules)?;
        let mut usual = rules.iter().map(|rule| Usual::against(only, rule));
        let first = usual.next().unwrap_or(Usual::MOST);
        let is_one = usual.all(|other| other == first);
        let usual = if is_one { first } else { Usual::MOST };
        let is_open = request.sets.is_none() && request.games.is_none();
        let games_per_set = request.games_per_set.unwrap_or(usual.games_per_set);
        let sets = request.sets_of(games_per_set)?;
        let sets = sets.unwrap_or_else(|| usual.sets(games_per_set));
        check_total(sets, games_per_set)?;
        let base = TrainingSpec {
            fallback: fallback.map_or_else(String::new, |spec| spec.name().to_owned()),
            games_per_set,
            seed: request.seed.unwrap_or(SEED),
            exact: request.exact,
            ..TrainingSpec::new(game.name(), learners, rules[0].clone())
        };
        let mut all: Vec<Named> = Vec::new();
        for rule in &rules {
            let of = |opponent: &str| TrainingSpec {
                opponent: opponent.to_owned(),
                rule: rule.clone().for_learners(learners),
                ..base.clone()
            };
            let own = if opponents.is_empty() {
                let name = resolve::usual_opponent(rule, learners);
                let played_by = match learners.against() {
                    Some(side) => roster::rule_opponent(game, rule, side)?,
                    None => Opponent::Nobody,
                };
                Some((of(name), played_by, name.parse().ok()))
            } else {
                None
            };
            let named = opponents.iter().map(|spec| {
                let played_by = resolve::opponent(game, spec, learners)?;
                Ok((of(spec.name()), played_by, Some(spec.clone())))
            });
            for found in own.map(Ok).into_iter().chain(named) {
                let (spec, opponent, player): (_, _, Option<PlayerSpec>) = found?;
                let heading = spec.heading();
                if all.iter().any(|other| other.spec.heading() == heading) {
                    return Err(named_twice(&heading));
                }
                all.push(Named {
                    players: player.into_iter().chain(fallback.cloned()).collect(),
                    spec,
                    opponent,
                });
            }
        }
        let ground = request.exact.then(|| Ground::shared(game)).transpose()?;
        Ok(Self {
            fallback: resolve::fallback(game, fallback, learners)?,
            game: game.clone(),
            all,
            runs: comparison.runs.unwrap_or(RUNS),
            sets,
            lengths_differ: is_open && !is_one,
            ground,
        })
    }

    /// The learners, the same in all trainings.
    pub fn learners(&self) -> Learners {
        let first = self.all.first();
        first.map_or(Learners::default(), |named| named.spec.learners)
    }

    /// The runs of all trainings together.
    pub fn size(&self) -> StudySize {
        let first = self.all.first();
        StudySize {
            runs: self.runs.saturating_mul(self.all.len() as u64),
            sets: self.sets,
            games_per_set: first.map_or(0, |named| named.spec.games_per_set),
        }
    }

    /// Whether its rules have different usual lengths and the request gives none, so that one was chosen for all.
    pub const fn lengths_differ(&self) -> bool {
        self.lengths_differ
    }

    /// The number of trainings.
    pub fn count(&self) -> usize {
        self.all.len()
    }

    /// The number of runs of each training.
    pub const fn runs(&self) -> u64 {
        self.runs
    }

    /// What the results of the runs of each training depend on, for a part of the study.
    ///
    /// # Errors
    ///
    /// [`Error::File`] when the file of a player can no longer be read.
    pub fn courses(&self) -> Result<Vec<Course>> {
        let course = |Named { spec, players, .. }: &Named| {
            Ok(Course {
                files: resolve::file_marks(players)?,
                setting: StudySetting {
                    spec: spec.clone(),
                    runs: self.runs,
                    sets: self.sets,
                },
            })
        };
        self.all.iter().map(course).collect()
    }

    /// Run 0 of a training.
    pub(super) fn training(&self, named: &Named) -> Training<AnyGame> {
        named.spec.run(self.game.clone(), named.opponent.clone(), 0)
    }

    /// Plays all runs, one training after the other, on all threads of rayon's pool.
    ///
    /// `ends` receives the number of the training, from 0, and the result of each run, as described at
    /// [`RunEnded`](crate::arena::RunEnded); nothing else is kept of single runs.
    ///
    /// # Errors
    ///
    /// Those of `ends`.
    pub fn play<E: Send + From<Error>>(
        &self,
        progress: &dyn Progress,
        ends: &(dyn Fn(usize, RunResult) -> Result<(), E> + Sync),
    ) -> Result<Vec<Study>, E> {
        let play = |(i, named): (usize, &Named)| {
            let evaluator = self.evaluator(named);
            let plan = self.plan(named, 0..self.runs, evaluator.as_ref());
            let ends = |result| ends(i, result);
            let mut study = Study::over(&self.training(named), &plan, &ends, progress)?;
            study.setting.spec = named.spec.clone();
            Ok(study)
        };
        self.all.iter().enumerate().map(play).collect()
    }

    /// Plays some runs of the training with this number, from 0, until `progress` stops them; `keep` receives what is
    /// played.
    ///
    /// # Errors
    ///
    /// Those of `keep`.
    ///
    /// # Panics
    ///
    /// If there is no such training.
    pub fn keep_runs<K: Keep>(
        &self,
        training: usize,
        runs: Range<u64>,
        progress: &dyn Progress,
        keep: &K,
    ) -> Result<(), K::Error> {
        let named = &self.all[training];
        let evaluator = self.evaluator(named);
        let plan = self.plan(named, runs, evaluator.as_ref());
        Study::keep(&self.training(named), &plan, keep, progress)
    }

    /// Evaluates the tables of this training. Those of several trainings may not fit into memory together, so each is
    /// made when its runs are played.
    fn evaluator(&self, named: &Named) -> Option<Arc<dyn Evaluator>> {
        let ground = self.ground.as_ref()?;
        let TrainingSpec { rule, learners, .. } = &named.spec;
        Some(Evaluation::shared(ground, Layout::from(rule), *learners))
    }

    fn plan<'a>(
        &'a self,
        named: &'a Named,
        runs: Range<u64>,
        evaluator: Option<&'a Arc<dyn Evaluator>>,
    ) -> StudyPlan<'a, AnyGame> {
        StudyPlan {
            opponent: &named.spec.opponent,
            runs,
            sets: self.sets,
            evaluator,
            fallback: self.fallback.as_ref(),
            taken: self.ground.as_ref().map_or(0, Ground::bytes),
        }
    }
}

/// The player that learners ask where they have no box; every rule must leave such positions. Without one, any move is
/// played.
fn fallback<'a>(request: &'a Request, rules: &[Rule]) -> Result<Option<&'a PlayerSpec>> {
    let Some(spec) = &request.fallback else {
        return Ok(None);
    };
    for rule in rules {
        if !Terms::default().leave_out(rule) {
            return Err(resolve::never_asked(spec.name(), rule, false));
        }
    }
    Ok(Some(spec).filter(|spec| !spec.is_random()))
}

/// Refuses options that a study does not have; it numbers its runs itself.
fn check_request(request: &Request) -> Result<()> {
    let limit = request.max_boxes.or(request.max_memory);
    if request.batch.or(request.run).or(limit).is_none() {
        return Ok(());
    }
    let what = "a batch, a limit of boxes or bytes and the number of a run";
    Err(Error::request(format!("{what} are for a single training")))
}

/// Refuses runs of more games than a training can have.
fn check_total(sets: u64, games_per_set: u64) -> Result<()> {
    let games = sets.checked_mul(games_per_set);
    if games.is_some_and(|games| games < store::MOST) {
        return Ok(());
    }
    Err(Error::request(format!(
        "{} of {} are more games than a run can have; play fewer",
        count(sets, "set", "sets"),
        count(games_per_set, "game", "games")
    )))
}

/// The learners that the rules name; the rules must agree.
fn learners_of(rules: &[Rule]) -> Result<Learners> {
    let learners = |rule: &Rule| rule.learner.unwrap_or_default();
    let mut named = rules.iter().map(|rule| (&*rule.name, learners(rule)));
    let (one, learners) = named.next().unwrap_or_default();
    match named.find(|&(_, other)| other != learners) {
        None => Ok(learners),
        Some((other, others)) => Err(Error::fields(
            &["learner"],
            format!(
                "the rules are for different learners, {one} for {learners} and {other} for {others}; \
                 say who learns with `learner`"
            ),
        )),
    }
}

fn named_twice(heading: &str) -> Error {
    Error::request(format!(
        "two trainings are called `{heading}`; give each rule a unique name, and name each rule and opponent only \
         once"
    ))
}
