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
    let read = options.deserialize_from(Shortest { from, mark: 0 });
    read.map_err(|error| {
        let reason = match *error {
            ErrorKind::Io(error) => match error.kind() {
                io::ErrorKind::UnexpectedEof => TOO_LONG.to_owned(),
                io::ErrorKind::InvalidData => error.to_string(),
                _ => return error.into(),
            },
            ErrorKind::SizeLimit => TOO_LONG.to_owned(),
            ErrorKind::InvalidUtf8Encoding(_) => "a text in it is not UTF-8".to_owned(),
            ErrorKind::InvalidBoolEncoding(_) | ErrorKind::InvalidTagEncoding(_) => {
                "a byte in it is neither 0 nor 1".to_owned()
            }
            ErrorKind::Custom(reason) if reason.starts_with("Invalid value") => {
                "a number in it is out of its range".to_owned()
            }
            ErrorKind::Custom(reason) => reason,
            other => other.to_string(),
        };
        invalid(reason).into()
    })
}

/// Reads a value that takes all bytes.
pub(super) fn whole<T: DeserializeOwned>(mut from: Take<impl Read>) -> Result<T, Unreadable> {
    let read = value(&mut from)?;
    ended(&from).map(|()| read)
}

/// Checks that all has been read.
pub(super) fn ended<R>(from: &Take<R>) -> Result<(), Unreadable> {
    if from.limit() > 0 {
        return Err(invalid("there are bytes after its end").into());
    }
    Ok(())
}

/// A list or a text that does not end within the file.
const TOO_LONG: &str = "a part of it is longer than the file";

/// A reader that refuses a number that takes more bytes than it needs, so that equal values are equal bytes. Each such
/// number is read as a byte, its mark, and then as many bytes as the mark says.
struct Shortest<R> {
    from: R,
    /// The last byte, if it was read alone.
    mark: u8,
}

impl<R: Read> Read for Shortest<R> {
    fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
        self.from.read(bytes)
    }

    fn read_exact(&mut self, bytes: &mut [u8]) -> io::Result<()> {
        self.from.read_exact(bytes)?;
        if let [byte] = *bytes {
            self.mark = byte;
            return Ok(());
        }
        let is_overlong = match (std::mem::take(&mut self.mark), &*bytes) {
            (0xFB, [low, 0]) => *low < 0xFB,
            (0xFC..=0xFE, bytes) => bytes[bytes.len() / 2..].iter().all(|&byte| byte == 0),
            _ => false,
        };
        if is_overlong {
            let reason = "a number in it takes more bytes than it needs";
            return Err(io::Error::new(io::ErrorKind::InvalidData, reason));
        }
        Ok(())
    }
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
