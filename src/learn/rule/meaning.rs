//! A rule is data: which positions get a box, what lies in it at first, what a result does to the
//! beads drawn, and what an empty box means.
//!
//! Every published machine is one value of [`Rule`].

use std::fmt;

use serde::{Deserialize, Serialize};

use super::super::learners::Learners;
use super::change::{Change, Effect, MOST_BEADS};
use super::odds::{Odds, WHOLE};
use crate::game::Verdict;
use crate::graph::Merging;

/// Everything that tells one rote learner from another.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rule {
    /// The name: 1 to 64 lower-case letters, digits and hyphens, a hyphen not the first of them.
    pub name: String,
    /// Where the rule comes from, in one line.
    pub source: String,
    /// Which images of a position share one box.
    pub symmetry: Merging,
    /// Whether moves that mirror one another in their position keep beads of their own.
    pub duplicates: Duplicates,
    /// Which positions get a box.
    pub boxes: Boxes,
    /// What lies in a new box, and what a result does to it.
    pub update: Update,
    /// What happens when a box without beads is to move.
    pub empty: Empty,
    /// The opponent this machine was described with, taken by a training that names none.
    pub opponent: Option<String>,
    /// Who this machine is meant for, taken by a command that names no learner.
    pub learner: Option<Learners>,
    /// How many games it is usually given, at least 1, taken by a training that is not told how long to play.
    pub games: Option<u64>,
}

/// How a learner takes a result to heart.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Update {
    /// Beads are put in and taken out.
    Beads(Beads),
    /// Odds are multiplied.
    Odds(Odds),
}

/// The numbers of a rule that moves beads.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Beads {
    /// Beads of each colour in a new box, by the number of moves the learner has made before; the
    /// last entry holds for all later ones.
    pub start: Vec<u64>,
    /// What a win does.
    pub win: Change,
    /// What a draw does.
    pub draw: Change,
    /// What a loss does; a resigned game is lost.
    pub loss: Change,
    /// How many times over a result does that, by the number of moves the learner has made before the
    /// one in question; the last entry holds for all later ones. Without an entry, once.
    pub weights: Vec<u64>,
}

/// What becomes of moves that are mirror images of one another in their own position.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Duplicates {
    /// Each keeps its own beads.
    #[default]
    Keep,
    /// They share one class of beads; once it is drawn each of them is played with the same chance.
    Merge,
}

/// The positions that get a matchbox. In the others the learner plays any legal move with the same
/// chance and learns nothing from it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Boxes {
    /// All in which the learner is to move.
    #[default]
    Every,
    /// Those with at least two legal moves.
    Choice,
    /// Those with at least two legal moves of which not every one loses at the next reply.
    Hopeful,
    /// All in which the learner is to move, each when it is met for the second time. That it has been
    /// met before is remembered in three bytes; with n positions remembered, a new one is taken for one
    /// of them, and gets its box at once, with a chance of n / 2^40.
    SecondMeeting,
}

/// What happens when a box is to move without beads, or is about to lose its last; each event is
/// counted in the history.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub enum Empty {
    /// An empty box resigns: the game is lost.
    #[default]
    Resign,
    /// An empty box resigns, but if it is the first side's first of the game, the game does not count
    /// at all.
    Refuse,
    /// The box of the first move keeps its last bead; other empty boxes resign.
    KeepFirst,
    /// Every box keeps its last bead.
    KeepLast,
    /// Every colour keeps its last bead.
    Floor,
    /// An empty box that is to move is filled as it was when new.
    Refill,
    /// A colour that loses its last bead gets back those it had when the box was new.
    RefillMove,
    /// A box in which a colour loses its last bead is filled as it was when new.
    Reset,
    /// A box whose beads, of all colours together, have come down to this number or fewer is filled
    /// as it was when new; an empty one that has not been, resigns.
    ResetAt(u64),
}

impl Empty {
    /// Those without a number, in the order of their documentation.
    pub const PLAIN: [Self; 8] = [
        Self::Resign,
        Self::Refuse,
        Self::KeepFirst,
        Self::KeepLast,
        Self::Floor,
        Self::Refill,
        Self::RefillMove,
        Self::Reset,
    ];

    /// The most that stands in [`Empty::ResetAt`].
    pub const MOST: u64 = 1 << 32;
}

