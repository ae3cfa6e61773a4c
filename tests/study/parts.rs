//! Studies in parts: however they are cut, stopped and put together, they give the bytes of the whole study.

use std::collections::BTreeMap;
use std::fs;
use std::ops::Range;

use matchboxes::arena::Curve;
use matchboxes::game::Side;
use matchboxes::games::TicTacToe;
use matchboxes::learn::Learners;
use matchboxes::session::Request;
use matchboxes::store::{Part, PartPiece};

use super::in_progress::{Kept, fresh, trainings};
use crate::place::sealed::reseal;
use crate::place::{Place, Ran, Text as _, cases, contents};
use crate::whole::{is_whole, whole_or};

/// What a study prints in every form, and its files.
type Shown = ([String; 2], BTreeMap<String, Vec<u8>>);

fn shown(place: &Place, line: &str) -> Shown {
    let files = "--csv shown --plots svg --plots-dir shown";
    let printed = [files, "--json --plots none"];
    let printed = printed.map(|more| place.merged(&format!("study {line} {more}")));
    let written = contents(&place.at("shown"));
    fs::remove_dir_all(place.at("shown")).unwrap();
    (printed, written)
}

#[track_caller]
fn assert_same(one: &Shown, other: &Shown) {
    assert_eq!(one.0, other.0);
    assert!(one.1 == other.1, "{:?}", other.1.keys());
}

/// Studies of several rules, learners, opponents and games, among them runs that refuse games, and the
/// tournament of 1961, whose score is counted.
const STUDIES: [&str; 9] = [
    "--sets 12",
    "--sets 3 --games-per-set 20 --rule rote --rule michie-304 --exact",
    "--learner both --sets 5 --exact --game nim:1,2,3",
    "--learner shared --game nim:3,4 --sets 4 --opponent random --opponent perfect --seed 7",
    "--game hexapawn --rule her --learner second --sets 30 --games-per-set 5",
    "--opponent michie-1961-script --opponent random --rule michie-1961 --games 30",
    // More figures in some runs than in others.
    "--opponent self --opponent random --sets 3 --exact",
    // Examined in sampled games.
    "--game othello:6 --opponent self --opponent random --sets 3 --games-per-set 10",
    "--rule michie-304 --learner both --sets 7 --games-per-set 6 --batch 4 --curve-step 18 --exact",
];

/// What is evaluated at the end alone is what is evaluated at the end of the last set: of beads, of values, and by default
/// of several opponents, also in parts.
#[test]
fn figures_of_ends_are_those_of_the_last_set() {
    let rows = |place: &Place| {
        ["runs", "figures", "comparisons"].map(|table| {
            let name = format!("{table}.csv");
            place.at(&name).exists().then(|| place.bytes(&name))
        })
    };
    for study in [
        "--rule rote --rule q-learning --sets 3",
        "--learner both --game nim:1,2,3 --sets 12",
        "--learner second --game hexapawn --rule her --sets 4",
        "--game hexapawn --opponent random --opponent perfect --sets 4",
    ] {
        let [each, at_end, parts] = [(); 3].map(|()| Place::new());
        let line = format!("study {study} --runs 11 --games-per-set 20");
        let shows = "--plots none --csv .";
        each.ok(&format!("{line} --exact {shows}"));
        let when = ["--exact=end", ""][usize::from(study.contains("perfect"))];
        at_end.ok(&format!("{line} {when} {shows}"));
        for i in [1, 2] {
            parts.ok(&format!("{line} {when} --part {i}/2 --out {i}.part"));
        }
        parts.merged(&format!("study {shows} --merge ."));
        assert!(rows(&each)[0].is_some());
        assert_eq!(rows(&at_end), rows(&each), "{study}");
        assert_eq!(rows(&parts), rows(&each), "{study}");
    }
}

