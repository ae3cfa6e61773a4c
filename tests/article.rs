//! Tests of the command `menace article`: its report, its pictures and its figures.

#![allow(clippy::unwrap_used, reason = "a test may stop")]

use std::collections::BTreeSet;
use std::fs;
use std::sync::LazyLock;

use matchboxes::arena::{Contest, Sets, Tally};
use matchboxes::game::Side;
use matchboxes::games::TicTacToe;
use matchboxes::learn::{Learners, Training, preset};
use matchboxes::player::{Perfect, Random};
use serde_json::Value;

use crate::place::{Place, Text as _};

/// What two runs give with some seeds.
static DOCUMENTS: LazyLock<[(u64, Value); 3]> = LazyLock::new(|| {
    [1961, 7, 3].map(|seed| {
        let line = format!("article --out . --plots svg --json --runs 2 --seed {seed}");
        (seed, Place::new().json(&line))
    })
});

/// The report in each language.
const REPORTS: [&str; 2] = ["README.md", "README.ja.md"];

/// The names of the pictures in a report.
fn pictures_in(report: &str) -> BTreeSet<String> {
    let rests = report.split("![").skip(1);
    let paths = rests.map(|rest| rest.split_once("](").unwrap().1);
    paths
        .map(|path| path.split_once(')').unwrap().0.to_owned())
        .collect()
}

/// The numbers of a text in reading order.
fn numbers(text: &str) -> Vec<&str> {
    let all = text.split(|c: char| !c.is_ascii_digit() && !matches!(c, '.' | ','));
    let bare = all.map(|word| word.trim_matches(['.', ',']));
    bare.filter(|word| !word.is_empty()).collect()
}

#[test]
fn every_picture_is_shown_in_both_reports() {
    let place = Place::new();
    place.ok("article --out . --runs 2 --plots svg");
    let mut drawn: BTreeSet<String> = place.files().into_iter().collect();
    for name in REPORTS.into_iter().chain(["result.json"]) {
        assert!(drawn.remove(name), "{name}");
    }
    assert!(drawn.remove("figures.csv") && drawn.remove("runs.csv"));
    assert!(drawn.len() > 20);
    for name in REPORTS {
        assert_eq!(pictures_in(&place.text(name)), drawn, "{name}");
    }
}

/// The figures of a report's tables, row by row, without the heads of the tables.
fn figures(report: &str) -> Vec<Vec<String>> {
    let lines: Vec<&str> = report.lines().collect();
    let pairs = lines.windows(2);
    let rows = pairs.filter(|pair| pair[0].starts_with("| ") && !pair[1].starts_with("|--"));
    let cells = |pair: &[&str]| -> Vec<String> {
        let cells = pair[0].trim_matches('|').split('|').skip(1);
        let figures = cells.filter(|cell| cell.trim().starts_with(|c: char| c.is_ascii_digit()));
        figures.flat_map(numbers).map(str::to_owned).collect()
    };
    rows.map(cells).collect()
}

#[test]
fn tables_have_as_many_cells_in_every_row() {
    let place = Place::new();
    let summary = place.ok("article --out . --runs 1 --seed 3 --plots svg");
    for name in REPORTS {
        let report = fs::read_to_string(place.at(name)).unwrap();
        let mut before: Option<usize> = None;
        for line in report.lines() {
            let cells = line.starts_with('|').then(|| line.matches('|').count());
            if let (Some(before), Some(cells)) = (before, cells) {
                assert_eq!(before, cells, "{line}");
            }
            before = cells;
        }
    }
    let rows = summary.split("\n\n").nth(1).unwrap().lines();
    let cells = |row: &str| row.split("  ").filter(|cell| !cell.is_empty()).count();
    assert!(rows.clone().count() > 8, "{summary}");
    assert!({ rows }.all(|row| cells(row) == 4), "{summary}");
}

/// A report of the repository.
fn kept(name: &str) -> String {
    let folder = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/plots/rote-2019-article-21f870"
    );
    fs::read_to_string(format!("{folder}/{name}")).unwrap()
}

