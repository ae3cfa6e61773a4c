//! Playing, undo, learning and looking into boxes, with the requests of the page.

use std::fs;

use serde_json::{Value, json};

use super::client::{Place, count, list, offered, word};

/// The beads of a box by colour.
fn beads(matchbox: &Value) -> Vec<u64> {
    let colours = list(&matchbox["colours"]).iter();
    colours.map(|colour| count(&colour["beads"])).collect()
}

#[test]
fn a_whole_game_is_played_and_learnt_from() {
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
    assert_eq!(list(&scene["round"]["legal"]).len(), 8);
    // Only looking at a machine leaves no file.
    assert!(!place.file("mine").exists());

    let over = server.finish_game("mine");
    let ended = &over["scene"]["round"]["ended"];
    let changes = list(&ended["changes"]);
    let own = list(&over["scene"]["round"]["turns"]);
    let own = own.iter().filter(|turn| turn["person"] == false).count();
    assert_eq!(changes.len(), own, "every box used is listed");
    assert_eq!(over["scene"]["games"], 1);
    assert_eq!(list(&over["scene"]["scores"]).len(), 2);

    // A box shows its beads and their changes.
    let first = word(&changes[0]["after"]["position"]);
    let looked = server.query("mine", &format!("box?position={first}"));
    assert_eq!(beads(&looked["box"]), beads(&changes[0]["after"]));
    assert_eq!(list(&looked["changes"]).len(), 1);
    assert_eq!(looked["changes"][0]["game"], 1);
    assert_eq!(looked["changes"][0]["before"], changes[0]["before"]);
}

#[test]
fn moves_are_undone_hinted_and_refused() {
    let (_place, server) = Place::served();
    let before = server.perform("mine", "sit", &json!({ "side": "first", "seed": 1 }));
    assert_eq!(before["scene"]["round"]["waits"], true);
    let hint = server.query("mine", "hint");
    assert_eq!(list(&hint["moves"]).len(), 9);
    let known = json!({ "move": "a1", "result": "draw", "distance": 9 });
    assert_eq!(list(&hint["worths"])[0], known);
    let after = server.perform("mine", "move", &json!({ "move": "b2" }));
    assert_eq!(list(&after["scene"]["round"]["turns"]).len(), 2);
    server.refuses("mine/move", &json!({ "move": "b2" }), 422, "not legal");
    server.refuses("mine/move", &json!({ "move": "z9" }), 422, "z9");
    let back = server.perform("mine", "act/undo", &json!({}));
    assert_ne!(back["scene"]["revision"], before["scene"]["revision"]);
    assert_eq!(back["scene"]["round"], before["scene"]["round"]);
    let resigned = server.perform("mine", "act/resign", &json!({}));
    assert_eq!(resigned["scene"]["round"]["ended"]["resigned"], "first");
    server.refuses("mine/move", &json!({ "move": "a1" }), 422, "over");
    let answer = server.post("/api/machines/mine/act/dance", &json!({}));
    assert_eq!(answer.status, 404);
}

