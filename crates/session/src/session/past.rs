//! What the moves of a box led to in its training, which is played again for that: a model counts beads, not games.

use crate::game::{Game as _, Move, Results, Side};
use crate::games::{AnyGame, Position};
use crate::interrupt;
use crate::learn::{DrawnBead, Learners, Reference, Table, Terms};
use crate::store::{Model, Provenance};

use super::resolve::training_again;

/// The most games that are played again, the most beads that are drawn in them, and the most checks in the work of an
/// opponent that searches, which the file names: a few seconds.
const MOST_GAMES: u64 = 500_000;
const MOST_BEADS: u64 = 4_000_000;
const MOST_CHECKS: u64 = 20_000;

/// What each of these moves led to in the training of a model: the games won, drawn and lost by the side that drew it from
/// its box. Moves that share a colour share what it led to.
///
/// `None` where the training cannot be played again as it was: of values, with limits or batches, merged, by hand, of
/// several chapters, of more than half a million games or four million beads, or against a player that searches too
/// long, is no longer there or no longer the same.
pub fn moves_in_training(
    game: &AnyGame,
    model: &Model,
    at: &Position,
    moves: &[Move],
) -> Option<Vec<[u64; 3]>> {
    let [chapter] = &model.chapters[..] else {
        return None;
    };
    let Provenance::Trained { run, from, .. } = &chapter.how else {
        return None;
    };
    let is_plain = from.is_empty() && chapter.terms == Terms::default() && !chapter.explores();
    if !is_plain || model.games() > MOST_GAMES {
        return None;
    }
    let mut training = Reference::new(training_again(game, chapter, *run)?);
    let placed = model.layout().place(game, at);
    let mut ended = vec![Results::default(); placed.colours.len()];
    // A machine for both sides has one box for both; the tables of two sides may have boxes of the same key.
    let is_shared = model.learners() == Learners::Shared;
    let is_here =
        |drawn: &DrawnBead| drawn.key == placed.key && (is_shared || drawn.seat == game.side(at));
    let mut beads = 0;
    let mut play = || {
        for _ in 0..chapter.sets {
            training.play_noting(1, &mut |drawn| {
                beads += 1;
                if is_here(&drawn) {
                    // As if its side were the first, whichever it was in each game.
                    ended[drawn.colour].count(drawn.verdict.outcome_for(Side::First));
                }
            });
            if beads > MOST_BEADS {
                return None;
            }
        }
        Some(())
    };
    interrupt::bounded(MOST_CHECKS, &mut play)??;
    // Other beads come out where the opponent was a model that has learnt since: these were other games.
    let is_same = |table: &Table| {
        let again = training.table(table.side());
        again.is_some_and(|again| again.into_iter().eq(table.iter()))
    };
    if !model.tables.iter().flatten().all(is_same) {
        return None;
    }
    let each = moves.iter().map(|m| {
        let colour = placed.colours.iter().position(|moves| moves.contains(m));
        colour.map_or([0; 3], |colour| ended[colour].seen_by(Side::First))
    });
    Some(each.collect())
}