#[test]
fn both_languages_show_the_same_figures_and_pictures() {
    let reports = REPORTS.map(kept);
    for report in &reports {
        assert!(!report.contains(['{', '}']), "an unfilled placeholder");
    }
    let [english, japanese] = reports.each_ref().map(|report| pictures_in(report));
    assert_eq!(english, japanese);
    let [english, japanese] = reports.map(|report| figures(&report));
    assert!(english.iter().map(Vec::len).sum::<usize>() > 300);
    assert_eq!(english, japanese);
}

/// The verdicts of every article follow from its figures by one law, told here once more, and each row has its command.
#[test]
fn verdicts_follow_from_the_figures() {
    // Of each article, without the figures that only a whole form computes: held, failed, open.
    for (name, wanted) in [
        ("rote-2019 --runs 5", None),
        ("hand-written", Some([285, 0, 0])),
        ("othello-2015", Some([109, 3, 0])),
        ("minimax", Some([1, 1, 19])),
        ("game-trees --runs 2", Some([1, 2, 4])),
    ] {
        let place = Place::new();
        let document = place.json(&format!("article {name} --out . --plots svg --json"));
        assert!(document["source"]["title"].is_string(), "{name}");
        let mut tally = [0; 3];
        for row in document["tables"]["figures"].as_array().unwrap() {
            let number = |name: &str| row[name].as_f64();
            let ends = [number("source_low"), number("source_high")];
            let slack = number("ours_error").map(|error| 3.0 * error);
            let known = number("ours_value")
                .zip(slack)
                .filter(|_| ends != [None; 2]);
            let verdict = known.map_or(2, |(ours, slack)| {
                let low = ends[0].unwrap_or(f64::NEG_INFINITY);
                let high = ends[1].unwrap_or(f64::INFINITY);
                let is_in = |x: f64| low <= x && x <= high;
                match (
                    is_in(ours - slack) && is_in(ours + slack),
                    ours + slack < low || high < ours - slack,
                ) {
                    (true, _) => 0,
                    (_, true) => 1,
                    _ => 2,
                }
            });
            assert_eq!(row["verdict"], ["holds", "fails", "open"][verdict], "{row}");
            let is_command = row["command"].as_str().unwrap().starts_with("menace ");
            assert!(is_command || row["ours"].is_null(), "{row}");
            tally[verdict] += 1;
        }
        assert_eq!(wanted.unwrap_or(tally), tally, "{name}");
    }
}

/// Compares the boxes with three or more moves ruled out with an independent count over run 0.
#[test]
fn several_ruled_out_moves_agree_with_an_independent_count() {
    let (_, document) = &DOCUMENTS[0];
    let sum = |how: &str| -> u64 {
        let place = format!("/runs/0/several_missing_colour_by_ply/{how}");
        let plies = document.pointer(&place).unwrap().as_array().unwrap();
        plies.iter().map(|n| n.as_u64().unwrap()).sum()
    };
    assert_eq!([sum("apart"), sum("together")], [474, 647]);
    for run in document["runs"].as_array().unwrap() {
        for (number, all) in [("2", 2_423), ("3", 2_097), ("6", 4_520)] {
            let reach = &run["open_boxes"][number];
            let [open, met, busy] = ["open", "met", "busy"].map(|n| reach[n].as_u64().unwrap());
            assert!(busy <= met && met <= open && open <= all, "{reach}");
            assert!((0.0..0.1).contains(&reach["leaving"].as_f64().unwrap()));
        }
    }
}

