//! The arithmetic of the odds rule.
//!
//! All arithmetic uses whole numbers, so results are the same on every machine. The weights of a box add
//! up to [`WHOLE`], to within one unit per weight. Weights are rounded to units, so after an update each
//! weight differs from the exact result for the previous weights by at most one part in 10^9 of the whole.
//! A possible move keeps at least one unit.

use super::odds::{CountFrom, DecayPer, Odds, SlidingOrigin};
use crate::decimal::Decimal;
use crate::game::Verdict;

/// The sum of the weights of a box.
pub const WHOLE: u64 = 1_000_000_000;
/// Binary places of logarithms and of mu.
const POINT: u32 = 32;
/// Binary places of powers of two.
const FINE: u32 = 60;
/// The largest power of two by which odds are multiplied: more would change nothing.
const MOST: i64 = 32 << POINT;

/// The odds rule with its precomputed tables.
#[derive(Clone, Debug)]
pub struct Multipliers {
    odds: Odds,
    /// The binary logarithm of `A`.
    log_a: i64,
    /// 2^(1/2), 2^(1/4) and so on.
    roots: [u128; POINT as usize],
}

impl Multipliers {
    /// Computes the tables.
    #[must_use]
    pub fn new(odds: &Odds) -> Self {
        let mut roots = [0; POINT as usize];
        let mut root = 2_u128 << FINE;
        for entry in &mut roots {
            root = (root << FINE).isqrt();
            *entry = root;
        }
        Self {
            odds: odds.clone(),
            log_a: log2(odds.a.billionths().unsigned_abs().into(), WHOLE).cast_signed(),
            roots,
        }
    }

    /// The ply from which the moves of a game are counted backwards, if the game had `plies` moves and the
    /// learner last drew from a box after `last` of them.
    pub fn end(&self, verdict: Verdict, last: Option<u16>, plies: u16) -> u16 {
        match (self.odds.from, verdict, last) {
            (CountFrom::LastBox, Verdict::Loss, Some(last)) => last + 1,
            // The sides alternate, so the parity shows who made the last move.
            (CountFrom::OwnMove, Verdict::Loss, Some(last)) => {
                plies - u16::from((plies - last).is_multiple_of(2))
            }
            _ => plies,
        }
    }

    /// Updates the origin after one play.
    ///
    /// # Panics
    ///
    /// Never: the mean is clamped to the range of results.
    pub fn slide(&self, origin: &mut SlidingOrigin, verdict: Verdict) {
        let (decay, every, per) = (self.odds.decay, self.odds.every, self.odds.per);
        if decay == Decimal::ZERO {
            return;
        }
        // A set has about the same weight as a play, so that the sums stay within bounds.
        let unit = match per {
            DecayPer::Play => 1 << POINT,
            DecayPer::Set => (1 << POINT) / i64::try_from(every).unwrap_or(i64::MAX).max(1),
        };
        let unit = unit.max(1);
        origin.sum = origin.sum.saturating_add(points(verdict) * unit);
        origin.weight = origin.weight.saturating_add(unit);
        origin.since = origin.since.saturating_add(1);
        if per == DecayPer::Play || origin.since >= every {
            origin.sum = decay.times_rounded(origin.sum);
            origin.weight = decay.times_rounded(origin.weight);
        }
        if origin.since >= every {
            origin.since = 0;
            let mu = (i128::from(origin.sum) << POINT) / i128::from(origin.weight.max(1));
            // A mean is always in this range; only an origin read from a file could be outside.
            let mu = mu.clamp(-1 << POINT, 1 << POINT);
            origin.mu = i64::try_from(mu).expect("it is clamped");
        }
    }

