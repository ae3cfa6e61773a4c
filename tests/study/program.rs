//! `menace study` as people and scripts run it.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::sync::Arc;

use matchboxes::arena::{Evaluation, Figure, Study};
use matchboxes::games::TicTacToe;
use matchboxes::learn::{Evaluator, Layout, Learners, Training};
use matchboxes::player::Random;
use serde_json::Value;

use super::training;
use crate::place::{Place, files};

/// The names in the first column of the table with this head in `docs/study.md`.
fn documented(head: &str) -> Vec<String> {
    let page = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/study.md");
    let page = fs::read_to_string(page).unwrap();
    let table = page.lines().skip_while(|line| *line != head).skip(2);
    let rows = table.take_while(|line| line.starts_with('|'));
    rows.flat_map(|row| row.split('|').nth(1).unwrap().split(','))
        .map(|name| name.trim().trim_matches('`').to_owned())
        .collect()
}

/// The head and the rows of a CSV file.
fn csv(bytes: &[u8]) -> (Vec<String>, Vec<Vec<String>>) {
    let mut reader = csv::Reader::from_reader(bytes);
    let words = |record: &csv::StringRecord| record.iter().map(str::to_owned).collect();
    let head = words(reader.headers().unwrap());
    let rows = reader.records().map(|row| words(&row.unwrap())).collect();
    (head, rows)
}

fn text(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        Value::Array(list) => list.iter().map(text).collect::<Vec<_>>().join(" "),
        number => number.to_string(),
    }
}

/// Checks the fields of a row; numbers may differ in the last digit, which parsing may change.
#[track_caller]
fn assert_same(row: &[String], expected: &[String]) {
    assert_eq!(row.len(), expected.len());
    for (field, expected) in row.iter().zip(expected) {
        let near = match (field.parse::<f64>(), expected.parse::<f64>()) {
            (Ok(one), Ok(other)) => (one - other).abs() <= 1e-12 * one.abs(),
            _ => field == expected,
        };
        assert!(near, "{row:?}: {field}, not {expected}");
    }
}

const STUDY: &str = "study --rule rote --rule michie-304 --runs 5 --sets 4 --games-per-set 25 \
                     --seed 300 --exact --csv data";

#[test]
fn written_files_agree_with_the_documentation_and_the_study() {
    let place = Place::new();
    let json: Value =
        serde_json::from_str(&place.ok(&format!("{STUDY} --plots none --json"))).unwrap();
    let studies = json["studies"].as_array().unwrap();

    let (head, rows) = csv(&place.bytes("data/study-sets.csv"));
    assert_eq!(head, documented("| column | what |"));
    let curves = documented("| curve | what |");
    let mut rows = rows.iter();
    for study in studies {
        for point in study["history"].as_array().unwrap() {
            let mut named: Vec<&String> = point.as_object().unwrap().keys().collect();
            named.retain(|name| !["set", "sets"].contains(&name.as_str()));
            let mut known: Vec<&String> = curves.iter().collect();
            known.sort_unstable();
            named.sort_unstable();
            assert_eq!(named, known);
            for _ in &curves {
                let row = rows.next().unwrap();
                let mut expected = vec![text(&study["rule"]), text(&study["opponent"])];
                expected.extend(["set", "sets"].map(|name| text(&point[name])));
                expected.push(row[4].clone());
                let numbers = head[5..].iter().map(|name| text(&point[&row[4]][name]));
                expected.extend(numbers);
                assert_same(row, &expected);
            }
        }
    }
    assert!(rows.next().is_none());

    let (head, rows) = csv(&place.bytes("data/study-runs.csv"));
    let page =
        fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/study.md")).unwrap();
    let (_, after) = page.split_once("`study-runs.csv`\n\nA row").unwrap();
    for name in &head {
        let plain = match name.split_once("_exact_") {
            Some((_, "best_response")) => "`best_response`".to_owned(),
            Some(_) => {
                assert!(curves.contains(name), "{name}");
                continue;
            }
            None => format!("`{name}`"),
        };
        assert!(after.contains(&plain), "{name} is not documented");
    }
    let mut rows = rows.iter();
    for study in studies {
        for run in study["runs"].as_array().unwrap() {
            assert_eq!(run.as_object().unwrap().len(), head.len() - 2);
            let of = |name: &String| match name.as_str() {
                "rule" | "opponent" => text(&study[name]),
                name => text(&run[name]),
            };
            let expected: Vec<String> = head.iter().map(of).collect();
            assert_same(rows.next().unwrap(), &expected);
        }
    }
    assert!(rows.next().is_none());

    check_figures(&place, studies);
    let rows = check_comparisons(&place, &json["comparisons"]["rows"]);
    let runs = [0, 1].map(|i| studies[i]["runs"].as_array().unwrap());
    for row in &rows {
        assert_eq!(row[..4], ["rote", "random", "michie-304", "random"]);
        let figure = &row[4];
        let mean = |i: usize| -> Option<f64> {
            let values: Option<Vec<f64>> = runs[i].iter().map(|run| run[figure].as_f64()).collect();
            Some(values?.iter().sum::<f64>() / 5.0)
        };
        // A figure that the table of runs does not have is not an exact one.
        if let Some((one, other)) = mean(0).zip(mean(1)) {
            let found: f64 = row[5].parse().unwrap();
            assert!((found - (one - other)).abs() < 1e-11, "{figure}: {found}");
        } else {
            assert!(!figure.contains("exact"), "{figure}");
        }
    }
    assert!(rows.iter().any(|row| row[4] == "first_exact_worst_loss"));

    for (study, rule) in studies.iter().zip(["rote", "michie-304"]) {
        check_against_library(study, rule);
    }
}

