//! All machines by name. A machine is a model in the knowledge base. Its board is set up at the first
//! request and closed again when it has not been used for long.

use std::collections::HashMap;
use std::path::PathBuf;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use matchboxes::error::{Damage, Error, Result};
use matchboxes::games;
use matchboxes::learn::Table;
use matchboxes::session::lock_to_change;
use matchboxes::store::{self, Model};
use serde_json::{Value, json};

use super::folder::{Folder, check_length, is_name};
use super::hand::{Correction, Groups};
use super::job::{Job, TrainingRequest};
use super::machine::{Deleted, Inner, OpenMachine};
use super::offered::{Start, check_game};
use super::open_board::{OpenBoard, taught_at_the_table};
use super::set_up::{check_seen, check_size, open};
use super::state::{SeenState, Wanted};
use super::training::{JobStage, TrainingJob};
use crate::refusal::{Refusal, Unsaved};
use crate::surroundings::Surroundings;
use matchboxes::locks::lock;
use matchboxes::text::thousands;

/// How long an unused board stays set up.
const IDLE: Duration = Duration::from_secs(3600);

/// The most games of one training.
const GAMES: u64 = 10_000_000;

pub(crate) type Answer<T> = Result<T, Refusal>;

/// Where the machines are kept, and what the page may do.
#[derive(Clone, Debug)]
pub struct Settings {
    /// The folder of the machines.
    pub folder: PathBuf,
    /// Whether it is an exhibition: no files, and no settings but presets.
    pub kiosk: bool,
    /// Whether a class can be opened from the page.
    pub classes: bool,
    /// The machine of a page that has none yet.
    pub start: Start,
    /// The most boards that are set up at once.
    pub boards: usize,
    /// The most bytes of memory that the boards take.
    pub board_bytes: u64,
}

/// All machines, and the answers about them.
pub struct Page {
    pub(crate) settings: Settings,
    pub(crate) folder: Folder,
    pub(crate) by_name: Mutex<HashMap<String, Arc<OpenMachine>>>,
    pub(crate) deleted: Mutex<HashMap<String, Deleted>>,
    pub(crate) surroundings: Arc<dyn Surroundings>,
}

impl Page {
    /// The machines of a folder.
    pub fn new(settings: Settings, surroundings: Arc<dyn Surroundings>) -> Self {
        Self {
            folder: Folder::new(settings.folder.clone()),
            settings,
            by_name: Mutex::default(),
            deleted: Mutex::default(),
            surroundings,
        }
    }

    pub(crate) fn in_memory(&self, name: &str) -> Option<Arc<OpenMachine>> {
        lock(&self.by_name).get(name).cloned()
    }

    /// The machine of this name, if it is in memory or has a file.
    pub(crate) fn known_machine(&self, name: &str) -> Answer<Arc<OpenMachine>> {
        match self.in_memory(name) {
            Some(machine) => Ok(machine),
            // A name without a file gets no place in memory, since that could evict another machine.
            None if is_name(name) && self.folder.has(name)? => self.machine(name),
            None => Err(Refusal::Unknown),
        }
    }

    pub(crate) fn has(&self, name: &str) -> Answer<bool> {
        match self.known_machine(name) {
            Ok(_) => Ok(true),
            Err(Refusal::Unknown) => Ok(false),
            Err(refusal) => Err(refusal),
        }
    }

    /// The machine of this name, added to the machines in memory if necessary, whether or not it has a file.
    fn machine(&self, name: &str) -> Answer<Arc<OpenMachine>> {
        if !is_name(name) {
            return Err(Refusal::Unknown);
        }
        let mut machines = lock(&self.by_name);
        if let Some(machine) = machines.get(name) {
            return Ok(machine.clone());
        }
        let now = self.surroundings.now();
        let is_in_use = |machine: &Arc<OpenMachine>| {
            let since = machine.idle_since();
            since.is_none_or(|since| now.saturating_sub(since) < IDLE)
        };
        machines.retain(|_, machine| is_in_use(machine));
        self.make_room(&mut machines)?;
        let machine = Arc::new(OpenMachine::new(name, &self.folder, &self.surroundings));
        machines.insert(name.to_owned(), machine.clone());
        Ok(machine)
    }

