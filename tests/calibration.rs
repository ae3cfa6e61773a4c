//! Whether intervals hold what they say: of every preset on small games against several teachers, many studies are
//! drawn from the runs of a large one, and it is counted how often their intervals contain its values.

#![allow(clippy::unwrap_used, reason = "a test may stop")]

use std::convert::Infallible;
use std::fmt::Write as _;
use std::path::Path;
use std::sync::Mutex;
use std::{env, fs};

use matchboxes::arena::{Certain, Comparisons, Finals, Interval, RunResult, Speed, Spread, Study};
use matchboxes::dice::{Dice, Purpose};
use matchboxes::error::Error;
use matchboxes::games;
use matchboxes::learn::{self, Examined, Learners};
use matchboxes::session::{Request, Trainings};
use matchboxes::text::{decimal, float};
use rayon::prelude::*;

use crate::whole::whole_or;

#[path = "calibration/power.rs"]
mod power;

/// How much is played and drawn.
struct Size {
    games: &'static [&'static str],
    /// The runs of each training, from which the studies are drawn with replacement: they are all there are.
    runs: u64,
    sets: u64,
    games_per_set: u64,
    /// The studies of each training, and the numbers of their runs.
    studies: &'static [(u64, usize)],
}

/// The side that learns, and its opponent.
const TEACHERS: [(Learners, &str); 4] = [
    (Learners::First, "random"),
    (Learners::First, "perfect"),
    (Learners::Second, "perfect"),
    (Learners::Both, ""),
];

/// A training of which all runs are known.
struct Known {
    /// What it is, in the table.
    name: String,
    study: Study,
    results: Vec<RunResult>,
}

impl Known {
    /// The trainings of all presets on a game with a teacher.
    fn all(size: &Size, name: &str, (learners, opponent): (Learners, &str)) -> Vec<Self> {
        let game = games::parse(name).unwrap();
        let opponents = Some(opponent).filter(|name| !name.is_empty()).into_iter();
        let request = Request {
            game: Some(game.clone()),
            learner: Some(learners),
            rules: learn::presets(),
            opponents: opponents.map(|name| name.parse().unwrap()).collect(),
            runs: Some(size.runs),
            sets: Some(size.sets),
            games_per_set: Some(size.games_per_set),
            exact: Examined::EachSet,
            ..Request::default()
        };
        let trainings = Trainings::new(&request).unwrap();
        let results: Vec<_> = (0..trainings.count())
            .map(|_| Mutex::new(Vec::new()))
            .collect();
        let studies = trainings.play(&(), &|i: usize, result| {
            results[i].lock().unwrap().push(result);
            Ok::<_, Error>(())
        });
        let studies = studies.unwrap();
        let known = |(study, results): (Study, Mutex<Vec<RunResult>>)| {
            let mut results = results.into_inner().unwrap();
            results.sort_by_key(|result| result.run);
            let setting = &study.setting;
            let name = format!("{name}, {learners} learning, {}", setting.heading());
            Self {
                name,
                study,
                results,
            }
        };
        studies.into_iter().zip(results).map(known).collect()
    }

    /// A study of these runs, whose results are chosen by their places.
    fn chosen(&self, places: &[usize]) -> Study {
        let mut study = Study::empty(self.study.setting.clone());
        for &at in places {
            study.count_end(&self.results[at], 0);
        }
        let speeds = self.study.speeds.iter().enumerate();
        study.speeds = speeds
            .map(|(i, speed)| {
                let reached = places.iter().filter_map(|&at| self.results[at].reached[i]);
                let games: Spread = reached.collect();
                Speed {
                    not_reached: places.len() as u64 - games.len(),
                    games,
                    ..speed.clone()
                }
            })
            .collect();
        study
    }
}

/// Two trainings, the runs of each chosen by their places, compared in these figures.
fn compared_in(both: [&Known; 2], places: [&[usize]; 2], named: &[String]) -> Comparisons {
    let studies = [0, 1].map(|i| both[i].chosen(places[i]));
    let results = [0, 1].map(|i| places[i].iter().map(move |&at| Ok(&both[i].results[at])));
    let Ok(compared) = Comparisons::between::<_, Infallible>(&studies, &[], named, results.into());
    compared
}

/// The same in all figures.
fn compared(both: [&Known; 2], places: [&[usize]; 2]) -> Comparisons {
    let all = Finals::from_study(&both[0].study, Certain::default());
    let named: Vec<String> = all.iter().map(|finals| finals.figure.name()).collect();
    compared_in(both, places, &named)
}

/// How often something was covered.
#[derive(Clone, Copy, Debug, Default)]
struct Covered {
    times: u64,
    studies: u64,
}

