//! Runs that have not ended when a part is stopped or saved: nothing of them is lost, and no byte differs.

use std::fs;
use std::ops::{ControlFlow, Range};
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use matchboxes::arena::{Begun, Keep, RunResult, Study};
use matchboxes::games::{AnyGame, End, Nim, TicTacToe};
use matchboxes::learn::{Learners, Progress, preset};
use matchboxes::session::{Comparison, Request, Trainings};
use matchboxes::store::{Blob, Held, Part, PartFile};

/// Keeps the runs of a study in a part. A set takes it six seconds, so every run is noted after each set.
pub(super) struct Kept {
    held: Mutex<Held<Part>>,
    sets: AtomicU64,
    keeps_begun: bool,
}

impl Kept {
    pub(super) fn new(held: Held<Part>, keeps_begun: bool) -> Self {
        Self {
            held: Mutex::new(held),
            sets: AtomicU64::new(0),
            keeps_begun,
        }
    }

    pub(super) fn encode(self) -> Vec<u8> {
        let mut bytes = std::io::Cursor::new(Vec::new());
        self.held.into_inner().unwrap().write(&mut bytes).unwrap();
        bytes.into_inner()
    }
}

impl Keep for Kept {
    type Error = matchboxes::Error;

    fn now(&self) -> Duration {
        Duration::from_secs(6 * self.sets.fetch_add(1, Ordering::Relaxed))
    }

    fn ended(&self, study: Study, results: Vec<RunResult>) -> matchboxes::Result<()> {
        let mut held = self.held.lock().unwrap();
        for result in results {
            let slot = held.part.codec().encode(&result);
            held.put(0, result.run, &slot)?;
        }
        held.part.absorb(0, study);
        Ok(())
    }

    fn keeps_begun(&self) -> bool {
        self.keeps_begun
    }

    fn begun(&self, runs: Vec<Begun>) -> matchboxes::Result<()> {
        let mut held = self.held.lock().unwrap();
        for begun in runs {
            let (course, folder) = held.course(0, begun.run);
            let run = begun.run;
            held.note(0, run, Blob::of(&course, begun, &folder)?);
        }
        Ok(())
    }

    fn resume(&self, run: u64) -> matchboxes::Result<Option<Begun>> {
        self.held.lock().unwrap().resume(0, run)
    }
}

pub(super) fn trainings(game: &AnyGame, request: &Request, of: u64) -> Trainings {
    let comparison = Comparison {
        runs: Some(of),
        ..Comparison::default()
    };
    Trainings::new(game, request, &comparison).unwrap()
}

pub(super) fn fresh(trainings: &Trainings, runs: Range<u64>) -> Held<Part> {
    let part = Part::new(trainings.courses().unwrap(), runs).unwrap();
    Held::new(part, &std::env::temp_dir())
}

/// Stops after so many sets.
struct Stops(AtomicU64);

impl Progress for Stops {
    fn sets_played(&self, sets: u64) -> ControlFlow<()> {
        let left = self
            .0
            .fetch_sub(sets.min(self.0.load(Ordering::Relaxed)), Ordering::Relaxed);
        if left <= sets {
            return ControlFlow::Break(());
        }
        ControlFlow::Continue(())
    }
}

/// Runs of every kind of learner that are stopped within themselves, again and again, end with the bytes of runs that
/// never were; and at every stop the part is sound and has lost nothing.
#[test]
fn runs_in_progress_go_on_to_the_same_bytes() {
    let request = |rule: &str, learner, sets, games_per_set| Request {
        rule: Some(rule.to_owned()),
        learner,
        sets: Some(sets),
        games_per_set: Some(games_per_set),
        ..Request::default()
    };
    let nim: AnyGame = Nim::new(&[3, 4], End::Normal).unwrap().into();
    let othello = matchboxes::games::parse("othello:4").unwrap();
    let (both, shared) = (Some(Learners::Both), Some(Learners::Shared));
    for (game, request) in [
        (TicTacToe.into(), request("rote", None, 14, 20)),
        (
            TicTacToe.into(),
            Request {
                exact: true,
                ..request("michie-304", both, 12, 7)
            },
        ),
        (
            TicTacToe.into(),
            request("michie-1963-sliding", None, 13, 9),
        ),
        (
            TicTacToe.into(),
            Request {
                opponent: Some("fading:random-to-perfect:90".into()),
                ..request("rote", None, 12, 10)
            },
        ),
        (TicTacToe.into(), request("q-learning", None, 12, 10)),
        (nim.clone(), request("sarsa", both, 12, 10)),
        (
            nim,
            Request {
                opponent: Some("random".into()),
                ..request("rote", shared, 12, 10)
            },
        ),
        (othello.clone(), request("rote", None, 11, 30)),
        (
            othello,
            Request {
                outside: Some("first".into()),
                ..request("rote-second", None, 11, 30)
            },
        ),
        (
            matchboxes::games::parse("hexapawn").unwrap(),
            request("her", Some(Learners::Second), 2_503, 1),
        ),
        (
            matchboxes::games::parse("nim:1,2").unwrap(),
            request("rote", None, 1_001, 500),
        ),
    ] {
        let request = match request.rule.as_deref() {
            Some("rote-second") => {
                let rule = preset("rote").unwrap().to_toml();
                let rule = rule.replace("boxes = \"every\"", "boxes = \"second-meeting\"");
                let path = std::env::temp_dir().join(format!("second-{}.toml", std::process::id()));
                fs::write(&path, rule).unwrap();
                Request {
                    rule: Some(path.display().to_string()),
                    ..request
                }
            }
            _ => request,
        };
        let trainings = trainings(&game, &request, 5);
        let whole = Kept::new(fresh(&trainings, 1..4), false);
        trainings.keep_runs(0, 1..4, &(), &whole).unwrap();
        let whole = whole.encode();
        let every = request.sets.unwrap() * 3 / 7 + 1;
        let mut bytes = Kept::new(fresh(&trainings, 1..4), true).encode();
        let mut stops = 0;
        loop {
            let file = tempfile::NamedTempFile::new().unwrap();
            fs::write(file.path(), &bytes).unwrap();
            let mut held = fresh(&trainings, 1..4);
            held.part = held.take_from(file.path()).unwrap();
            let left = held.part.left(0);
            if left.is_empty() {
                break;
            }
            let kept = Kept::new(held, true);
            for runs in left {
                let stop = Stops(AtomicU64::new(every));
                trainings.keep_runs(0, runs, &stop, &kept).unwrap();
            }
            bytes = kept.encode();
            stops += 1;
            let part = Part::decode(&bytes).unwrap();
            assert!(part.progress().0 < 3 || part.lists()[0].begun() == 0);
            assert!(stops < 40, "{:?} does not get on", request.rule);
        }
        assert!(
            bytes == whole,
            "{:?} of {}",
            request.rule,
            trainings.courses().unwrap()[0].setting.game
        );
        assert!(stops > 2, "it was never stopped within a run");
    }
}
