//! Studies: one training repeated many times, or several trainings compared.

use std::ops::Range;
use std::sync::Arc;

use super::request::{GAME, Opposing, RUNS, Request, Usual, usual_rule};
use super::resolve::{self, Opponent, check_learners, own_opponent, set_options, two_learn};
use crate::arena::{Evaluation, Ground, Keep, Study, StudyPlan, StudySetting, StudySize};
use crate::error::{Error, Result};
use crate::game::Game as _;
use crate::games::{self, AnyGame, parse};
use crate::learn::{
    Evaluator, Examined, Layout, Learners, Progress, Rule, SEED, Training, TrainingSpec,
};
use crate::player::Player;
use crate::roster::PlayerSpec;
use crate::store::{self, Course};
use crate::text::{count, thousands};

/// The trainings of a study or a sweep, resolved and ready to be played.
pub struct Trainings {
    pub(super) all: Vec<Resolved>,
    lengths_differ: bool,
}

/// A training and its runs.
pub(super) struct Resolved {
    pub(super) training: Training<AnyGame>,
    size: StudySize,
    /// The last games of which few must be lost, if a number is given.
    window: Option<u64>,
    /// The sets of a point of the curves, if a number is given.
    step: Option<u64>,
    /// The opponent and the fallback player, whose files the results depend on.
    players: Vec<PlayerSpec>,
    /// All positions of the game, if exact results were requested.
    pub(super) ground: Option<Ground<AnyGame>>,
}

/// What the trainings of a request have in common.
struct Common<'a> {
    request: &'a Request,
    game: &'a AnyGame,
    learners: Learners,
    size: StudySize,
    step: Option<u64>,
    fallback: Option<&'a PlayerSpec>,
    /// The fallback player.
    asked: Option<Arc<dyn Player<AnyGame>>>,
    ground: Option<Ground<AnyGame>>,
}

impl Common<'_> {
    /// The training of this rule against this opponent; without one it is the rule's own.
    fn resolve(&self, rule: &Rule, given: Option<&Opposing>) -> Result<Resolved> {
        let game = self.game;
        let learners = match given {
            Some(Opposing::Itself) if self.learners != Learners::Shared => Learners::Both,
            _ => self.learners,
        };
        let (player, opponent) = match given {
            Some(Opposing::Itself) => (None, None),
            Some(Opposing::Player(spec)) => (
                Some(spec.clone()),
                Some(resolve::opponent(game, spec, learners)?),
            ),
            None => own_opponent(game, rule, learners)?,
        };
        let name = player.as_ref().map_or("", PlayerSpec::name);
        let mut spec = TrainingSpec {
            opponent: store::portable(name),
            games_per_set: self.size.games_per_set,
            seed: SEED,
            ..TrainingSpec::new(game.name(), learners, rule.clone().for_learners(learners))
        };
        set_options(self.request, &mut spec, false)?;
        Ok(Resolved {
            training: Training {
                spec,
                run: 0,
                game: game.clone(),
                opponent: opponent.unwrap_or(Opponent::Nobody),
                fallback: self.asked.clone(),
            },
            size: self.size,
            window: self.request.window,
            step: self.step,
            players: player.into_iter().chain(self.fallback.cloned()).collect(),
            ground: self.ground.clone(),
        })
    }
}

/// The length of all trainings, and whether the rules have different usual lengths and none is given. Where they
/// differ, all have the length of most rules.
fn size(request: &Request, rules: &[Rule], only: Option<&PlayerSpec>) -> Result<(StudySize, bool)> {
    let mut usual = rules.iter().map(|rule| Usual::against(only, rule));
    let first = usual.next().unwrap_or(Usual::MOST);
    let is_one = usual.all(|other| other == first);
    let usual = if is_one { first } else { Usual::MOST }.for_batch(request);
    let is_open = request.sets.is_none() && request.games.is_none();
    let games_per_set = request.games_per_set.unwrap_or(usual.games_per_set);
    let sets = request.sets_of(games_per_set)?;
    let sets = sets.unwrap_or_else(|| usual.sets(games_per_set));
    check_total(sets, games_per_set)?;
    let size = StudySize {
        runs: request.runs.unwrap_or(RUNS),
        sets,
        games_per_set,
    };
    Ok((size, is_open && !is_one))
}

