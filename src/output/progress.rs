//! Progress of long work: one line that is updated in place on a terminal; elsewhere a new line every few
//! seconds, once the work has taken a minute.

use std::sync::Mutex;
use std::time::{Duration, Instant};

use indicatif::{HumanDuration, ProgressBar, ProgressDrawTarget, ProgressStyle};
use matchboxes::game::{Results, Side};
use matchboxes::learn::Learners;
use matchboxes::locks::lock;
use matchboxes::text::{float, share, thousands};

use crate::messages::console;

/// Without a terminal, the first line is written after this time.
const LONG: Duration = Duration::from_secs(60);
/// The time between lines from then on.
const EVERY: Duration = Duration::from_secs(10);

/// After this time a search prints how long it will take.
pub(crate) const LONG_SEARCH: Duration = Duration::from_secs(10);

/// How long work will still take of which so much was done in this time, such as `about 3 hours at this rate`.
pub(crate) fn left(done: f64, all: f64, time: Duration) -> String {
    let seconds = time.as_secs_f64() * (all - done).max(0.0) / done.max(1.0);
    let year = 365.0 * 86_400.0;
    if seconds >= 1000.0 * year {
        return format!("about {:.0e} years at this rate", seconds / year);
    }
    let time = HumanDuration(Duration::from_secs_f64(seconds));
    format!("about {time} at this rate")
}

/// A line on standard error, drawn at most `hz` times per second; `None` where no progress is shown.
pub(crate) fn message_line(hz: u8) -> Option<ProgressBar> {
    console::has_bars().then(|| line_on(ProgressDrawTarget::stderr_with_hz(hz)))
}

/// A line that shows only its message, cut to the width of the terminal.
fn line_on(target: ProgressDrawTarget) -> ProgressBar {
    let line = ProgressBar::with_draw_target(None, target);
    if let Ok(style) = ProgressStyle::with_template("{wide_msg}") {
        line.set_style(style);
    }
    line
}

/// Counts the games of a training or a study and shows the progress.
pub(crate) struct Meter {
    games: u64,
    learners: Learners,
    shown: Option<ProgressBar>,
    begun: Instant,
    so_far: Mutex<SoFar>,
}

#[derive(Default)]
struct SoFar {
    games: u64,
    results: Results<u64>,
    /// The time of the last line.
    lines: Duration,
}

impl Meter {
    pub(crate) fn new(games: u64, learners: Learners) -> Self {
        Self {
            games,
            learners,
            shown: message_line(8),
            begun: Instant::now(),
            so_far: Mutex::default(),
        }
    }

    pub(crate) fn ended(&self, results: &Results<u64>) {
        let mut so_far = lock(&self.so_far);
        so_far.results += *results;
    }

    /// Adds games, including refused ones, and shows the progress; `more` gives the end of the line.
    pub(crate) fn played(&self, games: u64, more: &dyn Fn() -> String) {
        let mut so_far = lock(&self.so_far);
        so_far.games = so_far.games.saturating_add(games);
        let elapsed = self.begun.elapsed();
        match &self.shown {
            Some(bar) => bar.set_message(self.line(&so_far, elapsed) + &more()),
            None if is_due(so_far.lines, elapsed) && !console::is_quiet() => {
                so_far.lines = elapsed;
                eprintln!("{}{}", self.line(&so_far, elapsed), more());
            }
            None => {}
        }
    }

    /// `42 %  12,800,000 games/s  92 % not lost`, then the time left; the first three fit in 40 columns.
    fn line(&self, so_far: &SoFar, elapsed: Duration) -> String {
        let part = share(so_far.games.min(self.games), self.games);
        let results = &so_far.results;
        let (n, what) = match self.learners {
            Learners::First | Learners::Shared => (results.not_lost(Side::First), "not lost"),
            Learners::Second => (results.not_lost(Side::Second), "not lost"),
            Learners::Both => (results.draws, "drawn"),
        };
        let seconds = elapsed.as_secs_f64();
        // A division by zero is not finite.
        let known = |x: f64| if x.is_finite() { whole(x) } else { 0 };
        format!(
            "{} %  {} games/s  {} % {what}, {} left",
            whole(100.0 * part),
            thousands(known(float(so_far.games) / seconds)),
            whole(100.0 * share(n, results.games())),
            time(known(seconds / part - seconds))
        )
    }
}

