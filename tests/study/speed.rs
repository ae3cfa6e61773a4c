//! The games until runs seldom lose, and the difference of two trainings, checked against the records of
//! single runs.

use std::collections::BTreeSet;
use std::convert::Infallible;
use std::sync::Arc;

use matchboxes::arena::{Study, StudySetting, StudySize};
use matchboxes::game::Side;
use matchboxes::learn::{Learners, Training};
use matchboxes::player::{Perfect, Random};

use super::{GAME, training};
use crate::place::{Place, Text as _};

/// The games until this percentage of the last 500 was not lost, from all games of a run.
fn games_until<G: matchboxes::game::Game>(
    training: &Training<G>,
    run: u64,
    sets: u64,
    (side, percent): (Side, u64),
) -> Option<u64> {
    let mut alone = training.clone().begin_group(run..run + 1).unwrap();
    alone.log_games(0, true);
    let mut games = Vec::new();
    for _ in 0..sets {
        alone.play_set();
        let log = alone.latest_games().next().unwrap().games().iter();
        let set: Vec<u64> = log
            .map(|game| u64::from(game >> side.index() & 1))
            .collect();
        let sum: u64 = set.iter().sum();
        assert_eq!(sum, alone.latest().next().unwrap().results.not_lost(side));
        games.extend(set);
    }
    // 500 games, or a tenth of a run.
    let wide = (sets * training.games_per_set / 10).min(500);
    (wide..=games.len() as u64).find(|&end| {
        let last = &games[usize::try_from(end - wide).unwrap()..usize::try_from(end).unwrap()];
        let not_lost: u64 = last.iter().sum();
        not_lost * 100 >= percent * wide
    })
}

#[test]
fn speeds_are_those_of_single_runs() {
    let perfect = Arc::new(Perfect::new(GAME).unwrap());
    for (games_per_set, sets, learners) in [
        (100, 40, Learners::First),
        (30, 60, Learners::Both),
        (1_000, 4, Learners::Second),
        (100, 4, Learners::First),
    ] {
        for rule in ["rote", "scroggs"] {
            let training = training(rule, learners, perfect.clone()).games_per_set(games_per_set);
            let study = Study::conduct(&training, 5, sets, None, &()).unwrap();
            let sides: Vec<Side> = learners.sides().collect();
            assert_eq!(study.speeds.len(), 3 * sides.len());
            for speed in &study.speeds {
                let what = (speed.side, speed.percent);
                let alone: Vec<Option<u64>> = (0..5)
                    .map(|run| games_until(&training, run, sets, what))
                    .collect();
                let mut reached: Vec<u64> = alone.iter().flatten().copied().collect();
                reached.sort_unstable();
                assert_eq!(speed.games.len(), reached.len() as u64, "{rule} {what:?}");
                assert_eq!(speed.not_reached, 5 - reached.len() as u64);
                let ends = reached.first().copied().zip(reached.last().copied());
                assert_eq!(speed.games.range(), ends, "{rule} {what:?}");
            }
        }
    }
}

#[test]
fn counts_that_do_not_match_their_runs_are_refused() {
    let training = training("rote", Learners::First, Arc::new(Random));
    let study = Study::conduct(&training, 4, 12, None, &()).unwrap();
    let mut numbers = Vec::new();
    let Ok(()) = study.put_counts::<Infallible>(&mut |number| {
        numbers.push(number);
        Ok(())
    });
    let read = |numbers: &[u64]| {
        let mut rest = numbers.iter().copied();
        let next = &mut || rest.next().ok_or_else(|| "it ends".to_owned());
        Study::read_counts::<String>(study.setting.clone(), 4, &study.curves(), next)
    };
    assert_eq!(read(&numbers).unwrap().points, study.points);
    // The most games that a run won until the first point: the numbers before are of points, curves and values.
    let last = 1 + 2 * usize::try_from(numbers[2]).unwrap();
    numbers[last] += 1;
    let refused = read(&numbers).unwrap_err();
    assert_eq!(refused, "its counts do not match its runs");
}

/// Many quick learners are not all as quick as the window is long, and a run that is too short says so.
#[test]
fn the_window_is_as_long_as_runs_allow() {
    let runs = 1;
    for (sets, games_per_set, given, window) in [
        (1_000, 30, None, 500),
        (50, 100, None, 500),
        (30, 10, None, 30),
        (1, 1, None, 1),
        (30, 10, Some(101), 101),
    ] {
        let size = StudySize {
            runs,
            sets,
            games_per_set,
        };
        let found = StudySetting::window(size, given);
        assert_eq!(found, window, "{size:?} {given:?}");
    }
    let place = Place::new();
    let study = "study --game hexapawn --learner second --opponent perfect --runs 20 --games 300 \
                 --games-per-set 10 --plots none";
    let text = place.ok(study);
    text.has(["80 % of its last 30 "]);
    let text = place.ok(&format!("{study} --window 20"));
    text.has([
        "80 % of its last 20 ",
        "20 games are the least that can be told",
    ]);
    let json = place.json(&format!("{study} --json"));
    for row in json["speed"].as_array().unwrap() {
        assert_eq!(row["window"], 30);
        assert_eq!(row["reached"], 20, "{row}");
    }
    let many = "study --game nim:1 --runs 1 --sets 1 --games-per-set 67108865 --plots none";
    place.does(&format!(
        "
        # Two games are not lost by luck.
        {study} --window 3 => not told by the last 3 games, at least 20 are
        {study} --window 1k => too short to tell how soon few of the last 1,000 games
        # Games that are too many to be followed one by one are not said to be too few.
        {many} => not told where a set or the window has more than
        # Parts with another window are of another study.
        study --game hexapawn --sets 2 --out one.part --runs 0..10
        study --game hexapawn --sets 2 --out other.part --runs 10..20 --window 200
        1 study --merge one.part other.part --plots none => other.part | window
        "
    ));
}

