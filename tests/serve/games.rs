//! Playing, undo, learning and looking into boxes, with the requests of the page.

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
fn a_whole_game_is_played_learnt_from_and_undone() {
    let (place, server) = Place::served();
    assert_eq!(server.get("/api/machines/mine").status, 404);
    let state = server.perform("mine", "sit", &json!({ "side": "second", "seed": 7 }));
    let scene = &state["scene"];
    assert_eq!(scene["game"], "tic-tac-toe");
    assert_eq!(scene["names"], json!(["mine", "person"]));
    assert_eq!(scene["person"], "second");
    assert_eq!(scene["learns"], true);
    // The machine has drawn a bead from its first box; the box is shown as it was then.
    let turn = &scene["round"]["turns"][0];
    assert_eq!(turn["person"], false);
    assert!(beads(&turn["box"]).iter().all(|&n| n > 0), "{turn}");
    assert_eq!(scene["round"]["legal"].as_array().unwrap().len(), 8);
    // Only looking at a machine leaves no file.
    assert!(!place.file("mine").exists());

    let over = server.finish_game("mine");
    let ended = &over["scene"]["round"]["ended"];
    let changes = ended["changes"].as_array().unwrap();
    let own = over["scene"]["round"]["turns"].as_array().unwrap();
    let own = own.iter().filter(|turn| turn["person"] == false).count();
    assert_eq!(changes.len(), own, "every box used is listed");
    assert_eq!(over["scene"]["games"], 1);
    assert_eq!(over["scene"]["scores"].as_array().unwrap().len(), 2);
    let learnt = place.bytes("mine");

    // A box shows its beads and their changes.
    let first = changes[0]["after"]["position"].as_str().unwrap();
    let looked = server.query("mine", &format!("box?position={first}"));
    assert_eq!(beads(&looked["box"]), beads(&changes[0]["after"]));
    assert_eq!(looked["changes"].as_array().unwrap().len(), 1);
    assert_eq!(looked["changes"][0]["game"], 1);
    assert_eq!(looked["changes"][0]["before"], changes[0]["before"]);

    // After a second game, undo goes back into the first game; the same moves then give the same file.
    server.perform("mine", "act/new", &json!({}));
    let second = server.finish_game("mine");
    assert_eq!(second["scene"]["round"]["number"], 2);
    assert_ne!(place.bytes("mine"), learnt);
    let games = server.query("mine", "games");
    assert_eq!(games["games"].as_array().unwrap().len(), 2);
    let earlier = server.query("mine", "games/1");
    assert_eq!(earlier["round"], over["scene"]["round"]);
    while server.query("mine", "")["scene"]["round"]["number"] == 2 {
        server.perform("mine", "act/undo", &json!({}));
    }
    let back = server.query("mine", "");
    assert_eq!(back["scene"]["games"], 0);
    assert_eq!(server.get("/api/machines/mine/games/2").status, 404);
    let again = server.finish_game("mine");
    assert_eq!(again["scene"]["round"], over["scene"]["round"]);
    assert_eq!(place.bytes("mine"), learnt);
}

#[test]
fn moves_are_undone_hinted_and_refused() {
    let (_place, server) = Place::served();
    let before = server.perform("mine", "sit", &json!({ "side": "first", "seed": 1 }));
    assert_eq!(before["scene"]["round"]["waits"], true);
    let hint = server.query("mine", "hint");
    assert_eq!(hint["moves"].as_array().unwrap().len(), 9);
    let after = server.perform("mine", "move", &json!({ "move": "b2" }));
    assert_eq!(
        after["scene"]["round"]["turns"].as_array().unwrap().len(),
        2
    );
    server.refuses("mine", "move", &json!({ "move": "b2" }), (422, "not legal"));
    server.refuses("mine", "move", &json!({ "move": "z9" }), (422, "z9"));
    let back = server.perform("mine", "act/undo", &json!({}));
    assert_eq!(back["scene"], before["scene"]);
    let resigned = server.perform("mine", "act/resign", &json!({}));
    assert_eq!(resigned["scene"]["round"]["ended"]["resigned"], "first");
    server.refuses("mine", "move", &json!({ "move": "a1" }), (422, "over"));
    let answer = server.post("/api/machines/mine/act/dance", &json!({}));
    assert_eq!(answer.status, 404);
}

