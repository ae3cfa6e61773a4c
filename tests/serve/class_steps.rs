//! A class after any steps of its groups and its teacher, stops and kills, and while its folder cannot be written. What
//! boards and wall show, what is taken back, saved and collected is what a plain list of its games says.

use std::collections::BTreeSet;

use matchboxes::arena::{Ending, PlayedGame};
use matchboxes::dice::{Dice, Purpose};
use matchboxes::game::{Game as _, Side};
use matchboxes::store;
use serde_json::{Value, json};

use super::class::{Class, Device, FOLDER};
use super::client::{count, list, word};
use super::listed::{Entry, Learnt, Listed, moves};
use crate::place::Text as _;
use crate::whole::whole_or;

/// What is known of a group.
#[derive(Clone)]
struct Group {
    device: Device,
    /// The moves of its game that is not over.
    moves: Vec<Value>,
    is_removed: bool,
}

/// A game that was learnt.
#[derive(Clone)]
struct Ended {
    group: usize,
    lesson: usize,
    is_one: bool,
    played: PlayedGame,
    is_taken_back: bool,
}

/// A class as its events leave it.
#[derive(Clone)]
struct State {
    lesson: usize,
    is_one: bool,
    groups: Vec<Group>,
    games: Vec<Ended>,
}

/// Of each lesson its name, its game, its rule and the side of its machine.
const LESSONS: [(&str, &str, &str, Side); 2] = [
    ("cups", "nim:8:take=3", "cups", Side::Second),
    ("hexapawn", "hexapawn", "her", Side::Second),
];

impl State {
    /// Whether a game taught one of the machines of the present lesson and way, and was not taken back.
    fn is_taught(&self, one: &Ended) -> bool {
        (one.lesson, one.is_one) == (self.lesson, self.is_one) && !one.is_taken_back
    }

    /// The machine that a group teaches.
    fn listed(&self, group: usize) -> Listed {
        let (_, game, rule, machine) = LESSONS[self.lesson];
        let taught = self.games.iter().filter(|one| self.is_taught(one));
        let own = taught.filter(|one| self.is_one || one.group == group);
        let entries = own.map(|one| Entry::Known(one.played.clone())).collect();
        Listed::new(game, rule, machine, entries)
    }

    /// The places of the groups that are there.
    fn present(&self) -> Vec<usize> {
        let all = 0..self.groups.len();
        all.filter(|&at| !self.groups[at].is_removed).collect()
    }

    /// The places of the games that count.
    fn counting(&self) -> Vec<usize> {
        let is_there = |one: &Ended| self.is_one || !self.groups[one.group].is_removed;
        let counts = |&at: &usize| self.is_taught(&self.games[at]) && is_there(&self.games[at]);
        (0..self.games.len()).filter(counts).collect()
    }
}

/// A class that is played, and its list.
struct Played {
    class: Class,
    now: State,
    /// As it is in the file.
    in_file: State,
    is_full: bool,
    /// Whether something has happened that could not be written.
    is_owed: bool,
    is_paused: bool,
    dice: Dice,
}

impl Played {
    fn new(number: u64) -> Self {
        let state = State {
            lesson: 0,
            is_one: false,
            groups: Vec::new(),
            games: Vec::new(),
        };
        let mut played = Self {
            class: Class::new(""),
            in_file: state.clone(),
            now: state,
            is_full: false,
            is_owed: false,
            is_paused: false,
            dice: Dice::new(75, Purpose::Trial, 1, number),
        };
        (0..3).for_each(|_| played.joins());
        played
    }

    /// After something has happened.
    fn happened(&mut self) {
        self.is_owed = self.is_full;
        if !self.is_full {
            self.in_file = self.now.clone();
        }
    }

    fn joins(&mut self) {
        let name = format!("Table {}", self.now.groups.len() + 1);
        self.now.groups.push(Group {
            device: self.class.device(&self.class.code, &name),
            moves: Vec::new(),
            is_removed: false,
        });
        self.happened();
    }

