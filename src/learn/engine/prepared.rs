//! A rule in a form that is fast to apply.

use super::super::rule::{Change, Empty, Multipliers, Rule};
use crate::game::Verdict;

/// A rule in a form that the inner loop can read quickly.
#[derive(Clone, Debug)]
pub(super) struct PreparedRule {
    /// The changes for a loss, a draw and a win, in the order of [`Verdict`].
    pub(super) changes: [Change; 3],
    pub(super) empty: Empty,
    pub(super) odds: Option<Multipliers>,
    /// [`Rule::is_simple`]: results can be applied to the running sums directly.
    pub(super) simple: bool,
    pub(super) rule: Rule,
}

const _: () = assert!(Verdict::Loss as usize == 0 && Verdict::Win as usize == 2);

impl PreparedRule {
    pub(super) fn new(rule: &Rule) -> Self {
        let change = |verdict| {
            rule.beads()
                .map_or_else(Change::default, |beads| beads.change(verdict))
        };
        Self {
            changes: [Verdict::Loss, Verdict::Draw, Verdict::Win].map(change),
            empty: rule.empty,
            odds: rule.odds().map(Multipliers::new),
            simple: rule.is_simple(),
            rule: rule.clone(),
        }
    }

    /// The beads of each colour in a new box of `count` colours that is met after `ply` moves.
    pub(super) fn start(&self, ply: u16, count: usize) -> u64 {
        self.rule.start_beads(ply, count)
    }
}
