//! What happened in a training, set by set: the points of every curve.

use serde::{Deserialize, Serialize};

use crate::game::{Outcome, Side};

/// The sets of a training in the order in which they were played.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct History {
    /// One record after the other.
    pub records: Vec<Record>,
}

/// The counts of one set of games, or of several successive sets taken together.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Record {
    /// How many sets these counts cover.
    pub sets: u64,
    /// Games the first side won.
    pub first_wins: u64,
    /// Games nobody won.
    pub draws: u64,
    /// Games the second side won.
    pub second_wins: u64,
    /// Games a side gave up because its box was empty, by side; they count as lost as well.
    pub resigned: [u64; 2],
    /// How the tables of those who learn stood after the last of these sets, by side.
    pub standing: [Option<Standing>; 2],
}

/// The state of one table after a set, and what its rule had to do in the set.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Standing {
    /// Matchboxes met since the training began.
    pub boxes: u64,
    /// Matchboxes with at least one move whose beads are all gone, by the ply of the box: entry
    /// `n` counts boxes met after `n` moves of the game.
    pub zeroed: Vec<u64>,
    /// Times the rule's empty-box policy gave beads back, in these sets.
    pub rescued: u64,
    /// Times a count of beads stopped at its largest value, in these sets.
    pub saturated: u64,
}

impl Standing {
    /// All matchboxes with at least one move whose beads are gone.
    #[must_use]
    pub fn zeroed_total(&self) -> u64 {
        self.zeroed.iter().sum()
    }
}

impl Record {
    /// Counts one finished game.
    pub fn count(&mut self, outcome: Outcome) {
        match outcome {
            Outcome::Win(Side::First) => self.first_wins += 1,
            Outcome::Win(Side::Second) => self.second_wins += 1,
            Outcome::Draw => self.draws += 1,
        }
    }

    /// All games of these sets.
    #[must_use]
    pub const fn games(&self) -> u64 {
        self.first_wins + self.draws + self.second_wins
    }

    /// Games `side` won.
    #[must_use]
    pub const fn wins(&self, side: Side) -> u64 {
        match side {
            Side::First => self.first_wins,
            Side::Second => self.second_wins,
        }
    }

    /// Games `side` won or drew.
    #[must_use]
    pub const fn not_lost(&self, side: Side) -> u64 {
        self.wins(side) + self.draws
    }
}

impl History {
    /// How many sets were played.
    #[must_use]
    pub fn sets(&self) -> u64 {
        self.records.iter().map(|r| r.sets).sum()
    }

    /// How many games were played.
    #[must_use]
    pub fn games(&self) -> u64 {
        self.records.iter().map(Record::games).sum()
    }

    /// The counts of the last `sets` sets together: at least so many, as whole records allow.
    #[must_use]
    pub fn last(&self, sets: u64) -> Record {
        let mut sum = Record::default();
        for record in self.records.iter().rev() {
            if sum.sets >= sets {
                break;
            }
            sum.sets += record.sets;
            sum.first_wins += record.first_wins;
            sum.draws += record.draws;
            sum.second_wins += record.second_wins;
            for side in Side::BOTH.map(Side::index) {
                sum.resigned[side] += record.resigned[side];
                if sum.standing[side].is_none() {
                    sum.standing[side].clone_from(&record.standing[side]);
                }
            }
        }
        sum
    }
}