impl Covered {
    fn add(&mut self, is_covered: bool) {
        self.times += u64::from(is_covered);
        self.studies += 1;
    }

    fn percent(self) -> f64 {
        100.0 * float(self.times) / float(self.studies)
    }
}

/// What is stated of one figure or of one comparison in studies of so many runs.
#[derive(Clone, Debug)]
struct Line {
    what: &'static str,
    name: String,
    runs: usize,
    value: Option<f64>,
    covered: Covered,
}

const LEVEL: f64 = Comparisons::TOGETHER;

fn holds(interval: Interval, value: f64) -> bool {
    // Long-run values are sums in another order than those of a study.
    let slack = 1e-9 * value.abs().max(1.0);
    interval.low - slack <= value && value <= interval.high + slack
}

/// The lines of a training and of its comparison with the next one, from so many studies.
fn lines(both: [&Known; 2], studies: u64, runs: usize) -> Vec<Line> {
    let every: Vec<usize> = (0..both[0].results.len()).collect();
    let long = compared(both, [&every, &every]);
    let line = |what, name: String, value| Line {
        what,
        name: format!("{}: {name}", both[0].name),
        runs,
        value: Some(value),
        covered: Covered::default(),
    };
    let means = |finals: &Finals| {
        let name = format!("{}, {}", finals.figure.name(), finals.play.name());
        line("mean", name, finals.mean())
    };
    let mut of_means: Vec<Line> = long.finals[0].iter().map(means).collect();
    let mut of_medians = of_means.clone();
    for (line, finals) in of_medians.iter_mut().zip(&long.finals[0]) {
        *line = Line {
            what: "median",
            value: finals.quantile(50),
            ..line.clone()
        };
    }
    let name = format!("minus {}", both[1].study.setting.heading());
    let whole = |what| Line {
        value: None,
        ..line(what, name.clone(), 0.0)
    };
    let [mut together, mut more, mut word] =
        ["together", "chance of more", "no word for equals"].map(whole);
    for number in 0..studies {
        let mut dice = Dice::new(1961, Purpose::Trial, runs as u64, number);
        let mut draw = || -> Vec<usize> { (0..runs).map(|_| dice.index(every.len())).collect() };
        let (one, other, again) = (draw(), draw(), draw());
        let found = compared(both, [&one, &other]);
        let all = found.finals[0].iter().zip(&long.finals[0]);
        for (i, (finals, known)) in all.enumerate() {
            // Where some runs never get there, there is no mean of all.
            let has_mean = known.interval(LEVEL).is_some();
            if let Some(interval) = finals.interval(LEVEL).filter(|_| has_mean) {
                of_means[i].covered.add(holds(interval, known.mean()));
            }
            if let Some(median) = known.quantile(50) {
                let [low, high] = finals.quantile_interval(50, LEVEL);
                let (low, high) = (low.unwrap_or(0.0), high.unwrap_or(f64::INFINITY));
                of_medians[i].covered.add(low <= median && median <= high);
            }
        }
        let rows = found.rows.iter().zip(&long.rows);
        let is_covered = |(row, known): (&_, &matchboxes::arena::Compared)| {
            let row: &matchboxes::arena::Compared = row;
            let (mean, chance) = (known.difference.map(|of| of.mean), known.chance_of_more);
            let difference = row.interval.zip(mean);
            difference.is_none_or(|(interval, mean)| holds(interval, mean))
                && row.more.is_none_or(|interval| holds(interval, chance))
        };
        together.covered.add(rows.clone().all(is_covered));
        for (row, known) in rows {
            let [one, other] = found.finals_of(row);
            let interval = one.interval_of_more(other, LEVEL);
            more.covered.add(holds(interval, known.chance_of_more));
        }
        let twice = compared([both[0]; 2], [&one, &again]);
        for row in &twice.rows {
            word.covered.add(row.dominance().is_none());
        }
    }
    let mut lines = [of_means, of_medians, vec![together, more, word]].concat();
    lines.retain(|line| line.covered.studies > 0);
    lines
}

/// Everything that is stated, of all presets.
fn calibrate(size: &Size) -> Vec<Line> {
    let mut all = Vec::new();
    for game in size.games {
        for teacher in TEACHERS {
            let known = Known::all(size, game, teacher);
            let pairs: Vec<usize> = (0..known.len()).collect();
            let of = |&i: &usize| {
                let both = [&known[i], &known[(i + 1) % known.len()]];
                let sizes = size.studies.iter();
                let of_size = |&(studies, runs): &_| lines(both, studies, runs);
                sizes.flat_map(of_size).collect::<Vec<_>>()
            };
            all.extend(pairs.par_iter().flat_map_iter(of).collect::<Vec<_>>());
        }
    }
    all
}

