//! Runs that have not ended when a part is stopped or saved: nothing of them is lost, and no byte differs.

use std::fs;
use std::ops::{ControlFlow, Range};
use std::path::Path;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use matchboxes::arena::{Begun, Curve, Keep, RunResult, Study};
use matchboxes::games::AnyGame;
use matchboxes::learn::{Examined, Learners, Progress, preset};
use matchboxes::roster;
use matchboxes::session::{Request, Trainings};
use matchboxes::store::{Blob, HeldPart, Part, RunsToPlay};

/// Keeps the runs of a study in a part. A set takes it six seconds, so every run is noted after each set.
pub(super) struct Kept {
    pub(super) held: Mutex<HeldPart>,
    sets: AtomicU64,
    keeps_begun: bool,
    /// A curve that the program does not know.
    pub(super) lacks: Option<Curve>,
}

impl Kept {
    pub(super) fn new(held: HeldPart, keeps_begun: bool) -> Self {
        Self {
            held: Mutex::new(held),
            sets: AtomicU64::new(0),
            keeps_begun,
            lacks: None,
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

    fn ended(&self, mut study: Study, results: Vec<RunResult>) -> matchboxes::Result<()> {
        let mut held = self.held.lock().unwrap();
        for result in results {
            held.put(0, result.run, &result)?;
        }
        if let Some(lacks) = self.lacks {
            for point in &mut study.points {
                point.curves.remove(&lacks);
            }
        }
        held.part.studies[0].absorb(study);
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
            held.note(0, run, Blob::new(&course, begun, &folder)?);
        }
        Ok(())
    }

    fn resume(&self, run: u64) -> matchboxes::Result<Option<Begun>> {
        self.held.lock().unwrap().resume(0, run)
    }
}

pub(super) fn trainings(game: &AnyGame, request: &Request, of: u64) -> Trainings {
    let request = Request {
        game: Some(game.clone()),
        runs: Some(of),
        ..request.clone()
    };
    Trainings::new(&request).unwrap()
}

pub(super) fn fresh(trainings: &Trainings, runs: Range<u64>) -> HeldPart {
    let part = Part::of_study(trainings.courses().unwrap(), runs).unwrap();
    HeldPart::new(part, &std::env::temp_dir())
}

/// Stops after so many sets.
struct Stops(AtomicU64);

impl Progress for Stops {
    fn sets_played(&self, sets: u64) -> ControlFlow<()> {
        let taken = sets.min(self.0.load(Ordering::Relaxed));
        let left = self.0.fetch_sub(taken, Ordering::Relaxed);
        if left <= sets {
            return ControlFlow::Break(());
        }
        ControlFlow::Continue(())
    }
}

/// Trainings of every kind of learner; a rule of its own is in this folder.
fn kinds(folder: &Path) -> Vec<(AnyGame, Request)> {
    let request = |rule: &str, sets, games_per_set| Request {
        rules: vec![roster::rule(rule).unwrap()],
        sets: Some(sets),
        games_per_set: Some(games_per_set),
        ..Request::default()
    };
    let learning = |learners, request| Request {
        learner: Some(learners),
        ..request
    };
    let against = |name: &str, request| Request {
        opponents: vec![name.parse().unwrap()],
        ..request
    };
    let second = folder.join("second.toml");
    let rule = preset("rote").unwrap().to_toml();
    let rule = rule.replace("boxes = \"every\"", "boxes = \"second-meeting\"");
    fs::write(&second, rule).unwrap();
    let exact = Request {
        exact: Examined::EachSet,
        ..request("michie-304", 12, 7)
    };
    let with_fallback = Request {
        fallback: Some("first".parse().unwrap()),
        exact: Examined::Sampled,
        ..request(second.to_str().unwrap(), 11, 30)
    };
    let fading = "fading:random-to-perfect:90";
    let shared = learning(Learners::Shared, request("rote", 12, 10));
    let kinds = [
        ("tic-tac-toe", request("rote", 14, 20)),
        ("tic-tac-toe", learning(Learners::Both, exact)),
        ("tic-tac-toe", request("michie-1963-sliding", 13, 9)),
        ("tic-tac-toe", against(fading, request("rote", 12, 10))),
        ("tic-tac-toe", request("q-learning", 12, 10)),
        (
            "nim:3,4",
            learning(Learners::Both, request("sarsa", 12, 10)),
        ),
        ("nim:3,4", against("random", shared)),
        ("othello:4", request("rote", 11, 30)),
        ("othello:4", with_fallback),
        // So many sets that several make one point of the curves, and long ones.
        (
            "hexapawn",
            learning(Learners::Second, request("her", 2_503, 1)),
        ),
        ("nim:1,2", request("rote", 1_001, 500)),
    ];
    let game = |name| matchboxes::games::parse(name).unwrap();
    kinds.map(|(name, request)| (game(name), request)).into()
}

/// Runs that are stopped within themselves, again and again, end with the bytes of runs that never were; and at every
/// stop the part is sound.
#[test]
fn runs_in_progress_go_on_to_the_same_bytes() {
    let folder = tempfile::tempdir().unwrap();
    for (game, request) in kinds(folder.path()) {
        let trainings = trainings(&game, &request, 5);
        let whole = Kept::new(fresh(&trainings, 1..4), false);
        trainings.keep_runs(0, 1..4, &(), &whole).unwrap();
        let whole = whole.encode();
        let every = request.sets.unwrap() * 3 / 7 + 1;
        let mut bytes = Kept::new(fresh(&trainings, 1..4), true).encode();
        let mut stops = 0;
        loop {
            let file = folder.path().join("part");
            fs::write(&file, &bytes).unwrap();
            let mut held = fresh(&trainings, 1..4);
            held.part = held.take_from(&file).unwrap();
            let left = held.part.left();
            if left.is_empty() {
                break;
            }
            let kept = Kept::new(held, true);
            for RunsToPlay { runs, .. } in left {
                let stop = Stops(AtomicU64::new(every));
                trainings.keep_runs(0, runs, &stop, &kept).unwrap();
            }
            bytes = kept.encode();
            stops += 1;
            let part = Part::decode(&bytes).unwrap();
            assert!(part.progress().0 < 3 || part.lists()[0].begun() == 0);
            assert!(stops < 40, "{:?} does not get on", request.rules);
        }
        let setting = &trainings.courses().unwrap()[0].setting;
        assert!(bytes == whole, "{:?} of {}", request.rules, setting.game);
        assert!(stops > 2, "it was never stopped within a run");
    }
}
