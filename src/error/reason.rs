//! Reasons that a program can tell apart: what it might do about each differs.

use std::path::{Path, PathBuf};

use super::unmerged::Unmerged;
use crate::text::count;

/// Why the bytes of a file are no model, or what else it should be, that this program can read; the message does not name the
/// file.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Damage {
    /// A pipe or a device, which is not read since it may have no end.
    #[error("not a model file but a pipe or a device, which may have no end")]
    Endless,
    /// They begin as no model does.
    #[error("not a model file")]
    Foreign,
    /// They begin as no file of the kind that was asked for does.
    #[error("not {0}")]
    Kind(&'static str),
    /// They begin almost as a model does.
    #[error("damaged in its first bytes, as a transfer in text mode does; copy it as binary")]
    Text,
    /// There are fewer of them than any model has.
    #[error("cut short: {there} bytes, less than a header")]
    Stump {
        /// The number of bytes there are.
        there: usize,
    },
    /// There are fewer of them than the header says.
    #[error("cut short: {there} of {whole} bytes")]
    Short {
        /// The number of bytes there are.
        there: usize,
        /// The number there should be.
        whole: u64,
    },
    /// There are more of them than the header says.
    #[error("too long: {there} bytes where {whole} were written")]
    Long {
        /// The number of bytes there are.
        there: usize,
        /// The number there should be.
        whole: u64,
    },
    /// They were changed.
    #[error("damaged: the checksum differs")]
    Checksum,
    /// They are whole, in a format that is not known yet.
    #[error("format version {version}, of a newer program; this one reads up to {known}")]
    Newer {
        /// The version of the format they are in.
        version: u16,
        /// The highest version known.
        known: u16,
    },
    /// They are as they were written, and what was written makes no sense.
    #[error("makes no sense: {0}")]
    Contents(String),
    /// The parts make sense, but not with the rules of the game or with one another.
    #[error("{0}")]
    Boxes(String),
}

/// Why a model may be somebody else's by now.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Loss {
    /// Its lock is gone.
    #[error("its lock was removed, so that somebody else may be writing it")]
    Lock,
    /// It is not the file that was read or written last.
    #[error("somebody else has put another file there, which stays")]
    Replaced,
}

/// What does not go together.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Mismatch {
    /// A model of another game than the one asked for.
    #[error("{model} has learnt {learnt}, not {requested}")]
    Game {
        /// The model's file or name.
        model: String,
        /// The game it has learnt.
        learnt: String,
        /// The game that is played.
        requested: String,
    },
    /// A file of another game than the one asked for.
    #[error("{file} is for {named}, not {requested}")]
    Import {
        /// The file.
        file: String,
        /// The game it names.
        named: String,
        /// The game asked for.
        requested: String,
    },
    /// A model that has not learnt the side it is to play.
    #[error("`{name}` has learnt only the {learnt} side and cannot play {requested}")]
    Side {
        /// The player's name.
        name: String,
        /// The side it has learnt: `first` or `second`.
        learnt: &'static str,
        /// The side it is to play.
        requested: &'static str,
    },
    /// A table whose boxes are laid out by another rule.
    #[error(
        "the boxes of the {side} side belong to a rule with other symmetry, duplicates or boxes"
    )]
    Layout {
        /// The side it plays: `first` or `second`.
        side: &'static str,
    },
    /// A table of the other side.
    #[error("a table of the {learnt} side cannot play {requested}")]
    TableSide {
        /// The side it plays: `first` or `second`.
        learnt: &'static str,
        /// The side it is to play.
        requested: &'static str,
    },
    /// A player whose parts have no side in common.
    #[error("`{0}` cannot play either side as a whole")]
    NoSide(String),
    /// A training that is to go on with a model of another game or of other learners.
    #[error("{model} holds {held}; asked for is {requested}")]
    Training {
        /// The model's file.
        model: String,
        /// Its game and who learns.
        held: String,
        /// What the training asks for.
        requested: String,
    },
    /// Boxes that a training cannot begin with, laid out by another rule or for another game.
    #[error("{model} holds {held}; a training of {requested} cannot begin with its boxes")]
    Boxes {
        /// The model's file.
        model: String,
        /// Its game and rule.
        held: String,
        /// The game and rule of the training.
        requested: String,
    },
    /// A model that is to go on by another rule, to which its boxes do not belong.
    #[error("{model}: this model follows the rule {follows}")]
    Rule {
        /// The model's file.
        model: String,
        /// The rule it was trained by last.
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
    /// A policy that is to be laid out by a rule that merges or leaves out positions or moves.
    #[error(
        "a policy has weights of its own for every position; the rule {rule} has not: take one \
         without symmetries and with every box, such as rote"
    )]
    Policy {
        /// The rule's name.
        rule: String,
    },
}

/// What stands in the way of writing a file, or is missing where there should be one.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Existing {
    /// There is no model to go on with.
    #[error("there is no model to continue")]
    Nothing,
    /// Something else than what is to be written.
    #[error("holds something else")]
    Other,
    /// Something of another kind than what is to be written.
    #[error("holds something of another kind")]
    Kind,
    /// Something of another kind than what is to be written, which no option replaces.
    #[error(
        "holds something of another kind and is not replaced; move it away, or name another place"
    )]
    Stays,
    /// A model, where something else is to be written.
    #[error("is a model, which only a model replaces; name another file")]
    Model,
    /// The ending of a model, where something else is to be written.
    #[error("has the ending of a model, but no model is to be written; name another file")]
    Ending,
    /// Something else than a report that may be written anew.
    #[error("is not a report of this command")]
    NoReport,
    /// The very training that was asked for, stopped before its end.
    #[error("holds this training, stopped after {} with {} left", sets(*.done), sets(*.left))]
    Stopped {
        /// The number of sets played.
        done: u64,
        /// The number of sets not played yet.
        left: u64,
    },
    /// The very training that was asked for, of another length.
    #[error("holds {} of this training", sets(*.done))]
    Length {
        /// The number of sets played.
        done: u64,
    },
    /// The very training that was asked for, and yet other bytes.
    #[error(
        "holds this training with different bytes, from another version of the program or against \
         another opponent of the same name"
    )]
    Bytes,
    /// Another training.
    #[error("holds another training ({0})")]
    Training(String),
    /// A training that is to replace the model when it is complete, and another was asked for.
    #[error(
        "holds a training under way that is to replace {} ({training}, {})",
        name(.model), to_play(*.left)
    )]
    UnderWay {
        /// The model that it is to replace.
        model: PathBuf,
        /// What it is.
        training: String,
        /// The number of sets not played yet.
        left: u64,
    },
    /// Something else, where a training under way was looked for or was to be kept.
    #[error("is no training under way, and is where one that replaces {} has to be; move it away", name(.0))]
    NotUnderWay(PathBuf),
    /// A training under way, whose model holds all of it and more.
    #[error("holds a training that {} has come to the end of and gone on from; remove it", name(.0))]
    Outgrown(PathBuf),
    /// Another training, where a numbered copy was to be kept.
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
        /// The side it is to play.
        requested: &'static str,
    },
    /// It plays another game only.
    #[error("plays only {0}")]
    Game(&'static str),
    /// It plays one side of one game only, in a training of the other side.
    #[error("plays only {plays}, and only in {game}")]
    Script {
        /// The side it plays: `first` or `second`.
        plays: &'static str,
        /// The game.
        game: &'static str,
        /// The side that can learn against it.
        learner: &'static str,
    },
    /// It changes from game to game, so no match can have it.
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
