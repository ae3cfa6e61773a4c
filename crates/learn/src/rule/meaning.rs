//! A rule is data: which positions get a box, the beads of a new box, how a result changes the beads drawn,
//! and what an empty box means. Every published machine is one value of [`Rule`].

use std::fmt;

use serde::{Deserialize, Serialize};

use super::super::learners::Learners;
use super::change::{Change, Effect, MOST_BEADS, whole_number};
use super::multipliers::WHOLE;
use super::odds::Odds;
use super::values::{LearningMethod, Values};
use crate::game::{Side, Verdict};
use crate::graph::Merging;

/// Everything that distinguishes one rote learner from another.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rule {
    /// The name: 1 to 64 lower-case letters, digits and hyphens, not starting with a hyphen.
    pub name: String,
    /// Where the rule comes from, in one line.
    pub source: String,
    /// Which images of a position share one box.
    pub symmetry: Merging,
    /// Whether moves that are mirror images of each other have their own beads.
    pub duplicates: Duplicates,
    /// Which positions get a box.
    pub boxes: Boxes,
    /// The beads of a new box, and how a result changes them.
    pub update: Update,
    /// What happens when the box of a position has no beads.
    pub empty: Empty,
    /// The opponent with which this machine was described; the default for a training.
    pub opponent: Option<String>,
    /// The side or sides for which this machine is meant; the default for commands.
    pub learner: Option<Learners>,
    /// The usual number of games, at least 1; the default for a training.
    pub games: Option<u64>,
}

/// How a learner learns from a result.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Update {
    /// Beads are added and removed.
    Beads(Beads),
    /// Odds are multiplied.
    Odds(Odds),
    /// Values of moves are learnt, and there are no beads.
    Values(Values),
}

/// The numbers of a rule that moves beads.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Beads {
    /// Beads of each colour in a new box, by the number of moves the learner has made before; the
    /// last entry holds for all later moves.
    pub start: Vec<u64>,
    /// What a win does.
    pub win: Change,
    /// What a draw does.
    pub draw: Change,
    /// What a draw does for the second side, if it is not the same as for the first.
    pub draw_second: Option<Change>,
    /// What a loss does; a resigned game is lost.
    pub loss: Change,
    /// How many times a result counts for a move, by the number of moves the learner has made before it;
    /// the last entry holds for all later moves. If empty, every result counts once.
    pub weights: Vec<u64>,
}

/// How moves that are mirror images of each other in their own position are treated.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Duplicates {
    /// Each has its own beads.
    #[default]
    Keep,
    /// They share one colour of beads; when it is drawn, each of them is played with the same chance.
    Merge,
}

/// The positions that get a matchbox. In the others the learner plays any move and learns nothing from it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Boxes {
    /// All in which the learner is to move.
    #[default]
    Every,
    /// Positions with at least two legal moves.
    Choice,
    /// Positions with at least two legal moves, not all of which lose at the next reply.
    Hopeful,
    /// All in which the learner is to move, each when it is met for the second time. The first meeting
    /// is stored in three bytes. With n positions stored, a new one is mistaken for one of them, and gets
    /// its box at once, with a chance of n / 2^40.
    SecondMeeting,
}

/// What happens when a box has no beads, or is about to lose its last one. The history counts these events.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub enum Empty {
    /// An empty box resigns: the game is lost.
    #[default]
    Resign,
    /// An empty box resigns. But if it is the first side's first box, the game does not count at all.
    Refuse,
    /// An empty box plays any legal move, each with the same chance, and stays empty. Nothing is learnt from such
    /// a move: the box drawn from before it counts as the box of the last move.
    AnyMove,
    /// The box of the first move keeps its last bead; other empty boxes resign.
    KeepFirst,
    /// Every box keeps its last bead.
    KeepLast,
    /// Every colour keeps its last bead.
    Floor,
    /// An empty box gets one bead of a random colour, when its position is met.
    OneBead,
    /// An empty box is refilled as when it was new, when its position is met.
    Refill,
    /// A colour that loses its last bead gets the beads of a new box.
    RefillMove,
    /// A box in which a colour loses its last bead is refilled as when it was new.
    Reset,
    /// A box that is left with at most this number of beads, of all colours together, is refilled as when
    /// it was new. A box that is empty nevertheless resigns.
    ResetAt(u64),
}

