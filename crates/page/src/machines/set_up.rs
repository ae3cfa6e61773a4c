//! Sets up the board that the page asks for.

use std::path::Path;
use std::sync::Arc;

use matchboxes::error::{Error, Result};
use matchboxes::game::Side;
use matchboxes::games::{self, AnyGame, parse};
use matchboxes::learn::Learners;
use matchboxes::roster::PlayerSpec;
use matchboxes::session::{Lesson, Opened, PERSON, WithPerson, lesson, watch, with_person};
use matchboxes::store::{self, Lock, Model};

use super::folder::{Folder, check_length, version};
use super::job::MOST_BOXES;
use super::kits::Kits;
use super::offered::{self, Sliders};
use super::open_board::{
    OpenBoard, kept_side, memory_bytes, read_model, seed_of, taught_at_the_table,
};
use super::state::{Summary, Wanted};
use crate::refusal::Refusal;
use crate::surroundings::{Surroundings, random};

/// How many copies of a model are in memory when it is only read.
const COPIES: u64 = 3;

/// Sets up a board with the machine of this name, a new one if need be; with the lock of its file, if it has it.
pub(crate) fn open(
    folder: &Folder,
    (name, lock): (&str, Option<Arc<Lock>>),
    wanted: &Wanted,
    surroundings: &dyn Surroundings,
) -> Result<OpenBoard, Refusal> {
    let random = random(surroundings)?;
    let exists = wanted.is_own() && folder.has(name)?;
    let anew = exists && wanted.anew;
    let game = match &wanted.game {
        Some(game) => game.clone(),
        None if exists && !anew => {
            check_length(&folder.path(name))?;
            store::read(&folder.path(name))?.game().to_owned()
        }
        None => offered::GAMES[0].to_owned(),
    };
    offered::check_game(&game)?;
    if wanted.is_own() && !exists {
        folder.check_room()?;
    }
    let game = parse(&game)?;
    let board = NewBoard {
        folder,
        name,
        lock,
        wanted,
        anew,
        opponents: offered::opponents(&game),
        random,
    };
    match (&wanted.watch, &wanted.teacher) {
        (Some(names), _) => board.watch(game, names),
        (None, Some(teacher)) => board.lesson(game, teacher),
        (None, None) => board.with_person(game),
    }
}

/// Refuses to replace a machine unless the page has seen its present version.
pub(crate) fn check_seen(path: &Path, wanted: &Wanted) -> Result<(), Refusal> {
    if wanted.anew && wanted.is_own() && version(path) != wanted.version {
        return Err(Refusal::Changed);
    }
    Ok(())
}

struct NewBoard<'a> {
    folder: &'a Folder,
    name: &'a str,
    lock: Option<Arc<Lock>>,
    wanted: &'a Wanted,
    /// Whether what the machine has learnt is thrown away.
    anew: bool,
    opponents: Vec<String>,
    random: u64,
}

