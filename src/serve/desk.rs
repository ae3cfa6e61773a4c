//! One machine and the board in front of it, whatever the game: what can be done there and what is told.

use menace::error::Result;
use menace::game::{Key, Side};
use serde::{Deserialize, Serialize};

use super::course::{Asked, Course};
use super::finder::{Found, Where};
use super::folder::Folder;
use super::scene::{Matchbox, Round};
use super::shelf::Sliders;
use super::stages::{Stage, Strength};

/// What the page wants to sit down at.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Wanted {
    /// Usually that of the machine there is, or the first on the shelf.
    pub(super) game: Option<String>,
    /// The person's side: usually the one that the machine has not learnt.
    pub(super) side: Option<Side>,
    /// A player that learns nothing, or another machine as it is, instead of a machine of one's own.
    pub(super) player: Option<String>,
    /// Two players or machines to watch.
    pub(super) watch: Option<[String; 2]>,
    /// The rule of a machine that begins with empty boxes.
    pub(super) rule: Option<Sliders>,
    /// The seed of all draws.
    pub(super) seed: Option<u64>,
    /// Whether the machine learns from the games; usually it does.
    pub(super) learn: Option<bool>,
    /// What the machine of this name has learnt is thrown away, if it is what was seen: `version` is that
    /// of the scene.
    #[serde(default)]
    pub(super) anew: bool,
    pub(super) version: Option<String>,
    /// A game that was not at its end when the server ended.
    pub(super) unfinished: Option<Unfinished>,
}

impl Wanted {
    /// Whether it is the machine of the name itself that is wanted.
    pub(super) const fn is_own(&self) -> bool {
        self.watch.is_none() && self.player.is_none()
    }

    /// Whether an exhibition lets anybody sit down so: at a machine of a rule that has a name.
    pub(super) fn is_for_anybody(&self) -> bool {
        let is_preset =
            |sliders: &Sliders| sliders.rule().is_ok_and(|rule| rule.name == sliders.name);
        self.player.is_none() && self.watch.is_none() && self.rule.as_ref().is_none_or(is_preset)
    }
}

/// A game to take up again: the machine draws as it has drawn, so the person's moves tell it.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Unfinished {
    /// How many games the machine had played; with any other number it is not this game.
    pub(super) games: u64,
    /// The person's moves.
    pub(super) moves: Vec<String>,
}

/// All that is shown of a machine besides its boxes.
#[derive(Debug, Serialize)]
pub(super) struct Scene {
    pub(super) game: String,
    /// The names of those who play, the first side's first.
    pub(super) names: [String; 2],
    /// The person's side, if there is a person.
    pub(super) person: Option<Side>,
    pub(super) round: Round,
    /// Whether the machine learns.
    pub(super) learns: bool,
    pub(super) rule: Option<String>,
    pub(super) games: u64,
    pub(super) boxes: u64,
    /// What the file of the machine holds, as a word; none before it has learnt from a game.
    pub(super) version: Option<String>,
    /// Nothing is learnt, since the machine's file cannot be written here.
    pub(super) sealed: bool,
    /// Michie's score of the machine against people: after every `scores_every` games, and the last.
    pub(super) scores: Vec<i64>,
    pub(super) scores_every: usize,
    pub(super) opponents: Vec<String>,
    /// Another one whenever the board has been set up again, so that what was unfinished is gone.
    pub(super) seat: String,
}

/// A machine and a board.
pub(super) trait Desk: Send {
    /// How it stands, with so many games before those of this board.
    fn scene(&self, before: usize) -> Scene;
    /// The keys of the boxes that the present game has changed.
    fn changed(&self) -> Vec<Key>;
    /// The person moves, and the machine answers.
    fn make(&mut self, m: &str) -> Result<()>;
    /// A machine moves where nobody else is to.
    fn step(&mut self) -> Result<()>;
    fn undo(&mut self) -> Result<()>;
    fn resign(&mut self) -> Result<()>;
    fn begin(&mut self) -> Result<()>;
    /// Whether so many games have been played that the board had better be set up again.
    fn is_long(&self) -> bool;
    fn hint(&self) -> Result<Vec<String>>;
    fn stages(&self) -> Result<Vec<Stage>>;
    /// The box of a position, and its key.
    fn look(&self, position: &str) -> Result<(Key, Matchbox)>;
    /// What is at a position, with the key of its box if it has one.
    fn find(&self, asked: &Where) -> Result<(Option<Key>, Found)>;
    fn strength(&self) -> Result<Option<Strength>>;
    /// What it takes of memory, about.
    fn bytes(&self) -> u64;
    /// The bytes of the model as it stands, if the machine keeps one.
    fn model(&self) -> Result<Vec<u8>>;
    /// What is asked for, with the name of the opponent as it is known elsewhere.
    fn training(&self, asked: &Asked, folder: &Folder) -> Result<Asked>;
    /// Trains the machine; its file is what counts afterwards.
    fn train(self: Box<Self>, asked: &Asked, course: &Course) -> Result<()>;
}
