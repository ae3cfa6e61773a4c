//! A class on its own devices: groups that join by a code, boards that teach a machine for each group or one machine
//! together, a wall that shows it, and a teacher who leads it.
//!
//! The truth about a class is one file of events, a [`Journal`]; the machines are what its games teach, in the order in
//! which they ended. So a stop costs nothing, and a game can be taken back: the later ones are learnt again without it.
//! The models in the folder are written when the machines are collected.
//!
//! # Reading order
//!
//! What happens and what follows from it is in [`matchboxes::session`]. `shown.rs` has what the screens show. `groups.rs`
//! answers the groups at their boards (`boards.rs`), `lead.rs` the teacher, with what `view.rs` shows and the models of
//! `collect.rs`. `saving.rs` knows what is not on disk, `beside.rs` the other classes of a folder.
//!
//! # Requests
//!
//! | request | from | answer |
//! |---|---|---|
//! | `POST class/join` `{code, name?}` | anybody | `{group, file, code}` and the secret of the group for its browser: a new group by the code of the class, or one by its own code |
//! | `GET shelf` | a group | as the page's, with `group` |
//! | `GET machines/FILE`, `wait`, `here`, `games`, `games/N`, `hint`, `box`, `find`, `stages`, `curve`, `strength` | a group | as the page's, for its own board |
//! | `POST machines/FILE/move`, `act/undo`, `act/resign`, `act/new` | a group | the same |
//! | `POST machines/FILE/guess` `{step, choice}` | a group | the same, for the question of the step |
//! | `GET class`, `class/wait?since=N` | the teacher | the wall: the class with its `groups`, `results`, `machine`, `revision` |
//! | `GET class/games` | the teacher | `{games}`: the last ones, which can be taken back |
//! | `POST class/pause` `{paused}`, `class/turn` `{lesson, way, from: [LESSON, WAY]}` | the teacher | as `class` |
//! | `POST class/lead` `{pace, from: PACE}` | the teacher | as `class`; the pace is `free`, `own` or `{all: {step, answered}}` |
//! | `POST class/rename` `{group, name, from: NAME}`, `class/remove` `{group}`, `class/take-back` `{game}` | the teacher | as `class` |
//! | `POST class/collect` | the teacher | as `class`, with `collected` |
//!
//! `scene.class` says to a group what the class does: its `name`, the `code` for its other devices, `paused`, `lesson`,
//! `way` and `pace`, its own `guess`, its `score`, and what its machine has `learnt`.

mod beside;
mod boards;
mod codes;
mod collect;
mod groups;
mod lead;
mod saving;
mod shown;
mod view;

use std::collections::{BTreeMap, HashMap};
use std::ops::{Deref, DerefMut};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard};

use matchboxes::error::{Error, Result};
use matchboxes::locks::lock;
use matchboxes::session::class_names::{self, folded, is_same};
use matchboxes::session::{
    CLASS_CODE, CLASS_FILE, CLASS_FORMAT, ClassEvent, ClassFacts, ClassLesson, ClassWay,
    GroupNumber, class_of,
};
use matchboxes::store::{self, Journal, JournalSync};

use crate::machines::folder::Folder;
use crate::machines::kits::Kits;
use crate::routes::{Method, PageAnswer, PageRequest};
use crate::surroundings::Surroundings;
use crate::{Page, Settings, start};

use beside::begins_beside;
use boards::ReadMachine;
use serde_json::Value;
use shown::{Shown, ShownClass};

/// The most bytes of the name of a class in the name of its folder.
const MOST_BYTES: usize = 96;
/// The request to collect the machines.
const COLLECT: &str = "class/collect";
/// The request to rename a group, and its files.
const RENAME: &str = "class/rename";
/// The most boards that a class has in memory, and their bytes.
const BOARDS: usize = 256;
const BOARD_BYTES: u64 = 192 << 20;

