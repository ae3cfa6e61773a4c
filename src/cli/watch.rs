//! Watching a training: the progress bar, when to save, and Ctrl-C.

use std::io::IsTerminal;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use menace::learn::{History, Progress};
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
    since: u64,
    saved: Instant,
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
            since: 0,
            saved: Instant::now(),
        }
    }

    /// Takes the bar off the screen.
    pub(super) fn clear(&self) {
        self.bar.finish_and_clear();
    }
}

impl Progress for Watch {
    fn set_done(&mut self, _history: &History) -> ControlFlow<()> {
        self.bar.inc(self.games_per_set);
        self.since += 1;
        let due = match self.every {
            Some(sets) => self.since >= sets,
            // The clock decides nothing but when to save.
            None => self.saved.elapsed() >= SAVE_AFTER,
        };
        if due {
            self.since = 0;
            self.saved = Instant::now();
        }
        if due || stop_asked() {
            ControlFlow::Break(())
        } else {
            ControlFlow::Continue(())
        }
    }
}
