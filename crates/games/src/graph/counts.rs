//! How many positions and games there are by the moves played, exactly.

use std::collections::{HashMap, HashSet};

use foldhash::fast::FixedState;

use super::mirror::{Merging, canonical};
use crate::game::{Game, Key, LONGEST, Results};
use crate::interrupt;

/// What there is after one number of moves.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PlyCount {
    /// The different positions.
    pub positions: u64,
    /// Those in which the game is over.
    pub over: Results<u64>,
    /// The games that end there: the lines of play from the start.
    pub games: Results<u64>,
}

/// The counts for each number of moves.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PlyCounts {
    /// After no move, one move, and so on.
    pub plies: Vec<PlyCount>,
    /// All together: a position that occurs after several numbers of moves counts once.
    pub all: PlyCount,
    /// Why longer games are not counted, if there are any.
    pub cut: Option<Cut>,
}

/// Why a count ended before the longest game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cut {
    /// As many moves were asked for.
    Plies,
    /// More positions than may be held.
    Positions,
    /// More games than a number of 64 bits.
    Games,
    /// It was stopped.
    Stopped,
}

/// The most that is counted.
#[derive(Clone, Copy, Debug)]
pub struct CountLimits {
    /// Moves of a game.
    pub plies: u16,
    /// Positions held in memory.
    pub positions: usize,
}

/// The counts of a game with each position for itself, and with mirror images counted once.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameCounts {
    /// Each for itself.
    pub apart: PlyCounts,
    /// Mirror images once, as far as the others are counted; nothing for a game without any.
    pub once: Option<PlyCounts>,
}

impl GameCounts {
    /// Counts from a position.
    #[inline(never)]
    pub fn new<G: Game>(
        game: &G,
        start: &G::Position,
        limits: CountLimits,
        stop: &dyn Fn() -> bool,
    ) -> Self {
        let apart = PlyCounts::new(game, start, Merging::None, limits, stop);
        let once = (Merging::Full.symmetries(game) > 1).then(|| {
            // A number of moves cannot be above that of the longest game.
            let plies = u16::try_from(apart.plies.len() - 1).unwrap_or(LONGEST);
            let limits = CountLimits { plies, ..limits };
            PlyCounts::new(game, start, Merging::Full, limits, stop)
        });
        Self { apart, once }
    }

    /// Both with their names in files.
    pub fn each(&self) -> impl Iterator<Item = (&'static str, &PlyCounts)> {
        let once = self.once.iter().map(|once| ("once", once));
        std::iter::once(("apart", &self.apart)).chain(once)
    }
}

/// The positions after one number of moves, each with the games that lead there.
type Ply<P> = HashMap<Key, (P, u64), FixedState>;

impl PlyCounts {
    /// Counts from a position. Where mirror images are merged, two games count as one if the positions of both after each
    /// move do.
    pub fn new<G: Game>(
        game: &G,
        start: &G::Position,
        merging: Merging,
        limits: CountLimits,
        stop: &dyn Fn() -> bool,
    ) -> Self {
        let mut counts = Self::default();
        let mut met: HashSet<Key, FixedState> = HashSet::default();
        let start = canonical(game, start, merging);
        let mut ply = Ply::from_iter([(start.key, (start.position, 1))]);
        while !ply.is_empty() && counts.cut.is_none() {
            if !counts.add(game, &ply, &mut met) {
                counts.cut = Some(Cut::Games);
                break;
            }
            let is_last = counts.plies.len() > usize::from(limits.plies.min(LONGEST));
            let most = limits.positions.saturating_sub(met.len());
            match next(game, &ply, merging, if is_last { 0 } else { most }, stop) {
                Ok(after) => ply = after,
                Err(Cut::Positions) if is_last => counts.cut = Some(Cut::Plies),
                Err(cut) => counts.cut = Some(cut),
            }
        }
        counts
    }

    /// Counts the positions after one more move; false where the games are too many to be counted.
    fn add<G: Game>(
        &mut self,
        game: &G,
        ply: &Ply<G::Position>,
        met: &mut HashSet<Key, FixedState>,
    ) -> bool {
        let (mut here, mut all) = (PlyCount::default(), self.all);
        let mut fits = true;
        let mut sum = |to: &mut u64, ways: u64| match to.checked_add(ways) {
            Some(more) => *to = more,
            None => fits = false,
        };
        for (&key, (at, ways)) in ply {
            let (is_new, outcome) = (met.insert(key), game.outcome(at));
            here.positions += 1;
            all.positions += u64::from(is_new);
            if let Some(outcome) = outcome {
                *here.over.of_mut(outcome) += 1;
                *all.over.of_mut(outcome) += u64::from(is_new);
                sum(here.games.of_mut(outcome), *ways);
                sum(all.games.of_mut(outcome), *ways);
            }
        }
        if fits {
            self.plies.push(here);
            self.all = all;
        }
        fits
    }
}

/// The positions after one more move, if these are not more than `most`.
fn next<G: Game>(
    game: &G,
    ply: &Ply<G::Position>,
    merging: Merging,
    most: usize,
    stop: &dyn Fn() -> bool,
) -> Result<Ply<G::Position>, Cut> {
    let mut after = Ply::default();
    let mut own = Vec::new();
    for (number, (at, ways)) in ply.values().enumerate() {
        if number % 1024 == 0 {
            interrupt::point();
            if stop() {
                return Err(Cut::Stopped);
            }
        }
        own.clear();
        for m in game.moves(at) {
            let to = canonical(game, &game.play(at, m), merging);
            // Moves to mirror images of one position are one move.
            if own.contains(&to.key) {
                continue;
            }
            if merging != Merging::None {
                own.push(to.key);
            }
            let (_, sum) = after.entry(to.key).or_insert((to.position, 0));
            *sum = sum.checked_add(*ways).ok_or(Cut::Games)?;
            if after.len() > most {
                return Err(Cut::Positions);
            }
        }
    }
    Ok(after)
}
