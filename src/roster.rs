//! From names to what they stand for: players, training opponents, rules.

mod training;

use std::io;
use std::path::Path;
use std::sync::Arc;

use crate::error::{Error, Result};
use crate::game::{Game, Side};
use crate::learn::{self, Opponent, Reader, Reading, Rule};
use crate::player::rules::{self, Rules};
use crate::player::script::{self, Reply};
use crate::player::{First, Mixture, Pace, Perfect, Player, Random};
use crate::store::{self, EXTENSION};

pub use training::TRAINING;

/// A way of naming players, as `menace list players` prints it.
#[derive(Clone, Copy, Debug)]
pub struct Entry {
    /// The name, or the form of the names.
    pub form: &'static str,
    /// One line on who that is.
    pub about: &'static str,
}

/// The players of every game.
pub const GENERAL: &[Entry] = &[
    Entry {
        form: "random",
        about: "any legal move, each with the same chance",
    },
    Entry {
        form: "perfect",
        about: "any move that keeps the game's value; also called minimax",
    },
    Entry {
        form: "perfect:quickest",
        about: "perfect play that wins as soon and loses as late as it can",
    },
    Entry {
        form: "perfect:prolong",
        about: "perfect play that makes its wins last as long as it can, and loses late",
    },
    Entry {
        form: "first",
        about: "always the lowest legal move",
    },
    Entry {
        form: "models/x.menace",
        about: "what a model has learnt; add :greedy or :sharpness=5 to read its beads otherwise",
    },
    Entry {
        form: "mix:0.9*perfect+0.1*random",
        about: "one of several players, drawn anew at every move",
    },
];

/// The player of this name, who can play either side unless [`Player::plays`] says otherwise.
///
/// # Errors
///
/// [`Error::Name`] or [`Error::Parameter`] when the name stands for nobody who could play a match,
/// and whatever reading a model or solving the game can give.
pub fn player<G: Game + 'static>(game: &G, name: &str) -> Result<Arc<dyn Player<G>>> {
    if let Some((path, reading)) = split_model(name)? {
        return model(game, name, path, reading);
    }
    match name.split_once(':').map_or(name, |(kind, _)| kind) {
        "random" if name == "random" => Ok(Arc::new(Random)),
        "first" if name == "first" => Ok(Arc::new(First)),
        "minimax" if name == "minimax" => Ok(Arc::new(Perfect::shared(game, Pace::Any)?)),
        "perfect" => perfect(game, name),
        _ if training::is_training_only(name) => Err(training::refusal(name)),
        script::NAME => variant(game, name),
        "mix" => mixture(game, name),
        kind if game.name() == "tic-tac-toe" && rules::names().any(|n| base(n) == kind) => {
            Ok(Arc::new(Rules::parse(name)?))
        }
        _ => Err(Error::unknown("player", name, names(game))),
    }
}

/// The player of this name for one side.
///
/// # Errors
///
/// As [`player`]; when it does not play that side, [`Error::Mismatch`] if it is a model, else
/// [`Error::Parameter`].
pub fn player_for<G: Game + 'static>(
    game: &G,
    name: &str,
    side: Side,
) -> Result<Arc<dyn Player<G>>> {
    let found = player(game, name)?;
    if found.plays(side) {
        return Ok(found);
    }
    let only = format!(
        "the {} side only and cannot play {}",
        side.other().name(),
        side.name()
    );
    Err(match split_model(name)? {
        Some(_) => Error::Mismatch(format!("`{name}` has learnt {only}")),
        None => Error::Parameter {
            name: name.to_owned(),
            reason: format!("plays {only}"),
        },
    })
}

