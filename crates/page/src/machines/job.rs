//! The progress of a training, for the screens that show it and may stop it.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, MutexGuard};

use serde::{Deserialize, Serialize};

use super::curve::CurvePoint;
use super::learnt::Learnt;
use crate::refusal::{ErrorBody, Refusal};
use matchboxes::locks::lock;
use matchboxes::store::Model;

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct TrainingRequest {
    /// The opponent; not used when both sides learn from each other.
    pub(crate) opponent: Option<String>,
    pub(crate) games: u64,
    /// As in [`SeenState`](super::state::SeenState).
    pub(crate) revision: u64,
    pub(crate) request: Option<u64>,
}

/// The progress of a training, as sent to the page. `played`, `recent` and `learnt` are of one moment, in which the
/// machine was saved.
#[derive(Debug, Default, Serialize)]
pub(crate) struct JobStatus {
    pub(crate) opponent: String,
    /// The number of games in all, and of games played.
    pub(super) games: u64,
    pub(crate) played: u64,
    /// The results of the last games, and how many they are.
    pub(super) recent: Option<CurvePoint>,
    /// It waits for other trainings to end.
    pub(super) waiting: bool,
    /// It was stopped on request, or because the machine is `full`: it has as many boxes as the page allows.
    pub(super) stopped: bool,
    pub(super) full: bool,
    pub(super) failed: Option<ErrorBody>,
    /// The machine, until the training has ended.
    #[serde(flatten)]
    pub(super) learnt: Option<Learnt>,
}

/// A training in progress, for the screens that show it and may stop it.
#[derive(Debug, Default)]
pub(crate) struct Job {
    status: Mutex<JobStatus>,
    stopped: AtomicBool,
    /// The program ends, so that what cannot be written now is lost.
    is_last: AtomicBool,
}

/// The most boxes that a machine on the page can have, so that one request can go through them.
pub(crate) const MOST_BOXES: u64 = 200_000;
/// The boxes at which a training stops: fewer, because more are added before the training notices.
pub(super) const FULL: u64 = MOST_BOXES / 4 * 3;

impl Job {
    /// A training of the machine that is now like this.
    pub(crate) fn new(request: &TrainingRequest, learnt: Learnt) -> Self {
        Self {
            status: Mutex::new(JobStatus {
                opponent: request.opponent.clone().unwrap_or_default(),
                games: request.games,
                waiting: true,
                learnt: Some(learnt),
                ..JobStatus::default()
            }),
            ..Self::default()
        }
    }

    pub(crate) fn stop(&self) {
        self.stopped.store(true, Ordering::Relaxed);
    }

    /// Stops it because the program ends.
    pub(crate) fn end(&self) {
        self.is_last.store(true, Ordering::Relaxed);
        self.stop();
    }

    pub(super) fn is_last(&self) -> bool {
        self.is_last.load(Ordering::Relaxed)
    }

    pub(super) fn is_stopped(&self) -> bool {
        self.stopped.load(Ordering::Relaxed)
    }

    pub(crate) fn status(&self) -> MutexGuard<'_, JobStatus> {
        lock(&self.status)
    }

    pub(super) fn fail(&self, refusal: &Refusal) {
        self.status().failed = Some(refusal.body());
    }
}

/// Whether a machine has more boxes than the page lets it learn.
pub(crate) fn is_full(model: &Model) -> bool {
    model.boxes() > FULL
}
