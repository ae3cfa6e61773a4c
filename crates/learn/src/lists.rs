//! Long lists of a file: no more elements are read than there can be, so that reading a file takes little more memory
//! than what it holds.

use std::fmt;
use std::marker::PhantomData;

use serde::de::{Error, SeqAccess, Visitor};
use serde::{Deserialize, Deserializer};

/// A list of at most this many elements.
///
/// # Errors
///
/// The errors of an element; `refusal` if there are more.
pub fn at_most<'de, T: Deserialize<'de>, D: Deserializer<'de>>(
    most: usize,
    refusal: &'static str,
    deserializer: D,
) -> Result<Vec<T>, D::Error> {
    struct BoundedList<T>(usize, &'static str, PhantomData<T>);

    impl<'de, T: Deserialize<'de>> Visitor<'de> for BoundedList<T> {
        type Value = Vec<T>;

        fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            f.write_str("a list")
        }

        fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Vec<T>, A::Error> {
            let Self(most, refusal, _) = self;
            let mut all = Vec::new();
            while let Some(element) = list.next_element()? {
                if all.len() == most {
                    return Err(A::Error::custom(refusal));
                }
                all.push(element);
            }
            Ok(all)
        }
    }

    deserializer.deserialize_seq(BoundedList(most, refusal, PhantomData))
}
