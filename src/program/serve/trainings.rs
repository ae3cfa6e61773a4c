//! Carries on the trainings of the page, each in a thread of its own.

use std::io;
use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::thread;
use std::time::Duration;

use menace::page::TrainingJob;

use super::mutex::lock;

/// How often a waiting training checks whether it has been stopped.
const POLL: Duration = Duration::from_millis(100);

/// The free places for trainings; other trainings wait.
pub(crate) struct Trainings {
    free: Mutex<usize>,
    freed: Condvar,
}

struct Permit<'a>(&'a Trainings);

impl Drop for Permit<'_> {
    fn drop(&mut self) {
        *lock(&self.0.free) += 1;
        self.0.freed.notify_one();
    }
}

impl Trainings {
    pub(crate) fn new(free: usize) -> Self {
        Self {
            free: Mutex::new(free),
            freed: Condvar::new(),
        }
    }

    /// Carries on a training in a thread; fails if there can be no more threads.
    pub(crate) fn carry_on(self: &Arc<Self>, mut job: TrainingJob) -> io::Result<()> {
        let trainings = self.clone();
        let work = move || match trainings.place(&job) {
            Some(_permit) => while job.advance(u64::MAX) {},
            None => job.give_up(),
        };
        thread::Builder::new().spawn(work).map(|_| ())
    }

    /// Waits for a free place; `None` if the training is stopped before.
    fn place(&self, job: &TrainingJob) -> Option<Permit<'_>> {
        let mut free = lock(&self.free);
        while *free == 0 {
            if job.is_stopped() {
                return None;
            }
            let waited = self.freed.wait_timeout(free, POLL);
            free = waited.unwrap_or_else(PoisonError::into_inner).0;
        }
        *free -= 1;
        Some(Permit(self))
    }
}
