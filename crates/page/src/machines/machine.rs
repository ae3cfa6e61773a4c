//! One machine in memory: its board or the training in progress.

use std::ops::{Deref, DerefMut};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard};
use std::time::Duration;

use serde_json::{Value, json};

use super::folder::Folder;
use super::job::Job;
use super::open_board::OpenBoard;
use super::set_up::open;
use super::state::Wanted;
use crate::refusal::{ErrorBody, Refusal, Unsaved};
use crate::surroundings::Surroundings;
use matchboxes::error::Error;
use matchboxes::locks::lock;
use matchboxes::store::Lock;

/// One machine in memory, with or without a board; it may have no file yet.
pub(crate) struct OpenMachine {
    pub(crate) name: String,
    folder: Folder,
    surroundings: Arc<dyn Surroundings>,
    inner: Mutex<Inner>,
    /// The memory of its board in bytes, when last measured.
    bytes: AtomicU64,
    /// The number of its state, for requests that wait for another one.
    revision: AtomicU64,
}

/// A deleted machine, with the settings of its board.
pub(crate) type Deleted = (Arc<OpenMachine>, Option<Wanted>);

/// What a screen shows is changed here alone, where each change is counted.
#[derive(Default)]
pub(crate) struct Inner {
    board: Option<OpenBoard>,
    /// The lock of its file, if it learns at its board.
    lock: Option<Arc<Lock>>,
    /// The settings of the board, to set it up again.
    pub(crate) wanted: Option<Wanted>,
    /// The training in progress, and the last one that ended.
    job: Option<Arc<Job>>,
    last_job: Option<Arc<Job>>,
    /// The scene and the games before the training in progress.
    before_job: Option<(Value, Vec<Value>)>,
    /// The time on the clock of the [`Surroundings`].
    pub(crate) last_used: Duration,
    /// The number of the present state, which no other state of the machine has.
    revision: u64,
    /// The number of the last request that changed it, with the steps of its answer.
    pub(crate) answered: Option<(u64, Value)>,
}

/// A machine that is locked. At the end, the screens that wait are told if it is in another state.
pub(crate) struct LockedMachine<'a> {
    machine: &'a OpenMachine,
    inner: MutexGuard<'a, Inner>,
}

impl Deref for LockedMachine<'_> {
    type Target = Inner;

    fn deref(&self) -> &Inner {
        &self.inner
    }
}

impl DerefMut for LockedMachine<'_> {
    fn deref_mut(&mut self) -> &mut Inner {
        &mut self.inner
    }
}

impl Drop for LockedMachine<'_> {
    fn drop(&mut self) {
        self.machine.note(&self.inner);
    }
}

/// The numbers of states are exact in the numbers of JavaScript, even after many changes.
const FIRST_REVISIONS: u64 = 1 << 50;

impl OpenMachine {
    pub(crate) fn new(name: &str, folder: &Folder, surroundings: &Arc<dyn Surroundings>) -> Self {
        // A new number each time, so that a number kept by a page matches no present state.
        let revision = surroundings.random().unwrap_or_default() % FIRST_REVISIONS;
        let inner = Inner {
            revision,
            ..Inner::default()
        };
        Self {
            name: name.to_owned(),
            folder: folder.clone(),
            surroundings: surroundings.clone(),
            inner: Mutex::new(inner),
            bytes: AtomicU64::default(),
            revision: AtomicU64::new(revision),
        }
    }

