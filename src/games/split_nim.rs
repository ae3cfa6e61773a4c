//! Split nim: one pile of sticks at the start, a move parts a pile into two that are not equal.
//!
//! Whoever cannot move loses; in the misere form, wins. With unequal parts this is Grundy's game
//! (1939); a form with equal parts allowed is there too. Every move adds a pile, so the number of
//! piles tells whose turn it is.

use super::nim::End;
use super::words::number;
use crate::error::{Error, Result};
use crate::game::{Game, Key, Move, Outcome, Place, Side, Sketch};

/// The most sticks a game can have; they can be parted in about a million ways.
const MOST: u8 = 60;

/// Which ways of parting a pile are allowed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Parts {
    /// Two piles of different sizes.
    Unequal,
    /// Any two piles.
    Any,
}

/// The rules for a given number of sticks.
///
/// A move names the size of a pile and the smaller part; numbers go from the largest pile to the
/// smallest and, for a pile, by the smaller part from 1 up. Piles of one size are one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SplitNim {
    sticks: u8,
    parts: Parts,
    end: End,
    /// The pile and the smaller part of each move.
    splits: Vec<(u8, u8)>,
}

/// The piles as a row of bits, from the lowest: a 1 for each pile of one stick, then a 0, a 1 for
/// each pile of two, a 0, and so on; the largest pile has the highest bit that is set.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Position(u64);

impl Position {
    /// The sizes there are, ascending, and how many piles of each.
    #[inline]
    fn sizes(self) -> impl Iterator<Item = (u8, u32)> {
        let mut rest = self.0;
        let mut size = 1;
        std::iter::from_fn(move || {
            if rest == 0 {
                return None;
            }
            let gap = rest.trailing_zeros();
            size += gap;
            let count = (rest >> gap).trailing_ones();
            rest = rest.checked_shr(gap + count).unwrap_or(0);
            Some((u8::try_from(size).ok()?, count))
        })
    }

    /// The piles in descending order.
    #[must_use]
    pub fn piles(self) -> Vec<u8> {
        let each = |(size, count)| std::iter::repeat_n(size, count as usize);
        let mut piles: Vec<u8> = self.sizes().flat_map(each).collect();
        piles.reverse();
        piles
    }

    fn of(piles: &[u8]) -> Self {
        let mut position = Self(0);
        for &pile in piles {
            position = position.with(pile);
        }
        position
    }

    /// Where the bits of piles of this size begin.
    fn place(self, size: u8) -> u32 {
        (1..size).fold(0, |at, _| at + (self.0 >> at).trailing_ones() + 1)
    }

    fn with(self, size: u8) -> Self {
        let (below, above) = self.parted(size);
        let at = self.place(size);
        Self(below | 1 << at | above << 1 << at)
    }

    fn without(self, size: u8) -> Self {
        let (below, above) = self.parted(size);
        Self(below | above >> 1 << self.place(size))
    }

    /// The bits below those of this size, and the others moved down.
    fn parted(self, size: u8) -> (u64, u64) {
        let at = self.place(size);
        (self.0 & ((1 << at) - 1), self.0 >> at)
    }

    const fn side(self) -> Side {
        if self.0.count_ones() % 2 == 1 {
            Side::First
        } else {
            Side::Second
        }
    }

    /// The size of the largest pile.
    const fn largest(self) -> u32 {
        self.0.count_zeros() - self.0.leading_zeros() + 1
    }
}

impl SplitNim {
    /// Split nim with so many sticks.
    ///
    /// # Errors
    ///
    /// [`Error::Parameter`] with more than 60 sticks, or with so few that there is no move: less
    /// than 3, less than 2 where equal parts are allowed.
    pub fn new(sticks: u8, parts: Parts, end: End) -> Result<Self> {
        let game = Self {
            sticks,
            parts,
            end,
            splits: Vec::new(),
        };
        let name = game.name();
        game.complete().ok_or_else(|| Self::misnamed(&name))
    }

    fn complete(self) -> Option<Self> {
        let fits = (self.least()..=MOST).contains(&self.sticks);
        let of = |pile: u8| (1..=self.most(pile)).map(move |part| (pile, part));
        let splits = (1..=self.sticks.min(MOST)).rev().flat_map(of).collect();
        fits.then_some(Self { splits, ..self })
    }

    pub(super) fn parse(name: &str, parameters: Option<&str>) -> Result<Self> {
        let misnamed = || Self::misnamed(name);
        let words: Vec<&str> = parameters.ok_or_else(misnamed)?.split(':').collect();
        let (parts, end) = match words[1..] {
            [] => (Parts::Unequal, End::Normal),
            ["misere"] => (Parts::Unequal, End::Misere),
            ["equal"] => (Parts::Any, End::Normal),
            ["equal", "misere"] => (Parts::Any, End::Misere),
            _ => return Err(misnamed()),
        };
        let sticks = number(words[0]).ok_or_else(misnamed)?;
        Self::new(sticks, parts, end).map_err(|_| misnamed())
    }

    fn misnamed(name: &str) -> Error {
        Error::Parameter {
            name: name.to_owned(),
            reason: format!(
                "write split-nim with 3 to {MOST} sticks, such as split-nim:7, split-nim:7:misere, \
                 split-nim:7:equal or split-nim:7:equal:misere"
            ),
        }
    }

