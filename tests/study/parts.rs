//! Studies in parts: however they are cut, stopped and put together, they give the bytes of the whole study.

use std::fs;
use std::ops::Range;
use std::sync::Arc;

use matchboxes::arena::{Curve, Evaluation, Ground, RunResult, Study};
use matchboxes::game::Side;
use matchboxes::games::{AnyGame, End, Nim, TicTacToe};
use matchboxes::learn::{Evaluator, Layout, Learners, SlidingOrigin, Training, preset};
use matchboxes::session::Request;
use matchboxes::store::{Part, PartPiece, RunCodec};

use super::in_progress::{Kept, fresh, trainings};
use crate::place::{Place, Ran, Text as _, cases, reseal, with_slashes};
use crate::whole::{is_whole, whole_or};

/// Shows a study in every form; what is printed is the first of the bytes, then come all files.
fn shown(place: &Place, line: &str) -> Vec<(String, Vec<u8>)> {
    let text = place.merged(&format!(
        "study {line} --csv shown --plots svg --plots-dir shown"
    ));
    let json = place.merged(&format!("study {line} --json --plots none"));
    let mut all = vec![
        ("text".to_owned(), text.into()),
        ("json".to_owned(), json.into()),
    ];
    for name in crate::place::files(&place.at("shown")) {
        let bytes = place.bytes(&format!("shown/{name}"));
        all.push((name, bytes));
    }
    fs::remove_dir_all(place.at("shown")).unwrap();
    all
}

#[track_caller]
fn assert_same(one: &[(String, Vec<u8>)], other: &[(String, Vec<u8>)]) {
    let names =
        |all: &[(String, Vec<u8>)]| all.iter().map(|(name, _)| name.clone()).collect::<Vec<_>>();
    assert_eq!(names(one), names(other));
    for ((name, bytes), (_, others)) in one.iter().zip(other) {
        assert!(bytes == others, "{name} differs");
    }
}

/// Studies of several rules, learners, opponents and games, among them runs that refuse games, and the
/// tournament of 1961, whose score is counted.
const STUDIES: [&str; 6] = [
    "--sets 12",
    "--sets 3 --games-per-set 20 --rule rote --rule michie-304 --exact",
    "--learner both --sets 5 --exact --game nim:1,2,3",
    "--learner shared --game nim:3,4 --sets 4 --opponent random --opponent perfect --seed 7",
    "--game hexapawn --rule her --learner second --sets 30 --games-per-set 5",
    "--opponent michie-1961-script --opponent random --rule michie-1961 --games 30",
];

/// A result as it is stored: with one total of boxes with a missing colour, and without the origin and the shares reached.
fn as_stored(result: &RunResult) -> RunResult {
    let mut result = result.clone();
    for snapshot in result.last.snapshots.iter_mut().flatten() {
        snapshot.missing_colour = vec![snapshot.missing_colour_total()];
        snapshot.origin = SlidingOrigin::default();
    }
    result
}

