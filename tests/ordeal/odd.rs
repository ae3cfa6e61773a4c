//! Odd command lines and odd input files: they are answered quickly and briefly, with an exit code that says
//! what happened.

use std::ffi::OsString;
use std::fs;
use std::os::unix::ffi::OsStringExt;
use std::process::Command;

use matchboxes::dice::Dice;

use super::damaged::{place, some};
use super::grammar::{GRAMMARS, piece, value};
use super::run::{ALL, PROGRAM, start};
use super::scenario::Workshop;
use super::sources::Kind;
use super::tally::Case;

/// A random command line.
fn words(dice: &mut Dice) -> (&'static str, Vec<OsString>) {
    let grammar = some(&GRAMMARS, dice);
    let mut words: Vec<Vec<u8>> = vec![grammar.command.into()];
    let mut given: Vec<&str> = Vec::new();
    if !grammar.options.is_empty() {
        for _ in 0..dice.below(5) {
            let &(name, of) = some(&grammar.options, dice);
            if given.contains(&name) && dice.below(10) > 0 {
                continue;
            }
            given.push(name);
            let mut word = name.as_bytes().to_vec();
            if of != "none" || dice.below(30) == 0 {
                word.push(b'=');
                word.extend(value(of, dice));
            }
            words.push(word);
        }
    }
    for small in &grammar.small {
        let name = small.split('=').next().unwrap_or_default();
        let is_given = given.contains(&name) || (name == "--sets" && given.contains(&"--games"));
        if !is_given {
            words.push(small.bytes().collect());
        }
    }
    words.push(b"--".to_vec());
    for of in &grammar.arguments {
        if dice.below(12) > 0 {
            words.push(value(of, dice));
        }
    }
    if dice.below(40) == 0 {
        words.push(value("word", dice));
    }
    if dice.below(60) == 0 {
        let at = place(words.len(), dice);
        words[at] = value("word", dice);
        // The replaced word may have limited the work, so this makes the line an error.
        words.push(b"--odd".to_vec());
    }
    let words = words.into_iter().map(OsString::from_vec);
    (grammar.command, words.collect())
}

/// A text that resembles one of the program's formats.
fn odd_text(workshop: &Workshop, dice: &mut Dice) -> Vec<u8> {
    let rule = matchboxes::learn::preset("michie-304");
    let rule = rule.expect("a preset").to_toml();
    let games = "menace games 1\ngame tic-tac-toe\nfirst a\nsecond b\n\nb2 a1: stopped\n";
    let texts = [
        workshop.policy(),
        rule.as_bytes(),
        games.as_bytes(),
        b"b2\na1\nundo\nhint\nnew\nquit\n",
    ];
    let mut text = some(&texts, dice).to_vec();
    for _ in 0..dice.below(6) {
        let at = place(text.len() + 1, dice);
        let to = (at + place(4, dice)).min(text.len());
        text.splice(at..to, piece(dice).bytes());
    }
    if dice.below(40) == 0 {
        text = piece(dice).as_bytes().repeat(1_000_000 / 8);
    }
    text
}

pub(crate) fn case(workshop: &Workshop, dice: &mut Dice, case: &mut Case) {
    let folder = tempfile::tempdir().expect("a folder");
    let folder = folder.path();
    let sources = workshop.sources();
    let model = &sources.0[0].bytes;
    let put =
        |name: &str, bytes: &[u8]| fs::write(folder.join(name), bytes).expect("room for a case");
    put("m.menace", model);
    put("o.menace", &sources.some(dice).bytes);
    put("cut.menace", &model[..model.len() / 2]);
    put("x\u{1b}[31m.menace", model);
    for source in sources.0.iter().filter(|source| source.kind != Kind::Model) {
        put(&source.kind.file().replace('x', "o"), &source.bytes);
    }
    put("p.csv", workshop.policy());
    for name in ["r.toml", "g.txt", "odd.txt", "input"] {
        put(name, &odd_text(workshop, dice));
    }
    let (command, words) = words(dice);
    command.clone_into(&mut case.what);
    // Escaped, because the words may contain any bytes.
    let escaped = words
        .iter()
        .map(|word| word.as_encoded_bytes().escape_ascii());
    let escaped: Vec<String> = escaped.map(|word| word.to_string()).collect();
    let mut program = Command::new(PROGRAM);
    program.args(&words).current_dir(folder);
    program.stdin(fs::File::open(folder.join("input")).expect("just written"));
    let ended = start(&escaped.join(" "), &mut program, ALL).end();
    case.tried += 1;
    case.judge(&ended, &[0, 1, 2]);
    if ended.code != Some(0) && ended.err.is_empty() && command != "check" {
        case.broke(ended.describe("failed without a message"));
    }
    let out = String::from_utf8_lossy(&ended.out);
    let is_data = ["export", "tree", "completions", "man"].contains(&command);
    if !is_data && out.chars().any(|c| c.is_control() && c != '\n') {
        case.broke(ended.describe("prints raw control characters"));
    }
    let left = fs::read(folder.join("m.menace"));
    if !left.is_ok_and(|bytes| Kind::Model.reads(&bytes)) {
        case.broke(ended.describe("the model is lost"));
    }
}
