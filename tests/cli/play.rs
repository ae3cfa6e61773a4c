//! `menace play` with input from a pipe: games against a person, learning and undo, watched games, lessons,
//! records and replays.

use std::fs;
use std::io::Write as _;
use std::process::Child;

use crate::place::{Place, Ran, Text as _, bring_models, cases, end, start, wait_for};

/// Types something, in one write; a program that ends early closes the pipe.
fn type_in(running: &mut Child, input: impl AsRef<[u8]>) {
    let _ = running.stdin.as_mut().unwrap().write_all(input.as_ref());
}

/// Runs the program with this input.
fn run_with_input(place: &Place, line: &str, input: impl AsRef<[u8]>, columns: &str) -> Ran {
    let mut running = place.begin(line, columns);
    type_in(&mut running, input);
    end(line, running)
}

fn output_of(place: &Place, line: &str, input: &str) -> String {
    run_with_input(place, line, input, "80").ok()
}

/// Counts how often these words occur in a text.
fn times(text: &str, words: &str) -> usize {
    text.matches(words).count()
}

/// The same command again would not add to a record, so where one cannot grow the message names what helps.
#[cfg(unix)]
#[test]
fn a_record_that_cannot_grow_keeps_the_games_before() {
    let place = Place::new();
    let games = "for i in $(seq 300); do echo resign; echo new; done";
    let ran = place.shell(&format!(
        "ulimit -f 4; {games} | \"$M\" play random --record r.txt"
    ));
    ran.fails(1, &["r.txt: writing", "it has the games before"]);
    place.ok("check r.txt");
    assert!(place.bytes("r.txt").len() > 1000);
}

#[test]
fn lines_of_any_content_are_read() {
    let long = "x".repeat(1_000_000);
    let text = format!("b2\r\n\n  undo \n{long}\n\u{1b}[1m\u{e9}\u{7}\nlast");
    let input = [text.as_bytes(), b"\xff\n"].concat();
    let ran = run_with_input(&Place::new(), "play perfect --side first", input, "80");
    let text = ran.ok();
    let echoed = text.lines().filter_map(|line| line.strip_prefix("> "));
    let read = ["b2", "", "undo", &long[..400], "[1m\u{e9}", "last\u{fffd}"];
    assert_eq!(echoed.collect::<Vec<_>>(), read);
}

/// A lesson gives the same file as a training with sets of one game, also in parts, after an undone game, and with values
/// whose step size and exploring change over the games.
#[test]
fn a_lesson_gives_the_same_file_as_a_training() {
    for (rule, learner, game) in [
        ("rote", "first", "tic-tac-toe"),
        ("rote", "both", "nim:3,2"),
        ("q-learning", "first", "tic-tac-toe"),
        ("sarsa", "second", "hexapawn"),
        ("monte-carlo", "both", "nim:3,2"),
        ("ucb", "first", "nim:2,2"),
    ] {
        let place = Place::new();
        let text = place.ok(&format!("list rules --toml {rule}"));
        let text = text.replace("alpha = 0.1", "alpha = \"0.9 to 0.1 over 9\"");
        let text = text.replace("epsilon = 0.1", "epsilon = \"0.8 to 0.2 over 10\"");
        fs::write(place.at("own.toml"), text).unwrap();
        let options = format!(
            "--rule own.toml --game {game} --learner {learner} --games-per-set 1 --plots none"
        );
        place.ok(&format!("train {options} --sets 3 --out a.menace"));
        place.ok(&format!("train {options} --sets 12 --out b.menace"));
        // An unfinished game with a person, and one that is taken back, leave nothing.
        let person = ["first", "second"][usize::from(learner == "first")];
        let line = format!("play a.menace --learn --side {person}");
        output_of(&place, &line, "resign\nundo\nnew\n");
        let text = output_of(&place, "play a.menace --teach 4 --learn", "");
        place.ok("train --out a.menace --continue --sets 5 --plots none");
        assert!(
            place.bytes("a.menace") == place.bytes("b.menace"),
            "{rule} {learner}"
        );
        let what = if rule == "rote" { "boxes" } else { "values" };
        let changes = format!("Changes to the {what} by the rule {rule}:\n");
        assert_eq!(times(&text, &changes), 4, "{text}");
    }
}

