//! Collecting: the machines of the groups as files, their sum, and how well all of them play. Neither the disk nor the
//! measuring keeps the boards waiting.

use std::path::PathBuf;
use std::sync::Arc;

use matchboxes::arena::Contest;
use matchboxes::error::{Error, Result};
use matchboxes::game::{Game, Side};
use matchboxes::games::AnyGame;
use matchboxes::learn::Reading;
use matchboxes::locks::lock;
use matchboxes::player::{Perfect, PerfectPace, Player, Random};
use matchboxes::session::lock_to_change;
use matchboxes::session::{ClassEvent, ClassLesson, ClassState, ClassWay, MachineId, OF_THE_CLASS};
use matchboxes::store::{self, Model};
use serde_json::{Value, json};

use super::Class;
use crate::machines::folder::{version, version_of};
use crate::machines::stages::strength;
use crate::refusal::Refusal;

/// The games that each machine plays when it is shown.
const GAMES: u64 = 100;
/// The names of the files of the sum of the groups' machines, and of the machine that all groups teach. A class can have
/// both, one after the other.
const SUM: &str = OF_THE_CLASS[0];
const ONE: &str = OF_THE_CLASS[1];

/// A machine that is collected, with the name of its group or of the class.
struct Machine {
    name: String,
    file: String,
    model: Arc<Model>,
}

/// The machines as they stood at one moment.
struct Gathered {
    game: AnyGame,
    side: Side,
    /// The machines of the groups, where each has its own.
    groups: Vec<Machine>,
    /// The machine of all, where they have one.
    one: Option<Machine>,
    /// The name of the file of the class.
    file: String,
    /// Which machine is taught by all, and so in which lesson and way.
    of: MachineId,
    /// See [`ClassState::dropped`].
    dropped: usize,
}

fn gather(state: &ClassState) -> Result<Gathered> {
    let mut gathered = Gathered {
        game: state.game()?,
        side: state.facts().lesson.machine().2,
        groups: Vec::new(),
        one: None,
        file: state.file(match state.facts().way {
            ClassWay::Each => SUM,
            ClassWay::One => ONE,
        }),
        of: state.taught_by(0),
        dropped: state.dropped(),
    };
    let machine = |group, name: &str, file| -> Result<Option<Machine>> {
        let taught = state.machine_of(group)?;
        Ok((taught.games() > 0).then(|| Machine {
            name: name.to_owned(),
            file,
            model: Arc::new(taught.to_save()),
        }))
    };
    if state.facts().way == ClassWay::One {
        gathered.one = machine(0, &state.facts().class, gathered.file.clone())?;
        return Ok(gathered);
    }
    for group in state.present() {
        let file = state.file(&group.saved_as);
        let made = machine(group.number, &group.name, file)?;
        gathered.groups.extend(made);
    }
    Ok(gathered)
}

impl Class {
    /// Writes the machines as models and measures them.
    ///
    /// # Errors
    ///
    /// When no game has ended, games are not saved yet, or no file can be written.
    pub(super) fn collect(&self) -> Result<(), Refusal> {
        let _turn = lock(&self.collecting);
        let mut gathered = {
            let mut inner = self.lock();
            let verified = inner.journal.verify();
            inner.note_written(verified);
            inner.check_saved()?;
            gather(&inner.state)?
        };
        let class = match gathered.one.take() {
            Some(one) => one,
            None => self.sum(&gathered)?,
        };
        let mut left = Vec::new();
        for machine in gathered.groups.iter().chain([&class]) {
            match self.save(machine) {
                Err(Refusal::Wrong(error)) => left.push((machine, error)),
                saved => saved?,
            }
        }
        if left.len() > gathered.groups.len() {
            return Err(left.swap_remove(0).1.into());
        }
        let left = left.into_iter().map(|(machine, error)| {
            json!({"name": machine.name, "file": machine.file, "error": error.to_string()})
        });
        let left: Vec<Value> = left.collect();
        let Gathered { game, side, .. } = &gathered;
        let groups = gathered.groups.iter().map(|machine| {
            let played = measured(game, &machine.model, *side)?;
            Ok(json!({"name": machine.name, "file": machine.file, "played": played}))
        });
        let groups: Vec<Value> = groups.collect::<Result<_>>()?;
        let shown = json!({
            "file": class.file,
            "games": class.model.games(),
            "class": measured(game, &class.model, *side)?,
            "groups": groups,
            // What is not written, and why.
            "left": left,
        });
        let mut inner = self.lock();
        // The teacher may have changed the lesson or dropped games in the meantime.
        let now = (inner.state.taught_by(0), inner.state.dropped());
        if now == (gathered.of, gathered.dropped) {
            inner.shown.change().collected = Some(shown);
        }
        Ok(())
    }

