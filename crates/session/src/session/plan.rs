//! Plans a training: what is left to do, given the existing files.

use std::io;
use std::path::{Path, PathBuf};

use super::held::{
    Held, WantedTraining, check_under_way, held, held_under_way, is_under_way, under_way,
};
use super::request::{
    Already, GAME, Keeping, Request, SETS, Source, Usual, at_least_one, default_model,
};
use super::resolve::{
    chapter, check_learners, check_room, fallback, file_marks, named_opponent, names_file,
    recorded_opponent,
};
use crate::error::{Action, Error, Existing, Mismatch, Result};
use crate::game::Game;
use crate::games::{self, AnyGame, parse};
use crate::learn::{Layout, Learners, Training};
use crate::roster::PlayerSpec;
use crate::store::{self, Chapter, FileMark, Lock, Model, Pending};
use crate::text::count;

/// The plan of a training: where it starts, what is played against which opponent, and for how long.
///
/// While it exists, no other process writes its model.
pub(super) struct Plan {
    pub(super) training: Training<AnyGame>,
    /// The model before the training.
    pub(super) model: Model,
    /// What the model will say of the sets to play.
    pub(super) chapter: Chapter,
    /// The number of sets requested, and the number of these not played yet.
    pub(super) sets: Pending,
    pub(super) destination: Destination,
    /// The lock of the file; none if there is to be no file.
    pub(super) lock: Option<Lock>,
}

pub(super) struct Destination {
    pub(super) path: PathBuf,
    /// The file that keeps the training until it is complete, if another model is at `path`.
    pub(super) new: Option<PathBuf>,
    /// Whether the file already holds the result of this request.
    pub(super) again: bool,
    pub(super) replace: bool,
    pub(super) checkpoint_every: Option<u64>,
    pub(super) keep_every: Option<u64>,
}

impl Destination {
    /// The file that keeps the training until it is complete.
    pub(super) fn file(&self) -> &Path {
        self.new.as_deref().unwrap_or(&self.path)
    }

    /// Finds the file in which a new training is kept, and what it holds; `new` is that next to the model.
    fn look(&mut self, new: PathBuf, asked: &WantedTraining<'_>) -> Result<Held> {
        if !self.replace {
            let there = held(&self.path, asked);
            if !matches!(there, Ok(Held::Nothing) | Err(Error::Exists { .. })) {
                return there;
            }
            return match (under_way(&new)?, there) {
                (None, there) => there,
                // The model that it should replace has been removed.
                (Some(old), Ok(_)) if asked.is_stopped(&old) => {
                    self.new = Some(new);
                    Ok(Held::Stopped(Box::new(old)))
                }
                (Some(old), _) => Err(is_under_way(&new, &self.path, &old)),
            };
        }
        // Other errors are found when the file is read or written.
        if store::is_file(&self.path) == Some(false) {
            return Err(Error::File {
                path: self.path.clone(),
                action: Action::Write,
                cause: io::Error::other("it is not a regular file, so it is not replaced"),
            });
        }
        let in_progress = held_under_way(&new, &self.path, asked)?;
        if matches!(in_progress, Held::Nothing) {
            // Other contents are kept until the training is complete, and need not be read.
            if let Ok(false) = store::exists(&self.path) {
                if !store::exists(&new)? {
                    return Ok(Held::Nothing);
                }
            } else if asked.may_be_stopped(&self.path)
                && let Ok(stopped @ Held::Stopped(_)) = held(&self.path, asked)
            {
                return Ok(stopped);
            }
        }
        self.new = Some(new);
        Ok(in_progress)
    }
}

impl Plan {
    pub(super) fn new(request: &Request, keeping: &Keeping) -> Result<Self> {
        let onward = keeping.already == Already::Continue;
        let (game, learners) = subject(request, keeping)?;
        let path = match &keeping.model {
            Some(path) => path.clone(),
            None => default_model(&game.name(), learners),
        };
        let is_kept = !keeping.nowhere;
        if onward && !is_kept {
            let what = "a training goes on from the file of its model; name the file";
            return Err(Error::request(what));
        }
        if is_kept {
            check_place(&path, onward)?;
        }
        at_least_one(&["checkpoint_every"], keeping.checkpoint_every)?;
        at_least_one(&["keep_every"], keeping.keep_every)?;
        let named = named_opponent(request, &game, learners, onward)?;
        let asked = fallback(&game, request.fallback.as_ref(), learners)?;
        let lock = match is_kept.then(|| Lock::take(&path)).transpose() {
            Err(error) if !error.is_denied() => return Err(error),
            lock => lock,
        };
        let new = store::new_of(&path)?;
        let mut destination = Destination {
            path,
            new: None,
            again: false,
            replace: keeping.already == Already::Replace,
            checkpoint_every: keeping.checkpoint_every,
            keep_every: keeping.keep_every,
        };
        let (model, chapter, sets) = if onward {
            continued(request, &game, learners, new, &mut destination)?
        } else {
            let place = is_kept.then_some((new, &mut destination));
            begun(request, keeping, &game, learners, place)?
        };
        if is_kept {
            check_players(&chapter, &destination.path)?;
        }
        // A finished training that is given again writes nothing, so its folder may be one where a lock cannot be written.
        let lock = match lock {
            Err(_) if destination.again && destination.keep_every.is_none() => None,
            lock => lock?,
        };
        check_total(&model, &chapter, sets)?;
        let opponent = match named {
            Some(opponent) => opponent,
            None => recorded_opponent(&game, &chapter.opponent, learners)?,
        };
        let fallback = match asked.filter(|_| !chapter.fallback.is_empty()) {
            Some(fallback) => Some(fallback),
            None => fallback(&game, recorded(&chapter.fallback)?.as_ref(), learners)?,
        };
        Ok(Self {
            training: Training {
                spec: chapter.spec.clone(),
                run: chapter.run(),
                game,
                opponent,
                fallback,
            },
            model,
            chapter,
            sets,
            destination,
            lock,
        })
    }
}

