//! The figures kept of every run, and their range over all runs.

use matchboxes::game::Side;
use matchboxes::learn::{History, Record, Snapshot};

use super::boards::{Beads, openings};
use super::play::{ArticleRun, ReadTables, TrainedRun};
use super::ruled_out::{PLIES, Reach, several};
use crate::claim::OwnFigure;
use matchboxes::text::{decimal, float};

/// The number of sets at the end from which final figures are computed.
pub(super) const LAST: usize = 10;

pub(super) struct Figures {
    pub(super) run: u64,
    /// The last sets of experiments 2, 3, 5 and 6.
    pub(super) first: Record,
    pub(super) second: Record,
    pub(super) onward: Record,
    pub(super) together: Record,
    /// The exact chances of experiment 4, for each way to read the tables.
    pub(super) readings: [ReadTables; 3],
    /// The opening boxes after experiments 2 and 6.
    pub(super) openings: [Beads; 2],
    /// Boxes with several moves without beads, by ply: after experiments 2 and 3, after 5, and after 6.
    pub(super) several: [[u64; PLIES]; 3],
    /// The boxes that can still come up: after experiment 2, after 3, and after 6 for both sides together.
    pub(super) reaches: [Reach; 3],
    /// The figures that pictures follow from set to set.
    pub(super) moments: Vec<Moment>,
}

#[derive(Clone, Copy, Debug)]
pub(super) struct Moment {
    /// Games that the learner did not lose in experiments 2 and 3, in the last ten sets.
    pub(super) not_lost: [u64; 2],
    /// Games drawn in experiments 5 and 6, in the last ten sets.
    pub(super) draws: [u64; 2],
    /// The number of games in these sets.
    pub(super) games: u64,
    /// Boxes met by the first and the second side: in experiments 2 and 3, and in 6.
    pub(super) boxes: [[u64; 2]; 2],
    /// Boxes met by both sides in experiment 5.
    pub(super) onward_boxes: u64,
    /// Boxes of both sides with a move without beads: in experiments 2 and 3, and in 6.
    pub(super) missing_colour: [u64; 2],
}

impl Figures {
    pub(super) fn new(number: u64, run: &ArticleRun) -> Self {
        let last = |trained: &TrainedRun| trained.history.last(LAST as u64);
        Self {
            run: number,
            first: last(&run.first),
            second: last(&run.second),
            readings: run.readings,
            onward: last(&run.onward),
            together: last(&run.together),
            openings: openings(run),
            several: [
                several(&[&run.first, &run.second]),
                several(&[&run.onward]),
                several(&[&run.together]),
            ],
            reaches: [&run.first, &run.second, &run.together].map(|t| Reach::new(t.tables())),
            moments: moments(run),
        }
    }

    /// Boxes with a move without beads, by ply: after experiments 2 and 3, after 5, and after 6.
    pub(super) fn missing_colour(&self) -> [[u64; PLIES]; 3] {
        let groups: [&[&Record]; 3] = [
            &[&self.first, &self.second],
            &[&self.onward],
            &[&self.together],
        ];
        groups.map(|records| {
            let mut sums = [0; PLIES];
            for snapshot in records.iter().flat_map(|r| r.snapshots.iter().flatten()) {
                for (sum, n) in sums.iter_mut().zip(&snapshot.missing_colour) {
                    *sum += n;
                }
            }
            sums
        })
    }

    /// Boxes met by both sides before and after experiment 5.
    pub(super) fn boxes_in_all(&self) -> [u64; 2] {
        let before = all_boxes(&self.first) + all_boxes(&self.second);
        [before, all_boxes(&self.onward)]
    }
}

/// How many boxes a side had met after these sets.
pub(super) fn boxes(record: &Record, side: Side) -> u64 {
    let snapshot = record.snapshots[side.index()].as_ref();
    snapshot.map_or(0, |snapshot| snapshot.boxes)
}

/// How many boxes all learners had met after these sets.
pub(super) fn all_boxes(record: &Record) -> u64 {
    Side::BOTH.iter().map(|&side| boxes(record, side)).sum()
}

pub(super) fn whole(history: &History) -> Record {
    history.last(history.sets())
}

/// The last [`LAST`] sets before the set of this number as one record, or all if there are fewer.
pub(super) fn window(history: &History, end: usize) -> Record {
    let records = history.records[end.saturating_sub(LAST)..end].to_vec();
    whole(&History { records })
}

fn moments(run: &ArticleRun) -> Vec<Moment> {
    let total = |record: &Record| -> u64 {
        let snapshots = record.snapshots.iter().flatten();
        snapshots.map(Snapshot::missing_colour_total).sum()
    };
    let moment = |set: usize| {
        let at = |trained: &TrainedRun| window(&trained.history, set + 1);
        let [first, second] = [&run.first, &run.second].map(at);
        let [onward, together] = [&run.onward, &run.together].map(at);
        let not_lost = first.results.not_lost(Side::First);
        let apart = [boxes(&first, Side::First), boxes(&second, Side::Second)];
        Moment {
            not_lost: [not_lost, second.results.not_lost(Side::Second)],
            draws: [onward.results.draws, together.results.draws],
            games: first.results.games(),
            boxes: [apart, Side::BOTH.map(|side| boxes(&together, side))],
            onward_boxes: all_boxes(&onward),
            missing_colour: [total(&first) + total(&second), total(&together)],
        }
    };
    (0..run.first.history.records.len()).map(moment).collect()
}

/// A figure over all runs: its least, its mean, its most and its standard deviation.
pub(super) struct FigureRange {
    pub(super) least: f64,
    pub(super) mean: f64,
    pub(super) most: f64,
    pub(super) deviation: f64,
    runs: f64,
}

impl FigureRange {
    /// The range of a figure; there must be at least one run.
    pub(super) fn over(figures: &[Figures], value: impl Fn(&Figures) -> f64) -> Self {
        let values: Vec<f64> = figures.iter().map(value).collect();
        let runs = float(values.len() as u64);
        let mean = values.iter().sum::<f64>() / runs;
        let squares: f64 = values.iter().map(|value| (value - mean).powi(2)).sum();
        Self {
            least: values.iter().copied().fold(f64::INFINITY, f64::min),
            mean,
            most: values.iter().copied().fold(f64::NEG_INFINITY, f64::max),
            deviation: (squares / (runs - 1.0).max(1.0)).sqrt(),
            runs,
        }
    }

    /// The mean with its standard error, which one run does not have.
    pub(super) fn found(&self, unit: &str) -> Option<OwnFigure> {
        let error = self.deviation / self.runs.sqrt();
        let [mean, shown] = [self.mean, error].map(|x| decimal(x, 1));
        let text = format!("{mean} \u{b1} {shown}{unit}");
        (self.runs > 1.0).then(|| OwnFigure::measured(text, self.mean, error))
    }
}
