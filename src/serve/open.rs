//! From what the page wants to who sits at the board.

use menace::error::{Error, Result};
use menace::game::{Game, Side};
use menace::games::{Visitor, with_game};
use menace::session::{WithPerson, watch, with_person};
use menace::store::{self, Model};

use super::course::{MOST_BOXES, boxes};
use super::desk::{Desk, Wanted};
use super::folder::{Folder, anew};
use super::seated::{Seated, Told, machine, still};
use super::shelf;

/// Sits down at the machine of this name, which is made if it is not there.
pub(super) fn open(folder: &Folder, name: &str, wanted: &Wanted) -> Result<Box<dyn Desk>> {
    let path = folder.path(name);
    let is_own = wanted.watch.is_none() && wanted.player.is_none();
    let there = is_own && path.exists();
    let game = match &wanted.game {
        Some(game) => game.clone(),
        None if there && !wanted.anew => store::read(&path)?.game,
        None => shelf::GAMES[0].to_owned(),
    };
    check_game(&game)?;
    if is_own && !there {
        folder.check_room()?;
    }
    let open = || {
        let setting = Setting {
            folder,
            name,
            wanted,
        };
        with_game(&game, setting)?
    };
    if there && wanted.anew {
        anew(&path, open)
    } else {
        open()
    }
}

struct Setting<'a> {
    folder: &'a Folder,
    name: &'a str,
    wanted: &'a Wanted,
}

impl Visitor for Setting<'_> {
    type Output = Result<Box<dyn Desk>>;

    fn visit<G: Game + 'static>(self, game: G) -> Self::Output {
        let opponents = shelf::opponents(&game);
        match &self.wanted.watch {
            Some(names) => self.watch(game, opponents, names),
            None => self.with_person(game, opponents),
        }
    }
}

impl Setting<'_> {
    fn watch<G: Game + 'static>(
        &self,
        game: G,
        opponents: Vec<String>,
        names: &[String; 2],
    ) -> Result<Box<dyn Desk>> {
        let who = |name: &String| shelf::who(&opponents, self.folder, name);
        let players = [who(&names[0])?, who(&names[1])?];
        let opened = watch(game, [&players[0], &players[1]], self.wanted.seed)?;
        Ok(Box::new(Seated {
            opened,
            person: None,
            names: names.clone(),
            still: None,
            opponents,
            seat: seat()?,
            told: Told::default(),
        }))
    }

    fn with_person<G: Game + 'static>(
        &self,
        game: G,
        opponents: Vec<String>,
    ) -> Result<Box<dyn Desk>> {
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
            None => path.exists().then(|| path.clone()),
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
            learn: own && learn.unwrap_or(true),
            seed,
        };
        let opened = with_person(game, &asked)?;
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
        let told = model.as_ref().map(|model| Told::of(model, machine(person)));
        let mut seated = Seated {
            still: model.filter(|_| opened.keeper.is_none()),
            opened,
            person,
            names,
            opponents,
            seat: seat()?,
            told: told.unwrap_or_default(),
        };
        seated.answer()?;
        if let Some(unfinished) = &self.wanted.unfinished {
            seated.take_up(unfinished)?;
        }
        Ok(Box::new(seated))
    }
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
