//! What the page can do at the board of a machine, and what it receives.

use matchboxes::game::Side;
use matchboxes::learn::Learners;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::offered::Sliders;
use super::scene::RoundScene;
use crate::refusal::Unsaved;

/// The state that a change is made from, and the number of the request.
#[derive(Clone, Copy, Debug, Deserialize)]
pub(crate) struct SeenState {
    /// The number of the state, from its scene.
    pub(crate) revision: u64,
    /// A browser sends a request again if its connection breaks, so the answer to the first one is looked for by this.
    pub(crate) request: Option<u64>,
}

/// The board that the page asks for.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Wanted {
    /// By default the game of the existing machine, else the first that the page offers.
    pub(crate) game: Option<String>,
    /// The person's side: by default the one that the machine has not learnt.
    pub(crate) side: Option<Side>,
    /// Plays instead of the machine of this name: a player, or another machine, which learns nothing here.
    pub(crate) player: Option<String>,
    pub(crate) watch: Option<[String; 2]>,
    /// Teaches the machine of this name, which must exist, game by game, each a set of a training; not used if both
    /// sides learn.
    pub(crate) teacher: Option<String>,
    /// The sides that a new machine learns; by default only the other one than the person's.
    pub(crate) learner: Option<Learners>,
    pub(crate) rule: Option<Sliders>,
    pub(crate) seed: Option<u64>,
    /// Whether the machine learns from the games; by default it does.
    pub(crate) learn: Option<bool>,
    /// Whether the beads of the machine are drawn by hand; by default if its file's last games were played so.
    pub(crate) by_hand: Option<bool>,
    /// Throws away what the machine has learnt, if `version` is its present version, as in its scene.
    #[serde(default)]
    pub(crate) anew: bool,
    pub(crate) version: Option<String>,
    /// The number of the state that the request was made in; needed if the machine has a board.
    pub(crate) revision: Option<u64>,
    /// As in [`SeenState`].
    pub(crate) request: Option<u64>,
    /// A game that was unfinished when the server stopped.
    pub(crate) unfinished: Option<Unfinished>,
}

impl Wanted {
    /// Whether the board is for the machine of the name itself.
    pub(crate) const fn is_own(&self) -> bool {
        self.watch.is_none() && self.player.is_none()
    }

    /// Whether an exhibition allows this board: with a machine whose rule is a preset.
    pub(crate) fn is_allowed_in_kiosk(&self) -> bool {
        let is_preset = self.rule.as_ref().is_none_or(Sliders::is_preset);
        is_preset && self.player.is_none() && self.watch.is_none()
    }
}

/// A game to resume. The machine draws the same beads again, so the person's moves determine the game.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Unfinished {
    /// How many games the machine had played; the game is resumed only if the number is the same now.
    pub(crate) games: u64,
    /// The seed of its draws, if the machine has no file yet that has it.
    pub(crate) seed: Option<u64>,
    pub(crate) moves: Vec<String>,
}

/// Facts about a model, computed again whenever it changes.
#[derive(Clone, Debug, Default, Serialize)]
pub(crate) struct Summary {
    pub(crate) rule: Option<String>,
    /// Whether it keeps values of moves in place of beads.
    pub(crate) values: bool,
    pub(crate) games: u64,
    /// The games won, drawn and lost.
    #[serde(skip)]
    pub(crate) results: [u64; 3],
    pub(crate) boxes: u64,
    /// The version of the machine's file; none before the machine has learnt from a game.
    pub(crate) version: Option<String>,
    /// The machine does not learn, because its file cannot be written.
    pub(crate) sealed: bool,
    /// Michie's score of the machine against people: after every `scores_every` games, and the last.
    pub(crate) scores: Vec<i64>,
    pub(crate) scores_every: usize,
    /// The games against people that the file has only together with others, so that they are not in `scores`.
    pub(crate) unscored: u64,
    /// The memory of the board in bytes.
    #[serde(skip)]
    pub(crate) bytes: u64,
}

/// The state of a machine, without its boxes.
#[derive(Debug, Serialize)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "the page reads each by its name"
)]
pub(crate) struct Scene {
    pub(crate) game: String,
    #[serde(flatten)]
    pub(crate) facts: Value,
    /// The letter of the white pieces, where pieces are white and black.
    pub(crate) white: Option<char>,
    /// The names of the players, the first side first.
    pub(crate) names: [String; 2],
    pub(crate) person: Option<Side>,
    /// The seed of all draws, as text since a script has no numbers so great; none if they are made by hand.
    pub(crate) seed: Option<String>,
    /// How many boxes the machine can have, if it can be built.
    pub(crate) boxes_in_all: Option<usize>,
    pub(crate) round: RoundScene,
    /// What the class does, if its beads are drawn by hand.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) hand: Option<Value>,
    pub(crate) learns: bool,
    /// Whether it learns from games against another player, which are watched.
    pub(crate) taught: bool,
    /// The side of that player; none if both sides learn.
    pub(crate) teacher: Option<Side>,
    /// Whether both sides learn, so that a training is one of a machine against a second machine.
    pub(crate) is_pair: bool,
    #[serde(flatten)]
    pub(crate) summary: Summary,
    pub(crate) opponents: Vec<String>,
    /// Changes whenever the board is set up again, which ends an unfinished game.
    pub(crate) seat: String,
    /// Changes with every change of this state; each change names the one that it was made from.
    pub(crate) revision: u64,
    /// What is learnt and not on disk, and why.
    pub(crate) unsaved: Option<Unsaved>,
    /// Whether `act/undo` takes something back.
    pub(crate) can_undo: bool,
}
