//! The history of a box after a training: which of its games took the last bead of a colour.

use serde_json::{Value, json};

use super::client::{Place, count, list, offered, word};

/// The games of a training that emptied boxes are those of the same games watched one by one.
#[test]
fn a_training_tells_which_of_its_games_emptied_a_box() {
    let (_place, server) = Place::served();
    let shelf = server.get("/api/shelf").json();
    for (game, rule, opponent) in [
        ("nim:8:take=3", "cups", "perfect"),
        ("hexapawn", "her", "random"),
        ("tic-tac-toe", "michie-304", "perfect"),
    ] {
        let learner = if rule == "michie-304" {
            "first"
        } else {
            "second"
        };
        let person = if learner == "first" {
            "second"
        } else {
            "first"
        };
        let wanted =
            json!({ "game": game, "side": person, "seed": 7, "rule": offered(&shelf, rule) });
        let trained = format!("trained-{rule}");
        server.perform(&trained, "sit", &wanted);
        let request = json!({ "opponent": opponent, "games": 60 });
        server.perform(&trained, "train", &request);
        server.wait_for_training(&trained);

        let watched = format!("watched-{rule}");
        server.perform(&watched, "sit", &wanted);
        server.perform(
            &watched,
            "sit",
            &json!({ "side": person, "teacher": opponent }),
        );
        let mut events = 0;
        for played in 1..=60 {
            let state = server.perform(&watched, "act/game", &json!({}));
            let changes = state["scene"]["round"]["ended"]["changes"].clone();
            for change in list(&changes) {
                let beads =
                    |when: &str, colour: usize| count(&change[when]["colours"][colour]["beads"]);
                for colour in 0..list(&change["after"]["colours"]).len() {
                    if beads("before", colour) == 0 || beads("after", colour) > 0 {
                        continue;
                    }
                    events += 1;
                    let position = word(&change["after"]["position"]).replace(' ', "+");
                    let told = server.query(&trained, &format!("box?position={position}"));
                    let emptied = list(&told["changes"][0]["emptied"]);
                    let moves = &change["after"]["colours"][colour]["moves"];
                    let is_it = |one: &&Value| {
                        let at = usize::try_from(count(&one["colour"])).unwrap();
                        one["games"] == json!([played, played])
                            && told["box"]["colours"][at]["moves"] == *moves
                    };
                    assert!(
                        emptied.iter().any(|one| is_it(&one)),
                        "{game} {played}: {change} {told}"
                    );
                }
            }
        }
        assert!(events > 5, "{game}: {events}");
    }
    // All of them, and nothing else: twelve slips have gone from the cups.
    let stages = server.query("trained-cups", "stages");
    let cups = list(&stages["stages"])
        .iter()
        .flat_map(|stage| list(&stage["boxes"]));
    let told = cups.map(|cup| {
        let position = word(&cup["position"]).replace(' ', "+");
        let told = server.query("trained-cups", &format!("box?position={position}"));
        list(&told["changes"][0]["emptied"]).len()
    });
    assert_eq!(told.sum::<usize>(), 12);
    // Of a long training the sets are compared, and of a very long one nothing is told.
    for (games, is_told) in [(20_000, true), (1_000_000, false)] {
        let name = format!("long-{games}");
        let wanted = json!({ "game": "hexapawn", "side": "first", "seed": 7, "rule": offered(&shelf, "her") });
        server.perform(&name, "sit", &wanted);
        server.train(&name, games);
        let told = server.query(&name, "box?position=OOO/X../.XX+O");
        let emptied = list(&told["changes"][0]["emptied"]);
        assert_eq!(!emptied.is_empty(), is_told, "{told}");
        let of_sets = |one: &Value| count(&one["games"][1]) - count(&one["games"][0]) == 99;
        assert!(emptied.iter().all(of_sets), "{told}");
    }
}
