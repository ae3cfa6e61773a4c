//! Michie's rule of 1963 for the Pegasus computer, which multiplies odds instead of counting beads.
//!
//! The odds of each move made are multiplied by `M_n ^ e`. Here `n` counts the moves of the play (game)
//! backwards from its end, `M_n = A ^ (B ^ (8 - n))`, and `e` is how much better the result was than recent
//! results: 1 - mu after a win, -mu after a draw, -1 - mu after a loss. The sliding origin mu is the mean of
//! past results (1, 0, -1), in which each play counts `D` times as much as the one after it. (Michie,
//! Experiments on the mechanization of game-learning, Computer Journal 6, 1963, figure 6 and the section on
//! the sliding origin.)
//!
//! The axis of figure 6 is the number of moves from the end of the play, with the moves of both players
//! counted, and `M_1` is drawn as infinite. So the winning move has `n` = 1 and is always played again; the
//! loser's last move, which the winning move answered, has `n` = 2. [`CountFrom::OwnMove`] and
//! [`CountFrom::LastBox`] are our own variants: a lost game is counted from the loser's own last move, or
//! from the last one drawn from a box, which is then never made again. In a drawn game, `n` = 1 takes the
//! value of the formula.
//!
//! The paper would prefer to update mu after every play; its program applied `D` to the averages of a hundred
//! plays each ([`DecayPer::Set`]).
//!
//! All arithmetic uses whole numbers, so results are the same on every machine. The weights of a box add
//! up to [`WHOLE`], to within one unit per weight. Weights are rounded to units, so after an update each
//! weight differs from the exact result for the previous weights by at most one part in 10^9 of the whole.
//! A possible move keeps at least one unit.

use serde::{Deserialize, Serialize};

use crate::decimal::Decimal;
use crate::game::Verdict;

/// The sum of the weights of a box.
pub const WHOLE: u64 = 1_000_000_000;

/// The numbers of the odds rule.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Odds {
    /// `A`: the multiplier of the odds eight moves before the end, above 1 and at most 16.
    pub a: Decimal,
    /// `B`: how fast it grows towards the end, 1 to 4.
    pub b: Decimal,
    /// The point from which the moves of a lost game are counted backwards.
    #[serde(default)]
    pub from: CountFrom,
    /// `D`: how much a play, or a set of plays, counts in mu relative to the one after it, below 1; 0
    /// keeps mu at 0.
    #[serde(default)]
    pub decay: Decimal,
    /// The number of plays after which mu is updated; Michie's program used 100.
    #[serde(default = "one")]
    pub every: u64,
    /// Whether `D` is applied to plays or to sets.
    #[serde(default)]
    pub per: DecayPer,
}

/// The point from which the moves of a lost game are counted backwards. In all other games they are counted
/// from the end of the play.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum CountFrom {
    /// From the end of the play, as in the paper: if the opponent made the last move, the learner's own
    /// last move has `n` = 2.
    End,
    /// From the learner's own last move, which has `n` = 1: if it was drawn from a box, it is never made
    /// again. A forced move without a box also counts.
    OwnMove,
    /// From the learner's last move that was drawn from a box, which has `n` = 1 and is never made again,
    /// however many moves without a box came after it. The default for a rule without this field.
    // The old name was `own-last`; models and files with it keep their meaning.
    #[default]
    #[serde(alias = "own-last")]
    LastBox,
}

/// The unit to which the decay of the sliding origin is applied.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum DecayPer {
    /// Every play: each counts `D` times as much as the one after it.
    #[default]
    Play,
    /// The average of every set of [`Odds::every`] plays: the plays of a set count equally.
    Set,
}

const fn one() -> u64 {
    1
}

