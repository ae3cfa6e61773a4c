//! What every row of a training begins with.

use matchboxes_learn::TrainingSpec;

use crate::row::{Cell, Row};

/// What every row of a training begins with; `games` is how many had been played in each run at its moment.
pub fn training(spec: &TrainingSpec, games: u64) -> Row {
    Row::default()
        .with("game", &spec.game)
        .with("learner", spec.learners.name())
        .with("rule", &spec.rule.name)
        .with("opponent", &spec.opponent)
        .with("fallback", &spec.fallback)
        .with("seed", Cell::Label(Some(spec.seed)))
        .with("games", games)
}
