//! A machine of the page as one file after any steps: games, undo, trainings, beads drawn by hand, reloads, a second tab, a
//! storage that fails or is cleared, deletions and another machine of the same name. What is listed, undone, saved and
//! shown is what a plain list of its games says.

use matchboxes::dice::{Dice, Purpose};
use matchboxes::game::Game as _;
use matchboxes::store::{self, Model};
use serde_json::{Value, json};

use crate::client::{list, word};
use crate::listed::{Entry, Listed, kind};
use crate::visit::{Visit, of_new_file};
use crate::whole::whole_or;

/// `told` asks the program past the page, `stored` reads a file of the browser's database, `fail` lets all writes to it fail
/// in this way. `does` presses a button and waits for the answer, after what is to be done with beads; `choices` are the
/// moves or beads that can be chosen, each with its button; `shown` is what the page shows of the list. Turns are shown at
/// once, also in a second tab after the storage was cleared.
const BESIDE: &str = r"
try { localStorage.setItem('menace-quick', 'yes'); } catch {}
const asked = new Map(), Own = Worker, Real = Blob, $ = id => document.getElementById(id);
window.Worker = class extends Own {
  constructor(source) {
    super(source);
    window.program = this;
    this.addEventListener('message', event => {
      const { id, bytes } = event.data;
      if (id !== 'fault' && !asked.has(id)) return;
      event.stopImmediatePropagation();
      asked.get(id)?.(bytes && JSON.parse(new TextDecoder().decode(bytes)));
    });
  }
};
const answered = (id, ask) => new Promise(done => { asked.set(id, done); ask(); });
window.told = (path, id = 'test' + asked.size) => answered(id, () => {
  program.postMessage({ id, path: 'machines/blue' + path, post: false, body: new Uint8Array() });
});
window.fail = fault => answered('fault', () => new BroadcastChannel('test').postMessage(fault));
window.stored = name => new Promise(done => {
  const opened = indexedDB.open('menace');
  opened.onupgradeneeded = () => opened.transaction.abort();
  opened.onerror = () => done(null);
  opened.onsuccess = ({ target: { result } }) => {
    const read = result.transaction('files').objectStore('files').get(name + '.menace');
    read.onsuccess = () => { result.close(); done(read.result ? [...read.result] : null); };
  };
});
window.until = async holds => { while (!await holds()) await new Promise(done => setTimeout(done, 5)); };
window.does = async button => {
  document.querySelectorAll('.tasks input:not(:checked)').forEach(box => box.click());
  document.querySelector(button).click();
  await until(() => !document.body.matches('.busy'));
};
window.choices = ({ waits, board: { moves, rows }, box }) => !waits
  ? box ? box.colours.flatMap((colour, i) => colour.beads ? [[colour.moves[0], `.now .choice:nth-child(${i + 1})`]] : []) : []
  : moves.map(({ move, cells }, i) => [move, rows.length || cells.length > 1 ? `#moves :nth-child(${i + 1})` : `#board [data-cell='${cells}']`]);
const ENDS = { 'machine won': 'win', draw: 'draw', 'you won': 'loss' };
window.shown = () => [/([\d,]+) games? learnt/.exec($('who').textContent)[1].replace(',', ''), $('at').textContent, !$('undo').disabled, !$('undo-game').disabled,
  ($('keeping').textContent.match(/^.* not saved yet/) ?? [''])[0], [...$('which').options].flatMap(one => ENDS[one.textContent.split(' · ')[1]] ?? [])];
const faults = `let fault = '';
  new BroadcastChannel('test').onmessage = ({ data }) => { fault = data; postMessage({ id: 'fault' }); };
  const { transaction } = IDBDatabase.prototype;
  IDBDatabase.prototype.transaction = function (...all) {
    const made = transaction.apply(this, all);
    if (!fault || all[1] === 'readonly') return made;
    if (fault === 'closing') throw new DOMException('', 'InvalidStateError');
    if (fault === 'silent') for (const end of ['oncomplete', 'onabort']) Object.defineProperty(made, end, { set() {} });
    queueMicrotask(() => made.abort());
    return made;
  };`;
window.Blob = class extends Real {
  constructor(parts, options = {}) { super(options.type === 'text/javascript' ? [faults, ...parts] : parts, options); }
};";

