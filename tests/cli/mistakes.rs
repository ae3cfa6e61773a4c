//! The error messages of all commands, as a table in `tests/cases/mistakes.md`.
//!
//! `MENACE_BLESS=1 cargo test --test program mistakes` updates it.

use std::fs;

use crate::place::{Place, bring_models, is_current, with_slashes};
use crate::shipped::root;

/// Bad files for the table.
const FILES: &str = r#"
    write text.menace hello~
    write empty.menace
    write bad.toml name = "mine"~start = [1]~win = "+1 al"~
    write both.toml name = "mine"~start = [1]~learner = "both"~opponent = "perfect"~
    write shared.toml name = "mine"~start = [1]~learner = "shared"~opponent = "perfect"~
    write mine name = "mine"~start = [1]~
    write typo.toml name = "mine"~start = [1]~winn = "+1 all"~
    write number.csv position,side,move,weight~.../.../...,first,a1,x~
    write gaps.csv position,side,move,weight~.../.../...,first,a1,1~
    write short.csv position,side,move,weight~3 first,first,a1,1~3 first,first,a2,1~3 first,first,a3,1~
    write head.csv a,b~1,2~
    write values.csv position,side,ply,moves,value,visits~2 first,first,0,a1,-0.5,3~2 first,first,0,a2,0,1~
    write large.csv position,side,ply,moves,value,visits~2 first,first,0,a1,-0.5,3~2 first,first,0,a2,1e999,1~
    write beads.csv position,side,ply,moves,beads~2 first,first,0,a1,3~2 first,first,0,a2,1~
    write rows.csv position,side,move,weight~.../.../..,first,a1,1~
    write type.json {"game": 3}~
    write marks.json {"0 0 2 0 0 0 0 0 0": [1,1,0,1,1,1,1,1,1], "0 1 2 0 0 0 0 0 0": [1,0,0,1,1,1,1,1,1]}~
    write numbers.json {"X        ": [0,0.5,0.9,0.5,0.5,0.5,0.5,0.5,0.5]}~
    write beyond.json {"X        ": {"0,5": 1, "0,1": 2}}~
    write cells.json {"X        ": {"1,2": 1, "2,2": 2}}~
    write text.ends hello~
    write head.games hello~
    write illegal.games b2 a1~b2 b2~
    write odd.games b2 a1 0-1~a1 b1 a2 b2 a3 0-1~
    write bad.games menace games 1~game tic-tac-toe~first a~second b~~b2 b2: draw~"#;

/// A wrong command line has one answer of at most two lines; no mistake leaves a file behind.
#[test]
fn the_answers_to_mistakes_are_those_of_the_table() {
    let place = Place::new();
    bring_models(place.path());
    place.does(FILES);
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
