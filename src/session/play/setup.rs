//! From names to who sits at the board.

use std::path::Path;
use std::sync::Arc;

use super::keeper::Keeper;
use super::rounds::Play;
use super::seat::{Pupil, Seat};
use crate::error::{Error, Mismatch, Result};
use crate::game::{Game, Side};
use crate::games::AnyGame;
use crate::learn::{Layout, Learners, Reading, Rule, SEED, Table};
use crate::roster;
use crate::session::held::exists;
use crate::session::request::{OPPONENT, RULE, default_model};
use crate::session::resolve::{check_room, two_learn};
use crate::store::{self, Chapter, Lock, Model, PERSON};

/// A person at the board, in words; `None` asks for what is usual.
#[derive(Clone, Debug, Default)]
pub struct WithPerson {
    /// Whom the person plays: usually the model of the game that is kept where models usually are,
    /// or a new machine where there is none.
    pub player: Option<String>,
    /// The person's side: usually the one that a model has not learnt, or else the first.
    pub side: Option<Side>,
    /// The rule of a machine whose model is not there yet; usually [`RULE`].
    pub rule: Option<Rule>,
    /// Whether the model learns from these games and keeps that.
    pub learn: bool,
    /// Whether a model that is there is passed over: the machine begins with empty boxes, and takes the
    /// place of that model once it is kept.
    pub anew: bool,
    /// The seed of all randomness.
    pub seed: Option<u64>,
}

/// A machine that learns from a few games, told one by one, in words; `None` asks for what is usual.
#[derive(Clone, Debug, Default)]
pub struct Lesson {
    /// The model: usually a new machine that knows nothing.
    pub model: Option<String>,
    /// Whom it plays; usually whom its rule was described with, or [`OPPONENT`].
    pub opponent: Option<String>,
    /// The rule of a machine whose model is not there yet; usually [`RULE`].
    pub rule: Option<Rule>,
    /// Whether the model keeps what it learns.
    pub learn: bool,
    /// The seed of all randomness.
    pub seed: Option<u64>,
}

/// A board that is set up.
pub struct Opened {
    /// The games.
    pub play: Play,
    /// What keeps the learner's model, if anything is kept.
    pub keeper: Option<Keeper>,
    /// The names of those who play, the first side's first.
    pub names: [String; 2],
    /// The name of the rule that learners learn by, if anybody learns.
    pub rule: Option<String>,
    /// The rule of a new machine, whose model was not there.
    pub new: Option<Rule>,
    /// The seed of all randomness.
    pub seed: u64,
}

/// Seats two players to be watched; their first game is that of a match under the same seed.
///
/// # Errors
///
/// As [`roster::player_for`].
pub fn watch(game: AnyGame, players: [&str; 2], seed: Option<u64>) -> Result<Opened> {
    let seats = [
        player(&game, players[0], Side::First)?,
        player(&game, players[1], Side::Second)?,
    ];
    let seed = seed.unwrap_or(SEED);
    Ok(Opened {
        play: Play::new(game, seats, seed, 0),
        keeper: None,
        names: players.map(str::to_owned),
        rule: None,
        new: None,
        seed,
    })
}

