//! A machine on the page after any steps: games, undo, trainings, boards set up again, stops, kills, full disks, other
//! screens, deletions. What is listed, undone, saved and shown is what a plain list of its games says.

use std::thread;
use std::time::Duration;

use matchboxes::dice::{Dice, Purpose};
use matchboxes::game::Game as _;
use matchboxes::store;
use serde_json::{Value, json};

use super::client::{Place, Server, count, list, offered, word};
use super::listed::{Entry, Listed, kind, moves};
use crate::place::Text as _;
use crate::whole::whole_or;

const NAME: &str = "mine";

/// A machine on the page of a server, and its list.
struct Machine {
    place: Place,
    server: Option<Server>,
    listed: Listed,
    /// The list as it is in the file.
    in_file: Vec<Entry>,
    /// Whether nothing can be written, whether something should have been since, and how many games the file has of the
    /// list, which may have become shorter.
    is_full: bool,
    is_owed: bool,
    saved: u64,
    /// What is shown, the number of an older state, and the version of an older file.
    scene: Value,
    old: Value,
    version: Value,
    dice: Dice,
}

impl Machine {
    fn new(number: u64) -> Self {
        let (place, server) = Place::served();
        let mut machine = Self {
            place,
            server: Some(server),
            listed: kind(number),
            in_file: Vec::new(),
            is_full: false,
            is_owed: false,
            saved: 0,
            scene: Value::Null,
            old: json!(1),
            version: Value::Null,
            dice: Dice::new(75, Purpose::Trial, 0, number),
        };
        machine.sit_anew(number);
        machine
    }

    fn server(&self) -> &Server {
        self.server.as_ref().unwrap()
    }

    fn get(&self, what: &str) -> Value {
        self.server().query(NAME, what)
    }

    /// Asks for something that must be done.
    fn ask(&self, what: &str, body: &Value) -> Value {
        let answer = self.server().post(&format!("/api/machines/{what}"), body);
        assert_eq!(answer.status, 200, "{what} {body}: {}", answer.text());
        answer.json()
    }

    /// A request that is refused as of this kind.
    fn refuses(&self, what: &str, body: &Value, kind: &str) -> Value {
        let answer = self.server().post(&format!("/api/machines/{what}"), body);
        let told = answer.json();
        assert_eq!(
            (answer.status, word(&told["kind"])),
            (409, kind),
            "{what} {body}: {told}"
        );
        told
    }

    fn chance(&mut self, one_in: usize) -> bool {
        self.dice.index(one_in) == 0
    }

    /// The body of a request as of the state that is shown.
    fn seen(&self, mut body: Value) -> Value {
        body["revision"] = self.scene["revision"].clone();
        body
    }

    /// Does something at the board as it is shown, perhaps after a screen with an older state has tried it, and perhaps twice.
    fn post(&mut self, what: &str, body: Value) {
        let what = format!("{NAME}/{what}");
        let mut body = self.seen(body);
        if self.chance(4) && !self.scene.is_null() {
            let mut stale = body.clone();
            stale["revision"] = self.old.clone();
            let told = self.refuses(&what, &stale, "stale");
            assert_eq!(told["state"]["scene"], self.scene, "{what}");
        }
        if self.chance(4) {
            body["request"] = json!(self.dice.below(1 << 40));
            let told = self.ask(&what, &body);
            assert_eq!(self.ask(&what, &body), told, "{what} twice");
            self.show(&told);
        } else {
            self.show(&self.ask(&what, &body));
        }
    }

    fn show(&mut self, told: &Value) {
        if self.scene["version"] != told["scene"]["version"] {
            self.version = self.scene["version"].clone();
        }
        self.old = self.scene.get("revision").cloned().unwrap_or(json!(1));
        self.scene = told["scene"].clone();
    }

    /// What the board of this machine is set up with, if it is new.
    fn wanted(&self) -> Value {
        let (listed, shelf) = (&self.listed, self.server().get("/api/shelf").json());
        json!({
            "game": listed.game.name(),
            "side": listed.machine.other().name(),
            "rule": offered(&shelf, &listed.rule.name),
        })
    }

    /// The board of a machine that knows nothing; in place of the present machine if it has a file.
    fn sit_anew(&mut self, number: u64) {
        self.listed = kind(number);
        let mut wanted = self.wanted();
        if !self.scene["version"].is_null() {
            // Only who has seen the present file replaces it.
            wanted["anew"] = json!(true);
            for version in [self.version.clone(), json!("0")] {
                wanted["version"] = version;
                self.refuses("mine/sit", &self.seen(wanted.clone()), "changed");
            }
            wanted["version"] = self.scene["version"].clone();
        }
        self.post("sit", wanted);
        self.in_file.clear();
        (self.is_owed, self.saved) = (false, 0);
        self.sits();
    }

