//! How games end after each move of a position, if the player continues to play as before.

use std::sync::Arc;

use super::ground::Ground;
use crate::game::{Game as _, Move, Verdict};
use crate::games::{self, AnyGame, Position};
use crate::player::{Perfect, PerfectPace, Player, Random};

/// The chances of a win, a draw and a loss for the side to move after each of these moves of it, against random and against
/// perfect play; none in games that are not solved at once, and where the position is made up.
///
/// # Errors
///
/// [`games::Error::TooLarge`] when the game has too many positions for perfect play.
pub fn after_moves(
    game: &AnyGame,
    at: &Position,
    moves: &[Move],
    player: &dyn Player<AnyGame>,
) -> games::Result<Option<Vec<[[f64; 3]; 2]>>> {
    let Some(mut ground) = Ground::offered(game) else {
        return Ok(None);
    };
    if ground.begin_at(at).is_err() {
        return Ok(None);
    }
    let side = game.side(at);
    let own = ground.policy(player);
    let opponents: [Arc<dyn Player<AnyGame>>; 2] = [
        Arc::new(Random),
        Arc::new(Perfect::shared(game, PerfectPace::Any)?),
    ];
    let opponents = opponents.map(|opponent| ground.policy(&*opponent));
    let mut all = Vec::with_capacity(moves.len());
    for &m in moves {
        let next = game.play(at, m);
        all.push(if let Some(outcome) = game.outcome(&next) {
            let verdict = outcome.verdict(side);
            let ended = [Verdict::Win, Verdict::Draw, Verdict::Loss];
            [ended.map(|end| f64::from(u8::from(end == verdict))); 2]
        } else {
            ground.begin_at(&next)?;
            opponents.each_ref().map(|other| {
                let policies = side.ordered([&own, other]);
                ground.chances(policies).seen_by(side)
            })
        });
    }
    Ok(Some(all))
}
