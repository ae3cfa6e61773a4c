//! A training at full speed that the page can watch and stop. It gives the same bytes as `menace train`.

use std::ops::ControlFlow;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use menace::error::Result;
use menace::game::{Game, Results, Side};
use menace::games::AnyGame;
use menace::learn::{Learners, Progress};
use menace::session::{Already, GAMES_PER_SET, Keeping, Plan, Request, Watch};
use menace::store::{self, BoxView, Lock, Model};
use serde::{Deserialize, Serialize};

use super::curve::Point;
use super::scene::Matchbox;
use crate::serve::mutex::lock;
use crate::serve::refusal::{ErrorBody, Refusal};

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct TrainingRequest {
    /// The opponent; not used when both sides learn from each other.
    pub(crate) opponent: Option<String>,
    pub(crate) games: u64,
}

/// The progress of a training, as sent to the page.
#[derive(Debug, Default, Serialize)]
pub(crate) struct JobStatus {
    pub(crate) opponent: String,
    /// The number of games in all, and of those played.
    games: u64,
    pub(crate) played: u64,
    /// It waits for other trainings to end.
    waiting: bool,
    /// It was stopped on request, or because the machine is `full`: it has as many boxes as the page allows.
    stopped: bool,
    full: bool,
    failed: Option<ErrorBody>,
    points: Vec<Point>,
    boxes: u64,
    /// The opening box of the machine.
    #[serde(rename = "box")]
    matchbox: Option<Matchbox>,
}

/// A training in progress, for those who watch and may stop it.
#[derive(Debug, Default)]
pub(crate) struct Job {
    status: Mutex<JobStatus>,
    stopped: AtomicBool,
}

const MOST_POINTS: u64 = 200;
/// The most boxes that a machine on the page can have, so that one request can go through them.
pub(crate) const MOST_BOXES: u64 = 200_000;
/// The boxes at which a training stops: fewer, because more are added before the training notices.
const FULL: u64 = MOST_BOXES / 4 * 3;
/// How many games a training plays before it is first shown.
const FIRST_GAMES: u64 = 1_000;
/// The least and the most time between saves, which also show a training: ten times what the last took.
const INTERVAL: [Duration; 2] = [Duration::from_millis(100), Duration::from_secs(2)];

/// The free places for trainings; other trainings wait.
pub(crate) struct Slots {
    free: Mutex<usize>,
    freed: Condvar,
}

impl Slots {
    pub(crate) fn new(free: usize) -> Self {
        Self {
            free: Mutex::new(free),
            freed: Condvar::new(),
        }
    }

    /// Runs `work` once a place is free; does nothing if the training is stopped before.
    pub(crate) fn run(&self, job: &Job, work: impl FnOnce() -> Result<()>) -> Result<()> {
        struct Permit<'a>(&'a Slots);
        impl Drop for Permit<'_> {
            fn drop(&mut self) {
                *lock(&self.0.free) += 1;
                self.0.freed.notify_one();
            }
        }

        let mut free = lock(&self.free);
        while *free == 0 {
            if job.is_stopped() {
                job.status().stopped = true;
                return Ok(());
            }
            let waited = self.freed.wait_timeout(free, INTERVAL[0]);
            free = waited.unwrap_or_else(PoisonError::into_inner).0;
        }
        *free -= 1;
        drop(free);
        let _permit = Permit(self);
        work()
    }
}

impl Job {
    pub(crate) fn new(request: &TrainingRequest) -> Self {
        Self {
            status: Mutex::new(JobStatus {
                opponent: request.opponent.clone().unwrap_or_default(),
                games: request.games,
                waiting: true,
                ..JobStatus::default()
            }),
            stopped: AtomicBool::new(false),
        }
    }

    pub(crate) fn stop(&self) {
        self.stopped.store(true, Ordering::Relaxed);
    }

    fn is_stopped(&self) -> bool {
        self.stopped.load(Ordering::Relaxed)
    }

    pub(crate) fn status(&self) -> MutexGuard<'_, JobStatus> {
        lock(&self.status)
    }

    pub(crate) fn fail(&self, refusal: Refusal) {
        self.status().failed = Some(refusal.body());
    }

    /// Trains the model of this file and saves it, with the games played until then if it is stopped.
    pub(crate) fn train(
        &self,
        game: &AnyGame,
        side: Side,
        path: &Path,
        request: &TrainingRequest,
    ) -> Result<()> {
        let games_per_set = request.games.clamp(1, GAMES_PER_SET);
        let before = store::read(path)?;
        let request = Request {
            game: Some(game.name()),
            learners: Some(before.learners),
            opponent: request.opponent.clone(),
            games: Some(request.games),
            games_per_set: Some(games_per_set),
            ..Request::default()
        };
        let keeping = Keeping {
            model: Some(path.to_owned()),
            already: Already::Continue,
            ..Keeping::default()
        };
        let mut watcher = Watcher {
            job: self,
            game,
            side,
            games_per_set,
            sets_per_point: 1,
            pace: Mutex::new(Pace {
                since: Instant::now(),
                interval: INTERVAL[0],
                paused_at: None,
                stretch: 0,
                most: FIRST_GAMES.div_ceil(games_per_set),
                boxes: boxes(&before),
                sets: 0,
                results: Results::default(),
            }),
        };
        let trained = Plan::new(&request, &keeping)?.carry_out(&mut watcher)?;
        watcher.show(&trained.model);
        if trained.stopped.is_some() {
            self.status().stopped = true;
            clear_pending(path, trained.model)?;
        }
        Ok(())
    }
}

