//! What a study computes besides its runs, if asked: the expected games, and how the tables grow.

use matchboxes::arena::{ExpectedCurve, Growth};
use matchboxes::session::{Expected, Request, Trainings};

use crate::options::number::{MANY, count as positive};

/// The games of a study with expected curves, if no length is given.
const GAMES: u64 = 300;
/// The games in a set of such a study.
const GAMES_PER_SET: u64 = 10;

#[derive(Debug, clap::Args)]
pub(super) struct ExtraOptions {
    /// Also compute the exact chances of each game, from all states that the machine can have; 300 games in sets of
    /// 10 unless a length is given
    #[arg(long, conflicts_with = "out")]
    pub(super) expected: bool,

    /// The most states of a machine for --expected. The curve ends where there are more [default: 200000]
    #[arg(long, value_name = "N", value_parser = positive::<MANY>, requires = "expected")]
    states: Option<u64>,

    /// Also count how the tables of the first run grow, and how many moves come from known boxes
    #[arg(long, conflicts_with = "out")]
    pub(super) growth: bool,
}

/// What was computed, for each training if it was asked for.
#[derive(Default)]
pub(super) struct Extras {
    pub(super) expected: Vec<Expected>,
    pub(super) growth: Vec<Vec<Growth>>,
}

impl ExtraOptions {
    /// The request with the usual length of a study with expected curves, unless it gives one.
    pub(super) fn with_length(&self, mut request: Request) -> Request {
        if self.expected && request.sets.is_none() {
            request.games.get_or_insert(GAMES);
            request.games_per_set.get_or_insert(GAMES_PER_SET);
        }
        request
    }

    pub(super) fn compute(&self, trainings: &Trainings) -> matchboxes::Result<Extras> {
        let mut extras = Extras::default();
        if self.expected {
            extras.expected = trainings.expected(self.most_states())?;
        }
        if self.growth {
            extras.growth = trainings.growth()?;
        }
        Ok(extras)
    }

    fn most_states(&self) -> usize {
        let given = self.states.and_then(|states| usize::try_from(states).ok());
        given.unwrap_or(ExpectedCurve::STATES)
    }

    /// The most states of the curves, if they were asked for.
    pub(super) fn states(&self) -> Option<u64> {
        self.expected.then(|| self.most_states() as u64)
    }
}
