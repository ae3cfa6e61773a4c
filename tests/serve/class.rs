//! A class on its own devices: groups that join by a code, one teacher, and everybody else.

use crate::place::Text as _;
use std::collections::BTreeMap;
use std::time::Duration;

use matchboxes::dice::{Dice, Purpose};
use matchboxes::game::Side;
use matchboxes::learn::preset;
use matchboxes::store::{self, Model};
use matchboxes::{games, kit};
use serde_json::{Value, json};

use super::client::{Answer, Place, Server, count, list, word};
use crate::whole::whole_or;

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
        self.asked(
            "POST /api/class/join",
            "",
            &json!({ "code": code, "name": name }),
        )
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

    pub(crate) fn groups(&self, many: usize) -> Vec<Device> {
        let names = (1..=many).map(|n| format!("Table {n}"));
        names.map(|name| self.device(&self.code, &name)).collect()
    }

    pub(crate) fn shown(&self, device: &Device) -> Value {
        let answer = self.asked(
            &format!("GET /api/machines/{}", device.file),
            &device.cookie,
            &Value::Null,
        );
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
        self.asked(
            &format!("POST /api/machines/{}/{what}", device.file),
            &device.cookie,
            &body,
        )
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
        self.led(
            "/turn",
            &json!({ "lesson": lesson, "way": way, "from": from }),
        );
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

/// Beads, or what games have added to them, by the number of the box and the letter of the bead: a board shows a box
/// as it lies there, turned or not.
type Ledger = BTreeMap<(u64, String), i64>;

/// The beads of a box on a board.
fn content(shown: &Value) -> impl Iterator<Item = ((u64, String), i64)> {
    list(&shown["colours"]).iter().map(|colour| {
        let n = i64::try_from(count(&colour["beads"])).unwrap();
        (
            (count(&shown["number"]), word(&colour["letter"]).to_owned()),
            n,
        )
    })
}

fn keep(ledger: &mut Ledger, scene: &Value) {
    for change in list(&scene["round"]["ended"]["changes"]) {
        for ((key, before), (_, after)) in content(&change["before"]).zip(content(&change["after"]))
        {
            *ledger.entry(key).or_default() += after - before;
        }
    }
}

/// The beads of every box of a model.
fn beads(model: &Model, side: Side) -> Ledger {
    let game = games::parse(model.game()).unwrap();
    let kit = kit::Kit::new(&game, model.rule(), side).unwrap();
    let content = kit::KitBeads::from_table(&kit, model.table(side).unwrap());
    let boxes = kit.boxes.iter().zip(content.beads);
    let all = boxes.flat_map(|(one, beads)| {
        one.choices.iter().zip(beads).map(|(choice, n)| {
            let letter = choice.bead.letter().to_string();
            ((one.number as u64, letter), i64::try_from(n).unwrap())
        })
    });
    all.collect()
}

/// Of each lesson its name, its rule and the side of its machine.
const LESSONS: [(&str, &str, Side); 3] = [
    ("cups", "cups", Side::Second),
    ("hexapawn", "her", Side::Second),
    ("tic-tac-toe", "michie-304", Side::First),
];

/// The collected machine has what all boards showed. The whole form plays longer.
#[test]
fn the_machine_of_a_class_is_the_sum_of_what_the_boards_showed() {
    for (lesson, rule, side) in LESSONS {
        let class = Class::new(&format!("--lesson {lesson}"));
        let groups = class.groups(4);
        let mut own: Vec<Ledger> = vec![Ledger::new(); groups.len()];
        let mut dice = dice(1);
        let mut learnt = 0;
        for _ in 0..whole_or(60, 24) {
            for (group, ledger) in groups.iter().zip(&mut own) {
                let scene = class.goes_on(group, &mut dice);
                if scene["round"]["ended"].is_object() {
                    keep(ledger, &scene);
                    learnt += 1;
                }
            }
        }
        let wall = class.led("/collect", &json!({}));
        assert_eq!(count(&wall["collected"]["games"]), learnt, "{lesson}");
        let model = class.model("class");
        assert_eq!((model.games(), &*model.rule().name), (learnt, rule));
        let start = beads(&Model::clone(&empty(&model, side)), side);
        let sum = |ledgers: &[Ledger]| -> Ledger {
            let all = start.iter().map(|(key, &n)| {
                let added: i64 = ledgers.iter().filter_map(|ledger| ledger.get(key)).sum();
                (key.clone(), (n + added).max(0))
            });
            all.collect()
        };
        assert_eq!(beads(&model, side), sum(&own), "{lesson}");
        for (group, ledger) in groups.iter().zip(&own) {
            let model = class.model(&group.file);
            assert_eq!(
                beads(&model, side),
                sum(std::slice::from_ref(ledger)),
                "{lesson} {}",
                group.file
            );
        }
        // Once more changes nothing, and the files are models as others.
        let files = class.place.0.bytes(&format!("{FOLDER}/class.menace"));
        class.led("/collect", &json!({}));
        assert_eq!(
            files,
            class.place.0.bytes(&format!("{FOLDER}/class.menace"))
        );
        class.place.run(&format!("check {FOLDER}"));
    }
}

/// The same machine before it has learnt.
fn empty(model: &Model, side: Side) -> Model {
    let mut model = model.clone();
    let rule = preset(&model.rule().name).unwrap();
    model.tables[side.index()] = Some(matchboxes::learn::Table::unlearnt(side, &rule));
    model
}

/// One machine of all groups learns in the order of the ends. The whole form plays longer.
#[test]
fn all_groups_teach_one_machine_in_the_order_in_which_games_end() {
    for (lesson, _, side) in LESSONS {
        let class = Class::new(&format!("--lesson {lesson}"));
        let groups = class.groups(3);
        class.turn(lesson, "one");
        let mut dice = dice(2);
        let mut seen = Ledger::new();
        for _ in 0..whole_or(60, 24) {
            for group in &groups {
                let scene = class.goes_on(group, &mut dice);
                // What one board shows of a box is what another board's game left in it.
                let round = &scene["round"];
                let mut opened = list(&round["turns"]).iter().map(|turn| &turn["box"]);
                if let Some(last) = opened.rfind(|one| one.is_object())
                    && round["ended"].is_null()
                {
                    for (key, n) in content(last) {
                        assert_eq!(n, *seen.get(&key).unwrap_or(&n), "{lesson} {key:?}");
                    }
                }
                if round["ended"].is_object() {
                    let changes = list(&round["ended"]["changes"]).iter();
                    seen.extend(changes.flat_map(|change| content(&change["after"])));
                }
            }
        }
        class.led("/collect", &json!({}));
        let beads = beads(&class.model("class-one"), side);
        for (key, n) in &seen {
            assert_eq!(beads[key], *n, "{lesson} {key:?}");
        }
        // Every board tells the same number of games.
        let games: Vec<_> = groups
            .iter()
            .map(|group| count(&class.shown(group)["games"]))
            .collect();
        assert!(games.iter().all(|&n| n == games[0] && n > 0), "{games:?}");
    }
}

#[test]
fn a_killed_server_goes_on_where_every_group_was() {
    for (lesson, _, _) in LESSONS {
        goes_on_where_every_group_was(Class::new(&format!("--lesson {lesson}")));
    }
}

fn goes_on_where_every_group_was(mut class: Class) {
    let groups = class.groups(3);
    let mut dice = dice(3);
    for round in 0..12 {
        for group in &groups {
            class.goes_on(group, &mut dice);
        }
        let (wall, shown): (_, Vec<_>) = (
            class.wall(),
            groups.iter().map(|group| class.shown(group)).collect(),
        );
        if round % 4 != 0 {
            continue;
        }
        class = class.killed();
        let again = class.wall();
        for field in ["code", "lesson", "way", "groups", "results"] {
            assert_eq!(wall[field], again[field], "{field}");
        }
        for (group, before) in groups.iter().zip(shown) {
            let after = class.shown(group);
            let is_over = before["round"]["ended"].is_object();
            let moves = |scene: &Value| -> Vec<Value> {
                list(&scene["round"]["turns"])
                    .iter()
                    .map(|turn| turn["move"].clone())
                    .collect()
            };
            // A game that was over is in the machine; the board is ready for the next one, in which the machine may move
            // first.
            if is_over {
                assert!(moves(&after).len() < 2);
            } else {
                assert_eq!(moves(&after), moves(&before));
            }
            assert_eq!(after["games"], before["games"]);
        }
    }
}

#[test]
fn a_name_is_taken_once_and_its_code_leads_to_the_same_board() {
    let class = Class::new("");
    let table = class.device(&class.code, " Table  3 ");
    assert_eq!(table.file, "table-3");
    let taken = class.join(&class.code, "TABLE 3");
    assert_eq!((taken.status, &*taken.refusal().1), (409, "named"));
    // Some type the code of their group where a name is asked for; it is never a name.
    let other = class.device(&class.code, &table.code.to_lowercase());
    assert_eq!(other.cookie, table.cookie);
    let other = class.device(&table.code.to_lowercase(), "");
    assert_eq!((&other.file, &other.cookie), (&table.file, &table.cookie));
    class.does(&table, "move", json!({ "move": "a1" }));
    let scene = class.shown(&other);
    assert_eq!(word(&scene["round"]["turns"][0]["move"]), "a1");
    // From a state that the other device has left behind, nothing is changed.
    let stale = class.acts(
        &other,
        "move",
        &json!({ "revision": 1 }),
        json!({ "move": "a1" }),
    );
    assert_eq!((stale.status, &*stale.refusal().1), (409, "stale"));
    for name in ["", "   ", &"x".repeat(25), "a\u{7}b"] {
        assert_eq!(class.join(&class.code, name).status, 422, "{name:?}");
    }
    // A name is text.
    let script = class.device(&class.code, "<b>'\"&/../..");
    assert!(
        script
            .file
            .bytes()
            .all(|b| b.is_ascii_lowercase() || b == b'-'),
        "{}",
        script.file
    );
    // Nor does one lead to the file of another group in another lesson.
    assert_eq!(
        class.device(&class.code, "Table 3 hexapawn").file,
        "table-3-hexapawn-2"
    );
    assert_eq!(class.device(&class.code, "class").file, "class-2");
    let kana = class.device(&class.code, "\u{3055}\u{304f}\u{3089}");
    assert_eq!(kana.file, "group-5");
}

#[test]
fn the_teacher_leads() {
    let class = Class::new("");
    let [one, other] = [1, 2].map(|n| class.device(&class.code, &format!("Table {n}")));
    class.does(&one, "move", json!({ "move": "a1" }));
    class.led("/pause", &json!({ "paused": true }));
    let paused = class.acts(&one, "move", &class.shown(&one), json!({ "move": "a1" }));
    assert_eq!((paused.status, &*paused.refusal().1), (409, "paused"));
    assert_eq!(class.shown(&one)["class"]["paused"], true);
    class.led("/pause", &json!({ "paused": false }));
    class.does(&one, "move", json!({ "move": "a1" }));
    // The same lesson again ends no game; another one ends all, unlearnt.
    class.turn("cups", "each");
    assert!(!list(&class.shown(&one)["round"]["turns"]).is_empty());
    let in_cups = count(&class.shown(&one)["games"]);
    class.turn("hexapawn", "each");
    let scene = class.shown(&one);
    assert_eq!(
        (word(&scene["game"]), count(&scene["games"])),
        ("hexapawn", 0)
    );
    assert!(list(&scene["round"]["turns"]).is_empty());
    // Each lesson has machines of its own, and finds them again.
    let mut dice = dice(4);
    while count(&class.shown(&one)["games"]) < 3 {
        class.goes_on(&one, &mut dice);
    }
    class.turn("cups", "each");
    assert_eq!(count(&class.shown(&one)["games"]), in_cups);
    class.turn("hexapawn", "each");
    assert_eq!(count(&class.shown(&one)["games"]), 3);
    // A screen that still shows the lesson before does not turn the class.
    let old = json!({ "lesson": "tic-tac-toe", "way": "each", "from": ["cups", "each"] });
    let refused = class.leads("/turn", &old);
    assert_eq!((refused.status, &*refused.refusal().1), (409, "stale"));
    assert_eq!(refused.json()["state"]["lesson"], "hexapawn");
    assert_eq!(word(&class.shown(&one)["game"]), "hexapawn");
    assert_eq!(class.wall()["groups"][0]["file"], "table-1-hexapawn");
    // A game is taken back once, and the others are learnt again without it.
    let games = class.led("/games", &Value::Null);
    let number = games["games"][1]["number"].clone();
    class.led("/take-back", &json!({ "game": number }));
    assert_eq!(count(&class.shown(&one)["games"]), 2);
    assert_eq!(
        class.leads("/take-back", &json!({ "game": number })).status,
        422
    );
    // A game that is over is taken back by the teacher only, also when the next one has begun.
    while !class.shown(&one)["round"]["ended"].is_object() {
        class.goes_on(&one, &mut dice);
    }
    let games = count(&class.shown(&one)["games"]);
    for _ in 0..2 {
        let before = class.shown(&one);
        let answer = class.acts(&one, "act/undo", &before, json!({}));
        assert_eq!(answer.status, 422, "{}", answer.text());
        assert_eq!(class.shown(&one)["round"], before["round"]);
        assert_eq!(count(&class.shown(&one)["games"]), games);
        if before["round"]["ended"].is_object() {
            class.does(&one, "act/new", json!({}));
        }
    }
    // A game without a move of the group is none.
    let resigned = class.acts(&one, "act/resign", &class.shown(&one), json!({}));
    assert_eq!(resigned.status, 422, "{}", resigned.text());
    class.goes_on(&one, &mut dice);
    class.does(&one, "act/undo", json!({}));
    // Names and groups.
    assert_eq!(
        class
            .leads(
                "/rename",
                &json!({ "group": 1, "name": "table 2", "from": "Table 1" })
            )
            .refusal()
            .1,
        "named"
    );
    let rename = json!({ "group": 1, "name": "Lions", "from": "Table 1" });
    // The same once more changes nothing.
    for _ in 0..2 {
        class.led("/rename", &rename);
    }
    // A screen that still shows the name before does not replace a newer one.
    let old = json!({ "group": 1, "name": "Tigers", "from": "Table 1" });
    let refused = class.leads("/rename", &old);
    assert_eq!((refused.status, &*refused.refusal().1), (409, "stale"));
    assert_eq!(refused.json()["state"]["groups"][0]["name"], "Lions");
    assert_eq!(word(&class.shown(&one)["class"]["name"]), "Lions");
    let wall = class.led("/remove", &json!({ "group": 2 }));
    assert_eq!(list(&wall["groups"]).len(), 1);
    let gone = class.asked("GET /api/machines/table-2", &other.cookie, &Value::Null);
    assert_eq!(gone.status, 401);
    // The name is free again, and the new group has a file of its own.
    assert_eq!(class.device(&class.code, "Table 2").file, "table-2-2");
    // All of it holds after a restart.
    let before = class.wall();
    let class = class.killed();
    let after = class.wall();
    for field in ["lesson", "way", "groups", "results"] {
        assert_eq!(before[field], after[field], "{field}");
    }
}

#[cfg(unix)]
#[test]
fn nothing_is_lost_on_a_full_disk_and_all_say_so() {
    let class = Class::new("");
    let [one] = [class.device(&class.code, "Table 1")];
    if !class.server.fill_disk(true) {
        return;
    }
    let mut dice = dice(5);
    while count(&class.shown(&one)["games"]) < 4 {
        class.goes_on(&one, &mut dice);
    }
    assert!(class.shown(&one)["unsaved"].is_object());
    assert!(class.wall()["unsaved"].is_object());
    class.server.fill_disk(false);
    class.goes_on(&one, &mut dice);
    assert!(class.wall()["unsaved"].is_null());
    let games = count(&class.shown(&one)["games"]);
    let class = class.killed();
    assert_eq!(count(&class.shown(&one)["games"]), games);
}

/// A phone that waits has the new lesson at once.
#[test]
fn a_phone_that_waits_follows_the_lesson() {
    let class = Class::new("");
    let group = class.device(&class.code, "Table 1");
    for (lesson, way) in [("hexapawn", "each"), ("hexapawn", "one"), ("cups", "each")] {
        let since = count(&class.shown(&group)["revision"]);
        std::thread::scope(|scope| {
            let waits = scope.spawn(|| {
                let begun = std::time::Instant::now();
                let line = format!("GET /api/machines/{}/wait?since={since}", group.file);
                let answer = class.asked(&line, &group.cookie, &Value::Null).json();
                (answer, begun.elapsed())
            });
            std::thread::sleep(Duration::from_millis(100));
            class.turn(lesson, way);
            let (told, after) = waits.join().unwrap();
            assert_eq!(told["scene"]["class"]["lesson"], lesson, "{told}");
            assert_eq!(told["scene"]["class"]["way"], way);
            assert!(after < Duration::from_secs(5), "{after:?}");
        });
    }
}

#[cfg(unix)]
#[test]
fn all_who_wait_are_told_what_is_not_saved_and_when_it_is() {
    let class = Class::new("");
    let [one, other] = [1, 2].map(|n| class.device(&class.code, &format!("Table {n}")));
    if !class.server.fill_disk(false) {
        return;
    }
    for is_full in [true, false] {
        let (wall, shown) = (class.wall(), class.shown(&other));
        std::thread::scope(|scope| {
            let teacher = scope.spawn(|| {
                let since = count(&wall["revision"]);
                class.led(&format!("/wait?since={since}"), &Value::Null)
            });
            let group = scope.spawn(|| {
                let (file, since) = (&other.file, count(&shown["revision"]));
                let line = format!("GET /api/machines/{file}/wait?since={since}");
                class.asked(&line, &other.cookie, &Value::Null).json()["scene"].clone()
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
    let class = Class::new("");
    let table = class.device(&class.code, "Table 1");
    class.does(&table, "move", json!({ "move": "a1" }));
    let second = format!("serve {SERVED}");
    class.place.0.fails(&second, 1, &["class.jsonl", "in use"]);
    // A check does not disturb the class.
    let checked = class.place.0.ok("check models");
    checked.has(["class.jsonl: undamaged: the class 7b, 1 group, 0 games"]);
    #[cfg(unix)]
    {
        let (code, said, _) = class.server.stop();
        assert_eq!(code, Some(130), "{said}");
        said.has(["all games of the class are saved"]);
    }
    #[cfg(not(unix))]
    drop(class.server);
    // A name that differs in signs has the same folder, and is not taken for this class.
    let other = "serve --class 7b! --listen 127.0.0.1 --port 0";
    class.place.0.fails(other, 2, &["has the class `7b`"]);
    let mut bytes = class.place.0.bytes(FILE);
    let middle = bytes.len() / 2;
    bytes[middle] ^= 1;
    std::fs::write(class.place.0.at(FILE), &bytes).unwrap();
    class
        .place
        .0
        .fails(&second, 1, &["class.jsonl line", "checksum"]);
    let checked = class.place.0.run("check models");
    assert_eq!(checked.code, Some(1));
    checked.out.has(["class.jsonl line", "checksum"]);
    for (line, words) in [
        ("serve --class 7b --kiosk", "--kiosk"),
        ("serve --class 7b --game hexapawn", "--game"),
        ("serve --lesson cups", "--class"),
        (
            "serve --class 7b --lesson chess",
            "cups, hexapawn, tic-tac-toe",
        ),
        ("serve --class= ", "1 to 24 letters"),
    ] {
        class.place.0.fails(line, 2, &[words]);
    }
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

#[test]
fn a_file_of_somebody_else_is_not_replaced() {
    let class = Class::new("--lesson hexapawn");
    let groups = class.groups(2);
    let mut dice = dice(6);
    for _ in 0..20 {
        for group in &groups {
            class.goes_on(group, &mut dice);
        }
    }
    class.led("/collect", &json!({}));
    let shown = class.place.0.ok(&format!("show {FOLDER}/table-1.menace"));
    shown.has(["played against a person"]);
    // Trained since, by another program.
    let model = format!("{FOLDER}/table-1.menace");
    class
        .place
        .run(&format!("train --continue --out {model} --sets 1"));
    let trained = class.place.0.bytes(&model);
    let left = || class.led("/collect", &json!({}))["collected"]["left"].clone();
    word(&left()[0]["error"]).has(["table-1.menace is not as this class saved it"]);
    assert_eq!(class.place.0.bytes(&model), trained);
    // Once it is moved away, all is collected, and once more writes nothing.
    std::fs::rename(class.place.0.at(&model), class.place.0.at("trained.menace")).unwrap();
    class.led("/collect", &json!({}));
    let events = class.place.0.bytes(FILE);
    class.led("/collect", &json!({}));
    assert_eq!(class.place.0.bytes(FILE), events);
    // A file in the way of the second: what was written before that is still known for the class's own.
    let second = format!("{FOLDER}/table-2.menace");
    std::fs::write(class.place.0.at(&second), &trained).unwrap();
    let games = |device: &Device| count(&class.shown(device)["games"]);
    let before = games(&groups[0]);
    while games(&groups[0]) == before {
        class.goes_on(&groups[0], &mut dice);
    }
    assert_eq!(left()[0]["file"], "table-2");
    std::fs::remove_file(class.place.0.at(&second)).unwrap();
    while games(&groups[0]) == before + 1 {
        class.goes_on(&groups[0], &mut dice);
    }
    class.led("/collect", &json!({}));
    assert_eq!(class.model("table-1").games(), before + 2);
}
