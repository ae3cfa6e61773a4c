//! What of a class is not on disk, and why.

use std::collections::BTreeSet;

use matchboxes::error::Result;
use matchboxes::session::CLASS_FILE;

use super::{Class, ClassInner};
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
            "{} {lacks}, so the class begins anew{others}; if there is a copy of {CLASS_FILE}, stop the server and put it back",
            folder.at().join(CLASS_FILE).display(),
        ))
    }

    /// Tries again to write what could not be written; returns what is still not on disk, or only in another file.
    pub fn close(&self) -> Option<Unsaved> {
        let mut inner = self.lock();
        let verified = inner.journal.verify();
        let verified = verified.and_then(|()| inner.journal.syncing()?.wait());
        if verified.is_err() {
            inner.journal.keep_beside();
        }
        inner.note_written(verified);
        inner.unsaved.clone()
    }
}

impl ClassInner {
    pub(super) fn settle(&mut self) {
        let settled = self.journal.settle();
        let settled = settled.and_then(|()| self.journal.syncing()?.wait());
        self.note_written(settled);
    }

    /// Notes whether all is on disk now.
    pub(super) fn note_written(&mut self, written: Result<()>) {
        if written.is_ok() {
            self.waiting.clear();
        }
        if self.journal.is_foreign() {
            // No game counts as saved in a file that has something else.
            let games = self.shown.state.games().iter();
            let games = games.filter(|game| !game.is_taken_back);
            self.waiting
                .extend(games.map(|game| (game.number, game.group)));
        }
        let unsaved = written.err().map(|error| {
            let groups: BTreeSet<_> = self.waiting.values().collect();
            let mut unsaved = Unsaved::new(self.waiting.len(), error);
            unsaved.groups = groups.len();
            if let Some(rescue) = self.journal.rescue() {
                let words = format!("all is kept in {}: ", rescue.display());
                unsaved.why = unsaved.why.after(&words);
            }
            unsaved
        });
        if self.unsaved != unsaved {
            self.shown.change().unsaved = unsaved;
        }
    }

    /// Refuses what needs all events on disk.
    pub(super) fn check_saved(&self) -> Result<(), Refusal> {
        match &self.unsaved {
            Some(unsaved) => Err(Refusal::Unsaved(unsaved.clone())),
            None => Ok(()),
        }
    }
}
