//! What the boxes of learners hold, where this decides what a figure is called.

/// What the boxes of the learners hold.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Holding {
    /// Beads.
    #[default]
    Beads,
    /// A value of each move; the play that is shown is greedy.
    Values,
    /// Beads in some, values in others.
    BeadsOrValues,
}

impl Holding {
    /// What the boxes of several learners hold, of which these keep values.
    pub fn from_trainings(keep_values: impl IntoIterator<Item = bool>) -> Self {
        let [mut beads, mut values] = [false; 2];
        for keeps in keep_values {
            values |= keeps;
            beads |= !keeps;
        }
        match (beads, values) {
            (_, false) => Self::Beads,
            (false, true) => Self::Values,
            (true, true) => Self::BeadsOrValues,
        }
    }

    /// What makes a box optimal.
    pub const fn optimal(self) -> &'static str {
        match self {
            Self::Beads => "the most frequent beads are all best moves",
            Self::Values => "the greatest values are all best moves",
            Self::BeadsOrValues => {
                "the most frequent beads, or the greatest values, are all best moves"
            }
        }
    }
}
