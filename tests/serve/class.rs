//! A class on its own devices: groups that join by a code, one teacher, and everybody else.

use crate::place::Text as _;
use std::time::Duration;

use matchboxes::dice::{Dice, Purpose};
use matchboxes::store::{self, Model};
use serde_json::{Value, json};

use super::client::{Answer, Place, Server, list, word};

/// A class that is served to this computer only.
pub(crate) struct Class {
    pub(crate) place: Place,
    pub(crate) server: Server,
    pub(crate) token: String,
    pub(crate) code: String,
}

/// The browser of a group.
#[derive(Clone)]
pub(crate) struct Device {
    pub(crate) cookie: String,
    pub(crate) file: String,
    pub(crate) code: String,
}

pub(crate) const SERVED: &str = "--class 7b --listen 127.0.0.1 --port 0";
pub(crate) const FOLDER: &str = "models/class-7b";
pub(crate) const FILE: &str = "models/class-7b/class.jsonl";

impl Class {
    pub(crate) fn of(place: Place, options: &str) -> Self {
        let server = place.serve(&format!("{SERVED} {options}"));
        let events = String::from_utf8(place.0.bytes(FILE)).unwrap();
        let (_, begun) = events.lines().next().unwrap().split_once(' ').unwrap();
        let begun: Value = serde_json::from_str(begun).unwrap();
        Self {
            token: word(&begun["token"]).to_owned(),
            code: word(&begun["code"]).to_owned(),
            place,
            server,
        }
    }

    pub(crate) fn new(options: &str) -> Self {
        Self::of(Place::new(), options)
    }

    /// Kills the server and starts it again.
    pub(crate) fn killed(self) -> Self {
        self.killed_and("")
    }

    fn killed_and(self, options: &str) -> Self {
        self.server.kill();
        Self::of(self.place, options)
    }

    pub(crate) fn asked(&self, line: &str, cookie: &str, body: &Value) -> Answer {
        let host = self.server.host();
        let fields = [
            ("host", &*host),
            ("content-type", "application/json"),
            ("cookie", cookie),
        ];
        let body = if body.is_null() {
            String::new()
        } else {
            body.to_string()
        };
        self.server.request(line, &fields, body.as_bytes())
    }

    pub(crate) fn join(&self, code: &str, name: &str) -> Answer {
        let body = json!({ "code": code, "name": name });
        self.asked("POST /api/class/join", "", &body)
    }

    /// A new group, or another device of one.
    pub(crate) fn device(&self, code: &str, name: &str) -> Device {
        let answer = self.join(code, name);
        assert_eq!(answer.status, 200, "{}", answer.text());
        let cookie = answer.field("set-cookie").unwrap();
        cookie.has(["HttpOnly"]);
        let told = answer.json();
        Device {
            cookie: cookie.split(';').next().unwrap().to_owned(),
            file: word(&told["file"]).to_owned(),
            code: word(&told["code"]).to_owned(),
        }
    }

    pub(crate) fn groups<const N: usize>(&self) -> [Device; N] {
        std::array::from_fn(|at| self.device(&self.code, &format!("Table {}", at + 1)))
    }

    /// A new class and its groups.
    pub(crate) fn with_groups<const N: usize>() -> (Self, [Device; N]) {
        let class = Self::new("");
        let groups = class.groups();
        (class, groups)
    }

    /// What the device of a group is answered about its machine.
    pub(crate) fn asks(&self, device: &Device, what: &str) -> Answer {
        let line = format!("GET /api/machines/{}{what}", device.file);
        self.asked(&line, &device.cookie, &Value::Null)
    }

    pub(crate) fn shown(&self, device: &Device) -> Value {
        let answer = self.asks(device, "");
        assert_eq!(answer.status, 200, "{}", answer.text());
        answer.json()["scene"].clone()
    }

    pub(crate) fn acts(
        &self,
        device: &Device,
        what: &str,
        scene: &Value,
        mut body: Value,
    ) -> Answer {
        body["revision"] = scene["revision"].clone();
        let line = format!("POST /api/machines/{}/{what}", device.file);
        self.asked(&line, &device.cookie, &body)
    }

    pub(crate) fn does(&self, device: &Device, what: &str, body: Value) -> Value {
        let answer = self.acts(device, what, &self.shown(device), body);
        assert_eq!(answer.status, 200, "{what}: {}", answer.text());
        answer.json()["scene"].clone()
    }

    /// Makes one move that the dice choose, or begins the next game.
    pub(crate) fn goes_on(&self, device: &Device, dice: &mut Dice) -> Value {
        let round = self.shown(device)["round"].clone();
        if round["ended"].is_object() {
            return self.does(device, "act/new", json!({}));
        }
        let legal = list(&round["legal"]);
        let m = &legal[usize::try_from(dice.below(legal.len() as u64)).unwrap()];
        self.does(device, "move", json!({ "move": m }))
    }