/// A class that is open.
pub struct Class {
    page: Page,
    folder: Folder,
    surroundings: Arc<dyn Surroundings>,
    /// What its user should know about its folder.
    note: Option<String>,
    inner: Mutex<ClassInner>,
    /// Held while the machines are collected, before `inner`.
    collecting: Mutex<()>,
}

struct ClassInner {
    shown: Shown,
    journal: Journal,
    /// Whether something has been written that should survive a loss of power.
    needs_sync: bool,
    /// The games that are not on disk, by number, and their groups.
    waiting: BTreeMap<u64, GroupNumber>,
    /// The kits of the machines of the lesson.
    kits: Arc<Kits>,
    /// What was last sent to each board.
    sent: HashMap<GroupNumber, (Value, u64)>,
}

/// A group that has joined.
pub struct Joined {
    /// What the browser is answered.
    pub answer: PageAnswer,
    /// The secret by which its requests are known, if it has joined.
    pub key: Option<String>,
}

/// The sender of a request.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ClassRole {
    /// The device of a group.
    Group(u32),
    /// The holder of the server's token.
    Teacher,
}

/// The folder of a class among the models: `class-7b`.
fn folder_of(models: &Path, class: &str) -> PathBuf {
    let named = codes::file_name(class, "", |_| false);
    let name = if named.is_empty() {
        // A name in other letters is written as its bytes, as far as the name of a file has room.
        let name = folded(class);
        let bytes = name.bytes().take(MOST_BYTES);
        bytes.map(|byte| format!("{byte:02x}")).collect()
    } else {
        named
    };
    models.join(format!("class-{name}"))
}

impl Class {
    /// Opens a class of this name, or begins it, in its own folder among the models, with this lesson or the cups. A class
    /// that is there stays in its lesson, so the same command keeps the games in progress; its teacher turns it.
    ///
    /// # Errors
    ///
    /// When the name is not one, when another program has the class, or when its file is damaged or cannot be written.
    pub fn open(
        models: &Path,
        class: &str,
        lesson: Option<ClassLesson>,
        surroundings: Arc<dyn Surroundings>,
    ) -> Result<Self> {
        let class = class_names::name(class).map_err(|fault| Error::request(fault.to_string()))?;
        let folder = folder_of(models, &class);
        let path = folder.join(CLASS_FILE);
        let had_file = store::is_taken(&path);
        let (mut journal, mut lines) = Journal::open(&path)?;
        let own = Folder::new(folder.clone());
        let mut note = None;
        if lines.is_empty() {
            note = Self::begins_anew(&own, had_file).or_else(|| begins_beside(models, &class));
            let random = surroundings.random();
            let begun = text(&ClassEvent::Begun {
                format: CLASS_FORMAT,
                class: class.clone(),
                code: codes::code(&*surroundings, CLASS_CODE)?,
                token: codes::key(&*surroundings)?,
                lesson: lesson.unwrap_or(ClassLesson::Cups),
                // Exact in the numbers of JavaScript, so that every reader gets the same.
                seed: random.unwrap_or_default() >> 12,
            });
            journal.add(&begun)?;
            journal.syncing()?.wait()?;
            lines.push(begun);
        }
        let state = class_of(&path, &lines)?;
        let state = state.ok_or_else(|| Error::request("the class has not begun"))?;
        if !is_same(&state.facts().class, &class) {
            // Names that differ only in blanks or signs have the same folder.
            let (folder, other) = (folder.display(), &state.facts().class);
            let reason =
                format!("{folder} has the class `{other}`; choose another name than `{class}`");
            return Err(Error::request(reason));
        }
        let page = Page::new(
            Settings {
                folder: folder.clone(),
                kiosk: false,
                classes: false,
                start: start(None, None)?,
                boards: BOARDS,
                board_bytes: BOARD_BYTES,
            },
            surroundings.clone(),
        );
        let shown = Shown::new(state, surroundings.random().unwrap_or_default() >> 14);
        let kits = kits_of(&shown)?;
        Ok(Self {
            page,
            folder: own,
            note,
            inner: Mutex::new(ClassInner {
                sent: shown.boards(),
                shown,
                journal,
                needs_sync: false,
                waiting: BTreeMap::new(),
                kits,
            }),
            collecting: Mutex::default(),
            surroundings,
        })
    }

