//! However a training is divided, it gives the same bytes.

use std::fs;

use serde_json::Value;

use crate::place::{Place, Text as _, with_slashes};
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
            assert_eq!(whole.files(), halves.files());
            for name in whole.files() {
                let same = whole.bytes(&name) == halves.bytes(&name);
                assert!(same, "{name}, {training}, cut at {cut}");
            }
        }
    }
}

#[test]
fn continue_needs_only_the_options_that_change() {
    let whole = Place::new();
    let options = "--game nim:2,3 --learner both --seed 9 --games-per-set 20 --rule scroggs";
    whole.ok(&format!(
        "train {options} --out x.menace --sets 30 --plots none"
    ));
    let halves = Place::new();
    halves.ok(&format!(
        "train {options} --out x.menace --sets 10 --plots none"
    ));
    halves.ok("train --out x.menace --continue --sets 20 --plots none");
    assert_eq!(whole.bytes("x.menace"), halves.bytes("x.menace"));
}

#[test]
fn a_training_can_continue_with_other_options() {
    let place = Place::new();
    place.ok("train --out x.menace --sets 5 --plots none");
    let line = "train --out x.menace --sets 5 --plots none --continue";
    let summary = place.ok(&format!("{line} --opponent perfect --seed 3"));
    assert!(summary.contains("5 sets of 100 games against random, rule rote, seed 1961"));
    assert!(summary.contains("5 sets of 100 games against perfect, rule rote, seed 3"));
    place.refuses(
        "
        1 train --out x.menace --continue --learner second => holds tic-tac-toe, first side learning | second side
        1 train --out x.menace --continue --rule michie-304 => rule
        ",
    );
}

#[test]
fn numbered_copies_equal_shorter_trainings() {
    let place = Place::new();
    place.ok("train --sets 70 --keep-every 30 --plots none");
    let name = "models/tic-tac-toe-first";
    let copies = [30, 60].map(|sets| (sets, format!("{name}-0000{sets}.menace")));
    let mut names: Vec<String> = copies.iter().map(|(_, copy)| copy.clone()).collect();
    names.push(format!("{name}.menace"));
    assert_eq!(place.files(), names);
    for (sets, copy) in &copies {
        place.ok(&format!(
            "train --sets {sets} --out alone-{sets}.menace --plots none"
        ));
        assert_eq!(
            place.bytes(copy),
            place.bytes(&format!("alone-{sets}.menace"))
        );
    }

    // A continued training continues the numbers; the same command again accepts its own copies.
    place.ok("train --sets 70 --keep-every 30 --plots none");
    place.ok("train --sets 25 --keep-every 30 --plots none --continue");
    assert!(place.at(&format!("{name}-000090.menace")).exists());
    place.ok(&format!(
        "train --out {name}-000090.menace --sets 90 --plots none"
    ));

    // Copies of another training are kept, and what was learnt before reaching them is not lost.
    let before = place.bytes(&copies[0].1);
    std::fs::remove_file(place.at(&names[2])).unwrap();
    let other = "train --sets 70 --keep-every 30 --plots none --seed 2";
    place.fails(other, 1, &["-000030.menace", "move it away"]);
    assert_eq!(place.bytes(&copies[0].1), before);
    std::fs::remove_file(place.at(&copies[0].1)).unwrap();
    std::fs::remove_file(place.at(&copies[1].1)).unwrap();
    place.ok(&format!("{other} --continue"));
    place.ok("train --sets 70 --seed 2 --out whole.menace --plots none");
    assert_eq!(place.bytes(&names[2]), place.bytes("whole.menace"));
    place.ok("train --sets 70 --keep-every 30 --plots none --force");
}

#[test]
fn two_tables_can_continue_together() {
    let place = Place::new();
    place.ok("train --sets 20 --plots none");
    place.ok("train --sets 20 --plots none --learner second");
    let [first, second] =
        ["first", "second"].map(|side| format!("models/tic-tac-toe-{side}.menace"));
    let line =
        format!("train --learner both --from {first} --from {second} --sets 10 --plots none");
    let summary = place.ok(&line);
    summary.has([&format!("beginning from {first} and {second}")]);
    let bytes = place.bytes("models/tic-tac-toe-both.menace");
    place.ok(&line);
    assert_eq!(place.bytes("models/tic-tac-toe-both.menace"), bytes);

    let halves = line.replace("--sets 10", "--sets 4 --out both.menace");
    place.ok(&halves);
    place.ok("train --out both.menace --continue --sets 6 --plots none");
    assert_eq!(place.bytes("both.menace"), bytes);

    place.refuses(&format!(
        "
        2 train --out x.menace --from {first} --from {first} => two tables for the first side
        1 train --out x.menace --from {first} --rule scroggs => cannot begin with its boxes
        1 train --out x.menace --game nim:3 --from {first} => cannot begin with its boxes
        2 train --out x.menace --from no.menace => no.menace
        "
    ));
    assert!(!place.at("x.menace").exists());
}

