//! A rule ready for play.

use super::super::rule::{Change, Empty, Multipliers, Rule};
use crate::game::Verdict;

/// What a rule says, where the loop of all games can ask for it quickly.
#[derive(Clone, Debug)]
pub(super) struct PreparedRule {
    /// What a loss, a draw and a win do, in the order of [`Verdict`].
    pub(super) changes: [Change; 3],
    pub(super) empty: Empty,
    pub(super) odds: Option<Multipliers>,
    /// Whether the running sums of the boxes alone say what a result comes to.
    pub(super) even: bool,
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
            even: rule.is_even(),
            rule: rule.clone(),
        }
    }

    /// The beads of each colour in a box of `count` colours that is met after `ply` moves.
    pub(super) fn start(&self, ply: u16, count: usize) -> u64 {
        self.rule.start_beads(ply, count)
    }
}
