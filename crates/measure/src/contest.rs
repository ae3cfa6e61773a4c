//! The result of a match and of a tournament in any game, exact where that is requested or possible.

use std::sync::Arc;

use super::exact::{Chances, Fractions, Ground};
use super::sample::{Contest, MatchSoFar, Tally};
use super::tournament::{MeetingsSoFar, Tournament};
use super::transcript::PlayedGame;
use crate::game::Game as _;
use crate::games::{AnyGame, Position};
use crate::player::Player;
use crate::text::float;

/// The result of a match.
#[derive(Clone, Debug)]
pub enum MatchResult {
    /// The counts, and the only game of two players without randomness.
    Played(Tally, Option<PlayedGame>),
    /// The chances of all possible games, also as fractions where these are small.
    Exact(Chances, Option<Fractions>),
}

impl MatchResult {
    /// Plays `games` games from a position, and counts them in `so_far` on the way; two players without randomness have only
    /// one game.
    pub fn play(
        game: &AnyGame,
        start: Position,
        players: [&dyn Player<AnyGame>; 2],
        (games, seed): (u64, u64),
        so_far: &MatchSoFar,
    ) -> Self {
        let contest = Contest::new(game, players).starting_at(start);
        match contest.only_game() {
            Some((only, tally)) => Self::Played(tally, Some(only)),
            None => Self::Played(contest.sample_into(so_far, games, seed), None),
        }
    }

    /// Computes the chances on the positions of a small game.
    pub fn exact(ground: &Ground<AnyGame>, players: [&dyn Player<AnyGame>; 2]) -> Self {
        let [first, second] = players.map(|player| ground.policy(player));
        let policies = [&first, &second];
        Self::Exact(ground.chances(policies), ground.fractions(policies))
    }

    /// The points of each side at the end of a game, on average, in games with points.
    pub fn points(&self) -> Option<[f64; 2]> {
        let Self::Played(tally, _) = self else {
            return None;
        };
        let games = float(tally.results.games());
        Some(tally.points?.map(|points| float(points) / games))
    }
}

/// How the results of a tournament were obtained.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TournamentMode {
    /// Computed exactly.
    Exact,
    /// The single game of each meeting was played.
    Only,
    /// This number of games of each meeting was played at random from this seed.
    Sampled {
        /// The games of a meeting.
        games: u64,
        /// The seed.
        seed: u64,
    },
}

impl TournamentMode {
    /// How many games of a meeting are sampled where no number is given.
    pub const GAMES: u64 = 1_000;

    /// Plays a tournament. Without a number of games, meetings are computed exactly where all positions of the game fit
    /// in memory. Players without randomness play one game; other meetings are sampled, [`Self::GAMES`] games by default,
    /// and each is noted in `so_far` when it is whole.
    pub fn play(
        game: &AnyGame,
        players: &[Arc<dyn Player<AnyGame>>],
        games: Option<u64>,
        seed: u64,
        so_far: &MeetingsSoFar,
    ) -> (Self, Tournament) {
        let players: Vec<&dyn Player<AnyGame>> = players.iter().map(|player| &**player).collect();
        let only = || Some((Self::Only, Tournament::only(game, &players)?));
        let exact = || {
            let ground = Ground::offered(game)?;
            Some((Self::Exact, Tournament::exact(&ground, &players)))
        };
        let known = match (games, game.points(&game.start())) {
            (Some(_), _) => only(),
            (None, Some(_)) => only().or_else(exact),
            (None, None) => exact().or_else(only),
        };
        known.unwrap_or_else(|| {
            let games = games.unwrap_or(Self::GAMES);
            let results = Tournament::sampled(game, &players, games, seed, so_far);
            (Self::Sampled { games, seed }, results)
        })
    }
}
