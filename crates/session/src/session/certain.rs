//! What is certain of a training before it is played.

use crate::arena::{Certain, Ground, StudySetting};
use crate::game::{Game as _, Results, Verdict};
use crate::games::{AnyGame, Position};
use crate::roster::PlayerSpec;

/// What is certain of this game and of the opponent in a setting. The result of perfect play is known of small games.
pub fn certain(game: &AnyGame, setting: &StudySetting) -> Certain {
    let opponent = setting.opponent.parse::<PlayerSpec>();
    let is_perfect = opponent.is_ok_and(|spec| spec.is_perfect());
    // Where neither is so, the game was not solved, and no figure asks for its value.
    let ground = (is_perfect || setting.exact.is_exact()).then(|| Ground::offered(game));
    Certain {
        no_draws: game.nature().is_always_won,
        value: ground.flatten().map(|ground| ground.value()),
        is_perfect,
    }
}

/// Which results the games of these players, from the start or a position, cannot have: draws where the game has none,
/// and what perfect play prevents.
pub fn excluded(game: &AnyGame, at: Option<&Position>, players: [&str; 2]) -> Results<bool> {
    let is_perfect = |name: &str| name.parse().is_ok_and(|spec: PlayerSpec| spec.is_perfect());
    let [first, second] = players.map(is_perfect);
    let ground = (first || second).then(|| Ground::offered(game)).flatten();
    let value = ground.and_then(|mut ground| {
        at.map_or(Ok(()), |at| ground.begin_at(at)).ok()?;
        Some(ground.value())
    });
    let is = |verdict: Verdict| value == Some(verdict);
    Results {
        first_wins: second && (is(Verdict::Draw) || is(Verdict::Loss)),
        draws: game.nature().is_always_won
            || first && is(Verdict::Win)
            || second && is(Verdict::Loss),
        second_wins: first && (is(Verdict::Draw) || is(Verdict::Win)),
    }
}