/// Checks the table of final figures against the page and the JSON.
fn check_figures(place: &Place, studies: &[Value]) {
    let (head, rows) = csv(&place.bytes("data/study-figures.csv"));
    assert_eq!(head, documented("| figures | what |"));
    let written = studies.iter().flat_map(|study| {
        let figures = study["figures"].as_array().unwrap().iter();
        figures.map(move |figure| (study, figure))
    });
    assert_eq!(written.clone().count(), rows.len());
    for (row, (study, figure)) in rows.iter().zip(written) {
        let of = |name: &String| match name.as_str() {
            "rule" | "opponent" => text(&study[name]),
            name if figure[name].is_null() => String::new(),
            name => text(&figure[name]),
        };
        assert_same(row, &head.iter().map(of).collect::<Vec<_>>());
    }
}

/// Checks the table of comparisons against the page and the JSON, and returns its rows.
fn check_comparisons(place: &Place, written: &Value) -> Vec<Vec<String>> {
    let (head, rows) = csv(&place.bytes("data/study-comparisons.csv"));
    assert_eq!(head, documented("| name | what |"));
    let written = written.as_array().unwrap();
    assert_eq!(written.len(), rows.len());
    for (row, written) in rows.iter().zip(written) {
        let fields = head.iter().filter(|name| !written[name.as_str()].is_null());
        let expected: Vec<String> = fields.map(|name| text(&written[name.as_str()])).collect();
        assert_same(&row[..expected.len()], &expected);
    }
    rows
}

/// Checks that the figures written for a rule are those of the library.
fn check_against_library(written: &Value, rule: &str) {
    let training = Training {
        games_per_set: 25,
        ..training(rule, Learners::First, Arc::new(Random))
    };
    let evaluation = Evaluation::new(TicTacToe, Layout::from(&training.rule)).unwrap();
    let evaluation: Arc<dyn Evaluator> = Arc::new(evaluation);
    let study = Study::conduct(&training, 5, 4, Some(&evaluation), &());
    let near = |value: &Value, expected: f64| (value.as_f64().unwrap() - expected).abs() < 1e-9;
    for (point, known) in written["history"]
        .as_array()
        .unwrap()
        .iter()
        .zip(&study.points)
    {
        assert_eq!(
            (point["set"].as_u64(), point["sets"].as_u64()),
            (Some(known.after), Some(1))
        );
        for (curve, spread) in &known.curves {
            let value = &point[curve.name()];
            let exact = curve.name().contains("exact");
            let one = if exact { 1e4 } else { 1.0 };
            assert!(near(&value["mean"], spread.mean() / one), "{curve:?}");
            assert!(
                near(&value["deviation"], spread.deviation() / one),
                "{curve:?}"
            );
            for part in [10, 50, 90] {
                let expected = f64::from(u32::try_from(spread.quantile(part)).unwrap()) / one;
                assert!(near(&value[format!("q{part}")], expected), "{curve:?}");
            }
        }
    }
    for (run, result) in written["runs"]
        .as_array()
        .unwrap()
        .iter()
        .zip(&study.results)
    {
        assert_eq!(run["run"], result.run);
        assert_eq!(run["games"], 100);
        assert_eq!(run["first_wins"], result.last.results.first_wins);
        assert_eq!(run["draws"], result.last.results.draws);
        let snapshot = result.last.snapshots[0].as_ref().unwrap();
        assert_eq!(run["first_boxes"], snapshot.boxes);
        let exact = snapshot.exact.as_ref().unwrap();
        for figure in Figure::ALL {
            let name = format!("first_exact_{}", figure.name());
            let share = run[&name].as_f64().unwrap();
            #[expect(clippy::cast_precision_loss, reason = "twelve digits")]
            let expected = figure.of(exact) as f64 / 1e12;
            assert!((share - expected).abs() < 1e-12, "{name}");
        }
        for against in ["random", "perfect"] {
            let chance = |end| {
                run[format!("first_exact_{against}_{end}")]
                    .as_f64()
                    .unwrap()
            };
            let all: f64 = ["won", "drawn", "lost"].map(chance).iter().sum();
            assert!((all - 1.0).abs() < 1e-9, "{against}: {all}");
        }
    }
}