/// Parts give the bytes of the whole study, of every kind, of few runs cut in two ways; of a hundred cut in four in the
/// whole form.
#[test]
fn parts_give_the_bytes_of_the_whole_study() {
    for (i, study) in STUDIES.into_iter().enumerate() {
        let place = Place::new();
        let line = format!("{study} --runs {}", whole_or(100, 16));
        let whole = shown(&place, &line);
        assert!(whole.1.len() > 3);
        let most = whole_or(if i < 2 { 100 } else { 10 }, 7);
        for &n in whole_or(&[1, 2, 7, most][..], &[1, 7]) {
            let mut parts: Vec<String> = (1..=n).map(|i| format!("p{n}/{i}")).collect();
            for (i, part) in parts.iter().enumerate() {
                place.ok(&format!("study {line} --part {}/{n} --out {part}", i + 1));
            }
            parts.sort_by_key(|part| crc32fast::hash(part.as_bytes()));
            if n > 1 || is_whole() {
                let merged = format!("--merge {}", parts.join(" "));
                assert_same(&whole, &shown(&place, &merged));
            }
        }
        // A folder is the parts in it, and parts make larger parts, whatever their order and bounds.
        place.merged("study --merge p7/3 p7/1 --out some/x");
        place.merged("study --merge p7/7 p7/2 p7/6 p7/4 p7/5 --out some/below/y");
        assert_same(&whole, &shown(&place, "--merge some"));
        place.ok("check p7");
        place.merged("study --merge some --out all");
        place.merged("study --merge p7 --out all");
        place.merged(&format!("study --merge p{most} --out other"));
        assert_eq!(place.bytes("all"), place.bytes("other"));
        assert_eq!(place.bytes("all"), place.bytes("p1/1"));
    }
}

#[test]
fn a_study_grows_by_ranges_of_runs() {
    let place = Place::new();
    place.ok("study --sets 4 --runs 30 --out p/a");
    place.ok("study --sets 4 --runs 30..45 --out p/b");
    // Runs from 0 on are all of a study.
    assert_same(
        &shown(&place, "--sets 2 --runs 3"),
        &shown(&place, "--sets 2 --runs 0..3"),
    );
    let whole = shown(&place, "--sets 4 --runs 45");
    assert_same(&whole, &shown(&place, "--merge p"));
    place.ok("study --sets 4 --runs 45..1000 --part 1/5 --out p/c");
    place.refuses(
        "
        1 study --merge p => rote against random: runs 236 to 999 of 1,000 are missing
        2 study --runs 3..3 --out x => --runs
        2 study --runs 5..3 --out x => --runs
        2 study --runs 3..9 => --runs
        2 study --part=0/3 --out c => I/N
        2 study --part=4/3 --out c => I/N
        2 study --part=x --out c => I/N
        2 study --part=1/ --out c => I/N
        2 study --part=-1/3 --out c => I/N
        2 study --part=slurm --out c => I/N
        2 study --part 1/2 => --out
        2 train --opponent self => --opponent self is for a study | --learner both
        ",
    );
}

/// The larger part may stand in the folder of its parts.
#[test]
fn the_same_merge_again_gives_the_same_part() {
    let place = Place::new();
    let line = "study --merge p --out p/all.part";
    place.does(
        "
        study --sets 2 --runs 6 --part 1/3 --out p/1.part
        study --sets 2 --runs 6 --part 2/3 --out p/2.part
        study --merge p --out p/all.part
        ",
    );
    let two = place.bytes("p/all.part");
    place.does(line);
    assert!(place.bytes("p/all.part") == two);
    // What only the larger part has is not lost.
    for part in ["p/1.part", "p/2.part"] {
        fs::remove_file(place.at(part)).unwrap();
    }
    place.does("study --sets 2 --runs 6 --part 3/3 --out p/3.part");
    place.does(line);
    place.ok(line);
    place.ok("study --sets 2 --runs 6 --out whole.part");
    assert!(place.bytes("p/all.part") == place.bytes("whole.part"));
    place.does("1 study --merge p --plots none => and again in p/all.part");
}

