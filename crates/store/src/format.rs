//! Models as bytes. The rest of this page is `docs/format.md`, which only this module implements.
//!
#![doc = include_str!("../format.md")]

use std::cmp::Ordering;
use std::io::{self, BufReader, BufWriter, Cursor, Read, Seek, SeekFrom, Write};

use crc32fast::Hasher;

use super::encoding::Unreadable;
use super::model::Model;
use super::payload::{self, Beginning};
use super::place::invalid;
use crate::error::Damage;

/// The version of the format of models, and of all other files with such a header.
pub const VERSION: u16 = 1;

/// The length of the header in bytes.
pub(super) const HEADER: usize = 24;

/// The first bytes of every model: a byte that does not occur in text, a name, and line ends and an
/// end-of-text mark that a transfer in text mode would change.
const MAGIC: [u8; 8] = *b"\x8DMEN\r\n\x1A\n";

/// The position of the checksum in the header; it covers the bytes before it and all bytes after the
/// header.
const CHECKSUM: usize = 20;

/// The bytes of a model; equal models have equal bytes.
///
/// # Panics
///
/// If [`Model::check`] fails.
pub fn encode(model: &Model) -> Vec<u8> {
    if let Err(reason) = model.check() {
        panic!("the model to be written {reason}");
    }
    let mut bytes = Cursor::new(Vec::new());
    write(model, &mut bytes).expect("writing to memory succeeds");
    bytes.into_inner()
}

/// Writes the bytes of a model that has been checked from the start of `out`. Besides the model, it holds
/// only the order of the boxes in memory.
pub(super) fn write<W: Write + Seek>(model: &Model, out: &mut W) -> io::Result<()> {
    seal_into(MAGIC, out, |out| payload::write(model, out))
}

/// Writes a file of this kind from the start of `out`, with what `fill` writes as its payload.
pub(super) fn seal_into<W: Write + Seek>(
    magic: [u8; 8],
    out: &mut W,
    fill: impl FnOnce(&mut dyn Write) -> io::Result<()>,
) -> io::Result<()> {
    // The header describes the payload, so it is written last.
    out.write_all(&[0; HEADER])?;
    let header = write_payload(magic, &mut *out, fill)?;
    out.seek(SeekFrom::Start(0))?;
    out.write_all(&header)?;
    out.seek(SeekFrom::End(0))?;
    Ok(())
}

/// Whether `file` has exactly the bytes of a model; false if the model's parts do not agree.
pub(super) fn is_written(model: &Model, mut file: impl Read) -> io::Result<bool> {
    if model.check().is_err() {
        return Ok(false);
    }
    let mut header = Vec::with_capacity(HEADER);
    (&mut file).take(HEADER as u64).read_to_end(&mut header)?;
    match write_payload(MAGIC, ComparingWriter(&mut file), |out| {
        payload::write(model, out)
    }) {
        Err(error) if error.kind() == io::ErrorKind::InvalidData => Ok(false),
        written => Ok(written? == header && file.read(&mut [0])? == 0),
    }
}

/// A writer that compares with a file, and fails at the first difference.
pub(super) struct ComparingWriter<R>(pub(super) R);

