//! Nim (Bouton 1901): a move takes any number of counters from one pile, or any number up to a limit, or one of a set of
//! numbers, as in the subtraction games of courses.
//!
//! The side that makes the last move wins; in the misere form, it loses. The symmetries are the
//! permutations of the piles.

use std::cmp::Reverse;

use super::words::{
    find_move, no_form, no_position, not_to_move, number, piles_and_side, write_piles,
};
use crate::error::{Error, Result};
use crate::game::{Extent, Game, Key, Move, Nature, Outcome, Place, Rows, Side, Sketch, Symmetry};

/// The most piles a game can have.
const MOST_PILES: usize = 6;
/// The most counters a pile can have at the start.
const MOST_COUNTERS: u8 = 99;
/// How many sizes a pile can have, empty included.
const SIZES: usize = MOST_COUNTERS as usize + 1;
/// The highest bit of each of eight bytes, and the lowest.
const HIGH: u64 = 0x8080_8080_8080_8080;
const LOW: u64 = HIGH >> 7;

/// What making the last move means.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// Making the last move wins.
    Normal,
    /// Making the last move loses.
    Misere,
}

impl End {
    /// What it adds to the name of a game.
    pub(super) const fn suffix(self) -> &'static str {
        match self {
            Self::Normal => "",
            Self::Misere => ":misere",
        }
    }

    /// The outcome where this side has no move.
    #[inline]
    pub(super) const fn stuck(self, side: Side) -> Outcome {
        match self {
            Self::Normal => Outcome::Win(side.other()),
            Self::Misere => Outcome::Win(side),
        }
    }

    /// What is known of a game of piles that ends so.
    pub(super) fn nature(self) -> Nature {
        Nature {
            is_always_won: true,
            is_impartial: self == Self::Normal,
            ..Nature::default()
        }
    }
}

/// The rules of nim for given piles.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Nim {
    piles: Vec<u8>,
    /// The numbers of counters that one move can take, ascending, none above the largest pile.
    takes: Vec<u8>,
    /// How many these numbers are: each pile has as many numbers of moves.
    stride: u16,
    /// How many of these numbers a pile of each size allows. There is one for every byte, so that a size is looked
    /// up without a check.
    choices: [u8; 256],
    /// What each move takes from the number of a position: looked up, since dividing by the stride takes longer.
    steps: Vec<u64>,
    /// Whether an even and an odd number of moves can take this many counters from a pile.
    parities: Vec<[bool; 2]>,
    /// What lifts the size of each pile from which a counter can be taken to 128.
    lift: u64,
    end: End,
    /// The permutation of the piles for each symmetry.
    orders: Vec<Order>,
}

/// The pile that each place gets.
type Order = [u8; MOST_PILES];

/// The counters left in each pile, and whose turn it is: one number, its key, so that a position is never put together
/// in memory from a part that has just been written there, for which a processor waits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Position(u64);

impl Position {
    fn new(piles: &[u8], side: Side) -> Self {
        let sizes = piles.iter().rev();
        let packed = sizes.fold(0, |packed, &n| packed << 8 | u64::from(n));
        Self(packed << 1 | side.index() as u64)
    }

    #[inline]
    const fn side(self) -> Side {
        Side::BOTH[(self.0 & 1) as usize]
    }

    /// The counters of each pile, and 0 where there is none.
    #[inline]
    const fn left(self) -> [u8; MOST_PILES] {
        let [left @ .., _, _] = (self.0 >> 1).to_le_bytes();
        left
    }
}

impl Nim {
    /// Nim that begins with these piles.
    ///
    /// # Errors
    ///
    /// [`Error::Parameter`] unless there are 1 to 6 piles of 1 to 99 counters.
    pub fn new(piles: &[u8], end: End) -> Result<Self> {
        let takes: Vec<u8> = (1..=MOST_COUNTERS).collect();
        Self::with_takes(piles, &takes, end)
    }