#[test]
fn a_position_is_found_in_any_orientation() {
    let (_place, server) = Place::served();
    server.perform("mine", "sit", &json!({ "side": "second" }));
    let one = server.query("mine", "box?position=X../.O./...");
    let turned = server.query("mine", "box?position=.../.O./..X");
    let sorted = |state: &Value| {
        let mut beads = beads(&state["box"]);
        beads.sort_unstable();
        beads
    };
    assert_eq!(sorted(&one), sorted(&turned));
    assert_eq!(turned["box"]["position"], ".../.O./..X");
    let over = server.get("/api/machines/mine/box?position=XXX/OO./...");
    assert_eq!(over.status, 422, "{}", over.text());
}

#[test]
fn the_stages_list_every_box_met_or_not() {
    let (_place, server) = Place::served();
    let rule = server.get("/api/shelf").json()["rules"].clone();
    let rule = rule.as_array().unwrap().iter();
    let michie = rule
        .clone()
        .find(|rule| rule["name"] == "michie-304")
        .unwrap();
    server.perform("mine", "sit", &json!({ "side": "second", "rule": michie }));
    let shelf = server.query("mine", "stages");
    let stages = shelf["stages"].as_array().unwrap();
    let all: Vec<u64> = stages.iter().map(|s| s["all"].as_u64().unwrap()).collect();
    assert_eq!(all, [1, 12, 108, 183]);
    let boxes = |stage: &Value| stage["boxes"].as_array().unwrap().len();
    assert_eq!(stages.iter().map(boxes).sum::<usize>(), 304);
    server.finish_game("mine");
    let shelf = server.query("mine", "stages");
    let met = shelf["stages"].as_array().unwrap().iter();
    let met: u64 = met.map(|stage| stage["met"].as_u64().unwrap()).sum();
    assert!((2..=5).contains(&met), "{met}");
    let strength = server.query("mine", "strength");
    let random = strength["strength"]["random"].as_array().unwrap().iter();
    let sum: f64 = random.map(|chance| chance.as_f64().unwrap()).sum();
    assert!((sum - 1.0).abs() < 1e-6, "{strength}");
}

/// The first stages are listed with their beads, and no stage has more boxes met than there are.
#[test]
fn the_first_stages_are_open() {
    let (_place, server) = Place::served();
    for (game, opened) in [
        ("tic-tac-toe", 9),
        ("hexapawn", 37),
        ("nim:8:take=3", 7),
        ("othello:6", 4),
    ] {
        let wanted = json!({ "game": game, "side": "first" });
        let name = game.replace([':', '='], "-");
        server.perform(&name, "sit", &wanted);
        server.perform(
            &name,
            "train",
            &json!({ "opponent": "random", "games": 300 }),
        );
        server.wait_for_training(&name);
        let shelf = server.query(&name, "stages");
        let mut open = 0;
        for stage in shelf["stages"].as_array().unwrap() {
            let all = stage["all"].as_u64();
            let met = stage["met"].as_u64().unwrap();
            assert!(all.is_none_or(|all| met <= all), "{game}: {stage}");
            open += stage["open"].as_array().unwrap().len();
            for matchbox in stage["open"].as_array().unwrap() {
                let beads = matchbox["colours"].as_array().unwrap().iter();
                let beads: u64 = beads.map(|colour| colour["beads"].as_u64().unwrap()).sum();
                assert_eq!(matchbox["total"], beads);
            }
        }
        assert_eq!(open, opened, "{game}");
    }
}