/// Checks that none is covered too rarely even if `studies` were unlucky.
fn check(lines: &[Line]) {
    let is_short = |line: &&Line| {
        let error = 100.0 * (LEVEL * (1.0 - LEVEL) / float(line.covered.studies)).sqrt();
        line.covered.percent() < 100.0 * LEVEL - 2.0 - 4.0 * error
    };
    let short: Vec<&Line> = lines.iter().filter(is_short).collect();
    assert!(short.is_empty(), "of {}: {short:#?}", lines.len());
}

/// Intervals of every preset hold what they say, on a small game and in few studies: `intervals_of_every_preset_hold` is the
/// law at large, and the whole form of this one draws more studies.
#[test]
fn intervals_of_every_preset_hold_in_short() {
    let size = Size {
        games: &["hexapawn"],
        runs: whole_or(150, 40),
        sets: 8,
        games_per_set: 25,
        studies: whole_or(&[(40, 10), (20, 30)], &[(5, 10), (2, 30)]),
    };
    power::check(&power::power(&size, whole_or(5, 2), whole_or(3, 2)));
    let lines = calibrate(&size);
    assert!(lines.len() > 3_000, "{}", lines.len());
    check(&lines);
}

/// All of both tables of the page.
const WHOLE: Size = Size {
    games: &["tic-tac-toe", "hexapawn", "nim:3,4,5", "split-nim:7"],
    runs: 1_000,
    sets: 12,
    games_per_set: 50,
    studies: &[(200, 10), (200, 30), (100, 100), (20, 1_000)],
};

/// Compares a table with that between two of these marks on the page; `MENACE_BLESS=1` writes it.
fn is_on_the_page(mark: &str, table: &str) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/records/calibration.md");
    let page = fs::read_to_string(&path).unwrap();
    let mark = &*format!("<!-- {mark} -->\n");
    let [before, written, after] = page.split(mark).collect::<Vec<_>>()[..] else {
        panic!("the page has two marks");
    };
    if env::var_os("MENACE_BLESS").is_some() {
        fs::write(&path, [before, table, after].join(mark)).unwrap();
    } else {
        assert_eq!(written, table, "MENACE_BLESS=1 writes the table");
    }
}

#[test]
#[ignore = "takes half an hour"]
fn intervals_of_every_preset_hold() {
    let lines = calibrate(&WHOLE);
    is_on_the_page("calibration", &table(&lines));
    check(&lines);
}

#[test]
#[ignore = "takes ten minutes"]
fn differences_are_told_as_often_as_the_page_says() {
    let powers = power::power(&WHOLE, 50, 10);
    is_on_the_page("power", &power::table(&powers));
    power::check(&powers);
}

/// What is stated, by the number of runs: how many statements, the mean coverage and the worst; then the worst lines.
fn table(lines: &[Line]) -> String {
    let mut text = String::from(
        "| what is stated | runs | statements | covered, mean | worst | so many below 93 % |\n\
         |---|---|---|---|---|---|\n",
    );
    let mut kinds: Vec<(&str, usize)> = Vec::new();
    for line in lines {
        if !kinds.contains(&(line.what, line.runs)) {
            kinds.push((line.what, line.runs));
        }
    }
    kinds.sort_unstable();
    for (what, runs) in kinds {
        let of = lines.iter().filter(|l| (l.what, l.runs) == (what, runs));
        let of: Vec<f64> = of.map(|line| line.covered.percent()).collect();
        let mean = decimal(of.iter().sum::<f64>() / float(of.len() as u64), 1);
        let least = decimal(of.iter().copied().fold(100.0, f64::min), 1);
        let few = of.iter().filter(|percent| **percent < 93.0).count();
        let count = of.len();
        let row = format!("| {what} | {runs} | {count} | {mean} % | {least} % | {few} |");
        writeln!(text, "{row}").unwrap();
    }
    text += "\nThe worst twenty:\n\n| what is stated | runs | long-run value | covered |\n|---|---|---|---|\n";
    let mut sorted: Vec<&Line> = lines.iter().collect();
    sorted.sort_by(|a, b| a.covered.percent().total_cmp(&b.covered.percent()));
    for line in sorted.into_iter().take(20) {
        let Line { what, name, .. } = line;
        let value = line
            .value
            .map_or_else(String::new, |value| decimal(value, 4));
        let (runs, covered) = (line.runs, decimal(line.covered.percent(), 1));
        writeln!(
            text,
            "| {what} of {name} | {runs} | {value} | {covered} % |"
        )
        .unwrap();
    }
    text
}
