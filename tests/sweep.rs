//! Sweeps: grids of studies, the best chosen on some runs and reported on others, whole and in parts.

use std::collections::BTreeMap;
use std::fs;

use matchboxes::text::{count, float};
use serde_json::Value;

use crate::place::{Place, Text as _, contents};
use crate::whole::{is_whole, whole_or};

/// Sweeps over rules, opponents, learners, games and fields.
const SWEEPS: [&str; 5] = [
    "--rule rote --rule michie-304 --opponent random --opponent perfect --runs 7 --sets 6",
    "--game hexapawn --game nim:1,2,3 --learner first --learner second --runs 3 --sets 5 --seed 9",
    "--rule michie-304 --field start=[4],[1],[8] --field loss=nothing --runs 5 --games 700 --exact",
    "--rule rote --rule bridle --opponent self --opponent random --runs 3 --sets 4 --exact",
    "--rule michie-1963-odds --field odds.a=1.1,1.5 --runs 2 --sets 5 --games-per-set 20",
];

fn shown(place: &Place, line: &str) -> ([String; 3], BTreeMap<String, Vec<u8>>) {
    let ways = [
        "--csv shown --plots svg --plots-dir shown --force",
        "--json --plots none",
        "--csv - --plots none",
    ];
    let texts = ways.map(|way| place.merged(&format!("sweep {line} {way}")));
    (texts, contents(&place.at("shown")))
}

/// The values of a field are read as people write them: texts with commas between them, and lists.
#[test]
fn fields_are_read_as_people_write_them() {
    let place = Place::new();
    for (field, values) in [
        ("win=+1 all, wipe last", ["+1 all", "wipe last"]),
        ("start=[4,3],[8]", ["[4, 3]", "[8]"]),
    ] {
        let line = format!("sweep --runs 1 --sets 1 --json --plots none --field '{field}'");
        let document = place.run(&line).json();
        let name = field.split('=').next().unwrap();
        let rows = document["trainings"].as_array().unwrap().iter();
        let mut found: Vec<_> = rows.map(|row| row[name].as_str().unwrap()).collect();
        found.sort_by_key(|value| values.iter().position(|known| known == value));
        assert_eq!(found, values);
    }
}

/// Parts give the bytes of the whole sweep, of every kind, cut in five; also uncut and in two in the whole form.
#[test]
fn parts_give_the_bytes_of_the_whole_sweep() {
    for line in SWEEPS {
        let place = Place::new();
        let whole = shown(&place, line);
        assert!(!whole.1.is_empty());
        for &n in whole_or(&[1, 2, 5][..], &[1, 5]) {
            for i in (1..=n).rev() {
                place.ok(&format!("sweep {line} --part {i}/{n} --out p{n}/{i}"));
            }
            if n > 2 || is_whole() {
                let merged = shown(&place, &format!("--merge p{n}"));
                assert!(whole == merged, "{line}, {n}");
            }
        }
        // Parts make larger parts, whatever their order.
        place.merged("sweep --merge p5/4 p5/2 --out some/a");
        place.fails("sweep --merge some", 1, &["runs ", "are missing"]);
        place.merged("sweep --merge p5/1 p5/5 p5/3 --out some/b");
        place.merged("sweep --merge some --out all");
        assert!(place.bytes("all") == place.bytes("p1/1"));
        assert!(place.ok("check all p5").contains("a part of a sweep"));
        assert!(place.ok("list parts --parts p5").contains(" of "));
    }
}

fn not_lost(run: &Value) -> u64 {
    run["first_wins"].as_u64().unwrap() + run["draws"].as_u64().unwrap()
}

/// The mean and its error of games not lost, as a plain study of this training reports them.
fn study(place: &Place, training: &str, seed: u64) -> Value {
    let line = format!("study {training} --seed {seed} --json --plots none");
    let study = place.json(&line);
    let runs = study["runs"].as_array().unwrap();
    let sum: u64 = runs.iter().map(not_lost).sum();
    let mean = float(sum) / 1000.0 / float(runs.len() as u64);
    let speed = &study["speed"][1];
    serde_json::json!({"mean": mean, "games": speed["mean"]})
}

