//! Watching a training: the progress bar, when to save, and Ctrl-C.

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressStyle};
use menace::learn::Progress;
use menace::session;

use crate::cli::output::bar;

/// Set by Ctrl-C.
static STOP: AtomicBool = AtomicBool::new(false);

/// How often a long training is saved when nobody says how often.
const SAVE_AFTER: Duration = Duration::from_secs(10);

/// Watches a run: shows how far it is, and breaks off when it is time to save or to stop.
pub(super) struct Watch {
    bar: ProgressBar,
    games_per_set: u64,
    /// When it was saved last, if the clock decides when to save.
    saved: Option<Mutex<Instant>>,
}

impl Watch {
    /// Saves by the clock, or leaves it to others.
    pub(super) fn new(by_clock: bool) -> Self {
        Self {
            bar: ProgressBar::hidden(),
            games_per_set: 0,
            saved: by_clock.then(|| Mutex::new(Instant::now())),
        }
    }

    /// Takes the bar off the screen.
    pub(super) fn clear(&self) {
        self.bar.finish_and_clear();
    }
}

impl session::Watch for Watch {
    fn begin(&mut self, sets: u64, games_per_set: u64) {
        // Failing to listen for Ctrl-C only means that it ends the program at once.
        let _ = ctrlc::set_handler(|| {
            if STOP.swap(true, Ordering::Relaxed) {
                std::process::exit(130);
            }
        });
        self.bar = bar(sets.saturating_mul(games_per_set));
        let style = "{bar:30} {human_pos} of {human_len} games, {per_sec}, {eta} left";
        if let Ok(style) = ProgressStyle::with_template(style) {
            self.bar.set_style(style);
        }
        self.games_per_set = games_per_set;
    }

    fn stop_asked(&self) -> bool {
        STOP.load(Ordering::Relaxed)
    }
}

impl Progress for Watch {
    fn sets_played(&self, sets: u64) -> ControlFlow<()> {
        self.bar.inc(sets.saturating_mul(self.games_per_set));
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
