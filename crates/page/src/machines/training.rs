//! A training at full speed that the page can watch and stop. It gives the same bytes as `menace train`.

use std::ops::ControlFlow;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use super::curve::Point;
use super::job::{FULL, Job, TrainingRequest, boxes, is_full};
use super::machine::Machine;
use super::open_board::OpenBoard;
use super::scene::Matchbox;
use crate::refusal::Refusal;
use crate::surroundings::Surroundings;
use matchboxes::error::Result;
use matchboxes::game::{Game, Results, Side};
use matchboxes::games::AnyGame;
use matchboxes::learn::{Progress, TrainingSpec};
use matchboxes::locks::lock;
use matchboxes::session::{
    Advanced, Already, GAMES_PER_SET, InProgress, Keeping, Plan, Request, Watch,
};
use matchboxes::store::{self, BoxView, Lock, Model};

const MOST_POINTS: u64 = 200;
/// How many games a training plays before it is first shown.
const FIRST_GAMES: u64 = 1_000;
/// The least and the most time between saves, which also show a training: ten times what the last took.
const INTERVAL: [Duration; 2] = [Duration::from_millis(100), Duration::from_secs(2)];

/// A training that has been asked for. Whoever answers requests advances it until it has ended. The machine
/// can be played with again when this is dropped.
pub struct TrainingJob {
    pub(super) machine: Arc<Machine>,
    pub(super) job: Arc<Job>,
    pub(super) stage: JobStage,
    pub(super) request: TrainingRequest,
    pub(super) clock: Arc<dyn Surroundings>,
}

pub(super) enum JobStage {
    /// The board at which the machine was when the training was asked for.
    Asked(Box<OpenBoard>),
    Played(Box<(InProgress, Watcher)>),
    Ended,
}

impl TrainingJob {
    /// Whether it has been asked to stop.
    pub fn is_stopped(&self) -> bool {
        self.job.is_stopped()
    }

    /// Notes that it is stopped before it has begun.
    pub fn give_up(&self) {
        self.job.status().stopped = true;
    }

    /// Plays at most about this number of games, at least one set; returns whether there is more to play.
    pub fn advance(&mut self, games: u64) -> bool {
        match catch_unwind(AssertUnwindSafe(|| self.advance_or_fail(games))) {
            Ok(Ok(())) => !matches!(self.stage, JobStage::Ended),
            Ok(Err(error)) => self.fail(&error.into()),
            Err(_) => self.fail(&Refusal::Broken),
        }
    }

    fn fail(&mut self, refusal: &Refusal) -> bool {
        self.job.fail(refusal);
        self.stage = JobStage::Ended;
        false
    }

    fn advance_or_fail(&mut self, games: u64) -> Result<()> {
        match std::mem::replace(&mut self.stage, JobStage::Ended) {
            JobStage::Ended => {}
            JobStage::Asked(board) => {
                if let Some((game, side, path)) = board.leave()? {
                    self.stage = self.start(game, side, path)?;
                }
            }
            JobStage::Played(played) => {
                let (training, mut watcher) = *played;
                let sets = (games / watcher.games_per_set).max(1);
                match training.advance(sets, &mut watcher)? {
                    Advanced::Further(training) => {
                        self.stage = JobStage::Played(Box::new((training, watcher)));
                    }
                    Advanced::Ended(trained) => {
                        watcher.show(&trained.model);
                        if trained.stopped.is_some() {
                            self.job.status().stopped = true;
                            clear_pending(&watcher.path, trained.model)?;
                        }
                    }
                }
            }
        }
        Ok(())
    }

    /// Begins to train the model of a file.
    fn start(&self, game: AnyGame, side: Side, path: PathBuf) -> Result<JobStage> {
        let games_per_set = self.request.games.clamp(1, GAMES_PER_SET);
        let before = store::read(&path)?;
        let request = Request {
            game: Some(game.clone()),
            learner: Some(before.learners()),
            opponent: self.request.opponent.clone(),
            games: Some(self.request.games),
            games_per_set: Some(games_per_set),
            ..Request::default()
        };
        let keeping = Keeping {
            model: Some(path.clone()),
            already: Already::Continue,
            ..Keeping::default()
        };
        let mut watcher = Watcher {
            job: self.job.clone(),
            clock: self.clock.clone(),
            game,
            side,
            path,
            games_per_set,
            sets_per_point: 1,
            pace: Mutex::new(Pace {
                since: self.clock.now(),
                interval: INTERVAL[0],
                paused_at: None,
                stretch: 0,
                most: FIRST_GAMES.div_ceil(games_per_set),
                boxes: boxes(&before),
                sets: 0,
                results: Results::default(),
            }),
        };
        let training = Plan::new(&request, &keeping)?.start(&mut watcher)?;
        Ok(JobStage::Played(Box::new((training, watcher))))
    }
}

impl Drop for TrainingJob {
    fn drop(&mut self) {
        // Releases the lock of the file, so that the board can be set up again.
        self.stage = JobStage::Ended;
        self.machine.end(&self.job);
    }
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

pub(super) struct Watcher {
    job: Arc<Job>,
    clock: Arc<dyn Surroundings>,
    game: AnyGame,
    side: Side,
    /// The file of the model.
    path: PathBuf,
    games_per_set: u64,
    sets_per_point: u64,
    pace: Mutex<Pace>,
}

/// The time until the next save, and the counts since the last one.
struct Pace {
    since: Duration,
    interval: Duration,
    /// When it paused to be saved.
    paused_at: Option<Duration>,
    /// The sets since the last save, and the most before the next one.
    stretch: u64,
    most: u64,
    boxes: u64,
    /// The sets since the last point of the curve, and their results.
    sets: u64,
    results: Results<u64>,
}

impl Watcher {
    fn show(&self, model: &Model) {
        let table = model.table(self.side);
        let boxes = table.map_or(0, |table| table.len() as u64);
        let opening = BoxView::at(&self.game, model, &self.game.start()).ok();
        let opening = opening.or_else(|| BoxView::landmark(&self.game, model, self.side));
        let mut status = self.job.status();
        status.matchbox = opening.map(|view| Matchbox::new(&self.game, &view));
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

impl Progress for Watcher {
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
        let elapsed = self.clock.now().saturating_sub(pace.since);
        let is_time = pace.stretch >= pace.most || elapsed >= pace.interval;
        if self.job.is_stopped() || is_time {
            pace.paused_at = Some(self.clock.now());
            return ControlFlow::Break(());
        }
        ControlFlow::Continue(())
    }
}

impl Watch for Watcher {
    fn begin(&mut self, sets: u64, training: &TrainingSpec) {
        self.sets_per_point = sets.div_ceil(MOST_POINTS).max(1);
        let mut status = self.job.status();
        status.games = sets * training.games_per_set;
        status.waiting = false;
    }

    fn stands(&self, model: &Model) {
        self.show(model);
        let mut pace = lock(&self.pace);
        let paused_at = pace.paused_at.take();
        let now = self.clock.now();
        let took = paused_at.map_or(Duration::ZERO, |at| now.saturating_sub(at));
        pace.interval = (took * 10).clamp(INTERVAL[0], INTERVAL[1]);
        pace.since = now;
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
