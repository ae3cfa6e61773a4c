//! The states of a machine: the beads in all boxes, each state once.

use std::collections::HashMap;
use std::sync::{Arc, OnceLock};

use foldhash::fast::FixedState;

use super::game::{ExpectedMachine, Judged};

/// The states met, numbered from 0, the first with full boxes.
#[derive(Debug)]
pub(super) struct States {
    /// The beads of full boxes.
    full: Box<[u64]>,
    all: Vec<State>,
    index: HashMap<Changed, u32, FixedState>,
}

/// A state, stored as the colours that differ from full boxes.
#[derive(Debug)]
struct State {
    changed: Changed,
    judged: OnceLock<Judged>,
}

/// Colours and their beads, by ascending colour.
type Changed = Arc<[(u32, u64)]>;

impl States {
    /// The state of full boxes, alone.
    pub(super) fn new(full: Vec<u64>) -> Self {
        let mut states = Self {
            full: full.into(),
            all: Vec::new(),
            index: HashMap::default(),
        };
        states.intern(Changed::default());
        states
    }

    pub(super) const fn len(&self) -> usize {
        self.all.len()
    }

    pub(super) fn beads(&self, state: usize) -> Vec<u64> {
        let mut beads = self.full.to_vec();
        for &(colour, left) in &*self.all[state].changed {
            beads[colour as usize] = left;
        }
        beads
    }

    /// The properties of a machine in this state, computed at their first use.
    pub(super) fn judged(&self, state: usize, machine: &ExpectedMachine) -> Judged {
        let judged = &self.all[state].judged;
        *judged.get_or_init(|| machine.judge(&self.beads(state)))
    }

    /// The number of the state that differs from another by this edit.
    pub(super) fn after(&mut self, state: usize, edit: &[(u32, u64)]) -> u32 {
        let (before, full) = (&self.all[state].changed, &self.full);
        let kept = before
            .iter()
            .filter(|(colour, _)| edit.iter().all(|(edited, _)| edited != colour));
        let edited = edit
            .iter()
            .filter(|&&(colour, left)| full[colour as usize] != left);
        let mut changed: Vec<_> = kept.chain(edited).copied().collect();
        changed.sort_unstable();
        self.intern(changed.into())
    }

    /// The number of the state with these changes.
    fn intern(&mut self, changed: Changed) -> u32 {
        if let Some(&known) = self.index.get(&changed) {
            return known;
        }
        let number = u32::try_from(self.all.len()).expect("fewer than 2^32 states");
        self.index.insert(changed.clone(), number);
        self.all.push(State {
            changed,
            judged: OnceLock::new(),
        });
        number
    }
}
