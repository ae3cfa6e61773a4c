//! A class at its machine, played by hand: after any steps, mistakes taken back, corrections,
//! reloads and merges, the file has the beads that lie in the boxes on the table.

use crate::place::Text as _;
use std::collections::{BTreeMap, HashSet};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use matchboxes::dice::{Dice, Purpose};
use matchboxes::game::Side;
use matchboxes::games::parse;
use matchboxes::kit::{Kit, KitBeads, KitBox};
use matchboxes::learn::{Learners, Rule};
use matchboxes::store::{self, Model, Provenance};
use matchboxes_page::{Method, Page, PageRequest, Settings, Surroundings, start};
use matchboxes_pictures::print::{PrintSetting, Printed, PrintedDocument, Sheets};
use serde_json::{Value, json};
use tempfile::TempDir;

use super::client::{count, list, word};
use crate::whole::{is_whole, whole_or};

/// A clock that stands still, numbers one step apart, and how often it was told that something has changed.
pub(super) struct Still {
    numbers: AtomicU64,
    step: u64,
    pub(super) told: AtomicU64,
}

impl Still {
    pub(super) fn new(first: u64, step: u64) -> Arc<Self> {
        Arc::new(Self {
            numbers: AtomicU64::new(first),
            step,
            told: AtomicU64::new(0),
        })
    }
}

impl Surroundings for Still {
    fn now(&self) -> Duration {
        Duration::ZERO
    }

    fn random(&self) -> Option<u64> {
        Some(self.numbers.fetch_add(self.step, Ordering::Relaxed))
    }

    fn changed(&self) {
        self.told.fetch_add(1, Ordering::Relaxed);
    }
}

/// A page over a folder; the first number tells its machines from those of other pages.
pub(super) fn page(folder: &Path, first: u64) -> Page {
    page_in(folder, Still::new(first, 1))
}

pub(super) fn page_in(folder: &Path, surroundings: Arc<dyn Surroundings>) -> Page {
    let settings = Settings {
        folder: folder.to_owned(),
        kiosk: false,
        classes: false,
        start: start(None, None).unwrap(),
        boards: 8,
        board_bytes: 1 << 30,
    };
    Page::new(settings, surroundings)
}

pub(super) fn request(path: &str, body: Option<&Value>) -> PageRequest {
    let (path, query) = path.split_once('?').unwrap_or((path, ""));
    PageRequest {
        method: body.map_or(Method::Get, |_| Method::Post),
        path: path.to_owned(),
        query: query.to_owned(),
        body: body.map_or_else(Vec::new, |body| body.to_string().into_bytes()),
    }
}

pub(super) fn asked(page: &Page, path: &str, body: Option<&Value>) -> Result<Value, Value> {
    let answer = page.answer(&request(path, body));
    let matchboxes_page::AnswerContent::Json(text) = answer.content else {
        panic!("{path}");
    };
    let told = serde_json::from_str(&text).unwrap();
    if answer.status == 200 {
        Ok(told)
    } else {
        Err(told)
    }
}

/// The box with this number.
fn numbered(kit: &Kit, number: u64) -> &KitBox {
    let mut boxes = kit.boxes.iter();
    boxes.find(|one| one.number as u64 == number).unwrap()
}

/// A class with its boxes: by number, the beads by letter.
pub(super) struct Class {
    pub(super) folder: TempDir,
    page: Page,
    name: &'static str,
    kit: Kit,
    wanted: Value,
    pub(super) boxes: BTreeMap<u64, BTreeMap<String, i64>>,
    dice: Dice,
    /// Tells its machine from others.
    own: u64,
    told: Value,
    /// How often anything but a plain step was done.
    taken_back: u64,
    corrected: u64,
    reloaded: u64,
}

