//! Files of sections: a header, the list of the sections, and the sections, each with a checksum of its own.

use std::cmp::Ordering;
use std::collections::BTreeSet;
use std::io::{self, BufReader, BufWriter, Read, Seek, SeekFrom, Take, Write};

use crc32fast::Hasher;

use super::encoding::Unreadable;
use super::place::invalid;
use crate::error::{Action, Damage};

/// The version of how games number positions and moves, which the keys of boxes and entries are in.
pub const NUMBERING: u16 = 1;

/// The length of the header in bytes; the list of sections follows.
pub(super) const HEADER: usize = 24;

/// The position of the checksum in the header; it covers the bytes before it and the list of sections.
const CHECKSUM: usize = 20;

/// The length of an entry of the list of sections in bytes: its tag, version, length and checksum.
const ENTRY: usize = 18;

/// The version of each section that this program writes.
pub(super) const SECTION_VERSION: u16 = 1;

/// The name of a section, four letters. A program that does not know it refuses the file if the first is a capital, and
/// else does without it.
pub type Tag = [u8; 4];

/// A section that this program does not know and can do without. It is kept as it is when the model learns on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Section {
    /// Its name.
    pub tag: Tag,
    /// The version of its contents.
    pub version: u16,
    /// Its contents.
    pub bytes: Vec<u8>,
}

/// A kind of file of sections.
pub(super) struct ContainerKind {
    /// The first bytes of each: a byte that does not occur in text, a name, and line ends and an end-of-text mark that a
    /// transfer in text mode would change.
    pub(super) magic: [u8; 8],
    /// The sections that its reader knows.
    pub(super) known: &'static [Tag],
    /// What is wrong with a file of another kind.
    pub(super) foreign: Damage,
    /// What reading one is called where it fails.
    pub(super) action: Action,
}

/// The version of the header and the list of sections, of all kinds: an older program refuses a newer one.
const VERSION: u16 = 1;

/// A file that is read: one code reads all kinds, so that the program stays small.
pub(super) trait ReadSeek: Read + Seek {}
impl<T: Read + Seek> ReadSeek for T {}

/// Where a section is in a file, and its checksum.
#[derive(Clone, Copy)]
pub(super) struct SectionPlace {
    pub(super) tag: Tag,
    pub(super) version: u16,
    pub(super) at: u64,
    pub(super) length: u64,
    checksum: u32,
}

/// Writes a file of this kind from the start of `out`, with what `fill` writes as each of its sections.
pub(super) fn seal_into<W: Write + Seek>(
    kind: &ContainerKind,
    tags: &[(Tag, u16)],
    out: &mut W,
    mut fill: impl FnMut(usize, &mut dyn Write) -> io::Result<()>,
) -> io::Result<()> {
    // The header describes the sections, so it is written last.
    out.write_all(&vec![0; length_of_head(tags.len())])?;
    let head = write_sections(kind, tags, out, &mut fill)?;
    out.seek(SeekFrom::Start(0))?;
    out.write_all(&head)?;
    out.seek(SeekFrom::End(0))?;
    Ok(())
}

/// The length of a header and a list of so many sections.
pub(super) const fn length_of_head(sections: usize) -> usize {
    HEADER + size_of::<u16>() + sections * ENTRY
}

/// A SHA-256, which tells a file or a list of games from all others.
pub type Hash = [u8; 32];

/// A writer that passes all bytes to a function.
struct EachPortion<F>(F);

