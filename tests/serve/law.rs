//! Every number that the page shows is of one state of the machine, and that state is its file's.

use std::collections::HashSet;

use matchboxes::dice::{Dice, Purpose};
use matchboxes::game::Side;
use matchboxes::store::{self, Model};
use serde_json::{Value, json};

use super::client::{Place, Server, count, list, offered, word};
use crate::whole::whole_or;

/// A machine on the page.
struct Case {
    name: &'static str,
    wanted: Value,
    /// The side whose results and boxes are shown.
    side: Side,
    opponent: Option<&'static str>,
}

fn cases(shelf: &Value) -> [Case; 4] {
    let rote = offered(shelf, "rote");
    let (random, nim) = (Some("random"), "nim:3,4,5");
    [
        Case {
            name: "first",
            wanted: json!({ "side": "second", "seed": 3 }),
            side: Side::First,
            opponent: random,
        },
        Case {
            name: "second",
            wanted: json!({ "side": "first", "seed": 3 }),
            side: Side::Second,
            opponent: random,
        },
        Case {
            name: "both",
            wanted: json!({ "side": "first", "seed": 3, "learner": "both", "rule": rote }),
            side: Side::Second,
            opponent: None,
        },
        Case {
            name: "shared",
            wanted: json!({ "game": nim, "side": "first", "seed": 3, "learner": "shared", "rule": rote }),
            side: Side::First,
            opponent: random,
        },
    ]
}

/// What is in a box, colour by colour.
fn amounts(matchbox: &Value) -> Vec<f64> {
    let amount = |colour: &Value| {
        let amount = colour.get("value").unwrap_or(&colour["beads"]);
        amount.as_f64().unwrap()
    };
    list(&matchbox["colours"]).iter().map(amount).collect()
}

/// Checks that what an answer says of a machine is of one number of games.
fn check_agrees(learnt: &Value) {
    let games = count(&learnt["learnt"]);
    let mut before = 0;
    for point in list(&learnt["points"]) {
        let results: u64 = ["won", "drawn", "lost"]
            .map(|of| count(&point[of]))
            .iter()
            .sum();
        assert_eq!(before + results, count(&point["games"]), "{learnt}");
        assert!(results > 0);
        before += results;
    }
    assert_eq!(before, games, "{learnt}");
    if let Some(last) = list(&learnt["points"]).last() {
        assert_eq!(last["boxes"], learnt["boxes"], "{learnt}");
    }
    let seen = list(&learnt["seen"]);
    let moments: Vec<u64> = seen.iter().map(|seen| count(&seen["games"])).collect();
    assert!(moments.is_sorted_by(|one, next| one < next), "{moments:?}");
    assert_eq!(learnt["box"].is_null(), learnt["boxes"] == 0);
    // What a training does to the first box is shown when it has ended.
    if !learnt["box"].is_null() && learnt["played"].is_null() {
        let last = seen.last().unwrap();
        assert_eq!(count(&last["games"]), games);
        let colours = list(&last["colours"]).iter();
        let colours: Vec<f64> = colours.map(|amount| amount.as_f64().unwrap()).collect();
        assert_eq!(colours, amounts(&learnt["box"]), "{learnt}");
    }
}

/// The number of games that are points by themselves.
fn single(learnt: &Value) -> usize {
    let mut before = 0;
    let games = list(&learnt["points"]).iter().map(|point| {
        let games = count(&point["games"]) - before;
        before += games;
        games
    });
    games.filter(|&games| games == 1).count()
}

/// Checks the answers of the page, the command line and the file against each other.
fn check(place: &Place, server: &Server, case: &Case) {
    let name = case.name;
    let scene = &server.query(name, "")["scene"];
    let learnt = &server.query(name, "curve");
    check_agrees(learnt);
    assert_eq!(scene["games"], learnt["learnt"]);
    assert_eq!(scene["boxes"], learnt["boxes"]);
    let Ok(model) = store::read(&place.file(name)) else {
        assert_eq!(learnt["learnt"], 0);
        return;
    };
    check_file(&model, learnt, case);
    let log = place.0.json(&format!("log models/{name}.menace --json"));
    assert_eq!(log["games"], learnt["learnt"], "{log}");
    let shown = place.0.json(&format!("show models/{name}.menace --json"));
    let side = case.side.name();
    let own = &shown["tables"][side]["boxes"];
    assert_eq!(*own, learnt["boxes"], "{shown}");
    let boxes = list(&shown["boxes"]).iter();
    // The box of a machine for both sides is of either side.
    let mut boxes = boxes.filter(|own| name == "shared" || own["side"] == side);
    let own = boxes.next();
    assert_eq!(own.is_none(), learnt["box"].is_null());
    if let Some(own) = own {
        assert_eq!(own["position"], learnt["box"]["position"]);
        assert_eq!(amounts(own), amounts(&learnt["box"]));
        let position = word(&own["position"]).replace(' ', "+");
        let found = server.query(name, &format!("find?position={position}"));
        assert_eq!(found["box"]["colours"], learnt["box"]["colours"]);
    }
}

