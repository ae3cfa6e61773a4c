//! Which of an opponent's players moves, in a form that the inner loop can read quickly.

use std::sync::Arc;

use super::super::opponent::Opponent;
use crate::dice::Dice;
use crate::game::Game;
use crate::player::Player;

/// Which of an opponent's players moves.
#[repr(u8)] // an explicit tag is the fastest to test, and every move tests it
pub(super) enum Schedule {
    Same,
    Fading { games: u64 },
    Script(Vec<u64>),
}

impl Schedule {
    #[inline]
    pub(super) fn player(&self, game: u64, dice: &mut Dice) -> usize {
        match self {
            Self::Same => 0,
            Self::Fading { games } => usize::from(game >= *games || dice.below(*games) < game),
            Self::Script(starts) => starts.iter().rposition(|&from| from <= game).unwrap_or(0),
        }
    }

    /// The players of an opponent, and the schedule by which they move.
    pub(super) fn of<G: Game>(opponent: &Opponent<G>) -> (Vec<Arc<dyn Player<G>>>, Self) {
        match opponent {
            Opponent::Player(player) => (vec![player.clone()], Self::Same),
            Opponent::Fading { from, to, games } => {
                let schedule = Self::Fading { games: *games };
                (vec![from.clone(), to.clone()], schedule)
            }
            Opponent::Script(parts) => {
                assert!(!parts.is_empty(), "a script has at least one player");
                let starts = parts.iter().map(|&(from, _)| from).collect();
                let players = parts.iter().map(|(_, player)| player.clone()).collect();
                (players, Self::Script(starts))
            }
        }
    }
}
