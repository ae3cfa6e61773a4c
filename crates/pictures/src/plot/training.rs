//! The data of a training for its pictures; if there are very many sets, several are combined.

use super::look::Heading;
use matchboxes::arena::Holding;
use matchboxes::game::{Results, Side};
use matchboxes::learn::{History, Record, Snapshot};
use matchboxes::text::float;

/// The most points in a picture; a column of a print can hardly show more.
const POINTS: u64 = 500;

/// A training and the titles of its pictures.
#[derive(Clone, Debug)]
pub struct Training<'a> {
    /// The results of its games.
    pub history: &'a History,
    /// The lines above each picture: what learns; the rule, the opponent, the seed.
    pub heading: Heading,
    /// The state of the tables before the first set, by side; empty by default.
    pub start: [Snapshot; 2],
    /// What the boxes hold.
    pub holding: Holding,
    /// Whether one machine learns on both sides; its table is the first side's.
    pub shared: bool,
    /// Whether it resigns at a box that has run empty.
    pub resigns: bool,
}

impl<'a> Training<'a> {
    /// The training without titles.
    #[must_use]
    pub fn new(history: &'a History) -> Self {
        Self {
            history,
            heading: Heading::default(),
            start: [Snapshot::default(), Snapshot::default()],
            holding: Holding::default(),
            shared: false,
            resigns: false,
        }
    }

    /// The sides that learn: those whose tables are in the history.
    pub(super) fn learners(&self) -> Vec<Side> {
        Side::BOTH
            .into_iter()
            .filter(|side| {
                let mut records = self.history.records.iter();
                records.any(|record| record.snapshots[side.index()].is_some())
            })
            .collect()
    }

    pub(super) const fn name(&self, side: Side) -> &'static str {
        if self.shared {
            "both sides"
        } else {
            side.name()
        }
    }

    /// The note on a falling line, if the machine resigns at empty boxes and this line, of won or kept games, ends
    /// below its highest point.
    pub(super) fn fall(&self, line: impl IntoIterator<Item = f64>) -> Option<String> {
        let ends = |(highest, _), at| (f64::max(highest, at), at);
        let (highest, last) = line.into_iter().fold((f64::MIN, f64::MAX), ends);
        let why =
            "a line falls where the machine opens an empty box: it resigns, which counts as lost";
        (self.resigns && last + 2.0 < highest).then(|| why.to_owned())
    }

    /// The tables of a side before the first game and after each point, with the number of games played.
    pub(super) fn snapshots<'s>(
        &'s self,
        points: &[Stretch<'s>],
        side: Side,
    ) -> Vec<(f64, &'s Snapshot)> {
        let start = (0.0, &self.start[side.index()]);
        let after = points
            .iter()
            .filter_map(|p| Some((p.end, p.last.snapshots[side.index()].as_ref()?)));
        std::iter::once(start).chain(after).collect()
    }

    /// The points of its pictures: each combines as many successive sets as are needed for at least `least`
    /// games and for at most 500 points.
    pub(super) fn points(&self, least: f64) -> Vec<Stretch<'a>> {
        let records = &self.history.records;
        let sets = records.iter().map(|record| record.sets);
        let all = sets.fold(0, u64::saturating_add);
        let each = all.div_ceil(POINTS).max(1);
        let mut points: Vec<Stretch<'a>> = Vec::new();
        for record in records {
            match points.last_mut() {
                Some(open) if open.sets < each || open.games() < least => open.add(record),
                last => {
                    let mut next = Stretch {
                        sets: 0,
                        end: last.map_or(0.0, |before| before.end),
                        results: Results::default(),
                        last: record,
                    };
                    next.add(record);
                    points.push(next);
                }
            }
        }
        points
    }
}

/// Successive sets that form one point of a picture.
#[derive(Clone, Debug)]
pub(super) struct Stretch<'a> {
    pub(super) sets: u64,
    /// The number of games played from the start of the training to their end.
    pub(super) end: f64,
    pub(super) results: Results<u64>,
    pub(super) last: &'a Record,
}

impl<'a> Stretch<'a> {
    fn add(&mut self, record: &'a Record) {
        self.sets = self.sets.saturating_add(record.sets);
        self.results += record.results;
        self.end += float(record.results.games());
        self.last = record;
    }

    pub(super) fn games(&self) -> f64 {
        float(self.results.games())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A training with these numbers of sets, and games won by first, drawn, and won by second.
    fn history(records: &[(u64, [u64; 3])]) -> History {
        let record = |&(sets, [first_wins, draws, second_wins]): &(u64, [u64; 3])| Record {
            sets,
            results: Results {
                first_wins,
                draws,
                second_wins,
            },
            ..Record::default()
        };
        History {
            records: records.iter().map(record).collect(),
        }
    }

    /// The numbers of sets of the points with at least `least` games.
    fn sets(records: &[(u64, [u64; 3])], least: f64) -> Vec<u64> {
        let history = history(records);
        let points = Training::new(&history).points(least);
        points.iter().map(|point| point.sets).collect()
    }

    #[test]
    fn many_sets_are_combined_and_none_is_lost() {
        let history = history(&vec![(1, [60, 30, 10]); 1234]);
        let points = Training::new(&history).points(0.0);
        assert!(points.len() <= 500);
        assert_eq!(points.iter().map(|p| p.sets).sum::<u64>(), 1234);
        assert!((points.last().unwrap().end - 123_400.0).abs() < 1e-6);
        assert_eq!(points[0].results.first_wins, 180);
    }

    #[test]
    fn sets_of_single_games_are_combined_to_the_requested_number() {
        assert_eq!(sets(&[(1, [0, 1, 0]); 45], 20.0), [20, 20, 5]);
    }

    #[test]
    fn records_of_many_sets_stay_separate() {
        let records = [1, 1, 400, 400].map(|sets| (sets, [0, sets, 0]));
        assert_eq!(sets(&records, 0.0), [2, 400, 400]);
    }
}
