//! What a study has counted besides the results of its runs, as plain numbers for a file, and what such numbers must
//! be to be counts of runs.

use std::collections::BTreeMap;

use super::curve::{Curve, Figure};
use super::point::Point;
use super::setting::StudySetting;
use super::spread::Spread;
use super::total::Study;
use crate::game::Side;

/// Why numbers are not the counts of the runs that they come with.
pub type Fault = &'static str;

const OTHERS: Fault = "its counts do not match its runs";

/// Writes the next number.
pub(crate) type PutNumber<'a, E> = dyn FnMut(u64) -> Result<(), E> + 'a;

/// Reads the next number.
pub(crate) type NextNumber<'a, E> = dyn FnMut() -> Result<u64, E> + 'a;

impl Study {
    /// The curves that it has counted, in the order of [`Curve::all`]. Runs of an earlier program may lack some.
    pub fn curves(&self) -> Vec<Curve> {
        let mut all = Curve::all(self.setting.learners, self.setting.exact.has_sets());
        if let Some(point) = self.points.first() {
            all.retain(|curve| point.curves.contains_key(curve));
        }
        all
    }

    /// Writes what this study has counted of each of its [`curves`](Self::curves). The ends of its runs are not written.
    ///
    /// # Errors
    ///
    /// The errors of `put`.
    pub fn put_counts<E>(&self, put: &mut PutNumber<'_, E>) -> Result<(), E> {
        put(self.points.len() as u64)?;
        let curves = self.curves();
        for point in &self.points {
            let score = point.score.as_ref().map(|score| &score.raised);
            put((curves.len() + usize::from(score.is_some())) as u64)?;
            for spread in curves.iter().map(|c| &point.curves[c]).chain(score) {
                put_spread(spread, put)?;
            }
            put(point.short.len() as u64)?;
            for (&(curve, value, played), &times) in &point.short {
                let place = curves.iter().position(|other| *other == curve);
                put(place.unwrap_or(curves.len()) as u64)?;
                [value, played, times].into_iter().try_for_each(&mut *put)?;
            }
        }
        put(self.speeds.len() as u64)?;
        for speed in &self.speeds {
            put_spread(&speed.games, put)?;
            put(speed.not_reached)?;
        }
        Ok(())
    }

    /// The study of `runs` runs with these counts of these curves, before the ends of its runs are counted. It takes no
    /// more memory than as many runs could.
    ///
    /// # Errors
    ///
    /// [`Fault`] if they are not the counts of as many runs of this setting, and what `next` returns.
    pub fn read_counts<E: From<Fault>>(
        setting: StudySetting,
        runs: u64,
        curves: &[Curve],
        next: &mut NextNumber<'_, E>,
    ) -> Result<Self, E> {
        let holds = |claim: bool| if claim { Ok(()) } else { Err(E::from(OTHERS)) };
        let mut study = Self::empty(setting);
        for point in &mut study.points {
            point.curves.clear();
        }
        holds(next()? == study.points.len() as u64)?;
        let mut score_before = 0;
        for point in &mut study.points {
            let lists = curves.len() + usize::from(point.score.is_some());
            holds(next()? == lists as u64)?;
            for &curve in curves {
                let spread = read_spread(runs, next)?;
                holds(spread.len() == runs || curve.may_lack())?;
                point.curves.insert(curve, spread);
            }
            if let Some(score) = &mut point.score {
                score.raised = read_spread(runs, next)?;
                holds(score.raised.len() == runs)?;
            }
            let short = next()?;
            holds(short <= runs.saturating_mul(curves.len() as u64))?;
            let mut before = None;
            for _ in 0..short {
                let place = next()?;
                let place = usize::try_from(place).unwrap_or(usize::MAX);
                let (value, played, times) = (next()?, next()?, next()?);
                holds(place < curves.len() && before < Some((place, value, played)))?;
                before = Some((place, value, played));
                holds(times > 0 && played < point.games)?;
                point.short.insert((curves[place], value, played), times);
            }
            let learners: Vec<Side> = study.setting.learners.sides().collect();
            score_before = point
                .check(runs, &learners, score_before)
                .ok_or(E::from(OTHERS))?;
        }
        holds(next()? == study.speeds.len() as u64)?;
        let all = study.setting.size().games_per_run();
        for speed in &mut study.speeds {
            speed.games = read_spread(runs, next)?;
            speed.not_reached = next()?;
            holds(speed.games.len().checked_add(speed.not_reached) == Some(runs))?;
            let least = study.setting.window;
            holds(
                speed
                    .games
                    .values()
                    .all(|(games, _)| (least..=all).contains(&games)),
            )?;
        }
        holds(study.speeds.windows(2).all(|pair| {
            pair[0].side != pair[1].side
                || pair[0].not_reached <= pair[1].not_reached
                    && (pair[0].not_reached < pair[1].not_reached
                        || pair[0].games.sum() <= pair[1].games.sum())
        }))?;
        Ok(study)
    }

