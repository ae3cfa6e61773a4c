//! How often studies of few runs tell a true difference between two trainings, and how often one that is not there.

use std::fmt::Write as _;

use matchboxes::arena::{Certain, Compared, Curve, FinalFigure, Finals, Interval};
use matchboxes::dice::{Dice, Purpose};
use matchboxes::game::Side;
use matchboxes::text::{decimal, float};
use rayon::prelude::*;

use super::{Known, SEED, Size, TEACHERS, compared_in, student};

/// A true difference of the games not lost, in points of a percentage: what it is called, from and to.
const DIFFERENCES: [(&str, [f64; 2]); 4] = [
    ("none", [0.0, 0.0]),
    ("2", [1.5, 3.0]),
    ("5", [4.0, 6.5]),
    ("10", [8.0, 13.0]),
];

/// The ways to tell a difference.
const METHODS: [&str; 3] = ["95 % CI", "Student", "sign test"];

/// How often each way told a difference as it is, and the other way round.
#[derive(Clone, Default)]
pub(super) struct Told {
    studies: u64,
    /// With how many runs the difference would be told, as those say that do not tell it.
    said: Vec<u64>,
    right: [u64; 3],
    wrong: [u64; 3],
}

impl Told {
    fn add(&mut self, other: &Self) {
        self.studies += other.studies;
        self.said.extend(&other.said);
        for i in 0..METHODS.len() {
            self.right[i] += other.right[i];
            self.wrong[i] += other.wrong[i];
        }
    }

    /// Counts what a study says of a difference that is above 0.
    fn count(&mut self, row: &Compared, runs: usize) {
        let of = |interval: Option<Interval>| match interval {
            Some(interval) if interval.low > 0.0 => 1,
            Some(interval) if interval.high < 0.0 => -1,
            _ => 0,
        };
        let difference = row.difference.unwrap();
        let error = student(runs) * difference.error.unwrap();
        let [low, high] = [-error, error].map(|error| difference.mean + error);
        let student = Interval { low, high };
        let is_unequal = row.pairs.sign_test().is_some_and(|p| p < 0.05);
        let sign = match row.pairs.more.cmp(&row.pairs.less) {
            std::cmp::Ordering::Greater if is_unequal => 1,
            std::cmp::Ordering::Less if is_unequal => -1,
            _ => 0,
        };
        self.studies += 1;
        let told = [of(row.interval), of(Some(student)), sign];
        for (i, told) in told.into_iter().enumerate() {
            self.right[i] += u64::from(told > 0);
            self.wrong[i] += u64::from(told < 0);
        }
    }
}

fn is_not_lost(finals: &Finals) -> bool {
    let figure = finals.figure;
    matches!(figure, FinalFigure::Curve(Curve::NotLost(_)))
}

/// The games not lost in the last games of all runs, in percent.
fn percent_not_lost(known: &Known) -> f64 {
    let all = Finals::from_study(&known.study, Certain::default());
    let not_lost = all.iter().find(|finals| is_not_lost(finals)).unwrap();
    100.0 * not_lost.mean() / float(known.study.last_games())
}

/// What studies of so many runs tell of two trainings; of the same training twice, the runs of each are others.
fn told([one, other]: [&Known; 2], studies: u64, runs: usize) -> Told {
    let mut told = Told::default();
    let named = Side::BOTH.map(|side| FinalFigure::Curve(Curve::NotLost(side)).name());
    for number in 0..studies {
        let mut dice = Dice::new(SEED + 1, Purpose::Trial, runs as u64, number);
        let all = one.results.len();
        let mut draw = || -> Vec<usize> { (0..runs).map(|_| dice.index(all)).collect() };
        let places = draw();
        // Two trainings use the same random numbers in the same runs.
        let is_same = std::ptr::eq(one, other);
        let others = if is_same { draw() } else { places.clone() };
        let found = compared_in([one, other], [&places, &others], &named);
        told.count(&found.rows[0], runs);
        told.said.extend(found.runs_to_tell(&found.rows[0]));
    }
    told
}

/// A size of a true difference, a number of runs, the number of pairs of trainings, and what was told of them.
pub(super) type Row = (&'static str, usize, usize, Told);

/// A row for each size of a true difference and number of runs.
pub(super) fn power(size: &Size, studies: u64, most_pairs: usize) -> Vec<Row> {
    let mut rows: Vec<_> = DIFFERENCES
        .iter()
        .flat_map(|&(name, _)| [10, 30, 100, 300].map(|runs| (name, runs, 0, Told::default())))
        .collect();
    for game in size.games {
        for teacher in TEACHERS {
            let known = Known::all(size, game, teacher);
            let means: Vec<f64> = known.iter().map(percent_not_lost).collect();
            let pairs = (0..known.len()).flat_map(|i| (i + 1..known.len()).map(move |j| (i, j)));
            let pairs: Vec<_> = pairs.map(|(i, j)| (i, j, means[i] - means[j])).collect();
            for (name, [from, to]) in DIFFERENCES {
                let of_size = pairs.iter().filter(|(.., d)| (from..to).contains(&d.abs()));
                let mut chosen: Vec<(usize, usize)> = of_size
                    .map(|&(i, j, d)| if d > 0.0 { (i, j) } else { (j, i) })
                    .collect();
                if name == "none" {
                    chosen = (0..known.len()).map(|i| (i, i)).collect();
                }
                // Evenly over all, so that no training is in most of them.
                let step = chosen.len().div_ceil(most_pairs).max(1);
                let chosen: Vec<_> = chosen.into_iter().step_by(step).collect();
                for row in rows.iter_mut().filter(|row| row.0 == name) {
                    let all = chosen.par_iter();
                    let all = all.map(|&(i, j)| told([&known[i], &known[j]], studies, row.1));
                    row.2 += chosen.len();
                    all.collect::<Vec<_>>()
                        .iter()
                        .for_each(|told| row.3.add(told));
                }
            }
        }
    }
    rows
}

/// How often a difference was told, in percent, and behind it how often the other way round.
pub(super) fn table(rows: &[Row]) -> String {
    let mut text = format!(
        "| true difference, points | runs | pairs of trainings | {} | would be told with |\n\
         |---|---|---|---|---|---|---|\n",
        METHODS.join(" | ")
    );
    for (name, runs, pairs, told) in rows {
        write!(text, "| {name} | {runs} | {pairs} |").unwrap();
        for i in 0..METHODS.len() {
            let share = |n: u64| decimal(100.0 * float(n) / float(told.studies.max(1)), 1);
            let cell = if *name == "none" {
                share(told.right[i] + told.wrong[i])
            } else {
                format!("{} ({})", share(told.right[i]), share(told.wrong[i]))
            };
            write!(text, " {cell} |").unwrap();
        }
        let mut said = told.said.clone();
        said.sort_unstable();
        let middle = said.get(said.len() / 2).filter(|_| *name != "none");
        let middle = middle.map_or_else(String::new, u64::to_string);
        writeln!(text, " {middle} |").unwrap();
    }
    text
}

/// What is not there is told no more often than the level says, and what is there more often with more runs.
pub(super) fn check(rows: &[Row]) {
    for (name, runs, pairs, told) in rows {
        assert!(*pairs > 0, "{name} {runs}");
        let error = (0.05 * 0.95 / float(told.studies)).sqrt();
        // Student's is shown for comparison: it tells too often.
        for i in [0, 2] {
            let share = float(told.right[i] + told.wrong[i]) / float(told.studies);
            let is_held = *name != "none" || share < 0.05 + 4.0 * error;
            assert!(is_held, "{}: {share} in {runs} runs", METHODS[i]);
        }
    }
}
