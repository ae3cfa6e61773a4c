//! The events of a class, as the lines of its file. All else about the class follows from them.

use matchboxes::game::Side;
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
    pub(super) const fn machine(self) -> (&'static str, &'static str, Side) {
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
pub(super) enum Way {
    /// Each group has a machine of its own.
    Each,
    /// All groups teach the same machine.
    One,
}

/// The number of a group, from 1 in the order in which they joined; never used again.
pub(super) type GroupNumber = u32;

/// One line of the file of a class.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", tag = "what", deny_unknown_fields)]
pub(super) enum Event {
    /// The first line, with the code of the class and the secret of its teacher. The seed tells the machines of this
    /// class from other machines.
    Begun {
        format: u32,
        class: String,
        code: String,
        token: String,
        lesson: ClassLesson,
        seed: u64,
    },
    /// The server listens at this port, and will again.
    Listens {
        port: u16,
    },
    /// A group has joined: its name, the name of its file, the secret of its browser, and the code for its other
    /// devices.
    Joined {
        group: GroupNumber,
        name: String,
        file: String,
        key: String,
        code: String,
    },
    Renamed {
        group: GroupNumber,
        name: String,
    },
    Removed {
        group: GroupNumber,
    },
    /// Another lesson or another way: the games that were not over are gone.
    Turned {
        lesson: ClassLesson,
        way: Way,
    },
    Paused {
        paused: bool,
    },
    /// The moves of both sides in a game that is not over.
    Moved {
        group: GroupNumber,
        moves: Vec<String>,
    },
    /// A game that is over and has been learnt, with its number in the class. This side resigned it, if any.
    Ended {
        game: u64,
        group: GroupNumber,
        moves: Vec<String>,
        #[serde(skip_serializing_if = "Option::is_none", default)]
        resigned: Option<Side>,
    },
    /// A game that does not count after all.
    TakenBack {
        game: u64,
    },
    /// A model is written: the name of its file, and its length and checksum.
    Saved {
        file: String,
        version: String,
    },
}

impl Event {
    /// Whether it should survive a loss of power at once.
    pub(super) const fn is_weighty(&self) -> bool {
        !matches!(self, Self::Moved { .. })
    }
}
