//! Parts of a sweep: some runs of its studies, kept in a file and put together later.

use std::env;
use std::io::Write;
use std::ops::Range;
use std::path::Path;

use matchboxes::Result;
use matchboxes::arena::{RunResult, StudySize};
use matchboxes::learn::Learners;
use matchboxes::session::Trainings;
use matchboxes::store::{Held, PartFile, SweepPart, SweptRun};

use crate::common::in_play::InPlay;
use crate::common::stop;
use crate::measure::study::Watch;

/// Plays a part into a file, or what the file lacks of it.
pub(super) fn play(
    fresh: SweepPart,
    trainings: &[[Trainings; 2]],
    path: &Path,
    force: bool,
    out: &mut dyn Write,
) -> anyhow::Result<()> {
    let in_play = InPlay::begin(path, fresh, force)?;
    play_left(&in_play, trainings)?;
    in_play.end(out)
}

pub(super) fn play_all(whole: SweepPart, trainings: &[[Trainings; 2]]) -> Result<Held<SweepPart>> {
    let in_play = InPlay::without_file(whole, Some(&env::temp_dir()));
    play_left(&in_play, trainings)?;
    Ok(in_play.into_held())
}

fn play_left(in_play: &InPlay<'_, SweepPart>, trainings: &[[Trainings; 2]]) -> Result<()> {
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