/// The sliding origin: the decaying sum of past results, the weight by which it is divided, and the current
/// mu, all in units of 2^-32.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Origin {
    /// The sum of results, in which older plays count less.
    pub sum: i64,
    /// The sum if all of those plays had been wins.
    pub weight: i64,
    /// mu, which is updated only after every [`Odds::every`] plays.
    pub mu: i64,
    /// The number of plays since mu was last updated.
    pub since: u64,
}

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
            log_a: log2(odds.a),
            roots,
        }
    }

    /// The exponent `e` of a result, in units of 2^-32.
    fn exponent(verdict: Verdict, origin: Origin) -> i64 {
        let result = match verdict {
            Verdict::Win => 1,
            Verdict::Draw => 0,
            Verdict::Loss => -1,
        };
        (result << POINT) - origin.mu
    }

    /// The ply from which the moves of a game are counted backwards, if the game had `plies` moves and the
    /// learner last drew from a box after `last` of them.
    #[must_use]
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
    pub fn slide(&self, origin: &mut Origin, verdict: Verdict) {
        let Odds {
            decay, every, per, ..
        } = self.odds;
        if decay == Decimal::ZERO {
            return;
        }
        // A set has about the same weight as a play, so that the sums stay within bounds.
        let unit = match per {
            DecayPer::Play => 1 << POINT,
            DecayPer::Set => (1 << POINT) / i64::try_from(every).unwrap_or(i64::MAX).max(1),
        };
        let unit = unit.max(1);
        let result = verdict as i64 - Verdict::Draw as i64;
        origin.sum = origin.sum.saturating_add(result * unit);
        origin.weight = origin.weight.saturating_add(unit);
        origin.since = origin.since.saturating_add(1);
        if per == DecayPer::Play || origin.since >= every {
            origin.sum = decay.of(origin.sum);
            origin.weight = decay.of(origin.weight);
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
    /// [`MOST_BEADS`](crate::learn::MOST_BEADS).
    pub fn apply(
        &self,
        weights: &mut [u64],
        chosen: usize,
        n: u16,
        verdict: Verdict,
        origin: Origin,
    ) {
        let own = weights[chosen];
        let rest = weights.iter().sum::<u64>() - own;
        let now = match (n, verdict) {
            (1, Verdict::Win) => WHOLE,
            (1, Verdict::Loss) => 0,
            _ => self.share(own, rest, self.log(n, Self::exponent(verdict, origin))),
        };
        for (i, weight) in weights.iter_mut().enumerate() {
            *weight = if i == chosen {
                now
            } else {
                scale(*weight, WHOLE - now, rest)
            };
        }
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
        let share = (own >> 2) * u128::from(WHOLE) / (sum >> 2);
        u64::try_from(share)
            .expect("a part of the whole")
            .clamp(1, WHOLE - 1)
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

/// `weight * now / before`, but at least 1 unless `weight` or `now` is 0.
fn scale(weight: u64, now: u64, before: u64) -> u64 {
    if weight == 0 || now == 0 {
        return 0;
    }
    let scaled = u128::from(weight) * u128::from(now) / u128::from(before);
    u64::try_from(scaled).expect("a part of the whole").max(1)
}

/// The binary logarithm of a number of at least 1, with 32 binary places.
fn log2(x: Decimal) -> i64 {
    let mut y = (u128::from(x.billionths()) << FINE) / u128::from(WHOLE);
    let mut log = 0_i64;
    while y >= 2 << FINE {
        y >>= 1;
        log += 1;
    }
    for _ in 0..POINT {
        y = (y * y) >> FINE;
        log <<= 1;
        if y >= 2 << FINE {
            y >>= 1;
            log |= 1;
        }
    }
    log
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pegasus(decay: &str) -> Multipliers {
        Multipliers::new(&Odds {
            a: Decimal::parse("1.025").unwrap(),
            b: Decimal::parse("2").unwrap(),
            from: CountFrom::End,
            decay: Decimal::parse(decay).unwrap(),
            every: 1,
            per: DecayPer::Play,
        })
    }

    #[expect(clippy::cast_precision_loss, reason = "compared with a tolerance")]
    fn odds(weights: &[u64], i: usize) -> f64 {
        weights[i] as f64 / (weights.iter().sum::<u64>() - weights[i]) as f64
    }

    #[test]
    fn the_multipliers_are_those_of_figure_6() {
        let published = [
            (8, 1.0250),
            (7, 1.0506),
            (6, 1.1038),
            (5, 1.2184),
            (4, 1.4845),
            (3, 2.2038),
            (2, 4.8565),
        ];
        for (n, multiplier) in published {
            for (verdict, factor) in [
                (Verdict::Win, multiplier),
                (Verdict::Loss, 1.0 / multiplier),
            ] {
                let mut weights = [WHOLE / 4, WHOLE / 2, WHOLE / 4];
                let before = odds(&weights, 1);
                pegasus("0").apply(&mut weights, 1, n, verdict, Origin::default());
                let ratio = odds(&weights, 1) / before;
                assert!(
                    (ratio / factor - 1.0).abs() < 5e-5,
                    "M_{n}: {ratio}, not {factor}"
                );
                assert_eq!(weights[0], weights[2], "the others keep their proportion");
            }
        }
    }

    #[test]
    fn the_last_move_becomes_certain_or_impossible() {
        let mut weights = [300, 300, 400];
        pegasus("0").apply(&mut weights, 0, 1, Verdict::Win, Origin::default());
        assert_eq!(weights, [WHOLE, 0, 0]);
        let mut weights = [WHOLE / 2, WHOLE / 4, WHOLE / 4];
        pegasus("0").apply(&mut weights, 0, 1, Verdict::Loss, Origin::default());
        assert_eq!(weights, [0, WHOLE / 2, WHOLE / 2]);
    }

    #[test]
    fn the_origin_is_the_decaying_mean_of_results() {
        let rule = pegasus("0.9");
        let mut origin = Origin::default();
        let results = [
            Verdict::Win,
            Verdict::Win,
            Verdict::Loss,
            Verdict::Draw,
            Verdict::Win,
        ];
        let (mut sum, mut weight) = (0.0, 0.0);
        for verdict in results {
            rule.slide(&mut origin, verdict);
            let result = f64::from(verdict as u8) - 1.0;
            sum = 0.9 * (sum + result);
            weight = 0.9 * (weight + 1.0);
            #[expect(clippy::cast_precision_loss, reason = "compared with a tolerance")]
            let mu = origin.mu as f64 / f64::from(u32::MAX);
            assert!((mu - sum / weight).abs() < 1e-6, "{mu} {}", sum / weight);
        }
    }

    /// `D` applied to the averages of sets: (1 - D) / (D - D^(j + 1)) times the sum of D^i V(j - i).
    #[test]
    fn the_origin_of_sets_is_the_decaying_mean_of_their_averages() {
        let per = |per, every| {
            let decay = Decimal::parse("0.5").unwrap();
            let (a, b) = (
                Decimal::parse("1.025").unwrap(),
                Decimal::parse("2").unwrap(),
            );
            let from = CountFrom::End;
            Multipliers::new(&Odds {
                a,
                b,
                from,
                decay,
                every,
                per,
            })
        };
        let sets = per(DecayPer::Set, 4);
        let mut origin = Origin::default();
        let averages = [[1, 1, 1, 1], [1, 0, -1, 1], [-1, -1, 0, 0]];
        for (set, expected) in averages.iter().zip([1.0, 0.5, -1.0 / 14.0]) {
            for (play, &result) in set.iter().enumerate() {
                let verdict = match result {
                    1 => Verdict::Win,
                    0 => Verdict::Draw,
                    _ => Verdict::Loss,
                };
                let before = origin.mu;
                sets.slide(&mut origin, verdict);
                assert!(
                    play == 3 || origin.mu == before,
                    "mu is updated only after a set"
                );
            }
            #[expect(clippy::cast_precision_loss, reason = "compared with a tolerance")]
            let mu = origin.mu as f64 / f64::from(u32::MAX);
            assert!((mu - expected).abs() < 1e-6, "{mu} {expected}");
        }
        // A set of one play counts the same as a play.
        let mut plays = [Origin::default(); 2];
        for verdict in [Verdict::Win, Verdict::Loss, Verdict::Draw, Verdict::Win] {
            per(DecayPer::Set, 1).slide(&mut plays[0], verdict);
            per(DecayPer::Play, 1).slide(&mut plays[1], verdict);
            assert_eq!(plays[0], plays[1]);
        }
        // The sums are also correct for very long sets and a very slow decay.
        let slow = Multipliers::new(&Odds {
            a: Decimal::parse("2").unwrap(),
            b: Decimal::parse("2").unwrap(),
            from: CountFrom::End,
            decay: Decimal::parse("0.999999999").unwrap(),
            every: i64::MAX.cast_unsigned(),
            per: DecayPer::Set,
        });
        let mut long = Origin::default();
        (0..10).for_each(|_| slow.slide(&mut long, Verdict::Loss));
        assert_eq!((long.sum, long.weight, long.mu), (-10, 10, 0));
    }

    #[test]
    fn a_lost_game_is_counted_from_its_end_or_the_own_last_move() {
        let end = |from, verdict, last, plies| {
            let odds = Odds {
                from,
                ..pegasus("0").odds
            };
            Multipliers::new(&odds).end(verdict, last, plies)
        };
        let n = |from, last, plies| end(from, Verdict::Loss, Some(last), plies) - last;
        let all = [CountFrom::End, CountFrom::OwnMove, CountFrom::LastBox];
        // The opponent won with move number 6, the learner's last was number 5.
        assert_eq!(all.map(|from| n(from, 4, 6)), [2, 1, 1]);
        // The learner's last two moves, the second of which ended the game, were forced and had no box.
        assert_eq!(all.map(|from| n(from, 4, 9)), [5, 5, 1]);
        // The same, but the opponent made one more move.
        assert_eq!(all.map(|from| n(from, 4, 10)), [6, 5, 1]);
        for from in all {
            assert_eq!(end(from, Verdict::Win, Some(4), 5), 5);
            assert_eq!(end(from, Verdict::Draw, Some(4), 6), 6);
            assert_eq!(end(from, Verdict::Loss, None, 1), 1);
        }
    }

    #[test]
    fn a_possible_move_stays_possible_and_nothing_overflows() {
        let rule = pegasus("0");
        let mut weights = [WHOLE - 2, 1, 1];
        for verdict in [Verdict::Win, Verdict::Loss] {
            for _ in 0..200 {
                rule.apply(&mut weights, 0, 2, verdict, Origin::default());
                assert!(weights.iter().all(|&w| w > 0), "{weights:?}");
                assert!(weights.iter().sum::<u64>() <= WHOLE + 2, "{weights:?}");
            }
        }
    }
}
