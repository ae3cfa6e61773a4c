//! The error messages of all commands, as a table in `tests/cases/mistakes.md`.
//!
//! `MENACE_BLESS=1 cargo test --test program mistakes` updates it.

use std::fs;

use crate::place::{Place, bring_models, is_current, with_slashes};
use crate::shipped::root;

/// Bad files for the table, with their contents.
const FILES: &[(&str, &str)] = &[
    ("text.menace", "hello\n"),
    ("empty.menace", ""),
    (
        "bad.toml",
        "name = \"mine\"\nstart = [1]\nwin = \"+1 al\"\n",
    ),
    (
        "both.toml",
        "name = \"mine\"\nstart = [1]\nlearner = \"both\"\nopponent = \"perfect\"\n",
    ),
    (
        "shared.toml",
        "name = \"mine\"\nstart = [1]\nlearner = \"shared\"\nopponent = \"perfect\"\n",
    ),
    ("mine", "name = \"mine\"\nstart = [1]\n"),
    (
        "typo.toml",
        "name = \"mine\"\nstart = [1]\nwinn = \"+1 all\"\n",
    ),
    (
        "number.csv",
        "position,side,move,weight\n.../.../...,first,a1,x\n",
    ),
    (
        "gaps.csv",
        "position,side,move,weight\n.../.../...,first,a1,1\n",
    ),
    (
        "short.csv",
        "position,side,move,weight\n3 first,first,a1,1\n3 first,first,a2,1\n3 first,first,a3,1\n",
    ),
    ("head.csv", "a,b\n1,2\n"),
    (
        "values.csv",
        "position,side,ply,moves,value,visits\n2 first,first,0,a1,-0.5,3\n2 first,first,0,a2,0,1\n",
    ),
    (
        "large.csv",
        "position,side,ply,moves,value,visits\n2 first,first,0,a1,-0.5,3\n2 first,first,0,a2,1e999,1\n",
    ),
    (
        "beads.csv",
        "position,side,ply,moves,beads\n2 first,first,0,a1,3\n2 first,first,0,a2,1\n",
    ),
    (
        "rows.csv",
        "position,side,move,weight\n.../.../..,first,a1,1\n",
    ),
    ("type.json", "{\"game\": 3}\n"),
    (
        "marks.json",
        "{\"0 0 2 0 0 0 0 0 0\": [1,1,0,1,1,1,1,1,1], \"0 1 2 0 0 0 0 0 0\": [1,0,0,1,1,1,1,1,1]}\n",
    ),
    (
        "numbers.json",
        "{\"X        \": [0,0.5,0.9,0.5,0.5,0.5,0.5,0.5,0.5]}\n",
    ),
    ("beyond.json", "{\"X        \": {\"0,5\": 1, \"0,1\": 2}}\n"),
    ("cells.json", "{\"X        \": {\"1,2\": 1, \"2,2\": 2}}\n"),
    ("text.ends", "hello\n"),
    ("head.games", "hello\n"),
    ("illegal.games", "b2 a1\nb2 b2\n"),
    ("odd.games", "b2 a1 0-1\na1 b1 a2 b2 a3 0-1\n"),
    (
        "bad.games",
        "menace games 1\ngame tic-tac-toe\nfirst a\nsecond b\n\nb2 b2: draw\n",
    ),
];

/// A wrong command line has one answer of at most two lines; no mistake leaves a file behind.
#[test]
fn the_answers_to_mistakes_are_those_of_the_table() {
    let place = Place::new();
    bring_models(place.path());
    for (name, text) in FILES {
        fs::write(place.at(name), text).unwrap();
    }
    let mut flipped = place.bytes("models/tic-tac-toe-first.menace");
    fs::write(place.at("cut.menace"), &flipped[..3_000]).unwrap();
    flipped[2_000] ^= 1;
    fs::write(place.at("flipped.menace"), flipped).unwrap();
    place.ok("train --rule q-learning --out q.menace -q --plots none");
    let whole = place.files();

    let name = "tests/cases/mistakes.md";
    let page = fs::read_to_string(root().join(name)).unwrap();
    let (mut current, mut seen) = (String::new(), 0);
    for line in page.lines() {
        let case = line
            .strip_prefix("    ")
            .and_then(|case| case.split_once(" => "));
        let Some((case, _)) = case else {
            current += &format!("{line}\n");
            continue;
        };
        let (_, typed) = case.split_once(' ').unwrap();
        let ran = place.run(typed);
        let said = with_slashes(&(ran.out + &ran.err));
        let said: Vec<&str> = said.lines().filter(|line| !line.is_empty()).collect();
        let code = ran.code.unwrap();
        assert!(
            code != 2 || said.len() <= 2 && said[0].starts_with("menace: "),
            "{line}"
        );
        current += &format!("    {code} {typed} => {}\n", said.join(" | "));
        seen += 1;
        assert_eq!(place.files(), whole, "{line}");
    }
    assert!(seen >= 150, "{seen}");
    is_current(name, current);
}
