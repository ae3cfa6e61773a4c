//! What the screens of a class show. Whoever changes it counts the change, and at the end of the lock every screen that
//! shows something else is told.

use std::collections::HashMap;
use std::ops::{Deref, DerefMut};
use std::sync::MutexGuard;

use matchboxes::session::{ClassGroup, ClassState};
use serde_json::{Value, json};

use super::{Class, Inner};
use crate::refusal::Unsaved;

/// All that is shown but the games at the boards.
pub(super) struct ShownClass {
    pub(super) state: ClassState,
    /// What is not on disk, and why.
    pub(super) unsaved: Option<Unsaved>,
    /// What was collected last, as the wall shows it.
    pub(super) collected: Option<Value>,
    /// Where groups join.
    pub(super) addresses: Vec<String>,
}

/// The same with the number of its changes.
pub(super) struct Shown {
    now: ShownClass,
    revision: u64,
}

impl Shown {
    pub(super) const fn new(state: ClassState, revision: u64) -> Self {
        let now = ShownClass {
            state,
            unsaved: None,
            collected: None,
            addresses: Vec::new(),
        };
        Self { now, revision }
    }

    /// The number of the present state, for requests that wait for another one.
    pub(super) const fn revision(&self) -> u64 {
        self.revision
    }

    pub(super) const fn change(&mut self) -> &mut ShownClass {
        self.revision += 1;
        &mut self.now
    }
}

impl Deref for Shown {
    type Target = ShownClass;

    fn deref(&self) -> &ShownClass {
        &self.now
    }
}

impl Deref for Inner {
    type Target = ShownClass;

    fn deref(&self) -> &ShownClass {
        &self.shown
    }
}

impl Inner {
    /// What a board shows of the class.
    pub(super) fn about(&self, group: &ClassGroup) -> Value {
        let facts = self.state.facts();
        json!({
            "class": {
                "name": group.name,
                "code": group.code,
                "paused": facts.is_paused,
                "lesson": facts.lesson,
                "way": facts.way,
            },
            "unsaved": self.unsaved,
        })
    }
}

/// A class that is locked.
pub(super) struct LockedClass<'a> {
    class: &'a Class,
    inner: MutexGuard<'a, Inner>,
    /// The number of the state that all screens were told of.
    revision: u64,
}

impl<'a> LockedClass<'a> {
    pub(super) fn new(class: &'a Class, inner: MutexGuard<'a, Inner>) -> Self {
        let revision = inner.shown.revision;
        Self {
            class,
            inner,
            revision,
        }
    }

    /// Tells every screen that shows something else now, before the answer to a request or at the end of the lock: each
    /// board that reads a machine that has learnt, or shows other things about the class.
    pub(super) fn tell(&mut self) {
        let inner = &mut *self.inner;
        if self.revision == inner.shown.revision {
            return;
        }
        self.revision = inner.shown.revision;
        let mut told = HashMap::new();
        for group in inner.state.present() {
            let about = inner.about(group);
            if let Ok(taught) = inner.state.machine_of(group.number) {
                let is_new = inner.told.get(&group.number) != Some(&about);
                let machines = &self.class.page.machines;
                machines.tell(&group.file, &taught.machine, is_new);
            }
            told.insert(group.number, about);
        }
        inner.told = told;
        self.class.surroundings.changed();
    }
}

impl Deref for LockedClass<'_> {
    type Target = Inner;

    fn deref(&self) -> &Inner {
        &self.inner
    }
}

impl DerefMut for LockedClass<'_> {
    fn deref_mut(&mut self) -> &mut Inner {
        &mut self.inner
    }
}

impl Drop for LockedClass<'_> {
    fn drop(&mut self) {
        self.tell();
    }
}
