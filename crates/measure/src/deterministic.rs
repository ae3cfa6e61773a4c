//! Games of deterministic players: if both players always play the same move in every position they meet,
//! all their games are the same game.

use super::sample::{Contest, Tally};
use super::transcript::{Ending, PlayedGame};
use crate::game::Game;

impl<G: Game> Contest<'_, G> {
    /// Plays the only possible game, and counts it as a match; `None` as soon as one of the players has more than one
    /// possible move.
    #[inline(never)]
    pub fn only_game(&self) -> Option<(PlayedGame, Tally)> {
        let (game, players, mut at) = (self.game, self.players, self.start);
        let mut tally = Tally::default();
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
        tally.points = game.points(&at).map(|points| points.map(u64::from));
        tally.count(ending);
        let moves = played;
        Some((PlayedGame { moves, ending }, tally))
    }
}
