//! Playing, taking back, learning and looking into boxes, as the page does it.

use std::fs;

use serde_json::{Value, json};

use super::client::Place;

/// The beads of a box by colour.
fn beads(matchbox: &Value) -> Vec<u64> {
    let colours = matchbox["colours"].as_array().unwrap().iter();
    colours
        .map(|colour| colour["beads"].as_u64().unwrap())
        .collect()
}

#[test]
fn a_whole_game_is_played_learnt_from_and_taken_back() {
    let place = Place::new();
    let server = place.serve("");
    assert_eq!(server.get("/api/machines/mine").status, 404);
    let told = server.does("mine", "sit", &json!({ "side": "second", "seed": 7 }));
    let scene = &told["scene"];
    assert_eq!(scene["game"], "tic-tac-toe");
    assert_eq!(scene["names"], json!(["mine", "person"]));
    assert_eq!(scene["person"], "second");
    assert_eq!(scene["learns"], true);
    // The machine has drawn a bead from its first box, which is told as it was.
    let turn = &scene["round"]["turns"][0];
    assert_eq!(turn["person"], false);
    assert!(beads(&turn["box"]).iter().all(|&n| n > 0), "{turn}");
    assert_eq!(scene["round"]["legal"].as_array().unwrap().len(), 8);
    // Nobody has to tidy up after those who only looked.
    assert!(!place.file("mine").exists());

    let over = server.plays_on("mine");
    let ended = &over["scene"]["round"]["ended"];
    let changes = ended["changes"].as_array().unwrap();
    let own = over["scene"]["round"]["turns"].as_array().unwrap();
    let own = own.iter().filter(|turn| turn["person"] == false).count();
    assert_eq!(changes.len(), own, "every box used is told");
    assert_eq!(over["scene"]["games"], 1);
    assert_eq!(over["scene"]["scores"].as_array().unwrap().len(), 2);
    let learnt = place.bytes("mine");

    // A box tells what lies in it, and why.
    let first = changes[0]["after"]["position"].as_str().unwrap();
    let looked = server.told("mine", &format!("box?position={first}"));
    assert_eq!(beads(&looked["box"]), beads(&changes[0]["after"]));
    assert_eq!(looked["changes"].as_array().unwrap().len(), 1);
    assert_eq!(looked["changes"][0]["game"], 1);
    assert_eq!(looked["changes"][0]["before"], changes[0]["before"]);

    // Another game, and all of it taken back: the file has the very bytes it had.
    server.does("mine", "act/new", &json!({}));
    let second = server.plays_on("mine");
    assert_eq!(second["scene"]["round"]["number"], 2);
    assert_ne!(place.bytes("mine"), learnt);
    let games = server.told("mine", "games");
    assert_eq!(games["games"].as_array().unwrap().len(), 2);
    let earlier = server.told("mine", "games/1");
    assert_eq!(earlier["round"], over["scene"]["round"]);
    while server.told("mine", "")["scene"]["round"]["number"] == 2 {
        server.does("mine", "act/undo", &json!({}));
    }
    let back = server.told("mine", "");
    assert_eq!(back["scene"]["games"], 0);
    assert_eq!(server.get("/api/machines/mine/games/2").status, 404);
    let again = server.plays_on("mine");
    assert_eq!(again["scene"]["round"], over["scene"]["round"]);
    assert_eq!(place.bytes("mine"), learnt);
}

#[test]
fn moves_are_taken_back_hinted_and_refused() {
    let place = Place::new();
    let server = place.serve("");
    let before = server.does("mine", "sit", &json!({ "side": "first", "seed": 1 }));
    assert_eq!(before["scene"]["round"]["waits"], true);
    let hint = server.told("mine", "hint");
    assert_eq!(hint["moves"].as_array().unwrap().len(), 9);
    let after = server.does("mine", "move", &json!({ "move": "b2" }));
    assert_eq!(
        after["scene"]["round"]["turns"].as_array().unwrap().len(),
        2
    );
    server.refuses("mine", "move", &json!({ "move": "b2" }), (422, "not legal"));
    server.refuses("mine", "move", &json!({ "move": "z9" }), (422, "z9"));
    let back = server.does("mine", "act/undo", &json!({}));
    assert_eq!(back["scene"], before["scene"]);
    let resigned = server.does("mine", "act/resign", &json!({}));
    assert_eq!(resigned["scene"]["round"]["ended"]["resigned"], "first");
    server.refuses("mine", "move", &json!({ "move": "a1" }), (422, "over"));
    let answer = server.post("/api/machines/mine/act/dance", &json!({}));
    assert_eq!(answer.status, 404);
}

