//! A machine of a class, which learns from games that ended at several boards, is the machine that one person would
//! have taught by the same games.

use std::collections::HashSet;
use std::path::Path;

use matchboxes::dice::{Dice, Purpose};
use matchboxes::game::{Game, Move, Side};
use matchboxes::games::{AnyGame, parse};
use matchboxes::learn::{Learners, baselines, presets};
use matchboxes::session::{ClassMachine, Unfolded, WithPerson, class_of, with_person};
use matchboxes::store::BoxView;
use serde_json::{Value, json};

use crate::whole::whole_or;

const GAMES: u64 = 25;

#[test]
fn a_class_teaches_what_one_person_would() {
    let folder = tempfile::tempdir().unwrap();
    let mut taught = 0;
    for name in ["hexapawn", "tic-tac-toe", "nim:8:take=3"] {
        let game = parse(name).unwrap();
        for (number, rule) in presets().into_iter().chain(baselines()).enumerate() {
            let side = Side::BOTH[number % 2];
            if !rule.learns_at_boards() {
                let refused = ClassMachine::new(game.clone(), rule, side, 7).err();
                assert!(refused.unwrap().to_string().contains("trainings alone"));
                continue;
            }
            let learners = [Learners::First, Learners::Second][side.index()];
            let rule = rule.for_learners(learners);
            let file = format!("{}-{}.menace", name.replace(':', "-"), rule.name);
            let path = folder.path().join(file);
            let asked = WithPerson {
                player: Some(path.display().to_string().parse().unwrap()),
                side: Some(side.other()),
                rule: Some(rule.clone()),
                learn: true,
                ..WithPerson::default()
            };
            let mut opened = with_person(game.clone(), &asked).unwrap();
            let mut machine = ClassMachine::new(game.clone(), rule.clone(), side, 7).unwrap();
            let mut dice = Dice::new(56, Purpose::Match, number as u64, 0);
            for _ in 0..GAMES {
                let play = &mut opened.play;
                while play.end().is_none() {
                    if play.step() {
                        continue;
                    }
                    let moves: Vec<Move> = game.moves(play.at()).collect();
                    let at = usize::try_from(dice.below(moves.len() as u64)).unwrap();
                    play.make(moves[at]).unwrap();
                }
                let counted = play.records().count() as u64;
                let played = play.played().pop().unwrap();
                if counted > machine.games() {
                    let facts = |view: &BoxView<AnyGame>| {
                        let colours = view.colours.iter();
                        let held = colours.map(|colour| (colour.beads, colour.value));
                        (view.met, view.ply, held.collect::<Vec<_>>())
                    };
                    machine.learn([(1, &played)]).unwrap();
                    let past = Unfolded::of_class(&machine, None);
                    let changes = past.round(machine.games()).unwrap().end.changes;
                    let shown = &play.end().unwrap().changes;
                    assert_eq!(changes.len(), shown.len());
                    for (one, other) in changes.iter().zip(shown) {
                        let all = [one, other].map(|c| (c.m, facts(&c.before), facts(&c.after)));
                        assert_eq!(all[0], all[1], "{name} {}", rule.name);
                    }
                    taught += 1;
                }
                let (table, model) = (play.table(side), machine.model());
                assert_eq!(model.table(side), table.as_ref(), "{name} {}", rule.name);
                play.begin().unwrap();
            }
            let kept = opened.keeper.unwrap().model(&opened.play);
            let model = machine.model();
            assert_eq!(model.history, kept.history, "{name} {}", rule.name);
            let words = model.last().in_words().replace("seed 7", "seed 1961");
            assert_eq!(words, kept.last().in_words());
        }
    }
    assert!(taught > 1_000, "{taught}");
}

/// The lines of a class with two groups, a game, a game in progress, and a file that was written.
fn class_lines() -> Vec<String> {
    let [token, one, two] = ['a', 'b', 'c'].map(|digit| digit.to_string().repeat(32));
    let lines = [
        json!({ "what": "begun", "format": 1, "class": "7b", "code": "CDFG", "token": token, "lesson": "cups", "seed": 7 }),
        json!({ "what": "listens", "port": 8080 }),
        json!({ "what": "joined", "group": 1, "name": "A", "file": "a", "key": one, "code": "CDFGHJ" }),
        json!({ "what": "joined", "group": 2, "name": "B", "file": "b", "key": two, "code": "CDFGHK" }),
        json!({ "what": "moved", "group": 1, "moves": ["a1", "a1"] }),
        json!({ "what": "ended", "game": 1, "group": 1, "moves": ["a3", "a3", "a2"] }),
        json!({ "what": "ended", "game": 2, "group": 2, "moves": ["a1"], "resigned": "second" }),
        json!({ "what": "taken-back", "game": 2 }),
        json!({ "what": "paused", "paused": true }),
        json!({ "what": "saved", "file": "a", "version": "0".repeat(24) }),
        json!({ "what": "renamed", "group": 2, "name": "C", "file": "c" }),
        json!({ "what": "removed", "group": 2 }),
        json!({ "what": "turned", "lesson": "hexapawn", "way": "one" }),
        json!({ "what": "led", "pace": { "all": { "step": 3, "answered": false } } }),
        json!({ "what": "guessed", "group": 1, "step": 3, "choice": 1 }),
        json!({ "what": "led", "pace": { "all": { "step": 3, "answered": true } } }),
    ];
    lines.iter().map(Value::to_string).collect()
}