impl<F: FnMut(&[u8]) -> io::Result<()>> Write for EachPortion<F> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        (self.0)(bytes).map(|()| bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// The SHA-256 of what `write` writes.
pub(super) fn hash_of(write: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> io::Result<Hash> {
    let mut hash = hmac_sha256::Hash::new();
    write(&mut EachPortion(|bytes: &[u8]| {
        hash.update(bytes);
        Ok(())
    }))?;
    Ok(hash.finalize())
}

/// A writer that compares with a file, and fails at the first difference.
pub(super) fn comparing(file: &mut impl Read) -> impl Write {
    EachPortion(|bytes: &[u8]| {
        let mut old = vec![0; bytes.len()];
        file.read_exact(&mut old)?;
        if old == bytes {
            Ok(())
        } else {
            Err(io::ErrorKind::InvalidData.into())
        }
    })
}

/// Writes what `fill` writes as each section of a file of this kind, and returns its header and its list of sections.
pub(super) fn write_sections(
    kind: &ContainerKind,
    tags: &[(Tag, u16)],
    out: &mut dyn Write,
    fill: &mut dyn FnMut(usize, &mut dyn Write) -> io::Result<()>,
) -> io::Result<Vec<u8>> {
    let count = u16::try_from(tags.len()).map_err(io::Error::other)?;
    let (mut list, mut whole) = (count.to_le_bytes().to_vec(), 0);
    for (section, (tag, version)) in tags.iter().enumerate() {
        let (mut checksum, mut length) = (Hasher::new(), 0);
        let counted = EachPortion(|bytes: &[u8]| {
            checksum.update(bytes);
            length += bytes.len() as u64;
            out.write_all(bytes)
        });
        let mut written = BufWriter::with_capacity(PORTION, counted);
        fill(section, &mut written)?;
        written.flush()?;
        drop(written);
        list.extend(tag);
        list.extend(version.to_le_bytes());
        list.extend(length.to_le_bytes());
        list.extend(checksum.finalize().to_le_bytes());
        whole += length;
    }
    let mut head = kind.magic.to_vec();
    // Each version so far is read by each reader of it.
    head.extend([VERSION.to_le_bytes(); 2].concat());
    head.extend((whole + list.len() as u64).to_le_bytes());
    head.extend(crc32fast::hash(&[&head, &list[..]].concat()).to_le_bytes());
    head.extend(list);
    Ok(head)
}

/// The number of bytes read or written at once.
pub(super) const PORTION: usize = 1 << 16;

/// The sections of a file of this kind and of `there` bytes, after checking the checksums of the whole file and then
/// whether this program can read it.
pub(super) fn open(
    kind: &ContainerKind,
    file: &mut dyn ReadSeek,
    there: u64,
) -> Result<Vec<SectionPlace>, Unreadable> {
    let (versions, sections) = begin(kind, file, there)?;
    for section in &sections {
        check(file, section)?;
    }
    check_known(kind, versions, &sections)?;
    Ok(sections)
}

/// Compares the checksum of a section.
pub(super) fn check(file: &mut dyn ReadSeek, section: &SectionPlace) -> Result<(), Unreadable> {
    file.seek(SeekFrom::Start(section.at))?;
    let mut checksum = Hasher::new();
    let mut rest = BufReader::with_capacity(PORTION, file.take(section.length));
    let mut counted = EachPortion(|bytes: &[u8]| {
        checksum.update(bytes);
        Ok(())
    });
    let length = io::copy(&mut rest, &mut counted)?;
    if (length, checksum.finalize()) != (section.length, section.checksum) {
        return Err(Damage::Checksum.into());
    }
    Ok(())
}

/// A section while it is read.
pub(super) type Contents<'f> = Take<BufReader<&'f mut dyn ReadSeek>>;

pub(super) fn contents<'f>(
    file: &'f mut dyn ReadSeek,
    section: &SectionPlace,
) -> io::Result<Contents<'f>> {
    file.seek(SeekFrom::Start(section.at))?;
    Ok(BufReader::with_capacity(PORTION, file).take(section.length))
}