/// The sets of a point of the curves, if the request gives its games.
fn step(request: &Request, size: StudySize) -> Result<Option<u64>> {
    let (Some(games), each) = (request.curve_step, size.games_per_set) else {
        return Ok(None);
    };
    if games.is_multiple_of(each) && StudySetting::admits_step(size.sets, games / each) {
        return Ok(Some(games / each));
    }
    Err(Error::fields(
        &["curve_step", "games_per_set"],
        format!(
            "`curve_step` {games}: a point of the curves covers whole sets, of {each} games here, and a curve has at most \
             {} points; choose the size of a set with `games_per_set`",
            thousands(StudySetting::MOST_POINTS)
        ),
    ))
}

impl Trainings {
    /// Resolves a request for a study: every rule with every opponent, each in the same number of runs.
    ///
    /// # Errors
    ///
    /// [`games::Error::Request`] when the request contradicts itself or has an option that only a single training
    /// has, the errors of [`roster`](crate::roster) for players, and [`games::Error::TooLarge`] when exact results
    /// are asked for and the game is too large for them.
    pub fn new(request: &Request) -> Result<Self> {
        check_request(request)?;
        let game = match &request.game {
            Some(game) => game,
            None => &parse(GAME)?,
        };
        let opponents = &request.opponents;
        let only = match &opponents[..] {
            [Opposing::Player(one)] => Some(one),
            _ => None,
        };
        let rules = match &request.rules[..] {
            [] => &[usual_rule(only)?],
            several => several,
        };
        let named = rules
            .iter()
            .map(|rule| (&*rule.name, rule.learner.unwrap_or_default()));
        let learners = match request.learner {
            Some(learners) => learners,
            None => learners_of(named)?,
        };
        if learners == Learners::Both && !opponents.is_empty() {
            return Err(two_learn());
        }
        check_learners(game, learners)?;
        let (size, lengths_differ) = size(request, rules, only)?;
        let fallback = request.fallback.as_ref().filter(|spec| !spec.is_random());
        let common = Common {
            request,
            game,
            learners,
            size,
            step: step(request, size)?,
            fallback,
            asked: resolve::fallback(game, fallback, learners)?,
            ground: (request.exact.is_exact())
                .then(|| Ground::shared(game))
                .transpose()?,
        };
        let mut each_opponent: Vec<Option<&Opposing>> = match &opponents[..] {
            [] => vec![None],
            several => several.iter().map(Some).collect(),
        };
        // What the first training says of its learners holds for all.
        each_opponent.sort_by_key(|given| matches!(given, Some(Opposing::Itself)));
        let mut all: Vec<Resolved> = Vec::new();
        for rule in rules {
            for given in &each_opponent {
                let resolved = common.resolve(rule, *given)?;
                let heading = resolved.training.heading();
                if all.iter().any(|other| other.training.heading() == heading) {
                    return Err(named_twice(&heading));
                }
                all.push(resolved);
            }
        }
        // Games against different opponents, or in different ways of play, tell nothing of who is better; their chances
        // at the end do, or games sampled there.
        let first = &all[0].training.spec;
        let mut specs = all.iter().map(|each| &each.training.spec);
        if !request.exact.has_end() && !specs.all(|spec| spec.has_games_like(first)) {
            let ground = Ground::offered(game);
            for each in &mut all {
                each.training.spec.exact = match ground {
                    Some(_) => Examined::AtEnd,
                    None => Examined::Sampled,
                };
                each.ground.clone_from(&ground);
            }
        }
        Ok(Self {
            all,
            lengths_differ,
        })
    }

    /// The courses of a sweep: all of these together.
    #[must_use]
    pub fn together(all: impl IntoIterator<Item = Self>) -> Self {
        Self {
            all: all.into_iter().flat_map(|each| each.all).collect(),
            lengths_differ: false,
        }
    }

