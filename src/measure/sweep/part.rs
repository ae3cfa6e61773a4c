//! Parts of a sweep: some runs of its studies, kept in a file and put together later.

use std::ops::Range;

use matchboxes::Result;
use matchboxes::arena::{RunResult, StudySize};
use matchboxes::learn::Learners;
use matchboxes::session::Trainings;
use matchboxes::store::{PartFile, SweepPart, SweptRun};

use crate::common::in_play::InPlay;
use crate::common::stop;
use crate::measure::study::Watch;

/// Plays what is still left of a sweep or a part.
pub(super) fn play_left(
    in_play: &InPlay<'_, SweepPart>,
    trainings: &[[Trainings; 2]],
) -> Result<()> {
    let (done, all) = in_play.with(|held| held.part.progress());
    let size = in_play.with(|held| held.part.setting().size());
    let left = StudySize {
        runs: all - done,
        ..size
    };
    let watch = Watch::new(left, Learners::Both);
    for runs in in_play.with(|held| held.part.left(0)) {
        play_runs(in_play, trainings, &runs, &watch)?;
    }
    watch.clear();
    Ok(())
}

/// Plays these runs, study after study.
fn play_runs(
    in_play: &InPlay<'_, SweepPart>,
    trainings: &[[Trainings; 2]],
    runs: &Range<u64>,
    watch: &Watch,
) -> Result<()> {
    let each = in_play.with(|held| held.part.setting().runs);
    for (study, trainings) in (0..).zip(trainings.iter().flatten()) {
        let first = study * each;
        let within = runs.start.max(first)..runs.end.min(first + each);
        let Some(side) = trainings.learners().sides().next() else {
            continue;
        };
        if within.is_empty() || stop::is_asked() {
            continue;
        }
        let encode = |result: &RunResult| SweptRun::of(result, side).encode();
        let hand = in_play.hand(0, first, encode);
        let own = within.start - first..within.end - first;
        trainings.keep_runs(0, own, watch, &hand)?;
    }
    Ok(())
}
