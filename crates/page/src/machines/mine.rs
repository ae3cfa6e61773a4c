//! The machines that a browser has used: the contents of their files, and how they are deleted and brought
//! back.
//!
//! The file of a machine that was deleted stays in the folder under another ending until it is deleted again.

use std::path::Path;
use std::time::UNIX_EPOCH;

use matchboxes::error::Error;
use matchboxes::locks::lock;
use matchboxes::store::{self, Lock};
use serde::Deserialize;
use serde_json::{Value, json};

use super::all::{Answer, Page};
use super::folder::{is_name, version};
use crate::refusal::Refusal;

/// The file extension of a machine that was deleted.
const DELETED: &str = "deleted";
/// The most machines in one request.
const ASKED: usize = 200;
/// The most deleted machines whose settings stay in memory.
const REMEMBERED: usize = 8;

/// The names of the machines, separated by commas.
#[derive(Deserialize)]
pub(crate) struct NamesQuery {
    names: String,
}

/// The file that is to be deleted, as it was listed.
#[derive(Deserialize)]
pub(crate) struct Listed {
    /// None if the file is too short to have one, or cannot be read.
    version: Option<String>,
    /// Whether it is the file of a machine that was deleted before, which now goes for good.
    #[serde(default)]
    is_deleted: bool,
}

/// What the file of a machine says, if there is one.
fn read(name: &str, path: &Path, is_deleted: bool) -> Option<Value> {
    if store::is_file(path) != Some(true) {
        return None;
    }
    let (chapters, _) = store::read_training(path).unwrap_or_default();
    let games = chapters.iter().map(|one| one.sets * one.spec.games_per_set);
    let written = std::fs::metadata(path).and_then(|file| file.modified());
    let since = written
        .ok()
        .and_then(|at| at.duration_since(UNIX_EPOCH).ok());
    Some(json!({
        "name": name,
        "is_deleted": is_deleted,
        // Null if the file cannot be read.
        "game": chapters.last().map(|last| &last.spec.game),
        "games": games.sum::<u64>(),
        // When the file was last written, in seconds since 1970, if that is known.
        "used": since.map(|since| since.as_secs()),
        "version": version(path),
    }))
}

impl Page {
    /// The requested machines that have a file, or had one and were deleted.
    pub(crate) fn list_mine(&self, asked: &NamesQuery) -> Value {
        let names = asked.names.split(',').filter(|name| is_name(name));
        let found = names.take(ASKED).flat_map(|name| {
            let path = self.folder.path(name);
            let deleted = path.with_extension(DELETED);
            [read(name, &path, false), read(name, &deleted, true)]
        });
        json!({ "machines": found.flatten().collect::<Vec<_>>() })
    }

    /// Deletes a machine whose file is as it was listed, so that it can be brought back, or for good if it was listed as
    /// deleted. Asked for twice, the first of these is done once: the second time may come from another screen.
    pub(crate) fn delete(&self, name: &str, listed: &Listed) -> Answer<Value> {
        if !is_name(name) {
            return Err(Refusal::Unknown);
        }
        let path = self.folder.path(name);
        let deleted = path.with_extension(DELETED);
        let is_as_listed =
            |path: &Path| store::is_file(path) == Some(true) && version(path) == listed.version;
        if listed.is_deleted {
            if !is_as_listed(&deleted) {
                return Err(Refusal::Changed);
            }
            store::remove(&deleted)?;
            lock(&self.deleted).remove(name);
            return Ok(json!({}));
        }
        if !self.folder.has(name)? {
            return if is_as_listed(&deleted) {
                Ok(json!({}))
            } else {
                Err(Refusal::Unknown)
            };
        }
        if store::exists(&deleted)? {
            // It would be gone without a word.
            let reason =
                "another machine of this name was deleted before; delete that one for good first";
            return Err(Error::request(reason).into());
        }
        let machine = self.known_machine(name)?;
        let mut inner = machine.lock();
        inner.check_free()?;
        inner.settle()?;
        if !is_as_listed(&path) {
            return Err(Refusal::Changed);
        }
        inner.close();
        let own = Lock::take(&path)?;
        store::rename(&path, &deleted)?;
        drop(own);
        let wanted = inner.wanted.take();
        drop(inner);
        let mut machines = lock(&self.by_name);
        // A new machine of this name may have begun in the meantime.
        if machine.lock().is_closed() {
            machines.remove(name);
            let mut deleted = lock(&self.deleted);
            if deleted.len() < REMEMBERED {
                deleted.insert(name.to_owned(), (machine, wanted));
            }
        }
        Ok(json!({}))
    }

    /// Brings a deleted machine back, unless its name has been taken.
    pub(crate) fn bring_back(&self, name: &str) -> Answer<Value> {
        if !is_name(name) {
            return Err(Refusal::Unknown);
        }
        let path = self.folder.path(name);
        let deleted = path.with_extension(DELETED);
        if !store::exists(&deleted)? {
            return Err(Refusal::Unknown);
        }
        let back = || {
            let _own = Lock::take(&path)?;
            if store::exists(&path)? {
                return Err(Refusal::Taken(name.to_owned()));
            }
            Ok(store::rename(&deleted, &path)?)
        };
        if let Some(machine) = self.in_memory(name) {
            // A board on another screen, which has no file while it has learnt nothing, makes room.
            let mut inner = machine.lock();
            inner.check_free()?;
            inner.settle()?;
            if store::exists(&path)? {
                return Err(Refusal::Taken(name.to_owned()));
            }
            inner.close();
            back()?;
            inner.wanted = None;
            drop(inner);
            let mut machines = lock(&self.by_name);
            if machine.lock().is_closed() {
                machines.remove(name);
            }
        } else {
            back()?;
        }
        let remembered = lock(&self.deleted).remove(name);
        if let Some((machine, wanted)) = remembered {
            machine.lock().wanted = wanted;
            lock(&self.by_name).insert(name.to_owned(), machine);
        }
        self.surroundings.changed();
        Ok(json!({}))
    }
}