/// A part of which nothing can be read is a part all the same: its runs must not be left out without a word.
#[cfg(unix)]
#[test]
fn a_folder_with_a_broken_part_is_refused() {
    let place = Place::new();
    for runs in ["0..10", "10..20", "20..30"] {
        place.ok(&format!("study --sets 2 --runs {runs} --out p/{runs}.part"));
    }
    let said = place.run("study --merge p --plots none").err;
    assert_eq!(said.lines().count(), 3);
    assert!(said.contains("p/10..20.part: runs 10 to 19"), "{said}");
    let last = place.at("p/20..30.part");
    let whole = fs::read(&last).unwrap();
    let damaged = [b"XXXXXXXX", &whole[8..]].concat();
    for (bytes, words) in [
        (&b""[..], "cut short"),
        (&whole[..5], "cut short"),
        (&damaged, "not a part"),
    ] {
        fs::write(&last, bytes).unwrap();
        place.refuses(&format!(
            "
            1 study --merge p --plots none => 20..30.part | {words}
            1 study --merge p --out all => 20..30.part | {words}
            1 list parts --parts p => 1 part cannot be read
            "
        ));
        let checked = place.run("check p");
        assert_eq!(checked.code, Some(1));
        checked.out.has(["3 files: 2 undamaged, 1 not"]);
    }
    fs::remove_file(&last).unwrap();
    std::os::unix::fs::symlink("nowhere", &last).unwrap();
    place.does(
        "
        1 study --merge p --plots none => 20..30.part | is a link that leads nowhere
        1 check p => 1 of 3 files damaged or unreadable
        ",
    );
    // What a name says of a file holds for all kinds that commands write.
    for name in ["x.menace", "x.book", "x.endgames", "X.PART"] {
        let place = Place::new();
        fs::create_dir(place.at("k")).unwrap();
        fs::write(place.at("k").join(name), "").unwrap();
        place.fails("check k", 1, &["1 of 1 file damaged or unreadable"]);
    }
}

/// No part is played that no merge could read, since its opponent has a name that no file keeps.
#[cfg(unix)]
#[test]
fn a_part_that_could_not_be_read_is_refused() {
    let place = Place::new();
    fs::create_dir(place.at("d\n")).unwrap();
    place.ok("train --out o.menace --learner second --sets 1 --plots none");
    fs::rename(place.at("o.menace"), place.at("d\n/o.menace")).unwrap();
    let args = "study --runs 4 --sets 2 --out p/1 --opponent".split(' ');
    let args = args.chain(["d\n/o.menace"]);
    let ran = Ran::new("study", place.program(args).output().unwrap());
    ran.fails(2, &["o.menace", "a name has no control character"]);
    assert_eq!(place.files(), ["d\n/o.menace"]);
}