fn check_file(model: &Model, learnt: &Value, case: &Case) {
    let games = model.games();
    assert_eq!(games, count(&learnt["learnt"]));
    // Its games are told by side: nobody wins them for it.
    assert_eq!(learnt["is_shared"], model.layout().shared);
    let records = model.history.records.iter();
    let sums = records.fold([0; 3], |[won, drawn, lost], record| {
        let results = &record.results;
        let (wins, losses) = (results.wins(case.side), results.wins(case.side.other()));
        [won + wins, drawn + results.draws, lost + losses]
    });
    let points = list(&learnt["points"]);
    let shown = ["won", "drawn", "lost"]
        .map(|of| points.iter().map(|point| count(&point[of])).sum::<u64>());
    assert_eq!(shown, sums);
    // The first thousand games are drawn one by one where the file has them so.
    let mut before = 0;
    let records = model.history.records.iter().filter(|record| {
        before += record.results.games();
        record.results.games() == 1 && before <= 1_000
    });
    assert!(single(learnt) >= records.count());
}

/// Plays a game of random moves, or a part of it.
fn play(server: &Server, name: &str, dice: &mut Dice) {
    let mut state = server.perform(name, "act/new", &json!({}));
    let most = if dice.below(4) == 0 { 2 } else { 100 };
    for _ in 0..most {
        let legal = list(&state["scene"]["round"]["legal"]);
        if !state["scene"]["round"]["ended"].is_null() {
            break;
        }
        let m = &legal[dice.index(legal.len())];
        state = server.perform(name, "move", &json!({ "move": m }));
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
    assert_eq!(
        before + count(&trained["played"]),
        count(&state["scene"]["games"])
    );
}

/// Page, command line and file agree after any step. The whole form takes twice as many steps.
#[test]
fn the_page_the_command_line_and_the_file_agree() {
    let place = Place::new();
    let mut server = place.serve("");
    let shelf = server.get("/api/shelf").json();
    for (number, case) in cases(&shelf).iter().enumerate() {
        let dice = &mut Dice::new(12, Purpose::Trial, number as u64, 0);
        server.perform(case.name, "sit", &case.wanted);
        check(&place, &server, case);
        for step in 0..whole_or(16, 8) {
            // A long training and a kill are in any run.
            let deed = match step {
                3 => 6,
                5 => 7,
                _ => dice.below(8),
            };
            match deed {
                0..4 => play(&server, case.name, dice),
                4 => drop(server.perform(case.name, "act/undo", &json!({}))),
                5 => train(&server, case, [1, 10, 100][dice.index(3)]),
                6 => train(&server, case, [1_000, 5_000][dice.index(2)]),
                _ if step % 2 == 0 => drop(server.query(case.name, "")),
                _ => {
                    server.kill();
                    server = place.serve("");
                }
            }
            check(&place, &server, case);
        }
        assert!(count(&server.query(case.name, "curve")["learnt"]) > 100);
    }
}

/// Each game against a person and each game of a short training is a point, and after each of the former one sees
/// what is in the first box. The whole form has every kind of machine, the short one that of one side and that of both.
#[test]
fn the_first_games_are_kept_one_by_one() {
    let (place, mut server) = Place::served();
    let shelf = server.get("/api/shelf").json();
    for case in cases(&shelf).iter().step_by(whole_or(1, 3)) {
        let name = case.name;
        server.perform(name, "sit", &case.wanted);
        let dice = &mut Dice::new(1, Purpose::Trial, 0, 0);
        let finished = |server: &Server| count(&server.query(name, "")["scene"]["games"]);
        while finished(&server) < 5 {
            play(&server, name, dice);
        }
        let five = server.query(name, "curve");
        let moments = list(&five["seen"]).iter();
        let moments: Vec<u64> = moments.map(|seen| count(&seen["games"])).collect();
        assert!(
            moments[0] == 0 && moments.ends_with(&[5]),
            "{name} {moments:?}"
        );
        train(&server, case, 100);
        assert_eq!(single(&server.query(name, "curve")), 105);
        train(&server, case, 1_000);
        let after = server.query(name, "curve");
        assert_eq!(count(&after["learnt"]), 1_105);
        assert_eq!(single(&after), 1_105);
        // From then on in sets.
        train(&server, case, 1_000);
        let after = server.query(name, "curve");
        assert_eq!(list(&after["points"]).len(), 1_000 + after_thousand(&after));
        // Trainings that continue one another are one.
        let games = list(&server.query(name, "games")["games"]).len();
        assert_eq!(games, 5 + 2, "{name}");
    }
    // Nothing that is drawn depends on when it was asked for, nor anything that is listed.
    let told = |server: &Server| -> Vec<_> {
        let all = cases(&shelf).into_iter().step_by(whole_or(1, 3));
        all.map(|Case { name, .. }| {
            let seen = server.query(name, "curve")["seen"].clone();
            (seen, server.query(name, "games"))
        })
        .collect()
    };
    let before = told(&server);
    server.kill();
    server = place.serve("");
    assert_eq!(told(&server), before);
}

/// The number of points after the first thousand games.
fn after_thousand(learnt: &Value) -> usize {
    let points = list(&learnt["points"]).iter();
    let late = points.filter(|point| count(&point["games"]) > 1_000);
    late.count()
}

#[test]
fn a_short_training_equals_that_of_the_command_line_in_single_games() {
    let (place, server) = Place::served();
    server.perform("mine", "sit", &json!({ "side": "second", "seed": 11 }));
    for games in [1, 100, 1000, 100] {
        server.train("mine", games);
        let of = if games == 1 { "" } else { "--continue" };
        let single = if server.query("mine", "")["scene"]["games"] == 1201 {
            100
        } else {
            1
        };
        place.run(&format!(
            "train --seed 11 --games {games} --games-per-set {single} {of} --out models/copy.menace --plots none"
        ));
        assert_eq!(place.bytes("mine"), place.bytes("copy"));
    }
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
    let (place, server) = Place::served();
    let [.., case] = cases(&server.get("/api/shelf").json());
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
        check(&place, &server, &case);
    }
}

