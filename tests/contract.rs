//! Checks the laws of `Game` for every game: in all positions of small games, along random lines of large
//! ones.

#[path = "contract/keys.rs"]
mod keys;

use std::collections::{BTreeSet, HashSet};

use keys::{check_keys, check_spoilt_keys};
use matchboxes::dice::{Dice, Purpose};
use matchboxes::game::{
    Extent, Game, Key, Move, Outcome, Pieces, Place, Rows, Side, Sketch, Symmetry,
};
use matchboxes::games::{AnyGame, KINDS, Position, parse};
use matchboxes::graph::mirror::{canonical, classes};
use matchboxes::graph::{Budget, Graph, Merging};

use crate::whole::whole_or;

/// Games small enough to check every position, which know exactly which keys are valid.
const SMALL: &str = "tic-tac-toe nim:1 nim:1,1:misere nim:2,2,2 nim:3,4,5 nim:3,4,5:misere nim:1,2,1,3 nim:8:take=3 \
     nim:10:take=3:misere nim:3,4,5:take=2 nim:3,2,4:take=1 split-nim:3 split-nim:9 split-nim:12:misere \
     split-nim:2:equal split-nim:7:equal split-nim:8:equal:misere nim:20:take=1,3,4 nim:9:take=3, nim:7,5,6:take=2,5 \
     nim:4,4,4:take=1,3:misere nim:6,3:take=2,3 kayles:1 kayles:2:misere kayles:7 kayles:10 kayles:11:misere \
     tic-tac-toe:misere tic-tac-toe:wild tic-tac-toe:wild:misere tic-tac-toe:notakto mnk:2,3,2:misere mnk:1,1,1:wild \
     mnk:4,2,2:wild mnk:2,3,2:wild:misere mnk:4,3,3:notakto mnk:3,3,2:notakto mnk:9,1,3:wild mnk:1,9,2:misere \
     mnk:1,1,1 mnk:3,2,3 mnk:2,2,2 mnk:3,3,3 \
     mnk:9,1,3 mnk:1,9,2";
/// Games small enough to check every position, in which it would take a search to find out whether play leads
/// to a position: a key is refused or exact.
const WHOLE: &str = "hexapawn hexapawn:1x3 hexapawn:2x4 hexapawn:3x4 hexapawn:4x3 connect-four:1x1 connect-four:3x3 \
     connect-four:4x2 connect-four:1x8 connect-four:1x9 connect-four:9x1";
/// Games of which only random lines are checked.
const LARGE: &str = "nim:20,30,40,50 nim:99,7:misere nim:9,9,9,9,9 nim:9,8,7,9,9:take=2,3,7 nim:90,80:take=1,7,9:misere kayles:30 mnk:4,4,3:misere mnk:4,4,4:wild \
     mnk:5,4,3:notakto mnk:9,7,5:wild mnk:1,64,3:wild mnk:12,5,4:notakto othello:reversed othello:6:reversed \
     othello:4:reversed split-nim:60 split-nim:40:equal:misere hexapawn:4x6 \
     hexapawn:8x7 hexapawn:7x8 connect-four connect-four:5x4 connect-four:8x8 connect-four:7x9 connect-four:9x7 \
     connect-four:26x2 connect-four:1x64 mnk:4,4,3 mnk:5,3,4 mnk:8,8,5 mnk:8,7,1 mnk:9,7,5 mnk:12,5,4 mnk:5,12,4 \
     mnk:1,64,3 othello othello:6 othello:4";
/// Other spellings of names, and the names themselves.
pub(crate) const ALIASES: &[(&str, &str)] = &[
    ("hexapawn:3x3", "hexapawn"),
    ("connect-four:7x6", "connect-four"),
    ("othello:8", "othello"),
    ("othello:8:reversed", "othello:reversed"),
    ("mnk:3,3,3:wild", "tic-tac-toe:wild"),
    ("nim:8:take=1,2,3", "nim:8:take=3"),
    ("nim:8:take=4,1,9,1", "nim:8:take=1,4"),
    ("nim:8:take=1,", "nim:8:take=1"),
    ("nim:2,1:take=1,2", "nim:2,1"),
];

const MERGINGS: [Merging; 3] = [Merging::None, Merging::Rotations, Merging::Full];

