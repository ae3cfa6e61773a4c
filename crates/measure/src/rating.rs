//! Ratings: one number for the strength of each player, fitted to the scores of all pairs of players.
//!
//! The model is that of Bradley and Terry (1952), which Zermelo (1929) used for chess tournaments:
//! a player of strength `p` scores `p / (p + q)` on average against one of strength `q`. Ratings
//! use the scale of Elo (1978), on which 400 points are a factor of 10 in strength, with a mean of 0.
//! Draws count as half a win and half a loss. The maximum-likelihood strengths are found by the
//! iteration of Hunter (MM algorithms for generalized Bradley-Terry models, Annals of Statistics 32, 2004).
//!
//! The standard errors come from the Fisher information at the maximum, constrained to the mean of 0.
//! A drawn game carries more information than the coin toss that the model takes it for, so the errors are
//! too large rather than too small where many games are drawn. They do not show how badly the model fits:
//! players who beat one another in a circle get ratings too.

use std::f64::consts::LN_10;

use crate::text::float;

/// The strength of one player.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rating {
    /// The rating on Elo's scale.
    pub elo: f64,
    /// Its standard error.
    pub error: f64,
}

/// The points on Elo's scale for a factor of e in strength.
const POINTS: f64 = 400.0 / LN_10;
/// The iteration ends when no logarithm of a strength changes by this much.
const CONVERGED: f64 = 1e-11;
/// The iteration ends after this many steps in any case.
const MAX_STEPS: usize = 100_000;

/// The ratings that fit a tournament best: `points[i][j]` is the score of `i` against `j`, where a draw
/// counts half a win.
///
/// Two players are comparable if each has scored against the other, directly or through a chain of other
/// players; only then is the ratio of their strengths finite (Ford 1957). The largest group of comparable
/// players is rated; the others get `None`.
///
/// # Examples
///
/// ```
/// use matchboxes_measure::ratings;
///
/// // The first beat the second 10 times in 11; the third always lost to both.
/// let ratings = ratings(&[vec![0.0, 10.0, 5.0], vec![1.0, 0.0, 5.0], vec![0.0, 0.0, 0.0]]);
/// let [first, second] = [0, 1].map(|i| ratings[i].expect("these two can be compared"));
/// assert!((first.elo - second.elo - 400.0).abs() < 1e-6);
/// assert!(ratings[2].is_none());
/// ```
///
/// # Panics
///
/// If the table is not square.
pub fn ratings(points: &[Vec<f64>]) -> Vec<Option<Rating>> {
    assert!(
        points.iter().all(|row| row.len() == points.len()),
        "a column for each row"
    );
    let mut ratings = vec![None; points.len()];
    let group = comparable(points);
    if group.len() < 2 {
        return ratings;
    }
    let part = |i: usize, j: usize| if i == j { 0.0 } else { points[i][j] };
    let row = |&i: &usize| group.iter().map(|&j| part(i, j)).collect();
    let points: Vec<Vec<f64>> = group.iter().map(row).collect();
    let games = games(&points);
    let strengths = strengths(&points, &games);
    let errors = errors(&games, &strengths);
    for ((&i, strength), error) in group.iter().zip(strengths).zip(errors) {
        ratings[i] = Some(Rating {
            elo: POINTS * strength.ln(),
            error: POINTS * error,
        });
    }
    ratings
}

/// The largest group of players that are all comparable with one another.
fn comparable(points: &[Vec<f64>]) -> Vec<usize> {
    let all = 0..points.len();
    // The transitive closure (Warshall 1962).
    let mut above: Vec<Vec<bool>> = points
        .iter()
        .map(|row| row.iter().map(|&n| n > 0.0).collect())
        .collect();
    for via in all.clone() {
        let further = above[via].clone();
        for row in above.iter_mut().filter(|row| row[via]) {
            for (own, &there) in row.iter_mut().zip(&further) {
                *own |= there;
            }
        }
    }
    let group = |i: usize| -> Vec<usize> {
        let together = |&j: &usize| i == j || (above[i][j] && above[j][i]);
        all.clone().filter(together).collect()
    };
    let largest = all.clone().map(group).reduce(|best, group| {
        if group.len() > best.len() {
            group
        } else {
            best
        }
    });
    largest.unwrap_or_default()
}

/// The number of games between each pair of players.
fn games(points: &[Vec<f64>]) -> Vec<Vec<f64>> {
    let all = 0..points.len();
    let row = |i: usize| {
        let games = all.clone().map(|j| points[i][j] + points[j][i]);
        games.collect()
    };
    all.clone().map(row).collect()
}