    /// The board is set up again.
    fn sits(&mut self) {
        self.listed.sit();
        let seed = word(&self.scene["seed"]).parse().unwrap();
        assert!(self.counted() == 0 || self.listed.seed == seed);
        self.listed.seed = seed;
    }

    fn counted(&self) -> u64 {
        self.listed.learnt().counted()
    }

    /// After something was done that saves the machine, or that does so only if it was owed.
    fn saves(&mut self, tries: bool) {
        if !self.is_full {
            self.is_owed = false;
            self.in_file.clone_from(&self.listed.entries);
            self.saved = self.counted();
        } else if self.is_owed || tries {
            self.is_owed = true;
            self.saved = self.saved.min(self.counted());
        }
    }

    /// A move, the end of a game, a new one, or undo.
    fn plays(&mut self) {
        let (is_over, round) = (self.listed.is_over(), self.scene["round"].clone());
        match self.dice.index(20) {
            0..4 => {
                let before = self.listed.entries.len();
                let is_undone = self.listed.undo();
                self.post("act/undo", json!({}));
                let left = self.listed.entries.len();
                let is_earlier = left < before;
                return self.saves(is_undone && (is_over || is_earlier));
            }
            4..6 if !is_over => {
                *self.listed.present().1 = true;
                self.post("act/resign", json!({}));
            }
            n if is_over || n == 6 => {
                self.post("act/new", json!({}));
                self.listed.begin();
            }
            _ => {
                let legal = list(&round["legal"]);
                let m = &legal[self.dice.index(legal.len())];
                let made = self.listed.game.read_move(word(m)).unwrap();
                self.listed.present().0.push(made);
                self.post("move", json!({ "move": m }));
            }
        }
        self.saves(self.listed.is_over());
    }

    /// Lets it learn from random play.
    fn trains(&mut self) {
        let games = 1 + self.dice.below(12);
        let asked = self.seen(json!({ "opponent": "random", "games": games }));
        self.ask("mine/train", &asked);
        let told = self.server().wait_for_training(NAME);
        self.show(&told);
        assert_eq!(told["trained"]["played"], games);
        assert_eq!(told["trained"]["failed"], Value::Null);
        self.listed.train(games);
        self.sits();
        self.saves(true);
    }

    /// Whatever would drop games that are not saved is refused.
    fn is_held(&self) {
        let train = self.seen(json!({ "opponent": "random", "games": 1 }));
        self.refuses("mine/train", &train, "unsaved");
        self.refuses("mine/sit", &self.seen(json!({})), "unsaved");
        self.refuses("sum/merge", &json!({ "names": [NAME, NAME] }), "unsaved");
        let version = &self.scene["version"];
        if !version.is_null() {
            self.refuses("mine/delete", &json!({ "version": version }), "unsaved");
        }
    }

    /// Makes all writes fail, or lets the server write again.
    fn fills(&mut self) {
        if self.is_full && self.is_owed {
            self.is_held();
        }
        if self.server().fill_disk(!self.is_full) {
            self.is_full = !self.is_full;
        }
    }

    /// The server stops or is killed, perhaps while it answers, and is there again, perhaps with the game that the page
    /// remembers.
    fn ends(&mut self) {
        let server = self.server.take().unwrap();
        let mut resumes = !self.listed.is_over() && !self.is_owed && self.chance(2);
        match self.dice.index(3) {
            0 => server.kill(),
            1 if !self.listed.is_over() && !self.is_full => {
                let path = format!("/api/machines/{NAME}/act/resign");
                let (body, stream) = (self.seen(json!({})), server.connect());
                thread::scope(|scope| {
                    scope.spawn(|| server.post_on(stream, &path, &body));
                    thread::sleep(Duration::from_micros(self.dice.below(4_000)));
                    server.signal("-KILL");
                });
                server.kill();
                let mut after = self.listed.clone();
                *after.present().1 = true;
                let kept = store::verify(&self.place.file(NAME));
                if kept.is_ok_and(|model| model.games() == after.learnt().counted()) {
                    self.in_file = after.entries;
                    resumes = false;
                }
            }
            _ => {
                let lost = self.counted() - self.saved;
                let said = server.stop(if self.is_owed { 1 } else { 130 });
                said.has([&*match (self.is_owed, lost) {
                    (false, _) => "all games and trainings are saved".to_owned(),
                    (true, 0) => "mine: the last change is not saved".to_owned(),
                    (true, 1) => "mine: 1 game is not saved yet".to_owned(),
                    (true, n) => format!("mine: {n} games are not saved yet"),
                }]);
            }
        }
        (self.is_full, self.is_owed) = (false, false);
        self.server = Some(self.place.serve(""));
        let has_file = self.place.file(NAME).exists();
        if resumes {
            let mut wanted = self.wanted();
            let (games, seed) = (self.scene["games"].clone(), self.listed.seed);
            let moves = self.listed.present().0.clone();
            let moves = self.listed.text(&moves);
            wanted["unfinished"] = json!({ "games": games, "seed": seed, "moves": moves });
            self.show(&self.ask("mine/sit", &wanted));
            let present = self.listed.entries.pop();
            self.sits();
            self.listed.entries.pop();
            self.listed.entries.extend(present);
        } else {
            self.listed.entries.clone_from(&self.in_file);
            if has_file {
                self.show(&self.get(""));
                self.sits();
            } else {
                self.scene = Value::Null;
                self.sit_anew(self.listed.entries.len() as u64);
            }
        }
        self.saved = self.counted();
    }

