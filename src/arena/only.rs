//! Games that leave nothing to chance: where both players take one move for certain in every
//! position they meet, all their games are one game.

use crate::game::{Game, Move, Outcome};
use crate::player::Player;

/// The one game of two players who leave nothing to chance.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OnlyGame {
    /// Its moves from the start.
    pub moves: Vec<Move>,
    /// Who won; whoever resigned lost.
    pub outcome: Outcome,
    /// What each side has counted at the end, the first side first, where the game counts.
    pub points: Option<[u32; 2]>,
}

/// Plays the one game there is between the player of the first side and that of the second; `None`
/// as soon as one of them leaves his move to chance.
pub fn only_game<G: Game>(game: &G, players: [&dyn Player<G>; 2]) -> Option<OnlyGame> {
    let mut at = game.start();
    let mut played = Vec::new();
    let (mut moves, mut weights) = (Vec::new(), Vec::new());
    let outcome = loop {
        if let Some(outcome) = game.outcome(&at) {
            break outcome;
        }
        moves.clear();
        moves.extend(game.moves(&at));
        weights.clear();
        weights.resize(moves.len(), 0);
        let side = game.side(&at);
        players[side.index()].weigh(game, &at, &moves, &mut weights);
        let mut taken = moves
            .iter()
            .zip(&weights)
            .filter(|(_, weight)| **weight > 0);
        let Some((&m, _)) = taken.next() else {
            break Outcome::Win(side.other());
        };
        if taken.next().is_some() {
            return None;
        }
        played.push(m);
        at = game.play(&at, m);
    };
    Some(OnlyGame {
        moves: played,
        outcome,
        points: game.points(&at),
    })
}
