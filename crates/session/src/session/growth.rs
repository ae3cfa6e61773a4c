//! How the tables of the trainings of a study grow, game by game, where a game is too large to be learnt whole.

use super::study::{Resolved, Trainings};
use crate::arena::{Growth, growth};
use crate::error::{Error, Result};

impl Trainings {
    /// Plays run 0 of each training once more, and counts after powers of ten of games, from a thousand on, and at the
    /// end how its tables have grown.
    ///
    /// # Errors
    ///
    /// [`games::Error::Rule`](crate::games::Error::Rule) for a rule that keeps values.
    pub fn growth(&self) -> Result<Vec<Vec<Growth>>> {
        let games_per_set = self.size().games_per_set;
        let last = self.size().games_per_run();
        let decades = (3..).map(|power| 10_u64.saturating_pow(power));
        let decades = decades.take_while(|&games| games < last);
        let decades = decades.filter(|&games| games.is_multiple_of(games_per_set));
        let marks: Vec<u64> = decades.chain([last]).collect();
        let grow = |each: &Resolved| {
            let training = &each.training;
            if training.rule.values().is_some() {
                let reason = "it keeps values of moves; growth is measured for tables of beads";
                return Err(Error::rule(&training.rule.name, reason));
            }
            Ok(growth(training.clone().begin()?, &marks))
        };
        self.all.iter().map(grow).collect()
    }
}
