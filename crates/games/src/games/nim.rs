//! Nim (Bouton 1901): a move takes any number of counters from one pile, or any number up to a limit.
//!
//! The side that takes the last counter wins; in the misere form, it loses. The symmetries are the
//! permutations of the piles.

use std::cmp::Reverse;

use super::words::{find_move, no_form, no_position, not_to_move, number, piles_and_side};
use crate::error::{Error, Result};
use crate::game::{Extent, Game, Key, Move, Nature, Outcome, Place, Rows, Side, Sketch, Symmetry};

/// The most piles a game can have.
const MOST_PILES: usize = 6;
/// The most counters a pile can have at the start.
const MOST_COUNTERS: u8 = 99;

/// What taking the last counter means.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// Taking the last counter wins.
    Normal,
    /// Taking the last counter loses.
    Misere,
}

/// The rules of nim for given piles.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Nim {
    piles: Vec<u8>,
    /// The most counters that one move can take; the largest pile if there is no limit.
    most: u8,
    end: End,
    /// The permutation of the piles for each symmetry.
    orders: Vec<Order>,
}

/// The pile that each place gets.
type Order = [u8; MOST_PILES];

/// The counters left in each pile, and whose turn it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Position {
    left: [u8; MOST_PILES],
    side: Side,
}

impl Position {
    fn new(piles: &[u8], side: Side) -> Self {
        let mut left = [0; MOST_PILES];
        left[..piles.len()].copy_from_slice(piles);
        Self { left, side }
    }
}

impl Nim {
    /// Nim that begins with these piles.
    ///
    /// # Errors
    ///
    /// [`Error::Parameter`] unless there are 1 to 6 piles of 1 to 99 counters.
    pub fn new(piles: &[u8], end: End) -> Result<Self> {
        Self::with_limit(piles, MOST_COUNTERS, end)
    }

    /// Nim in which a move takes at most `take` counters. A limit that is not below the largest pile is none.
    ///
    /// # Errors
    ///
    /// [`Error::Parameter`] unless there are 1 to 6 piles of 1 to 99 counters, and the limit is 1 to 99.
    pub fn with_limit(piles: &[u8], take: u8, end: End) -> Result<Self> {
        let counters_fit = |n| (1..=MOST_COUNTERS).contains(n);
        let is_valid = (1..=MOST_PILES).contains(&piles.len())
            && piles.iter().chain([&take]).all(counters_fit);
        let game = Self {
            piles: piles.to_vec(),
            most: piles.iter().copied().max().unwrap_or(0).min(take),
            end,
            orders: Vec::new(),
        };
        if !is_valid {
            return Err(Self::invalid_name(&game.name()));
        }
        let orders = orders(piles.len());
        Ok(Self { orders, ..game })
    }

    /// The counters of each pile at the start.
    pub fn piles(&self) -> &[u8] {
        &self.piles
    }

    /// The most counters that one move can take, if that is fewer than the largest pile has.
    pub fn limit(&self) -> Option<u8> {
        let is_limit = self.piles.iter().any(|&pile| pile > self.most);
        is_limit.then_some(self.most)
    }

    /// What taking the last counter means.
    pub const fn end(&self) -> End {
        self.end
    }

    pub(super) fn parse(name: &str, parameters: Option<&str>) -> Result<Self> {
        let invalid_name = || Self::invalid_name(name);
        let mut words: Vec<&str> = parameters.ok_or_else(invalid_name)?.split(':').collect();
        let end = words.pop_if(|word| *word == "misere");
        let end = end.map_or(End::Normal, |_| End::Misere);
        let (piles, take) = match words[..] {
            [piles] => (piles, Some(MOST_COUNTERS)),
            [piles, limit] => (piles, limit.strip_prefix("take=").and_then(number)),
            _ => return Err(invalid_name()),
        };
        let piles: Option<Vec<u8>> = piles.split(',').map(number).collect();
        let (piles, take) = piles.zip(take).ok_or_else(invalid_name)?;
        Self::with_limit(&piles, take, end).map_err(|_| invalid_name())
    }

