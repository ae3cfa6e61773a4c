//! The arithmetic of the odds rule, compared with the numbers printed in Michie's paper of 1963.

use matchboxes::game::Verdict::{self, Draw, Loss, Win};
use matchboxes::learn::decimal::Decimal;
use matchboxes::learn::{CountFrom, DecayPer, Multipliers, Odds, SlidingOrigin, WHOLE, preset};

/// The odds rule of the paper, with this decay of the origin.
fn pegasus(decay: &str) -> Odds {
    Odds {
        decay: Decimal::parse(decay).unwrap(),
        ..preset("michie-1963-odds").unwrap().odds().unwrap().clone()
    }
}

fn apply(weights: &mut [u64], chosen: usize, n: u16, verdict: Verdict) {
    Multipliers::new(&pegasus("0")).apply(weights, chosen, n, verdict, SlidingOrigin::default());
}

#[expect(clippy::cast_precision_loss, reason = "compared with a tolerance")]
fn odds(weights: &[u64], i: usize) -> f64 {
    weights[i] as f64 / (weights.iter().sum::<u64>() - weights[i]) as f64
}

#[test]
fn the_multipliers_are_those_of_figure_6() {
    let published = [4.8565, 2.2038, 1.4845, 1.2184, 1.1038, 1.0506, 1.0250];
    for (n, multiplier) in (2..).zip(published) {
        let factors = [multiplier, 1.0 / multiplier];
        for (verdict, factor) in [Win, Loss].into_iter().zip(factors) {
            let mut weights = [WHOLE / 4, WHOLE / 2, WHOLE / 4];
            let before = odds(&weights, 1);
            apply(&mut weights, 1, n, verdict);
            let ratio = odds(&weights, 1) / before;
            let error = (ratio / factor - 1.0).abs();
            assert!(error < 5e-5, "M_{n}: {ratio}, not {factor}");
            assert_eq!(weights[0], weights[2], "the others keep their proportion");
        }
    }
}

#[test]
fn the_last_move_becomes_certain_or_impossible() {
    let mut weights = [300, 300, 400];
    apply(&mut weights, 0, 1, Win);
    assert_eq!(weights, [WHOLE, 0, 0]);
    let mut weights = [WHOLE / 2, WHOLE / 4, WHOLE / 4];
    apply(&mut weights, 0, 1, Loss);
    assert_eq!(weights, [0, WHOLE / 2, WHOLE / 2]);
}

#[expect(clippy::cast_precision_loss, reason = "compared with a tolerance")]
fn assert_mu(origin: SlidingOrigin, expected: f64) {
    let mu = origin.mu as f64 / f64::from(u32::MAX);
    assert!((mu - expected).abs() < 1e-6, "{mu} {expected}");
}

#[test]
fn the_origin_is_the_decaying_mean_of_results() {
    let rule = Multipliers::new(&pegasus("0.9"));
    let mut origin = SlidingOrigin::default();
    let (mut sum, mut weight) = (0.0, 0.0);
    for (verdict, result) in [
        (Win, 1.0),
        (Win, 1.0),
        (Loss, -1.0),
        (Draw, 0.0),
        (Win, 1.0),
    ] {
        rule.slide(&mut origin, verdict);
        sum = 0.9 * (sum + result);
        weight = 0.9 * (weight + 1.0);
        assert_mu(origin, sum / weight);
    }
}

/// `D` applied to the averages of sets: (1 - D) / (D - D^(j + 1)) times the sum of D^i V(j - i).
#[test]
fn the_origin_of_sets_is_the_decaying_mean_of_their_averages() {
    let half = |per, every| {
        let odds = pegasus("0.5");
        Multipliers::new(&Odds { every, per, ..odds })
    };
    let sets = half(DecayPer::Set, 4);
    let mut origin = SlidingOrigin::default();
    let averages = [[Win; 4], [Win, Draw, Loss, Win], [Loss, Loss, Draw, Draw]];
    for (set, expected) in averages.into_iter().zip([1.0, 0.5, -1.0 / 14.0]) {
        for (play, verdict) in set.into_iter().enumerate() {
            let before = origin.mu;
            sets.slide(&mut origin, verdict);
            let is_kept = play == 3 || origin.mu == before;
            assert!(is_kept, "mu is updated only after a set");
        }
        assert_mu(origin, expected);
    }
    // A set of one play counts the same as a play.
    let mut plays = [SlidingOrigin::default(); 2];
    for verdict in [Win, Loss, Draw, Win] {
        half(DecayPer::Set, 1).slide(&mut plays[0], verdict);
        half(DecayPer::Play, 1).slide(&mut plays[1], verdict);
        assert_eq!(plays[0], plays[1]);
    }
    // The sums are also correct for very long sets and a very slow decay.
    let slow = Multipliers::new(&Odds {
        a: Decimal::parse("2").unwrap(),
        every: i64::MAX.cast_unsigned(),
        per: DecayPer::Set,
        ..pegasus("0.999999999")
    });
    let mut long = SlidingOrigin::default();
    (0..10).for_each(|_| slow.slide(&mut long, Loss));
    assert_eq!((long.sum, long.weight, long.mu), (-10, 10, 0));
}

#[test]
fn a_lost_game_is_counted_from_its_end_or_the_own_last_move() {
    let end = |from, verdict, last, plies| {
        let odds = pegasus("0");
        Multipliers::new(&Odds { from, ..odds }).end(verdict, last, plies)
    };
    let n = |from, last, plies| end(from, Loss, Some(last), plies) - last;
    let all = [CountFrom::End, CountFrom::OwnMove, CountFrom::LastBox];
    // The opponent won with move number 6, the learner's last was number 5.
    assert_eq!(all.map(|from| n(from, 4, 6)), [2, 1, 1]);
    // The learner's last two moves, the second of which ended the game, were forced and had no box.
    assert_eq!(all.map(|from| n(from, 4, 9)), [5, 5, 1]);
    // The same, but the opponent made one more move.
    assert_eq!(all.map(|from| n(from, 4, 10)), [6, 5, 1]);
    for from in all {
        assert_eq!(end(from, Win, Some(4), 5), 5);
        assert_eq!(end(from, Draw, Some(4), 6), 6);
        assert_eq!(end(from, Loss, None, 1), 1);
    }
}

#[test]
fn a_possible_move_stays_possible_and_nothing_overflows() {
    let mut weights = [WHOLE - 2, 1, 1];
    for verdict in [Win, Loss] {
        for _ in 0..200 {
            apply(&mut weights, 0, 2, verdict);
            assert!(weights.iter().all(|&w| w > 0), "{weights:?}");
            assert!(weights.iter().sum::<u64>() <= WHOLE + 2, "{weights:?}");
        }
    }
}
