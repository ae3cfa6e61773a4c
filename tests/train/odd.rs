//! Odd names of files. That odd words and rules give an answer or a short error is shown by `odd` of `tests/ordeal`.

use crate::place::Place;

/// Names that are not valid text.
#[cfg(unix)]
#[test]
fn names_of_any_bytes_give_an_answer_or_a_short_error() {
    use std::ffi::OsString;
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
