//! Studies: the article's trainings with 300 runs each, and results that do not depend on groups of runs.

#![allow(clippy::unwrap_used, reason = "a test may stop")]

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex};

use matchboxes::arena::{
    Curve, Evaluation, Figure, Ground, Keep, RunResult, Spread, Study, StudyPlan,
};
use matchboxes::error::Error;
use matchboxes::game::Side;
use matchboxes::games::{AnyGame, TicTacToe};
use matchboxes::learn::{
    Empty, Evaluator, Examined, History, Layout, Learners, Opponent, Progress, Rule, Training,
    preset,
};
use matchboxes::player::tictactoe::script;
use matchboxes::player::{Perfect, Player, Random, lifted};
use matchboxes::session::{Request, Trainings};
use matchboxes::text::float;

#[path = "study/exactly.rs"]
mod exactly;
#[path = "study/growth.rs"]
mod growth;
#[path = "study/in_progress.rs"]
mod in_progress;
#[path = "study/memory.rs"]
mod memory;
#[path = "study/missing.rs"]
mod missing;
#[path = "study/page.rs"]
mod page;
#[path = "study/parts.rs"]
mod parts;
#[path = "study/program.rs"]
mod program;
#[path = "study/results.rs"]
mod results;
#[path = "study/speed.rs"]
mod speed;
#[path = "study/stopped.rs"]
mod stopped;

/// As commands have it: what is played for it is compiled in the library, at full optimization.
const GAME: AnyGame = AnyGame::TicTacToe(TicTacToe);

fn training(
    rule: &str,
    learners: Learners,
    opponent: Arc<dyn Player<AnyGame>>,
) -> Training<AnyGame> {
    Training::new(GAME, preset(rule).expect("a preset"))
        .learners(learners)
        .opponent("random", Opponent::Player(opponent))
        .games_per_set(100)
        .seed(300)
        .numbered(0)
}

/// A training by rote against random play.
fn rote(learners: Learners) -> Training<AnyGame> {
    training("rote", learners, Arc::new(Random))
}

/// Checks that the mean of 300 runs is within four standard errors, those of both samples combined, of the
/// mean of 300 runs by an independent program.
fn check_mean(spread: &Spread, expected: f64, deviation: f64, what: &str) {
    let error = deviation * (2.0 / 300.0_f64).sqrt();
    // The published means are rounded to a tenth of a percent or to whole boxes.
    let tolerance = 4.0 * error + 0.5;
    let mean = spread.mean();
    let is_near = (mean - expected).abs() < tolerance;
    assert!(is_near, "{what}: {mean}, not {expected}");
}

/// Checks that the deviation is also equal, within a factor of 1.5.
fn check_deviation(spread: &Spread, expected: f64, what: &str) {
    let deviation = spread.deviation().unwrap();
    let is_near = (0.67..1.5).contains(&(deviation / expected));
    assert!(is_near, "{what}: {deviation}, not {expected}");
}

/// For a learning side the mean, deviation, least and most boxes met.
type Boxes = (Side, u32, f64, u64, u64);

/// Means of 300 runs of 10,000 games by an independent program: who learns, the boxes, and the first wins, draws and second
/// wins in the last 1,000 games.
const EXPECTED: [(Learners, &[Boxes], [f64; 3]); 3] = [
    (Learners::First, &[ON_FIRST], [830.0, 93.0, 77.0]),
    (Learners::Second, &[ON_SECOND], [116.0, 168.0, 717.0]),
    (Learners::Both, &ON_BOTH, [101.0, 831.0, 69.0]),
];
const ON_FIRST: Boxes = (Side::First, 2297, 73.0, 1903, 2399);
const ON_SECOND: Boxes = (Side::Second, 2065, 10.5, 2024, 2085);
const ON_BOTH: [Boxes; 2] = [
    (Side::First, 2311, 40.0, 2112, 2392),
    (Side::Second, 2000, 30.0, 1841, 2056),
];

/// Two tables that learnt separately continue to learn from each other: about half of the games are drawn at first and
/// nearly all in the end, and few new boxes are met.
#[test]
fn both_sides_continue_from_tables_learnt_separately() {
    for seed in 0..12 {
        let trained = |learners, side| {
            let mut run = rote(learners).seed(seed).begin().unwrap();
            run.play(100);
            run.table(side).unwrap()
        };
        let first = trained(Learners::First, Side::First);
        let second = trained(Learners::Second, Side::Second);
        let both = rote(Learners::Both).seed(seed);
        let tables = [Some(&first), Some(&second)];
        let mut run = both.resume(tables, History::default()).unwrap();
        run.play(100);
        let boxes = Side::BOTH.map(|side| run.table(side).unwrap().len());
        let new = boxes.iter().sum::<usize>() - first.len() - second.len();
        let early = run.history().records[0].results.draws;
        let late = run.history().last(10).results.draws;
        let is_right =
            (10..150).contains(&new) && (35..80).contains(&early) && (930..990).contains(&late);
        assert!(is_right, "{new} new boxes; {early} and {late} draws");
    }
}

