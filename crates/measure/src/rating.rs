//! Ratings: one number for the strength of each player, fitted to the scores of all meetings.
//!
//! The model of Bradley and Terry (1952) is used, which Zermelo (1929) used for chess tournaments:
//! a player of strength `p` scores `p / (p + q)` on average against one of strength `q`. Ratings
//! use the scale of Elo (1978), on which 400 points are a factor of 10 in strength, with a mean of 0.
//! Draws count as half a win and half a loss.
//!
//! Every meeting weighs the same, whether its score is exact, of one game or of many: the ratings are the limit for
//! more and more games. So that a player who never wins, or never loses, has a finite rating too, one game in a
//! thousand of each meeting counts as a draw, which is the prior. The likelihood has one maximum, which Newton's
//! method finds.
//!
//! The standard errors of the sampled scores are carried over to the ratings (the delta method), 0 where all scores
//! are exact. They do not show how badly the model fits: players who beat one another in a circle get ratings too.

use std::f64::consts::LN_10;

use crate::text::float;

/// The strength of one player.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rating {
    /// The rating on Elo's scale.
    pub elo: f64,
    /// Its standard error; 0 where no score was sampled.
    pub error: f64,
}

/// What ratings are fitted to: the score of a player against another.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RatedMeeting {
    /// The numbers of both players.
    pub players: [usize; 2],
    /// The mean score of the first of them, from 0 to 1.
    pub score: f64,
    /// The square of its standard error; 0 where it is exact.
    pub variance: f64,
}

/// The points on Elo's scale for a factor of e in strength.
const POINTS: f64 = 400.0 / LN_10;
/// The share of each meeting that counts as drawn.
const PRIOR: f64 = 0.001;
/// The iteration ends when no logarithm of a strength changes by this much.
const CONVERGED: f64 = 1e-11;
/// The iteration ends after this many steps in any case; twenty are usual.
const MAX_STEPS: usize = 1_000;

/// The ratings that fit these meetings best, by the number of the player.
///
/// Players can be compared if they met, directly or through a chain of other players. The largest group that can is rated;
/// the others get `None`, as do all if there was no meeting.
///
/// # Examples
///
/// ```
/// use matchboxes_measure::{RatedMeeting, ratings};
///
/// let meeting = |players, score| RatedMeeting { players, score, variance: 0.0 };
/// // The first scores 10 of 11 against the second; the third had no meeting.
/// let ratings = ratings(3, &[meeting([0, 1], 10.0 / 11.0)]);
/// let [first, second] = [0, 1].map(|i| ratings[i].expect("these two can be compared"));
/// assert!((first.elo - second.elo - 400.0).abs() < 1.0);
/// assert!(ratings[2].is_none());
/// ```
///
/// # Panics
///
/// If a meeting is of a player that does not exist.
pub fn ratings(players: usize, meetings: &[RatedMeeting]) -> Vec<Option<Rating>> {
    let mut ratings = vec![None; players];
    let group = comparable(players, meetings);
    if group.len() < 2 {
        return ratings;
    }
    let of_group = meetings.iter().filter_map(|meeting| {
        let [one, other] = meeting
            .players
            .map(|player| group.iter().position(|&own| own == player));
        Some(RatedMeeting {
            players: [one?, other?],
            score: (1.0 - PRIOR) * meeting.score + PRIOR / 2.0,
            variance: (1.0 - PRIOR).powi(2) * meeting.variance,
        })
    });
    let meetings: Vec<RatedMeeting> = of_group.filter(|m| m.players[0] != m.players[1]).collect();
    let strengths = strengths(group.len(), &meetings);
    let errors = errors(&meetings, &strengths);
    for ((&i, strength), error) in group.iter().zip(strengths).zip(errors) {
        ratings[i] = Some(Rating {
            elo: POINTS * strength,
            error: POINTS * error,
        });
    }
    ratings
}

