//! The curves that a study records.

use super::figures::{FigureEntry, figure};
use super::holding::Holding;
use super::setting::StudySetting;
use crate::game::{Side, Verdict};
use crate::learn::{Exact, Examined, Learners, Record, Snapshot};

/// A quantity that is recorded over the sets of a study.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Curve {
    /// Games this side won.
    Wins(Side),
    /// Drawn games.
    Draws,
    /// Games this side did not lose.
    NotLost(Side),
    /// Games this side resigned.
    Resigned(Side),
    /// Matchboxes this side has met.
    Boxes(Side),
    /// Matchboxes of this side with a move that has lost all its beads.
    MissingColour(Side),
    /// Games this side refused to play; no other count includes them.
    Refused(Side),
    /// How often an empty box of this side was given beads again.
    Rescued(Side),
    /// How often a count of beads of this side stopped at its largest value.
    Saturated(Side),
    /// The evaluation of this side's table, exact or by sampled games, in parts of [`Figure::ONE`].
    Exact(Side, Figure),
    /// The same of greedy play at the end of a run, where the table's own play is drawn.
    Greedy(Side, Figure),
}

/// One figure of the evaluation of a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Figure {
    /// The chance of this result against random play.
    Random(Verdict),
    /// The chance of this result against perfect play.
    Perfect(Verdict),
    /// The largest chance any opponent has to beat it.
    WorstCaseLoss,
    /// The share of right boxes among the boxes where the choice matters.
    Optimal,
    /// The same, each box weighted by the chance that the table's own play reaches it.
    OptimalWherePlayGoes,
    /// The share of this result in sampled games against random play.
    Sampled(Verdict),
}

impl Figure {
    /// The figures of sampled games.
    pub const SAMPLED: [Self; 3] = [
        Self::Sampled(Verdict::Win),
        Self::Sampled(Verdict::Draw),
        Self::Sampled(Verdict::Loss),
    ];

    /// The figures that are drawn and listed of the exact strength of a table.
    pub const LISTED: [Self; 5] = [
        Self::Random(Verdict::Win),
        Self::Random(Verdict::Loss),
        Self::Perfect(Verdict::Loss),
        Self::WorstCaseLoss,
        Self::OptimalWherePlayGoes,
    ];

    /// All exact figures.
    pub const ALL: [Self; 9] = [
        Self::Random(Verdict::Win),
        Self::Random(Verdict::Draw),
        Self::Random(Verdict::Loss),
        Self::Perfect(Verdict::Win),
        Self::Perfect(Verdict::Draw),
        Self::Perfect(Verdict::Loss),
        Self::WorstCaseLoss,
        Self::Optimal,
        Self::OptimalWherePlayGoes,
    ];

    /// The number one: a certain event. A study counts exact figures in hundredths of a percent, which limits the
    /// number of different values it has to keep, for any number of runs.
    pub const ONE: u64 = 10_000;

    /// The name in files, such as `random_won`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Random(Verdict::Win) => "random_won",
            Self::Random(Verdict::Draw) => "random_drawn",
            Self::Random(Verdict::Loss) => "random_lost",
            Self::Perfect(Verdict::Win) => "perfect_won",
            Self::Perfect(Verdict::Draw) => "perfect_drawn",
            Self::Perfect(Verdict::Loss) => "perfect_lost",
            Self::WorstCaseLoss => "worst_case_loss",
            Self::Optimal => "optimal",
            Self::OptimalWherePlayGoes => "optimal_where_play_goes",
            Self::Sampled(Verdict::Win) => "sampled_random_won",
            Self::Sampled(Verdict::Draw) => "sampled_random_drawn",
            Self::Sampled(Verdict::Loss) => "sampled_random_lost",
        }
    }

    /// Its name for people, such as `loses in the worst case`.
    pub fn label(self) -> String {
        let curve = Curve::Exact(Side::First, self);
        curve.entry().label_of(None, Holding::default())
    }

    /// This figure of an evaluation, in units of 10^-12; None of a share of nothing.
    pub const fn value_in(self, exact: &Exact) -> Option<u64> {
        match self {
            // Wins come first there.
            Self::Random(verdict) | Self::Sampled(verdict) => {
                Some(exact.random[2 - verdict as usize])
            }
            Self::Perfect(verdict) => Some(exact.perfect[2 - verdict as usize]),
            Self::WorstCaseLoss => Some(exact.worst_case_loss),
            Self::Optimal => exact.optimal,
            Self::OptimalWherePlayGoes => exact.optimal_reached,
        }
    }
}

/// The unit in which a curve is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unit {
    /// A count, 0 before the first game.
    Count,
    /// A share of the games played.
    Share,
    /// An exact chance.
    Chance,
}

