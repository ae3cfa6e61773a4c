//! Trainings, files, and what is left when the server ends in whatever way.

use std::fs;
use std::path::Path;

use menace::dice::{Dice, Purpose};
use menace::store;
use serde_json::{Value, json};

use super::client::{Place, Server};

#[test]
fn a_training_is_that_of_the_command_line() {
    let place = Place::new();
    let server = place.serve("");
    server.does("mine", "sit", &json!({ "side": "second" }));
    server.plays_on("mine");
    fs::copy(place.file("mine"), place.file("copy")).unwrap();
    let asked = json!({ "opponent": "random", "games": 3000 });
    let told = server.does("mine", "train", &asked);
    assert_eq!(told["training"]["games"], 3000, "{told}");
    let after = server.waits_for("mine");
    let trained = &after["trained"];
    assert_eq!(trained["played"], 3000, "{trained}");
    assert_eq!(trained["failed"], Value::Null);
    let points = trained["points"].as_array().unwrap();
    assert_eq!(points.len(), 30);
    let games = |point: &Value| {
        let counts = ["won", "drawn", "lost"].iter();
        counts.map(|of| point[*of].as_u64().unwrap()).sum::<u64>()
    };
    assert_eq!(points.iter().map(games).sum::<u64>(), 3000);
    assert_eq!(trained["box"]["ply"], 0);
    assert_eq!(after["scene"]["games"], 3001);
    assert_eq!(after["scene"]["boxes"], trained["boxes"]);
    // The board is free again, and so is the file.
    server.kill();
    place.runs("train --game tic-tac-toe --opponent random --games 3000 --continue --out models/copy.menace");
    assert_eq!(place.bytes("mine"), place.bytes("copy"));
    place.runs("check models/mine.menace");
}

#[test]
fn a_training_ends_when_there_are_boxes_enough() {
    let place = Place::new();
    let server = place.serve("");
    let wanted = json!({ "game": "othello:6", "side": "second" });
    server.does("large", "sit", &wanted);
    let asked = json!({ "opponent": "random", "games": 1_000_000 });
    server.does("large", "train", &asked);
    let after = server.waits_for("large");
    let trained = &after["trained"];
    assert!(
        trained["full"] == true && trained["stopped"] == true,
        "{trained}"
    );
    let boxes = after["scene"]["boxes"].as_u64().unwrap();
    assert!((150_001..200_000).contains(&boxes), "{boxes}");
    // It can be looked at and played still, by a server started anew as well.
    server.told("large", "stages");
    server.refuses("large", "train", &asked, (422, "as many boxes"));
    server.kill();
    let server = place.serve("");
    assert_eq!(server.told("large", "")["scene"]["boxes"], boxes);
    server.does("large", "sit", &wanted);
    server.does("large", "act/resign", &json!({}));
}

#[test]
fn to_look_at_a_machine_changes_nothing() {
    let place = Place::new();
    // It has learnt to give up at once.
    place.runs("train --game hexapawn --games 1000 --plots none --out models/mine.menace");
    let kept = place.bytes("mine");
    for _ in 0..2 {
        let server = place.serve("");
        let ended = &server.told("mine", "")["scene"]["round"]["ended"];
        assert_eq!(ended["resigned"], "first");
        server.does("mine", "sit", &json!({}));
        server.does("mine", "act/new", &json!({}));
        server.kill();
        assert!(place.bytes("mine") == kept);
    }
}

#[test]
fn a_machine_whose_lock_is_gone_is_somebody_elses() {
    let place = Place::new();
    let server = place.serve("");
    server.does("mine", "sit", &json!({ "side": "second" }));
    server.plays_on("mine");
    fs::remove_file(place.path().join("models/.mine.menace.lock")).unwrap();
    place.runs("train --out models/mine.menace --continue --sets 1 --plots none");
    let theirs = place.bytes("mine");
    server.does("mine", "act/new", &json!({}));
    server.refuses(
        "mine",
        "act/resign",
        &json!({}),
        (409, "its lock was removed"),
    );
    assert_eq!(place.bytes("mine"), theirs);
    let saved = format!("mine-saved-{}-1", server.id());
    assert_eq!(server.told(&saved, "")["scene"]["games"], 2);
    // What the others have made of it is what is played on with.
    assert_eq!(server.told("mine", "")["scene"]["games"], 101);
}

