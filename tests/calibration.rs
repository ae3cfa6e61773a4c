//! Whether intervals hold what they say: many small studies, and how often their intervals contain the long-run
//! value, which is that of all their runs together.

#![allow(clippy::unwrap_used, reason = "a test may stop")]

use std::convert::Infallible;
use std::fmt::Write as _;
use std::path::Path;
use std::sync::{Arc, Mutex};
use std::{env, fs};

use matchboxes::arena::{Comparisons, Finals, RunResult, Study, StudyPlan};
use matchboxes::games::TicTacToe;
use matchboxes::learn::{Opponent, Training, preset};
use matchboxes::player::Random;
use matchboxes::text::{decimal, float};

/// The numbers of runs in a small study.
const SIZES: [u64; 2] = [10, 30];

/// The trainings of each study. Sets of few games make resignations rare, and so few games that some runs do not
/// come to lose little.
const RULES: [&str; 2] = ["rote", "michie-304"];
const SETS: u64 = 120;
const GAMES_PER_SET: u64 = 10;

/// Studies of the trainings, and all results of each in order.
struct Played {
    studies: Vec<Study>,
    results: Vec<Vec<RunResult>>,
}

fn play(number: u64, runs: u64) -> Played {
    let (studies, results) = RULES
        .map(|rule| {
            let training = Training {
                opponent: Opponent::Player(Arc::new(Random)),
                games_per_set: GAMES_PER_SET,
                ..Training::new(TicTacToe, preset(rule).unwrap())
            };
            let course = StudyPlan {
                opponent: "",
                runs: number * runs..(number + 1) * runs,
                sets: SETS,
                evaluator: None,
                outside: None,
            };
            let results = Mutex::new(Vec::new());
            let keep = |result| {
                results.lock().unwrap().push(result);
                Ok::<_, Infallible>(())
            };
            let Ok(study) = Study::over(&training, &course, &keep, &());
            let mut results = results.into_inner().unwrap();
            results.sort_by_key(|result: &RunResult| result.run);
            (study, results)
        })
        .into_iter()
        .unzip();
    Played { studies, results }
}

fn compared(played: &Played) -> Comparisons {
    let results = played.results.iter().map(|results| {
        let results = results.iter();
        results.map(Ok::<_, Infallible>)
    });
    let Ok(compared) = Comparisons::of(&played.studies, results.collect());
    compared
}

/// How often something was covered, and how wide the intervals were.
#[derive(Clone, Copy, Default)]
struct Covered {
    studies: u64,
    times: u64,
    width: f64,
    /// How often twice the standard error either way would have covered it.
    by_errors: u64,
}

impl Covered {
    fn add(&mut self, value: f64, low: f64, high: f64) {
        // Long-run values are sums in another order than those of a study.
        let slack = 1e-9 * value.abs().max(1.0);
        self.studies += 1;
        self.times += u64::from(low - slack <= value && value <= high + slack);
        self.width += high - low;
    }

    fn of_a_hundred(&self, times: u64) -> f64 {
        100.0 * float(times) / float(self.studies)
    }
}

/// What is measured of a training or of the comparisons.
struct Line {
    name: String,
    value: Option<f64>,
    covered: Covered,
}

