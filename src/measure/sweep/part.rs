//! Parts of a sweep: some runs of its studies, kept in a file and put together later.

use std::io::Write;
use std::ops::Range;
use std::path::Path;

use matchboxes::Result;
use matchboxes::arena::{RunResult, StudySize};
use matchboxes::learn::Learners;
use matchboxes::session::Trainings;
use matchboxes::store::{self, PartFile, SweepPart, SweptRun};

use crate::common::parts::{InPlay, Joined, spanned};
use crate::common::stop;
use crate::measure::study::Watch;

/// A progress line for runs that are to be played.
fn watch(part: &SweepPart, runs: u64) -> Watch {
    let size = part.setting().size();
    Watch::new(StudySize { runs, ..size }, Learners::Both)
}

/// Plays a part into a file, or what the file lacks of it.
pub(super) fn play(
    fresh: SweepPart,
    trainings: &[[Trainings; 2]],
    path: &Path,
    force: bool,
    out: &mut dyn Write,
) -> anyhow::Result<()> {
    let mut in_play = InPlay::begin(path, fresh, force)?;
    let (done, all) = in_play.part.progress();
    let watch = watch(&in_play.part, all - done);
    for left in in_play.part.left() {
        in_play.play(&left, |part, runs| add(part, trainings, runs, &watch))?;
    }
    watch.clear();
    in_play.end(out)
}

/// Plays a whole sweep.
pub(super) fn play_all(part: &mut SweepPart, trainings: &[[Trainings; 2]]) -> Result<()> {
    let watch = watch(part, part.of());
    add(part, trainings, 0..part.of(), &watch)?;
    watch.clear();
    Ok(())
}

/// Plays these runs, study after study, and adds those that ended to the part.
fn add(
    part: &mut SweepPart,
    trainings: &[[Trainings; 2]],
    runs: Range<u64>,
    watch: &Watch,
) -> Result<()> {
    let each = part.setting().runs;
    let all = trainings.iter().zip(&part.cells);
    let studies = all.flat_map(|(seeds, cell)| {
        let side = cell.course.setting.learners.sides().next();
        seeds.iter().map(move |trainings| (trainings, side))
    });
    for (study, (trainings, side)) in (0..).zip(studies) {
        let first = study * each;
        let within = runs.start.max(first)..runs.end.min(first + each);
        let Some(side) = side.filter(|_| !within.is_empty() && !stop::is_asked()) else {
            continue;
        };
        let own = within.start - first..within.end - first;
        let swept = |result: &RunResult| (first + result.run, SweptRun::of(result, side));
        part.played.extend(watch.play(trainings, 0, own, swept)?.1);
    }
    Ok(())
}

impl Joined for SweepPart {
    fn played(&self) -> Vec<Range<u64>> {
        store::ranges(self.played.keys().copied())
    }

    fn join(&mut self, other: Self) {
        self.runs = spanned(&self.runs, &other.runs);
        self.played.extend(other.played);
    }
}
