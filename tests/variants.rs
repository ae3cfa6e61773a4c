//! Variants of the games, compared with what the literature says of them, and with their rules written out plainly.

use std::collections::BTreeMap;

use matchboxes::game::{Game, Key, Outcome, Side, Verdict};
use matchboxes::games::{self, AnyGame, End, Nim, Position, parse};
use matchboxes::graph::{Budget, Merging, Solved};
use matchboxes::search;

fn game(name: &str) -> AnyGame {
    parse(name).expect("a game")
}

fn solved(name: &str) -> Solved<AnyGame> {
    Solved::new(game(name), Merging::Full, Budget::EXACT, "a test").expect("a small game")
}

/// The value for the first side, and the first moves that keep it.
fn value(name: &str) -> (Verdict, String) {
    let solved = solved(name);
    let (game, graph) = (game(name), solved.graph());
    let outcome = solved.outcome(graph.root());
    let start = game.start();
    let keeps = |m| {
        let after = graph.find(&game.play(&start, m)).expect("whole");
        solved.outcome(after) == outcome
    };
    let moves = game.moves(&start).filter(|&m| keeps(m));
    let moves: Vec<String> = moves.map(|m| game.write_move(m)).collect();
    (outcome.verdict(Side::First), moves.join(" "))
}

#[test]
fn variants_have_the_values_of_the_literature() {
    let known = [
        // The first side takes the centre and then answers at the opposite square: Gardner, Scientific American, 1971.
        ("tic-tac-toe:misere", Verdict::Draw, "b2"),
        // Mendelson, Introducing Game Theory and Its Applications, 2004.
        ("tic-tac-toe:wild", Verdict::Win, "Xb2 Ob2"),
        // Plambeck and Whitehead, The Secrets of Notakto, arXiv:1301.1672, 2013.
        ("tic-tac-toe:notakto", Verdict::Win, "b2"),
        // Dudeney's Kayles: who begins takes the middle, and mirrors (Canterbury Puzzles, 1908).
        ("kayles:9", Verdict::Win, "9=4+4"),
        ("kayles:10", Verdict::Win, "10=8+1 10=7+2 10=6+3 10=4+4"),
    ];
    for (name, verdict, moves) in known {
        assert_eq!(value(name), (verdict, moves.to_owned()), "{name}");
    }
}

/// The subtraction game of 1, 3 and 4, an example of many courses: its losing positions are 0 and 2 modulo 7.
#[test]
fn the_side_to_move_loses_with_these_counters() {
    let losing = |takes: &[u8]| -> Vec<u8> {
        let lost = |&n: &u8| {
            let Ok(game) = Nim::with_takes(&[n], takes, End::Normal) else {
                return true;
            };
            let solved = Solved::new(game, Merging::None, Budget::EXACT, "a test").expect("small");
            solved.outcome(solved.graph().root()) == Outcome::Win(Side::Second)
        };
        (0..=20).filter(lost).collect()
    };
    assert_eq!(losing(&[1, 3, 4]), [0, 2, 7, 9, 14, 16]);
    assert_eq!(losing(&[3]), [0, 1, 2, 6, 7, 8, 12, 13, 14, 18, 19, 20]);
    assert_eq!(losing(&[1, 2, 3]), [0, 4, 8, 12, 16, 20]);
}

/// The value of a position by the plain rules of the other end, for the side to move.
fn plainly(
    game: &AnyGame,
    at: &Position,
    ended: &dyn Fn(&Position) -> Outcome,
    seen: &mut BTreeMap<Key, i8>,
) -> i8 {
    if let Some(&known) = seen.get(&game.key(at)) {
        return known;
    }
    let moves: Vec<_> = game.moves(at).collect();
    let after = |&m| -plainly(game, &game.play(at, m), ended, seen);
    let best = moves.iter().map(after).max();
    let value = best.unwrap_or_else(|| ended(at).verdict(game.side(at)) as i8 - 1);
    seen.insert(game.key(at), value);
    value
}