/// The coverage over this many studies of so many runs each.
fn calibrate(studies: u64, runs: u64) -> Vec<Line> {
    const LEVEL: f64 = Comparisons::TOGETHER;
    let mut whole: Option<Played> = None;
    let mut small = Vec::new();
    for number in 0..studies {
        let played = play(number, runs);
        small.push(compared(&played));
        if let Some(whole) = &mut whole {
            let both = whole.studies.iter_mut().zip(played.studies);
            both.for_each(|(study, others)| study.absorb(others));
            let both = whole.results.iter_mut().zip(played.results);
            both.for_each(|(results, others)| results.extend(others));
        } else {
            whole = Some(played);
        }
    }
    let long = compared(&whole.unwrap());
    let mut lines = Vec::new();
    for (training, rule) in RULES.iter().enumerate() {
        for (i, known) in long.finals[training].iter().enumerate() {
            let (mean, median) = (known.mean(), known.quantile(50));
            let mut of_mean = Covered::default();
            let mut of_median = Covered::default();
            for study in &small {
                let finals: &Finals = &study.finals[training][i];
                let interval = finals.interval(LEVEL).unwrap();
                of_mean.add(mean, interval.low, interval.high);
                let away = (finals.mean() - mean).abs();
                of_mean.by_errors += u64::from(away <= 2.0 * finals.error());
                let ends = finals.quantile_interval(50, LEVEL);
                let [low, high] = ends.map(|end| end.unwrap_or(float(SETS * GAMES_PER_SET)));
                if let Some(median) = median {
                    of_median.add(median, low, high);
                }
            }
            let figure = &known.figure;
            lines.push(Line {
                name: format!("{rule}: mean of `{figure}`"),
                value: Some(mean),
                covered: of_mean,
            });
            if median.is_some() {
                lines.push(Line {
                    name: format!("{rule}: median of `{figure}`"),
                    value: median,
                    covered: of_median,
                });
            }
        }
    }
    let mut together = Covered::default();
    for study in &small {
        let mut all = Covered::default();
        for (row, known) in study.rows.iter().zip(&long.rows) {
            let interval = row.interval.unwrap();
            all.add(known.difference.mean, interval.low, interval.high);
        }
        together.studies += 1;
        together.times += u64::from(all.times == all.studies);
    }
    lines.push(Line {
        name: format!("all {} differences together", long.rows.len()),
        value: None,
        covered: together,
    });
    // Figures that never happen or are always the same have nothing to estimate.
    lines.retain(|line| line.value != Some(0.0));
    lines
}

/// A hundred small studies: so few that a level of 93 % may by chance appear as three errors less.
#[test]
fn intervals_cover_what_they_say_in_a_hundred_studies() {
    let mut has_rare = false;
    for line in calibrate(100, SIZES[0]) {
        let covered = line.covered.of_a_hundred(line.covered.times);
        assert!(covered >= 93.0 - 3.0 * 2.55, "{}: {covered}", line.name);
        let resigned = line.name.contains("mean of `first_resigned`");
        has_rare |= resigned && line.value.is_some_and(|n| n < 1.0);
    }
    assert!(has_rare, "resignations are rare");
}

/// The table of the page: `MENACE_BLESS=1` writes it.
#[test]
#[ignore = "takes minutes"]
fn intervals_cover_what_they_say_in_a_thousand_studies() {
    let [small, large] = SIZES.map(|runs| calibrate(1_000, runs));
    let mut table = String::from(
        "| interval | long-run value | 10 runs: covered | mean width | mean +- 2 errors | 30 runs: covered \
         | mean width | mean +- 2 errors |\n|---|---|---|---|---|---|---|---|\n",
    );
    let mut short = Vec::new();
    for (line, other) in small.iter().zip(&large) {
        assert_eq!(line.name, other.name);
        let value = other.value.map_or_else(String::new, |n| decimal(n, 2));
        write!(table, "| {} | {value} |", line.name).unwrap();
        for Line { name, covered, .. } in [line, other] {
            let percent = |times| decimal(covered.of_a_hundred(times), 1) + " %";
            let width = covered.width / float(covered.studies);
            let [mut width, mut errors] = [decimal(width, 2), percent(covered.by_errors)];
            if !name.contains("mean of") {
                errors.clear();
            }
            if value.is_empty() {
                width.clear();
            }
            write!(table, " {} | {width} | {errors} |", percent(covered.times)).unwrap();
            if covered.of_a_hundred(covered.times) < 93.0 {
                short.push(name.clone());
            }
        }
        table.push('\n');
    }
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/study.md");
    let page = fs::read_to_string(&path).unwrap();
    let (before, rest) = page.split_once("<!-- calibration -->\n").unwrap();
    let (written, after) = rest.split_once("<!-- calibration -->\n").unwrap();
    if env::var_os("MENACE_BLESS").is_some() {
        let mark = "<!-- calibration -->\n";
        fs::write(&path, format!("{before}{mark}{table}{mark}{after}")).unwrap();
    } else {
        assert_eq!(written, table, "MENACE_BLESS=1 writes the table");
    }
    assert!(
        short.is_empty(),
        "covered less than 93 times in a hundred: {short:?}"
    );
}