    /// Nim in which a move takes one of these numbers of counters, such as 1, 3 or 4. Numbers above the largest pile are
    /// left out.
    ///
    /// # Errors
    ///
    /// [`Error::Parameter`] unless there are 1 to 6 piles of 1 to 99 counters, the numbers are 1 to 99, and some move is
    /// possible at the start.
    pub fn with_takes(piles: &[u8], takes: &[u8], end: End) -> Result<Self> {
        let most = piles.iter().copied().max().unwrap_or(0);
        let mut fitting: Vec<u8> = takes.iter().copied().filter(|&n| n <= most).collect();
        fitting.sort_unstable();
        fitting.dedup();
        let counters_fit = |n| (1..=MOST_COUNTERS).contains(n);
        let is_valid = (1..=MOST_PILES).contains(&piles.len())
            && piles.iter().chain(takes).all(counters_fit)
            && !fitting.is_empty();
        let mut game = Self {
            piles: piles.to_vec(),
            stride: fitting.iter().map(|_| 1).sum(),
            choices: choices(&fitting),
            steps: (0..piles.len().min(MOST_PILES))
                .flat_map(|pile| fitting.iter().map(move |&n| u64::from(n) << (8 * pile + 1)))
                .collect(),
            parities: parities(&fitting),
            lift: LOW * (128 - u64::from(fitting.first().copied().unwrap_or(1))),
            takes: fitting,
            end,
            orders: Vec::new(),
        };
        if !is_valid {
            return Err(Self::invalid_name(&game.name()));
        }
        game.orders = orders(piles.len());
        Ok(game)
    }

    /// The counters of each pile at the start.
    pub fn piles(&self) -> &[u8] {
        &self.piles
    }

    /// The numbers of counters that one move can take, ascending, up to the largest pile.
    pub fn takes(&self) -> &[u8] {
        &self.takes
    }

    /// The most counters that one move can take, if that is fewer than the largest pile has; `None` also where the numbers
    /// below it are not all allowed.
    pub fn limit(&self) -> Option<u8> {
        let is_limit = self.piles.iter().any(|&pile| pile > self.most());
        (is_limit && !self.has_gaps()).then_some(self.most())
    }

    /// Whether some number of counters cannot be taken, though a larger one can.
    pub fn has_gaps(&self) -> bool {
        usize::from(self.most()) > self.takes.len()
    }

    /// The most counters that one move can take.
    fn most(&self) -> u8 {
        self.takes.last().copied().unwrap_or(0)
    }

    /// What making the last move means.
    pub const fn end(&self) -> End {
        self.end
    }

    pub(super) fn parse(name: &str, parameters: Option<&str>) -> Result<Self> {
        let invalid_name = || Self::invalid_name(name);
        let mut words: Vec<&str> = parameters.ok_or_else(invalid_name)?.split(':').collect();
        let end = words.pop_if(|word| *word == "misere");
        let end = end.map_or(End::Normal, |_| End::Misere);
        let (piles, takes) = match words[..] {
            [piles] => (piles, read_takes("99")),
            [piles, takes] => (piles, takes.strip_prefix("take=").and_then(read_takes)),
            _ => return Err(invalid_name()),
        };
        let piles: Option<Vec<u8>> = piles.split(',').map(number).collect();
        let (piles, takes) = piles.zip(takes).ok_or_else(invalid_name)?;
        Self::with_takes(&piles, &takes, end).map_err(|_| invalid_name())
    }

    fn invalid_name(name: &str) -> Error {
        let reason = format!(
            "write nim with 1 to {MOST_PILES} piles of 1 to {MOST_COUNTERS}, such as nim:3,4,5 or \
             nim:3,4,5:misere; if there is a limit, add the most that a move can take, such as nim:8:take=3, or what it \
             can take, such as nim:20:take=1,3,4, or take=3, for three only"
        );
        Error::parameter(name, reason)
    }

    /// Whether play from the start can lead to these piles, in any order.
    fn within(&self, left: &[u8]) -> bool {
        let descending = |piles: &[u8]| {
            let mut sorted = piles.to_vec();
            sorted.sort_unstable_by(|a, b| b.cmp(a));
            sorted
        };
        let (now, then) = (descending(left), descending(&self.piles));
        now.iter().zip(then).all(|(now, then)| *now <= then)
    }