#[test]
fn figures_are_in_the_ranges_that_other_programs_found() {
    for (seed, document) in &*DOCUMENTS {
        let random = document["random"]["draws"].as_f64().unwrap();
        assert!((random - 8.0 / 63.0).abs() < 1e-12);
        let runs = document["runs"].as_array().unwrap();
        assert_eq!(runs.len(), 2);
        for run in runs {
            let count = |path: &str| run.pointer(path).unwrap().as_u64().unwrap();
            let boxes = |path, low: u64, high: u64| {
                let met = count(path);
                assert!((low..=high).contains(&met), "seed {seed}: {path} {met}");
            };
            boxes("/2/boxes/first", 1_900, 2_423);
            boxes("/3/boxes/second", 2_000, 2_097);
            boxes("/6/boxes/first", 2_100, 2_423);
            boxes("/6/boxes/second", 1_800, 2_097);
            let lost = count("/2/second_wins");
            assert!(lost < 150, "seed {seed}: {lost}");
            let draws = |how: &str| {
                let place = format!("/4/{how}/meeting/draws");
                run.pointer(&place).unwrap().as_f64().unwrap()
            };
            let sampled = draws("sampled");
            assert!((0.25..0.75).contains(&sampled), "seed {seed}: {sampled}");
            // The same tables, with light beads drawn less often.
            assert!(draws("sharpened") > sampled, "seed {seed}");
            assert!(count("/5/draws") > 850 && count("/6/draws") > 700);
            let [before, after] = ["before", "after"].map(|w| count(&format!("/boxes_in_all/{w}")));
            assert_eq!(before, count("/2/boxes/first") + count("/3/boxes/second"));
            assert!(after >= before && after <= 4_520);
        }
    }
}

/// The experiments can be repeated with the library's own trainings.
#[test]
fn a_run_of_experiment_3_equals_the_same_training_by_the_library() {
    let (seed, document) = &DOCUMENTS[1];
    for number in [0, 1] {
        let mut training = Training::new(TicTacToe, preset("rote").unwrap()).seed(*seed);
        training.run = number;
        let mut run = training.learners(Learners::Second).begin().unwrap();
        run.play(100);
        let last = run.history().last(10);
        let place = format!("/runs/{number}/3");
        let found = document.pointer(&place).unwrap();
        assert_eq!(found["second_wins"], last.results.wins(Side::Second));
        assert_eq!(found["draws"], last.results.draws);
        let boxes = run.table(Side::Second).unwrap().len();
        assert_eq!(found["boxes"]["second"], boxes);
    }
}

#[test]
fn every_source_is_among_the_references() {
    let listed = Place::new().json("list articles --json");
    let articles = listed["articles"].as_array().unwrap();
    assert_eq!(articles.len(), 5);
    let root = env!("CARGO_MANIFEST_DIR");
    let references = fs::read_to_string(format!("{root}/CITATION.cff")).unwrap();
    for article in articles {
        let source = &article["source"];
        let known = [&source["address"], &source["title"], &source["english"]];
        let mut texts = known.iter().filter_map(|text| text.as_str());
        assert!(texts.any(|text| references.contains(text)), "{article}");
    }
}

#[test]
fn a_file_that_is_not_a_report_is_not_overwritten() {
    let place = Place::new();
    let quick = "article --out . --runs 1 --plots svg";
    fs::write(place.at(REPORTS[0]), "# Mine\n").unwrap();
    place.refuses(&format!("1 {quick} => --force"));
    assert_eq!(place.bytes(REPORTS[0]), b"# Mine\n");
    place.ok(&format!("{quick} --force"));
    place.text(REPORTS[0]).has(["over 1 run,"]);
    fs::write(place.at(REPORTS[1]), "# Mine\n").unwrap();
    assert_eq!(place.run(quick).code, Some(1));
    assert_eq!(place.bytes(REPORTS[1]), b"# Mine\n");
    fs::remove_file(place.at(REPORTS[1])).unwrap();
    place.ok(quick);
    assert_eq!(place.run("article --out . --plots none").code, Some(2));
}

#[test]
fn the_sets_of_a_match_add_up_to_the_match() {
    let perfect = Perfect::new(TicTacToe).unwrap();
    for (sets, each) in [(100, 100), (7, 333), (1, 2_500), (3_000, 1), (5, 0), (0, 5)] {
        let divided = Sets { sets, games: each };
        let counted = Contest::new(&TicTacToe, [&Random, &perfect]).sample_sets(divided, 9);
        assert_eq!(counted.len() as u64, sets);
        assert!(counted.iter().all(|tally| tally.results.games() == each));
        let whole = Contest::new(&TicTacToe, [&Random, &perfect]).sample(sets * each, 9);
        let sum = |of: fn(&Tally) -> u64| counted.iter().map(of).sum::<u64>();
        assert_eq!(sum(|t| t.results.second_wins), whole.results.second_wins);
        assert_eq!(sum(|t| t.results.draws), whole.results.draws);
    }
}
