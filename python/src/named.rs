//! What the library takes as values, from what Python gives: players, and models to begin from.

use std::sync::Arc;

use matchboxes::Error;
use matchboxes::games;
use matchboxes::roster::PlayerSpec;
use matchboxes::session::{GAME, Opposing, Request, Source};
use pyo3::prelude::*;

use crate::errors::{named, raised, raised_for, wrong};
use crate::game::PyGame;
use crate::player::{Given, GivenKind};
use crate::policy::Policy;
use crate::work::Control;

/// The players of a training: their game, and whether their model is kept in a file.
pub(crate) struct Names {
    /// The game, once it is known.
    pub(crate) game: Option<PyGame>,
    pub(crate) is_kept: bool,
    /// The names of players and files that were given, each with its argument.
    pub(crate) given: Vec<(String, String)>,
}

impl Names {
    /// The names where no model is kept in a file.
    pub(crate) const fn new(game: Option<PyGame>) -> Self {
        Self {
            game,
            is_kept: false,
            given: Vec::new(),
        }
    }

    /// The exception for an error of the training; one about a name that was given names its argument.
    pub(crate) fn raised(&self, error: impl Into<Error>) -> PyErr {
        let error = error.into();
        let text = error.to_string();
        let name = match error.input() {
            Some(
                games::Error::Name { name, .. }
                | games::Error::Parameter { name, .. }
                | games::Error::Player { name, .. },
            ) => name,
            _ => at_fault(&text),
        };
        let about = self.given.iter().find(|(_, given)| given.contains(name));
        match about {
            Some((what, _)) => raised_for(what, error),
            None => raised(error),
        }
    }

    /// Takes the game of the first model among the players if there is none yet. Refuses a model of another
    /// game, and any name that the file of a kept model cannot hold.
    pub(crate) fn check<'a>(
        &mut self,
        players: impl IntoIterator<Item = &'a Given>,
    ) -> PyResult<()> {
        for given in players {
            let what = &given.what;
            let model = match &given.kind {
                GivenKind::Name(name) => {
                    self.given.push((what.clone(), name.display().to_string()));
                    continue;
                }
                GivenKind::Policy(_) if !self.is_kept => continue,
                GivenKind::Policy(_) => {
                    return Err(wrong(format!(
                        "{what}: the file of out names it, and a function or a mapping has no name by which it could be \
                         found; give the name of a player or a file, or leave out `out`"
                    )));
                }
                GivenKind::Model(_) if self.is_kept => {
                    return Err(wrong(format!(
                        "{what}: the file of out names it by its file; save the model and give its path"
                    )));
                }
                GivenKind::Model(model) => model,
            };
            let game = self.game.get_or_insert_with(|| model.game.clone());
            let checked = model.game.check_is(game, "a model");
            checked.map_err(|error| Python::attach(|py| named(py, what, error)))?;
            self.given.push((what.clone(), given.name()));
        }
        Ok(())
    }

    /// The request with its players, which have been checked.
    pub(crate) fn complete(
        &self,
        request: Request,
        opponents: impl IntoIterator<Item = Given>,
        fallback: Option<Given>,
        control: &Arc<Control>,
    ) -> PyResult<Request> {
        let opponents = opponents
            .into_iter()
            .map(|given| self.opposing(given, control));
        let fallback = fallback.map(|given| self.player(given, control));
        Ok(Request {
            opponents: opponents.collect::<PyResult<_>>()?,
            fallback: fallback.transpose()?,
            ..request
        })
    }

    fn player(&self, given: Given, control: &Arc<Control>) -> PyResult<PlayerSpec> {
        Ok(match given.kind {
            GivenKind::Name(ref name) => {
                let spec = name.display().to_string().parse::<PlayerSpec>();
                spec.map_err(|error| raised_for(&given.what, error))?
            }
            GivenKind::Policy(policy) => {
                let usual = || PyGame::parse(GAME);
                let game = self.game.clone().map_or_else(usual, Ok)?;
                let policy = Policy::new(policy, &given.what, &game, None, given.missing, control);
                PlayerSpec::made(Arc::new(policy))
            }
            GivenKind::Model(model) => PlayerSpec::of_model(model.file_name(), model.model),
        })
    }

    fn opposing(&self, given: Given, control: &Arc<Control>) -> PyResult<Opposing> {
        if let GivenKind::Name(name) = &given.kind
            && name.as_os_str() == Opposing::ITSELF
        {
            return Ok(Opposing::Itself);
        }
        self.player(given, control).map(Into::into)
    }
}

/// The name with which a message begins, which may be in quotes.
fn at_fault(text: &str) -> &str {
    let quoted = text.strip_prefix('`').and_then(|rest| rest.split_once('`'));
    quoted
        .or(text.split_once(": "))
        .map_or(text, |(name, _)| name)
}

/// A model to begin from, which has been checked.
pub(crate) fn source(given: Given) -> PyResult<Source> {
    match given.kind {
        GivenKind::Name(path) => Ok(Source::File(path)),
        GivenKind::Policy(_) => Err(wrong(format!(
            "{}: give a model or its file; a function or a mapping has no boxes",
            given.what
        ))),
        GivenKind::Model(model) => Ok(Source::Model(model.file_name(), model.model)),
    }
}
