//! Games that others have recorded: each form gives the same game, and machines learn from them as from their own.

use std::path::Path;

use matchboxes::arena::Stated;
use matchboxes::dice::{Dice, Purpose};
use matchboxes::exchange::Records;
use matchboxes::game::{Game, Move, Outcome, Side};
use matchboxes::games::{AnyGame, parse};
use matchboxes::learn::{Choice, Empty, Learner, Rule, preset};
use matchboxes::session::{FromRecords, learn_from};
use matchboxes::store::{self, Model};

use super::place::{Place, Text as _};

/// A published game (`data/records`): 60 moves, and a pass after the 58th that is often not written.
const GAME: &str = "d3c5f6f5f4c3c4d2e2b4d1f3b5e3f2f1a4d6e6e7f7b6e8c6b3a5d7a3e1a6g1a2c2c7b8d8c8g8g6h6g5h5g4h4h3g7h8f8\
                    h7a8a7b7a1b2g3g2h2h1c1b1";

fn parsed(text: &[u8], game: Option<&str>) -> matchboxes::Result<Records> {
    let game = game.map(|name| parse(name).unwrap());
    Records::parse(Path::new("x"), text, game.as_ref())
}

fn refused(text: &str, game: &str) -> String {
    parsed(text.as_bytes(), Some(game)).unwrap_err().to_string()
}

/// The moves of each game and how it ended.
fn texts(text: &str, game: &str) -> Vec<String> {
    let read = parsed(text.as_bytes(), Some(game)).unwrap_or_else(|error| panic!("{error}"));
    read.games.iter().map(|one| one.text(&read.game)).collect()
}

#[test]
fn every_form_of_a_game_is_the_same_game() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/records");
    let mut forms = 0;
    for file in std::fs::read_dir(folder).unwrap() {
        let path = file.unwrap().path();
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        let read = Records::read(&path, None).unwrap_or_else(|error| panic!("{error}"));
        assert_eq!(read.game.name(), "othello", "{name}");
        let [game] = &read.games[..] else {
            panic!("{name}: {} games", read.games.len());
        };
        let moves = game.moves.iter().map(|&m| read.game.write_move(m));
        let mut moves: Vec<String> = moves.collect();
        assert_eq!(moves[58], "pass", "{name}");
        moves.retain(|m| m != "pass");
        assert_eq!(moves.concat(), GAME, "{name}");
        let end = game.end(&read.game);
        assert_eq!(read.game.points(&end), Some([32, 32]), "{name}");
        assert_eq!(game.contradiction(&read.game), None, "{name}");
        let stated = game.stated.as_ref().map(|one| one.outcome);
        let known = (name != "bare.txt").then_some(Outcome::Draw);
        assert_eq!(stated, known, "{name}");
        let named = ["tags.pgn", "server.ggf", "variations.sgf", "table.csv"];
        assert_eq!(game.players.is_some(), named.contains(&&*name), "{name}");
        forms += 1;
    }
    assert_eq!(forms, 10);
}

#[test]
fn lists_of_games_are_cut_where_games_end() {
    let both = ["b2 a1 c1: stopped", "a1 b2: stopped"];
    for text in [
        "b2a1c1\na1b2\n",
        "B2 A1 C1\n\n# a remark\na1,b2",
        "1. b2 a1 2. c1\n1. a1 b2",
        "1. b2 a1\n2. c1\n\n1. a1\n2. b2",
        "[Event \"x\"]\n\n1. b2 {the centre} a1\n2. c1 (2. c3 b3) $1 *\n[Event \"y\"]\n1.a1! b2 *",
        "5 1 3\r\n15\r\n",
        "1. b2a1c1\n2. a1b2",
        "id,moves\n1,b2 a1 c1\n2,a1 b2\n",
        "b2 a1 c1,Anna\na1 b2,Ben\n",
    ] {
        assert_eq!(texts(text, "tic-tac-toe"), both, "{text}");
    }
    let wide = |text: &str| -> Vec<u8> {
        let units = "\u{feff}".encode_utf16().chain(text.encode_utf16());
        units.flat_map(u16::to_le_bytes).collect()
    };
    let read = parsed(&wide("b2 a1 c1\na1 b2\n"), Some("tic-tac-toe")).unwrap();
    assert_eq!(read.games.len(), 2);
    let one = "d d e e: stopped";
    for text in "4455;dd ee;4,4,5,5;4\n4\n5\n5;1. d d\n2. e e;D\nD\nE\nE\n".split(';') {
        assert_eq!(texts(text, "connect-four"), [one], "{text}");
    }
    // The lists that this program prints.
    let shown = "1. a1 b1 a2 b2 a3: first wins\n2. a1: second resigns\n";
    let read = texts(shown, "tic-tac-toe");
    assert_eq!(read, ["a1 b1 a2 b2 a3: first wins", "a1: second resigns"]);
}

