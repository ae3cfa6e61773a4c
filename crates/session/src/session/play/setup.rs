//! Sets up a board with its players.

use std::collections::HashMap;
use std::path::Path;
use std::sync::Arc;

use super::keeper::Keeper;
use super::listed::take_games;
use super::rounds::Play;
use super::seat::{Pupil, Seat};
use crate::error::{Error, Mismatch, Result};
use crate::game::{Game, Key, Side};
use crate::games::AnyGame;
use crate::kit::Kit;
use crate::learn::{Examined, Learners, Reading, Rule, SEED, Table, Terms, TrainingSpec, preset};
use crate::roster::PlayerSpec;
use crate::session::held::lock_to_change;
use crate::session::request::{OPPONENT, RULE, default_model};
use crate::session::resolve::{check_learners, check_learning, check_room, two_learn};
use crate::store::{self, Chapter, Lock, Model, Provenance};

/// A request for games against a person; `None` asks for the default.
#[derive(Clone, Debug, Default)]
pub struct WithPerson {
    /// The person's opponent: by default the model at the default path of the game, or a new machine if
    /// there is none.
    pub player: Option<PlayerSpec>,
    /// The person's side: by default the one that the model has not learnt, or else the first.
    pub side: Option<Side>,
    /// The sides that a machine without a model learns; by default the other one than the person's.
    pub learner: Option<Learners>,
    /// The rule of a machine without a model; by default [`RULE`].
    pub rule: Option<Rule>,
    /// Whether the model learns from these games and is saved.
    pub learn: bool,
    /// Whether an existing model is ignored: the machine begins with empty boxes, and replaces that model
    /// when it is saved.
    pub anew: bool,
    /// Whether the machine is played by hand. `seed` is then a number that tells it from
    /// others.
    pub by_hand: bool,
    /// The seed of all random draws.
    pub seed: Option<u64>,
    /// The lock of the model, if the caller has it.
    pub lock: Option<Arc<Lock>>,
}

/// A request for a machine that learns from a few games, shown one by one; `None` asks for the default.
#[derive(Clone, Debug, Default)]
pub struct Lesson {
    /// The model: by default a new machine that knows nothing.
    pub model: Option<PlayerSpec>,
    /// The opponent; by default the rule's own opponent, or else [`OPPONENT`].
    pub opponent: Option<PlayerSpec>,
    /// The rule of a machine without a model; by default [`RULE`].
    pub rule: Option<Rule>,
    /// The side of a machine for both sides; by default it moves first.
    pub seat: Option<Side>,
    /// Whether the model is saved with what it learns.
    pub learn: bool,
    /// The seed of all random draws.
    pub seed: Option<u64>,
    /// The lock of the model, if the caller has it.
    pub lock: Option<Arc<Lock>>,
}

/// A board that is set up.
pub struct Opened {
    /// The games.
    pub play: Play,
    /// The keeper of the learner's model, if the model is saved.
    pub keeper: Option<Keeper>,
    /// The names of the players, the first side's first.
    pub names: [String; 2],
    /// Whether each of them is a model whose beads are drawn as they are.
    pub draws: [bool; 2],
    /// The name of the learners' rule, if a side learns.
    pub rule: Option<String>,
    /// The rule of a new machine, which had no model.
    pub new: Option<Rule>,
    /// The seed of all random draws.
    pub seed: u64,
}

/// Sets up a board with two players to be watched; their first game equals the first of a match with the same seed.
///
/// # Errors
///
/// As [`PlayerSpec::player_for`].
pub fn watch(game: AnyGame, players: &[PlayerSpec; 2], seed: Option<u64>) -> Result<Opened> {
    let seats = [
        player(&game, &players[0], Side::First)?,
        player(&game, &players[1], Side::Second)?,
    ];
    let names = players.each_ref().map(|player| player.name().to_owned());
    Ok(Opened {
        draws: players
            .each_ref()
            .map(|player| player.model_file().is_some()),
        ..board(game, seats, names, seed.unwrap_or(SEED), 0)
    })
}

