//! However a training is divided, it gives the same bytes.

use std::fs;

use matchboxes::learn::MOST_BEADS;
use serde_json::{Value, json};

use crate::place::{Place, Text as _, contents, with_slashes};
use crate::whole::whole_or;

/// A rule that keeps a position from its second meeting on.
pub(crate) const WAITING: &str =
    "name = \"waiting\"\nboxes = \"second-meeting\"\nstart = [2]\nwin = \"+1 all\"\n";

/// A place with the file of that rule.
fn place() -> Place {
    let place = Place::new();
    fs::write(place.at("waiting.toml"), WAITING).unwrap();
    place
}

/// Trainings of many kinds.
pub(crate) const TRAININGS: &[&str] = &[
    "--learner first",
    "--learner second --opponent perfect",
    "--learner both --games-per-set 37 --run 3",
    "--learner first --rule michie-304 --opponent mix:0.5*perfect+0.5*random",
    "--learner second --rule scroggs --seed 5",
    "--learner both --rule michie-1961",
    "--game nim:3,4,5 --learner first --opponent first",
    "--game nim:2,3,3:misere --learner both --rule michie-304",
    "--learner both --batch 30 --max-boxes 400",
    "--learner second --rule michie-304 --batch 100 --max-memory 5k --games-per-set 150",
    "--learner both --max-boxes 100 --fallback ai12s --batch 20",
    "--game othello --max-boxes 3k --fallback m3 --games-per-set 5 --batch 3",
    "--learner both --rule waiting.toml",
    "--game othello --rule waiting.toml --games-per-set 10 --fallback m2 --batch 4",
];

/// A training in two parts equals a whole one, of every kind, cut at one place; at three places in the whole form.
#[test]
fn a_training_in_two_parts_equals_a_whole_one() {
    for (number, training) in TRAININGS.iter().enumerate() {
        let whole = place();
        let line = format!("train {training} --out x.menace --plots svg");
        let summary = whole.ok(&format!("{line} --sets 40"));
        whole.ok("check x.menace").has(["undamaged"]);
        let every = whole_or(1, 3);
        for cut in [1, 13, 39].into_iter().skip(number % every).step_by(every) {
            let halves = place();
            halves.ok(&format!("{line} --sets {cut}"));
            let rest = 40 - cut;
            let last = halves.ok(&format!("{line} --sets {rest} --continue"));
            assert_eq!(summary, last, "{training}, cut at {cut}");
            let same = contents(whole.path()) == contents(halves.path());
            assert!(same, "{training}, cut at {cut}");
        }
    }
}

/// A batch that is learnt box by box counts what it counts where a limit, which is never reached, asks for one game after
/// the other. By this rule every box is soon full.
#[test]
fn a_batch_counts_the_same_in_both_ways() {
    let place = Place::new();
    let full = ["win", "draw", "loss"].map(|end| format!("{end} = \"+{MOST_BEADS} all\"\n"));
    let rule = format!("name = \"full\"\nstart = [2]\n{}", full.concat());
    fs::write(place.at("full.toml"), rule).unwrap();
    let [free, limited] = [("a", ""), ("b", "--max-boxes 1M")].map(|(name, limit)| {
        let line =
            "train --game othello:4 --rule full.toml --batch 50 --sets 3 --plots none --json";
        place.json(&format!("{line} --out {name}.menace {limit}"))["history"].clone()
    });
    assert_eq!(free, limited);
    assert!(free[2]["first_saturated"].as_u64().unwrap() > 500, "{free}");
}

