//! Reads and writes the boxes of a table one by one.

use std::fmt;
use std::io::{self, Write};
use std::mem::swap;

use matchboxes_core::lists::each;
use serde::de::{DeserializeSeed, Error as _, SeqAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize};

use crate::game::Key;
use crate::learn::PackedBoxes;
use crate::store::encoding::put;
use crate::store::model::is_sound;

#[derive(Serialize)]
struct StoredBox<'a> {
    key: u128,
    ply: u16,
    beads: &'a [u64],
}

/// Reads a box: its beads into a vector that is used again for each box; returns its key and ply.
struct NextBox<'a>(&'a mut Vec<u64>);

impl<'de> DeserializeSeed<'de> for NextBox<'_> {
    type Value = (u128, u16);

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<(u128, u16), D::Error> {
        deserializer.deserialize_tuple(3, self)
    }
}

impl<'de> Visitor<'de> for NextBox<'_> {
    type Value = (u128, u16);

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a box")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut fields: A) -> Result<(u128, u16), A::Error> {
        let short = || A::Error::custom("a box is incomplete");
        let key = fields.next_element()?.ok_or_else(short)?;
        let ply = fields.next_element()?.ok_or_else(short)?;
        fields.next_element_seed(Beads(self.0))?.ok_or_else(short)?;
        Ok((key, ply))
    }
}

/// Reads beads into a vector.
struct Beads<'a>(&'a mut Vec<u64>);

impl<'de> DeserializeSeed<'de> for Beads<'_> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        self.0.clear();
        each(deserializer, |count| {
            self.0.push(count);
            Ok(())
        })
    }
}

/// Writes boxes as a list of [`StoredBox`]es, on all cores.
pub(super) fn write_boxes(boxes: &PackedBoxes, out: &mut dyn Write) -> io::Result<()> {
    put(&boxes.len(), out)?;
    let write = |bytes: &mut Vec<u8>, key: Key, ply, beads: &[u64]| {
        let key = key.0;
        put(&StoredBox { key, ply, beads }, bytes).expect("writing to memory succeeds");
    };
    boxes.sorted().write(write, |bytes| out.write_all(bytes))
}

/// Boxes that are put into their table as they are read, without a list of all of them.
pub(super) struct StoredBoxes(pub(super) PackedBoxes);

impl<'de> Deserialize<'de> for StoredBoxes {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Boxes;

        impl<'de> Visitor<'de> for Boxes {
            type Value = PackedBoxes;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("boxes")
            }

            fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<PackedBoxes, A::Error> {
                let mut boxes = PackedBoxes::default();
                // Each box is added after the next one has been read; by then its place is prefetched.
                let (mut last, mut held) = (None, Vec::new());
                let mut beads = Vec::new();
                while let Some((key, ply)) = list.next_element_seed(NextBox(&mut beads))? {
                    if !is_sound(ply, &beads) {
                        let what = format!("the box of key {key:#x} is invalid");
                        return Err(A::Error::custom(what));
                    }
                    let sought = boxes.seek(Key(key));
                    if let Some((last, ply)) = last.replace((sought, ply)) {
                        if Key(key) <= last.key {
                            return Err(A::Error::custom("the keys of its boxes do not ascend"));
                        }
                        boxes.add(last, ply, &held);
                    }
                    swap(&mut beads, &mut held);
                }
                if let Some((last, ply)) = last {
                    boxes.add(last, ply, &held);
                }
                Ok(boxes)
            }
        }

        let boxes = deserializer.deserialize_seq(Boxes)?;
        Ok(Self(boxes))
    }
}
