//! The boxes of a table, one after the other.

use std::borrow::Cow;
use std::fmt;

use serde::de::{Error as _, SeqAccess, Visitor};
use serde::ser::SerializeSeq;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::game::Key;
use crate::learn::PackedBoxes;
use crate::store::model::is_sound;

#[derive(Serialize, Deserialize)]
struct StoredBox<'a> {
    key: u128,
    ply: u16,
    beads: Cow<'a, [u64]>,
}

/// A list of boxes that is never there as one: they are written as they lie in their table, and come
/// to lie in one as they are read.
pub(super) struct StoredBoxes<'a>(pub(super) Cow<'a, PackedBoxes>);

impl Serialize for StoredBoxes<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut list = serializer.serialize_seq(Some(self.0.len()))?;
        let mut beads = Vec::new();
        for number in self.0.sorted() {
            let (key, ply) = self.0.by_number(number, &mut beads);
            list.serialize_element(&StoredBox {
                key: key.0,
                ply,
                beads: Cow::Borrowed(&beads),
            })?;
        }
        list.end()
    }
}

impl<'de> Deserialize<'de> for StoredBoxes<'_> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Boxes;

        impl<'de> Visitor<'de> for Boxes {
            type Value = PackedBoxes;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("boxes")
            }

            fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<PackedBoxes, A::Error> {
                let mut boxes = PackedBoxes::default();
                let mut last = None;
                while let Some(StoredBox { key, ply, beads }) = list.next_element()? {
                    if last.replace(key).is_some_and(|last| key <= last) {
                        return Err(A::Error::custom("the keys of its boxes do not ascend"));
                    }
                    if !is_sound(ply, &beads) {
                        let what = format!("the box of key {key:#x} cannot be");
                        return Err(A::Error::custom(what));
                    }
                    boxes.add(Key(key), ply, &beads);
                }
                Ok(boxes)
            }
        }

        let boxes = deserializer.deserialize_seq(Boxes)?;
        Ok(Self(Cow::Owned(boxes)))
    }
}
