//! What the library takes as values, from what Python gives: players, rules, and models to begin from.

use matchboxes::learn;
use matchboxes::roster::{self, PlayerSpec};
use matchboxes::session::{Opposing, Source};
use matchboxes::store;
use pyo3::prelude::*;

use crate::errors::{raised, wrong};
use crate::game::PyGame;
use crate::model::PyModel;
use crate::player::Given;
use crate::rule;

/// The name of a model in memory in the history of another: the checksum of its file if it is saved.
fn name_of(model: &PyModel) -> String {
    let bytes = store::encode(&model.model);
    let checksum = u32::from_le_bytes(bytes[20..24].try_into().expect("four bytes"));
    format!("model-{checksum:08x}.menace")
}

/// Refuses a model in memory where the trained model `is_kept` in a file, which cannot name it, and one of another game;
/// without a game, it decides.
fn check(model: &PyModel, what: &str, game: &mut Option<PyGame>, is_kept: bool) -> PyResult<()> {
    if is_kept {
        return Err(wrong(format!(
            "{what}: the file of out names it by its file; save the model and give its path"
        )));
    }
    let game = game.get_or_insert_with(|| model.game.clone());
    model.game.check_is(game, "a model")
}

fn refuse_function(what: &str) -> PyErr {
    wrong(format!(
        "{what}: give the name of a player, a model or its file; a function has no name by which it could be \
         found"
    ))
}

/// The player that is the argument `what`.
pub(crate) fn player(
    given: Option<Given>,
    what: &str,
    game: &mut Option<PyGame>,
    is_kept: bool,
) -> PyResult<Option<PlayerSpec>> {
    match given {
        None => Ok(None),
        Some(Given::Name(name)) => {
            let spec = name.display().to_string().parse();
            spec.map(Some).map_err(raised)
        }
        Some(Given::Function(_)) => Err(refuse_function(what)),
        Some(Given::Model(model)) => {
            check(&model, what, game, is_kept)?;
            let name = name_of(&model);
            Ok(Some(PlayerSpec::of_model(name, model.model)))
        }
    }
}

/// Whom the learner plays, that is the argument `what`.
pub(crate) fn opposing(given: Given, what: &str, game: &mut Option<PyGame>) -> PyResult<Opposing> {
    if let Given::Name(name) = &given
        && name.as_os_str() == Opposing::ITSELF
    {
        return Ok(Opposing::Itself);
    }
    let spec = player(Some(given), what, game, false)?;
    Ok(spec.expect("a player is given").into())
}

/// The model to begin from that is the argument `what`.
pub(crate) fn source(
    given: Given,
    what: &str,
    game: &mut Option<PyGame>,
    is_kept: bool,
) -> PyResult<Source> {
    match given {
        Given::Name(path) => Ok(Source::File(path)),
        Given::Function(_) => Err(refuse_function(what)),
        Given::Model(model) => {
            check(&model, what, game, is_kept)?;
            Ok(Source::Model(name_of(&model), model.model))
        }
    }
}

pub(crate) fn rule(given: Option<rule::RuleOrName>) -> PyResult<Option<learn::Rule>> {
    match given {
        None => Ok(None),
        Some(rule::RuleOrName::Name(name)) => {
            let rule = roster::rule(&name.display().to_string());
            rule.map(Some).map_err(raised)
        }
        Some(rule::RuleOrName::Rule(rule)) => Ok(Some(rule.get().0.clone())),
    }
}