impl Empty {
    /// Whether an empty box always makes the machine resign.
    pub const fn resigns(self) -> bool {
        matches!(self, Self::Resign | Self::Refuse | Self::KeepFirst)
    }

    /// The values without a number, in the order of their documentation.
    pub const PLAIN: [Self; 10] = [
        Self::Resign,
        Self::Refuse,
        Self::AnyMove,
        Self::KeepFirst,
        Self::KeepLast,
        Self::Floor,
        Self::OneBead,
        Self::Refill,
        Self::RefillMove,
        Self::Reset,
    ];

    /// The largest number in [`Empty::ResetAt`].
    pub const MOST: u64 = 1 << 32;
}

impl fmt::Display for Empty {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Resign => "resign",
            Self::Refuse => "refuse",
            Self::AnyMove => "any-move",
            Self::KeepFirst => "keep-first",
            Self::KeepLast => "keep-last",
            Self::Floor => "floor",
            Self::OneBead => "one-bead",
            Self::Refill => "refill",
            Self::RefillMove => "refill-move",
            Self::Reset => "reset",
            Self::ResetAt(n) => return write!(f, "reset at {n}"),
        })
    }
}

impl From<Empty> for String {
    fn from(empty: Empty) -> Self {
        empty.to_string()
    }
}

impl TryFrom<String> for Empty {
    type Error = String;

    fn try_from(text: String) -> Result<Self, String> {
        let plain = Self::PLAIN.into_iter().find(|e| e.to_string() == text);
        plain
            .or_else(|| {
                let n = whole_number(text.strip_prefix("reset at ")?)?;
                (n <= Self::MOST).then_some(Self::ResetAt(n))
            })
            .ok_or_else(|| {
                let expected = super::words::expected("empty");
                format!("`{text}` is no value of `empty`; write {expected}")
            })
    }
}

/// A special event when the beads of a box are changed; each is counted in the history.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Incident {
    /// An empty box got beads back, or a last bead was kept.
    Rescued,
    /// The box was full: it holds [`MOST_BEADS`].
    Saturated,
}

impl Beads {
    /// Beads of each colour in a new box for the learner's move number `stage`, counted from 0; at least 1.
    pub fn start_at(&self, stage: usize) -> u64 {
        let start = self.start.get(stage).or(self.start.last());
        start.copied().unwrap_or(1).max(1)
    }

    /// How many times a result counts in the box of the learner's move number `stage`, counted from 0.
    pub fn weight(&self, stage: usize) -> u64 {
        let weights = &self.weights;
        weights.get(stage).or(weights.last()).copied().unwrap_or(1)
    }

    /// The change for a result on this side.
    pub const fn change(&self, verdict: Verdict, seat: Side) -> Change {
        match (verdict, seat, self.draw_second) {
            (Verdict::Win, ..) => self.win,
            (Verdict::Draw, Side::Second, Some(draw)) => draw,
            (Verdict::Draw, ..) => self.draw,
            (Verdict::Loss, ..) => self.loss,
        }
    }

    /// The changes for all results.
    pub fn changes(&self) -> impl Iterator<Item = Change> {
        let all = [self.win, self.draw, self.loss].into_iter();
        all.chain(self.draw_second)
    }
}

impl Rule {
    /// The numbers of a rule that moves beads.
    pub const fn beads(&self) -> Option<&Beads> {
        match &self.update {
            Update::Beads(beads) => Some(beads),
            Update::Odds(_) | Update::Values(_) => None,
        }
    }

    /// The numbers of a rule that multiplies odds.
    pub const fn odds(&self) -> Option<&Odds> {
        match &self.update {
            Update::Beads(_) | Update::Values(_) => None,
            Update::Odds(odds) => Some(odds),
        }
    }

    /// The numbers of a rule that keeps values.
    pub const fn values(&self) -> Option<&Values> {
        match &self.update {
            Update::Beads(_) | Update::Odds(_) => None,
            Update::Values(values) => Some(values),
        }
    }

