//! What the screens of a class show. Whoever changes it counts the change.

use std::collections::HashMap;
use std::ops::Deref;

use matchboxes::session::{ClassGroup, ClassState, GroupNumber};
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
    pub(super) fn board(&self, group: &ClassGroup) -> Value {
        let facts = self.state.facts();
        let taught = self.state.machine_of(group.number).ok();
        let class = json!({
            "name": group.name,
            "code": group.code,
            "paused": facts.is_paused,
            "lesson": facts.lesson,
            "way": facts.way,
            "pace": facts.pace,
            "guess": self.state.guess(group),
            "score": taught.map(|taught| taught.score(group.number)),
            "learnt": taught.and_then(|taught| learnt(taught.results())),
        });
        json!({ "class": class, "unsaved": self.unsaved })
    }

    /// The same of all boards, each with the number of games that its machine has learnt from.
    pub(super) fn boards(&self) -> HashMap<GroupNumber, (Value, u64)> {
        let boards = self.state.present().map(|group| {
            let taught = self.state.machine_of(group.number);
            let games = taught.map_or(0, |taught| taught.games());
            (group.number, (self.board(group), games))
        });
        boards.collect()
    }
}

/// The most games that are compared at both ends of what a machine has played, and the fewest.
const COMPARED: usize = 10;
const FEWEST: usize = 3;

/// What a machine has learnt: of how many games at each end, and how many of the first and of the last ones it lost.
fn learnt(results: &str) -> Option<[usize; 3]> {
    let games = COMPARED.min(results.len() / 2);
    let lost = |some: &str| some.matches('l').count();
    let (first, last) = (&results[..games], &results[results.len() - games..]);
    (games >= FEWEST).then(|| [games, lost(first), lost(last)])
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