impl fmt::Display for Empty {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Resign => "resign",
            Self::Refuse => "refuse",
            Self::KeepFirst => "keep-first",
            Self::KeepLast => "keep-last",
            Self::Floor => "floor",
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
        let number = |text: &str| {
            let digits = text.strip_prefix("reset at ")?;
            let plain = digits.bytes().all(|b| b.is_ascii_digit());
            let n = digits.parse().ok().filter(|n| *n <= Self::MOST && plain)?;
            Some(Self::ResetAt(n))
        };
        let plain = Self::PLAIN.into_iter().find(|e| e.to_string() == text);
        plain.or_else(|| number(&text)).ok_or_else(|| {
            format!(
                "`{text}` is nothing that an empty box can mean; write {}",
                super::words::EMPTY
            )
        })
    }
}

/// What became of a box besides that its beads were moved; each is counted in the history.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Incident {
    /// Its policy for empty boxes gave it beads back, or kept the last.
    Rescued,
    /// It was full at [`MOST_BEADS`].
    Saturated,
}

impl Beads {
    /// Beads of each colour in a box that is new before the learner's move number `stage`, counted
    /// from 0; at least 1.
    #[must_use]
    pub fn start_at(&self, stage: usize) -> u64 {
        let start = self.start.get(stage).or(self.start.last());
        start.copied().unwrap_or(1).max(1)
    }

    /// How many times over a result is taken to heart in the box of a move before which the learner
    /// has made `stage` others.
    #[must_use]
    pub fn weight(&self, stage: usize) -> u64 {
        let weights = &self.weights;
        weights.get(stage).or(weights.last()).copied().unwrap_or(1)
    }

    /// What a result does.
    #[must_use]
    pub const fn change(&self, verdict: Verdict) -> Change {
        match verdict {
            Verdict::Win => self.win,
            Verdict::Draw => self.draw,
            Verdict::Loss => self.loss,
        }
    }
}

impl Rule {
    /// What moves, where the rule moves beads.
    #[must_use]
    pub const fn beads(&self) -> Option<&Beads> {
        match &self.update {
            Update::Beads(beads) => Some(beads),
            Update::Odds(_) => None,
        }
    }

    /// The odds, where the rule multiplies them.
    #[must_use]
    pub const fn odds(&self) -> Option<&Odds> {
        match &self.update {
            Update::Beads(_) => None,
            Update::Odds(odds) => Some(odds),
        }
    }

    /// The beads of each colour in a new box of `colours` colours that is met after `ply` moves of
    /// the game.
    #[must_use]
    pub fn start_beads(&self, ply: u16, colours: usize) -> u64 {
        match &self.update {
            Update::Beads(beads) => beads.start_at(usize::from(ply / 2)),
            Update::Odds(_) => WHOLE / colours as u64,
        }
    }

    /// What an effect comes to in the box of a move that was made after `ply` moves of the game.
    #[must_use]
    pub fn weigh(&self, effect: Effect, ply: u16) -> Effect {
        match &self.update {
            Update::Beads(beads) => effect.times(beads.weight(usize::from(ply / 2))),
            Update::Odds(_) => effect,
        }
    }

    /// Whether results count alike in all boxes, and what becomes of a box can be told from the beads of
    /// the colour drawn, unless that colour has lost its last.
    pub(in crate::learn) fn is_even(&self) -> bool {
        let even = |beads: &Beads| beads.weights.iter().all(|&weight| weight == 1);
        self.beads().is_some_and(even) && !matches!(self.empty, Empty::ResetAt(_))
    }

    /// Does to the beads of a box, of which `colour` was drawn, what a change asks for and the policy
    /// for empty boxes allows. `ply` is how many moves had been played when the box was first met.
    ///
    /// # Panics
    ///
    /// If there is no such colour, or there are more than [`MOST_BEADS`].
    pub fn apply(
        &self,
        effect: Effect,
        beads: &mut [u64],
        colour: usize,
        ply: u16,
    ) -> Option<Incident> {
        let there = beads[colour];
        let others = beads.iter().sum::<u64>() - there;
        let taken = match effect {
            Effect::Nothing => 0,
            Effect::Add(n) => {
                let room = MOST_BEADS - others - there;
                beads[colour] += n.min(room);
                return (n > room).then_some(Incident::Saturated);
            }
            Effect::Subtract(n) => n.min(there),
            Effect::Wipe => there,
        };
        let start = self.start_beads(ply, beads.len());
        if let Empty::ResetAt(least) = self.empty
            && taken > 0
            && others + there - taken <= least
        {
            beads.fill(start);
            return Some(Incident::Rescued);
        }
        if there == 0 || taken < there {
            beads[colour] -= taken;
            return None;
        }
        // Its last bead is about to go.
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

    /// Whether the other does the same in play, whomever either is meant for and for however many games.
    pub(crate) fn plays_like(&self, other: &Self) -> bool {
        let meant = Self {
            learner: other.learner,
            games: other.games,
            ..self.clone()
        };
        meant == *other
    }
}
