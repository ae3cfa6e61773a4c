//! What the pictures of a study show, and how large.

use matchboxes::arena::{Comparisons, Curve, Interval, StudySetting};

use crate::plot::look::Look;

/// How the pictures of a study are drawn.
#[derive(Clone, Debug)]
pub struct StudyView {
    /// Further curves, each drawn for all trainings.
    pub curves: Vec<Curve>,
    /// What the band around a curve shows.
    pub band: Band,
    /// The first and the last game shown, of curves by games; all by default.
    pub games: Option<(f64, f64)>,
    /// The ends of the axes of shares and chances, in percent.
    pub percentages: (f64, f64),
    /// The most curves in one picture; the others are in further ones.
    pub per_picture: u16,
    /// How large the pictures are, and whether they have their titles.
    pub look: Look,
}

impl Default for StudyView {
    fn default() -> Self {
        Self {
            curves: Vec::new(),
            band: Band::Runs,
            games: None,
            percentages: (0.0, 100.0),
            per_picture: 6,
            look: Look::default(),
        }
    }
}

/// What the band around a curve shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Band {
    /// Where eight runs in ten are.
    Runs,
    /// The confidence interval of the mean, where the largest possible value is known.
    Mean,
}

impl Band {
    /// The edges of the band at a point with this mean, these quantiles, in percent, and this interval of the mean.
    pub(super) fn ends(
        self,
        mean: f64,
        quantile: impl Fn(u64) -> f64,
        interval: impl Fn(f64) -> Option<Interval>,
    ) -> [f64; 2] {
        match self {
            Self::Runs => [10, 90].map(quantile),
            Self::Mean => interval(Comparisons::TOGETHER)
                .map_or([mean; 2], |Interval { low, high }| [low, high]),
        }
    }

    /// Its note in a picture of these runs.
    pub(super) const fn note(self, setting: &StudySetting) -> &'static str {
        match (self, setting.runs) {
            (_, ..2) => "",
            (Self::Mean, _) => "band: 95 % confidence interval of the mean",
            // With fewer than 10 runs the 10 % quantile is already the least value.
            (Self::Runs, 2..10) => "band: least to most of the runs",
            (Self::Runs, _) => "band: at each point 8 runs in 10",
        }
    }
}