    /// Deletes the machine and brings it back, or deletes it for good and begins another one of its name.
    fn deletes(&mut self) {
        if self.scene["version"].is_null() {
            return;
        }
        let mut listed = json!({ "version": self.scene["version"] });
        self.refuses("mine/delete", &json!({ "version": "0" }), "changed");
        self.ask("mine/delete", &listed);
        if self.chance(2) {
            self.ask("mine/undelete", &json!({}));
            self.show(&self.get(""));
            self.sits();
        } else {
            listed["is_deleted"] = json!(true);
            self.ask("mine/delete", &listed);
            self.scene = Value::Null;
            self.sit_anew(self.listed.entries.len() as u64);
        }
    }

    /// Adds it up with a machine that has played one game.
    fn merges(&self) {
        self.ask("other/sit", &self.wanted());
        self.server().finish_game("other");
        let sum = self.ask("sum/merge", &json!({ "names": [NAME, "other"] }));
        let read = |name: &str| store::verify(&self.place.file(name)).unwrap();
        let parents = [NAME, "other"].map(|name| (name.to_owned(), read(name)));
        let merged = store::merge(&self.listed.game, &parents).unwrap();
        assert_eq!(count(&sum["scene"]["games"]), merged.games());
        assert_eq!(read("sum").tables, merged.tables);
        for name in ["other", "sum"] {
            let version = self.server().query(name, "")["scene"]["version"].take();
            for is_deleted in [false, true] {
                let body = json!({ "version": version, "is_deleted": is_deleted });
                self.ask(&format!("{name}/delete"), &body);
            }
        }
    }

    fn step(&mut self) {
        let is_free = !self.is_full && !self.is_owed;
        let step = self.dice.below(60);
        match step {
            0..3 if !self.is_full => self.trains(),
            3 if !self.is_full => {
                self.post("sit", self.wanted());
                self.sits();
                self.saves(true);
            }
            4 if is_free || !self.is_full && !self.scene["version"].is_null() => {
                self.sit_anew(self.listed.entries.len() as u64);
            }
            5 if is_free => self.deletes(),
            6 if is_free && self.counted() > 0 => self.merges(),
            7..9 => self.fills(),
            9..13 => self.ends(),
            _ => self.plays(),
        }
    }

    /// What is shown, listed and saved is what the list says.
    fn check(&self) {
        let Self { listed, scene, .. } = self;
        let learnt = listed.learnt();
        assert_eq!(self.get("")["scene"], *scene);
        assert_eq!(count(&scene["games"]), learnt.counted());
        learnt.check_round(listed, &scene["round"]);
        let mut left = listed.clone();
        assert_eq!(scene["can_undo"], left.undo());
        let lacks = self.is_owed.then(|| learnt.counted() - self.saved);
        assert_eq!(scene["unsaved"]["games"].as_u64(), lacks);
        // A download has also what is not saved.
        let download = self.server().get(&format!("/api/machines/{NAME}/model"));
        learnt.check_model(&store::decode(&download.body).unwrap());
        let path = self.place.file(NAME);
        left.entries.clone_from(&self.in_file);
        if path.exists() {
            left.learnt().check_model(&store::verify(&path).unwrap());
        } else {
            assert_eq!(left.learnt().counted(), 0);
        }
        learnt.check_curve(&self.get("curve"));
        // The last game that has ended can be looked at.
        let games = self.get("games")["games"].take();
        if let Some(one) = learnt.check_past(listed, &games) {
            let round = self.get(&format!("games/{}", one["number"]))["round"].take();
            assert_eq!(moves(&round), one["moves"]);
        }
    }
}

/// The whole form takes more steps.
#[test]
fn a_machine_is_what_the_list_of_its_games_says() {
    for number in 0..whole_or(40, 4) {
        println!("machine {number}");
        let mut machine = Machine::new(number);
        for _ in 0..100 {
            machine.check();
            machine.step();
        }
        // The command line reads the same.
        let Machine {
            place, mut listed, ..
        } = machine;
        listed.entries = machine.in_file;
        let learnt = listed.learnt();
        if place.file(NAME).exists() {
            let log = place.0.json("log models/mine.menace --json");
            assert_eq!(count(&log["games"]), learnt.counted());
            let shown = place.0.json("show models/mine.menace --json");
            let boxes = &shown["tables"][listed.machine.name()]["boxes"];
            assert_eq!(count(boxes), learnt.table.len() as u64);
        }
    }
}
