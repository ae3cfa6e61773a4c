//! Names of players, searches and rules, and texts of played games: any text is read or refused, and reading
//! and writing it again changes nothing.

use matchboxes::arena::Transcript;
use matchboxes::game::{Game, Move};
use matchboxes::games::{AnyGame, parse};
use matchboxes::roster;
use proptest::prelude::*;

use super::config;

/// A name made of the words of real names and of others.
fn name() -> impl Strategy<Value = String> {
    let words = "random first perfect :quickest :prolong mix: 0.5* 1* 2/3* + ai1 ai11s :v2 :v9 m3 -d2 minimax alphabeta \
         pvs sss mtdf pns solve best-result id: mcts : , = depth=2 depth=0 nodes=9 table=4 table=all \
         keys=canonical order=centre eval=zero eval= cap=1 playouts=3 seed=1 goal=win entries=10 guess=-1 low=1 \
         high=-1 database=none book=none .menace none.menace :greedy :sharpness=2 michie-1961-script fading: \
         random-to-first :9 rote michie-304 .toml / .. ~ -1 99999999999999999999";
    let odd = [" ", "\n", "\u{1b}", "\u{e9}", "\u{0}"];
    let words: Vec<&str> = words.split_whitespace().chain(odd).collect();
    let word = prop_oneof![
        12 => prop::sample::select(words).prop_map(str::to_owned),
        1 => any::<char>().prop_map(String::from),
    ];
    prop::collection::vec(word, 0..8).prop_map(|words| words.concat())
}

/// Finds the player of a name, if there is one, and lets it weigh the moves at the start.
fn use_name(game: &AnyGame, name: &str) {
    let at = game.start();
    let moves: Vec<Move> = game.moves(&at).collect();
    if let Ok(player) = roster::player(game, name) {
        let mut weights = vec![7; moves.len()];
        player.weigh(game, &at, &moves, &mut weights);
        let again = roster::player(game, name).expect("it was found just now");
        assert_eq!(again.name(), player.name());
        let sum = weights.iter().try_fold(0_u64, |sum, w| sum.checked_add(*w));
        assert!(sum.is_some());
    }
    drop(roster::search(game, name));
    drop(roster::opponent(game, name, matchboxes::game::Side::First));
}

/// A text of games, valid or damaged.
fn games() -> impl Strategy<Value = Vec<u8>> {
    // A tilde is the end of a line.
    let pieces = "menace games 1~|menace games 2~|game tic-tac-toe~|game nim:1,2~|game chess~|first a~|second b~|\
        first \u{1b}[31m~|seed 7~|seed x~|~|# so~|b2 a1: stopped~|b2: first resigns~|a1 b1: second wins~|\
        a1 b2: first wins~|: stopped~|b2 b2: stopped~|stopped|:| |b2 |\r~|\u{feff}|\u{0}|a1 b1 a2 b2 a3: first wins~|\
        c1 c2 b1 a1 a2: draw~";
    let pieces = pieces.split('|').map(|piece| piece.replace('~', "\n"));
    let pieces: Vec<String> = pieces.collect();
    let head = "menace games 1\ngame tic-tac-toe\nfirst a\nsecond b\nseed 1\n\n";
    let piece = prop_oneof![
        12 => prop::sample::select(pieces).prop_map(|piece| piece.as_bytes().to_vec()),
        1 => any::<u8>().prop_map(|byte| vec![byte]),
    ];
    (any::<bool>(), prop::collection::vec(piece, 0..12)).prop_map(move |(has_head, pieces)| {
        let head = if has_head { head } else { "" };
        [head.as_bytes(), &pieces.concat()].concat()
    })
}

/// A name is written on one line, whatever it contains, and does not change the lines after it.
#[test]
fn a_name_stays_on_its_line() {
    let written = Transcript {
        game: "tic-tac-toe".to_owned(),
        players: ["a\nsecond b\u{9b}".to_owned(), "c d".to_owned()],
        seed: Some(7),
        games: Vec::new(),
    };
    let text = written.write(&parse(&written.game).expect("a game"));
    let read = Transcript::read(text.as_bytes()).expect("a text of games");
    assert_eq!(read.players, ["a\\nsecond b\\u{9b}", "c d"]);
    let players = written.players.clone();
    assert_eq!(Transcript { players, ..read }, written);
}

proptest! {
    #![proptest_config(config())]

    #[test]
    fn any_name_of_a_player_is_read_or_refused(name in name()) {
        for game in ["tic-tac-toe", "nim:1,2", "othello:4"] {
            use_name(&parse(game).expect("a game"), &name);
        }
    }

    #[test]
    fn any_name_of_a_rule_is_read_or_refused(name in name()) {
        if let Ok(rule) = roster::rule(&name) {
            prop_assert_eq!(rule.name, name);
        }
    }

    #[test]
    fn any_text_of_games_is_read_or_refused(text in games()) {
        if let Ok(read) = Transcript::read(&text) {
            let written = read.write(&parse(&read.game).expect("it was read"));
            let again = Transcript::read(written.as_bytes());
            let players = read.players.iter().all(|name| !name.contains(char::is_control));
            prop_assert!(!players || again.as_ref().is_ok_and(|again| *again == read), "{again:?}");
            prop_assert!(again.is_ok());
        }
    }
}
