//! Models as bytes. What follows is the whole of `docs/format.md`; this module is its only code.
//!
#![doc = include_str!("../../docs/format.md")]

use std::cmp::Ordering;

use bincode::Options;

use super::model::Model;
use super::payload::StoredModel;
use crate::error::Damage;

/// The version of the format that [`encode`] writes, and the highest that [`decode`] reads.
pub const VERSION: u16 = 1;

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
    let payload = bincode::DefaultOptions::new().serialize(&StoredModel::from(model));
    seal(VERSION, &payload.expect("plain data goes into memory"))
}

/// Puts the header before a payload.
fn seal(version: u16, payload: &[u8]) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(HEADER + payload.len());
    bytes.extend(MAGIC);
    bytes.extend(version.to_le_bytes());
    bytes.extend([0; 2]);
    bytes.extend((payload.len() as u64).to_le_bytes());
    bytes.extend(checksum(&bytes, payload).to_le_bytes());
    bytes.extend(payload);
    bytes
}

/// The model that these bytes are.
///
/// # Errors
///
/// The [`Damage`] when they are anything but a whole and sensible model; damage is looked for
/// first, then the version, then the meaning.
pub fn decode(bytes: &[u8]) -> Result<Model, Damage> {
    let (version, payload) = open(bytes)?;
    if version > VERSION {
        return Err(Damage::Newer {
            version,
            known: VERSION,
        });
    }
    // The limit keeps a length that was made up from being believed.
    let stored = bincode::DefaultOptions::new()
        .with_limit(payload.len() as u64)
        .deserialize::<StoredModel>(payload)
        .map_err(|error| Damage::Contents(error.to_string()))?;
    Model::try_from(stored)
}

/// Whether bytes begin as those of a model do.
#[must_use]
pub fn is_model(bytes: &[u8]) -> bool {
    bytes.starts_with(&MAGIC)
}

/// Whether bytes begin as a model does, as far as there are any.
pub(super) fn recognise(bytes: &[u8]) -> Result<(), Damage> {
    if bytes.starts_with(&MAGIC) || MAGIC.starts_with(bytes) {
        Ok(())
    } else if bytes.starts_with(&MAGIC[..4]) {
        Err(Damage::Text)
    } else {
        Err(Damage::Foreign)
    }
}

/// Whether a file of `there` bytes that begins like this can be a model, by what it is called and the
/// length it tells of itself.
pub(super) fn measure(head: &[u8], there: u64) -> Result<(), Damage> {
    recognise(head)?;
    let Some(header) = head.first_chunk::<HEADER>() else {
        return Ok(());
    };
    let whole = u64::from_le_bytes(field(header, 12)).saturating_add(HEADER as u64);
    let told = usize::try_from(there).unwrap_or(usize::MAX);
    match there.cmp(&whole) {
        Ordering::Less => Err(Damage::Short { there: told, whole }),
        Ordering::Equal => Ok(()),
        Ordering::Greater => Err(Damage::Long { there: told, whole }),
    }
}

/// Takes the header off: the version and the payload, if all is as it was written.
fn open(bytes: &[u8]) -> Result<(u16, &[u8]), Damage> {
    recognise(bytes)?;
    let there = bytes.len();
    let Some((header, payload)) = bytes.split_first_chunk::<HEADER>() else {
        return Err(Damage::Stump { there });
    };
    let whole = u64::from_le_bytes(field(header, 12)).saturating_add(HEADER as u64);
    if (there as u64) < whole {
        return Err(Damage::Short { there, whole });
    }
    if (there as u64) > whole {
        return Err(Damage::Long { there, whole });
    }
    if u32::from_le_bytes(field(header, CHECKSUM)) != checksum(&header[..CHECKSUM], payload) {
        return Err(Damage::Checksum);
    }
    let version = u16::from_le_bytes(field(header, 8));
    if version == 0 || field(header, 10) != [0; 2] {
        let what = "its header is of no known version";
        return Err(Damage::Contents(what.to_owned()));
    }
    Ok((version, payload))
}

/// The field of the header that begins at this byte.
fn field<const N: usize>(header: &[u8; HEADER], at: usize) -> [u8; N] {
    std::array::from_fn(|i| header[at + i])
}

fn checksum(header: &[u8], payload: &[u8]) -> u32 {
    let mut hasher = crc32fast::Hasher::new();
    hasher.update(header);
    hasher.update(payload);
    hasher.finalize()
}
