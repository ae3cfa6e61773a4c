//! The board of a game, with whoever sits at it.

use std::path::Path;

use menace::error::{Error, Result};
use menace::game::{Game, Key, Side};
use menace::games::AnyGame;
use menace::learn::{Layout, Learners};
use menace::session::{Keeper, Opened, hint, scores_against_people};
use menace::store::{self, BoxView, Model};

use super::course::{Asked, Course, boxes, is_enough};
use super::desk::{Desk, Scene, Unfinished};
use super::finder::{Found, Where, find};
use super::folder::{Folder, check_length, version};
use super::scene::{Matchbox, Round};
use super::shelf;
use super::stages::{self, Stage, Strength};

/// The board of a game.
pub(super) struct Seated {
    pub(super) opened: Opened,
    pub(super) person: Option<Side>,
    /// The names of those who play, as the page knows them.
    pub(super) names: [String; 2],
    /// The model of a machine that only plays.
    pub(super) still: Option<Model>,
    pub(super) opponents: Vec<String>,
    pub(super) seat: String,
    pub(super) told: Told,
    /// Whether the machine would learn if its file could be written.
    pub(super) sealed: bool,
}

/// What is told of a model, found out whenever it changes.
#[derive(Debug, Default)]
pub(super) struct Told {
    rule: Option<String>,
    games: u64,
    boxes: u64,
    version: Option<String>,
    /// What the board takes of memory.
    pub(super) bytes: u64,
    scores: Vec<i64>,
    every: usize,
}

/// What a model takes of memory with the learner that it becomes, in bytes: measured of machines of
/// Othello and connect four, 28 a box.
pub(super) fn weight(model: &Model) -> u64 {
    boxes(model) * 32
}

/// The most scores that are told.
const SCORES: usize = 400;
/// The most games of one board, which remembers them all to take them back.
const GAMES: usize = 300;

impl Told {
    /// Of a model that is kept in this file.
    pub(super) fn of(model: &Model, side: Side, path: &Path) -> Self {
        let mut scores = scores_against_people(model, side);
        let every = scores.len().div_ceil(SCORES).max(1);
        let last = scores.last().copied();
        if every > 1 {
            scores = scores.into_iter().step_by(every).collect();
            scores.extend(last);
        }
        let table = model.tables[side.index()].as_ref();
        Self {
            rule: Some(model.rule().name.clone()),
            games: model.games(),
            boxes: table.map_or(0, |table| table.len() as u64),
            version: version(path),
            bytes: weight(model),
            scores,
            every,
        }
    }
}

/// The side whose boxes are looked at: the machine's, or of two machines the first one's.
pub(super) fn machine(person: Option<Side>) -> Side {
    person.map_or(Side::First, Side::other)
}

impl Seated {
    /// Writes the model as it stands.
    pub(super) fn keep(&mut self) -> Result<()> {
        if let Some(keeper) = &self.opened.keeper {
            let model = keeper.keep(&self.opened.play)?;
            self.told = Told::of(&model, machine(self.person), keeper.path());
        }
        Ok(())
    }

    /// The machine moves until it is the person's turn, and what it has learnt by then is kept.
    pub(super) fn answer(&mut self) -> Result<()> {
        if self.person.is_some() {
            while self.opened.play.step() {}
        }
        if self.opened.play.end().is_some() {
            self.keep()?;
        }
        Ok(())
    }

    /// Takes an unfinished game up again, as far as the moves are legal.
    pub(super) fn take_up(&mut self, unfinished: &Unfinished) -> Result<()> {
        if self.opened.keeper.is_none() || self.told.games != unfinished.games {
            return Ok(());
        }
        for m in &unfinished.moves {
            let Ok(m) = self.opened.play.game().read_move(m) else {
                break;
            };
            if self.opened.play.end().is_some() || self.opened.play.make(m).is_err() {
                break;
            }
            self.answer()?;
        }
        Ok(())
    }

    /// The model as it stands.
    fn model_now(&self) -> Result<Model> {
        let Opened { play, keeper, .. } = &self.opened;
        let kept = keeper.as_ref().map(|keeper| keeper.model(play));
        kept.or_else(|| self.still.clone()).ok_or_else(no_boxes)
    }
}

fn no_boxes() -> Error {
    Error::Request("this player has no matchboxes".to_owned())
}

