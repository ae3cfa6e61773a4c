//! Opponents of a training by name: players, and opponents that change from game to game, which are for
//! training only.

use super::namings::{is_fading, is_training_only};
use super::players::player_for;
use crate::error::{Error, Result, Unfit};
use crate::game::Side;
use crate::games::AnyGame;
use crate::learn::{Opponent, Rule};
use crate::player::{LISTINGS, Part, made_for};

/// Returns the training opponent of this name for one side: any player that [`player_for`] finds, a
/// script, or one of the form of [`TRAINING`](super::TRAINING).
///
/// In `fading:A-to-B:N`, A and B are players. In game `g`, counted from 0, B makes each move with the
/// chance `g / N`, and every move from game N on. Games are counted from the first game of the model,
/// also when its training is continued.
///
/// # Errors
///
/// As [`player_for`].
pub fn opponent(game: &AnyGame, name: &str, side: Side) -> Result<Opponent<AnyGame>> {
    if is_fading(name) {
        return fading(game, name, side);
    }
    if let Some(script) = script(game, name, side)? {
        return Ok(Opponent::Script(script));
    }
    Ok(Opponent::Player(player_for(game, name, side)?))
}

/// Returns the rule's own opponent for one side, or else random play; `name` is the name of the rule in
/// errors.
///
/// # Errors
///
/// [`Error::Rule`] when the rule's opponent does not exist or cannot play, and any error of reading a
/// model or solving the game.
pub fn rule_opponent(
    game: &AnyGame,
    name: &str,
    rule: &Rule,
    side: Side,
) -> Result<Opponent<AnyGame>> {
    let opponent_name = rule.opponent.as_deref().unwrap_or("random");
    opponent(game, opponent_name, side).map_err(|error| match error {
        Error::Name { .. }
        | Error::Parameter { .. }
        | Error::Player { .. }
        | Error::Mismatch(_) => Error::Rule {
            rule: name.to_owned(),
            reason: format!("`opponent`: {error}"),
        },
        other => other,
    })
}

/// The parts of the script of this name; `None` if no script has this name.
fn script(game: &AnyGame, name: &str, side: Side) -> Result<Option<Vec<Part<AnyGame>>>> {
    let mut listings = LISTINGS.iter();
    let script = listings.find_map(|listing| Some((listing.game, listing.script(name)?)));
    let Some((of, plays)) = script else {
        return Ok(None);
    };
    if plays == side
        && let Some(own) = made_for(game)
        && let Some(parts) = own.script(game, name)?
    {
        return Ok(Some(parts));
    }
    Err(Error::Player {
        name: name.to_owned(),
        reason: Unfit::Script {
            plays: plays.name(),
            game: of,
            learner: plays.other().name(),
        },
    })
}

/// The most games over which one player can fade into another.
const MOST_GAMES: u64 = 1_000_000_000_000;

fn fading(game: &AnyGame, name: &str, side: Side) -> Result<Opponent<AnyGame>> {
    let wrong = |reason: &str| Error::Parameter {
        name: name.to_owned(),
        reason: reason.to_owned(),
    };
    let form = "write one player, `-to-`, another player, and the number of games, such as \
                fading:random-to-perfect:5000";
    let (players, games) = name
        .strip_prefix("fading:")
        .and_then(|rest| rest.rsplit_once(':'))
        .ok_or_else(|| wrong(form))?;
    let (from, to) = players.split_once("-to-").ok_or_else(|| wrong(form))?;
    if from.is_empty() || to.is_empty() || to.contains("-to-") {
        return Err(wrong(form));
    }
    let games = games
        .parse()
        .ok()
        .filter(|n| (1..=MOST_GAMES).contains(n))
        .ok_or_else(|| wrong("the number of games at the end must be 1 to 1000000000000"))?;
    if let Some(part) = [from, to].into_iter().find(|part| is_training_only(part)) {
        return Err(wrong(&format!(
            "`{part}` changes from game to game itself; fade between two players that do not"
        )));
    }
    Ok(Opponent::Fading {
        from: player_for(game, from, side)?,
        to: player_for(game, to, side)?,
        games,
    })
}