/// The figures of `train` for the same run have the same names and values.
#[test]
fn exact_figures_are_those_of_train() {
    let place = Place::new();
    let parse = |text: String| -> Value { serde_json::from_str(&text).unwrap() };
    let options = "--runs 1 --sets 3 --games-per-set 20 --exact --plots none --json";
    let study = parse(place.ok(&format!("study {options}")));
    let train = parse(place.ok(&format!("train {}", options.replace("--runs 1 ", ""))));
    let run = &study["studies"][0]["runs"][0];
    let last = train["history"][2].as_object().unwrap();
    let mut found = 0;
    for (name, value) in last.iter().filter(|(name, _)| name.contains("exact")) {
        assert_eq!(run[name], *value, "{name}");
        found += 1;
    }
    assert_eq!(found, 10);
}

/// The player outside the boxes is reported, and each run equals a training with the same player.
#[test]
fn runs_play_outside_the_boxes_as_a_training_does() {
    let place = Place::new();
    let rule = "name = \"waiting\"\nboxes = \"second-meeting\"\nstart = [2]\nwin = \"+1 all\"\n";
    fs::write(place.at("waiting.toml"), rule).unwrap();
    let parse = |text: String| -> Value { serde_json::from_str(&text).unwrap() };
    let plain = "--rule waiting.toml --sets 3 --games-per-set 20 --seed 5";
    let options = format!("{plain} --plots none");
    let study = |more: &str| place.ok(&format!("study {options} --runs 3 {more}"));
    let guided = study("--outside perfect --json --threads 1");
    assert_eq!(guided, study("--outside perfect --json --threads 2"));
    let guided = parse(guided);
    assert_eq!(guided["outside"], "perfect");
    let any = parse(study("--json"));
    let lost = [(&guided, "--outside perfect"), (&any, "")].map(|(runs, outside)| {
        let runs = runs["studies"][0]["runs"].as_array().unwrap();
        for (k, run) in runs.iter().enumerate() {
            let line =
                format!("train {options} {outside} --run {k} --out {k}.menace --force --json");
            let alone = parse(place.ok(&line));
            let sets = alone["history"].as_array().unwrap();
            for name in ["first_wins", "draws", "second_wins"] {
                let sum: u64 = sets.iter().map(|set| set[name].as_u64().unwrap()).sum();
                assert_eq!(run[name], sum, "{line}");
            }
        }
        let losses = runs.iter().map(|run| run["second_wins"].as_u64().unwrap());
        losses.sum::<u64>()
    });
    assert!(lost[0] < lost[1], "{lost:?}");

    let summary = study("--outside perfect");
    let seed = "seed 5, perfect where there is no box\n";
    assert!(summary.contains(seed), "{summary}");
    let any = study("--outside random --json");
    assert!(any == study("--json") && !any.contains("outside"), "{any}");
    place.ok(&format!(
        "study {plain} --runs 3 --outside perfect --plots svg"
    ));
    has(&picture(&place, "first-study"), &[seed.trim_end()]);

    let refused = place.run("study --outside perfect");
    assert!(!refused.err.contains("--max-boxes"), "{refused:?}");
    refused.fails(2, &["--outside perfect", "rote", "second-meeting"]);
    place
        .run("study --rule waiting.toml --rule rote --outside perfect")
        .fails(2, &["--outside perfect", "by rote"]);
    place
        .run("study --rule waiting.toml --outside m3")
        .fails(2, &["m3", "othello"]);
}

