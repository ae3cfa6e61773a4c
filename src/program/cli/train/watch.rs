//! Watches a training: shows its progress, decides when to save and stop, and draws its pictures.

use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use menace::game::Results;
use menace::games::parse;
use menace::learn::{Learners, Progress};
use menace::session;
use menace::store::Model;

use crate::cli::common::stop::{self, Part, Training};
use crate::cli::common::{options::Pictures, pictures, progress::Meter};

/// How often a long training is saved without --checkpoint-every.
const SAVE_AFTER: Duration = Duration::from_secs(10);
/// A set that takes at least this long is saved as soon as it ends.
const LONG_SET: Duration = Duration::from_secs(2);

pub(super) struct Watch {
    meter: Option<Meter>,
    games_per_set: u64,
    /// The times of the last save and of the end of the last set, if the clock decides when to save.
    saved: Option<Mutex<[Instant; 2]>>,
    form: Pictures,
    folder: PathBuf,
    /// The paths of the pictures, once they are drawn.
    pub(super) drawn: Vec<PathBuf>,
}

impl Watch {
    /// Draws into `folder`; with `by_clock`, the clock decides when to save.
    pub(super) fn new(by_clock: bool, form: Pictures, folder: PathBuf) -> Self {
        Self {
            meter: None,
            games_per_set: 0,
            saved: by_clock.then(|| Mutex::new([Instant::now(); 2])),
            form,
            folder,
            drawn: Vec::new(),
        }
    }

    pub(super) fn clear(&self) {
        if let Some(meter) = &self.meter {
            meter.clear();
        }
    }
}

impl session::Watch for Watch {
    fn begin(&mut self, sets: u64, games_per_set: u64, learners: Learners) {
        stop::sets_begin();
        self.meter = Some(Meter::new(sets.saturating_mul(games_per_set), learners));
        self.games_per_set = games_per_set;
    }

    fn writing(&self, path: &Path, kind: session::Writing) {
        let part = Part::Writing(kind, path.to_owned(), stop::stamp(path));
        stop::update(|training| training.part = part);
    }

    fn copied(&self) {
        stop::update(|training| training.part = Part::Sets);
    }

    fn saved(&self, path: &Path) {
        let kept = Some(path.to_owned());
        stop::update(|training| {
            *training = Training {
                kept,
                ..Training::default()
            };
        });
    }

    fn finished(&self, path: &Path) {
        stop::update(|training| training.part = Part::Finished(path.to_owned()));
        stop::end_if_asked();
    }

    fn has_more(&self) -> bool {
        self.form != Pictures::None
    }

    fn learnt(&mut self, model: &Model, path: &Path) -> menace::Result<()> {
        if self.has_more() {
            stop::update(|training| {
                let kept = training.kept.as_deref().unwrap_or(path);
                training.part = Part::Drawing(kept.to_owned());
            });
            stop::end_if_asked();
        }
        self.clear();
        let game = parse(&model.game)?;
        self.drawn = pictures::draw(&game, model, path, &self.folder, self.form, None)?;
        Ok(())
    }

    fn stop_asked(&self) -> bool {
        stop::is_asked()
    }
}

impl Progress for Watch {
    fn games_ended(&self, results: &Results<u64>) {
        if let Some(meter) = &self.meter {
            meter.ended(results);
        }
    }

    fn sets_played(&self, sets: u64) -> ControlFlow<()> {
        if let Some(meter) = &self.meter {
            meter.played(sets.saturating_mul(self.games_per_set), &String::new);
        }
        let due = self.saved.as_ref().is_some_and(|saved| {
            let mut saved = saved.lock().unwrap_or_else(PoisonError::into_inner);
            let [last, ended] = *saved;
            let due = last.elapsed() >= SAVE_AFTER || ended.elapsed() >= LONG_SET;
            let now = Instant::now();
            *saved = [if due { now } else { last }, now];
            due
        });
        stop::update(|training| training.unsaved += sets);
        if due || stop::is_asked() {
            ControlFlow::Break(())
        } else {
            ControlFlow::Continue(())
        }
    }
}
