//! The settings for printing: paper, label size and language.

use std::fmt;
use std::str::FromStr;

use super::language::Language;
use crate::error::{Error, Result};
use crate::kit::{Content, Kit};

/// A size of paper.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Paper {
    /// 210 mm by 297 mm.
    #[default]
    A4,
    /// 8.5 inches by 11 inches.
    Letter,
}

impl Paper {
    /// Its width and height in millimetres.
    #[must_use]
    pub const fn size(self) -> (f64, f64) {
        match self {
            Self::A4 => (210.0, 297.0),
            Self::Letter => (215.9, 279.4),
        }
    }
}

/// The width and height of a label in millimetres, written `40mm` or `50x36mm`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LabelSize {
    /// The width.
    pub width: f64,
    /// The height.
    pub height: f64,
}

impl LabelSize {
    /// The shortest allowed side of a label in millimetres.
    pub const LEAST: f64 = 20.0;
    /// The longest allowed side of a label in millimetres.
    pub const MOST: f64 = 180.0;
}

impl Default for LabelSize {
    /// 40 mm, which fits a large matchbox.
    fn default() -> Self {
        Self {
            width: 40.0,
            height: 40.0,
        }
    }
}

impl FromStr for LabelSize {
    type Err = Error;

    fn from_str(text: &str) -> Result<Self> {
        let length = |text: &str| -> Option<f64> {
            let plain = text.bytes().all(|b| b.is_ascii_digit() || b == b'.');
            let value: f64 = text.parse().ok()?;
            (plain && (Self::LEAST..=Self::MOST).contains(&value)).then_some(value)
        };
        let bare = text.strip_suffix("mm").unwrap_or(text).trim_end();
        let (width, height) = bare.split_once('x').unwrap_or((bare, bare));
        let (Some(width), Some(height)) = (length(width), length(height)) else {
            return Err(Error::Request(format!(
                "`{text}` is not a label size: write 40mm, or 50x36mm for its width and height, \
                 each from {} to {} mm",
                Self::LEAST,
                Self::MOST
            )));
        };
        Ok(Self { width, height })
    }
}

impl fmt::Display for LabelSize {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}x{}mm", self.width, self.height)
    }
}

/// How sheets are printed.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Setting {
    /// The paper.
    pub paper: Paper,
    /// The size of each label.
    pub label: LabelSize,
    /// The language of all texts.
    pub language: Language,
}

/// What is printed, and how.
#[derive(Clone, Copy, Debug)]
pub struct Printed<'a> {
    /// The boxes.
    pub kit: &'a Kit,
    /// The beads in them.
    pub content: &'a Content,
    /// The paper, the labels and the language.
    pub setting: &'a Setting,
}