fn all_games() -> impl Iterator<Item = &'static str> {
    let lists = [SMALL, WHOLE, LARGE].into_iter();
    lists.flat_map(str::split_whitespace)
}

/// All positions that moves and symmetries lead to.
fn all_positions<G: Game>(game: &G) -> Vec<G::Position> {
    let mut all = vec![game.start()];
    let mut seen: HashSet<G::Position> = all.iter().copied().collect();
    let mut next = 0;
    while let Some(&at) = all.get(next) {
        let turned = (0..game.symmetries()).map(|by| game.turn(&at, Symmetry(by)));
        let after = game.moves(&at).map(|m| game.play(&at, m));
        all.extend(turned.chain(after).filter(|&one| seen.insert(one)));
        next += 1;
    }
    all
}

/// The positions of a few lines played at random and turned by random symmetries.
fn walks<G: Game>(game: &G, lines: u64) -> Vec<G::Position> {
    let mut met = Vec::new();
    for line in 0..lines {
        let mut dice = Dice::new(5, Purpose::Trial, line, 0);
        let mut at = game.start();
        for ply in 0.. {
            let [fewest, most] = game.plies(&at);
            assert!((fewest..=most).contains(&ply), "{}: ply {ply}", game.name());
            let by = dice.below(u64::from(game.symmetries()));
            at = game.turn(&at, Symmetry(u16::try_from(by).expect("16 bit")));
            met.push(at);
            let moves: Vec<Move> = game.moves(&at).collect();
            if moves.is_empty() {
                break;
            }
            at = game.play(&at, moves[dice.index(moves.len())]);
            assert!(met.len() < 100_000, "{} does not end", game.name());
        }
    }
    met
}

/// Says which law is broken, and where.
fn laws(place: &str) -> impl Fn(bool, &str) {
    move |is_kept, law| assert!(is_kept, "{place}: {law}")
}

/// Checks one position.
fn check_position<G: Game>(game: &G, at: &G::Position) {
    let text = &game.write_position(at);
    let law = laws(text);
    let moves: Vec<Move> = game.moves(at).collect();
    law(
        moves.is_empty() == game.outcome(at).is_some(),
        "moves or an outcome",
    );
    law(moves.is_sorted_by(|a, b| a < b), "moves ascend");
    law(moves.iter().all(|m| m.0 < game.move_count()), "move_count");
    law(game.position(game.key(at)) == Some(*at), "key and back");
    law(!text.contains('\n'), "one line");
    law(game.read_position(text).ok() == Some(*at), "text and back");
    let sketch = game.sketch(at);
    law(sketch.columns > 0, "a sketch has columns");
    for &m in &moves {
        let after = game.play(at, m);
        law(
            game.side(&after) == game.side(at).other(),
            "sides alternate",
        );
        let written = game.write_move(m);
        law(
            game.read_move(&written).ok() == Some(m),
            "the text of a move and back",
        );
        let is_step = |(step, [from, to]): &&(Move, [usize; 2])| {
            *step == m && from.max(to) < &sketch.places.len()
        };
        let steps = sketch.steps.iter().filter(is_step).count();
        let shown = sketch.places.iter().filter(|p| **p == Place::Move(m));
        // A pass is forced and has no place on the board.
        let places = usize::from(written != "pass");
        law(shown.count() + steps == places, "a move has one place");
        law(written != "pass" || moves.len() == 1, "pass is forced");
    }
    check_sketch(game, &sketch, text);
    check_turning(game, at, &moves);
    check_merging(game, at, &moves);
    check_impartial(game, at, &moves);
}

/// Checks what a sketch shows against what the game says of itself.
fn check_sketch<G: Game>(game: &G, sketch: &Sketch, text: &str) {
    let nature = game.nature();
    let has_pieces = nature.pieces != Pieces::None;
    let is_board = sketch.rows == Rows::Squares;
    assert!(is_board || !has_pieces, "{text}: pieces stand on squares");
    assert!(is_board || sketch.steps.is_empty(), "{text}: steps");
    let moves = sketch.places.iter().enumerate();
    let moves = moves.filter_map(|(place, what)| match what {
        Place::Move(m) => Some((place, game.write_move(*m))),
        Place::Mark(mark) => {
            assert!(!is_board || ["X", "O"].contains(&&**mark), "{text}: {mark}");
            None
        }
        Place::Empty | Place::Gap => None,
    });
    let columns = sketch.columns;
    for (place, name) in moves {
        match &sketch.rows {
            Rows::Piles(letters) => {
                let named = format!("{}{}", letters[place / columns], place % columns + 1);
                assert_eq!(name, named, "{text}: it takes the counters up to its place");
            }
            _ if nature.falls => {
                let letter = ('a'..='z').nth(place % columns);
                assert_eq!(name.chars().next(), letter, "{text}: a column");
                assert_eq!(name.len(), 1, "{text}: a column");
            }
            _ => {}
        }
    }
    if let Rows::Piles(letters) = &sketch.rows {
        assert_eq!(letters.len() * columns, sketch.places.len(), "{text}: rows");
    }
}

