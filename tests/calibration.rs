//! Whether intervals hold what they say: of every preset on small games against several teachers, many studies are
//! drawn from the runs of a large one, and it is counted how often their intervals contain its values.

#![allow(clippy::unwrap_used, reason = "a test may stop")]

use std::convert::Infallible;
use std::fmt::Write as _;
use std::path::Path;
use std::{env, fs};

use matchboxes::arena::{
    Certain, Compared, Comparisons, Finals, Interval, RunResult, Speed, Spread, Study,
};
use matchboxes::dice::{Dice, Purpose};
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
    /// The studies of each training, the numbers of their runs, and of which trainings: one in so many.
    studies: &'static [(u64, usize, usize)],
    /// The numbers of runs for which all that is compared is looked at together.
    together: &'static [usize],
    /// One preset in so many is taken.
    step: usize,
}

/// No other part of the project draws from this seed: the intervals were not chosen for it.
const SEED: u64 = 20_261_130;

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
            rules: learn::presets().into_iter().step_by(size.step).collect(),
            seed: Some(SEED),
            opponents: opponents.map(|name| name.parse().unwrap()).collect(),
            runs: Some(size.runs),
            sets: Some(size.sets),
            games_per_set: Some(size.games_per_set),
            exact: Examined::AtEnd,
            ..Request::default()
        };
        let trainings = Trainings::new(&request).unwrap();
        let known = |training| {
            let mut study = trainings.play(training, &()).unwrap();
            let results = std::mem::take(&mut study.results);
            let setting = &study.setting;
            let name = format!("{name}, {learners} learning, {}", setting.heading());
            Self {
                name,
                study,
                results,
            }
        };
        (0..trainings.count()).map(known).collect()
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

/// How often intervals covered a value, and how wide they were.
#[derive(Clone, Copy, Debug, Default)]
struct Covered {
    times: u64,
    studies: u64,
    /// The sum of their widths, in parts of the possible range.
    width: f64,
}

impl Covered {
    fn add(&mut self, interval: Interval, value: f64, span: f64) {
        self.width += (interval.high - interval.low) / span;
        self.note(holds(interval, value));
    }

    fn note(&mut self, is_covered: bool) {
        self.times += u64::from(is_covered);
        self.studies += 1;
    }

    fn percent(self) -> f64 {
        100.0 * float(self.times) / float(self.studies)
    }
}

/// What is stated of one figure or of one comparison in studies of so many runs.
#[derive(Clone)]
struct Line {
    what: &'static str,
    name: String,
    runs: usize,
    /// Of the study's own interval, of Student's and of a bootstrap's.
    covered: [Covered; 3],
}

const LEVEL: f64 = Comparisons::TOGETHER;
/// The figures of each side that are looked at.
const FIGURES: [&str; 8] = [
    "not_lost",
    "exact_random_lost",
    "exact_perfect_lost",
    "exact_worst_case_loss",
    "games_until_90",
    "lost_none",
    "mostly_resigned",
    "never_loses",
];
/// The studies that a bootstrap draws from the runs of one.
const DRAWN: usize = 200;

fn holds(interval: Interval, value: f64) -> bool {
    // Long-run values are sums in another order than those of a study.
    let slack = 1e-9 * value.abs().max(1.0);
    interval.low - slack <= value && value <= interval.high + slack
}

/// Student's quantile of 97.5 % for one degree of freedom less than so many runs.
fn student(runs: usize) -> f64 {
    match runs {
        10 => 2.262_157,
        30 => 2.045_230,
        100 => 1.984_217,
        300 => 1.967_930,
        1_000 => 1.962_341,
        _ => panic!("Student's quantile for {runs} runs is not known here"),
    }
}

/// Two samples of runs of a figure, with what a bootstrap draws from each: the means and the medians.
struct Sample {
    finals: Finals,
    mean: Option<Interval>,
    drawn: [Vec<f64>; 2],
}

