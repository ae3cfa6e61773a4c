//! Files of one section with the header of a model and their own magic bytes, read and written as a whole.

use std::io::{self, Cursor, Read, Seek, Write};
use std::path::Path;

use serde::Serialize;
use serde::de::DeserializeOwned;

use super::container::{self, ContainerKind, SECTION_VERSION};
use super::disk::{File, length, open_for};
use super::encoding::{Unreadable, put, take_all};
use super::place::{damaged, failed};
use crate::error::{Action, Damage, Result};

/// A kind of file: its first bytes, what it is called to begin with others, and what a failed reading is called.
pub(crate) struct SealedKind {
    pub(super) file: ContainerKind,
    pub(super) foreign: Damage,
    pub(super) action: Action,
}

impl SealedKind {
    /// Whether these are the first bytes of such a file.
    pub(super) fn begins(&self, head: &[u8]) -> bool {
        head.starts_with(&self.file.magic)
    }

    pub(super) fn seal(&self, stored: &impl Serialize) -> Vec<u8> {
        let mut bytes = Cursor::new(Vec::new());
        let sealed = self.seal_into(&mut bytes, |out| put(stored, out));
        sealed.expect("writing to memory succeeds");
        bytes.into_inner()
    }

    /// Writes a file from the start of `out`, with what `fill` writes as its section.
    pub(super) fn seal_into<W: Write + Seek>(
        &self,
        out: &mut W,
        mut fill: impl FnMut(&mut dyn Write) -> io::Result<()>,
    ) -> io::Result<()> {
        let tags = [(self.file.known[0], SECTION_VERSION)];
        container::seal_into(&self.file, &tags, out, |_, out| fill(out))
    }

    /// The damage, by the name of the kind where the file is of another one.
    pub(super) fn named(&self, reason: Damage) -> Damage {
        match reason {
            Damage::Foreign => self.foreign.clone(),
            other => other,
        }
    }

    pub(super) fn open<T: DeserializeOwned>(&self, bytes: &[u8]) -> Result<T, Damage> {
        let payload = container::unseal(&self.file, bytes).map_err(|reason| self.named(reason))?;
        take_all(payload)
    }

    pub(super) fn read<T>(&self, path: &Path, decode: fn(&[u8]) -> Result<T, Damage>) -> Result<T> {
        self.read_by(path, |file, there| {
            // A file of another kind is not read to its end: it may be large, or have no end.
            container::open(&self.file, file, there)?;
            let mut bytes = Vec::new();
            file.rewind()?;
            file.read_to_end(&mut bytes)?;
            Ok(decode(&bytes)?)
        })
    }

    /// What `read` makes of a file and its length.
    pub(super) fn read_by<T>(
        &self,
        path: &Path,
        read: impl FnOnce(&mut File, u64) -> Result<T, Unreadable>,
    ) -> Result<T> {
        read_by(path, self.action, |reason| self.named(reason), read)
    }
}

/// What `read` makes of a file and its length; errors name the file, and `named` the damage.
pub(super) fn read_by<T>(
    path: &Path,
    action: Action,
    named: impl FnOnce(Damage) -> Damage,
    read: impl FnOnce(&mut File, u64) -> Result<T, Unreadable>,
) -> Result<T> {
    let failed = |source| failed(path, action, source);
    let mut file = open_for(path, action)?;
    let there = length(&file).map_err(failed)?;
    read(&mut file, there).map_err(|error| match error {
        Unreadable::Damaged(reason) => damaged(path, named(reason)),
        Unreadable::Failed(source) => failed(source),
    })
}
