//! What parts of studies and sweeps have in common.

use std::ops::Range;
use std::path::Path;

use serde::de::DeserializeOwned;

use super::ranges::in_words;
use crate::error::{Damage, Result};
use crate::store::place::invalid;
use crate::store::sealed::Kind;
use crate::text::thousands;

/// A part of something that is played in parts, as a file.
pub trait PartFile: Sized {
    /// What it is a part of.
    const OF: &'static str;
    /// What is played; each has a number.
    const UNITS: &'static str;

    /// The bytes of the file; equal parts have equal bytes.
    fn encode(&self) -> Vec<u8>;

    /// Decodes the bytes of a file.
    ///
    /// # Errors
    ///
    /// [`Damage`] when they are not a complete and valid part of a program with the same results.
    fn decode(bytes: &[u8]) -> Result<Self, Damage>;

    /// Reads a part.
    ///
    /// # Errors
    ///
    /// [`Error::File`](crate::Error::File) when the file cannot be read,
    /// [`Error::Damaged`](crate::Error::Damaged) when it is not such a part or a damaged one.
    fn read(path: &Path) -> Result<Self>;

    /// The whole, such as `tic-tac-toe, first learning, rote against random, 100 sets of 100 games, seed 1961`.
    fn what(&self) -> String;

    /// The number of units of the whole, as far as the part knows.
    fn of(&self) -> u64;

    /// The units that this part is to have.
    fn units(&self) -> &Range<u64>;

    /// How many it has and how many it is to have; in a study, over all trainings.
    fn progress(&self) -> (u64, u64);

    /// Why the other is a part of something else, if it is.
    fn differs(&self, other: &Self) -> Option<String>;

    /// `runs 0 to 124 of 1,000, 50 of 125 played: tic-tac-toe, first learning, ...`.
    fn in_words(&self) -> String {
        let units = in_words(Self::UNITS, std::slice::from_ref(self.units()));
        let progress = match self.progress() {
            (done, all) if done == all => String::new(),
            (done, all) => format!(", {} of {} played", thousands(done), thousands(all)),
        };
        format!(
            "{units} of {}{progress}: {}",
            thousands(self.of()),
            self.what()
        )
    }
}

/// Decodes a part that is written as it is; `fault` says why it cannot be one, if it cannot.
pub(super) fn decode<P: PartFile + DeserializeOwned, S: Into<String>>(
    kind: &Kind,
    bytes: &[u8],
    fault: impl Fn(&P) -> Option<S>,
) -> Result<P, Damage> {
    let part: P = kind.open_results(bytes)?;
    if let Some(fault) = fault(&part) {
        return Err(invalid(fault));
    }
    if part.encode() != bytes {
        return Err(invalid("it is not written as such parts are"));
    }
    Ok(part)
}

/// What there is instead of what there should be, if their descriptions differ.
pub(super) fn instead(own: &str, other: &str) -> Option<String> {
    (own != other).then(|| format!("{other} instead of {own}"))
}
