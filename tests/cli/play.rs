//! `menace play` by a script: games against a person through a pipe, learning and taking back, games
//! watched, taught, recorded and stepped through.

use std::fs;
use std::io::Write as _;
use std::process::Stdio;

use menace::store;

use crate::place::{Place, Ran};
use crate::shipped::{bring_models, root};

/// Runs the program with these lines as its input.
fn typed(place: &Place, line: &str, input: &str, columns: &str) -> Ran {
    let mut program = place.command(line);
    let program = program.env("COLUMNS", columns).stdin(Stdio::piped());
    let program = program.stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut running = program.spawn().unwrap();
    let mut stdin = running.stdin.take().unwrap();
    // Whoever has heard enough closes the pipe.
    let _ = stdin.write_all(input.as_bytes());
    drop(stdin);
    Ran::new(line, running.wait_with_output().unwrap())
}

fn said(place: &Place, line: &str, input: &str) -> String {
    typed(place, line, input, "80").ok()
}

/// How often a text holds some words.
fn times(text: &str, words: &str) -> usize {
    text.matches(words).count()
}

#[test]
fn a_person_plays_tic_tac_toe_through_a_pipe() {
    let place = Place::new();
    bring_models(place.path());
    let model = "models/tic-tac-toe-first.menace";
    let before = place.bytes(model);
    let text = said(
        &place,
        &format!("play {model}"),
        "b2\nundo\nhint\nB2\nresign\nnew\n",
    );
    assert!(text.starts_with("tic-tac-toe: you play second, "), "{text}");
    for words in [
        "The machine opens its box: 7,634 beads\n",
        "It draws a bead for a3 (3,970 of 7,634).\n",
        "     a  b  c\n  1  .  .  .\n  2  .  .  .\n  3  X  .  .\n",
        "Your moves: a1 b1 c1 a2 b2 c2 b3 c3\n",
        "> undo\nYour last move was taken back.\n",
        "> hint\nBest: b2. With perfect play it is a draw.\n",
        "You resign: the machine wins.\n",
        "-- Game 2 --\n",
        "The input has ended.\n1 game played to the end: you won 0, drew 0, lost 1.\n",
        "Nothing was learnt, since --learn was not given.\n",
    ] {
        assert!(text.contains(words), "{words}: {text}");
    }
    // The same move is answered in the same way once it has been taken back.
    assert_eq!(times(&text, "It draws a bead for b3 (76 of 497).\n"), 2);
    assert_eq!(place.bytes(model), before);
    assert_eq!(
        said(&place, &format!("play {model}"), ""),
        said(&place, "play", "")
    );
}

#[test]
fn what_cannot_be_is_answered_with_what_can() {
    let place = Place::new();
    let text = said(
        &place,
        "play perfect --side first",
        "b2\nb2\nb9\nundu\nzzzzz\n\n\u{1b}[31mred\u{7}\nresign\nresign\na1\nundo\nundo\nundo\n",
    );
    for words in [
        "> b2\n`b2` is not legal here; your moves: a1 b1 c1 a2 c2 b3 c3\n",
        "> b9\n`b9` is neither a move nor a command; did you mean b1 or b3?\n",
        "> undu\n`undu` is neither a move nor a command; did you mean undo?\n",
        "> zzzzz\n`zzzzz` is neither a move nor a command; `help` lists what you can type\n",
        "> resign\nThe game is over.\n",
        "> a1\nThe game is over; `new` starts another, `undo` goes back.\n",
        "The end of the game was taken back.\n",
        "You have no move to take back.\n",
    ] {
        assert!(text.contains(words), "{words}: {text}");
    }
    assert!(
        !text.contains('\u{1b}') && !text.contains('\u{7}'),
        "{text}"
    );
    for (line, words) in [
        ("play nobody", "nobody"),
        ("play perfect --learn", "learns nothing"),
        ("play perfect --side third", "first or second"),
        ("play --teach 3 --learn", "name its file"),
        ("play --teach 3 random", "`random` learns nothing"),
        ("play --watch random", "--watch"),
        ("play m1", "only othello"),
        ("play --opponent random", "--teach"),
    ] {
        typed(&place, line, "", "80").fails(2, &[words]);
    }
    typed(&place, "play no.menace", "", "80").fails(1, &["no.menace", "makes it"]);
}

