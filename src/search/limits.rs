//! How far a search may go, and what it may look at besides the position.

use std::time::Duration;

use crate::error::{Error, Result};

/// The bytes that a search holds unless it is asked for more: with what else a command takes, less than
/// 512 MB.
pub(super) const ROOM: usize = 384 << 20;

/// The limits of one search; whichever is reached first ends it.
///
/// `nodes` gives the same answer on every machine; `stop` does not, so a pure player never uses it.
#[derive(Clone, Copy, Default)]
pub struct Limits<'a> {
    /// How many plies deep to look; none for as deep as the game goes.
    pub depth: Option<u16>,
    /// How many nodes to visit at most.
    pub nodes: Option<u64>,
    /// Asked now and then; the search ends as soon as it says yes.
    pub stop: Option<&'a dyn Fn() -> bool>,
    /// The time passed since some moment, for the report alone: it reaches no result.
    pub clock: Option<&'a dyn Fn() -> Duration>,
    /// How many nodes of the searched tree to record at most; 0 for no record.
    pub record: usize,
}

impl Limits<'_> {
    /// The same, looking only so deep.
    #[must_use]
    pub const fn to_depth(self, depth: u16) -> Self {
        Self {
            depth: Some(depth),
            ..self
        }
    }

    /// Refuses a depth limit where an algorithm has no use for one.
    pub(super) fn without_depth(self, algorithm: &str) -> Result<Self> {
        match self.depth {
            None => Ok(self),
            Some(depth) => Err(Error::Parameter {
                name: algorithm.to_owned(),
                reason: format!(
                    "looks to the end of the game and cannot stop at depth {depth}; \
                     a limit of nodes it can keep"
                ),
            }),
        }
    }
}

/// The smaller of two limits, each of which may be missing.
pub(super) fn tighter<T: Ord>(a: Option<T>, b: Option<T>) -> Option<T> {
    match (a, b) {
        (Some(a), Some(b)) => Some(a.min(b)),
        (a, b) => a.or(b),
    }
}

/// The time since `began` by this clock.
pub(super) fn elapsed(
    clock: Option<&dyn Fn() -> Duration>,
    began: Option<Duration>,
) -> Option<Duration> {
    Some(clock?().saturating_sub(began?))
}
