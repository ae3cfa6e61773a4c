//! How far a study is, on a terminal.

use std::fmt::Write;
use std::ops::ControlFlow;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use indicatif::{ProgressBar, ProgressState, ProgressStyle};
use menace::learn::Progress;

use crate::cli::output::bar;
use menace::text::{count, thousands};

/// A bar over all games of a study.
pub(super) struct Bar {
    shown: ProgressBar,
    games_per_set: u64,
    runs: u64,
    ended: Mutex<u64>,
}

impl Bar {
    /// A bar over so many runs of so many sets of so many games; unseen where nobody can see it.
    pub(super) fn new((runs, sets, games_per_set): (u64, u64, u64)) -> Self {
        let bar = bar(runs.saturating_mul(sets).saturating_mul(games_per_set));
        let style = "{bar:30} {msg}, {speed}, {eta} left";
        if let Ok(style) = ProgressStyle::with_template(style) {
            bar.set_style(style.with_key("speed", speed));
        }
        if !bar.is_hidden() {
            bar.enable_steady_tick(Duration::from_millis(250));
        }
        let new = Self {
            shown: bar,
            games_per_set,
            runs,
            ended: Mutex::new(0),
        };
        new.runs_ended(0);
        new
    }

    /// Takes the bar off the screen.
    pub(super) fn clear(&self) {
        self.shown.finish_and_clear();
    }
}

impl Progress for Bar {
    fn sets_played(&self, sets: u64) -> ControlFlow<()> {
        self.shown.inc(sets.saturating_mul(self.games_per_set));
        ControlFlow::Continue(())
    }

    fn runs_ended(&self, runs: u64) {
        let mut ended = self.ended.lock().unwrap_or_else(PoisonError::into_inner);
        *ended += runs;
        let all = count(self.runs, "run", "runs");
        self.shown
            .set_message(format!("{} of {all}", thousands(*ended)));
    }
}

#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "a speed is a positive number of few digits"
)]
fn speed(state: &ProgressState, text: &mut dyn Write) {
    let _ = write!(text, "{} games/s", thousands(state.per_sec() as u64));
}
