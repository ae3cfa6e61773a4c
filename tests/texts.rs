//! Any text or number that users or files give as a name, a key, a move or a position is refused or read
//! exactly, and never stops the program.

use matchboxes::dice::{Dice, Purpose};
use matchboxes::game::{Game, Key, Move, Place, Sketch};
use matchboxes::games::{AnyGame, parse};
use matchboxes::text;
use proptest::prelude::*;

#[path = "texts/glossary.rs"]
mod glossary;
#[path = "texts/names.rs"]
mod names;
#[path = "texts/positions.rs"]
mod positions;
#[path = "texts/words.rs"]
mod words;

use crate::whole::whole_or;

const GAMES: &str = "tic-tac-toe nim:3,4,5 nim:3,4,5:misere nim:20,30,40,50 split-nim:7 split-nim:30:equal:misere hexapawn \
     hexapawn:5x4 connect-four connect-four:8x8 mnk:4,4,3 mnk:8,8,5 othello othello:4";

fn games() -> impl Iterator<Item = AnyGame> {
    GAMES
        .split_whitespace()
        .map(|name| parse(name).expect("a game"))
}

/// Checks that a name has only one spelling.
fn check_name(game: &AnyGame, name: &str) {
    let alias = crate::contract::ALIASES
        .iter()
        .find(|(alias, _)| *alias == name);
    assert_eq!(game.name(), alias.map_or(name, |(_, name)| name));
}

/// Checks that a text is refused or read exactly as a move and as a position.
fn check_text(game: &AnyGame, name: &str) {
    if let Ok(m) = game.read_move(name) {
        assert!(m.0 < game.move_count());
        assert_eq!(game.write_move(m), name);
    }
    if let Ok(at) = game.read_position(name) {
        assert_eq!(game.write_position(&at), name);
        assert_eq!(game.position(game.key(&at)), Some(at));
    }
}

/// Checks that a number is refused or read exactly as a key.
fn check_key(game: &AnyGame, given: Key) {
    if let Some(at) = game.position(given) {
        assert_eq!(game.key(&at), given);
        let text = game.write_position(&at);
        assert_eq!(game.read_position(&text).ok(), Some(at), "{text}");
    }
}

/// Checks the texts and keys of real positions with small changes.
fn check_slips(game: &AnyGame) {
    for line in 0..200 {
        let mut dice = Dice::new(7, Purpose::Trial, line, 0);
        let mut at = game.start();
        loop {
            for _ in 0..5 {
                let text = spoil(&game.write_position(&at), &mut dice);
                check_text(game, &text);
                let bit = dice.below(20) + 1;
                check_key(game, Key(game.key(&at).0 ^ 1 << bit));
            }
            let moves: Vec<_> = game.moves(&at).collect();
            if moves.is_empty() {
                break;
            }
            let m = moves[dice.index(moves.len())];
            check_text(game, &spoil(&game.write_move(m), &mut dice));
            at = game.play(&at, m);
        }
    }
}

/// Inserts, removes or replaces one letter of a text.
fn spoil(text: &str, dice: &mut Dice) -> String {
    let odd: Vec<char> = "XOx./019ac -+,\n\u{e9}\u{1f600}".chars().collect();
    let letter = odd[dice.index(odd.len())];
    let mut letters: Vec<char> = text.chars().collect();
    let place = dice.index(letters.len());
    match dice.below(3) {
        0 => letters.insert(place, letter),
        1 => letters[place] = letter,
        _ => drop(letters.remove(place)),
    }
    letters.into_iter().collect()
}

fn config() -> ProptestConfig {
    ProptestConfig {
        cases: 2 * ProptestConfig::default().cases,
        failure_persistence: None,
        ..ProptestConfig::default()
    }
}

