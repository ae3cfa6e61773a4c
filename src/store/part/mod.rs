//! Parts of studies as files: some runs of every training of a study, played here or there, with what the
//! whole study needs of them. `docs/format.md` describes their bytes.
//!
//! Each run is a pure function of its number, and a study only counts, so it can be cut anywhere and put
//! together in any order.

mod content;
mod ranges;
mod run_codec;
mod stored;

pub use content::{Course, FileMark, Part, Share};
pub use ranges::{gaps, ranges, runs_in_words};
pub use run_codec::RunCodec;
pub(super) use stored::is_part;
pub use stored::{decode_part, encode_part, parts_in, read_part};
