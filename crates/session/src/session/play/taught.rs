//! A machine that learns from games that others have played.

use std::path::{Path, PathBuf};

use super::seat::Pupil;
use super::setup::{found, learner, options};
use super::turns::conclude;
use crate::arena::{Ending, RecordedGame};
use crate::error::{Error, Result};
use crate::game::{Game, Move, Outcome, Results, Side};
use crate::games::AnyGame;
use crate::learn::{Learners, Rule};
use crate::roster::PlayerSpec;
use crate::session::held::lock_to_change;
use crate::store::{Chapter, LearntGames, ListedGame, Model, Provenance};
use crate::text::escaped;

/// A request to teach a machine by recorded games.
#[derive(Clone, Debug)]
pub struct FromRecords {
    /// The model, whose file may not exist yet.
    pub model: PlayerSpec,
    /// The rule of a machine without a model, by default `rote`. If it names no learner, the machine learns both sides.
    pub rule: Option<Rule>,
    /// The name of the file of games, which the model keeps.
    pub file: String,
    /// Whether it learns once more from games that it has learnt from already.
    pub again: bool,
}

/// What a machine has learnt from recorded games.
#[derive(Clone, Debug)]
pub struct Taught {
    /// The file of the model.
    pub path: PathBuf,
    /// The results of the games that it has learnt from.
    pub results: Results<u64>,
    /// How many games at the beginning it had learnt from before, and has now passed over.
    pub known: u64,
    /// How many games it has not learnt from: without a result, or not from the start of the game.
    pub left_out: u64,
    /// The sides that have learnt, and how many boxes each has now.
    pub boxes: Vec<(Side, u64)>,
    /// The rule of a new machine, which had no model.
    pub new: Option<Rule>,
}

/// Teaches a machine by games that others have played: each side that it learns takes the moves of that side for its
/// own, in every game, and learns from the result by its rule. The result follows from the rules of the game or, if
/// the game is not over, from the record. Each game is a set of its own, and the file is written once, after
/// `writing` has been told of it.
///
/// Games that it has learnt from already are passed over, unless it is to learn from them again: those with which the
/// list begins, in whole lists as it learnt them, and then a list that is all of games that it played with a person. If there
/// are no others, nothing is written.
///
/// # Errors
///
/// [`games::Error::Request`](crate::games::Error::Request) for a machine that takes both sides itself, and if no game
/// has a result; [`Error::Busy`] when another process is writing the model; and the errors of reading and writing it.
pub fn learn_from(
    game: &AnyGame,
    asked: &FromRecords,
    games: &[RecordedGame],
    writing: &dyn Fn(&Path),
) -> Result<Taught> {
    let path = asked.model.model_file().ok_or_else(|| {
        Error::request(format!(
            "games teach a model, such as models/pupil.menace; `{}` learns nothing",
            asked.model
        ))
    })?;
    let lock = lock_to_change(path)?;
    let learners = asked.rule.as_ref().and_then(|rule| rule.learner);
    let learners = learners.unwrap_or(Learners::Both);
    let (mut model, new) = found(game, path, asked.rule.clone(), learners, true)?;
    if model.learners() == Learners::Shared {
        let reason = "games teach a machine that has a table for each side; one for both sides learns with `menace train`";
        return Err(Error::request(reason));
    }
    let own = games.iter().filter(|one| one.start == game.start());
    let taught = own.filter_map(|one| Some((one, one.outcome(game)?)));
    let taught: Vec<(&RecordedGame, Outcome)> = taught.collect();
    if taught.is_empty() {
        let reason = "no game there has a result from which it could learn";
        return Err(Error::request(reason));
    }
    let known = if asked.again {
        0
    } else {
        known(game, &model, &taught)
    };
    let chapter = Chapter {
        how: Provenance::Recorded {
            file: escaped(&asked.file),
            games: mark(&taught[known..]),
        },
        ..options(&model.last().spec, "", 0)
    };
    if new.is_some() {
        model.chapters = vec![chapter.clone()];
    }
    let mut results = Results::default();
    let new_games = taught[known..].iter().map(|(recorded, outcome)| {
        results.count(*outcome);
        (&*recorded.moves, Ending::Over(*outcome), ())
    });
    teach(game, &mut model, &chapter, new_games, |_, _| Ok(()))?;
    let is_new = known < taught.len();
    let boxes = Side::BOTH.into_iter().zip(&model.tables);
    let learnt = Taught {
        path: path.to_owned(),
        results,
        known: known as u64,
        left_out: (games.len() - taught.len()) as u64,
        boxes: boxes
            .filter_map(|(side, table)| Some((side, table.as_ref()?.len() as u64)))
            .collect(),
        new,
    };
    if is_new {
        writing(path);
        lock.write(path, &model)?;
    }
    Ok(learnt)
}

