//! One run of a study, followed set by set.

use super::setting::{LAST, StudySetting};
use super::speed::{Speed, SpeedMeter};
use crate::learn::{GameLog, History, Record, Snapshot};

/// What a study counts of a run while it is played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Followed {
    /// The number of sets played.
    pub sets: u64,
    /// The sums of the sets of each point that was reached; the last one may lack some.
    pub points: Vec<Record>,
    /// The last sets of the run, as far as they were played.
    pub last: Option<Record>,
    /// How soon it rarely loses.
    pub meter: SpeedMeter,
}

impl Followed {
    /// A run that begins.
    pub(crate) fn new(setting: &StudySetting) -> Self {
        Self {
            sets: 0,
            points: Vec::new(),
            last: None,
            meter: SpeedMeter::new(setting.learners),
        }
    }

    /// Adds the next set.
    pub(crate) fn follow(
        &mut self,
        record: &Record,
        games: &GameLog,
        setting: &StudySetting,
        speeds: &[Speed],
    ) {
        self.add(record, setting);
        self.meter.follow(games.games(), setting, speeds);
    }

    fn add(&mut self, record: &Record, setting: &StudySetting) {
        if self.sets.is_multiple_of(setting.sets_of_a_point()) {
            self.points.push(record.clone());
        } else if let Some(point) = self.points.last_mut() {
            point.absorb(record.clone());
        }
        self.sets += 1;
        if self.sets + LAST > setting.sets {
            match &mut self.last {
                Some(last) => last.absorb(record.clone()),
                last => *last = Some(record.clone()),
            }
        }
    }

    /// A history from which the run resumes: a learner needs only its sums of the past.
    pub(super) fn history(&self) -> History {
        History {
            records: self.points.clone(),
        }
    }

    /// Whether a run of this setting can have come to this.
    pub fn is_possible(&self, setting: &StudySetting, speeds: &[Speed]) -> bool {
        let each = setting.sets_of_a_point();
        let games = |record: &Record| {
            let begun = record.sets.checked_mul(setting.games_per_set);
            begun == Some(record.begun())
        };
        let mut left = self.sets;
        let is_whole = self.points.iter().all(|point| {
            let sets = each.min(left);
            left -= sets;
            sets > 0 && point.sets == sets && games(point)
        });
        let within = (1..setting.sets).contains(&self.sets) && left == 0 && is_whole;
        if !within {
            return false;
        }
        let is_followed = self.meter.is_possible(self.sets, setting, speeds);
        if each == 1 {
            // Every set is there, so its points can be added up again.
            let mut again = Self {
                meter: self.meter.clone(),
                ..Self::new(setting)
            };
            for record in &self.points {
                again.add(record, setting);
            }
            return is_followed && again == *self;
        }
        let last = (self.sets + LAST).saturating_sub(setting.sets);
        let end = self.points.last().map(|point| &point.snapshots);
        let last_agrees = match &self.last {
            None => last == 0,
            Some(record) => {
                let are_same = end.is_some_and(|end| {
                    let mut both = record.snapshots.iter().zip(end);
                    both.all(|(one, other)| match (one, other) {
                        (Some(one), Some(other)) => is_same_end(one, other),
                        (one, other) => one.is_none() && other.is_none(),
                    })
                });
                record.sets == last && games(record) && are_same
            }
        };
        last_agrees && is_followed
    }
}

/// Whether two sums of sets end with the same table.
fn is_same_end(one: &Snapshot, other: &Snapshot) -> bool {
    one.boxes == other.boxes
        && one.missing_colour == other.missing_colour
        && one.exact == other.exact
}
