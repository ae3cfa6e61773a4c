//! `menace study` as people and scripts run it.

use std::fs;
use std::sync::Arc;

use matchboxes::arena::{self, Evaluation, Figure, Ground, Study};
use matchboxes::games::{self, TicTacToe};
use matchboxes::learn::{Evaluator, Examined, Layout, Learners, preset};
use matchboxes::player::Random;
use matchboxes::session::{Request, Trainings, certain};
use matchboxes::text::float;
use serde_json::Value;

use super::training;
use crate::place::{Place, Text as _, files};

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
        Value::Null => String::new(),
        number => number.to_string(),
    }
}

const STUDY: &str = "study --rule rote --rule michie-304 --runs 5 --sets 4 --games-per-set 25 \
                     --seed 300 --exact --csv data";

/// The tables in CSV and JSON are the same rows. Every row says of which training it is, and every name in them is
/// explained.
#[test]
fn tables_are_the_same_in_csv_and_json_and_explained() {
    let place = Place::new();
    let json = place.json(&format!("{STUDY} --plots none --json"));
    let tables = json.as_object().unwrap().iter();
    let names: Vec<&String> = tables.clone().map(|(name, _)| name).collect();
    let known = "format command curves trainings speed runs figures comparisons";
    assert_eq!(names, known.split(' ').collect::<Vec<_>>());
    assert_eq!(json["format"], 1);
    assert_eq!(json["command"], "study");
    for (name, written) in tables.skip(2) {
        let file = format!("data/{name}.csv");
        let (head, rows) = csv(&place.bytes(&file));
        let training = "game learner rule opponent fallback seed games".split(' ');
        assert_eq!(head[..7], training.collect::<Vec<_>>(), "{name}");
        for column in &head {
            let is_known = arena::figure(column).is_some();
            assert!(is_known, "{name}: {column} is not explained");
        }
        let written = written.as_array().unwrap();
        assert_eq!(rows.len(), written.len());
        for (row, written) in rows.iter().zip(written) {
            let written = written.as_object().unwrap();
            assert!(written.keys().eq(&head), "{name}: {row:?}");
            for (field, written) in row.iter().zip(written.values()) {
                // The last digit is not always read as it was written.
                let same = match (field.parse::<f64>(), written.as_f64()) {
                    (Ok(one), Some(other)) => (one - other).abs() <= 1e-12 * one.abs(),
                    _ => *field == text(written),
                };
                assert!(same, "{name}: {row:?}: {field}, not {written}");
            }
            assert_eq!(row[..2], ["tic-tac-toe", "first"]);
            assert_eq!(row[3..6], ["random", "", "300"]);
            if let Some(figure) = written.get("figure") {
                let figure = arena::figure(figure.as_str().unwrap());
                assert!(figure.is_some(), "{name}: {row:?} is not explained");
            }
        }
    }

    let rows = json["comparisons"].as_array().unwrap();
    let runs = |rule: &str| rows_of(&json["runs"], "rule", rule);
    for row in rows {
        assert_eq!(row["rule"], "rote");
        assert_eq!(row["less_rule"], "michie-304");
        let figure = row["figure"].as_str().unwrap();
        let mean = |rule: &str| -> Option<f64> {
            let runs = runs(rule).into_iter();
            let runs = runs.filter(|run| run["play"] == row["play"]);
            let values: Option<Vec<f64>> = runs.map(|run| run[figure].as_f64()).collect();
            Some(values?.iter().sum::<f64>() / 5.0)
        };
        // The table of runs has no shares of runs, and a run may not have come so far.
        if let Some((one, other)) = mean("rote").zip(mean("michie-304")) {
            let found = row["mean"].as_f64().unwrap();
            assert!((found - (one - other)).abs() < 1e-11, "{figure}: {found}");
        }
    }
    for rule in ["rote", "michie-304"] {
        check_against_library(&json, rule);
    }
}

/// The rows of a table with this text in a column.
fn rows_of<'a>(table: &'a Value, column: &str, text: &str) -> Vec<&'a Value> {
    let rows = table.as_array().unwrap().iter();
    rows.filter(|row| row[column] == text).collect()
}

