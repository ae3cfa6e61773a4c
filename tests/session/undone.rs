//! Undoing moves and games gives the same files as if they had never been played, whatever else is done in
//! between: random steps, each followed by the checks for reading a file.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use matchboxes::arena::Ending;
use matchboxes::dice::{Dice, Purpose};
use matchboxes::game::{Game, Side};
use matchboxes::games::{AnyGame, parse};
use matchboxes::learn::{Learners, Rule, Table, baselines};
use matchboxes::session::{Already, Keeping, Opened, Request, WithPerson, train, with_person};
use matchboxes::store::{self, Model};
use tempfile::TempDir;

use crate::tools::{rule, rule_with};
use crate::whole::whole_or;

/// A person playing a machine that learns, and the file of the machine.
struct Sitting {
    path: PathBuf,
    person: Side,
    opened: Opened,
}

impl Sitting {
    fn at(game: &AnyGame, path: PathBuf, person: Side, rule: &Rule) -> Self {
        let is_new = !path.exists();
        // A new machine that learns both sides lets the person begin.
        let both = is_new && rule.learner == Some(Learners::Both);
        let request = WithPerson {
            player: Some(path.display().to_string().parse().unwrap()),
            side: (!both).then_some(person),
            rule: is_new.then(|| rule.clone()),
            learn: true,
            seed: Some(3),
            ..WithPerson::default()
        };
        let opened = with_person(game.clone(), &request).unwrap();
        let mut sitting = Self {
            path,
            person,
            opened,
        };
        sitting.answer();
        sitting
    }

    fn keep(&self) {
        let keeper = self.opened.keeper.as_ref().unwrap();
        keeper.keep(&self.opened.play, |_| ()).unwrap();
    }

    fn model(&self) -> Model {
        let keeper = self.opened.keeper.as_ref().unwrap();
        keeper.model(&self.opened.play)
    }

    /// Lets the machine move and saves what it has learnt, as the terminal and the page do.
    fn answer(&mut self) {
        while self.opened.play.step() {}
        if self.opened.play.end().is_some() {
            self.keep();
        }
    }

    fn make(&mut self, number: usize) {
        let play = &mut self.opened.play;
        let moves: Vec<_> = play.game().moves(play.at()).collect();
        play.make(moves[number % moves.len()]).unwrap();
        self.answer();
    }

    /// Undoes one step, if there is one; returns whether it undid a finished game.
    fn undo(&mut self) -> Option<bool> {
        let can_undo = self.opened.play.can_undo();
        let undone = self.opened.play.undo().unwrap();
        assert_eq!(undone.is_some(), can_undo);
        let undone = undone?;
        let is_game = undone.reopened || undone.earlier;
        if is_game {
            self.keep();
        }
        self.answer();
        Some(is_game)
    }

    /// Checks that a download is sound and equals the file; neither contains an unfinished game.
    fn check(&self) {
        let bytes = store::encode(&self.model());
        let model = store::decode(&bytes).unwrap();
        store::check_for(self.opened.play.game(), &self.path, &model).unwrap();
        match fs::read(&self.path) {
            Ok(file) => assert!(file == bytes, "the file differs"),
            Err(_) => assert_eq!(model.games(), 0),
        }
    }

    /// Checks that playing the remaining games of this sitting again from the file before them gives the same bytes.
    fn compare(&self, files: &BTreeMap<u64, Vec<u8>>, rule: &Rule) {
        let path = self.path.with_extension("plain.menace");
        let _ = fs::remove_file(&path);
        let played = self.opened.play.played();
        let ended = played.iter().filter(|one| one.ending != Ending::Stopped);
        let games = self.model().games() - ended.count() as u64;
        if let Some(before) = files.get(&games).filter(|_| games > 0) {
            fs::write(&path, before).unwrap();
        } else if rule.learner == Some(Learners::Both) && self.person == Side::Second {
            // A new machine that learns both sides lets the person begin.
            return;
        }
        let mut again = Self::at(self.opened.play.game(), path, self.person, rule);
        for played in played {
            if played.ending == Ending::Stopped {
                continue;
            }
            if again.opened.play.end().is_some() {
                again.opened.play.begin().unwrap();
                again.answer();
            }
            while again.opened.play.waits() {
                match played.moves.get(again.opened.play.turns().len()) {
                    Some(&m) => again.opened.play.make(m).unwrap(),
                    None => again.opened.play.resign().unwrap(),
                }
                again.answer();
            }
        }
        again.keep();
        assert!(fs::read(&again.path).unwrap() == store::encode(&self.model()));
        self.check();
        store::verify(&again.path).unwrap();
    }
}

/// How often each step was done.
#[derive(Debug, Default)]
struct Done {
    undone: u64,
    games_undone: u64,
    resigned: u64,
    begun: u64,
    trained: u64,
    stopped: u64,
    since_stop: u64,
}