/// Seats a person and a machine.
///
/// # Errors
///
/// [`Error::Request`] when the words contradict one another, [`Error::Mismatch`] when a model has not
/// learnt the side it is to play, [`Error::Busy`] when somebody else writes it, and whatever finding
/// a player can give.
pub fn with_person(game: AnyGame, asked: &WithPerson) -> Result<Opened> {
    let seed = asked.seed.unwrap_or(SEED);
    let rule = asked.rule.clone();
    let learners = match (asked.side, &rule) {
        (Some(side), _) => alone(side.other()),
        (None, rule) => rule
            .as_ref()
            .and_then(|rule| rule.learner)
            .unwrap_or_default(),
    };
    let usual = default_model(&game.name(), learners).display().to_string();
    let name = asked.player.as_deref().unwrap_or(&usual);
    let Some(path) = plain_path(name) else {
        refuse(asked.learn, "--learn", name)?;
        refuse(rule.is_some(), "--rule", name)?;
        let side = match asked.side {
            Some(side) => side,
            None if roster::player(&game, name)?.plays(Side::Second) => Side::First,
            None => Side::Second,
        };
        let machine = player(&game, name, side.other())?;
        return Ok(opened(game, side, name, Machine::plain(machine, seed)));
    };
    // A machine that is only read may have been made by nobody yet when it is nobody's choice.
    let may_be_new = asked.player.is_none() || asked.learn || rule.is_some();
    let lock = asked.learn.then(|| Lock::take(path)).transpose()?;
    let (mut model, new) = if asked.anew {
        fresh(&game, rule, learners)?
    } else {
        found(&game, path, rule, (may_be_new, learners))?
    };
    let side = match (asked.side, model.learners.against()) {
        (None, against) => against.unwrap_or(Side::First),
        (Some(side), _) => side,
    };
    if !model.learners.learns(side.other()) {
        return Err(Error::Mismatch(Mismatch::Side {
            name: name.to_owned(),
            learnt: side.name(),
            requested: side.other().name(),
        }));
    }
    let machine = match lock {
        Some(lock) => {
            let options = options(&model, PERSON, seed);
            let sets = model.sets();
            let seat = pupil(&game, &mut model, side.other())?;
            if new.is_some() {
                model.chapters.clear();
            }
            Machine {
                seat,
                rule: Some(options.rule.name.clone()),
                keeper: Some(Keeper::new(path.to_owned(), model, options, lock)),
                new,
                sets,
                seed,
            }
        }
        None => Machine {
            new,
            ..Machine::plain(reading(model, name), seed)
        },
    };
    Ok(opened(game, side, name, machine))
}

/// Seats a machine that learns and whom it learns from: a player, or where both sides learn each
/// other. A game of it is a set of a training by sets of one game.
///
/// # Errors
///
/// As [`with_person`].
pub fn lesson(game: AnyGame, asked: &Lesson) -> Result<Opened> {
    let seed = asked.seed.unwrap_or(SEED);
    let rule = asked.rule.clone();
    let learners = rule
        .as_ref()
        .and_then(|rule| rule.learner)
        .unwrap_or_default();
    let path = match &asked.model {
        None if asked.learn => {
            return Err(Error::Request(
                "--learn keeps a model; name its file, such as models/pupil.menace".to_owned(),
            ));
        }
        None => None,
        Some(name) => Some(plain_path(name).ok_or_else(|| {
            Error::Request(format!("a lesson is for a model; `{name}` learns nothing"))
        })?),
    };
    let lock = path.filter(|_| asked.learn).map(Lock::take).transpose()?;
    let (mut model, new) = match path {
        Some(path) => found(&game, path, rule, (asked.learn, learners))?,
        None => fresh(&game, rule, learners)?,
    };
    let learners = model.learners;
    let own = path.map_or_else(
        || format!("a machine by {}", model.rule().name),
        |path| path.display().to_string(),
    );
    let opponent = match (learners, &asked.opponent, &model.rule().opponent) {
        (Learners::Both, Some(_), _) => return Err(two_learn()),
        (Learners::Both, None, _) => String::new(),
        (_, Some(name), _) | (_, None, Some(name)) => name.clone(),
        (_, None, None) => OPPONENT.to_owned(),
    };
    let by = model.rule().name.clone();
    let options = options(&model, &opponent, seed);
    let sets = model.sets();
    let mut names = [own.clone(), own];
    let mut seat = |side: Side| {
        if learners.learns(side) {
            return pupil(&game, &mut model, side);
        }
        names[side.index()].clone_from(&opponent);
        player(&game, &opponent, side)
    };
    let seats = [seat(Side::First)?, seat(Side::Second)?];
    if new.is_some() {
        model.chapters.clear();
    }
    Ok(Opened {
        play: Play::new(game, seats, seed, sets),
        keeper: lock
            .zip(path)
            .map(|(lock, path)| Keeper::new(path.to_owned(), model, options, lock)),
        names,
        rule: Some(by),
        new,
        seed,
    })
}

/// A machine and what goes with it.
struct Machine {
    seat: Seat,
    keeper: Option<Keeper>,
    rule: Option<String>,
    new: Option<Rule>,
    sets: u64,
    seed: u64,
}

