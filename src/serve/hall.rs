//! All machines by name. A machine is a model in the knowledge base; its board is set up when somebody
//! asks for it, and put away again when nobody has for long.

use std::collections::HashMap;
use std::fs;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use menace::error::{Error, Result};
use menace::game::Side;
use menace::store;
use serde_json::{Value, json};

use super::course::{Asked, Course};
use super::desk::{Desk, Wanted, open};

/// The most boards that are set up at once.
const MOST: usize = 256;
/// How long a board stays set up when nobody asks for it.
const IDLE: Duration = Duration::from_secs(3600);
/// The longest name of a machine.
const LONGEST: usize = 40;

/// All machines of a folder.
pub(super) struct Hall {
    folder: PathBuf,
    rooms: Mutex<HashMap<String, Arc<Room>>>,
}

/// The place of one machine.
pub(super) struct Room {
    path: PathBuf,
    inner: Mutex<Inner>,
}

struct Inner {
    desk: Option<Box<dyn Desk>>,
    /// How it was asked for, to set it up again.
    wanted: Option<Wanted>,
    course: Option<Arc<Course>>,
    asked_for: Instant,
}

/// What went wrong, and whose fault it was.
#[derive(Debug)]
pub(super) enum Refusal {
    /// There is no machine of that name.
    Unknown,
    /// It is in training.
    Training,
    /// What was asked for cannot be.
    Wrong(Error),
}

impl From<Error> for Refusal {
    fn from(error: Error) -> Self {
        Self::Wrong(error)
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Whether this may be the name of a machine: lower-case letters, digits and hyphens, which no file
/// system takes for anything else.
pub(super) fn is_name(name: &str) -> bool {
    let plain = |b: u8| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'-';
    (1..=LONGEST).contains(&name.len()) && name.bytes().all(plain) && !name.starts_with('-')
}

impl Hall {
    pub(super) fn new(folder: PathBuf) -> Self {
        Self {
            folder,
            rooms: Mutex::default(),
        }
    }

    /// The names of the machines there are.
    pub(super) fn names(&self) -> Vec<String> {
        let Ok(entries) = fs::read_dir(&self.folder) else {
            return Vec::new();
        };
        let name = |entry: fs::DirEntry| {
            let name = entry.file_name().into_string().ok()?;
            let name = name.strip_suffix(&format!(".{}", store::EXTENSION))?;
            is_name(name).then(|| name.to_owned())
        };
        let mut names: Vec<String> = entries.flatten().filter_map(name).collect();
        names.sort_unstable();
        names
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.join(format!("{name}.{}", store::EXTENSION))
    }

    fn room(&self, name: &str) -> Result<Arc<Room>, Refusal> {
        if !is_name(name) {
            return Err(Refusal::Unknown);
        }
        let mut rooms = lock(&self.rooms);
        if let Some(room) = rooms.get(name) {
            return Ok(room.clone());
        }
        rooms.retain(|_, room| room.is_wanted());
        if rooms.len() >= MOST {
            return Err(Refusal::Wrong(Error::Request(
                "too many machines at once; close some pages and wait".to_owned(),
            )));
        }
        let room = Arc::new(Room {
            path: self.path(name),
            inner: Mutex::new(Inner {
                desk: None,
                wanted: None,
                course: None,
                asked_for: Instant::now(),
            }),
        });
        rooms.insert(name.to_owned(), room.clone());
        Ok(room)
    }

    /// Sits down at a machine as wanted: one that is there, or a new one; `anew` throws away what it
    /// has learnt.
    pub(super) fn sit(&self, name: &str, wanted: Wanted, anew: bool) -> Result<Value, Refusal> {
        let room = self.room(name)?;
        let mut inner = lock(&room.inner);
        inner.is_free()?;
        inner.desk = None;
        if anew {
            for path in [room.path.clone(), room.path.with_extension("toml")] {
                match fs::remove_file(&path) {
                    Err(source) if source.kind() != std::io::ErrorKind::NotFound => {
                        let action = "removing it";
                        return Err(Error::File {
                            path,
                            action,
                            source,
                        }
                        .into());
                    }
                    _ => {}
                }
            }
        }
        inner.desk = Some(open(&room.path, &wanted)?);
        inner.wanted = Some(wanted);
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
            act(inner.desk()?)?;
            Ok(inner.shown())
        })
    }

