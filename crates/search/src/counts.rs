//! How many positions and games there are by the moves played, exactly.

use std::collections::BTreeMap;

use crate::game::{Game, Results, Side};
use crate::graph::{Budget, Graph, Merging, Node};
use crate::interrupt;

/// What there is after one number of moves, or all.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PlyCount {
    /// The different positions.
    pub positions: u64,
    /// The positions in which the game is over.
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
    /// More positions than the budget has.
    Positions,
    /// More games than a number of 64 bits.
    Games,
    /// It was stopped.
    Stopped,
}

/// The positions after one number of moves, each with the games that lead there.
type Ply = BTreeMap<Node, u64>;

impl PlyCounts {
    /// Counts from a position, up to this many moves, with each position for itself (`apart`), and in a game with
    /// mirror images, as far as that went, with these counted once (`once`): two games are one then if the positions of
    /// both after each move are.
    #[inline(never)]
    pub fn of_game<G: Game>(
        game: &G,
        start: &G::Position,
        plies: u16,
        budget: Budget,
        stop: &dyn Fn() -> bool,
    ) -> Vec<(&'static str, Self)> {
        let count = |merging, plies| {
            let graph = Graph::starting_at(game.clone(), start, merging);
            Self::counted(graph, plies, budget, stop)
        };
        let apart = count(Merging::None, plies.into());
        let counted = apart.plies.len() - 1;
        let mut all = vec![("apart", apart)];
        if Merging::Full.symmetries(game) > 1 {
            all.push(("once", count(Merging::Full, counted)));
        }
        all
    }

    fn counted<G: Game>(
        mut graph: Graph<G>,
        most: usize,
        budget: Budget,
        stop: &dyn Fn() -> bool,
    ) -> Self {
        let mut counts = Self::default();
        let mut ply = Ply::from_iter([(graph.root(), 1)]);
        while !ply.is_empty() && counts.cut.is_none() {
            counts.cut = match counts.add(&graph, &ply) {
                None => Some(Cut::Games),
                Some(true) if counts.plies.len() > most => Some(Cut::Plies),
                Some(_) => next(&mut graph, &mut ply, budget, stop).err(),
            };
        }
        counts
    }

    /// Counts the positions after one more move, and returns whether the game goes on in any; `None` for too many games.
    fn add<G: Game>(&mut self, graph: &Graph<G>, ply: &Ply) -> Option<bool> {
        let (mut here, mut all, mut goes_on) = (PlyCount::default(), self.all, false);
        for (&node, ways) in ply {
            let is_new = u64::from(usize::from(graph.ply(node)) == self.plies.len());
            here.positions += 1;
            all.positions += is_new;
            let Some(outcome) = graph.outcome(node) else {
                goes_on = true;
                continue;
            };
            *here.over.of_mut(outcome) += 1;
            *all.over.of_mut(outcome) += is_new;
            for games in [&mut here.games, &mut all.games] {
                let sum = games.of_mut(outcome);
                *sum = sum.checked_add(*ways)?;
            }
        }
        let sums = all.games.seen_by(Side::First);
        sums.into_iter().try_fold(0, u64::checked_add)?;
        self.plies.push(here);
        self.all = all;
        Some(goes_on)
    }
}

/// Goes on to the positions after one more move.
fn next<G: Game>(
    graph: &mut Graph<G>,
    ply: &mut Ply,
    budget: Budget,
    stop: &dyn Fn() -> bool,
) -> Result<(), Cut> {
    let (mut after, mut own) = (Ply::default(), Vec::new());
    for (number, (&node, &ways)) in ply.iter().enumerate() {
        interrupt::every(1024, number);
        if number % 1024 == 0 && stop() {
            return Err(Cut::Stopped);
        }
        own.clear();
        for edge in graph.edge_range(node) {
            let to = graph.follow(node, edge);
            // Moves to mirror images of one position are one move.
            if graph.merging() == Merging::None || !own.contains(&to) {
                let sum: &mut u64 = after.entry(to).or_default();
                *sum = sum.checked_add(ways).ok_or(Cut::Games)?;
                own.push(to);
            }
        }
        if !budget.covers(graph.len(), graph.edge_count()) {
            return Err(Cut::Positions);
        }
    }
    *ply = after;
    Ok(())
}
