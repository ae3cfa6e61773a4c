//! Players by name.

use std::sync::Arc;

use super::models::split_model;
use super::namings::{GENERAL, SEARCHES, is_training_only, listings};
use super::searches::searching;
use crate::decimal::Decimal;
use crate::error::{Error, Mismatch, Result, Unfit};
use crate::game::Side;
use crate::games::AnyGame;
use crate::learn::Advised;
use crate::player::{First, Mixture, Pace, Perfect, Player, Random, made_for};
use crate::search;
use crate::store;

/// Returns the player of this name, which can play both sides unless [`Player::plays`] says otherwise.
///
/// # Errors
///
/// [`Error::Name`] or [`Error::Parameter`] when there is no player of this name, [`Error::Player`] when
/// the player cannot play a match or this game, [`Error::Mismatch`] when it is a model of another game,
/// and any error of reading a model or solving the game.
pub fn player(game: &AnyGame, name: &str) -> Result<Arc<dyn Player<AnyGame>>> {
    if let Some(named) = split_model(name)? {
        let model = store::read_for(game, named.path)?;
        let learners = model.learners;
        let reader = model.named_player(name.to_owned(), named.reading);
        let Some(outside_name) = named.outside else {
            return Ok(Arc::new(reader));
        };
        let outside = player(game, outside_name)?;
        for side in learners.sides() {
            player_for(game, outside_name, side)?;
        }
        return Ok(Arc::new(Advised::new(name.to_owned(), reader, outside)));
    }
    match name.split_once(':').map_or(name, |(kind, _)| kind) {
        "random" if name == "random" => Ok(Arc::new(Random)),
        "first" if name == "first" => Ok(Arc::new(First)),
        "perfect" => perfect(game, name),
        "mix" => mixture(game, name),
        _ if search::Kind::has(name) => Ok(Arc::new(searching(game, name)?)),
        _ if is_training_only(name) => Err(unfit(name, Unfit::TrainingOnly)),
        _ => own(game, name),
    }
}

/// Returns the player of this name for one side.
///
/// # Errors
///
/// As [`player`]; when the player does not play that side, [`Error::Mismatch`] if it is a model, else
/// [`Error::Player`].
pub fn player_for(game: &AnyGame, name: &str, side: Side) -> Result<Arc<dyn Player<AnyGame>>> {
    let found = player(game, name)?;
    if found.plays(side) {
        return Ok(found);
    }
    let (plays, requested) = (side.other().name(), side.name());
    if split_model(name)?.is_none() {
        return Err(unfit(name, Unfit::Side { plays, requested }));
    }
    Err(Error::Mismatch(Mismatch::Side {
        name: name.to_owned(),
        learnt: plays,
        requested,
    }))
}

/// Returns the player of this name among those made for this game.
fn own(game: &AnyGame, name: &str) -> Result<Arc<dyn Player<AnyGame>>> {
    let own = || made_for(game).into_iter().chain(search::made_for(game));
    for own in own() {
        if let Some(found) = own.player(game, name)? {
            return Ok(found);
        }
    }
    if let Some(other) = listings().find(|listing| listing.has(name)) {
        return Err(unfit(name, Unfit::Game(other.game)));
    }
    let own = own().flat_map(|own| own.listing().namings());
    let names = GENERAL
        .iter()
        .chain(&*SEARCHES)
        .chain(own)
        .flat_map(|naming| naming.names);
    Err(Error::unknown("player", name, names.copied()))
}

fn unfit(name: &str, reason: Unfit) -> Error {
    Error::Player {
        name: name.to_owned(),
        reason,
    }
}

fn perfect(game: &AnyGame, name: &str) -> Result<Arc<dyn Player<AnyGame>>> {
    let pace = Pace::ALL.into_iter().find(|pace| pace.player() == name);
    let pace = pace.ok_or_else(|| Error::Parameter {
        name: name.to_owned(),
        reason: "write perfect alone, or with `:quickest` or `:prolong`".to_owned(),
    })?;
    Ok(Arc::new(Perfect::shared(game, pace)?))
}

fn mixture(game: &AnyGame, name: &str) -> Result<Arc<dyn Player<AnyGame>>> {
    let wrong = || Error::Parameter {
        name: name.to_owned(),
        reason: "write a mixture as shares of players, such as mix:0.9*perfect+0.1*random, each \
                 share with at most three decimals"
            .to_owned(),
    };
    let parts = name.strip_prefix("mix:").ok_or_else(wrong)?;
    let mut shares = Vec::new();
    for part in parts.split('+') {
        let (share, name) = part.split_once('*').ok_or_else(wrong)?;
        if name.starts_with("mix") {
            return Err(wrong());
        }
        shares.push((thousandths(share).ok_or_else(wrong)?, player(game, name)?));
    }
    let unit = shares
        .iter()
        .map(|&(share, _)| share)
        .fold(0, num_integer::gcd)
        .max(1);
    let parts = shares
        .into_iter()
        .map(|(share, player)| (share / unit, player))
        .collect();
    Ok(Arc::new(Mixture::new(name.to_owned(), parts)?))
}

/// A share with at most three decimals, in thousandths.
fn thousandths(text: &str) -> Option<u32> {
    const BILLIONTHS: u64 = 1_000_000;
    let share = Decimal::parse(text)?.billionths();
    let whole = share.is_multiple_of(BILLIONTHS);
    u32::try_from(share / BILLIONTHS).ok().filter(|_| whole)
}
