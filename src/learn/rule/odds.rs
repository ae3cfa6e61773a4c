//! Michie's rule of 1963 for the Pegasus computer: odds multiplied instead of beads counted.
//!
//! The odds of each move made are multiplied by `M_n ^ e`, where `n` counts the moves of the play
//! back from its end, `M_n = A ^ (B ^ (8 - n))`, and `e` says how much better the play went than
//! plays have gone of late: 1 - mu after a win, -mu after a draw, -1 - mu after a loss. The sliding
//! origin mu is the mean of past results (1, 0, -1), each play back counting `D` times as much as
//! the one after it. (Michie, Experiments on the mechanization of game-learning, Computer Journal 6,
//! 1963, figure 6 and the section on the sliding origin.)
//!
//! The axis of figure 6 is the number of moves from the end of the play, both players' moves counted,
//! and `M_1` is drawn as infinite. So the move that wins has `n` = 1 and is played for ever, and the
//! last move of a loser, which the winning move has answered, has `n` = 2. [`CountFrom::OwnMove`] and
//! [`CountFrom::LastBox`] are other rules, ours: a lost game is counted from the loser's own last move, or
//! from the last one drawn from a box, which is then never made again. A drawn game takes the value of the
//! formula for `n` = 1.
//!
//! The ideal of the paper is that mu moves with every play; its program applied `D` to the averages
//! of a hundred plays each ([`DecayPer::Set`]).
//!
//! All of it is whole numbers, so results are the same on every machine. The weights of a box add
//! up to [`WHOLE`], give or take a unit for each; a weight is kept to the unit, so after an update it
//! is within one part in 10^9 of the whole of what exact arithmetic would make of the weights before.
//! A possible move keeps one unit at least.

use serde::{Deserialize, Serialize};

use crate::decimal::Decimal;
use crate::game::Verdict;

/// What the weights of a box add up to.
pub const WHOLE: u64 = 1_000_000_000;

/// The numbers of the odds rule.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Odds {
    /// `A`: the multiplier of the odds eight moves before the end, above 1 and at most 16.
    pub a: Decimal,
    /// `B`: how fast it grows towards the end, 1 to 4.
    pub b: Decimal,
    /// From where the moves of a lost game are counted back.
    #[serde(default)]
    pub from: CountFrom,
    /// `D`: how much a play, or a set of plays, counts in mu against the one after it, below 1; 0
    /// holds mu at 0.
    #[serde(default)]
    pub decay: Decimal,
    /// After how many plays mu moves; the author's program took 100.
    #[serde(default = "one")]
    pub every: u64,
    /// What `D` is applied to.
    #[serde(default)]
    pub per: DecayPer,
}

/// From where the moves of a lost game are counted back; those of any other game are counted from the
/// end of the play.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum CountFrom {
    /// From the end of the play, as the paper has it: where the opponent made the last move, the
    /// learner's own last move has `n` = 2.
    End,
    /// From the learner's own last move, which has `n` = 1: if it was drawn from a box, it is never made
    /// again. A forced move that has no box is counted all the same.
    OwnMove,
    /// From the learner's last move that was drawn from a box, which has `n` = 1 and is never made again,
    /// however many moves without a box came after it. What a rule without this field means.
    // This was `own-last` once; models and files that say so go on as they were.
    #[default]
    #[serde(alias = "own-last")]
    LastBox,
}

/// What the decay of the sliding origin is applied to.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum DecayPer {
    /// Every play: each counts `D` times as much as the one after it.
    #[default]
    Play,
    /// The average of every set of [`Odds::every`] plays: the plays of a set count alike.
    Set,
}

const fn one() -> u64 {
    1
}

/// The sliding origin: the decaying sum of past results and what it is divided by, both in units
/// of 2^-32, and mu as it now holds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Origin {
    /// The sum of results, each play back counting less.
    pub sum: i64,
    /// The sum of what a win in each of those plays would have counted.
    pub weight: i64,
    /// mu, which moves only once every [`Odds::every`] plays.
    pub mu: i64,
    /// Plays since mu last moved.
    pub since: u64,
}

