//! The players made for tic-tac-toe: the players of the rule-player article, and Michie's script.

mod explain;
mod hand_written;
mod method;
mod roll;
mod score;
pub mod script;

use super::{Listing, Made, Naming, Player, ScriptPart, lifted};
use crate::error::{Error, Result};
use crate::game::Side;
use crate::games::AnyGame;
use script::Reply;

pub use explain::{ExplainedMove, Explanation};
pub use hand_written::HandWritten;
pub use roll::ROLL;
pub use score::{Halves, LineValues, MoveScore, PatternCounts};

/// The players made for tic-tac-toe.
pub const LISTING: Listing = Listing {
    game: "tic-tac-toe",
    players: &ROLL,
    scripts: &[(
        Naming {
            form: script::NAME,
            names: &[script::NAME],
            about: "training only: replies like Michie's in the tournament of 1961 (which is which is our guess), against a first \
                    player in tic-tac-toe; with :0 to :4, a single one of them for any match",
        },
        Side::Second,
    )],
    player,
    script: parts,
};

fn player(_game: &AnyGame, name: &str) -> Result<Made> {
    match name.split_once(':') {
        Some((script::NAME, number)) => Ok(Some(lifted(reply(name, number)?))),
        _ if LISTING.script_side(name).is_none() && LISTING.has(name) => {
            Ok(Some(lifted(HandWritten::parse(name)?)))
        }
        _ => Ok(None),
    }
}

fn parts(name: &str) -> Result<Option<Vec<ScriptPart>>> {
    if name != script::NAME {
        return Ok(None);
    }
    let parts = script::script()?.into_iter();
    let parts = parts.map(|(from, reply)| (from, lifted(reply)));
    Ok(Some(parts.collect()))
}

/// Finds one reply of the script by its name.
fn reply(name: &str, number: &str) -> Result<Reply> {
    let mut variants = Reply::variants()?.into_iter();
    let found = variants.find(|variant| variant.name() == name);
    let reason = || format!("there is no variant `{number}`; the variants are 0 to 4");
    found.ok_or_else(|| Error::parameter(name, reason()))
}