    /// The sum of the machines of the groups; the machine itself where there is only one.
    fn sum(&self, gathered: &Gathered) -> Result<Machine> {
        let model = match &gathered.groups[..] {
            [] => {
                let reason = "no game has ended yet, so there is nothing to collect";
                return Err(Error::request(reason));
            }
            [only] => only.model.clone(),
            groups => {
                let path =
                    |machine: &Machine| self.folder.path(&machine.file).display().to_string();
                let parents = groups
                    .iter()
                    .map(|own| (path(own), Model::clone(&own.model)));
                Arc::new(store::merge(&gathered.game, &parents.collect::<Vec<_>>())?)
            }
        };
        Ok(Machine {
            name: SUM.to_owned(),
            file: gathered.file.clone(),
            model,
        })
    }

    /// Gives the files of a machine of a group another name, in all lessons.
    pub(super) fn rename_files(&self, state: &ClassState, from: &str, to: &str) -> Result<()> {
        for lesson in ClassLesson::ALL {
            let [from, to] = [from, to].map(|name| state.file_in(lesson, name));
            if from == to || !self.folder.has(&from)? {
                continue;
            }
            let rename = || {
                let [old, new] = [self.own_path(&from)?, self.own_path(&to)?];
                let _held = lock_to_change(&old)?;
                self.check_ours(state, &from)?;
                let _held = lock_to_change(&new)?;
                self.check_ours(state, &to)?;
                store::rename(&old, &new)
            };
            rename().map_err(|error: Error| {
                let old = self.folder.path(&from);
                let old = old.display();
                Error::request(format!(
                    "the group is renamed, but {old} is not ({error}); rename it yourself"
                ))
            })?;
        }
        Ok(())
    }

    /// The path of a file of the class, which must be no link: a folder that someone hands on could have one, to make the
    /// class write elsewhere.
    fn own_path(&self, file: &str) -> Result<PathBuf> {
        let path = self.folder.path(file);
        if path.is_symlink() {
            let path = path.display();
            return Err(Error::request(format!(
                "{path} is a link, so nothing is written there; remove it and collect again"
            )));
        }
        Ok(path)
    }

    /// Refuses a file that is not as this class wrote it.
    fn check_ours(&self, state: &ClassState, file: &str) -> Result<()> {
        let path = self.folder.path(file);
        let is_ours = |now: String| state.has_written(file, &now);
        if self.folder.has(file)? && !version(&path).is_some_and(is_ours) {
            return Err(Error::request(format!(
                "{} is not as this class saved it, so it is not replaced; move it away and collect again",
                path.display()
            )));
        }
        Ok(())
    }

    /// Writes a machine, unless its file is not as this class wrote it.
    fn save(&self, machine: &Machine) -> Result<(), Refusal> {
        let Machine { file, model, .. } = machine;
        let path = self.own_path(file)?;
        let claim = lock_to_change(&path)?;
        let new = version_of(&store::encode(model));
        let now = self.folder.has(file)?.then(|| version(&path)).flatten();
        if now.is_some() && now == new {
            return Ok(());
        }
        let syncing = {
            let mut inner = self.lock();
            self.check_ours(&inner.state, file)?;
            // Recorded before it is written: after a failed write or a stop, both are recognized as ours.
            if let Some(version) = new {
                let file = file.clone();
                inner.happen(&ClassEvent::Saved { file, version })?;
            }
            // The file of the class must never be behind the models.
            inner.check_saved()?;
            inner.journal.syncing()?
        };
        syncing.wait()?;
        Ok(claim.write(&path, model)?)
    }
}

/// How a machine plays: its exact chances, and the results of some games, each as wins, draws and losses.
fn measured(game: &AnyGame, model: &Model, side: Side) -> Result<Value> {
    let exact = strength(game, model, side)?;
    let perfect = Perfect::shared(game, PerfectPace::Any)?;
    let machine = model.named_player(game.name(), Reading::Draw);
    let sampled = |opponent: &dyn Player<AnyGame>| {
        let players: [&dyn Player<AnyGame>; 2] = side.ordered([&machine, opponent]);
        let tally = Contest::new(game, players).sample(GAMES, model.last().spec.seed);
        tally.results.seen_by(side)
    };
    Ok(json!({
        "exact": exact,
        "random": sampled(&Random),
        "perfect": sampled(&perfect),
    }))
}
