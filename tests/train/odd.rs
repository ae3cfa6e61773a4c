//! Odd names of files. That odd words and rules give an answer or a short error is shown by `odd` of `tests/ordeal`.

use crate::place::Place;

/// Names that are not valid text.
#[cfg(unix)]
#[test]
fn names_of_any_bytes_give_an_answer_or_a_short_error() {
    use std::ffi::OsString;
    use std::os::unix::ffi::OsStringExt;

    let place = Place::new();
    let long = [&b"list "[..], &b"\n".repeat(300)].concat();
    let lines: [&[u8]; 7] = [
        b"train --game \xff",
        b"train --sets=1 --plots=none --out a\xff.menace",
        b"show a\xff.menace",
        b"check a\xff.menace b\xff\n.menace",
        b"tr\xff",
        b"train --sets=\x07\xc2\x9b31m\r",
        &long,
    ];
    for line in lines {
        let words = line.split(|byte| *byte == b' ');
        let args = words.map(|word| OsString::from_vec(word.to_vec()));
        let output = place.program(args).output().unwrap();
        let error = String::from_utf8_lossy(&output.stderr).into_owned();
        let is_raw = error.chars().any(|c| c.is_control() && c != '\n');
        assert!(!is_raw, "{error:?}");
        assert!(
            matches!(output.status.code(), Some(0..=2)),
            "{}",
            line.escape_ascii()
        );
    }
}

/// A file that one system cannot have, or calls by another name, is refused or found on all.
#[test]
fn names_are_those_that_every_system_can_have() {
    let place = Place::new();
    place.ok("train --sets 1 --plots none --out X.MENACE");
    place.does(
        "show X.MENACE
        check X.MENACE
        match X.MENACE:greedy random --exact
        log X.MENACE",
    );
    place.refuses(
        "
        1 train --sets 1 --out con.menace => con is the name of a device on Windows
        1 train --sets 1 --out Nul.Menace => nul is the name
        1 study --runs 1 --sets 1 --csv aux.csv --plots none => aux is the name
        1 export random --out com7.csv => com7 is the name
        1 print X.MENACE --out lpt1.pdf => lpt1 is the name
        ",
    );
    for name in ["console", "com10", "auxiliary", "x.con"] {
        let line = format!("train --sets 1 --plots none --out {name}.menace");
        place.ok(&line);
    }
}