impl Drop for Meter {
    fn drop(&mut self) {
        if let Some(bar) = &self.shown {
            bar.finish_and_clear();
        }
    }
}

/// Whether a line is due after the time `elapsed`, if the last one was written at the time `last`.
fn is_due(last: Duration, elapsed: Duration) -> bool {
    elapsed >= LONG && elapsed.saturating_sub(last) >= EVERY
}

#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "a saturating conversion is wanted"
)]
fn whole(x: f64) -> u64 {
    x as u64
}

/// `59s`, `12min`, `3h 20min`.
fn time(seconds: u64) -> String {
    match seconds {
        0..=119 => format!("{seconds}s"),
        120..=7_199 => format!("{}min", seconds / 60),
        _ => format!("{}h {}min", thousands(seconds / 3_600), seconds / 60 % 60),
    }
}

#[cfg(test)]
mod tests {
    use std::io;

    use super::*;

    #[test]
    fn a_line_says_how_far_how_fast_and_how_well() {
        let meter = Meter::new(100_000_000, Learners::First);
        let so_far = SoFar {
            games: 42_000_000,
            results: Results {
                first_wins: 30_000_000,
                draws: 8_640_000,
                second_wins: 3_360_000,
            },
            lines: Duration::ZERO,
        };
        let line = meter.line(&so_far, Duration::from_millis(3_300));
        assert_eq!(line, "42 %  12,727,272 games/s  92 % not lost, 4s left");
        assert!(line.split_once(", 4s").unwrap().0.len() <= 40);
        let none = meter.line(&SoFar::default(), Duration::ZERO);
        assert_eq!(none, "0 %  0 games/s  0 % not lost, 0s left");
    }

    #[derive(Clone, Debug, Default)]
    struct Written(std::sync::Arc<Mutex<String>>);

    impl indicatif::TermLike for Written {
        fn width(&self) -> u16 {
            80
        }

        fn move_cursor_up(&self, _: usize) -> io::Result<()> {
            Ok(())
        }

        fn move_cursor_down(&self, _: usize) -> io::Result<()> {
            Ok(())
        }

        fn move_cursor_right(&self, _: usize) -> io::Result<()> {
            Ok(())
        }

        fn move_cursor_left(&self, _: usize) -> io::Result<()> {
            Ok(())
        }

        fn write_line(&self, text: &str) -> io::Result<()> {
            self.write_str(text)
        }

        fn write_str(&self, text: &str) -> io::Result<()> {
            self.0.lock().unwrap().push_str(text);
            Ok(())
        }

        fn clear_line(&self) -> io::Result<()> {
            Ok(())
        }

        fn flush(&self) -> io::Result<()> {
            Ok(())
        }
    }

    #[test]
    fn a_line_shows_its_message_and_no_count() {
        let written = Written::default();
        let target = ProgressDrawTarget::term_like(Box::new(written.clone()));
        let line = line_on(target);
        line.set_message("about 262,144 nodes, 0.1 s");
        line.tick();
        let seen = written.0.lock().unwrap().clone();
        assert!(seen.contains("about 262,144 nodes, 0.1 s"), "{seen}");
        assert!(!seen.contains("0/0"), "{seen}");
    }

    #[test]
    fn lines_are_few_and_come_late() {
        let at = Duration::from_secs;
        assert!(!is_due(at(0), at(59)));
        assert!(is_due(at(0), at(60)));
        assert!(!is_due(at(60), at(69)));
        assert!(is_due(at(60), at(70)));
    }

    #[test]
    fn times_are_short() {
        let texts = ["0s", "119s", "2min", "119min", "2h 0min", "100h 0min"];
        assert_eq!([0, 119, 120, 7_199, 7_200, 360_000].map(time), texts);
    }
}
