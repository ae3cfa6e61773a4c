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
    let told = ["game", "names", "person", "learns"].map(|key| scene[key].clone());
    let expected = json!(["tic-tac-toe", ["mine", "person"], "second", true]);
    assert_eq!(json!(told), expected);
    // The machine has drawn a bead from its first box; the box is shown as it was then.
    let turn = &scene["round"]["turns"][0];
    assert_eq!(turn["person"], false);
    assert!(beads(&turn["box"]).iter().all(|&n| n > 0), "{turn}");
    // Only looking at a machine leaves no file.
    assert!(!place.file("mine").exists());

    let over = server.finish_game("mine");
    let changes = list(&over["scene"]["round"]["ended"]["changes"]);
    let own = list(&over["scene"]["round"]["turns"]).iter();
    let own = own.filter(|turn| turn["person"] == false).count();
    assert_eq!(changes.len(), own, "every box used is listed");
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
    let version = &before["scene"]["version"];
    let rule = |win: &str| {
        let mut rule = server.get("/api/shelf").json()["rules"][0].take();
        rule["win"] = json!(win);
        rule
    };
    let (wrong, other) = (rule("+40 all and more"), rule("+40 all"));
    let of = |told: &Value| ["seat", "round", "games"].map(|part| told["scene"][part].clone());
    for wrong in [
        json!({ "teacher": "pawns" }),
        json!({ "game": "hexapawn" }),
        json!({ "player": "pawns" }),
        json!({ "watch": ["random", "gone"] }),
        json!({ "side": "second", "rule": wrong, "anew": true, "version": version }),
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
    // It is replaced by one with a rule of one's own.
    let version = &again["scene"]["version"];
    let wanted = json!({ "side": "second", "rule": other, "anew": true, "version": version });
    let scene = &server.perform("mine", "sit", &wanted)["scene"];
    assert_eq!(scene["rule"], "sliders");
    assert_eq!(scene["games"], 0);
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
    let mut small = stages.iter().flat_map(|stage| list(&stage["boxes"]));
    let numbers = small.clone().map(|one| count(&one["number"]));
    assert!(numbers.eq(1..=304));
    let best = |one: &Value| count(&one["best"]) * count(&one["colours"]);
    assert!(small.all(|one| best(one) == count(&one["total"])));
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
    server.taught("mine");
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
    let wanted = json!({ "player": "mine", "side": "second" });
    let state = server.perform("other", "sit", &wanted);
    assert_eq!(state["scene"]["names"], json!(["mine", "person"]));
    assert_eq!(state["scene"]["learns"], false);
    server.finish_game("other");
    assert_eq!(place.bytes("mine"), kept);
    let files = fs::read_dir(place.path().join("models")).unwrap();
    assert_eq!(files.count(), 2);
}

#[test]
fn machines_of_values_play_learn_and_are_trained() {
    let (place, server) = Place::served();
    let shelf = server.get("/api/shelf").json();
    for name in ["q-learning", "sarsa", "monte-carlo", "ucb"] {
        let rule = offered(&shelf, name);
        assert_eq!(rule["start"], json!([]));
        let wanted = json!({ "game": "hexapawn", "side": "second", "rule": rule, "seed": 7 });
        let before = server.perform(name, "sit", &wanted);
        assert_eq!(before["scene"]["values"], true);
        let opened = &before["scene"]["round"]["turns"][0]["box"];
        let mut colours = list(&opened["colours"]).iter();
        assert!(colours.all(|colour| colour["value"] == 0.0 && colour["visits"] == 0));

        let over = server.finish_game(name);
        let changes = list(&over["scene"]["round"]["ended"]["changes"]);
        let is_moved = |change: &Value| {
            let [was, is] = ["before", "after"].map(|when| {
                let mut colours = list(&change[when]["colours"]).iter();
                let own = |colour: &&Value| list(&colour["moves"]).contains(&change["move"]);
                colours.find(own).unwrap().clone()
            });
            assert_eq!(count(&was["visits"]) + 1, count(&is["visits"]));
            was["value"] != is["value"]
        };
        let moved: Vec<bool> = changes.iter().map(is_moved).collect();
        assert!(moved.contains(&true), "{over}");
        let position = word(&changes[0]["after"]["position"]).replace(' ', "+");
        let looked = server.query(name, &format!("box?position={position}"));
        assert_eq!(looked["box"]["colours"], changes[0]["after"]["colours"]);
        assert_eq!(looked["changes"][0]["before"], changes[0]["before"]);
        let stages = server.query(name, "stages");
        let value = &stages["stages"][0]["boxes"][0]["value"];
        assert!(value.is_number(), "{stages}");

        // A training is that of the command line.
        fs::copy(place.file(name), place.file("copy")).unwrap();
        server.train(name, 500);
        place.run(
            "train --opponent random --games 500 --games-per-set 1 --seed 7 --continue --out models/copy.menace --plots none",
        );
        assert_eq!(place.bytes(name), place.bytes("copy"));
        let first = &server.query(name, "curve")["box"];
        assert!(first["colours"][0]["value"].is_number());
        fs::remove_file(place.file("copy")).unwrap();
    }
}

/// A training against a second machine, which learns too, is that of the command line with both sides.
#[test]
fn a_pair_of_machines_learns_from_each_other() {
    let (place, server) = Place::served();
    let shelf = server.get("/api/shelf").json();
    for (game, name) in [("tic-tac-toe", "rote"), ("hexapawn", "sarsa")] {
        let rule = offered(&shelf, name);
        let wanted =
            json!({ "game": game, "side": "second", "rule": rule, "learner": "both", "seed": 11 });
        let state = server.perform(name, "sit", &wanted);
        assert_eq!(state["scene"]["is_pair"], true);
        server.perform(name, "train", &json!({ "games": 1000 }));
        let state = server.wait_for_training(name);
        assert_eq!(state["scene"]["games"], 1000);
        let curve = server.query(name, "curve");
        let last = list(&curve["points"]).last().unwrap();
        assert_eq!(last["boxes"], state["scene"]["boxes"]);
        place.run(&format!(
            "train --game {game} --learner both --rule {name} --seed 11 --games 1000 --games-per-set 1 --out {name}.menace --plots none"
        ));
        assert_eq!(place.bytes(name), place.0.bytes(&format!("{name}.menace")));
    }
}
