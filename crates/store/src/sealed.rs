//! Files of a kind as a whole: read from a path or from memory, or written if they have one section.

use std::io::{self, Cursor, Seek, Write};
use std::path::Path;

use serde::Serialize;
use serde::de::DeserializeOwned;

use super::container::{self, ContainerKind, Contents, ReadSeek, SECTION_VERSION, contents, open};
use super::disk::{length, open_for};
use super::encoding::{Unreadable, put, whole};
use super::place::{damaged, failed, invalid};
use crate::error::{Damage, Result};

impl ContainerKind {
    /// Whether these are the first bytes of such a file.
    pub(super) fn begins(&self, head: &[u8]) -> bool {
        head.starts_with(&self.magic)
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
        let tags = [(self.known[0], SECTION_VERSION)];
        container::seal_into(self, &tags, out, |_, out| fill(out))
    }

    /// The section of a file of `there` bytes, the only one that its reader knows, after checking the file.
    pub(super) fn only<'f>(
        &self,
        file: &'f mut dyn ReadSeek,
        there: u64,
    ) -> Result<Contents<'f>, Unreadable> {
        let sections = open(self, file, there)?;
        let first = sections.first().filter(|first| self.known == [first.tag]);
        let first = first.ok_or_else(|| invalid("it lacks a section"))?;
        Ok(contents(file, first)?)
    }

    /// The value that is that section.
    pub(super) fn value<T: DeserializeOwned>(
        &self,
        file: &mut dyn ReadSeek,
        there: u64,
    ) -> Result<T, Unreadable> {
        whole(self.only(file, there)?)
    }

    /// What `read` makes of a file and its length.
    pub(super) fn read_by<T>(
        &self,
        path: &Path,
        read: impl FnOnce(&mut dyn ReadSeek, u64) -> Result<T, Unreadable>,
    ) -> Result<T> {
        let failed = |source| failed(path, self.action, source);
        let mut file = open_for(path, self.action)?;
        let there = length(&file).map_err(failed)?;
        read(&mut file, there).map_err(|error| match error {
            Unreadable::Damaged(reason) => damaged(path, reason),
            Unreadable::Failed(source) => failed(source),
        })
    }
}

/// What `read` makes of the bytes of a file.
pub(super) fn decode_by<T>(
    bytes: &[u8],
    read: impl FnOnce(&mut dyn ReadSeek, u64) -> Result<T, Unreadable>,
) -> Result<T, Damage> {
    let read = read(&mut Cursor::new(bytes), bytes.len() as u64);
    // The system cannot refuse to read what is in memory.
    read.map_err(|error| match error {
        Unreadable::Damaged(reason) => reason,
        Unreadable::Failed(error) => invalid(error.to_string()),
    })
}
