//! The lists of a payload that a small file could make very long. Each element is converted as it is read,
//! and no more elements are read than a model can have, so that reading a file takes little more memory
//! than its model.

use std::fmt;
use std::marker::PhantomData;

use serde::de::{Error, SeqAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize};

use crate::store::model::{MOST_CHAPTERS, MOST_NAMES, MOST_ZEROED};

/// A list of at most [`MOST_CHAPTERS`] elements: one for each chapter.
#[derive(Serialize)]
pub(in crate::store) struct ByChapter<T>(pub(super) Vec<T>);

impl<'de, T: Deserialize<'de>> Deserialize<'de> for ByChapter<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let refusal = "it has more chapters than the limit";
        at_most(MOST_CHAPTERS, refusal, deserializer).map(Self)
    }
}

/// The names in a chapter.
pub(super) fn names<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<String>, D::Error> {
    let refusal = "a chapter names more models than the limit";
    at_most(MOST_NAMES, refusal, deserializer)
}

/// The numbers in a list of a snapshot.
pub(super) fn numbers<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<u64>, D::Error> {
    let refusal = "its history is longer than the limit";
    at_most(MOST_ZEROED, refusal, deserializer)
}

/// A list of at most this many elements; a longer one is refused.
fn at_most<'de, T: Deserialize<'de>, D: Deserializer<'de>>(
    most: usize,
    refusal: &'static str,
    deserializer: D,
) -> Result<Vec<T>, D::Error> {
    let mut all = Vec::new();
    each(deserializer, |element| {
        all.push(element);
        (all.len() <= most).then_some(()).ok_or(refusal)
    })?;
    Ok(all)
}

/// Passes the elements of a list to `take` one by one, until one is refused.
pub(super) fn each<'de, T: Deserialize<'de>, D: Deserializer<'de>>(
    deserializer: D,
    take: impl FnMut(T) -> Result<(), &'static str>,
) -> Result<(), D::Error> {
    struct Elements<T, F>(F, PhantomData<T>);

    impl<'de, T, F> Visitor<'de> for Elements<T, F>
    where
        T: Deserialize<'de>,
        F: FnMut(T) -> Result<(), &'static str>,
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
