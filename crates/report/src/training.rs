//! What every row of a training begins with.

use matchboxes_learn::TrainingSpec;
use matchboxes_session::session::Opposing;

use crate::row::{Cell, Row};

/// What every row of a training begins with; `games` is how many had been played in each run at its moment.
pub fn training(spec: &TrainingSpec, games: u64) -> Row {
    Row::default()
        .with("game", &spec.game)
        .with("learner", spec.learners.name())
        .with("rule", &spec.rule.name)
        .with("opponent", opponent(spec))
        .with("fallback", &spec.fallback)
        .with("seed", Cell::Label(Some(spec.seed)))
        .with("games", games)
}

/// The opponent, or that the machine learns against itself.
pub(crate) fn opponent(spec: &TrainingSpec) -> &str {
    if spec.opponent.is_empty() && spec.learners.against().is_none() {
        Opposing::ITSELF
    } else {
        &spec.opponent
    }
}
