//! When a training is saved, if nothing but the clock decides.

use std::time::Duration;

/// A save is due this long after the last one, at the end of a set.
const AFTER: Duration = Duration::from_secs(10);
/// A set that takes at least this long is saved as soon as it ends.
const LONG_SET: Duration = Duration::from_secs(2);
/// The next save waits until this many times the duration of the last save has passed. So a training spends
/// its time on games, even with a large model or a busy disk.
const REST: u32 = 20;
/// But at the end of the first set after this long it is always due: no stop costs more.
const LATEST: Duration = Duration::from_secs(30);

/// Decides it from times, all since one beginning.
#[derive(Debug, Default)]
pub(crate) struct SaveClock {
    /// When the file that is being written was begun.
    begun: Duration,
    /// When the last save ended.
    saved: Duration,
    /// How long it took.
    took: Duration,
    /// When the present set began: when the last set or the last file ended.
    set: Duration,
}

impl SaveClock {
    pub(crate) const fn writing(&mut self, now: Duration) {
        self.begun = now;
    }

    /// A copy has been written, which is no save.
    pub(crate) const fn copied(&mut self, now: Duration) {
        self.set = now;
    }

    pub(crate) const fn saved(&mut self, now: Duration) {
        self.took = now.saturating_sub(self.begun);
        (self.saved, self.set) = (now, now);
    }

    /// A set has ended; whether it is time to save.
    pub(crate) fn set_ended(&mut self, now: Duration) -> bool {
        let set = now.saturating_sub(self.set);
        let since = now.saturating_sub(self.saved);
        self.set = now;
        let is_wanted = since >= AFTER || set >= LONG_SET;
        is_wanted && since >= self.took * REST || since >= LATEST
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A training of this many seconds, with sets and saves of these: when saves begin, and for how long games are played.
    fn saves(seconds: f64, set: f64, save: f64) -> (Vec<f64>, f64) {
        let mut clock = SaveClock::default();
        let (mut now, mut played, mut begun) = (0.0, 0.0, Vec::new());
        loop {
            clock.writing(Duration::from_secs_f64(now));
            now += save;
            clock.saved(Duration::from_secs_f64(now));
            loop {
                (now, played) = (now + set, played + set);
                if now > seconds {
                    return (begun, played);
                }
                if clock.set_ended(Duration::from_secs_f64(now)) {
                    break;
                }
            }
            begun.push(now);
        }
    }

    #[test]
    fn short_sets_are_saved_every_ten_seconds() {
        let (begun, played) = saves(60.0, 0.25, 0.0);
        assert_eq!(begun, [10.0, 20.0, 30.0, 40.0, 50.0, 60.0]);
        assert!(played > 59.0);
    }

    #[test]
    fn a_long_set_is_saved_as_it_ends() {
        assert_eq!(saves(12.0, 3.0, 0.0).0, [3.0, 6.0, 9.0, 12.0]);
    }

    /// A slow save made the set after it long, which was saved at once, and so on: 66 times in a row.
    #[test]
    fn a_slow_save_does_not_lead_to_the_next() {
        let (begun, played) = saves(200.0, 1.0, 2.0);
        assert_eq!(begun, [32.0, 64.0, 96.0, 128.0, 160.0, 192.0]);
        assert!(played > 185.0, "{played}");
        // A save that rests long enough before half a minute is over comes as soon as that.
        assert_eq!(saves(50.0, 3.0, 0.5).0, [12.5, 25.0, 37.5, 50.0]);
    }

    /// However long a save takes, at most half a minute and a set are not saved.
    #[test]
    fn half_a_minute_wins() {
        for (set, save) in [(0.5, 40.0), (7.0, 3.0), (45.0, 10.0), (0.1, 0.01)] {
            let (begun, _) = saves(1_000.0, set, save);
            let ends = std::iter::once(save).chain(begun.iter().map(|begun| begun + save));
            let longest = begun.iter().zip(ends).map(|(begun, before)| begun - before);
            let longest = longest.fold(0.0, f64::max);
            assert!(longest <= 30.0 + set, "{set} {save}: {longest}");
        }
    }
}