#[test]
fn what_is_chosen_on_one_seed_is_a_study_of_the_next_one_in_the_report() {
    let place = Place::new();
    let training = |rule: &str| format!("--rule {rule} --opponent random --runs 20 --sets 30");
    let line =
        "sweep --rule rote --rule michie-304 --rule scroggs --opponent random --runs 20 --sets 30";
    for seed in [1961, 7] {
        let sweep = place.json(&format!("{line} --seed {seed} --json --plots none"));
        let rows = sweep["trainings"].as_array().unwrap();
        let mean = |row: &Value, half: &str| row[format!("{half}_mean")].as_f64().unwrap();
        assert!(rows.is_sorted_by(|one, two| mean(one, "chosen") >= mean(two, "chosen")));
        for row in rows {
            for (half, seed) in [("chosen", seed), ("reported", seed + 1)] {
                let study = study(&place, &training(row["rule"].as_str().unwrap()), seed);
                let known = study["mean"].as_f64().unwrap();
                assert!((mean(row, half) - known).abs() < 1e-9, "{row}");
                // Where a run never came to 90 %, a study has no mean, and a sweep counts the run with all its games.
                let games = row[format!("{half}_games")].as_f64().unwrap();
                let never = row[format!("{half}_not_reached")].as_u64() > Some(0);
                match study["games"].as_f64() {
                    Some(known) => assert!(!never && (games - known).abs() < 1e-6, "{row}"),
                    None => assert!(never && games <= 3000.0, "{row}"),
                }
            }
            assert_eq!([&row["seed"], &row["reported_seed"]], [seed, seed + 1]);
            assert_ne!(row["chosen_mean"], row["reported_mean"]);
        }
    }
}

#[test]
fn the_front_is_what_no_other_training_beats_in_both_figures() {
    let place = Place::new();
    let fields = "--field start=[1],[2],[8],[16] --field 'win=+1 all,+3 all'";
    let sweep = place
        .run(&format!("sweep --rule michie-304 {fields} --runs 9 --json"))
        .json();
    let rows = sweep["trainings"].as_array().unwrap();
    assert_eq!(rows.len(), 8);
    let of =
        |row: &Value| ["mean", "games"].map(|name| row[format!("chosen_{name}")].as_f64().unwrap());
    for row in rows {
        let [mean, games] = of(row);
        let is_beaten = rows.iter().map(of).any(|[other_mean, other_games]| {
            let as_good = other_mean >= mean && other_games <= games;
            as_good && (other_mean > mean || other_games < games)
        });
        assert_eq!(row["front"], !is_beaten, "{row}");
    }
    assert!(rows.iter().any(|row| row["front"] == false));
}

#[test]
fn a_grid_in_a_file_is_the_same_as_options_and_options_replace_it() {
    let place = Place::new();
    let grid = "rule = \"michie-304\"\nruns = 4\nsets = 5\nseed = 3\n[fields]\nstart = [[4], [2]]\nempty = [\"resign\", \"refill\"]\n";
    fs::write(place.at("grid.toml"), grid).unwrap();
    let line = "sweep --rule michie-304 --runs 4 --sets 5 --field start=[4],[2] --field empty=resign,refill";
    let shown = |line: &str| place.ok(&format!("{line} --plots none --json"));
    assert_eq!(shown("sweep grid.toml"), shown(&format!("{line} --seed 3")));
    let other = shown(&format!("{line} --seed 4"));
    assert_eq!(shown("sweep grid.toml --seed 4"), other);
    // The rule of a training, saved as a file, is played as in the sweep.
    let sweep = place.json("sweep grid.toml --plots none --json");
    let best = &sweep["trainings"][0];
    fs::write(place.at("best.toml"), sweep["rules"][0].as_str().unwrap()).unwrap();
    let study = place.json("study --rule best.toml --runs 4 --sets 5 --seed 4 --json --plots none");
    let runs = study["runs"].as_array().unwrap();
    let sum: u64 = runs.iter().map(not_lost).sum();
    let mean = best["reported_mean"].as_f64().unwrap();
    assert!((float(sum) / 2000.0 - mean).abs() < 1e-9, "{sum} {mean}");
}

/// The words of a command, and some of the refusal.
const WRONG: &str = "\
2 sweep --rule one.toml --rule two.toml => `mine` twice; give each rule a name of its own
2 sweep --rule q-learning --field alpha=0.1,0.2 => unknown field `alpha`; did you mean values.alpha?
2 sweep --field win => NAME=VALUE
2 sweep --field name=a,b => does not vary the field `name`
2 sweep --rule rote --rule bridle --learner both => a sweep ranks what one side learns
2 sweep --rule rote --rule nobody => nobody
2 sweep --rule rote --rule her => rote for first and her for second
2 sweep unknown.toml => unknown.toml: line 1: unknown field `rules`
2 sweep broken.toml => broken.toml: line
2 sweep no-list.toml => needs a list of values
2 sweep none.toml => `runs` must be 1 to 1,000,000,000
2 sweep --rule rote --merge x => cannot be used with";

/// Rules and opponents of different usual lengths are compared over one length, which is said if it was not given.
#[test]
fn different_usual_lengths_become_one() {
    let place = Place::new();
    let hexapawn = "--game hexapawn --learner second --rule rote --rule her";
    let script = "--rule michie-1961 --opponent random --opponent michie-1961-script --games 40";
    for (words, sets) in [
        (hexapawn, 100),
        (&format!("{hexapawn} --sets 3"), 3),
        (script, 1),
    ] {
        let ran = place.run(&format!("sweep {words} --runs 1 --plots none --json"));
        let sets_said = count(sets, "set", "sets");
        let said = format!("each run has {sets_said} of 100 games here\n");
        assert!(ran.err.ends_with(&said), "{}", ran.err);
        assert_eq!(ran.json()["trainings"][0]["games"], sets * 100, "{words}");
    }
    let fields = "--field 'win=nothing,+1 all'";
    let ran = place.run(&format!(
        "sweep --game hexapawn --rule her --runs 1 --plots none --json {fields}"
    ));
    assert_eq!(ran.err, "");
    assert_eq!(ran.json()["trainings"][0]["games"], 300);
}