    fn some_group(&mut self) -> usize {
        let present = self.now.present();
        present[self.dice.index(present.len())]
    }

    /// A group does something at its board, after a device with an older state has tried it.
    fn plays(&mut self) {
        let at = self.some_group();
        let Group {
            device,
            moves: kept,
            ..
        } = self.now.groups[at].clone();
        let scene = self.class.shown(&device);
        let round = &scene["round"];
        let is_over = !round["ended"].is_null();
        let has_moved = !is_over && !kept.is_empty();
        let (what, body) = match self.dice.index(12) {
            0 | 1 => ("act/undo", json!({})),
            2 => ("act/resign", json!({})),
            _ if is_over => ("act/new", json!({})),
            _ => {
                let legal = list(&round["legal"]);
                let m = &legal[self.dice.index(legal.len())];
                ("move", json!({ "move": m }))
            }
        };
        let asks = |scene: &Value| {
            let answer = self.class.acts(&device, what, scene, body.clone());
            (answer.status, answer.json())
        };
        let stale = asks(&json!({ "revision": 1 })).1;
        let (status, told) = asks(&scene);
        if self.is_paused {
            let kinds = [&stale["kind"], &told["kind"]];
            return assert_eq!(kinds, ["paused"; 2]);
        }
        assert_eq!(stale["kind"], "stale", "{what}");
        if !has_moved && ["act/undo", "act/resign"].contains(&what) {
            return assert_eq!(status, 422, "{what}: {told}");
        }
        assert_eq!(status, 200, "{what}: {told}");
        let kept = &kept[..kept.len() - if what == "act/undo" { 2 } else { 0 }];
        self.went(at, kept, &told["scene"]["round"]);
    }

    /// Notes what has happened at a board, which has kept these moves.
    fn went(&mut self, group: usize, kept: &[Value], round: &Value) {
        let (shown, listed) = (moves(round), self.now.listed(group));
        let shown = list(&shown);
        assert!(shown.starts_with(kept));
        // Every board draws from the machine as it is, whoever has taught it last.
        let learnt = listed.learnt();
        let new = list(&round["turns"]).iter().skip(kept.len());
        new.for_each(|turn| learnt.check_box(&turn["box"]));
        let before = std::mem::take(&mut self.now.groups[group].moves);
        if round["ended"].is_null() {
            self.now.groups[group].moves = shown.to_vec();
            if before == shown {
                return;
            }
        } else {
            let game = &listed.game;
            let moves = shown.iter().map(|m| game.read_move(word(m)));
            let moves: Vec<_> = moves.map(Result::unwrap).collect();
            let at = moves.iter().fold(game.start(), |at, &m| game.play(&at, m));
            let ending = match game.outcome(&at) {
                Some(outcome) => Ending::Over(outcome),
                None => Ending::Resigned(game.side(&at)),
            };
            self.now.games.push(Ended {
                group,
                lesson: self.now.lesson,
                is_one: self.now.is_one,
                played: PlayedGame { moves, ending },
                is_taken_back: false,
            });
            let listed = self.now.listed(group);
            listed.learnt().check_round(&listed, round);
        }
        self.happened();
    }

    /// The teacher takes back a game that counts.
    fn takes_back(&mut self) {
        let counting = self.now.counting();
        if counting.is_empty() {
            return;
        }
        let at = counting[self.dice.index(counting.len())];
        let body = json!({ "game": at + 1 });
        self.class.led("/take-back", &body);
        self.now.games[at].is_taken_back = true;
        self.happened();
        assert_eq!(self.class.leads("/take-back", &body).status, 422);
    }

