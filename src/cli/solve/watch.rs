//! What ends a long search and what is seen of it meanwhile.

use std::cell::Cell;
use std::io::{self, IsTerminal};
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressDrawTarget};
use menace::text::thousands;

use crate::cli::stop;

/// How many nodes a search visits between two questions whether to stop.
const NODES: u64 = 1024;

/// The clock of a search.
pub(super) struct Watch {
    began: Instant,
    most: Option<Duration>,
    asked: Cell<u64>,
    bar: ProgressBar,
}

impl Watch {
    /// Begins to count; a search may take so long.
    pub(super) fn new(most: Option<Duration>) -> Self {
        stop::search_begins();
        let target = if io::stderr().is_terminal() {
            ProgressDrawTarget::stderr_with_hz(4)
        } else {
            ProgressDrawTarget::hidden()
        };
        Self {
            began: Instant::now(),
            most,
            asked: Cell::new(0),
            bar: ProgressBar::with_draw_target(None, target),
        }
    }

    /// The time since it began.
    pub(super) fn clock(&self) -> Duration {
        self.began.elapsed()
    }

    /// Whether the search has to end; asked by the search, so it counts its nodes too.
    pub(super) fn stop(&self) -> bool {
        let asked = self.asked.get() + 1;
        self.asked.set(asked);
        let time = self.clock();
        if !self.bar.is_hidden() && asked.is_multiple_of(256) {
            self.bar.set_message(format!(
                "about {} nodes, {:.1} s",
                thousands(asked * NODES),
                time.as_secs_f64()
            ));
            self.bar.tick();
        }
        was_stopped() || self.most.is_some_and(|most| time >= most)
    }
}

impl Drop for Watch {
    fn drop(&mut self) {
        self.bar.finish_and_clear();
    }
}

/// Whether Ctrl-C has ended the search.
pub(super) fn was_stopped() -> bool {
    stop::is_asked()
}