    fn invalid_name(name: &str) -> Error {
        let reason = format!(
            "write nim with 1 to {MOST_PILES} piles of 1 to {MOST_COUNTERS}, such as nim:3,4,5 or \
             nim:3,4,5:misere, and the most that a move can take if there is a limit, such as nim:8:take=3"
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
        descending(left)
            .iter()
            .zip(descending(&self.piles))
            .all(|(now, then)| *now <= then)
    }

    /// Whether `side` can be to move with these piles. At most as many moves were made as counters taken.
    /// Fewer, by one at least, are possible where two counters can have been taken together; then either
    /// side can be to move. The number of piles changed shows whether some pile lost two.
    fn can_be_turn_of(&self, left: &[u8], side: Side) -> bool {
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
        (self.most > 1 && taken > touched) || taken % 2 == side.index()
    }

    #[inline]
    fn counters<'a>(&self, at: &'a Position) -> &'a [u8] {
        &at.left[..self.piles.len()]
    }

    /// How many move numbers each pile has.
    fn stride(&self) -> u16 {
        u16::from(self.most)
    }
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
        let end = if self.end == End::Misere {
            ":misere"
        } else {
            ""
        };
        let limit = self.limit();
        let limit = limit.map_or_else(String::new, |most| format!(":take={most}"));
        format!("nim:{}{limit}{end}", piles.join(","))
    }

    fn start(&self) -> Position {
        Position::new(&self.piles, Side::First)
    }

    #[inline]
    fn side(&self, at: &Position) -> Side {
        at.side
    }

    #[inline]
    fn outcome(&self, at: &Position) -> Option<Outcome> {
        at.left.iter().all(|&n| n == 0).then(|| match self.end {
            End::Normal => Outcome::Win(at.side.other()),
            End::Misere => Outcome::Win(at.side),
        })
    }

    #[inline]
    fn moves(&self, at: &Position) -> impl Iterator<Item = Move> {
        let (left, stride) = (at.left, self.stride());
        (0_u16..).zip(left).flat_map(move |(pile, n)| {
            (0..u16::from(n).min(stride)).map(move |less| Move(pile * stride + less))
        })
    }

    #[inline]
    fn play(&self, at: &Position, m: Move) -> Position {
        let (pile, less) = (m.0 / self.stride(), m.0 % self.stride());
        let mut after = Position {
            side: at.side.other(),
            ..*at
        };
        let left = &mut after.left[usize::from(pile)];
        let taken = u8::try_from(less + 1).expect("no pile is that large");
        debug_assert!(taken <= *left, "pile {pile} has only {left} counters");
        *left -= taken;
        after
    }

    fn move_count(&self) -> u16 {
        u16::try_from(self.piles.len()).expect("few piles") * self.stride()
    }

    /// Either side can be to move with any piles up to those of the start, unless at most one counter has
    /// been taken from each pile, or each move takes one: then the number of moves made is known.
    fn at_least(&self) -> Extent {
        let most = u128::from(self.most);
        let piles = self.piles.iter().map(|&pile| u128::from(pile));
        let layouts: u128 = piles.clone().map(|pile| pile + 1).product();
        // Of a pile of each size up to `n`, all together.
        let choices = |n: u128| (0..=n).map(|left| left.min(most)).sum::<u128>();
        let moves: u128 = piles
            .clone()
            .map(|pile| layouts / (pile + 1) * choices(pile))
            .sum();
        if most == 1 {
            return Extent {
                positions: layouts,
                moves,
            };
        }
        let one_side: u128 = 1 << self.piles.len();
        let of_two_sizes = |pile: u128| pile.min(most) + (pile - 1).min(most);
        let excluded = one_side / 2 * piles.map(of_two_sizes).sum::<u128>();
        Extent {
            positions: 2 * layouts - one_side,
            moves: 2 * moves - excluded,
        }
    }

    #[inline]
    fn key(&self, at: &Position) -> Key {
        let piles = at
            .left
            .iter()
            .rev()
            .fold(0, |key, &n| key << 8 | u128::from(n));
        Key(piles << 1 | at.side.index() as u128)
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
        order[..piles].sort_by_key(|&pile| Reverse(at.left[usize::from(pile)]));
        let number = u16::try_from(code(&order[..piles])).expect("few piles");
        Some(Symmetry(number))
    }

    /// The first side is to move, if it can be with these piles.
    fn without_side(&self, at: &Position) -> Option<Position> {
        let mut sides = Side::BOTH.into_iter();
        let side = sides.find(|&side| self.can_be_turn_of(self.counters(at), side))?;
        Some(Position { side, ..*at })
    }

    fn turn(&self, at: &Position, by: Symmetry) -> Position {
        let order = &self.orders[usize::from(by.0)];
        let mut turned = *at;
        for (left, from) in turned.left.iter_mut().zip(order).take(self.piles.len()) {
            *left = at.left[usize::from(*from)];
        }
        turned
    }

    fn turn_move(&self, m: Move, by: Symmetry) -> Move {
        let stride = self.stride();
        let pile = m.0 / stride;
        let order = &self.orders[usize::from(by.0)][..self.piles.len()];
        let place = order.iter().position(|&from| u16::from(from) == pile);
        let place =
            u16::try_from(place.expect("a permutation contains every pile")).expect("few piles");
        Move(place * stride + m.0 % stride)
    }

    fn nature(&self) -> Nature {
        Nature {
            can_be_drawn: false,
            is_shared: true,
            ..Nature::default()
        }
    }

    fn write_move(&self, m: Move) -> String {
        let pile = m.0 / self.stride();
        format!("{}{}", letter(pile), m.0 % self.stride() + 1)
    }

    fn read_move(&self, text: &str) -> Result<Move> {
        let reason = "write the pile's letter and how many to take, such as b3";
        find_move(self, text, || reason.to_owned())
    }

    fn write_position(&self, at: &Position) -> String {
        let mut words: Vec<String> = self.counters(at).iter().map(u8::to_string).collect();
        words.push(at.side.name().to_owned());
        words.join(" ")
    }

    fn read_position(&self, text: &str) -> Result<Position> {
        let found = piles_and_side(text).filter(|(left, _)| left.len() == self.piles.len());
        let (left, side) =
            found.ok_or_else(|| no_form(self, text, "write the piles and the side to move"))?;
        if !self.within(&left) {
            return Err(no_position(self, text, "more counters than at the start"));
        }
        if !self.can_be_turn_of(&left, side) {
            return Err(no_position(self, text, not_to_move(side)));
        }
        Ok(Position::new(&left, side))
    }

    /// A row for each pile that is left, with a place for each counter: the move that takes this many, or
    /// past the limit the counter itself.
    fn sketch(&self, at: &Position) -> Sketch {
        let counters = self.counters(at).iter().map(|&n| u16::from(n));
        let columns = usize::from(counters.clone().max().unwrap_or(0).max(1));
        let stride = self.stride();
        let row = |(pile, left): (u16, u16)| {
            let moves = (0..left).map(move |taken| {
                if taken < stride {
                    Place::Move(Move(pile * stride + taken))
                } else {
                    Place::Mark("o".to_owned())
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

/// The letter of a pile.
fn letter(pile: u16) -> char {
    char::from(b"abcdef"[usize::from(pile)])
}
