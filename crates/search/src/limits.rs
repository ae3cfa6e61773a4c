//! The limits of a search, and its access to a clock and a stop signal.

use std::time::Duration;

use crate::interrupt;

/// The default memory limit of a search in bytes; with all else that a command holds, less than 512 MB.
pub(super) const MEMORY_BYTES: usize = 384 << 20;

/// The limits of one search; the first one reached ends it.
///
/// With `nodes` the answer is the same on every machine; with `stop`, which no pure player uses, it is not.
#[derive(Clone, Copy, Default)]
pub struct Limits<'a> {
    /// The search depth in plies; none to search to the end of the game.
    pub depth: Option<u16>,
    /// The maximum number of nodes to visit.
    pub nodes: Option<u64>,
    /// Called from time to time; the search ends as soon as it returns true.
    pub stop: Option<&'a dyn Fn() -> bool>,
    /// Returns the time since a fixed moment. Only for the reported duration: it affects no other result.
    pub clock: Option<&'a dyn Fn() -> Duration>,
    /// The maximum number of nodes of the searched tree to record; 0 for no record.
    pub record: usize,
}

impl Limits<'_> {
    /// The time since `began`, if there is a clock.
    pub(super) fn elapsed(&self, began: Option<Duration>) -> Option<Duration> {
        Some(self.clock?().saturating_sub(began?))
    }
}

/// The number of nodes between two looks at [`Limits::stop`], and at whether the search is left.
const STOP_INTERVAL: u64 = 1024;

/// Counts the nodes of a search, and looks at its limits now and then.
#[derive(Debug, Default)]
pub(super) struct Checks {
    /// The node count at which they are looked at next.
    next: u64,
}

impl Checks {
    /// Counts a node; `None` if a limit has been reached.
    #[inline]
    pub(super) fn enter(&mut self, nodes: &mut u64, limits: &Limits<'_>) -> Option<()> {
        if *nodes >= self.next {
            self.look(*nodes, limits)?;
        }
        *nodes += 1;
        Some(())
    }

    #[cold]
    fn look(&mut self, nodes: u64, limits: &Limits<'_>) -> Option<()> {
        interrupt::point();
        let most = limits.nodes.unwrap_or(u64::MAX);
        if nodes >= most || limits.stop.is_some_and(|stop| stop()) {
            self.next = 0;
            return None;
        }
        self.next = most.min(nodes + STOP_INTERVAL);
        Some(())
    }
}

/// The smaller of two limits, each of which may be missing.
pub(super) fn tighter<T: Ord>(a: Option<T>, b: Option<T>) -> Option<T> {
    [a, b].into_iter().flatten().min()
}
