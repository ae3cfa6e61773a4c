//! Reasons of errors that a program can tell apart, because it may treat each differently.

use std::path::{Path, PathBuf};

use super::unmerged::Unmerged;
use crate::text::count;

/// Why this program cannot read a file as a model, or as the other kind of file that it should be. The
/// message does not name the file.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Damage {
    /// A pipe or a device, which is not read because it may have no end.
    #[error("not a model file but a pipe or a device, which may have no end")]
    Endless,
    /// The first bytes are not those of a model.
    #[error("not a model file")]
    Foreign,
    /// The first bytes are not those of the kind of file that was asked for.
    #[error("not {0}")]
    Kind(&'static str),
    /// The first bytes are not those of a part.
    #[error("not a part of a study or a sweep")]
    NoPart,
    /// The first bytes are almost those of a model.
    #[error("damaged in its first bytes, as by a transfer in text mode; copy it as binary")]
    Text,
    /// The file is shorter than a header.
    #[error("cut short: {there} bytes, less than a header")]
    Stump {
        /// The number of bytes in the file.
        there: usize,
    },
    /// The file is shorter than its header says.
    #[error("cut short: {there} of {whole} bytes")]
    Short {
        /// The number of bytes in the file.
        there: usize,
        /// The number of bytes that the header gives.
        whole: u64,
    },
    /// The file is longer than its header says.
    #[error("too long: {there} bytes instead of {whole}")]
    Long {
        /// The number of bytes in the file.
        there: usize,
        /// The number of bytes that the header gives.
        whole: u64,
    },
    /// The bytes were changed.
    #[error("damaged: the checksum differs")]
    Checksum,
    /// The file is complete, in a newer version of the format.
    #[error("format version {version}, of a newer program; this one reads up to {known}")]
    Newer {
        /// The version of the file.
        version: u16,
        /// The highest version that this program can read.
        known: u16,
    },
    /// The file is complete, and has something that only a newer program knows.
    #[error("written by a newer program: it has `{0}`, which this one does not know")]
    NewerName(String),
    /// A part of a study by a program in which runs have other results.
    #[error(
        "a part by a program with other results (number {there}; this one has {known}); play it again with \
         one program for all parts"
    )]
    Results {
        /// The number of the results of that program.
        there: u32,
        /// That of this program.
        known: u32,
    },
    /// The bytes are unchanged, but their meaning is invalid.
    #[error("cannot be understood: {0}")]
    Contents(String),
    /// The parts do not match the rules of the game, or one another.
    #[error("{0}")]
    Boxes(String),
}

/// Why a file is no longer replaced.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Loss {
    /// Its lock is gone.
    #[error("its lock was removed, so another process may be writing it")]
    Lock,
    /// It is not the file that was read or written last.
    #[error("another process has put a different file there, which is kept")]
    Replaced,
    /// The system does not let it be replaced.
    #[error(
        "it cannot be replaced; another program may have it open, or it may belong to someone else"
    )]
    Held,
}

/// Two things that do not match.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Mismatch {
    /// A model of another game than the requested one.
    #[error("{model} has learnt {learnt}, not {requested}")]
    Game {
        /// The model's file or name.
        model: String,
        /// The game it has learnt.
        learnt: String,
        /// The game requested.
        requested: String,
    },
    /// A file of another game than the requested one.
    #[error("{file} is for {named}, not {requested}")]
    Import {
        /// The file.
        file: String,
        /// The game it names.
        named: String,
        /// The game requested.
        requested: String,
    },
    /// A model that has not learnt the side it should play.
    #[error("`{name}` has learnt only the {learnt} side and cannot play {requested}")]
    Side {
        /// The player's name.
        name: String,
        /// The side it has learnt: `first` or `second`.
        learnt: &'static str,
        /// The side it should play.
        requested: &'static str,
    },
    /// A table with the box layout of another rule.
    #[error(
        "the boxes of the {side} side belong to a rule with different symmetry, duplicates or boxes"
    )]
    Layout {
        /// The side it plays: `first` or `second`.
        side: &'static str,
    },
    /// Boxes of beads for a rule that keeps values, or the other way round.
    #[error("{}", if *.keeps {
        "the boxes hold beads, and the rule keeps values of moves: it cannot continue from them"
    } else {
        "the boxes hold values of moves, and the rule moves beads: it cannot continue from them"
    })]
    Values {
        /// Whether the rule keeps values.
        keeps: bool,
    },
    /// A table of the other side.
    #[error("a table of the {learnt} side cannot play {requested}")]
    TableSide {
        /// The side it plays: `first` or `second`.
        learnt: &'static str,
        /// The side it should play.
        requested: &'static str,
    },
    /// A player whose parts have no side in common.
    #[error("`{0}` has no side that all of its parts can play")]
    NoSide(String),
    /// A training that should continue a model of another game or of other learners.
    #[error("{model} holds {held}; the request is for {requested}")]
    Training {
        /// The model's file.
        model: String,
        /// Its game and learners.
        held: String,
        /// The game and learners of the training.
        requested: String,
    },
    /// Boxes that a training cannot begin with, because their rule has another layout or their game is
    /// another.
    #[error("{model} holds {held}; a training of {requested} cannot begin with its boxes")]
    Boxes {
        /// The model's file.
        model: String,
        /// Its game and rule.
        held: String,
        /// The game and rule of the training.
        requested: String,
    },
    /// A model that should continue by another rule, to which its boxes do not belong.
    #[error("{model}: this model follows the rule {follows}")]
    Rule {
        /// The model's file.
        model: String,
        /// The rule of its last training.
        follows: String,
    },
    /// A box that does not belong to the game under the rule.
    #[error("the box of key {key:#x} {reason}")]
    Matchbox {
        /// The key of its position.
        key: u128,
        /// What is wrong with it.
        reason: String,
    },
    /// Tables that cannot be added up.
    #[error(transparent)]
    Merge(Unmerged),
    /// A policy whose layout should be that of a rule that merges or leaves out positions or moves.
    #[error(
        "a policy has separate weights for every position; the rule {rule} does not: take a rule \
         without symmetries and with a box for every position, such as rote"
    )]
    Policy {
        /// The rule's name.
        rule: String,
    },
}

