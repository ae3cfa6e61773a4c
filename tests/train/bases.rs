//! Knowledge bases: whole folders are verified, models merged, compared and logged, and copies kept during a
//! training are used.

use std::fs;
use std::path::Path;

use serde_json::json;

use crate::place::{Place, Ran, Text as _, with_slashes};

const SMALL: &str = "train --sets 4 --games-per-set 50 --plots none";

/// A folder with three models of the first side: `a`, `b` and, in a sub-folder, `c`.
fn place() -> Place {
    let place = Place::new();
    for (name, seed) in [("a", 1), ("b", 2), ("inner/c", 3)] {
        place.ok(&format!("{SMALL} --seed {seed} --out m/{name}.menace"));
    }
    place
}

#[test]
fn files_of_other_commands_are_verified_too() {
    let place = place();
    place.ok("solve --game nim:3,4 --database m/nim.ends --book m/nim.book");
    place.ok("export perfect --game nim:3,4 --out m/policy.json");
    place.ok("export m/a.menace --table --out m/boxes.csv");
    place.ok("match random random --games 3 --record m/three.games");
    fs::write(place.at("m/other.csv"), "x").unwrap();
    place.does("check m => 8 files: 8 undamaged, 0 not~");
    let report = place.json("check m --json");
    assert_eq!(report["models"].as_array().unwrap().len(), 3);
    let file = Path::new("m").join("nim.ends");
    let database = json!({"file": file, "kind": "database", "game": "nim:3,4", "entries": 25, "undamaged": true});
    let others = report["others"].as_array().unwrap();
    assert!(others.contains(&database), "{report}");

    // Each is damaged in its own way, and each error names its file.
    for name in ["m/nim.ends", "m/nim.book", "m/inner/c.menace"] {
        let mut bytes = place.bytes(name);
        bytes[50] ^= 1;
        fs::write(place.at(name), bytes).unwrap();
    }
    for (name, from, to) in [
        ("m/policy.json", "\"0 1 first\"", "\"9 9 first\""),
        ("m/boxes.csv", ",first,", ",third,"),
        ("m/three.games", ": ", " z9: "),
    ] {
        let text = String::from_utf8(place.bytes(name)).unwrap();
        fs::write(place.at(name), text.replacen(from, to, 1)).unwrap();
    }
    let ran = place.run("check m");
    with_slashes(&ran.out).has([
        "m/nim.ends: damaged: the checksum differs\n",
        "m/nim.book: damaged: the checksum differs\n",
        "m/inner/c.menace: damaged: the checksum differs\n",
        "m/policy.json line 5: `9 9 first` is not a position of nim:3,4",
        "m/boxes.csv line 2: ",
        "m/three.games line 7: move ",
        "8 files: 2 undamaged, 6 not\n",
    ]);
    ran.fails(1, &["6 of 8 files damaged or unreadable"]);
    let ran = place.run("check m/other.csv m/nim.ends m/a.menace m/inner/c.menace --json");
    let report = ran.json();
    let summary = json!({"files": 4, "undamaged": 1, "damaged": 3});
    assert_eq!(report["summary"], summary);
    assert_eq!(report["others"][0]["undamaged"], false);
    let all = place.run("check m --json").json();
    assert_eq!(all["models"][2]["undamaged"], false);
    ran.out
        .has(["m/other.csv: not a model, an endgame database"]);
    ran.fails(1, &["3 of 4 files damaged or unreadable"]);
}

/// A link of another name does not make a result of what it was made from.
#[cfg(unix)]
#[test]
fn what_a_command_reads_is_not_its_result() {
    let place = place();
    place.ok("export m/a.menace --table --out a.csv");
    let rule = place.ok("list rules --toml rote");
    fs::write(place.at("r.toml"), rule).unwrap();
    fs::write(place.at("grid.toml"), "rule = [\"rote\", \"bridle\"]\n").unwrap();
    for (target, link) in [
        ("a.csv", "a.menace"),
        ("r.toml", "r.menace"),
        ("r.toml", "r.part"),
        ("grid.toml", "g"),
    ] {
        std::os::unix::fs::symlink(target, place.at(link)).unwrap();
    }
    place.refuses(
        "
        2 import a.csv --out a.menace --force => a.csv | which the command reads
        2 import a.csv --rule r.toml --out r.menace --force => r.toml | which the command reads
        2 train --rule r.toml --out r.menace --force => r.toml | which the command reads
        2 study --rule r.toml --runs 2 --out r.part --force => r.toml | which the command reads
        2 sweep grid.toml --runs 2 --out g --force => grid.toml | which the command reads
        ",
    );
    assert!(place.bytes("a.csv").starts_with(b"position,"));
}