/// A machine is taught hexapawn from nothing, a game is taken back bead for bead, and the file is the
/// earlier one to the byte.
#[test]
fn what_was_learnt_is_kept_and_taken_back() {
    let place = Place::new();
    let line = "play her.menace --game hexapawn --rule her --learn";
    let first = said(&place, line, "a3-a2\nresign\n");
    for words in [
        "hexapawn: you play first, her.menace plays second.\n",
        "This model does not exist yet; a new machine starts with the rule her.\n",
        "The machine opens its box: never met before, ",
        "You resign: the machine wins.\n",
        "Changes to the boxes by the rule her:\n  move 2, ",
        "Saved in her.menace.\n",
        "her.menace now holds what it learnt from 1 game.\n",
    ] {
        assert!(first.contains(words), "{words}: {first}");
    }
    let kept = place.bytes("her.menace");
    let shown = place.ok("show her.menace");
    assert!(
        shown.starts_with(
            "hexapawn: second side learning\n  1 game played against a person, rule her, seed 1961\n"
        ),
        "{shown}"
    );

    // One game more, and one that is left in the middle; then all of it is taken back.
    let line = "play her.menace --learn";
    let more = said(&place, line, "c3-c2\nresign\n");
    assert!(
        more.contains("Its score over 2 games against people"),
        "{more}"
    );
    assert_ne!(place.bytes("her.menace"), kept);
    place.ok("check her.menace");
    fs::write(place.at("her.menace"), &kept).unwrap();
    let back = said(&place, line, "c3-c2\nresign\nnew\nb3-b2\nnew\nundo\nundo\n");
    assert!(
        back.contains("What was learnt from it was removed from her.menace, bead for bead.\n"),
        "{back}"
    );
    assert!(
        back.contains("her.menace has learnt nothing new.\n"),
        "{back}"
    );
    assert_eq!(place.bytes("her.menace"), kept);
    assert_eq!(place.files(), ["her.menace"]);
}

/// A game is taken back that ended in the place of one which had begun. What programs left then is
/// repaired in a copy.
#[test]
fn a_game_taken_back_leaves_a_sound_model() {
    let place = Place::new();
    let line = "play x.menace --learn --seed 30";
    said(&place, line, "resign\nnew\nb3\nresign\nundo\n");
    place.ok("check x.menace");

    let mut model = store::read(&place.at("x.menace")).unwrap();
    let last = model.history.records.last_mut().unwrap();
    last.snapshots[0].as_mut().unwrap().boxes = 0;
    let broken = store::encode(&model);
    fs::write(place.at("broken.menace"), &broken).unwrap();
    place
        .run("check broken.menace")
        .fails(1, &["1 of 1 file not sound"]);
    for _ in 0..2 {
        let told = place.ok("check broken.menace --repair");
        for words in [
            "broken.menace: the history counts 0 boxes of the first side, the table has 1\n",
            "broken-repaired.menace: sound: tic-tac-toe, ",
            "  first side: the history counted 0 boxes, the table has 1; corrected to 1\n",
        ] {
            assert!(told.contains(words), "{words}: {told}");
        }
    }
    assert!(place.bytes("broken.menace") == broken);
    assert!(place.bytes("broken-repaired.menace") == place.bytes("x.menace"));
    let told = place.ok("check broken.menace --repair --json");
    for words in [
        "\"repaired\": 1",
        "broken-repaired.menace",
        "corrected to 1",
    ] {
        assert!(told.contains(words), "{words}: {told}");
    }
    // Nothing else is repaired.
    fs::write(place.at("broken.menace"), &broken[..broken.len() - 1]).unwrap();
    let ran = place.run("check . --repair");
    ran.fails(1, &["1 of 3 files not sound"]);
    assert_eq!(
        place.files(),
        ["broken-repaired.menace", "broken.menace", "x.menace"]
    );
}

