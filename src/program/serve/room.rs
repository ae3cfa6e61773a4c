//! The room of one machine: its board or the training in progress, and its past.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use super::course::Job;
use super::desk::{Desk, Wanted};
use super::folder::Folder;
use super::open::open;
use super::past::Past;
use super::refusal::Refusal;

/// The room of one machine.
pub(super) struct Room {
    pub(super) name: String,
    folder: Folder,
    inner: Mutex<Inner>,
    /// The memory of its board and its past in bytes, when last measured.
    bytes: AtomicU64,
}

pub(super) struct Inner {
    pub(super) desk: Option<Box<dyn Desk>>,
    /// The settings of the board, to set it up again.
    pub(super) wanted: Option<Wanted>,
    /// The training in progress, and the last one that ended.
    pub(super) job: Option<Arc<Job>>,
    pub(super) last_job: Option<Arc<Job>>,
    pub(super) past: Past,
    pub(super) last_used: Instant,
}

impl Room {
    pub(super) fn new(name: &str, folder: &Folder) -> Self {
        Self {
            name: name.to_owned(),
            folder: folder.clone(),
            inner: Mutex::new(Inner {
                desk: None,
                wanted: None,
                job: None,
                last_job: None,
                past: Past::default(),
                last_used: Instant::now(),
            }),
            bytes: AtomicU64::new(0),
        }
    }

    /// Locks the content of the room.
    pub(super) fn lock(&self) -> MutexGuard<'_, Inner> {
        self.inner.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Its memory in bytes, when last measured.
    pub(super) fn bytes(&self) -> u64 {
        self.bytes.load(Ordering::Relaxed)
    }

    /// How long it has been unused; `None` while a request uses it or it trains.
    pub(super) fn idle(self: &Arc<Self>) -> Option<Duration> {
        let inner = self.inner.try_lock().ok()?;
        let is_free = inner.job.is_none() && Arc::strong_count(self) == 1;
        is_free.then(|| inner.last_used.elapsed())
    }

    /// Measures its memory.
    pub(super) fn note_memory(&self, inner: &Inner) {
        let desk = inner.desk.as_ref().map_or(0, |desk| desk.bytes());
        let bytes = desk + inner.past.bytes();
        self.bytes.store(bytes, Ordering::Relaxed);
    }

    /// Sets the board up again with its last settings, or with the usual ones if only the model exists.
    pub(super) fn reopen(&self, inner: &Inner) -> Result<Box<dyn Desk>, Refusal> {
        if inner.wanted.is_none() && !self.folder.path(&self.name).exists() {
            return Err(Refusal::Unknown);
        }
        let usual = Wanted::default();
        let wanted = inner.wanted.as_ref().unwrap_or(&usual);
        open(&self.folder, &self.name, wanted)
    }

    /// Records the end of a training and sets the board up again.
    pub(super) fn end(&self, job: &Arc<Job>) {
        let mut inner = self.lock();
        let (opponent, games) = job.opponent_and_games();
        if games > 0 {
            inner.past.note_training(opponent, games);
        }
        inner.past.begin();
        inner.job = None;
        inner.last_job = Some(job.clone());
        inner.desk = self.reopen(&inner).ok();
        self.note_memory(&inner);
    }
}

impl Inner {
    /// Whether there has never been a board.
    pub(super) fn is_empty(&self) -> bool {
        let nothing = self.desk.is_none() && self.job.is_none();
        nothing && self.wanted.is_none() && self.last_job.is_none()
    }

    pub(super) fn check_free(&self) -> Result<(), Refusal> {
        match self.job {
            Some(_) => Err(Refusal::Training),
            None => Ok(()),
        }
    }

    /// Closes the board and releases the lock of its file; its games stay in the past.
    pub(super) fn close(&mut self) {
        self.desk = None;
        self.past.begin();
    }

    /// The state of the machine; the present game is recorded.
    pub(super) fn state(&mut self) -> Value {
        if let Some(job) = &self.job {
            return json!({ "training": job.with_status(|status| json!(status)) });
        }
        let Some(desk) = &self.desk else {
            return Value::Null;
        };
        let scene = desk.scene(self.past.before());
        self.past.note(&scene.round, desk.changed());
        json!({
            "scene": scene,
            "trained": self.last_job.as_ref().map(|job| job.with_status(|status| json!(status))),
        })
    }
}
