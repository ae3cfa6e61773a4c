//! The growth of the tables of a study.

use serde_json::Value;

use crate::place::{Place, Text as _};

/// The numbers of a column of the rows of a mark.
fn column(rows: &[&Value], name: &str) -> Vec<u64> {
    rows.iter().map(|row| row[name].as_u64().unwrap()).collect()
}

#[test]
fn growth_is_that_of_the_first_run() {
    let place = Place::new();
    let line =
        "study --growth --game tic-tac-toe --runs 2 --games 2k --learner both --plots none --json";
    for batch in [1, 50] {
        let all = place.json(&format!("{line} --batch {batch}"));
        let rows: Vec<&Value> = all["growth"].as_array().unwrap().iter().collect();
        let marks = [1_000, 2_000].map(|games| {
            let of = rows.iter().filter(|row| row["games"] == games);
            of.copied().collect::<Vec<_>>()
        });
        for mark in &marks {
            let sum = |name: &str| column(mark, name).iter().sum::<u64>();
            assert!(sum("known") < sum("met"));
            assert!(mark[0]["met_again"].as_u64() < mark[0]["boxes"].as_u64());
            assert_eq!(column(mark, "ply"), (0..9).collect::<Vec<_>>());
        }
        if batch > 1 {
            continue;
        }
        // Each box was new once, when it was met for the first time; the last ones are those of the run.
        let new = |mark: &Vec<&Value>| {
            let sum = |name: &str| column(mark, name).iter().sum::<u64>();
            sum("met") - sum("known")
        };
        let boxes = column(&marks[1], "boxes")[0];
        assert_eq!(marks.iter().map(new).sum::<u64>(), boxes);
        let run = &all["runs"][0];
        let own = ["first_boxes", "second_boxes"].map(|name| run[name].as_u64().unwrap());
        assert_eq!(own.iter().sum::<u64>(), boxes);
    }
}

#[test]
fn growth_is_shown() {
    let place = Place::new();
    let summary = place.ok(
        "study --growth --game othello:4 --runs 1 --games 10k --csv t --plots svg --plots-dir t",
    );
    summary.has([
        "\n  growth until game",
        "\n  10,000 ",
        "  0: 100.00 %",
        "moves from a known box",
    ]);
    let picture = place.text("t/growth.svg");
    picture.has([
        "moves from a known box (%)",
        "moves played before",
        "up to 1,000 games",
    ]);
    let table = place.text("t/growth.csv");
    assert!(table.lines().count() > 12, "{table}");
}
