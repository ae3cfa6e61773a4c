//! What of a class is not on disk, and why.

use std::collections::BTreeSet;

use matchboxes::error::Result;
use matchboxes::locks::lock;

use super::{Class, FILE, Inner};
use crate::machines::folder::Folder;
use crate::refusal::{Refusal, Unsaved};

impl Class {
    /// What its user should know about its folder, in one line.
    pub fn note(&self) -> Option<&str> {
        self.note.as_deref()
    }

    /// A note if a class begins where it should have been known, since its user does not expect that.
    pub(super) fn begins_anew(folder: &Folder, had_file: bool) -> Option<String> {
        let first = folder.names().first().map(|name| folder.path(name));
        if first.is_none() && !had_file {
            return None;
        }
        let lacks = if had_file {
            "has no line"
        } else {
            "is not there"
        };
        let others = first.map_or_else(String::new, |path| {
            let path = path.display();
            format!(", though files of a class are there, such as {path}")
        });
        Some(format!(
            "{} {lacks}, so the class begins anew{others}; if there is a copy of {FILE}, stop the server and put it back",
            folder.at().join(FILE).display(),
        ))
    }

    /// Tries again to write what could not be written; returns what is still not on disk, or only in another file.
    pub fn close(&self) -> Option<Unsaved> {
        let mut inner = lock(&self.inner);
        self.settle(&mut inner);
        inner.keep()
    }

    pub(super) fn settle(&self, inner: &mut Inner) {
        let settled = inner.journal.settle();
        let settled = settled.and_then(|()| inner.journal.syncing()?.wait());
        self.note_written(inner, settled);
    }

    /// Notes whether all is on disk now, and tells everybody when that changes.
    pub(super) fn note_written(&self, inner: &mut Inner, written: Result<()>) {
        let was_saved = inner.unsaved.is_none();
        inner.note(written);
        if inner.unsaved.is_none() != was_saved {
            inner.revision += 1;
            self.surroundings.changed();
            self.tell_all(inner);
        }
    }
}

impl Inner {
    fn note(&mut self, written: Result<()>) {
        let Err(error) = written else {
            self.waiting.clear();
            self.unsaved = None;
            return;
        };
        let groups: BTreeSet<_> = self.waiting.values().collect();
        self.unsaved = Some(Unsaved {
            groups: groups.len(),
            ..Unsaved::new(self.waiting.len(), error)
        });
    }

    /// Refuses what needs all events on disk.
    pub(super) fn check_saved(&self) -> Result<(), Refusal> {
        match &self.unsaved {
            Some(unsaved) => Err(Refusal::Unsaved(unsaved.clone())),
            None => Ok(()),
        }
    }

    /// Keeps what is not on disk at the end in another file, if it can.
    fn keep(&self) -> Option<Unsaved> {
        let mut unsaved = self.unsaved.clone()?;
        if let Some(kept) = self.journal.keep_beside() {
            let words = format!("all is kept in {}: ", kept.display());
            unsaved.why = unsaved.why.after(&words);
        }
        Some(unsaved)
    }
}