impl Sample {
    fn new(finals: Finals, dice: &mut Dice) -> Self {
        let times = |(x, n): (Option<f64>, u64)| (0..n).map(move |_| x.unwrap_or(f64::INFINITY));
        let all: Vec<f64> = finals.values().flat_map(times).collect();
        let mut drawn = [Vec::new(), Vec::new()];
        for _ in 0..if all.is_empty() { 0 } else { DRAWN } {
            let mut again: Vec<f64> = all.iter().map(|_| all[dice.index(all.len())]).collect();
            drawn[0].push(again.iter().sum::<f64>() / float(all.len() as u64));
            let middle = (all.len() - 1) / 2;
            drawn[1].push(*again.select_nth_unstable_by(middle, f64::total_cmp).1);
        }
        Self {
            mean: finals.interval(LEVEL),
            finals,
            drawn,
        }
    }
}

/// The middle 95 % of what a bootstrap drew.
fn middle(mut drawn: Vec<f64>) -> Interval {
    drawn.sort_by(f64::total_cmp);
    let (low, high) = (drawn[DRAWN / 40 - 1], drawn[DRAWN - DRAWN / 40]);
    Interval { low, high }
}

/// What the studies of one training state of one figure: its mean or the share of runs of a kind, its median, and how it
/// differs from that of the next training.
fn of_figure([one, other]: [&Finals; 2], name: &str, runs: usize) -> [Line; 3] {
    let is_whole = |(x, _): (Option<f64>, u64)| x.is_some_and(|x| x.fract() == 0.0);
    let is_share = one.bounds() == Some([0.0, 1.0]) && one.values().all(is_whole);
    let named = |what, other: &str| Line {
        what,
        name: format!("{name}: {}, {}{other}", one.figure.name(), one.play.name()),
        runs,
        covered: [Covered::default(); 3],
    };
    let minus = format!(", minus {} of the next", other.mean());
    let what = if is_share { "share of runs" } else { "mean" };
    [
        named(what, ""),
        named("median", ""),
        named("difference", &minus),
    ]
}

/// Counts what a study of both trainings states of a figure.
fn count(lines: &mut [Line; 3], long: [&Finals; 2], [one, other]: [&Sample; 2], runs: usize) {
    let reach = |error: Option<f64>| student(runs) * error.unwrap_or(0.0);
    let around = |mean: f64, reach: f64| Interval {
        low: mean - reach,
        high: mean + reach,
    };
    let Some([least, most]) = long[0].bounds().filter(|[least, most]| least < most) else {
        return;
    };
    let span = most - least;
    // A share of nothing is not there, in any run.
    if [one, other].iter().any(|of| of.drawn[0].is_empty()) {
        return;
    }
    // Where some runs never get there, there is no mean of all.
    let known = long.map(|finals| finals.interval(LEVEL).map(|_| finals.mean()));
    let (mean, error) = (one.finals.mean(), one.finals.error());
    if let (Some(value), Some(interval)) = (known[0], one.mean) {
        let all = [
            interval,
            around(mean, reach(error)),
            middle(one.drawn[0].clone()),
        ];
        (0..3).for_each(|i| lines[0].covered[i].add(all[i], value, span));
    }
    if let ([Some(value), Some(less)], Some(a), Some(b)) = (known, one.mean, other.mean) {
        let difference = mean - other.finals.mean();
        let both = error
            .unwrap_or(0.0)
            .hypot(other.finals.error().unwrap_or(0.0));
        let drawn = one.drawn[0].iter().zip(&other.drawn[0]);
        let all = [
            Interval::of_difference((mean, a), (other.finals.mean(), b)),
            around(difference, reach(Some(both))),
            middle(drawn.map(|(one, other)| one - other).collect()),
        ];
        (0..3).for_each(|i| lines[2].covered[i].add(all[i], value - less, span));
    }
    if let Some(median) = long[0].quantile(50).filter(|_| lines[0].what == "mean") {
        let [low, high] = one.finals.quantile_interval(50, LEVEL);
        let (low, high) = (low.unwrap_or(least), high.unwrap_or(most));
        // A run that never gets there counts as the longest.
        let drawn = one.drawn[1].iter().map(|x| x.clamp(least, most));
        let drawn = middle(drawn.collect());
        lines[1].covered[0].add(Interval { low, high }, median, span);
        lines[1].covered[2].add(drawn, median, span);
    }
}