#[test]
fn results_of_runs_are_read_as_they_were_stored() {
    // Nim's boxes are in another order than its moves.
    let nim: AnyGame = Nim::new(&[5, 1, 3], End::Normal).unwrap().into();
    for (game, learners, is_exact) in [
        (TicTacToe.into(), Learners::First, false),
        (TicTacToe.into(), Learners::Second, true),
        (TicTacToe.into(), Learners::Both, true),
        (nim, Learners::First, false),
    ] {
        let training = Training::new(game.clone(), preset("rote").unwrap())
            .learners(learners)
            .games_per_set(7);
        let layout = Layout::from(&training.rule);
        let ground = || Ground::new(game.clone()).unwrap();
        let evaluator: Option<Arc<dyn Evaluator>> =
            is_exact.then(|| Arc::new(Evaluation::on(&ground(), layout)) as _);
        let study = Study::conduct(&training, 40, 12, evaluator.as_ref(), &()).unwrap();
        assert_eq!(study.results.len(), 40);
        let codec = RunCodec::new(&game, learners, is_exact);
        for result in &study.results {
            let bytes = codec.encode(result);
            assert_eq!(bytes.len(), codec.length());
            assert_eq!(codec.decode(result.run, &bytes), as_stored(result));
        }
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
        assert!(whole.len() > 5);
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
    let whole = shown(&place, "--sets 4 --runs 45");
    assert_same(&whole, &shown(&place, "--merge p"));
    place.ok("study --sets 4 --runs 45..1000 --part 1/5 --out p/c");
    place.run("study --merge p").fails(
        1,
        &["rote against random: runs 236 to 999 of 1,000 are missing"],
    );
    for line in [
        "study --runs 3..3 --out x",
        "study --runs 5..3 --out x",
        "study --runs 3..9",
    ] {
        place.fails(line, 2, &["--runs"]);
    }
}

/// The larger part may stand in the folder of its parts.
#[test]
fn the_same_merge_again_gives_the_same_part() {
    let place = Place::new();
    for i in 1..=2 {
        place.ok(&format!(
            "study --sets 2 --runs 6 --part {i}/3 --out p/{i}.part"
        ));
    }
    let line = "study --merge p --out p/all.part";
    place.merged(line);
    let two = place.bytes("p/all.part");
    place.merged(line);
    assert!(place.bytes("p/all.part") == two);
    // What only the larger part has is not lost.
    fs::remove_file(place.at("p/1.part")).unwrap();
    fs::remove_file(place.at("p/2.part")).unwrap();
    place.ok("study --sets 2 --runs 6 --part 3/3 --out p/3.part");
    place.merged(line);
    place.ok(line);
    place.ok("study --sets 2 --runs 6 --out whole.part");
    assert!(place.bytes("p/all.part") == place.bytes("whole.part"));
    place.fails(
        "study --merge p --plots none",
        1,
        &["and again in p/all.part"],
    );
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
        place.fails("study --merge p --plots none", 1, &["20..30.part", words]);
        place.fails("study --merge p --out all", 1, &["20..30.part", words]);
        let checked = place.run("check p");
        assert_eq!(checked.code, Some(1));
        assert!(
            checked.out.contains("3 files: 2 undamaged, 1 not"),
            "{checked:?}"
        );
        place.fails("list parts --parts p", 1, &["1 part cannot be read"]);
    }
    fs::remove_file(&last).unwrap();
    std::os::unix::fs::symlink("nowhere", &last).unwrap();
    place.fails(
        "study --merge p --plots none",
        1,
        &["20..30.part", "there is no such file"],
    );
    place.fails("check p", 1, &["1 of 3 files damaged or unreadable"]);
    // What a name says of a file holds for all kinds that commands write.
    for name in ["x.menace", "x.book", "x.endgames", "X.PART"] {
        let place = Place::new();
        fs::create_dir(place.at("k")).unwrap();
        fs::write(place.at("k").join(name), "").unwrap();
        place.fails("check k", 1, &["1 of 1 file damaged or unreadable"]);
    }
}

#[test]
fn a_part_is_one_of_a_number_of_parts() {
    let place = Place::new();
    for part in ["0/3", "4/3", "x", "1/", "-1/3", "slurm"] {
        place.fails(&format!("study --part={part} --out c"), 2, &["I/N"]);
    }
    place.fails("study --part 1/2", 2, &["--out"]);
}

/// No part is played that no merge could read, since its opponent has a name that no file keeps.
#[cfg(unix)]
#[test]
fn a_part_that_could_not_be_read_is_refused() {
    let place = Place::new();
    fs::create_dir(place.at("d\n")).unwrap();
    place.ok("train --out o.menace --learner second --sets 1 --plots none");
    fs::rename(place.at("o.menace"), place.at("d\n/o.menace")).unwrap();
    let args = [
        "study",
        "--runs",
        "4",
        "--sets",
        "2",
        "--opponent",
        "d\n/o.menace",
        "--out",
        "p/1",
    ];
    let ran = Ran::new("study", place.program(args).output().unwrap());
    ran.fails(2, &["o.menace", "a name has no control character"]);
    assert_eq!(place.files(), ["d\n/o.menace"]);
}