#[test]
fn wrong_grids_are_refused_with_what_is_wrong() {
    let place = Place::new();
    let write = |name: &str, text: &str| fs::write(place.at(name), text).unwrap();
    write("unknown.toml", "rules = \"rote\"\n");
    write("broken.toml", "rule = [\n\"rote\"\n");
    write("no-list.toml", "[fields]\nwin = \"+1 all\"\n");
    write("none.toml", "runs = 0\nrule = [\"rote\", \"her\"]\n");
    // Two rules of one name could not be told apart where parts are put together.
    for file in ["one.toml", "two.toml"] {
        write(file, "name = \"mine\"\nstart = [4]\n");
    }
    place.refuses(WRONG);
}

#[test]
fn parts_of_something_else_are_refused() {
    let place = Place::new();
    let line = "sweep --rule rote --rule bridle --runs 3 --sets 2";
    let of_study =
        "study: not a part of a sweep; it is a part of a study: `menace study --merge` takes it";
    let of_sweep =
        "1: not a part of a study; it is a part of a sweep: `menace sweep --merge` takes it";
    // At the end the same part stays as it is, and another one is in its way.
    place.does(&format!(
        "
        {line} --part 1/2 --out 1
        {line} --part 2/2 --out 2
        {line} --seed 7 --part 2/2 --out other
        study --runs 2 --sets 1 --out study
        1 sweep --merge 1 other => other is of another sweep than 1:
        1 sweep --merge 1 2 1 => runs 0 to 5 are in 1 and again in 1
        1 sweep --merge 1 => runs 6 to 11 of 12 are missing
        1 sweep --merge study => {of_study}
        1 study --merge 1 => {of_sweep}
        {line} --part 1/2 --out 1
        1 {line} --part 2/2 --out 1 => --force
        "
    ));
}

#[test]
fn a_machine_that_learns_against_itself_has_self_as_its_opponent() {
    let line = "sweep --rule rote --rule bridle --opponent self --opponent random --runs 2 --sets 2 --plots none";
    let text = Place::new().ok(line);
    let opponents = text.lines().filter_map(|row| row.split_whitespace().nth(1));
    let itself = opponents.filter(|name| *name == "self");
    assert_eq!(itself.count(), 2, "{text}");
}

/// Games against different opponents are no common yardstick; the worst case is.
#[test]
fn trainings_are_ranked_among_those_against_the_same_opponent() {
    let place = Place::new();
    let line = "sweep --rule rote --rule michie-304 --opponent random --opponent perfect --runs 3 --sets 3 \
                --exact --plots none";
    let places = |figure: &str| -> Vec<(String, u64)> {
        let json = place.json(&format!("{line} --json --figure {figure}"));
        let rows = json["trainings"].as_array().unwrap();
        assert!(rows.iter().all(|row| row["front"] == false));
        let of = |row: &serde_json::Value| {
            let opponent = row["opponent"].as_str().unwrap().to_owned();
            (opponent, row["place"].as_u64().unwrap())
        };
        rows.iter().map(of).collect()
    };
    let within = [("random", 1), ("random", 2), ("perfect", 1), ("perfect", 2)];
    let within = within.map(|(opponent, place)| (opponent.to_owned(), place));
    assert_eq!(places("not-lost"), within);
    let together = places("worst-case").into_iter().map(|(_, place)| place);
    assert!(together.eq([1, 2, 3, 4]));
    let text = place.ok(line);
    let heads = text.matches("The best of 2 in tic-tac-toe");
    assert_eq!(heads.count(), 2, "{text}");
    text.has(["ranked within each game, learner and"]);
    text.lacks(["Front"]);
}

/// What the game and the opponent exclude is no estimate: it has no interval around 0 and, of one run too, an error of 0.
#[test]
fn a_figure_that_cannot_vary_is_certain() {
    let place = Place::new();
    let line = "sweep --rule rote --rule bridle --opponent perfect --sets 3 --json --plots none";
    for runs in [1, 12] {
        let of = |figure: &str| place.json(&format!("{line} --runs {runs} --figure {figure}"));
        for row in of("won")["trainings"].as_array().unwrap() {
            for column in ["mean", "error", "low", "high"] {
                let figure = &row[format!("reported_{column}")];
                assert_eq!(*figure, 0, "{column} of {runs} runs");
            }
        }
        for row in of("not-lost")["trainings"].as_array().unwrap() {
            assert_eq!(row["reported_error"].is_null(), runs == 1);
        }
    }
}
