//! What a machine has learnt is thrown away by whoever has seen it, and by no other; and no file that
//! is not a machine of the page's is touched.

use std::fs;
use std::thread;
use std::time::Duration;

use serde_json::{Value, json};

use super::client::{Place, Server};

/// Makes a machine anew as it was seen.
fn anew(version: &Value) -> Value {
    json!({ "side": "second", "anew": true, "version": version })
}

fn version(told: &Value) -> Value {
    told["scene"]["version"].clone()
}

#[test]
fn what_was_not_seen_is_not_thrown_away() {
    let place = Place::new();
    let server = place.serve("");
    let seen = server.does("mine", "sit", &json!({ "side": "second" }));
    assert_eq!(version(&seen), Value::Null);
    // Another tab shares the machine, plays and trains.
    let played = version(&server.plays_on("mine"));
    let asked = json!({ "opponent": "random", "games": 2000 });
    server.does("mine", "train", &asked);
    let trained = server.waits_for("mine");
    let learnt = place.bytes("mine");
    server.does("mine", "act/new", &json!({}));
    let legal = server.told("mine", "")["scene"]["round"]["legal"][0].clone();
    let on = server.does("mine", "move", &json!({ "move": legal }));
    for old in [&version(&seen), &played, &json!("0"), &json!("")] {
        server.refuses(
            "mine",
            "sit",
            &anew(old),
            (409, "has changed since it was shown"),
        );
    }
    let none = json!({ "side": "second", "anew": true });
    server.refuses(
        "mine",
        "sit",
        &none,
        (409, "has changed since it was shown"),
    );
    let answer = server.post("/api/machines/mine/sit", &none);
    assert_eq!(answer.refusal().1, "changed");
    // The game that is on goes on, and nothing is lost.
    assert_eq!(server.told("mine", "")["scene"], on["scene"]);
    assert_eq!(place.bytes("mine"), learnt);
    assert_eq!(trained["scene"]["games"], 2001);
    assert_eq!(version(&on), version(&trained));

    // Another server gives the same word for the same file.
    server.kill();
    let server = place.serve("");
    let told = server.told("mine", "");
    assert_eq!(version(&told), version(&trained));
    let told = server.does("mine", "sit", &anew(&version(&told)));
    assert_eq!(told["scene"]["games"], 0);
    assert_eq!(told["scene"]["boxes"].as_u64(), Some(0), "{told}");
    assert_ne!(version(&told), version(&trained));
    server.kill();
    place.runs("check models/mine.menace");
    // Played on, it is the machine that a first game makes.
    let server = place.serve("");
    server.does("mine", "sit", &json!({ "side": "second" }));
    server.does("other", "sit", &json!({ "side": "second" }));
    let mut both = ["mine", "other"].map(|name| server.plays_on(name)["scene"]["round"].clone());
    for round in &mut both {
        round["number"] = json!(0);
    }
    assert_eq!(both[0], both[1]);
    assert_eq!(place.bytes("mine"), place.bytes("other"));
}

#[test]
fn another_program_that_has_learnt_meanwhile_is_noticed() {
    let place = Place::new();
    let server = place.serve("");
    server.does("mine", "sit", &json!({ "side": "second" }));
    let seen = version(&server.plays_on("mine"));
    server.kill();
    let server = place.serve("");
    place.runs("train --out models/mine.menace --continue --sets 1 --plots none");
    let learnt = place.bytes("mine");
    server.refuses(
        "mine",
        "sit",
        &anew(&seen),
        (409, "has changed since it was shown"),
    );
    assert_eq!(place.bytes("mine"), learnt);
    assert_eq!(server.told("mine", "")["scene"]["games"], 101);
}

#[test]
fn a_kill_at_any_moment_leaves_the_old_machine_or_the_new_one() {
    let place = Place::new();
    for number in 0..12_u64 {
        let server = place.serve("");
        server.does("mine", "sit", &json!({ "side": "second" }));
        let before = server.plays_on("mine");
        let request = anew(&version(&before));
        let games = before["scene"]["games"].clone();
        thread::scope(|scope| {
            // The connection may break off.
            let asked = scope.spawn(|| server.post("/api/machines/mine/sit", &request).status);
            thread::sleep(Duration::from_micros(number * 400));
            signal(&server);
            assert!([0, 200].contains(&asked.join().unwrap()));
        });
        server.kill();
        let server = place.serve("");
        let after = server.told("mine", "")["scene"]["games"].clone();
        assert!(after == games || after == 0, "{after}, {games} before");
        server.kill();
        place.runs("check models/mine.menace");
        assert!(!place.path().join("models/mine.aside").exists());
    }
}

/// Ends a server at once, which can be asked of it by others meanwhile.
fn signal(server: &Server) {
    let id = server.id().to_string();
    let killed = std::process::Command::new("kill")
        .args(["-KILL", &id])
        .status();
    assert!(killed.unwrap().success());
}

