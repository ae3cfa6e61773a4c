//! Checks of the laws of [`Game`], for rules that are not this library's: when such a game is made known, and in
//! positions that this did not reach when play comes to them.

use std::collections::{HashMap, HashSet};
use std::vec;

use super::law::{Law, broken, guarded};
use super::rules::Rules;
use crate::error::{Error, Result};
use crate::game::{Game, Key, LONGEST, Move, Place, Side, Sketch, Symmetry};

/// The most positions of a game for all of them to be checked when it is made known: the positions of tic-tac-toe
/// take rules in Python a tenth of a second.
const POSITIONS: usize = 10_000;
/// The most moves in all these positions together.
const MOVES: usize = 20_000;

impl Law {
    fn broken(self, rules: &dyn Rules, found: impl Into<String>) -> ! {
        broken(self.error(rules.name(), found))
    }
}

/// The error for a line of play that has led to `at` and is longer than any game.
pub fn endless<G: Game>(game: &G, at: &G::Position) -> Error {
    too_long(game, game.key(at))
}

/// The error for positions of which each leads to the next and the last to the first.
pub(crate) fn circle<G: Game>(game: &G, through: &[&G::Position]) -> Error {
    let keys: Vec<Key> = through.iter().map(|at| game.key(at)).collect();
    returns(game, &keys)
}

fn returns(rules: &dyn Rules, through: &[Key]) -> Error {
    const SHOWN: usize = 8;
    let texts = through.iter().chain(through.first());
    let mut texts: Vec<String> = texts.map(|&at| rules.write_position(at)).collect();
    let most = texts.len();
    if most > SHOWN {
        texts.splice(SHOWN - 2..most - 1, ["...".to_owned()]);
    }
    let found = format!("play returns to the same position: {}", texts.join(", "));
    Law::ENDS.error(rules.name(), found)
}

/// The error for a line that is too long: with the way back to the same position, if it is a short one.
fn too_long(rules: &dyn Rules, at: Key) -> Error {
    let mut from = HashMap::from([(at, at)]);
    let mut met = vec![at];
    let mut next = 0;
    while let Some(&key) = met.get(next).filter(|_| met.len() < POSITIONS) {
        next += 1;
        for m in rules.moves(key) {
            let after = rules.play(key, m);
            if after == at {
                let mut through = vec![key];
                while through.last() != Some(&at) {
                    through.extend(through.last().map(|key| from[key]));
                }
                through.reverse();
                return returns(rules, &through);
            }
            from.entry(after).or_insert_with(|| {
                met.push(after);
                key
            });
        }
    }
    let found = format!("one through {} is longer", rules.write_position(at));
    Law::ENDS.error(rules.name(), found)
}

/// A position on the line that a check is following.
struct LinePosition {
    at: Key,
    side: Side,
    moves: vec::IntoIter<Move>,
    /// The number of moves of the longest line found from here.
    longest: u16,
}

impl LinePosition {
    fn new(rules: &dyn Rules, at: Key) -> Self {
        let (side, moves) = check_position(rules, at);
        Self {
            at,
            side,
            moves: moves.into_iter(),
            longest: 0,
        }
    }

    /// Adds a move to the longest line from a position after this one.
    fn extend(&mut self, rules: &dyn Rules, after: u16) {
        self.longest = self.longest.max(after + 1);
        if self.longest > LONGEST {
            let text = rules.write_position(self.at);
            Law::ENDS.broken(rules, format!("one through {text} is longer"));
        }
    }
}

/// Checks the rules of a game that is not one of this library's, as [`AnyGame::own`](super::AnyGame::own) does: all
/// of a small game, and as much of a larger one.
///
/// # Errors
///
/// [`Error::Law`] with the law that the rules break, and where.
pub fn lawful<G: Game>(game: &G) -> Result<()> {
    if G::CHECKED {
        return Ok(());
    }
    guarded(|| check(game)).map(drop)
}

