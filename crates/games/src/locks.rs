//! Locks whose content stays in use after a panic.

use std::sync::{LockResult, Mutex, MutexGuard, PoisonError};

/// Locks a mutex, also if a thread has panicked that held it.
pub fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    unpoisoned(mutex.lock())
}

/// What any lock gives, also if a thread has panicked that held it.
pub fn unpoisoned<T>(locked: LockResult<T>) -> T {
    locked.unwrap_or_else(PoisonError::into_inner)
}