    /// The smallest pile that can be parted.
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

    /// The number of the move that takes one stick from the largest pile there could be of this
    /// size: how many moves part larger ones.
    fn first_number(&self, pile: u8) -> u16 {
        let up_to = |pile: u8| {
            let pile = u16::from(pile);
            match self.parts {
                Parts::Unequal => (pile.max(1) - 1) / 2 * (pile / 2),
                Parts::Any => pile / 2 * (pile.div_ceil(2)),
            }
        };
        up_to(self.sticks) - up_to(pile)
    }

    /// The position with these piles, given as bits, or why play cannot lead to it: parting unequally
    /// leads to all piles of one size only where that is the start, and to everything else.
    fn checked(&self, at: Position) -> Result<Position, &'static str> {
        let sticks: u32 = at.sizes().map(|(size, n)| u32::from(size) * n).sum();
        if sticks != u32::from(self.sticks) {
            Err("the piles do not have all the sticks")
        } else if self.parts == Parts::Unequal && at.0.count_ones() > 1 && at.sizes().count() == 1 {
            Err("parting unequally never makes all piles equal")
        } else {
            Ok(at)
        }
    }
}

impl Game for SplitNim {
    type Position = Position;

    fn name(&self) -> String {
        let parts = match self.parts {
            Parts::Unequal => "",
            Parts::Any => ":equal",
        };
        let end = match self.end {
            End::Normal => "",
            End::Misere => ":misere",
        };
        format!("split-nim:{}{parts}{end}", self.sticks)
    }

    fn start(&self) -> Position {
        Position(1 << (self.sticks - 1))
    }

    #[inline]
    fn side(&self, at: &Position) -> Side {
        at.side()
    }

    #[inline]
    fn outcome(&self, at: &Position) -> Option<Outcome> {
        (at.largest() < u32::from(self.least())).then(|| match self.end {
            End::Normal => Outcome::Win(at.side().other()),
            End::Misere => Outcome::Win(at.side()),
        })
    }

    #[inline]
    fn moves(&self, at: &Position) -> impl Iterator<Item = Move> {
        let sizes = at.sizes().fold(0_u64, |sizes, (size, _)| sizes | 1 << size);
        let mut rest = sizes & (u64::MAX << self.least());
        let descending = std::iter::from_fn(move || {
            let size = rest.checked_ilog2()?;
            rest ^= 1 << size;
            u8::try_from(size).ok()
        });
        descending.flat_map(|pile| {
            let first = self.first_number(pile);
            (first..first + u16::from(self.most(pile))).map(Move)
        })
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

    #[inline]
    fn key(&self, at: &Position) -> Key {
        Key(at.0.into())
    }

    fn position(&self, key: Key) -> Option<Position> {
        let bits = u64::try_from(key.0).ok()?;
        self.checked(Position(bits)).ok()
    }

    /// The pile and what it becomes, such as `7=6+1`.
    fn write_move(&self, m: Move) -> String {
        let (pile, part) = self.splits[usize::from(m.0)];
        format!("{pile}={}+{part}", pile - part)
    }

    fn read_move(&self, text: &str) -> Result<Move> {
        let mut moves = (0..self.move_count()).map(Move);
        moves
            .find(|&m| self.write_move(m) == text)
            .ok_or_else(|| Error::Move {
                game: self.name(),
                text: text.to_owned(),
                reason: format!(
                    "write a pile and its parts, the larger first, such as {}",
                    self.write_move(Move(0))
                ),
            })
    }

    /// The piles in descending order and the side to move, such as `4 2 1 first`.
    fn write_position(&self, at: &Position) -> String {
        let mut words: Vec<String> = at.piles().iter().map(u8::to_string).collect();
        words.push(at.side().name().to_owned());
        words.join(" ")
    }

    fn read_position(&self, text: &str) -> Result<Position> {
        let wrong = |reason: String| Error::Position {
            game: self.name(),
            text: text.to_owned(),
            reason,
        };
        let form = || {
            let example = self.play(&self.start(), Move(0));
            wrong(format!(
                "write the piles, largest first, and the side to move, such as {}",
                self.write_position(&example)
            ))
        };
        let mut words: Vec<&str> = text.split(' ').collect();
        let side = words.pop().ok_or_else(form)?;
        let piles: Option<Vec<u8>> = words.into_iter().map(number).collect();
        let piles = piles.ok_or_else(form)?;
        let sticks: u32 = piles.iter().copied().map(u32::from).sum();
        // More sticks than there are would not fit the bits of a position.
        if piles.contains(&0) || !piles.is_sorted_by(|a, b| a >= b) {
            return Err(form());
        }
        if sticks != u32::from(self.sticks) {
            return Err(wrong(format!("there are {} sticks", self.sticks)));
        }
        let at = self
            .checked(Position::of(&piles))
            .map_err(|reason| wrong(reason.to_owned()))?;
        if side == at.side().name() {
            Ok(at)
        } else if Side::BOTH.iter().any(|other| other.name() == side) {
            Err(wrong(format!("{side} cannot be to move here")))
        } else {
            Err(form())
        }
    }

    fn sketch(&self, at: &Position) -> Sketch {
        let places: Vec<Place> = self.moves(at).map(Place::Move).collect();
        Sketch {
            columns: places.len().max(1),
            places,
        }
    }
}