#[test]
fn json_is_one_document_in_its_documented_shape() {
    let place = Place::new();
    // Parsing fails if there is more than one document or other text.
    let report = place.json("train --learner both --sets 7 --games-per-set 50 --seed 12 --json");
    let keys = |value: &Value| {
        let keys = value.as_object().unwrap().keys().cloned();
        keys.collect::<Vec<_>>().join(" ")
    };
    let of_all = "format command model game learner rule games sets sets_left boxes history";
    assert_eq!(keys(&report), of_all);
    let model = with_slashes(report["model"].as_str().unwrap());
    assert_eq!(model, "models/tic-tac-toe-both.menace");
    let told = ["games", "learner", "rule"].map(|key| &report[key]);
    assert_eq!(told, [&json!(350), &json!("both"), &json!("rote")]);
    let counts = ["first", "second"].map(|side| {
        let counts = "resigned boxes missing_colour refused rescued saturated".split(' ');
        let counts = counts.map(|name| format!("{side}_{name}"));
        counts.collect::<Vec<_>>().join(" ")
    });
    let of_set =
        "game learner rule opponent fallback seed games set sets play first_wins draws second_wins";
    let of_set = format!("{of_set} {}", counts.join(" "));
    let history = report["history"].as_array().unwrap();
    assert_eq!(history.len(), 7);
    for (i, set) in history.iter().enumerate() {
        assert_eq!(keys(set), of_set);
        let told = ["set", "games", "seed", "opponent"].map(|key| &set[key]);
        assert_eq!(json!(told), json!([i + 1, 50 * (i + 1), 12, "self"]));
        let results =
            ["first_wins", "draws", "second_wins"].map(|name| set[name].as_u64().unwrap());
        assert_eq!(results.iter().sum::<u64>(), 50);
        assert!(of_set.split(' ').skip(12).all(|name| set[name].is_u64()));
    }
    // The same rows are the table.
    let line = "train --learner both --sets 7 --games-per-set 50 --seed 12 --out b.menace --csv";
    let printed = place.ok(&format!("{line} - --plots none"));
    assert_eq!(printed.lines().next(), Some(&*of_set.replace(' ', ",")));
    place.ok(&format!("{line} tables --plots none"));
    assert_eq!(place.text("tables/history.csv"), printed);
}

/// Refused games, refilled boxes and full boxes are counted and reported.
#[test]
fn events_are_counted() {
    let place = Place::new();
    let base = place.ok("list rules --toml michie-304");
    let is_kept =
        |line: &&str| !["empty", "win", "name"].contains(&line.split(' ').next().unwrap());
    let kept = base.lines().filter(is_kept);
    let base: String = kept.map(|line| format!("{line}\n")).collect();
    let rule = |name: &str, win: u64, empty: &str| {
        let own = format!("name = \"{name}\"\nwin = \"+{win} all\"\nempty = \"{empty}\"\n");
        fs::write(place.at(&format!("{name}.toml")), own + &base).unwrap();
        format!("train --rule {name}.toml --out {name}.menace --plots none --opponent")
    };
    let count = |line: &str, event: &str| -> u64 {
        let report = place.json(&format!("{line} perfect --json"));
        let sets = report["history"].as_array().unwrap().iter();
        sets.map(|set| set[format!("first_{event}")].as_u64().unwrap())
            .sum()
    };
    let refusing = rule("refusing", 3, "refuse");
    let refused = count(&refusing, "refused");
    assert!(refused > 1_000, "{refused}");
    assert!(count(&rule("filling", 3, "refill"), "rescued") > 0);
    place
        .ok("show refusing.menace -p .../.../...")
        .has(["empty: it refuses to play"]);
    let summary = place.ok(&format!("{refusing} perfect --force"));
    let mut lines = summary.lines();
    let recent = lines.find(|line| line.contains("last 1,000 games"));
    assert!(recent.unwrap().ends_with("1,000 refused"), "{summary}");
    let brimming = rule("brimming", matchboxes::learn::MOST_BEADS, "resign");
    place.ok(&format!("{brimming} random")).has(["boxes full"]);
}

#[test]
fn pictures_have_the_requested_format() {
    for (form, endings) in [
        ("none", ""),
        ("png", "png"),
        ("svg", "svg"),
        ("both", "png svg"),
    ] {
        let place = Place::new();
        place.ok(&format!("train --sets 2 --out x.menace --plots {form}"));
        let mut files = vec!["x.menace".to_owned()];
        for ending in endings.split_whitespace() {
            let named = |what| format!("plots/x-{what}.{ending}");
            files.extend(["beads", "boxes", "curve", "missing-colour"].map(named));
        }
        files.sort_unstable();
        assert_eq!(place.files(), files);
    }
}

#[test]
fn the_fallback_player_is_named_and_kept() {
    let place = Place::new();
    let line = "train --max-boxes 20 --fallback ai12s --out x.menace --plots none";
    place.ok(&format!("{line} --sets 5"));
    // A table with 20 positions that plays perfectly elsewhere loses only because of those positions.
    let losses = |player: &str| {
        let report = place.json(&format!("match {player} random --exact --json"));
        report["matches"][0]["second_wins"].as_f64().unwrap()
    };
    let [alone, helped] = ["x.menace", "x.menace:greedy:fallback=perfect"].map(losses);
    assert!(helped < alone / 2.0, "{helped} {alone}");
}
