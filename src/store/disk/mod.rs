//! Files as the operating system has them: opened, locked, and replaced as a whole.

mod claim;
mod open;
mod scratch;
mod stamp;
mod temporary;

pub(super) use std::fs::File;

pub(super) use claim::Claim;
pub(crate) use open::{canonical, exists, is_file, is_taken, remove};
#[cfg(feature = "page")]
pub(crate) use open::{files_in, length_at};
pub use open::{is_gone, open};
pub(super) use open::{is_regular, length, open_for, real};
pub(super) use scratch::{Scratch, scratch};
pub(super) use stamp::Stamp;
pub use temporary::abandon;
pub(super) use temporary::{clear, replace_by};