/// A machine called `blue`, and its list.
struct Blue {
    visit: Visit,
    listed: Listed,
    /// Whether nothing can be written, and whether something should have been since.
    is_full: bool,
    is_owed: bool,
    /// The list as it is in the database, and how often it was written there.
    in_file: Vec<Entry>,
    written: usize,
    dice: Dice,
}

impl Blue {
    /// In a browser that has kept nothing.
    fn new(mut visit: Visit, number: u64) -> Self {
        let nothing = json!({ "url": "about:blank" });
        visit.browser.call("Page.navigate", &nothing);
        let mut blue = Self {
            visit,
            listed: kind(number),
            is_full: false,
            is_owed: false,
            in_file: Vec::new(),
            written: 0,
            dice: Dice::new(75, Purpose::Trial, 2, number),
        };
        blue.forgets("all");
        blue.begins_anew(number);
        blue
    }

    fn forgets(&mut self, kinds: &str) {
        let all = json!({ "origin": "file://", "storageTypes": kinds });
        self.visit.browser.call("Storage.clearDataForOrigin", &all);
    }

    fn js(&mut self, steps: &str) -> Value {
        self.visit.eval(&format!("(async () => {{ {steps} }})()"))
    }

    fn does(&mut self, button: &str) {
        self.visit.eval(&format!("does(\"{button}\")"));
    }

    fn told(&mut self, path: &str) -> Value {
        self.visit.eval(&format!("told('{path}')"))
    }

    fn stored(&mut self, name: &str) -> Option<Model> {
        let bytes = self.visit.eval(&format!("stored('{name}')"));
        let bytes: Option<Vec<u8>> = serde_json::from_value(bytes).unwrap();
        bytes.map(|bytes| store::decode(&bytes).unwrap())
    }

    /// A machine of this name that knows nothing, by a link.
    fn begins_anew(&mut self, number: u64) {
        (self.is_full, self.is_owed) = (false, false);
        self.in_file.clear();
        self.listed = kind(number);
        self.listed.seed = self.dice.below(1 << 40);
        self.listed.is_by_hand = number % 8 == 5;
        self.listed.sit();
        let (of, seed) = (&self.listed, self.listed.seed);
        let machine = format!("{}&learner={}&seed={seed}", of.rule.name, of.machine.name());
        let link = format!("?game={}&rule={machine}#blue", of.game.name());
        self.visit.go(&link);
        if self.listed.is_by_hand {
            self.does("#hand-start button");
            self.visit.wait_for("#hand .now");
        }
    }

    /// After something was done that saves the machine.
    fn saves(&mut self) {
        self.is_owed = self.is_full;
        if !self.is_full {
            self.in_file.clone_from(&self.listed.entries);
            self.written += 1;
        }
    }

    /// A move, the end of a game, a new one, or undo of a step or a game.
    fn plays(&mut self) {
        let choices = self.js("return choices((await told('')).scene.round)");
        let choices = list(&choices);
        let is_over = self.listed.is_over();
        match self.dice.index(20) {
            n @ 0..=3 => {
                let before = self.listed.entries.len();
                let is_undone = self.listed.undo();
                while n == 3 && is_undone && !self.listed.present().0.is_empty() {
                    self.listed.undo();
                }
                self.does(if n == 3 { "#undo-game" } else { "#undo" });
                if is_undone && (is_over || self.listed.entries.len() < before) {
                    self.saves();
                }
                return;
            }
            n if is_over || n == 4 => return self.begins(),
            5 if self.visit.count("#resign:enabled") > 0 => {
                *self.listed.present().1 = true;
                self.does("#resign");
            }
            _ => {
                let choice = &choices[self.dice.index(choices.len())];
                let m = self.listed.game.read_move(word(&choice[0])).unwrap();
                self.listed.present().0.push(m);
                self.does(word(&choice[1]));
            }
        }
        if self.listed.learnt().games.last().unwrap().counts {
            self.saves();
        }
    }

    fn begins(&mut self) {
        self.does("#new");
        self.listed.begin();
    }

    /// Lets it learn from random play.
    fn trains(&mut self) {
        self.visit.choose("opponent", "random");
        self.visit.choose("games", "100");
        self.does("#train");
        self.js("await until(async () => !document.getElementById('train').hidden && !(await told('')).training)");
        self.listed.train(100);
        self.saves();
    }