/// Checks that the figures written for a rule are those of the library.
fn check_against_library(written: &Value, rule: &str) {
    let training = training(rule, Learners::First, Arc::new(Random)).games_per_set(25);
    let layout = Layout::from(&training.rule);
    let evaluation = Evaluation::on(&Ground::new(TicTacToe).unwrap(), layout);
    let evaluation: Arc<dyn Evaluator> = Arc::new(evaluation);
    let study = Study::conduct(&training, 5, 4, Some(&evaluation), &()).unwrap();
    let near = |value: &Value, expected: f64| (value.as_f64().unwrap() - expected).abs() < 1e-9;
    let mut curves = rows_of(&written["curves"], "rule", rule).into_iter();
    for known in &study.points {
        for (curve, spread) in &known.curves {
            let row = curves.next().unwrap();
            assert_eq!(row["figure"], curve.name());
            assert_eq!(row["set"], known.after);
            assert_eq!(row["sets"], 1);
            assert_eq!(row["games"], 25 * known.after);
            let exact = curve.name().contains("exact");
            let one = if exact { 1e4 } else { 1.0 };
            let known = [
                ("mean", spread.mean()),
                ("deviation", spread.deviation().unwrap()),
            ];
            let parts = [("q10", 10), ("q50", 50), ("q90", 90)];
            let parts = parts.map(|(name, part)| (name, float(spread.quantile(part))));
            for (name, known) in known.into_iter().chain(parts) {
                assert!(near(&row[name], known / one), "{curve:?}: {name}");
            }
        }
    }
    assert!(curves.next().is_none());
    let runs = rows_of(&written["runs"], "rule", rule);
    let of_play = |play: &str| {
        let rows = runs.iter().filter(|run| run["play"] == play);
        let rows: Vec<&Value> = rows.copied().collect();
        assert_eq!(rows.len(), study.results.len());
        rows.into_iter().zip(&study.results)
    };
    let figures = |run: &Value, exact| {
        for figure in Figure::ALL {
            let own = run[format!("first_exact_{}", figure.name())].as_f64();
            #[expect(clippy::cast_precision_loss, reason = "twelve digits")]
            let known = figure.value_in(exact).map(|parts| parts as f64 / 1e12);
            assert_eq!(own, known, "{figure:?}");
        }
    };
    for (run, result) in of_play("greedy") {
        figures(run, result.greedy[0].as_ref().unwrap());
        assert!(run["first_wins"].is_null() && run["favourites"].is_null());
    }
    for (run, result) in of_play("sampled") {
        assert_eq!(run["run"], result.run);
        assert_eq!(run["games"], 100);
        assert_eq!(run["last_games"], 100);
        for (percent, reached) in [80, 90, 95].into_iter().zip(&result.reached) {
            let name = format!("first_games_until_{percent}");
            assert_eq!(run[name].as_u64(), *reached);
        }
        assert_eq!(run["first_wins"], result.last.results.first_wins);
        assert_eq!(run["draws"], result.last.results.draws);
        let snapshot = result.last.snapshots[0].as_ref().unwrap();
        assert_eq!(run["first_boxes"], snapshot.boxes);
        figures(run, snapshot.exact.as_ref().unwrap());
        for against in ["random", "perfect"] {
            let chance = |end| run[format!("first_exact_{against}_{end}")].as_f64();
            let all = ["won", "drawn", "lost"].map(|end| chance(end).unwrap());
            let all: f64 = all.iter().sum();
            assert!((all - 1.0).abs() < 1e-9, "{against}: {all}");
        }
    }
}

/// The figures of `train` for the same run have the same names and values.
#[test]
fn exact_figures_are_those_of_train() {
    let place = Place::new();
    let options = "--runs 1 --sets 3 --games-per-set 20 --exact --plots none --json";
    let study = place.json(&format!("study {options}"));
    let train = place.json(&format!("train {}", options.replace("--runs 1 ", "")));
    let run = &study["runs"][0];
    let last = train["history"][2].as_object().unwrap();
    let exact = last.iter().filter(|(name, _)| name.contains("exact"));
    assert_eq!(exact.clone().count(), 10);
    for (name, value) in exact {
        assert_eq!(run[name], *value, "{name}");
    }
}

