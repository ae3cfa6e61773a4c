//! Models as bytes. The rest of this page is `docs/format.md`, which this module and `container` implement, and `laws.md`.
//!
#![doc = include_str!("../format.md")]
#![doc = include_str!("../laws.md")]

use std::io::{self, Cursor, Read, Seek, Write};

use super::container::{
    ContainerKind, ReadSeek, begin, check, check_known, comparing, hash_of, length_of_head, open,
    seal_into, write_sections,
};
pub use super::container::{Hash, NUMBERING, Section, Tag};
use super::encoding::Unreadable;
use super::model::Model;
use super::payload;
use super::sealed::decode_by;
use crate::error::{Action, Damage};
use crate::learn::Table;

pub(super) const MODEL: ContainerKind = ContainerKind {
    magic: *b"\x8DMEN\r\n\x1A\n",
    known: &payload::TAGS,
    foreign: Damage::Foreign,
    action: Action::Read,
};

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
    seal_into(&MODEL, &payload::tags(model), out, |section, out| {
        payload::write(model, section, out)
    })
}

/// Whether `file` has exactly the bytes of a model that has been checked; an error is also that they differ.
pub(super) fn is_written(model: &Model, mut file: impl Read) -> io::Result<bool> {
    let mut head = Vec::new();
    let length = length_of_head(payload::tags(model).len()) as u64;
    (&mut file).take(length).read_to_end(&mut head)?;
    let written = write_model(model, &mut comparing(&mut file))?;
    Ok(written == head && file.read(&mut [0])? == 0)
}

/// Writes the sections of a model, and returns what comes before them.
fn write_model(model: &Model, out: &mut dyn Write) -> io::Result<Vec<u8>> {
    write_sections(&MODEL, &payload::tags(model), out, &mut |section, out| {
        payload::write(model, section, out)
    })
}

/// The SHA-256 of the section of these boxes.
///
/// # Panics
///
/// Never, since nothing is written to a file.
pub fn hash_of_boxes(tables: &[Option<Table>; 2]) -> Hash {
    let hash = hash_of(|out| payload::write_tables(tables, out));
    hash.expect("a hash takes all bytes")
}

impl Model {
    /// The SHA-256 of its file, which tells it from any other model.
    ///
    /// # Panics
    ///
    /// Never, since nothing is written to a file.
    pub fn hash(&self) -> Hash {
        let hash = hash_of(|out| {
            // What comes before the sections is known after them, so they are written twice.
            out.write_all(&write_model(self, &mut io::sink())?)?;
            write_model(self, out).map(drop)
        });
        hash.expect("a hash takes all bytes")
    }
}

/// Decodes the bytes of a model.
///
/// # Errors
///
/// [`Damage`] when they are not a complete and valid model; damage to the bytes is checked first, then the
/// version, then the contents.
pub fn decode(bytes: &[u8]) -> Result<Model, Damage> {
    decode_by(bytes, read)
}

/// Reads a model from the start of a file of `there` bytes: once for the checksums, and again for the
/// contents, so that only its packed boxes are held in memory.
pub(super) fn read(file: &mut dyn ReadSeek, there: u64) -> Result<Model, Unreadable> {
    let sections = open(&MODEL, file, there)?;
    payload::read(file, &sections)
}

/// Reads of a model of `there` bytes how it was trained and with which results; it has no tables. Of these only the
/// checksum is compared.
pub(super) fn read_history(file: &mut dyn ReadSeek, there: u64) -> Result<Model, Unreadable> {
    let sections = open(&MODEL, file, there)?;
    let model = payload::read_history(file, &sections)?;
    model.check_history()?;
    Ok(model)
}

/// Reads of a model only how it was trained, and compares no other checksum.
pub(super) fn read_training(file: &mut dyn ReadSeek, there: u64) -> Result<Model, Unreadable> {
    let (versions, sections) = begin(&MODEL, file, there)?;
    check_known(&MODEL, versions, &sections)?;
    sections.first().map_or(Ok(()), |made| check(file, made))?;
    payload::read_made(file, &sections)
}

/// Whether these bytes begin like a model.
pub fn is_model(bytes: &[u8]) -> bool {
    MODEL.begins(bytes)
}
