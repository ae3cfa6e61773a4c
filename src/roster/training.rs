//! Opponents that change from game to game, which only a training can play.

use std::sync::Arc;

use crate::error::{Error, Result};
use crate::game::{Game, Side};
use crate::learn::Opponent;
use crate::player::Player;
use crate::player::tictactoe::script;

use super::{Entry, player_for};

/// The opponents of a training besides all players, as `menace list players` prints them.
pub const TRAINING: &[Entry] = &[
    Entry {
        form: "fading:random-to-perfect:5000",
        about: "training only: at first one player, at each move ever more often another, and only \
                that once the model has 5000 games, those of earlier trainings counted",
    },
    Entry {
        form: script::NAME,
        about: "training only: Michie's replies in the tournament of 1961, against first in \
                tic-tac-toe; with :0 to :4, one of them for any match",
    },
];

/// Whether only a training can play somebody of this name.
pub(super) fn is_training_only(name: &str) -> bool {
    name == script::NAME || name == "fading" || name.starts_with("fading:")
}

/// Why a match cannot play somebody of this name.
pub(super) fn refusal(name: &str) -> Error {
    Error::Parameter {
        name: name.to_owned(),
        reason: "changes from game to game, so it is an opponent for training only \
                 (`menace train --opponent`)"
            .to_owned(),
    }
}

/// The training opponent of a name that [`is_training_only`].
pub(super) fn opponent<G: Game + 'static>(game: &G, name: &str, side: Side) -> Result<Opponent<G>> {
    if name != script::NAME {
        return fading(game, name, side);
    }
    if game.name() != "tic-tac-toe" || side != Side::Second {
        return Err(Error::Parameter {
            name: name.to_owned(),
            reason: "plays second in tic-tac-toe only; let the first side learn that game \
                     (`--learner first`)"
                .to_owned(),
        });
    }
    let parts = script::script(game)?.into_iter();
    let player = |part| -> Arc<dyn Player<G>> { Arc::new(part) };
    Ok(Opponent::Script(
        parts.map(|(from, part)| (from, player(part))).collect(),
    ))
}

/// The most games a player can take to fade.
const MOST_GAMES: u64 = 1_000_000_000_000;

fn fading<G: Game + 'static>(game: &G, name: &str, side: Side) -> Result<Opponent<G>> {
    let wrong = |reason: &str| Error::Parameter {
        name: name.to_owned(),
        reason: reason.to_owned(),
    };
    let form = "write who fades, one `-to-`, who takes over, and in how many games, such as \
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
        .ok_or_else(|| wrong("the number of games at the end is 1 to 1000000000000"))?;
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