    fn lock(&self) -> LockedClass<'_> {
        let inner = lock(&self.inner);
        LockedClass {
            class: self,
            revision: inner.shown.revision(),
            inner,
        }
    }

    /// Whether this is its name, in capitals or not.
    pub fn is_called(&self, name: &str) -> bool {
        let inner = self.lock();
        let own = &inner.state.facts().class;
        class_names::name(name).is_ok_and(|name| is_same(own, &name))
    }

    /// What the class is set to.
    pub fn facts(&self) -> ClassFacts {
        self.lock().state.facts().clone()
    }

    /// The folder of the class.
    pub fn folder(&self) -> &Path {
        self.folder.at()
    }

    /// The addresses at which groups join.
    pub fn addresses(&self) -> Vec<String> {
        self.lock().addresses.clone()
    }

    /// Notes the port, so that it stays the same, and the addresses at which groups join.
    pub fn listens(&self, port: u16, addresses: Vec<String>) {
        let mut inner = self.lock();
        inner.shown.change().addresses = addresses;
        if inner.state.facts().port != Some(port) {
            // An event that cannot be written now is written with the next one.
            let _ = inner.happen(&ClassEvent::Listens { port });
        }
    }

    /// How many groups there are, and how many games they have played in the present lesson.
    pub fn counts(&self) -> (usize, usize) {
        let inner = self.lock();
        (inner.state.present().count(), inner.state.results().len())
    }

    /// The group whose browser has this secret.
    pub fn group(&self, key: &str) -> Option<ClassRole> {
        let inner = self.lock();
        // Compared as a whole: the time reveals nothing about a secret of 128 random bits that is guessed.
        let found = inner.state.present().find(|group| group.key == key);
        found.map(|group| ClassRole::Group(group.number))
    }

    /// The number of the state of the class, or of the board of this name, if it is for this one to see.
    pub fn revision(&self, role: ClassRole, name: Option<&str>) -> Option<u64> {
        let inner = self.lock();
        match (role, name) {
            (ClassRole::Teacher, None) => Some(inner.shown.revision()),
            (ClassRole::Group(number), Some(name)) => {
                let own = inner.state.group(number).ok()?;
                self.page.revision(name).filter(|_| own.file == name)
            }
            _ => None,
        }
    }

    /// Answers a request with a valid code.
    pub fn answer(&self, role: ClassRole, request: &PageRequest) -> PageAnswer {
        let is_collecting =
            (role, request.method) == (ClassRole::Teacher, Method::Post) && request.path == COLLECT;
        if is_collecting && let Err(refusal) = self.collect() {
            return PageAnswer::from_refusal(&refusal);
        }
        let turn = request.path == RENAME && role == ClassRole::Teacher;
        let _turn = turn.then(|| lock(&self.collecting));
        let mut inner = self.lock();
        // The disk may have room again. A change writes what waits by itself: a board that was told of it first would refuse
        // the change as made from an old state.
        if inner.unsaved.is_some() && request.method == Method::Get {
            inner.settle();
        }
        let done = match role {
            ClassRole::Teacher => self.lead(&mut inner, request).map(Some),
            ClassRole::Group(number) => self
                .board_of(&mut inner, number)
                .and_then(|group| self.at_board(&mut inner, &group, request))
                .map(|body| body.map(|body| PageAnswer::json(&body))),
        };
        // Others need not wait for the disk.
        let syncing = std::mem::take(&mut inner.needs_sync).then(|| inner.journal.syncing());
        drop(inner);
        let synced = syncing.map(|syncing| syncing.and_then(JournalSync::wait));
        if let Some(Err(error)) = synced {
            let mut inner = self.lock();
            // The next request tries again.
            inner.needs_sync = true;
            inner.note_written(Err(error));
        }
        // A request that changes nothing and may take a while goes to the page.
        let Some(done) = done.transpose() else {
            return self.page.answer(request);
        };
        done.unwrap_or_else(|refusal| PageAnswer::from_refusal(&refusal))
    }

    /// Takes away the boards, whose games end unlearnt.
    fn turn(&self, inner: &mut ClassInner, lesson: ClassLesson, way: ClassWay) -> Result<()> {
        inner.happen(&ClassEvent::Turned { lesson, way })?;
        inner.kits = kits_of(&inner.shown)?;
        for group in inner.state.groups() {
            self.page.remove_board(&group.file);
        }
        Ok(())
    }
}

