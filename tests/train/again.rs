//! What stops a training besides its end, and what is said then. That any command given again after a stop gives the
//! undisturbed result is shown by the `kills` of `tests/ordeal`.

use std::fs;
#[cfg(target_os = "linux")]
use std::fs::Permissions;
#[cfg(target_os = "linux")]
use std::os::unix::fs::{PermissionsExt, chown};
#[cfg(target_os = "linux")]
use std::path::Path;
#[cfg(target_os = "linux")]
use std::process::Stdio;

use matchboxes::store;

#[cfg(target_os = "linux")]
use crate::place::{BoundUser, is_root};
use crate::place::{Place, Ran, Text as _, end, signal, start, wait_for};

const OUT: &str = "x.menace";

#[test]
fn a_command_killed_while_drawing_draws_again() {
    let line = "train --out x.menace --sets 20 --plots svg";
    let whole = Place::new();
    whole.ok(line);
    let place = Place::new();
    let mut child = start(&place, line);
    wait_for("its last set", || {
        let pending = store::read(&place.at(OUT))
            .ok()
            .and_then(|model| model.pending);
        pending.is_some_and(|pending| pending.left == 0)
    });
    child.kill().unwrap();
    child.wait().unwrap();
    place
        .ok("list models --models .")
        .has(["stopped before its pictures were drawn"]);
    place.ok(&format!("{line} --continue"));
    assert_eq!(place.files(), whole.files());
    assert!(place.bytes(OUT) == whole.bytes(OUT));
}

#[test]
fn a_training_against_its_own_file_is_refused() {
    let place = Place::new();
    place.ok("train --sets 2 --out b.menace --plots none");
    fs::create_dir(place.at("deep")).unwrap();
    std::os::unix::fs::symlink("../b.menace", place.at("deep/link.menace")).unwrap();
    let before = place.bytes("b.menace");
    for opponent in [
        "b.menace",
        "./b.menace:greedy",
        "mix:0.5*random+0.5*deep/../b.menace",
        "fading:random-to-b.menace:50",
        "deep/link.menace",
    ] {
        let line = "train --learner second --sets 2 --out b.menace --force --opponent";
        let words = ["is the model that is to be written", "copy that file"];
        place.fails(&format!("{line} {opponent}"), 2, &words);
        assert_eq!(place.bytes("b.menace"), before);
    }
}

/// A stop in a long set drops that set and keeps what was learnt before it.
#[test]
fn a_stop_drops_a_long_set() {
    let place = Place::new();
    let line = "train --out x.menace --games-per-set 1e9 --sets 3 --plots none";
    let child = start(&place, line);
    wait_for("a model", || place.at(OUT).exists());
    signal(&child, "INT");
    end(line, child).fails(130, &["in the middle of a set, which is dropped", OUT]);
    assert_eq!(place.files(), [OUT]);
    let model = store::read(&place.at(OUT)).unwrap();
    assert_eq!((model.sets(), model.pending.unwrap().left), (0, 3));
}

#[test]
fn a_removed_lock_stops_the_training() {
    let place = Place::new();
    let line = "train --out deep/x.menace --sets 1e6 --checkpoint-every 1 --plots none";
    let lock = place.at("deep/.x.menace.lock");
    for all in [false, true] {
        let child = start(&place, line);
        wait_for("a lock", || {
            lock.exists() && place.at("deep/x.menace").exists()
        });
        let mut second = String::new();
        if all {
            fs::rename(place.at("deep"), place.at("gone")).unwrap();
            fs::remove_dir_all(place.at("gone")).unwrap();
        } else {
            fs::remove_file(&lock).unwrap();
            // It may name what the first one has saved beside.
            let line = "train --out deep/x.menace --seed 2 --sets 1 --force --plots none";
            second = place.run(line).out;
        }
        let saved = format!("deep/x-saved-{}-1.menace", child.id());
        let words = ["its lock was removed", "nothing more is learnt", &saved];
        end(line, child).fails(1, &words);
        place.ok(&format!("check {saved}")).has(["stopped with"]);
        if !all {
            second.has(["1 set of 100 games"]);
            let model = store::read(&place.at("deep/x.menace")).unwrap();
            assert_eq!((model.sets(), model.chapters[0].seed), (1, 2));
        }
        assert!(!lock.exists());
        fs::remove_dir_all(place.at("deep")).unwrap();
    }
}

