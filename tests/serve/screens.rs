//! Several screens at one machine: each change is made from the state that its screen shows, and the others follow.

use std::thread;
use std::time::{Duration, Instant};

use matchboxes::store;
use serde_json::{Value, json};

use super::client::{Place, count};

const FAST: Duration = Duration::from_secs(1);

#[test]
fn a_change_from_an_older_state_is_refused_with_the_present_one() {
    let (_place, server) = Place::served();
    let shown = server.perform(
        "mine",
        "sit",
        &json!({ "game": "nim:8:take=3", "side": "first" }),
    );
    let old = &shown["scene"]["revision"];
    let moved = server.perform("mine", "move", &json!({ "move": "a3" }));
    for (what, mut body) in [
        ("move", json!({ "move": "a1" })),
        ("act/undo", json!({})),
        ("act/resign", json!({})),
        ("act/new", json!({})),
        ("act/step", json!({})),
        ("act/game", json!({})),
        ("seats", json!({})),
        ("correct", json!({ "number": 1, "beads": [1] })),
        ("train", json!({ "opponent": "random", "games": 1 })),
        ("sit", json!({ "side": "second" })),
    ] {
        let path = format!("/api/machines/mine/{what}");
        body["revision"] = old.clone();
        let answer = server.post(&path, &body);
        assert_eq!(
            (answer.status, &*answer.refusal().1),
            (409, "stale"),
            "{what}"
        );
        assert_eq!(answer.json()["state"], moved, "{what}");
        // Without a number nothing is changed either.
        body.as_object_mut().unwrap().remove("revision");
        assert!(
            [409, 422].contains(&server.post(&path, &body).status),
            "{what}"
        );
    }
    assert_eq!(server.query("mine", ""), moved);
}

/// A browser repeats a request whose connection broke. It has the first answer then, and nothing is done twice.
#[test]
fn a_repeated_request_is_answered_as_before() {
    let (_place, server) = Place::served();
    let shelf = server.get("/api/shelf").json();
    let mut rules = shelf["rules"].as_array().unwrap().iter();
    let rule = rules.find(|rule| rule["name"] == "cups");
    let wanted = json!({ "game": "nim:8:take=3", "rule": rule, "side": "first", "by_hand": true });
    server.perform("mine", "sit", &wanted);
    for (request, what, mut body) in [
        (1, "move", json!({ "move": "a3" })),
        (2, "move", json!({ "move": "a1" })),
        (3, "act/resign", json!({})),
        (4, "act/new", json!({})),
        (5, "act/undo", json!({})),
        (6, "sit", json!({ "by_hand": false })),
        (
            7,
            "train",
            json!({ "games": 10_000_000, "opponent": "random" }),
        ),
    ] {
        let path = format!("/api/machines/mine/{what}");
        body["revision"] = server.query("mine", "")["scene"]["revision"].clone();
        body["request"] = json!(request);
        let [first, again] = [0, 1].map(|_| server.post(&path, &body));
        assert_eq!(
            (first.status, again.status),
            (200, 200),
            "{what}: {}",
            again.text()
        );
        let key = if what == "train" { "scene" } else { "" };
        let [first, again] = [first, again].map(|answer| answer.json());
        let part = |told: &Value| told.get(key).unwrap_or(told).clone();
        assert_eq!(part(&first), part(&again), "{what}");
    }
    server.post("/api/machines/mine/stop", &json!({}));
    server.wait_for_training("mine");
}

/// One screen trains the machine while another plays it: until the training has ended nothing is changed from there, and
/// then only from what the machine has become.
#[test]
fn a_training_on_one_screen_is_not_played_into_from_another() {
    let (place, server) = Place::served();
    let shown = server.perform("mine", "sit", &json!({ "side": "second" }));
    let old = &shown["scene"]["revision"];
    let m = &shown["scene"]["round"]["legal"][0];
    let changes = [
        ("move", json!({ "move": m, "revision": old })),
        ("act/new", json!({ "revision": old })),
        ("sit", json!({ "side": "first", "revision": old })),
        (
            "train",
            json!({ "opponent": "random", "games": 1, "revision": old }),
        ),
    ];
    let refused = |why: &str| {
        for (what, body) in &changes {
            let answer = server.post(&format!("/api/machines/mine/{what}"), body);
            assert_eq!((answer.status, &*answer.refusal().1), (409, why), "{what}");
        }
    };
    let asked = json!({ "opponent": "random", "games": 10_000_000 });
    server.perform("mine", "train", &asked);
    refused("training");
    server.post("/api/machines/mine/stop", &json!({}));
    let trained = server.wait_for_training("mine");
    let end = &trained["trained"];
    assert_eq!(
        (&end["stopped"], &end["failed"]),
        (&json!(true), &Value::Null)
    );
    refused("stale");
    let games = count(&trained["scene"]["games"]);
    let kept = store::verify(&place.file("mine")).unwrap();
    assert_eq!((kept.games(), kept.pending), (games, None));
    server.finish_game("mine");
    assert_eq!(
        store::verify(&place.file("mine")).unwrap().games(),
        games + 1
    );
}

