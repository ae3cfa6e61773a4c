//! Trainings, files, and what is saved however the server ends.

use std::fs;

use serde_json::json;

use super::client::{Place, Server, count, list, word};
use crate::place::{Text as _, wait_for};

#[test]
fn a_training_ends_at_the_limit_of_boxes() {
    let (place, server) = Place::served();
    let wanted = json!({ "game": "othello:6", "side": "second" });
    server.perform("large", "sit", &wanted);
    let after = server.train("large", 1_000_000);
    let trained = &after["trained"];
    assert!(
        trained["full"] == true && trained["stopped"] == true,
        "{trained}"
    );
    let boxes = count(&after["scene"]["boxes"]);
    assert!((150_001..200_000).contains(&boxes), "{boxes}");
    // It can still be viewed and played, also with a new server.
    server.query("large", "stages");
    let request = json!({ "opponent": "random", "games": 1_000_000 });
    server.refuses("large/train", &request, 422, "as many boxes");
    server.kill();
    let server = place.serve("");
    assert_eq!(server.query("large", "")["scene"]["boxes"], boxes);
    server.perform("large", "sit", &wanted);
    server.perform("large", "act/resign", &json!({}));
}

#[test]
#[cfg_attr(
    windows,
    ignore = "files have no numbers there that show that a lock was removed"
)]
fn a_machine_whose_lock_was_removed_is_not_overwritten() {
    let (place, server) = Place::served();
    server.perform("mine", "sit", &json!({ "side": "second" }));
    server.finish_game("mine");
    fs::remove_file(place.path().join("models/.mine.menace.lock")).unwrap();
    place.run("train --out models/mine.menace --continue --sets 1 --plots none");
    let theirs = place.bytes("mine");
    server.perform("mine", "act/new", &json!({}));
    server.refuses("mine/act/resign", &json!({}), 409, "its lock was removed");
    assert_eq!(place.bytes("mine"), theirs);
    let saved = format!("mine-saved-{}-1", server.id());
    assert_eq!(server.query(&saved, "")["scene"]["games"], 2);
    // The board continues with the file of the other process.
    assert_eq!(server.query("mine", "")["scene"]["games"], 101);
}

/// Another process replaces the file of a machine while its board is open.
#[test]
fn a_replaced_file_of_a_machine_is_not_overwritten() {
    let (place, server) = Place::served();
    for name in ["mine", "other"] {
        server.perform(name, "sit", &json!({ "side": "second" }));
        server.finish_game(name);
    }
    server.perform("other", "act/new", &json!({}));
    server.finish_game("other");
    let theirs = place.bytes("other");
    fs::write(place.file("mine"), &theirs).unwrap();
    server.perform("mine", "act/new", &json!({}));
    let words = "another process has put a different file there";
    server.refuses("mine/act/resign", &json!({}), 409, words);
    assert_eq!(place.bytes("mine"), theirs);
    let saved = format!("mine-saved-{}-1", server.id());
    place.run(&format!("check models/{saved}.menace"));
    assert_eq!(server.query(&saved, "")["scene"]["games"], 2);
    // Nor does a new machine begin beside what was saved.
    drop(server);
    fs::remove_file(place.file("mine")).unwrap();
    let server = place.serve("");
    server.refuses("mine/sit", &json!({ "side": "second" }), 409, &saved);
    place.run(&format!("check --restore models/{saved}.menace"));
    assert_eq!(
        server.perform("mine", "sit", &json!({}))["scene"]["games"],
        2
    );
}

/// The same during a training: what it has learnt is saved beside once, it ends and says where, and others go on.
#[test]
fn a_training_whose_file_was_replaced_ends_and_is_saved_beside_once() {
    let (place, server) = Place::served();
    for name in ["mine", "other"] {
        server.perform(name, "sit", &json!({ "side": "second" }));
        server.finish_game(name);
    }
    let theirs = place.bytes("other");
    let asked = json!({ "opponent": "random", "games": 10_000_000 });
    server.perform("mine", "train", &asked);
    while server.query("mine", "")["training"]["played"] == 0 {}
    fs::write(place.path().join("models/tmp"), &theirs).unwrap();
    // Windows refuses it while the server is just writing there.
    wait_for("the file to be replaced", || {
        fs::rename(place.path().join("models/tmp"), place.file("mine")).is_ok()
    });
    let ended = server.wait_for_training("mine");
    let failed = &ended["trained"]["failed"];
    assert_eq!(failed["kind"], "kept", "{ended}");
    let saved = format!("mine-saved-{}-1", server.id());
    assert!(word(&failed["error"]).contains(&saved), "{ended}");
    assert_eq!(server.train("other", 100)["scene"]["games"], 101);
    assert_eq!(place.bytes("mine"), theirs);
    let names = place.0.files();
    let found: Vec<_> = names
        .iter()
        .filter(|name| name.contains("mine-saved-"))
        .collect();
    assert_eq!(found.len(), 1, "{names:?}");
    place.run(&format!("check models/{saved}.menace"));
    #[cfg(unix)]
    {
        let (code, said, _) = server.stop();
        assert_eq!(code, Some(130), "{said}");
        said.lacks(["not saved yet"]);
    }
}