/// A machine whose first box is empty gives every game up before anybody has moved.
#[test]
fn a_game_that_nobody_began_counts_for_nothing() {
    let place = Place::new();
    place.ok("train --game hexapawn --games 1000 --plots none --out x.menace");
    let before = place.bytes("x.menace");
    let told = said(&place, "play x.menace --learn", "new\nundo\nquit\n");
    for words in [
        "No game was played to its end.",
        "x.menace has learnt nothing new.",
    ] {
        assert!(told.contains(words), "{words}: {told}");
    }
    assert!(place.bytes("x.menace") == before);
}

/// A training goes on as it was after games with a person, which are a chapter of their own.
#[test]
fn a_training_goes_on_after_a_person() {
    let place = Place::new();
    place.ok(
        "train --sets 2 --games-per-set 30 --seed 7 --opponent perfect --plots none --out x.menace",
    );
    said(&place, "play x.menace --learn", "resign\nnew\nresign\n");
    place.ok("train --out x.menace --continue --sets 3 --plots none");
    let shown = place.ok("show x.menace");
    let lines: Vec<&str> = shown.lines().skip(1).take(3).collect();
    assert_eq!(
        lines,
        [
            "  2 sets of 30 games against perfect, rule rote, seed 7",
            "  2 games played against a person, rule rote, seed 1961",
            "  3 sets of 30 games against perfect, rule rote, seed 7",
        ]
    );
    place.ok("check x.menace");
    place
        .run("train --sets 2 --out x.menace --plots none")
        .fails(1, &["2 games played against a person"]);
    said(
        &place,
        "play y.menace --learn --game nim:2,1 --side second",
        "resign\n",
    );
    place.ok("train --out y.menace --continue --sets 1 --plots none --game nim:2,1");
    assert!(
        place
            .ok("show y.menace")
            .contains("1 set of 100 games against random")
    );
}

/// A lesson is a training by sets of one game.
#[test]
fn a_lesson_leaves_what_a_training_leaves() {
    let place = Place::new();
    for (learner, game) in [
        ("first", "tic-tac-toe"),
        ("second", "hexapawn"),
        ("both", "nim:3,2"),
    ] {
        let options = format!("--game {game} --learner {learner} --games-per-set 1 --plots none");
        place.ok(&format!("train {options} --sets 3 --out a.menace"));
        place.ok(&format!("train {options} --sets 8 --out b.menace"));
        let told = said(&place, "play a.menace --teach 5 --learn", "");
        assert_eq!(
            place.bytes("a.menace"),
            place.bytes("b.menace"),
            "{learner}"
        );
        assert_eq!(times(&told, "\n-- Game "), 5, "{told}");
        assert!(
            told.contains("Changes to the boxes by the rule rote:\n"),
            "{told}"
        );
        for name in ["a.menace", "b.menace"] {
            fs::remove_file(place.at(name)).unwrap();
        }
    }
    let fresh = "play new.menace --teach 4 --learn --rule her --game hexapawn --opponent first";
    let told = said(&place, fresh, "");
    assert!(told.contains("never met before, "), "{told}");
    place.ok(
        "train --out same.menace --games-per-set 1 --sets 4 --rule her --game hexapawn --opponent first \
         --plots none",
    );
    assert_eq!(place.bytes("new.menace"), place.bytes("same.menace"));
    let other = said(&place, "play --teach 1 --rule her --game hexapawn", "");
    assert!(other.contains("Nothing was saved; "), "{other}");
}