impl Class {
    pub(super) fn new(
        name: &'static str,
        game: &str,
        rule: &Value,
        machine: Side,
        kit: Kit,
        seed: u64,
    ) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let page = page(folder.path(), seed << 32);
        let wanted =
            json!({ "game": game, "side": machine.other().name(), "rule": rule, "by_hand": true });
        let told = asked(&page, &format!("machines/{name}/sit"), Some(&wanted)).unwrap();
        let beads = |one: &KitBox| {
            let beads = one.choices.iter().map(|choice| {
                let start = i64::try_from(choice.start).unwrap();
                (choice.bead.letter().to_string(), start)
            });
            (one.number as u64, beads.collect())
        };
        let boxes = kit.boxes.iter().map(beads).collect();
        Self {
            folder,
            page,
            name,
            kit,
            wanted,
            boxes,
            dice: Dice::new(seed, Purpose::Match, 0, 0),
            own: seed << 32,
            told,
            taken_back: 0,
            corrected: 0,
            reloaded: 0,
        }
    }

    pub(super) fn post(&mut self, what: &str, body: &Value) {
        let path = format!("machines/{}/{what}", self.name);
        let mut body = body.clone();
        body["revision"] = self.scene()["revision"].clone();
        let before = self.scene().clone();
        self.told = asked(&self.page, &path, Some(&body))
            .unwrap_or_else(|error| panic!("{path} {body}: {error}"));
        if what == "act/undo" {
            let is_changed = ["round", "games"]
                .iter()
                .any(|of| before[of] != self.scene()[of]);
            assert_eq!(before["can_undo"], is_changed, "{before}");
        }
        let steps = self.told["steps"].as_array().cloned().unwrap_or_default();
        for step in steps {
            let number = count(&step["number"]);
            let own = self.boxes.get_mut(&number).unwrap();
            let beads = own.get_mut(word(&step["letter"])).unwrap();
            *beads += step["n"].as_i64().unwrap();
            assert!(*beads >= 0, "{step} takes out beads that are not there");
        }
    }

    pub(super) fn scene(&self) -> &Value {
        &self.told["scene"]
    }

    fn one_of<'a>(&mut self, all: &'a [Value]) -> &'a Value {
        &all[self.dice.index(all.len())]
    }

    fn chance(&mut self, one_in: usize) -> bool {
        self.dice.index(one_in) == 0
    }

    /// The move of a bead drawn by hand from the class's own box, or one chosen by lot.
    pub(super) fn draw(&mut self) -> String {
        let scene = self.scene().clone();
        let hand = &scene["hand"];
        let legal = list(&scene["round"]["legal"]).to_vec();
        if hand["asks"] != "bead" {
            if hand["asks"] == "refill" {
                assert!(count(&hand["start"]) > 0);
            }
            return word(self.one_of(&legal)).to_owned();
        }
        let number = count(&hand["label"]["number"]);
        let own = self.boxes[&number].clone();
        let weights: Vec<u64> = own.values().map(|&n| u64::try_from(n).unwrap()).collect();
        let drawn = self.dice.draw(&weights);
        let drawn = drawn.unwrap_or_else(|| panic!("box {number} is empty: {hand}"));
        let letter = own.keys().nth(drawn).unwrap();
        let mut colours = list(&scene["round"]["box"]["colours"]).iter();
        let colour = colours.find(|colour| colour["letter"] == **letter);
        let colour = colour.unwrap();
        assert_eq!(count(&colour["beads"]), weights[drawn], "{number} {letter}");
        word(&colour["moves"][0]).to_owned()
    }

    /// Beads are spilt and counted again, and the record is corrected.
    fn spill(&mut self) {
        let number = {
            let here = self.scene()["hand"]["label"]["number"].as_u64();
            let all: Vec<u64> = self.boxes.keys().copied().collect();
            let any = all[self.dice.index(all.len())];
            here.filter(|_| any.is_multiple_of(2)).unwrap_or(any)
        };
        let own = self.boxes.get_mut(&number).unwrap();
        let mut beads = Vec::new();
        for choice in &numbered(&self.kit, number).choices {
            let n = i64::try_from(self.dice.index(4)).unwrap();
            *own.get_mut(&choice.bead.letter().to_string()).unwrap() = n;
            beads.push(n);
        }
        self.corrected += 1;
        self.post("correct", &json!({ "number": number, "beads": beads }));
    }

    /// The program is started again, and the page sits down as it remembers.
    fn reload(&mut self) {
        self.reloaded += 1;
        let scene = self.scene().clone();
        let round = &scene["round"];
        let turns = list(&round["turns"]);
        let chosen = turns
            .iter()
            .filter(|turn| turn["person"] == true || turn["hand"] == true);
        let moves: Vec<&Value> = chosen.map(|turn| &turn["move"]).collect();
        let mut wanted = self.wanted.clone();
        wanted["side"] = scene["person"].clone();
        if round["ended"].is_null() && !moves.is_empty() {
            wanted["unfinished"] = json!({ "games": scene["games"], "moves": moves });
        }
        if Path::new(&self.path()).exists() {
            wanted.as_object_mut().unwrap().remove("rule");
        }
        self.page.close();
        self.own += 1 << 16;
        self.page = page(self.folder.path(), self.own);
        self.post("sit", &wanted);
        if round["ended"].is_null() {
            let now = &self.scene()["round"]["position"];
            assert_eq!(*now, round["position"], "after a reload");
        }
    }

    fn path(&self) -> String {
        let path = self.folder.path().join(format!("{}.menace", self.name));
        path.display().to_string()
    }

    fn play(&mut self, games: usize) {
        for _ in 0..games {
            let mut patience = 0;
            while self.scene()["round"]["ended"].is_null() {
                patience += 1;
                assert!(patience < 2_000, "no game ends");
                if self.scene()["hand"]["seats"] == true && self.chance(2) {
                    self.post("seats", &json!({}));
                }
                if self.chance(60) {
                    self.spill();
                    continue;
                }
                if self.chance(80) {
                    self.reload();
                }
                let round = self.scene()["round"].clone();
                let m = if round["waits"] == true {
                    let legal = list(&round["legal"]);
                    word(self.one_of(legal)).to_owned()
                } else {
                    self.draw()
                };
                self.post("move", &json!({ "move": m }));
                if self.chance(20) {
                    self.taken_back += 1;
                    self.post("act/undo", &json!({}));
                }
            }
            self.check();
            if self.chance(12) {
                for _ in 0..=self.dice.index(5) {
                    self.taken_back += 1;
                    self.post("act/undo", &json!({}));
                }
                continue;
            }
            if self.chance(10) {
                self.spill();
                if self.scene()["round"]["ended"].is_null() {
                    continue;
                }
                self.check();
            }
            if self.scene()["round"]["ended"]["stopped"] == true {
                return;
            }
            self.post("act/new", &json!({}));
        }
    }

    fn model(&self) -> Model {
        store::verify(Path::new(&self.path())).unwrap()
    }

    /// The beads in the file, box by box as the class has them.
    pub(super) fn in_file(&self) -> BTreeMap<u64, BTreeMap<String, i64>> {
        let model = self.model();
        let content = KitBeads::from_table(&self.kit, model.table(self.kit.side).unwrap());
        let boxes = self.kit.boxes.iter().zip(content.beads);
        let boxes = boxes.map(|(one, beads)| {
            let beads =
                one.choices.iter().zip(beads).map(|(choice, n)| {
                    (choice.bead.letter().to_string(), i64::try_from(n).unwrap())
                });
            (one.number as u64, beads.collect())
        });
        boxes.collect()
    }

    fn check(&self) {
        assert_eq!(self.in_file(), self.boxes, "{}", self.told);
        let model = self.model();
        assert!(model.last().is_by_hand());
        assert_eq!(model.games(), count(&self.scene()["games"]));
    }
}