/// Checks a game from its start on, line by line. Returns all its positions, or none if there are so many that
/// only the first of them were checked.
pub(super) fn check(rules: &dyn Rules) -> HashSet<Key> {
    let name = rules.name();
    if name.trim().is_empty() || name.chars().count() > 100 || name.contains(char::is_control) {
        broken(Law::NAME.error(format!("{name:?}"), "this is none"));
    }
    check_symmetries(rules);
    let start = rules.start();
    if rules.side(start) != Side::First || rules.outcome(start).is_some() {
        let text = rules.write_position(start);
        let found = match rules.outcome(start) {
            Some(_) => format!("the game is over in {text}"),
            None => format!("the second side does in {text}"),
        };
        Law::START.broken(rules, found);
    }
    let mut line = vec![LinePosition::new(rules, start)];
    // The longest line from each position, once it is known.
    let mut met: HashMap<Key, (Side, Option<u16>)> = HashMap::new();
    met.insert(start, (Side::First, None));
    let mut texts = HashMap::from([(rules.write_position(start), start)]);
    let (mut followed, mut named) = (0, HashSet::new());
    while let Some(step) = line.last_mut() {
        let Some(m) = step.moves.next() else {
            let (at, longest) = (step.at, step.longest);
            met.insert(at, (step.side, Some(longest)));
            check_images(rules, at);
            line.pop();
            if let Some(before) = line.last_mut() {
                before.extend(rules, longest);
            }
            continue;
        };
        if named.insert(m) {
            check_name(rules, m);
        }
        followed += 1;
        let after = rules.play(step.at, m);
        match met.get(&after) {
            None if met.len() == POSITIONS || followed > MOVES => {
                check_last_moves(rules);
                return HashSet::new();
            }
            None => {
                let (at, side) = (step.at, step.side);
                if line.len() > usize::from(LONGEST) {
                    broken(too_long(rules, at));
                }
                let next = LinePosition::new(rules, after);
                check_turn(rules, (at, side), (after, next.side));
                let text = rules.write_position(after);
                if let Some(other) = texts.insert(text, after) {
                    of_one_text(rules, other, after);
                }
                met.insert(after, (next.side, None));
                line.push(next);
            }
            Some(&(side, longest)) => {
                let Some(longest) = longest else {
                    let keys: Vec<Key> = line.iter().map(|step| step.at).collect();
                    let first = keys.iter().position(|&key| key == after);
                    broken(returns(rules, &keys[first.unwrap_or(0)..]));
                };
                check_turn(rules, (step.at, step.side), (after, side));
                step.extend(rules, longest);
            }
        }
    }
    let least = rules.at_least();
    if least.positions > met.len() as u128 || least.moves > followed as u128 {
        let found = format!("it has {} and {followed}", met.len());
        Law::EXTENT.broken(rules, found);
    }
    met.into_keys().collect()
}

/// Checks that the line of the highest moves ends; the move of the lowest is the first that [`check`] follows.
fn check_last_moves(rules: &dyn Rules) {
    let mut at = rules.start();
    for _ in 0..=LONGEST {
        let Some(&m) = check_position(rules, at).1.last() else {
            return;
        };
        at = rules.play(at, m);
    }
    broken(too_long(rules, at));
}

/// Checks what can be checked about one position, and returns its side and its moves.
pub(super) fn check_position(rules: &dyn Rules, at: Key) -> (Side, Vec<Move>) {
    let (side, moves) = (rules.side(at), rules.moves(at));
    let text = || rules.write_position(at);
    let rising = moves.is_sorted_by(|one, next| one < next);
    if !rising || moves.last().is_some_and(|m| m.0 >= rules.move_count()) {
        let numbers: Vec<String> = moves.iter().take(8).map(|m| m.0.to_string()).collect();
        let most = rules.move_count();
        let found = format!("in {} of {most} they are {}", text(), numbers.join(", "));
        let more = if moves.len() > 8 { ", ..." } else { "" };
        Law::MOVES.broken(rules, found + more);
    }
    match (rules.outcome(at), moves.is_empty()) {
        (None, true) => Law::OVER.broken(rules, format!("{} has neither", text())),
        (Some(_), false) => Law::OVER.broken(rules, format!("{} has both", text())),
        _ => (side, moves),
    }
}

/// Checks a position that play came to from another one.
pub(super) fn check_after(rules: &dyn Rules, before: Key, after: Key) {
    let (side, _) = check_position(rules, after);
    check_turn(rules, (before, rules.side(before)), (after, side));
}

fn check_turn(rules: &dyn Rules, before: (Key, Side), after: (Key, Side)) {
    if before.1 == after.1 {
        let [one, next] = [before.0, after.0].map(|at| rules.write_position(at));
        let found = format!(
            "the {} side moves in {one} and again after it in {next}",
            before.1.name()
        );
        Law::TURNS.broken(rules, found);
    }
}

