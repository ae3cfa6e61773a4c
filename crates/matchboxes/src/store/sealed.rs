//! Files with the header of a model and their own magic bytes, read and written as a whole.

use std::io::{Cursor, Read};
use std::path::Path;

use serde::Serialize;
use serde::de::DeserializeOwned;

use super::disk::{length, open_for};
use super::encoding::{put, take_all};
use super::format::{self, HEADER};
use super::place::{damaged, failed};
use crate::error::{Action, Damage, Result};

/// A kind of file: its first bytes, its name in messages, and what a failed reading is called.
pub struct SealedKind {
    pub(super) magic: [u8; 8],
    pub(super) what: &'static str,
    pub(super) action: Action,
}

impl SealedKind {
    /// Whether these are the first bytes of such a file.
    pub(super) fn begins(&self, head: &[u8]) -> bool {
        head.starts_with(&self.magic)
    }

    pub(super) fn seal(&self, stored: &impl Serialize) -> Vec<u8> {
        let mut bytes = Cursor::new(Vec::new());
        let sealed = format::seal_into(self.magic, &mut bytes, |out| put(stored, out));
        sealed.expect("writing to memory succeeds");
        bytes.into_inner()
    }

    pub(super) fn named(&self, reason: Damage) -> Damage {
        match reason {
            Damage::Foreign => Damage::Kind(self.what),
            other => other,
        }
    }

    pub(super) fn open<T: DeserializeOwned>(&self, bytes: &[u8]) -> Result<T, Damage> {
        let payload = format::unseal(self.magic, bytes).map_err(|reason| self.named(reason))?;
        take_all(payload)
    }

    pub(super) fn read<T>(&self, path: &Path, decode: fn(&[u8]) -> Result<T, Damage>) -> Result<T> {
        let failed = |source| failed(path, self.action, source);
        let damaged = |reason| damaged(path, self.named(reason));
        let mut file = open_for(path, self.action)?;
        let mut bytes = Vec::with_capacity(HEADER);
        // A file of another kind is not read to its end: it may be large, or have no end.
        let head = (&mut file).take(HEADER as u64).read_to_end(&mut bytes);
        head.map_err(failed)?;
        format::begins(self.magic, &bytes).map_err(damaged)?;
        let there = length(&file).map_err(failed)?;
        format::ends(&bytes, there).map_err(damaged)?;
        file.read_to_end(&mut bytes).map_err(failed)?;
        decode(&bytes).map_err(damaged)
    }
}
