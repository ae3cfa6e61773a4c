//! Stops a long search and shows its progress.

use std::cell::Cell;
use std::time::{Duration, Instant};

use indicatif::ProgressBar;
use matchboxes::text::{float, thousands};

use crate::interrupt as stop;
use crate::messages::console;
use crate::output::progress::{LONG_SEARCH as LONG, left, message_line};

/// How many nodes a search visits between two checks whether to stop.
const NODES: u64 = 1024;

/// The clock and progress line of a search.
pub(super) struct SearchClock {
    began: Instant,
    limit: Option<Duration>,
    checks: Cell<u64>,
    expected: Option<f64>,
    is_said: Cell<bool>,
    line: Option<ProgressBar>,
}

impl SearchClock {
    /// Starts the clock of a search with this time limit that visits about so many nodes in all, if that is known; one
    /// of many at the same time has no progress line.
    pub(super) fn new(limit: Option<Duration>, is_alone: bool, expected: Option<f64>) -> Self {
        stop::search_begins();
        Self {
            began: Instant::now(),
            limit,
            checks: Cell::new(0),
            expected,
            is_said: Cell::new(false),
            line: is_alone.then(|| message_line(4)).flatten(),
        }
    }

    /// Prints how long a search that has run for a while will still take, if that is known and much longer.
    fn estimate(&self, nodes: u64, time: Duration) {
        let Some(expected) = self.expected.filter(|_| !self.is_said.get()) else {
            return;
        };
        self.is_said.set(true);
        let left = left(float(nodes), expected, time);
        // What cannot be written only is not said.
        let _ = console::note(&format!(
            "{} nodes in {:.0} s, of about {expected:.1e}: {left}",
            thousands(nodes),
            time.as_secs_f64()
        ));
    }

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
        if time >= LONG && checks.is_multiple_of(256) {
            self.estimate(checks * NODES, time);
        }
        stop::is_asked() || self.limit.is_some_and(|limit| time >= limit)
    }
}