/// The lines of a training and of its difference from another one, from so many studies.
fn lines(both: [&Known; 2], studies: u64, runs: usize) -> Vec<Line> {
    let every: Vec<usize> = (0..both[0].results.len()).collect();
    let finals = |known: &Known, places: &[usize]| {
        let mut all = Finals::from_study(&known.chosen(places), Certain::default());
        all.retain(|of| FIGURES.iter().any(|end| of.figure.name().ends_with(end)));
        all
    };
    let long = both.map(|known| finals(known, &every));
    let pairs: Vec<[&Finals; 2]> = long[0].iter().zip(&long[1]).map(|(a, b)| [a, b]).collect();
    let of = |pair: &[&Finals; 2]| of_figure(*pair, &both[0].name, runs);
    let mut lines: Vec<[Line; 3]> = pairs.iter().map(of).collect();
    for number in 0..studies {
        let mut dice = Dice::new(SEED, Purpose::Trial, runs as u64, number);
        let mut samples = both.map(|known| {
            let places: Vec<usize> = (0..runs).map(|_| dice.index(every.len())).collect();
            let drawn = finals(known, &places).into_iter();
            drawn
                .map(|finals| Sample::new(finals, &mut dice))
                .collect::<Vec<_>>()
                .into_iter()
        });
        for (lines, &pair) in lines.iter_mut().zip(&pairs) {
            let [one, other] = samples.each_mut().map(|of| of.next().unwrap());
            count(lines, pair, [&one, &other], runs);
        }
    }
    let mut lines = lines.concat();
    lines.retain(|line| line.covered[0].studies > 0);
    lines
}

/// Whether everything that a study compares holds at once, the chance of more among it, and how often two studies of one
/// training get a word for their difference.
fn together(both: [&Known; 2], studies: u64, runs: usize) -> [Line; 3] {
    let every: Vec<usize> = (0..both[0].results.len()).collect();
    let long = compared(both, [&every, &every]);
    let mut lines = ["together", "chance of more", "no word for equals"].map(|what| Line {
        what,
        name: both[0].name.clone(),
        runs,
        covered: [Covered::default(); 3],
    });
    for number in 0..studies {
        let mut dice = Dice::new(SEED, Purpose::Trial, runs as u64, number);
        let mut draw = || -> Vec<usize> { (0..runs).map(|_| dice.index(every.len())).collect() };
        let (one, other, again) = (draw(), draw(), draw());
        let found = compared(both, [&one, &other]);
        let rows = found.rows.iter().zip(&long.rows);
        let is_covered = |(row, known): (&Compared, &Compared)| {
            let (mean, chance) = (known.difference.map(|of| of.mean), known.chance_of_more);
            let difference = row.interval.zip(mean);
            difference.is_none_or(|(interval, mean)| holds(interval, mean))
                && row.more.is_none_or(|interval| holds(interval, chance))
        };
        lines[0].covered[0].note(rows.clone().all(is_covered));
        for (row, known) in rows {
            let [one, other] = found.finals_of(row);
            let interval = one.interval_of_more(other, LEVEL);
            lines[1].covered[0].add(interval, known.chance_of_more, 1.0);
        }
        let twice = compared([both[0]; 2], [&one, &again]);
        for row in &twice.rows {
            lines[2].covered[0].note(row.dominance().is_none());
        }
    }
    lines
}

/// Everything that is stated: of one in so many of these trainings, by the numbers of their runs.
fn calibrate(known: &[Known], size: &Size) -> Vec<Line> {
    let tasks = size.studies.iter().flat_map(|&(studies, runs, step)| {
        let places = (0..known.len()).step_by(step);
        places.map(move |i| (studies, runs, i))
    });
    let tasks: Vec<_> = tasks.collect();
    let of = |&(studies, runs, i): &(u64, usize, usize)| {
        let both = [&known[i], &known[(i + 1) % known.len()]];
        let mut all = lines(both, studies, runs);
        if size.together.contains(&runs) {
            all.extend(together(both, studies, runs));
        }
        all
    };
    tasks.par_iter().flat_map_iter(of).collect()
}

/// Checks that none is covered too rarely even if `studies` were unlucky.
fn check(lines: &[Line]) {
    let is_short = |line: &&Line| {
        let covered = line.covered[0];
        let error = 100.0 * (LEVEL * (1.0 - LEVEL) / float(covered.studies)).sqrt();
        covered.percent() < 100.0 * LEVEL - 2.0 - 4.0 * error
    };
    let short = lines.iter().filter(is_short);
    let short: Vec<String> = short
        .map(|line| format!("{} of {}: {:?}", line.what, line.name, line.covered[0]))
        .collect();
    assert!(short.is_empty(), "of {}: {short:#?}", lines.len());
}

