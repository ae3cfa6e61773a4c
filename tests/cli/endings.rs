//! The ending of a file's name says what it holds, for all commands that write files.

use crate::place::Place;

/// Each command that writes a file, with an option, and the endings that it has.
const WRITERS: &str = "
    study --runs 2 --sets 2 --plots none | --out | part
    sweep --field win=1,2 --runs 2 --sets 2 --plots none | --out | part
    tree --game split-nim:7 | --out | txt dot gv json svg png
    export random --game nim:3 | --out | csv json
    print --rule michie-304 | --out | pdf
    solve --game nim:3 | --database | endgames
    solve --game nim:3 | --book | book
    match random random --game nim:3 --games 2 | --record | txt
    play --game nim:3 --watch random random | --record | txt
    man | --out |
    article --runs 2 | --out |
    train --game nim:3 --sets 1 --plots none | --out | menace
    merge a.menace b.menace | --out | menace
    import a.csv | --out | menace";

const ENDINGS: &str =
    "part txt dot gv json svg png PNG csv pdf endgames book jpg html xlsx pgn Gif";

#[test]
fn an_ending_that_a_command_cannot_write_is_refused_with_those_that_it_can() {
    let place = Place::new();
    for line in WRITERS.lines().skip(1) {
        let [command, option, can] = line.split('|').collect::<Vec<_>>()[..] else {
            panic!("{line}");
        };
        let (command, option) = (command.trim(), option.trim());
        let can: Vec<&str> = can.split_whitespace().collect();
        for ending in ENDINGS.split(' ') {
            if can.contains(&&*ending.to_lowercase()) {
                continue;
            }
            let ran = place.run(&format!("{command} {option} x.{ending}"));
            assert!(matches!(ran.code, Some(1 | 2)), "{ran:?}");
            assert!(ran.err.contains(&format!("x.{ending}")), "{ran:?}");
            for ending in &can {
                assert!(ran.err.contains(&format!(".{ending}")), "{ran:?}");
            }
            assert!(place.files().is_empty(), "{ran:?}");
        }
    }
}

#[test]
fn the_ending_decides_the_format() {
    let place = Place::new();
    let tree = |out: &str| {
        place.ok(&format!("tree --game split-nim:7 --out {out}"));
        place.bytes(out)
    };
    assert!(tree("t.png").starts_with(b"\x89PNG"));
    assert!(tree("u.PNG").starts_with(b"\x89PNG"));
    assert!(tree("t.svg").starts_with(b"<svg "));
    assert!(tree("t.gv").starts_with(b"digraph"));
    assert!(tree("t.json").starts_with(b"{"));
    // A name without a known ending says nothing.
    assert_eq!(tree("t.1"), tree("t.txt"));
    place.ok("export random --game nim:3 --out x.JSON");
    assert!(place.bytes("x.JSON").starts_with(b"{"));
    place.ok("export random --game nim:3 --format json --out x.json");
    place.refuses(
        "2 tree --game split-nim:7 --out v.png --format svg => v.png | --format
         2 export random --game nim:3 --out y.json --format csv => y.json | --format",
    );
}

/// A picture has room for 64 players; tables take any number.
#[test]
fn at_most_64_players_are_drawn() {
    let place = Place::new();
    let line = |most: u64| {
        let players: Vec<String> = (1..=most).map(|n| format!("minimax:nodes={n}")).collect();
        format!("tournament {} --game nim:1", players.join(" "))
    };
    place.ok(&format!("{} --plots svg", line(64)));
    place.ok(&format!("{} --csv tables", line(65)));
    place.does(&format!("2 {} --plots svg => at most 64 players", line(65)));
}

/// A command that was killed right after it had put its file there leaves its lock; the same command again finds the file
/// whole and takes the lock away.
#[cfg(unix)]
#[test]
fn the_lock_of_a_killed_command_goes_though_its_file_is_whole() {
    let place = Place::new();
    for (line, name) in [
        ("export perfect --out p.csv", "p.csv"),
        ("tree --game nim:1,2 --out t.txt", "t.txt"),
    ] {
        place.ok(line);
        let (whole, files) = (place.bytes(name), place.files());
        let lock = place.at(&format!(".{name}.lock"));
        std::fs::write(&lock, "process 1 (menace 0.1.0)\n").unwrap();
        place.ok(line);
        assert!(!lock.exists(), "{line}");
        assert_eq!((place.bytes(name), place.files()), (whole, files), "{line}");
    }
}