/// The largest group of players who met, directly or through others.
fn comparable(players: usize, meetings: &[RatedMeeting]) -> Vec<usize> {
    let mut group: Vec<usize> = (0..players).collect();
    for &RatedMeeting { players, .. } in meetings {
        let [one, other] = players.map(|player| group[player]);
        for own in &mut group {
            if *own == other {
                *own = one;
            }
        }
    }
    // Of several largest groups the last is taken, so the first come last.
    let numbers = (0..players).rev();
    let groups = numbers.map(|number| (0..players).filter(|&i| group[i] == number).collect());
    groups.max_by_key(Vec::len).unwrap_or_default()
}

/// The chance of a win where the logarithm of the strength is larger by this much.
fn expected(ahead: f64) -> f64 {
    1.0 / (1.0 + (-ahead).exp())
}

/// The logarithms of the strengths of the greatest likelihood, whose mean is 0.
fn strengths(players: usize, meetings: &[RatedMeeting]) -> Vec<f64> {
    let ahead = |of: &[f64], [one, other]: [usize; 2]| of[one] - of[other];
    let likelihood = |of: &[f64]| -> f64 {
        let parts = meetings.iter().map(|meeting| {
            let ahead = ahead(of, meeting.players);
            // The logarithm of the chance, without overflow.
            let log = |ahead: f64| ahead.min(0.0) - (-ahead.abs()).exp().ln_1p();
            meeting.score * log(ahead) + (1.0 - meeting.score) * log(-ahead)
        });
        parts.sum()
    };
    let mut strengths = vec![0.0; players];
    for _ in 0..MAX_STEPS {
        let mut slope = vec![0.0; players];
        for meeting in meetings {
            let [one, other] = meeting.players;
            let more = meeting.score - expected(ahead(&strengths, meeting.players));
            slope[one] += more;
            slope[other] -= more;
        }
        let step = product(&inverse(information(meetings, &strengths)), &slope);
        let before = likelihood(&strengths);
        // Far from the maximum a whole step may lead beyond it.
        let factors = (0..60).map(|halvings| 0.5_f64.powi(halvings));
        let next = factors
            .map(|factor: f64| -> Vec<f64> {
                let both = strengths.iter().zip(&step);
                both.map(|(own, step)| own + factor * step).collect()
            })
            .find(|next| likelihood(next) >= before);
        let Some(next) = next else {
            break;
        };
        let changes = next.iter().zip(&strengths).map(|(a, b)| (a - b).abs());
        let change = changes.fold(0.0, f64::max);
        strengths = next;
        if change < CONVERGED {
            break;
        }
    }
    strengths
}

/// The information matrix: how sharply the likelihood falls on both sides of its maximum. It is singular, because adding a
/// constant to all logarithms changes nothing; a constant in every entry gives it an inverse, which keeps the mean at 0.
fn information(meetings: &[RatedMeeting], strengths: &[f64]) -> Vec<Vec<f64>> {
    let players = strengths.len();
    let mut rows = vec![vec![0.0; players]; players];
    for &RatedMeeting { players, .. } in meetings {
        let [one, other] = players;
        let chance = expected(strengths[one] - strengths[other]);
        let known = chance * (1.0 - chance);
        rows[one][one] += known;
        rows[other][other] += known;
        rows[one][other] -= known;
        rows[other][one] -= known;
    }
    let largest = rows.iter().flatten().copied().fold(0.0, f64::max);
    let constant = largest / float(players as u64);
    rows.iter_mut()
        .flatten()
        .for_each(|entry| *entry += constant);
    rows
}

/// The standard errors of the logarithms of strengths, from the errors of the scores.
fn errors(meetings: &[RatedMeeting], strengths: &[f64]) -> Vec<f64> {
    let inverse = inverse(information(meetings, strengths));
    inverse
        .iter()
        .map(|row: &Vec<f64>| -> f64 {
            let parts = meetings.iter().map(|meeting| {
                let [one, other] = meeting.players;
                (row[one] - row[other]).powi(2) * meeting.variance
            });
            parts.sum::<f64>().sqrt()
        })
        .collect()
}

fn product(rows: &[Vec<f64>], by: &[f64]) -> Vec<f64> {
    rows.iter()
        .map(|row| row.iter().zip(by).map(|(a, b)| a * b).sum())
        .collect()
}