    pub(crate) fn lock(&self) -> LockedMachine<'_> {
        LockedMachine {
            machine: self,
            inner: lock(&self.inner),
        }
    }

    pub(crate) fn bytes(&self) -> u64 {
        self.bytes.load(Ordering::Relaxed)
    }

    pub(crate) fn revision(&self) -> u64 {
        self.revision.load(Ordering::Relaxed)
    }

    /// Since when it has been unused; `None` while a request uses it, it trains, or its file lacks something.
    pub(crate) fn idle_since(self: &Arc<Self>) -> Option<Duration> {
        let inner = self.inner.try_lock().ok()?;
        let is_free = inner.job.is_none() && Arc::strong_count(self) == 1;
        (is_free && inner.unsaved().is_none()).then_some(inner.last_used)
    }

    /// Its unsaved learning, and since when it has been unused; `None` also while a request uses it.
    pub(crate) fn unsaved(&self) -> Option<(Duration, Unsaved)> {
        let inner = self.inner.try_lock().ok()?;
        Some((inner.last_used, inner.unsaved()?.clone()))
    }

    /// Records what has changed.
    fn note(&self, inner: &Inner) {
        let bytes = inner.board.as_ref().map_or(0, |board| board.summary.bytes);
        self.bytes.store(bytes, Ordering::Relaxed);
        if self.revision.swap(inner.revision, Ordering::Relaxed) != inner.revision {
            self.surroundings.changed();
        }
    }

    /// Begins the next game; after many games, on a newly set up board.
    pub(crate) fn next(&self, inner: &mut Inner) -> Result<(), Refusal> {
        inner.act(OpenBoard::begin)?;
        if inner
            .board
            .as_ref()
            .is_some_and(|board| board.is_long() && board.unsaved.is_none())
        {
            let board = self.reopen(inner)?;
            inner.place(board);
        }
        Ok(())
    }

    /// Sets the board up again with its last settings, or with the usual ones if only the model exists.
    pub(crate) fn reopen(&self, inner: &Inner) -> Result<OpenBoard, Refusal> {
        if inner.wanted.is_none() && !self.folder.has(&self.name)? {
            return Err(Refusal::Unknown);
        }
        let wanted = inner.wanted.clone().unwrap_or_default();
        let own = (&*self.name, inner.lock.clone());
        open(&self.folder, own, &wanted, &*self.surroundings)
    }

    /// Sets the board up again from the file, which has been changed from outside, unless it trains.
    pub(crate) fn reload(&self) {
        let mut inner = self.lock();
        if inner.job.is_some() {
            return;
        }
        inner.close();
        match self.reopen(&inner) {
            Ok(board) => inner.place(board),
            // It may be a machine of another kind now.
            Err(_) => inner.wanted = None,
        }
    }

    /// Records the end of a training and sets the board up again.
    pub(crate) fn end(&self, job: &Arc<Job>) {
        let mut inner = self.lock();
        // From now on the board answers, which includes the games after the training.
        job.status().learnt = None;
        inner.before_job = None;
        inner.job = None;
        inner.last_job = Some(job.clone());
        inner.revision += 1;
        if let Ok(board) = self.reopen(&inner) {
            inner.place(board);
        }
    }
}

impl Inner {
    pub(crate) const fn board(&self) -> Option<&OpenBoard> {
        self.board.as_ref()
    }

    /// The lock of its file, if it has it.
    pub(crate) fn lock(&self) -> Option<Arc<Lock>> {
        self.lock.clone()
    }

    /// The training in progress.
    pub(crate) const fn job(&self) -> Option<&Arc<Job>> {
        self.job.as_ref()
    }

    /// Whether there has never been a board.
    pub(crate) fn is_empty(&self) -> bool {
        let is_unused = self.board.is_none() && self.wanted.is_none();
        is_unused && self.job.is_none() && self.last_job.is_none()
    }

    /// Whether there is no board, and nothing to set one up with but the file.
    pub(crate) fn is_closed(&self) -> bool {
        self.board.is_none() && self.wanted.is_none()
    }

    pub(crate) fn check_free(&self) -> Result<(), Refusal> {
        self.job.as_ref().map_or(Ok(()), |_| Err(Refusal::Training))
    }

    /// The steps of the answer to this request, if it was answered before.
    pub(crate) fn answered(&self, request: Option<u64>) -> Option<Value> {
        let (number, steps) = self.answered.as_ref()?;
        (request == Some(*number)).then(|| steps.clone())
    }

    /// Refuses a change that was not made from the present state.
    pub(crate) fn check_seen(&mut self, revision: Option<u64>) -> Result<(), Refusal> {
        self.check_free()?;
        if self.board.is_none() {
            return Ok(());
        }
        self.check_present(revision)
    }

    /// Refuses what was asked of another state than the present one.
    pub(crate) fn check_present(&self, revision: Option<u64>) -> Result<(), Refusal> {
        if revision == Some(self.revision) {
            return Ok(());
        }
        Err(Refusal::Stale(Box::new(self.state())))
    }