#[test]
fn parts_that_do_not_fit_are_refused() {
    let place = Place::new();
    place.ok("train --out m.menace --learner second --sets 1 --plots none");
    let line = "study --sets 2 --runs 20 --opponent m.menace";
    place.ok(&format!("{line} --part 1/2 --out p/1"));
    place.ok(&format!("{line} --part 2/2 --out p/2"));
    place.merged("study --merge p --plots none");
    place
        .run("study --merge p/2")
        .fails(1, &["rote against m.menace: runs 0 to 9 of 20 are missing"]);
    place
        .run("study --merge p p/1")
        .fails(1, &["runs 0 to 9 are in p/1 and again in p/1"]);
    for (study, what) in cases(
        "
        --sets 2 --seed 5 --opponent m.menace => seed 5 instead of
        --sets 3 --opponent m.menace => 3 sets of 100 games
        --sets 2 --opponent m.menace --opponent random => 2 trainings instead of 1 training
        --sets 2 --opponent m.menace --exact => exact figures instead of no exact figures
        ",
    ) {
        place.ok(&format!(
            "study {study} --runs 20 --part 2/2 --out other --force"
        ));
        place
            .run("study --merge p/1 other")
            .fails(1, &["other is of another study than p/1", what]);
    }
    // A rule of the same name with another content, and another model in the place of the opponent.
    fs::write(place.at("r.toml"), place.ok("list rules --toml rote")).unwrap();
    place.ok("study --sets 2 --runs 20 --opponent m.menace --rule r.toml --part 2/2 --out same");
    place.merged("study --merge p/1 same --plots none");
    let rule = fs::read_to_string(place.at("r.toml")).unwrap();
    rule.has(["\nstart = [1]"]);
    fs::write(
        place.at("r.toml"),
        rule.replace("\nstart = [1]", "\nstart = [2]"),
    )
    .unwrap();
    place.ok(
        "study --sets 2 --runs 20 --opponent m.menace --rule r.toml --part 2/2 --out other --force",
    );
    place
        .run("study --merge p/1 other")
        .fails(1, &["another rule with the name rote"]);
    place.ok("train --out m.menace --learner second --sets 2 --force --plots none");
    place.ok(&format!("{line} --part 2/2 --out other --force"));
    place
        .run("study --merge p/1 other")
        .fails(1, &["another file with the name m.menace"]);

    // What is already there: another part, something else, a model.
    let left = place.bytes("p/1");
    place.run(&format!("{line} --part 1/2 --out p/1")).fails(
        1,
        &[
            "p/1: holds runs 0 to 9 of 20",
            "another file with the name m.menace",
            "--force",
        ],
    );
    assert_eq!(place.bytes("p/1"), left);
    place.ok(&format!("{line} --part 1/2 --out p/1 --force"));
    fs::write(place.at("text"), "not a part").unwrap();
    place
        .run(&format!("{line} --out text"))
        .fails(1, &["another kind", "--force"]);
    place
        .run(&format!("{line} --out m.menace --force"))
        .fails(2, &["ends in .menace"]);
    place.fails("study --merge text", 1, &["text: not a part of a study"]);
    place.fails("study --merge .", 1, &["of another study than"]);
    place.fails("study --merge p --runs 5", 2, &["--runs"]);
    fs::create_dir(place.at("none")).unwrap();
    place.fails("study --merge none", 1, &["no parts of a study in none"]);
}

#[test]
fn check_and_list_know_parts() {
    let place = Place::new();
    place.ok("study --sets 2 --runs 20 --part 2/2 --out parts/2");
    let words = "runs 10 to 19 of 20: tic-tac-toe, first learning, rote against random, 2 sets of 100 games, \
                 seed 1961";
    let listed = with_slashes(&place.ok("list parts"));
    assert_eq!(listed, format!("parts/2: {words}\n"));
    assert_eq!(
        place.ok("check parts/2"),
        format!("parts/2: undamaged: a part of a study, {words}\n")
    );
    let json = place.json("check parts --json");
    assert_eq!(json["others"][0]["played"], 10);
    let mut bytes = place.bytes("parts/2");
    bytes[100] ^= 1;
    fs::write(place.at("parts/2"), bytes).unwrap();
    place.fails("check parts", 1, &["damaged or unreadable"]);
    place.fails("list parts", 1, &["1 part cannot be read"]);
    place.fails("study --merge parts", 1, &["parts/2", "checksum"]);
}

