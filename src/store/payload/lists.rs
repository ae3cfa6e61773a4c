//! The lists of a payload that a file could make long with few bytes. Each element is turned into what
//! it stands for as it is read, and no more are read than a model can have: so a file takes little
//! more memory than the model that it is.

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
                .ok_or("it has more chapters than a model can have")
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
            .ok_or("a chapter of it names more models than there can be")
    })?;
    Ok(all.into())
}

/// The numbers of a list that a snapshot has.
pub(super) fn numbers<'de, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<Cow<'static, [u64]>, D::Error> {
    let mut all: Vec<u64> = Vec::new();
    each(deserializer, |n| {
        all.push(n);
        (all.len() <= MOST_ZEROED)
            .then_some(())
            .ok_or("its history is longer than one can be")
    })?;
    Ok(all.into())
}

/// Takes up the elements of a list one by one, until one is refused.
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
