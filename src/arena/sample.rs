//! Sampled matches: games drawn move by move from the two players' weights.

use std::collections::BTreeMap;

use rayon::prelude::*;

use super::transcript::{Ending, PlayedGame};
use crate::dice::{Dice, Purpose};
use crate::game::{Game, Move, Results};
use crate::graph::{Graph, Merging, Node};
use crate::player::Player;
use crate::text::{float, share};

/// How many successive games of a match draw from one generator; part of what a seed means.
pub const GAMES_PER_DICE: u64 = 1_000;

/// The counts of a match.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// How the games ended.
    pub results: Results<u64>,
    /// Games a side gave up, by side; they count as lost as well.
    pub resigned: [u64; 2],
    /// What each side has counted at the end, all games together, where the game counts.
    pub points: Option<[u64; 2]>,
}

impl Tally {
    /// The standard errors of the shares of the three results, where the games were drawn by chance.
    ///
    /// Each result is taken to have come once more than it did, and not to have come once more
    /// (Laplace's rule of succession): one that never came is not thereby impossible.
    #[must_use]
    pub fn errors(&self) -> Results<f64> {
        let games = self.results.games() + 2;
        self.results.map(|n| {
            let share = share(n + 1, games);
            (share * (1.0 - share) / float(games)).sqrt()
        })
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

    /// Counts one more game.
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

/// Plays `games` games between the player of the first side and that of the second, in parallel.
///
/// The counts depend on the seed and on nothing else.
pub fn sample<G: Game>(game: &G, players: [&dyn Player<G>; 2], games: u64, seed: u64) -> Tally {
    let whole = Sets { sets: 1, games };
    let all = sample_sets(game, players, whole, seed);
    all.into_iter().fold(Tally::default(), Tally::plus)
}

/// How the games of a match are counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sets {
    /// How many sets there are.
    pub sets: u64,
    /// How many games each of them has.
    pub games: u64,
}

/// Plays the games of [`sample`] and counts them set by set.
///
/// All sets together are the match of as many games under the same seed.
pub fn sample_sets<G: Game>(
    game: &G,
    players: [&dyn Player<G>; 2],
    sets: Sets,
    seed: u64,
) -> Vec<Tally> {
    let games = sets.sets * sets.games;
    let counted = (0..games.div_ceil(GAMES_PER_DICE))
        .into_par_iter()
        .map_init(
            || Pairing::new(game.clone(), players),
            |pairing, portion| pairing.play_portion(portion, sets, seed),
        )
        .reduce(BTreeMap::new, |mut sum, next| {
            for (set, tally) in next {
                let sum: &mut Tally = sum.entry(set).or_default();
                *sum = sum.plus(tally);
            }
            sum
        });
    (0..sets.sets)
        .map(|set| counted.get(&set).copied().unwrap_or_default())
        .collect()
}

/// The first `games` games of [`sample`] under the same seed, move by move.
///
/// Each takes some hundred bytes, so this is for as many as somebody wants to keep.
pub fn sample_games<G: Game>(
    game: &G,
    players: [&dyn Player<G>; 2],
    games: u64,
    seed: u64,
) -> Vec<PlayedGame> {
    let portions: Vec<Vec<PlayedGame>> = (0..games.div_ceil(GAMES_PER_DICE))
        .into_par_iter()
        .map_init(
            || Pairing::new(game.clone(), players),
            |pairing, portion| {
                let mut dice = Dice::new(seed, Purpose::Match, 0, portion);
                let left = games - portion * GAMES_PER_DICE;
                (0..left.min(GAMES_PER_DICE))
                    .map(|_| pairing.play_told(&mut dice))
                    .collect()
            },
        )
        .collect();
    portions.into_iter().flatten().collect()
}

/// The positions above which a worker forgets all it has met, to stay within memory.
const MOST_POSITIONS: usize = 1 << 20;

/// Two players at a graph that grows as they play, with their weights parallel to its edges.
struct Pairing<'a, G: Game> {
    graph: Graph<G>,
    weights: Vec<u64>,
    players: [&'a dyn Player<G>; 2],
    moves: Vec<Move>,
}

impl<'a, G: Game> Pairing<'a, G> {
    fn new(game: G, players: [&'a dyn Player<G>; 2]) -> Self {
        let graph = Graph::new(game, Merging::None);
        let mut pairing = Self {
            graph,
            weights: Vec::new(),
            players,
            moves: Vec::new(),
        };
        pairing.weigh_new(0);
        pairing
    }

    /// Plays the games that draw from one generator and counts them set by set.
    fn play_portion(&mut self, portion: u64, sets: Sets, seed: u64) -> BTreeMap<u64, Tally> {
        let mut dice = Dice::new(seed, Purpose::Match, 0, portion);
        let mut counted = BTreeMap::new();
        let mut game = portion * GAMES_PER_DICE;
        let end = (sets.sets * sets.games).min(game + GAMES_PER_DICE);
        while game < end {
            let set = game / sets.games;
            let mut tally = Tally::default();
            let next = end.min((set + 1) * sets.games);
            for _ in game..next {
                self.play(&mut dice, &mut tally);
            }
            game = next;
            counted.insert(set, tally);
        }
        counted
    }

    fn play(&mut self, dice: &mut Dice, tally: &mut Tally) {
        let (end, ending) = self.play_out(dice, &mut |_| {});
        self.count_points(end, tally);
        tally.count(ending);
    }

    fn play_told(&mut self, dice: &mut Dice) -> PlayedGame {
        let mut moves = Vec::new();
        let (_, ending) = self.play_out(dice, &mut |m| moves.push(m));
        PlayedGame { moves, ending }
    }

    /// Plays one game to its last position; `hear` is told the moves.
    fn play_out(&mut self, dice: &mut Dice, hear: &mut impl FnMut(Move)) -> (Node, Ending) {
        if self.graph.len() > MOST_POSITIONS {
            *self = Self::new(self.graph.game().clone(), self.players);
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
            hear(self.graph.edges(at)[drawn].m);
            let met = self.graph.len();
            at = self.graph.follow(at, edges.start + drawn);
            self.weigh_new(met);
        }
    }

    fn count_points(&self, end: Node, tally: &mut Tally) {
        let points = self.graph.game().points(self.graph.position(end));
        if let Some(points) = points {
            tally.count_points(points.map(u64::from));
        }
    }

    /// Asks the players for the weights of the nodes from this number on.
    fn weigh_new(&mut self, met: usize) {
        for node in self.graph.nodes_from(met) {
            let edges = self.graph.edge_range(node);
            self.weights.resize(edges.end, 0);
            if self.graph.outcome(node).is_none() {
                self.moves.clear();
                self.moves
                    .extend(self.graph.edges(node).iter().map(|edge| edge.m));
                self.players[self.graph.side(node).index()].weigh(
                    self.graph.game(),
                    self.graph.position(node),
                    &self.moves,
                    &mut self.weights[edges],
                );
            }
        }
    }
}
