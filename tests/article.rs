//! Tests of the command `menace article`: its report, its pictures and its figures.

#![allow(clippy::unwrap_used, reason = "a test may stop")]

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;
use std::process::{Command, Output};

use matchboxes::arena::{Sets, Tally, sample, sample_sets};
use matchboxes::game::Side;
use matchboxes::games::TicTacToe;
use matchboxes::learn::{Opponent, Training, preset};
use matchboxes::player::{Perfect, Random};
use serde_json::Value;

fn article(folder: &Path, more: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_menace"));
    command.arg("article").arg("--out").arg(folder).args(more);
    command.output().unwrap()
}

/// All files of a folder by name.
fn files(folder: &Path) -> BTreeMap<String, Vec<u8>> {
    let entries = fs::read_dir(folder).unwrap().map(|entry| {
        let path = entry.unwrap().path();
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        (name, fs::read(path).unwrap())
    });
    entries.collect()
}

/// The report in each language.
const REPORTS: [&str; 2] = ["README.md", "README.ja.md"];

/// The names of the pictures in a report.
fn pictures_in(report: &str) -> BTreeSet<String> {
    let pictures = report.split("![").skip(1);
    pictures
        .map(|rest| rest.split_once("](").unwrap().1.split_once(')').unwrap().0)
        .map(str::to_owned)
        .collect()
}

/// The numbers of a text in reading order.
fn numbers(text: &str) -> Vec<&str> {
    let all = text.split(|c: char| !c.is_ascii_digit() && !matches!(c, '.' | ','));
    let bare = all.map(|word| word.trim_matches(['.', ',']));
    bare.filter(|word| !word.is_empty()).collect()
}

#[test]
fn the_same_command_leaves_the_same_bytes_with_any_number_of_threads() {
    let place = tempfile::tempdir().unwrap();
    let [one, many] = ["1", "7"].map(|threads| {
        let folder = place.path().join(threads);
        let done = article(&folder, &["--runs", "2", "--threads", threads]);
        assert!(done.status.success(), "{done:?}");
        assert!(done.stderr.is_empty(), "{done:?}");
        files(&folder)
    });
    let names = |files: &BTreeMap<String, Vec<u8>>| files.keys().cloned().collect::<Vec<_>>();
    assert_eq!(names(&one), names(&many));
    for (name, bytes) in &one {
        assert!(bytes == &many[name], "{name} depends on the threads");
    }
    let drawn = one.keys().filter(|name| !REPORTS.contains(&name.as_str()));
    let drawn: BTreeSet<String> = drawn.cloned().collect();
    assert!(drawn.len() > 20);
    for name in REPORTS {
        let report = String::from_utf8(one[name].clone()).unwrap();
        assert_eq!(pictures_in(&report), drawn, "{name}");
    }
}

/// Compares `plots/article/` with a new report; how the pictures are drawn is not compared.
#[test]
fn the_report_of_the_repository_is_what_the_command_writes() {
    let mut kept = files(&Path::new(env!("CARGO_MANIFEST_DIR")).join("plots/article"));
    // Pictures in other formats belong to the user.
    let ships = |name: &str| ["md", "png"].map(Some).contains(&name.rsplit('.').next());
    kept.retain(|name, _| ships(name));
    let place = tempfile::tempdir().unwrap();
    let done = article(place.path(), &["--plots", "svg"]);
    assert!(done.status.success(), "{done:?}");
    for name in REPORTS {
        let made = fs::read_to_string(place.path().join(name)).unwrap();
        let report = String::from_utf8(kept[name].clone()).unwrap();
        assert!(
            made.replace(".svg)", ".png)") == report,
            "{name} is out of date: run `menace article`"
        );
        assert!(
            !report.contains(['{', '}']),
            "{name} has an unfilled placeholder"
        );
        let pictures = kept.keys().filter(|name| !REPORTS.contains(&name.as_str()));
        assert_eq!(pictures_in(&report), pictures.cloned().collect(), "{name}");
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
    let place = tempfile::tempdir().unwrap();
    let done = article(
        place.path(),
        &["--runs", "1", "--seed", "3", "--plots", "svg"],
    );
    for name in REPORTS {
        let report = fs::read_to_string(place.path().join(name)).unwrap();
        let mut before: Option<usize> = None;
        for line in report.lines() {
            let cells = line.starts_with('|').then(|| line.matches('|').count());
            if let (Some(before), Some(cells)) = (before, cells) {
                assert_eq!(before, cells, "{line}");
            }
            before = cells;
        }
    }
    let summary = String::from_utf8(done.stdout).unwrap();
    let rows = summary.split("\n\n").nth(1).unwrap().lines();
    let rows: Vec<_> = rows
        .map(|row| row.split("  ").filter(|cell| !cell.is_empty()).count())
        .collect();
    assert!(
        rows.len() > 8 && rows.iter().all(|cells| *cells == 5),
        "{summary}"
    );
}

#[test]
fn both_languages_show_the_same_figures() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("plots/article");
    let [english, japanese] =
        REPORTS.map(|name| figures(&fs::read_to_string(folder.join(name)).unwrap()));
    assert!(english.iter().map(Vec::len).sum::<usize>() > 300);
    assert_eq!(english, japanese);
}