/// The model that a training goes on from, with its next chapter and the sets to be played.
fn continued(
    request: &Request,
    game: &AnyGame,
    learners: Learners,
    new: PathBuf,
    destination: &mut Destination,
) -> Result<(Model, Chapter, Pending)> {
    let model = match under_way(&new)? {
        Some(model) => {
            destination.new = Some(new);
            model
        }
        None => store::read(&destination.path)?,
    };
    check_continues(destination.file(), &model, game, learners)?;
    // Of games that others chose, a training can continue only their rule.
    let by_others = |c: &&Chapter| !c.is_trained() && !c.is_taken_over();
    let trained = model.chapters.iter().rfind(|c| !by_others(c));
    let before = trained.unwrap_or(model.last());
    let mut chapter = chapter(request, game, learners, Some(before))?;
    if !model.last().is_trained() {
        chapter.begin_from(Vec::new());
    }
    let asked = request.sets_of(chapter.games_per_set)?;
    if let Some(new) = &destination.new {
        check_under_way(new, &destination.path, &model, &chapter, asked)?;
    }
    chapter.play_from(player_files(request, &chapter)?);
    let last = model.last();
    if let Some(Pending { left, .. }) = model.pending
        && last.is_training_of(&chapter)
        && last.files() != chapter.files()
    {
        let done = last.sets;
        let reason = Existing::OtherPlayer { done, left };
        return Err(Error::exists(destination.file(), reason));
    }
    // Those left, unless another number than before is asked for.
    let same = |pending: &Pending| asked.is_none_or(|sets| sets == pending.requested);
    let requested = asked.unwrap_or(SETS);
    let sets = model.pending.filter(same).unwrap_or(Pending {
        requested,
        left: requested,
    });
    Ok((model, chapter, sets))
}

/// The model of a training from its beginning, or of the same one that was stopped; its chapter, and the sets to be
/// played. `place` belongs to the model, if it is kept, with the path of one in progress.
fn begun(
    request: &Request,
    keeping: &Keeping,
    game: &AnyGame,
    learners: Learners,
    place: Option<(PathBuf, &mut Destination)>,
) -> Result<(Model, Chapter, Pending)> {
    let mut chapter = chapter(request, game, learners, None)?;
    let from: Result<_> = keeping.from.iter().map(Source::mark).collect();
    chapter.begin_from(from?);
    let usual = Usual::for_request(request, &chapter.rule);
    let asked = request.sets_of(chapter.games_per_set)?;
    let sets = asked.unwrap_or_else(|| usual.sets(chapter.games_per_set));
    chapter.play_from(player_files(request, &chapter)?);
    let asked = WantedTraining {
        game,
        chapter: &chapter,
        sets,
    };
    let held = match place {
        Some((new, destination)) => {
            let held = destination.look(new, &asked)?;
            destination.again = matches!(held, Held::Whole(_));
            held
        }
        None => Held::Nothing,
    };
    let (model, left) = match held {
        Held::Stopped(model) => (*model, sets),
        // Nothing is left to play but for copies of the sets in between, which may be missing.
        Held::Whole(model) if keeping.keep_every.is_none() => (*model, 0),
        Held::Whole(_) | Held::Nothing => (fresh(game, &chapter, &keeping.from)?, sets),
    };
    let sets = model.pending.unwrap_or(Pending {
        requested: sets,
        left,
    });
    Ok((model, chapter, sets))
}

/// The game and the learners of a single training.
fn subject(request: &Request, keeping: &Keeping) -> Result<(AnyGame, Learners)> {
    if request.runs.is_some() {
        let reason = "`runs` is for a study; a training has the number of its run, `run`";
        return Err(Error::fields(&["runs"], reason));
    }
    let continued = match &keeping.model {
        Some(path) if keeping.already == Already::Continue => {
            match under_way(&store::new_of(path)?)? {
                None if store::exists(path)? => Some(store::read(path)?),
                model => model,
            }
        }
        _ => None,
    };
    let before = continued.as_ref().map(Model::last);
    let game = match &request.game {
        Some(game) => game.clone(),
        None => parse(before.map_or(GAME, |last| &*last.game))?,
    };
    let by_rule = request.rule()?.and_then(|rule| rule.learner);
    let learners = request.learner.or(before.map(|last| last.learners));
    let learners = learners.or(by_rule);
    let learners = learners.unwrap_or_default();
    check_learners(&game, learners)?;
    Ok((game, learners))
}