/// A training against a second machine, which learns too, is that of the command line with both sides.
#[test]
fn a_pair_of_machines_learns_from_each_other() {
    let (place, server) = Place::served();
    let rule = server.get("/api/shelf").json()["rules"].clone();
    let mut rules = rule.as_array().unwrap().iter();
    let rote = rules.find(|rule| rule["name"] == "rote").unwrap();
    let wanted = json!({ "side": "second", "rule": rote, "learner": "both" });
    let state = server.perform("pair", "sit", &wanted);
    assert_eq!(state["scene"]["is_pair"], true);
    server.perform("pair", "train", &json!({ "games": 1000 }));
    let state = server.wait_for_training("pair");
    assert_eq!(state["scene"]["games"], 1000);
    let boxes = server.query("pair", "curve")["points"]
        .as_array()
        .unwrap()
        .last()
        .unwrap()["boxes"]
        .clone();
    assert_eq!(boxes, state["scene"]["boxes"]);
    place.run("train --learner both --rule rote --games 1000 --games-per-set 1 --out same.menace");
    server.kill();
    let same = std::fs::read(place.path().join("same.menace")).unwrap();
    assert_eq!(place.bytes("pair"), same);
}

#[test]
fn every_game_on_offer_is_played_on_both_sides() {
    let (_place, server) = Place::served();
    let shelf = server.get("/api/shelf").json();
    let games = shelf["games"].as_array().unwrap();
    assert!(games.len() >= 8, "{shelf}");
    for (number, game) in games.iter().enumerate() {
        for side in ["first", "second"] {
            let name = format!("m{number}-{side}");
            let wanted = json!({ "game": game["name"], "side": side });
            let state = server.perform(&name, "sit", &wanted);
            assert_eq!(state["scene"]["game"], game["name"]);
            assert_eq!(state["scene"]["person"], side);
            let over = server.finish_game(&name);
            assert_eq!(over["scene"]["games"], 1, "{}", game["name"]);
        }
    }
}

#[test]
fn machines_and_players_are_watched() {
    let (place, server) = Place::served();
    server.perform("mine", "sit", &json!({ "side": "second" }));
    server.finish_game("mine");
    let kept = place.bytes("mine");
    let wanted = json!({ "game": "tic-tac-toe", "watch": ["mine", "perfect"] });
    let mut state = server.perform("show", "sit", &wanted);
    assert_eq!(state["scene"]["person"], Value::Null);
    while state["scene"]["round"]["ended"].is_null() {
        state = server.perform("show", "act/step", &json!({}));
    }
    assert!(!state["scene"]["round"]["turns"][0]["box"].is_null());
    assert_eq!(place.bytes("mine"), kept);
    // A game against another machine does not change that machine.
    let state = server.perform(
        "other",
        "sit",
        &json!({ "player": "mine", "side": "second" }),
    );
    assert_eq!(state["scene"]["names"], json!(["mine", "person"]));
    assert_eq!(state["scene"]["learns"], false);
    server.finish_game("other");
    assert_eq!(place.bytes("mine"), kept);
    assert_eq!(
        fs::read_dir(place.path().join("models")).unwrap().count(),
        2
    );
}

/// The rule of this name, as the page offers it.
fn offered(shelf: &Value, name: &str) -> Value {
    let mut rules = shelf["rules"].as_array().unwrap().iter();
    rules.find(|rule| rule["name"] == name).unwrap().clone()
}

