//! Everybody at everything in a class: strangers, groups, the teacher, and pages of others.

use std::time::{Duration, Instant};

use serde_json::{Value, json};

use super::class::Class;
use super::client::{count, list};

/// What can be asked of a machine, first it itself, and done at it.
const WORDS: &str = "|/wait?since=1|/here|/hint|/games|/games/1|/box?position=8|/find?position=8&move=a1|/stages|\
    /curve|/strength|/model|/list";
const DEEDS: &str =
    "move|act/new|act/undo|act/resign|act/step|act/game|sit|train|stop|correct|seats|merge|upload";
/// What the teacher sees and does.
const SEEN: &str = "/api/class|/api/class/games|/api/class/qr|/api/class/wait?since=1|/wall|/teacher|\
    /api/class/unknown";
const LED: [&str; 6] = ["pause", "turn", "rename", "remove", "take-back", "collect"];

/// Requests that must be refused, counted.
struct Attack<'a> {
    class: &'a Class,
    cookie: &'a str,
    tried: usize,
}

impl<'a> Attack<'a> {
    const fn new(class: &'a Class, cookie: &'a str) -> Self {
        Self {
            class,
            cookie,
            tried: 0,
        }
    }

    fn line(&mut self, line: &str, body: &Value) {
        let begun = Instant::now();
        let answer = self.class.asked(line, self.cookie, body);
        // Nobody is let wait for what is not theirs.
        assert!(begun.elapsed() < Duration::from_secs(15), "{line}");
        // A model that is not sent as one is refused before it is asked who sends it.
        let is_refused = [401, 404, 405].contains(&answer.status)
            || line.ends_with("/upload") && answer.status == 415;
        let (status, text) = (answer.status, answer.text());
        assert!(is_refused, "{line} {}: {status} {text}", self.cookie);
        self.tried += 1;
    }

    fn asks(&mut self, path: &str) {
        self.line(&format!("GET {path}"), &Value::Null);
    }

    fn all_of(&mut self, file: &str) {
        for what in WORDS.split('|') {
            self.asks(&format!("/api/machines/{file}{what}"));
        }
        for what in DEEDS.split('|') {
            let body = json!({ "revision": 1, "move": "a1" });
            self.line(&format!("POST /api/machines/{file}/{what}"), &body);
        }
    }

    fn all_of_the_teacher(&mut self) {
        for path in SEEN.split('|') {
            self.asks(path);
        }
        for what in LED {
            self.line(&format!("POST /api/class/{what}"), &json!({}));
        }
    }
}

#[test]
fn strangers_see_the_page_on_which_they_join_and_nothing_else() {
    let (class, [one]) = Class::with_groups();
    let key = one.cookie.split_once('=').unwrap().1;
    let cookies = [
        String::new(),
        "menace-group=".to_owned(),
        format!("menace-group={}", "0".repeat(32)),
        format!("menace-group={key}0"),
        format!("menace-group={}", &key[..31]),
        format!("menace-group={}", key.to_uppercase()),
        format!("menace-group={}", class.code),
        format!("menace-group={}", one.code),
        format!("menace-group={}", class.token),
        format!("menace-token={}", class.code),
        format!("menace-token={key}"),
    ];
    let mut tried = 0;
    for cookie in &cookies {
        let mut attack = Attack::new(&class, cookie);
        for file in ["table-1", "class", "class-7b", "..%2f..%2fclass"] {
            attack.all_of(file);
        }
        attack.asks("/api/shelf");
        attack.all_of_the_teacher();
        tried += attack.tried;
    }
    assert!(tried > 1_200, "{tried}");
    assert_eq!(count(&class.shown(&one)["games"]), 0);
    assert_eq!(class.asked("GET /j/KMP4", "", &Value::Null).status, 200);
    // The first page leads there.
    let first = class.asked("GET /", "", &Value::Null);
    assert_eq!((first.status, first.field("location")), (303, Some("/j/")));
    // A group that was removed, or is of another class, is told so.
    let first = class.asked("GET /", &cookies[2], &Value::Null);
    assert_eq!(first.field("location"), Some("/j/?gone"));
}

#[test]
fn a_group_reaches_its_own_board_and_the_teacher_none() {
    let (class, [one, other]) = Class::with_groups();
    let mut attack = Attack::new(&class, &one.cookie);
    attack.all_of(&other.file);
    attack.all_of_the_teacher();
    for what in ["/model", "/list"] {
        attack.asks(&format!("/api/machines/{}{what}", one.file));
    }
    for what in "act/step|act/game|sit|train|stop|correct|seats|merge".split('|') {
        let line = format!("POST /api/machines/{}/{what}", one.file);
        attack.line(&line, &json!({ "revision": 1 }));
    }
    let files = "class class.jsonl ..%2fclass-7b%2ftable-1 table-1%2f..%2ftable-2 \
        TABLE-1 table-1%00 table-2%20";
    for file in files.split(' ') {
        attack.all_of(file);
    }
    let paths = "/class.jsonl /models/class-7b/class.jsonl /..%2fclass.jsonl /class/";
    for path in paths.split(' ') {
        attack.asks(path);
    }
    let mut tried = attack.tried;
    let teacher = format!("menace-token={}", class.token);
    let mut attack = Attack::new(&class, &teacher);
    attack.all_of(&one.file);
    tried += attack.tried;
    assert!(tried > 250, "{tried}");
    // All that was tried has changed nothing.
    assert_eq!(count(&class.shown(&other)["games"]), 0);
    assert!(list(&class.shown(&one)["round"]["turns"]).is_empty());
}

#[test]
fn pages_of_others_reach_nothing() {
    let (class, [one]) = Class::with_groups();
    let teacher = format!("menace-token={}", class.token);
    let host = class.server.host();
    let (host, json) = (("host", &*host), ("content-type", "application/json"));
    // Another page, and a form, which cannot send JSON.
    for (fields, status) in [
        ([host, json, ("origin", "http://evil.example")], 403),
        (
            [host, ("content-type", "text/plain"), ("accept", "*/*")],
            415,
        ),
    ] {
        for cookie in [&*one.cookie, &teacher] {
            let fields = [&fields[..], &[("cookie", cookie)]].concat();
            for what in ["class/pause", "machines/table-1/move", "class/join"] {
                let line = format!("POST /api/{what}");
                let sent = class.server.request(&line, &fields, b"{\"paused\":true}");
                assert_eq!(sent.status, status, "{line} {fields:?}");
            }
            let seen = class.server.request("GET /api/class", &fields, b"").status;
            assert!(status == 415 || seen == 403, "{fields:?}");
        }
    }
    assert_eq!(class.wall()["paused"], false);
}
