//! Tournaments: every player against every player, as first and as second, including itself.
//!
//! A game scores 1 for a win, 1/2 for a draw and 0 for a loss. Games of a player against itself are in the
//! table but do not count otherwise. Where all positions fit in memory, the scores are exact expected scores.
//! Where all players are deterministic, each pair plays its only possible game. Otherwise games are sampled
//! and the scores have a standard error.

use std::sync::Mutex;

use rayon::prelude::*;

use super::exact::{Chances, Ground, Policy};
use super::rating::{RatedMeeting, Rating, ratings};
use super::sample::{Contest, Tally};
use crate::dice::{Dice, Purpose};
use crate::game::{Game, Side};
use crate::locks::lock;
use crate::player::Player;
use crate::text::{float, share};

/// The results of a tournament.
#[derive(Clone, Debug, PartialEq)]
pub struct Tournament {
    players: usize,
    meetings: Vec<Option<Meeting>>,
}

/// The result of one player as first against one as second.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Meeting {
    /// The chances of the three results: exact, or the shares of the sampled games.
    pub chances: Chances,
    /// The counts behind the shares; `None` when the chances are exact.
    pub tally: Option<Tally>,
    /// Whether the games were drawn among several that are possible.
    pub is_sampled: bool,
    /// The average points of each side at the end of the games played, in games with points, such as discs
    /// in Othello. `None` when the chances are exact, as no games were played.
    pub points: Option<[f64; 2]>,
}

/// One player's line of the ranking.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Placing {
    /// The player's number, from 0 in the order in which the players were given.
    pub player: usize,
    /// The rank, from 1; tied players share the best of their ranks.
    pub rank: usize,
    /// The number of meetings over which the figures are averaged.
    pub meetings: usize,
    /// The mean score.
    pub score: f64,
    /// The standard error of the mean score, as a match has it: 0 when the score is exact, or each meeting has one
    /// possible game.
    pub error: f64,
    /// The mean share of games won.
    pub won: f64,
    /// The mean share of games drawn.
    pub drawn: f64,
    /// The mean share of games lost.
    pub lost: f64,
}

/// Scores that differ by at most this count as equal, since sums in floating point are rounded.
const ROUNDING: f64 = 1e-12;
/// Sampled scores are tied when they differ by at most this many standard errors of the difference.
const ERRORS: f64 = 2.0;
/// The most weights (2 GB) kept for all players at once; with more, each meeting computes its players'
/// weights again.
const MOST_WEIGHTS: usize = 1 << 28;

impl Meeting {
    /// The meeting with these counts of games, sampled or the only possible one.
    #[must_use]
    pub fn played(tally: Tally, is_sampled: bool) -> Self {
        let games = tally.results.games();
        Self {
            chances: tally.results.map(|n| share(n, games)),
            tally: Some(tally),
            is_sampled,
            points: tally.points.map(|sum| sum.map(|n| share(n, games))),
        }
    }

    /// The average score of a side.
    pub fn score(&self, side: Side) -> f64 {
        self.chances.wins(side) + self.chances.draws / 2.0
    }

    /// The side that scores more, if one does.
    pub fn winner(&self) -> Option<Side> {
        let ahead = self.chances.first_wins - self.chances.second_wins;
        let winner = if ahead > 0.0 {
            Side::First
        } else {
            Side::Second
        };
        (ahead.abs() > ROUNDING).then_some(winner)
    }

    /// The discs of both sides, such as `19-45`; 0 in a game that does not count any.
    pub fn discs(&self) -> String {
        let [first, second] = self.points.unwrap_or_default();
        format!("{first}-{second}")
    }

    /// The square of the standard error of a side's mean score; it is the same for both sides.
    fn variance(&self) -> f64 {
        let sampled = self.tally.filter(|_| self.is_sampled);
        sampled.map_or(0.0, |tally| tally.score_variance())
    }
}

