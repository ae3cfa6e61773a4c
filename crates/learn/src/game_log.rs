//! How the games of a set ended, one after the other, for counts that do not begin and end with a set.

use crate::game::{Outcome, Side};

/// Which sides did not lose each game of a set, in order, if that was asked for.
#[derive(Clone, Debug, Default)]
pub struct GameLog {
    /// Of each game a bit for each side, and places for the games that are not there yet; none if they are not kept.
    games: Vec<u8>,
    played: usize,
}

impl GameLog {
    /// The games of larger sets would take too much memory.
    pub const MOST: u64 = 1 << 26;

    /// The bit of a side that did not lose.
    pub const fn bit(side: Side) -> u8 {
        1 << side as u8
    }

    /// Keeps the games of each set from the next one on, if sets have this many games; keeps none if it is 0.
    pub(crate) fn keep(&mut self, games: u64) {
        self.games.resize(usize::try_from(games).unwrap_or(0), 0);
    }

    /// Forgets the games, before another set.
    pub(crate) fn begin(&mut self) {
        self.played = 0;
    }

    /// Adds a game; one that was refused has no outcome.
    #[inline]
    pub(crate) fn add(&mut self, outcome: Option<Outcome>) {
        if let Some(game) = self.games.get_mut(self.played) {
            *game = match outcome {
                None => 0,
                Some(Outcome::Draw) => Self::bit(Side::First) | Self::bit(Side::Second),
                Some(Outcome::Win(side)) => Self::bit(side),
            };
            self.played += 1;
        }
    }

    /// The bits of each game.
    pub fn games(&self) -> &[u8] {
        &self.games[..self.played]
    }
}

/// Moves games into a window of the last ones, where `place` is the place of the first of them, and counts what each side
/// did not lose in it. Ends after the game with which a side has its `least`; returns how many were moved.
#[inline(never)]
pub fn move_games(
    games: &[u8],
    (window, mut place): (&mut [u8], usize),
    not_lost: &mut [u64; 2],
    least: [u64; 2],
) -> usize {
    let [mut first, mut second] = *not_lost;
    let mut moved = 0;
    let sum = |games: &[u8; 16], bit: u8| {
        let all = games.iter().map(|game| game >> bit & 1);
        u64::from(all.sum::<u8>())
    };
    while moved < games.len() && place < window.len() {
        // Many at once, as long as they cannot be enough: not even if all that are won by the window came first.
        if let Some(new) = games[moved..].first_chunk::<16>()
            && let Some(old) = window.get_mut(place..).and_then(<[u8]>::first_chunk_mut)
        {
            let won: [u8; 16] = std::array::from_fn(|i| new[i] & !old[i]);
            if first + sum(&won, 0) < least[0] && second + sum(&won, 1) < least[1] {
                first = first + sum(new, 0) - sum(old, 0);
                second = second + sum(new, 1) - sum(old, 1);
                *old = *new;
                moved += 16;
                place += 16;
                if place == window.len() {
                    place = 0;
                }
                continue;
            }
        }
        for game in games[moved..].iter().take(16) {
            let Some(old) = window.get_mut(place) else {
                break;
            };
            first = first + u64::from(game & 1) - u64::from(*old & 1);
            second = second + u64::from(game >> 1) - u64::from(*old >> 1);
            *old = *game;
            place += 1;
            if place == window.len() {
                place = 0;
            }
            moved += 1;
            if first >= least[0] || second >= least[1] {
                *not_lost = [first, second];
                return moved;
            }
        }
    }
    *not_lost = [first, second];
    moved
}
