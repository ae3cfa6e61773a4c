//! Leaving long work from inside.
//!
//! A caller can give a thread a check before it begins long work: is the result still wanted? All long work
//! calls the check now and then, and ends when the check unwinds. Data on disk and data that other threads
//! share remains whole: work stops only between two of its steps, and never while it writes.
//!
//! Without a question, nothing happens: no result depends on this.

use std::cell::RefCell;
use std::mem::replace;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

/// The check that a thread makes now and then; it unwinds to end the work.
pub type Asked = Arc<dyn Fn() + Send + Sync>;

thread_local! {
    static OWN: RefCell<Option<Asked>> = const { RefCell::new(None) };
}

/// Gives this thread a question, or none, and returns the one before.
pub fn ask(asked: Option<Asked>) -> Option<Asked> {
    OWN.with_borrow_mut(|own| replace(own, asked))
}

/// Calls the check of this thread. Call this about once a millisecond, or less often.
#[inline(never)]
pub fn point() {
    // The check may give the thread another one, so nothing is borrowed during the call.
    let asked = OWN.with_borrow(Clone::clone);
    if let Some(asked) = asked {
        asked();
    }
}

/// Calls the check at one of `each` steps, a power of two; `step` is the number of the present one.
#[inline]
pub fn every(each: usize, step: usize) {
    if step & (each - 1) == 0 {
        point();
    }
}

/// Gives this thread a check until it is dropped, and then the one before.
pub struct Asking(Option<Asked>);

impl Asking {
    /// From now on this check is made.
    #[must_use]
    pub fn new(asked: Asked) -> Self {
        Self(ask(Some(asked)))
    }
}

impl Drop for Asking {
    fn drop(&mut self) {
        ask(self.0.take());
    }
}

/// The result of work of this thread, or `None` if it calls its check more than `most` times: a bound of work that
/// does not depend on the clock. The check from before is called too.
pub fn bounded<T>(most: u64, work: impl FnOnce() -> T) -> Option<T> {
    struct Spent;
    let own = OWN.with_borrow(Clone::clone);
    let calls = AtomicU64::new(0);
    let _asking = Asking::new(Arc::new(move || {
        if let Some(asked) = &own {
            asked();
        }
        if calls.fetch_add(1, Ordering::Relaxed) >= most {
            resume_unwind(Box::new(Spent));
        }
    }));
    match catch_unwind(AssertUnwindSafe(work)) {
        Ok(done) => Some(done),
        Err(cause) if cause.is::<Spent>() => None,
        Err(cause) => resume_unwind(cause),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::TicTacToe;
    use crate::graph::{Budget, Graph, Merging};

    #[test]
    fn work_is_left_where_its_question_unwinds_and_whole_without_one() {
        let count = || {
            Graph::complete(TicTacToe, Merging::None, Budget::new(10_000), "a test")
                .unwrap()
                .len()
        };
        assert!(ask(Some(Arc::new(|| resume_unwind(Box::new("left"))))).is_none());
        let left = catch_unwind(AssertUnwindSafe(count)).unwrap_err();
        assert_eq!(left.downcast_ref(), Some(&"left"));
        assert!(ask(None).is_some());
        assert_eq!(count(), 5_478);
        let calls = Arc::new(AtomicU64::new(0));
        let counted = calls.clone();
        ask(Some(Arc::new(move || {
            _ = counted.fetch_add(1, Ordering::Relaxed);
        })));
        assert_eq!(bounded(u64::MAX, count), Some(5_478));
        let all = calls.swap(0, Ordering::Relaxed);
        assert!(all > 1 && bounded(all, count).is_some() && bounded(all - 1, count).is_none());
        assert_eq!(
            calls.load(Ordering::Relaxed),
            2 * all,
            "the check from before is called too"
        );
        assert!(ask(None).is_some(), "and is there again");
    }
}
