//! Positions as people write them: each text has one reading, or an error that shows two.

use matchboxes::dice::{Dice, Purpose};
use matchboxes::game::{Game, Move};
use matchboxes::games::{over, parse, position};

const START_8: &str = "......../......../......../...OX.../...XO.../......../......../........";

/// A game, a text, and the position in the usual form.
const READ: &str = r#"tic-tac-toe; x.o/.../...; X.O/.../...
tic-tac-toe; xobbbbbbb; XO./.../...
tic-tac-toe; x,x,x,x,o,o,x,o,o,positive; XXX/XOO/XOO
tic-tac-toe; X2O456789; X.O/.../...
tic-tac-toe; X|_|O|_|_|_|_|_|_; X.O/.../...
tic-tac-toe; a1 C1; X.O/.../...
tic-tac-toe; 5 1; O../.X./...
tic-tac-toe; 51; O../.X./...
mnk:4,4,3; 1. B2 c3; ..../.X../..O./....
connect-four; 4455; ......./......./......./......./...OO../...XX..
connect-four; dd ee; ......./......./......./......./...OO../...XX..
connect-four; DDEE; ......./......./......./......./...OO../...XX..
connect-four; 45461667; ......./......./......./.....X./...X.O./X..XOOO
othello; f5d6c3; ......../......../..X...../...XX.../...OXX../...O..../......../........ O
othello; F5 D6; ......../......../......../...OX.../...OXX../...O..../......../........ X
othello:4; -----ox--xo----- x; ..../.OX./.XO./.... X
hexapawn; A3-A2; OOO/X../.XX O
hexapawn; OOOX...XX second; OOO/X../.XX O
hexapawn:4x4; O-OO -O-- X--- -XXX black; O.OO/.O../X.../.XXX X
nim:3,4,5; A1 b2; 2 2 5 first
nim:3,4,5; 3,4,5 first; 3 4 5 first
nim:3,4,5; 1,4,2; 1 4 2 first
nim:3,4,5; 2 2 2; 2 2 2 first
kayles:7; 2,1; 2 1 first
tic-tac-toe; 1 0 2 0 0 0 0 0 0; X.O/.../...
tic-tac-toe; 102010200; X.O/.X./O..
tic-tac-toe; [[1, 0, -1], [0, 0, 0], [0, 0, 0]]; X.O/.../...
tic-tac-toe; [ 1.  0. -1.] [0. 0. 0.] [0. 0. 0.]; X.O/.../...
tic-tac-toe; ['X', ' ', 'O', ' ', ' ', ' ', ' ', ' ', ' ']; X.O/.../...
tic-tac-toe; ["X", null, "O", null, null, null, null, null, null]; X.O/.../...
tic-tac-toe; X O/   /   ; X.O/.../...
tic-tac-toe; X| |O| | | | | | ; X.O/.../...
tic-tac-toe; X.O ... ...; X.O/.../...
tic-tac-toe:misere; 51; O../.X./...
tic-tac-toe:wild; OOX/.../...; OOX/.../...
tic-tac-toe:wild; Ob2 xa1; X../.O./...
tic-tac-toe:notakto; 110000000; XX./.../...
connect-four; d1 d2 e1; ......./......./......./......./...O.../...XX..
connect-four; 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 2 0 0 0 0 0 1 1 0 0 0; ......./......./......./......./...O.../..XX...
connect-four; ......., ......., ......., ......., ......., ..RRY..; ......./......./......./......./......./..XXO..
hexapawn; ppp/3/PPP w; OOO/.../XXX X
hexapawn; ppp/P2/1PP b - - 0 1; OOO/X../.XX O
hexapawn; black ppp/P../.PP; OOO/X../.XX O
hexapawn; O OOO/X../.XX; OOO/X../.XX O
othello:4; -----ox--xo-----x; ..../.OX./.XO./.... X
othello:4; 4 -----O*--*O----- *; ..../.OX./.XO./.... X"#;