/// Refuses two positions that have one text.
fn of_one_text(rules: &dyn Rules, one: Key, other: Key) -> ! {
    let sides = [one, other].map(|at| rules.side(at).name());
    let text = rules.write_position(one);
    let [one, other] = [one.0, other.0];
    let found = format!(
        "`{text}` is the text of number {one}, where the {} side moves, and of {other}, where the {} side does",
        sides[0], sides[1]
    );
    Law::TEXTS.broken(rules, found)
}

fn check_name(rules: &dyn Rules, m: Move) {
    let name = rules.write_move(m);
    let found = match rules.read_move(&name) {
        Ok(read) if read == m => return,
        Ok(read) => format!(
            "`{name}`, which is number {}, is read as number {}",
            m.0, read.0
        ),
        Err(_) => format!("`{name}` is not read"),
    };
    Law::NAMES.broken(rules, found);
}

fn check_symmetries(rules: &dyn Rules) {
    let (all, rotations) = (rules.symmetries(), rules.rotations());
    if rotations == 0 || rotations > all {
        let found = format!("{rotations} of {all} symmetries are rotations");
        Law::SYMMETRIES.broken(rules, found);
    }
}

/// Checks the images of a position under all symmetries, and what its moves lead to.
fn check_images(rules: &dyn Rules, at: Key) {
    let all = rules.symmetries();
    if all == 1 {
        return;
    }
    let moves = rules.moves(at);
    let images: Vec<Key> = (0..all).map(|by| rules.turn(at, Symmetry(by))).collect();
    for (by, &image) in (0..all).map(Symmetry).zip(&images) {
        check_image(rules, at, image, by);
        let alike = |&m: &Move| {
            let turned = rules.turn_move(m, by);
            rules.play(image, turned) == rules.turn(rules.play(at, m), by)
        };
        if let Some(m) = moves.iter().find(|m| !alike(m)) {
            let found = format!(
                "in {} {} leads elsewhere",
                image_text(rules, at, by),
                rules.write_move(*m)
            );
            Law::SYMMETRIES.broken(rules, found);
        }
    }
    let least = images.iter().min();
    let first = images.iter().position(|key| Some(key) == least);
    if let Some(by) = rules.lowest(at)
        && Some(usize::from(by.0)) != first
    {
        let found = format!(
            "in {} it is not number {} that gives the lowest key",
            rules.write_position(at),
            by.0
        );
        Law::SYMMETRIES.broken(rules, found);
    }
}

/// Checks the image of a position under a symmetry.
pub(super) fn check_image(rules: &dyn Rules, at: Key, image: Key, by: Symmetry) {
    let moves = rules.moves(at);
    let mut turned: Vec<Move> = moves.iter().map(|&m| rules.turn_move(m, by)).collect();
    let stays = turned == moves;
    turned.sort_unstable();
    let what = if by == Symmetry::IDENTITY && (image != at || !stays) {
        "itself"
    } else if rules.side(image) != rules.side(at) {
        "the side"
    } else if rules.outcome(image) != rules.outcome(at) {
        "the outcome"
    } else if turned != rules.moves(image) {
        "the moves"
    } else {
        return;
    };
    let found = format!("{} has not kept {what}", image_text(rules, at, by));
    Law::SYMMETRIES.broken(rules, found);
}

fn image_text(rules: &dyn Rules, at: Key, by: Symmetry) -> String {
    format!(
        "the image of {} under number {}",
        rules.write_position(at),
        by.0
    )
}

/// Checks the places for moves in the sketch of a position.
pub(super) fn check_sketch(rules: &dyn Rules, at: Key, sketch: &Sketch) {
    let places = sketch.places.iter().filter_map(|place| match place {
        &Place::Move(m) => Some((m, 0)),
        Place::Mark(_) | Place::Empty | Place::Gap => None,
    });
    let steps = sketch.steps.iter();
    let steps = steps.map(|&(m, [from, to])| (m, from.max(to)));
    let mut placed = HashSet::new();
    for (m, last) in places.chain(steps) {
        if m.0 >= rules.move_count() || !placed.insert(m) || last >= sketch.places.len() {
            let found = format!(
                "in {} number {} has no such place",
                rules.write_position(at),
                m.0
            );
            Law::SKETCH.broken(rules, found);
        }
    }
}
