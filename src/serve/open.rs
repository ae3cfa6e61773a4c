//! From what the page wants to who sits at the board.

use std::io;
use std::path::Path;

use menace::error::{Error, Result};
use menace::game::Side;
use menace::games::{AnyGame, parse};
use menace::session::{Opened, WithPerson, watch, with_person};
use menace::store::{self, Model};

use super::course::{MOST_BOXES, boxes};
use super::desk::{Desk, Wanted};
use super::folder::{Folder, check_length, version};
use super::refusal::Refusal;
use super::seated::{Seated, Told, machine, still, weight};
use super::shelf;

/// In how many copies a model is in memory that is only read.
const READ: u64 = 3;

/// Sits down at the machine of this name, which is made if it is not there.
pub(super) fn open(folder: &Folder, name: &str, wanted: &Wanted) -> Result<Box<dyn Desk>, Refusal> {
    let there = wanted.is_own() && folder.has(name)?;
    let anew = there && wanted.anew;
    let game = match &wanted.game {
        Some(game) => game.clone(),
        None if there && !anew => {
            check_length(&folder.path(name))?;
            store::read(&folder.path(name))?.game
        }
        None => shelf::GAMES[0].to_owned(),
    };
    check_game(&game)?;
    if wanted.is_own() && !there {
        folder.check_room()?;
    }
    let setting = Setting {
        folder,
        name,
        wanted,
        anew,
    };
    setting.run(parse(&game)?)
}

/// Refuses to throw away what a machine has learnt unless that is what was seen.
pub(super) fn check_seen(path: &Path, wanted: &Wanted) -> Result<(), Refusal> {
    if wanted.anew && wanted.is_own() && version(path) != wanted.version {
        return Err(Refusal::Changed);
    }
    Ok(())
}

struct Setting<'a> {
    folder: &'a Folder,
    name: &'a str,
    wanted: &'a Wanted,
    /// Whether what the machine has learnt is thrown away.
    anew: bool,
}

impl Setting<'_> {
    fn run(self, game: AnyGame) -> Result<Box<dyn Desk>, Refusal> {
        let opponents = shelf::opponents(&game);
        match &self.wanted.watch {
            Some(names) => self.watch(game, opponents, names),
            None => self.with_person(game, opponents),
        }
    }

    fn watch(
        &self,
        game: AnyGame,
        opponents: Vec<String>,
        names: &[String; 2],
    ) -> Result<Box<dyn Desk>, Refusal> {
        let who = |name: &String| shelf::who(&opponents, self.folder, name);
        let players = [who(&names[0])?, who(&names[1])?];
        let mut told = Told::default();
        for name in names {
            if let Some(path) = self.folder.other(name) {
                let model = still(&game, &path)?;
                check_size(name, &model)?;
                told.bytes += READ * weight(&model);
            }
        }
        let opened = watch(game, [&players[0], &players[1]], self.wanted.seed)?;
        Ok(Box::new(Seated {
            opened,
            person: None,
            names: names.clone(),
            still: None,
            opponents,
            seat: seat()?,
            told,
            sealed: false,
        }))
    }

    fn with_person(&self, game: AnyGame, opponents: Vec<String>) -> Result<Box<dyn Desk>, Refusal> {
        let Wanted {
            side, seed, learn, ..
        } = *self.wanted;
        let path = self.folder.path(self.name);
        let own = self.wanted.player.is_none();
        let (player, name) = match &self.wanted.player {
            Some(name) => (shelf::who(&opponents, self.folder, name)?, name.clone()),
            None => (path.display().to_string(), self.name.to_owned()),
        };
        let kept = match &self.wanted.player {
            Some(name) => self.folder.other(name),
            None => (!self.anew && path.exists()).then(|| path.clone()),
        };
        let kept = kept.map(|path| still(&game, &path)).transpose()?;
        if let Some(model) = &kept {
            check_size(&player, model)?;
        }
        let rule = match &self.wanted.rule {
            Some(sliders) if own && kept.is_none() => Some(sliders.rule()?),
            _ => None,
        };
        let asked = WithPerson {
            player: Some(player),
            side,
            rule,
            learn: own && (self.anew || learn.unwrap_or(true)),
            anew: self.anew,
            seed,
        };
        let (opened, sealed) = match with_person(game.clone(), &asked) {
            Err(error) if kept.is_some() && asked.learn && is_kept_out(&error) => {
                let only_read = WithPerson {
                    learn: false,
                    ..asked
                };
                (with_person(game, &only_read)?, true)
            }
            opened => (opened?, false),
        };
        if self.anew {
            self.replace(&path, &opened)?;
        }
        let is_first = opened.names[0] == store::PERSON;
        let person = Some(if is_first { Side::First } else { Side::Second });
        let mut names = [store::PERSON.to_owned(), name];
        if !is_first {
            names.reverse();
        }
        let model = match &opened.keeper {
            Some(keeper) => Some(keeper.model(&opened.play)),
            None => kept,
        };
        let told = model.as_ref();
        let mut told = told
            .map(|model| Told::of(model, machine(person), &path))
            .unwrap_or_default();
        if opened.keeper.is_none() {
            told.bytes *= READ;
        }
        let mut seated = Seated {
            still: model.filter(|_| opened.keeper.is_none()),
            opened,
            person,
            names,
            opponents,
            seat: seat()?,
            told,
            sealed,
        };
        seated.answer()?;
        if let Some(unfinished) = &self.wanted.unfinished {
            seated.take_up(unfinished)?;
        }
        Ok(Box::new(seated))
    }
}

impl Setting<'_> {
    /// Writes a machine that begins anew in the place of the one there, whose lock it holds by now.
    fn replace(&self, path: &Path, opened: &Opened) -> Result<(), Refusal> {
        check_seen(path, self.wanted)?;
        check_length(path)?;
        // What is no machine is not ours to throw away.
        store::verify(path)?;
        if let Some(keeper) = &opened.keeper {
            keeper.keep(&opened.play)?;
        }
        Ok(())
    }
}

/// Whether the system lets nothing be written there.
fn is_kept_out(error: &Error) -> bool {
    use io::ErrorKind::{PermissionDenied, ReadOnlyFilesystem};
    matches!(error, Error::File { source, .. } if matches!(source.kind(), PermissionDenied | ReadOnlyFilesystem))
}

/// Refuses a game that the page does not show.
pub(super) fn check_game(name: &str) -> Result<()> {
    if shelf::GAMES.contains(&name) {
        return Ok(());
    }
    Err(Error::Name {
        kind: "game",
        name: name.to_owned(),
        nearest: shelf::GAMES.map(str::to_owned).into(),
    })
}

/// Refuses a machine with more boxes than one request can look through.
pub(super) fn check_size(name: &str, model: &Model) -> Result<()> {
    let boxes = boxes(model);
    if boxes <= MOST_BOXES {
        return Ok(());
    }
    Err(Error::Request(format!(
        "{name} has {boxes} boxes, and the page takes {MOST_BOXES} at most; `menace play` takes any number"
    )))
}

/// A number that no other board has.
fn seat() -> Result<String> {
    let number = getrandom::u64()
        .map_err(|_| Error::Request("the system gives no random numbers".to_owned()))?;
    Ok(format!("{number:016x}"))
}
