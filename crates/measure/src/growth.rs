//! How a table grows during training, and how many of the positions met already have a box.
//!
//! Rote learning helps only where positions recur. This counts how often they do: the boxes, how many
//! of them have been met a second time, and how often the learner moved from a box that it already had.

use crate::game::{Game, Results};
use crate::learn::{Meetings, Run};

/// The state of a training after a number of games.
#[derive(Clone, Debug)]
pub struct Growth {
    /// The games played since the training began.
    pub games: u64,
    /// The results of the games since the previous mark.
    pub results: Results<u64>,
    /// The boxes of all learning sides.
    pub boxes: u64,
    /// How many of these boxes have been met again.
    pub again: u64,
    /// The memory allocated by the tables, in bytes.
    pub allocated: u64,
    /// The meetings since the previous mark.
    pub meetings: Meetings,
}

/// Plays a training and records its state after each of these numbers of games, which must ascend and are
/// rounded up to whole sets.
pub fn growth<G: Game>(run: Run<G>, marks: &[u64]) -> Vec<Growth> {
    // Only the packed learner counts what it meets.
    let mut run = run.with_layout_limit(0);
    let (learners, games_per_set) = (run.training().learners, run.training().games_per_set);
    let (mut met, mut results) = (Meetings::default(), Results::default());
    let mut all = Vec::new();
    for mark in marks {
        let sets = mark.div_ceil(games_per_set);
        run.play(sets.saturating_sub(run.history().sets()));
        // Each move belongs to one side, so the meetings of the sides can be added.
        let mut after = Meetings::default();
        for meetings in learners.sides().filter_map(|side| run.meetings(side)) {
            after.add(meetings);
        }
        let mut so_far = Results::<u64>::default();
        for record in &run.history().records {
            so_far += record.results;
        }
        let tables = learners.sides().filter_map(|side| run.table(side));
        let [boxes, allocated] = tables.fold([0, 0], |[boxes, allocated], table| {
            [boxes + table.len() as u64, allocated + table.allocated()]
        });
        all.push(Growth {
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
        });
        (met, results) = (after, so_far);
    }
    all
}