    /// The page is there again, with what is in the database, and with the game that was not over.
    fn reloads(&mut self) {
        let present = self.listed.entries.last().cloned();
        let goes_on = !self.is_owed && !self.listed.is_over();
        if self.is_owed {
            // Else this game would be resumed after other ones.
            self.begins();
            self.listed.entries.clone_from(&self.in_file);
        }
        (self.is_full, self.is_owed) = (false, false);
        self.visit.reload();
        self.listed.sit();
        if let (true, Some(last)) = (goes_on, self.listed.entries.last_mut()) {
            last.clone_from(present.as_ref().unwrap());
        }
    }

    /// Lets all writes fail in one of the ways in which they can, or lets them succeed again.
    fn fails(&mut self, fault: &str) {
        self.visit.eval(&format!("fail('{fault}')"));
        self.is_full = !fault.is_empty();
        if fault.is_empty() && self.is_owed {
            self.saves();
            self.js("await until(() => shown()[4] === '')");
        }
    }

    /// The storage is cleared while the page is open, which has all that is lost.
    fn clears(&mut self) {
        let kinds = ["indexeddb", "all"][self.dice.index(2)];
        self.forgets(kinds);
        self.begins();
        self.js("await until(() => stored('blue'))");
    }

    /// Another tab has the same machine for a while. What both have learnt at once is kept twice.
    fn is_shared(&mut self) {
        self.begins();
        let (first, own) = (self.visit.browser.tab(), self.listed.clone());
        let (is_full, was_owed, before) = (self.is_full, self.is_owed, self.written);
        self.visit.browser.open_tab();
        self.visit.before_each_page(BESIDE);
        self.visit.go("#blue");
        (self.is_full, self.is_owed) = (false, false);
        self.listed.entries.clone_from(&self.in_file);
        self.listed.sit();
        for _ in 0..self.dice.index(12) {
            self.plays();
            self.check();
        }
        self.begins();
        self.visit.browser.call("Page.close", &json!({}));
        self.visit.browser.turn_to(first);
        self.is_full = is_full;
        if self.written == before {
            (self.listed, self.is_owed) = (own, was_owed);
            return;
        }
        self.listed.entries.clone_from(&self.in_file);
        self.listed.sit();
        if own.learnt().moves() == self.listed.learnt().moves() {
            // Both have come to the same file, so the first one goes on at its board.
            self.listed = own.clone();
        }
        if was_owed {
            self.fails("");
            self.visit
                .reads("#keeping", "is kept as the machine blue-saved-");
            let said = self.visit.text("#keeping");
            let kept = said.trim_end_matches('.').rsplit(' ').next().unwrap();
            own.learnt().check_model(&self.stored(kept).unwrap());
        }
    }

    /// Deletes the machine and brings it back, or deletes it for good and begins another one of its name.
    fn deletes(&mut self) {
        let press = |blue: &mut Self, button: &str| {
            let button = format!("document.querySelector('#mine [data-name=blue]{button}')");
            blue.js(&format!("await until(() => {button}); {button}.click()"));
        };
        // What an earlier list says does not count.
        self.js("document.getElementById('mine').replaceChildren(); document.getElementById('first-page').click()");
        press(self, ":not(.gone) button:nth-child(4)");
        self.visit.wait_for("#mine [data-name=blue].gone");
        let way = self.dice.index(4);
        if self.is_full {
            self.visit.reads("#keeping", "not saved yet");
        } else if way > 1 {
            self.js("window.isOld = true; location.reload()");
            self.visit.wait("!window.isOld && window.until");
        }
        if self.is_full || way.is_multiple_of(2) {
            press(self, ".gone button");
            press(self, ":not(.gone) button");
            self.visit
                .wait("location.hash === '#blue' && !document.getElementById('main').hidden");
            self.is_owed = self.is_full;
            self.listed.sit();
        } else {
            press(self, ".gone button:nth-child(2)");
            self.visit.wait_for_count("#mine [data-name=blue]", 0);
            let number = self.dice.below(8);
            self.begins_anew(number);
        }
    }