/// Every game of the page with every rule that moves beads and side of which a kit can be printed.
pub(super) fn kits(wanted: impl Fn(&str) -> bool) -> Vec<(String, Value, Kit)> {
    let folder = tempfile::tempdir().unwrap();
    let shelf = asked(&page(folder.path(), 0), "shelf", None).unwrap();
    let mut kits = Vec::new();
    for game in list(&shelf["games"]) {
        let name = word(&game["name"]);
        if !wanted(name) {
            continue;
        }
        let game = parse(name).unwrap();
        for sliders in list(&shelf["rules"]) {
            let rule = matchboxes::learn::preset(word(&sliders["name"])).unwrap();
            for side in Side::BOTH {
                let learners = match (side, rule.learner) {
                    (_, Some(Learners::Shared)) => Learners::Shared,
                    (Side::First, _) => Learners::First,
                    (Side::Second, _) => Learners::Second,
                };
                let rule: Rule = rule.clone().for_learners(learners);
                if let Ok(kit) = Kit::new(&game, &rule, side) {
                    kits.push((name.to_owned(), sliders.clone(), kit));
                }
            }
        }
    }
    kits
}

/// Every box of the page is on the labels with its number, and every bead with its letter and colour.
fn check_sheets(class: &Class) {
    let printed = Printed {
        kit: &class.kit,
        content: &KitBeads::new(&class.kit),
        setting: &PrintSetting::default(),
    };
    let document = PrintedDocument::new(&[Sheets::Labels, Sheets::Filling], printed);
    let sheets: String = document.svg().collect();
    // What stands in quotes or between tags.
    let words: HashSet<&str> = sheets.split(['<', '>', '"']).collect();
    let listed = asked(&class.page, &format!("machines/{}/list", class.name), None).unwrap();
    for of in list(&listed["list"]) {
        let number = count(&of["number"]);
        let one = numbered(&class.kit, number);
        assert_eq!(of["position"], one.position);
        assert!(words.contains(&*number.to_string()), "{number}");
        // A cup shows its number of counters in large, and not the text of the position.
        let is_cup = class.kit.start.is_one_pile();
        let is_named = is_cup || words.contains(&*one.position);
        assert!(is_named, "{number}");
        for heap in list(&of["beads"]) {
            let [letter, fill] = ["letter", "fill"].map(|field| word(&heap[field]));
            let is_white = fill == "#ffffff" && words.contains("white");
            assert!(words.contains(fill) || is_white, "{letter} {fill}");
            assert!(words.contains(letter), "{letter}");
        }
    }
}

