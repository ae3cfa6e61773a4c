//! Sampled matches: games drawn move by move from the two players' weights.

use std::collections::BTreeMap;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};

use rayon::prelude::*;
use serde::{Deserialize, Serialize};

use super::transcript::{Ending, PlayedGame};
use crate::dice::{Dice, Purpose};
use crate::game::{Game, LONGEST, Move, Results};
use crate::games::{broken, endless};
use crate::graph::{Graph, Merging, Node};
use crate::interrupt;
use crate::locks::lock;
use crate::player::Player;
use crate::text::float;

/// The number of successive games of a match that share one generator. Changing it would change the games
/// of every seed.
pub const GAMES_PER_DICE: u64 = 1_000;

/// The counts of a match.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Tally {
    /// How the games ended.
    pub results: Results<u64>,
    /// Games that each side resigned; they also count as lost.
    pub resigned: [u64; 2],
    /// The points of each side at the end, summed over all games, in games with points.
    pub points: Option<[u64; 2]>,
}

/// The square of the standard error of the mean of what was counted in sampled games, from 0 to 1 in each, given the
/// sum of it and of its squares.
///
/// A game with 1 and a game with 0 are added to the counts (Laplace's rule of succession): what has never occurred is
/// not necessarily impossible.
fn variance([sum, squares]: [f64; 2], games: u64) -> f64 {
    let games = float(games + 2);
    let mean = (sum + 1.0) / games;
    ((squares + 1.0) / games - mean * mean) / games
}

impl Tally {
    /// The standard errors of the shares of the three results, if the games were sampled.
    pub fn errors(&self) -> Results<f64> {
        let games = self.results.games();
        self.results.map(|n| variance([float(n); 2], games).sqrt())
    }

    /// The square of the standard error of the mean score of either side, where a draw is half a win.
    pub(super) fn score_variance(&self) -> f64 {
        let [won, drawn] = [self.results.first_wins, self.results.draws].map(float);
        variance([won + drawn / 2.0, won + drawn / 4.0], self.results.games())
    }

    fn plus(mut self, other: Self) -> Self {
        self.results += other.results;
        self.resigned[0] += other.resigned[0];
        self.resigned[1] += other.resigned[1];
        if let Some(points) = other.points {
            self.count_points(points);
        }
        self
    }

    pub(super) fn count(&mut self, ending: Ending) {
        if let Ending::Resigned(side) = ending {
            self.resigned[side.index()] += 1;
        }
        if let Some(outcome) = ending.outcome() {
            self.results.count(outcome);
        }
    }

    fn count_points(&mut self, points: [u64; 2]) {
        let sum = self.points.get_or_insert([0, 0]);
        sum[0] += points[0];
        sum[1] += points[1];
    }
}

/// What a match has counted so far. It remains where the match is left.
#[derive(Debug, Default)]
pub struct MatchSoFar(Mutex<Portions>);

#[derive(Debug, Default)]
struct Portions {
    /// The counts of all portions before this one.
    whole: Tally,
    next: u64,
    /// The counts of the portions from there on, and whether they are whole.
    ahead: BTreeMap<u64, (Tally, bool)>,
}

impl MatchSoFar {
    /// The counts of the first games: a match of that many games under the same seed has the same.
    pub fn first_games(&self) -> Tally {
        let so_far = lock(&self.0);
        let begun = so_far.ahead.get(&so_far.next);
        so_far
            .whole
            .plus(begun.map_or_else(Tally::default, |&(tally, _)| tally))
    }

    fn count(&self, portion: u64, tally: Tally, is_whole: bool) {
        let so_far = &mut *lock(&self.0);
        so_far.ahead.insert(portion, (tally, is_whole));
        while let Some((tally, true)) = so_far.ahead.get(&so_far.next) {
            so_far.whole = so_far.whole.plus(*tally);
            so_far.ahead.remove(&so_far.next);
            so_far.next += 1;
        }
    }
}

/// Games between two players, one for each side.
///
/// # Examples
///
/// ```
/// use matchboxes_games::games::TicTacToe;
/// use matchboxes_games::player::{Perfect, Random};
/// use matchboxes_measure::Contest;
///
/// let perfect = Perfect::new(TicTacToe)?;
/// let tally = Contest::new(&TicTacToe, [&perfect, &Random]).sample(1_000, 1961);
/// assert_eq!(tally.results.second_wins, 0);
/// # Ok::<(), matchboxes_games::Error>(())
/// ```
pub struct Contest<'a, G: Game> {
    pub(super) game: &'a G,
    pub(super) players: [&'a dyn Player<G>; 2],
    pub(super) start: G::Position,
}