    /// Makes room for another machine in memory, unless machines that are in use or not saved take all of it.
    fn make_room(&self, machines: &mut HashMap<String, Arc<OpenMachine>>) -> Answer<()> {
        let unsaved = |machine: &Arc<OpenMachine>| Some((machine.unsaved()?, machine.clone()));
        let held: Vec<_> = machines.values().filter_map(unsaved).collect();
        let bytes: u64 = held.iter().map(|(_, machine)| machine.bytes()).sum();
        let is_full = machines.len() >= self.settings.boards;
        let is_small = bytes <= self.settings.board_bytes;
        if is_small && (!is_full || remove_idle(machines, 0).is_some()) {
            return Ok(());
        }
        let longest = held.into_iter().min_by_key(|((since, _), _)| *since);
        let Some(((_, unsaved), longest)) = longest else {
            return Err(Refusal::Crowded);
        };
        // The disk may have room again.
        let mut inner = longest.lock();
        if inner.settle().is_err() {
            return Err(Refusal::Held(inner.unsaved().cloned().unwrap_or(unsaved)));
        }
        drop(inner);
        if is_full {
            machines.remove(&longest.name);
        }
        Ok(())
    }

    /// The number of the state of a machine, as in its scene, if the machine is in memory.
    pub fn revision(&self, name: &str) -> Option<u64> {
        self.in_memory(name).map(|machine| machine.revision())
    }

    /// Sets the board of a machine up again from its file, which has been changed from outside, unless it trains.
    pub fn reload(&self, name: &str) {
        if let Some(machine) = self.in_memory(name) {
            machine.reload();
        }
    }

    /// The state of a machine if it is not the one of this number. A machine that is only a file remains one.
    pub(crate) fn since(&self, name: &str, seen: u64) -> Answer<Value> {
        match self.revision(name) {
            Some(now) if now == seen => Ok(json!({})),
            None if is_name(name) && self.folder.has(name)? => Ok(json!({})),
            _ => self.show(name),
        }
    }

    /// Gives a machine, which may be a new one, another board, and returns its new state.
    fn set_up(&self, name: &str, set_up: impl FnOnce(&mut Inner) -> Answer<()>) -> Answer<Value> {
        let machine = self.machine(name)?;
        let mut inner = machine.lock();
        let is_free = inner.check_free();
        let done = is_free.and_then(|()| set_up(&mut inner));
        let state = done.map(|()| inner.state());
        drop(inner);
        self.free_memory();
        if state.is_err() {
            self.forget_empty(&machine);
        }
        state
    }

    /// Sets up a board as wanted, with an existing machine or a new one.
    pub(crate) fn sit(&self, name: &str, wanted: Wanted) -> Answer<Value> {
        self.set_up(name, |inner| {
            if inner.answered(wanted.request).is_some() {
                return Ok(());
            }
            check_seen(&self.folder.path(name), &wanted)?;
            inner.check_seen(wanted.revision)?;
            // What is thrown away need not be saved, and the file stays as the page has seen it.
            if !wanted.anew || !wanted.is_own() {
                inner.settle()?;
            }
            inner.last_used = self.surroundings.now();
            let board = inner.board();
            if wanted.teacher.is_some() && board.is_some_and(|one| one.opened.play.is_by_hand()) {
                return Err(taught_at_the_table().into());
            }
            if wanted.teacher.is_some() && inner.board().is_some() {
                // The lesson begins with the file.
                inner.act(OpenBoard::write)?;
            }
            let own = (name, inner.lock());
            inner.place(open(&self.folder, own, &wanted, &*self.surroundings)?);
            if wanted.anew {
                inner.forget();
            }
            inner.answered = wanted.request.map(|request| (request, Value::Null));
            inner.wanted = Some(Wanted {
                anew: false,
                version: None,
                revision: None,
                request: None,
                unfinished: None,
                ..wanted
            });
            Ok(())
        })
    }

    /// Closes the boards that have been unused for longest while all of them together take too much memory.
    /// A board that takes less than its share stays, because closing it would free too little.
    fn free_memory(&self) {
        let mut machines = lock(&self.by_name);
        let mut bytes: u64 = machines.values().map(|machine| machine.bytes()).sum();
        let most = self.settings.board_bytes;
        let share = most / self.settings.boards as u64;
        while bytes > most
            && let Some(less) = remove_idle(&mut machines, share.max(1))
        {
            bytes -= less;
        }
    }

    /// Removes a machine from memory if no board was ever set up for it.
    fn forget_empty(&self, machine: &Arc<OpenMachine>) {
        let mut machines = lock(&self.by_name);
        // Another request that holds it may be about to use it; none gets it while `machines` is locked.
        let is_alone = Arc::strong_count(machine) == 2;
        let listed = machines.get(&machine.name);
        let is_listed = listed.is_some_and(|other| Arc::ptr_eq(other, machine));
        if is_alone && is_listed && machine.lock().is_empty() {
            machines.remove(&machine.name);
        }
    }