#[test]
fn the_article_over_300_runs() {
    for (learners, boxes, last) in EXPECTED {
        let study = Study::conduct(&rote(learners), 300, 100, None, &()).unwrap();
        for &(side, mean, deviation, least, most) in boxes {
            let met = study.last(Curve::Boxes(side)).unwrap();
            let what = format!("{learners} learning, boxes of the {}", side.name());
            check_mean(met, f64::from(mean), deviation, &what);
            check_deviation(met, deviation, &what);
            let (low, high) = met.range().expect("300 runs");
            // The least of 300 is a rare run: another 300 runs may deviate further, but not twice as far.
            let reach = u64::from(mean) - least;
            assert!(low + reach >= least, "{what}: down to {low}");
            assert!(high <= most + 10, "{what}: up to {high}");
        }
        let [first, second] = Side::BOTH.map(Curve::Wins);
        let curves = [first, Curve::Draws, second];
        for (curve, expected) in curves.into_iter().zip(last) {
            let counts = study.last(curve).unwrap();
            let what = format!("{learners} learning, {}", curve.name());
            check_mean(counts, expected, counts.deviation().unwrap(), &what);
        }
    }
}

/// A study of the 304 boxes over 100,000 games in each run.
fn the_304_boxes(opponent: Arc<dyn Player<AnyGame>>, runs: u64) -> Study {
    let sets = Study::LAST;
    let training = training("michie-304", Learners::First, opponent).games_per_set(100_000 / sets);
    Study::conduct(&training, runs, sets, None, &()).unwrap()
}

/// A run of an independent program won 92.9 %, drew 4.5 % and lost 2.5 % of its 100,000 games against random
/// play. It must be an ordinary run among ours: each figure within two deviations of the mean.
#[test]
fn the_304_boxes_against_random_play() {
    let study = the_304_boxes(Arc::new(Random), 60);
    for (curve, independent) in [
        (Curve::Wins(Side::First), 92_900.0),
        (Curve::Draws, 4_500.0),
        (Curve::Wins(Side::Second), 2_500.0),
    ] {
        let games = study.last(curve).unwrap();
        let (mean, deviation) = (games.mean(), games.deviation().unwrap());
        let is_usual = (mean - independent).abs() < 2.0 * deviation && deviation < 2_500.0;
        let name = curve.name();
        assert!(is_usual, "{name}: {mean}, {deviation}, not {independent}");
    }
}

/// Against perfect play nearly all games that the machine plays to their end are draws. But most machines
/// empty their first box through the losses at the start and resign from then on; the others learn to draw
/// every game.
#[test]
fn the_304_boxes_against_perfect_play() {
    let perfect = Arc::new(Perfect::new(GAME).expect("a small game"));
    let study = the_304_boxes(perfect, 40);
    let total = |curve| study.last(curve).unwrap().mean();
    let resigned = total(Curve::Resigned(Side::First));
    let drawn = total(Curve::Draws) / (100_000.0 - resigned);
    assert!(drawn > 0.99, "{drawn} of the games played out are drawn");
    assert!(total(Curve::Wins(Side::First)) < f64::EPSILON);
    let most = |count: fn(&RunResult) -> u64| {
        let runs = study.results.iter();
        runs.filter(|result| count(result) >= 98_000).count()
    };
    let drawing = most(|result| result.last.results.draws);
    let resigning = most(|result| result.last.resigned[0]);
    let is_usual = (8..24).contains(&drawing) && drawing + resigning >= 36;
    assert!(is_usual, "{drawing} draw and {resigning} resign, of 40");
}

/// With a rule that refills empty boxes no machine resigns, and all learn to draw.
#[test]
fn refilled_304_boxes_draw_against_perfect_play() {
    let perfect = Arc::new(Perfect::new(GAME).expect("a small game"));
    let training = training("michie-304", Learners::First, perfect);
    for empty in [Empty::Refill, Empty::RefillMove, Empty::Floor] {
        let rule = Rule {
            empty,
            ..training.rule.clone()
        };
        let mut training = training.clone().games_per_set(1_000);
        training.spec.rule = rule;
        let study = Study::conduct(&training, 20, 20, None, &()).unwrap();
        let drawn = study.last(Curve::Draws).unwrap();
        let (least, _) = drawn.range().expect("20 runs");
        assert!(least > 9_800, "{empty:?}: {least} of the last 10,000");
    }
}

