//! Reads the boxes of learners of values.

use matchboxes_core::lists::each;
use serde::{Deserialize, Deserializer};

use crate::learn::ValueBoxes;
use crate::store::model::is_box;

/// Boxes that are checked as they are read.
pub(super) struct StoredValues(pub(super) ValueBoxes);

impl<'de> Deserialize<'de> for StoredValues {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let mut boxes = ValueBoxes::new();
        each(
            deserializer,
            |(key, found): <ValueBoxes as IntoIterator>::Item| {
                if !is_box(found.ply, found.values.len()) || !found.is_sound() {
                    return Err("a box of values in it is invalid");
                }
                if boxes.last_key_value().is_some_and(|(last, _)| *last >= key) {
                    return Err("the keys of its boxes do not ascend");
                }
                boxes.insert(key, found);
                Ok(())
            },
        )?;
        Ok(Self(boxes))
    }
}
