//! Stops a long search and shows its progress.

use std::cell::Cell;
use std::time::{Duration, Instant};

use indicatif::ProgressBar;
use matchboxes::text::thousands;

use crate::interrupt as stop;
use crate::output::progress::message_line;

/// How many nodes a search visits between two checks whether to stop.
const NODES: u64 = 1024;

/// The clock and progress line of a search.
pub(super) struct Watch {
    began: Instant,
    limit: Option<Duration>,
    checks: Cell<u64>,
    line: Option<ProgressBar>,
}

impl Watch {
    /// Starts the clock of a search with this time limit; one of many at the same time has no progress line.
    pub(super) fn new(limit: Option<Duration>, is_alone: bool) -> Self {
        stop::search_begins();
        Self {
            began: Instant::now(),
            limit,
            checks: Cell::new(0),
            line: is_alone.then(|| message_line(4)).flatten(),
        }
    }

    /// The time since the search began.
    pub(super) fn clock(&self) -> Duration {
        self.began.elapsed()
    }

    /// Whether the search has to stop. The search asks every [`NODES`] nodes, so this also counts them.
    pub(super) fn stop(&self) -> bool {
        let checks = self.checks.get() + 1;
        self.checks.set(checks);
        let time = self.clock();
        if let Some(line) = &self.line
            && checks.is_multiple_of(256)
        {
            line.set_message(format!(
                "about {} nodes, {:.1} s",
                thousands(checks * NODES),
                time.as_secs_f64()
            ));
        }
        stop::is_asked() || self.limit.is_some_and(|limit| time >= limit)
    }
}
