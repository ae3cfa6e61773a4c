//! Models as bytes. What follows is the whole of `docs/format.md`; this module is its only code.
//!
#![doc = include_str!("../../docs/format.md")]

use std::cmp::Ordering;
use std::io::{self, BufReader, BufWriter, Cursor, Read, Seek, SeekFrom, Write};

use bincode::Options;
use crc32fast::Hasher;

use super::model::Model;
use super::payload::{self, StoredModel, StoredRest, StoredTerms, beyond, options};
use crate::error::Damage;

/// The highest version of the format that [`decode`] reads; [`encode`] writes the lowest that can say
/// what the model is.
pub const VERSION: u16 = 2;

/// The length of the header in bytes.
pub(super) const HEADER: usize = 24;

/// What every model begins with: a byte that is no text, a name, and the line ends and the end of
/// text that a transfer in text mode would change.
const MAGIC: [u8; 8] = *b"\x8DMEN\r\n\x1A\n";

/// Where the checksum stands in the header; it covers all before it and all after the header.
const CHECKSUM: usize = 20;

/// The bytes of a model; equal models have equal bytes.
///
/// # Panics
///
/// If the parts of the model do not agree, as [`Model::check`] has it.
#[must_use]
pub fn encode(model: &Model) -> Vec<u8> {
    if let Err(reason) = model.check() {
        panic!("a model that is to be written {reason}");
    }
    let mut bytes = Cursor::new(Vec::new());
    write(model, &mut bytes).expect("plain data goes into memory");
    bytes.into_inner()
}

/// Writes the bytes of a model from the start of `out`, as they come: besides the model no more is
/// held than the order of its boxes. That its parts agree has been checked before.
pub(super) fn write<W: Write + Seek>(model: &Model, out: &mut W) -> io::Result<()> {
    // What the header says of the payload is known once that has been written.
    out.write_all(&[0; HEADER])?;
    let header = write_payload(model, &mut *out)?;
    out.seek(SeekFrom::Start(0))?;
    out.write_all(&header)?;
    out.seek(SeekFrom::End(0))?;
    Ok(())
}

/// Whether what is read is exactly the bytes of a model; those of none if its parts do not agree.
pub(super) fn is_written(model: &Model, mut file: impl Read) -> io::Result<bool> {
    if model.check().is_err() {
        return Ok(false);
    }
    let mut header = Vec::with_capacity(HEADER);
    (&mut file).take(HEADER as u64).read_to_end(&mut header)?;
    match write_payload(model, Comparison(&mut file)) {
        Err(error) if error.kind() == io::ErrorKind::InvalidData => Ok(false),
        written => Ok(written? == header && file.read(&mut [0])? == 0),
    }
}

/// Is written to, and fails at the first byte that is not the next one of a file.
struct Comparison<R>(R);