impl ClassInner {
    /// Applies an event and writes it to the file; what cannot be written is written with the next event.
    fn happen(&mut self, event: &ClassEvent) -> Result<()> {
        let shown = self.shown.change();
        shown.state.apply(event)?;
        match event {
            ClassEvent::Ended { game, group, .. } => self.waiting.insert(*game, *group),
            ClassEvent::TakenBack { game } => self.waiting.remove(game),
            _ => None,
        };
        if let ClassEvent::Turned { .. }
        | ClassEvent::Led { .. }
        | ClassEvent::Removed { .. }
        | ClassEvent::TakenBack { .. } = event
        {
            shown.collected = None;
        }
        let written = self.journal.add(&text(event));
        let is_owed = self.needs_sync;
        self.needs_sync |= event.needs_sync();
        // What waits to be synced is not saved before that.
        if !is_owed || written.is_err() {
            self.note_written(written);
        }
        Ok(())
    }
}

impl Deref for ClassInner {
    type Target = ShownClass;

    fn deref(&self) -> &ShownClass {
        &self.shown
    }
}

/// A locked class. When the lock ends, every screen whose content has changed is woken.
struct LockedClass<'a> {
    class: &'a Class,
    inner: MutexGuard<'a, ClassInner>,
    /// The number of the state that all screens know.
    revision: u64,
}

impl LockedClass<'_> {
    /// Tells the screens whose content has changed: each board whose machine has learnt, or that shows something else of
    /// the class. An answer with the number of a board's state comes after it.
    fn tell(&mut self) {
        let inner = &mut *self.inner;
        if self.revision == inner.shown.revision() {
            return;
        }
        self.revision = inner.shown.revision();
        let now = inner.shown.boards();
        let mut last: Option<ReadMachine> = None;
        for group in inner.state.present() {
            if inner.sent.get(&group.number) != now.get(&group.number)
                && let Ok(taught) = inner.state.machine_of(group.number)
            {
                // Where all groups teach one machine, it is read once for all boards.
                let same = last.take().filter(|read| Arc::ptr_eq(&read.taught, taught));
                let read = last.insert(same.unwrap_or_else(|| ReadMachine::new(taught)));
                self.class.page.tell(&group.file, read);
            }
        }
        inner.sent = now;
        self.class.surroundings.changed();
    }
}

impl Deref for LockedClass<'_> {
    type Target = ClassInner;

    fn deref(&self) -> &ClassInner {
        &self.inner
    }
}

impl DerefMut for LockedClass<'_> {
    fn deref_mut(&mut self) -> &mut ClassInner {
        &mut self.inner
    }
}

impl Drop for LockedClass<'_> {
    fn drop(&mut self) {
        self.tell();
    }
}

/// The kits of the lesson: the numbers, letters and colours of its boxes. The machines of all groups are built alike.
fn kits_of(shown: &Shown) -> Result<Arc<Kits>> {
    let game = shown.state.game()?;
    let built = shown.state.machine_of(0)?;
    Ok(Arc::new(Kits::new(&game, built.model())))
}

fn text(event: &ClassEvent) -> String {
    serde_json::to_string(event).unwrap_or_default()
}
