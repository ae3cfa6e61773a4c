//! One machine in memory: its board or the training in progress, and its past.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard};
use std::time::Duration;

use serde_json::{Value, json};

use super::folder::Folder;
use super::job::Job;
use super::open_board::OpenBoard;
use super::past::Past;
use super::set_up::open;
use super::state::{Summary, Wanted};
use crate::refusal::Refusal;
use crate::surroundings::Surroundings;
use matchboxes::locks::lock;

/// One machine in memory, with or without a board; it may have no file yet.
pub(crate) struct Machine {
    pub(crate) name: String,
    folder: Folder,
    surroundings: Arc<dyn Surroundings>,
    inner: Mutex<Inner>,
    /// The memory of its board and its past in bytes, when last measured.
    bytes: AtomicU64,
}

#[derive(Default)]
pub(crate) struct Inner {
    pub(crate) board: Option<OpenBoard>,
    /// The settings of the board, to set it up again.
    pub(crate) wanted: Option<Wanted>,
    /// The training in progress, and the last one that ended.
    pub(crate) job: Option<Arc<Job>>,
    pub(crate) last_job: Option<Arc<Job>>,
    /// The scene before the training in progress.
    pub(crate) before_job: Option<Value>,
    pub(crate) past: Past,
    /// The time on the clock of the [`Surroundings`].
    pub(crate) last_used: Duration,
}

impl Machine {
    pub(crate) fn new(name: &str, folder: &Folder, surroundings: &Arc<dyn Surroundings>) -> Self {
        let kept = surroundings.kept_past(name);
        let inner = Inner {
            past: kept.and_then(|text| Past::read(&text)).unwrap_or_default(),
            ..Inner::default()
        };
        Self {
            name: name.to_owned(),
            folder: folder.clone(),
            surroundings: surroundings.clone(),
            inner: Mutex::new(inner),
            bytes: AtomicU64::default(),
        }
    }

    pub(crate) fn lock(&self) -> MutexGuard<'_, Inner> {
        lock(&self.inner)
    }

    pub(crate) fn bytes(&self) -> u64 {
        self.bytes.load(Ordering::Relaxed)
    }

    /// Since when it has been unused; `None` while a request uses it or it trains.
    pub(crate) fn idle_since(self: &Arc<Self>) -> Option<Duration> {
        let inner = self.inner.try_lock().ok()?;
        let is_free = inner.job.is_none() && Arc::strong_count(self) == 1;
        is_free.then_some(inner.last_used)
    }

    /// Notes what has changed: its memory, and its past for those who keep it.
    pub(crate) fn note(&self, inner: &mut Inner) {
        if inner.past.take_change() {
            let past = &inner.past;
            self.surroundings.keep_past(&self.name, &|| past.text());
        }
        let board = inner.board.as_ref().map_or(0, |board| board.summary.bytes);
        let past = inner.past.bytes + inner.past.first_box.bytes();
        let bytes = board + past as u64;
        self.bytes.store(bytes, Ordering::Relaxed);
    }

    /// Sets the board up again with its last settings, or with the usual ones if only the model exists.
    pub(crate) fn reopen(&self, inner: &Inner) -> Result<OpenBoard, Refusal> {
        if inner.wanted.is_none() && !self.folder.has(&self.name)? {
            return Err(Refusal::Unknown);
        }
        let wanted = inner.wanted.clone().unwrap_or_default();
        open(&self.folder, &self.name, &wanted, &*self.surroundings)
    }

    /// Records the end of a training and sets the board up again.
    pub(crate) fn end(&self, job: &Arc<Job>) {
        let mut inner = self.lock();
        let mut status = job.status();
        inner.past.note_training(&status);
        inner.past.first_box = std::mem::take(&mut status.first_box);
        // From now on the board is asked, which knows of the games after the training too.
        status.learnt = None;
        drop(status);
        inner.past.begin();
        inner.before_job = None;
        inner.job = None;
        inner.last_job = Some(job.clone());
        inner.board = self.reopen(&inner).ok();
        self.note(&mut inner);
    }
}

impl Inner {
    /// Whether there has never been a board.
    pub(crate) fn is_empty(&self) -> bool {
        let is_unused = self.board.is_none() && self.wanted.is_none();
        is_unused && self.job.is_none() && self.last_job.is_none()
    }

    pub(crate) fn check_free(&self) -> Result<(), Refusal> {
        self.job.as_ref().map_or(Ok(()), |_| Err(Refusal::Training))
    }

    /// Closes the board and releases the lock of its file; its games stay in the past.
    pub(crate) fn close(&mut self) {
        self.board = None;
        self.past.begin();
    }

    /// The state of the machine; the present game is recorded.
    pub(crate) fn state(&mut self) -> Value {
        if let Some(job) = &self.job {
            return json!({ "training": *job.status(), "scene": self.before_job });
        }
        let Some(board) = &self.board else {
            return Value::Null;
        };
        let scene = board.scene(self.past.before);
        self.past.note(&scene.round, board.changed());
        if scene.learns {
            let Summary {
                games, earliest, ..
            } = &scene.summary;
            self.past.first_box.note(*games, earliest);
        }
        json!({
            "scene": scene,
            "trained": self.last_job.as_ref().map(|job| json!(*job.status())),
        })
    }
}