    /// Whether `side` can be to move with these piles. At most as many moves were made as counters taken.
    /// Fewer, by one at least, are possible where two counters can have been taken together; then either
    /// side can be to move. The number of piles changed shows whether some pile lost two.
    fn can_be_turn_of(&self, left: &[u8], side: Side) -> bool {
        if self.has_gaps() {
            let mut orders = self.orders.iter();
            return orders.any(|order| self.leads_to(left, *order)[side.index()]);
        }
        let mut untouched = self.piles.clone();
        let touched = left
            .iter()
            .filter(|n| match untouched.iter().position(|pile| pile == *n) {
                Some(same) => {
                    untouched.swap_remove(same);
                    false
                }
                None => true,
            })
            .count();
        let sum = |piles: &[u8]| piles.iter().map(|&n| usize::from(n)).sum::<usize>();
        let taken = sum(&self.piles) - sum(left);
        (self.most() > 1 && taken > touched) || taken % 2 == side.index()
    }

    /// Whether an even and an odd number of moves can lead to these piles, each from the one that an order gives.
    fn leads_to(&self, left: &[u8], order: Order) -> [bool; 2] {
        let each = left.iter().zip(order).map(|(&left, from)| {
            let taken = self.piles[usize::from(from)].checked_sub(left);
            taken.map_or([false; 2], |taken| self.parities[usize::from(taken)])
        });
        each.fold([true, false], |[even, odd], [one_even, one_odd]| {
            [
                even && one_even || odd && one_odd,
                even && one_odd || odd && one_even,
            ]
        })
    }

    /// Reads as many piles as there are, and the side to move.
    fn read_piles(&self, text: &str) -> Result<(Vec<u8>, Side)> {
        let found = piles_and_side(text).filter(|(left, _)| left.len() == self.piles.len());
        found.ok_or_else(|| no_form(self, text, "write the piles and the side to move"))
    }

    fn counters(&self, at: Position) -> Vec<u8> {
        at.left()[..self.piles.len()].to_vec()
    }

    /// The number of ways to leave counters in each pile, and of the moves there, where the parities of the moves that can
    /// lead to each pile are such.
    fn extent(&self, fits: fn([bool; 2]) -> bool) -> Extent {
        let none = Extent {
            positions: 1,
            moves: 0,
        };
        self.piles.iter().fold(none, |others, &pile| {
            let (mut count, mut choices) = (0, 0);
            for taken in (0..=usize::from(pile)).filter(|&taken| fits(self.parities[taken])) {
                count += 1;
                choices += u128::from(self.choices[usize::from(pile) - taken]);
            }
            Extent {
                positions: others.positions * count,
                moves: others.moves * count + others.positions * choices,
            }
        })
    }
}

/// Reads the most that a move can take, such as `3`, or the numbers that it can take, such as `1,3,4` or `3,`.
fn read_takes(text: &str) -> Option<Vec<u8>> {
    match text.split_once(',') {
        None => Some((1..=number(text)?).collect()),
        Some((one, "")) => Some(vec![number(one)?]),
        Some(_) => text.split(',').map(number).collect(),
    }
}

/// How many of these numbers a pile of each size allows.
fn choices(takes: &[u8]) -> [u8; 256] {
    let mut choices = [0; 256];
    for &take in takes {
        for allowed in choices.iter_mut().skip(usize::from(take)) {
            *allowed += 1;
        }
    }
    choices
}

/// Whether an even and an odd number of moves can take each number of counters.
fn parities(takes: &[u8]) -> Vec<[bool; 2]> {
    let mut parities = vec![[false; 2]; SIZES];
    parities[0][0] = true;
    for taken in 1..SIZES {
        for before in takes.iter().filter_map(|&n| taken.checked_sub(n.into())) {
            let [even, odd] = parities[before];
            parities[taken][0] |= odd;
            parities[taken][1] |= even;
        }
    }
    parities
}

