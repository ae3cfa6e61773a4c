//! Michie's score: three points for a win, one for a draw and minus one for a loss. He rewarded his machine
//! this way in 1961, and plotted its progress with this score.

use super::history::{History, Record};
use crate::game::Side;

impl Record {
    /// Three times the games that `side` won, plus the draws, minus the games it lost. Saturates at the ends
    /// of the range.
    #[must_use]
    pub fn score(&self, side: Side) -> i64 {
        let [won, drawn, lost] = [
            self.results.wins(side),
            self.results.draws,
            self.results.wins(side.other()),
        ]
        .map(|n| i64::try_from(n).unwrap_or(i64::MAX));
        won.saturating_mul(3)
            .saturating_add(drawn)
            .saturating_sub(lost)
    }
}

impl History {
    /// The number of games played so far and the sum of the scores of `side`, after each record. The first
    /// entry is (0, 0), before any game.
    #[must_use]
    pub fn scores(&self, side: Side) -> Vec<(u64, i64)> {
        let mut so_far = (0_u64, 0_i64);
        let after = self.records.iter().map(|record| {
            so_far.0 = so_far.0.saturating_add(record.results.games());
            so_far.1 = so_far.1.saturating_add(record.score(side));
            so_far
        });
        std::iter::once((0, 0)).chain(after).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Results;

    #[test]
    fn wins_count_three() {
        let record = |first_wins, draws, second_wins| Record {
            sets: 1,
            results: Results {
                first_wins,
                draws,
                second_wins,
            },
            ..Record::default()
        };
        let history = History {
            records: vec![record(0, 1, 4), record(5, 0, 0)],
        };
        assert_eq!(history.scores(Side::First), [(0, 0), (5, -3), (10, 12)]);
        assert_eq!(history.scores(Side::Second), [(0, 0), (5, 13), (10, 8)]);
        assert_eq!(record(u64::MAX, 0, 0).score(Side::First), i64::MAX);
    }
}
