//! Results in files: which are replaced by later ones, which stay.

use std::collections::BTreeSet;
use std::fs;
use std::thread::sleep;
use std::time::Duration;

use matchboxes::store::Lock;

use crate::place::{Place, Ran, cases, contents, end, start};

/// Fewer runs, another length, another seed, and a file that nobody knows: nothing is replaced, and nothing is played.
#[test]
fn a_trial_does_not_replace_a_study() {
    let place = Place::new();
    place.ok("study --runs 8 --sets 3 --csv data --plots-dir plots");
    let files = place.files();
    assert_eq!(files.len(), 5 + 1 + 4 + 1, "{files:?}");
    let before = contents(place.path());
    let others = "4, 3 --seed 7, 2 --games-per-set 150, 3 --batch 2, 3 --curve-step 300";
    let others = others.split(", ").map(|other| (9, other, "another study"));
    for (runs, sets, what) in others.chain([(3, "3", "of 8 runs")]) {
        for to in ["new --csv data", "plots --plots png"] {
            let line = format!("study --runs {runs} --sets {sets} --plots-dir {to}");
            place.fails(&line, 1, &[what, "--force replaces"]);
            assert!(contents(place.path()) == before, "{line}");
        }
    }
    fs::remove_dir(place.at("new")).unwrap_or_default();
    // What only some tables depend on: the same number again, or none, replaces nothing else.
    let line = "study --runs 2 --sets 1 --games-per-set 20 --game nim:2,1 --plots none --csv";
    let of_states = format!("{line} x --expected --states");
    place.ok(&format!("{line} x"));
    place.ok(&format!("{of_states} 50"));
    let before = place.bytes("x/result.json");
    place.fails(&format!("{of_states} 9"), 1, &[" 50", "--force replaces"]);
    assert!(place.bytes("x/result.json") == before);
    place.ok(&format!("{of_states} 50"));
    place.ok(&format!("{of_states} 9 --force"));
    fs::remove_dir_all(place.at("x")).unwrap();
    place.ok("study --runs 3 --sets 4 --csv data --plots-dir plots --force");
    assert_eq!(place.files(), files);
}

#[track_caller]
fn same_files(place: &Place, other: &Place) {
    assert!(contents(place.path()) == contents(other.path()));
}

/// More runs of the same replace all, and what they do not write anew does not stay beside it.
#[test]
fn a_longer_study_leaves_nothing_of_the_shorter_one() {
    let place = Place::new();
    let line = "study --sets 3 --csv data --plots both --plots-dir plots --runs";
    place.ok(&format!("{line} 4 --exact --growth --curve first_resigned"));
    let first = place.files();
    for name in ["exact.png", "exact.svg", "growth.png", "first-resigned.png"] {
        assert!(first.contains(&format!("plots/{name}")), "{first:?}");
    }
    // As many runs with less to show: all that was shown is still true, but tables would lose what is exact.
    place.ok(&format!("{line} 4 --exact"));
    place.fails(&format!("{line} 4"), 1, &["exact results"]);
    assert_eq!(place.files(), first);
    let own = place.at("plots/mine.png");
    fs::write(&own, place.bytes("plots/results.png")).unwrap();
    place.fails(&format!("{line} 5"), 1, &["exact results"]);
    place.ok(&format!("{line} 5 --exact"));
    let fresh = Place::new();
    fresh.ok(&format!("{line} 5 --exact"));
    assert!(own.exists());
    fs::remove_file(own).unwrap();
    same_files(&place, &fresh);
}

/// A study that could not write all its tables leaves the folder to the shorter one; given again, it replaces and removes
/// what it would have.
#[cfg(unix)]
#[test]
fn what_a_full_disk_left_is_replaced_whole() {
    let place = Place::new();
    let line = "study --sets 1 --games-per-set 10 --csv data --plots none --runs";
    place.ok(&format!("{line} 4 --growth"));
    let growth = place.at("data/growth.csv");
    assert!(growth.exists());
    // The curves of one set fit into 4 KB; the table of 60 runs does not.
    let ran = place.shell(&format!("ulimit -f 8 && exec \"$M\" {line} 60"));
    assert_eq!(ran.code, Some(1), "{ran:?}");
    assert!(ran.err.contains("runs.csv"), "{ran:?}");
    assert!(growth.exists());
    place.ok(&format!("{line} 60"));
    let fresh = Place::new();
    let ran = fresh.shell(&format!("ulimit -f 8 && exec \"$M\" {line} 60"));
    assert_eq!(ran.code, Some(1), "{ran:?}");
    assert!(!fresh.files().is_empty(), "some tables were written");
    fresh.ok(&format!("{line} 60"));
    same_files(&place, &fresh);
}