#[test]
fn what_runs_are_too_short_to_tell_is_not_there() {
    let place = Place::new();
    let alone = place.ok("study --runs 12 --games 3k --plots none --csv alone");
    alone.lacks(["difference"]);
    let files = ["alone/figures.csv", "alone/comparisons.csv"];
    assert_eq!(files.map(|file| place.at(file).exists()), [true, false]);
    // What a run of 500 games cannot tell of its last 1,000, or 20 games of two, is not there.
    for window in ["--sets 5 --window 1000", "--sets 20 --games-per-set 1"] {
        let short = place.json(&format!("study --runs 2 {window} --plots none --json"));
        assert_eq!(short["speed"], serde_json::json!([]));
        assert!(short["runs"][0]["first_games_until_90"].is_null());
        assert!(short["comparisons"].is_null());
    }
}

/// What is compared is the same in text and files: every pair, in the usual figures or in those that were asked for. Without
/// `--all` the text has the differences of the best alone, and what they come to.
#[test]
fn all_pairs_are_compared_in_the_figures_asked_for() {
    let place = Place::new();
    let rules = "--rule rote --rule michie-304 --rule kimber --rule boxes-100";
    let study = format!("study --runs 12 --sets 12 --exact=end --plots none --csv data {rules}");
    let usual = "first_exact_worst_case_loss first_not_lost";
    for (asked, figures) in [
        ("", usual),
        (
            "--compare-by first_wins --compare-by first_lost_none",
            "first_lost_none first_wins",
        ),
    ] {
        let out = place.ok(&format!("{study} {asked} --force"));
        let differences = out.split_once(" minus\n").unwrap().1;
        let lines = differences
            .lines()
            .take_while(|line| line.starts_with("   ") || line.contains(" against random  "));
        assert_eq!(lines.count(), 1 + 3, "{out}");
        out.lacks(["favourite opening", "Compared: "]);
        let all = place.ok(&format!("{study} {asked} --force --all-tables"));
        all.has(["favourite opening"]);
        let rows = all
            .lines()
            .filter(|line| line.contains(" against random minus "));
        let comparisons = place.text("data/comparisons.csv");
        let mut csv = csv::Reader::from_reader(comparisons.as_bytes());
        let csv: Vec<csv::StringRecord> = csv.records().map(Result::unwrap).collect();
        assert_eq!(rows.count(), csv.len(), "{all}");
        let found: BTreeSet<&str> = csv.iter().map(|row| &row[9]).collect();
        assert_eq!(found, figures.split(' ').collect());
        let json = place.json(&format!("{study} {asked} --json --force"));
        let json = json["comparisons"].as_array().unwrap();
        assert_eq!(json.len(), csv.len());
        // What is certain of both needs no level.
        let ends = [["low", "high"], ["more_low", "more_high"]];
        let all = json
            .iter()
            .flat_map(|row| ends.map(|[low, high]| [&row[low], &row[high]]));
        let intervals = all.filter(|[low, high]| low != high).count();
        assert!(json.iter().all(|row| row["intervals"] == intervals));
    }
    let unknown = "--compare-by wins => no figure `wins`, only first_wins";
    place.does(&format!("2 {study} {unknown}"));
}

/// The last sentence names the better training and the interval, or says that the runs cannot tell, and how many could.
#[test]
fn a_study_concludes() {
    let place = Place::new();
    let study = "study --sets 20 --plots none --rule rote --rule michie-304";
    let joined = |text: String| text.split_whitespace().collect::<Vec<_>>().join(" ");
    let told = joined(place.ok(&format!("{study} --runs 100")));
    told.has([
        "michie-304 against random loses ",
        " points less often than rote against random in the last 1,000 games (95 % CI ",
        ", 100 runs each).",
    ]);
    let open = joined(place.ok(&format!(
        "{study} --runs 10 --compare-by first_exact_perfect_lost --exact=end"
    )));
    open.has([
        "It cannot be told whether ",
        "With about ",
        " runs each it would be told",
    ]);
    let few = place.ok(&format!("{study} --runs 4"));
    few.has(["at least 10 are needed"]);
    let table = place.ok(&format!("{study} --runs 100 --markdown"));
    table.has([
        "|  | first not lost (%) sampled |\n|---|---:|\n| rote against random | 79.08 +- 0.26 |\n",
    ]);
}

/// How games are put together in sets changes no speed; only the random numbers differ.
#[test]
fn speed_does_not_depend_on_the_sets() {
    let place = Place::new();
    let [one, hundred] = [1, 100].map(|games| {
        let line = "study --game hexapawn --rule her --games 300 --window 100 --runs 50 --plots none --json";
        let json = place.json(&format!("{line} --games-per-set {games}"));
        json["speed"][2]["mean"].as_f64().unwrap()
    });
    let is_same = (one - hundred).abs() < 3.0 && hundred < 120.0;
    assert!(is_same, "{one} {hundred}");
}