/// Another file is put in the place of a machine while its board is open.
#[test]
fn a_file_put_in_the_place_of_a_machine_stays() {
    let place = Place::new();
    let server = place.serve("");
    for name in ["mine", "other"] {
        server.does(name, "sit", &json!({ "side": "second" }));
        server.plays_on(name);
    }
    server.does("other", "act/new", &json!({}));
    server.plays_on("other");
    let theirs = place.bytes("other");
    fs::write(place.file("mine"), &theirs).unwrap();
    server.does("mine", "act/new", &json!({}));
    let refused = (409, "another process has put a different file there");
    server.refuses("mine", "act/resign", &json!({}), refused);
    assert_eq!(place.bytes("mine"), theirs);
    let saved = format!("mine-saved-{}-1", server.id());
    place.runs(&format!("check models/{saved}.menace"));
    assert_eq!(server.told(&saved, "")["scene"]["games"], 2);
}

/// Whatever is taken back at the page, the file and a download pass what reading checks, and the file is
/// that of a machine at which the games that stand were played, and nothing else.
#[test]
fn what_is_taken_back_at_the_page_leaves_no_trace() {
    let place = Place::new();
    let server = place.serve("");
    let wanted = json!({ "game": "hexapawn", "side": "second", "seed": 4 });
    server.does("mine", "sit", &wanted);
    let mut dice = Dice::new(22, Purpose::Trial, 0, 99);
    let mut undone = 0;
    for _ in 0..200 {
        let told = server.told("mine", "");
        let round = &told["scene"]["round"];
        let is_over = !round["ended"].is_null();
        let legal = round["legal"].as_array().map_or(0, Vec::len);
        let (what, body) = match dice.below(20) {
            0..4 => ("act/undo", json!({})),
            4 => ("act/new", json!({})),
            5 if !is_over => ("act/resign", json!({})),
            _ if !is_over => {
                let m = &round["legal"][dice.index(legal)];
                ("move", json!({ "move": m }))
            }
            _ => ("act/new", json!({})),
        };
        undone += u64::from(what == "act/undo");
        server.does("mine", what, &body);
        let bytes = server.get("/api/machines/mine/model").body;
        let model = store::decode(&bytes).unwrap();
        store::verified(Path::new("the download"), model.clone()).unwrap();
        match fs::read(place.file("mine")) {
            Ok(file) => assert!(file == bytes, "the file has something else"),
            Err(_) => assert_eq!(model.games(), 0),
        }
    }
    assert!(undone > 20, "{undone}");
    // Stopped in the middle of a game that is no part of the file.
    server.does("mine", "act/new", &json!({}));
    server.does("plain", "sit", &wanted);
    let past = server.told("mine", "games")["games"].clone();
    let mut games = 0;
    let finished = past.as_array().unwrap().iter();
    for brief in finished.filter(|brief| brief["ended"] == true) {
        let told = server.told("mine", &format!("games/{}", brief["number"]));
        let round = &told["round"];
        if games > 0 {
            server.does("plain", "act/new", &json!({}));
        }
        games += 1;
        let turns = round["turns"].as_array().unwrap();
        let own = turns.iter().filter(|turn| turn["person"] == true);
        for turn in own {
            server.does("plain", "move", &json!({ "move": turn["move"] }));
        }
        if server.told("plain", "")["scene"]["round"]["ended"].is_null() {
            server.does("plain", "act/resign", &json!({}));
        }
    }
    assert!(games > 5, "{games}");
    server.kill();
    place.runs("check models");
    assert!(place.bytes("mine") == place.bytes("plain"));
}

