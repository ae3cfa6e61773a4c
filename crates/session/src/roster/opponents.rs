//! Opponents of a training by name: players, and opponents that change from game to game, which are for
//! training only.

use super::spec::{Form, PlayerSpec};
use crate::error::{Error, Result, Unfit};
use crate::game::Side;
use crate::games::AnyGame;
use crate::learn::{Opponent, Rule};
use crate::player::{LISTINGS, ScriptPart, made_for};

/// Returns the training opponent of this name for one side: any player, a script, or one of the form of
/// [`TRAINING`](super::TRAINING).
///
/// In `fading:A-to-B:N`, A and B are players. In game `g`, counted from 0, B makes each move with the
/// chance `g / N`, and every move from game N on. Games are counted from the first game of the model,
/// also when its training is continued.
///
/// # Errors
///
/// Those of [`PlayerSpec::parse`] and [`PlayerSpec::opponent`].
pub fn opponent(game: &AnyGame, name: &str, side: Side) -> Result<Opponent<AnyGame>> {
    PlayerSpec::parse(name)?.opponent(game, side)
}

impl PlayerSpec {
    /// Makes the training opponent for one side; see [`opponent`].
    ///
    /// # Errors
    ///
    /// As [`PlayerSpec::player_for`].
    pub fn opponent(&self, game: &AnyGame, side: Side) -> Result<Opponent<AnyGame>> {
        Ok(match &self.form {
            Form::Fading { from, to, games } => Opponent::Fading {
                from: from.player_for(game, side)?,
                to: to.player_for(game, side)?,
                games: *games,
            },
            Form::Own => match script(game, &self.name, side)? {
                Some(script) => Opponent::Script(script),
                None => Opponent::Player(self.player_for(game, side)?),
            },
            _ => Opponent::Player(self.player_for(game, side)?),
        })
    }
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
        | Error::Mismatch(_) => Error::rule(name, format!("`opponent`: {error}")),
        other => other,
    })
}

/// The parts of the script of this name; `None` if no script has this name.
fn script(game: &AnyGame, name: &str, side: Side) -> Result<Option<Vec<ScriptPart>>> {
    let mut listings = LISTINGS.iter();
    let script = listings.find_map(|listing| Some((listing.game, listing.script_side(name)?)));
    let Some((of, plays)) = script else {
        return Ok(None);
    };
    if plays == side
        && let Some(own) = made_for(game)
        && let Some(parts) = (own.script)(name)?
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
