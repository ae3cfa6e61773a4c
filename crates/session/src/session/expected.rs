//! The expected learning curves of the trainings of a study, computed without a sample.

use super::study::Trainings;
use crate::arena::{ExpectedCurve, ExpectedGame, Ground, UntilNeverLoses};
use crate::games::{Error, Result};
use crate::learn::Opponent;

/// The expected curve of one training.
#[derive(Clone, Debug)]
pub struct Expected {
    /// The games in order, from the first one.
    pub games: Vec<ExpectedGame>,
    /// Why the curve ends before the last game of the training, if it does.
    pub ended: Option<String>,
    /// How long it takes until no opponent can beat the machine, or why that is not known.
    pub until: Result<UntilNeverLoses, String>,
}

impl Trainings {
    /// The expected curve of each training over all of its games, with at most `states` states of a machine;
    /// with exact results if the request asks for them.
    ///
    /// # Errors
    ///
    /// [`Error::Request`] if both sides learn or in batches, if another player moves where there is no box, or if an
    /// opponent changes from game to game; [`Error::Rule`] if the beads in the boxes are not all that
    /// a rule goes by; [`Error::TooLarge`] for a game with too many positions.
    pub fn expected(&self, states: usize) -> Result<Vec<Expected>> {
        let last = self.size().games_per_run();
        let refuse = |what: &str| Err(Error::request(format!("an expected curve {what}")));
        if self.all.iter().any(|each| each.training.fallback.is_some()) {
            return refuse("needs a machine that plays any move where it has no box");
        }
        let mut all = Vec::with_capacity(self.all.len());
        for each in &self.all {
            let training = &each.training;
            let rule = &training.rule;
            if training.terms.batch > 1 {
                return refuse("needs a machine that learns after every game, not in batches");
            }
            let Some(against) = training.learners.against() else {
                return refuse("needs a single learner");
            };
            let Opponent::Player(player) = &training.opponent else {
                return refuse("needs an opponent that does not change from game to game");
            };
            let ground = Ground::shared(&training.game)?;
            let policy = ground.policy(&**player);
            let mut curve = ExpectedCurve::new(&ground, rule, against.other(), &policy)?;
            curve.most = states;
            if each.ground.is_some() {
                curve = curve.with_exact(&ground);
            }
            let mut games = Vec::new();
            let mut ended = None;
            while ended.is_none() && (games.len() as u64) < last {
                match curve.next_game() {
                    Ok(game) => games.push(game),
                    Err(error) => ended = Some(error.to_string()),
                }
            }
            let until = curve.until_never_loses().map_err(|error| error.to_string());
            all.push(Expected {
                games,
                ended,
                until,
            });
        }
        Ok(all)
    }
}