#[test]
fn a_position_is_found_in_any_orientation() {
    let place = Place::new();
    let server = place.serve("");
    server.does("mine", "sit", &json!({ "side": "second" }));
    let one = server.told("mine", "box?position=X../.O./...");
    let turned = server.told("mine", "box?position=.../.O./..X");
    let sorted = |told: &Value| {
        let mut beads = beads(&told["box"]);
        beads.sort_unstable();
        beads
    };
    assert_eq!(sorted(&one), sorted(&turned));
    assert_eq!(turned["box"]["position"], ".../.O./..X");
    let over = server.get("/api/machines/mine/box?position=XXX/OO./...");
    assert_eq!(over.status, 422, "{}", over.text());
}

#[test]
fn the_shelf_has_every_box_met_or_not() {
    let place = Place::new();
    let server = place.serve("");
    let rule = server.get("/api/shelf").json()["rules"].clone();
    let rule = rule.as_array().unwrap().iter();
    let michie = rule
        .clone()
        .find(|rule| rule["name"] == "michie-304")
        .unwrap();
    server.does("mine", "sit", &json!({ "side": "second", "rule": michie }));
    let shelf = server.told("mine", "stages");
    let stages = shelf["stages"].as_array().unwrap();
    let all: Vec<u64> = stages.iter().map(|s| s["all"].as_u64().unwrap()).collect();
    assert_eq!(all, [1, 12, 108, 183]);
    let told = |stage: &Value| stage["boxes"].as_array().unwrap().len();
    assert_eq!(stages.iter().map(told).sum::<usize>(), 304);
    server.plays_on("mine");
    let shelf = server.told("mine", "stages");
    let met = shelf["stages"].as_array().unwrap().iter();
    let met: u64 = met.map(|stage| stage["met"].as_u64().unwrap()).sum();
    assert!((2..=5).contains(&met), "{met}");
    let strength = server.told("mine", "strength");
    let random = strength["strength"]["random"].as_array().unwrap().iter();
    let sum: f64 = random.map(|chance| chance.as_f64().unwrap()).sum();
    assert!((sum - 1.0).abs() < 1e-6, "{strength}");
}

#[test]
fn every_game_on_the_shelf_is_played_on_both_sides() {
    let place = Place::new();
    let server = place.serve("");
    let shelf = server.get("/api/shelf").json();
    let games = shelf["games"].as_array().unwrap();
    assert!(games.len() >= 8, "{shelf}");
    for (number, game) in games.iter().enumerate() {
        for side in ["first", "second"] {
            let name = format!("m{number}-{side}");
            let wanted = json!({ "game": game["name"], "side": side });
            let told = server.does(&name, "sit", &wanted);
            assert_eq!(told["scene"]["game"], game["name"]);
            assert_eq!(told["scene"]["person"], side);
            let over = server.plays_on(&name);
            assert_eq!(over["scene"]["games"], 1, "{}", game["name"]);
        }
    }
}

#[test]
fn machines_and_players_are_watched() {
    let place = Place::new();
    let server = place.serve("");
    server.does("mine", "sit", &json!({ "side": "second" }));
    server.plays_on("mine");
    let kept = place.bytes("mine");
    let wanted = json!({ "game": "tic-tac-toe", "watch": ["mine", "perfect"] });
    let mut told = server.does("show", "sit", &wanted);
    assert_eq!(told["scene"]["person"], Value::Null);
    while told["scene"]["round"]["ended"].is_null() {
        told = server.does("show", "act/step", &json!({}));
    }
    assert!(!told["scene"]["round"]["turns"][0]["box"].is_null());
    assert_eq!(place.bytes("mine"), kept);
    // Another machine is played as it is.
    let told = server.does(
        "other",
        "sit",
        &json!({ "player": "mine", "side": "second" }),
    );
    assert_eq!(told["scene"]["names"], json!(["mine", "person"]));
    assert_eq!(told["scene"]["learns"], false);
    server.plays_on("other");
    assert_eq!(place.bytes("mine"), kept);
    assert_eq!(
        fs::read_dir(place.path().join("models")).unwrap().count(),
        2
    );
}