#[test]
fn parts_that_do_not_fit_are_refused() {
    let place = Place::new();
    place.does(
        "
        train --out m.menace --learner second --sets 1 --plots none
        study --sets 2 --runs 20 --opponent m.menace --part 1/2 --out p/1
        study --sets 2 --runs 20 --opponent m.menace --part 2/2 --out p/2
        study --merge p --plots none
        1 study --merge p/2 => rote against m.menace: runs 0 to 9 of 20 are missing
        1 study --merge p p/1 => runs 0 to 9 are in p/1 and again in p/1
        ",
    );
    let unlike = |study: &str, what: &str| {
        let part = "--opponent m.menace --runs 20 --part 2/2 --out other --force";
        place.does(&format!(
            "study {study} {part}\n1 study --merge p/1 other => {what}"
        ));
    };
    for (study, what) in cases(
        "--sets 2 --seed 5 => seed 5 instead of
        --sets 3 => 3 sets of 100 games
        --sets 2 --batch 9 => batches of 9 games instead of batches of 1 game
        --sets 2 --curve-step 200 => curves in steps of 2 sets instead of
        --sets 2 --opponent random => 2 trainings instead of 1 training
        --sets 2 --exact => exact figures instead of no exact figures",
    ) {
        unlike(
            study,
            &format!("other is of another study than p/1 | {what}"),
        );
    }
    // A rule of the same name with another content, and another model in the place of the opponent.
    let rule = place.ok("list rules --toml rote");
    fs::write(place.at("r.toml"), &rule).unwrap();
    place.does(
        "
        study --sets 2 --runs 20 --opponent m.menace --rule r.toml --part 2/2 --out same
        study --merge p/1 same --plots none
        ",
    );
    rule.has(["\nstart = [1]"]);
    let rule = rule.replace("\nstart = [1]", "\nstart = [2]");
    fs::write(place.at("r.toml"), rule).unwrap();
    unlike("--sets 2 --rule r.toml", "another rule with the name rote");
    place.ok("train --out m.menace --learner second --sets 2 --force --plots none");
    unlike("--sets 2", "another file with the name m.menace");

    // What is already there: another part, something else, a model.
    let left = place.bytes("p/1");
    let line = "study --sets 2 --runs 20 --opponent m.menace";
    place.does(&format!(
        "1 {line} --part 1/2 --out p/1 => p/1: holds runs 0 to 9 of 20 | another file with the name m.menace | --force"
    ));
    assert_eq!(place.bytes("p/1"), left);
    fs::write(place.at("text"), "not a part").unwrap();
    fs::create_dir(place.at("none")).unwrap();
    place.does(&format!(
        "
        {line} --part 1/2 --out p/1 --force
        1 {line} --out text => another kind | --force
        2 {line} --out m.menace --force => ends in .menace
        1 study --merge text => text: not a part of a study
        1 study --merge . => of another study than
        2 study --merge p --runs 5 => --runs
        1 study --merge none => no parts of a study in none
        "
    ));
}

/// Flips a bit of a file.
pub(super) fn damage(place: &Place, name: &str) {
    let mut bytes = place.bytes(name);
    bytes[100] ^= 1;
    fs::write(place.at(name), bytes).unwrap();
}

#[test]
fn check_and_list_know_parts() {
    let place = Place::new();
    let words = "runs 10 to 19 of 20: tic-tac-toe, first learning, rote against random, 2 sets of 100 games, seed 1961";
    place.does(&format!(
        "study --sets 2 --runs 20 --part 2/2 --out parts/2
        list parts => parts/2: {words}~
        check parts/2 => parts/2: undamaged: a part of a study, {words}~"
    ));
    let json = place.json("check parts --json");
    assert_eq!(json["others"][0]["played"], 10);
    damage(&place, "parts/2");
    place.refuses(
        "
        1 check parts => damaged or unreadable
        1 list parts => 1 part cannot be read
        1 study --merge parts => parts/2 | checksum
        ",
    );
}

/// A part with these runs of a small study of so many.
fn part(runs: Range<u64>, of: u64) -> Vec<u8> {
    played(1, runs, of, None)
}

/// The same with so many sets, by a program that lacks a curve.
fn played(sets: u64, runs: Range<u64>, of: u64, lacks: Option<Curve>) -> Vec<u8> {
    let request = Request {
        sets: Some(sets),
        games_per_set: Some(3),
        ..Request::default()
    };
    let trainings = trainings(&TicTacToe.into(), &request, of);
    let mut kept = Kept::new(fresh(&trainings, runs.clone()), false);
    kept.lacks = lacks;
    trainings.keep_runs(0, runs, &(), &kept).unwrap();
    kept.encode()
}

