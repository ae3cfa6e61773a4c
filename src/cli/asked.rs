//! What the command line of a training asks for, and what it leaves to what was before.

use std::path::Path;
use std::sync::Arc;

use anyhow::Context as _;
use menace::error::Existing;
use menace::game::Game;
use menace::learn::{Learners, Opponent, Rule};
use menace::player::Random;
use menace::player::tictactoe::script;
use menace::store::{self, Chapter};
use menace::{Error, roster};

use super::train::Args;
use super::{Usage, two_learn};

/// Refuses what cannot be carried out, whatever the game.
pub(super) fn check(args: &Args, path: &Path) -> anyhow::Result<()> {
    if path
        .extension()
        .is_none_or(|ending| ending != store::EXTENSION)
    {
        let given = path.display();
        let why = format!(
            "--out {given}: a model is a file that ends in .{}",
            store::EXTENSION
        );
        return Err(Usage(why).into());
    }
    if args.r#continue && !exists(path)? {
        let (path, reason) = (path.to_owned(), Existing::Nothing);
        return Err(Error::Exists { path, reason }.into());
    }
    Ok(())
}

/// The opponent that the command line names, itself or by its rule, if it does.
pub(super) fn named_opponent<G: Game + 'static>(
    args: &Args,
    game: &G,
    rule: Option<&Rule>,
    learners: Learners,
) -> anyhow::Result<Option<Opponent<G>>> {
    let Some(side) = learners.against() else {
        return match args.opponent {
            Some(_) => Err(two_learn().into()),
            None => Ok(None),
        };
    };
    Ok(match (&args.opponent, &args.rule, rule) {
        (Some(name), ..) => Some(roster::opponent(game, name, side)?),
        // What is gone on with keeps the opponent it had.
        (None, Some(name), Some(rule)) if !args.r#continue && rule.opponent.is_some() => {
            Some(roster::rule_opponent(game, name, rule, side)?)
        }
        _ => None,
    })
}

/// Whom a single learner plays; two play each other, and then nobody is asked.
pub(super) fn find_opponent<G: Game + 'static>(
    game: &G,
    name: &str,
    learners: Learners,
) -> menace::Result<Opponent<G>> {
    match learners.against() {
        Some(side) => roster::opponent(game, name, side),
        None => Ok(Opponent::Player(Arc::new(Random))),
    }
}

pub(super) fn exists(path: &Path) -> anyhow::Result<bool> {
    path.try_exists()
        .with_context(|| format!("looking for {}", path.display()))
}

/// The options of this training; what the command line leaves open is as it was before, or the
/// default.
pub(super) fn chapter(
    args: &Args,
    rule: Option<Rule>,
    learners: Learners,
    before: Option<&Chapter>,
) -> anyhow::Result<Chapter> {
    let rule = match (rule, before) {
        (Some(rule), _) => rule,
        (None, Some(before)) => before.rule.clone(),
        (None, None) if replays(args) => roster::rule(script::RULE)?,
        (None, None) => roster::rule("rote")?,
    };
    // An imported model has played nothing that could be gone on with but its rule.
    let before = before.filter(|before| !before.is_import());
    let opponent = match (&args.opponent, before) {
        _ if learners == Learners::Both => String::new(),
        (Some(name), _) => name.clone(),
        (None, Some(before)) => before.opponent.clone(),
        (None, None) => rule.opponent.clone().unwrap_or_else(|| "random".to_owned()),
    };
    let from = match before {
        Some(before) => before.from.clone(),
        None => args
            .from
            .iter()
            .map(|path| path.display().to_string())
            .collect(),
    };
    Ok(Chapter {
        rule,
        opponent,
        games_per_set: args
            .games_per_set
            .or(before.map(|b| b.games_per_set))
            .unwrap_or(if replays(args) { 1 } else { 100 }),
        seed: args.seed.or(before.map(|b| b.seed)).unwrap_or(1961),
        run: args.run.or(before.map(|b| b.run)).unwrap_or(0),
        exact: args.exact || before.is_some_and(|before| before.exact),
        sets: 0,
        from,
    })
}

/// Whether this is the tournament of 1961, whose rule and length are the default then.
pub(super) fn replays(args: &Args) -> bool {
    args.opponent.as_deref() == Some(script::NAME)
}
