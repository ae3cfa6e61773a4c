//! What the screens of a class show. Whoever changes it counts the change.

use std::ops::Deref;

use matchboxes::session::{ClassGroup, ClassState};
use serde_json::{Value, json};

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

impl ShownClass {
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