/// What the games gave is on the screen, even if no file can take it.
#[cfg(unix)]
#[test]
fn results_that_no_file_takes_are_shown() {
    let place = Place::new();
    let rules = "--rule rote --rule bridle";
    let size = "--runs 4 --sets 3 --games-per-set 10 --plots svg --plots-dir p";
    let lines = format!(
        "study {size} => 4 runs of 3 sets of 10 games
        study {size} --json => \"trainings\": [
        sweep {rules} {size} --csv t => The best of 2
        sweep {rules} {size} --csv - => tic-tac-toe,first,
        tournament random perfect --csv t --plots svg => Ranking"
    );
    for (line, shown) in cases(&lines) {
        let ran = place.shell(&format!("ulimit -f 0; trap '' XFSZ; exec \"$M\" {line}"));
        assert_eq!(ran.code, Some(1), "{ran:?}");
        assert!(ran.err.contains("writing failed"), "{ran:?}");
        assert!(ran.out.contains(shown), "{line}: {ran:?}");
        assert!(!ran.out.contains("Picture"), "{line}: {ran:?}");
    }
}

/// Of two studies that end at the same time, one has its tables in the folder, and the other says that it has not.
#[test]
fn two_studies_at_once_do_not_mix_their_files() {
    let place = Place::new();
    let line = "study --runs 2 --sets 2 --csv t --plots svg --plots-dir t --seed";
    // Both have found an empty folder and wait to write into it.
    let lock = Lock::take(&place.at("t/result.json")).unwrap();
    let both = [1, 2].map(|seed| start(&place, &format!("{line} {seed}")));
    sleep(Duration::from_secs(2));
    drop(lock);
    let ended = both.map(|child| end(line, child));
    let refused: Vec<&Ran> = ended.iter().filter(|ran| ran.code == Some(1)).collect();
    let [refused] = refused[..] else {
        panic!("{ended:?}");
    };
    assert!(refused.err.contains("another study"), "{refused:?}");
    let seed = if ended[0].code == Some(0) { 1 } else { 2 };
    let fresh = Place::new();
    fresh.ok(&format!("{line} {seed}"));
    for name in &fresh.files() {
        assert!(place.bytes(name) == fresh.bytes(name), "{name}");
    }
}

/// Results of different studies go to folders of their own, whose names tell what was played; the same study, also
/// with more runs or in another order, to the same folder.
#[test]
fn names_tell_studies_apart() {
    let place = Place::new();
    let folders = || -> BTreeSet<String> {
        let files = place.files().into_iter();
        let folders = files.filter_map(|file| Some(file.rsplit_once('/')?.0.to_owned()));
        folders.collect()
    };
    let mut known = BTreeSet::new();
    for (more, stem) in cases(
        " => tic-tac-toe-first-rote
        --seed 2 => tic-tac-toe-first-rote
        --rule michie-304 => tic-tac-toe-first-michie-304
        --rule rote --rule michie-304 => tic-tac-toe-first-2-rules
        --opponent perfect => tic-tac-toe-first-rote-perfect
        --opponent perfect --opponent random => tic-tac-toe-first-rote-2-opponents
        --learner both => tic-tac-toe-both-rote
        --game hexapawn --rule her => hexapawn-second-her
        --game nim:3,4,5 => nim-3-4-5-first-rote",
    ) {
        place.ok(&format!("study --runs 2 --sets 2 --plots svg {more}"));
        let now = folders();
        let new: Vec<&String> = now.difference(&known).collect();
        assert_eq!(new.len(), 1, "{more}: {new:?}");
        let begins = format!("plots/{stem}-study-");
        assert!(new[0].starts_with(&begins), "{new:?}");
        known = now;
    }
    for more in [
        "--rule michie-304 --rule rote",
        "--threads 1 --exact --learner both",
    ] {
        place.ok(&format!("study --runs 3 --sets 2 --plots svg {more}"));
        assert_eq!(folders(), known);
    }
}

/// Only files of a result are removed, what else the list in its folder may say; a file that somebody has changed is not
/// replaced.
#[test]
fn a_forged_list_removes_nothing_of_others() {
    let place = Place::new();
    let line = "study --sets 2 --csv t --plots none --runs";
    place.does(&format!(
        "
        {line} 2
        write x.csv mine
        write t/m.menace mine
        write t/notes.txt mine
        write t/sub/x.csv mine
        # A model under the name of a table.
        train --sets 1 --plots none --out t/x.menace
        copy t/x.menace t/old.csv
        remove t/x.menace
        "
    ));
    let list = place.text("t/result.json");
    let names = "../x.csv m.menace notes.txt /etc/x.csv sub/x.csv".split(' ');
    let forged: String = names.map(|name| format!("\"{name}\": null, ")).collect();
    let list = list.replace("\"curves.csv\"", &format!("{forged}\"curves.csv\""));
    fs::write(place.at("t/result.json"), list).unwrap();
    let before = place.files();
    place.ok(&format!("{line} 3"));
    assert_eq!(place.files(), before);
    assert!(!place.text("t/result.json").contains("menace\""));
    place.does(&format!(
        "
        write t/runs.csv my notes
        1 {line} 4 => runs.csv | holds something else | another folder
        {line} 4 --force
        "
    ));
    for text in ["", "{}", "[]"] {
        place.does(&format!(
            "write t/result.json {text}\n1 {line} 3 => tells of no result | --force"
        ));
    }
    place.ok(&format!("{line} 3 --force"));
    assert_eq!(place.files(), before);
}