/// Sets up a board with a person and a machine.
///
/// # Errors
///
/// [`games::Error::Request`](crate::games::Error::Request) when the request contradicts itself, [`Error::Mismatch`]
/// when a model has not learnt the side it should play, [`Error::Busy`] when another process is writing it, and the
/// errors of finding a player.
pub fn with_person(game: AnyGame, asked: &WithPerson) -> Result<Opened> {
    let seed = asked.seed.unwrap_or(SEED);
    let rule = asked.rule.clone();
    let learners = match (asked.learner, asked.side) {
        (Some(learners), _) => learners,
        (None, _) if learners_by(rule.as_ref()) == Learners::Shared => Learners::Shared,
        (None, Some(Side::First)) => Learners::Second,
        (None, Some(Side::Second)) => Learners::First,
        (None, None) => learners_by(rule.as_ref()),
    };
    let usual = default_model(&game.name(), learners);
    let path = match &asked.player {
        None => &*usual,
        Some(spec) => match spec.model_file() {
            Some(path) => path,
            None => return against_player(game, asked, spec),
        },
    };
    let name = &*path.display().to_string();
    // A model that is named must exist, unless it learns or a rule for a new one is given.
    let may_be_new = asked.player.is_none() || asked.learn || rule.is_some();
    let lock = asked.learn.then(|| lock_of(path, asked.lock.as_ref()));
    let lock = lock.transpose()?;
    let (mut model, new) = if asked.anew {
        fresh(&game, rule, learners)?
    } else {
        found(&game, path, rule, learners, may_be_new)?
    };
    let side = asked.side.or(model.learners().against());
    let side = side.unwrap_or(Side::First);
    if !model.learners().plays(side.other()) {
        return Err(Error::Mismatch(Mismatch::Side {
            name: name.to_owned(),
            learnt: side.name(),
            requested: side.other().name(),
        }));
    }
    let Some(lock) = lock else {
        let opened = opened(game, side, name, reading(Arc::new(model), name), seed, 0);
        return Ok(Opened { new, ..opened });
    };
    if asked.by_hand && model.rule().beads().is_none() {
        let reason = "it moves no beads, so no machine can be built of it";
        return Err(Error::rule(&model.rule().name, reason));
    }
    // Nothing is drawn for a machine played by hand, so a number that tells it from others takes the place of the seed.
    let (seed, drawn_by, how) = match &model.last().how {
        _ if !asked.by_hand => (seed, seed, Provenance::WithPerson { games: Vec::new() }),
        Provenance::ByHand { machine, .. } => (*machine, 0, by_hand(*machine)),
        _ => (seed, 0, by_hand(seed)),
    };
    let options = Chapter {
        how,
        ..options(&model.last().spec, "", drawn_by)
    };
    let sets = model.sets();
    let seat = pupil(&game, &mut model, side.other())?;
    if new.is_some() {
        model.chapters = vec![options.clone()];
    }
    let built = asked
        .by_hand
        .then(|| built(&game, model.rule(), side.other()))
        .transpose()?;
    let games = take_games(&game, &mut model, &options, side.other());
    let mut opened = opened(game, side, name, seat, seed, sets);
    if let Some(plies) = built {
        opened.play = opened.play.by_hand(plies);
    }
    opened.play = opened.play.after(games);
    Ok(Opened {
        rule: Some(options.rule.name.clone()),
        keeper: Some(Keeper::new(path.to_owned(), model, options, lock)),
        new,
        ..opened
    })
}

/// Sets up a board with a person and a player that learns nothing.
fn against_player(game: AnyGame, asked: &WithPerson, spec: &PlayerSpec) -> Result<Opened> {
    let name = spec.name();
    refuse(asked.learn, &["learn"], name)?;
    refuse(asked.rule.is_some(), &["rule"], name)?;
    let side = match asked.side {
        Some(side) => side,
        None if spec.player(&game)?.plays(Side::Second) => Side::First,
        None => Side::Second,
    };
    let machine = player(&game, spec, side.other())?;
    let seed = asked.seed.unwrap_or(SEED);
    Ok(Opened {
        draws: [false; 2],
        ..opened(game, side, name, machine, seed, 0)
    })
}