impl<'a, G: Game> Contest<'a, G> {
    /// Games from the start.
    pub fn new(game: &'a G, players: [&'a dyn Player<G>; 2]) -> Self {
        Self {
            game,
            players,
            start: game.start(),
        }
    }

    /// The same from this position on.
    #[must_use]
    pub fn starting_at(self, start: G::Position) -> Self {
        Self { start, ..self }
    }

    /// Plays `games` games in parallel.
    ///
    /// The counts depend only on the seed, not on the number of threads.
    pub fn sample(&self, games: u64, seed: u64) -> Tally {
        self.sample_into(&MatchSoFar::default(), games, seed)
    }

    /// The same, counted in `so_far` on the way.
    #[inline(never)]
    pub fn sample_into(&self, so_far: &MatchSoFar, games: u64, seed: u64) -> Tally {
        let sets = Sets { sets: 1, games };
        let play = |pairing: &mut Pairing<'_, G>, portion, (): &mut _| {
            let (mut all, end) = (Tally::default(), games.min((portion + 1) * GAMES_PER_DICE));
            pairing.play_portion(portion, sets, seed, &mut |_, tally, next| {
                all = all.plus(tally);
                so_far.count(portion, all, next == end);
                interrupt::point();
            });
        };
        self.by_threads(games, &play);
        so_far.first_games()
    }

    /// Plays the games of [`sample`](Self::sample) and counts them set by set.
    ///
    /// All sets together are the same match as one of that many games under the same seed.
    #[inline(never)]
    pub fn sample_sets(&self, sets: Sets, seed: u64) -> Vec<Tally> {
        let games = sets.sets * sets.games;
        let mut counted = BTreeMap::new();
        let count = |pairing: &mut Pairing<'_, G>, portion, counted: &mut BTreeMap<_, _>| {
            pairing.play_portion(portion, sets, seed, &mut |set, tally, _| {
                let sum: &mut Tally = counted.entry(set).or_default();
                *sum = sum.plus(tally);
            });
        };
        for part in self.by_threads(games, &count) {
            for (set, tally) in part {
                let sum: &mut Tally = counted.entry(set).or_default();
                *sum = sum.plus(tally);
            }
        }
        (0..sets.sets)
            .map(|set| counted.get(&set).copied().unwrap_or_default())
            .collect()
    }

    /// The first `games` games of [`sample`](Self::sample) under the same seed, move by move.
    ///
    /// Each game takes about a hundred bytes, so ask only for as many as will be kept.
    #[inline(never)]
    pub fn sample_games(&self, games: u64, seed: u64) -> Vec<PlayedGame> {
        let watch = |pairing: &mut Pairing<'_, G>, portion, watched: &mut Vec<_>| {
            let mut dice = Dice::new(seed, Purpose::Match, 0, portion);
            let left = games - portion * GAMES_PER_DICE;
            let played = (0..left.min(GAMES_PER_DICE)).map(|_| {
                let mut moves = Vec::new();
                let (_, ending) = pairing.play_watched(&mut dice, &mut moves);
                PlayedGame { moves, ending }
            });
            watched.push((portion, played.collect::<Vec<_>>()));
        };
        let watched = self.by_threads(games, &watch).into_iter();
        let mut portions: Vec<_> = watched.flatten().collect();
        portions.sort_by_key(|&(portion, _)| portion);
        portions
            .into_iter()
            .flat_map(|(_, played)| played)
            .collect()
    }

    /// Plays each portion of a match into what its thread has counted so far, and gives the counts of all threads.
    ///
    /// Every thread sets up the pairing once, so each player computes its weights once per thread and
    /// position.
    fn by_threads<C: Default + Send>(
        &self,
        games: u64,
        play: &(dyn Fn(&mut Pairing<'_, G>, u64, &mut C) + Sync),
    ) -> Vec<C> {
        let portions = games.div_ceil(GAMES_PER_DICE);
        let next = AtomicU64::new(0);
        let work = |_| {
            let mut pairing = Pairing::new(self);
            let mut counted = C::default();
            loop {
                let portion = next.fetch_add(1, Ordering::Relaxed);
                if portion >= portions {
                    return counted;
                }
                interrupt::point();
                play(&mut pairing, portion, &mut counted);
            }
        };
        let threads = (rayon::current_num_threads() as u64).min(portions);
        (0..threads).into_par_iter().map(work).collect()
    }
}

/// How the games of a match are counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sets {
    /// The number of sets.
    pub sets: u64,
    /// The number of games in each set.
    pub games: u64,
}