    /// Whether the counts of the last points agree with the ends of the runs, both counted.
    pub fn ends_agree(&self) -> bool {
        let Some(last) = self.points.last() else {
            return true;
        };
        let last_sets = Self::LAST.min(self.setting.sets);
        let (mut sets, mut points) = (0, 0);
        for point in self.points.iter().rev() {
            if sets >= last_sets {
                break;
            }
            sets += point.sets;
            points += 1;
        }
        self.curves().iter().all(|&curve| {
            let Some(ends) = self.last(curve) else {
                return false;
            };
            if curve.is_state() {
                return last.curves[&curve] == *ends;
            }
            let sums = self.points[self.points.len() - points..].iter();
            let sum: u128 = sums.map(|point| point.curves[&curve].sum()).sum();
            if sets == last_sets {
                sum == ends.sum()
            } else {
                sum >= ends.sum()
            }
        })
    }
}

impl Point {
    /// Checks that these can be the counts of this many runs, each of which has begun all games of these
    /// sets; returns the sum of the scores since the first game, given the sum before the point.
    fn check(&self, runs: u64, learners: &[Side], score_before: i128) -> Option<i128> {
        let [first, second] = Side::BOTH.map(|side| self.sum(Curve::Wins(side)));
        let draws = self.sum(Curve::Draws);
        let refused = self.refused(learners);
        let all = u128::from(runs) * u128::from(self.games);
        let mut holds = first + draws + second + refused == all;
        for &side in learners {
            let (own, others) = match side {
                Side::First => (first, second),
                Side::Second => (second, first),
            };
            holds &= self.sum(Curve::NotLost(side)) == own + draws;
            holds &= self.sum(Curve::Resigned(side)) <= others;
            holds &= self.sum(Curve::MissingColour(side)) <= self.sum(Curve::Boxes(side));
        }
        let most = |curve: Curve| curve.most(self.games, Figure::ONE).unwrap_or(u64::MAX >> 1);
        holds &= self.curves.iter().all(|(&curve, spread)| {
            let highest = spread.range().map_or(0, |(_, highest)| highest);
            highest <= most(curve)
        });
        holds &= self.short_agrees(runs, learners);
        let own = learners
            .first()
            .map_or(0, |&side| self.sum(Curve::Wins(side)));
        let others = first + second - own.min(first + second);
        let score = i128::try_from(own * 3 + draws).ok()? - i128::try_from(others).ok()?;
        let score = score_before.checked_add(score)?;
        if let Some(scores) = &self.score {
            let raised = i128::try_from(scores.raised.sum()).ok()?;
            let games = i128::from(runs) * i128::from(scores.games);
            let highest = scores.raised.range().map_or(0, |(_, highest)| highest);
            holds &= highest <= scores.most() && raised - games == score;
        }
        holds.then_some(score)
    }

    /// Whether the runs that refused games are the same in all curves.
    fn short_agrees(&self, runs: u64, learners: &[Side]) -> bool {
        let mut by_curve: BTreeMap<Curve, (u128, u128)> =
            self.curves.keys().map(|&curve| (curve, (0, 0))).collect();
        let mut of_value: Option<(Curve, u64, u64)> = None;
        for (&(curve, value, played), &times) in &self.short {
            let Some((count, games)) = by_curve.get_mut(&curve) else {
                return false;
            };
            *count += u128::from(times);
            *games += u128::from(times) * u128::from(played);
            let so_far = match of_value {
                Some((c, v, n)) if (c, v) == (curve, value) => n,
                _ => 0,
            };
            let Some(sum) = so_far.checked_add(times) else {
                return false;
            };
            if sum > self.curves[&curve].times(value) {
                return false;
            }
            of_value = Some((curve, value, sum));
        }
        // A run without a value is in none of its counts.
        by_curve.retain(|curve, _| !curve.may_lack());
        let mut counts = by_curve.values();
        let Some(&(short, played)) = counts.next() else {
            return true;
        };
        counts.all(|other| *other == (short, played))
            && short <= u128::from(runs)
            && short * u128::from(self.games) - played == self.refused(learners)
    }

    /// The sum of a curve over all runs.
    fn sum(&self, curve: Curve) -> u128 {
        self.curves.get(&curve).map_or(0, Spread::sum)
    }

    /// The games that these sides refused in all runs.
    fn refused(&self, learners: &[Side]) -> u128 {
        let refused = learners.iter().map(|&side| Curve::Refused(side));
        refused.map(|curve| self.sum(curve)).sum()
    }
}

fn put_spread<E>(spread: &Spread, put: &mut PutNumber<'_, E>) -> Result<(), E> {
    put(spread.0.len() as u64)?;
    for (value, times) in spread.values() {
        put(value)?;
        put(times)?;
    }
    Ok(())
}

/// Reads a spread of at most this many values, in ascending order.
fn read_spread<E: From<Fault>>(most: u64, next: &mut NextNumber<'_, E>) -> Result<Spread, E> {
    let count = next()?;
    if count > most {
        return Err(OTHERS.into());
    }
    let (mut spread, mut left) = (Spread::default(), most);
    for _ in 0..count {
        let (value, times) = (next()?, next()?);
        let ascends = spread.range().is_none_or(|(_, last)| last < value);
        if !ascends || times == 0 || times > left {
            return Err(OTHERS.into());
        }
        left -= times;
        spread.0.push((value, times));
    }
    spread.0.shrink_to_fit();
    Ok(spread)
}
