//! Trainings, files, and what is saved however the server ends.

use std::fs;

use serde_json::json;

use super::client::{Place, count, list, word};
use crate::place::{Text as _, wait_for};

#[test]
fn a_training_ends_at_the_limit_of_boxes() {
    let (place, server) = Place::served();
    let wanted = json!({ "game": "othello:6", "side": "second" });
    server.perform("large", "sit", &wanted);
    let after = server.train("large", 1_000_000);
    let trained = &after["trained"];
    let is_ended = trained["full"] == true && trained["stopped"] == true;
    assert!(is_ended, "{trained}");
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

/// Another process replaces the file of a machine while its board is open.
#[test]
fn a_replaced_file_of_a_machine_is_not_overwritten() {
    let (place, server) = Place::served();
    for name in ["mine", "other"] {
        server.taught(name);
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
    let restored = server.perform("mine", "sit", &json!({}));
    assert_eq!(restored["scene"]["games"], 2);
}

/// The same during a training: what it has learnt is saved beside once, it ends and says where, and others go on.
#[test]
fn a_training_whose_file_was_replaced_ends_and_is_saved_beside_once() {
    let (place, server) = Place::served();
    for name in ["mine", "other"] {
        server.taught(name);
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
    let ended = server.wait_for_training("mine")["trained"]["failed"].take();
    let saved = format!("mine-saved-{}-1", server.id());
    assert_eq!(ended["kind"], "kept", "{ended}");
    word(&ended["error"]).has([&saved]);
    assert_eq!(server.train("other", 100)["scene"]["games"], 101);
    assert_eq!(place.bytes("mine"), theirs);
    let names = place.0.files();
    let found = names.iter().filter(|name| name.contains("mine-saved-"));
    assert_eq!(found.count(), 1, "{names:?}");
    place.run(&format!("check models/{saved}.menace"));
    #[cfg(unix)]
    server.stop(130).lacks(["not saved yet"]);
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

    for (opponent, games, words) in [
        ("random", 0, "1 to"),
        ("random", 1_000_000_000, "1 to"),
        ("../mine", 10, "../mine"),
        ("alphabeta:depth=40", 10, "alphabeta"),
    ] {
        let request = json!({ "opponent": opponent, "games": games });
        server.refuses("mine/train", &request, 422, words);
    }
}

#[test]
fn machines_are_downloaded_and_uploaded() {
    let (place, server) = Place::served();
    let wanted = json!({ "game": "hexapawn", "side": "first" });
    server.perform("mine", "sit", &wanted);
    server.finish_game("mine");
    let answer = server.get("/api/machines/mine/model");
    assert_eq!(answer.body, place.bytes("mine"));
    let named = answer.field("content-disposition").unwrap();
    assert_eq!(named, "attachment; filename=\"mine.menace\"");

    let brought = server.upload("yours", &answer.body);
    assert_eq!(brought.status, 200, "{}", brought.text());
    assert_eq!(brought.json()["scene"]["game"], "hexapawn");
    assert_eq!(place.bytes("yours"), answer.body);
    let shelf = server.get("/api/shelf").json();
    assert_eq!(shelf["machines"], json!(["mine", "yours"]));
    assert_eq!(server.upload("yours", &answer.body).status, 409);

    let mut damaged = answer.body.clone();
    damaged[40] ^= 1;
    for bytes in [&damaged[..], b"", b"<html>", &answer.body[..50]] {
        let refused = server.upload("broken", bytes);
        assert_eq!(refused.status, 422, "{}", refused.text());
    }
    assert!(!place.file("broken").exists());
    // A game that the page does not offer.
    place.run("train --game nim:2,1 --games 100 --out models/small.menace");
    let small = server.upload("tiny", &place.bytes("small"));
    assert_eq!(small.status, 422, "{}", small.text());
    assert!(!place.file("tiny").exists());
}