#[test]
fn a_training_is_stopped_and_kept() {
    let place = Place::new();
    let server = place.serve("");
    server.does("mine", "sit", &json!({ "side": "second" }));
    let asked = json!({ "opponent": "perfect", "games": 10_000_000 });
    server.does("mine", "train", &asked);
    server.refuses("mine", "train", &asked, (409, "in training"));
    server.refuses(
        "mine",
        "move",
        &json!({ "move": "a1" }),
        (409, "in training"),
    );
    server.refuses(
        "mine",
        "sit",
        &json!({ "anew": true }),
        (409, "in training"),
    );
    while server.told("mine", "")["training"]["played"] == 0 {}
    server.does("mine", "stop", &json!({}));
    let after = server.waits_for("mine");
    assert_eq!(after["trained"]["stopped"], true);
    assert_eq!(after["scene"]["games"], after["trained"]["played"]);
    assert!(after["scene"]["games"].as_u64().unwrap() < 10_000_000);
    let past = server.told("mine", "games")["games"].clone();
    let mut trainings = past
        .as_array()
        .unwrap()
        .iter()
        .map(|told| &told["training"]);
    let training = trainings.find(|training| !training.is_null()).unwrap();
    assert_eq!(training["opponent"], "perfect");
    assert_eq!(training["games"], after["trained"]["played"]);
    server.plays_on("mine");
    place.runs("check models/mine.menace");

    for (asked, words) in [
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
        server.refuses("mine", "train", &asked, (422, words));
    }
}

#[test]
fn whoever_is_killed_between_two_games_has_lost_nothing() {
    let place = Place::new();
    let server = place.serve("");
    let wanted = json!({ "side": "first", "seed": 5 });
    server.does("mine", "sit", &wanted);
    server.plays_on("mine");
    let kept = place.bytes("mine");
    server.does("mine", "act/new", &json!({}));
    let shown = server.does("mine", "move", &json!({ "move": "b2" }));
    server.kill();
    assert_eq!(place.bytes("mine"), kept);

    let server = place.serve("");
    let told = server.told("mine", "");
    assert_ne!(told["scene"]["seat"], shown["scene"]["seat"]);
    assert_eq!(told["scene"]["games"], 1);
    assert_eq!(told["scene"]["scores"], shown["scene"]["scores"]);
    assert_eq!(told["scene"]["person"], "first");
    // The page tells how it sat, and the game that was on is on again, with the same draw.
    let unfinished = json!({ "games": 1, "moves": ["b2"] });
    let wanted = json!({ "side": "first", "seed": 5, "unfinished": unfinished });
    let told = server.does("mine", "sit", &wanted);
    assert_eq!(
        told["scene"]["round"]["turns"],
        shown["scene"]["round"]["turns"]
    );
    // With another number of games it was another game.
    let unfinished = json!({ "games": 0, "moves": ["b2"] });
    let wanted = json!({ "side": "first", "seed": 5, "unfinished": unfinished });
    let told = server.does("mine", "sit", &wanted);
    assert_eq!(told["scene"]["round"]["turns"], json!([]));
    assert_eq!(place.bytes("mine"), kept);
    // Nobody else writes it meanwhile, and once the server has gone anybody may.
    let busy = std::process::Command::new(env!("CARGO_BIN_EXE_menace"))
        .args(["play", "models/mine.menace", "--learn"])
        .current_dir(place.path())
        .output()
        .unwrap();
    assert_eq!(busy.status.code(), Some(1), "{busy:?}");
    server.kill();
    place.runs("play models/mine.menace --learn");
}

