//! A machine that trains at full speed while the page looks on: the training of `menace train`, with
//! the same bytes, and the means to see how far it is and to stop it.

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

use super::refusal::{Refusal, Told};
use super::scene::Matchbox;

/// What is asked for.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Asked {
    /// Whom it plays; nobody where both sides learn each other.
    pub(super) opponent: Option<String>,
    pub(super) games: u64,
}

/// One stretch of a training.
#[derive(Debug, Serialize)]
struct Point {
    /// The games played by its end.
    games: u64,
    /// How its own games ended for the machine.
    won: u64,
    drawn: u64,
    lost: u64,
    /// The boxes met by its end, where that is known.
    boxes: Option<u64>,
}

/// What the page sees of a training.
#[derive(Debug, Default, Serialize)]
pub(super) struct Seen {
    opponent: String,
    /// How many games there will be, and how many have been played.
    games: u64,
    played: u64,
    /// It waits for others to end.
    waiting: bool,
    /// It was stopped, by somebody or because the machine has as many boxes as the page serves.
    stopped: bool,
    full: bool,
    /// What went wrong.
    failed: Option<Told>,
    points: Vec<Point>,
    boxes: u64,
    /// The opening box of the machine.
    #[serde(rename = "box")]
    matchbox: Option<Matchbox>,
}

/// A training from the side of those who look on and may stop it.
#[derive(Debug, Default)]
pub(super) struct Course {
    seen: Mutex<Seen>,
    stopped: AtomicBool,
}

/// How many stretches a training is seen in.
const STRETCHES: u64 = 200;
/// The most boxes of a machine that the page takes in, as many as one request can look through.
pub(super) const MOST_BOXES: u64 = 200_000;
/// How many boxes of a machine are enough: it trains no further, so that it can be looked at when some
/// more have come until that is noticed.
const ENOUGH: u64 = MOST_BOXES / 4 * 3;
/// How many games a training plays before it is first looked at.
const FIRST_GAMES: u64 = 1_000;
/// How long a training goes on before it is saved again and looked at, at least and at most; between
/// them it is ten times as long as that took.
const PAUSE: [Duration; 2] = [Duration::from_millis(100), Duration::from_secs(2)];

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// How many trainings there may be at once; others wait.
pub(super) struct Slots {
    free: Mutex<usize>,
    freed: Condvar,
}

impl Slots {
    pub(super) fn new(free: usize) -> Self {
        Self {
            free: Mutex::new(free),
            freed: Condvar::new(),
        }
    }

    /// Does `work` once there is room for it; nothing if the training is stopped before.
    pub(super) fn take(&self, course: &Course, work: impl FnOnce() -> Result<()>) -> Result<()> {
        struct Given<'a>(&'a Slots);
        impl Drop for Given<'_> {
            fn drop(&mut self) {
                *lock(&self.0.free) += 1;
                self.0.freed.notify_one();
            }
        }

        let mut free = lock(&self.free);
        while *free == 0 {
            if course.is_stopped() {
                lock(&course.seen).stopped = true;
                return Ok(());
            }
            let waited = self.freed.wait_timeout(free, PAUSE[0]);
            free = waited.unwrap_or_else(PoisonError::into_inner).0;
        }
        *free -= 1;
        drop(free);
        let _given = Given(self);
        work()
    }
}

impl Course {
    pub(super) fn new(asked: &Asked) -> Self {
        let seen = Seen {
            opponent: asked.opponent.clone().unwrap_or_default(),
            games: asked.games,
            waiting: true,
            ..Seen::default()
        };
        Self {
            seen: Mutex::new(seen),
            stopped: AtomicBool::new(false),
        }
    }

    pub(super) fn stop(&self) {
        self.stopped.store(true, Ordering::Relaxed);
    }

    fn is_stopped(&self) -> bool {
        self.stopped.load(Ordering::Relaxed)
    }

    pub(super) fn seen<T>(&self, look: impl FnOnce(&Seen) -> T) -> T {
        look(&lock(&self.seen))
    }

    pub(super) fn failed(&self, refusal: Refusal) {
        lock(&self.seen).failed = Some(refusal.told());
    }

    /// Whom it plays, and how many games it has played.
    pub(super) fn told(&self) -> (String, u64) {
        self.seen(|seen| (seen.opponent.clone(), seen.played))
    }