/// How a table is followed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Play {
    /// Moves are drawn as beads are.
    Sampled,
    /// Only the moves with the most beads or the greatest value.
    Greedy,
    /// As values are followed while they are learnt: greedy, but for the moves that explore.
    Exploring,
}

impl Play {
    /// Its name in files.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Sampled => "sampled",
            Self::Greedy => "greedy",
            Self::Exploring => "exploring",
        }
    }
}

/// The number one in the units of exact figures.
pub(super) const WHOLE: u64 = 1_000_000_000_000;
/// A hundredth of a percent in these units.
const HUNDREDTH: u64 = 100_000_000;

impl Curve {
    /// The curves of a study in which these sides learn; the exact ones only if tables are evaluated.
    pub fn all(learners: Learners, evaluated: bool) -> Vec<Self> {
        let mut curves = vec![
            Self::Wins(Side::First),
            Self::Draws,
            Self::Wins(Side::Second),
        ];
        for side in learners.sides() {
            curves.extend([
                Self::NotLost(side),
                Self::Resigned(side),
                Self::Boxes(side),
                Self::MissingColour(side),
                Self::Refused(side),
                Self::Rescued(side),
                Self::Saturated(side),
            ]);
            if evaluated {
                curves.extend(Figure::ALL.map(|figure| Self::Exact(side, figure)));
            }
        }
        curves
    }

    /// The curves of these names, in the order of [`Curve::all`].
    ///
    /// # Errors
    ///
    /// A name that no such curve has, or that is not in its place.
    pub fn by_names(
        names: &[String],
        learners: Learners,
        evaluated: bool,
    ) -> Result<Vec<Self>, &str> {
        let mut known = Self::all(learners, evaluated).into_iter();
        let mut find = |name: &str| known.find(|curve| curve.name() == name);
        let found = names.iter().map(|name| find(name).ok_or(&**name));
        found.collect()
    }

    /// The name in tables and files, such as `first_wins`.
    pub fn name(self) -> String {
        match self {
            Self::Wins(side) => format!("{}_wins", side.name()),
            Self::Draws => "draws".to_owned(),
            Self::NotLost(side) => format!("{}_not_lost", side.name()),
            Self::Resigned(side) => format!("{}_resigned", side.name()),
            Self::Boxes(side) => format!("{}_boxes", side.name()),
            Self::MissingColour(side) => format!("{}_missing_colour", side.name()),
            Self::Refused(side) => format!("{}_refused", side.name()),
            Self::Rescued(side) => format!("{}_rescued", side.name()),
            Self::Saturated(side) => format!("{}_saturated", side.name()),
            Self::Exact(side, figure @ Figure::Sampled(_))
            | Self::Greedy(side, figure @ Figure::Sampled(_)) => {
                format!("{}_{}", side.name(), figure.name())
            }
            Self::Exact(side, figure) | Self::Greedy(side, figure) => {
                format!("{}_exact_{}", side.name(), figure.name())
            }
        }
    }