impl NewBoard<'_> {
    fn player(&self, name: &str) -> games::Result<PlayerSpec> {
        offered::player(&self.opponents, self.folder, name)
    }

    /// The seed of all draws: the requested one, the machine's, the one of the game to resume, or else a new one, so
    /// that no two machines of a class draw the same.
    fn seed(&self, kept: Option<&Model>) -> u64 {
        let resumed = self.wanted.unfinished.as_ref().and_then(|game| game.seed);
        let own = kept.map(|model| model.last().spec.seed);
        let known = self.wanted.seed.or(own).or(resumed);
        known.unwrap_or(seed_of(self.random))
    }

    fn watch(self, game: AnyGame, names: &[String; 2]) -> Result<OpenBoard, Refusal> {
        let players = [self.player(&names[0])?, self.player(&names[1])?];
        let (mut summary, mut kits) = (Summary::default(), None);
        for name in names {
            if let Some(path) = self.folder.other(name) {
                let model = read_model(&game, &path)?;
                check_size(name, &model)?;
                summary.bytes += COPIES * memory_bytes(&model);
                kits.get_or_insert_with(|| Kits::new(&game, &model));
            }
        }
        let opened = watch(game, &players, Some(self.seed(None)))?;
        let kits = Arc::new(kits.unwrap_or_default());
        let mut board = OpenBoard::new(opened, names.clone(), self.random, summary, kits);
        board.opponents = self.opponents;
        Ok(board)
    }

    /// A machine that learns from games with another player; what an earlier board of it has learnt is in its file.
    fn lesson(self, game: AnyGame, teacher: &str) -> Result<OpenBoard, Refusal> {
        if !self.folder.has(self.name)? {
            return Err(Refusal::Unknown);
        }
        let path = self.folder.path(self.name);
        let model = read_model(&game, &path)?;
        check_size(self.name, &model)?;
        if model.last().is_by_hand() {
            return Err(taught_at_the_table().into());
        }
        let learners = model.learners();
        let is_pair = learners == Learners::Both;
        let opponent = (!is_pair).then(|| self.player(teacher)).transpose()?;
        let request = Lesson {
            model: Some(path.display().to_string().parse()?),
            opponent,
            rule: None,
            seat: self.wanted.side.map(Side::other),
            learn: true,
            seed: Some(self.seed(Some(&model))),
            lock: self.lock.clone(),
        };
        let opened = lesson(game, &request)?;
        let mut sides = Side::BOTH.into_iter();
        let side = sides.find(|&side| opened.play.table(side).is_none());
        let mut names = [self.name.to_owned(), self.name.to_owned()];
        if let Some(side) = side {
            teacher.clone_into(&mut names[side.index()]);
        }
        let summary = Summary::new(&model, kept_side(&model, side), &path);
        let kits = Arc::new(Kits::new(opened.play.game(), &model));
        let mut board = OpenBoard::new(opened, names, self.random, summary, kits);
        board.teacher = side;
        board.opponents = self.opponents;
        Ok(board)
    }

    fn with_person(self, game: AnyGame) -> Result<OpenBoard, Refusal> {
        let path = self.folder.path(self.name);
        let (player, name, kept) = if let Some(name) = &self.wanted.player {
            (self.player(name)?, &**name, self.folder.other(name))
        } else {
            let kept = (!self.anew && store::exists(&path)?).then(|| path.clone());
            (path.display().to_string().parse()?, self.name, kept)
        };
        let kept = kept.map(|path| read_model(&game, &path)).transpose()?;
        if let Some(model) = &kept {
            check_size(player.name(), model)?;
        }
        let request = self.request(player, kept.as_ref())?;
        let (opened, sealed) = match with_person(game.clone(), &request) {
            Err(error) if kept.is_some() && request.learn && error.is_denied() => {
                let only_read = WithPerson {
                    learn: false,
                    ..request
                };
                (with_person(game, &only_read)?, true)
            }
            opened => (opened?, false),
        };
        if self.anew {
            self.replace(&path, &opened)?;
        }
        let person = opened.play.person();
        let names = [PERSON, name].map(str::to_owned);
        let names = person.unwrap_or(Side::First).ordered(names);
        let model = match &opened.keeper {
            Some(keeper) => Some(keeper.model(&opened.play)),
            None => kept,
        };
        let summary = |model: &Model| Summary::new(model, kept_side(model, person), &path);
        let mut summary = model.as_ref().map(summary).unwrap_or_default();
        summary.sealed = sealed;
        let kits = model
            .as_ref()
            .map(|model| Kits::new(opened.play.game(), model));
        if opened.keeper.is_none() {
            summary.bytes *= COPIES;
        }
        let kits = Arc::new(kits.unwrap_or_default());
        let mut board = OpenBoard::new(opened, names, self.random, summary, kits);
        board.fixed_model = model
            .filter(|_| board.opened.keeper.is_none())
            .map(Arc::new);
        board.saved = board.opened.play.records().count();
        board.opponents = self.opponents;
        board.answer()?;
        if let Some(unfinished) = &self.wanted.unfinished {
            board.resume(unfinished)?;
        }
        Ok(board)
    }

    /// The request for the machine: sliders are for a new one, and it learns if no other player takes its place.
    fn request(&self, player: PlayerSpec, kept: Option<&Model>) -> games::Result<WithPerson> {
        let own = self.wanted.player.is_none();
        let usual = kept.is_some_and(|model| model.last().is_by_hand());
        let by_hand = own && self.wanted.by_hand.unwrap_or(usual);
        let sliders = self.wanted.rule.as_ref().filter(|_| own && kept.is_none());
        Ok(WithPerson {
            player: Some(player),
            side: self.wanted.side,
            learner: self.wanted.learner,
            rule: sliders.map(Sliders::rule).transpose()?,
            learn: own && (self.anew || self.wanted.learn.unwrap_or(true)),
            anew: self.anew,
            by_hand,
            seed: Some(if by_hand {
                self.wanted.seed.unwrap_or(self.random)
            } else {
                self.seed(kept.filter(|_| own))
            }),
            lock: self.lock.clone(),
        })
    }

    /// Replaces the file of a machine by a new machine; `opened` already holds the lock.
    fn replace(&self, path: &Path, opened: &Opened) -> Result<(), Refusal> {
        check_seen(path, self.wanted)?;
        check_length(path)?;
        // A file that is not a model must not be overwritten.
        store::verify(path)?;
        if let Some(keeper) = &opened.keeper {
            keeper.keep(&opened.play, |_| ())?;
        }
        Ok(())
    }
}

/// Refuses a machine with more boxes than one request can look through.
pub(crate) fn check_size(name: &str, model: &Model) -> Result<()> {
    let boxes = model.boxes();
    if boxes <= MOST_BOXES {
        return Ok(());
    }
    Err(Error::request(format!(
        "{name} has {boxes} boxes; the page allows at most {MOST_BOXES}, `menace play` any number"
    )))
}