impl<R: Read> Write for Comparison<R> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let mut old = vec![0; bytes.len()];
        match self.0.read_exact(&mut old) {
            Ok(()) if old == bytes => Ok(bytes.len()),
            Err(error) if error.kind() != io::ErrorKind::UnexpectedEof => Err(error),
            _ => Err(io::ErrorKind::InvalidData.into()),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Writes the payload of a model and hands back the header that belongs before it.
fn write_payload(model: &Model, out: impl Write) -> io::Result<Vec<u8>> {
    let beyond = beyond(model);
    let version: u16 = if beyond.is_some() { 2 } else { 1 };
    let counted = Counted {
        out,
        checksum: Hasher::new(),
        length: 0,
    };
    let mut payload = BufWriter::with_capacity(PORTION, counted);
    let failed = |error: bincode::Error| match *error {
        bincode::ErrorKind::Io(error) => error,
        other => io::Error::other(other),
    };
    payload::write(model, &mut payload).map_err(failed)?;
    if let Some((terms, rest)) = beyond {
        let written = options().serialize_into(&mut payload, &terms);
        written.map_err(failed)?;
        if let Some(rest) = rest {
            let written = options().serialize_into(&mut payload, &rest);
            written.map_err(failed)?;
        }
    }
    payload.flush()?;
    let Counted {
        checksum, length, ..
    } = payload.get_ref();
    Ok(header(MAGIC, version, *length, checksum))
}

/// What stands before a payload of this length and checksum.
fn header(magic: [u8; 8], version: u16, length: u64, payload: &Hasher) -> Vec<u8> {
    let mut header = Vec::with_capacity(HEADER);
    header.extend(magic);
    header.extend(version.to_le_bytes());
    header.extend([0; 2]);
    header.extend(length.to_le_bytes());
    let mut whole = Hasher::new();
    whole.update(&header);
    whole.combine(payload);
    header.extend(whole.finalize().to_le_bytes());
    header
}

/// A payload with its header before it.
pub(super) fn seal(magic: [u8; 8], version: u16, payload: &[u8]) -> Vec<u8> {
    let mut checksum = Hasher::new();
    checksum.update(payload);
    let mut bytes = header(magic, version, payload.len() as u64, &checksum);
    bytes.extend(payload);
    bytes
}

/// How much is read or written at once.
const PORTION: usize = 1 << 16;

/// What a payload goes through, portion by portion, on its way out.
struct Counted<W> {
    out: W,
    checksum: Hasher,
    length: u64,
}

impl<W: Write> Write for Counted<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.out.write_all(bytes)?;
        self.checksum.update(bytes);
        self.length += bytes.len() as u64;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}

/// The model that these bytes are.
///
/// # Errors
///
/// The [`Damage`] when they are anything but a whole and sensible model; damage is looked for
/// first, then the version, then the meaning.
pub fn decode(bytes: &[u8]) -> Result<Model, Damage> {
    read(&mut Cursor::new(bytes), bytes.len() as u64).map_err(Unreadable::of_bytes)
}

/// Takes the header off bytes of this kind: the version and the payload, if all is as it was written.
pub(super) fn unseal(magic: [u8; 8], bytes: &[u8]) -> Result<(u16, &[u8]), Damage> {
    let opened = open(magic, &mut Cursor::new(bytes), bytes.len() as u64);
    let (version, _) = opened.map_err(Unreadable::of_bytes)?;
    Ok((version, bytes.get(HEADER..).unwrap_or_default()))
}

/// Why there is no model.
pub(super) enum Unreadable {
    /// What has been read is none.
    Damaged(Damage),
    /// The system did not let us read.
    Failed(io::Error),
}