/// The trainings of all games with a teacher.
fn known(size: &Size, teacher: (Learners, &str)) -> Vec<Known> {
    let games = size.games.iter();
    games
        .flat_map(|game| Known::all(size, game, teacher))
        .collect()
}

/// Intervals of every preset hold what they say, on a small game and in few studies: `intervals_of_every_preset_hold` is the
/// law at large, and the whole form of this one draws more studies, and of all teachers.
#[test]
fn intervals_of_every_preset_hold_in_short() {
    let size = Size {
        games: &["hexapawn"],
        runs: whole_or(150, 40),
        sets: 8,
        games_per_set: 25,
        studies: whole_or(&[(40, 10, 1), (20, 30, 1)], &[(5, 10, 1), (2, 30, 1)]),
        together: &[10, 30],
        step: 1,
    };
    power::check(&power::power(&size, whole_or(5, 2), whole_or(3, 2)));
    let teachers = TEACHERS.into_iter().step_by(whole_or(1, 2));
    let lines = teachers.flat_map(|teacher| calibrate(&known(&size, teacher), &size));
    let lines: Vec<Line> = lines.collect();
    assert!(lines.len() > whole_or(2_000, 800), "{}", lines.len());
    check(&lines);
}

/// All of both tables of the page.
const WHOLE: Size = Size {
    games: &["tic-tac-toe", "hexapawn", "nim:3,4,5", "split-nim:7"],
    runs: 1_000,
    sets: 12,
    games_per_set: 50,
    studies: &[
        (200, 10, 1),
        (200, 30, 1),
        (200, 100, 2),
        (200, 300, 9),
        (200, 1_000, 9),
    ],
    together: &[],
    step: 4,
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
    let lines: Vec<Line> = TEACHERS
        .into_iter()
        .flat_map(|teacher| calibrate(&known(&WHOLE, teacher), &WHOLE))
        .collect();
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

/// What is stated, by the number of runs: how many statements, how often they hold and how wide they are, beside Student's
/// intervals and a bootstrap's.
fn table(lines: &[Line]) -> String {
    let mut text = String::from(
        "| what is stated | runs | statements | studies of each | covered | below 95 % | below 90 % | width | Student | \
         bootstrap |\n|---|---|---|---|---|---|---|---|---|---|\n",
    );
    let mut kinds: Vec<(&str, usize)> = lines.iter().map(|line| (line.what, line.runs)).collect();
    kinds.sort_unstable();
    kinds.dedup();
    for (what, runs) in kinds {
        let is_it = |line: &&Line| (line.what, line.runs) == (what, runs);
        let of: Vec<&Line> = lines.iter().filter(is_it).collect();
        let all = float(of.len() as u64);
        let percent = |line: &Line, i: usize| line.covered[i].percent();
        let below = |least: f64| {
            let few = of.iter().filter(|line| percent(line, 0) < least).count();
            decimal(100.0 * float(few as u64) / all, 1)
        };
        let mean = |i: usize, each: &dyn Fn(&Covered) -> f64| {
            let sum: f64 = of.iter().map(|line| each(&line.covered[i])).sum();
            decimal(sum / all, 1)
        };
        let width = |i: usize| mean(i, &|of: &Covered| 100.0 * of.width / float(of.studies));
        let other = |i: usize| {
            let is_known = of.iter().all(|line| line.covered[i].studies > 0);
            let cell = || format!("{} ({})", mean(i, &|of| of.percent()), width(i));
            is_known.then(cell).unwrap_or_default()
        };
        let own = if what.contains(' ') && what != "share of runs" || what == "together" {
            String::new()
        } else {
            width(0)
        };
        let studies = of.iter().map(|line| line.covered[0].studies).min();
        let studies = studies.unwrap_or(0);
        let [covered, few, fewer] = [mean(0, &|of| of.percent()), below(95.0), below(90.0)];
        let count = of.len();
        writeln!(
            text,
            "| {what} | {runs} | {count} | {studies} | {covered} | {few} | {fewer} | {own} | {} | {} |",
            other(1),
            other(2)
        )
        .unwrap();
    }
    text
}