/// In a folder like that of temporary files, where everyone may write but nobody may replace what belongs to others.
#[cfg(target_os = "linux")]
#[test]
fn a_training_that_cannot_replace_the_file_is_kept_beside_it() {
    let Some(user) = BoundUser::find().filter(|_| is_root()) else {
        eprintln!("SKIPPED: only root can leave a file of another user");
        return;
    };
    let folder = user.folder();
    fs::set_permissions(folder.path(), Permissions::from_mode(0o1777)).unwrap();
    let model = folder.path().join(OUT);
    let place = Place::new();
    place.ok("train --sets 1 --plots none --out x.menace");
    fs::copy(place.at(OUT), &model).unwrap();
    fs::set_permissions(&model, Permissions::from_mode(0o644)).unwrap();
    chown(folder.path(), Some(0), Some(0)).unwrap();
    let before = fs::read(&model).unwrap();
    let line = "train --sets 30 --seed 5 --force --plots none --out x.menace";
    let mut command = user.command();
    command
        .args(line.split_whitespace())
        .current_dir(folder.path());
    command.stderr(Stdio::piped()).stdout(Stdio::piped());
    let child = command.spawn().unwrap();
    let saved = format!("x-saved-{}-1.menace", child.id());
    let output = child.wait_with_output().unwrap();
    Ran::new(line, output).fails(1, &["x.menace: it cannot be replaced", &saved]);
    assert_eq!(fs::read(&model).unwrap(), before);
    let whole = place.ok(&line.replace(OUT, "whole.menace"));
    whole.has(["30 sets"]);
    let saved = fs::read(folder.path().join(saved)).unwrap();
    assert!(saved == place.bytes("whole.menace"));
}

/// A finished training that is given again writes nothing; what would write says what to do.
#[cfg(target_os = "linux")]
#[test]
fn in_a_folder_that_cannot_be_written_a_finished_training_is_given_again() {
    let Some(user) = BoundUser::find() else {
        return;
    };
    let folder = user.folder();
    let mode = |path: &Path, mode| fs::set_permissions(path, Permissions::from_mode(mode)).unwrap();
    let place = Place::new();
    let line = "train --sets 3 --plots none --out x.menace";
    let made = place.ok(line);
    let model = folder.path().join(OUT);
    fs::copy(place.at(OUT), &model).unwrap();
    mode(&model, 0o644);
    mode(folder.path(), 0o555);
    let run = |line: &str| user.run_in(folder.path(), line);
    assert_eq!(run(line).ok(), made);
    for other in [
        "train --sets 3 --plots none --out y.menace",
        "train --sets 3 --plots none --out x.menace --keep-every 1",
        "train --sets 3 --plots none --out x.menace --force --seed 7",
        "train --continue --sets 1 --plots none --out x.menace",
        "play x.menace --learn",
        "export x.menace --out x.csv",
    ] {
        let words = "(os error 13); you may not write in this folder: use a folder of your own";
        run(other).fails(1, &[words]);
    }
    mode(folder.path(), 0o755);
}

/// A folder that cannot be read hides nothing beside it, and what is named like a model is one that is not sound.
#[cfg(target_os = "linux")]
#[test]
fn a_check_passes_over_nothing() {
    let Some(user) = BoundUser::find() else {
        return;
    };
    let folder = user.folder();
    let place = Place::new();
    place.ok("train --sets 1 --plots none --out x.menace");
    let model = folder.path().join(OUT);
    fs::copy(place.at(OUT), &model).unwrap();
    fs::set_permissions(&model, Permissions::from_mode(0o644)).unwrap();
    let closed = folder.path().join("closed");
    fs::create_dir(&closed).unwrap();
    fs::set_permissions(&closed, Permissions::from_mode(0o000)).unwrap();
    std::os::unix::fs::symlink("nowhere", folder.path().join("link.menace")).unwrap();
    let check = |line: &str| user.run_in(folder.path(), line);
    let ran = check("check .");
    ran.out.has([
        "./closed: reading the folder failed",
        "./link.menace: ",
        "./x.menace: undamaged",
        "3 files: 1 undamaged, 2 not",
    ]);
    ran.fails(1, &["2 of 3 files damaged or unreadable"]);
    let json = check("check . --json").json();
    assert_eq!(json["summary"]["damaged"], 2);
    assert_eq!(json["others"][0]["kind"], "folder");
    assert_eq!(json["others"][0]["file"], "./closed");
    fs::set_permissions(&closed, Permissions::from_mode(0o700)).unwrap();
}