#[test]
fn a_log_lists_trainings_and_merges() {
    let place = place();
    place.ok(&format!(
        "{SMALL} --out m/a.menace --continue --opponent first"
    ));
    place.ok("merge m/a.menace m/b.menace -o sum.menace");
    place.ok(&format!("{SMALL} --out sum.menace --continue"));
    let text = place.ok("log sum.menace");
    text.has([
        "sum.menace: tic-tac-toe, first side learning",
        "\n1. 2 models merged\n",
        "\n   m/a.menace\n",
        "\n     - 4 sets of 50 games against random, rule rote, seed 1\n",
        "\n     - 4 sets of 50 games against first, rule rote, seed 1\n",
        "\n   m/b.menace\n",
        "\n2. 4 sets of 50 games against random, rule rote, seed 1961\n",
    ]);
    let report = place.json("log sum.menace --json");
    let steps = &report["steps"];
    assert_eq!(steps[0]["what"], "merge");
    assert_eq!(steps[1]["what"], "training");
    // `show` has the chapters as they lie in the file, by the same words.
    let chapters = &place.json("show sum.menace --json")["chapters"];
    let kinds = chapters.as_array().unwrap().iter().map(|one| &one["what"]);
    let wanted = "training training merge training merge training";
    assert!(kinds.eq(wanted.split(' ')), "{chapters}");
    assert_eq!(chapters[2]["model"], "m/a.menace");
    place.ok("export m/b.menace --out b.json");
    place.ok("import b.json --out imported.menace");
    place.ok("match first perfect --games 3 --record three.games");
    place.ok("play learnt.menace --learn --new --replay three.games");
    for (file, kind, from) in [
        ("imported.menace", "import", "b.json"),
        ("learnt.menace", "recorded", "three.games"),
    ] {
        let step = &place.json(&format!("log {file} --json"))["steps"][0];
        assert_eq!((&step["what"], &step["file"]), (&json!(kind), &json!(from)));
        assert_eq!(step.get("results").is_some(), kind == "recorded");
    }
    // The results of its steps are those of its history.
    let parents = &steps[0]["parents"];
    assert_eq!(parents[0]["steps"][1]["opponent"], "first");
    let all = [
        &parents[0]["steps"][0],
        &parents[0]["steps"][1],
        &parents[1]["steps"][0],
        &steps[1],
    ];
    let wins = all.map(|step| {
        let of = |name: &str| step["results"][name].as_u64().unwrap();
        assert_eq!(of("first_wins") + of("draws") + of("second_wins"), 200);
        of("first_wins")
    });
    let all = place.json("train --out sum.menace --continue --sets 1 --json --plots none");
    let history = &all["history"].as_array().unwrap()[..16];
    let sum = history
        .iter()
        .map(|set| set["first_wins"].as_u64().unwrap());
    assert_eq!(wins.iter().sum::<u64>(), sum.sum::<u64>());
}

#[test]
fn differences_fit_into_40_columns() {
    let place = place();
    let line = "diff m/a.menace m/b.menace";
    let output = place.command(line).env("COLUMNS", "40").output();
    let text = Ran::new(line, output.unwrap()).ok();
    let fits = text.lines().all(|line| line.chars().count() <= 40);
    assert!(fits, "{text}");
    text.has(["\n  against perfect\n    wins ", "largest changes"]);
    let report = place.json("diff m/a.menace m/b.menace --most 2 --json");
    let first = &report["sides"]["first"];
    assert_eq!(first["largest"].as_array().unwrap().len(), 2);
    assert_eq!(report["sides"]["second"]["compared"], false);
    let exact = place.json("match m/b.menace random --exact --json");
    let won = first["exact"][1]["random_won"].as_f64().unwrap();
    assert!((won - exact["matches"][0]["first_wins"].as_f64().unwrap()).abs() < 1e-9);

    let same = &place.json("diff m/a.menace m/a.menace --json")["sides"]["first"];
    assert_eq!(same["same_beads"], same["boxes"][0]);
}

#[test]
fn kept_copies_can_play_and_show_the_growth_of_a_table() {
    let place = Place::new();
    let line = "train --learner both --games-per-set 50 --plots none --out x.menace --keep-every 2";
    place.ok(&format!("{line} --sets 4"));
    place.ok(&format!("{line} --sets 2 --continue"));
    // A copy of another training is not listed.
    place.ok("train --learner both --seed 5 --sets 3 --plots none --out x-000003.menace");
    let text = place.ok("log x.menace");
    let (_, kept) = text.split_once("Numbered copies\n").unwrap();
    let kept: Vec<&str> = kept.lines().collect();
    assert_eq!(kept.len(), 3, "{text}");
    kept[0].has(["x-000002.menace", "100 games"]);
    let cross = place.ok("tournament x-000002.menace x-000004.menace x.menace");
    cross.has(["exact scores"]);

    let drawn = with_slashes(&place.ok("plot x.menace --copies --plots both"));
    assert_eq!(drawn, "plots/x-copies.png\nplots/x-copies.svg\n");
    let drawn = fs::read_to_string(place.at("plots/x-copies.svg")).unwrap();
    let exact = place.json("match x-000002.menace x-000004.menace --exact --json");
    let [won, drew] = ["first_wins", "draws"].map(|of| exact["matches"][0][of].as_f64().unwrap());
    drawn.has([format!("{:.1}", 100.0 * (won + drew / 2.0))]);

    // The game's 161,029 positions are more than are solved unless requested, but few enough for a picture.
    let train = "train --game connect-four:4x4 --sets 2 --games-per-set 20 --keep-every 1";
    place.ok(&format!("{train} --plots none --out g.menace"));
    place.ok("plot g.menace --copies --plots svg");
    let drawn = fs::read_to_string(place.at("plots/g-copies.svg")).unwrap();
    drawn.has([">random<", ">perfect<", ">Connect four 4x4: "]);
    place.ok("train --sets 2 --plots none --out z.menace");
    place.refuses(
        "
        1 plot z.menace --copies => z.menace | --keep-every
        2 plot x.menace --copies --position .../.../... => --position
        ",
    );
}