#[test]
fn a_stopped_training_is_saved() {
    let (place, server) = Place::served();
    server.perform("mine", "sit", &json!({ "side": "second" }));
    let request = json!({ "opponent": "perfect", "games": 10_000_000 });
    server.perform("mine", "train", &request);
    server.refuses("mine/train", &request, 409, "in training");
    server.refuses("mine/move", &json!({ "move": "a1" }), 409, "in training");
    server.refuses("mine/sit", &json!({ "anew": true }), 409, "in training");
    while server.query("mine", "")["training"]["played"] == 0 {}
    server.perform("mine", "stop", &json!({}));
    let after = server.wait_for_training("mine");
    assert_eq!(after["trained"]["stopped"], true);
    assert_eq!(after["scene"]["games"], after["trained"]["played"]);
    assert!(count(&after["scene"]["games"]) < 10_000_000);
    let past = server.query("mine", "games")["games"].clone();
    let mut trainings = list(&past).iter().map(|entry| &entry["training"]);
    let training = trainings.find(|training| !training.is_null()).unwrap();
    assert_eq!(training["opponent"], "perfect");
    assert_eq!(training["games"], after["trained"]["played"]);
    server.finish_game("mine");
    place.run("check models/mine.menace");

    for (request, words) in [
        (json!({ "opponent": "random", "games": 0 }), "1 to"),
        (
            json!({ "opponent": "random", "games": 1_000_000_000 }),
            "1 to",
        ),
        (json!({ "opponent": "../mine", "games": 10 }), "../mine"),
        (
            json!({ "opponent": "alphabeta:depth=40", "games": 10 }),
            "alphabeta",
        ),
    ] {
        server.refuses("mine/train", &request, 422, words);
    }
}

#[cfg(unix)]
#[test]
fn a_server_stopped_by_a_signal_saves_its_trainings() {
    for signal in ["-INT", "-TERM"] {
        let (place, server) = Place::served();
        server.perform("mine", "sit", &json!({ "side": "second" }));
        let request = json!({ "opponent": "random", "games": 10_000_000 });
        server.perform("mine", "train", &request);
        while server.query("mine", "")["training"]["played"] == 0 {}
        server.signal(signal);
        assert_eq!(server.wait(), Some(130));
        let left = fs::read_dir(place.path().join("models")).unwrap();
        assert_eq!(left.count(), 1, "nothing but the model is left");
        place.run("check models/mine.menace");
        let server = place.serve("");
        assert!(count(&server.query("mine", "")["scene"]["games"]) > 0);
    }
}

fn upload(server: &Server, name: &str, bytes: &[u8]) -> super::client::Answer {
    let host = server.host();
    let kind = ("content-type", "application/octet-stream");
    let line = format!("POST /api/machines/{name}/upload");
    server.request(&line, &[("host", &host), kind], bytes)
}

#[test]
fn machines_are_downloaded_and_uploaded() {
    let (place, server) = Place::served();
    server.perform(
        "mine",
        "sit",
        &json!({ "game": "hexapawn", "side": "first" }),
    );
    server.finish_game("mine");
    let answer = server.get("/api/machines/mine/model");
    assert_eq!(answer.body, place.bytes("mine"));
    let named = answer.field("content-disposition").unwrap();
    assert_eq!(named, "attachment; filename=\"mine.menace\"");

    let brought = upload(&server, "yours", &answer.body);
    assert_eq!(brought.status, 200, "{}", brought.text());
    assert_eq!(brought.json()["scene"]["game"], "hexapawn");
    assert_eq!(place.bytes("yours"), answer.body);
    assert_eq!(
        server.get("/api/shelf").json()["machines"],
        json!(["mine", "yours"])
    );
    assert_eq!(upload(&server, "yours", &answer.body).status, 409);

    let mut damaged = answer.body.clone();
    damaged[40] ^= 1;
    for bytes in [&damaged[..], b"", b"<html>", &answer.body[..50]] {
        let refused = upload(&server, "broken", bytes);
        assert_eq!(refused.status, 422, "{}", refused.text());
    }
    assert!(!place.file("broken").exists());
    // A game that the page does not offer.
    place.run("train --game nim:2,1 --games 100 --out models/small.menace");
    let small = upload(&server, "tiny", &place.bytes("small"));
    assert_eq!(small.status, 422, "{}", small.text());
    assert!(!place.file("tiny").exists());
}

#[test]
fn a_machine_is_replaced_with_another_rule() {
    let (place, server) = Place::served();
    server.perform("mine", "sit", &json!({ "side": "second" }));
    server.finish_game("mine");
    let kept = place.bytes("mine");
    let shelf = server.get("/api/shelf").json();
    let mut rule = shelf["rules"][0].clone();
    rule["win"] = json!("+40 all and more");
    let version = server.query("mine", "")["scene"]["version"].clone();
    let wrong = json!({ "side": "second", "rule": rule, "anew": true, "version": version });
    let answer = server.post("/api/machines/mine/sit", &server.seen("mine", &wrong));
    assert_eq!(answer.status, 422, "{}", answer.text());
    assert_eq!(
        place.bytes("mine"),
        kept,
        "an invalid rule does not replace the machine"
    );

    rule["win"] = json!("+40 all");
    let wanted = json!({ "side": "second", "rule": rule, "anew": true, "version": version });
    let state = server.perform("mine", "sit", &wanted);
    assert_eq!(state["scene"]["rule"], "sliders");
    assert_eq!(state["scene"]["games"], 0);
    server.finish_game("mine");
    place.run("check models/mine.menace");
    server.kill();
    let names = fs::read_dir(place.path().join("models")).unwrap();
    let names = names.map(|entry| entry.unwrap().file_name());
    let models = names.filter(|name| !name.to_string_lossy().starts_with('.'));
    assert_eq!(models.collect::<Vec<_>>(), ["mine.menace"]);
}
