//! The settings for printing: paper, label size and language.

use std::fmt;
use std::str::FromStr;

use super::language::{Language, Speech};
use matchboxes::games::{Error, Result};
use matchboxes::graph::Merging;
use matchboxes::kit::{Kit, KitBeads, KitBoard};
use serde::Deserialize;

/// A size of paper.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Paper {
    /// 210 mm by 297 mm.
    #[default]
    A4,
    /// 8.5 inches by 11 inches.
    Letter,
}

impl Paper {
    /// Its width and height in millimetres.
    pub const fn size(self) -> (f64, f64) {
        match self {
            Self::A4 => (210.0, 297.0),
            Self::Letter => (215.9, 279.4),
        }
    }
}

/// The width and height of a label in millimetres, written `40mm`, `50x36mm` or as one of its names.
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

    /// The sizes with a name: the large face of the pocket matchbox that is sold in Europe, with matches of
    /// about 45 mm, and of the box for the household, with 200 to 300 matches. Boxes differ by a few
    /// millimetres.
    pub const NAMED: [(&str, Self); 2] = [
        ("matchbox", Self::new(53.0, 36.0)),
        ("large-matchbox", Self::new(110.0, 65.0)),
    ];

    const fn new(width: f64, height: f64) -> Self {
        Self { width, height }
    }
}

impl Default for LabelSize {
    /// 40 mm, which fits a large matchbox.
    fn default() -> Self {
        Self::new(40.0, 40.0)
    }
}

impl FromStr for LabelSize {
    type Err = Error;

    fn from_str(text: &str) -> Result<Self> {
        if let Some((_, size)) = Self::NAMED.into_iter().find(|(name, _)| *name == text) {
            return Ok(size);
        }
        let length = |text: &str| -> Option<f64> {
            let plain = text.bytes().all(|b| b.is_ascii_digit() || b == b'.');
            let value: f64 = text.parse().ok()?;
            (plain && (Self::LEAST..=Self::MOST).contains(&value)).then_some(value)
        };
        let bare = text.strip_suffix("mm").unwrap_or(text).trim_end();
        let (width, height) = bare.split_once('x').unwrap_or((bare, bare));
        let (Some(width), Some(height)) = (length(width), length(height)) else {
            return Err(Error::request(format!(
                "`{text}` is not a label size: write 40mm, or 50x36mm for its width and height, \
                 each from {} to {} mm, or {}",
                Self::LEAST,
                Self::MOST,
                Self::NAMED
                    .map(|(name, size)| format!("{name} for {size}"))
                    .join(", ")
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
pub struct PrintSetting {
    /// The paper.
    pub paper: Paper,
    /// The size of each label.
    pub label: LabelSize,
    /// Whether labels of several stages share a sheet.
    pub mixed: bool,
    /// The language of all texts.
    pub language: Language,
}

/// What is printed, and how.
#[derive(Clone, Copy, Debug)]
pub struct Printed<'a> {
    /// The boxes.
    pub kit: &'a Kit,
    /// The beads in them.
    pub content: &'a KitBeads,
    /// The paper, the labels and the language.
    pub setting: &'a PrintSetting,
}

impl Printed<'_> {
    /// How the sheets speak.
    pub(super) fn speech(&self) -> Speech {
        Speech {
            language: self.setting.language,
            is_cups: self.kit.start.is_one_pile(),
        }
    }

    /// Whether the boxes belong to a machine that has already played.
    pub(super) fn is_trained(&self) -> bool {
        self.content.met > 0
    }

    /// How the positions that share a box differ, as a part of the names of texts; `None` if every position has
    /// its own box.
    pub(super) fn turned(&self) -> Option<&'static str> {
        let shared = self.kit.boxes.iter().filter(|b| b.images.len() > 1);
        let mut images = shared.flat_map(|b| b.images.iter().map(|(_, image)| (&b.board, image)));
        let (board, _) = images.clone().next()?;
        Some(match self.kit.rule.symmetry {
            _ if board.columns == 0 || board.is_piles() => "piles",
            Merging::Full if images.all(|(a, b)| a == b || is_mirror(a, b)) => "mirror",
            Merging::Full => "full",
            Merging::None | Merging::Rotations => "rotations",
        })
    }
}

/// Whether a board is another one with left and right exchanged.
fn is_mirror(board: &KitBoard, other: &KitBoard) -> bool {
    let rows = board.cells.chunks(board.columns.max(1));
    let others = other.cells.chunks(other.columns.max(1));
    rows.zip(others)
        .all(|(row, other)| row.iter().rev().eq(other))
}