    /// Tells something of a machine.
    pub(super) fn ask<T>(
        &self,
        name: &str,
        ask: impl FnOnce(&dyn Desk) -> Result<T>,
    ) -> Result<T, Refusal> {
        self.with(name, |inner| {
            inner.is_free()?;
            Ok(ask(inner.desk()?)?)
        })
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
            inner.desk = Some(again(&room, &inner)?);
        }
        work(&mut inner)
    }

    /// Lets a machine train in a thread of its own.
    pub(super) fn train(&self, name: &str, asked: Asked) -> Result<Value, Refusal> {
        let course = Arc::new(Course::default());
        let room = self.room(name)?;
        let desk = self.with(name, |inner| {
            inner.is_free()?;
            inner.desk()?;
            inner.course = Some(course.clone());
            Ok(inner.desk.take())
        })?;
        let (trained, seen) = (room.clone(), course.clone());
        std::thread::spawn(move || {
            let ended = desk.map_or(Ok(()), |desk| desk.train(&asked, &course));
            let mut inner = lock(&trained.inner);
            inner.course = None;
            inner.desk = again(&trained, &inner).ok();
            if let Err(error) = ended {
                eprintln!("menace: {}: {error}", trained.path.display());
            }
        });
        Ok(json!({ "training": seen.seen(|seen| json!(seen)) }))
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

    /// Takes a model in under a name of which there is none yet.
    pub(super) fn bring(&self, name: &str, bytes: &[u8]) -> Result<Value, Refusal> {
        let room = self.room(name)?;
        let mut inner = lock(&room.inner);
        inner.is_free()?;
        if room.path.exists() {
            return Err(Error::Request(format!("there is a machine {name} already")).into());
        }
        let model = store::decode(bytes).map_err(|reason| Error::Damaged {
            path: room.path.clone(),
            reason,
        })?;
        store::write(&room.path, &model)?;
        inner.wanted = None;
        match again(&room, &inner) {
            Ok(desk) => inner.desk = Some(desk),
            Err(refusal) => {
                // Its game is none that the page shows, or its boxes are not those of the game.
                let _ = fs::remove_file(&room.path);
                return Err(refusal);
            }
        }
        Ok(inner.shown())
    }
}

/// Sets the board of a machine up again, as it was wanted, or for the model that is there.
fn again(room: &Room, inner: &Inner) -> Result<Box<dyn Desk>, Refusal> {
    if let Some(wanted) = &inner.wanted {
        return Ok(open(&room.path, wanted)?);
    }
    if !room.path.exists() {
        return Err(Refusal::Unknown);
    }
    let model = store::read(&room.path)?;
    let wanted = Wanted {
        game: model.game.clone(),
        side: model.learners.against().or(Some(Side::First)),
        player: None,
        watch: None,
        rule: None,
    };
    Ok(open(&room.path, &wanted)?)
}

impl Room {
    /// Whether somebody has asked for it not long ago, or it is at work.
    fn is_wanted(&self) -> bool {
        self.inner.try_lock().map_or(true, |inner| {
            inner.course.is_some() || inner.asked_for.elapsed() < IDLE
        })
    }
}

impl Inner {
    fn is_free(&self) -> Result<(), Refusal> {
        match self.course {
            Some(_) => Err(Refusal::Training),
            None => Ok(()),
        }
    }

    fn desk(&mut self) -> Result<&mut dyn Desk, Refusal> {
        match &mut self.desk {
            Some(desk) => Ok(desk.as_mut()),
            None => Err(Refusal::Unknown),
        }
    }

    fn shown(&self) -> Value {
        match (&self.course, &self.desk) {
            (Some(course), _) => json!({ "training": course.seen(|seen| json!(seen)) }),
            (None, Some(desk)) => json!({ "scene": desk.scene() }),
            (None, None) => Value::Null,
        }
    }
}
