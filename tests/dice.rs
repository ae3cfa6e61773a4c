//! Random numbers: uniform within their range, and different for each seed, purpose, run and number.

use matchboxes::dice::{Dice, Purpose};

#[test]
fn below_is_uniform_enough() {
    let mut dice = Dice::new(1, Purpose::Trial, 0, 0);
    let mut seen = [0_u32; 7];
    for _ in 0..70_000 {
        seen[dice.index(7)] += 1;
    }
    let range = 9_500..10_500;
    assert!(seen.iter().all(|n| range.contains(n)), "{seen:?}");
}

#[test]
fn below_reaches_both_ends_of_a_huge_range() {
    let mut dice = Dice::new(2, Purpose::Trial, 0, 0);
    let n = (1 << 63) + 1;
    let draws: Vec<u64> = (0..1_000).map(|_| dice.below(n)).collect();
    assert!(draws.iter().all(|&d| d < n));
    assert!(draws.iter().any(|&d| d < n / 8) && draws.iter().any(|&d| d > n / 8 * 7));
}

#[test]
fn every_part_of_the_address_matters() {
    let first = |mut dice: Dice| dice.below(u64::MAX);
    let base = first(Dice::new(1, Purpose::Training, 2, 3));
    assert_ne!(base, first(Dice::new(2, Purpose::Training, 2, 3)));
    assert_ne!(base, first(Dice::new(1, Purpose::Match, 2, 3)));
    assert_ne!(base, first(Dice::new(1, Purpose::Training, 3, 2)));
    assert_ne!(base, first(Dice::new(1, Purpose::Training, 2, 4)));
}

#[test]
fn an_index_takes_one_draw_below_the_count() {
    let mut dice = Dice::new(4, Purpose::Trial, 0, 0);
    let mut other = dice.clone();
    for count in [1, 2, 9, 1, 65_536] {
        assert_eq!(dice.index(count) as u64, other.below(count as u64));
    }
    assert_eq!(dice.below(u64::MAX), other.below(u64::MAX));
}

#[test]
fn a_draw_follows_the_weights_and_all_zero_draws_nothing() {
    let mut dice = Dice::new(3, Purpose::Trial, 0, 0);
    let mut seen = [0_u32; 3];
    for _ in 0..30_000 {
        seen[dice.draw(&[1, 0, 2]).expect("there is weight")] += 1;
    }
    assert_eq!(seen[1], 0);
    assert!((9_500..10_500).contains(&seen[0]), "{seen:?}");
    let before = dice.clone().below(u64::MAX);
    assert_eq!(dice.draw(&[0, 0]), None);
    assert_eq!(dice.below(u64::MAX), before);
}