/// Nothing of a game may be lost without a word.
#[test]
fn commas_brackets_and_odd_results_lose_no_moves() {
    let whole = ["b2 a1 c1 a3 a2: stopped"];
    for text in [
        "b2 a1, c1 a3 a2\n",
        "1. b2 a1, 2. c1 a3, 3. a2",
        "b2 a1; c1 a3; a2",
        "b2\ta1\tc1 a3\ta2",
    ] {
        assert_eq!(texts(text, "tic-tac-toe"), whole, "{text}");
    }
    for text in ["b2 a1 (c3\nb2 c3\n", "b2 {the\ncentre\n"] {
        let error = refused(text, "tic-tac-toe");
        let known = "x line 1: what begins here in brackets";
        assert!(error.starts_with(known), "{error}");
    }
    for (result, margin) in [("+12", 12), ("12.0", 12), ("65535-0", 65_535)] {
        let read = Stated::read(result).unwrap();
        assert_eq!(read.margin, Some(margin), "{result}");
    }
    for odd in ["nan", "inf", "-1e30", "4294967295-1", "foo"] {
        assert_eq!(Stated::read(odd), None, "{odd}");
        let text = format!("moves,result\nb2 a1,{odd}\nb2 a1,1-0\nb2 a1,\n");
        let read = parsed(text.as_bytes(), Some("tic-tac-toe")).unwrap();
        let unread: Vec<_> = read.games.iter().map(|one| one.unread.as_deref()).collect();
        assert_eq!(unread, [Some(odd), None, None]);
        assert_eq!(read.games[0].outcome(&read.game), None);
    }
}

#[test]
fn results_are_read_and_checked() {
    let contradicted = |game: &str, moves: &str, result: &str| {
        let read = parsed(format!("{moves} {result}").as_bytes(), Some(game)).unwrap();
        read.games[0].contradiction(&read.game)
    };
    let won = |result: &str| contradicted("tic-tac-toe", "a1 b1 a2 b2 a3", result);
    for result in ["1-0", "first wins", "X won", "black wins", "+1"] {
        assert_eq!(won(result), None, "{result}");
    }
    for result in ["0-1", "draw", "1/2-1/2", "-1"] {
        let words = format!("it says `{result}`, but after 5 moves the game is over: X has won");
        assert_eq!(won(result), Some(words));
    }
    // White has no discs: 13 to 0 with the discs that lie there, 64 to 0 with the empty squares.
    let swept = |result: &str| contradicted("othello", "e6f4e3f6g5d6e7f5c5", result);
    for result in ["13-0", "64-0", "+13", "B+64"] {
        assert_eq!(swept(result), None, "{result}");
    }
    assert!(swept("12-0").is_some() && swept("W+64").is_some());
}

#[test]
fn what_is_wrong_is_named_with_its_place() {
    assert_eq!(
        refused("a1 b2\na1 b2 b2\n", "tic-tac-toe"),
        "x line 2: game 2: `b2` is not a move of tic-tac-toe: move 3 is not legal in X../.O./..."
    );
    let over = refused("a1 b1 a2 b2 a3 b3", "tic-tac-toe");
    let known = "`b3` is not a move of tic-tac-toe: the game is over after move 5: X has won";
    assert!(over.ends_with(known), "{over}");
    let of_any = |text: &[u8]| parsed(text, None).unwrap_err().to_string();
    let farthest = of_any(b"f5d6c3\nf5d6c3d3\nf5d6f5\n");
    let known = "x line 3: game 3: `f5` is not a move of othello";
    assert!(farthest.starts_with(known), "{farthest}");
    // Two games could be meant.
    let two = parsed(b"4455", None);
    assert!(two.is_ok_and(|read| read.game.name() == "connect-four"));
    for (text, words) in [
        ("zz", "name the game"),
        ("1 2 3", "connect-four and tic-tac-toe"),
        ("", "it holds no games"),
        ("\u{feff} \n", "it holds no games"),
    ] {
        let found = of_any(text.as_bytes());
        assert!(found.contains(words), "{found}");
    }
    let sgf = refused("(;GM[2];B[f5])", "tic-tac-toe");
    assert_eq!(sgf, "the file has games of othello, not of tic-tac-toe");
    let mut thor = include_bytes!("data/records/one.wtb").to_vec();
    thor[30] = 99;
    let damaged = of_any(&thor);
    let is_named = damaged.contains("game 1: `99`") && damaged.contains("move 7 ");
    assert!(is_named, "{damaged}");
}

