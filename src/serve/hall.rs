//! All machines by name. A machine is a model in the knowledge base; its board is set up when somebody
//! asks for it, and put away again when nobody has for long.

use std::collections::HashMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use menace::error::{Error, Result};
use menace::store::{self, Lock};
use serde_json::{Value, json};

use super::course::{Asked, Course, Slots};
use super::desk::{Desk, Wanted};
use super::folder::{Folder, is_name};
use super::open::{check_game, check_size, open};
use super::past::Past;
use super::refusal::Refusal;

/// The most boards that are set up at once; then whoever has been away longest has to sit down again.
const MOST: usize = 256;
/// How long a board stays set up when nobody asks for it.
const IDLE: Duration = Duration::from_hours(1);

/// All machines of a folder.
pub(super) struct Hall {
    pub(super) folder: Folder,
    rooms: Mutex<HashMap<String, Arc<Room>>>,
    slots: Arc<Slots>,
}

/// The place of one machine.
struct Room {
    name: String,
    folder: Folder,
    inner: Mutex<Inner>,
}

struct Inner {
    desk: Option<Box<dyn Desk>>,
    /// How it was asked for, to set it up again.
    wanted: Option<Wanted>,
    /// The training that is going on, and the one before.
    course: Option<Arc<Course>>,
    trained: Option<Arc<Course>>,
    past: Past,
    asked_for: Instant,
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Hall {
    /// `trainings` may go on at once.
    pub(super) fn new(folder: Folder, trainings: usize) -> Self {
        Self {
            folder,
            rooms: Mutex::default(),
            slots: Arc::new(Slots::new(trainings)),
        }
    }

    fn room(&self, name: &str) -> Result<Arc<Room>, Refusal> {
        if !is_name(name) {
            return Err(Refusal::Unknown);
        }
        let mut rooms = lock(&self.rooms);
        if let Some(room) = rooms.get(name) {
            return Ok(room.clone());
        }
        rooms.retain(|_, room| room.idle().is_none_or(|idle| idle < IDLE));
        if rooms.len() >= MOST {
            let idle = rooms
                .iter()
                .filter_map(|(name, room)| Some((room.idle()?, name)));
            let Some(longest) = idle.max().map(|(_, name)| name.clone()) else {
                return Err(Refusal::Crowded);
            };
            rooms.remove(&longest);
        }
        let room = Arc::new(Room {
            name: name.to_owned(),
            folder: self.folder.clone(),
            inner: Mutex::new(Inner {
                desk: None,
                wanted: None,
                course: None,
                trained: None,
                past: Past::default(),
                asked_for: Instant::now(),
            }),
        });
        rooms.insert(name.to_owned(), room.clone());
        Ok(room)
    }

    /// Sits down at a machine as wanted: one that is there, or a new one.
    pub(super) fn sit(&self, name: &str, wanted: Wanted) -> Result<Value, Refusal> {
        let room = self.room(name)?;
        let mut inner = lock(&room.inner);
        inner.is_free()?;
        inner.asked_for = Instant::now();
        inner.put_away();
        match open(&room.folder, &room.name, &wanted) {
            Ok(desk) => inner.desk = Some(desk),
            Err(error) => {
                // Whoever sat there before sits there again.
                inner.desk = room.again(&inner).ok();
                return Err(error.into());
            }
        }
        if wanted.anew {
            inner.past = Past::default();
            inner.trained = None;
        }
        inner.wanted = Some(Wanted {
            anew: false,
            unfinished: None,
            ..wanted
        });
        Ok(inner.shown())
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
        let room = self.room(name)?;
        let mut inner = lock(&room.inner);
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
        let room = self.room(name)?;
        let mut inner = lock(&room.inner);
        inner.asked_for = Instant::now();
        if inner.desk.is_none() && inner.course.is_none() {
            inner.desk = Some(room.again(&inner)?);
        }
        work(&mut inner)
    }

    /// Lets a machine train in a thread of its own.
    pub(super) fn train(&self, name: &str, asked: &Asked) -> Result<Value, Refusal> {
        let room = self.room(name)?;
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
            let inner = lock(&room.inner);
            inner.course.as_ref().map(|course| course.stop()).is_some()
        });
        stopped.count() > 0
    }

    /// Takes a model in under a name of which there is none yet.
    pub(super) fn bring(&self, name: &str, bytes: &[u8]) -> Result<Value, Refusal> {
        let room = self.room(name)?;
        let mut inner = lock(&room.inner);
        inner.is_free()?;
        let path = self.folder.path(name);
        if path.exists() || inner.desk.is_some() {
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
        inner.wanted = None;
        Ok(inner.shown())
    }
}

impl Room {
    /// For how long nobody has asked for it; nothing if somebody is asking, or it is at work.
    fn idle(self: &Arc<Self>) -> Option<Duration> {
        let inner = self.inner.try_lock().ok()?;
        let is_free = inner.course.is_none() && Arc::strong_count(self) == 1;
        is_free.then(|| inner.asked_for.elapsed())
    }

    /// Sets the board up again, as it was wanted, or for the model that is there.
    fn again(&self, inner: &Inner) -> Result<Box<dyn Desk>, Refusal> {
        if inner.wanted.is_none() && !self.folder.path(&self.name).exists() {
            return Err(Refusal::Unknown);
        }
        let usual = Wanted::default();
        let wanted = inner.wanted.as_ref().unwrap_or(&usual);
        Ok(open(&self.folder, &self.name, wanted)?)
    }

    /// A training has come to its end.
    fn end(&self, course: &Arc<Course>) {
        let mut inner = lock(&self.inner);
        let (opponent, games) = course.told();
        if games > 0 {
            inner.past.note_training(opponent, games);
        }
        inner.past.begin();
        inner.course = None;
        inner.trained = Some(course.clone());
        inner.desk = self.again(&inner).ok();
    }
}

impl Inner {
    fn is_free(&self) -> Result<(), Refusal> {
        match self.course {
            Some(_) => Err(Refusal::Training),
            None => Ok(()),
        }
    }

    /// The board is put away, with the lock of the file; its games stay known.
    fn put_away(&mut self) {
        self.desk = None;
        self.past.begin();
    }

    /// How it stands; the present game is noted.
    fn shown(&mut self) -> Value {
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