/// The boxes of all learning sides of a model.
pub(crate) fn boxes(model: &Model) -> u64 {
    let tables = model.tables.iter().flatten();
    tables.map(|table| table.len() as u64).sum()
}

/// Whether a machine has more boxes than the page lets it learn.
pub(crate) fn is_full(model: &Model) -> bool {
    boxes(model) > FULL
}

/// Marks the training in a file as complete.
fn clear_pending(path: &Path, mut model: Model) -> Result<()> {
    let _lock = Lock::take(path)?;
    if store::holds(path, &model) {
        model.pending = None;
        store::write(path, &model)?;
    }
    Ok(())
}

struct Watcher<'a> {
    job: &'a Job,
    game: &'a AnyGame,
    side: Side,
    games_per_set: u64,
    sets_per_point: u64,
    pace: Mutex<Pace>,
}

/// The time until the next save, and the counts since the last one.
struct Pace {
    since: Instant,
    interval: Duration,
    /// When it paused to be saved.
    paused_at: Option<Instant>,
    /// The sets since the last save, and the most before the next one.
    stretch: u64,
    most: u64,
    boxes: u64,
    /// The sets since the last point of the curve, and their results.
    sets: u64,
    results: Results<u64>,
}

impl Watcher<'_> {
    fn show(&self, model: &Model) {
        let table = model.tables[self.side.index()].as_ref();
        let boxes = table.map_or(0, |table| table.len() as u64);
        let opening = BoxView::at(self.game, model, &self.game.start()).ok();
        let opening = opening.or_else(|| BoxView::landmark(self.game, model, self.side));
        let mut status = self.job.status();
        status.matchbox = opening.map(|view| Matchbox::new(self.game, &view));
        status.boxes = boxes;
        if let Some(last) = status.points.last_mut() {
            last.boxes = Some(boxes);
        }
        if is_full(model) {
            status.full = true;
            self.job.stop();
        }
    }
}

impl Progress for Watcher<'_> {
    fn games_ended(&self, results: &Results<u64>) {
        lock(&self.pace).results += *results;
    }

    fn sets_played(&self, sets: u64) -> ControlFlow<()> {
        let mut pace = lock(&self.pace);
        pace.sets += sets;
        pace.stretch += sets;
        let mut status = self.job.status();
        status.played += sets * self.games_per_set;
        if pace.sets >= self.sets_per_point {
            let results = std::mem::take(&mut pace.results);
            pace.sets = 0;
            let games = status.played;
            let point = Point::new(games, &results, self.side, None);
            status.points.push(point);
        }
        let is_time = pace.stretch >= pace.most || pace.since.elapsed() >= pace.interval;
        if self.job.is_stopped() || is_time {
            pace.paused_at = Some(Instant::now());
            return ControlFlow::Break(());
        }
        ControlFlow::Continue(())
    }
}

impl Watch for Watcher<'_> {
    fn begin(&mut self, sets: u64, games_per_set: u64, _: Learners) {
        self.sets_per_point = sets.div_ceil(MOST_POINTS).max(1);
        let mut status = self.job.status();
        status.games = sets * games_per_set;
        status.waiting = false;
    }

    fn stands(&self, model: &Model) {
        self.show(model);
        let mut pace = lock(&self.pace);
        let paused_at = pace.paused_at.take();
        let took = paused_at.map_or(Duration::ZERO, |at| at.elapsed());
        pace.interval = (took * 10).clamp(INTERVAL[0], INTERVAL[1]);
        pace.since = Instant::now();
        if pace.stretch > 0 {
            // At this rate the machine is full after `most` sets.
            let boxes = boxes(model);
            let new = boxes.saturating_sub(pace.boxes).max(1);
            let left = FULL.saturating_sub(boxes).max(1);
            pace.most = (left * pace.stretch).div_ceil(new);
            (pace.boxes, pace.stretch) = (boxes, 0);
        }
    }

    fn stop_asked(&self) -> bool {
        self.job.is_stopped()
    }
}
