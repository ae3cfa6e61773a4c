//! Actions on files and folders that can fail.

use std::io;

/// An action on a file or a folder that the system refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
#[expect(missing_docs, reason = "the messages say what is done")]
pub enum Action {
    #[error("reading")]
    Read,
    #[error("reading solved positions")]
    ReadSolved,
    #[error("reading recorded games")]
    ReadGames,
    #[error("reading the folder")]
    ReadFolder,
    #[error("looking for it")]
    Look,
    #[error("writing")]
    Write,
    #[error("making the folder")]
    MakeFolder,
    #[error("writing into the folder")]
    WriteInto,
    #[error("reading a temporary file in it")]
    ReadTemporary,
    #[error("writing a temporary file in it")]
    WriteTemporary,
    #[error("locking")]
    Lock,
    #[error("removing it")]
    Remove,
    #[error("renaming it")]
    Rename,
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
