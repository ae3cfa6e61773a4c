//! Whatever is typed, the program ends with an answer or a few lines about the error.

use std::ffi::OsString;
use std::fs;

use matchboxes::dice::{Dice, Purpose};

use crate::place::{Place, Ran};

/// The pieces of odd words, with bars between them.
const PIECES: &str = "\
    tic-tac-toe|nim|nim:|3,4|,|:|:misere|misere|0|1|99|18446744073709551616|-1|random|perfect|first\
    |ai12s|:v3|ai|mix:|0.5*|1*|+|*|.|/|X|O|x|XX./OO./...| |\n|\t|\u{1b}[31m|\u{e9}|\u{1f3b2}|\u{202e}|%s\
    |..|~|m.menace|:greedy|:sharpness=|4|rote|michie-304|.toml|rule.toml|=|--|-|\"|'|\\\
    |aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa";

fn odd_word(dice: &mut Dice) -> String {
    let all: Vec<&str> = PIECES.split('|').collect();
    let pieces = 1 + dice.below(4);
    let mut piece = || all[usize::try_from(dice.below(all.len() as u64)).unwrap()];
    (0..pieces).map(|_| piece()).collect()
}

/// Runs the program, which must end with code 0, 1 or 2, and print a short message on an error.
fn try_out(place: &Place, args: &[OsString]) {
    let output = place.program(args).output().unwrap();
    let ran = Ran::new(&format!("{args:?}"), output);
    match ran.code {
        Some(0) => {}
        Some(code @ (1 | 2)) => ran.fails(code, &[]),
        _ => panic!("{ran:#?}"),
    }
}

#[test]
fn odd_words_give_an_answer_or_a_short_error() {
    let place = Place::new();
    place.ok("train --sets 2 --out m.menace --plots none");
    fs::write(place.at("rule.toml"), place.ok("list --toml rote")).unwrap();
    let mut dice = Dice::new(1, Purpose::Match, 0, 0);
    // An option and its value are one word, because an odd word may begin with a hyphen.
    let lines: [&[&str]; 6] = [
        &["match", "random", "random", "--games=1", "--game=W"],
        &["match", "--games=1", "--", "W", "random"],
        &[
            "train",
            "--sets=1",
            "--games-per-set=1",
            "--plots=none",
            "--out=x.menace",
            "--force",
            "--rule=W",
        ],
        &[
            "train",
            "--sets=1",
            "--games-per-set=1",
            "--plots=none",
            "--out=x.menace",
            "--force",
            "--opponent=W",
        ],
        &["show", "m.menace", "--position=W"],
        &["list", "--toml=W"],
    ];
    for round in 0..240 {
        let word = odd_word(&mut dice);
        let line = lines[round % lines.len()];
        let args: Vec<OsString> = line
            .iter()
            .map(|arg| arg.replace('W', &word).into())
            .collect();
        try_out(&place, &args);
    }
}

#[test]
fn odd_rules_give_an_answer_or_a_short_error() {
    let place = Place::new();
    let toml = place.ok("list --toml michie-304");
    let mut dice = Dice::new(2, Purpose::Match, 0, 0);
    for _ in 0..60 {
        let mut bytes = toml.clone().into_bytes();
        for _ in 0..=dice.below(3) {
            let at = usize::try_from(dice.below(bytes.len() as u64)).unwrap();
            let odd = *b"\"=[]-+0919,\nax \xff";
            let with = odd[usize::try_from(dice.below(odd.len() as u64)).unwrap()];
            match dice.below(3) {
                0 => bytes[at] = with,
                1 => bytes.insert(at, with),
                _ => drop(bytes.remove(at)),
            }
        }
        fs::write(place.at("odd.toml"), bytes).unwrap();
        let line = "train --rule odd.toml --sets 1 --plots none --out x.menace --force";
        let args: Vec<OsString> = line.split(' ').map(OsString::from).collect();
        try_out(&place, &args);
    }
}

/// Names that are not valid text.
#[cfg(unix)]
#[test]
fn names_of_any_bytes_give_an_answer_or_a_short_error() {
    use std::os::unix::ffi::OsStringExt;

    let place = Place::new();
    let odd = |text: &[u8]| OsString::from_vec(text.to_vec());
    let long = b"\n".repeat(300);
    let lines: [&[OsString]; 7] = [
        &[odd(b"train"), odd(b"--game"), odd(b"\xff")],
        &[
            odd(b"train"),
            odd(b"--sets=1"),
            odd(b"--plots=none"),
            odd(b"--out"),
            odd(b"a\xff.menace"),
        ],
        &[odd(b"show"), odd(b"a\xff.menace")],
        &[odd(b"check"), odd(b"a\xff.menace"), odd(b"b\xff\n.menace")],
        &[odd(b"tr\xff")],
        &[odd(b"train"), odd(b"--sets=\x07\xc2\x9b31m\r")],
        &[odd(b"list"), odd(&long)],
    ];
    for args in lines {
        let output = place.program(args).output().unwrap();
        let error = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(
            !error.chars().any(|c| c.is_control() && c != '\n'),
            "{error:?}"
        );
        assert!(matches!(output.status.code(), Some(0..=2)), "{args:?}");
    }
}

/// A file that one system cannot have, or calls by another name, is refused or found on all.
#[test]
fn names_are_those_that_every_system_can_have() {
    let place = Place::new();
    place.ok("train --sets 1 --plots none --out X.MENACE");
    for line in [
        "show X.MENACE",
        "check X.MENACE",
        "match X.MENACE:greedy random --exact",
        "log X.MENACE",
    ] {
        place.ok(line);
    }
    place.refuses(
        "
        1 train --sets 1 --out con.menace => con is the name of a device on Windows
        1 train --sets 1 --out Nul.Menace => nul is the name
        1 study --runs 1 --sets 1 --csv aux.csv --plots none => aux is the name
        1 export random --out com7.csv => com7 is the name
        1 print X.MENACE --out lpt1.pdf => lpt1 is the name
        ",
    );
    for name in [
        "console.menace",
        "com10.menace",
        "auxiliary.menace",
        "x.con.menace",
    ] {
        place.ok(&format!("train --sets 1 --plots none --out {name}"));
    }
}