#[test]
fn machines_of_values_play_learn_and_are_trained() {
    let (place, server) = Place::served();
    let shelf = server.get("/api/shelf").json();
    let presets = shelf["presets"].as_array().unwrap();
    for name in ["q-learning", "sarsa", "monte-carlo", "ucb"] {
        let preset = presets.iter().find(|preset| preset["name"] == name);
        assert_eq!(preset.unwrap()["values"]["method"], name);
        let rule = offered(&shelf, name);
        assert_eq!(rule["start"], json!([]));
        let wanted = json!({ "game": "hexapawn", "side": "second", "rule": rule, "seed": 7 });
        let before = server.perform(name, "sit", &wanted);
        assert_eq!(before["scene"]["values"], true);
        let box_of = |state: &Value| state["scene"]["round"]["turns"][0]["box"].clone();
        let colours = box_of(&before)["colours"].as_array().unwrap().clone();
        assert!(
            colours
                .iter()
                .all(|colour| colour["value"] == 0.0 && colour["visits"] == 0)
        );

        let over = server.finish_game(name);
        let changes = over["scene"]["round"]["ended"]["changes"]
            .as_array()
            .unwrap();
        let moved = |change: &Value| {
            let [was, is] = ["before", "after"].map(|when| {
                let mut colours = change[when]["colours"].as_array().unwrap().iter();
                let own = |colour: &&Value| {
                    colour["moves"]
                        .as_array()
                        .unwrap()
                        .contains(&change["move"])
                };
                colours.find(own).unwrap().clone()
            });
            assert_eq!(
                was["visits"].as_u64().unwrap() + 1,
                is["visits"].as_u64().unwrap()
            );
            was["value"] != is["value"]
        };
        assert!(
            changes.iter().filter(|change| moved(change)).count() > 0,
            "{over}"
        );
        let learnt = place.bytes(name);
        let position = changes[0]["after"]["position"].as_str().unwrap();
        let position = position.replace(' ', "+");
        let looked = server.query(name, &format!("box?position={position}"));
        assert_eq!(looked["box"]["colours"], changes[0]["after"]["colours"]);
        assert_eq!(looked["changes"][0]["before"], changes[0]["before"]);
        let stages = server.query(name, "stages");
        assert!(
            stages["stages"][0]["boxes"][0]["value"].is_number(),
            "{stages}"
        );

        // Undone and played again it leaves the same file.
        server.perform(name, "act/undo", &json!({}));
        assert_ne!(place.bytes(name), learnt);
        server.finish_game(name);
        assert_eq!(place.bytes(name), learnt);

        // A training is that of the command line, and comes through a file.
        fs::copy(place.file(name), place.file("copy")).unwrap();
        let request = json!({ "opponent": "random", "games": 500 });
        server.perform(name, "train", &request);
        let after = server.wait_for_training(name);
        assert_eq!(after["trained"]["failed"], Value::Null);
        let first = &server.query(name, "curve")["box"];
        assert!(first["colours"][0]["value"].is_number());
        place.run(
            "train --opponent random --games 500 --games-per-set 1 --continue --out models/copy.menace --plots none",
        );
        assert_eq!(place.bytes(name), place.bytes("copy"));
        let strength = server.query(name, "strength");
        let random = strength["strength"]["random"].as_array().unwrap().iter();
        let sum: f64 = random.map(|chance| chance.as_f64().unwrap()).sum();
        assert!((sum - 1.0).abs() < 1e-6, "{strength}");
        assert!(
            server.query(name, "curve")["points"]
                .as_array()
                .unwrap()
                .len()
                > 3
        );
        let bytes = server.get(&format!("/api/machines/{name}/model")).body;
        assert_eq!(bytes, place.bytes(name));
        place.run(&format!("check models/{name}.menace"));
        fs::remove_file(place.file("copy")).unwrap();
    }
    // Two machines learn from each other.
    let wanted = json!({ "game": "hexapawn", "side": "second", "rule": offered(&shelf, "sarsa"), "learner": "both" });
    server.perform("pair", "sit", &wanted);
    server.perform("pair", "train", &json!({ "games": 1000 }));
    server.wait_for_training("pair");
    place.run("train --game hexapawn --learner both --rule sarsa --games 1000 --games-per-set 1 --out same.menace --plots none");
    let same = fs::read(place.path().join("same.menace")).unwrap();
    assert_eq!(place.bytes("pair"), same);
}

/// A page can begin with a machine of values, also in an exhibition.
#[test]
fn an_exhibition_can_show_a_machine_of_values() {
    let place = Place::new();
    let server = place.serve("--kiosk --rule q-learning --game hexapawn");
    let shelf = server.get("/api/shelf").json();
    assert_eq!(
        shelf["start"],
        json!({ "game": "hexapawn", "rule": "q-learning", "is_usual": false })
    );
    let rule = offered(&shelf, "q-learning");
    let wanted = json!({ "game": "hexapawn", "side": "second", "rule": rule });
    let state = server.perform("mine", "sit", &wanted);
    assert_eq!(state["scene"]["rule"], "q-learning");
    server.finish_game("mine");
    server.perform(
        "mine",
        "train",
        &json!({ "opponent": "random", "games": 100 }),
    );
    assert_eq!(server.wait_for_training("mine")["scene"]["games"], 101);
}
