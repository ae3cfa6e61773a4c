//! How a table grows as games go by, and how much of play it knows.
//!
//! Rote learning helps where positions come again. This counts how often they do: the boxes, how many
//! of them have ever been met a second time, and how often the learner moved from a box that it had.

use crate::game::{Game, Results};
use crate::learn::{Learners, Meetings, Plain};

/// How a training stood after so many games.
#[derive(Clone, Debug)]
pub struct Growth {
    /// Games since it began.
    pub games: u64,
    /// How the games ended since the mark before.
    pub results: Results<u64>,
    /// Boxes of all sides that learn.
    pub boxes: u64,
    /// How many of them have been met again.
    pub again: u64,
    /// Bytes that the tables have taken from the system.
    pub allocated: u64,
    /// What was met since the mark before.
    pub meetings: Meetings,
}

/// Plays a training and looks at it after each of these numbers of games, which ascend; whole sets are
/// played. `seen` is told of each mark as it is reached.
pub fn growth<G: Game>(
    mut plain: Plain<G>,
    marks: &[u64],
    mut seen: impl FnMut(&Growth),
) -> Vec<Growth> {
    let (learners, games_per_set) = (plain.training().learners, plain.training().games_per_set);
    let (mut met, mut results) = (Meetings::default(), Results::default());
    let mut all = Vec::new();
    for mark in marks {
        let sets = mark.div_ceil(games_per_set);
        plain.play(sets.saturating_sub(plain.history().sets()));
        let after = met_so_far(&plain, learners);
        let so_far = plain.history().records.iter().fold(
            Results::default(),
            |mut sum: Results<u64>, record| {
                sum += record.results;
                sum
            },
        );
        let tables = learners.sides().filter_map(|side| plain.table(side));
        let [boxes, allocated] = tables.fold([0, 0], |[boxes, allocated], table| {
            [boxes + table.len() as u64, allocated + table.allocated()]
        });
        let mark = Growth {
            games: so_far.games(),
            results: Results {
                first_wins: so_far.first_wins - results.first_wins,
                draws: so_far.draws - results.draws,
                second_wins: so_far.second_wins - results.second_wins,
            },
            boxes,
            again: after.again,
            allocated,
            meetings: after.since(&met),
        };
        (met, results) = (after, so_far);
        seen(&mark);
        all.push(mark);
    }
    all
}

/// What all sides that learn have met, which take turns with the moves.
fn met_so_far<G: Game>(plain: &Plain<G>, learners: Learners) -> Meetings {
    let mut sum = Meetings::default();
    for side in learners.sides() {
        if let Some(meetings) = plain.meetings(side) {
            sum.add(meetings);
        }
    }
    sum
}
