//! What a study has counted besides the results of its runs, as plain numbers for a file.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::conduct::Study;
use super::curve::Curve;
use super::setting::Setting;
use super::spread::Spread;

/// The counts of a study.
#[derive(Serialize, Deserialize)]
pub struct Counts {
    points: Vec<PointCounts>,
    speeds: Vec<(Spread, u64)>,
}

#[derive(Serialize, Deserialize)]
struct PointCounts {
    /// The values of each curve, in the order of [`Curve::all`]; then those of the score, if the study has it.
    curves: Vec<Spread>,
    /// For runs that refused games: the place of the curve, the value, the games played, and how often.
    short: Vec<(usize, u64, u64, u64)>,
}

impl Study {
    /// The counts of this study, without those of the ends of its runs.
    pub fn counts(&self) -> Counts {
        let curves = Curve::all(self.setting.learners, self.setting.exact);
        let points = self.points.iter().map(|point| PointCounts {
            curves: {
                let curves = curves.iter().map(|c| &point.curves[c]);
                let score = point.score.iter().map(|score| &score.raised);
                curves.chain(score).cloned().collect()
            },
            short: curves
                .iter()
                .enumerate()
                .flat_map(|(i, &curve)| {
                    let all = (curve, 0, 0)..=(curve, u64::MAX, u64::MAX);
                    let short = point.short.range(all);
                    short.map(move |(&(_, value, played), &times)| (i, value, played, times))
                })
                .collect(),
        });
        let speeds = self.speeds.iter();
        Counts {
            points: points.collect(),
            speeds: speeds.map(|s| (s.games.clone(), s.not_reached)).collect(),
        }
    }

    /// The study of `runs` runs with these counts, before the ends of its runs are counted; `None` if they
    /// are not the counts of as many runs of this setting.
    pub fn from_counts(setting: Setting, counts: Counts, runs: u64) -> Option<Self> {
        let mut study = Self::empty(setting);
        let curves = Curve::all(study.setting.learners, study.setting.exact);
        if counts.points.len() != study.points.len() || counts.speeds.len() != study.speeds.len() {
            return None;
        }
        for (point, mut stored) in study.points.iter_mut().zip(counts.points) {
            let is_whole = |spread: &Spread| spread.total() == Some(runs);
            if !stored.curves.iter().all(is_whole) {
                return None;
            }
            if let Some(score) = &mut point.score {
                score.raised = stored.curves.pop().filter(|raised| score.admits(raised))?;
            }
            if stored.curves.len() != curves.len() {
                return None;
            }
            for (curve, spread) in curves.iter().zip(stored.curves) {
                point.curves.insert(*curve, spread);
            }
            let mut sums = BTreeMap::new();
            for (i, value, played, times) in stored.short {
                let curve = *curves.get(i)?;
                let sum: &mut u64 = sums.entry((curve, value)).or_default();
                *sum = sum.checked_add(times)?;
                if played >= point.games || *sum > *point.curves[&curve].0.get(&value)? {
                    return None;
                }
                point.short.insert((curve, value, played), times);
            }
        }
        for (speed, (games, not_reached)) in study.speeds.iter_mut().zip(counts.speeds) {
            if games.total()?.checked_add(not_reached)? != runs {
                return None;
            }
            (speed.games, speed.not_reached) = (games, not_reached);
        }
        Some(study)
    }
}
