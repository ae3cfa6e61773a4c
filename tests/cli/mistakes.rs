//! The error messages of all commands, as a readable transcript in `tests/cases/mistakes.md`.
//!
//! `TRYCMD=overwrite cargo test --test program mistakes` updates it.

use std::fs;
use std::path::PathBuf;

use crate::place::{PROGRAM, Place, files};
use crate::shipped::{bring_models, root};

/// Bad files for the transcript, with their contents.
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

#[test]
fn error_messages_match_the_transcript() {
    let place = Place::new();
    let kept = root().join("tests/cases/mistakes.md");
    let page = place.at("mistakes.md");
    let text = fs::read_to_string(&kept).unwrap();
    let mistakes = text
        .lines()
        .filter(|line| line.starts_with("$ menace "))
        .count();
    assert!(mistakes >= 150, "{mistakes}");
    fs::write(&page, text).unwrap();
    let folder = place.at("mistakes.in");
    bring_models(&folder);
    for (name, text) in FILES {
        fs::write(folder.join(name), text).unwrap();
    }
    let mut flipped = fs::read(folder.join("models/tic-tac-toe-first.menace")).unwrap();
    fs::write(folder.join("cut.menace"), &flipped[..3_000]).unwrap();
    flipped[2_000] ^= 1;
    fs::write(folder.join("flipped.menace"), flipped).unwrap();

    let mut whole = files(&folder);

    trycmd::TestCases::new()
        .register_bin("menace", PathBuf::from(PROGRAM))
        .case(&page)
        .run();

    // One line of them is no mistake; all others leave nothing behind.
    whole.push("q.menace".to_owned());
    whole.sort_unstable();
    assert_eq!(files(&folder), whole);

    if std::env::var_os("TRYCMD").is_some_and(|mode| mode == "overwrite") {
        fs::copy(&page, kept).unwrap();
    }
}
