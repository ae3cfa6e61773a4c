//! All machines by name. A machine is a model in the knowledge base; its board is set up when somebody
//! asks for it, and put away again when nobody has for long.

use std::collections::HashMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use menace::error::{Error, Result};
use menace::store::{self, Lock};
use serde_json::Value;

use super::course::{Asked, Course, Slots};
use super::desk::{Desk, Wanted};
use super::folder::{Folder, is_name};
use super::limits::Limits;
use super::open::{check_game, check_seen, check_size, open};
use super::past::Past;
use super::refusal::Refusal;
use super::room::{Inner, Room};

/// How long a board stays set up when nobody asks for it.
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
    /// `trainings` may go on at once.
    pub(super) fn new(folder: Folder, trainings: usize, limits: Limits) -> Self {
        Self {
            folder,
            rooms: Mutex::default(),
            slots: Arc::new(Slots::new(trainings)),
            limits,
        }
    }

    /// The place of a machine that is there.
    fn known_room(&self, name: &str) -> Result<Arc<Room>, Refusal> {
        let room = lock(&self.rooms).get(name).cloned();
        match room {
            Some(room) => Ok(room),
            // What has no file gets no place, which would be that of another.
            None if is_name(name) && self.folder.has(name)? => self.room(name),
            None => Err(Refusal::Unknown),
        }
    }

    /// The place of a machine, whether or not it is there.
    fn room(&self, name: &str) -> Result<Arc<Room>, Refusal> {
        if !is_name(name) {
            return Err(Refusal::Unknown);
        }
        let mut rooms = lock(&self.rooms);
        if let Some(room) = rooms.get(name) {
            return Ok(room.clone());
        }
        rooms.retain(|_, room| room.idle().is_none_or(|idle| idle < IDLE));
        if rooms.len() >= self.limits.boards && leave_longest(&mut rooms, 0).is_none() {
            return Err(Refusal::Crowded);
        }
        let room = Arc::new(Room::new(name, &self.folder));
        rooms.insert(name.to_owned(), room.clone());
        Ok(room)
    }

    /// Sits down at a machine as wanted: one that is there, or a new one.
    pub(super) fn sit(&self, name: &str, wanted: Wanted) -> Result<Value, Refusal> {
        let room = self.room(name)?;
        let sat = self.sit_in(&room, wanted);
        self.lighten();
        if sat.is_err() {
            self.forget_empty(&room);
        }
        sat
    }

    fn sit_in(&self, room: &Arc<Room>, wanted: Wanted) -> Result<Value, Refusal> {
        let mut inner = room.lock();
        inner.is_free()?;
        // A game that is on goes on when this is refused.
        check_seen(&self.folder.path(&room.name), &wanted)?;
        inner.asked_for = Instant::now();
        inner.put_away();
        match open(&self.folder, &room.name, &wanted) {
            Ok(desk) => inner.desk = Some(desk),
            Err(refusal) => {
                // Whoever sat there before sits there again.
                inner.desk = room.again(&inner).ok();
                return Err(refusal);
            }
        }
        if wanted.anew {
            inner.past = Past::default();
            inner.trained = None;
        }
        room.weigh(&inner);
        inner.wanted = Some(Wanted {
            anew: false,
            version: None,
            unfinished: None,
            ..wanted
        });
        Ok(inner.shown())
    }

    /// Gives up the boards that have been left for longest when all together take too much memory. Of
    /// those that take less than their share nothing would be won.
    fn lighten(&self) {
        let most = self.limits.board_bytes;
        let mut rooms = lock(&self.rooms);
        let bytes = rooms.values().map(|room| room.bytes());
        let mut bytes: u64 = bytes.sum();
        let share = most / self.limits.boards as u64;
        while bytes > most
            && let Some(less) = leave_longest(&mut rooms, share.max(1))
        {
            bytes -= less;
        }
    }

    /// Gives up a place at which no board has come to stand.
    fn forget_empty(&self, room: &Arc<Room>) {
        let mut rooms = lock(&self.rooms);
        // Whoever else has it may be about to sit down there; no other gets it while all are locked.
        let is_alone = Arc::strong_count(room) == 2;
        let is_listed = rooms
            .get(&room.name)
            .is_some_and(|other| Arc::ptr_eq(other, room));
        if is_alone && is_listed && room.lock().is_empty() {
            rooms.remove(&room.name);
        }
    }

    /// Does something at a machine and tells how it stands then.
    pub(super) fn act(
        &self,
        name: &str,
        act: impl FnOnce(&mut dyn Desk) -> Result<()>,
    ) -> Result<Value, Refusal> {
        self.with(name, |inner| {
            inner.is_free()?;
            // A desk that breaks down or has lost its file is gone, and what is in the file counts.
            let mut desk = inner.desk.take().ok_or(Refusal::Unknown)?;
            let done = act(desk.as_mut());
            if !matches!(done, Err(Error::Lost { .. })) {
                inner.desk = Some(desk);
            }
            done?;
            Ok(inner.shown())
        })
    }

    /// Sets up the next game; after many of them the board as well.
    pub(super) fn next(&self, name: &str) -> Result<Value, Refusal> {
        self.act(name, |desk| desk.begin())?;
        let room = self.known_room(name)?;
        let mut inner = room.lock();
        if inner.desk.as_ref().is_some_and(|desk| desk.is_long()) {
            inner.put_away();
            inner.desk = Some(room.again(&inner)?);
        }
        Ok(inner.shown())
    }

    /// Tells something of a machine.
    pub(super) fn ask<T>(
        &self,
        name: &str,
        ask: impl FnOnce(&dyn Desk) -> Result<T>,
    ) -> Result<T, Refusal> {
        self.ask_with_past(name, |desk, _| ask(desk))
    }

    /// Tells something of a machine and what happened at it.
    pub(super) fn ask_with_past<T>(
        &self,
        name: &str,
        ask: impl FnOnce(&dyn Desk, &Past) -> Result<T>,
    ) -> Result<T, Refusal> {
        self.with(name, |inner| {
            inner.is_free()?;
            let desk = inner.desk.as_deref().ok_or(Refusal::Unknown)?;
            Ok(ask(desk, &inner.past)?)
        })
    }

    /// Tells what happened at a machine, be it in training.
    pub(super) fn past<T>(
        &self,
        name: &str,
        tell: impl FnOnce(&Past) -> Option<T>,
    ) -> Result<T, Refusal> {
        self.with(name, |inner| tell(&inner.past).ok_or(Refusal::Unknown))
    }

    /// How a machine stands, be it in training.
    pub(super) fn show(&self, name: &str) -> Result<Value, Refusal> {
        self.with(name, |inner| Ok(inner.shown()))
    }

    fn with<T>(
        &self,
        name: &str,
        work: impl FnOnce(&mut Inner) -> Result<T, Refusal>,
    ) -> Result<T, Refusal> {
        let room = self.known_room(name)?;
        let mut inner = room.lock();
        inner.asked_for = Instant::now();
        if inner.desk.is_none() && inner.course.is_none() {
            inner.desk = Some(room.again(&inner)?);
        }
        let done = work(&mut inner);
        room.weigh(&inner);
        drop(inner);
        self.lighten();
        done
    }

    /// Lets a machine train in a thread of its own.
    pub(super) fn train(&self, name: &str, asked: &Asked) -> Result<Value, Refusal> {
        let room = self.known_room(name)?;
        self.with(name, |inner| {
            inner.is_free()?;
            let desk = inner.desk.as_deref().ok_or(Refusal::Unknown)?;
            let course = Arc::new(Course::new(asked));
            let asked = desk.training(asked, &self.folder)?;
            inner.course = Some(course.clone());
            let desk = inner.desk.take();
            let (slots, trained) = (self.slots.clone(), room.clone());
            let work = move || {
                let train = || desk.map_or(Ok(()), |desk| desk.train(&asked, &course));
                let ended = catch_unwind(AssertUnwindSafe(|| slots.take(&course, train)));
                match ended {
                    Ok(Ok(())) => {}
                    Ok(Err(error)) => course.failed(Refusal::Wrong(error)),
                    Err(_) => course.failed(Refusal::Broken),
                }
                trained.end(&course);
            };
            let started = thread::Builder::new().spawn(work);
            if started.is_err() {
                inner.course = None;
                let reason = "the system gives no thread to train in".to_owned();
                return Err(Error::Request(reason).into());
            }
            Ok(inner.shown())
        })
    }

    /// Stops a training after the games it is at.
    pub(super) fn stop(&self, name: &str) -> Result<Value, Refusal> {
        self.with(name, |inner| {
            if let Some(course) = &inner.course {
                course.stop();
            }
            Ok(inner.shown())
        })
    }

    /// Stops all trainings; whether any is still going on.
    pub(super) fn stop_all(&self) -> bool {
        let rooms: Vec<Arc<Room>> = lock(&self.rooms).values().cloned().collect();
        let stopped = rooms.iter().filter(|room| {
            let inner = room.lock();
            inner.course.as_ref().map(|course| course.stop()).is_some()
        });
        stopped.count() > 0
    }

    /// Puts all boards away, and with them the locks of their files.
    pub(super) fn close(&self) {
        let rooms: Vec<Arc<Room>> = lock(&self.rooms).values().cloned().collect();
        for room in rooms {
            room.lock().put_away();
        }
    }

    /// Takes a model in under a name of which there is none yet.
    pub(super) fn bring(&self, name: &str, bytes: &[u8]) -> Result<Value, Refusal> {
        let room = self.room(name)?;
        let brought = self.bring_in(&room, bytes);
        self.lighten();
        if brought.is_err() {
            self.forget_empty(&room);
        }
        brought
    }

    fn bring_in(&self, room: &Arc<Room>, bytes: &[u8]) -> Result<Value, Refusal> {
        let name = room.name.as_str();
        let mut inner = room.lock();
        inner.is_free()?;
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
            // Somebody else has written it meanwhile.
            return Err(Refusal::Taken(name.to_owned()));
        }
        lock.write(&path, &model)?;
        drop(lock);
        inner.desk = Some(open(&self.folder, name, &Wanted::default())?);
        room.weigh(&inner);
        inner.wanted = None;
        Ok(inner.shown())
    }
}

/// Gives up the place that has been left for longest, among those that take this much memory or more; what
/// it took.
fn leave_longest(rooms: &mut HashMap<String, Arc<Room>>, least: u64) -> Option<u64> {
    let heavy = rooms.iter().filter(|(_, room)| room.bytes() >= least);
    let idle = heavy.filter_map(|(name, room)| Some((room.idle()?, name)));
    let longest = idle.max().map(|(_, name)| name.clone())?;
    let room = rooms.remove(&longest)?;
    Some(room.bytes())
}