#[test]
fn progress_receives_every_set_and_run() {
    struct Received([AtomicU64; 2]);
    impl Progress for Received {
        fn sets_played(&self, sets: u64) -> ControlFlow<()> {
            self.0[0].fetch_add(sets, Ordering::Relaxed);
            ControlFlow::Continue(())
        }
        fn runs_ended(&self, runs: u64) {
            self.0[1].fetch_add(runs, Ordering::Relaxed);
        }
    }
    let received = Received([AtomicU64::new(0), AtomicU64::new(0)]);
    let training = rote(Learners::First).games_per_set(1);
    Study::conduct(&training, 5, 1_501, None, &received).unwrap();
    assert_eq!(received.0.map(AtomicU64::into_inner), [5 * 1_501, 5]);
}

fn plan(runs: u64, sets: u64) -> StudyPlan<'static> {
    StudyPlan {
        runs: 0..runs,
        sets,
        window: None,
        step: None,
        evaluator: None,
        taken: 0,
    }
}

/// Takes the results of at most so many runs.
struct Reported(Mutex<Vec<RunResult>>, usize);

impl Keep for Reported {
    type Error = Error;

    fn ended(&self, _study: Study, results: Vec<RunResult>) -> Result<(), Error> {
        let mut all = self.0.lock().unwrap();
        all.extend(results);
        if all.len() > self.1 {
            return Err(Error::request("no room"));
        }
        Ok(())
    }
}

/// Every run is reported once, as a study has it that stores its results.
#[test]
fn a_study_reports_the_end_of_each_run() {
    let training = rote(Learners::First);
    let reported = Reported(Mutex::default(), 9);
    Study::keep(&training, &plan(9, 2), &reported, &()).unwrap();
    let mut reported = reported.0.into_inner().unwrap();
    reported.sort_by_key(|result| result.run);
    let known = Study::conduct(&training, 9, 2, None, &()).unwrap();
    assert_eq!(reported, known.results);

    // A receiver that fails stops the study early.
    let full = Reported(Mutex::default(), 3);
    let ended = Study::keep(&training, &plan(1_000_000_000, 2), &full, &());
    assert!(ended.unwrap_err().to_string().contains("no room"));
}

/// A curve that a study does not record has no values; it is not one whose values are 0.
#[test]
fn a_curve_that_is_not_recorded_has_no_last_values() {
    let training = rote(Learners::First);
    let study = Study::conduct(&training, 2, 3, None, &()).unwrap();
    assert!(study.last(Curve::Boxes(Side::First)).is_some());
    let worst = Curve::Exact(Side::First, Figure::WorstCaseLoss);
    for curve in [worst, Curve::Boxes(Side::Second)] {
        assert!(study.last(curve).is_none(), "{}", curve.name());
    }
}

/// In a small game the games that examine machines are as their exact chances say: the mean of the squares of what they
/// differ by, in units of the variance of 400 games, is about 1.
#[test]
fn sampled_games_examine_as_exact_chances_do() {
    let (mut squares, mut count) = (0.0, 0.0);
    for (rule, learners) in [("rote", Learners::Both), ("q-learning", Learners::First)] {
        let mut training = training(rule, learners, Arc::new(Random));
        let evaluation = Evaluation::on(&Ground::new(GAME).unwrap(), Layout::from(&training.rule));
        let by: Arc<dyn Evaluator> = Arc::new(evaluation);
        let exact = Study::conduct(&training, 20, 40, Some(&by), &()).unwrap();
        training.spec.exact = Examined::Sampled;
        let sampled = Study::conduct(&training, 20, 40, None, &()).unwrap();
        let end = |result: RunResult| {
            let own = result.last.snapshots.map(|snapshot| snapshot?.exact);
            own.into_iter().chain(result.greedy).flatten()
        };
        let ends = |study: Study| {
            let ends = study.results.into_iter().flat_map(end);
            ends.flat_map(|end| end.random.map(|parts| float(parts) / 1e12))
        };
        for (chance, share) in ends(exact).zip(ends(sampled)) {
            let variance = chance * (1.0 - chance) / 400.0;
            if variance > 1e-5 {
                squares += (share - chance).powi(2) / variance;
                count += 1.0;
            }
        }
    }
    let mean = squares / count;
    assert!(count > 200.0 && (0.8..1.25).contains(&mean), "{mean}");
}

