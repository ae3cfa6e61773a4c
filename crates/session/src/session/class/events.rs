//! The events of a class, as the lines of its file. All else about the class follows from them.

use crate::game::Side;
use serde::{Deserialize, Serialize};

/// A lesson: a game, the rule of its machines, and their side.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ClassLesson {
    /// Nim with cups.
    Cups,
    /// Hexapawn with 19 boxes.
    Hexapawn,
    /// Tic-tac-toe with 304 boxes.
    TicTacToe,
}

impl ClassLesson {
    /// All lessons, in the order in which they are taught.
    pub const ALL: [Self; 3] = [Self::Cups, Self::Hexapawn, Self::TicTacToe];

    /// Its name.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Cups => "cups",
            Self::Hexapawn => "hexapawn",
            Self::TicTacToe => "tic-tac-toe",
        }
    }

    /// The game, the preset of the rule, and the side of the machine.
    pub const fn machine(self) -> (&'static str, &'static str, Side) {
        match self {
            Self::Cups => ("nim:8:take=3", "cups", Side::Second),
            Self::Hexapawn => ("hexapawn", "her", Side::Second),
            Self::TicTacToe => ("tic-tac-toe", "michie-304", Side::First),
        }
    }
}

impl std::str::FromStr for ClassLesson {
    type Err = String;

    fn from_str(name: &str) -> Result<Self, String> {
        let mut all = Self::ALL.into_iter();
        let names = Self::ALL.map(Self::name).join(", ");
        let found = all.find(|lesson| lesson.name() == name);
        found.ok_or_else(|| format!("the lessons are {names}"))
    }
}

/// Whose machines the groups teach.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ClassWay {
    /// Each group has a machine of its own.
    Each,
    /// All groups teach the same machine.
    One,
}

/// How the groups go through the steps of their lesson.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ClassPace {
    /// Their boards show no steps.
    #[default]
    Free,
    /// Each group goes at its own pace.
    Own,
    /// All groups are at the same step.
    All(ClassStep),
}

/// A step at which all groups are.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ClassStep {
    /// Its number, from 1.
    pub step: u8,
    /// Whether the answer to its question is shown, after which no group guesses.
    pub answered: bool,
}

/// The number of a group, from 1 in the order in which they joined; never used again.
pub type GroupNumber = u32;

/// One line of the file of a class.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", tag = "what", deny_unknown_fields)]
#[expect(
    missing_docs,
    reason = "most fields are what their name and the event say"
)]
pub enum ClassEvent {
    /// The first line.
    Begun {
        /// The version of the file, [`CLASS_FORMAT`](super::CLASS_FORMAT).
        format: u32,
        class: String,
        /// The code by which groups join.
        code: String,
        /// The secret of the teacher.
        token: String,
        /// The lesson that it begins with.
        lesson: ClassLesson,
        /// Tells the machines of this class from other machines.
        seed: u64,
    },
    /// The server listens at this port, and will again.
    Listens { port: u16 },
    /// A group has joined.
    Joined {
        group: GroupNumber,
        name: String,
        file: String,
        /// The secret of its browser.
        key: String,
        /// The code for its other devices.
        code: String,
    },
    /// A group has another name.
    Renamed {
        group: GroupNumber,
        name: String,
        file: String,
    },
    /// A group is removed.
    Removed { group: GroupNumber },
    /// Another lesson or another way: the games that were not over are gone.
    Turned { lesson: ClassLesson, way: ClassWay },
    /// The groups go through the steps of the lesson in another way.
    Led { pace: ClassPace },
    /// A group has guessed the answer to the question of the step, perhaps once more.
    Guessed {
        group: GroupNumber,
        step: u8,
        /// Which of the answers, from 0.
        choice: u8,
    },
    /// All boards pause, or go on.
    Paused { paused: bool },
    /// A game goes on.
    Moved {
        group: GroupNumber,
        moves: Vec<String>,
    },
    /// A game is over and was learnt.
    Ended {
        /// Its number in the class, from 1.
        game: u64,
        group: GroupNumber,
        moves: Vec<String>,
        /// The side that resigned it, if one did.
        #[serde(skip_serializing_if = "Option::is_none", default)]
        resigned: Option<Side>,
    },
    /// A game does not count after all.
    TakenBack { game: u64 },
    /// A model was written.
    Saved {
        file: String,
        /// The length and the checksum of the file, in hexadecimal digits.
        version: String,
    },
}

impl ClassEvent {
    /// Whether it should survive a loss of power at once.
    pub const fn needs_sync(&self) -> bool {
        !matches!(self, Self::Moved { .. } | Self::Guessed { .. })
    }
}
