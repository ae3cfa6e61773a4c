//! The lists of a payload that a small file could make very long. Each element is converted as it is read,
//! and no more elements are read than a model can have, so that reading a file takes little more memory
//! than its model.

use std::borrow::Cow;
use std::fmt;
use std::marker::PhantomData;

use serde::de::{Error, SeqAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::store::model::{MOST_CHAPTERS, MOST_NAMES, MOST_ZEROED};

/// A list of at most [`MOST_CHAPTERS`] elements: one for each chapter.
pub(super) struct ByChapter<T>(pub(super) Vec<T>);

impl<T: Serialize> Serialize for ByChapter<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.0.serialize(serializer)
    }
}

impl<'de, T: Deserialize<'de>> Deserialize<'de> for ByChapter<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let mut all = Vec::new();
        each(deserializer, |element: T| {
            all.push(element);
            (all.len() <= MOST_CHAPTERS)
                .then_some(())
                .ok_or("it has more chapters than the limit")
        })?;
        Ok(Self(all))
    }
}

/// The names in a chapter.
pub(super) fn names<'de, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<Cow<'static, [String]>, D::Error> {
    let mut all: Vec<String> = Vec::new();
    each(deserializer, |name| {
        all.push(name);
        (all.len() <= MOST_NAMES)
            .then_some(())
            .ok_or("a chapter names more models than the limit")
    })?;
    Ok(all.into())
}

/// The numbers in a list of a snapshot.
pub(super) fn numbers<'de, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<Cow<'static, [u64]>, D::Error> {
    let mut all: Vec<u64> = Vec::new();
    each(deserializer, |n| {
        all.push(n);
        (all.len() <= MOST_ZEROED)
            .then_some(())
            .ok_or("its history is longer than the limit")
    })?;
    Ok(all.into())
}

/// Passes the elements of a list to `take` one by one, until one is refused.
pub(super) fn each<'de, T: Deserialize<'de>, E: fmt::Display, D: Deserializer<'de>>(
    deserializer: D,
    take: impl FnMut(T) -> Result<(), E>,
) -> Result<(), D::Error> {
    struct Elements<T, F>(F, PhantomData<T>);

    impl<'de, T: Deserialize<'de>, E: fmt::Display, F: FnMut(T) -> Result<(), E>> Visitor<'de>
        for Elements<T, F>
    {
        type Value = ();

        fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            f.write_str("a list")
        }

        fn visit_seq<A: SeqAccess<'de>>(mut self, mut list: A) -> Result<(), A::Error> {
            while let Some(element) = list.next_element()? {
                (self.0)(element).map_err(A::Error::custom)?;
            }
            Ok(())
        }
    }

    deserializer.deserialize_seq(Elements(take, PhantomData))
}
