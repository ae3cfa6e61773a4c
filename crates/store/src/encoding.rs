//! How values are written and read: the fields of a type one after the other, as `docs/format.md` describes.
//! Only this file uses the crate that does it.

use std::io::{self, Read, Take, Write};

use bincode::{ErrorKind, Options};
use serde::Serialize;
use serde::de::DeserializeOwned;

use super::place::invalid;
use crate::error::Damage;

/// Why a file could not be read.
pub(crate) enum Unreadable {
    /// The bytes are not such a file.
    Damaged(Damage),
    /// The system refused to read.
    Failed(io::Error),
}

impl From<io::Error> for Unreadable {
    fn from(error: io::Error) -> Self {
        Self::Failed(error)
    }
}

impl From<Damage> for Unreadable {
    fn from(damage: Damage) -> Self {
        Self::Damaged(damage)
    }
}

impl Unreadable {
    /// The damage of bytes in memory, which the system cannot refuse to read.
    pub(super) fn of_bytes(self) -> Damage {
        match self {
            Self::Damaged(damage) => damage,
            Self::Failed(error) => invalid(error.to_string()),
        }
    }
}

/// Writes a value.
pub(super) fn put(value: &impl Serialize, out: &mut (impl Write + ?Sized)) -> io::Result<()> {
    let written = bincode::DefaultOptions::new().serialize_into(out, value);
    written.map_err(|error| match *error {
        ErrorKind::Io(error) => error,
        other => io::Error::other(other),
    })
}

/// Reads the next value; the number of bytes that are left guards against forged lengths.
pub(super) fn value<T: DeserializeOwned>(from: &mut Take<impl Read>) -> Result<T, Unreadable> {
    let options = bincode::DefaultOptions::new().with_limit(from.limit());
    options
        .deserialize_from(from)
        .map_err(|error| match *error {
            ErrorKind::Io(error) if error.kind() != io::ErrorKind::UnexpectedEof => error.into(),
            other => invalid(other.to_string()).into(),
        })
}

/// Reads a value that takes all of these bytes.
pub(super) fn take_all<T: DeserializeOwned>(bytes: &[u8]) -> Result<T, Damage> {
    let options = bincode::DefaultOptions::new().with_limit(bytes.len() as u64);
    let read = options.deserialize(bytes);
    read.map_err(|error| invalid(error.to_string()))
}

/// Writes a value with each number in all of its bytes, the lowest first.
pub(super) fn put_fixed(value: &impl Serialize, bytes: &mut Vec<u8>) {
    let options = bincode::DefaultOptions::new().with_fixint_encoding();
    let written = options.serialize_into(bytes, value);
    written.expect("writing to memory succeeds");
}

/// Reads what [`put_fixed`] has written; the bytes must be as many.
pub(super) fn take_fixed<T: DeserializeOwned>(rest: &mut &[u8]) -> T {
    let options = bincode::DefaultOptions::new().with_fixint_encoding();
    let read = options.deserialize_from(rest);
    read.expect("as many bytes as were written")
}