impl<R: Read> Write for ComparingWriter<R> {
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

/// Writes what `fill` writes as the payload of a file of this kind, and returns its header.
fn write_payload(
    magic: [u8; 8],
    out: impl Write,
    fill: impl FnOnce(&mut dyn Write) -> io::Result<()>,
) -> io::Result<Vec<u8>> {
    let mut payload = BufWriter::with_capacity(PORTION, Counted::new(out));
    fill(&mut payload)?;
    payload.flush()?;
    let Counted {
        checksum, length, ..
    } = payload.get_ref();
    Ok(header(magic, *length, checksum))
}

/// The header of a payload with this length and checksum.
fn header(magic: [u8; 8], length: u64, payload: &Hasher) -> Vec<u8> {
    let mut header = Vec::with_capacity(HEADER);
    header.extend(magic);
    header.extend(VERSION.to_le_bytes());
    header.extend([0; 2]);
    header.extend(length.to_le_bytes());
    let mut whole = Hasher::new();
    whole.update(&header);
    whole.combine(payload);
    header.extend(whole.finalize().to_le_bytes());
    header
}

/// The number of bytes read or written at once.
pub(super) const PORTION: usize = 1 << 16;

/// A writer that counts the bytes of a payload and computes their checksum.
struct Counted<W> {
    out: W,
    checksum: Hasher,
    length: u64,
}

impl<W> Counted<W> {
    fn new(out: W) -> Self {
        Self {
            out,
            checksum: Hasher::new(),
            length: 0,
        }
    }
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

/// Decodes the bytes of a model.
///
/// # Errors
///
/// [`Damage`] when they are not a complete and valid model; damage to the bytes is checked first, then the
/// version, then the contents.
pub fn decode(bytes: &[u8]) -> Result<Model, Damage> {
    read(&mut Cursor::new(bytes), bytes.len() as u64).map_err(Unreadable::of_bytes)
}

/// Checks the bytes of a file of this kind; returns its payload.
pub(super) fn unseal(magic: [u8; 8], bytes: &[u8]) -> Result<&[u8], Damage> {
    open(magic, &mut Cursor::new(bytes), bytes.len() as u64).map_err(Unreadable::of_bytes)?;
    Ok(bytes.get(HEADER..).unwrap_or_default())
}

/// Reads the header of a file of this kind and of `there` bytes, and checks the checksum of the whole
/// file and then the version; returns the length of the payload.
pub(super) fn open<R: Read + Seek>(
    magic: [u8; 8],
    file: &mut R,
    there: u64,
) -> Result<u64, Unreadable> {
    let (header, length) = begin(magic, file, there)?;
    let (_, found) = checksum(&header[..CHECKSUM], file)?;
    if u32::from_le_bytes(field(&header, CHECKSUM)) != found {
        return Err(Damage::Checksum.into());
    }
    let version = u16::from_le_bytes(field(&header, 8));
    if version == 0 || field(&header, 10) != [0; 2] {
        return Err(invalid("its header is of no known version").into());
    }
    if version > VERSION {
        let known = VERSION;
        return Err(Damage::Newer { version, known }.into());
    }
    Ok(length)
}

/// Reads the header of a file of this kind and of `there` bytes; returns it with the length of the payload.
fn begin<R: Read + Seek>(
    magic: [u8; 8],
    file: &mut R,
    there: u64,
) -> Result<([u8; HEADER], u64), Unreadable> {
    let mut header = Vec::with_capacity(HEADER);
    file.seek(SeekFrom::Start(0))?;
    file.take(HEADER as u64).read_to_end(&mut header)?;
    begins(magic, &header)?;
    let Some(header) = header.first_chunk::<HEADER>() else {
        let there = header.len();
        return Err(Damage::Stump { there }.into());
    };
    Ok((*header, length(header, there)?))
}

/// The length of the payload; an error if the length of the file does not match its header.
fn length(header: &[u8; HEADER], there: u64) -> Result<u64, Damage> {
    let length = u64::from_le_bytes(field(header, 12));
    let whole = length.saturating_add(HEADER as u64);
    let order = there.cmp(&whole);
    let there = usize::try_from(there).unwrap_or(usize::MAX);
    match order {
        Ordering::Less => Err(Damage::Short { there, whole }),
        Ordering::Equal => Ok(length),
        Ordering::Greater => Err(Damage::Long { there, whole }),
    }
}

/// Reads a model from the start of a file of `there` bytes: once for the checksum, and again for the
/// contents, so that only its packed boxes are held in memory.
pub(super) fn read<R: Read + Seek>(file: &mut R, there: u64) -> Result<Model, Unreadable> {
    let length = open(MAGIC, file, there)?;
    file.seek(SeekFrom::Start(HEADER as u64))?;
    let mut payload = BufReader::with_capacity(PORTION, file).take(length);
    payload::read(&mut payload)
}

/// Reads what a model of `there` bytes begins with, and nothing after it: the checksum is not compared.
pub(super) fn read_beginning<R: Read + Seek>(
    file: &mut R,
    there: u64,
) -> Result<Beginning, Unreadable> {
    let (_, length) = begin(MAGIC, file, there)?;
    let mut payload = BufReader::with_capacity(PORTION, file).take(length);
    payload::read_beginning(&mut payload)
}

/// Whether these bytes begin like a model.
pub fn is_model(bytes: &[u8]) -> bool {
    bytes.starts_with(&MAGIC)
}

/// Checks that these bytes, which may be too few, begin like a file of this kind.
fn begins(magic: [u8; 8], bytes: &[u8]) -> Result<(), Damage> {
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

/// The number and the checksum of these bytes of a header and the rest of the file.
pub(super) fn checksum(header: &[u8], rest: impl Read) -> io::Result<(u64, u32)> {
    let mut counted = Counted::new(io::sink());
    counted.write_all(header)?;
    io::copy(&mut BufReader::with_capacity(PORTION, rest), &mut counted)?;
    Ok((counted.length, counted.checksum.finalize()))
}