/// A part with these runs of a small study of so many.
fn part(runs: Range<u64>, of: u64) -> Vec<u8> {
    let request = Request {
        sets: Some(1),
        games_per_set: Some(3),
        ..Request::default()
    };
    let trainings = trainings(&TicTacToe.into(), &request, of);
    let kept = Kept::new(fresh(&trainings, runs.clone()), false);
    trainings.keep_runs(0, runs, &(), &kept).unwrap();
    kept.encode()
}

/// A program that counts one figure more reads the parts of one that does not: what all runs have is put together. One that
/// does not know a figure says so.
#[test]
fn a_new_figure_leaves_old_parts_readable() {
    let request = Request {
        sets: Some(3),
        games_per_set: Some(3),
        ..Request::default()
    };
    let trainings = trainings(&TicTacToe.into(), &request, 9);
    let played = |runs: Range<u64>, lacks: Option<Curve>| {
        let mut kept = Kept::new(fresh(&trainings, runs.clone()), false);
        kept.lacks = lacks;
        trainings.keep_runs(0, runs, &(), &kept).unwrap();
        kept.encode()
    };
    let late = Curve::Rescued(Side::First);
    let old = Part::decode(&played(0..4, Some(late))).unwrap();
    let known = old.studies()[0].curves();
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
        assert_eq!(whole.studies()[0].curves(), known);
        let whole = &whole.studies()[0];
        assert_eq!(whole.setting.runs, 9);
        let of_all = Part::decode(&played(0..9, None)).unwrap();
        for (one, other) in whole.points.iter().zip(&of_all.studies()[0].points) {
            for curve in &known {
                assert_eq!(one.curves[curve], other.curves[curve], "{curve:?}");
            }
        }
    }
    let mut newer = played(0..4, None);
    let name = late.name();
    let at = newer
        .windows(name.len())
        .position(|part| part == name.as_bytes());
    newer[at.unwrap()] = b'x';
    reseal(&mut newer);
    let refused = Part::decode(&newer).expect_err("of a newer program");
    assert_eq!(
        refused.to_string(),
        "written by a newer program: it has `xirst_rescued`, which this one does not know"
    );
}

/// A part of other results, as of another program, is refused as such.
#[test]
fn a_part_of_other_results_is_refused() {
    // The first number of the payload is that of the results.
    let mut newer = part(3..5, 9);
    assert_eq!(u32::from(newer[24]), matchboxes::arena::RESULTS);
    newer[24] += 1;
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
    for (i, study) in STUDIES.into_iter().enumerate() {
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
    let known = [(1, 2_846_229_927)];
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
    assert_eq!(
        place.bytes("c/tic-tac-toe-first-rote-study-runs.csv"),
        place.bytes("d/tic-tac-toe-first-rote-study-runs.csv")
    );
}

/// Learning against oneself beside learning against players: more figures in some runs than in others.
#[test]
fn parts_of_a_study_with_self_play_make_the_whole() {
    let place = Place::new();
    let study = "--opponent self --opponent random --runs 12 --sets 3 --exact";
    let whole = place.ok(&format!("study {study} --plots none --csv whole"));
    for i in [2, 1] {
        place.ok(&format!("study {study} --part {i}/2 --out p/{i}"));
    }
    let merged = place.merged("study --merge p --plots none --csv merged");
    assert_eq!(merged.replace("merged/", "whole/"), whole);
    assert!(whole.contains("rote against random minus rote against each other"));
    let names = crate::place::files(&place.at("whole"));
    assert!(names.iter().any(|name| name.ends_with("-runs.csv")));
    for name in names {
        let of = |folder: &str| place.bytes(&format!("{folder}/{name}"));
        assert!(of("whole") == of("merged"), "{name}");
    }
    place.ok("check p");
    place.fails(
        "train --opponent self",
        2,
        &["--opponent self is for a study", "--learner both"],
    );
}
