//! Why bytes are no model.

/// Why bytes are no model that this program can read; the message does not name the file.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Reason {
    /// They begin as no model does.
    #[error("not a model file")]
    Foreign,
    /// They begin almost as a model does.
    #[error("damaged in its first bytes, as a transfer in text mode does; copy it as binary")]
    Text,
    /// There are fewer of them than any model has.
    #[error("cut short: {there} bytes, less than a header")]
    Stump {
        /// How many there are.
        there: usize,
    },
    /// There are fewer of them than the header says.
    #[error("cut short: {there} of {whole} bytes")]
    Short {
        /// How many there are.
        there: usize,
        /// How many there should be.
        whole: u64,
    },
    /// There are more of them than the header says.
    #[error("too long: {there} bytes where {whole} were written")]
    Long {
        /// How many there are.
        there: usize,
        /// How many there should be.
        whole: u64,
    },
    /// They were changed.
    #[error("damaged: the checksum differs")]
    Checksum,
    /// They are whole, in a format that is not known yet.
    #[error("format version {version}, of a newer program; this one reads up to {known}")]
    Newer {
        /// The version of the format they are in.
        version: u16,
        /// The highest version known.
        known: u16,
    },
    /// They are as they were written, and what was written makes no sense.
    #[error("makes no sense: {0}")]
    Contents(String),
}
