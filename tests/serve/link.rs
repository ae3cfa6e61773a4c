//! A machine as a link, which is a new machine elsewhere.

use serde_json::{Value, json};

use super::client::{Place, Server, offered, word};

fn link(server: &Server, name: &str) -> String {
    word(&server.query(name, "link")["link"]).to_owned()
}

fn sit(server: &Server, name: &str, (game, rule, side): (&str, &str, &str)) {
    let shelf = server.get("/api/shelf").json();
    let wanted = json!({ "game": game, "rule": offered(&shelf, rule), "side": side });
    server.perform(name, "sit", &wanted);
}

const CUPS: (&str, &str, &str) = ("nim:8:take=3", "cups", "first");

#[test]
fn a_link_is_short_and_is_the_same_machine_elsewhere() {
    let (_place, server) = Place::served();
    let (_elsewhere, other) = Place::served();
    let of_games = [
        (CUPS, 300),
        (("hexapawn", "her", "first"), 300),
        (("tic-tac-toe", "michie-304", "second"), 2_000),
    ];
    for (i, (machine, most)) in of_games.into_iter().enumerate() {
        let name = &format!("own-{i}");
        sit(&server, name, machine);
        server.finish_game(name);
        server.train(name, 99);
        let own = link(&server, name);
        assert!(own.len() < most, "{name}: {} letters", own.len());
        let state = other.perform(name, "link", &json!({ "link": own }));
        assert_eq!(state["scene"]["games"], 100);
        let [here, there] = [&server, &other].map(|server| server.query(name, "stages"));
        assert_eq!(here, there);
        assert_eq!(link(&other, name), own);
        // It learns on.
        other.perform(name, "act/undo", &json!({}));
        other.finish_game(name);
        assert_eq!(other.train(name, 10)["scene"]["games"], 111);
    }
    // What holds no beads, or has learnt nothing, is passed on as a file.
    sit(&server, "values", ("hexapawn", "q-learning", "first"));
    for words in ["learnt from no game", "keeps something else"] {
        let answer = server.get("/api/machines/values/link");
        let (said, _) = answer.refusal();
        assert!(answer.status >= 400 && said.contains(words), "{said}");
        server.finish_game("values");
    }
}

#[test]
fn the_games_of_a_link_count_once() {
    let (_place, server) = Place::served();
    for name in ["own", "another"] {
        sit(&server, name, CUPS);
        server.finish_game(name);
        server.train(name, 20);
    }
    server.perform("copy", "link", &json!({ "link": link(&server, "own") }));
    let merge = |names: [&str; 2]| json!({ "names": names, "by_hand": false });
    let refused = "one of them is a link to the other";
    server.refuses("sum/merge", &merge(["own", "copy"]), 422, refused);
    // Also when both have learnt on.
    server.train("own", 5);
    server.perform("copy", "act/new", &json!({}));
    server.finish_game("copy");
    server.refuses("sum/merge", &merge(["copy", "own"]), 422, refused);
    let sum = server.perform("sum", "merge", &merge(["copy", "another"]));
    assert_eq!(sum["scene"]["games"], 43);
    assert_eq!(sum["scene"]["hand"], Value::Null);
}

#[test]
fn a_damaged_link_is_refused_as_a_file_is() {
    let (_place, server) = Place::served();
    sit(&server, "own", CUPS);
    server.finish_game("own");
    let whole = link(&server, "own");
    let cut = (0..whole.len())
        .step_by(7)
        .map(|end| whole[..end].to_owned());
    let changed = (0..whole.len()).step_by(5).map(|at| {
        let is_a = whole.as_bytes()[at] == b'A';
        let other = if is_a { "B" } else { "A" };
        format!("{}{other}{}", &whole[..at], &whole[at + 1..])
    });
    let newer = [whole.replacen('1', "2", 1), "hexapawn-abc".to_owned()];
    for link in cut.chain(changed).chain(newer) {
        let answer = server.post("/api/machines/new/link", &json!({ "link": link }));
        assert_eq!(answer.refusal().1, "damaged", "{link}");
    }
    assert_eq!(server.get("/api/machines/new/here").json()["here"], false);
}