#[test]
fn each_text_has_its_reading() {
    for row in READ.lines() {
        let cells: Vec<&str> = row.split("; ").collect();
        let [name, text, wanted]: [&str; 3] = cells.try_into().unwrap();
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
    let forms = "moves from the start, such as `a1 b1`, or `51`, are read too; so is a board";
    let piles = "piles alone are read too";
    let twice = "as moves from the start, move 2, `b2`, is not legal in .../.X./...";
    for (name, text, wanted) in [
        ("tic-tac-toe", "hello", forms),
        ("othello", "hello", "OBF lines"),
        ("nim:3", "hello", piles),
        ("tic-tac-toe", "b2 b2", twice),
        ("othello", "f5d6f5", "move 3, `f5`, is not legal"),
        ("tic-tac-toe", "X.X/.../...", "X and O do not move in turn"),
    ] {
        let error = position(&parse(name).unwrap(), text).unwrap_err();
        assert!(error.to_string().contains(wanted), "{error}");
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
        let at = position(&game, text).unwrap();
        assert_eq!(over(&game, &at), wanted, "{text}");
    }
}

#[test]
fn a_text_with_two_readings_shows_both() {
    for row in [
        "connect-four:4x3; ..../..../RY..; ..../..../XO..; ..../..../OX..",
        "othello:4; .....OX..XO.....; ..../.OX./.XO./.... X; ..../.OX./.XO./.... O",
    ] {
        let cells: Vec<&str> = row.split("; ").collect();
        let game = parse(cells[0]).unwrap();
        let error = position(&game, cells[1]).unwrap_err().to_string();
        assert!(cells[2..].iter().all(|one| error.contains(one)), "{error}");
    }
    let games = "tic-tac-toe connect-four othello nim:3,4,5 hexapawn split-nim:9".split(' ');
    for game in games.map(|name| parse(name).unwrap()) {
        for text in "; ;hello;f5f5;XX;4458;-;1 0 3 0 0 0 0 0 0;d1 d1".split(';') {
            assert!(position(&game, text).is_err(), "{} {text:?}", game.name());
        }
    }
}

/// What a game writes means that position, and moves lead to it however they are written.
#[test]
fn positions_and_moves_of_random_games_read_back() {
    let names = "tic-tac-toe mnk:4,4,3 connect-four connect-four:4x4 othello othello:4 hexapawn nim:3,4,5 split-nim:12";
    for (number, name) in names.split(' ').enumerate() {
        let game = parse(name).unwrap();
        let mut dice = Dice::new(16, Purpose::Trial, 1, number as u64);
        for _ in 0..20 {
            let (mut at, mut words) = (game.start(), Vec::new());
            loop {
                let text = game.write_position(&at);
                let mut texts = vec![text.clone()];
                if !name.contains("nim") {
                    // In other letters, without lines between the rows, or as numbers.
                    texts.extend([text.to_lowercase().replace('.', "-"), text.replace('/', "")]);
                    let (board, tail) = text.split_once(' ').unwrap_or((&text, ""));
                    let number = |c| match c {
                        'X' => "1 ",
                        'O' => "-1 ",
                        _ => "0 ",
                    };
                    let cells = board.chars().filter(|c| *c != '/');
                    // In connect four they can also go up column by column.
                    if !name.contains("four") {
                        texts.push(cells.map(number).collect::<String>() + tail);
                    }
                }
                for text in texts {
                    assert_eq!(position(&game, &text).unwrap(), at, "{name} {text}");
                }
                let moves: Vec<Move> = game.moves(&at).collect();
                if moves.is_empty() {
                    break;
                }
                let m = moves[usize::try_from(dice.below(moves.len() as u64)).unwrap()];
                words.push(game.write_move(m));
                at = game.play(&at, m);
                let spaced = words.join(" ");
                let mut texts = vec![spaced.to_uppercase(), words.join(","), spaced];
                if !name.contains("nim") {
                    texts.push(words.concat());
                    if words[words.len() - 1] != "pass" {
                        texts.push(words.concat().replace("pass", ""));
                    }
                }
                for text in texts {
                    assert_eq!(position(&game, &text).unwrap(), at, "{name} {text}");
                }
            }
        }
    }
}