/// Checks the position that stands for this one whichever side is to move, in an impartial game.
fn check_impartial<G: Game>(game: &G, at: &G::Position, moves: &[Move]) {
    let without = game.without_side(at);
    let text = &game.write_position(at);
    let is_shared = game.is_shared();
    let law = laws(text);
    law(is_shared == without.is_some(), "one machine for both sides");
    let Some(without) = without else {
        return;
    };
    let found = game.position(game.key(&without));
    law(found == Some(without), "a position of the game");
    law(game.without_side(&without) == Some(without), "twice");
    let own: Vec<Move> = game.moves(&without).collect();
    law(own == moves, "the same moves");
    let is_over = |at| game.outcome(at).is_some();
    law(is_over(&without) == is_over(at), "the same end");
    for &m in moves {
        let [after, other] = [at, &without].map(|at| game.without_side(&game.play(at, m)));
        law(after == other, "the same after a move");
    }
    for by in (0..game.symmetries()).map(Symmetry) {
        let [turned, other] = [at, &without].map(|at| game.without_side(&game.turn(at, by)));
        law(turned == other, "the same when turned");
    }
}

/// Checks what every symmetry does to a position.
fn check_turning<G: Game>(game: &G, at: &G::Position, moves: &[Move]) {
    let text = &game.write_position(at);
    let law = laws(text);
    law(game.turn(at, Symmetry::IDENTITY) == *at, "identity");
    let is_kept = |m: &Move| game.turn_move(*m, Symmetry::IDENTITY) == *m;
    law(moves.iter().all(is_kept), "identity of moves");
    for by in (0..game.symmetries()).map(Symmetry) {
        let turned = game.turn(at, by);
        law(game.side(&turned) == game.side(at), "side");
        law(game.outcome(&turned) == game.outcome(at), "outcome");
        let expected: Vec<Move> = game.moves(&turned).collect();
        let mut carried: Vec<Move> = moves.iter().map(|&m| game.turn_move(m, by)).collect();
        carried.sort_unstable();
        assert_eq!(carried, expected, "{text}: turned moves");
        for &m in moves {
            let after = game.turn(&game.play(at, m), by);
            law(
                after == game.play(&turned, game.turn_move(m, by)),
                "turn and play",
            );
        }
    }
}

/// Checks what merging mirror images does to a position and its moves.
fn check_merging<G: Game>(game: &G, at: &G::Position, moves: &[Move]) {
    let text = &game.write_position(at);
    let law = laws(text);
    for merging in MERGINGS {
        let form = canonical(game, at, merging);
        law(game.turn(at, form.by) == form.position, "its symmetry");
        law(game.key(&form.position) == form.key, "its key");
        for by in (0..merging.symmetries(game)).map(Symmetry) {
            let other = canonical(game, &game.turn(at, by), merging);
            law(other.key == form.key, "constant on the orbit");
        }
        // Of several lowest keys, `min_by_key` returns the first.
        let image = |by: &Symmetry| game.key(&game.turn(at, *by));
        let lowest = (0..merging.symmetries(game))
            .map(Symmetry)
            .min_by_key(image);
        law(Some(form.by) == lowest, "the lowest key");
        let classes = classes(game, at, merging);
        let mut together = classes.concat();
        together.sort_unstable();
        law(together == moves, "classes partition the moves");
        for class in &classes {
            let leads = |m: &Move| canonical(game, &game.play(at, *m), merging).key;
            let keys: BTreeSet<Key> = class.iter().map(leads).collect();
            law(keys.len() == 1, "a class has one result");
        }
    }
}

