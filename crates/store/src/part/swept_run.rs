//! The figures of a run of a sweep, and their bytes.

use crate::arena::{RunResult, Speed, Study, StudySetting};
use crate::game::Side;
use crate::learn::Learners;

/// The figures of a run of a sweep.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SweptRun {
    /// The games of the last sets that the learner won.
    pub won: u64,
    /// The games that it did not lose.
    pub not_lost: u64,
    /// The games until it did not lose [`SweptRun::PERCENT`] in a hundred of its last games, if it came to that.
    pub reached: Option<u64>,
    /// With exact results, the chance to lose in the worst case, in parts of [`SweptRun::ONE`].
    pub worst_case_loss: Option<u64>,
}

impl SweptRun {
    /// The share of games not lost whose games are counted, in percent.
    pub const PERCENT: u64 = 90;
    /// The chance of what is certain.
    pub const ONE: u64 = 1_000_000_000_000;

    /// The number of games in the last sets of a run, from which its strength is computed.
    pub fn last_games(setting: &StudySetting) -> u64 {
        Study::LAST.min(setting.sets) * setting.games_per_set
    }

    /// The figures of a run for the side that learnt; of two that learn against each other it is the first.
    #[must_use]
    pub fn new(result: &RunResult, learners: Learners) -> Self {
        let side = learners.sides().next().unwrap_or(Side::First);
        let results = &result.last.results;
        let place = Speed::PERCENTS.iter().position(|n| *n == Self::PERCENT);
        let snapshot = result.last.snapshots[side.index()].as_ref();
        let exact = snapshot.and_then(|snapshot| snapshot.exact);
        Self {
            won: results.wins(side),
            not_lost: results.not_lost(side),
            reached: place.and_then(|place| *result.reached.get(place)?),
            worst_case_loss: exact.map(|exact| exact.worst_case_loss),
        }
    }

    /// The number of its bytes, with or without exact results.
    pub(super) const fn length(exact: bool) -> usize {
        (3 + exact as usize) * size_of::<u64>()
    }

    /// Its bytes: the two counts, the games plus one or 0, and the chance if there is one.
    pub(super) fn encode(&self) -> Vec<u8> {
        let reached = self.reached.map_or(0, |games| games.saturating_add(1));
        let numbers = [self.won, self.not_lost, reached];
        let numbers = numbers.into_iter().chain(self.worst_case_loss);
        numbers.flat_map(u64::to_le_bytes).collect()
    }

    /// The figures with these bytes; numbers that are missing count as 0.
    pub(super) fn decode(bytes: &[u8]) -> Self {
        let numbers = bytes.as_chunks::<8>().0;
        let mut numbers = numbers.iter().map(|bytes| u64::from_le_bytes(*bytes));
        let mut next = || numbers.next().unwrap_or_default();
        let (won, not_lost, reached) = (next(), next(), next());
        Self {
            won,
            not_lost,
            reached: reached.checked_sub(1),
            worst_case_loss: numbers.next(),
        }
    }

    /// Whether a run of this training can have them.
    pub(super) fn is_possible(&self, setting: &StudySetting) -> bool {
        let games = setting.size().games_per_run();
        self.won <= self.not_lost
            && self.not_lost <= Self::last_games(setting)
            && self
                .reached
                .is_none_or(|reached| (setting.window..=games).contains(&reached))
            && self
                .worst_case_loss
                .is_none_or(|chance| chance <= Self::ONE)
    }
}