    /// Multiplies the odds of the move `chosen`, the `n`th move from the end.
    ///
    /// # Panics
    ///
    /// If there is no such move, or the weights add up to more than
    /// [`MOST_BEADS`](crate::MOST_BEADS).
    pub fn apply(
        &self,
        weights: &mut [u64],
        chosen: usize,
        n: u16,
        verdict: Verdict,
        origin: SlidingOrigin,
    ) {
        let own = weights[chosen];
        let rest = weights.iter().sum::<u64>() - own;
        // In units of 2^-32.
        let exponent = (points(verdict) << POINT) - origin.mu;
        let now = match (n, verdict) {
            (1, Verdict::Win) => WHOLE,
            (1, Verdict::Loss) => 0,
            _ => self.share(own, rest, self.log(n, exponent)),
        };
        weights[chosen] = 0;
        for weight in &mut *weights {
            *weight = scale(*weight, WHOLE - now, rest);
        }
        weights[chosen] = now;
    }

    /// The binary logarithm of `M_n ^ e`.
    fn log(&self, n: u16, e: i64) -> i64 {
        let mut log = i128::from(self.log_a);
        for _ in n..8 {
            log = self.odds.b.times(log).min(i128::from(MOST));
        }
        for _ in 8..n {
            log = self.odds.b.into(log);
        }
        let log = (log * i128::from(e)) >> POINT;
        i64::try_from(log.clamp(i128::from(-MOST), i128::from(MOST))).expect("it is clamped")
    }

    /// The weight, out of [`WHOLE`], of a move with weight `own` against `rest` after its odds are
    /// multiplied by 2 to the power of `log`.
    fn share(&self, own: u64, rest: u64, log: i64) -> u64 {
        if own == 0 || rest == 0 {
            return if own == 0 { 0 } else { WHOLE };
        }
        let factor = self.exp2(log.unsigned_abs());
        // Beads of another rule may be larger than the weights of this one.
        let over = (own | rest).ilog2().saturating_sub(WHOLE.ilog2() + 1);
        let (own, rest) = (u128::from(own >> over), u128::from(rest >> over));
        // Both in the same unit; at most 2^(30 + 32 + 60).
        let (own, rest) = if log >= 0 {
            (own * (factor >> 30), rest << (FINE - 30))
        } else {
            (own << (FINE - 30), rest * (factor >> 30))
        };
        let sum = own + rest;
        part(own >> 2, WHOLE, sum >> 2).clamp(1, WHOLE - 1)
    }

    /// 2 to the power of `log`, with 60 binary places.
    fn exp2(&self, log: u64) -> u128 {
        let fraction = log & ((1 << POINT) - 1);
        let mut power = 1_u128 << FINE;
        for (i, root) in (1..).zip(&self.roots) {
            if fraction >> (POINT - i) & 1 == 1 {
                power = (power * root) >> FINE;
            }
        }
        power << (log >> POINT)
    }
}

/// 1 for a win, 0 for a draw and -1 for a loss.
const fn points(verdict: Verdict) -> i64 {
    verdict as i64 - Verdict::Draw as i64
}

/// `weight * now / before`, but at least 1 unless `weight` or `now` is 0.
fn scale(weight: u64, now: u64, before: u64) -> u64 {
    if weight == 0 || now == 0 {
        return 0;
    }
    part(weight.into(), now, before.into()).max(1)
}

/// `own / sum` of `whole`, rounded down.
fn part(own: u128, whole: u64, sum: u128) -> u64 {
    u64::try_from(own * u128::from(whole) / sum).expect("a part of the whole")
}

/// The binary logarithm of `n / d`, a number of at least 1, with 32 binary places by squaring, rounded down; `n` is below
/// 2^68.
pub(crate) fn log2(n: u128, d: u64) -> u64 {
    let mut y = (n << FINE) / u128::from(d);
    let whole = y.ilog2().saturating_sub(FINE);
    y >>= whole;
    let mut log = u64::from(whole);
    for _ in 0..POINT {
        y = (y * y) >> FINE;
        let bit = y >> (FINE + 1);
        y >>= bit;
        log = log << 1 | u64::from(bit == 1);
    }
    log
}