/// Checks that the first `count` symmetries are closed under composition.
fn check_group<G: Game>(game: &G, positions: &[G::Position], count: u16) {
    for (a, b) in (0..count).flat_map(|a| (0..count).map(move |b| (Symmetry(a), Symmetry(b)))) {
        let of_move = |m, c| game.turn_move(game.turn_move(m, a), b) == game.turn_move(m, c);
        let of_position = |at, c| game.turn(&game.turn(at, a), b) == game.turn(at, c);
        let is_product = |c: Symmetry| {
            let mut all = positions.iter();
            all.all(|at| of_position(at, c) && game.moves(at).all(|m| of_move(m, c)))
        };
        let found = (0..count).map(Symmetry).any(is_product);
        let name = game.name();
        assert!(
            found,
            "{name}: {a:?} then {b:?} is none of the first {count}"
        );
    }
}

fn check_game<G: Game>(game: &G, positions: &[G::Position]) {
    let name = &game.name();
    let law = laws(name);
    law(game.side(&game.start()) == Side::First, "first side begins");
    law(game.outcome(&game.start()).is_none(), "it is not over");
    let rotations = (1..=game.symmetries()).contains(&game.rotations());
    law(rotations, "some symmetries are rotations");
    for at in positions.iter().step_by(step(positions.len())) {
        check_position(game, at);
    }
    let few = &positions[..positions.len().min(200)];
    check_group(game, few, game.rotations());
    if game.symmetries() <= 24 {
        check_group(game, few, game.symmetries());
    }
}

/// Every position is checked, or in the short form some of many.
fn step(positions: usize) -> usize {
    whole_or(1, positions.div_ceil(300))
}

/// How much of a game is checked.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Coverage {
    /// Every position, and every key.
    Small,
    /// Every position.
    Whole,
    /// Random lines.
    Large,
}

fn check(game: &AnyGame, name: &str, coverage: Coverage) {
    assert_eq!(game.name(), name);
    let is_draw = |at: &Position| game.outcome(at) == Some(Outcome::Draw);
    let can = !game.nature().is_always_won;
    if coverage == Coverage::Large {
        let met = walks(game, 3);
        assert!(can || !met.iter().any(is_draw), "{name}: it was drawn");
        check_game(game, &met);
        return check_spoilt_keys(game, &met);
    }
    let all = all_positions(game);
    check_game(game, &all);
    let keys: BTreeSet<Key> = all.iter().map(|at| game.key(at)).collect();
    assert_eq!(keys.len(), all.len(), "{name}: keys are injective");
    match coverage {
        Coverage::Small => check_keys(game, &keys),
        _ => check_spoilt_keys(game, &all),
    }
    for merging in MERGINGS {
        check_endings(game.clone(), merging);
    }
    check_extent(game);
    assert_eq!(can, all.iter().any(is_draw), "{name}: some line is drawn");
}

/// Checks that `at_least` claims no more positions and moves than exist, and for nim exactly those.
fn check_extent<G: Game>(game: &G) {
    let graph = Graph::new(game.clone(), Merging::None);
    let graph = graph.completed(Budget::new(1 << 16), "a test");
    let graph = graph.expect("small");
    let counted = [graph.len(), graph.edge_count()].map(|n| n as u128);
    let Extent { positions, moves } = game.at_least();
    let name = game.name();
    assert!(positions <= counted[0] && moves <= counted[1], "{name}");
    if name.starts_with("nim") {
        assert_eq!([positions, moves], counted, "{name}");
    }
}

/// A game of one's own follows the laws when its rules do.
#[test]
fn games_of_ones_own_follow_the_same_laws() {
    let covered = [
        (Coverage::Small, "nim:3,4,5"),
        (Coverage::Small, "tic-tac-toe"),
        (Coverage::Whole, "hexapawn"),
        (Coverage::Large, "othello"),
    ];
    for (coverage, name) in covered {
        let game = AnyGame::own(parse(name).expect("a game")).expect("it obeys the laws");
        assert!(matches!(game, AnyGame::OwnGame(_)));
        check(&game, name, coverage);
    }
}