/// Plays or follows a game as the second side: of the moves it is given those that are there, else its own and random
/// ones of the other side.
fn game_of(
    learner: &mut Learner<AnyGame>,
    game: &AnyGame,
    number: u64,
    given: Option<&[Move]>,
) -> Vec<Move> {
    let mut dice = Dice::new(7, Purpose::Trial, 0, number);
    let (mut at, mut moves) = (game.start(), Vec::new());
    learner.begin(number);
    while game.outcome(&at).is_none() {
        let legal: Vec<Move> = game.moves(&at).collect();
        let m = match (given.map(|given| given[moves.len()]), game.side(&at)) {
            (Some(m), Side::First) => m,
            (None, Side::First) => legal[dice.index(legal.len())],
            (Some(m), Side::Second) => {
                learner.follow(m).unwrap();
                m
            }
            (None, Side::Second) => drawn(learner.choose(&mut dice)),
        };
        learner.played(m).unwrap();
        moves.push(m);
        at = game.play(&at, m);
    }
    let verdict = game.outcome(&at).unwrap().verdict(Side::Second);
    learner.conclude(verdict);
    moves
}

fn drawn(choice: Choice) -> Move {
    match choice {
        Choice::Move(m) => m,
        other => panic!("{other:?}: its rule leaves no box empty"),
    }
}

/// A learner that follows the moves that another one has drawn has learnt the same.
#[test]
fn following_ones_own_moves_is_the_training_itself() {
    let emptied = [Empty::AnyMove, Empty::OneBead].map(|empty| Rule {
        name: empty.to_string(),
        empty,
        ..preset("rote").unwrap()
    });
    let names = "annealed boxes-100 cups-keep q-learning sarsa td-afterstates ucb".split(' ');
    for rule in names.map(|name| preset(name).unwrap()).chain(emptied) {
        for game in ["hexapawn", "tic-tac-toe"].map(|name| parse(name).unwrap()) {
            let new = || Learner::new(game.clone(), rule.clone(), Side::Second);
            let (mut own, mut other) = (new(), new());
            for number in 0..200 {
                let moves = game_of(&mut own, &game, number, None);
                game_of(&mut other, &game, number, Some(&moves));
            }
            assert!(own.table().len() > 3, "{}", rule.name);
            assert_eq!(own.table(), other.table(), "{} {}", game.name(), rule.name);
        }
    }
}

/// A machine that is taught by games has learnt from all with a result; its file says where they came from.
#[test]
fn a_machine_is_taught_by_other_peoples_games() {
    let place = Place::new();
    let model = place.path().join("taught.menace").display().to_string();
    let asked = FromRecords {
        model: model.parse().unwrap(),
        rule: None,
        file: "games.txt".to_owned(),
        again: false,
    };
    let text = "a1 b1 a2 b2 a3: first wins\nb2 a1 c1 a3 a2 c2 b1 b3 c3: draw\nb2 a1: first resigns\nb2: stopped\n";
    let read = parsed(text.as_bytes(), Some("tic-tac-toe")).unwrap();
    let taught = learn_from(&read.game, &asked, &read.games, &|_| ()).unwrap();
    assert_eq!((taught.results.games(), taught.left_out), (3, 1));
    let kept = store::read(Path::new(&model)).unwrap();
    assert_eq!(kept.sets(), 3);
    let words = "3 games learnt from games.txt, rule rote";
    assert_eq!(kept.last().in_words(), words);
    // The centre was drawn or given twice: a draw keeps its bead and a loss takes it only from the last move.
    let opening = |kept: &Model| {
        let table = kept.tables[0].as_ref().unwrap();
        table.get(read.game.key(&read.game.start())).unwrap().beads
    };
    let before = opening(&kept);
    learn_from(&read.game, &asked, &read.games[..1], &|_| ()).unwrap();
    let again = store::read(Path::new(&model)).unwrap();
    let after = opening(&again);
    assert_eq!(again.sets(), 4);
    // One more win that began in the corner: the bead of a1 alone is added to.
    let changed: Vec<usize> = (0..9).filter(|&i| before[i] != after[i]).collect();
    assert_eq!(changed, [0]);
    assert!(after[0] > before[0]);
    let nothing = learn_from(&read.game, &asked, &read.games[3..], &|_| ());
    let nothing = nothing.unwrap_err().to_string();
    nothing.has(["no game there has a result"]);
}
