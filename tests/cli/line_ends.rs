//! Files that people write mean the same as Windows' editors and its shell write them: with other line ends, a mark before the
//! text, or in UTF-16.

use std::fs;
use std::path::Path;

use crate::place::{Place, Ran, files};
use crate::shipped::root;

/// How a text is written.
type Form = fn(&str) -> Vec<u8>;

fn notepad(text: &str) -> Vec<u8> {
    format!("\u{feff}{}", text.replace('\n', "\r\n")).into_bytes()
}

fn powershell(text: &str) -> Vec<u8> {
    let text = format!("\u{feff}{}", text.replace('\n', "\r\n"));
    text.encode_utf16().flat_map(u16::to_le_bytes).collect()
}

/// Runs these lines in a folder with these files, written in this form. Returns what the lines print and the names and
/// bytes of all files that they write.
fn results(texts: &[(&str, String)], lines: &[&str], form: Form) -> Vec<(String, Vec<u8>)> {
    let place = Place::new();
    for (name, text) in texts {
        let text = text.trim_start_matches('\u{feff}');
        assert!(!text.contains('\r') && text.contains('\n'), "{name}");
        fs::write(place.at(name), form(text)).unwrap();
    }
    let printed = lines.iter().map(|line| {
        let ran = place.run(line);
        assert_eq!(ran.code, Some(0), "{ran:#?}");
        ((*line).to_owned(), ran.out.into_bytes())
    });
    let mut found: Vec<_> = printed.collect();
    for name in files(place.path()) {
        if !texts.iter().any(|(given, _)| *given == name) {
            found.push((name.clone(), place.bytes(&name)));
        }
    }
    found
}

fn check(texts: &[(&str, String)], lines: &[&str]) {
    let plain = results(texts, lines, |text| text.as_bytes().to_vec());
    for form in [notepad, powershell] {
        let found = results(texts, lines, form);
        for (plain, found) in plain.iter().zip(&found) {
            let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
            assert_eq!(plain.0, found.0);
            assert_eq!(text(&plain.1), text(&found.1), "{}", plain.0);
            assert!(plain == found, "{}", plain.0);
        }
        assert_eq!(plain.len(), found.len());
    }
}

#[test]
fn answers_at_the_board() {
    let answers = "A3-A2\n\nundo\nc3-c2\nresign\nnew\nb3-b2\n";
    let played = |form: Form| {
        let place = Place::new();
        fs::write(place.at("answers.txt"), form(answers)).unwrap();
        let mut play = place.command("play her.menace --game hexapawn --rule her --learn");
        play.stdin(fs::File::open(place.at("answers.txt")).unwrap());
        let ran = Ran::new("play", play.output().unwrap());
        (ran.ok(), place.bytes("her.menace"))
    };
    let plain = played(|text| text.as_bytes().to_vec());
    assert!(plain.0.contains("Saved in her.menace."), "{}", plain.0);
    assert!(plain == played(notepad));
}

#[test]
fn rules_grids_boards_and_positions() {
    let place = Place::new();
    let rule = ("own.toml", place.ok("list rules --toml michie-304"));
    let grid = "rule = \"rote\"\nsets = 2\nruns = 3\n\n[fields]\nstart = [[1], [2]]\n";
    let boards = "{\n  \"X...O....\": [0, 1, 2, 3, 0, 4, 5, 6, 7],\n  \".........\": [1, 0, 0, 0, 2, 0, 0, 0, 0]\n}\n";
    let positions = "# two positions\nO../XX./...\n\nX../.O./...\n";
    let scores = "O../XX./... 0\nX../.O./... 0\n";
    let others = [
        ("grid.toml", grid),
        ("boards.json", boards),
        ("positions.txt", positions),
        ("scores.txt", scores),
    ];
    let mut texts = others.map(|(name, text)| (name, text.to_owned())).to_vec();
    texts.push(rule);
    check(
        &texts,
        &[
            "train --rule own.toml --sets 2 --plots none --out x.menace",
            "sweep grid.toml --plots none --csv -",
            "import boards.json --marks .XO --partial --out y.menace",
            "solve --positions positions.txt",
            "solve --positions scores.txt --scores value",
        ],
    );
}

#[test]
fn policies_and_boxes() {
    let place = Place::new();
    place.ok("train --game nim:3,4 --sets 2 --plots none --out x.menace");
    for (what, gaps) in [("", " --partial"), (" --table", "")] {
        for name in ["x.csv", "x.json"] {
            place.ok(&format!("export x.menace{what} --force --out {name}"));
            let text = fs::read_to_string(place.at(name)).unwrap();
            let import = format!("import {name}{gaps} --game nim:3,4 --out y.menace");
            check(&[(name, text)], &["check .", &import]);
        }
    }
    // The table of another program, and its description.
    let text = "{\"X........\": {\"4\": 0.5, \"1\": -0.25}}\n".to_owned();
    let described = "form = \"moves\"\ncells_from = 0\n".to_owned();
    let import = "import x.json --description d.toml --out y.menace";
    check(&[("x.json", text), ("d.toml", described)], &[import]);
}

#[test]
fn recorded_games() {
    let mut texts = Vec::new();
    for entry in fs::read_dir(root().join("tests/data/records")).unwrap() {
        let path = entry.unwrap().path();
        texts.extend(fs::read_to_string(&path).ok().map(|text| (path, text)));
    }
    assert!(texts.len() > 8);
    for (path, text) in &texts {
        let ending = Path::new(path).extension().unwrap().to_str().unwrap();
        let name = format!("games.{ending}");
        let line = format!("match --replay {name} --json");
        check(&[(&name, text.clone())], &[&line]);
    }
}