#[test]
fn errors_in_a_file_of_games_name_the_line() {
    let place = Place::new();
    let head = "menace games 1\n# from a club\ngame tic-tac-toe\nfirst a\nsecond b\n\n";
    // Othello's discs may be left out, and are checked.
    place.ok("match m1 m2 --game othello:4 --games 1 --record othello.txt");
    let othello = String::from_utf8(place.bytes("othello.txt")).unwrap();
    assert!(
        othello.ends_with("b4 d4: second wins, 5 to 11\n"),
        "{othello}"
    );
    fs::write(place.at("games.txt"), othello.replace(", 5 to 11", "")).unwrap();
    place.ok("play --game othello:4 --replay games.txt");
    let othello = othello.replace("5 to 11", "11 to 5").replace('\n', "/");
    // A slash ends a line, and HEAD stands for the lines before the first game.
    let text = "
        => 1 it holds no games
        /menace games 2/ => 2 newer program
        menace games 1/game chess/first a/second b/ => 2 unknown game `chess`
        menace games 1/game nim:3/second b//a1: stopped/ => 5 `first` is missing
        menace games 1/game nim:3/game nim:4/ => 3 `game` is given twice
        menace games 1/seed x/ => 2 `x` is not a seed
        HEADb2 a1/ => 7 a colon and how it ended
        HEAD/b2: stopped/b2 d4: stopped/ => 9 move 2: `d4` is not a move
        HEADb2 b2: stopped/ => 7 move 2: `b2` is not legal in .../.X./...
        HEADb2 a1: second gives up/ => 7 `second resigns`
        HEADb2 a1: draw/ => 7 the game is not over
        HEADa1 a2 b1 b2 c1: draw/ => 7 the game is over: first wins
        HEADa1 a2 b1 b2 c1 c2: draw/ => 7 move 6: `c2` is not legal
        HEADa1 a2 b1 b2 c1: second resigns/ => 7 the game is over: first wins
        OTHELLO => 6 it says `11 to 5`, but after these moves the points are 5 to 11
        ";
    for (text, said) in cases(text) {
        let (line, words) = said.split_once(' ').unwrap();
        let text = text.replace("OTHELLO", &othello).replace('/', "\n");
        fs::write(place.at("games.txt"), text.replace("HEAD", head)).unwrap();
        let position = format!("games.txt line {line}: ");
        place.fails("play --replay games.txt", 1, &[&position, words]);
    }
    fs::write(place.at("games.txt"), b"menace games 1\n\xff\n").unwrap();
    place.fails(
        "play --replay games.txt",
        1,
        &["line 2: this is not valid UTF-8"],
    );
    fs::write(place.at("games.txt"), head).unwrap();
    place
        .ok("play --replay games.txt")
        .has(["a against b, 0 games\n"]);
}

/// No line is wider than the terminal, and no output contains colours.
#[test]
fn boards_and_tables_fit_into_40_columns() {
    let place = Place::new();
    bring_models(place.path());
    for (line, input) in cases(
        "
        play models/tic-tac-toe-first.menace => b2 help hint resign
        play --game hexapawn --rule her --learn => a3-a2 hint x resign new resign new resign
        play random --game othello:6 => hint board
        play --game othello --side second => undo
        play first --game nim:3,4,5 => a1 hint
        play --teach 2 --game connect-four:4x4 --seed 3 =>
        play --watch random perfect =>
        play random --game split-nim:7 => 7=4+3
        show models/tic-tac-toe-first.menace =>
        match models/tic-tac-toe-first.menace random --games 100 =>
        study --runs 3 --sets 6 --plots none =>
        train --sets 5 --plots none --out t.menace =>
        ",
    ) {
        let input = &input.replace(' ', "\n");
        let text = run_with_input(&place, line, input, "40").ok();
        let lines = text.lines().filter(|shown| !shown.starts_with('>'));
        // How a model was trained is one line.
        for shown in lines.filter(|shown| !shown.contains(" seed ")) {
            assert!(shown.chars().count() <= 40, "{line}: {shown}: {text}");
            assert!(!shown.contains('\u{1b}'), "{line}: {shown}");
        }
    }
}

/// The record of a game is written before the model that learns from it, so that a kill leaves no game without a record.
#[test]
fn a_record_is_never_behind_the_model() {
    let place = Place::new();
    let written = |name: &str| fs::metadata(place.at(name)).unwrap().modified().unwrap();
    let line = "play m.menace --game nim:1,1 --side first --learn --record r.txt";
    let played = output_of(&place, line, "a1\nb1\nquit\n");
    played.has(["Saved in m.menace"]);
    assert!(written("r.txt") < written("m.menace"));
    place.ok("play l.menace --game nim:3 --teach 2 --learn --record l.txt");
    assert!(written("l.txt") < written("l.menace"));
}