/// Sets up a board with a machine that learns and its opponent: a player, or the other learner where both
/// sides learn. Each game is a set of a training with sets of one game.
///
/// # Errors
///
/// As [`with_person`].
pub fn lesson(game: AnyGame, asked: &Lesson) -> Result<Opened> {
    let seed = asked.seed.unwrap_or(SEED);
    let rule = asked.rule.clone();
    let learners = learners_by(rule.as_ref());
    let path = match &asked.model {
        None if asked.learn => {
            let reason = "`learn` keeps a model; name its file, such as models/pupil.menace";
            return Err(Error::fields(&["learn"], reason));
        }
        None => None,
        Some(spec) => Some(spec.model_file().ok_or_else(|| {
            Error::request(format!("a lesson needs a model; `{spec}` learns nothing"))
        })?),
    };
    let lock = path
        .filter(|_| asked.learn)
        .map(|path| lock_of(path, asked.lock.as_ref()))
        .transpose()?;
    let (mut model, new) = match path {
        Some(path) => found(&game, path, rule, learners, asked.learn)?,
        None => fresh(&game, rule, learners)?,
    };
    let learners = model.learners();
    let own = path.map_or_else(
        || format!("a machine by {}", model.rule().name),
        |path| path.display().to_string(),
    );
    let opponent = match (learners, &asked.opponent, &model.rule().opponent) {
        (Learners::Both, Some(_), _) => return Err(two_learn()),
        (Learners::Both, None, _) => None,
        (_, Some(spec), _) => Some(spec.clone()),
        (_, None, named) => Some(named.as_deref().unwrap_or(OPPONENT).parse()?),
    };
    let by = model.rule().name.clone();
    let named = opponent.as_ref().map_or("", PlayerSpec::name);
    let options = options(&model.last().spec, named, seed);
    let sets = model.sets();
    let mut names = [own.clone(), own];
    let shared = (learners == Learners::Shared).then(|| asked.seat.unwrap_or(Side::First));
    let mut draws = [true; 2];
    let mut seat = |side: Side| {
        let learns = shared.map_or(learners.learns(side), |own| own == side);
        let Some(opponent) = opponent.as_ref().filter(|_| !learns) else {
            return pupil(&game, &mut model, side);
        };
        opponent.name().clone_into(&mut names[side.index()]);
        draws[side.index()] = opponent.model_file().is_some();
        player(&game, opponent, side)
    };
    let seats = [seat(Side::First)?, seat(Side::Second)?];
    if new.is_some() {
        model.chapters = vec![options.clone()];
    }
    let keeper =
        |(lock, path): (Arc<Lock>, &Path)| Keeper::new(path.to_owned(), model, options, lock);
    Ok(Opened {
        keeper: lock.zip(path).map(keeper),
        rule: Some(by),
        new,
        draws,
        ..board(game, seats, names, seed, sets)
    })
}

/// The lock of a model that is to change: this one, unless it was removed.
fn lock_of(path: &Path, held: Option<&Arc<Lock>>) -> Result<Arc<Lock>> {
    let Some(held) = held.filter(|held| held.holds()) else {
        return lock_to_change(path).map(Arc::new);
    };
    held.look_again(path);
    Ok(held.clone())
}

/// Games drawn by hand at this machine, none so far.
const fn by_hand(machine: u64) -> Provenance {
    Provenance::ByHand {
        machine,
        games: Vec::new(),
    }
}

/// After how many moves each box of a machine played by hand can first be met.
pub(in crate::session) fn built(
    game: &AnyGame,
    rule: &Rule,
    machine: Side,
) -> Result<HashMap<Key, u16>> {
    let kit = Kit::new(game, rule, machine)?;
    let second = u16::from(machine == Side::Second && rule.learner != Some(Learners::Shared));
    let ply = |stage: usize| 2 * u16::try_from(stage).unwrap_or(u16::MAX / 4) + second;
    let boxes = kit.boxes.iter();
    Ok(boxes.map(|one| (one.key, ply(one.stage))).collect())
}

/// The name of a person at the board.
pub const PERSON: &str = "person";

/// A board with a person on this side, from a seed and the number of sets that the machine has played.
pub(super) fn opened(
    game: AnyGame,
    person: Side,
    name: &str,
    machine: Seat,
    seed: u64,
    sets: u64,
) -> Opened {
    let mut seats = [Seat::Person, machine];
    let mut names = [PERSON.to_owned(), name.to_owned()];
    if person == Side::Second {
        seats.reverse();
        names.reverse();
    }
    board(game, seats, names, seed, sets)
}