/// The fallback player is reported, and each run equals a training with the same player.
#[test]
fn runs_ask_the_fallback_player_as_a_training_does() {
    let place = Place::new();
    let rule = "name = \"waiting\"\nboxes = \"second-meeting\"\nstart = [2]\nwin = \"+1 all\"\n";
    fs::write(place.at("waiting.toml"), rule).unwrap();
    let plain = "--rule waiting.toml --sets 3 --games-per-set 20 --seed 5";
    let options = format!("{plain} --plots none");
    let study = |more: &str| place.ok(&format!("study {options} --runs 3 {more}"));
    let json = |more: &str| place.json(&format!("study {options} --runs 3 {more} --json"));
    let (guided, any) = (json("--fallback perfect"), json(""));
    assert_eq!(guided["runs"][0]["fallback"], "perfect");
    let lost = [(&guided, "--fallback perfect"), (&any, "")].map(|(runs, fallback)| {
        let runs = runs["runs"].as_array().unwrap();
        for (k, run) in runs.iter().enumerate() {
            let line =
                format!("train {options} {fallback} --run {k} --out {k}.menace --force --json");
            let alone = place.json(&line);
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

    let seed = "seed 5, perfect where there is no box\n";
    study("--fallback perfect").has([seed]);
    let any = study("--fallback random --json");
    any.has(["\"fallback\": \"\""]);
    assert_eq!(any, study("--json"));
    let pictures = "--runs 3 --fallback perfect --plots svg";
    place.ok(&format!("study {plain} {pictures}"));
    picture(&place, "first-waiting", "results").has([seed.trim_end()]);

    let refused = place.run("study --fallback perfect").err;
    refused.lacks(["--max-boxes"]);
    place.refuses(
        "
        2 study --fallback perfect => --fallback perfect | rote | second-meeting
        2 study --rule waiting.toml --rule rote --fallback perfect => --fallback perfect | by rote
        2 study --rule waiting.toml --fallback m3 => m3 | othello
        ",
    );
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
    let (head, rows) = csv(&place.bytes("data/runs.csv"));
    let json: Value = serde_json::from_str(&with(".", "--json --threads 2").ok()).unwrap();
    let runs = json["runs"].as_array().unwrap();
    assert_eq!((rows.len(), runs.len()), (RUNS, RUNS));
    for (i, (row, run)) in rows.iter().zip(runs).enumerate() {
        assert_eq!(run["run"], i);
        for (name, field) in head.iter().zip(row) {
            assert_eq!(text(&run[name]), *field, "{name} of run {i}");
        }
    }
    let tables = "curves.csv figures.csv result.json runs.csv speed.csv trainings.csv".split(' ');
    let tables: Vec<String> = tables.map(|name| format!("data/{name}")).collect();
    assert_eq!(place.files(), tables);
}

/// The SVG text of a picture of the only study whose folder begins so.
fn picture(place: &Place, study: &str, name: &str) -> String {
    let begin = format!("plots/tic-tac-toe-{study}-study-");
    let end = format!("/{name}.svg");
    let mut files = place.files();
    files.retain(|file| file.starts_with(&begin) && file.ends_with(&end));
    assert_eq!(files.len(), 1, "{study}: {name}");
    place.text(&files[0])
}

const SMALL: &str = "--sets 3 --games-per-set 20 --plots svg";

#[test]
fn pictures_show_what_is_shared_and_what_differs() {
    let place = Place::new();
    let study = |words: &str| place.ok(&format!("study {words} {SMALL}"));
    let shows = |study: &str, name: &str, words: &str| {
        let svg = picture(&place, study, name);
        svg.has(words.split('|'));
        svg
    };
    study("--runs 3 --exact --rule rote --rule michie-304");
    let words = "learning against random|>rote<|>michie-304<|band: least to|3 runs of 60 games";
    let svg = shows("first-2-rules", "results", words);
    svg.lacks(["rule rote", "at each point 8"]);
    let words = "not lost in the worst case (%)|>rote<|>michie-304<";
    shows("first-2-rules", "exact", words);
    let words = "with this or less (%)|>rote<|>michie-304<|first not lost of the last 60 games (%)";
    shows("first-2-rules", "runs", words);

    study("--runs 10 --opponent random --opponent perfect");
    let words = "first side learning, |rule rote, 10 runs|>against perfect<|at each point 8";
    shows("first-rote-2-opponents", "results", words);

    // Of who learns against oneself, what is compared is the side that learns everywhere.
    let text = study("--runs 3 --opponent random --opponent self --window 20");
    text.has(["rote against random minus rote against each other"]);
    let words = "until first avoids|>against each other<";
    shows("2-learners-rote", "speed", words).lacks(["second"]);

    study("--runs 1 --learner both --exact");
    for (side, other) in [("first", "second"), ("second", "first")] {
        let name = format!("exact-{side}");
        let words = format!("exact chance of the {side} side (%)");
        let svg = shows("both-rote", &name, &words);
        svg.lacks([&*format!("{other}: "), "line: ", "band: "]);
    }
}

/// What a learner would do is compared only in the same way of play, and only a difference that can be told from none
/// gets a word.
#[test]
fn like_is_compared_with_like() {
    let place = Place::new();
    let line = "study --runs 12 --sets 2 --game hexapawn --learner first --exact --plots none --json \
         --compare-by first_exact_worst_case_loss --compare-by first_never_loses --compare-by first_missing_colour \
         --compare-by first_wins";
    for (rules, ways) in [
        ("--rule rote --rule her", &["sampled", "greedy"][..]),
        ("--rule rote --rule sarsa", &["greedy"]),
        ("--rule ucb --rule sarsa", &["greedy"]),
    ] {
        let json = place.json(&format!("{line} {rules}"));
        let rows = json["comparisons"].as_array().unwrap();
        let figures = |name: &str| -> Vec<&Value> {
            let rows = rows.iter().filter(|row| row["figure"] == name);
            rows.map(|row| &row["play"]).collect()
        };
        assert_eq!(figures("first_exact_worst_case_loss"), ways, "{rules}");
        assert_eq!(figures("first_never_loses"), ways, "{rules}");
        let mixed = rules.contains("rote --rule sarsa");
        assert_eq!(figures("first_missing_colour").is_empty(), mixed, "{rules}");
        assert_eq!(figures("first_wins").is_empty(), mixed, "{rules}");
        // Each printed one is that of two means that are printed too, in the same order of figures.
        let text = place.ok(&format!("{} {rules}", line.replace(" --json", "")));
        let (means, differences) = text.split_once(" minus ").unwrap();
        let numbers = |text: &str, word: &str| -> Vec<Vec<f64>> {
            let number = |cell: &str| cell.trim().split(" +-").next()?.parse().ok();
            let rows = text.lines().filter(|line| line.contains(word));
            rows.map(|row| row.split("  ").filter_map(number).collect())
                .collect()
        };
        let means = numbers(means, " against random  ");
        let mut differences = numbers(differences, ", ");
        differences.retain(|row| !row.is_empty());
        let are_as_many = !differences.is_empty() && means[0].len() == differences.len();
        assert!(are_as_many, "{text}");
        for (i, row) in differences.iter().enumerate() {
            let off = row[0] - (means[0][i] - means[1][i]);
            assert!(off.abs() < 0.011, "{text}");
        }
        for row in rows {
            // Few runs may have a share of boxes that play reaches.
            let [low, high] = ["more_low", "more_high"].map(|end| row[end].as_f64());
            let is_open = low.is_none_or(|low| low <= 0.5) && high.is_none_or(|high| high >= 0.5);
            assert_eq!(row["dominance"].is_null(), is_open, "{row}");
        }
    }
}

/// Across opponents and ways of play only the common examination is compared: chances in small games, shares of sampled
/// games in large ones.
#[test]
fn only_the_common_examination_is_compared_across_opponents() {
    let place = Place::new();
    for line in [
        "--game hexapawn --opponent random --opponent perfect",
        "--game othello:6 --opponent random --opponent first",
        "--game mnk:5,5,4 --opponent random --opponent self",
        "--game othello:6 --rule rote --rule sarsa",
    ] {
        let line = format!("study {line} --runs 3 --sets 2 --games-per-set 30 --plots none");
        let is_small = line.contains("hexapawn");
        let (kind, says) = if is_small {
            ("_exact_", "the chances at the end are")
        } else {
            ("_sampled_", "6 in each way of play, since")
        };
        let json = place.json(&format!("{line} --json"));
        assert_eq!(json["trainings"][0]["exact"], is_small);
        for row in json["comparisons"].as_array().unwrap() {
            let name = row["figure"].as_str().unwrap();
            assert!(name.contains(kind), "{row}");
        }
        let text = place.ok(&line).replace("\n  ", " ");
        text.has(["loses against random (%), ", "are not compared; ", says]);
    }
}

#[test]
fn pictures_speak_of_what_the_boxes_hold() {
    let place = Place::new();
    let has = |svg: &str, ruled_out: &str| svg.has([format!("boxes with a move {ruled_out}")]);
    for (rule, ruled_out, right) in [
        ("rote", "without beads", "the most frequent beads are"),
        (
            "ucb",
            "that greedy play rules out",
            "the greatest values are",
        ),
    ] {
        place.ok(&format!("study --runs 1 --exact --rule {rule} {SMALL}"));
        let study = format!("first-{rule}");
        has(&picture(&place, &study, "missing-colour"), ruled_out);
        picture(&place, &study, "exact").has([right]);
        place.ok(&format!("train --exact --rule {rule} --force {SMALL}"));
        let drawn = |name: &str| place.text(&format!("plots/tic-tac-toe-first-{name}.svg"));
        has(&drawn("missing-colour"), ruled_out);
        drawn("exact").has([right]);
    }
    place.ok(&format!("study --runs 1 --rule rote --rule ucb {SMALL}"));
    let svg = picture(&place, "first-2-rules", "missing-colour");
    has(&svg, "that is ruled out");
}

#[test]
fn refused_games_are_reported() {
    let place = Place::new();
    let study = "study --rule scroggs --opponent perfect --runs 12 --sets 30 --games-per-set 20";
    let out = place.ok(&format!("{study} --seed 300 --plots svg"));
    out.has(["\n  first games refused "]);
    place.does("study --runs 3 --sets 3 --plots none => !refused | !filled again");
    let svg = picture(&place, "first-scroggs-perfect", "results");
    svg.has(["including those refused", "not refused"]);
}

#[test]
fn impossible_requests_are_refused_before_any_game() {
    let place = Place::new();
    place.does("write afile");
    // This number of runs would take days.
    let none = "study --runs 1000000 --sets 1000000 --plots none";
    let own = place.ok("list rules --toml rote");
    fs::write(place.at("own.toml"), own).unwrap();
    place.refuses(&format!(
        "
        1 study --runs 1000000 --sets 1000000 --plots-dir afile/x => afile/x
        1 {none} --csv afile/x => afile/x
        2 {none} --rule rote --rule own.toml => two trainings are called `rote against random`
        2 study --sets 0 => 1 to 1,000,000,000
        "
    ));
    if cfg!(target_os = "linux") {
        place.refuses(&format!(
            "1 {none} --csv /proc/x => /proc/x\n1 {none} --csv /proc/self => /proc/self"
        ));
    }
}

/// A share of nothing is not there: not 1, not 0, in no mean, and said of how many runs a mean is.
#[test]
fn a_share_of_nothing_is_not_there() {
    let place = Place::new();
    let study =
        "study --rule michie-304 --opponent perfect --exact --runs 30 --games 500 --plots none";
    let json = place.json(&format!("{study} --json"));
    let name = "first_exact_optimal_where_play_goes";
    let runs = rows_of(&json["runs"], "play", "sampled");
    assert_eq!(rows_of(&json["runs"], "play", "greedy").len(), runs.len());
    let values: Vec<f64> = runs.iter().filter_map(|run| run[name].as_f64()).collect();
    assert!((1..30).contains(&values.len()), "some resign at once");
    // A machine that resigns at once loses all, and has no box to be optimal in.
    for run in runs {
        let lost = ["first_exact_worst_case_loss", "first_exact_random_lost"];
        let resigns = lost.iter().all(|name| run[*name] == 1);
        assert_eq!(run[name].is_null(), resigns, "{run}");
    }
    let figures = rows_of(&json["figures"], "figure", name).into_iter();
    let row = { figures }.find(|row| row["play"] == "sampled").unwrap();
    let count = u32::try_from(values.len()).unwrap();
    assert_eq!(row["runs"], count);
    let mean = values.iter().sum::<f64>() / f64::from(count);
    assert!((row["mean"].as_f64().unwrap() - mean).abs() < 1e-12);
    let text = place.ok(study);
    text.has([&*format!("optimal where play goes ({count} of 30 runs)")]);
    // The curve says the same at its last point.
    let curves = json["curves"].as_array().unwrap();
    let last = curves.iter().rfind(|row| row["figure"] == name).unwrap();
    assert_eq!(last["runs"], count);
    assert!((last["mean"].as_f64().unwrap() - mean).abs() < 1e-4);
}

/// In every table a share or chance is between 0 and 1 or not there, and nothing is known of runs that there are not. Every
/// row about games or about a table says its way of play: a mean over rows of several would be of nothing.
#[test]
fn figures_of_nothing_are_not_there() {
    let place = Place::new();
    for line in [
        // One run, whose machine resigns at once.
        "study --rule michie-304 --opponent perfect --exact --runs 1 --games 500 --seed 3",
        // A side that is never asked to choose, in a game of one move.
        "study --game nim:1 --rule rote --learner second --exact --runs 2 --sets 2",
        // A machine that has only refused.
        "study --rule scroggs --opponent perfect --exact --runs 3 --sets 20 --games-per-set 20",
        "study --game hexapawn --exact --runs 2 --sets 2 --rule rote --rule michie-304",
        "study --game hexapawn --exact --runs 2 --sets 2 --rule q-learning",
        "study --game hexapawn --exact --runs 2 --sets 2 --rule her --expected",
        // A window of the whole run, which some runs reach.
        "study --game hexapawn --learner second --runs 12 --sets 1 --games-per-set 20",
    ] {
        let json = place.json(&format!("{line} --plots none --json"));
        let tables = json.as_object().unwrap().iter();
        for (table, rows) in tables.filter(|(_, rows)| rows.is_array()) {
            for row in rows.as_array().unwrap() {
                let play = row.get("play").is_some_and(|play| !play.is_null());
                assert!(play || table == "trainings", "{line}: {table}: {row}");
                let is_open = row["not_reached"].as_u64() > Some(0);
                let is_unknown = row["error"].is_null() && row["mean"].is_null();
                assert!(!is_open || is_unknown, "{line}: {row}");
                for (name, value) in row.as_object().unwrap() {
                    let is_share = arena::figure(name).is_some_and(|known| known.is_share());
                    let is_right = value.as_f64().is_none_or(|x| (0.0..=1.0).contains(&x));
                    assert!(!is_share || is_right, "{line}: {table}: {name} {value}");
                }
                if table == "curves" || table == "figures" {
                    let is_empty = row["runs"] == 0 || is_open;
                    assert_eq!(is_empty, row["mean"].is_null(), "{line}: {row}");
                }
            }
        }
    }
    place.does(
        "
        train --rule q-learning --game hexapawn --exact --sets 2 --csv d/1 --plots none
        train --game hexapawn --exact --sets 2 --csv d/2 --plots none --out r.menace
        ",
    );
    let tables = files(&place.at("d")).into_iter();
    let tables: String = tables
        .map(|file| place.text(&format!("d/{file}")))
        .collect();
    tables.has(["sampled", "greedy", "exploring"]);
}

/// What is said to be excluded never happened: no such figure of any run is more than 0.
#[test]
fn what_is_excluded_does_not_happen() {
    let (mut excluded, mut all) = (0, 0);
    for (game, learner) in [
        ("hexapawn", "first"),
        ("hexapawn", "second"),
        ("nim:3,4,5", "first"),
        ("nim:1,2,3", "both"),
        // A machine that takes both sides wins from the second.
        ("nim:8:take=3", "shared"),
        ("tic-tac-toe", "second"),
        ("mnk:3,3,2", "first"),
    ] {
        let game = games::parse(game).unwrap();
        for rule in ["rote", "q-learning"] {
            for opponent in ["perfect", "random"] {
                let opponents = [opponent].into_iter().filter(|_| learner != "both");
                let trainings = Trainings::new(&Request {
                    game: Some(game.clone()),
                    learner: Some(learner.parse().unwrap()),
                    rules: vec![preset(rule).unwrap()],
                    opponents: opponents.map(|name| name.parse().unwrap()).collect(),
                    runs: Some(10),
                    sets: Some(3),
                    exact: Examined::EachSet,
                    ..Request::default()
                });
                let trainings = trainings.unwrap();
                let study = trainings.play(0, &()).unwrap();
                let certain = certain(&game, &study.setting);
                for finals in arena::Finals::from_study(&study, certain) {
                    let [least, most] = finals.range();
                    if let Some(deviation) = finals.deviation() {
                        // No value lies further from the mean than the extremes from each other.
                        let apart = most.unwrap() - least.unwrap() + 1e-9;
                        assert!((0.0..=apart).contains(&deviation), "{rule}: {deviation}");
                    }
                    if finals.is_certain() {
                        let figure = finals.figure;
                        assert_eq!(most, Some(0.0), "{game:?} {rule} {opponent}: {figure:?}");
                        excluded += 1;
                    }
                    all += 1;
                }
            }
        }
    }
    assert!(excluded > 100 && excluded < all / 2, "{excluded} of {all}");
}
