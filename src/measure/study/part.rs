//! The runs of a study: all of them, or a part that is kept in a file and put together with others later.

use std::cell::RefCell;
use std::ops::Range;
use std::time::{Duration, Instant};

use matchboxes::arena::{RunResult, StudySize};
use matchboxes::learn::Learners;
use matchboxes::session::Trainings;
use matchboxes::store::{HeldPart, PartOf};

use super::progress::StudyProgress;
use crate::interrupt as stop;
use crate::measure::in_play::InPlay;
use crate::options::number::{MANY, count};

/// Reads `1000`, which is all runs from 0, and `1000..5000`.
pub(super) fn runs(text: &str) -> Result<Range<u64>, String> {
    let Some((first, end)) = text.split_once("..") else {
        return count::<MANY>(text).map(|runs| 0..runs);
    };
    let first = match first {
        "0" => 0,
        first => count::<MANY>(first)?,
    };
    let end = count::<MANY>(end)?;
    if first >= end {
        return Err(format!(
            "{first}..{end} has no runs; the first number must be the smaller one"
        ));
    }
    Ok(first..end)
}

/// Plays what is still left of a part or of a whole, one training after the other.
pub(in crate::measure) fn play_left(
    in_play: &InPlay<'_>,
    trainings: &Trainings,
) -> matchboxes::Result<()> {
    let (stretches, (done, all)) = in_play.with(|held| (held.part.left(), held.part.progress()));
    let learners = in_play.with(|held| match held.part.part_of() {
        PartOf::Study => held.part.setting().learners,
        // They may differ.
        PartOf::Sweep => Learners::Both,
    });
    let left = StudySize {
        runs: all - done,
        ..trainings.size()
    };
    let watch = StudyProgress::new(left, learners);
    for stretch in stretches {
        if !stop::is_asked() {
            let keeper = in_play.keeper(stretch.list, stretch.first);
            trainings.keep_runs(stretch.training, stretch.runs.clone(), &watch, &keeper)?;
        }
    }
    Ok(())
}

/// Plays a study without a file in rounds of some runs of all trainings: a stop leaves so many first runs of each.
pub(super) fn play_rounds(in_play: &InPlay<'_>, trainings: &Trainings) -> matchboxes::Result<u64> {
    let (all, learners) =
        in_play.with(|held| (held.part.whole_runs(), held.part.setting().learners));
    let watch = StudyProgress::new(trainings.size(), learners);
    // Each round lays out the game anew, for tic-tac-toe in 20 ms, so a short study is played in one.
    let is_short = trainings.size().games() <= SHORT && trainings.are_of_few_positions(FEW);
    // Each core plays two runs in step.
    let step = 2 * rayon::current_num_threads() as u64;
    let mut round = if is_short {
        all
    } else {
        (all / 16).next_multiple_of(step).max(step)
    };
    let (mut done, begun) = (0, Instant::now());
    let play = || {
        while done < all {
            let (began, end) = (Instant::now(), all.min(done + round));
            for training in 0..trainings.count() {
                let keeper = in_play.keeper(training, 0);
                trainings.keep_runs(training, done..end, &watch, &keeper)?;
            }
            if !in_play.end_round(end - done) {
                break;
            }
            done = end;
            // A stop costs a round: a second, or a quarter of the time.
            if began.elapsed() < Duration::from_secs(1).max(begun.elapsed() / 16) {
                round *= 4;
            }
        }
        Ok::<_, matchboxes::Error>(())
    };
    stop::unless_left(play).transpose()?;
    Ok(done)
}

/// With at most this many games of a small game, a study is over before somebody stops it.
const SHORT: u64 = 2_000_000;
/// The most positions of a small game.
const FEW: u128 = 10_000;

/// How many results are read at a time.
const AT_ONCE: usize = 1_024;

/// The results of all runs of a training in their order.
pub(super) fn results(
    held: &RefCell<HeldPart>,
    training: usize,
) -> impl Iterator<Item = matchboxes::Result<RunResult>> {
    let all = held.borrow().part.whole_runs();
    let firsts = (0..all).step_by(AT_ONCE);
    firsts.flat_map(move |first| {
        let runs = first..all.min(first + AT_ONCE as u64);
        match held.borrow_mut().ended(training, runs) {
            Ok(results) => results.into_iter().map(Ok).collect(),
            Err(error) => vec![Err(error)],
        }
    })
}