/// With more positions or moves than this, a thread forgets all it has met. A graph that outgrows the processor's cache is
/// slower than weighing anew: connect four took 1.5 times as long with four times as many, and 2.1 with 16 times.
const MOST_POSITIONS: usize = 1 << 14;
const MOST_MOVES: usize = 1 << 17;

/// Two players and a graph that grows as they play, with their weights parallel to its edges.
struct Pairing<'a, G: Game> {
    contest: &'a Contest<'a, G>,
    graph: Graph<G>,
    weights: Vec<u64>,
    moves: Vec<Move>,
}

impl<'a, G: Game> Pairing<'a, G> {
    fn new(contest: &'a Contest<'a, G>) -> Self {
        let graph = Graph::starting_at(contest.game.clone(), &contest.start, Merging::None);
        let mut pairing = Self {
            contest,
            graph,
            weights: Vec::new(),
            moves: Vec::new(),
        };
        pairing.weigh_new(0);
        pairing
    }

    /// Plays the games that share one generator. Some games of one set at a time are counted: the number of the set, the
    /// counts, and the number of the game after them.
    fn play_portion(
        &mut self,
        portion: u64,
        sets: Sets,
        seed: u64,
        count: &mut dyn FnMut(u64, Tally, u64),
    ) {
        let mut dice = Dice::new(seed, Purpose::Match, 0, portion);
        let (always_ends, mut line) = (self.graph.game().always_ends(), Vec::new());
        let begin = portion * GAMES_PER_DICE;
        let (mut game, end) = (begin, (sets.sets * sets.games).min(begin + GAMES_PER_DICE));
        while game < end {
            let set = game / sets.games;
            // Often enough for slow games, and seldom enough for quick ones.
            let some = (game - begin + 1).next_power_of_two().min(64);
            let next = end.min((set + 1) * sets.games).min(game + some);
            let mut tally = Tally::default();
            for _ in game..next {
                let (end, ending) = if always_ends {
                    self.play_out(&mut dice, &mut |_| {})
                } else {
                    line.clear();
                    self.play_watched(&mut dice, &mut line)
                };
                let points = self.graph.game().points(self.graph.position(end));
                if let Some(points) = points {
                    tally.count_points(points.map(u64::from));
                }
                tally.count(ending);
            }
            count(set, tally, next);
            game = next;
        }
    }

    /// Plays one game to its last position, and adds its moves to `moves`. On known ground the rules are not
    /// called, so they cannot notice that a game does not end: if a line is too long, they are called again
    /// for all of it.
    fn play_watched(&mut self, dice: &mut Dice, moves: &mut Vec<Move>) -> (Node, Ending) {
        let (game, start) = (self.graph.game().clone(), self.contest.start);
        self.play_out(dice, &mut |m| {
            moves.push(m);
            if moves.len() > usize::from(LONGEST) {
                let at = moves.iter().fold(start, |at, &m| game.play(&at, m));
                broken(endless(&game, &at));
            }
        })
    }

    /// Plays one game to its last position; calls `on_move` with each move.
    fn play_out(&mut self, dice: &mut Dice, on_move: &mut impl FnMut(Move)) -> (Node, Ending) {
        // Each move has a weight.
        if self.graph.len() > MOST_POSITIONS || self.weights.len() > MOST_MOVES {
            *self = Self::new(self.contest);
        }
        let mut at = self.graph.root();
        loop {
            if let Some(outcome) = self.graph.outcome(at) {
                return (at, Ending::Over(outcome));
            }
            let edges = self.graph.edge_range(at);
            let Some(drawn) = dice.draw(&self.weights[edges.clone()]) else {
                return (at, Ending::Resigned(self.graph.side(at)));
            };
            on_move(self.graph.edges(at)[drawn].m);
            let met = self.graph.len();
            at = self.graph.follow(at, edges.start + drawn);
            self.weigh_new(met);
        }
    }

    /// Computes the players' weights at the nodes from this number on.
    fn weigh_new(&mut self, met: usize) {
        for node in self.graph.nodes_from(met) {
            let edges = self.graph.edge_range(node);
            self.weights.resize(edges.end, 0);
            if self.graph.outcome(node).is_none() {
                self.moves.clear();
                self.moves
                    .extend(self.graph.edges(node).iter().map(|edge| edge.m));
                self.contest.players[self.graph.side(node).index()].weigh(
                    self.graph.game(),
                    self.graph.position(node),
                    &self.moves,
                    &mut self.weights[edges],
                );
            }
        }
    }
}
