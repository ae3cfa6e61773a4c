//! Actions on files and folders that can fail.

use std::io;

/// An action on a file or a folder that the system refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Action {
    /// Reading a file.
    #[error("reading")]
    Read,
    /// Reading a file of solved positions.
    #[error("reading solved positions")]
    ReadSolved,
    /// Reading a file of recorded games.
    #[error("reading recorded games")]
    ReadGames,
    /// Reading a folder.
    #[error("reading the folder")]
    ReadFolder,
    /// Finding out whether a file exists.
    #[error("looking for it")]
    Look,
    /// Writing a file.
    #[error("writing")]
    Write,
    /// Creating a folder.
    #[error("making the folder")]
    MakeFolder,
    /// Writing a file into a folder.
    #[error("writing into the folder")]
    WriteInto,
    /// Reading a temporary file in a folder.
    #[error("reading a temporary file in it")]
    ReadTemporary,
    /// Writing a temporary file in a folder.
    #[error("writing a temporary file in it")]
    WriteTemporary,
    /// Locking a file against other writers.
    #[error("locking")]
    Lock,
    /// Removing a file.
    #[error("removing it")]
    Remove,
    /// Giving a file another name.
    #[error("renaming it")]
    Rename,
    /// Following a link.
    #[error("following the link")]
    FollowLink,
}

impl Action {
    /// Whether it changes the disk.
    pub(super) const fn writes(self) -> bool {
        matches!(
            self,
            Self::Write
                | Self::MakeFolder
                | Self::WriteInto
                | Self::WriteTemporary
                | Self::Lock
                | Self::Remove
                | Self::Rename
        )
    }

    /// Why it failed, in words that follow the name of the file.
    pub(super) fn failed(self, cause: &io::Error) -> String {
        let reads = matches!(
            self,
            Self::Read | Self::ReadSolved | Self::ReadGames | Self::ReadFolder
        );
        if reads && cause.kind() == io::ErrorKind::NotFound {
            return "there is no such file or folder".to_owned();
        }
        format!("{self} failed: {cause}")
    }
}
