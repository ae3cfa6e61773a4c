//! How one run of a study ended.

use std::sync::Arc;

use super::curve::{Curve, WHOLE};
use super::setting::StudySetting;
use crate::dice::{Dice, Purpose};
use crate::game::{Game, Key, Move, Side};
use crate::games::AnyGame;
use crate::learn::{Evaluator, Exact, Group, Layout, Learners, Reader, Reading, Record, Training};
use crate::player::{Player, Random};
use crate::sample::Contest;

/// The result of one run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RunResult {
    /// The number of the run.
    pub run: u64,
    /// The last sets added up: [`Study::LAST`](super::Study::LAST) of them, or all if there are fewer.
    pub last: Record,
    /// The evaluation of greedy play at the end, by side, where tables are evaluated.
    pub greedy: [Option<Exact>; 2],
    /// The moves with the most beads in the opening box, if the first side learns.
    pub favourites: Vec<Move>,
    /// The games played until each share of [`Speed`](super::Speed) was reached, in the order of
    /// [`Study::speeds`](super::Study).
    pub reached: Vec<Option<u64>>,
}

impl RunResult {
    /// The final value of a curve, for an exact figure in parts of 10^12; None of a share of nothing.
    pub(super) fn unrounded(&self, curve: Curve) -> Option<u64> {
        match curve {
            Curve::Greedy(side, figure) => {
                let exact = self.greedy[side.index()].as_ref();
                figure.value_in(exact?)
            }
            _ => curve.unrounded(&self.last),
        }
    }
}

/// The exact evaluation of the tables of one run of a group, read in this way, by side; `run` is its index in the group.
pub(super) fn evaluated<G: Game>(
    learners: Learners,
    group: &Group<G>,
    run: usize,
    evaluator: &dyn Evaluator,
    reading: Reading,
) -> [Option<Exact>; 2] {
    let of = |side| {
        let mut read = |key: Key, beads: &mut Vec<u64>| {
            let Some(found) = group.beads(run, side, key) else {
                return false;
            };
            *beads = reading.weights(&found);
            true
        };
        evaluator.evaluate(side, &mut read)
    };
    Side::BOTH.map(|side| learners.learns(side).then(|| of(side)))
}

/// The shares of the results in sampled games of the tables of one run of a group against random play, by side, as the
/// [`Exact`] figures against it, in which nothing else is known. Without a box any move is played, as in the exact ones.
pub(super) fn sampled<G: Game>(
    training: &Training<G>,
    setting: &StudySetting,
    group: &Group<G>,
    (place, run): (usize, u64),
    reading: Reading,
) -> [Option<Exact>; 2] {
    let games = setting.examining_games();
    Side::BOTH.map(|side| {
        let table = group.tables(side).nth(place).flatten()?;
        let mut tables = [None, None];
        tables[side.index()] = Some(Arc::new(table));
        let machine = Reader::new(String::new(), tables, reading);
        let mut players: [&dyn Player<G>; 2] = [&Random; 2];
        players[side.index()] = &machine;
        // The same dice for both ways of play, and for trainings that are compared run by run.
        let mut dice = Dice::new(setting.seed, Purpose::Examination, run, side as u64);
        let contest = Contest::new(&training.game, players);
        let results = contest.sample(games, dice.below(u64::MAX)).results;
        let [won, lost] = [side, side.other()].map(|side| results.wins(side));
        let random = [won, results.draws, lost].map(|n| n * WHOLE / games);
        Some(Exact {
            random,
            ..Exact::default()
        })
    })
}

/// The number of opening moves.
pub fn openings<G: Game>(game: &G) -> usize {
    game.moves(&game.start()).count()
}

/// The opening moves that can have the most beads, in the order in which a result names them: of the moves that share
/// a colour, the first.
pub fn openings_by(game: &AnyGame, layout: Layout) -> Vec<Move> {
    let opening = layout.place(game, &game.start());
    opening
        .colours
        .iter()
        .filter_map(|moves| moves.first().copied())
        .collect()
}

/// The opening moves with the most beads in one run of a group; `run` is its index in the group.
pub(super) fn favourites<G: Game>(
    training: &Training<G>,
    group: &Group<G>,
    run: usize,
) -> Vec<Move> {
    let start = training.game.start();
    let opening = Layout::from(&training.rule).place(&training.game, &start);
    let beads = group
        .beads(run, Side::First, opening.key)
        .unwrap_or_default();
    let most = beads.iter().copied().max().unwrap_or(0);
    beads
        .iter()
        .zip(&opening.colours)
        .filter(|(n, _)| **n == most && most > 0)
        .filter_map(|(_, moves)| moves.first().copied())
        .collect()
}