impl Tournament {
    /// Computes every meeting exactly on the positions of a small game.
    #[inline(never)]
    pub fn exact<G: Game>(ground: &Ground<G>, players: &[&dyn Player<G>]) -> Self {
        let few = players.len().saturating_mul(ground.graph().edge_count()) <= MOST_WEIGHTS;
        let kept: Option<Vec<Policy>> = few.then(|| {
            let players = players.par_iter();
            players.map(|player| ground.policy(*player)).collect()
        });
        let meet = |first, second| {
            let chances = if let Some(kept) = &kept {
                ground.chances([&kept[first], &kept[second]])
            } else {
                let [first, second] = [first, second].map(|i| ground.policy(players[i]));
                ground.chances([&first, &second])
            };
            Meeting {
                chances,
                tally: None,
                is_sampled: false,
                points: None,
            }
        };
        Self::new(players.len(), each(players, meet).collect())
    }

    /// Plays the only possible game of every meeting; `None` if a player is not deterministic.
    #[inline(never)]
    pub fn only<G: Game>(game: &G, players: &[&dyn Player<G>]) -> Option<Self> {
        let meetings: Result<_, ()> = each(players, |first: usize, second: usize| {
            let only = Contest::new(game, [players[first], players[second]]).only_game();
            only.map(|(_, tally)| Meeting::played(tally, false))
                .ok_or(())
        })
        .map(Option::transpose)
        .collect();
        Some(Self::new(players.len(), meetings.ok()?))
    }

    /// Samples `games` games of every meeting; a meeting of two deterministic players is their only possible
    /// game. Each meeting is noted in `so_far` when it is whole.
    ///
    /// A meeting depends only on the seed, its two players and their numbers: adding players after them does
    /// not change it.
    #[inline(never)]
    pub fn sampled<G: Game>(
        game: &G,
        players: &[&dyn Player<G>],
        games: u64,
        seed: u64,
        so_far: &MeetingsSoFar,
    ) -> Self {
        let meet = |first: usize, second: usize| {
            let contest = Contest::new(game, [players[first], players[second]]);
            let meeting = if let Some((_, tally)) = contest.only_game() {
                Meeting::played(tally, false)
            } else {
                let mut dice = Dice::new(seed, Purpose::Meeting, first as u64, second as u64);
                Meeting::played(contest.sample(games, dice.below(u64::MAX)), true)
            };
            lock(&so_far.0).push((first * players.len() + second, meeting));
            meeting
        };
        Self::new(players.len(), each(players, meet).collect())
    }

    /// The tournament of these meetings, row by row: all meetings with player 0 as first, then all with
    /// player 1 as first, and so on.
    ///
    /// # Panics
    ///
    /// If the number of meetings is not the square of the number of players.
    #[must_use]
    pub fn new(players: usize, meetings: Vec<Option<Meeting>>) -> Self {
        assert_eq!(meetings.len(), players * players, "a meeting for each pair");
        Self { players, meetings }
    }

    /// The meeting of these two players; `None` when one of them cannot play its side.
    ///
    /// # Panics
    ///
    /// If a player does not exist.
    pub fn meeting(&self, first: usize, second: usize) -> Option<&Meeting> {
        assert!(second < self.players, "there is no player {second}");
        self.meetings[first * self.players + second].as_ref()
    }

    /// All players that met another player, ordered by their mean score over these meetings, on all sides
    /// that they can play.
    ///
    /// Players are tied, and share the rank of the best of them, when their scores are not distinguishable
    /// from the best: exact scores that are equal, and sampled scores that differ by at most two standard
    /// errors of the difference.
    pub fn ranking(&self) -> Vec<Placing> {
        let all = (0..self.players).filter_map(|player| self.placing(player));
        let mut placings: Vec<Placing> = all.collect();
        placings.sort_by(|a, b| b.score.total_cmp(&a.score));
        let mut head = 0;
        for i in 0..placings.len() {
            let (best, own) = (placings[head], placings[i]);
            if best.score - own.score > self.tolerance(&best, &own) {
                // Rounding must not decide the order within an exact tie.
                order(&mut placings[head..i]);
                head = i;
            }
            placings[i].rank = head + 1;
        }
        order(&mut placings[head..]);
        placings
    }