    fn step(&mut self) {
        let (step, has_file) = (self.dice.index(60), self.stored("blue").is_some());
        println!("{step}");
        match step {
            0 | 1 if !self.is_owed && !self.listed.is_by_hand => self.trains(),
            2 | 3 if has_file || !self.is_owed => self.reloads(),
            4..7 if has_file => self.is_shared(),
            7..10 if self.is_full => self.fails(""),
            7..10 => {
                let faults = whole_or(&["full", "closing", "silent"][..], &["full", "closing"]);
                self.fails(faults[step % faults.len()]);
            }
            10 if !self.is_full && has_file => self.clears(),
            11..14 if !self.is_owed && self.listed.learnt().counted() > 0 => self.deletes(),
            _ => self.plays(),
        }
    }

    /// What is shown, listed and saved is what the list says.
    fn check(&mut self) {
        let learnt = self.listed.learnt();
        let [scene, games, curve] = ["", "/games", "/curve"].map(|path| self.told(path));
        learnt.check_round(&self.listed, &scene["scene"]["round"]);
        learnt.check_curve(&curve);
        learnt.check_past(&self.listed, &games["games"]);
        let mut saved = self.listed.clone();
        let can_undo = saved.undo();
        saved.entries.clone_from(&self.in_file);
        let saved = saved.learnt();
        match self.stored("blue") {
            Some(model) => saved.check_model(&model),
            None => assert_eq!(saved.counted(), 0),
        }
        let keeping = match learnt.counted().saturating_sub(saved.counted()) {
            _ if !self.is_owed => String::new(),
            0 => "The last change is not saved yet".to_owned(),
            1 => "1 game not saved yet".to_owned(),
            n => format!("{n} games not saved yet"),
        };
        let turns = learnt.games.last().unwrap().moves.len();
        let played = self.listed.entries.iter().zip(&learnt.games);
        let played = played.filter(|(entry, _)| matches!(entry, Entry::Person(..)));
        let ended = played.filter_map(|(_, went)| {
            Some(json!(went.ending?.outcome()?.verdict(self.listed.machine)))
        });
        let (at, games) = (format!("{turns} / {turns}"), learnt.counted().to_string());
        let expected = json!([
            games,
            at,
            can_undo,
            can_undo,
            keeping,
            ended.collect::<Value>()
        ]);
        let shown = self.js(&format!(
            "const begun = Date.now(); await until(() => JSON.stringify(shown()) === JSON.stringify({expected}) || Date.now() > begun + 30_000); return shown();"
        ));
        assert_eq!(shown, expected);
    }

    /// Steps through a game that is listed, and returns to the present one.
    fn looks_back(&mut self) {
        let numbers = "[...document.getElementById('which').options].map(one => one.value)";
        let numbers = self.visit.eval(numbers);
        let (last, earlier) = list(&numbers).split_last().unwrap();
        if !earlier.is_empty() {
            let one = word(&earlier[self.dice.index(earlier.len())]);
            let all = list(&self.told(&format!("/games/{one}"))["round"]["turns"]).len();
            self.visit.choose("which", one);
            for place in 0..=all {
                let said = format!("Looking back at game {one}: after {place} of {all} moves.");
                self.visit.wait_for_text("#status", &said);
                if self.listed.game.name() == "tic-tac-toe" {
                    assert_eq!(self.visit.count("#board .stone"), place as u64);
                }
                self.js("document.getElementById('forth').click()");
            }
            self.visit.choose("which", word(last));
        }
    }
}

/// The whole form takes more steps, and plays by hand too: there a game is now and then not gone on with after a reload on a
/// busy machine, for a reason that is not known.
#[test]
fn a_machine_of_the_file_is_what_the_list_of_its_games_says() {
    let Some(mut visit) = of_new_file() else {
        return;
    };
    visit.before_each_page(BESIDE);
    for number in whole_or(2..42, 2..5) {
        let mut blue = Blue::new(visit, number);
        for step in 0..whole_or(100, 24) {
            blue.check();
            if step % 8 == 7 {
                blue.looks_back();
            }
            blue.step();
        }
        visit = blue.visit;
    }
    // The page asks before something is lost, which a browser without a window does not show.
    let events = &mut visit.browser.events;
    events.retain(|event| event["params"]["entry"]["source"] != "intervention");
    visit.end();
}