#[test]
fn json_is_one_document_in_its_documented_shape() {
    let place = Place::new();
    // Parsing fails if there is more than one document or other text.
    let report = place.json("train --learner both --sets 7 --games-per-set 50 --seed 12 --json");
    let keys =
        |value: &Value| -> Vec<String> { value.as_object().unwrap().keys().cloned().collect() };
    assert_eq!(
        keys(&report),
        [
            "format",
            "command",
            "model",
            "game",
            "learner",
            "rule",
            "games",
            "sets",
            "sets_left",
            "boxes",
            "history"
        ]
    );
    let model = with_slashes(report["model"].as_str().unwrap());
    assert_eq!(model, "models/tic-tac-toe-both.menace");
    assert_eq!(report["games"], 350);
    assert_eq!(report["learner"], "both");
    assert_eq!(report["rule"], "rote");
    let history = report["history"].as_array().unwrap();
    assert_eq!(history.len(), 7);
    for (i, set) in history.iter().enumerate() {
        let training = [
            "game", "learner", "rule", "opponent", "fallback", "seed", "games",
        ];
        let results = ["set", "sets", "play", "first_wins", "draws", "second_wins"];
        let counts = [
            "resigned",
            "boxes",
            "missing_colour",
            "refused",
            "rescued",
            "saturated",
        ];
        let counts = ["first", "second"].map(|side| counts.map(|name| format!("{side}_{name}")));
        let names = training.iter().chain(&results).map(|&name| name.to_owned());
        let names: Vec<String> = names.chain(counts.concat()).collect();
        assert_eq!(keys(set), names);
        assert_eq!(set["set"], i + 1);
        assert_eq!(set["games"], 50 * (i + 1));
        assert_eq!(set["seed"], 12);
        assert_eq!(set["opponent"], "");
        let number = |name: &str| set[name].as_u64().unwrap();
        assert_eq!(
            number("first_wins") + number("draws") + number("second_wins"),
            50
        );
        assert!(names[12..].iter().all(|name| set[name].is_u64()));
    }
    // The same rows are the table.
    let line = "train --learner both --sets 7 --games-per-set 50 --seed 12 --out b.menace --csv";
    let printed = place.ok(&format!("{line} - --plots none"));
    let mut rows = csv::Reader::from_reader(printed.as_bytes());
    assert!(rows.headers().unwrap().iter().eq(keys(&history[0])));
    assert_eq!(rows.records().count(), 7);
    place.ok(&format!("{line} tables --plots none"));
    // In a file with the checksum by which it is known.
    let kept = String::from_utf8(place.bytes("tables/b-history.csv")).unwrap();
    let rows = kept.lines().zip(printed.lines());
    assert!(
        rows.clone()
            .all(|(kept, row)| kept.rsplit_once(',').unwrap().0 == row)
    );
    assert_eq!(rows.count(), 8);
}

/// Refused games, refilled boxes and full boxes are counted and reported.
#[test]
fn events_are_counted() {
    let place = Place::new();
    let rule = |name: &str, lines: &[&str]| {
        let base = place.ok("list rules --toml michie-304");
        let lines = lines.iter().map(|line| format!("{line}\n"));
        let kept = base.lines().filter(|line| {
            let field = line.split(' ').next().unwrap();
            !["empty", "win", "name"].contains(&field)
        });
        let kept: String = kept.map(|line| format!("{line}\n")).collect();
        let text = format!("name = \"{name}\"\n{kept}{}", lines.collect::<String>());
        std::fs::write(place.at(&format!("{name}.toml")), text).unwrap();
    };
    let count = |name: &str, event: &str| -> u64 {
        let line = format!(
            "train --rule {name}.toml --opponent perfect --out {name}.menace --plots none --json"
        );
        let report = place.json(&line);
        let sets = report["history"].as_array().unwrap();
        sets.iter()
            .map(|set| set[format!("first_{event}")].as_u64().unwrap())
            .sum()
    };
    rule("refusing", &["win = \"+3 all\"", "empty = \"refuse\""]);
    rule("filling", &["win = \"+3 all\"", "empty = \"refill\""]);
    let most = matchboxes::learn::MOST_BEADS;
    let full = format!("win = \"+{most} all\"");
    rule("brimming", &[&full, "empty = \"resign\""]);
    let refused = count("refusing", "refused");
    assert!(refused > 1_000, "{refused}");
    assert!(count("filling", "rescued") > 0);
    let shown = place.ok("show refusing.menace -p .../.../...");
    shown.has(["empty: it refuses to play"]);
    let again = "train --rule refusing.toml --opponent perfect --out again.menace --plots none";
    let summary = place.ok(again);
    let recent = summary
        .lines()
        .find(|line| line.contains("last 1,000 games"));
    assert!(recent.unwrap().ends_with("1,000 refused"), "{summary}");
    let line = "train --rule brimming.toml --out brimming.menace --plots none";
    place.ok(line).has(["boxes full"]);
}