/// A program that counts one figure more reads the parts of one that does not: what all runs have is put together. One that
/// does not know a figure says so.
#[test]
fn a_new_figure_leaves_old_parts_readable() {
    let played = |runs: Range<u64>, lacks: Option<Curve>| played(3, runs, 9, lacks);
    let late = Curve::Rescued(Side::First);
    let old = Part::decode(&played(0..4, Some(late))).unwrap();
    let known = old.studies[0].curves();
    assert_eq!(known.len(), Curve::all(Learners::First, false).len() - 1);
    assert!(!known.contains(&late));
    for old_is_first in [true, false] {
        let parts = [(0..4, Some(late)), (4..9, None)];
        let mut parts = parts.map(|(runs, lacks)| Part::decode(&played(runs, lacks)).unwrap());
        if !old_is_first {
            parts.reverse();
        }
        let [mut whole, other] = parts;
        whole.join(other);
        assert_eq!(whole.studies[0].curves(), known);
        let whole = &whole.studies[0];
        assert_eq!(whole.setting.runs, 9);
        let of_all = Part::decode(&played(0..9, None)).unwrap();
        for (one, other) in whole.points.iter().zip(&of_all.studies[0].points) {
            for curve in &known {
                assert_eq!(one.curves[curve], other.curves[curve], "{curve:?}");
            }
        }
    }
    let mut newer = played(0..4, None);
    let name = late.name();
    let mut at = newer.windows(name.len());
    let at = at.position(|part| part == name.as_bytes());
    newer[at.unwrap()] = b'x';
    reseal(&mut newer);
    let refused = Part::decode(&newer).expect_err("of a newer program");
    let curve = "the curve xirst_rescued, unknown to this one";
    let says = format!("written by a newer program, which uses {curve}");
    assert_eq!(refused.to_string(), says);
}

/// A part of other results, as of another program, is refused as such.
#[test]
fn a_part_of_other_results_is_refused() {
    // The first number of its only section is that of the results.
    let mut newer = part(3..5, 9);
    assert_eq!(u32::from(newer[44]), matchboxes::arena::RESULTS);
    newer[44] += 1;
    reseal(&mut newer);
    let refused = Part::decode(&newer).expect_err("of another program");
    refused.to_string().has(["other results"]);
}

/// Whoever changes a result changes this number and must raise `RESULTS`, so that no part of an older program
/// is put together with parts of this one.
#[test]
fn the_number_of_the_results_stands_for_these_results() {
    let place = Place::new();
    let mut all = Vec::new();
    for (i, study) in STUDIES.into_iter().take(6).enumerate() {
        place.ok(&format!("study {study} --runs 6 --out {i}"));
        let path = place.at(&i.to_string());
        let mut take = |piece: PartPiece<'_>| {
            if let PartPiece::Slot(_, _, slot) = piece {
                all.extend(slot);
            }
            Ok(())
        };
        Part::read_each(&path, &mut take).unwrap();
    }
    // The first measured speed by sets, the second by games.
    let known = [(1, 2_846_229_927), (2, 1_735_971_083)];
    assert_eq!(
        known.last(),
        Some(&(matchboxes::arena::RESULTS, crc32fast::hash(&all))),
        "raise RESULTS in crates/measure/src/study/setting.rs and add the new pair"
    );
}

/// Many parts are opened one after the other, and the memory does not grow with them.
#[cfg(unix)]
#[test]
fn many_parts_need_few_open_files() {
    let place = Place::new();
    fs::create_dir(place.at("p")).unwrap();
    for run in 0..300 {
        let bytes = part(run..run + 1, 300);
        fs::write(place.at(&format!("p/{run}")), bytes).unwrap();
    }
    let line = "ulimit -n 32 && exec \"$M\" study --merge p --plots none --csv c";
    let merged = place.shell(line).merged();
    let whole = place.ok("study --runs 300 --sets 1 --games-per-set 3 --plots none --csv d");
    assert_eq!(merged.replace(" c/", " d/"), whole);
    let runs = |folder| place.bytes(&format!("{folder}/runs.csv"));
    assert_eq!(runs("c"), runs("d"));
}
