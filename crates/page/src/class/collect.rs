//! Collecting: the machines of the groups as files, their sum, and how well all of them play.

use std::path::Path;

use matchboxes::arena::Contest;
use matchboxes::error::{Error, Result};
use matchboxes::game::{Game, Side};
use matchboxes::games::AnyGame;
use matchboxes::learn::Reading;
use matchboxes::player::{Perfect, PerfectPace, Player, Random};
use matchboxes::store::{self, Lock, Model};
use serde_json::{Value, json};

use super::events::{Event, Way};
use super::state::{ClassState, MachineId};
use crate::machines::folder::{Folder, version};
use crate::machines::stages::strength;

/// The games that each machine plays when it is shown.
const GAMES: u64 = 100;
/// The name of the file of the machine of the class.
pub(super) const CLASS: &str = "class";

/// What was collected: the events of the files, and what the wall shows.
pub(super) struct Collected {
    pub(super) events: Vec<Event>,
    pub(super) shown: Value,
}

/// Writes the machines as models and measures them.
///
/// # Errors
///
/// When there is nothing to collect, a file belongs to somebody else, or one cannot be written.
pub(super) fn collect(state: &mut ClassState, folder: &Folder) -> Result<Collected> {
    let game = state.game()?;
    let (_, _, side) = state.lesson.machine();
    let mut own = Vec::new();
    if state.way == Way::Each {
        let present: Vec<_> = state.present().cloned().collect();
        for group in present {
            let id = MachineId {
                lesson: state.lesson,
                group: Some(group.number),
            };
            let machine = state.machine(id)?;
            if machine.games() > 0 {
                let model = Model::clone(machine.model());
                own.push((group.name, state.file(&group.file), model));
            }
        }
    }
    let of_class = match state.way {
        Way::One => {
            let id = MachineId {
                lesson: state.lesson,
                group: None,
            };
            Some(Model::clone(state.machine(id)?.model())).filter(|model| model.sets() > 0)
        }
        Way::Each => merged(&game, &own, folder)?,
    };
    let of_class = of_class
        .ok_or_else(|| Error::request("no game has ended yet, so there is nothing to collect"))?;
    let name = state.file(CLASS);
    let mut events = Vec::new();
    for (_, file, model) in &own {
        events.push(write(state, folder, file, model)?);
    }
    events.push(write(state, folder, &name, &of_class)?);
    let groups = own.iter().map(|(name, file, model)| {
        Ok(json!({"name": name, "file": file, "played": measured(&game, model, side)?}))
    });
    let groups: Vec<Value> = groups.collect::<Result<_>>()?;
    let shown = json!({
        "file": name,
        "games": of_class.games(),
        "class": measured(&game, &of_class, side)?,
        "groups": groups,
    });
    Ok(Collected { events, shown })
}

/// The sum of the machines of the groups; the machine itself where there is only one.
fn merged(
    game: &AnyGame,
    own: &[(String, String, Model)],
    folder: &Folder,
) -> Result<Option<Model>> {
    if let [(_, _, only)] = own {
        return Ok(Some(only.clone()));
    }
    if own.is_empty() {
        return Ok(None);
    }
    let parents: Vec<(String, Model)> = own
        .iter()
        .map(|(_, file, model)| (folder.path(file).display().to_string(), model.clone()))
        .collect();
    store::merge(game, &parents).map(Some)
}

/// Writes a model, unless its file is not as this class wrote it last.
fn write(state: &ClassState, folder: &Folder, file: &str, model: &Model) -> Result<Event> {
    let path = folder.path(file);
    let lock = Lock::take(&path)?;
    if folder.has(file)? && version(&path).as_ref() != state.saved.get(file) {
        let reason = format!(
            "{} is not as this class saved it, so it is not replaced; move it away and collect again",
            path.display()
        );
        return Err(Error::request(reason));
    }
    lock.write(&path, model)?;
    Ok(Event::Saved {
        file: file.to_owned(),
        version: known(&path)?,
    })
}

fn known(path: &Path) -> Result<String> {
    version(path).ok_or_else(|| Error::request(format!("{} cannot be read again", path.display())))
}

/// How a machine plays: its exact chances, and the results of some games, each as wins, draws and losses.
fn measured(game: &AnyGame, model: &Model, side: Side) -> Result<Value> {
    let exact = strength(game, model, side)?;
    let perfect = Perfect::shared(game, PerfectPace::Any)?;
    let sampled = |opponent: &dyn Player<AnyGame>| {
        let machine = model.clone().named_player(game.name(), Reading::Draw);
        let mut players: [&dyn Player<AnyGame>; 2] = [&machine, opponent];
        if side == Side::Second {
            players.reverse();
        }
        let results = Contest::new(game, players)
            .sample(GAMES, model.last().spec.seed)
            .results;
        [
            results.wins(side),
            results.draws,
            results.wins(side.other()),
        ]
    };
    Ok(json!({
        "exact": exact,
        "random": sampled(&Random),
        "perfect": sampled(&perfect),
    }))
}
