//! How searches judge unfinished positions: evaluations, extensions, and those that each game offers.

pub(super) mod evaluate;
pub(super) mod parts;