    /// Does something at a machine that is in the state of this number, and returns its new state.
    pub(crate) fn act<T>(
        &self,
        name: &str,
        seen: SeenState,
        act: impl FnOnce(&mut OpenBoard) -> Result<T>,
    ) -> Answer<Value> {
        self.change(name, seen, |_, inner| {
            inner.act(|board| {
                let before = board.table_by_hand();
                act(board).map(|_| before)
            })
        })
    }

    /// Corrects the record of a real box to the beads counted in it, and returns the new state.
    pub(crate) fn correct(&self, name: &str, asked: &Correction) -> Answer<Value> {
        let (revision, request) = (asked.revision, asked.request);
        self.change(name, SeenState { revision, request }, |_, inner| {
            inner.act(|board| board.correct(asked))
        })
    }

    /// Begins the next game; after many games, on a newly set up board.
    pub(crate) fn next(&self, name: &str, seen: SeenState) -> Answer<Value> {
        self.change(name, seen, |machine, inner| {
            let before = inner.board().and_then(OpenBoard::table_by_hand);
            machine.next(inner).map(|()| before)
        })
    }

    /// Plays a watched game to its end; if it has ended, a whole new one.
    pub(crate) fn game(&self, name: &str, seen: SeenState) -> Answer<Value> {
        self.change(name, seen, |machine, inner| {
            if inner
                .board()
                .is_some_and(|board| board.opened.play.end().is_some())
            {
                machine.next(inner)?;
            }
            inner.act(OpenBoard::finish).map(|()| None)
        })
    }

    /// Changes a machine that is in the state of this number, and returns its new state. If `change` returns
    /// a table of real boxes, that state lists what must be done with the beads.
    fn change(
        &self,
        name: &str,
        seen: SeenState,
        change: impl FnOnce(&OpenMachine, &mut Inner) -> Answer<Option<Table>>,
    ) -> Answer<Value> {
        self.with(name, |machine, inner| {
            let steps = if let Some(steps) = inner.answered(seen.request) {
                steps
            } else {
                inner.check_seen(Some(seen.revision))?;
                let lies = change(machine, inner)?;
                let pair = lies.zip(inner.board());
                let steps = json!(pair.map(|(lies, board)| board.steps(&lies)));
                inner.answered = seen.request.map(|request| (request, steps.clone()));
                steps
            };
            let mut state = inner.state();
            if !steps.is_null() {
                state["steps"] = steps;
            }
            Ok(state)
        })
    }

    pub(crate) fn ask<T>(
        &self,
        name: &str,
        ask: impl FnOnce(&OpenBoard) -> Result<T>,
    ) -> Answer<T> {
        self.with(name, |_, inner| {
            inner.check_free()?;
            Ok(ask(inner.board().ok_or(Refusal::Unknown)?)?)
        })
    }

    /// The games and trainings of a machine, even during a training.
    pub(crate) fn games(&self, name: &str) -> Answer<Vec<Value>> {
        self.with(name, |_, inner| Ok(inner.games()))
    }

    /// The state of a machine, even during a training.
    pub(crate) fn show(&self, name: &str) -> Answer<Value> {
        self.with(name, |_, inner| Ok(inner.state()))
    }

    fn with<T>(
        &self,
        name: &str,
        work: impl FnOnce(&OpenMachine, &mut Inner) -> Answer<T>,
    ) -> Answer<T> {
        let machine = self.known_machine(name)?;
        let mut inner = machine.lock();
        inner.last_used = self.surroundings.now();
        if inner.board().is_none() && inner.job().is_none() {
            let board = machine.reopen(&inner)?;
            inner.place(board);
        }
        let done = work(&machine, &mut inner);
        drop(inner);
        self.free_memory();
        done
    }

    /// Begins a training of a machine; returns its state, and the training to be carried on.
    pub(crate) fn train(
        &self,
        name: &str,
        request: &TrainingRequest,
    ) -> Answer<(Value, Option<TrainingJob>)> {
        if !(1..=GAMES).contains(&request.games) {
            let reason = format!("a training has 1 to {} games", thousands(GAMES));
            return Err(Error::request(reason).into());
        }
        let machine = self.known_machine(name)?;
        self.with(name, |_, inner| {
            if inner.answered(request.request).is_some() {
                return Ok((inner.state(), None));
            }
            inner.check_seen(Some(request.revision))?;
            inner.settle()?;
            let board = inner.board().ok_or(Refusal::Unknown)?;
            let opponent = board.opponent_of(request, &self.folder)?;
            let job = Arc::new(Job::new(request, board.learnt()?));
            let board = inner.begin_training(&job)?;
            inner.answered = request.request.map(|number| (number, Value::Null));
            let job = TrainingJob {
                machine,
                job,
                stage: JobStage::Asked(Box::new(board)),
                games: request.games,
                opponent,
                clock: self.surroundings.clone(),
            };
            Ok((inner.state(), Some(job)))
        })
    }

