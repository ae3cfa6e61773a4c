//! How near a table is to perfect play: the counts and shares that
//! [`OptimalMoves`](super::OptimalMoves) finds.
//!
//! Boxes in which every move has the same value are left out, since nothing can be right or wrong
//! there: in Michie's 304 boxes of tic-tac-toe these are 70. A box is *right* if it has been met and
//! whatever greedy play takes there keeps the value: where several colours share the most beads, all
//! of them have to. A box never met counts as filled with beads that are all alike, and is not right;
//! nor is an empty one, which resigns.

/// How near some boxes of a table are to perfect play.
///
/// Chances are those of one game: a box is reached if play comes to its position or an image of it.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Accuracy {
    /// Boxes in which the choice matters.
    pub boxes: u64,
    /// Those of them that the table has met.
    pub met: u64,
    /// Those of the met ones in which every colour that has the most beads keeps the value.
    pub right: u64,
    /// The chances that the table's own play reaches each of them, added up: how many choices that
    /// matter it meets in a game, on average.
    pub reached: f64,
    /// The same for those that are right.
    pub reached_right: f64,
    /// The chances that it reaches each of them and then keeps the value, added up.
    pub kept: f64,
}

impl Accuracy {
    /// The share of the boxes, met or not, that are right; `None` of none.
    #[must_use]
    #[expect(clippy::cast_precision_loss, reason = "a share for reports")]
    pub fn share(&self) -> Option<f64> {
        ratio(self.right as f64, self.boxes as f64)
    }

    /// The share of right boxes, each counted as often as the table's own play reaches it; `None`
    /// if it reaches none.
    #[must_use]
    pub fn weighted_share(&self) -> Option<f64> {
        ratio(self.reached_right, self.reached)
    }

    /// The chance that a bead drawn where the choice matters keeps the value, each box counted as
    /// often as the table's own play reaches it; `None` if it reaches none.
    #[must_use]
    pub fn kept_share(&self) -> Option<f64> {
        ratio(self.kept, self.reached)
    }

    fn add(&mut self, other: &Self) {
        self.boxes += other.boxes;
        self.met += other.met;
        self.right += other.right;
        self.reached += other.reached;
        self.reached_right += other.reached_right;
        self.kept += other.kept;
    }
}

fn ratio(part: f64, whole: f64) -> Option<f64> {
    (whole > 0.0).then(|| (part / whole).min(1.0))
}

/// How near a table is to perfect play, by the number of moves before a box and in all.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct AccuracyByPly {
    /// Entry `n` is for the boxes that play can come to after `n` moves and no fewer.
    pub by_ply: Vec<Accuracy>,
}

impl AccuracyByPly {
    /// All boxes together.
    #[must_use]
    pub fn all(&self) -> Accuracy {
        let mut sum = Accuracy::default();
        self.by_ply.iter().for_each(|ply| sum.add(ply));
        sum
    }
}
