//! Whatever people or files hand a game as a name, a key, a move or a position is refused or read
//! exactly, and never stops the program.

use menace::dice::{Dice, Purpose};
use menace::game::{Game, Key};
use menace::games::{Visitor, with_game};
use proptest::prelude::*;
use proptest::test_runner::RngSeed;

const GAMES: &[&str] = &[
    "tic-tac-toe",
    "nim:3,4,5",
    "nim:3,4,5:misere",
    "nim:20,30,40,50",
];

/// Holds a name to its one spelling.
struct Named<'a>(&'a str);

impl Visitor for Named<'_> {
    type Output = ();

    fn visit<G: Game>(self, game: G) {
        assert_eq!(game.name(), self.0);
    }
}

/// Offers a text as a move and as a position.
struct Offered<'a>(&'a str);

impl Visitor for Offered<'_> {
    type Output = ();

    fn visit<G: Game>(self, game: G) {
        if let Ok(m) = game.read_move(self.0) {
            assert!(m.0 < game.move_count());
            assert_eq!(game.write_move(m), self.0);
        }
        if let Ok(at) = game.read_position(self.0) {
            assert_eq!(game.write_position(&at), self.0);
            assert_eq!(game.position(game.key(&at)), Some(at));
        }
    }
}

/// Offers a number as a key.
struct Unlocked(Key);

impl Visitor for Unlocked {
    type Output = ();

    fn visit<G: Game>(self, game: G) {
        if let Some(at) = game.position(self.0) {
            assert_eq!(game.key(&at), self.0);
            let text = game.write_position(&at);
            assert_eq!(game.read_position(&text).ok(), Some(at), "{text}");
        }
    }
}

/// Offers the texts and keys of real positions with something small changed.
struct Spoilt;

impl Visitor for Spoilt {
    type Output = ();

    fn visit<G: Game + 'static>(self, game: G) {
        for line in 0..200 {
            let mut dice = Dice::new(7, Purpose::Trial, line, 0);
            let mut at = game.start();
            loop {
                for _ in 0..5 {
                    let text = spoil(&game.write_position(&at), &mut dice);
                    Offered(&text).visit(game.clone());
                    let bit = dice.below(20) + 1;
                    Unlocked(Key(game.key(&at).0 ^ 1 << bit)).visit(game.clone());
                }
                let moves: Vec<_> = game.moves(&at).collect();
                if moves.is_empty() {
                    break;
                }
                let m = moves[pick(&mut dice, moves.len())];
                Offered(&spoil(&game.write_move(m), &mut dice)).visit(game.clone());
                at = game.play(&at, m);
            }
        }
    }
}

fn pick(dice: &mut Dice, n: usize) -> usize {
    usize::try_from(dice.below(n as u64)).expect("an index")
}

/// A text with a letter put in, taken out or replaced.
fn spoil(text: &str, dice: &mut Dice) -> String {
    const LETTERS: &[char] = &[
        'X',
        'O',
        'x',
        '.',
        '/',
        '0',
        '1',
        '9',
        'a',
        'c',
        ' ',
        '-',
        '+',
        ',',
        '\n',
        '\u{e9}',
        '\u{1f600}',
    ];
    let letter = LETTERS[pick(dice, LETTERS.len())];
    let mut letters: Vec<char> = text.chars().collect();
    let place = pick(dice, letters.len());
    match dice.below(3) {
        0 => letters.insert(place, letter),
        1 => letters[place] = letter,
        _ => drop(letters.remove(place)),
    }
    letters.into_iter().collect()
}

fn config() -> ProptestConfig {
    ProptestConfig {
        cases: 500,
        failure_persistence: None,
        rng_seed: RngSeed::Fixed(1),
        ..ProptestConfig::default()
    }
}

proptest! {
    #![proptest_config(config())]

    #[test]
    fn any_key_is_refused_or_exact(key in prop_oneof![any::<u128>(), 0_u128..1 << 19, 0_u128..1 << 34]) {
        for name in GAMES {
            with_game(name, Unlocked(Key(key))).expect("a game");
        }
    }

    #[test]
    fn any_text_is_refused_or_exact(text in prop_oneof![
        "\\PC{0,20}",
        "[XO.]{2,4}/[XO.]{2,4}/[XO.]{2,4}",
        "[0-9]{1,2} [0-9]{1,2} [0-9]{1,2} (first|second)",
        "[a-g][0-9]{0,3}",
    ]) {
        for name in GAMES {
            with_game(name, Offered(&text)).expect("a game");
        }
    }

    #[test]
    fn any_name_is_refused_or_exact(name in prop_oneof![
        "\\PC{0,20}",
        "(nim|tic-tac-toe)(:[0-9]{1,3}){0,2}(:misere)?",
        "nim:[0-9]{1,3}(,[0-9]{0,3}){0,7}",
    ]) {
        if let Err(error) = with_game(&name, Named(&name)) {
            prop_assert!(error.to_string().contains(name.split(':').next().unwrap_or_default()));
        }
    }
}

#[test]
fn a_position_or_move_with_a_slip_is_refused_or_exact() {
    for name in GAMES {
        with_game(name, Spoilt).expect("a game");
    }
}

#[test]
fn names_that_are_no_games_are_refused() {
    let wrong = [
        "",
        ":",
        "chess",
        "Tic-Tac-Toe",
        "tic-tac-toe:",
        "tic-tac-toe:3",
        "nim",
        "nim:",
        "nim:0",
        "nim:100",
        "nim:256",
        "nim:03",
        "nim:+3",
        "nim:-1",
        "nim:3,",
        "nim:3,,4",
        "nim:3 ,4",
        "nim:1,1,1,1,1,1,1",
        "nim:3,4,5:",
        "nim:3,4,5:Misere",
        "nim:3,4,5:misere:",
    ];
    for name in wrong {
        assert!(with_game(name, Named(name)).is_err(), "`{name}`");
    }
}