    /// Elo ratings by the number of the player, in which every meeting weighs the same ([`ratings`]); `None` for
    /// players without a meeting.
    pub fn ratings(&self) -> Vec<Option<Rating>> {
        let meetings = self.met().map(|(first, second, meeting)| RatedMeeting {
            players: [first, second],
            score: meeting.score(Side::First),
            variance: meeting.variance(),
        });
        ratings(self.players, &meetings.collect::<Vec<_>>())
    }

    /// The meetings of two different players, with the numbers of the players.
    fn met(&self) -> impl Iterator<Item = (usize, usize, &Meeting)> {
        let numbered = self.meetings.iter().enumerate();
        let numbered = numbered.filter_map(|(pair, meeting)| {
            let (first, second) = (pair / self.players, pair % self.players);
            Some((first, second, meeting.as_ref()?))
        });
        numbered.filter(|(first, second, _)| first != second)
    }

    fn placing(&self, player: usize) -> Option<Placing> {
        let mut meetings = 0;
        let (mut won, mut drawn, mut lost, mut variance) = (0.0, 0.0, 0.0, 0.0);
        for (first, second, meeting) in self.met() {
            let side = match player {
                _ if player == first => Side::First,
                _ if player == second => Side::Second,
                _ => continue,
            };
            meetings += 1;
            won += meeting.chances.wins(side);
            drawn += meeting.chances.draws;
            lost += meeting.chances.wins(side.other());
            variance += meeting.variance();
        }
        let count = float(meetings as u64);
        (meetings > 0).then(|| Placing {
            player,
            rank: 0,
            meetings,
            score: (won + drawn / 2.0) / count,
            error: variance.sqrt() / count,
            won: won / count,
            drawn: drawn / count,
            lost: lost / count,
        })
    }

    /// The largest difference of two scores that counts as a tie.
    fn tolerance(&self, one: &Placing, other: &Placing) -> f64 {
        // In the games between the two, the points that one player misses are the other's.
        let pairs = [(one.player, other.player), (other.player, one.player)];
        let shared = pairs.map(|(a, b)| self.meeting(a, b).map_or(0.0, Meeting::variance));
        let shared = shared[0] + shared[1];
        let both = float((one.meetings * other.meetings) as u64);
        let variance = one.error.powi(2) + other.error.powi(2) + 2.0 * shared / both;
        ROUNDING + ERRORS * variance.sqrt()
    }
}

/// The meetings of a tournament that are whole. They remain where it is left.
#[derive(Debug, Default)]
pub struct MeetingsSoFar(Mutex<Vec<(usize, Meeting)>>);

impl MeetingsSoFar {
    /// How many meetings are whole, and the tournament of these alone.
    pub fn whole(&self, players: usize) -> (usize, Tournament) {
        let so_far = lock(&self.0);
        let mut meetings = vec![None; players * players];
        for &(place, meeting) in &*so_far {
            meetings[place] = Some(meeting);
        }
        (so_far.len(), Tournament::new(players, meetings))
    }
}

/// What `meet` returns for the numbers of each pair of players; `None` if one of them cannot play its side.
fn each<G: Game, T: Send>(
    players: &[&dyn Player<G>],
    meet: impl Fn(usize, usize) -> T + Sync + Send,
) -> impl ParallelIterator<Item = Option<T>> {
    let pairs = (0..players.len() * players.len()).into_par_iter();
    pairs.map(move |pair| {
        let (first, second) = (pair / players.len(), pair % players.len());
        let both = players[first].plays(Side::First) && players[second].plays(Side::Second);
        both.then(|| meet(first, second))
    })
}

/// Puts players with equal exact scores in the order in which they were given.
fn order(tied: &mut [Placing]) {
    if tied.iter().all(|placing| placing.error == 0.0) {
        tied.sort_by_key(|placing| placing.player);
    }
}