    /// What a result does to the beads drawn on this side; nothing if the rule moves no beads.
    pub fn change(&self, verdict: Verdict, seat: Side) -> Change {
        let beads = self.beads();
        beads.map_or_else(Change::default, |beads| beads.change(verdict, seat))
    }

    /// Beads of each colour in a new box of `colours` colours that is met after `ply` moves of the game.
    pub fn start_beads(&self, ply: u16, colours: usize) -> u64 {
        match &self.update {
            Update::Beads(beads) => beads.start_at(usize::from(ply / 2)),
            Update::Odds(_) => WHOLE / colours as u64,
            // The greedy policy of equal values.
            Update::Values(_) => 1,
        }
    }

    /// The effect, with its weight applied, in the box of a move made after `ply` moves of the game.
    pub fn weigh(&self, effect: Effect, ply: u16) -> Effect {
        match &self.update {
            Update::Beads(beads) => effect.times(beads.weight(usize::from(ply / 2))),
            Update::Odds(_) | Update::Values(_) => effect,
        }
    }

    /// Whether it learns from games at a board: what a game changes can be taken back, since it changes no other boxes than
    /// those used in it.
    pub fn learns_at_boards(&self) -> bool {
        let values = self.values();
        values.is_none_or(|values| values.method != LearningMethod::TdAfterstates)
    }

    /// Whether some result adds beads of random colours.
    pub fn adds_random(&self) -> bool {
        let mut changes = self.beads().into_iter().flat_map(Beads::changes);
        changes.any(|change| matches!(change.effect, Effect::AddRandom(_)))
    }

    /// Applies an effect to the beads of a box from which `colour` was drawn, or drawn to be added, as far as `empty` of the
    /// rule allows. `ply` is the number of moves that had been played when the box was first met.
    ///
    /// # Panics
    ///
    /// If there is no such colour, or the box holds more than [`MOST_BEADS`].
    pub fn apply(
        &self,
        effect: Effect,
        beads: &mut [u64],
        colour: usize,
        ply: u16,
    ) -> Option<Incident> {
        let before = beads[colour];
        let others = beads.iter().sum::<u64>() - before;
        let taken = match effect {
            Effect::Nothing => 0,
            Effect::Add(n) | Effect::AddRandom(n) => {
                let room = MOST_BEADS - others - before;
                beads[colour] += n.min(room);
                return (n > room).then_some(Incident::Saturated);
            }
            Effect::Subtract(n) => n.min(before),
            Effect::Wipe => before,
        };
        let start = self.start_beads(ply, beads.len());
        if let Empty::ResetAt(least) = self.empty
            && taken > 0
            && others + before - taken <= least
        {
            beads.fill(start);
            return Some(Incident::Rescued);
        }
        if before == 0 || taken < before {
            beads[colour] -= taken;
            return None;
        }
        // The colour is about to lose its last bead.
        let left = match self.empty {
            Empty::Floor => 1,
            Empty::KeepLast if others == 0 => 1,
            Empty::KeepFirst if others == 0 && ply < 2 => 1,
            Empty::RefillMove => start.min(MOST_BEADS - others),
            Empty::Reset => {
                beads.fill(start);
                return Some(Incident::Rescued);
            }
            _ => 0,
        };
        beads[colour] = left;
        (left > 0).then_some(Incident::Rescued)
    }

    /// The rule for these learners. Only the rule of a machine for both sides names its learner, because its boxes do
    /// not depend on the side.
    #[must_use]
    pub fn for_learners(mut self, learners: Learners) -> Self {
        let is_shared = learners == Learners::Shared;
        if is_shared != (self.learner == Some(Learners::Shared)) {
            self.learner = is_shared.then_some(Learners::Shared);
        }
        self
    }

    /// Whether two rules are equal except for their usual learner and number of games.
    pub fn plays_like(&self, other: &Self) -> bool {
        let adapted = Self {
            learner: other.learner,
            games: other.games,
            ..self.clone()
        };
        adapted == *other
    }
}