/// The training opponent of this name for one side: any player that [`player_for`] finds, or one of
/// the form of [`TRAINING`].
///
/// In `fading:A-to-B:N` a move of game `g`, counted from 0, is one of B with the chance `g / N`, and
/// always from game N on; A and B are any players. Games are counted from the first of a model, also
/// when its training is taken up again.
///
/// # Errors
///
/// As [`player_for`].
pub fn opponent<G: Game + 'static>(game: &G, name: &str, side: Side) -> Result<Opponent<G>> {
    if training::is_training_only(name) {
        return training::opponent(game, name, side);
    }
    Ok(Opponent::Player(player_for(game, name, side)?))
}

/// The opponent that a rule was described with, or else random play, for one side; `name` is what
/// the rule was asked for by.
///
/// # Errors
///
/// [`Error::Rule`] when the rule names nobody who could play, and whatever reading a model or solving
/// the game can give.
pub fn rule_opponent<G: Game + 'static>(
    game: &G,
    name: &str,
    rule: &Rule,
    side: Side,
) -> Result<Opponent<G>> {
    let who = rule.opponent.as_deref().unwrap_or("random");
    opponent(game, who, side).map_err(|error| match error {
        Error::Name { .. } | Error::Parameter { .. } | Error::Mismatch(_) => Error::Rule {
            rule: name.to_owned(),
            reason: format!("`opponent`: {error}"),
        },
        other => other,
    })
}

/// The rule of this name, or the one in the TOML file of this path.
///
/// # Errors
///
/// [`Error::Name`] when there is no preset of that name, [`Error::Rule`] when the file cannot be read
/// or holds no rule.
pub fn rule(name: &str) -> Result<Rule> {
    let path = Path::new(name);
    if path.extension().is_none_or(|extension| extension != "toml") {
        return learn::preset(name);
    }
    let wrong = |reason| Error::Rule {
        rule: name.to_owned(),
        reason,
    };
    let bytes = std::fs::read(path).map_err(|error| {
        wrong(match error.kind() {
            io::ErrorKind::NotFound => {
                "there is no such file; `menace list rules` names the rules there are".to_owned()
            }
            _ => format!("the file cannot be read: {error}"),
        })
    })?;
    let text = str::from_utf8(&bytes).map_err(|error| {
        let before = &bytes[..error.valid_up_to()];
        let line = before.split(|&byte| byte == b'\n').count();
        wrong(format!("line {line} is no text in UTF-8"))
    })?;
    Rule::from_toml(text, name)
}

/// The plain names of the players of a game, for suggestions.
fn names<G: Game>(game: &G) -> impl Iterator<Item = &'static str> {
    let hand_written = (game.name() == "tic-tac-toe").then(rules::names);
    let script = (game.name() == "tic-tac-toe").then_some(script::NAME);
    ["random", "perfect", "minimax", "first"]
        .into_iter()
        .chain(hand_written.into_iter().flatten())
        .chain(script)
}

fn perfect<G: Game + 'static>(game: &G, name: &str) -> Result<Arc<dyn Player<G>>> {
    let pace = Pace::ALL.into_iter().find(|pace| pace.player() == name);
    let pace = pace.ok_or_else(|| Error::Parameter {
        name: name.to_owned(),
        reason: "write perfect as it is, or with `:quickest` or `:prolong`".to_owned(),
    })?;
    Ok(Arc::new(Perfect::shared(game, pace)?))
}

/// One reply of the scripted opponent.
fn variant<G: Game + 'static>(game: &G, name: &str) -> Result<Arc<dyn Player<G>>> {
    let wrong = |reason: &str| Error::Parameter {
        name: name.to_owned(),
        reason: reason.to_owned(),
    };
    if game.name() != "tic-tac-toe" {
        return Err(wrong("plays tic-tac-toe only"));
    }
    let number = name.split_once(':').map_or("", |(_, number)| number);
    let mut variants = Reply::variants(game)?.into_iter();
    let named = |variant: &Reply<G>| Player::<G>::name(variant) == name;
    match variants.find(named) {
        Some(found) => Ok(Arc::new(found)),
        None => Err(wrong(&format!(
            "there is no variant `{number}`; they are 0 to 4"
        ))),
    }
}

