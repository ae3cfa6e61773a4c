//! What every row of a training begins with.

use matchboxes_core::arena::Setting;

use crate::row::Row;

/// What every row of a training begins with; `games` is how many had been played in each run at its moment.
pub fn training(setting: &Setting, games: u64) -> Row {
    Row::default()
        .with("game", &setting.game)
        .with("learner", setting.learners.name())
        .with("rule", &setting.rule)
        .with("opponent", &setting.opponent)
        .with("outside", &setting.outside)
        .with("seed", setting.seed)
        .with("games", games)
}