/// Why a file is not written, or which file is missing.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Existing {
    /// There is no model to continue.
    #[error("there is no model to continue")]
    Nothing,
    /// The file differs from what would be written.
    #[error("holds something else")]
    Other,
    /// The file is of another kind than what would be written.
    #[error("holds something of another kind")]
    Kind,
    /// The file is of another kind than what would be written, and no option replaces it.
    #[error(
        "holds something of another kind and is not replaced; move it away, or name another place"
    )]
    Stays,
    /// The file is a model, but something else would be written.
    #[error("is a model, which only a model replaces; name another file")]
    Model,
    /// The file name has the ending of a model, but something else would be written.
    #[error("has the ending of a model, but no model is to be written; name another file")]
    Ending,
    /// The file is not a report that this command may replace.
    #[error("is not a report of this command")]
    NoReport,
    /// The requested training, stopped before its end.
    #[error("holds this training, stopped after {} with {} left", sets(*.done), sets(*.left))]
    Stopped {
        /// The number of sets played.
        done: u64,
        /// The number of sets not played yet.
        left: u64,
    },
    /// The requested training, with another number of sets.
    #[error("holds {} of this training", sets(*.done))]
    Length {
        /// The number of sets played.
        done: u64,
    },
    /// The requested training, but with different bytes.
    #[error(
        "holds this training with different bytes, from another version of the program or against \
         another opponent of the same name"
    )]
    Bytes,
    /// Another training.
    #[error("holds another training ({0})")]
    Training(String),
    /// Results of another training, or of more of this one.
    #[error("holds {0}")]
    Results(String),
    /// A training in progress that will replace the model, when another training was requested.
    #[error(
        "holds a training in progress that is to replace {} ({training}, {})",
        name(.model), to_play(*.left)
    )]
    InProgress {
        /// The model that it will replace.
        model: PathBuf,
        /// A description of the training.
        training: String,
        /// The number of sets not played yet.
        left: u64,
    },
    /// The file is not a training in progress, but has the name of one.
    #[error("is not a training in progress, but has the name of one that is to replace {}; move it away", name(.0))]
    NotInProgress(PathBuf),
    /// A training in progress that its model has already completed and continued.
    #[error("holds a training that {} has already completed and continued; remove it", name(.0))]
    AlreadyContinued(PathBuf),
    /// A part of a study, when another one would be written.
    #[error("holds {0}")]
    Part(String),
    /// Another training, in the place of a numbered copy.
    #[error("holds another training and is not replaced; move it away")]
    Copy,
}

/// Why a known player cannot play.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Unfit {
    /// It plays one side only.
    #[error("plays only the {plays} side and cannot play {requested}")]
    Side {
        /// The side it plays: `first` or `second`.
        plays: &'static str,
        /// The side it should play.
        requested: &'static str,
    },
    /// It plays only another game.
    #[error("plays only {0}")]
    Game(&'static str),
    /// It plays only one side of one game, as the opponent in a training of the other side.
    #[error("plays only {plays}, and only in {game}")]
    Script {
        /// The side it plays: `first` or `second`.
        plays: &'static str,
        /// The game.
        game: &'static str,
        /// The side that can learn against it.
        learner: &'static str,
    },
    /// It changes from game to game, so it cannot play in a match.
    #[error("changes from game to game, so it is only an opponent for training")]
    TrainingOnly,
}

fn to_play(n: u64) -> String {
    match n {
        0 => "all sets played".to_owned(),
        n => format!("{} left", sets(n)),
    }
}

/// The name of a file, without its folder.
fn name(path: &Path) -> String {
    let name = path.file_name().unwrap_or_default();
    name.to_string_lossy().into_owned()
}

fn sets(n: u64) -> String {
    count(n, "set", "sets")
}
