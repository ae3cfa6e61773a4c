//! A training at full speed that the page can watch and stop. It gives the same bytes as `menace train`.

use std::ops::ControlFlow;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use super::curve::CurvePoint;
use super::job::{FULL, Job, is_full};
use super::kits::Kits;
use super::learnt::Learnt;
use super::machine::OpenMachine;
use super::open_board::OpenBoard;
use crate::refusal::Refusal;
use crate::surroundings::Surroundings;
use matchboxes::error::Result;
use matchboxes::game::Side;
use matchboxes::games::AnyGame;
use matchboxes::learn::{Progress, TrainingSpec};
use matchboxes::locks::lock;
use matchboxes::roster::PlayerSpec;
use matchboxes::session::{Already, GAMES_PER_SET, InProgress, Keeping, Request, Watch};
use matchboxes::store::{self, Lock, Model};

/// The last games, whose results are listed one by one.
const RECENT: u64 = 1_000;
/// A machine that has played fewer games plays a training of at most as many in sets of one game. The history has a
/// record for each set, so each of these games is a point of the curve, also after a reload.
const SINGLE: u64 = 1_000;
/// How many games a training plays before it is first shown.
const FIRST_GAMES: u64 = 1_000;
/// The least and the most time between saves, which also show a training: ten times what the last took.
const INTERVAL: [Duration; 2] = [Duration::from_millis(100), Duration::from_secs(2)];

/// A requested training. The thread that answers requests advances it until it has ended. The machine can be
/// played with again when this is dropped.
pub struct TrainingJob {
    pub(super) machine: Arc<OpenMachine>,
    pub(super) job: Arc<Job>,
    pub(super) stage: JobStage,
    pub(super) games: u64,
    /// None if two learn from each other.
    pub(super) opponent: Option<PlayerSpec>,
    pub(super) clock: Arc<dyn Surroundings>,
}

pub(super) enum JobStage {
    /// The board at which the machine was when the training was requested.
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

    /// Whether it waits because what it has learnt cannot be written; each further [`advance`](Self::advance) tries again.
    pub fn is_held(&self) -> bool {
        matches!(self.stage, JobStage::Played(_)) && self.job.status().failed.is_some()
    }

    /// Plays at most about this number of games, at least one set; returns whether there is more to play.
    pub fn advance(&mut self, games: u64) -> bool {
        match catch_unwind(AssertUnwindSafe(|| self.advance_or_fail(games))) {
            Ok(Ok(())) => !matches!(self.stage, JobStage::Ended),
            Ok(Err(refusal)) => self.fail(&refusal),
            Err(_) => self.fail(&Refusal::Broken),
        }
    }

    fn fail(&mut self, refusal: &Refusal) -> bool {
        self.job.fail(refusal);
        self.stage = JobStage::Ended;
        false
    }

    fn advance_or_fail(&mut self, games: u64) -> Result<(), Refusal> {
        match std::mem::replace(&mut self.stage, JobStage::Ended) {
            JobStage::Ended => {}
            JobStage::Asked(board) => {
                if let Some((game, side, path)) = board.leave() {
                    self.stage = self.start(game, side, path)?;
                }
            }
            JobStage::Played(mut played) => {
                let (training, watcher) = &mut *played;
                let sets = (games / watcher.games_per_set).max(1);
                let advanced = training.advance(sets, watcher);
                self.job.status().failed = None;
                match advanced {
                    Ok(None) => self.stage = JobStage::Played(played),
                    Ok(Some(trained)) => {
                        let (training, watcher) = *played;
                        // Releases the lock of the file.
                        drop(training);
                        watcher.show(&trained.model);
                        if trained.stopped {
                            self.job.status().stopped = true;
                            clear_pending(&watcher.path, trained.model)?;
                        }
                    }
                    Err(error) => {
                        let refusal = Refusal::from(error);
                        if self.job.is_last() || !refusal.body().is_of_file() {
                            return Err(refusal);
                        }
                        // It waits until its result can be written.
                        self.job.fail(&refusal);
                        self.stage = JobStage::Played(played);
                    }
                }
            }
        }
        Ok(())
    }

    /// Begins to train the model of a file.
    fn start(&self, game: AnyGame, side: Side, path: PathBuf) -> Result<JobStage> {
        let before = store::read(&path)?;
        let is_single = before.games() < SINGLE && self.games <= SINGLE;
        let games_per_set = if is_single {
            1
        } else {
            self.games.clamp(1, GAMES_PER_SET)
        };
        let request = Request {
            game: Some(game.clone()),
            learner: Some(before.learners()),
            opponents: self.opponent.iter().cloned().map(Into::into).collect(),
            games: Some(self.games),
            games_per_set: Some(games_per_set),
            seed: Some(before.last().spec.seed),
            ..Request::default()
        };
        let keeping = Keeping::at(&path, Already::Continue);
        let kits = Kits::new(&game, &before);
        let mut watcher = Watcher {
            job: self.job.clone(),
            clock: self.clock.clone(),
            game,
            side,
            path,
            games_per_set,
            begun: before.history.begun(),
            kits,
            pace: Mutex::new(SavePace {
                since: self.clock.now(),
                interval: INTERVAL[0],
                paused_at: None,
                stretch: 0,
                most: FIRST_GAMES.div_ceil(games_per_set),
                boxes: before.boxes(),
            }),
        };
        let training = InProgress::begin(&request, &keeping, &mut watcher)?;
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
    /// The games that the machine had begun before.
    begun: u64,
    kits: Kits,
    pace: Mutex<SavePace>,
}

/// The time until the next save, and the sets since the last one.
struct SavePace {
    since: Duration,
    interval: Duration,
    /// When it paused to be saved.
    paused_at: Option<Duration>,
    /// The sets since the last save, and the most before the next one.
    stretch: u64,
    most: u64,
    boxes: u64,
}

impl Watcher {
    /// Shows the machine as it was saved.
    fn show(&self, model: &Model) {
        let mut status = self.job.status();
        // What the training does to the first box is played again when it has ended.
        let seen = status
            .learnt
            .take()
            .map_or_else(Vec::new, |before| before.seen);
        let learnt = Learnt::new(&self.game, model, self.side, seen, &self.kits);
        status.learnt = Some(learnt);
        status.played = model.history.begun().saturating_sub(self.begun);
        let sets = status.played.min(RECENT).div_ceil(self.games_per_set);
        let results = (sets > 0).then(|| model.history.last(sets).results);
        status.recent =
            results.map(|results| CurvePoint::new(results.games(), &results, self.side, None));
        if is_full(model) {
            status.full = true;
            self.job.stop();
        }
    }
}

impl Progress for Watcher {
    fn sets_played(&self, sets: u64) -> ControlFlow<()> {
        let mut pace = lock(&self.pace);
        pace.stretch += sets;
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
            let boxes = model.boxes();
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