/// Positions, keys and moves of a variant that has only another end are those of the game, and who wins is the other.
#[test]
fn another_end_changes_nothing_else() {
    for (plain, other) in [
        ("tic-tac-toe", "tic-tac-toe:misere"),
        ("mnk:4,3,3", "mnk:4,3,3:misere"),
        ("othello:4", "othello:4:reversed"),
        ("nim:20:take=1,3,4", "nim:20:take=1,3,4:misere"),
        ("kayles:10", "kayles:10:misere"),
    ] {
        let [usual, reversed] = [plain, other].map(game);
        let ended = |at: &Position| usual.outcome(at).expect("it is over").turned();
        let wanted = plainly(&usual, &usual.start(), &ended, &mut BTreeMap::new());
        let (verdict, _) = value(other);
        assert_eq!(verdict as i8 - 1, wanted, "{other}");
        let own = |at: &Position| reversed.outcome(at).expect("it is over");
        let mut seen = BTreeMap::new();
        plainly(&reversed, &reversed.start(), &own, &mut seen);
        for &key in seen.keys() {
            let at = usual.position(key);
            let (at, there) = at.zip(reversed.position(key)).expect("the same keys");
            assert_eq!(usual.key(&at), key);
            assert_eq!(usual.write_position(&at), reversed.write_position(&there));
        }
    }
}

/// Made up positions are read by the door of the searches alone: files hold keys of those that play can reach.
#[test]
fn made_up_positions_have_no_key_that_is_read() {
    for (name, text) in [
        ("hexapawn", "OOO/.../XXX O"),
        ("hexapawn:4x4", "OOOO/..../..../XXXX O"),
        ("nim:3,4,5", "2 5 5 second"),
        ("kayles:7", "3 3 first"),
    ] {
        let game = game(name);
        assert!(games::position(&game, text).is_err(), "{name}");
        let at = games::composed(&game, text).expect("it can be searched");
        assert_eq!(game.write_position(&at), text, "{name}");
        assert_eq!(game.position(game.key(&at)), None, "{name}");
        let searched = Solved::starting_at(&game, &at, "a test").expect("small");
        let graph = searched.graph();
        assert_eq!(graph.side(graph.root()), game.side(&at));
    }
}

/// The Grundy value of the start of a game, if it is impartial.
fn nimber(name: &str) -> Option<u16> {
    let solved = solved(name);
    let nimbers = search::nimbers(&solved)?;
    Some(nimbers[solved.graph().root().index()])
}

#[test]
fn grundy_values_are_those_of_the_page() {
    let page = include_str!("../docs/nimbers.md");
    let mut rows = 0;
    for line in page.lines().filter(|line| line.contains('N')) {
        let cells: Vec<&str> = line.split('|').map(str::trim).collect();
        let [_, _, name, from, values, ..] = cells[..] else {
            continue;
        };
        let Ok(from) = from.parse::<u16>() else {
            continue;
        };
        rows += 1;
        for (n, value) in (from..).zip(values.split(' ')) {
            let name = name.trim_matches('`').replace('N', &n.to_string());
            assert_eq!(nimber(&name), value.parse().ok(), "{name}");
        }
    }
    assert_eq!(rows, 7);
}

#[test]
fn a_position_is_lost_where_its_grundy_value_is_zero() {
    for name in [
        "nim:3,4,5",
        "nim:7,5,6:take=2,5",
        "split-nim:12",
        "kayles:12",
        "tic-tac-toe:notakto",
        "mnk:4,3,3:notakto",
    ] {
        let solved = solved(name);
        let (graph, nimbers) = (
            solved.graph(),
            search::nimbers(&solved).expect("it is impartial"),
        );
        for node in graph.nodes().filter(|&node| graph.outcome(node).is_none()) {
            let loss = Outcome::Win(graph.side(node).other());
            let is_lost = solved.outcome(node) == loss;
            assert_eq!(is_lost, nimbers[node.index()] == 0, "{name}");
        }
    }
    for name in ["nim:3,4,5:misere", "tic-tac-toe", "tic-tac-toe:wild"] {
        assert_eq!(nimber(name), None, "{name}");
    }
}

/// Piles side by side are worth the exclusive or of their values.
#[test]
fn grundy_values_of_piles_add_up() {
    for (takes, piles) in [
        ("", [3, 4, 5]),
        (":take=1,3,4", [9, 5, 7]),
        (":take=2,5,6", [8, 6, 9]),
    ] {
        let each = piles.map(|pile| nimber(&format!("nim:{pile}{takes}")).expect("impartial"));
        let [a, b, c] = piles;
        let together = nimber(&format!("nim:{a},{b},{c}{takes}"));
        assert_eq!(together, Some(each[0] ^ each[1] ^ each[2]), "{takes}");
    }
}
