//! A machine is replaced only by a request with its current version, and files that are not machines of the
//! page are never touched.

use std::fs;
use std::thread;
use std::time::Duration;

use serde_json::{Value, json};

use super::client::{Place, Server};
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
fn a_machine_is_replaced_only_in_its_current_version() {
    let (place, server) = Place::served();
    let seen = server.perform("mine", "sit", &json!({ "side": "second" }));
    assert_eq!(version(&seen), Value::Null);
    // Another tab shares the machine, plays and trains.
    let played = version(&server.finish_game("mine"));
    let trained = server.train("mine", 2000);
    let learnt = place.bytes("mine");
    server.perform("mine", "act/new", &json!({}));
    let legal = server.query("mine", "")["scene"]["round"]["legal"][0].clone();
    let continued = server.perform("mine", "move", &json!({ "move": legal }));
    for old in [&version(&seen), &played, &json!("0"), &json!("")] {
        server.refuses(
            "mine/sit",
            &replacement(old),
            409,
            "has changed since it was shown",
        );
    }
    let none = json!({ "side": "second", "anew": true });
    server.refuses("mine/sit", &none, 409, "has changed since it was shown");
    let answer = server.post("/api/machines/mine/sit", &none);
    assert_eq!(answer.refusal().1, "changed");
    // The current game continues, and nothing is lost.
    assert_eq!(server.query("mine", "")["scene"], continued["scene"]);
    assert_eq!(place.bytes("mine"), learnt);
    assert_eq!(trained["scene"]["games"], 2001);
    assert_eq!(version(&continued), version(&trained));

    // Another server gives the same version for the same file.
    server.kill();
    let server = place.serve("");
    let state = server.query("mine", "");
    assert_eq!(version(&state), version(&trained));
    let state = server.perform("mine", "sit", &replacement(&version(&state)));
    assert_eq!(state["scene"]["games"], 0);
    assert_eq!(state["scene"]["boxes"].as_u64(), Some(0), "{state}");
    assert_ne!(version(&state), version(&trained));
    server.kill();
    place.run("check models/mine.menace");
    // After a game, it equals a machine made by its first game.
    let server = place.serve("");
    let kept = server.perform("mine", "sit", &json!({ "side": "second" }));
    let seed: u64 = kept["scene"]["seed"].as_str().unwrap().parse().unwrap();
    server.perform("other", "sit", &json!({ "side": "second", "seed": seed }));
    let mut both = ["mine", "other"].map(|name| server.finish_game(name)["scene"]["round"].clone());
    for round in &mut both {
        round["number"] = json!(0);
    }
    assert_eq!(both[0], both[1]);
    assert_eq!(place.bytes("mine"), place.bytes("other"));
}

#[test]
fn training_by_another_program_is_noticed() {
    let (place, server) = Place::served();
    server.perform("mine", "sit", &json!({ "side": "second" }));
    let seen = version(&server.finish_game("mine"));
    server.kill();
    let server = place.serve("");
    place.run("train --out models/mine.menace --continue --sets 1 --plots none");
    let learnt = place.bytes("mine");
    server.refuses(
        "mine/sit",
        &replacement(&seen),
        409,
        "has changed since it was shown",
    );
    assert_eq!(place.bytes("mine"), learnt);
    assert_eq!(server.query("mine", "")["scene"]["games"], 101);
}

#[test]
fn a_kill_at_any_moment_leaves_the_old_machine_or_the_new_one() {
    let place = Place::new();
    for number in 0..12_u64 {
        let server = place.serve("");
        server.perform("mine", "sit", &json!({ "side": "second" }));
        let before = server.finish_game("mine");
        let request = server.seen("mine", &replacement(&version(&before)));
        let games = before["scene"]["games"].clone();
        thread::scope(|scope| {
            // The connection is open before the signal is sent; it may break off.
            let stream = server.connect();
            let path = "/api/machines/mine/sit";
            let status = scope.spawn(|| server.post_on(stream, path, &request).status);
            thread::sleep(Duration::from_micros(number * 400));
            signal(&server);
            assert!([0, 200].contains(&status.join().unwrap()));
        });
        server.kill();
        let server = place.serve("");
        let after = server.query("mine", "")["scene"]["games"].clone();
        assert!(after == games || after == 0, "{after}, {games} before");
        server.kill();
        place.run("check models/mine.menace");
    }
}

/// Kills a server while another thread may use it.
fn signal(server: &Server) {
    let id = server.id().to_string();
    let kill: &[&str] = if cfg!(windows) {
        &["taskkill", "/F", "/PID"]
    } else {
        &["kill", "-KILL"]
    };
    let killed = std::process::Command::new(kill[0])
        .args(&kill[1..])
        .arg(id)
        .output();
    assert!(killed.unwrap().status.success());
}

#[test]
fn a_file_that_is_no_machine_is_not_replaced() {
    let place = Place::new();
    fs::create_dir(place.path().join("models")).unwrap();
    place.run("train --sets 1 --plots none --out models/good.menace");
    let mut cut = place.bytes("good");
    cut.truncate(cut.len() - 1);
    for (bytes, words) in [
        (&b"a list of mine"[..], "list.menace"),
        (&cut, "list.menace"),
    ] {
        fs::write(place.file("list"), bytes).unwrap();
        let server = place.serve("");
        let head: String = bytes
            .iter()
            .skip(12)
            .take(12)
            .map(|b| format!("{b:02x}"))
            .collect();
        for version in [Value::Null, json!(head)] {
            let wanted = json!({ "game": "hexapawn", "anew": true, "version": version });
            let answer = server.post("/api/machines/list/sit", &wanted);
            assert!([409, 422].contains(&answer.status), "{}", answer.text());
            if answer.status == 422 {
                assert!(answer.text().contains(words), "{}", answer.text());
            }
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
    server.refuses(
        "mine/sit",
        &replacement(&Value::Null),
        500,
        "leads to no file",
    );
    let host = server.host();
    let fields = [
        ("host", &*host),
        ("content-type", "application/octet-stream"),
    ];
    let line = "POST /api/machines/mine/upload";
    let answer = server.request(line, &fields, &place.bytes("good"));
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
    assert_eq!(
        (&scene["learns"], &scene["sealed"]),
        (&json!(false), &json!(true))
    );
    let over = server.finish_game("mine");
    assert_eq!(over["scene"]["round"]["ended"]["changes"], json!([]));
    let box_ = server.query("mine", "box?position=.../.../...");
    assert_eq!(box_["box"]["met"], true);
    server.refuses(
        "mine/train",
        &json!({ "opponent": "random", "games": 1 }),
        422,
        "learns nothing",
    );
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
    first.perform("mine", "sit", &json!({ "side": "second" }));
    first.finish_game("mine");
    first.kill();
    let left = folders();
    assert_eq!(left.len(), 2);
    let second = place.serve("--kiosk");
    let third = place.serve("--kiosk");
    assert_eq!(
        folders().len(),
        3,
        "two of running servers and one that is not ours"
    );
    assert!(own.exists());
    for server in [second, third] {
        server.signal("-TERM");
        assert_eq!(server.wait(), Some(130));
    }
    assert_eq!(folders(), ["menace-exhibition-of-mine"]);
}