/// A kit of every game and of every rule; of the others one in some by lot, in the whole form all.
fn short_or_all(kits: Vec<(String, Value, Kit)>, one_in: usize) -> Vec<(String, Value, Kit)> {
    let mut dice = Dice::new(7, Purpose::Trial, 0, 0);
    let (mut games, mut rules) = (HashSet::new(), HashSet::new());
    let mut is_chosen = |(game, _, kit): &(String, Value, Kit)| {
        let is_new_game = games.insert(game.clone());
        let is_new_rule = rules.insert(kit.rule.name.clone());
        is_new_game || is_new_rule || dice.index(one_in) == 0 || is_whole()
    };
    kits.into_iter().filter(|kit| is_chosen(kit)).collect()
}

/// The file has the beads that lie on the table. The whole form has every kit, the short one one of each game and rule.
#[test]
fn the_file_has_the_beads_on_the_table() {
    let kits = short_or_all(kits(|_| true), 40);
    assert!(kits.len() >= whole_or(100, 20), "{}", kits.len());
    let second = kits.iter().filter(|(_, _, kit)| kit.side == Side::Second);
    assert!(second.count() >= 5);
    let (mut games, mut taken_back, mut corrected, mut reloaded) = (0, 0, 0, 0);
    for (number, (game, rule, kit)) in kits.into_iter().enumerate() {
        let side = kit.side;
        let mut class = Class::new("class", &game, &rule, side, kit, number as u64);
        let is_known = ["her", "michie-304", "cups"].contains(&&*class.kit.rule.name);
        if is_known && class.kit.boxes.len() < 400 {
            check_sheets(&class);
        }
        // Machines of many boxes take long to lay out.
        class.play(if class.kit.boxes.len() > 400 { 1 } else { 7 });
        games += count(&class.scene()["games"]);
        taken_back += class.taken_back;
        corrected += class.corrected;
        reloaded += class.reloaded;
    }
    println!("{games} games, {taken_back} taken back, {corrected} corrected, {reloaded} reloaded");
    let share = whole_or(1, 8);
    assert!(games > 1_000 / share && taken_back > 300 / share);
    assert!(corrected > 100 / share && reloaded > 50 / share);
}

/// The merged file has the beads of both groups, the same games are not counted twice, and a class goes on with the sum.
#[test]
fn two_groups_are_added_up_box_by_box() {
    let kits = kits(|game| ["hexapawn", "nim:8:take=3"].contains(&game));
    for (number, (game, rule, kit)) in short_or_all(kits, 8).into_iter().enumerate() {
        let seed = 10_000 + number as u64;
        let [mut one, two] = [("one", seed), ("two", seed + 5_000)].map(|(name, seed)| {
            let mut class = Class::new(name, &game, &rule, kit.side, kit.clone(), seed);
            class.play(6);
            class
        });
        if one.scene()["games"] == 0 || two.scene()["games"] == 0 {
            continue;
        }
        two.page.close();
        std::fs::copy(two.path(), one.folder.path().join("two.menace")).unwrap();
        let merge = |into: &str, names: [&str; 2]| {
            let path = format!("machines/{into}/merge");
            asked(&one.page, &path, Some(&json!({ "names": names })))
        };
        let told = merge("class", ["one", "two"]).unwrap();
        assert!(told["scene"]["hand"].is_object(), "{told}");
        assert!(merge("again", ["one", "class"]).is_err());
        let parents = [&one, &two].map(|class| (class.name.to_owned(), class.model()));
        let sum = store::merge(&parse(&game).unwrap(), &parents).unwrap();
        (one.name, one.told) = ("class", told);
        assert_eq!(one.model().tables, sum.tables, "{game} {}", kit.rule.name);
        one.boxes = one.in_file();
        one.wanted.as_object_mut().unwrap().remove("rule");
        one.play(5);
    }
}