/// Models of one name in two folders have pictures of their own.
#[test]
fn pictures_of_models_of_one_name_stay_apart() {
    let place = Place::new();
    for model in ["x.menace", "q/x.menace", "models/q/r/x.menace"] {
        place.ok(&format!("train --sets 2 --out {model} --plots svg"));
    }
    let there = place.at("q/x.menace");
    // A path may have blanks.
    place.ok(&format!("plot --plots svg '{}'", there.display()));
    let mut curves = place.files();
    curves.retain(|file| file.ends_with("-curve.svg"));
    let known = ["q/r/x", "q/x", "x"].map(|name| format!("plots/{name}-curve.svg"));
    assert_eq!(curves, known);
}

/// Another rule of the same name, or another file of the same path, gives other results.
#[test]
fn tables_of_changed_files_stay() {
    let place = Place::new();
    let rule = place.ok("list rules --toml rote");
    let train = "train --out m.menace --learner second --plots none --force --sets";
    fs::write(place.at("r.toml"), &rule).unwrap();
    place.ok(&format!("{train} 1"));
    let lines = [
        "study --rule r.toml --csv t --plots none --runs 2 --sets 2 --opponent m.menace",
        "sweep --rule r.toml --rule bridle --csv s --plots none --runs 2 --sets 2 --opponent m.menace",
    ];
    let ok = || lines.iter().for_each(|line| drop(place.ok(line)));
    let refused = || {
        for (line, what) in lines.iter().zip(["study", "sweep"]) {
            place.fails(line, 1, &[&format!("results of another {what}")]);
        }
    };
    ok();
    ok();
    let other = rule.replace("\nstart = [1]", "\nstart = [2]");
    fs::write(place.at("r.toml"), other).unwrap();
    refused();
    fs::write(place.at("r.toml"), &rule).unwrap();
    ok();
    let tournament = "tournament --csv u m.menace random";
    place.ok(tournament);
    place.ok(tournament);
    place.ok(&format!("{train} 2"));
    refused();
    place.fails(tournament, 1, &["results of another tournament"]);
}

/// A PDF that this program has not written is somebody's own.
#[test]
fn only_pdfs_of_this_program_are_replaced() {
    let place = Place::new();
    let line = "train --sets 2 --out m.menace --plots pdf";
    place.ok(line);
    place.ok(&format!("{line} --force --seed 2"));
    fs::write(place.at("plots/m-curve.pdf"), "%PDF-1.4 my paper").unwrap();
    let refused = "m-curve.pdf | holds something of another kind";
    place.does(&format!("1 {line} --force => {refused}"));
    assert_eq!(place.bytes("plots/m-curve.pdf"), b"%PDF-1.4 my paper");
}

/// The same law for the tables of the other commands: tables are replaced by those of the next line, unless it fails.
#[test]
fn tables_of_other_commands_stay_too() {
    let place = Place::new();
    fs::create_dir(place.at("t")).unwrap();
    let tables = || contents(&place.at("t"));
    let sweep = "sweep --plots none --csv t/w --sets 2 --field";
    let tournament = "tournament --csv t/t random perfect";
    let train = "train --plots none --csv t/h --out a.menace";
    let study = "study --plots none --csv t/s --sets 2 --runs";
    let lines = format!(
        "{sweep} start=[4],[8] --runs 3
        {sweep} start=[8],[4] --runs 4
        1 {sweep} start=[4],[8] --runs 2 => of 4 runs
        1 {sweep} start=[4],[8] --runs 4 --seed 2 => another sweep
        1 {sweep} start=[4],[9] --runs 4 => another sweep
        {tournament} --games 9
        {tournament} --games 10
        1 {tournament} first => another tournament
        {tournament}
        1 {tournament} --games 99 => exact results of this tournament
        {tournament} --games 10 --force
        1 {tournament} --games 10 --seed 2 => another tournament
        1 {tournament} --games 8 => of 10 games of this tournament
        {study} 3
        {study} 4 --exact
        1 {study} 4 => exact results of this study
        1 {study} 5 => exact results of this study
        1 {study} 4 --exact=end => exact results of this study
        {train} --sets 2
        {train} --sets 3 --continue"
    );
    for line in lines.lines().map(str::trim) {
        let before = tables();
        if line.starts_with("1 ") {
            place.does(&line.replace("=>", "=> holds | results of |"));
            assert!(tables() == before, "{line}");
        } else {
            place.ok(line);
        }
    }
    // A training sees it when its model is saved.
    for (more, what) in cases(
        "--sets 2 => of 500 games
        --sets 4 --seed 4 => another training
        --sets 4 --run 1 => another training
        --sets 4 --batch 50 => another training",
    ) {
        fs::remove_file(place.at("a.menace")).unwrap();
        let refused = format!("1 {train} {more} => t/h | holds results of | {what}");
        place.does(&refused);
        place.ok(&format!("{train} {more}").replace("--csv t/h", "--csv u"));
        fs::remove_dir_all(place.at("u")).unwrap();
    }
}