    /// Another lesson or way: the games that are not over are gone.
    fn turns(&mut self) {
        let (lesson, is_one) = (self.dice.index(2), self.dice.index(2) == 0);
        let to = (LESSONS[lesson].0, if is_one { "one" } else { "each" });
        let old = json!({ "lesson": "tic-tac-toe", "way": "one", "from": ["tic-tac-toe", "each"] });
        assert_eq!(self.class.leads("/turn", &old).refusal().1, "stale");
        self.class.turn(to.0, to.1);
        if (lesson, is_one) != (self.now.lesson, self.now.is_one) {
            (self.now.lesson, self.now.is_one) = (lesson, is_one);
            let groups = self.now.groups.iter_mut();
            groups.for_each(|group| group.moves.clear());
            self.happened();
        }
    }

    fn removes(&mut self) {
        let at = self.some_group();
        self.class.led("/remove", &json!({ "group": at + 1 }));
        self.now.groups[at].is_removed = true;
        self.happened();
        let told = self.class.asks(&self.now.groups[at].device, "");
        assert_eq!(told.status, 401);
    }

    fn pauses(&mut self) {
        self.is_paused = !self.is_paused;
        let body = json!({ "paused": self.is_paused });
        self.class.led("/pause", &body);
        self.happened();
    }

    fn fills(&mut self) {
        if self.is_owed {
            self.collects();
        }
        if self.class.server.fill_disk(!self.is_full) {
            self.is_full = !self.is_full;
            (0..5).for_each(|_| self.plays());
            // Whoever looks at the class lets it try again.
            self.class.wall();
            self.is_owed &= self.is_full;
            if !self.is_full {
                self.in_file = self.now.clone();
            }
        }
    }

    /// The games that the file lacks, and how many groups have played them.
    fn lost(&self) -> (usize, usize) {
        let new = self.now.games.iter().skip(self.in_file.games.len());
        let lost: Vec<_> = new.filter(|one| !one.is_taken_back).collect();
        let groups: BTreeSet<_> = lost.iter().map(|one| one.group).collect();
        (lost.len(), groups.len())
    }

    /// The server stops or is killed, and is there again.
    fn ends(mut self) -> Self {
        let lost = self.lost();
        if self.dice.index(2) == 0 {
            self.class = self.class.killed();
        } else {
            let said = self.class.server.stop(if self.is_owed { 1 } else { 130 });
            said.has([&*match lost {
                _ if !self.is_owed => "all games of the class are saved".to_owned(),
                (0, _) => "7b: the last change is not saved yet".to_owned(),
                (1, _) => "7b: 1 game is not saved yet".to_owned(),
                (games, 1) => format!("7b: {games} games of 1 group are not saved yet"),
                (games, groups) => {
                    format!("7b: {games} games of {groups} groups are not saved yet")
                }
            }]);
            self.class = Class::of(self.class.place, "");
        }
        (self.is_full, self.is_owed) = (false, false);
        self.now = self.in_file.clone();
        self.is_paused = self.class.wall()["paused"] == true;
        self
    }

    /// The machines are collected as models.
    fn collects(&self) {
        let answer = self.class.leads("/collect", &json!({}));
        if self.is_owed {
            return assert_eq!(answer.refusal().1, "unsaved");
        }
        let side = LESSONS[self.now.lesson].3;
        let present = self.now.present().into_iter();
        let own = present.map(|at| (at, self.now.listed(at).learnt()));
        let own: Vec<(usize, Learnt)> = own.filter(|(_, learnt)| learnt.counted() > 0).collect();
        if own.is_empty() {
            return assert_eq!(answer.status, 422);
        }
        let told = answer.json();
        assert_eq!(told["collected"]["left"], json!([]), "{told}");
        let model = |name: &str| {
            let ending = ["", "-hexapawn"][self.now.lesson];
            let path = format!("{FOLDER}/{name}{ending}.menace");
            store::verify(&self.class.place.0.at(&path)).unwrap()
        };
        if self.now.is_one {
            return own[0].1.check_model(&model("class-one"));
        }
        for (at, learnt) in &own {
            learnt.check_model(&model(&self.now.groups[*at].device.file));
        }
        // Their sum has what each has added.
        let sum = model("class");
        let games: u64 = own.iter().map(|(_, learnt)| learnt.counted()).sum();
        assert_eq!(sum.games(), games);
        assert_eq!(count(&told["collected"]["games"]), games);
        for (key, matchbox) in sum.table(side).unwrap() {
            for (colour, &beads) in matchbox.beads.iter().enumerate() {
                let start = i128::from(sum.rule().start_beads(matchbox.ply, matchbox.beads.len()));
                let boxes = own.iter().filter_map(|(_, learnt)| learnt.table.get(key));
                let added = boxes.map(|one| i128::from(one.beads[colour]) - start);
                assert_eq!(i128::from(beads), (start + added.sum::<i128>()).max(0));
            }
        }
    }

