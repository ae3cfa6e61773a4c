//! Documents of one or more kinds of sheets, as files.

use super::language::Language;
use super::paper::Printed;
use super::{guide, index, label, lists, one_sheet, slips};
use crate::draw::{self, Drawing};
use matchboxes::games::Result;
use matchboxes::kit::Kit;

/// A kind of sheet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sheets {
    /// The labels of all boxes, to cut out.
    Labels,
    /// Every position in all orientations, with the number of its box.
    Index,
    /// How many beads of each colour are needed.
    Beads,
    /// The beads in each box.
    Filling,
    /// Record sheets for games, with the effect of each result on the beads.
    Slips,
    /// Instructions, on one page, and what the game is played with.
    Guide,
    /// Beads of paper to cut out, with spares if the rule adds beads.
    PaperBeads,
    /// The guide, labels, beads of paper and counters of a small machine on one sheet; more than one page if they
    /// do not fit.
    OneSheet,
}

impl Sheets {
    /// All kinds, in the order of printing.
    pub const ALL: [Self; 8] = [
        Self::Guide,
        Self::Labels,
        Self::Index,
        Self::Beads,
        Self::Filling,
        Self::Slips,
        Self::PaperBeads,
        Self::OneSheet,
    ];

    /// The kind with this name.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.name() == name)
    }

    /// Whether it is printed only if it is named.
    pub const fn is_extra(self) -> bool {
        matches!(self, Self::PaperBeads | Self::OneSheet)
    }

    /// The name used for its files.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Labels => "labels",
            Self::Index => "index",
            Self::Beads => "beads",
            Self::Filling => "filling",
            Self::Slips => "slips",
            Self::Guide => "guide",
            Self::PaperBeads => "paper-beads",
            Self::OneSheet => "one-sheet",
        }
    }
}

/// Pages that are ready to print.
///
/// # Examples
///
/// ```
/// use matchboxes::game::Side;
/// use matchboxes::games::Hexapawn;
/// use matchboxes::kit::{KitBeads, Kit};
/// use matchboxes::learn::preset;
/// use matchboxes_pictures::print::{PrintedDocument, Printed, PrintSetting, Sheets};
///
/// let kit = Kit::new(&Hexapawn::new(3, 3)?, &preset("her")?, Side::Second)?;
/// let printed = Printed {
///     kit: &kit,
///     content: &KitBeads::new(&kit),
///     setting: &PrintSetting::default(),
/// };
/// let pdf = PrintedDocument::new(&[Sheets::Labels], printed).pdf();
/// assert!(pdf.starts_with(b"%PDF-"));
/// # Ok::<(), matchboxes::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct PrintedDocument {
    title: String,
    language: Language,
    pages: Vec<Drawing>,
}

impl PrintedDocument {
    /// Refuses sheets of these kinds where they have a guide and cannot describe the rule of the kit.
    ///
    /// # Errors
    ///
    /// [`Error::Rule`](matchboxes::games::Error::Rule) with what cannot be described.
    pub fn check(kinds: &[Sheets], kit: &Kit) -> Result<()> {
        kinds.iter().try_for_each(|kind| match kind {
            Sheets::Guide => guide::check(kit, false),
            Sheets::OneSheet => guide::check(kit, true),
            _ => Ok(()),
        })
    }

    /// Makes sheets of these kinds, one kind after the other; Before that, [`PrintedDocument::check`] tests
    /// whether they can describe the whole rule.
    #[must_use]
    pub fn new(kinds: &[Sheets], printed: Printed<'_>) -> Self {
        let language = printed.setting.language;
        let pages = kinds.iter().flat_map(|kind| match kind {
            Sheets::Labels => label::pages(&printed),
            Sheets::Index => index::pages(&printed),
            Sheets::Beads => lists::beads(&printed),
            Sheets::Filling => lists::filling(&printed),
            Sheets::Slips => slips::pages(&printed),
            Sheets::Guide => guide::pages(&printed),
            Sheets::PaperBeads => one_sheet::beads(&printed),
            Sheets::OneSheet => one_sheet::pages(&printed),
        });
        Self {
            title: printed.speech().subject(printed.kit),
            language,
            pages: pages.collect(),
        }
    }

    /// The number of pages.
    pub fn pages(&self) -> usize {
        self.pages.len()
    }

    /// All pages as one PDF with embedded fonts; the bytes are the same every time.
    #[cfg(feature = "files")]
    pub fn pdf(&self) -> Vec<u8> {
        draw::pdf(&self.title, self.language.code(), &self.pages)
    }

    /// Each page as an SVG of its size, which names the fonts but does not contain them.
    pub fn svg(&self) -> impl Iterator<Item = String> {
        self.pages.iter().map(draw::svg)
    }
}
