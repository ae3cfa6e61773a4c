//! The place of one machine: the board that is set up there, or the training that goes on, and what has
//! happened.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use super::course::Course;
use super::desk::{Desk, Wanted};
use super::folder::Folder;
use super::open::open;
use super::past::Past;
use super::refusal::Refusal;

/// The place of one machine.
pub(super) struct Room {
    pub(super) name: String,
    folder: Folder,
    inner: Mutex<Inner>,
    /// What its board and its past take of memory, as far as it is known.
    bytes: AtomicU64,
}

pub(super) struct Inner {
    pub(super) desk: Option<Box<dyn Desk>>,
    /// How it was asked for, to set it up again.
    pub(super) wanted: Option<Wanted>,
    /// The training that is going on, and the one before.
    pub(super) course: Option<Arc<Course>>,
    pub(super) trained: Option<Arc<Course>>,
    pub(super) past: Past,
    pub(super) asked_for: Instant,
}

impl Room {
    pub(super) fn new(name: &str, folder: &Folder) -> Self {
        Self {
            name: name.to_owned(),
            folder: folder.clone(),
            inner: Mutex::new(Inner {
                desk: None,
                wanted: None,
                course: None,
                trained: None,
                past: Past::default(),
                asked_for: Instant::now(),
            }),
            bytes: AtomicU64::new(0),
        }
    }

    /// All that is here, for whoever has it alone.
    pub(super) fn lock(&self) -> MutexGuard<'_, Inner> {
        self.inner.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// What it takes of memory, as far as it is known.
    pub(super) fn bytes(&self) -> u64 {
        self.bytes.load(Ordering::Relaxed)
    }

    /// For how long it has not been asked for; nothing if somebody is asking, or it is at work.
    pub(super) fn idle(self: &Arc<Self>) -> Option<Duration> {
        let inner = self.inner.try_lock().ok()?;
        let is_free = inner.course.is_none() && Arc::strong_count(self) == 1;
        is_free.then(|| inner.asked_for.elapsed())
    }

    /// Notes what it takes of memory.
    pub(super) fn weigh(&self, inner: &Inner) {
        let desk = inner.desk.as_ref().map_or(0, |desk| desk.bytes());
        let bytes = desk + inner.past.bytes();
        self.bytes.store(bytes, Ordering::Relaxed);
    }

    /// Sets the board up again, as it was wanted, or for the model that is there.
    pub(super) fn again(&self, inner: &Inner) -> Result<Box<dyn Desk>, Refusal> {
        if inner.wanted.is_none() && !self.folder.path(&self.name).exists() {
            return Err(Refusal::Unknown);
        }
        let usual = Wanted::default();
        let wanted = inner.wanted.as_ref().unwrap_or(&usual);
        open(&self.folder, &self.name, wanted)
    }

    /// A training has come to its end.
    pub(super) fn end(&self, course: &Arc<Course>) {
        let mut inner = self.lock();
        let (opponent, games) = course.told();
        if games > 0 {
            inner.past.note_training(opponent, games);
        }
        inner.past.begin();
        inner.course = None;
        inner.trained = Some(course.clone());
        inner.desk = self.again(&inner).ok();
        self.weigh(&inner);
    }
}

impl Inner {
    /// Whether nothing has ever stood here.
    pub(super) fn is_empty(&self) -> bool {
        let nothing = self.desk.is_none() && self.course.is_none();
        nothing && self.wanted.is_none() && self.trained.is_none()
    }

    pub(super) fn is_free(&self) -> Result<(), Refusal> {
        match self.course {
            Some(_) => Err(Refusal::Training),
            None => Ok(()),
        }
    }

    /// The board is put away, with the lock of the file; its games stay known.
    pub(super) fn put_away(&mut self) {
        self.desk = None;
        self.past.begin();
    }

    /// How it stands; the present game is noted.
    pub(super) fn shown(&mut self) -> Value {
        if let Some(course) = &self.course {
            return json!({ "training": course.seen(|seen| json!(seen)) });
        }
        let Some(desk) = &self.desk else {
            return Value::Null;
        };
        let scene = desk.scene(self.past.before());
        self.past.note(&scene.round, desk.changed());
        let trained = self.trained.as_ref();
        json!({
            "scene": scene,
            "trained": trained.map(|course| course.seen(|seen| json!(seen))),
        })
    }
}
