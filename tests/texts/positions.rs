//! Positions as people write them: each text has one reading, or an error that shows two.

use matchboxes::dice::{Dice, Purpose};
use matchboxes::game::{Game, Move};
use matchboxes::games::{over, parse, position};

const START_8: &str = "......../......../......../...OX.../...XO.../......../......../........";

/// A game, a text, and the position in the usual form.
const READ: &[(&str, &str, &str)] = &[
    ("tic-tac-toe", "X.O......", "X.O/.../..."),
    ("tic-tac-toe", "x.o/.../...", "X.O/.../..."),
    ("tic-tac-toe", "xobbbbbbb", "XO./.../..."),
    ("tic-tac-toe", "x,x,x,x,o,o,x,o,o,positive", "XXX/XOO/XOO"),
    ("tic-tac-toe", "1 0 -1 0 0 0 0 0 0", "X.O/.../..."),
    ("tic-tac-toe", "X2O456789", "X.O/.../..."),
    ("tic-tac-toe", "X|_|O|_|_|_|_|_|_", "X.O/.../..."),
    ("tic-tac-toe", "a1 C1", "X.O/.../..."),
    ("tic-tac-toe", "a1c1b2", "X.O/.X./..."),
    ("tic-tac-toe", "5 1", "O../.X./..."),
    ("tic-tac-toe", "51", "O../.X./..."),
    ("mnk:4,4,3", "1. B2 c3", "..../.X../..O./...."),
    (
        "connect-four",
        "4455",
        "......./......./......./......./...OO../...XX..",
    ),
    (
        "connect-four",
        "dd ee",
        "......./......./......./......./...OO../...XX..",
    ),
    (
        "connect-four",
        "DDEE",
        "......./......./......./......./...OO../...XX..",
    ),
    (
        "connect-four",
        "45461667",
        "......./......./......./.....X./...X.O./X..XOOO",
    ),
    (
        "othello",
        "f5d6c3",
        "......../......../..X...../...XX.../...OXX../...O..../......../........ O",
    ),
    (
        "othello",
        "F5 D6",
        "......../......../......../...OX.../...OXX../...O..../......../........ X",
    ),
    ("othello:4", "-----ox--xo----- x", "..../.OX./.XO./.... X"),
    ("hexapawn", "A3-A2", "OOO/X../.XX O"),
    ("nim:3,4,5", "A1 b2", "2 2 5 first"),
    ("nim:3,4,5", "3,4,5 first", "3 4 5 first"),
];

#[test]
fn each_text_has_its_reading() {
    for &(name, text, wanted) in READ {
        let game = parse(name).unwrap();
        let at = position(&game, text).unwrap_or_else(|error| panic!("{error}"));
        assert_eq!(game.write_position(&at), wanted, "{name} {text}");
    }
    let game = parse("othello").unwrap();
    let obf = START_8.replace('/', "").replace('.', "-") + " X; D3:+0; C4:+0";
    let at = position(&game, &obf).unwrap();
    assert_eq!(at, game.start());
}

/// A text that cannot be read is answered with the forms that can, or with the move that is none.
#[test]
fn what_cannot_be_read_is_answered_with_the_forms() {
    for (name, text, wanted) in [
        (
            "tic-tac-toe",
            "hello",
            "moves from the start, such as `a1 b1`, or `51`, and a board",
        ),
        ("othello", "hello", "OBF lines"),
        (
            "nim:3",
            "hello",
            "piles alone where only one side can be to move",
        ),
        (
            "tic-tac-toe",
            "b2 b2",
            "as moves from the start, move 2, `b2`, is not legal in .../.X./...",
        ),
        ("othello", "f5d6f5", "move 3, `f5`, is not legal"),
        ("tic-tac-toe", "X.X/.../...", "X and O do not move in turn"),
    ] {
        let error = position(&parse(name).unwrap(), text)
            .unwrap_err()
            .to_string();
        assert!(error.contains(wanted), "{error}");
    }
}

/// Who has won is said by the marks of the board, and of piles by the side.
#[test]
fn what_is_over_says_who_has_won() {
    for (name, text, wanted) in [
        ("tic-tac-toe", "XOO/XOX/XXO", "X has won"),
        ("tic-tac-toe", "OOO/XX./X..", "O has won"),
        ("tic-tac-toe", "XOX/XOO/OXX", "it is a draw"),
        ("tic-tac-toe", ".../.../...", ""),
        ("nim:1", "a1", "first has won"),
    ] {
        let game = parse(name).unwrap();
        assert_eq!(
            over(&game, &position(&game, text).unwrap()),
            wanted,
            "{text}"
        );
    }
}

#[test]
fn a_text_with_two_readings_shows_both() {
    for (name, text, both) in [
        ("nim:3,4,5", "2 2 2", ["2 2 2 first", "2 2 2 second"]),
        (
            "othello:4",
            ".....OX..XO.....",
            ["..../.OX./.XO./.... X", "..../.OX./.XO./.... O"],
        ),
    ] {
        let game = parse(name).unwrap();
        let error = position(&game, text).unwrap_err().to_string();
        assert!(both.iter().all(|one| error.contains(one)), "{error}");
    }
    for text in [
        "",
        " ",
        "hello",
        "f5f5",
        "XX",
        "4458",
        "-",
        "1 0 2 0 0 0 0 0 0",
    ] {
        for name in [
            "tic-tac-toe",
            "connect-four",
            "othello",
            "nim:3,4,5",
            "hexapawn",
            "split-nim:9",
        ] {
            assert!(
                position(&parse(name).unwrap(), text).is_err(),
                "{name} {text:?}"
            );
        }
    }
}

/// What a game writes means that position, and moves lead to it however they are written.
#[test]
fn positions_and_moves_of_random_games_read_back() {
    for (number, name) in [
        "tic-tac-toe",
        "mnk:4,4,3",
        "connect-four",
        "connect-four:4x4",
        "othello",
        "othello:4",
        "hexapawn",
        "nim:3,4,5",
        "split-nim:12",
    ]
    .into_iter()
    .enumerate()
    {
        let game = parse(name).unwrap();
        let mut dice = Dice::new(16, Purpose::Trial, 1, number as u64);
        for _ in 0..20 {
            let (mut at, mut words) = (game.start(), Vec::new());
            loop {
                let text = game.write_position(&at);
                assert_eq!(position(&game, &text).unwrap(), at, "{name} {text}");
                let moves: Vec<Move> = game.moves(&at).collect();
                if moves.is_empty() {
                    break;
                }
                let m = moves[usize::try_from(dice.below(moves.len() as u64)).unwrap()];
                words.push(game.write_move(m));
                at = game.play(&at, m);
                let spaced = words.join(" ");
                for text in [&spaced, &spaced.to_uppercase(), &words.join(",")] {
                    assert_eq!(position(&game, text).unwrap(), at, "{name} {text}");
                }
                if !name.contains("nim") {
                    let joined: Vec<&str> = words.iter().map(String::as_str).collect();
                    let unwritten: Vec<&str> = joined
                        .iter()
                        .copied()
                        .filter(|word| *word != "pass")
                        .collect();
                    assert_eq!(
                        position(&game, &joined.concat()).unwrap(),
                        at,
                        "{name} {joined:?}"
                    );
                    if joined.last() != Some(&"pass") {
                        assert_eq!(
                            position(&game, &unwritten.concat()).unwrap(),
                            at,
                            "{name} {joined:?}"
                        );
                    }
                }
            }
        }
    }
}