fn base(name: &str) -> &str {
    name.split_once(':').map_or(name, |(base, _)| base)
}

/// The file of the model that a name stands for, if it stands for one.
#[must_use]
pub fn model_path(name: &str) -> Option<&Path> {
    split_model(name).ok()?.map(|(path, _)| path)
}

/// Splits `models/x.menace:greedy` into the path and the way of reading it.
fn split_model(name: &str) -> Result<Option<(&Path, Reading)>> {
    let ending = format!(".{EXTENSION}");
    let end = name.rfind(&ending).map(|start| start + ending.len());
    // The models of a mixture are read part by part.
    let Some(end) = end.filter(|_| !name.starts_with("mix:")) else {
        return Ok(None);
    };
    let (path, option) = name.split_at(end);
    let wrong = || Error::Parameter {
        name: name.to_owned(),
        reason: "a model is read as it is, with `:greedy`, or with `:sharpness=` and 1 to 64"
            .to_owned(),
    };
    let reading = match option {
        "" => Reading::Draw,
        ":greedy" => Reading::Greedy,
        _ => {
            let power = option
                .strip_prefix(":sharpness=")
                .and_then(|n| n.parse().ok());
            Reading::Sharpness(power.filter(|n| (1..=64).contains(n)).ok_or_else(wrong)?)
        }
    };
    Ok(Some((Path::new(path), reading)))
}

fn model<G: Game>(
    game: &G,
    name: &str,
    path: &Path,
    reading: Reading,
) -> Result<Arc<dyn Player<G>>> {
    let model = store::read(path)?;
    if model.game != game.name() {
        return Err(Error::Mismatch(format!(
            "{} has learnt {}, not {}",
            path.display(),
            model.game,
            game.name()
        )));
    }
    let layout = model.layout();
    for table in model.tables.iter().flatten() {
        layout.check(game, table).map_err(|error| Error::Damaged {
            path: path.to_owned(),
            reason: error.to_string(),
        })?;
    }
    let tables = model.tables.map(|table| table.map(Arc::new));
    Ok(Arc::new(Reader::new(
        name.to_owned(),
        tables,
        layout,
        reading,
    )))
}

fn mixture<G: Game + 'static>(game: &G, name: &str) -> Result<Arc<dyn Player<G>>> {
    let wrong = || Error::Parameter {
        name: name.to_owned(),
        reason: "write a mixture as shares of players, such as mix:0.9*perfect+0.1*random, each \
                 share with at most three decimals"
            .to_owned(),
    };
    let parts = name.strip_prefix("mix:").ok_or_else(wrong)?;
    let mut shares = Vec::new();
    for part in parts.split('+') {
        let (share, who) = part.split_once('*').ok_or_else(wrong)?;
        if who.starts_with("mix") {
            return Err(wrong());
        }
        shares.push((thousandths(share).ok_or_else(wrong)?, player(game, who)?));
    }
    let unit = shares.iter().map(|&(share, _)| share).fold(0, gcd).max(1);
    let parts = shares
        .into_iter()
        .map(|(share, who)| (share / unit, who))
        .collect();
    Ok(Arc::new(Mixture::new(name.to_owned(), parts)?))
}

/// A decimal number of at most three places, in thousandths.
fn thousandths(text: &str) -> Option<u32> {
    let (whole, places) = text.split_once('.').unwrap_or((text, ""));
    let digits = |text: &str| text.bytes().all(|b| b.is_ascii_digit());
    if whole.is_empty() || !digits(whole) || !digits(places) || places.len() > 3 {
        return None;
    }
    let places: u32 = format!("{places:0<3}").parse().ok()?;
    whole
        .parse::<u32>()
        .ok()?
        .checked_mul(1000)?
        .checked_add(places)
}

fn gcd(a: u32, b: u32) -> u32 {
    if b == 0 { a } else { gcd(b, a % b) }
}