/// What no class writes is refused with its line, whatever a file has that someone hands on.
#[test]
fn a_forged_line_of_a_class_is_refused() {
    let path = Path::new("class.jsonl");
    let lines = class_lines();
    let read = class_of(path, &lines).unwrap().unwrap();
    assert_eq!((read.groups().len(), read.games().len()), (2, 2));
    assert_eq!(read.guesses(), [0, 1, 0, 0]);
    let parsed = lines.iter().map(|line| serde_json::from_str(line));
    let all: Vec<Value> = parsed.map(Result::unwrap).collect();
    let all_at = |step: u8| json!({ "all": { "step": step, "answered": false } });
    let secret = "b".repeat(32);
    let long = "x".repeat(100_000);
    for (line, field, forged) in [
        (0, "format", json!(2)),
        (0, "class", json!("")),
        (0, "code", json!("")),
        (0, "token", json!("")),
        (2, "file", json!("../../evil")),
        (2, "file", json!("/tmp/evil")),
        (2, "file", json!("C:\\evil")),
        (2, "file", json!("class")),
        (2, "file", json!("a-hexapawn")),
        (2, "name", json!(long)),
        (2, "name", json!("A\nB")),
        (2, "name", json!("\u{202e}A")),
        (2, "name", json!(" A")),
        (2, "key", json!("")),
        (2, "code", json!("")),
        (2, "code", json!("CDFG")),
        (2, "group", json!(2)),
        (3, "file", json!("a")),
        (3, "name", json!("a")),
        (3, "key", json!(secret)),
        (3, "key", json!("a".repeat(32))),
        (3, "code", json!("CDFGHJ")),
        (3, "group", json!(1)),
        (4, "moves", json!(["a9"])),
        (4, "group", json!(3)),
        (5, "game", json!(2)),
        (5, "moves", json!(["a3"])),
        (6, "game", json!(1)),
        (6, "resigned", json!("first")),
        (7, "game", json!(3)),
        (9, "file", json!("../evil")),
        (9, "version", json!("")),
        (10, "name", json!("A")),
        (10, "file", json!("../evil")),
        (10, "file", json!("a")),
        (11, "group", json!(0)),
        (12, "lesson", json!("chess")),
        (12, "what", json!("begun")),
        (12, "more", json!(1)),
        (13, "pace", json!("fast")),
        (13, "pace", all_at(0)),
        (13, "pace", all_at(10)),
        (14, "group", json!(2)),
        (14, "step", json!(2)),
        (14, "choice", json!(4)),
    ] {
        let mut forged_lines = all.clone();
        forged_lines[line][field] = forged.clone();
        let forged_lines: Vec<String> = forged_lines.iter().map(Value::to_string).collect();
        let error = class_of(path, &forged_lines).err();
        let told = error.map(|error| error.to_string()).unwrap_or_default();
        let is_named = told.contains(&format!("line {}", line + 1));
        assert!(is_named, "{line} {field} {forged}: {told}");
    }
}

/// Lines that are changed, moved, doubled and removed at random make a class that is refused or sound. The whole form
/// tries more of them.
#[test]
fn a_class_of_any_lines_is_refused_or_sound() {
    let path = Path::new("class.jsonl");
    let lines = class_lines();
    let parsed = lines.iter().map(|line| serde_json::from_str(line));
    let all: Vec<Value> = parsed.map(Result::unwrap).collect();
    let secret = "b".repeat(32);
    let mut dice = Dice::new(73, Purpose::Match, 0, 0);
    let mut some = |n: usize| usize::try_from(dice.below(n as u64)).unwrap();
    // The first one is empty.
    let values = format!("|a|../b|CDFGHJ|A\u{200b}|a1|first|{secret}|0");
    let values: Vec<&str> = values.split('|').collect();
    let (mut sound, tries) = (0, whole_or(100_000, 2_000));
    for _ in 0..tries {
        let mut forged = all.clone();
        for _ in 0..=some(2) {
            let (one, other) = (some(forged.len()), some(forged.len()));
            let line = forged[one].as_object_mut().unwrap();
            let at = some(line.len());
            let (_, value) = line.iter_mut().nth(at).unwrap();
            match (some(6), value) {
                (0, _) => forged.swap(one, other),
                (1, _) => forged.insert(other, all[one.min(all.len() - 1)].clone()),
                (2, _) => drop(forged.remove(one)),
                (3, value) => *value = json!(some(4)),
                (_, value) => *value = json!(values[some(values.len())]),
            }
        }
        let lines: Vec<String> = forged.iter().map(Value::to_string).collect();
        let Ok(Some(class)) = class_of(path, &lines) else {
            continue;
        };
        sound += 1;
        let mut seen = HashSet::new();
        for group in class.groups() {
            let place = Path::new("folder").join(&group.file);
            assert_eq!(place.parent(), Some(Path::new("folder")), "{lines:?}");
            assert_eq!((group.key.len(), group.code.len()), (32, 6), "{lines:?}");
            // A file may be called as another group's secret is, but no two have the same of one kind.
            let own = [&group.file, &group.key, &group.code];
            for own in own.into_iter().cloned().enumerate() {
                assert!(seen.insert(own.clone()), "{own:?} twice: {lines:?}");
            }
            let letters = group.name.trim().chars().count();
            assert!((1..=24).contains(&letters), "{lines:?}");
        }
        let numbers = class.games().iter().map(|game| game.number);
        assert!(numbers.eq(1..=class.games().len() as u64), "{lines:?}");
        assert_eq!(class.results().len(), class.counting().count(), "{lines:?}");
    }
    assert!(sound > tries / 20 && sound < tries, "{sound}");
}