    /// Trains the model of this file and keeps it; of a training that is stopped, what was played
    /// until then.
    pub(super) fn take(
        &self,
        game: &AnyGame,
        side: Side,
        path: &Path,
        asked: &Asked,
    ) -> Result<()> {
        let games_per_set = asked.games.clamp(1, GAMES_PER_SET);
        let before = store::read(path)?;
        let request = Request {
            game: Some(game.name()),
            learners: Some(before.learners),
            opponent: asked.opponent.clone(),
            games: Some(asked.games),
            games_per_set: Some(games_per_set),
            ..Request::default()
        };
        let keeping = Keeping {
            model: Some(path.to_owned()),
            already: Already::Continue,
            ..Keeping::default()
        };
        let mut looking = Looking {
            course: self,
            game,
            side,
            games_per_set,
            sets_per_point: 1,
            pace: Mutex::new(Pace {
                since: Instant::now(),
                pause: PAUSE[0],
                broke: None,
                stretch: 0,
                most: FIRST_GAMES.div_ceil(games_per_set),
                boxes: boxes(&before),
                sets: 0,
                results: Results::default(),
            }),
        };
        let trained = Plan::new(game.clone(), &request, &keeping)?.carry_out(&mut looking)?;
        looking.look_at(&trained.model);
        if trained.stopped.is_some() {
            lock(&self.seen).stopped = true;
            settle(path, trained.model)?;
        }
        Ok(())
    }
}

/// The boxes of all who learn in a model.
pub(super) fn boxes(model: &Model) -> u64 {
    let tables = model.tables.iter().flatten();
    tables.map(|table| table.len() as u64).sum()
}

/// Whether a machine has as many boxes as the page lets it learn.
pub(super) fn is_enough(model: &Model) -> bool {
    boxes(model) > ENOUGH
}

/// Has a file say that the training in it is all there will be.
fn settle(path: &Path, mut model: Model) -> Result<()> {
    let _lock = Lock::take(path)?;
    if store::holds(path, &model) {
        model.pending = None;
        store::write(path, &model)?;
    }
    Ok(())
}

/// The look at a training as it goes on.
struct Looking<'a, AnyGame> {
    course: &'a Course,
    game: &'a AnyGame,
    side: Side,
    games_per_set: u64,
    sets_per_point: u64,
    pace: Mutex<Pace>,
}

/// How long it is to the next look, and the counts of the stretch that is being played.
struct Pace {
    since: Instant,
    pause: Duration,
    /// When it broke off to be saved.
    broke: Option<Instant>,
    /// The sets since the last look, and after how many of them the next one comes at the latest.
    stretch: u64,
    most: u64,
    /// The boxes at the last look.
    boxes: u64,
    /// The sets of the next point.
    sets: u64,
    results: Results<u64>,
}

impl Looking<'_, AnyGame> {
    fn look_at(&self, model: &Model) {
        let table = model.tables[self.side.index()].as_ref();
        let boxes = table.map_or(0, |table| table.len() as u64);
        let opening = BoxView::at(self.game, model, &self.game.start()).ok();
        let opening = opening.or_else(|| BoxView::landmark(self.game, model, self.side));
        let mut seen = lock(&self.course.seen);
        seen.matchbox = opening.map(|view| Matchbox::new(self.game, &view));
        seen.boxes = boxes;
        if let Some(last) = seen.points.last_mut() {
            last.boxes = Some(boxes);
        }
        if is_enough(model) {
            seen.full = true;
            self.course.stop();
        }
    }
}

impl Progress for Looking<'_, AnyGame> {
    fn games_ended(&self, results: &Results<u64>) {
        lock(&self.pace).results += *results;
    }

    fn sets_played(&self, sets: u64) -> ControlFlow<()> {
        let mut pace = lock(&self.pace);
        pace.sets += sets;
        pace.stretch += sets;
        let mut seen = lock(&self.course.seen);
        seen.played += sets * self.games_per_set;
        if pace.sets >= self.sets_per_point {
            let results = std::mem::take(&mut pace.results);
            pace.sets = 0;
            let point = Point {
                games: seen.played,
                won: results.wins(self.side),
                drawn: results.draws,
                lost: results.wins(self.side.other()),
                boxes: None,
            };
            seen.points.push(point);
        }
        let is_time = pace.stretch >= pace.most || pace.since.elapsed() >= pace.pause;
        if self.course.is_stopped() || is_time {
            pace.broke = Some(Instant::now());
            return ControlFlow::Break(());
        }
        ControlFlow::Continue(())
    }
}

impl Watch for Looking<'_, AnyGame> {
    fn begin(&mut self, sets: u64, games_per_set: u64, _: Learners) {
        self.sets_per_point = sets.div_ceil(STRETCHES).max(1);
        let mut seen = lock(&self.course.seen);
        seen.games = sets * games_per_set;
        seen.waiting = false;
    }

    fn stands(&self, model: &Model) {
        self.look_at(model);
        let mut pace = lock(&self.pace);
        let took = pace
            .broke
            .take()
            .map_or(Duration::ZERO, |broke| broke.elapsed());
        pace.pause = (took * 10).clamp(PAUSE[0], PAUSE[1]);
        pace.since = Instant::now();
        if pace.stretch > 0 {
            // At this rate there are enough after so many sets.
            let boxes = boxes(model);
            let new = boxes.saturating_sub(pace.boxes).max(1);
            let left = ENOUGH.saturating_sub(boxes).max(1);
            pace.most = (left * pace.stretch).div_ceil(new);
            (pace.boxes, pace.stretch) = (boxes, 0);
        }
    }

    fn stop_asked(&self) -> bool {
        self.course.is_stopped()
    }
}
