//! Split nim: the game starts with one pile of sticks, and a move splits a pile into two unequal piles.
//!
//! A side that cannot move loses; in the misere form, it wins. With unequal parts this is Grundy's game
//! (1939); another form also allows equal parts. Every move adds a pile, so the side to move follows from the
//! number of piles.

use std::ops::Range;

use super::board;
use super::nim::End;
pub use super::piles::Piles as Position;
use super::words::{
    find_move, no_form, no_position, not_to_move, number, piles_and_side, write_piles,
};
use crate::error::{Error, Result};
use crate::game::{Game, Key, Move, Nature, Outcome, Side};

/// The most sticks a game can have; they can be divided into piles in about a million ways.
const MOST: u8 = 60;

/// Which ways of splitting a pile are allowed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Parts {
    /// Two piles of different sizes.
    Unequal,
    /// Any two piles.
    Any,
}

/// The rules for a given number of sticks.
///
/// A move consists of the size of a pile and its smaller part. Moves are numbered from the largest pile to
/// the smallest and, within a pile, by the smaller part from 1 up. Piles of the same size have the same
/// moves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SplitNim {
    sticks: u8,
    parts: Parts,
    end: End,
    /// The pile and its smaller part for each move.
    splits: Vec<(u8, u8)>,
}

/// The side to move: every move adds a pile.
const fn mover(at: Position) -> Side {
    Side::after(at.bits().count_ones() + 1)
}

impl SplitNim {
    /// Split nim with the given number of sticks.
    ///
    /// # Errors
    ///
    /// [`Error::Parameter`] with more than 60 sticks, or with too few for any move: fewer than 3, or fewer
    /// than 2 where equal parts are allowed.
    pub fn new(sticks: u8, parts: Parts, end: End) -> Result<Self> {
        let mut game = Self {
            sticks,
            parts,
            end,
            splits: Vec::new(),
        };
        if !(game.least()..=MOST).contains(&sticks) {
            return Err(Self::invalid_name(&game.name()));
        }
        let of = |pile: u8| (1..=game.most(pile)).map(move |part| (pile, part));
        game.splits = (1..=sticks).rev().flat_map(of).collect();
        Ok(game)
    }

    /// The number of sticks at the start.
    pub const fn sticks(&self) -> u8 {
        self.sticks
    }

    /// Into which parts a pile may be split.
    pub const fn parts(&self) -> Parts {
        self.parts
    }

    /// What it means to have no move: it loses in [`End::Normal`].
    pub const fn end(&self) -> End {
        self.end
    }

    pub(super) fn parse(name: &str, parameters: Option<&str>) -> Result<Self> {
        let invalid_name = || Self::invalid_name(name);
        let words: Vec<&str> = parameters.ok_or_else(invalid_name)?.split(':').collect();
        let (parts, end) = match words[1..] {
            [] => (Parts::Unequal, End::Normal),
            ["misere"] => (Parts::Unequal, End::Misere),
            ["equal"] => (Parts::Any, End::Normal),
            ["equal", "misere"] => (Parts::Any, End::Misere),
            _ => return Err(invalid_name()),
        };
        Self::new(number(words[0]).ok_or_else(invalid_name)?, parts, end)
    }

    fn invalid_name(name: &str) -> Error {
        let reason = format!(
            "write split-nim with 3 to {MOST} sticks, such as split-nim:7, split-nim:7:misere, \
             split-nim:7:equal or split-nim:7:equal:misere"
        );
        Error::parameter(name, reason)
    }

    /// The smallest pile that can be split.
    const fn least(&self) -> u8 {
        match self.parts {
            Parts::Unequal => 3,
            Parts::Any => 2,
        }
    }

    /// The most sticks the smaller part of a pile can have.
    const fn most(&self, pile: u8) -> u8 {
        match self.parts {
            Parts::Unequal => (pile - 1) / 2,
            Parts::Any => pile / 2,
        }
    }

    /// The numbers of the moves that split a pile of this size. The moves of larger piles come before them.
    #[inline(never)]
    fn numbers(&self, pile: u32) -> Range<u16> {
        let pile = u8::try_from(pile).expect("a size below 64");
        let up_to = |pile: u8| {
            let pile = u16::from(pile);
            match self.parts {
                Parts::Unequal => (pile.max(1) - 1) / 2 * (pile / 2),
                Parts::Any => pile / 2 * (pile.div_ceil(2)),
            }
        };
        let first = up_to(self.sticks) - up_to(pile);
        first..first + u16::from(self.most(pile))
    }