#[cfg(unix)]
#[test]
fn a_server_that_is_asked_to_end_keeps_its_trainings() {
    for signal in ["-INT", "-TERM"] {
        let place = Place::new();
        let server = place.serve("");
        server.does("mine", "sit", &json!({ "side": "second" }));
        let asked = json!({ "opponent": "random", "games": 10_000_000 });
        server.does("mine", "train", &asked);
        while server.told("mine", "")["training"]["played"] == 0 {}
        let id = server.id().to_string();
        let killed = std::process::Command::new("kill")
            .args([signal, &id])
            .status();
        assert!(killed.unwrap().success());
        assert_eq!(server.wait(), Some(130));
        let left = fs::read_dir(place.path().join("models")).unwrap();
        assert_eq!(left.count(), 1, "nothing but the model is left");
        place.runs("check models/mine.menace");
        let server = place.serve("");
        assert!(server.told("mine", "")["scene"]["games"].as_u64().unwrap() > 0);
    }
}

fn uploads(server: &Server, name: &str, bytes: &[u8]) -> super::client::Answer {
    let host = server.host();
    let kind = ("content-type", "application/octet-stream");
    let line = format!("POST /api/machines/{name}/upload");
    server.asks(&line, &[("host", &host), kind], bytes)
}

#[test]
fn machines_are_taken_out_and_brought_in() {
    let place = Place::new();
    let server = place.serve("");
    server.does(
        "mine",
        "sit",
        &json!({ "game": "hexapawn", "side": "first" }),
    );
    server.plays_on("mine");
    let answer = server.get("/api/machines/mine/model");
    assert_eq!(answer.body, place.bytes("mine"));
    let named = answer.field("content-disposition").unwrap();
    assert_eq!(named, "attachment; filename=\"mine.menace\"");

    let brought = uploads(&server, "yours", &answer.body);
    assert_eq!(brought.status, 200, "{}", brought.text());
    assert_eq!(brought.json()["scene"]["game"], "hexapawn");
    assert_eq!(place.bytes("yours"), answer.body);
    assert_eq!(
        server.get("/api/shelf").json()["machines"],
        json!(["mine", "yours"])
    );
    assert_eq!(uploads(&server, "yours", &answer.body).status, 409);

    let mut damaged = answer.body.clone();
    damaged[40] ^= 1;
    for bytes in [&damaged[..], b"", b"<html>", &answer.body[..50]] {
        let refused = uploads(&server, "broken", bytes);
        assert_eq!(refused.status, 422, "{}", refused.text());
    }
    assert!(!place.file("broken").exists());
    // A game that no page shows.
    place.runs("train --game nim:2,1 --games 100 --out models/small.menace");
    let small = uploads(&server, "tiny", &place.bytes("small"));
    assert_eq!(small.status, 422, "{}", small.text());
    assert!(!place.file("tiny").exists());
}

#[test]
fn a_machine_is_made_anew_by_another_rule() {
    let place = Place::new();
    let server = place.serve("");
    server.does("mine", "sit", &json!({ "side": "second" }));
    server.plays_on("mine");
    let kept = place.bytes("mine");
    let shelf = server.get("/api/shelf").json();
    let mut rule = shelf["rules"][0].clone();
    rule["win"] = json!("+40 all and more");
    let version = server.told("mine", "")["scene"]["version"].clone();
    let wrong = json!({ "side": "second", "rule": rule, "anew": true, "version": version });
    let answer = server.post("/api/machines/mine/sit", &wrong);
    assert_eq!(answer.status, 422, "{}", answer.text());
    assert_eq!(
        place.bytes("mine"),
        kept,
        "a rule that cannot be costs no machine"
    );

    rule["win"] = json!("+40 all");
    let wanted = json!({ "side": "second", "rule": rule, "anew": true, "version": version });
    let told = server.does("mine", "sit", &wanted);
    assert_eq!(told["scene"]["rule"], "sliders");
    assert_eq!(told["scene"]["games"], 0);
    server.plays_on("mine");
    place.runs("check models/mine.menace");
    server.kill();
    let names = fs::read_dir(place.path().join("models")).unwrap();
    let names = names.map(|entry| entry.unwrap().file_name());
    let models = names.filter(|name| !name.to_string_lossy().starts_with('.'));
    assert_eq!(models.collect::<Vec<_>>(), ["mine.menace"]);
}