/// Bits after the point of logarithms and of mu.
const POINT: u32 = 32;
/// Bits after the point of powers of two.
const FINE: u32 = 60;
/// The largest power of two that odds are multiplied by: more would change nothing.
const MOST: i64 = 32 << POINT;

/// The odds rule with its tables, ready for play.
#[derive(Clone, Debug)]
pub struct Multipliers {
    odds: Odds,
    /// The binary logarithm of `A`.
    log_a: i64,
    /// 2^(1/2), 2^(1/4) and so on.
    roots: [u128; POINT as usize],
}

impl Multipliers {
    /// Works out the tables.
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

    /// How many moves had been played at the end from which the moves of a game are counted back,
    /// when it went on for `plies` moves and the learner last drew from a box after `last` of them.
    #[must_use]
    pub fn end(&self, verdict: Verdict, last: Option<u16>, plies: u16) -> u16 {
        match (self.odds.from, verdict, last) {
            (CountFrom::LastBox, Verdict::Loss, Some(last)) => last + 1,
            // The sides alternate: the opponent made the last move, or the learner did.
            (CountFrom::OwnMove, Verdict::Loss, Some(last)) => {
                plies - u16::from((plies - last).is_multiple_of(2))
            }
            _ => plies,
        }
    }

    /// Moves the origin on by one play.
    ///
    /// # Panics
    ///
    /// Never: the mean is kept between the results.
    pub fn slide(&self, origin: &mut Origin, verdict: Verdict) {
        let Odds {
            decay, every, per, ..
        } = self.odds;
        if decay == Decimal::ZERO {
            return;
        }
        // A set weighs about as much as a play does, so that the sums stay within bounds.
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
            // A mean lies between the results; only an origin from elsewhere may lie beyond.
            let mu = mu.clamp(-1 << POINT, 1 << POINT);
            origin.mu = i64::try_from(mu).expect("it is clamped");
        }
    }

    /// Multiplies the odds of the move `chosen`, made as the `n`th move from the end.
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

    /// The part of [`WHOLE`] that a move with weight `own` against `rest` has once its odds are
    /// multiplied by a power of two.
    fn share(&self, own: u64, rest: u64, log: i64) -> u64 {
        if own == 0 || rest == 0 {
            return if own == 0 { 0 } else { WHOLE };
        }
        let factor = self.exp2(log.unsigned_abs());
        // Beads of another rule may be more than odds ever are.
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

    /// 2 to this power, with 60 bits after the point.
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

/// `weight * now / before`, at least 1 of something if anything may be left.
fn scale(weight: u64, now: u64, before: u64) -> u64 {
    if weight == 0 || now == 0 {
        return 0;
    }
    let scaled = u128::from(weight) * u128::from(now) / u128::from(before);
    u64::try_from(scaled).expect("a part of the whole").max(1)
}

/// The binary logarithm of a number of at least 1, with 32 bits after the point.
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
    fn the_last_move_is_fixed_or_banished() {
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
                    "mu moves after a set only"
                );
            }
            #[expect(clippy::cast_precision_loss, reason = "compared with a tolerance")]
            let mu = origin.mu as f64 / f64::from(u32::MAX);
            assert!((mu - expected).abs() < 1e-6, "{mu} {expected}");
        }
        // A set of one play is a play.
        let mut plays = [Origin::default(); 2];
        for verdict in [Verdict::Win, Verdict::Loss, Verdict::Draw, Verdict::Win] {
            per(DecayPer::Set, 1).slide(&mut plays[0], verdict);
            per(DecayPer::Play, 1).slide(&mut plays[1], verdict);
            assert_eq!(plays[0], plays[1]);
        }
        // A mean however long the sets, and however slow the decay.
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
        // The learner's last two moves, the second of them the last of all, were forced and had no box.
        assert_eq!(all.map(|from| n(from, 4, 9)), [5, 5, 1]);
        // The same where the opponent made one more.
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
