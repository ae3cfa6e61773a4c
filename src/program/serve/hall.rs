//! All machines by name. A machine is a model in the knowledge base. Its board is set up at the first
//! request and closed again when it has not been used for long.

use std::collections::HashMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use menace::error::{Error, Result};
use menace::store::{self, Lock};
use serde_json::Value;

use super::course::{Job, Slots, TrainingRequest};
use super::desk::{Desk, Wanted};
use super::folder::{Folder, is_name};
use super::limits::Limits;
use super::open::{check_game, check_seen, check_size, open};
use super::past::Past;
use super::refusal::Refusal;
use super::room::{Inner, Room};

/// How long an unused board stays set up.
const IDLE: Duration = Duration::from_hours(1);

/// All machines of a folder.
pub(super) struct Hall {
    pub(super) folder: Folder,
    rooms: Mutex<HashMap<String, Arc<Room>>>,
    slots: Arc<Slots>,
    limits: Limits,
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Hall {
    /// The machines of `folder`; at most `trainings` of them train at once.
    pub(super) fn new(folder: Folder, trainings: usize, limits: Limits) -> Self {
        Self {
            folder,
            rooms: Mutex::default(),
            slots: Arc::new(Slots::new(trainings)),
            limits,
        }
    }

    /// The room of an existing machine.
    fn known_room(&self, name: &str) -> Result<Arc<Room>, Refusal> {
        let room = lock(&self.rooms).get(name).cloned();
        match room {
            Some(room) => Ok(room),
            // A machine without a file gets no room, because that would take the room of another.
            None if is_name(name) && self.folder.has(name)? => self.room(name),
            None => Err(Refusal::Unknown),
        }
    }

    /// The room of a machine, whether or not it exists.
    fn room(&self, name: &str) -> Result<Arc<Room>, Refusal> {
        if !is_name(name) {
            return Err(Refusal::Unknown);
        }
        let mut rooms = lock(&self.rooms);
        if let Some(room) = rooms.get(name) {
            return Ok(room.clone());
        }
        rooms.retain(|_, room| room.idle().is_none_or(|idle| idle < IDLE));
        if rooms.len() >= self.limits.boards && remove_idle(&mut rooms, 0).is_none() {
            return Err(Refusal::Crowded);
        }
        let room = Arc::new(Room::new(name, &self.folder));
        rooms.insert(name.to_owned(), room.clone());
        Ok(room)
    }

    /// Sets up a board as wanted, with an existing machine or a new one.
    pub(super) fn sit(&self, name: &str, wanted: Wanted) -> Result<Value, Refusal> {
        let room = self.room(name)?;
        let state = self.sit_in(&room, wanted);
        self.free_memory();
        if state.is_err() {
            self.forget_empty(&room);
        }
        state
    }

    fn sit_in(&self, room: &Arc<Room>, wanted: Wanted) -> Result<Value, Refusal> {
        let mut inner = room.lock();
        inner.check_free()?;
        // If this is refused, the present game continues.
        check_seen(&self.folder.path(&room.name), &wanted)?;
        inner.last_used = Instant::now();
        inner.close();
        match open(&self.folder, &room.name, &wanted) {
            Ok(desk) => inner.desk = Some(desk),
            Err(refusal) => {
                // The previous board is set up again.
                inner.desk = room.reopen(&inner).ok();
                return Err(refusal);
            }
        }
        if wanted.anew {
            inner.past = Past::default();
            inner.last_job = None;
        }
        room.note_memory(&inner);
        inner.wanted = Some(Wanted {
            anew: false,
            version: None,
            unfinished: None,
            ..wanted
        });
        Ok(inner.state())
    }

    /// Closes the boards that have been unused for longest while all of them together take too much memory.
    /// A board that takes less than its share stays, because closing it would free too little.
    fn free_memory(&self) {
        let most = self.limits.board_bytes;
        let mut rooms = lock(&self.rooms);
        let bytes = rooms.values().map(|room| room.bytes());
        let mut bytes: u64 = bytes.sum();
        let share = most / self.limits.boards as u64;
        while bytes > most
            && let Some(less) = remove_idle(&mut rooms, share.max(1))
        {
            bytes -= less;
        }
    }

    /// Removes a room in which no board was set up.
    fn forget_empty(&self, room: &Arc<Room>) {
        let mut rooms = lock(&self.rooms);
        // Another request that holds it may be about to use it; no new one gets it while `rooms` is locked.
        let is_alone = Arc::strong_count(room) == 2;
        let is_listed = rooms
            .get(&room.name)
            .is_some_and(|other| Arc::ptr_eq(other, room));
        if is_alone && is_listed && room.lock().is_empty() {
            rooms.remove(&room.name);
        }
    }

    /// Does something at a machine and returns its new state.
    pub(super) fn act(
        &self,
        name: &str,
        act: impl FnOnce(&mut dyn Desk) -> Result<()>,
    ) -> Result<Value, Refusal> {
        self.with(name, |inner| {
            inner.check_free()?;
            // A desk that panics or has lost its file is dropped; the file is what counts.
            let mut desk = inner.desk.take().ok_or(Refusal::Unknown)?;
            let done = act(desk.as_mut());
            if !matches!(done, Err(Error::Lost { .. })) {
                inner.desk = Some(desk);
            }
            done?;
            Ok(inner.state())
        })
    }

    /// Begins the next game; after many games, on a newly set up board.
    pub(super) fn next(&self, name: &str) -> Result<Value, Refusal> {
        self.act(name, |desk| desk.begin())?;
        let room = self.known_room(name)?;
        let mut inner = room.lock();
        if inner.desk.as_ref().is_some_and(|desk| desk.is_long()) {
            inner.close();
            inner.desk = Some(room.reopen(&inner)?);
        }
        Ok(inner.state())
    }

    /// Reads something from a machine.
    pub(super) fn ask<T>(
        &self,
        name: &str,
        ask: impl FnOnce(&dyn Desk) -> Result<T>,
    ) -> Result<T, Refusal> {
        self.ask_with_past(name, |desk, _| ask(desk))
    }

    /// Reads something from a machine and its past.
    pub(super) fn ask_with_past<T>(
        &self,
        name: &str,
        ask: impl FnOnce(&dyn Desk, &Past) -> Result<T>,
    ) -> Result<T, Refusal> {
        self.with(name, |inner| {
            inner.check_free()?;
            let desk = inner.desk.as_deref().ok_or(Refusal::Unknown)?;
            Ok(ask(desk, &inner.past)?)
        })
    }

    /// Reads something from the past of a machine, even during a training.
    pub(super) fn past<T>(
        &self,
        name: &str,
        read: impl FnOnce(&Past) -> Option<T>,
    ) -> Result<T, Refusal> {
        self.with(name, |inner| read(&inner.past).ok_or(Refusal::Unknown))
    }

    /// The state of a machine, even during a training.
    pub(super) fn show(&self, name: &str) -> Result<Value, Refusal> {
        self.with(name, |inner| Ok(inner.state()))
    }

    fn with<T>(
        &self,
        name: &str,
        work: impl FnOnce(&mut Inner) -> Result<T, Refusal>,
    ) -> Result<T, Refusal> {
        let room = self.known_room(name)?;
        let mut inner = room.lock();
        inner.last_used = Instant::now();
        if inner.desk.is_none() && inner.job.is_none() {
            inner.desk = Some(room.reopen(&inner)?);
        }
        let done = work(&mut inner);
        room.note_memory(&inner);
        drop(inner);
        self.free_memory();
        done
    }

    /// Trains a machine in a thread of its own.
    pub(super) fn train(&self, name: &str, request: &TrainingRequest) -> Result<Value, Refusal> {
        let room = self.known_room(name)?;
        self.with(name, |inner| {
            inner.check_free()?;
            let desk = inner.desk.as_deref().ok_or(Refusal::Unknown)?;
            let job = Arc::new(Job::new(request));
            let request = desk.training(request, &self.folder)?;
            inner.job = Some(job.clone());
            let desk = inner.desk.take();
            let (slots, trained_room) = (self.slots.clone(), room.clone());
            let work = move || {
                let train = || desk.map_or(Ok(()), |desk| desk.train(&request, &job));
                let ended = catch_unwind(AssertUnwindSafe(|| slots.run(&job, train)));
                match ended {
                    Ok(Ok(())) => {}
                    Ok(Err(error)) => job.fail(Refusal::Wrong(error)),
                    Err(_) => job.fail(Refusal::Broken),
                }
                trained_room.end(&job);
            };
            let started = thread::Builder::new().spawn(work);
            if started.is_err() {
                inner.job = None;
                let reason =
                    "the operating system cannot start a thread for the training".to_owned();
                return Err(Error::Request(reason).into());
            }
            Ok(inner.state())
        })
    }

    /// Stops a training after its present set.
    pub(super) fn stop(&self, name: &str) -> Result<Value, Refusal> {
        self.with(name, |inner| {
            if let Some(job) = &inner.job {
                job.stop();
            }
            Ok(inner.state())
        })
    }

    /// Stops all trainings, and returns whether any is still in progress.
    pub(super) fn stop_all(&self) -> bool {
        let rooms: Vec<Arc<Room>> = lock(&self.rooms).values().cloned().collect();
        let stopped = rooms.iter().filter(|room| {
            let inner = room.lock();
            inner.job.as_ref().map(|job| job.stop()).is_some()
        });
        stopped.count() > 0
    }

    /// Closes all boards and releases the locks of their files.
    pub(super) fn close(&self) {
        let rooms: Vec<Arc<Room>> = lock(&self.rooms).values().cloned().collect();
        for room in rooms {
            room.lock().close();
        }
    }

    /// Adds a model under a name that is not in use.
    pub(super) fn import(&self, name: &str, bytes: &[u8]) -> Result<Value, Refusal> {
        let room = self.room(name)?;
        let imported = self.import_in(&room, bytes);
        self.free_memory();
        if imported.is_err() {
            self.forget_empty(&room);
        }
        imported
    }

    fn import_in(&self, room: &Arc<Room>, bytes: &[u8]) -> Result<Value, Refusal> {
        let name = room.name.as_str();
        let mut inner = room.lock();
        inner.check_free()?;
        let path = self.folder.path(name);
        if self.folder.has(name)? || inner.desk.is_some() {
            return Err(Refusal::Taken(name.to_owned()));
        }
        self.folder.check_room()?;
        let model = store::decode(bytes).map_err(|reason| Error::Damaged {
            path: path.clone(),
            reason,
        })?;
        check_game(&model.game)?;
        check_size(name, &model)?;
        let model = store::verified(&path, model)?;
        let lock = Lock::take(&path)?;
        if path.exists() {
            // Another process has written it in the meantime.
            return Err(Refusal::Taken(name.to_owned()));
        }
        lock.write(&path, &model)?;
        drop(lock);
        inner.desk = Some(open(&self.folder, name, &Wanted::default())?);
        room.note_memory(&inner);
        inner.wanted = None;
        Ok(inner.state())
    }
}

/// Removes the room that has been unused for longest among those that take at least this much memory, in
/// bytes; returns the memory it took.
fn remove_idle(rooms: &mut HashMap<String, Arc<Room>>, least: u64) -> Option<u64> {
    let large = rooms.iter().filter(|(_, room)| room.bytes() >= least);
    let idle = large.filter_map(|(name, room)| Some((room.idle()?, name)));
    let longest = idle.max().map(|(_, name)| name.clone())?;
    let room = rooms.remove(&longest)?;
    Some(room.bytes())
}