    /// What is known of it as a figure.
    #[expect(
        clippy::missing_panics_doc,
        reason = "a test asks for the entries of all curves"
    )]
    pub fn entry(self) -> FigureEntry {
        figure(&self.name()).expect("`figures.txt` has every curve")
    }

    /// Its name for people, such as `first not lost`; `holding` is what the boxes of the learners hold.
    pub fn label(self, holding: Holding) -> String {
        self.entry().label_of(self.side(), holding)
    }

    /// The side that it is of; none for draws.
    pub(super) const fn side(self) -> Option<Side> {
        match self {
            Self::Draws => None,
            Self::Wins(side)
            | Self::NotLost(side)
            | Self::Resigned(side)
            | Self::Boxes(side)
            | Self::MissingColour(side)
            | Self::Refused(side)
            | Self::Rescued(side)
            | Self::Saturated(side)
            | Self::Exact(side, _)
            | Self::Greedy(side, _) => Some(side),
        }
    }

    /// Its unit.
    pub const fn unit(self) -> Unit {
        match self {
            Self::Wins(_) | Self::Draws | Self::NotLost(_) | Self::Resigned(_) => Unit::Share,
            Self::Exact(..) | Self::Greedy(..) => Unit::Chance,
            Self::Boxes(_)
            | Self::MissingColour(_)
            | Self::Refused(_)
            | Self::Rescued(_)
            | Self::Saturated(_) => Unit::Count,
        }
    }

    /// The way of play that it describes, of a learner that keeps values or beads.
    pub const fn play(self, explores: bool) -> Play {
        match self {
            Self::Greedy(..) => Play::Greedy,
            Self::Exact(..) | Self::MissingColour(_) if explores => Play::Greedy,
            _ if explores => Play::Exploring,
            _ => Play::Sampled,
        }
    }

    /// Whether its value describes the tables after a set, rather than counting what happened in it.
    pub(super) const fn is_state(self) -> bool {
        self.is_of_play() || matches!(self, Self::Boxes(_))
    }

    /// The curves of the ends of runs: all, and for greedy play.
    pub fn of_ends(setting: &StudySetting) -> Vec<Self> {
        let mut curves = Self::all(setting.learners, setting.exact.is_exact());
        let is_sampled = setting.exact == Examined::Sampled;
        let sampled = Figure::SAMPLED.iter().filter(|_| is_sampled);
        let exact = Figure::ALL.iter().filter(|_| setting.exact.is_exact());
        for side in setting.learners.sides() {
            curves.extend(sampled.clone().map(|&figure| Self::Exact(side, figure)));
            // Value learners are evaluated in greedy play anyway.
            let all = exact.clone().chain(sampled.clone());
            let greedy = all.filter(|_| !setting.explores());
            curves.extend(greedy.map(|&figure| Self::Greedy(side, figure)));
        }
        curves
    }

    /// Whether it is of what a learner would do, and not of the games that it played.
    pub const fn is_of_play(self) -> bool {
        self.is_exact() || matches!(self, Self::MissingColour(_))
    }

    /// Whether it is of the evaluation of a table: an exact chance or share, or a share of sampled games.
    pub const fn is_exact(self) -> bool {
        matches!(self, Self::Exact(..) | Self::Greedy(..))
    }

    /// The largest possible value for a run of this many games, if it is known. Exact figures are parts of
    /// `one`.
    pub(super) const fn most(self, games: u64, one: u64) -> Option<u64> {
        match self {
            Self::Exact(..) | Self::Greedy(..) => Some(one),
            Self::Boxes(_) | Self::MissingColour(_) | Self::Rescued(_) | Self::Saturated(_) => None,
            Self::Wins(_)
            | Self::Draws
            | Self::NotLost(_)
            | Self::Resigned(_)
            | Self::Refused(_) => Some(games),
        }
    }

    /// The value of the curve in a record; a figure of an evaluation is rounded to hundredths of a percent.
    pub(super) fn value(self, point: &Record) -> Option<u64> {
        Some(self.rounded(self.unrounded(point)?))
    }

    pub(super) const fn rounded(self, value: u64) -> u64 {
        if self.is_exact() {
            (value + HUNDREDTH / 2) / HUNDREDTH
        } else {
            value
        }
    }

    /// Whether a run may have no value: a share of nothing.
    pub(super) const fn may_lack(self) -> bool {
        matches!(
            self,
            Self::Exact(_, Figure::Optimal | Figure::OptimalWherePlayGoes)
                | Self::Greedy(_, Figure::Optimal | Figure::OptimalWherePlayGoes)
        )
    }

    /// The unrounded value in a record, for an exact figure in parts of 10^12. None of a share of nothing, and of greedy
    /// play, which is in no record.
    pub fn unrounded(self, point: &Record) -> Option<u64> {
        let snapshot = |side: Side| point.snapshots[side.index()].as_ref();
        let count = match self {
            Self::Wins(side) => point.results.wins(side),
            Self::Draws => point.results.draws,
            Self::NotLost(side) => point.results.not_lost(side),
            Self::Resigned(side) => point.resigned[side.index()],
            Self::Boxes(side) => snapshot(side).map_or(0, |s| s.boxes),
            Self::MissingColour(side) => snapshot(side).map_or(0, Snapshot::missing_colour_total),
            Self::Refused(side) => snapshot(side).map_or(0, |s| s.refused),
            Self::Rescued(side) => snapshot(side).map_or(0, |s| s.rescued),
            Self::Saturated(side) => snapshot(side).map_or(0, |s| s.saturated),
            Self::Exact(side, figure) => {
                let exact = snapshot(side).and_then(|snapshot| snapshot.exact.as_ref());
                return figure.value_in(exact?);
            }
            Self::Greedy(..) => return None,
        };
        Some(count)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn exact_figures_are_rounded_to_hundredths_of_a_percent() {
        let curve = Curve::Exact(Side::Second, Figure::WorstCaseLoss);
        for (worst_case_loss, parts) in [
            (0, 0),
            (49_999_999, 0),
            (50_000_000, 1),
            (149_999_999, 1),
            (333_333_333_333, 3_333),
            (666_666_666_667, 6_667),
            (1_000_000_000_000, Figure::ONE),
        ] {
            let exact = Exact {
                worst_case_loss,
                ..Exact::default()
            };
            let snapshot = Snapshot {
                exact: Some(exact),
                ..Snapshot::default()
            };
            let point = Record {
                snapshots: [None, Some(snapshot)],
                ..Record::default()
            };
            assert_eq!(curve.value(&point), Some(parts), "{worst_case_loss}");
        }
    }
}