/// All permutations of the piles, indexed by symmetry number (in the factorial number system, Lehmer 1960).
fn orders(piles: usize) -> Vec<Order> {
    let all: usize = (1..=piles).product();
    let order = |mut code: usize| {
        let mut rest: Vec<u8> = (0..).take(piles).collect();
        let mut order = [0; MOST_PILES];
        for (place, chosen) in order.iter_mut().take(piles).enumerate() {
            let weight: usize = (1..piles - place).product();
            *chosen = rest.remove(code / weight);
            code %= weight;
        }
        order
    };
    (0..all).map(order).collect()
}

/// The number of a permutation: the inverse of [`orders`].
fn code(order: &[u8]) -> usize {
    (0..order.len()).fold(0, |code, place| {
        let (chosen, rest) = (order[place], &order[place + 1..]);
        let lower = rest.iter().filter(|other| **other < chosen).count();
        code * (order.len() - place) + lower
    })
}

impl Game for Nim {
    type Position = Position;
    const CHECKED: bool = true;

    fn name(&self) -> String {
        let piles: Vec<String> = self.piles.iter().map(u8::to_string).collect();
        let takes: Vec<String> = self.takes.iter().map(u8::to_string).collect();
        let takes = match (self.limit(), &takes[..]) {
            (Some(most), _) => format!(":take={most}"),
            (None, [one]) if self.has_gaps() => format!(":take={one},"),
            (None, several) if self.has_gaps() => format!(":take={}", several.join(",")),
            (None, _) => String::new(),
        };
        format!("nim:{}{takes}{}", piles.join(","), self.end.suffix())
    }

    fn start(&self) -> Position {
        Position::new(&self.piles, Side::First)
    }

    #[inline]
    fn side(&self, at: &Position) -> Side {
        at.side()
    }

    #[inline]
    fn outcome(&self, at: &Position) -> Option<Outcome> {
        // No size is more than 99, so that no byte carries into the next.
        let lifted = (at.0 >> 1) + self.lift;
        (lifted & HIGH >> 16 == 0).then(|| self.end.stuck(at.side()))
    }

    #[inline]
    fn moves(&self, at: &Position) -> impl Iterator<Item = Move> {
        let (left, stride) = (at.left(), self.stride);
        (0_u16..).zip(left).flat_map(move |(pile, n)| {
            let choices = u16::from(self.choices[usize::from(n)]);
            (0..choices).map(move |choice| Move(pile * stride + choice))
        })
    }

    #[inline]
    fn play(&self, at: &Position, m: Move) -> Position {
        let step = self.steps[usize::from(m.0)];
        let after = at.0.wrapping_sub(step);
        debug_assert!((after >> 1) & HIGH == 0, "a pile has too few counters");
        Position(after ^ 1)
    }

    fn move_count(&self) -> u16 {
        u16::try_from(self.piles.len()).expect("few piles") * self.stride
    }

    /// Each pile shrinks on its own. Either side can be to move, unless the counters taken from each pile show whether the
    /// number of moves was even or odd.
    fn at_least(&self) -> Extent {
        let all = self.extent(|[even, odd]| even || odd);
        let one_side = self.extent(|[even, odd]| even != odd);
        Extent {
            positions: 2 * all.positions - one_side.positions,
            moves: 2 * all.moves - one_side.moves,
        }
    }

    /// A move takes one counter at least.
    fn plies(&self, at: &Position) -> [u16; 2] {
        let sum = |piles: &[u8]| piles.iter().copied().map(u16::from).sum::<u16>();
        let gone = sum(&self.piles).saturating_sub(sum(&at.left()));
        [gone.min(1), gone]
    }

    #[inline]
    fn key(&self, at: &Position) -> Key {
        Key(at.0.into())
    }

    fn position(&self, key: Key) -> Option<Position> {
        let bytes = (key.0 >> 1).to_le_bytes();
        let (left, rest) = bytes.split_at(self.piles.len());
        let side = Side::BOTH[usize::from(key.0 & 1 == 1)];
        let is_valid =
            rest.iter().all(|&b| b == 0) && self.within(left) && self.can_be_turn_of(left, side);
        is_valid.then(|| Position::new(left, side))
    }

    fn symmetries(&self) -> u16 {
        (1..=u16::try_from(self.piles.len()).expect("few piles")).product()
    }

