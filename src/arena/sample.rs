//! Sampled matches: games drawn move by move from the two players' weights.

use std::collections::BTreeMap;

use rayon::prelude::*;

use crate::dice::{Dice, Purpose};
use crate::game::{Game, Move, Outcome, Side};
use crate::graph::{Graph, Merging};
use crate::player::Player;

/// How many successive games of a match draw from one generator; part of what a seed means.
pub const GAMES_PER_DICE: u64 = 1_000;

/// The counts of a match.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// Games the first side won.
    pub first_wins: u64,
    /// Games nobody won.
    pub draws: u64,
    /// Games the second side won.
    pub second_wins: u64,
    /// Games a side gave up, by side; they count as lost as well.
    pub resigned: [u64; 2],
}

impl Tally {
    /// All games of the match.
    #[must_use]
    pub const fn games(&self) -> u64 {
        self.first_wins + self.draws + self.second_wins
    }

    /// Games `side` won.
    #[must_use]
    pub const fn wins(&self, side: Side) -> u64 {
        match side {
            Side::First => self.first_wins,
            Side::Second => self.second_wins,
        }
    }

    fn count(&mut self, outcome: Outcome) {
        match outcome {
            Outcome::Win(Side::First) => self.first_wins += 1,
            Outcome::Win(Side::Second) => self.second_wins += 1,
            Outcome::Draw => self.draws += 1,
        }
    }

    fn plus(mut self, other: Self) -> Self {
        self.first_wins += other.first_wins;
        self.draws += other.draws;
        self.second_wins += other.second_wins;
        self.resigned[0] += other.resigned[0];
        self.resigned[1] += other.resigned[1];
        self
    }
}

/// Plays so many games between the player of the first side and that of the second, in parallel.
///
/// The counts depend on the seed and on nothing else.
pub fn sample<G: Game>(game: &G, players: [&dyn Player<G>; 2], games: u64, seed: u64) -> Tally {
    let all = sample_sets(game, players, (1, games), seed);
    all.into_iter().fold(Tally::default(), Tally::plus)
}

/// Plays the games of [`sample`] and counts them in so many sets of so many games each.
///
/// All sets together are the match of as many games under the same seed.
pub fn sample_sets<G: Game>(
    game: &G,
    players: [&dyn Player<G>; 2],
    (sets, games_per_set): (u64, u64),
    seed: u64,
) -> Vec<Tally> {
    let games = sets * games_per_set;
    let counted = (0..games.div_ceil(GAMES_PER_DICE))
        .into_par_iter()
        .map_init(
            || Table::new(game.clone(), players),
            |table, portion| table.play_portion(portion, (games, games_per_set), seed),
        )
        .reduce(BTreeMap::new, |mut sum, next| {
            for (set, tally) in next {
                let sum: &mut Tally = sum.entry(set).or_default();
                *sum = sum.plus(tally);
            }
            sum
        });
    (0..sets)
        .map(|set| counted.get(&set).copied().unwrap_or_default())
        .collect()
}

/// The positions above which a worker forgets all it has met, to stay within memory.
const MOST_POSITIONS: usize = 1 << 20;

/// Two players at a graph that grows as they play, with their weights parallel to its edges.
struct Table<'a, G: Game> {
    graph: Graph<G>,
    weights: Vec<u64>,
    players: [&'a dyn Player<G>; 2],
    moves: Vec<Move>,
}

impl<'a, G: Game> Table<'a, G> {
    fn new(game: G, players: [&'a dyn Player<G>; 2]) -> Self {
        let graph = Graph::new(game, Merging::None);
        let mut table = Self {
            graph,
            weights: Vec::new(),
            players,
            moves: Vec::new(),
        };
        table.weigh_new(0);
        table
    }

    /// Plays the games that draw from one generator and counts them set by set.
    fn play_portion(
        &mut self,
        portion: u64,
        (games, games_per_set): (u64, u64),
        seed: u64,
    ) -> BTreeMap<u64, Tally> {
        let mut dice = Dice::new(seed, Purpose::Match, 0, portion);
        let mut counted = BTreeMap::new();
        let mut game = portion * GAMES_PER_DICE;
        let end = games.min(game + GAMES_PER_DICE);
        while game < end {
            let set = game / games_per_set;
            let mut tally = Tally::default();
            let next = end.min((set + 1) * games_per_set);
            for _ in game..next {
                self.play(&mut dice, &mut tally);
            }
            game = next;
            counted.insert(set, tally);
        }
        counted
    }

    fn play(&mut self, dice: &mut Dice, tally: &mut Tally) {
        if self.graph.len() > MOST_POSITIONS {
            *self = Self::new(self.graph.game().clone(), self.players);
        }
        let mut at = self.graph.root();
        loop {
            if let Some(outcome) = self.graph.outcome(at) {
                return tally.count(outcome);
            }
            let edges = self.graph.edge_range(at);
            let Some(drawn) = dice.draw(&self.weights[edges.clone()]) else {
                let side = self.graph.side(at);
                tally.resigned[side.index()] += 1;
                return tally.count(Outcome::Win(side.other()));
            };
            let met = self.graph.len();
            at = self.graph.follow(at, edges.start + drawn);
            self.weigh_new(met);
        }
    }

    /// Asks the players for the weights of the nodes from this number on.
    fn weigh_new(&mut self, met: usize) {
        for node in self.graph.nodes().skip(met) {
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