/// A record that cannot be written does not cost what was learnt from the game.
#[cfg(unix)]
#[test]
fn a_game_is_learnt_without_its_record() {
    let place = Place::new();
    let line = "play m.menace --game nim:1,1 --side first --learn --record /dev/full";
    let ran = place.shell(&format!("printf 'a1\\nb1\\n' | \"$M\" {line}"));
    // A device takes the games at the end.
    ran.fails(1, &["/dev/full"]);
    let line = "play n.menace --game nim:1,1 --side first --learn --record d/r.txt";
    let mut running = place.begin(line, "80");
    type_in(&mut running, "a1\n");
    wait_for("a game", || place.at("n.menace").exists());
    fs::remove_dir_all(place.at("d")).unwrap();
    fs::write(place.at("d"), "").unwrap();
    type_in(&mut running, "new\na1\n");
    let ran = end(line, running);
    assert_eq!(times(&ran.out, "Saved in n.menace"), 2, "{ran:?}");
    ran.fails(1, &["d: making the folder failed"]);
    place.ok("show n.menace").has(["2 games"]);
}

/// Games with a person are kept as they are played, since nobody can play them again.
#[test]
fn recorded_games_with_a_person_survive_a_kill_and_another_file() {
    let place = Place::new();
    let line = "play random --record r.txt";
    let mut killed = place.begin(line, "80");
    type_in(&mut killed, "resign\nnew\nresign\n");
    wait_for("two games", || {
        fs::read_to_string(place.at("r.txt")).is_ok_and(|text| times(&text, "resigns") == 2)
    });
    place.fails(line, 1, &["r.txt: holds something else"]);
    let forced = format!("{line} --force");
    place.fails(&forced, 1, &["r.txt: in use by process "]);
    killed.kill().unwrap();
    killed.wait().unwrap();
    place.ok("play --replay r.txt").has(["Game 1 of 2"]);

    fs::remove_file(place.at("r.txt")).unwrap();
    let mut other = place.begin(line, "80");
    type_in(&mut other, "resign\n");
    wait_for("a game", || place.at("r.txt").exists());
    fs::write(place.at("r.txt"), "mine").unwrap();
    type_in(&mut other, "new\nresign\n");
    let replaced = "r.txt: another process has put a different file there";
    end(line, other).fails(1, &[replaced, "the games are in r-saved-"]);
    assert_eq!(place.bytes("r.txt"), b"mine");
    let mut files = place.files().into_iter();
    let saved = files.find(|name| name.starts_with("r-saved-")).unwrap();
    let restore = format!("check --restore {saved}");
    place.fails(&restore, 1, &["r.txt: is there, and is not replaced"]);
    fs::remove_file(place.at("r.txt")).unwrap();
    for line in [line, &forced, "match first random --games 1 --record r.txt"] {
        place.fails(
            line,
            1,
            &["r.txt: what could not be written there is", &restore],
        );
    }
    place.ok(&restore).has(["2 games"]);
}

/// Of commands that write one new file at the same time, one does, and the others say that it holds something else.
#[test]
fn one_of_many_writers_of_a_new_file_succeeds() {
    for (line, values) in [
        (
            "match random first --games 3 --record f --seed ",
            ["1", "2", "3"],
        ),
        (
            "tree --game nim:2,2 --format dot --out f --depth ",
            ["1", "2", "3"],
        ),
        ("solve --database f --game nim:", ["2,2", "2,3", "3,3"]),
        (
            "export --game nim:3 --out f ",
            ["perfect", "random", "first"],
        ),
    ] {
        for _ in 0..4 {
            let place = Place::new();
            let started = values.map(|value| start(&place, &format!("{line}{value}")));
            let ended = started.map(|running| end(line, running));
            let (done, refused): (Vec<Ran>, Vec<Ran>) =
                ended.into_iter().partition(|ran| ran.code == Some(0));
            assert_eq!(done.len(), 1, "{done:#?}");
            for ran in refused {
                ran.fails(1, &["f: holds something else"]);
            }
            assert_eq!(place.files(), ["f"]);
        }
    }
}