/// What is refused leaves the game, what can be undone, and the file's lock as they are.
#[test]
fn a_board_that_cannot_be_set_up_leaves_the_present_one() {
    let (_place, server) = Place::served();
    server.perform("pawns", "sit", &json!({ "game": "hexapawn" }));
    server.finish_game("pawns");
    server.perform("mine", "sit", &json!({ "side": "first", "seed": 1 }));
    server.finish_game("mine");
    server.perform("mine", "act/new", &json!({}));
    let before = server.perform("mine", "move", &json!({ "move": "b2" }));
    let of = |told: &Value| ["seat", "round", "games"].map(|part| told["scene"][part].clone());
    for wrong in [
        json!({ "teacher": "pawns" }),
        json!({ "game": "hexapawn" }),
        json!({ "player": "pawns" }),
        json!({ "watch": ["random", "gone"] }),
    ] {
        server.refuses("mine/sit", &wrong, 422, "");
        let now = server.query("mine", "");
        assert!(of(&now) == of(&before), "{wrong}");
    }
    let games = &before["scene"]["games"];
    server.perform("mine", "act/undo", &json!({}));
    let undone = server.perform("mine", "act/undo", &json!({}));
    assert_eq!(count(&undone["scene"]["games"]) + 1, count(games));
    let again = server.finish_game("mine");
    assert_eq!(again["scene"]["games"], *games);
    assert!(again["scene"]["unsaved"].is_null());
    // A machine without a file has learnt nothing that an opponent could go on with.
    server.refuses("none/sit", &json!({ "teacher": "random" }), 404, "");
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
    let michie = offered(&server.get("/api/shelf").json(), "michie-304");
    server.perform("mine", "sit", &json!({ "side": "second", "rule": michie }));
    let shelf = server.query("mine", "stages");
    let stages = list(&shelf["stages"]);
    let all: Vec<u64> = stages.iter().map(|s| count(&s["all"])).collect();
    assert_eq!(all, [1, 12, 108, 183]);
    let boxes = |stage: &Value| list(&stage["boxes"]).len();
    assert_eq!(stages.iter().map(boxes).sum::<usize>(), 304);
    // They are in the order of the shelf, each with the beads of its best move.
    let small: Vec<&Value> = stages
        .iter()
        .flat_map(|stage| list(&stage["boxes"]))
        .collect();
    let numbers = small.iter().map(|one| count(&one["number"]));
    assert!(numbers.eq(1..=304));
    assert!(
        small
            .iter()
            .all(|one| count(&one["best"]) * count(&one["colours"]) == count(&one["total"]))
    );
    server.finish_game("mine");
    let shelf = server.query("mine", "stages");
    let met = list(&shelf["stages"]).iter();
    let met: u64 = met.map(|stage| count(&stage["met"])).sum();
    assert!((2..=5).contains(&met), "{met}");
    let strength = server.query("mine", "strength");
    let random = list(&strength["strength"]["random"]).iter();
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
        server.train(&name, 300);
        let shelf = server.query(&name, "stages");
        let mut open = 0;
        for stage in list(&shelf["stages"]) {
            let all = stage["all"].as_u64();
            let met = count(&stage["met"]);
            assert!(all.is_none_or(|all| met <= all), "{game}: {stage}");
            open += list(&stage["open"]).len();
            for matchbox in list(&stage["open"]) {
                let beads = list(&matchbox["colours"]).iter();
                let beads: u64 = beads.map(|colour| count(&colour["beads"])).sum();
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
    let wanted = json!({ "side": "second", "rule": rote, "learner": "both", "seed": 11 });
    let state = server.perform("pair", "sit", &wanted);
    assert_eq!(state["scene"]["is_pair"], true);
    server.perform("pair", "train", &json!({ "games": 1000 }));
    let state = server.wait_for_training("pair");
    assert_eq!(state["scene"]["games"], 1000);
    let boxes = list(&server.query("pair", "curve")["points"])
        .last()
        .unwrap()["boxes"]
        .clone();
    assert_eq!(boxes, state["scene"]["boxes"]);
    place.run(
        "train --seed 11 --learner both --rule rote --games 1000 --games-per-set 1 --out same.menace",
    );
    server.kill();
    let same = std::fs::read(place.path().join("same.menace")).unwrap();
    assert_eq!(place.bytes("pair"), same);
}

#[test]
fn every_game_on_offer_is_played_on_both_sides() {
    let (_place, server) = Place::served();
    let shelf = server.get("/api/shelf").json();
    let games = list(&shelf["games"]);
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

#[test]
fn machines_of_values_play_learn_and_are_trained() {
    let (place, server) = Place::served();
    let shelf = server.get("/api/shelf").json();
    let presets = list(&shelf["presets"]);
    for name in ["q-learning", "sarsa", "monte-carlo", "ucb"] {
        let preset = presets.iter().find(|preset| preset["name"] == name);
        assert_eq!(preset.unwrap()["values"]["method"], name);
        let rule = offered(&shelf, name);
        assert_eq!(rule["start"], json!([]));
        let wanted = json!({ "game": "hexapawn", "side": "second", "rule": rule, "seed": 7 });
        let before = server.perform(name, "sit", &wanted);
        assert_eq!(before["scene"]["values"], true);
        let box_of = |state: &Value| state["scene"]["round"]["turns"][0]["box"].clone();
        let colours = list(&box_of(&before)["colours"]).to_vec();
        assert!(
            colours
                .iter()
                .all(|colour| colour["value"] == 0.0 && colour["visits"] == 0)
        );

        let over = server.finish_game(name);
        let changes = list(&over["scene"]["round"]["ended"]["changes"]);
        let moved = |change: &Value| {
            let [was, is] = ["before", "after"].map(|when| {
                let mut colours = list(&change[when]["colours"]).iter();
                let own = |colour: &&Value| list(&colour["moves"]).contains(&change["move"]);
                colours.find(own).unwrap().clone()
            });
            assert_eq!(count(&was["visits"]) + 1, count(&is["visits"]));
            was["value"] != is["value"]
        };
        assert!(
            changes.iter().filter(|change| moved(change)).count() > 0,
            "{over}"
        );
        let learnt = place.bytes(name);
        let position = word(&changes[0]["after"]["position"]);
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
        let after = server.train(name, 500);
        assert_eq!(after["trained"]["failed"], Value::Null);
        let first = &server.query(name, "curve")["box"];
        assert!(first["colours"][0]["value"].is_number());
        place.run(
            "train --opponent random --games 500 --games-per-set 1 --seed 7 --continue --out models/copy.menace --plots none",
        );
        assert_eq!(place.bytes(name), place.bytes("copy"));
        let strength = server.query(name, "strength");
        let random = list(&strength["strength"]["random"]).iter();
        let sum: f64 = random.map(|chance| chance.as_f64().unwrap()).sum();
        assert!((sum - 1.0).abs() < 1e-6, "{strength}");
        assert!(list(&server.query(name, "curve")["points"]).len() > 3);
        let bytes = server.get(&format!("/api/machines/{name}/model")).body;
        assert_eq!(bytes, place.bytes(name));
        place.run(&format!("check models/{name}.menace"));
        fs::remove_file(place.file("copy")).unwrap();
    }
    // Two machines learn from each other.
    let wanted = json!({ "game": "hexapawn", "side": "second", "rule": offered(&shelf, "sarsa"), "learner": "both", "seed": 7 });
    server.perform("pair", "sit", &wanted);
    server.perform("pair", "train", &json!({ "games": 1000 }));
    server.wait_for_training("pair");
    place.run("train --game hexapawn --learner both --rule sarsa --seed 7 --games 1000 --games-per-set 1 --out same.menace --plots none");
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
    assert_eq!(server.train("mine", 100)["scene"]["games"], 101);
}
