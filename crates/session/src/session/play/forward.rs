//! Learning a game forward that was played elsewhere or before.

use super::seat::{Pupil, Thought};
use super::turns::{BoxChange, GameEnd, Turn, conclude};
use crate::arena::Ending;
use crate::error::Result;
use crate::game::{Game, Move, Side};
use crate::games::{AnyGame, Position};
use crate::store::BoxView;

/// A game with what the machine's moves were drawn from, and what was learnt from it.
pub struct UnfoldedGame {
    /// The last position.
    pub at: Position,
    /// The moves.
    pub turns: Vec<Turn>,
    /// The end.
    pub end: GameEnd,
}

/// Lets the machine of this side learn from these moves and this end as from the game of this number. `ply_of` says as
/// met after how many moves the box of a position is made.
///
/// # Errors
///
/// [`games::Error::Move`](crate::games::Error::Move) when a move is not legal; then nothing is learnt.
pub(in crate::session) fn forward(
    game: &AnyGame,
    (pupil, machine): (&mut Pupil, Side),
    (moves, ending): (&[Move], Ending),
    number: u64,
    ply_of: impl Fn(&Position, u16) -> u16,
) -> Result<UnfoldedGame> {
    let (mut at, mut turns) = (game.start(), Vec::new());
    for &m in moves {
        game.check_move(&at, m)?;
        let side = game.side(&at);
        turns.push(Turn {
            at,
            side,
            m,
            thought: None,
            chosen: side != machine,
        });
        at = game.play(&at, m);
    }
    for (ply, turn) in (0..).zip(&mut turns) {
        if turn.side == machine {
            let built = ply_of(&turn.at, ply);
            let view = pupil.view(&turn.at, built);
            turn.thought = Some(view.map_or(Thought::NoBox, Thought::Matchbox));
            pupil.build(&turn.at, built);
        }
    }
    let ply = u16::try_from(turns.len()).unwrap_or(u16::MAX);
    let resigned = ending == Ending::Resigned(machine);
    let left = resigned.then(|| pupil.view(&at, ply_of(&at, ply)));
    let empty = left.flatten().filter(|view| view.total() == 0);
    pupil.replay(number, moves, ending)?;
    let before: Vec<BoxView<AnyGame>> = opened(&turns)
        .filter_map(|(ply, turn, view)| pupil.before_learning(&turn.at, ply, Some(view)))
        .collect();
    let mut pupils = [None, None];
    pupils[machine.index()] = Some(&mut *pupil);
    conclude(pupils, ending, true);
    let changes = opened(&turns)
        .zip(before)
        .filter_map(|((ply, turn, _), before)| {
            let (m, after) = (turn.m, pupil.view(&turn.at, ply)?);
            Some(BoxChange { m, before, after })
        });
    let end = GameEnd {
        ending,
        thought: empty.map(Thought::Matchbox),
        changes: changes.collect(),
    };
    Ok(UnfoldedGame { at, turns, end })
}

/// The turns whose moves were drawn from boxes, each with the number of moves before it and the box.
fn opened(turns: &[Turn]) -> impl Iterator<Item = (u16, &Turn, &BoxView<AnyGame>)> {
    (0..)
        .zip(turns)
        .filter_map(|(ply, turn)| match &turn.thought {
            Some(Thought::Matchbox(view)) => Some((ply, turn, view)),
            _ => None,
        })
}