/// What the report says about a claim follows from the differences in its table.
#[test]
fn verdicts_on_claims_follow_from_the_differences() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("plots/article");
    let report = fs::read_to_string(folder.join(REPORTS[0])).unwrap();
    let verdict = |row: &str| {
        let row = report
            .lines()
            .find(|line| line.starts_with(&format!("| {row} |")));
        let (mean, error) = row
            .unwrap()
            .split('|')
            .nth(4)
            .unwrap()
            .split_once('±')
            .unwrap();
        let [mean, error] = [mean, error].map(|n| n.trim().parse::<f64>().unwrap());
        match mean / error {
            z if z > 3.0 => "holds",
            z if z < -3.0 => "fails",
            _ => "open",
        }
    };
    let claims = |words: &str| assert!(report.contains(words), "{words}");
    assert_eq!([verdict("all"), verdict("up to move 4")], ["holds"; 2]);
    claims("or more. The claim holds: there are ");
    claims("Up to there the claim holds: there are ");
    assert_eq!(verdict("move 4: ply 3 (second)"), "open");
    claims("At move 4 itself it is open, with ");
}

/// Compares the boxes with three or more moves ruled out with an independent count over run 0.
#[test]
fn several_ruled_out_moves_agree_with_an_independent_count() {
    let document = json("1961");
    let sum = |how: &str| -> u64 {
        let place = format!("/runs/0/several_zeroed_by_ply/{how}");
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

fn json(seed: &str) -> Value {
    let place = tempfile::tempdir().unwrap();
    let more = ["--plots", "svg", "--json", "--runs", "2", "--seed", seed];
    let done = article(place.path(), &more);
    assert!(done.status.success(), "{done:?}");
    serde_json::from_slice(&done.stdout).unwrap()
}

#[test]
fn figures_are_in_the_ranges_that_other_programs_found() {
    for seed in ["1961", "2", "3"] {
        let document = json(seed);
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
            let draws = run.pointer("/4/draws").unwrap().as_f64().unwrap();
            assert!((0.25..0.75).contains(&draws), "seed {seed}: {draws}");
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
    let document = json("7");
    for number in [0, 1] {
        let mut run = Training {
            game: TicTacToe,
            rule: preset("rote").unwrap(),
            learners: matchboxes::learn::Learners::Second,
            opponent: Opponent::Player(std::sync::Arc::new(Random)),
            games_per_set: 100,
            seed: 7,
            run: number,
        }
        .begin();
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
fn a_file_that_is_not_a_report_is_not_overwritten() {
    let place = tempfile::tempdir().unwrap();
    let path = place.path().join("README.md");
    fs::write(&path, "# Mine\n").unwrap();
    let quick = ["--runs", "1", "--plots", "svg"];
    let refused = article(place.path(), &quick);
    assert_eq!(refused.status.code(), Some(1));
    let error = String::from_utf8(refused.stderr).unwrap();
    assert!(error.contains("--force"), "{error}");
    assert_eq!(files(place.path()).len(), 1);
    assert_eq!(fs::read_to_string(&path).unwrap(), "# Mine\n");
    let forced = article(place.path(), &[&quick[..], &["--force"]].concat());
    assert!(forced.status.success(), "{forced:?}");
    let report = fs::read_to_string(&path).unwrap();
    assert!(report.contains("over 1 run,"), "{report}");
    let japanese = place.path().join("README.ja.md");
    fs::write(&japanese, "# Mine\n").unwrap();
    let refused = article(place.path(), &quick);
    assert_eq!(refused.status.code(), Some(1), "{refused:?}");
    assert_eq!(fs::read_to_string(&japanese).unwrap(), "# Mine\n");
    fs::remove_file(&japanese).unwrap();
    assert!(article(place.path(), &quick).status.success());
    assert_eq!(
        article(place.path(), &["--plots", "none"]).status.code(),
        Some(2)
    );
}

#[test]
fn the_sets_of_a_match_add_up_to_the_match() {
    let perfect = Perfect::new(TicTacToe).unwrap();
    for (sets, each) in [(100, 100), (7, 333), (1, 2_500), (3_000, 1), (5, 0), (0, 5)] {
        let divided = Sets { sets, games: each };
        let counted = sample_sets(&TicTacToe, [&Random, &perfect], divided, 9);
        assert_eq!(counted.len() as u64, sets);
        assert!(counted.iter().all(|tally| tally.results.games() == each));
        let whole = sample(&TicTacToe, [&Random, &perfect], sets * each, 9);
        let sum = |of: fn(&Tally) -> u64| counted.iter().map(of).sum::<u64>();
        assert_eq!(sum(|t| t.results.second_wins), whole.results.second_wins);
        assert_eq!(sum(|t| t.results.draws), whole.results.draws);
    }
}