impl Desk for Seated {
    fn scene(&self, before: usize) -> Scene {
        let play = &self.opened.play;
        Scene {
            game: play.game().name(),
            names: self.names.clone(),
            person: self.person,
            round: Round::new(play, before),
            learns: self.opened.keeper.is_some(),
            rule: self.told.rule.clone(),
            games: self.told.games,
            boxes: self.told.boxes,
            version: self.told.version.clone(),
            sealed: self.sealed,
            scores: self.told.scores.clone(),
            scores_every: self.told.every,
            opponents: self.opponents.clone(),
            seat: self.seat.clone(),
        }
    }

    fn changed(&self) -> Vec<Key> {
        let play = &self.opened.play;
        let Some((end, keeper)) = play.end().zip(self.opened.keeper.as_ref()) else {
            return Vec::new();
        };
        let layout = Layout::from(keeper.rule());
        let boxes = end.changes.iter().map(|change| &change.before.at);
        boxes.map(|at| layout.place(play.game(), at).key).collect()
    }

    fn make(&mut self, m: &str) -> Result<()> {
        let m = self.opened.play.game().read_move(m)?;
        self.opened.play.make(m)?;
        self.answer()
    }

    fn step(&mut self) -> Result<()> {
        self.opened.play.step();
        Ok(())
    }

    fn undo(&mut self) -> Result<()> {
        let undone = self.opened.play.undo()?;
        if undone.is_some_and(|undone| undone.reopened || undone.earlier) {
            self.keep()?;
        }
        Ok(())
    }

    fn resign(&mut self) -> Result<()> {
        self.opened.play.resign()?;
        self.answer()
    }

    fn begin(&mut self) -> Result<()> {
        self.opened.play.begin()?;
        self.answer()
    }

    fn is_long(&self) -> bool {
        self.opened.play.number() > GAMES
    }

    fn hint(&self) -> Result<Vec<String>> {
        let play = &self.opened.play;
        if play.end().is_some() {
            return Ok(Vec::new());
        }
        let best = hint(play.game(), play.at())?;
        let name = |m| play.game().write_move(m);
        Ok(best.moves.into_iter().map(name).collect())
    }

    fn stages(&self) -> Result<Vec<Stage>> {
        let model = self.model_now()?;
        let game = self.opened.play.game();
        Ok(stages::stages(game, &model, machine(self.person)))
    }

    fn look(&self, position: &str) -> Result<(Key, Matchbox)> {
        let game = self.opened.play.game();
        let at = game.read_position(position)?;
        let model = self.model_now()?;
        let view = BoxView::at(game, &model, &at)?;
        let key = model.layout().place(game, &at).key;
        Ok((key, Matchbox::new(game, &view)))
    }

    fn find(&self, asked: &Where) -> Result<(Option<Key>, Found)> {
        find(
            self.opened.play.game(),
            self.model_now().ok().as_ref(),
            asked,
        )
    }

    fn strength(&self) -> Result<Option<Strength>> {
        let model = self.model_now()?;
        stages::strength(self.opened.play.game(), &model, machine(self.person))
    }

    fn bytes(&self) -> u64 {
        self.told.bytes
    }

    fn model(&self) -> Result<Vec<u8>> {
        let keeper = self.opened.keeper.as_ref();
        let path = keeper.map_or(Path::new("the model"), Keeper::path);
        store::encode_sound(path, &self.model_now()?)
    }

    fn training(&self, asked: &Asked, folder: &Folder) -> Result<Asked> {
        let Some(keeper) = &self.opened.keeper else {
            return Err(Error::Request("this player learns nothing".to_owned()));
        };
        if is_enough(&keeper.model(&self.opened.play)) {
            let reason =
                "the machine has as many boxes as the page lets it learn; `menace train` goes on";
            return Err(Error::Request(reason.to_owned()));
        }
        let known = &self.opponents;
        let opponent = match (&asked.opponent, keeper.learners()) {
            (_, Learners::Both) => None,
            (Some(name), _) => Some(shelf::who(known, folder, name)?),
            (None, _) => known.first().cloned(),
        };
        Ok(Asked {
            opponent,
            games: asked.games,
        })
    }

    fn train(mut self: Box<Self>, asked: &Asked, course: &Course) -> Result<()> {
        let side = machine(self.person);
        // A game that is left now counts for nothing, and its boxes are closed again.
        self.opened.play.begin()?;
        self.keep()?;
        let game = self.opened.play.game().clone();
        let keeper = self.opened.keeper.as_ref().ok_or_else(no_boxes)?;
        let path = keeper.path().to_owned();
        // The lock of the file is given back, for the training to take it.
        drop(self);
        course.take(&game, side, &path, asked)
    }
}

/// Reads the model of a machine that is of a size for the page.
pub(super) fn still(game: &AnyGame, path: &Path) -> Result<Model> {
    check_length(path)?;
    store::read_for(game, path)
}
