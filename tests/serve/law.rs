//! Every number that the page shows is of one state of the machine, and that state is its file's.

use std::collections::HashSet;

use serde_json::{Value, json};

use super::client::{Place, Server, count, list, offered, word};

/// A machine on the page.
struct Case {
    name: &'static str,
    wanted: Value,
    opponent: Option<&'static str>,
}

fn cases(shelf: &Value) -> [Case; 2] {
    let rote = offered(shelf, "rote");
    [
        Case {
            name: "both",
            wanted: json!({ "side": "first", "seed": 3, "learner": "both", "rule": rote }),
            opponent: None,
        },
        Case {
            name: "shared",
            wanted: json!({ "game": "nim:3,4,5", "side": "first", "seed": 3, "learner": "shared", "rule": rote }),
            opponent: Some("random"),
        },
    ]
}

/// Checks that what an answer says of a machine is of one number of games.
fn check_agrees(learnt: &Value) {
    let games = count(&learnt["learnt"]);
    let mut before = 0;
    for point in list(&learnt["points"]) {
        let results = ["won", "drawn", "lost"].map(|of| count(&point[of]));
        before += results.iter().sum::<u64>();
        assert_eq!(before, count(&point["games"]), "{learnt}");
    }
    assert_eq!(before, games, "{learnt}");
    if let Some(last) = list(&learnt["points"]).last() {
        assert_eq!(last["boxes"], learnt["boxes"], "{learnt}");
    }
    assert_eq!(learnt["box"].is_null(), learnt["boxes"] == 0);
    // What a training does to the first box is shown when it has ended.
    if !learnt["box"].is_null() && learnt["played"].is_null() {
        let last = list(&learnt["seen"]).last().unwrap();
        assert_eq!(count(&last["games"]), games);
        let colours = list(&learnt["box"]["colours"]).iter();
        let beads = colours.map(|colour| colour["beads"].as_f64());
        let seen = list(&last["colours"]).iter().map(Value::as_f64);
        assert!(beads.eq(seen), "{learnt}");
    }
}

/// Trains, and checks every answer in between.
fn train(server: &Server, case: &Case, games: u64) {
    let before = count(&server.query(case.name, "")["scene"]["games"]);
    let mut request = json!({ "games": games });
    if let Some(opponent) = case.opponent {
        request["opponent"] = json!(opponent);
    }
    let mut state = server.perform(case.name, "train", &request);
    while !state["training"].is_null() {
        let training = &state["training"];
        check_agrees(training);
        let played = count(&training["played"]);
        assert_eq!(before + played, count(&training["learnt"]), "{training}");
        assert_eq!(training["recent"].is_null(), played == 0);
        // A page that comes now can show the board before.
        assert_eq!(count(&state["scene"]["games"]), before);
        state = server.query(case.name, "");
    }
    let trained = &state["trained"];
    assert_eq!(trained["failed"], Value::Null);
    assert!(trained["points"].is_null(), "the curve has them: {trained}");
    let after = before + count(&trained["played"]);
    assert_eq!(state["scene"]["games"], after);
}

/// Every answer during a training is of one state. The first thousand games are points by themselves, later ones sets, and
/// nothing that is drawn or listed depends on when it was asked for.
#[test]
fn a_long_training_is_told_game_by_game_and_then_in_sets() {
    let (place, mut server) = Place::served();
    let cases = cases(&server.get("/api/shelf").json());
    for case in &cases {
        server.perform(case.name, "sit", &case.wanted);
        server.finish_game(case.name);
        for games in [999, 1_000] {
            train(&server, case, games);
        }
        let after = server.query(case.name, "curve");
        check_agrees(&after);
        let points = list(&after["points"]).iter();
        let points: Vec<u64> = points.map(|at| count(&at["games"])).collect();
        assert!(points[..1_000].iter().copied().eq(1..=1_000) && points.len() < 1_100);
        // Trainings that continue one another are one.
        assert_eq!(list(&server.query(case.name, "games")["games"]).len(), 3);
    }
    let told = |server: &Server| {
        let all = cases.each_ref().map(|case| case.name);
        all.map(|name| {
            let seen = server.query(name, "curve")["seen"].take();
            (seen, server.query(name, "games"))
        })
    };
    let before = told(&server);
    server.kill();
    server = place.serve("");
    assert_eq!(told(&server), before);
}

/// A long history puts sets together. Games against people that are then no longer by themselves are counted.
#[test]
fn games_against_people_that_cannot_be_drawn_are_counted() {
    let (_place, server) = Place::served();
    server.perform("mine", "sit", &json!({ "side": "second" }));
    for game in 1..=3 {
        let scene = &server.finish_game("mine")["scene"];
        assert_eq!(list(&scene["scores"]).len(), game + 1);
        assert_eq!(scene["unscored"], 0);
        server.perform("mine", "act/new", &json!({}));
    }
    let scene = &server.train("mine", 500_000)["scene"];
    let drawn = list(&scene["scores"]).len() - 1;
    assert_eq!(drawn as u64 + count(&scene["unscored"]), 3, "{scene}");
    assert_ne!(scene["unscored"], 0);
}

/// A machine for both sides learns from the games that are watched, on the side that it had against the person.
#[test]
fn a_machine_for_both_seats_is_taught_game_by_game() {
    let (_place, server) = Place::served();
    let [_, case] = cases(&server.get("/api/shelf").json());
    server.perform("shared", "sit", &case.wanted);
    let game = case.wanted["game"].clone();
    for (person, games) in [("first", 5), ("second", 10)] {
        let wanted = json!({ "game": game, "side": person, "teacher": "random" });
        server.perform("shared", "sit", &wanted);
        for _ in 0..5 {
            let told = server.perform("shared", "act/game", &json!({}));
            let scene = &told["scene"];
            assert_eq!(scene["teacher"], person, "{scene}");
            let boxes = list(&scene["round"]["turns"]).iter();
            let mut opened = boxes.filter(|turn| !turn["box"].is_null());
            assert!(opened.all(|turn| turn["side"] != person), "{scene}");
        }
        assert_eq!(server.query("shared", "")["scene"]["games"], games);
        check_agrees(&server.query("shared", "curve"));
    }
}

/// A new machine has a seed of its own.
#[test]
fn no_two_machines_of_a_class_draw_the_same() {
    let (_place, server) = Place::served();
    let nim = json!({ "game": "nim:8:take=3", "side": "first" });
    let seed = |state: &Value| word(&state["scene"]["seed"]).parse::<u64>().unwrap();
    let names: Vec<String> = (0..30).map(|number| format!("group-{number}")).collect();
    let seeds = names
        .iter()
        .map(|name| seed(&server.perform(name, "sit", &nim)));
    let seeds: HashSet<u64> = seeds.collect();
    assert_eq!(seeds.len(), names.len());
    assert!(seeds.iter().all(|seed| (1..=999_999).contains(seed)));
}
