//! What several commands share: options, messages, progress, output.

pub(super) mod about;
pub(super) mod chapters;
pub(super) mod console;
pub(super) mod ending;
pub(super) mod exit;
pub(super) mod files;
pub(super) mod help;
pub(super) mod hints;
pub(super) mod in_play;
pub(super) mod number;
pub(super) mod options;
pub(super) mod origin;
pub(super) mod output;
pub(super) mod parts;
pub(super) mod pictures;
pub(super) mod progress;
pub(super) mod save_clock;
pub(super) mod score;
pub(super) mod stop;
pub(super) mod summary;
pub(super) mod tables;
pub(crate) mod training;
pub(super) mod width;
pub(super) mod worth;
