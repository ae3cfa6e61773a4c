//! What ends a long search and what is seen of it meanwhile.

use std::cell::Cell;
use std::time::{Duration, Instant};

use indicatif::ProgressBar;
use menace::text::thousands;

use crate::cli::progress::message_line;
use crate::cli::stop;

/// How many nodes a search visits between two questions whether to stop.
const NODES: u64 = 1024;

/// The clock of a search.
pub(super) struct Watch {
    began: Instant,
    most: Option<Duration>,
    asked: Cell<u64>,
    shown: Option<ProgressBar>,
}

impl Watch {
    /// Begins to count; a search may take so long.
    pub(super) fn new(most: Option<Duration>) -> Self {
        stop::search_begins();
        Self {
            began: Instant::now(),
            most,
            asked: Cell::new(0),
            shown: message_line(4),
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
        if let Some(line) = &self.shown
            && asked.is_multiple_of(256)
        {
            line.set_message(format!(
                "about {} nodes, {:.1} s",
                thousands(asked * NODES),
                time.as_secs_f64()
            ));
        }
        was_stopped() || self.most.is_some_and(|most| time >= most)
    }
}

impl Drop for Watch {
    fn drop(&mut self) {
        if let Some(line) = &self.shown {
            line.finish_and_clear();
        }
    }
}

/// Whether Ctrl-C has ended the search.
pub(super) fn was_stopped() -> bool {
    stop::is_asked()
}