#[test]
fn the_number_of_threads_changes_no_byte() {
    let all = ["1", "2", "7"].map(|threads| {
        let place = Place::new();
        let out = place.ok(&format!("{STUDY} --threads {threads}"));
        let names = files(place.path());
        let files: BTreeMap<String, Vec<u8>> = names
            .into_iter()
            .map(|name| (name.clone(), place.bytes(&name)))
            .collect();
        (out, files)
    });
    assert_eq!(all[0].1.len(), 10);
    assert!(all[0] == all[1] && all[0] == all[2]);
}

/// Rows of runs that do not fit into memory go through a temporary file, in the folder of the tables or in
/// that of the system; the file is removed afterwards.
#[cfg(unix)]
#[test]
fn rows_of_many_runs_go_through_a_temporary_file() {
    const RUNS: usize = 45_000;
    let place = Place::new();
    let study = format!("study --runs {RUNS} --sets 1 --games-per-set 1 --plots none");
    let with = |folder: &str, more: &str| {
        let mut command = place.command(&format!("{study} {more}"));
        let output = command.env("TMPDIR", place.at(folder)).output().unwrap();
        crate::place::Ran::new(more, output)
    };
    with("missing", "--json").fails(1, &["missing: writing a temporary file in it failed"]);
    let two = "--rule rote --rule michie-304";
    with("missing", two).fails(1, &["missing: writing a temporary file in it failed"]);

    // The folder of the tables is used if there is one; without rows no file is needed.
    with("missing", "").ok();
    with("missing", "--csv data --threads 1").ok();
    let (head, rows) = csv(&place.bytes("data/study-runs.csv"));
    let json: Value = serde_json::from_str(&with(".", "--json --threads 2").ok()).unwrap();
    let runs = json["studies"][0]["runs"].as_array().unwrap();
    assert_eq!((rows.len(), runs.len()), (RUNS, RUNS));
    for (i, (row, run)) in rows.iter().zip(runs).enumerate() {
        assert_eq!(run["run"], i);
        for (name, field) in head.iter().zip(row).skip(2) {
            assert_eq!(text(&run[name]), *field, "{name} of run {i}");
        }
    }
    let tables = ["figures", "runs", "sets", "speed"].map(|name| format!("data/study-{name}.csv"));
    assert_eq!(place.files(), tables);
}

/// The SVG text of a picture.
fn picture(place: &Place, name: &str) -> String {
    String::from_utf8(place.bytes(&format!("plots/tic-tac-toe-{name}.svg"))).unwrap()
}

fn has(svg: &str, words: &[&str]) {
    for word in words {
        assert!(svg.contains(word), "{word} is not in the picture");
    }
}

fn has_not(svg: &str, words: &[&str]) {
    for word in words {
        assert!(!svg.contains(word), "{word} is in the picture");
    }
}

const SMALL: &str = "--sets 3 --games-per-set 20 --plots svg";

#[test]
fn pictures_show_what_is_shared_and_what_differs() {
    let place = Place::new();
    place.ok(&format!(
        "study --runs 3 --exact --rule rote --rule michie-304 {SMALL}"
    ));
    let svg = picture(&place, "first-study");
    has(&svg, &["learning against random", ">rote<", ">michie-304<"]);
    has(&svg, &["band: least to", "3 runs of 60 games"]);
    has_not(&svg, &["rule rote", "at each point 8"]);
    let svg = picture(&place, "first-study-exact");
    has(
        &svg,
        &["not lost in the worst case (%)", ">rote<", ">michie-304<"],
    );
    let svg = picture(&place, "first-study-runs");
    has(
        &svg,
        &["runs with this or less (%)", ">rote<", ">michie-304<"],
    );
    has(&svg, &["games first did not lose of the last 60 games (%)"]);

    place.ok(&format!(
        "study --runs 10 --opponent random --opponent perfect {SMALL}"
    ));
    let svg = picture(&place, "first-study");
    has(
        &svg,
        &[
            "first side learning<",
            "rule rote, 10 runs",
            ">against perfect<",
        ],
    );
    has(&svg, &["at each point 8"]);

    place.ok(&format!("study --runs 1 --learner both --exact {SMALL}"));
    for (side, other) in [("first", "second"), ("second", "first")] {
        let svg = picture(&place, &format!("both-study-exact-{side}"));
        has(&svg, &[&format!("exact chance of the {side} side (%)")]);
        has_not(&svg, &[&format!("{other}: "), "line: ", "band: "]);
    }
}

