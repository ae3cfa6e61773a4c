//! A machine is replaced only by a request with its current version, and files that are not machines of the
//! page are never touched.

use std::fs;

use serde_json::{Value, json};

use super::client::Place;
#[cfg(unix)]
use crate::place::BoundUser;

/// A request to replace a machine of this version by a new one.
fn replacement(version: &Value) -> Value {
    json!({ "side": "second", "anew": true, "version": version })
}

fn version(state: &Value) -> Value {
    state["scene"]["version"].clone()
}

#[test]
fn a_file_that_is_no_machine_is_not_replaced() {
    let place = Place::new();
    fs::create_dir(place.path().join("models")).unwrap();
    place.run("train --sets 1 --plots none --out models/good.menace");
    let mut cut = place.bytes("good");
    cut.truncate(cut.len() - 1);
    for bytes in [&b"a list of mine"[..], &cut] {
        fs::write(place.file("list"), bytes).unwrap();
        let server = place.serve("");
        let head = bytes.iter().skip(12).take(12);
        let head: String = head.map(|b| format!("{b:02x}")).collect();
        for version in [Value::Null, json!(head)] {
            let wanted = json!({ "game": "hexapawn", "anew": true, "version": version });
            let answer = server.post("/api/machines/list/sit", &wanted);
            assert!([409, 422].contains(&answer.status), "{}", answer.text());
            let is_named = answer.text().contains("list.menace");
            assert!(answer.status == 409 || is_named, "{}", answer.text());
        }
        assert_eq!(fs::read(place.file("list")).unwrap(), bytes);
    }
}

#[cfg(unix)]
#[test]
fn a_broken_link_creates_no_machine_elsewhere() {
    let place = Place::new();
    let folder = place.path().join("models");
    fs::create_dir(&folder).unwrap();
    std::os::unix::fs::symlink("../outside.menace", folder.join("mine.menace")).unwrap();
    place.run("train --sets 1 --plots none --out models/good.menace");
    let server = place.serve("");
    let wanted = json!({ "side": "second" });
    server.refuses("mine/sit", &wanted, 500, "leads to no file");
    let anew = replacement(&Value::Null);
    server.refuses("mine/sit", &anew, 500, "leads to no file");
    let answer = server.upload("mine", &place.bytes("good"));
    assert_eq!(answer.status, 500, "{}", answer.text());
    assert!(!place.path().join("outside.menace").exists());
    // A link to a machine is that machine.
    fs::rename(place.file("good"), place.path().join("outside.menace")).unwrap();
    server.finish_game("mine");
    assert!(folder.join("mine.menace").is_symlink());
    place.run("check outside.menace");
}

#[cfg(unix)]
#[test]
fn machines_in_a_read_only_folder_can_be_viewed() {
    use std::os::unix::fs::PermissionsExt as _;

    let Some(user) = BoundUser::find() else {
        return;
    };
    let place = Place::read_by(&user);
    place.run("train --sets 1 --plots none --out models/mine.menace");
    let kept = place.bytes("mine");
    let folder = place.path().join("models");
    fs::set_permissions(place.file("mine"), fs::Permissions::from_mode(0o644)).unwrap();
    for folder in [place.path(), &folder] {
        fs::set_permissions(folder, fs::Permissions::from_mode(0o555)).unwrap();
    }
    let server = place.serve_as(&user);
    let scene = &server.query("mine", "")["scene"];
    assert_eq!(scene["learns"], false);
    assert_eq!(scene["sealed"], true);
    let over = server.finish_game("mine");
    assert_eq!(over["scene"]["round"]["ended"]["changes"], json!([]));
    let box_ = server.query("mine", "box?position=.../.../...");
    assert_eq!(box_["box"]["met"], true);
    let request = json!({ "opponent": "random", "games": 1 });
    server.refuses("mine/train", &request, 422, "learns nothing");
    let seen = version(&over);
    let request = server.seen("mine", &replacement(&seen));
    let answer = server.post("/api/machines/mine/sit", &request);
    assert_eq!(answer.refusal().1, "file", "{}", answer.text());
    // Nor is it deleted.
    let seen = json!({ "version": seen });
    let answer = server.post("/api/machines/mine/delete", &seen);
    assert_eq!(answer.refusal().1, "file", "{}", answer.text());
    assert_eq!(place.bytes("mine"), kept);
    for folder in [place.path(), &folder] {
        fs::set_permissions(folder, fs::Permissions::from_mode(0o755)).unwrap();
    }
}

#[cfg(unix)]
#[test]
fn the_next_kiosk_removes_the_folder_of_a_killed_one() {
    let place = Place::new();
    let folders = || -> Vec<_> {
        let entries = fs::read_dir(place.path()).unwrap().flatten();
        let names = entries.map(|entry| entry.file_name().into_string().unwrap());
        names
            .filter(|name| name.starts_with("menace-exhibition-"))
            .collect()
    };
    let own = place.path().join("menace-exhibition-of-mine");
    fs::create_dir(&own).unwrap();
    let first = place.serve("--kiosk");
    first.taught("mine");
    first.kill();
    let left = folders();
    assert_eq!(left.len(), 2);
    let second = place.serve("--kiosk");
    let third = place.serve("--kiosk");
    // Two of running servers, and one that is not ours.
    assert_eq!(folders().len(), 3);
    assert!(own.exists());
    for server in [second, third] {
        server.signal("-TERM");
        assert_eq!(server.wait(), Some(130));
    }
    assert_eq!(folders(), ["menace-exhibition-of-mine"]);
}