/// Two screens play one machine: every game is on both, and none is lost or played twice.
#[test]
fn two_screens_play_one_game_after_the_other() {
    let (_place, server) = Place::served();
    server.perform("mine", "sit", &json!({ "side": "second" }));
    let play = || {
        let mut scene = server.query("mine", "")["scene"].clone();
        let (mut made, mut stale) = (0, 0);
        while count(&scene["games"]) < 12 {
            let (round, revision) = (&scene["round"], &scene["revision"]);
            let answer = if round["ended"].is_null() {
                made += 1;
                let body = json!({ "move": round["legal"][0], "revision": revision });
                server.post("/api/machines/mine/move", &body)
            } else {
                server.post(
                    "/api/machines/mine/act/new",
                    &json!({ "revision": revision }),
                )
            };
            let told = answer.json();
            stale += u32::from(answer.status == 409);
            scene = if answer.status == 200 {
                told["scene"].clone()
            } else {
                told["state"]["scene"].clone()
            };
            assert!(scene["round"].is_object(), "{told}");
        }
        assert!(made > 0);
        stale
    };
    let stale: u32 = thread::scope(|scope| {
        let both = [scope.spawn(play), scope.spawn(play)];
        both.map(|one| one.join().unwrap()).iter().sum()
    });
    assert!(stale > 0, "they were never at the same state");
    let list = server.query("mine", "games");
    let ended = list["games"]
        .as_array()
        .unwrap()
        .iter()
        .filter(|game| game["ended"] == true);
    assert_eq!(ended.count(), 12);
}

#[test]
fn those_who_wait_are_told_of_a_change_at_once_and_open_nothing() {
    let (_place, server) = Place::served();
    let shown = server.perform("mine", "sit", &json!({ "side": "first" }));
    let since = |state: &Value| {
        format!(
            "/api/machines/mine/wait?since={}",
            state["scene"]["revision"]
        )
    };
    let at_first = server.get("/api/machines/mine/wait?since=1").json();
    assert_eq!(at_first, shown);
    thread::scope(|scope| {
        let waiting = scope.spawn(|| server.get(&since(&shown)).json());
        thread::sleep(Duration::from_millis(300));
        assert!(!waiting.is_finished());
        let begun = Instant::now();
        let moved = server.perform("mine", "move", &json!({ "move": "a1" }));
        assert_eq!(waiting.join().unwrap(), moved);
        assert!(begun.elapsed() < FAST);
    });
    // Nobody has opened this one, and waiting does not.
    let mut nobody = server.connect();
    let line = format!(
        "GET /api/machines/none/wait?since=1 HTTP/1.1\r\nhost: {}\r\n\r\n",
        server.host()
    );
    std::io::Write::write_all(&mut nobody, line.as_bytes()).unwrap();
    thread::sleep(Duration::from_millis(200));
    assert_eq!(server.get("/api/machines/none/here").json()["here"], false);
}

/// Those who wait take no thread and no place that others need, and do not keep the server from ending.
#[cfg(unix)]
#[test]
fn many_who_wait_hinder_nobody() {
    let (_place, server) = Place::served();
    let shown = server.perform("mine", "sit", &json!({ "side": "second" }));
    let line = format!(
        "GET /api/machines/mine/wait?since={} HTTP/1.1\r\nhost: {}\r\n\r\n",
        shown["scene"]["revision"],
        server.host()
    );
    // More than there are places.
    let waiting: Vec<_> = (0..600)
        .map(|_| {
            let mut stream = server.connect();
            std::io::Write::write_all(&mut stream, line.as_bytes()).unwrap();
            stream
        })
        .collect();
    let begun = Instant::now();
    for _ in 0..5 {
        assert_eq!(server.get("/api/shelf").status, 200);
    }
    assert!(begun.elapsed() < FAST, "{:?}", begun.elapsed());
    let threads = std::fs::read_dir(format!("/proc/{}/task", server.id()));
    assert!(threads.map_or(0, Iterator::count) < 60);
    let (code, said, took) = server.stop();
    assert_eq!(code, Some(130), "{said}");
    assert!(took < FAST, "{took:?}");
    drop(waiting);
}

/// A screen that waits follows at once when its machine is deleted on another screen, and when it comes back.
#[test]
fn a_waiting_screen_sees_its_machine_go_and_come_back() {
    let (_place, server) = Place::served();
    server.perform(
        "mine",
        "sit",
        &json!({ "game": "nim:8:take=3", "side": "first" }),
    );
    server.finish_game("mine");
    let scene = server.query("mine", "")["scene"].clone();
    let since = scene["revision"].clone();
    for (verb, body, status) in [
        ("delete", json!({ "version": scene["version"] }), 404),
        ("undelete", json!({}), 200),
    ] {
        thread::scope(|scope| {
            let waits = scope.spawn(|| {
                let begun = Instant::now();
                let answer = server.get(&format!("/api/machines/mine/wait?since={since}"));
                (answer.status, begun.elapsed())
            });
            thread::sleep(Duration::from_millis(200));
            let done = server.post(&format!("/api/machines/mine/{verb}"), &body);
            assert_eq!(done.status, 200, "{}", done.text());
            let (answered, after) = waits.join().unwrap();
            assert_eq!(answered, status, "{verb}");
            assert!(after < Duration::from_secs(5), "{verb}: {after:?}");
        });
    }
}