/// Sets without games are refused in words, wherever a run begins.
#[test]
fn sets_without_games_are_refused() {
    let training = rote(Learners::First).games_per_set(0);
    let refused = |error: &dyn std::error::Error| {
        let words = "`games_per_set` 0: must be at least 1";
        assert_eq!(error.to_string(), words);
    };
    refused(&training.clone().begin().err().unwrap());
    refused(&training.clone().begin_group(0..1).err().unwrap());
    refused(&Study::conduct(&training, 1, 1, None, &()).unwrap_err());
}

/// The score of a study is that of its runs, added up game after game, also if games are refused.
#[test]
fn the_score_is_that_of_the_runs() {
    let rule = Rule {
        empty: Empty::Refuse,
        ..preset(script::RULE).unwrap()
    };
    for (rule, games_per_set) in [(preset(script::RULE).unwrap(), 1), (rule, 4)] {
        let replies = script::script().unwrap().into_iter();
        let replies = replies.map(|(from, reply)| (from, lifted(reply)));
        let mut training = rote(Learners::First)
            .opponent(script::NAME, Opponent::Script(replies.collect()))
            .games_per_set(games_per_set);
        training.spec.rule = rule;
        let plan = plan(21, 40);
        let study = Study::over(&training, &plan, &()).unwrap();
        let mut scores = vec![Vec::new(); study.points.len()];
        for run in plan.runs {
            let mut alone = training.clone().numbered(run).begin().unwrap();
            alone.play(40);
            let known = alone.history().scores(Side::First);
            for (point, scores) in study.points.iter().zip(&mut scores) {
                let set = usize::try_from(point.after).unwrap();
                scores.push(known[set].1);
            }
        }
        for (point, mut scores) in study.points.iter().zip(scores) {
            scores.sort_unstable();
            let score = point.score.as_ref().unwrap();
            let quantiles = [1, 50, 100].map(|part| score.quantile(part));
            assert_eq!(quantiles, [scores[0], scores[10], scores[20]]);
        }
    }
    let other = Study::conduct(&rote(Learners::First), 1, 1, None, &()).unwrap();
    assert_eq!(other.points[0].score, None);
}

/// Against the script of 1961 alone, a study plays the tournament as `menace train` does: by its rule, 220 games.
#[test]
fn a_study_of_the_script_is_of_its_tournament() {
    const SCRIPT: &str = "michie-1961-script";
    let both = [SCRIPT, "random"];
    for (opponents, rule, [sets, games_per_set], length, played) in [
        (&[SCRIPT][..], "", [None; 2], (7, 220, 1), "michie-1961"),
        (&["random"], "", [None; 2], (7, 100, 100), "rote"),
        (&both, "", [None; 2], (14, 100, 100), "rote rote"),
        (
            &[SCRIPT],
            "scroggs",
            [None, Some(50)],
            (7, 5, 50),
            "scroggs",
        ),
        (&[SCRIPT], "", [Some(3), None], (7, 3, 1), "michie-1961"),
        (&[], "her", [None; 2], (7, 30, 10), "her"),
    ] {
        let trainings = Trainings::new(&Request {
            opponents: opponents.iter().map(|name| name.parse().unwrap()).collect(),
            rules: preset(rule).into_iter().collect(),
            runs: Some(7),
            sets,
            games_per_set,
            ..Request::default()
        });
        let trainings = trainings.unwrap();
        let size = trainings.size();
        assert_eq!((size.runs, size.sets, size.games_per_set), length);
        let courses = trainings.courses().unwrap().into_iter();
        let rules: Vec<String> = courses.map(|one| one.setting.spec.rule.name).collect();
        assert_eq!(rules.join(" "), played, "{opponents:?} {rule}");
    }
}

/// A study repeats the training of the same words, whatever length these leave open; rules of different usual lengths
/// have one length there, which is said.
#[test]
fn a_study_has_the_length_of_its_training() {
    let place = crate::place::Place::new();
    for words in [
        "--game hexapawn --rule her",
        "--rule rote --learner second",
        "--opponent michie-1961-script",
        "--game hexapawn --rule her --games-per-set 7",
    ] {
        place.ok(&format!(
            "train {words} --out x.menace --force --plots none"
        ));
        let model = place.json("show x.menace --json");
        let chapter = &model["chapters"][0];
        let study = place.json(&format!("study {words} --runs 1 --plots none --json"));
        let training = &study["trainings"][0];
        for length in ["sets", "games_per_set"] {
            assert_eq!(chapter[length], training[length], "{words}: {length}");
        }
    }
    let both = "study --game hexapawn --learner second --runs 2 --plots none";
    let both = format!("{both} --rule her --rule rote");
    let said = place.run(&both).err;
    let lengths =
        "menace: the rules have different usual lengths; each run has 100 sets of 100 games here\n";
    assert_eq!(said, lengths);
    assert_eq!(place.run(&format!("{both} --sets 3")).err, "");
}