    pub(crate) fn stop(&self, name: &str, seen: SeenState) -> Answer<Value> {
        self.with(name, |_, inner| {
            if let Some(job) = inner.job() {
                inner.check_present(Some(seen.revision))?;
                job.stop();
            }
            Ok(inner.state())
        })
    }

    /// Asks all trainings to stop, and returns whether any is still in progress.
    pub fn stop_trainings(&self) -> bool {
        self.all()
            .iter()
            .filter_map(|machine| machine.lock().job().map(|job| job.end()))
            .count()
            > 0
    }

    /// Closes all boards and releases the locks of their files. What was not saved is tried once more; what still
    /// cannot be written is returned, by the name of its machine.
    pub fn close(&self) -> Vec<(String, Unsaved)> {
        let mut left = Vec::new();
        for machine in self.all() {
            let mut inner = machine.lock();
            let unsaved = match inner.settle() {
                Ok(()) => inner.lost_training(),
                Err(Refusal::Unsaved(unsaved)) => Some(unsaved),
                Err(refusal) => Some(Unsaved::because(0, refusal.body())),
            };
            left.extend(unsaved.map(|unsaved| (machine.name.clone(), unsaved)));
            inner.close();
        }
        left.sort_by(|(one, _), (other, _)| one.cmp(other));
        left
    }

    fn all(&self) -> Vec<Arc<OpenMachine>> {
        lock(&self.by_name).values().cloned().collect()
    }

    /// Adds a model, read from bytes or from a link, under a name that is not in use.
    pub(crate) fn import(
        &self,
        name: &str,
        from: Option<&str>,
        read: impl FnOnce() -> Result<Model, Damage>,
    ) -> Answer<Value> {
        let path = from.map_or_else(|| self.folder.path(name), PathBuf::from);
        self.add(name, None, || {
            Ok(read().map_err(|reason| Error::Damaged { path, reason })?)
        })
    }

    /// Adds the machine of a class under a name that is not in use: what these machines have learnt, added up.
    pub(crate) fn merge(&self, name: &str, groups: &Groups) -> Answer<Value> {
        for name in &groups.names {
            // The files are added up, so the machines in memory are saved first.
            let Some(machine) = self.in_memory(name) else {
                continue;
            };
            let mut inner = machine.lock();
            inner.check_free()?;
            inner.settle()?;
        }
        let model = || {
            let parents: Vec<_> = groups
                .names
                .iter()
                .map(|name: &String| -> Answer<(String, Model)> {
                    let path = self.folder.other(name).ok_or(Refusal::Unknown)?;
                    check_length(&path)?;
                    Ok((name.clone(), store::read(&path)?))
                })
                .collect::<Answer<_>>()?;
            let [(_, first), _, ..] = &parents[..] else {
                let reason = "two or more machines are merged".to_owned();
                return Err(Error::request(reason).into());
            };
            let game = games::parse(first.game())?;
            Ok(store::merge(&game, &parents)?)
        };
        self.add(name, Some(groups.by_hand.unwrap_or(true)), model)
    }

    fn add(
        &self,
        name: &str,
        by_hand: Option<bool>,
        model: impl FnOnce() -> Answer<Model>,
    ) -> Answer<Value> {
        self.set_up(name, |inner| {
            let path = self.folder.path(name);
            if self.folder.has(name)? || inner.board().is_some() {
                return Err(Refusal::Taken(name.to_owned()));
            }
            self.folder.check_room()?;
            let model = model()?;
            check_game(model.game())?;
            check_size(name, &model)?;
            let model = store::verified(&path, model)?;
            let lock = lock_to_change(&path)?;
            if store::exists(&path)? {
                // Another process has written it in the meantime.
                return Err(Refusal::Taken(name.to_owned()));
            }
            lock.write(&path, &model)?;
            drop(lock);
            let wanted = Wanted {
                by_hand,
                ..Wanted::default()
            };
            inner.place(open(
                &self.folder,
                (name, None),
                &wanted,
                &*self.surroundings,
            )?);
            inner.wanted = by_hand.map(|_| wanted);
            Ok(())
        })
    }
}

/// Removes from memory the machine that has been unused for longest, among the machines that take at least
/// this many bytes; returns how many it took. Its file stays.
fn remove_idle(machines: &mut HashMap<String, Arc<OpenMachine>>, least: u64) -> Option<u64> {
    let large = machines.values().filter(|machine| machine.bytes() >= least);
    let idle = large.filter_map(|machine| Some((machine.idle_since()?, &machine.name)));
    let longest = idle.min()?.1.clone();
    machines.remove(&longest).map(|machine| machine.bytes())
}
