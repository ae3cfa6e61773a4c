//! Several screens at one machine: each change is made from the state that its screen shows, and the others follow.

use std::thread;
use std::time::{Duration, Instant};

use matchboxes::store;
use serde_json::{Value, json};

use super::client::{Place, count};

const FAST: Duration = Duration::from_secs(1);

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