proptest! {
    #![proptest_config(config())]

    #[test]
    fn any_key_is_refused_or_exact(key in prop_oneof![any::<u128>(), 0_u128..1 << 19, 0_u128..1 << 34, 0_u128..1 << 57]) {
        for game in games() {
            check_key(&game, Key(key));
        }
    }

    #[test]
    fn any_text_is_refused_or_exact(text in prop_oneof![
        "\\PC{0,20}",
        "[XO.]{2,4}/[XO.]{2,4}/[XO.]{2,4}",
        "[0-9]{1,2} [0-9]{1,2} [0-9]{1,2} (first|second)",
        "[a-g][0-9]{0,3}",
        "[XO.]{3}/[XO.]{3}/[XO.]{3} [XO]",
        "[XO.]{4}/[XO.]{4}/[XO.]{4}/[XO.]{4}( [XO])?",
        "[1-7]( [1-4]){0,6} (first|second)",
        "([a-c][1-3]-[a-c][1-3]|[1-9]=[1-9]\\+[1-9]|pass)",
    ]) {
        for game in games() {
            check_text(&game, &text);
        }
    }

    #[test]
    fn any_name_is_refused_or_exact(name in prop_oneof![
        "\\PC{0,20}",
        "(nim|tic-tac-toe)(:[0-9]{1,3}){0,2}(:misere)?",
        "nim:[0-9]{1,3}(,[0-9]{0,3}){0,7}",
        "split-nim:[0-9]{1,3}(:equal)?(:misere)?(:[a-z]{0,2})?",
        "(hexapawn|connect-four):[0-9]{1,2}x[0-9]{1,2}",
        "mnk:[0-9]{1,2}(,[0-9]{0,2}){1,3}",
        "othello(:[0-9]{0,2}){0,2}",
    ]) {
        if let Err(error) = parse(&name).map(|game| check_name(&game, &name)) {
            prop_assert!(error.to_string().contains(name.split(':').next().unwrap_or_default()));
        }
    }
}

/// Positions and moves of every game, or every second one in the short form.
#[test]
fn a_position_or_move_with_a_slip_is_refused_or_exact() {
    for game in games().step_by(whole_or(1, 2)) {
        check_slips(&game);
    }
}

#[test]
fn names_that_are_not_games_are_refused() {
    let wrong = ": chess Tic-Tac-Toe tic-tac-toe: tic-tac-toe:3 nim nim: nim:0 nim:100 nim:256 nim:03 nim:+3 nim:-1 \
         nim:3, nim:3,,4 nim:1,1,1,1,1,1,1 nim:3,4,5: nim:3,4,5:Misere nim:3,4,5:misere: split-nim split-nim: \
         split-nim:0 split-nim:1:equal split-nim:2 split-nim:61 split-nim:07 split-nim:7: \
         split-nim:7:misere:equal split-nim:99999999999999999999 hexapawn: hexapawn:0x3 hexapawn:3x0 hexapawn:3x2 \
         hexapawn:9x3 hexapawn:8x8 hexapawn:3 hexapawn:3x hexapawn:3X3 hexapawn:3x3x3 hexapawn:03x3 \
         hexapawn:4294967296x4294967296 connect-four: connect-four:7 connect-four:7x0 connect-four:0x6 \
         connect-four:9x8 connect-four:7x6: connect-four:100000x100000 mnk mnk: mnk:3,3 mnk:3,3,0 mnk:0,3,3 \
         mnk:3,3,9 mnk:3,3,4 mnk:9,9,5 mnk:3,3,3,3 mnk:3,3,+3 mnk:99999999999999999999,3,3 othello: othello:0 \
         othello:2 othello:5 othello:10 othello:8:8 othello:6x6";
    for name in wrong.split_whitespace().chain(["", "nim:3 ,4"]) {
        assert!(parse(name).is_err(), "`{name}`");
    }
}

#[test]
fn thousands_are_set_apart() {
    let numbers = [0, 999, 1_000, 12_345, 1_234_567];
    let written = ["0", "999", "1,000", "12,345", "1,234,567"];
    assert_eq!(numbers.map(text::thousands), written);
}

#[test]
fn columns_line_up() {
    let rows = [
        vec!["a".to_owned(), "10".to_owned()],
        vec!["bcd".to_owned(), "7".to_owned()],
    ];
    assert_eq!(text::columns(&rows), "a    10\nbcd   7\n");
}

#[test]
fn coordinates_are_letter_and_row_of_each_place_of_several_rows() {
    let have_coordinates = |columns, names: &[&str]| {
        let moves = (0..).map(|n| Place::Move(Move(n)));
        let sketch = Sketch {
            columns,
            places: moves.take(names.len()).collect(),
            ..Sketch::default()
        };
        sketch.has_coordinates(|m| names.get(usize::from(m.0)))
    };
    assert!(have_coordinates(2, &["a1", "b1", "a2", "b2"]));
    // The letter alone, as on a board where pieces drop, or the wrong letter or row.
    assert!(have_coordinates(2, &["a", "b", "a", "b"]));
    assert!(!have_coordinates(2, &["a1", "b1", "a1", "b2"]));
    assert!(!have_coordinates(2, &["a1", "b1", "b2", "b2"]));
    // One row is not a board, whatever its moves are called.
    assert!(!have_coordinates(2, &["a1", "b1"]));
}
