//! What the screens of a class show. Whoever changes it counts the change.

use std::collections::HashMap;
use std::ops::Deref;

use matchboxes::session::{ClassGroup, ClassLesson, ClassState, ClassWay, GroupNumber};
use serde::Serialize;
use serde_json::Value;

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

/// What a board shows of the class.
#[derive(PartialEq, Serialize)]
pub(super) struct BoardView {
    class: GroupView,
    unsaved: Option<Unsaved>,
}

#[derive(PartialEq, Serialize)]
struct GroupView {
    name: String,
    code: String,
    paused: bool,
    lesson: ClassLesson,
    way: ClassWay,
}

impl ShownClass {
    /// What the board of a group shows of the class.
    pub(super) fn board(&self, group: &ClassGroup) -> BoardView {
        let facts = self.state.facts();
        BoardView {
            class: GroupView {
                name: group.name.clone(),
                code: group.code.clone(),
                paused: facts.is_paused,
                lesson: facts.lesson,
                way: facts.way,
            },
            unsaved: self.unsaved.clone(),
        }
    }

    /// The same of all boards, each with the number of games that its machine has learnt from.
    pub(super) fn boards(&self) -> HashMap<GroupNumber, (BoardView, u64)> {
        let boards = self.state.present().map(|group| {
            let taught = self.state.machine_of(group.number);
            let games = taught.map_or(0, |taught| taught.games());
            (group.number, (self.board(group), games))
        });
        boards.collect()
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