fn board(game: AnyGame, seats: [Seat; 2], names: [String; 2], seed: u64, sets: u64) -> Opened {
    Opened {
        play: Play::new(game, seats, seed, sets),
        keeper: None,
        names,
        draws: [true; 2],
        rule: None,
        new: None,
        seed,
    }
}

fn learners_by(rule: Option<&Rule>) -> Learners {
    rule.and_then(|rule| rule.learner).unwrap_or_default()
}

fn refuse(given: bool, field: &'static [&'static str; 1], name: &str) -> Result<()> {
    if given {
        let what = field[0];
        let reason = format!("`{what}` needs the plain path of a model; `{name}` learns nothing");
        return Err(Error::fields(field, reason));
    }
    Ok(())
}

/// The model in a file; or a new one and its rule, if there is no file and the model may be new.
pub(super) fn found(
    game: &AnyGame,
    path: &Path,
    rule: Option<Rule>,
    learners: Learners,
    may_be_new: bool,
) -> Result<(Model, Option<Rule>)> {
    if may_be_new && !store::exists(path)? {
        return fresh(game, rule, learners);
    }
    let model = store::read_for(game, path)?;
    if rule.is_some() {
        return Err(Error::fields(
            &["rule"],
            format!(
                "{} exists already and follows its own rule, {}; leave out `rule`",
                path.display(),
                model.rule().name
            ),
        ));
    }
    Ok((model, None))
}

/// An untrained model, and its rule.
pub(super) fn fresh(
    game: &AnyGame,
    rule: Option<Rule>,
    learners: Learners,
) -> Result<(Model, Option<Rule>)> {
    check_learners(game, learners)?;
    let rule = rule.map_or_else(|| preset(RULE), Ok)?;
    check_learning(&rule)?;
    let rule = rule.for_learners(learners);
    let table = |side| Table::unlearnt(side, &rule);
    let spec = TrainingSpec::new(game.name(), learners, rule.clone());
    let model = Model {
        tables: Side::BOTH.map(|side| learners.learns(side).then(|| table(side))),
        ..Model::new(options(&spec, "", SEED))
    };
    Ok((model, Some(rule)))
}

/// The options of games played one by one by a machine of this training: sets of one game.
pub(super) fn options(machine: &TrainingSpec, opponent: &str, seed: u64) -> Chapter {
    Chapter::new(TrainingSpec {
        opponent: opponent.to_owned(),
        fallback: String::new(),
        games_per_set: 1,
        seed,
        exact: Examined::Never,
        terms: Terms::default(),
        ..machine.clone()
    })
}

fn pupil(game: &AnyGame, model: &mut Model, side: Side) -> Result<Seat> {
    learner(game, model, side).map(|pupil| Seat::Learner(Box::new(pupil)))
}

/// A learner for a side of a model, which takes the model's table.
pub(super) fn learner(game: &AnyGame, model: &mut Model, side: Side) -> Result<Pupil> {
    check_room(model)?;
    let rule = model.rule().clone();
    let own = model.learners().table_of(side).unwrap_or(side);
    let table = model.tables[own.index()].take();
    let last = model.history.records.last();
    let last = last.and_then(|record| record.snapshots[own.index()].as_ref());
    let pupil = Pupil::new(game.clone(), rule, side, table.as_ref(), last)?;
    Ok(pupil.after(model.history.begun()))
}

/// A model that is read and learns nothing.
pub(super) fn reading(model: Arc<Model>, name: &str) -> Seat {
    let player = model.named_player(name.to_owned(), Reading::Draw);
    Seat::Player {
        player: Arc::new(player),
        boxes: Some(model),
    }
}

/// A player for one side, and the boxes it reads, if it is a model.
fn player(game: &AnyGame, spec: &PlayerSpec, side: Side) -> Result<Seat> {
    let boxes = spec.model_path().map(|path| store::read_for(game, path));
    Ok(Seat::Player {
        player: spec.player_for(game, side)?,
        boxes: boxes.transpose()?.map(Arc::new),
    })
}
