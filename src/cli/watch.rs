//! Watching a training: the progress bar, when to save, and Ctrl-C.

use std::io::IsTerminal;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use menace::learn::Progress;
use menace::store::Chapter;

/// A bar over so many games, on a terminal; nowhere else anybody sees it.
pub(super) fn bar(games: u64) -> ProgressBar {
    let target = if std::io::stderr().is_terminal() {
        ProgressDrawTarget::stderr_with_hz(8)
    } else {
        ProgressDrawTarget::hidden()
    };
    ProgressBar::with_draw_target(Some(games), target)
}

/// Set by Ctrl-C.
static STOP: AtomicBool = AtomicBool::new(false);

/// Whether Ctrl-C asks for an end.
pub(super) fn stop_asked() -> bool {
    STOP.load(Ordering::Relaxed)
}

/// How often a long training is saved when nobody says how often.
const SAVE_AFTER: Duration = Duration::from_secs(10);

/// Watches a run: shows how far it is, and breaks off when it is time to save or to stop.
pub(super) struct Watch {
    bar: ProgressBar,
    games_per_set: u64,
    every: Option<u64>,
    /// How many sets have been played since the last save, and when that was.
    since: Mutex<(u64, Instant)>,
}

impl Watch {
    pub(super) fn new(sets: u64, chapter: &Chapter, every: Option<u64>) -> Self {
        // Failing to listen for Ctrl-C only means that it ends the program at once.
        let _ = ctrlc::set_handler(|| {
            if STOP.swap(true, Ordering::Relaxed) {
                std::process::exit(130);
            }
        });
        let bar = bar(sets.saturating_mul(chapter.games_per_set));
        let style = "{bar:30} {human_pos} of {human_len} games, {per_sec}, {eta} left";
        if let Ok(style) = ProgressStyle::with_template(style) {
            bar.set_style(style);
        }
        let games_per_set = chapter.games_per_set;
        Self {
            bar,
            games_per_set,
            every,
            since: Mutex::new((0, Instant::now())),
        }
    }

    /// Takes the bar off the screen.
    pub(super) fn clear(&self) {
        self.bar.finish_and_clear();
    }
}

impl Progress for Watch {
    fn sets_played(&self, sets: u64) -> ControlFlow<()> {
        self.bar.inc(sets.saturating_mul(self.games_per_set));
        let mut since = self.since.lock().unwrap_or_else(PoisonError::into_inner);
        since.0 += sets;
        let due = match self.every {
            Some(sets) => since.0 >= sets,
            // The clock decides nothing but when to save.
            None => since.1.elapsed() >= SAVE_AFTER,
        };
        if due {
            *since = (0, Instant::now());
        }
        if due || stop_asked() {
            ControlFlow::Break(())
        } else {
            ControlFlow::Continue(())
        }
    }
}