/// The inverse of a positive definite matrix by Gauss-Jordan elimination, which needs no rows exchanged.
fn inverse(mut rows: Vec<Vec<f64>>) -> Vec<Vec<f64>> {
    let size = rows.len();
    for (i, row) in rows.iter_mut().enumerate() {
        row.extend((0..size).map(|j| f64::from(u8::from(i == j))));
    }
    for k in 0..size {
        let pivot = rows[k][k];
        for entry in &mut rows[k] {
            *entry /= pivot;
        }
        let row = rows[k].clone();
        let others = rows.iter_mut().enumerate().filter(|(i, _)| *i != k);
        for (_, other) in others {
            let factor = other[k];
            for (entry, own) in other.iter_mut().zip(&row) {
                *entry -= factor * own;
            }
        }
    }
    rows.into_iter().map(|row| row[size..].to_vec()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn close(a: f64, b: f64) {
        assert!((a - b).abs() < 1e-6, "{a} {b}");
    }

    fn meeting(one: usize, other: usize, score: f64) -> RatedMeeting {
        RatedMeeting {
            players: [one, other],
            score,
            variance: 0.0,
        }
    }

    #[test]
    fn two_players_have_the_ratings_and_errors_of_the_textbook() {
        let sampled = RatedMeeting {
            variance: 0.75 * 0.25 / 100.0,
            ..meeting(0, 1, 0.75)
        };
        let found = ratings(2, &[sampled]);
        let [one, other] = [0, 1].map(|i| found[i].unwrap());
        let score: f64 = 0.999 * 0.75 + 0.0005;
        close(one.elo, 200.0 * (score / (1.0 - score)).log10());
        close(other.elo, -one.elo);
        // The difference of the logarithms has variance v / (p q)^2; each logarithm is half of it.
        let error = POINTS * 0.999 * sampled.variance.sqrt() / (score * (1.0 - score)) / 2.0;
        close(one.error, error);
        close(other.error, error);
    }

    #[test]
    fn who_always_wins_has_a_finite_rating() {
        let found = ratings(2, &[meeting(0, 1, 1.0), meeting(1, 0, 0.0)]);
        let [one, other] = [0, 1].map(|i| found[i].unwrap());
        close(one.elo - other.elo, 400.0 * (0.9995_f64 / 0.0005).log10());
        // A ladder of 30 players, each of which beats all lower ones.
        let pairs = (0..30).flat_map(|i| (i + 1..30).map(move |j| meeting(i, j, 1.0)));
        let ladder = ratings(30, &pairs.collect::<Vec<_>>());
        let elos: Vec<f64> = ladder.iter().map(|rating| rating.unwrap().elo).collect();
        assert!(elos.windows(2).all(|pair| pair[0] > pair[1] + 50.0));
        close(elos.iter().sum::<f64>() / 30.0, 0.0);
    }

    #[test]
    fn games_against_oneself_count_for_nothing() {
        let plain = [meeting(0, 1, 0.75), meeting(1, 2, 0.8), meeting(2, 0, 0.7)];
        let own = [&plain[..], &[meeting(1, 1, 0.9)]].concat();
        assert_eq!(ratings(3, &own), ratings(3, &plain));
    }

    #[test]
    fn only_those_who_met_are_rated() {
        assert_eq!(ratings(0, &[]), []);
        assert_eq!(ratings(1, &[meeting(0, 0, 0.5)]), [None]);
        assert_eq!(ratings(4, &[]), [None; 4]);
        let apart = [meeting(0, 1, 1.0), meeting(2, 3, 0.5), meeting(3, 4, 0.5)];
        let apart = ratings(5, &apart);
        let rated: Vec<bool> = apart.iter().map(Option::is_some).collect();
        assert_eq!(rated, [false, false, true, true, true]);
        // A circle makes all equal.
        let circle = [meeting(0, 1, 1.0), meeting(1, 2, 1.0), meeting(2, 0, 1.0)];
        for rating in ratings(3, &circle) {
            close(rating.unwrap().elo, 0.0);
        }
    }
}
