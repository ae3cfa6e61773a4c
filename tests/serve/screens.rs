//! Several screens at one machine: each change is made from the state that its screen shows, and the others follow.

use std::io::Write as _;
use std::net::TcpStream;
use std::thread;
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use super::client::{Place, Server};

const FAST: Duration = Duration::from_secs(1);

/// A connection that waits until a machine is no longer in this state.
fn waits(server: &Server, name: &str, since: &Value) -> TcpStream {
    let path = format!("/api/machines/{name}/wait?since={since}");
    let mut stream = server.connect();
    let head = format!("GET {path} HTTP/1.1\r\nhost: {}\r\n\r\n", server.host());
    stream.write_all(head.as_bytes()).unwrap();
    stream
}

#[test]
fn those_who_wait_are_told_of_a_change_at_once_and_open_nothing() {
    let (_place, server) = Place::served();
    let shown = server.perform("mine", "sit", &json!({ "side": "first" }));
    let since = format!("wait?since={}", shown["scene"]["revision"]);
    assert_eq!(server.query("mine", "wait?since=1"), shown);
    thread::scope(|scope| {
        let waiting = scope.spawn(|| server.query("mine", &since));
        thread::sleep(Duration::from_millis(300));
        assert!(!waiting.is_finished());
        let begun = Instant::now();
        let moved = server.perform("mine", "move", &json!({ "move": "a1" }));
        assert_eq!(waiting.join().unwrap(), moved);
        assert!(begun.elapsed() < FAST);
    });
    // Nobody has opened this one, and waiting does not.
    let _nobody = waits(&server, "none", &json!(1));
    thread::sleep(Duration::from_millis(200));
    assert_eq!(server.get("/api/machines/none/here").json()["here"], false);
}

/// Those who wait take no thread and no place that others need, and do not keep the server from ending.
#[cfg(unix)]
#[test]
fn many_who_wait_hinder_nobody() {
    let (_place, server) = Place::served();
    let shown = server.perform("mine", "sit", &json!({ "side": "second" }));
    let since = &shown["scene"]["revision"];
    // More than there are places.
    let waiting: Vec<_> = (0..600).map(|_| waits(&server, "mine", since)).collect();
    let begun = Instant::now();
    for _ in 0..5 {
        assert_eq!(server.get("/api/shelf").status, 200);
    }
    assert!(begun.elapsed() < FAST, "{:?}", begun.elapsed());
    let threads = std::fs::read_dir(format!("/proc/{}/task", server.id()));
    assert!(threads.map_or(0, Iterator::count) < 60);
    let begun = Instant::now();
    server.stop(130);
    assert!(begun.elapsed() < FAST, "{:?}", begun.elapsed());
    drop(waiting);
}

#[test]
fn an_old_screen_does_not_stop_a_later_training() {
    let (_place, server) = Place::served();
    server.perform("mine", "sit", &json!({ "side": "second" }));
    let asked = json!({ "opponent": "random", "games": 10_000_000 });
    let seen = |state: &Value| json!({ "revision": state["scene"]["revision"] });
    let before = seen(&server.perform("mine", "train", &asked));
    server.perform("mine", "stop", &before);
    server.wait_for_training("mine");
    let later = server.perform("mine", "train", &asked);
    server.refuses("mine/stop", &before, 409, "another screen");
    assert_ne!(server.query("mine", "")["training"], Value::Null);
    server.perform("mine", "stop", &seen(&later));
    // It has ended: there is nothing left to stop.
    server.wait_for_training("mine");
    server.perform("mine", "stop", &before);
}

/// No change is made from a state that its screen does not name.
#[test]
fn a_change_without_the_number_of_a_state_is_refused() {
    let (_place, server) = Place::served();
    let before = server.perform("mine", "sit", &json!({ "side": "second" }));
    for (what, body) in [
        ("move", json!({ "move": "a1" })),
        ("act/undo", json!({})),
        ("act/resign", json!({})),
        ("act/step", json!({})),
        ("act/game", json!({})),
        ("act/new", json!({})),
        ("train", json!({ "opponent": "random", "games": 5 })),
        ("stop", json!({})),
        ("correct", json!({ "number": 1, "beads": [1] })),
        ("seats", json!({})),
    ] {
        let answer = server.post(&format!("/api/machines/mine/{what}"), &body);
        let (words, _) = answer.refusal();
        let is_refused = answer.status == 422 && words.contains("revision");
        assert!(is_refused, "{what}: {words}");
    }
    assert_eq!(server.query("mine", ""), before);
}