#[test]
fn pictures_have_the_requested_format() {
    let pictures = |form: &str| -> Vec<String> {
        let place = Place::new();
        place.ok(&format!("train --sets 2 --out x.menace --plots {form}"));
        let files = place.files();
        assert!(files.contains(&"x.menace".to_owned()));
        files
            .into_iter()
            .filter(|name| name != "x.menace")
            .collect()
    };
    let all = |ending: &'static str| {
        ["beads", "boxes", "curve", "missing-colour"].map(|what| format!("plots/x-{what}.{ending}"))
    };
    assert_eq!(pictures("none"), [""; 0]);
    assert_eq!(pictures("png"), all("png"));
    assert_eq!(pictures("svg"), all("svg"));
    let mut both = [all("png"), all("svg")].concat();
    both.sort_unstable();
    assert_eq!(pictures("both"), both);
}

#[test]
fn the_fallback_player_is_named_and_kept() {
    let place = Place::new();
    let line = "train --max-boxes 20 --fallback ai12s --out x.menace --plots none";
    let summary = place.ok(&format!("{line} --sets 5"));
    let limit = "at most 20 boxes a side, ai12s where there is no box";
    summary.has([limit, "played by ai12s and not kept"]);
    let more = "train --sets 5 --continue --out x.menace --plots none";
    place.ok(more).has(["10 sets of 100 games"]);
    let at_random = place.ok(&format!("{more} --fallback random"));
    at_random.has(["at most 20 boxes a side\n"]);
    place.refuses(
        "
        2 train --fallback first => --fallback first | rote | --max-boxes
        2 train --max-boxes 9 --fallback m3 => m3 | othello
        2 train --max-boxes 9 --fallback ai99 => ai9
        2 train --max-boxes 9 --fallback y.menace => y.menace
        2 study --growth --game othello:4 --fallback m3 => --fallback m3 | second-meeting
        2 match x.menace:fallback=m3 random => m3 | othello
        2 match x.menace:fallback= random => player
        2 match x.menace:fallback=ai12s:greedy random => ai12s:greedy
        2 train --max-boxes 9 --force --out x.menace --fallback x.menace => the fallback player x.menace is the model | copy that file
        ",
    );
    // A table with 20 positions that plays perfectly elsewhere loses only because of those positions.
    let losses = |player: &str| {
        let report = place.json(&format!("match {player} random --exact --json"));
        report["matches"][0]["second_wins"].as_f64().unwrap()
    };
    let [alone, helped] = ["x.menace", "x.menace:greedy:fallback=perfect"].map(losses);
    assert!(helped < alone / 2.0, "{helped} {alone}");
    place.ok("export x.menace:fallback=x.menace:fallback=first --out y.csv");
}

#[test]
fn batches_and_limits_are_reported() {
    let place = Place::new();
    let line = "train --sets 5 --batch 50 --max-boxes 20 --out x.menace --plots none";
    let summary = place.ok(line);
    summary.has([
        "seed 1961, in batches of 50, at most 20 boxes a side",
        "knows 20 matchboxes",
        "The table is full: new positions",
    ]);
    let shown = place.ok("show x.menace");
    shown.has(["in batches of 50, at most 20 boxes a side"]);
    // It continues under the same terms unless others are given.
    let continued = place.ok("train --sets 5 --continue --out x.menace --plots none");
    continued.has(["10 sets of 100 games"]);
    let more =
        place.ok("train --sets 5 --continue --max-boxes 10k --batch 1 --out x.menace --plots none");
    more.has(["at most 10,000 boxes a side"]);
    more.lacks(["The table is full"]);
    // At least as many games as without batches, in sets of one batch.
    let whole = place.ok("train --batch 4k --out w.menace --plots none");
    whole.has(["3 sets of 4,000 games"]);
    let too_large = place.run("train --batch 1k --games-per-set 100 --out y.menace");
    too_large.fails(2, &["--batch 1000", "1 to 100 games", "--games-per-set"]);
}