/// Lets the sides of a model learn from these games, each a set of its own of this chapter, after `before` has seen them
/// and the game. A game is given by its moves, its ending, and something else.
pub(super) fn teach<'g, T: Copy>(
    game: &AnyGame,
    model: &mut Model,
    chapter: &Chapter,
    games: impl Iterator<Item = (&'g [Move], Ending, T)>,
    mut before: impl FnMut(&[Option<Pupil>; 2], (&'g [Move], Ending, T)) -> Result<()>,
) -> Result<()> {
    let mut pupils = [None, None];
    for side in model.learners().sides() {
        pupils[side.index()] = Some(learner(game, model, side)?);
    }
    let mut sets = 0;
    for (moves, ending, other) in games {
        before(&pupils, (moves, ending, other))?;
        for pupil in pupils.iter_mut().flatten() {
            pupil.replay(sets, moves, ending)?;
        }
        let pupils = pupils.each_mut().map(Option::as_mut);
        model.history.push(conclude(pupils, ending, true));
        sets += 1;
    }
    if sets > 0 {
        model.note_sets(chapter.of_sets(sets));
    }
    model.tables = pupils.map(|pupil| pupil.as_ref().map(Pupil::table));
    Ok(())
}

/// What marks these games in the model.
fn mark(games: &[(&RecordedGame, Outcome)]) -> LearntGames {
    LearntGames::new(
        games
            .iter()
            .map(|(recorded, outcome)| (&*recorded.moves, *outcome)),
    )
}

/// With how many games the list begins that the model has learnt from: one or more whole lists as it learnt them, or at the
/// end games that it has played with a person, one after the other.
fn known(game: &AnyGame, model: &Model, games: &[(&RecordedGame, Outcome)]) -> usize {
    let lists: Vec<LearntGames> = model
        .chapters
        .iter()
        .filter_map(|chapter| match chapter.how {
            Provenance::Recorded { games, .. } => Some(games),
            _ => None,
        })
        .collect();
    let mut rest = games;
    loop {
        let begin = |list: &LearntGames| {
            let own = rest.split_at_checked(usize::try_from(list.games).ok()?)?;
            (list.games > 0 && mark(own.0) == *list).then_some(own.1)
        };
        match lists.iter().find_map(begin) {
            Some(after) => rest = after,
            None if is_played(game, model, rest) => return games.len(),
            None => return games.len() - rest.len(),
        }
    }
}

/// Whether the model lists these as successive games with a person.
fn is_played(game: &AnyGame, model: &Model, games: &[(&RecordedGame, Outcome)]) -> bool {
    let listed = model.chapters.iter().flat_map(|chapter| {
        let texts = chapter.listed().unwrap_or_default().iter();
        texts.filter_map(|text| ListedGame::read(game, &chapter.rule, text))
    });
    let played: Vec<(Vec<Move>, Option<Outcome>)> = listed
        .map(|listed| (listed.moves().collect(), listed.ending(game).outcome()))
        .collect();
    let is_game = |(played, (recorded, outcome)): (&(Vec<Move>, _), &(&RecordedGame, _))| {
        played.0 == recorded.moves && played.1 == Some(*outcome)
    };
    let is_run = |played: &[_]| played.iter().zip(games).all(is_game);
    !games.is_empty() && played.windows(games.len()).any(is_run)
}