/// A new machine has a seed of its own, which is kept in its file, survives a server that is killed before there is
/// one, and makes the machine again.
#[test]
fn no_two_machines_of_a_class_draw_the_same() {
    let (place, server) = Place::served();
    let nim = json!({ "game": "nim:8:take=3", "side": "first" });
    let seed = |state: &Value| word(&state["scene"]["seed"]).parse::<u64>().unwrap();
    let names: Vec<String> = (0..30).map(|number| format!("group-{number}")).collect();
    let seeds = names.iter().map(|name| {
        let state = server.perform(name, "sit", &nim);
        seed(&state)
    });
    let seeds: HashSet<u64> = seeds.collect();
    assert_eq!(seeds.len(), names.len());
    assert!(seeds.iter().all(|seed| (1..=999_999).contains(seed)));
    // The machine of a page that has no file yet comes back with its draws.
    let least = server.query("group-0", "")["scene"]["round"]["legal"][0].clone();
    let shown = server.perform("group-0", "move", &json!({ "move": least }));
    let own = seed(&shown);
    server.kill();
    let server = place.serve("");
    let unfinished = json!({ "games": 0, "seed": own, "moves": [least] });
    let wanted = json!({ "game": "nim:8:take=3", "side": "first", "unfinished": unfinished });
    let again = server.perform("group-0", "sit", &wanted);
    assert_eq!(
        again["scene"]["round"]["turns"],
        shown["scene"]["round"]["turns"]
    );
    // Its file has the seed, for its games and its trainings.
    server.finish_game("group-0");
    server.kill();
    let model = store::read(&place.file("group-0")).unwrap();
    assert_eq!(model.last().spec.seed, own);
    let server = place.serve("");
    assert_eq!(seed(&server.query("group-0", "")), own);
    // The same seed and the same moves make the same machine.
    let twin = json!({ "game": "nim:8:take=3", "side": "first", "seed": own });
    server.perform("twin", "sit", &twin);
    server.finish_game("twin");
    for name in ["group-0", "twin"] {
        server.train(name, 100);
    }
    assert_eq!(place.bytes("group-0"), place.bytes("twin"));
}