    fn step(mut self) -> Self {
        match self.dice.index(60) {
            0 | 1 => self.takes_back(),
            2 => self.turns(),
            3 if self.now.present().len() > 2 => self.removes(),
            4 if !self.is_full => self.joins(),
            5 => self.pauses(),
            6..8 if !self.is_full || self.is_owed => self.collects(),
            8..10 => self.fills(),
            10..13 => return self.ends(),
            _ => self.plays(),
        }
        self
    }

    /// What wall and boards show is what the list says.
    fn check(&self) {
        let (now, wall, counting) = (&self.now, self.class.wall(), self.now.counting());
        let letters = |games: &[usize]| -> String {
            let endings = games.iter().map(|&at| now.games[at].played.ending);
            let outcomes = endings.map(|ending| ending.outcome().unwrap());
            let verdicts = outcomes.map(|outcome| json!(outcome.verdict(LESSONS[now.lesson].3)));
            verdicts.map(|one| word(&one)[..1].to_owned()).collect()
        };
        assert_eq!(wall["results"], letters(&counting));
        let games = self.class.led("/games", &Value::Null)["games"].take();
        let listed = list(&games).iter().rev().map(|game| count(&game["number"]));
        let numbers = counting.iter().map(|&at| at as u64 + 1);
        assert!(listed.eq(numbers), "{games}");
        let lacks = self.is_owed.then(|| json!(self.lost().0));
        assert_eq!(wall["unsaved"].get("games"), lacks.as_ref());
        for (shown, at) in list(&wall["groups"]).iter().zip(now.present()) {
            let own = counting.iter().copied();
            let own: Vec<usize> = own.filter(|&one| now.games[one].group == at).collect();
            assert_eq!(count(&shown["games"]), own.len() as u64);
            if !now.is_one {
                assert_eq!(shown["machine"]["results"], letters(&own));
            }
            self.check_board(at, &own);
        }
    }

    /// A board shows the machine that its group teaches, and lists the group's games.
    fn check_board(&self, group: usize, own: &[usize]) {
        let Group {
            device,
            moves: kept,
            ..
        } = &self.now.groups[group];
        let listed = self.now.listed(group);
        let learnt = listed.learnt();
        let scene = self.class.shown(device);
        assert_eq!(count(&scene["games"]), learnt.counted());
        if scene["round"]["ended"].is_null() {
            assert_eq!(moves(&scene["round"]), json!(kept));
        }
        let asks = |what: &str| self.class.asks(device, what).json();
        learnt.check_curve(&asks("/curve"));
        let games = asks("/games")["games"].take();
        let shown = list(&games).iter().filter(|one| one["ended"] == true);
        let own = own.iter().map(|&at| &self.now.games[at]);
        let own = own.map(|one| listed.text(&one.played.moves));
        assert!(shown.map(|one| one["moves"].clone()).eq(own), "{games}");
        // The last one is shown as it went.
        if let Some(last) = list(&games).last() {
            let round = asks(&format!("/games/{}", last["number"]))["round"].take();
            assert_eq!(moves(&round), last["moves"], "{round}");
        }
    }
}

/// The whole form takes more steps.
#[test]
fn a_class_is_what_the_list_of_its_games_says() {
    for number in 0..whole_or(20, 3) {
        let mut class = Played::new(number);
        for _ in 0..100 {
            class.check();
            class = class.step();
        }
    }
}
