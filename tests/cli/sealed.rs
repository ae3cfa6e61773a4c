//! Files of sections taken apart and put together again, by `docs/format.md` and not by the program.

#![allow(dead_code, reason = "each test program uses a part of this")]

pub(crate) type Sections = Vec<([u8; 4], Vec<u8>)>;

/// The length of an entry of the list of sections.
const ENTRY: usize = 18;

/// A file of these versions, its own and the oldest whose reader suffices.
pub(crate) fn sealed(magic: [u8; 8], versions: [u16; 2], sections: &Sections) -> Vec<u8> {
    let count = u16::try_from(sections.len()).expect("few sections");
    let mut list = count.to_le_bytes().to_vec();
    for (tag, contents) in sections {
        list.extend([&tag[..], &[1, 0], &(contents.len() as u64).to_le_bytes()].concat());
        list.extend(crc32fast::hash(contents).to_le_bytes());
    }
    let all: Vec<u8> = sections.iter().flat_map(|(_, all)| all.clone()).collect();
    let length = ((list.len() + all.len()) as u64).to_le_bytes();
    let head = [
        &magic[..],
        &versions.map(u16::to_le_bytes).concat(),
        &length,
    ]
    .concat();
    let sum = crc32fast::hash(&[&head[..], &list].concat());
    [&head, &sum.to_le_bytes()[..], &list, &all].concat()
}

/// The sections of a file, as far as they are there.
pub(crate) fn sections(bytes: &[u8]) -> Sections {
    let count = usize::from(u16::from_le_bytes([bytes[24], bytes[25]]));
    let end = bytes.len().min(26 + ENTRY * count);
    let (list, mut rest) = bytes[26..].split_at(end - 26);
    let each = list.chunks_exact(ENTRY).map(|entry| {
        let length = u64::from_le_bytes(entry[6..14].try_into().expect("8 bytes"));
        let length = usize::try_from(length).unwrap_or(usize::MAX);
        let (contents, after) = rest.split_at(length.min(rest.len()));
        rest = after;
        ([entry[0], entry[1], entry[2], entry[3]], contents.to_vec())
    });
    each.collect()
}

/// Writes the checksums of a file anew, after its bytes were changed.
pub(crate) fn reseal(bytes: &mut [u8]) {
    let each = sections(bytes);
    for (number, (_, contents)) in each.iter().enumerate() {
        let at = 26 + ENTRY * number + 14;
        bytes[at..at + 4].copy_from_slice(&crc32fast::hash(contents).to_le_bytes());
    }
    let count = usize::from(u16::from_le_bytes([bytes[24], bytes[25]]));
    let end = bytes.len().min(26 + ENTRY * count);
    let sum = crc32fast::hash(&[&bytes[..20], &bytes[24..end]].concat());
    bytes[20..24].copy_from_slice(&sum.to_le_bytes());
}