/// Refuses a file name that no model has, or a missing model that should be continued.
fn check_place(path: &Path, onward: bool) -> Result<()> {
    if !store::has_model_ending(path) {
        return Err(Error::request(format!(
            "{}: the name of a model ends in .{}",
            path.display(),
            store::EXTENSION
        )));
    }
    if onward && !store::exists(path)? && under_way(&store::new_of(path)?)?.is_none() {
        store::check_rescued(path)?;
        return Err(Error::exists(path, Existing::Nothing));
    }
    Ok(())
}

/// The player that a file names; none of an empty name.
fn recorded(name: &str) -> games::Result<Option<PlayerSpec>> {
    (!name.is_empty()).then(|| name.parse()).transpose()
}

/// Refuses the model itself as a player: it would change, and a stopped training could not be continued.
fn check_players(chapter: &Chapter, path: &Path) -> Result<()> {
    for (what, name) in [
        ("the opponent", &chapter.opponent),
        ("the fallback player", &chapter.fallback),
    ] {
        if recorded(name)?.is_some_and(|player| names_file(&player, path)) {
            return Err(Error::request(format!(
                "{what} {name} is the model that is to be written, {}; copy that file and \
                 name the copy as the player, or write another file",
                path.display()
            )));
        }
    }
    Ok(())
}

/// Refuses more games than a model can count.
fn check_total(model: &Model, chapter: &Chapter, sets: Pending) -> Result<()> {
    check_room(model)?;
    let sum = || {
        let sets = model.sets().checked_add(sets.left)?.checked_add(1)?;
        let earlier = model.chapters.iter().map(|c| c.games_per_set);
        let largest = earlier.fold(chapter.games_per_set, u64::max);
        let games = sets.checked_mul(largest)?;
        model.history.records.iter().try_fold(games, |sum, record| {
            sum.checked_add(record.results.games())?
                .checked_add(record.refused())
        })
    };
    if sum().is_none_or(|sum| sum >= store::MOST) {
        return Err(Error::request(format!(
            "{} of {} are more games than a model can count; play fewer",
            count(sets.left, "set", "sets"),
            count(chapter.games_per_set, "game", "games")
        )));
    }
    Ok(())
}

/// Refuses to continue a model of another game or of other learners.
fn check_continues(path: &Path, model: &Model, game: &AnyGame, learners: Learners) -> Result<()> {
    if model.game() == game.name() && model.learners() == learners {
        return store::check_for(game, path, model);
    }
    let who = |game: &str, learners: Learners| format!("{game}, {} learning", learners.in_words());
    let held = who(model.game(), model.learners());
    let (path, requested) = (path.display(), who(&game.name(), learners));
    Err(Error::Mismatch(Mismatch::Other(format!(
        "{path} holds {held}; the request is for {requested}"
    ))))
}

/// The files that the players of a training are read from. A player made in code has a name of its own, and no file.
fn player_files(request: &Request, chapter: &Chapter) -> Result<Vec<FileMark>> {
    let asked = [request.opponent()?, request.fallback.as_ref()];
    let names = [&chapter.opponent, &chapter.fallback];
    let players = names.into_iter().zip(asked).filter_map(|(name, asked)| {
        let asked = asked.filter(|asked| asked.name() == name);
        asked.cloned().or_else(|| recorded(name).ok().flatten())
    });
    file_marks(&players.collect::<Vec<_>>())
}

/// A model that has played nothing yet, with the tables of the models it begins from.
fn fresh(game: &AnyGame, chapter: &Chapter, from: &[Source]) -> Result<Model> {
    let mut model = Model::new(chapter.clone());
    let learners = chapter.learners;
    for from in from {
        let (name, source) = (from.name(), from.read()?);
        let layout = Layout::from(&chapter.rule);
        let fits = source.game() == model.game() && source.layout().is_like(layout);
        if !fits {
            let held = format!("{} by {}", source.game(), source.rule().name);
            let requested = format!("{} by {}", model.game(), chapter.rule.name);
            return Err(Error::Mismatch(Mismatch::Other(format!(
                "{name} holds {held}; a training of {requested} cannot begin with its boxes"
            ))));
        }
        store::check_for(game, Path::new(&name), &source)?;
        if learners
            .sides()
            .all(|side| source.tables[side.index()].is_none())
        {
            return Err(Error::fields(
                &["from"],
                format!(
                    "`from` {name}: it has learnt the {} side, but the {} side is to learn",
                    source.learners(),
                    learners
                ),
            ));
        }
        for side in learners.sides() {
            let table = &mut model.tables[side.index()];
            let learnt = source.tables[side.index()].as_ref();
            let learnt = learnt.map(|learnt| learnt.laid_out(layout, game));
            let learnt = learnt.transpose()?;
            if table.is_some() && learnt.is_some() {
                let reason = format!("`from` gives two tables for the {} side", side.name());
                return Err(Error::fields(&["from"], reason));
            }
            *table = table.take().or(learnt);
        }
    }
    Ok(model)
}