/// The versions of a file of this kind, its own and the oldest whose reader suffices, and its sections, after checking
/// its length and the checksum of its header.
pub(super) fn begin(
    kind: &ContainerKind,
    file: &mut dyn ReadSeek,
    there: u64,
) -> Result<([u16; 2], Vec<SectionPlace>), Unreadable> {
    let mut head = Vec::with_capacity(HEADER);
    file.seek(SeekFrom::Start(0))?;
    file.take(HEADER as u64).read_to_end(&mut head)?;
    begins(kind, &head)?;
    let Some(head) = head.first_chunk::<HEADER>() else {
        let there = head.len();
        return Err(Damage::Stump { there }.into());
    };
    check_length(u64::from_le_bytes(field(head, 12)), there)?;
    let mut list = Vec::new();
    file.take(2).read_to_end(&mut list)?;
    let count = list.first_chunk().map_or(0, |n| u16::from_le_bytes(*n));
    let length = usize::from(count) * ENTRY;
    file.take(length as u64).read_to_end(&mut list)?;
    let sum = crc32fast::hash(&[&head[..CHECKSUM], &list].concat());
    if u32::from_le_bytes(field(head, CHECKSUM)) != sum {
        return Err(Damage::Checksum.into());
    }
    let (mut sections, mut at) = (Vec::new(), (HEADER + list.len()) as u64);
    for entry in list[list.len().min(2)..].chunks_exact(ENTRY) {
        let section = SectionPlace {
            tag: field(entry, 0),
            version: u16::from_le_bytes(field(entry, 4)),
            at,
            length: u64::from_le_bytes(field(entry, 6)),
            checksum: u32::from_le_bytes(field(entry, 14)),
        };
        at = at.saturating_add(section.length);
        sections.push(section);
    }
    if sections.len() != usize::from(count) || at != there {
        return Err(invalid("its sections are not as long as the file").into());
    }
    let versions = [8, 10].map(|at| u16::from_le_bytes(field(head, at)));
    Ok((versions, sections))
}

/// Checks that this program can read a file of these versions with these sections.
pub(super) fn check_known(
    kind: &ContainerKind,
    [version, oldest]: [u16; 2],
    sections: &[SectionPlace],
) -> Result<(), Damage> {
    if oldest == 0 || oldest > version {
        return Err(invalid("its header is of no known version"));
    }
    if oldest > VERSION {
        let known = VERSION;
        return Err(Damage::Newer { version, known });
    }
    let mut met = BTreeSet::new();
    for &SectionPlace { tag, version, .. } in sections {
        if !tag.iter().all(u8::is_ascii_alphabetic) || version == 0 || !met.insert(tag) {
            return Err(invalid(
                "a section in it has no name, no version or another's name",
            ));
        }
        let name = tag.escape_ascii();
        if kind.known.contains(&tag) {
            if version > SECTION_VERSION {
                return Err(Damage::NewerName(format!(
                    "section {name}, version {version}"
                )));
            }
        } else if tag[0].is_ascii_uppercase() {
            return Err(Damage::NewerName(format!("section {name}")));
        }
    }
    Ok(())
}

/// Refuses a file in which positions have other numbers.
pub(super) fn check_numbering(numbering: u16) -> Result<(), Damage> {
    if numbering != NUMBERING {
        return Err(Damage::NewerName(format!(
            "numbering {numbering} of positions"
        )));
    }
    Ok(())
}

/// An error if the length of a file does not match its header.
fn check_length(length: u64, there: u64) -> Result<(), Damage> {
    let whole = length.saturating_add(HEADER as u64);
    let order = there.cmp(&whole);
    let there = usize::try_from(there).unwrap_or(usize::MAX);
    match order {
        Ordering::Less => Err(Damage::Short { there, whole }),
        Ordering::Equal => Ok(()),
        Ordering::Greater => Err(Damage::Long { there, whole }),
    }
}

/// Checks that these bytes, which may be too few, begin like a file of this kind.
fn begins(
    ContainerKind { magic, foreign, .. }: &ContainerKind,
    bytes: &[u8],
) -> Result<(), Damage> {
    if bytes.starts_with(magic) || magic.starts_with(bytes) {
        Ok(())
    } else if bytes.starts_with(&magic[..4]) {
        Err(Damage::Text)
    } else {
        Err(foreign.clone())
    }
}

fn field<const N: usize>(bytes: &[u8], at: usize) -> [u8; N] {
    std::array::from_fn(|i| bytes[at + i])
}
