//! The turns in which codes of a class are looked at: too slow to find one by trying all.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::Mutex;
use std::time::{Duration, Instant};

use matchboxes::locks::lock;

/// So many wrong codes from an address are looked at without a wait: a school may have one address for all its classes.
pub(crate) const FREE: u32 = 50;
/// How long a try may wait for its turn, so that it is answered within five seconds.
const LONGEST: Duration = Duration::from_secs(4);

pub(crate) struct Tries {
    /// When all wrong codes of an address are made good.
    good_at: Mutex<HashMap<IpAddr, Instant>>,
    /// How long that takes for each of them.
    wrong_code: Duration,
}

impl Tries {
    pub(crate) fn new(wrong_code: Duration) -> Self {
        Self {
            good_at: Mutex::default(),
            wrong_code,
        }
    }

    /// How long the next try from this address waits; `None` if it must be made again later. Each counts as wrong before its
    /// code is looked at, so more connections find no more.
    pub(crate) fn turn(&self, from: IpAddr, now: Instant) -> Option<Duration> {
        let mut all = lock(&self.good_at);
        all.retain(|_, good_at| *good_at > now);
        let good_at = all.entry(from).or_insert(now);
        let left = good_at.saturating_duration_since(now);
        let wait = left.saturating_sub(FREE * self.wrong_code);
        if wait > LONGEST {
            return None;
        }
        *good_at += self.wrong_code;
        Some(wait)
    }

    /// Notes that a try from this address had a right code.
    pub(crate) fn was_right(&self, from: IpAddr) {
        if let Some(good_at) = lock(&self.good_at).get_mut(&from) {
            *good_at = good_at.checked_sub(self.wrong_code).unwrap_or(*good_at);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SECOND: Duration = Duration::from_secs(1);

    #[test]
    fn every_try_is_answered_within_five_seconds_and_guessing_takes_days() {
        let [school, other] = [[10, 0, 0, 1], [10, 0, 0, 2]].map(IpAddr::from);
        let tries = Tries::new(SECOND);
        let mut now = Instant::now();
        // After a class has mistyped its code, the right one is looked at, at once.
        for _ in 0..40 {
            tries.turn(school, now);
        }
        for _ in 0..100 {
            assert_eq!(tries.turn(school, now), Some(Duration::ZERO));
            tries.was_right(school);
        }
        // Somebody tries as fast as possible.
        let mut waits = Vec::new();
        for _ in 0..3_600 * 100 {
            waits.extend(tries.turn(school, now));
            now += SECOND / 100;
        }
        assert!(waits.iter().all(|wait| *wait < 5 * SECOND));
        assert!((3_600..3_700).contains(&waits.len()), "{}", waits.len());
        assert_eq!(tries.turn(other, now), Some(Duration::ZERO));
        // Who waits has its turn after those before.
        now += 3 * SECOND;
        let turns = [(); 3].map(|()| tries.turn(school, now).unwrap());
        assert_eq!(
            turns[1..],
            turns[..2]
                .iter()
                .map(|turn| *turn + SECOND)
                .collect::<Vec<_>>()
        );
        now += 3_600 * SECOND;
        assert_eq!(tries.turn(school, now), Some(Duration::ZERO));
    }
}
