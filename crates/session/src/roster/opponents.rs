//! Opponents of a training by name: players, and opponents that change from game to game, which are for
//! training only.

use super::spec::{PlayerKind, PlayerSpec};
use crate::error::Result;
use crate::game::Side;
use crate::games::{self, AnyGame, Unfit};
use crate::learn::Opponent;
use crate::player::{LISTINGS, ScriptPart, made_for};

/// Returns the training opponent of this name for one side: any player, a script, or one of the form of
/// [`TRAINING`](super::TRAINING).
///
/// In `fading:A-to-B:N`, A and B are players. In game `g`, counted from 0, B makes each move with the
/// chance `g / N`, and every move from game N on. In `curriculum:A:N-then-B`, A plays the first N games and B the
/// others. Games are counted from the first game of the model, also when its training is continued.
///
/// # Errors
///
/// The errors of `PlayerSpec::from_str` and [`PlayerSpec::opponent`].
pub fn opponent(game: &AnyGame, name: &str, side: Side) -> Result<Opponent<AnyGame>> {
    name.parse::<PlayerSpec>()?.opponent(game, side)
}

impl PlayerSpec {
    /// Makes the training opponent for one side; see [`opponent`].
    ///
    /// # Errors
    ///
    /// As [`PlayerSpec::player_for`].
    pub fn opponent(&self, game: &AnyGame, side: Side) -> Result<Opponent<AnyGame>> {
        Ok(match &self.form {
            PlayerKind::Fading { from, to, games } => Opponent::Fading {
                from: from.player_for(game, side)?,
                to: to.player_for(game, side)?,
                games: *games,
            },
            PlayerKind::Curriculum(parts) => {
                let made = parts
                    .iter()
                    .map(|(begins, part)| Ok((*begins, part.player_for(game, side)?)));
                Opponent::Script(made.collect::<Result<_>>()?)
            }
            PlayerKind::Script => Opponent::Script(script(game, &self.name, side)?),
            _ => Opponent::Player(self.player_for(game, side)?),
        })
    }
}

fn script(game: &AnyGame, name: &str, side: Side) -> games::Result<Vec<ScriptPart>> {
    let mut listings = LISTINGS.iter();
    let script = listings.find_map(|listing| Some((listing.game, listing.script_side(name)?)));
    let (of, plays) = script.expect("a listing has the script");
    if plays == side
        && let Some(own) = made_for(game)
        && let Some(parts) = (own.script)(name)?
    {
        return Ok(parts);
    }
    Err(games::Error::Player {
        name: name.to_owned(),
        reason: Unfit::Script {
            plays: plays.name(),
            game: of,
            learner: plays.other().name(),
        },
    })
}