    /// Does something at the board, after another try to save the unsaved games. A board that panics or has
    /// lost its file is dropped; only the file counts.
    pub(crate) fn act<T>(
        &mut self,
        act: impl FnOnce(&mut OpenBoard) -> Result<T, Error>,
    ) -> Result<T, Refusal> {
        let mut board = self.board.take().ok_or(Refusal::Unknown)?;
        let was_unsaved = board.unsaved.is_some();
        // Also of an act that panics.
        self.revision += 1;
        let done = board.retry().and_then(|()| act(&mut board));
        if !matches!(done, Err(Error::Lost { .. })) {
            if done.is_err() && board.unsaved.is_some() == was_unsaved {
                self.revision -= 1;
            }
            self.board = Some(board);
        }
        Ok(done?)
    }

    /// Refuses to close a board with games that are not on disk and cannot be saved now.
    pub(crate) fn settle(&mut self) -> Result<(), Refusal> {
        let Some(board) = &mut self.board else {
            return Ok(());
        };
        let was_unsaved = board.unsaved.is_some();
        let settled = board.settle();
        if board.unsaved.is_some() != was_unsaved {
            self.revision += 1;
        }
        if matches!(settled, Err(Refusal::Wrong(Error::Lost { .. }))) {
            self.close();
        }
        settled
    }

    /// Why the last training does not end in the file: it could not be written, or has not come to an end.
    pub(crate) fn lost_training(&self) -> Option<Unsaved> {
        if let Some(job) = &self.job {
            let why = job.status().failed.clone();
            let why = why.map(|why| why.after("its training waits: "));
            return Some(why.map_or_else(
                || Unsaved::new(0, Error::request("its training has not come to an end")),
                |why| Unsaved::because(0, why),
            ));
        }
        let failed = self.last_job.as_ref()?.status().failed.clone();
        let why = failed.filter(ErrorBody::is_of_file)?;
        Some(Unsaved::because(0, why.after("its training ended: ")))
    }

    pub(crate) fn unsaved(&self) -> Option<&Unsaved> {
        self.board.as_ref()?.unsaved.as_ref()
    }

    /// Puts a newly set up board there.
    pub(crate) fn place(&mut self, board: OpenBoard) {
        let keeper = board.opened.keeper.as_ref();
        self.lock = keeper.map(|keeper| keeper.lock().clone());
        self.board = Some(board);
        self.revision += 1;
    }

    /// Closes the board and releases the lock of its file.
    pub(crate) fn close(&mut self) {
        (self.board, self.lock) = (None, None);
        self.revision += 1;
    }

    /// Forgets the training of a machine that is thrown away.
    pub(crate) fn forget(&mut self) {
        self.last_job = None;
        self.revision += 1;
    }

    /// Hands the board over to a training that begins with its file.
    pub(crate) fn begin_training(&mut self, job: &Arc<Job>) -> Result<OpenBoard, Refusal> {
        self.act(OpenBoard::write)?;
        let board = self.board.take().ok_or(Refusal::Unknown)?;
        self.lock = None;
        self.before_job = Some((json!(board.scene(self.revision)), board.games()));
        self.job = Some(job.clone());
        Ok(board)
    }

    /// Changes what is shown at a board whose machine learns elsewhere.
    #[cfg(not(target_family = "wasm"))]
    pub(crate) fn touch(&mut self, change: impl FnOnce(&mut OpenBoard)) {
        if let Some(board) = &mut self.board {
            change(board);
            self.revision += 1;
        }
    }

    /// The games and trainings of the machine, or those before the training in progress.
    pub(crate) fn games(&self) -> Vec<Value> {
        let before = self.before_job.as_ref().map(|(_, games)| games.clone());
        let present = || self.board.as_ref().map_or_else(Vec::new, OpenBoard::games);
        before.unwrap_or_else(present)
    }

    pub(crate) fn state(&self) -> Value {
        if let Some(job) = &self.job {
            let scene = self.before_job.as_ref().map(|(scene, _)| scene);
            return json!({ "training": *job.status(), "scene": scene });
        }
        let Some(board) = &self.board else {
            return Value::Null;
        };
        json!({
            "scene": board.scene(self.revision),
            "trained": self.last_job.as_ref().map(|job| json!(*job.status())),
        })
    }
}