    /// The runs of all trainings together, which have the same length.
    pub fn size(&self) -> StudySize {
        let runs = self.all.iter().map(|each| each.size.runs);
        let first = self.all.first().map(|each| each.size);
        StudySize {
            runs: runs.fold(0, u64::saturating_add),
            sets: first.map_or(0, |size| size.sets),
            games_per_set: first.map_or(0, |size| size.games_per_set),
        }
    }

    /// Whether its rules have different usual lengths and the request gives none, so that one was chosen for all.
    pub const fn lengths_differ(&self) -> bool {
        self.lengths_differ
    }

    /// Whether no game is known to have more positions.
    pub fn are_of_few_positions(&self, most: u128) -> bool {
        let mut games = self.all.iter().map(|each| &each.training.game);
        games.all(|game| game.at_least().positions <= most)
    }

    /// The number of trainings.
    pub fn count(&self) -> usize {
        self.all.len()
    }

    /// What the results of the runs of each training depend on, for a part of the study.
    ///
    /// # Errors
    ///
    /// [`Error::File`] when the file of a player can no longer be read.
    pub fn courses(&self) -> Result<Vec<Course>> {
        self.all
            .iter()
            .map(|each| {
                Ok(Course {
                    files: resolve::file_marks(&each.players)?,
                    setting: each.setting(),
                })
            })
            .collect()
    }

    /// Plays all runs of the training with this number, from 0, on all threads of rayon's pool, until `progress` stops them.
    ///
    /// # Errors
    ///
    /// The errors of [`Training::check`](crate::learn::Training::check).
    ///
    /// # Panics
    ///
    /// If there is no such training.
    pub fn play(&self, training: usize, progress: &dyn Progress) -> games::Result<Study> {
        let each = &self.all[training];
        let evaluator = each.evaluator();
        let plan = each.plan(0..each.size.runs, evaluator.as_ref());
        Study::over(&each.training, &plan, progress)
    }

    /// Plays some runs of the training with this number, from 0, until `progress` stops them; `keep` receives what is
    /// played.
    ///
    /// # Errors
    ///
    /// The errors of `keep`.
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
        let each = &self.all[training];
        let evaluator = each.evaluator();
        let plan = each.plan(runs, evaluator.as_ref());
        Study::keep(&each.training, &plan, keep, progress)
    }
}

impl Resolved {
    fn setting(&self) -> StudySetting {
        StudySetting {
            spec: self.training.spec.clone(),
            runs: self.size.runs,
            sets: self.size.sets,
            window: StudySetting::window(self.size, self.window),
            step: self.step,
        }
    }

    /// Evaluates the tables of the training. The evaluators of several trainings may not fit into memory together, so
    /// each is made when its runs are played.
    fn evaluator(&self) -> Option<Arc<dyn Evaluator>> {
        let (ground, training) = (self.ground.as_ref()?, &self.training);
        let layout = Layout::from(&training.rule);
        Some(Evaluation::shared(ground, layout, training.learners))
    }

    fn plan<'a>(
        &self,
        runs: Range<u64>,
        evaluator: Option<&'a Arc<dyn Evaluator>>,
    ) -> StudyPlan<'a> {
        StudyPlan {
            runs,
            sets: self.size.sets,
            window: self.window,
            step: self.step,
            evaluator,
            taken: self.ground.as_ref().map_or(0, Ground::bytes),
        }
    }
}

/// Refuses options that a study does not have; it numbers its runs itself.
fn check_request(request: &Request) -> Result<()> {
    let limit = request.max_boxes.or(request.max_memory);
    if request.run.or(limit).is_none() {
        return Ok(());
    }
    let what = "a limit of boxes or bytes and the number of a run";
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

/// The learners that the rules name, each of which is given with its name; the rules must agree.
pub(super) fn learners_of<'a>(
    mut named: impl Iterator<Item = (&'a str, Learners)>,
) -> Result<Learners> {
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