/// Learners of values have no beads: their boxes are those in which greedy play leaves out a move. Beside
/// learners of beads they are said to have some, one for each of the greatest values.
#[test]
fn studies_of_values_speak_of_greedy_play() {
    let place = Place::new();
    let (greedy, beads) = (
        "boxes with a move that greedy play rules out",
        "boxes with a move without beads",
    );
    for (rules, of_greedy, of_beads) in [
        ("--rule ucb --rule sarsa", 3, 0),
        ("--rule rote --rule sarsa", 1, 2),
        ("--rule rote", 0, 1),
    ] {
        let line = "study --runs 2 --sets 2 --game hexapawn --learner first --plots none";
        let text = place.ok(&format!("{line} {rules}"));
        assert_eq!(text.matches(greedy).count(), of_greedy, "{text}");
        assert_eq!(text.matches(beads).count(), of_beads, "{text}");
    }
}

#[test]
fn pictures_speak_of_what_the_boxes_hold() {
    let place = Place::new();
    let [beads, values, both] = [
        "boxes with a move without beads",
        "boxes with a move that greedy play rules out",
        "boxes with a move that is ruled out",
    ];
    let right = ["the most frequent beads are", "the greatest values are"];
    for (rule, ruled_out, right) in [("rote", beads, right[0]), ("ucb", values, right[1])] {
        place.ok(&format!("study --runs 1 --exact --rule {rule} {SMALL}"));
        has(&picture(&place, "first-study-zeroed"), &[ruled_out]);
        has(&picture(&place, "first-study-exact"), &[right]);
        place.ok(&format!("train --exact --rule {rule} --force {SMALL}"));
        has(&picture(&place, "first-zeroed"), &[ruled_out]);
        has(&picture(&place, "first-exact"), &[right]);
    }
    place.ok(&format!("study --runs 1 --rule rote --rule ucb {SMALL}"));
    has(&picture(&place, "first-study-zeroed"), &[both]);
}

#[test]
fn refused_games_are_reported() {
    let place = Place::new();
    let study =
        "study --opponent perfect --runs 12 --sets 30 --games-per-set 20 --rule scroggs --seed 300";
    let out = place.ok(&format!("{study} --plots svg"));
    assert!(out.contains("\n  first games refused "), "{out}");
    let svg = picture(&place, "first-study");
    has(&svg, &["including those refused", "not refused"]);
    let out = place.ok("study --runs 3 --sets 3 --plots none");
    assert!(
        !out.contains("refused") && !out.contains("filled again"),
        "{out}"
    );
}

#[test]
fn impossible_requests_are_refused_before_any_game() {
    let place = Place::new();
    fs::write(place.at("afile"), "").unwrap();
    // This number of runs would take days.
    let long = "study --runs 1000000 --sets 1000000";
    place
        .run(&format!("{long} --plots-dir afile/x"))
        .fails(1, &["afile/x"]);
    let none = format!("{long} --plots none");
    place
        .run(&format!("{none} --csv afile/x"))
        .fails(1, &["afile/x"]);
    if cfg!(target_os = "linux") {
        place
            .run(&format!("{none} --csv /proc/x"))
            .fails(1, &["/proc/x"]);
        place
            .run(&format!("{none} --csv /proc/self"))
            .fails(1, &["/proc/self"]);
    }
    let twice = format!("{none} --rule rote --rule rote --csv data");
    let words = ["two trainings are called `rote against random`"];
    place.run(&twice).fails(2, &words);
    let own = place.ok("list rules --toml rote");
    fs::write(place.at("own.toml"), own).unwrap();
    place
        .run(&format!("{none} --rule rote --rule own.toml"))
        .fails(2, &words);
    place
        .run("study --runs 0")
        .fails(2, &["1 to 1,000,000,000"]);
    place
        .run("study --sets 0")
        .fails(2, &["1 to 1,000,000,000"]);
    assert_eq!(place.files(), ["afile", "own.toml"]);
}