    pub(crate) fn leads(&self, what: &str, body: &Value) -> Answer {
        let cookie = format!("menace-token={}", self.token);
        let method = if body.is_null() { "GET" } else { "POST" };
        self.asked(&format!("{method} /api/class{what}"), &cookie, body)
    }

    /// Does what the teacher may do; returns the class as the wall shows it.
    pub(crate) fn led(&self, what: &str, body: &Value) -> Value {
        let answer = self.leads(what, body);
        assert_eq!(answer.status, 200, "{what}: {}", answer.text());
        answer.json()
    }

    /// Turns the class to this lesson and way, from what its wall shows.
    pub(crate) fn turn(&self, lesson: &str, way: &str) {
        let wall = self.wall();
        let from = [&wall["lesson"], &wall["way"]];
        let body = json!({ "lesson": lesson, "way": way, "from": from });
        self.led("/turn", &body);
    }

    pub(crate) fn wall(&self) -> Value {
        self.led("", &Value::Null)
    }

    pub(crate) fn model(&self, file: &str) -> Model {
        store::read(&self.place.0.at(&format!("{FOLDER}/{file}.menace"))).unwrap()
    }
}

pub(crate) fn dice(number: u64) -> Dice {
    Dice::new(56, Purpose::Match, number, 0)
}

#[cfg(unix)]
#[test]
fn all_who_wait_are_told_what_is_not_saved_and_when_it_is() {
    let (class, [one, other]) = Class::with_groups();
    if !class.server.fill_disk(false) {
        return;
    }
    for is_full in [true, false] {
        let (wall, shown) = (class.wall(), class.shown(&other));
        std::thread::scope(|scope| {
            let teacher = scope.spawn(|| {
                let line = format!("/wait?since={}", wall["revision"]);
                class.led(&line, &Value::Null)
            });
            let group = scope.spawn(|| {
                let line = format!("/wait?since={}", shown["revision"]);
                class.asks(&other, &line).json()["scene"].take()
            });
            std::thread::sleep(Duration::from_millis(300));
            class.server.fill_disk(is_full);
            if is_full {
                class.does(&one, "move", json!({ "move": "a1" }));
            } else {
                class.shown(&one);
            }
            for told in [teacher.join().unwrap(), group.join().unwrap()] {
                assert!(told["revision"].is_u64(), "nothing new in 20 s: {told}");
                assert_eq!(told["unsaved"].is_object(), is_full, "{told}");
            }
        });
    }
    // A move from the state before counts, though it is what saves all.
    class.server.fill_disk(true);
    let scene = class.does(&one, "act/undo", json!({}));
    assert!(scene["unsaved"].is_object());
    class.server.fill_disk(false);
    let moved = class.acts(&one, "move", &scene, json!({ "move": "a1" }));
    assert_eq!(moved.status, 200, "{}", moved.text());
    assert!(moved.json()["scene"]["unsaved"].is_null());
}

#[test]
fn a_damaged_file_and_a_second_server_are_refused() {
    let (class, [table]) = Class::with_groups();
    let place = &class.place.0;
    class.does(&table, "move", json!({ "move": "a1" }));
    let second = format!("serve {SERVED}");
    place.fails(&second, 1, &["class.jsonl", "in use"]);
    // A check does not disturb the class.
    let checked = place.ok("check models");
    checked.has(["class.jsonl: undamaged: the class 7b, 1 group, 0 games"]);
    #[cfg(unix)]
    let said = class.server.stop(130);
    #[cfg(unix)]
    said.has(["all games of the class are saved"]);
    #[cfg(not(unix))]
    drop(class.server);
    // A name that differs in signs has the same folder, and is not taken for this class.
    let other = "serve --class 7b! --listen 127.0.0.1 --port 0";
    place.fails(other, 2, &["has the class `7b`"]);
    let mut bytes = place.bytes(FILE);
    let middle = bytes.len() / 2;
    bytes[middle] ^= 1;
    std::fs::write(place.at(FILE), &bytes).unwrap();
    place.fails(&second, 1, &["class.jsonl line", "checksum"]);
    let checked = place.run("check models");
    assert_eq!(checked.code, Some(1));
    checked.out.has(["class.jsonl line", "checksum"]);
    place.does(
        "2 serve --class 7b --kiosk => --kiosk
        2 serve --class 7b --game hexapawn => --game
        2 serve --lesson cups => --class
        2 serve --class 7b --lesson chess => cups, hexapawn, tic-tac-toe
        2 serve --class= => 1 to 24 letters",
    );
}

/// The command that began a class continues it, wherever its teacher has turned it.
#[test]
fn the_same_command_keeps_the_lesson_and_the_games_in_progress() {
    let class = Class::new("--lesson hexapawn");
    let group = class.device(&class.code, "Table 1");
    class.turn("cups", "each");
    class.goes_on(&group, &mut dice(7));
    let round = class.shown(&group)["round"].clone();
    let class = class.killed_and("--lesson hexapawn");
    assert_eq!(class.wall()["lesson"], "cups");
    assert_eq!(class.shown(&group)["round"], round);
}
