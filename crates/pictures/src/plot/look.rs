//! How large a picture is, and whether it has its title.

/// How a picture is laid out. Letters have the same size in every picture: a narrow one puts its names above and below the
/// data instead of beside them.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Look {
    /// The width in pixels, 96 to the inch.
    pub width: f64,
    /// Whether the title and the line under it are drawn. A caption of a paper says what they say.
    pub has_title: bool,
}

impl Default for Look {
    fn default() -> Self {
        Self {
            width: 800.0,
            has_title: true,
        }
    }
}

impl Look {
    /// The smallest and the largest width.
    pub const WIDTHS: [u16; 2] = [300, 4_000];

    /// Below this, names beside the data would leave too little room for them.
    const NARROW: f64 = 560.0;

    pub(super) fn is_narrow(self) -> bool {
        self.width < Self::NARROW
    }

    /// The height of a picture with one chart, without what a narrow one has below the data.
    pub(super) const fn height(self) -> f64 {
        (self.width * 0.625).max(260.0)
    }
}

/// The lines above a picture, and how it is laid out.
#[derive(Clone, Debug, Default)]
pub struct Heading {
    /// The title of the picture.
    pub title: String,
    /// The line under the title; may be empty.
    pub subtitle: String,
    /// How large the picture is, and whether these lines are drawn.
    pub look: Look,
}

impl Heading {
    /// These lines in the usual look.
    pub fn new(title: impl Into<String>, subtitle: impl Into<String>) -> Self {
        Self {
            title: title.into(),
            subtitle: subtitle.into(),
            look: Look::default(),
        }
    }

    /// The title and the line under it, if they are drawn.
    pub(super) fn lines(&self) -> [&str; 2] {
        if self.look.has_title {
            [&self.title, &self.subtitle]
        } else {
            ["", ""]
        }
    }
}
