//! Actions on files and folders that can fail.

use std::fmt;

/// An action on a file or a folder that the system refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Action {
    /// Reading a file.
    Read,
    /// Reading a file of solved positions.
    ReadSolved,
    /// Reading a file of recorded games.
    ReadGames,
    /// Reading a folder.
    ReadFolder,
    /// Finding out whether a file exists.
    Look,
    /// Writing a file.
    Write,
    /// Creating a folder.
    MakeFolder,
    /// Writing a file into a folder.
    WriteInto,
    /// Reading a temporary file in a folder.
    ReadTemporary,
    /// Writing a temporary file in a folder.
    WriteTemporary,
    /// Locking a file against other writers.
    Lock,
    /// Removing a file.
    Remove,
    /// Following a link.
    FollowLink,
}

impl fmt::Display for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Read => "reading",
            Self::ReadSolved => "reading solved positions",
            Self::ReadGames => "reading recorded games",
            Self::ReadFolder => "reading the folder",
            Self::Look => "looking for it",
            Self::Write => "writing",
            Self::MakeFolder => "making the folder",
            Self::WriteInto => "writing into the folder",
            Self::ReadTemporary => "reading a temporary file in it",
            Self::WriteTemporary => "writing a temporary file in it",
            Self::Lock => "locking",
            Self::Remove => "removing it",
            Self::FollowLink => "following the link",
        })
    }
}