/// The maximum-likelihood strengths, with a geometric mean of 1.
fn strengths(points: &[Vec<f64>], games: &[Vec<f64>]) -> Vec<f64> {
    let scored: Vec<f64> = points.iter().map(|row| row.iter().sum()).collect();
    let mut strengths = vec![1.0_f64; points.len()];
    for _ in 0..MAX_STEPS {
        let stepped = strengths.iter().zip(games).zip(&scored);
        let stepped = stepped.map(|((own, games), scored)| {
            let parts = games.iter().zip(&strengths);
            let expected: f64 = parts.map(|(games, other)| games / (own + other)).sum();
            (scored / expected).ln()
        });
        let logarithms: Vec<f64> = stepped.collect();
        let mean = logarithms.iter().sum::<f64>() / float(logarithms.len() as u64);
        let mut moved = 0.0_f64;
        for (own, logarithm) in strengths.iter_mut().zip(logarithms) {
            moved = moved.max((logarithm - mean - own.ln()).abs());
            *own = (logarithm - mean).exp();
        }
        if moved < CONVERGED {
            break;
        }
    }
    strengths
}

/// The standard errors of the logarithms of strengths: the square roots of the diagonal of the
/// pseudo-inverse of the information matrix.
///
/// The information matrix is singular, because adding a constant to all logarithms changes nothing. With a
/// constant added to every entry it has an inverse, from which the constant's part is subtracted again.
fn errors(games: &[Vec<f64>], strengths: &[f64]) -> Vec<f64> {
    let players = strengths.len();
    let mut rows: Vec<Vec<f64>> = Vec::with_capacity(players);
    for (i, (games, own)) in games.iter().zip(strengths).enumerate() {
        let pairs = games.iter().zip(strengths);
        let mut row: Vec<f64> = pairs
            .map(|(games, other)| -games * own * other / (own + other).powi(2))
            .collect();
        row[i] = 0.0;
        row[i] = -row.iter().sum::<f64>();
        rows.push(row);
    }
    let largest = rows.iter().flatten().copied().fold(0.0, f64::max);
    let constant = largest / float(players as u64);
    for (i, row) in rows.iter_mut().enumerate() {
        for entry in row.iter_mut() {
            *entry += constant;
        }
        row.extend((0..players).map(|j| f64::from(u8::from(i == j))));
    }
    eliminate(&mut rows);
    let part = 1.0 / (constant * float((players * players) as u64));
    let diagonal = rows.iter().enumerate().map(|(i, row)| row[players + i]);
    diagonal
        .map(|variance| (variance - part).max(0.0).sqrt())
        .collect()
}

/// Reduces the left half of the rows to the identity (Gauss-Jordan elimination); it is positive definite,
/// so no rows need to be exchanged.
fn eliminate(rows: &mut [Vec<f64>]) {
    for k in 0..rows.len() {
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
}

#[cfg(test)]
mod tests {
    use super::*;

    fn close(a: f64, b: f64) {
        assert!((a - b).abs() < 1e-6, "{a} {b}");
    }

    #[test]
    fn two_players_have_the_ratings_and_errors_of_the_textbook() {
        let found = ratings(&[vec![0.0, 75.0], vec![25.0, 0.0]]);
        let [one, other] = [0, 1].map(|i| found[i].unwrap());
        close(one.elo, 200.0 * 3.0_f64.log10());
        close(other.elo, -one.elo);
        // The difference of the logarithms has variance 1 / (n p q); each logarithm is half of it.
        let error = POINTS * (1.0 / (100.0 * 0.75 * 0.25_f64)).sqrt() / 2.0;
        close(one.error, error);
        close(other.error, error);
    }

    #[test]
    fn games_against_oneself_count_for_nothing() {
        let plain = [
            vec![0.0, 3.0, 2.0],
            vec![1.0, 0.0, 4.0],
            vec![5.0, 1.0, 0.0],
        ];
        let mut own = plain.clone();
        own[1][1] = 99.0;
        assert_eq!(ratings(&own), ratings(&plain));
    }

    #[test]
    fn only_comparable_players_are_rated() {
        let zero = vec![0.0; 4];
        assert_eq!(ratings(&[]), []);
        assert_eq!(ratings(&[vec![5.0]]), [None]);
        assert_eq!(
            ratings(&[zero.clone(), zero.clone(), zero.clone(), zero]),
            [None; 4]
        );
        // Each has beaten only the next.
        let ladder = ratings(&[vec![0.0, 1.0, 0.0], vec![0.0, 0.0, 1.0], vec![0.0; 3]]);
        assert_eq!(ladder, [None; 3]);
        // Closing the circle makes them equal.
        let circle = ratings(&[
            vec![0.0, 1.0, 0.0],
            vec![0.0, 0.0, 1.0],
            vec![1.0, 0.0, 0.0],
        ]);
        for rating in circle {
            close(rating.unwrap().elo, 0.0);
        }
    }
}