impl Machine {
    /// One that learns nothing.
    const fn plain(seat: Seat, seed: u64) -> Self {
        Self {
            seat,
            keeper: None,
            rule: None,
            new: None,
            sets: 0,
            seed,
        }
    }
}

/// A person of this side opposite a machine.
fn opened(game: AnyGame, person: Side, name: &str, machine: Machine) -> Opened {
    let mut seats = [Seat::Person, machine.seat];
    let mut names = [PERSON.to_owned(), name.to_owned()];
    if person == Side::Second {
        seats.reverse();
        names.reverse();
    }
    Opened {
        play: Play::new(game, seats, machine.seed, machine.sets),
        keeper: machine.keeper,
        names,
        rule: machine.rule,
        new: machine.new,
        seed: machine.seed,
    }
}

const fn alone(side: Side) -> Learners {
    match side {
        Side::First => Learners::First,
        Side::Second => Learners::Second,
    }
}

/// The file of a model that is named as it is, without another way of reading it.
fn plain_path(name: &str) -> Option<&Path> {
    roster::model_path(name).filter(|path| path.as_os_str() == name)
}

fn refuse(given: bool, option: &str, name: &str) -> Result<()> {
    if given {
        let reason = format!("{option} goes with a model as it is; `{name}` learns nothing");
        return Err(Error::Request(reason));
    }
    Ok(())
}

/// The model in a file, or if it may be new and there is none, a new one and its rule.
fn found(
    game: &AnyGame,
    path: &Path,
    rule: Option<Rule>,
    (may_be_new, learners): (bool, Learners),
) -> Result<(Model, Option<Rule>)> {
    if may_be_new && !exists(path)? {
        return fresh(game, rule, learners);
    }
    let model = store::read_for(game, path)?;
    if rule.is_some() {
        return Err(Error::Request(format!(
            "{} is there already and follows its own rule, {}; leave --rule out",
            path.display(),
            model.rule().name
        )));
    }
    Ok((model, None))
}

/// A model that has met nothing yet, and its rule.
fn fresh(game: &AnyGame, rule: Option<Rule>, learners: Learners) -> Result<(Model, Option<Rule>)> {
    let rule = match rule {
        Some(rule) => rule,
        None => roster::rule(RULE)?,
    };
    let table = |side| Table::new(side, Layout::from(&rule));
    let model = Model {
        chapters: vec![options_by(rule.clone(), "", SEED)],
        tables: Side::BOTH.map(|side| learners.learns(side).then(|| table(side))),
        ..Model::new(game.name(), learners)
    };
    Ok((model, Some(rule)))
}

/// How games are played one by one by the rule of a model: sets of one game.
fn options(model: &Model, opponent: &str, seed: u64) -> Chapter {
    options_by(model.rule().clone(), opponent, seed)
}

fn options_by(rule: Rule, opponent: &str, seed: u64) -> Chapter {
    Chapter {
        opponent: opponent.to_owned(),
        games_per_set: 1,
        seed,
        ..Chapter::new(rule)
    }
}

/// The learner of a side of a model, whose table it takes over.
fn pupil(game: &AnyGame, model: &mut Model, side: Side) -> Result<Seat> {
    check_room(model)?;
    let rule = model.rule().clone();
    let table = model.tables[side.index()].take();
    let last = model.history.records.last();
    let last = last.and_then(|record| record.snapshots[side.index()].as_ref());
    let pupil = Pupil::new(game.clone(), rule, side, (table.as_ref(), last))?;
    Ok(Seat::Learner(Box::new(pupil)))
}

/// A model that is read and learns nothing.
fn reading(model: Model, name: &str) -> Seat {
    let boxes = Arc::new(model.clone());
    Seat::Player {
        player: Arc::new(model.named_player(name.to_owned(), Reading::Draw)),
        boxes: Some(boxes),
    }
}

/// The player of this name for one side, and the boxes it reads, if it is a model.
fn player(game: &AnyGame, name: &str, side: Side) -> Result<Seat> {
    let boxes = roster::model_path(name).map(|path| store::read_for(game, path));
    Ok(Seat::Player {
        player: roster::player_for(game, name, side)?,
        boxes: boxes.transpose()?.map(Arc::new),
    })
}
