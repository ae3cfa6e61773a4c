//! What the page can do at the board of a machine, and what it receives.

use menace::error::Result;
use menace::game::{Key, Side};
use serde::{Deserialize, Serialize};

use super::course::{Job, TrainingRequest};
use super::finder::{Found, Where};
use super::folder::Folder;
use super::scene::{Matchbox, Round};
use super::shelf::Sliders;
use super::stages::{Stage, Strength};

/// The board that the page asks for.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Wanted {
    /// By default the game of the existing machine, else the first on the shelf.
    pub(super) game: Option<String>,
    /// The person's side: by default the one that the machine has not learnt.
    pub(super) side: Option<Side>,
    /// Plays instead of the machine of this name: a player, or another machine, which learns nothing here.
    pub(super) player: Option<String>,
    /// Two players or machines to watch.
    pub(super) watch: Option<[String; 2]>,
    /// The rule of a new machine.
    pub(super) rule: Option<Sliders>,
    /// The seed for all random choices.
    pub(super) seed: Option<u64>,
    /// Whether the machine learns from the games; by default it does.
    pub(super) learn: Option<bool>,
    /// Throws away what the machine of this name has learnt, if `version` is its present version, as given in
    /// its scene.
    #[serde(default)]
    pub(super) anew: bool,
    pub(super) version: Option<String>,
    /// A game that was unfinished when the server stopped.
    pub(super) unfinished: Option<Unfinished>,
}

impl Wanted {
    /// Whether the board is for the machine of the name itself.
    pub(super) const fn is_own(&self) -> bool {
        self.watch.is_none() && self.player.is_none()
    }

    /// Whether an exhibition allows this board: with a machine whose rule is a preset.
    pub(super) fn is_allowed_in_kiosk(&self) -> bool {
        let is_preset =
            |sliders: &Sliders| sliders.rule().is_ok_and(|rule| rule.name == sliders.name);
        self.player.is_none() && self.watch.is_none() && self.rule.as_ref().is_none_or(is_preset)
    }
}

/// A game to resume. The machine draws the same beads again, so the person's moves determine the game.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Unfinished {
    /// How many games the machine had played; the game is resumed only if the number is the same now.
    pub(super) games: u64,
    /// The person's moves.
    pub(super) moves: Vec<String>,
}

/// The state of a machine, without its boxes.
#[derive(Debug, Serialize)]
pub(super) struct Scene {
    pub(super) game: String,
    /// The names of the players, the first side first.
    pub(super) names: [String; 2],
    /// The person's side, if there is a person.
    pub(super) person: Option<Side>,
    pub(super) round: Round,
    /// Whether the machine learns.
    pub(super) learns: bool,
    pub(super) rule: Option<String>,
    pub(super) games: u64,
    pub(super) boxes: u64,
    /// The version of the machine's file; none before the machine has learnt from a game.
    pub(super) version: Option<String>,
    /// The machine does not learn, because its file cannot be written.
    pub(super) sealed: bool,
    /// Michie's score of the machine against people: after every `scores_every` games, and the last.
    pub(super) scores: Vec<i64>,
    pub(super) scores_every: usize,
    pub(super) opponents: Vec<String>,
    /// Changes whenever the board is set up again, which ends an unfinished game.
    pub(super) seat: String,
}

/// The board of a machine.
pub(super) trait Desk: Send {
    /// The present state; `before` games were played before those of this board.
    fn scene(&self, before: usize) -> Scene;
    /// The keys of the boxes that the present game has changed.
    fn changed(&self) -> Vec<Key>;
    /// Makes the person's move and the machine's answer.
    fn make(&mut self, m: &str) -> Result<()>;
    /// Makes the next move of a machine or player, if it is not the person's turn.
    fn step(&mut self) -> Result<()>;
    fn undo(&mut self) -> Result<()>;
    fn resign(&mut self) -> Result<()>;
    fn begin(&mut self) -> Result<()>;
    /// Whether the board has played so many games that it should be set up again, to free memory.
    fn is_long(&self) -> bool;
    fn hint(&self) -> Result<Vec<String>>;
    fn stages(&self) -> Result<Vec<Stage>>;
    /// The box of a position, and its key.
    fn look(&self, position: &str) -> Result<(Key, Matchbox)>;
    /// A position, with the key of its box if it has one.
    fn find(&self, request: &Where) -> Result<(Option<Key>, Found)>;
    fn strength(&self) -> Result<Option<Strength>>;
    /// Its approximate memory.
    fn bytes(&self) -> u64;
    /// The present model as the bytes of a file, if the machine has one.
    fn model(&self) -> Result<Vec<u8>>;
    /// The same request, with the opponent's name as in the rest of the program.
    fn training(&self, request: &TrainingRequest, folder: &Folder) -> Result<TrainingRequest>;
    /// Trains the machine; its new state is in its file afterwards.
    fn train(self: Box<Self>, request: &TrainingRequest, job: &Job) -> Result<()>;
}
