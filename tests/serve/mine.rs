//! The machines of a browser: listed, deleted, and brought back.

use std::fs;

use serde_json::{Value, json};

use super::client::{Place, Server, count, list};

/// What the files of these machines say.
fn mine(server: &Server, names: &str) -> Vec<Value> {
    let told = server.get(&format!("/api/mine?names={names}")).json();
    list(&told["machines"]).to_vec()
}

fn delete(server: &Server, name: &str, version: &Value) -> u16 {
    let path = format!("/api/machines/{name}/delete");
    server.post(&path, &json!({ "version": version })).status
}

fn delete_for_good(server: &Server, name: &str, version: &Value) -> u16 {
    let path = format!("/api/machines/{name}/delete");
    let listed = json!({ "version": version, "is_deleted": true });
    server.post(&path, &listed).status
}

#[test]
fn a_machine_is_listed_deleted_and_brought_back() {
    let (place, server) = Place::served();
    let wanted = json!({ "game": "hexapawn", "side": "second", "seed": 11 });
    server.perform("mine", "sit", &wanted);
    server.finish_game("mine");
    let listed = mine(&server, "mine,nobody,..");
    assert_eq!(listed.len(), 1);
    let told = |one: &Value| ["game", "games", "is_deleted"].map(|key| one[key].clone());
    assert_eq!(json!(told(&listed[0])), json!(["hexapawn", 1, false]));
    assert!(count(&listed[0]["used"]) > 1_700_000_000);
    let (learnt, version) = (place.bytes("mine"), &listed[0]["version"]);
    // What is not deleted does not go for good, and a screen that has not seen it deleted can delete it again.
    assert_eq!(delete_for_good(&server, "mine", version), 409);
    for _ in 0..3 {
        assert_eq!(delete(&server, "mine", version), 200);
    }
    assert!(!place.file("mine").exists());
    assert_eq!(server.query("mine", "here")["here"], false);
    assert_eq!(told(&mine(&server, "mine")[0])[2], json!(true));
    // Meanwhile somebody else has taken the name.
    server.taught("mine");
    let path = "/api/machines/mine/undelete";
    assert_eq!(server.post(path, &json!({})).refusal().1, "taken");
    server.kill();
    fs::remove_file(place.file("mine")).unwrap();
    let server = place.serve("");
    assert_eq!(server.post(path, &json!({})).status, 200);
    assert!(place.bytes("mine") == learnt);
    assert_eq!(server.query("mine", "")["scene"]["game"], "hexapawn");
    assert_eq!(server.post(path, &json!({})).status, 404);
    assert_eq!(delete(&server, "mine", version), 200);
    assert_eq!(delete_for_good(&server, "mine", version), 200);
    assert_eq!(server.post(path, &json!({})).status, 404);
    assert_eq!(mine(&server, "mine"), [Value::Null; 0]);
}

/// A board on another screen that has learnt nothing is not in the way, and a file without a version is deleted as listed.
#[test]
fn an_empty_board_and_a_short_file_are_no_obstacles() {
    let (place, server) = Place::served();
    server.taught("mine");
    let learnt = place.bytes("mine");
    let listed = mine(&server, "mine");
    assert_eq!(delete(&server, "mine", &listed[0]["version"]), 200);
    server.perform("mine", "sit", &json!({ "game": "hexapawn" }));
    let undeleted = server.post("/api/machines/mine/undelete", &json!({}));
    assert_eq!(undeleted.status, 200);
    assert!(place.bytes("mine") == learnt);
    assert_eq!(server.query("mine", "")["scene"]["games"], 1);
    fs::write(place.file("short"), b"MENA").unwrap();
    let listed = mine(&server, "short");
    assert!(listed[0]["version"].is_null());
    assert_eq!(delete(&server, "short", &listed[0]["version"]), 200);
    assert!(!place.file("short").exists());
}

#[test]
fn a_deleted_machine_is_not_lost_when_another_of_its_name_is_deleted() {
    let (place, server) = Place::served();
    let play = |games: usize| {
        server.perform("mine", "sit", &json!({ "side": "second" }));
        for game in 0..games {
            if game > 0 {
                server.perform("mine", "act/new", &json!({}));
            }
            server.finish_game("mine");
        }
        mine(&server, "mine")[0]["version"].clone()
    };
    let first = play(1);
    assert_eq!(delete(&server, "mine", &first), 200);
    let other = play(2);
    // The first one could not be brought back any more.
    assert_eq!(delete(&server, "mine", &other), 422);
    assert!(place.file("mine").exists());
    assert_eq!(mine(&server, "mine").len(), 2);
    // It goes for good beside the other one, which stays.
    assert_eq!(delete_for_good(&server, "mine", &first), 200);
    assert_eq!(mine(&server, "mine")[0]["version"], other);
    assert_eq!(delete(&server, "mine", &other), 200);
    assert_eq!(mine(&server, "mine")[0]["is_deleted"], true);
}

#[test]
fn a_machine_in_training_or_in_an_exhibition_is_not_deleted() {
    let (place, server) = Place::served();
    server.taught("mine");
    let version = mine(&server, "mine")[0]["version"].clone();
    let request = json!({ "opponent": "random", "games": 10_000_000 });
    server.perform("mine", "train", &request);
    assert_eq!(delete(&server, "mine", &version), 409);
    server.perform("mine", "stop", &json!({}));
    server.wait_for_training("mine");
    assert!(place.file("mine").exists());
    drop(server);
    let kiosk = place.serve("--kiosk");
    kiosk.taught("own");
    assert_eq!(delete(&kiosk, "own", &version), 404);
    assert_eq!(kiosk.get("/api/mine?names=own").status, 405);
}
