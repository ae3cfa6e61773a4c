//! What is certain of a training before it is played.

use crate::arena::{Certain, Ground, StudySetting};
use crate::game::Game as _;
use crate::games::AnyGame;
use crate::roster::PlayerSpec;

/// What is certain of this game and of the opponent in a setting. The result of perfect play is known of small games.
pub fn certain(game: &AnyGame, setting: &StudySetting) -> Certain {
    let opponent = setting.opponent.parse::<PlayerSpec>();
    let is_perfect = opponent.is_ok_and(|spec| spec.is_perfect());
    // Where neither is so, the game was not solved, and no figure asks for its value.
    let ground = (is_perfect || setting.exact).then(|| Ground::offered(game));
    Certain {
        no_draws: !game.nature().can_be_drawn,
        value: ground.flatten().map(|ground| ground.value()),
        is_perfect,
    }
}
