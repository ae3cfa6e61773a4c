//! Games that leave nothing to chance: where both players take one move for certain in every
//! position they meet, all their games are one game.

use super::sample::Tally;
use super::transcript::{Ending, PlayedGame};
use crate::game::Game;
use crate::player::Player;

/// The one game of two players who leave nothing to chance.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OnlyGame {
    /// Its moves from the start, and how it ended.
    pub played: PlayedGame,
    /// What each side has counted at the end, the first side first, where the game counts.
    pub points: Option<[u32; 2]>,
}

impl OnlyGame {
    /// The counts of a match of this one game.
    #[must_use]
    pub fn tally(&self) -> Tally {
        let mut tally = Tally {
            points: self.points.map(|points| points.map(u64::from)),
            ..Tally::default()
        };
        tally.count(self.played.ending);
        tally
    }
}

/// Plays the one game there is between the player of the first side and that of the second; `None`
/// as soon as one of them leaves his move to chance.
pub fn only_game<G: Game>(game: &G, players: [&dyn Player<G>; 2]) -> Option<OnlyGame> {
    let mut at = game.start();
    let mut played = Vec::new();
    let (mut moves, mut weights) = (Vec::new(), Vec::new());
    let ending = loop {
        if let Some(outcome) = game.outcome(&at) {
            break Ending::Over(outcome);
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
            break Ending::Resigned(side);
        };
        if taken.next().is_some() {
            return None;
        }
        played.push(m);
        at = game.play(&at, m);
    };
    Some(OnlyGame {
        points: game.points(&at),
        played: PlayedGame {
            moves: played,
            ending,
        },
    })
}
