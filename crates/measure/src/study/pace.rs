//! How many runs of a study are played at the same time.

use crate::game::Game;
use crate::learn::Training;

/// The number of runs played in step on one core. Two are faster than one (see `tools/benches/training.rs`), and
/// larger groups would leave more work to the last thread of a study.
const IN_STEP: u64 = 2;

/// What the program itself takes, apart from the runs.
const BESIDES: u64 = 16_000_000;

/// The runs of a study that are played at the same time, so that they stay within the memory that it may take. It
/// never changes a result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pace {
    /// The threads that play.
    pub threads: u64,
    /// The threads that would play if there were memory enough.
    pub wanted: u64,
    /// The runs that each thread plays in step.
    pub in_step: u64,
    /// The bytes that a study may take, all together.
    pub limit: u64,
    /// About the bytes that it takes.
    pub bytes: u64,
}

impl Pace {
    /// The pace of a study of `runs` runs of `games` games. The study may take `limit` bytes, and holds `taken` of
    /// them anyway. `noted` is whether the states of unfinished runs are saved.
    pub(super) fn new<G: Game>(
        training: &Training<G>,
        [runs, games]: [u64; 2],
        [limit, taken]: [u64; 2],
        noted: bool,
    ) -> Self {
        let taken = taken.saturating_add(BESIDES);
        let pace = |counted, in_step: u64| {
            let wanted = rayon::current_num_threads() as u64;
            let wanted = wanted.min(runs.div_ceil(in_step)).max(1);
            let each = training.memory(in_step, games, counted, noted).max(1);
            let threads = (limit.saturating_sub(taken) / each).clamp(1, wanted);
            Self {
                threads,
                wanted,
                in_step,
                limit,
                bytes: taken.saturating_add(threads.saturating_mul(each)),
            }
        };
        // The positions of the game are counted only if that may help. If two runs in step on every thread do not fit
        // even so, more threads play one each.
        let two = IN_STEP.min(runs.max(1));
        let tried = [false, true].into_iter().map(|counted| pace(counted, two));
        let mut fits = tried.filter(|pace| !pace.is_slower());
        fits.next().unwrap_or_else(|| pace(true, 1))
    }

    /// Whether fewer threads play than could, or more memory is needed than may be taken.
    #[must_use]
    pub const fn is_slower(&self) -> bool {
        self.threads < self.wanted || self.bytes > self.limit
    }
}

#[cfg(test)]
mod tests {
    use super::Pace;
    use crate::games::TicTacToe;
    use crate::learn::{Training, preset};

    /// A run of any length meets no more positions than the game has, so runs of a small game are always played in step.
    #[test]
    fn long_runs_of_a_small_game_are_played_in_step() {
        let training = Training::new(TicTacToe, preset("rote").unwrap());
        for games in (10..40).map(|bits| 1 << bits) {
            let pace = Pace::new(&training, [16, games], [1 << 30, 0], false);
            assert_eq!(pace.in_step, 2, "{games}");
        }
    }
}
