//! The history of a box after a training: which of its games took the last bead of a colour.

use serde_json::{Value, json};

use super::client::{Place, count, list, offered, word};

/// The games of a training that emptied boxes are those of the same games watched one by one.
#[test]
fn a_training_tells_which_of_its_games_emptied_a_box() {
    let (_place, server) = Place::served();
    let shelf = server.get("/api/shelf").json();
    let emptied = |name: &str, position: &Value| {
        let position = word(position).replace(' ', "+");
        let told = server.query(name, &format!("box?position={position}"));
        let all = list(&told["changes"][0]["emptied"]).to_vec();
        (all, told["box"]["colours"].clone())
    };
    for (game, rule, person, opponent) in [
        ("nim:8:take=3", "cups", "first", "perfect"),
        ("hexapawn", "her", "first", "random"),
        ("tic-tac-toe", "michie-304", "second", "perfect"),
    ] {
        let wanted =
            json!({ "game": game, "side": person, "seed": 7, "rule": offered(&shelf, rule) });
        let [trained, watched] = ["trained", "watched"].map(|way| format!("{way}-{rule}"));
        server.perform(&trained, "sit", &wanted);
        let request = json!({ "opponent": opponent, "games": 60 });
        server.perform(&trained, "train", &request);
        server.wait_for_training(&trained);
        server.perform(&watched, "sit", &wanted);
        let taught = json!({ "side": person, "teacher": opponent });
        server.perform(&watched, "sit", &taught);
        let mut events = 0;
        for played in 1..=60 {
            let state = server.perform(&watched, "act/game", &json!({}));
            for change in list(&state["scene"]["round"]["ended"]["changes"]) {
                let [before, after] =
                    ["before", "after"].map(|when| list(&change[when]["colours"]));
                for (was, is) in before.iter().zip(after) {
                    if count(&was["beads"]) == 0 || count(&is["beads"]) > 0 {
                        continue;
                    }
                    events += 1;
                    let (told, colours) = emptied(&trained, &change["after"]["position"]);
                    let is_it = |one: &Value| {
                        let at = usize::try_from(count(&one["colour"])).unwrap();
                        one["games"] == json!([played, played])
                            && colours[at]["moves"] == is["moves"]
                    };
                    assert!(told.iter().any(is_it), "{game} {played}: {change} {told:?}");
                }
            }
        }
        assert!(events > 5, "{game}: {events}");
    }
    // All of them, and nothing else: twelve slips have gone from the cups.
    let told = server.query("trained-cups", "stages");
    let stages = list(&told["stages"]).iter();
    let cups = stages.flat_map(|stage| list(&stage["boxes"]));
    let told = cups.map(|cup| emptied("trained-cups", &cup["position"]).0.len());
    assert_eq!(told.sum::<usize>(), 12);
    // Of a long training the sets are compared, and of a very long one nothing is told.
    for (games, is_told) in [(20_000, true), (1_000_000, false)] {
        let name = format!("long-{games}");
        let wanted = json!({ "game": "hexapawn", "side": "first", "seed": 7, "rule": offered(&shelf, "her") });
        server.perform(&name, "sit", &wanted);
        server.train(&name, games);
        let (told, _) = emptied(&name, &json!("OOO/X../.XX O"));
        assert_eq!(!told.is_empty(), is_told, "{told:?}");
        let of_sets = |one: &Value| count(&one["games"][1]) - count(&one["games"][0]) == 99;
        assert!(told.iter().all(of_sets), "{told:?}");
    }
}