    /// The last pile weighs most in a key, so the image with the lowest key has the largest piles first.
    fn lowest(&self, at: &Position) -> Option<Symmetry> {
        let piles = self.piles.len();
        let mut order: Order = [0, 1, 2, 3, 4, 5];
        let left = at.left();
        order[..piles].sort_by_key(|&pile| Reverse(left[usize::from(pile)]));
        let number = u16::try_from(code(&order[..piles])).expect("few piles");
        Some(Symmetry(number))
    }

    /// The first side is to move, if it can be with these piles.
    fn without_side(&self, at: &Position) -> Option<Position> {
        let mut sides = Side::BOTH.into_iter();
        let left = self.counters(*at);
        let side = sides.find(|&side| self.can_be_turn_of(&left, side))?;
        Some(Position::new(&left, side))
    }

    fn turn(&self, at: &Position, by: Symmetry) -> Position {
        let (left, order) = (at.left(), &self.orders[usize::from(by.0)]);
        let mut turned = left;
        for (now, from) in turned.iter_mut().zip(order).take(self.piles.len()) {
            *now = left[usize::from(*from)];
        }
        Position::new(&turned, at.side())
    }

    fn turn_move(&self, m: Move, by: Symmetry) -> Move {
        let stride = self.stride;
        let pile = m.0 / stride;
        let order = &self.orders[usize::from(by.0)][..self.piles.len()];
        let place = order.iter().position(|&from| u16::from(from) == pile);
        let place =
            u16::try_from(place.expect("a permutation contains every pile")).expect("few piles");
        Move(place * stride + m.0 % stride)
    }

    fn nature(&self) -> Nature {
        self.end.nature()
    }

    fn write_move(&self, m: Move) -> String {
        let (pile, choice) = (m.0 / self.stride, m.0 % self.stride);
        format!("{}{}", letter(pile), self.takes[usize::from(choice)])
    }

    fn read_move(&self, text: &str) -> Result<Move> {
        let reason = "write the pile's letter and how many to take, such as b3";
        find_move(self, text, || reason.to_owned())
    }

    fn write_position(&self, at: &Position) -> String {
        write_piles(&self.counters(*at), at.side())
    }

    fn read_position(&self, text: &str) -> Result<Position> {
        let (left, side) = self.read_piles(text)?;
        if !self.within(&left) {
            return Err(no_position(self, text, "more counters than at the start"));
        }
        if !self.can_be_turn_of(&left, side) {
            return Err(no_position(self, text, not_to_move(side)));
        }
        Ok(Position::new(&left, side))
    }

    fn compose(&self, text: &str) -> Result<Position> {
        let (left, side) = self.read_piles(text)?;
        // The moves are known for piles up to the largest.
        if left.iter().max() > self.piles.iter().max() {
            let reason = "a pile is larger than any pile at the start";
            return Err(no_position(self, text, reason));
        }
        Ok(Position::new(&left, side))
    }

    /// A row for each pile that is left, with a place for each counter: the move that takes this many, or
    /// the counter itself where none does.
    fn sketch(&self, at: &Position) -> Sketch {
        let left = self.counters(*at);
        let counters = left.iter().map(|&n| u16::from(n));
        let columns = usize::from(counters.clone().max().unwrap_or(0).max(1));
        let stride = self.stride;
        let row = |(pile, left): (u16, u16)| {
            let moves = (1..=left).map(move |taken| {
                let mut choices = (0..).zip(&self.takes);
                match choices.find(|&(_, &n)| u16::from(n) == taken) {
                    Some((choice, _)) => Place::Move(Move(pile * stride + choice)),
                    None => Place::Mark("o".to_owned()),
                }
            });
            let bare = std::iter::repeat(Place::Empty);
            moves.chain(bare).take(columns)
        };
        let piles = (0..).zip(counters).filter(|&(_, left)| left > 0);
        Sketch {
            columns,
            places: piles.clone().flat_map(row).collect(),
            rows: Rows::Piles(piles.map(|(pile, _)| letter(pile).to_string()).collect()),
            steps: Vec::new(),
        }
    }
}

fn letter(pile: u16) -> char {
    char::from(b"abcdef"[usize::from(pile)])
}