/// A machine played by hand is not trained on the page, and its unfinished game stays when one is asked for. On Windows its folder
/// cannot go while it is used.
#[cfg(unix)]
#[test]
fn a_refused_teacher_leaves_the_game_at_the_table() {
    let (game, rule, kit) = kits(|game| game == "hexapawn").swap_remove(0);
    let mut class = Class::new("one", &game, &rule, Side::Second, kit, 1);
    class.post("move", &json!({ "move": "a3-a2" }));
    let before = asked(&class.page, "machines/one", None).unwrap();
    assert_eq!(before["scene"]["hand"]["asks"], "bead", "{before}");
    let seen = &before["scene"]["revision"];
    let wanted = json!({ "game": game, "side": "first", "teacher": "random", "revision": seen });
    let error = asked(&class.page, "machines/one/sit", Some(&wanted)).unwrap_err();
    assert!(error.to_string().contains("by hand"), "{error}");
    assert_eq!(asked(&class.page, "machines/one", None).unwrap(), before);

    // Where the folder goes, the answer to the last move names the file in which the game is kept.
    std::fs::remove_dir_all(class.folder.path()).unwrap();
    let told = loop {
        let scene = asked(&class.page, "machines/one", None).unwrap()["scene"].clone();
        let body = json!({ "move": scene["round"]["legal"][0], "revision": scene["revision"] });
        if let Err(told) = asked(&class.page, "machines/one/move", Some(&body)) {
            break word(&told["error"]).to_owned();
        }
    };
    // The path may have blanks.
    let begin = told.rfind(std::env::temp_dir().to_str().unwrap());
    let mut kept = told[begin.expect("a path")..].split_inclusive(".menace");
    let kept = kept.next().filter(|path| path.contains("-saved-"));
    let kept = store::verify(Path::new(kept.expect(&told))).unwrap();
    assert_eq!(kept.games(), 1);
}

/// A file says which side the machine had in every game drawn by hand; a game of the other side is refused.
#[test]
fn games_of_the_other_seat_are_refused_and_not_taken_back() {
    let (game, rule, kit) = kits(|game| game == "hexapawn").swap_remove(0);
    let machine = kit.side;
    let mut class = Class::new("one", &game, &rule, machine, kit, 3);
    while class.scene()["games"] == 0 {
        class.play(1);
    }
    let mut model = class.model();
    assert!(model.check().is_ok());
    let chapter = model.chapters.last_mut().unwrap();
    let [own, other] = [machine, machine.other()].map(Side::name);
    let Provenance::ByHand { games, .. } = &mut chapter.how else {
        panic!("games drawn by hand");
    };
    games[0] = games[0].replacen(own, other, 1);
    let refused = model.check().unwrap_err().to_string();
    refused.has(["the other side"]);

    // One that learns both sides may be built for either: what the other one has learnt is not taken back at its table.
    let page = class.page;
    let mut told = Value::Null;
    let mut post = |what: &str, mut body: Value| {
        body["revision"] = told["scene"]["revision"].clone();
        told = asked(&page, &format!("machines/both/{what}"), Some(&body)).unwrap();
        told["scene"].clone()
    };
    let path = class.folder.path().join("both.menace");
    let mut wanted = json!({ "game": game, "rule": rule, "learner": "both", "by_hand": true });
    for (games, side) in [(1, "first"), (2, "second")] {
        wanted["side"] = json!(side);
        let mut scene = post("sit", wanted.clone());
        wanted.as_object_mut().unwrap().remove("rule");
        while scene["round"]["ended"].is_null() {
            scene = post("move", json!({ "move": scene["round"]["legal"][0] }));
        }
        assert_eq!(store::verify(&path).unwrap().games(), games);
    }
    for _ in 0..9 {
        assert_eq!(post("act/undo", json!({}))["person"], "second");
        assert_eq!(store::verify(&path).unwrap().games(), 1);
    }
}
