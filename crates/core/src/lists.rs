//! Long lists of a file, element by element: each is converted as it is read, and no more are read than there can
//! be, so that reading a file takes little more memory than what it holds.

use std::fmt;
use std::marker::PhantomData;

use serde::de::{Error, SeqAccess, Visitor};
use serde::{Deserialize, Deserializer};

/// A list of at most this many elements.
///
/// # Errors
///
/// Those of an element; `refusal` if there are more.
pub fn at_most<'de, T: Deserialize<'de>, D: Deserializer<'de>>(
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
///
/// # Errors
///
/// Those of an element and of `take`.
pub fn each<'de, T: Deserialize<'de>, D: Deserializer<'de>>(
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