/// A game that is far too large is refused without counting its positions, whatever is merged.
#[test]
fn games_too_large_are_refused_at_once() {
    for (name, budget, most) in [
        ("nim:99,99,99,99,99,99", Budget::EXACT, "3,000,000"),
        ("nim:99,99,99", Budget::EXACT, "3,000,000"),
        ("nim:99,99,99", Budget::new(5_000), "5,000"),
        ("mnk:8,8,5", Budget::EXACT, "3,000,000"),
    ] {
        let game = parse(name).expect("a game");
        let refused = Graph::complete(game, Merging::Full, budget, "a test");
        let message = refused.expect_err("too large").to_string();
        let known = format!("{name} has more than {most} positions");
        assert!(message.starts_with(&known), "{message}");
    }
}

/// Boards that are only a little too large for exact results state their size, or that of a smaller one that they
/// contain: so they are refused before seconds and hundreds of megabytes show it. The whole form counts every board.
#[test]
fn boards_a_little_too_large_state_their_size() {
    for (name, positions, moves) in [
        ("connect-four:4x4", 161_029, 304_574),
        ("connect-four:5x4", 3_945_711, 8_757_625),
        ("mnk:5,3,3", 2_286_668, 8_813_673),
    ] {
        let game = parse(name).expect("a game");
        let least = game.at_least();
        assert_eq!((least.positions, least.moves), (positions, moves), "{name}");
        if positions > whole_or(u128::MAX, 1_000_000) {
            continue;
        }
        let count = Budget::new(5_000_000).count(&game);
        let counted = (count.positions as u128, count.moves as u128);
        assert_eq!(counted, (positions, moves), "{name}");
    }
    for (name, smaller) in [
        ("connect-four:5x5", "connect-four:4x5"),
        ("connect-four:6x4", "connect-four:5x4"),
        ("connect-four:4x7", "connect-four:4x6"),
        ("mnk:3,5,3", "mnk:5,3,3"),
        ("mnk:4,4,4", "mnk:4,4,3"),
        ("mnk:6,4,4", "mnk:4,4,3"),
    ] {
        let [larger, smaller] = [name, smaller].map(|name| parse(name).expect("a game").at_least());
        let has_more = larger.positions >= smaller.positions && larger.moves >= smaller.moves;
        assert!(has_more && smaller.positions > 1, "{name}");
    }
}

/// Counts the positions that `at_least` claims of large games, up to 200,000, and in the whole form up to three million.
#[test]
fn large_games_have_at_least_the_claimed_positions() {
    for name in ["othello", "othello:6", "connect-four"] {
        let game = parse(name).expect("a game");
        let most = whole_or(3_000_000, 200_000);
        let budget = Budget {
            positions: most,
            moves: usize::MAX,
        };
        assert!(game.at_least().positions > 3_000_000, "{name}");
        assert_eq!(budget.count(&game).positions, most + 1, "{name}");
    }
}

/// Checks that every line of play ends: `children_first` lists each position after all that follow it.
fn check_endings<G: Game>(game: G, merging: Merging) {
    let graph = Graph::complete(game, merging, Budget::new(1 << 16), "a test").expect("small");
    let mut done = vec![false; graph.len()];
    for node in graph.children_first().unwrap() {
        let mut targets = graph.edges(node).iter().map(|edge| edge.to);
        assert!(targets.all(|to| to.is_some_and(|to| done[to.index()])));
        done[node.index()] = true;
    }
    assert!(done.into_iter().all(|done| done));
}

/// Every game obeys the laws of games; the whole form checks every position of small games.
#[test]
fn every_game_obeys_the_laws() {
    let groups = [
        (SMALL, Coverage::Small),
        (WHOLE, Coverage::Whole),
        (LARGE, Coverage::Large),
    ];
    for (names, coverage) in groups {
        for name in names.split_whitespace() {
            check(&parse(name).expect("a game"), name, coverage);
        }
    }
}

#[test]
fn no_kind_of_game_is_left_out() {
    for kind in KINDS {
        let is_one = |name: &str| name.split(':').next() == Some(kind.name);
        assert!(all_games().any(is_one), "{} is not tested here", kind.name);
        for form in kind.form.split(" or ") {
            let game = parse(form).expect("the form is an example");
            assert_eq!(game.name(), form, "a name has one spelling");
        }
    }
}

#[test]
fn another_spelling_of_a_name_is_the_same_game() {
    for (alias, name) in ALIASES {
        assert_eq!(parse(alias).expect("an alias").name(), *name);
    }
}