/// Random steps at one machine.
fn steps(
    game: &AnyGame,
    (person, rule): (Side, &Rule),
    (dice, steps): (&mut Dice, u64),
    done: &mut Done,
) {
    let folder = folder();
    let path = folder.path().join("x.menace");
    // What the file was after this number of games.
    let mut files = BTreeMap::new();
    let mut sitting = Sitting::at(game, path.clone(), person, rule);
    for _ in 0..steps {
        let waits = sitting.opened.play.waits();
        match dice.below(1000) {
            0..150 => done.undone += u64::from(sitting.undo().is_some()),
            150..200 => {
                while sitting.undo() == Some(false) {}
                done.games_undone += 1;
            }
            200..260 if waits => {
                sitting.opened.play.resign().unwrap();
                sitting.answer();
                done.resigned += 1;
            }
            260..320 => {
                sitting.opened.play.begin().unwrap();
                sitting.answer();
                done.begun += 1;
            }
            n @ 320..330 => {
                sitting.compare(&files, rule);
                drop(sitting);
                if n >= 327 && path.exists() {
                    train_sets(&game.name(), &path, dice.below(3) + 1);
                    done.trained += 1;
                }
                // A machine for both sides can have the other one next time.
                let person = match rule.learner {
                    Some(Learners::Shared) if dice.below(2) == 0 => person.other(),
                    _ => person,
                };
                sitting = Sitting::at(game, path.clone(), person, rule);
                done.stopped += 1;
            }
            _ if waits => sitting.make(dice.index(100)),
            _ => {
                sitting.opened.play.begin().unwrap();
                sitting.answer();
            }
        }
        sitting.check();
        if let Ok(file) = fs::read(&path) {
            files.insert(store::decode(&file).unwrap().games(), file);
        }
    }
    sitting.compare(&files, rule);
    // All games since the last training, before a stop too, can be taken back.
    while sitting.undo().is_some() {
        if let Ok(file) = fs::read(&path) {
            let games = store::decode(&file).unwrap().games();
            assert!(files.get(&games).is_none_or(|known| *known == file));
            done.since_stop += u64::from(sitting.opened.play.number() == 1);
        }
    }
    let left = sitting.model();
    // A machine that plays both sides may have had the other one, whose games are not taken back here.
    if !left.last().is_trained() && rule.learner.is_none() {
        let is_new = |table: &Table| table.is_empty() && table.first().is_empty();
        assert!(left.games() == 0 && left.tables.iter().flatten().all(is_new));
    }
}

fn train_sets(game: &str, path: &Path, sets: u64) {
    let request = Request {
        game: Some(parse(game).unwrap()),
        sets: Some(sets),
        games_per_set: Some(2),
        ..Request::default()
    };
    let keeping = Keeping::at(path, Already::Continue);
    train(&request, &keeping, &mut ()).unwrap();
}

/// A folder in memory where possible, because every game is written to the disk.
fn folder() -> TempDir {
    let memory = tempfile::tempdir_in("/dev/shm");
    memory.or_else(|_| tempfile::tempdir()).unwrap()
}

/// Rules of beads that differ in what a game changes.
fn rules_of_beads() -> Vec<Rule> {
    let presets = "rote her scroggs-second michie-1963-sliding boxes-100";
    let mut rules: Vec<Rule> = presets.split(' ').map(rule).collect();
    let others = [
        ("rote", "name = 'waiting'; boxes = 'second-meeting'"),
        ("rote", "name = 'lots'; draw = '+1 random all'"),
        ("bridle", "name = 'any-move'; empty = 'any-move'"),
        ("bridle", "name = 'one-bead'; empty = 'one-bead'"),
        ("bridle", "name = 'refill'; empty = 'refill'"),
    ];
    rules.extend(others.map(|(name, fields)| rule_with(name, fields)));
    rules
}

/// The baselines, of which two change their step size and their exploring from game to game.
fn rules_of_values() -> Vec<Rule> {
    let mut rules = baselines();
    rules.retain(Rule::learns_at_boards);
    for own in &mut rules[..2] {
        let fades = "'0.9 to 0.1 over 20'";
        let fields = format!("alpha = {fades}, epsilon = {fades}, gamma = 0.9");
        *own = rule_with(&own.name, &format!("values = {{ {fields} }}"));
    }
    rules
}

/// Machines of several games and of these rules, each with `each` random steps.
fn many(rules: &[Rule], machines: u64, each: u64) {
    let mut done = Done::default();
    for number in 0..machines {
        let mut dice = Dice::new(22, Purpose::Trial, 0, number);
        let is_nim = number % 3 == 2;
        let rule = &Rule {
            learner: match dice.below(2) {
                0 if is_nim && number % 2 == 0 => Some(Learners::Shared),
                0 => Some(Learners::Both),
                _ => None,
            },
            ..rules[usize::try_from(number).unwrap() / 2 % rules.len()].clone()
        };
        let seat = (Side::BOTH[dice.index(2)], rule);
        let game = ["hexapawn", "tic-tac-toe", "nim:2,1"][usize::try_from(number % 3).unwrap()];
        let game = parse(game).unwrap();
        steps(&game, seat, (&mut dice, each), &mut done);
    }
    // A machine that has learnt to resign at once leaves few steps to do.
    let steps = machines * each;
    assert!(done.undone > steps / 20, "{done:?}");
    assert!(done.resigned > steps / 100, "{done:?}");
    let others = [done.trained, done.stopped, done.games_undone, done.begun];
    assert!(others.iter().all(|&n| n > 0), "{done:?}");
    assert!(done.since_stop > 0, "{done:?}");
}

/// Undoing leaves the files of the remaining games, after a few steps; after more in the whole form.
#[test]
fn undo_leaves_the_files_of_the_remaining_games() {
    many(&rules_of_beads(), 18, whole_or(150, 80));
}

/// Undoing leaves the values of the remaining games, after a few steps; after more in the whole form.
#[test]
fn undo_leaves_the_values_of_the_remaining_games() {
    many(&rules_of_values(), 8, whole_or(300, 100));
}
