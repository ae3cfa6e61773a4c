//! State of the process that a child does not take over from its parent at a fork.
//!
//! A child has only the thread that forked: locks of other threads stay locked in it for ever, and their work stays
//! half done. So each process has its own state. A child starts with an empty one and loses only caches.

use std::sync::OnceLock;
use std::sync::atomic::{AtomicUsize, Ordering};

/// The number of forks that lead to this process, as far as they were reported.
static FORKS: AtomicUsize = AtomicUsize::new(0);

/// Tells the library that this process is the child of a fork. Call it in the child before anything else; a program
/// whose children only start another program need not.
pub fn forked() {
    FORKS.fetch_add(1, Ordering::Relaxed);
}

/// A value that each process has for itself.
#[derive(Debug, Default)]
pub struct PerProcess<T> {
    value: T,
    /// How many forks led to the process that made the value.
    since: usize,
    /// The value of a child process.
    next: OnceLock<Box<Self>>,
}

impl<T: Default> PerProcess<T> {
    /// With this value in the process that began without a fork, for statics.
    pub const fn at_first(value: T) -> Self {
        Self {
            value,
            since: 0,
            next: OnceLock::new(),
        }
    }

    /// With this value in this process, and the default one in its children.
    #[must_use]
    pub fn new(value: T) -> Self {
        Self {
            since: FORKS.load(Ordering::Relaxed),
            ..Self::at_first(value)
        }
    }

    /// The value of this process.
    pub fn get(&self) -> &T {
        let mut own = self;
        for _ in self.since..FORKS.load(Ordering::Relaxed) {
            own = own.next.get_or_init(Box::default);
        }
        &own.value
    }
}