impl Unreadable {
    /// Of bytes in memory, which no system withholds.
    fn of_bytes(self) -> Damage {
        match self {
            Self::Damaged(damage) => damage,
            Self::Failed(error) => Damage::Contents(error.to_string()),
        }
    }
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

/// Reads the header of a file of this kind and of `there` bytes, and goes through the rest for the
/// checksum: the version and the length of the payload, if all is as it was written.
fn open<R: Read + Seek>(
    magic: [u8; 8],
    file: &mut R,
    there: u64,
) -> Result<(u16, u64), Unreadable> {
    let mut header = Vec::with_capacity(HEADER);
    file.seek(SeekFrom::Start(0))?;
    file.take(HEADER as u64).read_to_end(&mut header)?;
    begins(magic, &header)?;
    let Some(header) = header.first_chunk::<HEADER>() else {
        let there = header.len();
        return Err(Damage::Stump { there }.into());
    };
    let length = length(header, there)?;
    if u32::from_le_bytes(field(header, CHECKSUM)) != checksum(&header[..CHECKSUM], file)? {
        return Err(Damage::Checksum.into());
    }
    let version = u16::from_le_bytes(field(header, 8));
    if version == 0 || field(header, 10) != [0; 2] {
        let what = "its header is of no known version";
        return Err(Damage::Contents(what.to_owned()).into());
    }
    Ok((version, length))
}

/// The length of the payload, if the file has as many bytes as its header says.
fn length(header: &[u8; HEADER], there: u64) -> Result<u64, Damage> {
    let length = u64::from_le_bytes(field(header, 12));
    let whole = length.saturating_add(HEADER as u64);
    let counted = usize::try_from(there).unwrap_or(usize::MAX);
    match there.cmp(&whole) {
        Ordering::Less => Err(Damage::Short {
            there: counted,
            whole,
        }),
        Ordering::Equal => Ok(length),
        Ordering::Greater => Err(Damage::Long {
            there: counted,
            whole,
        }),
    }
}

/// Refuses a file of `there` bytes whose header tells of others, before it is read.
pub(super) fn ends(header: &[u8], there: u64) -> Result<(), Damage> {
    match header.first_chunk::<HEADER>() {
        Some(header) => length(header, there).map(drop),
        None => Err(Damage::Stump {
            there: header.len(),
        }),
    }
}

/// Reads a model from the start of a file of `there` bytes: once for the checksum, and again for the
/// contents, so that no more of it is held than its boxes as they are kept.
pub(super) fn read<R: Read + Seek>(file: &mut R, there: u64) -> Result<Model, Unreadable> {
    let (version, length) = open(MAGIC, file, there)?;
    if version > VERSION {
        let known = VERSION;
        return Err(Damage::Newer { version, known }.into());
    }
    file.seek(SeekFrom::Start(HEADER as u64))?;
    let mut payload = BufReader::with_capacity(PORTION, file).take(length);
    // The limit keeps a length that was made up from being believed.
    let options = options().with_limit(length);
    let stored: StoredModel<'_> = options
        .deserialize_from(&mut payload)
        .map_err(|error| unreadable(*error))?;
    let (mut terms, mut rest): (Option<StoredTerms>, Option<StoredRest<'_>>) = (None, None);
    if version > 1 {
        let read = options.deserialize_from(&mut payload);
        terms = Some(read.map_err(|error| unreadable(*error))?);
        if payload.limit() > 0 {
            let read = options.deserialize_from(&mut payload);
            rest = Some(read.map_err(|error| unreadable(*error))?);
        }
    }
    if payload.limit() > 0 {
        let what = "there are bytes after its end";
        return Err(Damage::Contents(what.to_owned()).into());
    }
    Ok(stored.model(terms, rest)?)
}

fn unreadable(error: bincode::ErrorKind) -> Unreadable {
    match error {
        bincode::ErrorKind::Io(error) if error.kind() != io::ErrorKind::UnexpectedEof => {
            Unreadable::Failed(error)
        }
        other => Damage::Contents(other.to_string()).into(),
    }
}

/// Whether bytes begin as those of a model do.
#[must_use]
pub fn is_model(bytes: &[u8]) -> bool {
    bytes.starts_with(&MAGIC)
}

/// Whether bytes begin as a file of this kind does, as far as there are any.
pub(super) fn begins(magic: [u8; 8], bytes: &[u8]) -> Result<(), Damage> {
    if bytes.starts_with(&magic) || magic.starts_with(bytes) {
        Ok(())
    } else if bytes.starts_with(&magic[..4]) {
        Err(Damage::Text)
    } else {
        Err(Damage::Foreign)
    }
}

/// The field of the header that begins at this byte.
fn field<const N: usize>(header: &[u8; HEADER], at: usize) -> [u8; N] {
    std::array::from_fn(|i| header[at + i])
}

/// The checksum of the header so far and of all that is left of the file.
fn checksum(header: &[u8], rest: &mut impl Read) -> io::Result<u32> {
    let mut hasher = Hasher::new();
    hasher.update(header);
    let mut portion = vec![0; PORTION];
    loop {
        match rest.read(&mut portion) {
            Ok(0) => return Ok(hasher.finalize()),
            Ok(length) => hasher.update(&portion[..length]),
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
    }
}