    /// The position with these piles, given as bits, or why play cannot lead to it. Unequal splits can reach
    /// all positions except those with several piles that all have the same size.
    fn checked(&self, at: Position) -> Result<Position, &'static str> {
        let sticks: u32 = at.sizes().map(|(size, n)| u32::from(size) * n).sum();
        if sticks != u32::from(self.sticks) {
            Err("the piles do not add up to the number of sticks")
        } else if self.parts == Parts::Unequal
            && at.bits().count_ones() > 1
            && at.sizes().count() == 1
        {
            Err("unequal splits never make all piles equal")
        } else {
            Ok(at)
        }
    }
}

/// The moves of a position. They are written out, since `AnyGame` steps through the moves of all games in one function,
/// which is as slow as the longest of them.
struct Splits<'a> {
    game: &'a SplitNim,
    /// The sizes of the piles whose moves come later, one bit each.
    rest: u64,
    /// The moves that are left of the present pile.
    of_pile: Range<u16>,
}

impl Iterator for Splits<'_> {
    type Item = Move;

    #[inline]
    fn next(&mut self) -> Option<Move> {
        if self.of_pile.is_empty() {
            let size = self.rest.checked_ilog2()?;
            self.rest ^= 1 << size;
            self.of_pile = self.game.numbers(size);
        }
        self.of_pile.next().map(Move)
    }
}

impl Game for SplitNim {
    type Position = Position;
    const CHECKED: bool = true;

    fn name(&self) -> String {
        let parts = match self.parts {
            Parts::Unequal => "",
            Parts::Any => ":equal",
        };
        format!("split-nim:{}{parts}{}", self.sticks, self.end.suffix())
    }

    fn start(&self) -> Position {
        Position::new(&[self.sticks])
    }

    #[inline]
    fn side(&self, at: &Position) -> Side {
        mover(*at)
    }

    #[inline]
    fn outcome(&self, at: &Position) -> Option<Outcome> {
        (at.largest() < u32::from(self.least())).then(|| self.end.stuck(mover(*at)))
    }

    #[inline]
    fn moves(&self, at: &Position) -> impl Iterator<Item = Move> {
        let sizes = at.sizes().fold(0_u64, |sizes, (size, _)| sizes | 1 << size);
        Splits {
            game: self,
            rest: sizes & (u64::MAX << self.least()),
            of_pile: 0..0,
        }
    }

    #[inline]
    fn play(&self, at: &Position, m: Move) -> Position {
        let (pile, part) = self.splits[usize::from(m.0)];
        debug_assert!(at.piles().contains(&pile), "there is no pile of {pile}");
        at.without(pile).with(part).with(pile - part)
    }

    fn move_count(&self) -> u16 {
        u16::try_from(self.splits.len()).expect("few piles")
    }

    /// Each move adds a pile.
    fn plies(&self, at: &Position) -> [u16; 2] {
        [board::count(at.bits()).saturating_sub(1); 2]
    }

    #[inline]
    fn key(&self, at: &Position) -> Key {
        Key(at.bits().into())
    }

    fn position(&self, key: Key) -> Option<Position> {
        self.checked(Position::from_bits(u64::try_from(key.0).ok()?))
            .ok()
    }

    /// Each split makes one more pile, so the piles show which side is to move.
    fn without_side(&self, at: &Position) -> Option<Position> {
        Some(*at)
    }

    fn nature(&self) -> Nature {
        self.end.nature()
    }

    /// The pile and its two parts, such as `7=6+1`.
    fn write_move(&self, m: Move) -> String {
        let (pile, part) = self.splits[usize::from(m.0)];
        format!("{pile}={}+{part}", pile - part)
    }

    fn read_move(&self, text: &str) -> Result<Move> {
        let reason = || {
            let example = self.write_move(Move(0));
            format!("write a pile and its parts, the larger first, such as {example}")
        };
        find_move(self, text, reason)
    }

    /// The piles in descending order and the side to move, such as `4 2 1 first`.
    fn write_position(&self, at: &Position) -> String {
        write_piles(&at.piles(), mover(*at))
    }

    fn read_position(&self, text: &str) -> Result<Position> {
        let form = || {
            let form = "write the piles, largest first, and the side to move";
            no_form(self, text, form)
        };
        let (piles, side) = piles_and_side(text).ok_or_else(form)?;
        // With too many sticks, the piles would not fit in the bits of a position.
        if piles.contains(&0) || !piles.is_sorted_by(|a, b| a >= b) {
            return Err(form());
        }
        let wrong = |reason: String| no_position(self, text, reason);
        let sticks: u32 = piles.iter().copied().map(u32::from).sum();
        if sticks != u32::from(self.sticks) {
            let sticks = self.sticks;
            return Err(wrong(format!("the piles must add up to {sticks} sticks")));
        }
        let at = self.checked(Position::new(&piles));
        let at = at.map_err(|reason| wrong(reason.to_owned()))?;
        let fits = (side == mover(at)).then_some(at);
        fits.ok_or_else(|| wrong(not_to_move(side)))
    }
}
