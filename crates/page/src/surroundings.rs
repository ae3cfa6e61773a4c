//! The clock, the random numbers and the notes of the page, which has none of its own.

use std::time::Duration;

use matchboxes::error::{Error, Result};

/// What the page needs from outside.
pub trait Surroundings: Send + Sync {
    /// The time since some fixed moment.
    fn now(&self) -> Duration;

    /// A number that differs each time; `None` if there is none at the moment.
    fn random(&self) -> Option<u64>;

    /// A machine is no longer in the state that was last shown: waiting requests may try again.
    fn changed(&self) {}
}

/// A random number; fails if there is none at the moment.
pub(crate) fn random(surroundings: &dyn Surroundings) -> Result<u64> {
    let number = surroundings.random();
    number.ok_or_else(|| Error::request("there are no random numbers"))
}
