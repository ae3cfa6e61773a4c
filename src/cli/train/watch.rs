//! Watching a training: how far it is, when to save, and Ctrl-C.

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use menace::game::Results;
use menace::learn::{Learners, Progress};
use menace::session;

use crate::cli::progress::Meter;

/// Set by Ctrl-C.
static STOP: AtomicBool = AtomicBool::new(false);

/// How often a long training is saved when nobody says how often.
const SAVE_AFTER: Duration = Duration::from_secs(10);

/// Watches a run: shows how far it is, and breaks off when it is time to save or to stop.
pub(super) struct Watch {
    meter: Option<Meter>,
    games_per_set: u64,
    /// When it was saved last, if the clock decides when to save.
    saved: Option<Mutex<Instant>>,
}

impl Watch {
    /// Saves by the clock, or leaves it to others.
    pub(super) fn new(by_clock: bool) -> Self {
        Self {
            meter: None,
            games_per_set: 0,
            saved: by_clock.then(|| Mutex::new(Instant::now())),
        }
    }

    /// Takes the line off the screen.
    pub(super) fn clear(&self) {
        if let Some(meter) = &self.meter {
            meter.clear();
        }
    }
}

impl session::Watch for Watch {
    fn begin(&mut self, sets: u64, games_per_set: u64, learners: Learners) {
        // Failing to listen for Ctrl-C only means that it ends the program at once.
        let _ = ctrlc::set_handler(|| {
            if STOP.swap(true, Ordering::Relaxed) {
                std::process::exit(130);
            }
        });
        self.meter = Some(Meter::new(sets.saturating_mul(games_per_set), learners));
        self.games_per_set = games_per_set;
    }

    fn stop_asked(&self) -> bool {
        STOP.load(Ordering::Relaxed)
    }
}

impl Progress for Watch {
    fn games_ended(&self, results: &Results<u64>) {
        if let Some(meter) = &self.meter {
            meter.ended(results);
        }
    }

    fn sets_played(&self, sets: u64) -> ControlFlow<()> {
        if let Some(meter) = &self.meter {
            meter.played(sets.saturating_mul(self.games_per_set), &String::new);
        }
        let due = self.saved.as_ref().is_some_and(|saved| {
            let mut saved = saved.lock().unwrap_or_else(PoisonError::into_inner);
            let due = saved.elapsed() >= SAVE_AFTER;
            if due {
                *saved = Instant::now();
            }
            due
        });
        if due || STOP.load(Ordering::Relaxed) {
            ControlFlow::Break(())
        } else {
            ControlFlow::Continue(())
        }
    }
}