#[test]
fn games_are_recorded_shown_and_stepped_through() {
    let place = Place::new();
    let text = place.ok("match random first --games 30 --seed 5 --show 2 --record games.txt");
    let games = String::from_utf8(place.bytes("games.txt")).unwrap();
    let head = "menace games 1\ngame tic-tac-toe\nfirst random\nsecond first\nseed 5\n\n";
    assert!(games.starts_with(head), "{games}");
    let lines: Vec<&str> = games.lines().skip(6).collect();
    assert_eq!(lines.len(), 30);
    assert!(
        text.ends_with(&format!("\n\n1. {}\n2. {}\n", lines[0], lines[1])),
        "{text}"
    );
    let count = |end: &str| lines.iter().filter(|line| line.ends_with(end)).count();
    assert!(
        text.contains(&format!("random (first) wins  {}", count(": first wins"))),
        "{text}"
    );

    // The game that is watched is the first of the match.
    let watched = said(
        &place,
        "play --watch random first --seed 5 --record one.txt",
        "",
    );
    assert_eq!(
        times(&watched, " plays "),
        lines[0].split(' ').count() - 2,
        "{watched}"
    );
    let one = String::from_utf8(place.bytes("one.txt")).unwrap();
    assert_eq!(one, format!("{head}{}\n", lines[0]));

    let steps = said(
        &place,
        "play --replay games.txt",
        "\nnext\nback\nall\n\nback\ngame 30\ngame 31\nlist\nbakc\n",
    );
    let moves: Vec<&str> = lines[0].split([' ', ':']).collect();
    for words in [
        "tic-tac-toe: random against first, 30 games, seed 5\n".to_owned(),
        format!(
            "> \n\nMove 1 of {}, random: {}\n",
            count_moves(lines[0]),
            moves[0]
        ),
        format!(
            "\nMove 2 of {}, first: {}\n",
            count_moves(lines[0]),
            moves[1]
        ),
        "\nGame 2 of 30\n".to_owned(),
        "> game 30\n\nGame 30 of 30\n".to_owned(),
        "> game 31\nthe games are numbered 1 to 30\n".to_owned(),
        format!("\n30. {}\n", lines[29]),
        "did you mean back?".to_owned(),
        "The input has ended.\n".to_owned(),
    ] {
        assert!(steps.contains(&words), "{words}: {steps}");
    }
    place.ok("match random first --games 30 --seed 5 --record games.txt");
    place
        .run("match random first --games 31 --seed 5 --record games.txt")
        .fails(1, &["games.txt", "--force"]);
    // A person hears of it before the first move, and of a model whatever is said.
    for line in [
        "play random --record games.txt",
        "play --watch random first --record list.txt",
    ] {
        fs::write(place.at("list.txt"), "mine").unwrap();
        let ran = typed(&place, line, "quit\n", "80");
        assert!(ran.out.is_empty(), "{ran:?}");
        ran.fails(1, &["holds something ", "name another file"]);
    }
    place.ok("train --sets 1 --out x.menace --plots none");
    place
        .run("match random first --record x.menace --force")
        .fails(2, &["x.menace: has the ending of a model"]);
}

fn count_moves(line: &str) -> usize {
    line.split(':').next().unwrap().split(' ').count()
}