#[test]
fn a_machine_that_was_left_aside_comes_back() {
    let place = Place::new();
    for name in ["mine", "both", "text"] {
        let out = format!("train --sets 1 --plots none --out models/{name}.menace");
        place.runs(&out);
    }
    let aside = |name: &str| place.path().join(format!("models/{name}.aside"));
    fs::rename(place.file("mine"), aside("mine")).unwrap();
    fs::copy(place.file("both"), aside("both")).unwrap();
    fs::remove_file(place.file("text")).unwrap();
    fs::write(aside("text"), "a list of mine").unwrap();
    fs::write(aside("no.name"), "another").unwrap();
    let both = place.bytes("both");
    let server = place.serve("");
    assert_eq!(server.told("mine", "")["scene"]["games"], 100);
    assert!(!aside("mine").exists());
    // Whatever else there is, anew or not, stays.
    let seen = version(&server.told("both", ""));
    server.does("both", "sit", &anew(&seen));
    assert_eq!(fs::read(aside("both")).unwrap(), both);
    assert_eq!(server.get("/api/machines/text").status, 404);
    server.does("text", "sit", &json!({}));
    server.plays_on("text");
    assert_eq!(fs::read(aside("text")).unwrap(), b"a list of mine");
    assert_eq!(fs::read(aside("no.name")).unwrap(), b"another");
}

#[test]
fn what_is_no_machine_is_not_thrown_away() {
    let place = Place::new();
    fs::create_dir(place.path().join("models")).unwrap();
    place.runs("train --sets 1 --plots none --out models/good.menace");
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
fn a_link_that_leads_nowhere_makes_no_machine_elsewhere() {
    let place = Place::new();
    let folder = place.path().join("models");
    fs::create_dir(&folder).unwrap();
    std::os::unix::fs::symlink("../outside.menace", folder.join("mine.menace")).unwrap();
    place.runs("train --sets 1 --plots none --out models/good.menace");
    let server = place.serve("");
    let wanted = json!({ "side": "second" });
    server.refuses("mine", "sit", &wanted, (500, "leads to no file"));
    server.refuses(
        "mine",
        "sit",
        &anew(&Value::Null),
        (500, "leads to no file"),
    );
    let host = server.host();
    let fields = [
        ("host", &*host),
        ("content-type", "application/octet-stream"),
    ];
    let line = "POST /api/machines/mine/upload";
    let answer = server.asks(line, &fields, &place.bytes("good"));
    assert_eq!(answer.status, 500, "{}", answer.text());
    assert!(!place.path().join("outside.menace").exists());
    // One that leads to a machine is that machine.
    fs::rename(place.file("good"), place.path().join("outside.menace")).unwrap();
    server.plays_on("mine");
    assert!(folder.join("mine.menace").is_symlink());
    place.runs("check outside.menace");
}

/// A user who is not root.
#[cfg(unix)]
const SOMEBODY: u32 = 65_534;

#[cfg(unix)]
#[test]
fn a_folder_that_cannot_be_written_can_be_looked_at() {
    use std::os::unix::fs::PermissionsExt as _;

    let place = Place::new();
    place.runs("train --sets 1 --plots none --out models/mine.menace");
    let kept = place.bytes("mine");
    let folder = place.path().join("models");
    for folder in [place.path(), &folder] {
        fs::set_permissions(folder, fs::Permissions::from_mode(0o555)).unwrap();
    }
    let server = place.serve_as(SOMEBODY);
    let scene = &server.told("mine", "")["scene"];
    assert_eq!(
        (&scene["learns"], &scene["sealed"]),
        (&json!(false), &json!(true))
    );
    let over = server.plays_on("mine");
    assert_eq!(over["scene"]["round"]["ended"]["changes"], json!([]));
    let box_ = server.told("mine", "box?position=.../.../...");
    assert_eq!(box_["box"]["met"], true);
    server.refuses(
        "mine",
        "train",
        &json!({ "opponent": "random", "games": 1 }),
        (422, "learns nothing"),
    );
    let seen = version(&over);
    let answer = server.post("/api/machines/mine/sit", &anew(&seen));
    assert_eq!(answer.refusal().1, "file", "{}", answer.text());
    assert_eq!(place.bytes("mine"), kept);
    for folder in [place.path(), &folder] {
        fs::set_permissions(folder, fs::Permissions::from_mode(0o755)).unwrap();
    }
}

#[cfg(unix)]
#[test]
fn what_a_killed_exhibition_left_goes_with_the_next() {
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
    first.does("mine", "sit", &json!({ "side": "second" }));
    first.plays_on("mine");
    first.kill();
    let left = folders();
    assert_eq!(left.len(), 2);
    let second = place.serve("--kiosk");
    let third = place.serve("--kiosk");
    assert_eq!(folders().len(), 3, "two at work and one that is not ours");
    assert!(own.exists());
    for server in [second, third] {
        let id = server.id().to_string();
        let ended = std::process::Command::new("kill")
            .args(["-TERM", &id])
            .status();
        assert!(ended.unwrap().success());
        assert_eq!(server.wait(), Some(130));
    }
    assert_eq!(folders(), ["menace-exhibition-of-mine"]);
}
