//! A table as a player: it draws moves by the beads, learns nothing, and may use a fallback player where it
//! has no box.

use std::sync::Arc;

use super::boxes::Matchbox;
use super::layout::{AtEmpty, Palette};
use super::rule::Duplicates;
use super::table::Table;
use crate::game::{Game, Move, Side};
use crate::player::Player;

/// How the beads of a box are turned into the chances of its moves.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Reading {
    /// In proportion to the beads, as when they are drawn.
    #[default]
    Draw,
    /// Only the moves with the most beads.
    Greedy,
    /// In proportion to the beads raised to this power, at least 1: the higher, the closer to greedy.
    ///
    /// The powers of the numbers in lowest terms are exact below 2^40. Where one is larger, all are rounded down to
    /// units of 2^-32 of the largest; a smaller one that is not 0 counts as one unit.
    Sharpness(u32),
}

/// Plays each side by the table of that side.
///
/// In a position without a box it plays all colours with the same chance, as a new box would. It does the
/// same for a side without a table, with the layout of the other side's table. What an empty box plays is part
/// of its [layout](super::Layout::empty).
#[derive(Clone)]
pub struct Reader {
    name: String,
    tables: [Option<Arc<Table>>; 2],
    reading: Reading,
}

impl Reader {
    /// Creates a player with this name that reads these tables, each with its own layout. The table of a
    /// machine for both sides is given under the first side.
    #[must_use]
    pub fn new(name: String, mut tables: [Option<Arc<Table>>; 2], reading: Reading) -> Self {
        let [first, second] = &mut tables;
        if first.as_ref().is_some_and(|table| table.layout().shared) {
            second.clone_from(first);
        }
        Self {
            name,
            tables,
            reading,
        }
    }

    /// Its box for a position, if it has one.
    fn matchbox<G: Game>(&self, game: &G, at: &G::Position) -> Option<Matchbox> {
        let table = self.tables[game.side(at).index()].as_ref()?;
        let layout = table.layout();
        let has_box = layout.has_box(game, at);
        has_box.then(|| table.get(layout.canonical(game, at).key))?
    }
}

impl Reading {
    /// The weights of moves with these numbers of beads.
    pub fn weights(self, beads: &[u64]) -> Vec<u64> {
        let most = beads.iter().copied().max().unwrap_or(0);
        let each = |of: &dyn Fn(u64) -> u64| beads.iter().map(|&n| of(n)).collect();
        match self {
            Self::Draw => beads.to_vec(),
            Self::Greedy => each(&|n| u64::from(n == most && n > 0)),
            Self::Sharpness(power) => {
                let exact = exact_powers(beads, power);
                exact.unwrap_or_else(|| each(&|n| raise(n, most, power)))
            }
        }
    }

    /// Whether the [`weights`](Self::weights) of these beads are rounded.
    pub fn rounds(self, beads: &[u64]) -> bool {
        matches!(self, Self::Sharpness(power) if exact_powers(beads, power).is_none())
    }
}

/// The powers of the numbers of beads in lowest terms, if they are below 2^40.
fn exact_powers(beads: &[u64], power: u32) -> Option<Vec<u64>> {
    let unit = beads.iter().copied().fold(0, num_integer::gcd).max(1);
    let powers = beads.iter().map(|&n| (n / unit).checked_pow(power));
    powers
        .map(|exact| exact.filter(|&weight| weight < 1 << 40))
        .collect()
}

/// `(n / most) ^ power` in units of 2^-32, and at least one unit unless `n` is 0.
fn raise(n: u64, most: u64, power: u32) -> u64 {
    if n == 0 {
        return 0;
    }
    let ratio = (u128::from(n) << 32) / u128::from(most);
    let result = (0..power).fold(1 << 32, |result: u128, _| (result * ratio) >> 32);
    u64::try_from(result).unwrap_or(u64::MAX >> 31).max(1)
}

impl<G: Game> Player<G> for Reader {
    fn name(&self) -> String {
        self.name.clone()
    }

    fn plays(&self, side: Side) -> bool {
        self.tables[side.index()].is_some()
    }

    #[inline(never)]
    fn weigh(&self, game: &G, at: &G::Position, moves: &[Move], weights: &mut [u64]) {
        let side = game.side(at);
        let [own, other] = [side, side.other()].map(|side| self.tables[side.index()].as_ref());
        let table = own.or(other);
        let Some(table) = table.filter(|table| table.layout().has_box(game, at)) else {
            weights.fill(1);
            return;
        };
        let (mut palette, mut beads) = (Palette::default(), Vec::new());
        let sought = palette.fill(table.layout(), game, at, table.boxes());
        let mut met = own.and_then(|table| table.boxes().read(sought, &mut beads));
        if met.is_some() && beads.iter().all(|&n| n == 0) {
            match table.layout().empty {
                AtEmpty::Resign => return,
                AtEmpty::AnyMove => return weights.fill(1),
                AtEmpty::AnyColour => met = None,
            }
        }
        if table.layout().duplicates == Duplicates::Keep {
            // Each move has its own colour, so no multiple is sought, which takes half the time.
            weights.fill(1);
            let read = met.map(|_| self.reading.weights(&beads));
            for (m, weight) in palette.moves.iter().zip(read.into_iter().flatten()) {
                weights[moves.binary_search(m).expect("a legal move")] = weight;
            }
            return;
        }
        let by_colour = match met {
            Some(_) => self.reading.weights(&beads),
            None => vec![1; palette.colours()],
        };
        // The moves of a colour share its weight equally; a common multiple keeps this exact.
        let colours = || (0..palette.colours()).map(|colour| palette.moves_of(colour));
        let whole = colours().fold(1, |whole, of| num_integer::lcm(whole, of.len() as u64));
        for (of, weight) in colours().zip(by_colour) {
            for m in of {
                let i = moves.binary_search(m).expect("a legal move");
                weights[i] = weight * (whole / of.len() as u64);
            }
        }
    }

    fn rounds(&self, game: &G, at: &G::Position, _moves: &[Move]) -> bool {
        let matchbox = self.matchbox(game, at);
        matchbox.is_some_and(|matchbox| self.reading.rounds(&matchbox.beads))
    }
}

/// Plays by a table where it has a box, and lets another player move everywhere else. It has the reader's name.
#[derive(Clone)]
pub struct ReaderWithFallback<G: Game> {
    /// Plays by the table.
    pub reader: Reader,
    /// Moves where the reader has no box.
    pub fallback: Arc<dyn Player<G>>,
}

impl<G: Game> ReaderWithFallback<G> {
    fn mover(&self, game: &G, at: &G::Position) -> &dyn Player<G> {
        match self.reader.matchbox(game, at) {
            Some(_) => &self.reader,
            None => &*self.fallback,
        }
    }
}

impl<G: Game> Player<G> for ReaderWithFallback<G> {
    fn name(&self) -> String {
        self.reader.name.clone()
    }

    fn plays(&self, side: Side) -> bool {
        Player::<G>::plays(&self.reader, side) && self.fallback.plays(side)
    }

    fn looks_ahead(&self) -> bool {
        self.fallback.looks_ahead()
    }

    #[inline(never)]
    fn weigh(&self, game: &G, at: &G::Position, moves: &[Move], weights: &mut [u64]) {
        self.mover(game, at).weigh(game, at, moves, weights);
    }

    fn rounds(&self, game: &G, at: &G::Position, moves: &[Move]) -> bool {
        self.mover(game, at).rounds(game, at, moves)
    }
}