#[test]
fn a_file_of_games_is_refused_by_the_line() {
    let place = Place::new();
    let head = "menace games 1\n# from a club\ngame tic-tac-toe\nfirst a\nsecond b\n\n";
    for (text, line, words) in [
        (String::new(), 1, "begins with `menace games 1`"),
        ("\nmenace games 2\n".to_owned(), 2, "newer program"),
        (
            "menace games 1\ngame chess\nfirst a\nsecond b\n".to_owned(),
            2,
            "unknown game `chess`",
        ),
        (
            "menace games 1\ngame nim:3\nsecond b\n\na1: stopped\n".to_owned(),
            5,
            "`first` is missing",
        ),
        (
            "menace games 1\ngame nim:3\ngame nim:4\n".to_owned(),
            3,
            "`game` is given twice",
        ),
        (
            "menace games 1\nseed x\n".to_owned(),
            2,
            "`x` is not a seed",
        ),
        (format!("{head}b2 a1\n"), 7, "a colon and how it ended"),
        (
            format!("{head}\nb2: stopped\nb2 d4: stopped\n"),
            9,
            "move 2: `d4` is not a move",
        ),
        (
            format!("{head}b2 b2: stopped\n"),
            7,
            "move 2: `b2` is not legal in .../.X./...",
        ),
        (
            format!("{head}b2 a1: second gives up\n"),
            7,
            "`second resigns`",
        ),
        (format!("{head}b2 a1: draw\n"), 7, "the game is not over"),
        (
            format!("{head}a1 a2 b1 b2 c1: draw\n"),
            7,
            "the game is over: first wins",
        ),
        (
            format!("{head}a1 a2 b1 b2 c1 c2: draw\n"),
            7,
            "move 6: `c2` is not legal",
        ),
        (
            format!("{head}a1 a2 b1 b2 c1: second resigns\n"),
            7,
            "the game is over: first wins",
        ),
    ] {
        fs::write(place.at("games.txt"), &text).unwrap();
        let place_of = format!("games.txt line {line}: ");
        typed(&place, "play --replay games.txt", "", "80").fails(1, &[&place_of, words]);
    }
    fs::write(place.at("games.txt"), b"menace games 1\n\xff\n").unwrap();
    place
        .run("play --replay games.txt")
        .fails(1, &["line 2: this is not valid UTF-8"]);
    place.run("play --replay none.txt").fails(1, &["none.txt"]);
    fs::write(place.at("games.txt"), head).unwrap();
    assert!(
        place
            .ok("play --replay games.txt")
            .contains("a against b, 0 games\n")
    );
}

/// Whatever is played, no line is wider than the terminal, and no colours are in it.
#[test]
fn a_board_fits_into_40_columns() {
    let place = Place::new();
    bring_models(place.path());
    for (line, input) in [
        (
            "play models/tic-tac-toe-first.menace",
            "b2\nhelp\nhint\nresign\n",
        ),
        (
            "play --game hexapawn --rule her --learn",
            "a3-a2\nhint\nx\nresign\nnew\nresign\nnew\nresign\n",
        ),
        ("play random --game othello:6", "hint\nboard\n"),
        ("play --game othello --side second", "undo\n"),
        ("play first --game nim:3,4,5", "a1\nhint\n"),
        ("play --teach 2 --game connect-four:4x4 --seed 3", ""),
        ("play --watch random perfect", ""),
        ("play random --game split-nim:7", "7=4+3\n"),
    ] {
        let text = typed(&place, line, input, "40").ok();
        for told in text.lines().filter(|told| !told.starts_with('>')) {
            assert!(told.chars().count() <= 40, "{line}: {told}: {text}");
            assert!(!told.contains('\u{1b}'), "{line}: {told}");
        }
        let _ = fs::remove_file(place.at("models/hexapawn-second.menace"));
        assert_eq!(text, typed(&place, line, input, "40").ok(), "{line}");
    }
}

/// `docs/play.md` shows what happens: what follows `> ` is typed. With `MENACE_BLESS=1` it is written
/// anew.
#[test]
fn the_page_shows_what_happens() {
    let place = Place::new();
    bring_models(place.path());
    let path = root().join("docs/play.md");
    let page = fs::read_to_string(&path).unwrap();
    let mut anew = String::new();
    let mut shown = 0;
    for (number, part) in page.split("```").enumerate() {
        let gap = if number == 0 { "" } else { "```" };
        let Some(rest) = part.strip_prefix("console\n$ menace ") else {
            anew += &format!("{gap}{part}");
            continue;
        };
        let (line, told) = rest.split_once('\n').unwrap();
        let typed = told.lines().filter_map(|line| line.strip_prefix("> "));
        let input: String = typed.map(|line| format!("{line}\n")).collect();
        anew += &format!(
            "{gap}console\n$ menace {line}\n{}",
            said(&place, line, &input)
        );
        shown += 1;
    }
    assert!(shown > 4, "the page shows nothing");
    if std::env::var_os("MENACE_BLESS").is_some() {
        fs::write(&path, &anew).unwrap();
    }
    assert!(
        page == anew || std::env::var_os("MENACE_BLESS").is_some(),
        "{anew}"
    );
}
