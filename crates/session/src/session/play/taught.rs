//! A machine that learns from games that others have played.

use std::path::PathBuf;

use super::setup::{found, learner, options, plain_path};
use crate::arena::RecordedGame;
use crate::error::{Error, Result};
use crate::game::{Game, Outcome, Results, Side};
use crate::games::AnyGame;
use crate::learn::{Learners, Record, Rule, Table};
use crate::store::{Lock, RECORDED};

use super::seat::Pupil;
use super::turns::conclude;

/// A request to teach a machine by recorded games.
#[derive(Clone, Debug)]
pub struct FromRecords {
    /// The file of the model, which may not exist yet.
    pub model: String,
    /// The rule of a machine without a model, by default `rote`. If it names no learner, the machine learns both sides.
    pub rule: Option<Rule>,
    /// The name of the file of games, which the model keeps.
    pub file: String,
}

/// What a machine has learnt from recorded games.
#[derive(Clone, Debug)]
pub struct Taught {
    /// The file of the model.
    pub path: PathBuf,
    /// The results of the games that it has learnt from.
    pub results: Results<u64>,
    /// How many games it has not learnt from: without a result, or from another start than that of the game.
    pub left_out: u64,
    /// The sides that have learnt, and how many boxes each has now.
    pub boxes: Vec<(Side, u64)>,
    /// The rule of a new machine, which had no model.
    pub new: Option<Rule>,
}

/// Teaches a machine by games that others have played: each side that it learns takes the moves of that side for its
/// own, in every game, and learns from the result by its rule. The result is that of the rules of the game or, if the
/// game is not over, the one that is written there. Each game is a set of its own, and the file is written once.
///
/// # Errors
///
/// [`Error::Request`] for a machine that takes both seats itself, and if no game has a result; [`Error::Busy`] when
/// another process is writing the model; and those of reading and writing it.
pub fn learn_from(game: &AnyGame, asked: &FromRecords, games: &[RecordedGame]) -> Result<Taught> {
    let name = &asked.model;
    let path = plain_path(name).ok_or_else(|| {
        Error::request(format!(
            "games teach a model, such as models/pupil.menace; `{name}` learns nothing"
        ))
    })?;
    let lock = Lock::take(path)?;
    let learners = asked.rule.as_ref().and_then(|rule| rule.learner);
    let learners = learners.unwrap_or(Learners::Both);
    let (mut model, new) = found(game, path, asked.rule.clone(), learners, true)?;
    if model.learners() == Learners::Shared {
        let reason = "games teach a machine that has a table for each side; one in both seats learns with `menace train`";
        return Err(Error::request(reason));
    }
    let opponent = format!("{RECORDED}{}", asked.file);
    let chapter = options(&model.last().spec, &opponent, 0);
    if new.is_some() {
        model.chapters = vec![chapter.clone()];
    }
    let mut pupils = [None, None];
    for side in model.learners().sides() {
        pupils[side.index()] = Some(learner(game, &mut model, side)?);
    }
    let mut results = Results::default();
    let mut left_out = 0;
    for recorded in games {
        let Some(outcome) = recorded
            .outcome(game)
            .filter(|_| recorded.start == game.start())
        else {
            left_out += 1;
            continue;
        };
        let record = learn(game, &mut pupils, recorded, outcome, results.games());
        results += record.results;
        model.history.push(record);
    }
    if results.games() == 0 {
        let reason = "no game there has a result from which it could learn";
        return Err(Error::request(reason));
    }
    model.note_sets(chapter.of_sets(results.games()));
    model.tables = pupils.map(|pupil| pupil.as_ref().map(Pupil::table));
    let count = |table: &Table| table.len() as u64;
    let boxes = Side::BOTH.into_iter().zip(&model.tables);
    let taught = Taught {
        path: path.to_owned(),
        results,
        left_out,
        boxes: boxes
            .filter_map(|(side, table)| Some((side, count(table.as_ref()?))))
            .collect(),
        new,
    };
    lock.write(path, &model)?;
    Ok(taught)
}

/// Learns from one game, after this number of games.
fn learn(
    game: &AnyGame,
    pupils: &mut [Option<Pupil>; 2],
    recorded: &RecordedGame,
    outcome: Outcome,
    number: u64,
) -> Record {
    for pupil in pupils.iter_mut().flatten() {
        pupil.begin(number);
    }
    let mut at = recorded.start;
    for &m in &recorded.moves {
        if let Some(pupil) = &mut pupils[game.side(&at).index()] {
            pupil.follow(m);
        }
        pupils
            .iter_mut()
            .flatten()
            .for_each(|pupil| pupil.played(m));
        at = game.play(&at, m);
    }
    conclude(pupils.each_mut().map(Option::as_mut), Some(outcome))
}
