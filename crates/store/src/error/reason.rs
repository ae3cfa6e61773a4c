//! Reasons of errors that a program can tell apart, because it may treat each differently.

use std::path::{Path, PathBuf};

use crate::text::count;

/// Why this program cannot read a file as a model, or as the other kind of file that it should be. The
/// message does not name the file.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
#[expect(missing_docs, reason = "the messages say what the fields are")]
pub enum Damage {
    /// A pipe or a device, which is not read because it may have no end.
    #[error("not a model file but a pipe or a device, which may have no end")]
    Endless,
    /// The first bytes do not belong to a model.
    #[error("not a model file")]
    Foreign,
    /// The first bytes do not belong to the requested kind of file.
    #[error("not {0}")]
    Kind(&'static str),
    /// The first bytes do not belong to a part.
    #[error("not a part of a study or a sweep")]
    NoPart,
    /// The first bytes are almost a model's.
    #[error("damaged in its first bytes, as by a transfer in text mode; copy it as binary")]
    Text,
    /// The file is shorter than a header.
    #[error("cut short: {there} bytes, less than a header")]
    Stump { there: usize },
    /// The file is shorter than the length in its header.
    #[error("cut short: {there} of {whole} bytes")]
    Short { there: usize, whole: u64 },
    /// The file is longer than the length in its header.
    #[error("too long: {there} bytes instead of {whole}")]
    Long { there: usize, whole: u64 },
    /// The bytes were changed.
    #[error("damaged: the checksum differs")]
    Checksum,
    /// The file is complete, in a newer version of the format.
    #[error("format version {version}, of a newer program; this one reads up to {known}")]
    Newer { version: u16, known: u16 },
    /// The file is complete, and has something that only a newer program can read.
    #[error("written by a newer program, which uses {0}, unknown to this one")]
    NewerName(String),
    /// The file is complete, and of a game that only its own program or a newer one knows.
    #[error("{0}; the file is of a newer program, or of a game of your own")]
    UnknownGame(String),
    /// A part of a study by a program in which runs have other results.
    #[error(
        "a part by a program with other results (number {there}; this one has {known}); play it again with \
         one program for all parts"
    )]
    Results { there: u32, known: u32 },
    /// The bytes are unchanged, but their meaning is invalid.
    #[error("cannot be understood: {0}")]
    Contents(String),
    /// The parts do not match the rules of the game, or one another.
    #[error("{0}")]
    Boxes(String),
}

/// Two things that do not match. A program may add a hint for the first three; every other message is
/// complete.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
#[expect(missing_docs, reason = "the messages say what the fields are")]
pub enum Mismatch {
    /// A model that has not learnt the side it should play.
    #[error("`{name}` has learnt only the {learnt} side and cannot play {requested}")]
    Side {
        name: String,
        /// The side it has learnt: `first` or `second`.
        learnt: &'static str,
        requested: &'static str,
    },
    /// A model that should continue by another rule, to which its boxes do not belong.
    #[error("{model}: this model follows the rule {follows}")]
    Rule { model: String, follows: String },
    /// Tables of different sides, which cannot be added up.
    #[error("{0}")]
    Learners(String),
    /// Anything else, such as a model of another game.
    #[error("{0}")]
    Other(String),
}

impl Mismatch {
    /// A model or file that has learnt another game than the requested one.
    pub fn game(model: impl std::fmt::Display, learnt: &str, requested: &str) -> Self {
        Self::Other(format!("{model} has learnt {learnt}, not {requested}"))
    }
}

/// Why a file is not written, or which file is missing. For each of these, something else helps.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
#[expect(
    missing_docs,
    reason = "the messages say what the fields are: numbers of sets, and the model to be replaced"
)]
pub enum Existing {
    /// There is no model to continue.
    #[error("there is no model to continue")]
    Nothing,
    /// The file differs from what would be written.
    #[error("{0}")]
    Other(String),
    /// The file is never replaced.
    #[error("{0}")]
    Stays(String),
    /// Nothing is there but these rescue files beside it.
    #[error(
        "what could not be written there is in {}; put it back, or move it to another folder to do without it",
        listed(.0)
    )]
    Rescued(Vec<PathBuf>),
    /// The file name has the ending of a model, but something else would be written.
    #[error(
        "ends in .menace as a model does, but this command writes no model there; name another file"
    )]
    Ending,
    /// The requested training, stopped before its end.
    #[error("holds this training, stopped after {} with {} left", sets(*.done), sets(*.left))]
    Stopped { done: u64, left: u64 },
    /// The requested training, with another player behind the name of a file.
    #[error(
        "holds this training, {}, but a file that one of its players is read from has changed since",
        progress(*.done, *.left)
    )]
    OtherPlayer { done: u64, left: u64 },
    /// The requested training, with another number of sets.
    #[error("holds {} of this training", sets(*.done))]
    Length { done: u64 },
    /// The requested training, but with different bytes.
    #[error(
        "holds this training with different bytes, from another version of the program or against \
         another opponent of the same name"
    )]
    Bytes,
    /// Another training.
    #[error("holds another training ({0})")]
    Training(String),
    /// Other results, or of more of this training.
    #[error("holds {0}")]
    Results(String),
    /// A training in progress that will replace the model, when another training was requested.
    #[error(
        "holds a training in progress that is to replace {} ({training}, {})",
        file_name(.model), to_play(*.left)
    )]
    InProgress {
        model: PathBuf,
        training: String,
        left: u64,
    },
}

impl Existing {
    /// The file is not a training in progress, but has the name of one that is to replace this model.
    pub fn not_in_progress(model: &Path) -> Self {
        Self::Stays(format!(
            "is not a training in progress, but has the name of one that is to replace {}; move it away",
            file_name(model)
        ))
    }

    /// A training in progress that this model has already completed and continued.
    pub fn already_continued(model: &Path) -> Self {
        Self::Stays(format!(
            "holds a training that {} has already completed and continued; remove it",
            file_name(model)
        ))
    }
}

/// Rescue files as a list.
fn listed(kept: &[PathBuf]) -> String {
    let kept = kept.iter().map(|path| path.display().to_string());
    kept.collect::<Vec<_>>().join(" and ")
}

fn progress(done: u64, left: u64) -> String {
    match left {
        0 => "complete".to_owned(),
        left => format!("stopped after {} with {} left", sets(done), sets(left)),
    }
}

fn to_play(n: u64) -> String {
    match n {
        0 => "all sets played".to_owned(),
        n => format!("{} left", sets(n)),
    }
}

/// The name of a file, without its folder.
fn file_name(path: &Path) -> String {
    let name = path.file_name().unwrap_or_default();
    name.to_string_lossy().into_owned()
}

fn sets(n: u64) -> String {
    count(n, "set", "sets")
}
