//! Trainings as sessions: stopped after every set they leave the files and the bytes of one that was
//! not stopped.

#[path = "session/undone.rs"]
mod undone;

use std::collections::BTreeMap;
use std::fs;
use std::ops::ControlFlow;
use std::path::Path;
use std::sync::Arc;

use menace::Error;
use menace::arena::{Ending, Evaluation, sample, sample_games};
use menace::dice::{Dice, Purpose};
use menace::game::{Game, Results, Side, Verdict};
use menace::games::{AnyGame, ConnectFour, Hexapawn, TicTacToe};
use menace::learn::{
    Boxes, Layout, Learners, Progress, Record, Rule, Run, Terms, Training, preset,
};
use menace::player::{Player, Random};
use menace::roster;
use menace::session::{Already, Keeping, Play, Pupil, Request, Seat, Watch, hint, train};
use menace::store::{self, Model, Pending};

/// Stops after every set.
struct Impatient;

impl Progress for Impatient {
    fn sets_played(&self, _sets: u64) -> ControlFlow<()> {
        ControlFlow::Break(())
    }
}

impl Watch for Impatient {
    fn stop_asked(&self) -> bool {
        true
    }
}

fn files(folder: &Path) -> BTreeMap<String, Vec<u8>> {
    let entries = fs::read_dir(folder).unwrap().map(|entry| {
        let path = entry.unwrap().path();
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        (name, fs::read(path).unwrap())
    });
    entries.collect()
}

/// Is asked to stop when a set has ended already.
struct Late;

impl Progress for Late {}

impl Watch for Late {
    fn stop_asked(&self) -> bool {
        true
    }
}

/// So many sets of a small game, kept in this file.
fn of_nim(model: &Path, sets: u64) -> (Request, Keeping) {
    let request = Request {
        game: Some("nim:2,1".to_owned()),
        sets: Some(sets),
        ..Request::default()
    };
    let keeping = Keeping {
        model: Some(model.to_owned()),
        ..Keeping::default()
    };
    (request, keeping)
}

#[test]
fn a_stop_between_a_set_and_its_copy_loses_nothing() {
    for (keep_every, sets) in [(1, 1), (3, 3), (4, 4)] {
        let folder = tempfile::tempdir().unwrap();
        let (request, keeping) = of_nim(&folder.path().join("x.menace"), 9);
        let keeping = Keeping {
            keep_every: Some(keep_every),
            ..keeping
        };
        let trained = train(&request, &keeping, &mut Late).unwrap();
        assert_eq!(trained.stopped.unwrap().left, 9 - sets);
        let kept = store::read(&trained.path).unwrap();
        assert_eq!((kept.sets(), kept), (sets, trained.model));
    }
}

/// The copy that was not kept yet is of the rule before, and nothing is played by another rule in a
/// training of which only the pictures are left.
#[test]
fn a_stopped_training_goes_on_by_a_rule_of_another_layout() {
    for left in [3, 0] {
        let folder = tempfile::tempdir().unwrap();
        let model = folder.path().join("x.menace");
        let (request, keeping) = of_nim(&model, 4 - left);
        let whole = train(&request, &keeping, &mut ()).unwrap().model;
        let requested = 4;
        let stopped = Model {
            pending: Some(Pending { requested, left }),
            ..whole.clone()
        };
        store::write(&model, &stopped).unwrap();
        let waits = Rule {
            name: "waits".to_owned(),
            boxes: Boxes::SecondMeeting,
            ..preset("rote").unwrap()
        };
        let file = folder.path().join("waits.toml");
        fs::write(&file, waits.to_toml()).unwrap();
        let request = Request {
            rule: Some(file.display().to_string()),
            ..Request::default()
        };
        let keeping = Keeping {
            already: Already::Continue,
            keep_every: Some(1),
            ..keeping
        };
        let trained = train(&request, &keeping, &mut ()).unwrap();
        assert_eq!(store::verify(&model).unwrap(), trained.model);
        assert_eq!((trained.model.sets(), trained.model.pending), (4, None));
        let rules = trained.model.chapters.iter().map(|c| &*c.rule.name);
        assert!(
            rules.eq(["rote", "waits"]
                .into_iter()
                .take(if left > 0 { 2 } else { 1 }))
        );
        let copy = folder.path().join(format!("x-{:06}.menace", 4 - left));
        assert_eq!(store::read(&copy).unwrap(), whole);
    }
}

/// What a run of the library has come to is what the session makes of the same words.
#[test]
fn a_run_is_kept_as_a_training_is() {
    let exact = |run: Run<TicTacToe>| {
        let layout = Layout::from(&preset("her").unwrap());
        run.with_evaluator(Arc::new(Evaluation::new(TicTacToe, layout).unwrap()))
    };
    for is_exact in [false, true] {
        let folder = tempfile::tempdir().unwrap();
        let request = Request {
            rule: Some("her".to_owned()),
            learners: Some(Learners::Second),
            sets: Some(3),
            games_per_set: Some(100),
            batch: Some(7),
            exact: is_exact,
            ..Request::default()
        };
        let keeping = Keeping {
            model: Some(folder.path().join("x.menace")),
            ..Keeping::default()
        };
        let trained = train(&request, &keeping, &mut ()).unwrap();
        let training = Training::new(TicTacToe, preset("her").unwrap()).learners(Learners::Second);
        let mut run = training.begin().under(Terms {
            batch: 7,
            ..Terms::default()
        });
        if is_exact {
            run = exact(run);
        }
        run.play(3);
        assert_eq!(Model::of(&run, "random"), trained.model);
    }
}

#[test]
fn nothing_at_all_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let (request, keeping) = of_nim(&folder.path().join("x.menace"), 1);
    let refused = |request: &Request, keeping: &Keeping| {
        let told = train(request, keeping, &mut ()).map(|_| ());
        assert!(matches!(told, Err(Error::Request(_))), "{told:?}");
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0);
    };
    let with = |change: fn(&mut Request)| {
        let mut request = request.clone();
        change(&mut request);
        refused(&request, &keeping);
    };
    with(|request| request.sets = Some(0));
    with(|request| (request.sets, request.games) = (None, Some(0)));
    with(|request| request.games_per_set = Some(0));
    with(|request| request.batch = Some(0));
    let (checkpoint_every, keep_every) = (Some(0), Some(0));
    refused(
        &request,
        &Keeping {
            checkpoint_every,
            ..keeping.clone()
        },
    );
    refused(
        &request,
        &Keeping {
            keep_every,
            ..keeping.clone()
        },
    );
    // The last number there is tells runs apart as any other does.
    let run = Some(u64::MAX);
    assert!(train(&Request { run, ..request }, &keeping, &mut ()).is_ok());
}

#[test]
fn stopped_after_every_set_it_leaves_the_same_files() {
    for (every, copies) in [(Some(1), 6), (Some(2), 3), (Some(4), 1), (None, 0)] {
        for checkpoint_every in [None, Some(1), Some(3)] {
            let whole = tempfile::tempdir().unwrap();
            let parts = tempfile::tempdir().unwrap();
            let request = Request {
                game: Some("nim:2,1".to_owned()),
                learners: Some(Learners::Both),
                games: Some(58),
                games_per_set: Some(10),
                ..Request::default()
            };
            let keeping = |folder: &Path, already| Keeping {
                model: Some(folder.join("x.menace")),
                already,
                checkpoint_every,
                keep_every: every,
                ..Keeping::default()
            };
            let done = train(&request, &keeping(whole.path(), Already::Keep), &mut ()).unwrap();
            assert_eq!((done.stopped, done.model.sets()), (None, 6));

            let mut already = Already::Keep;
            let mut sets = 0;
            loop {
                let keeping = keeping(parts.path(), already);
                let some = train(&request, &keeping, &mut Impatient).unwrap();
                sets += 1;
                assert_eq!(some.model.sets(), sets);
                already = Already::Continue;
                match some.stopped {
                    Some(stop) => assert_eq!((stop.left, stop.again), (6 - sets, false)),
                    None => break,
                }
                let copies = every.map_or(0, |every| sets / every);
                assert_eq!(files(parts.path()).len() as u64, 1 + copies);
            }
            assert_eq!(files(whole.path()).len(), 1 + copies);
            assert!(files(whole.path()) == files(parts.path()));
        }
    }
}

/// The lengths of a request contradict each other.
#[test]
fn games_and_sets_are_not_both_asked_for() {
    let folder = tempfile::tempdir().unwrap();
    let request = Request {
        games: Some(58),
        sets: Some(3),
        ..Request::default()
    };
    let keeping = Keeping {
        model: Some(folder.path().join("x.menace")),
        ..Keeping::default()
    };
    let error = train(&request, &keeping, &mut ()).unwrap_err().to_string();
    assert!(error.contains("--games and --sets"), "{error}");
    assert!(files(folder.path()).is_empty());
}

#[test]
fn more_games_than_a_model_counts_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let keeping = Keeping {
        model: Some(folder.path().join("x.menace")),
        ..Keeping::default()
    };
    for (sets, games) in [(1 << 40, 1 << 23), (1 << 40, 1 << 62), (u64::MAX, 1)] {
        let request = Request {
            sets: Some(sets),
            games_per_set: Some(games),
            ..Request::default()
        };
        let error = train(&request, &keeping, &mut ()).err().unwrap();
        let error = error.to_string();
        assert!(
            error.contains("more games than a model can count"),
            "{error}"
        );
        assert!(files(folder.path()).is_empty());
    }
}

/// All games of a batch are held at a time, however many a set has.
#[test]
fn a_batch_has_a_bound() {
    let folder = tempfile::tempdir().unwrap();
    let keeping = Keeping {
        model: Some(folder.path().join("x.menace")),
        ..Keeping::default()
    };
    for (batch, games_per_set, told) in [
        (0, 100, "1 to 100 games"),
        (101, 100, "1 to 100 games"),
        (Terms::MOST_BATCH + 1, 100, "1 to 100 games"),
        (Terms::MOST_BATCH + 1, 1 << 40, "1 to 1000000 games"),
        (u64::MAX, 1 << 40, "1 to 1000000 games"),
    ] {
        let request = Request {
            sets: Some(1),
            batch: Some(batch),
            games_per_set: Some(games_per_set),
            ..Request::default()
        };
        let error = train(&request, &keeping, &mut ()).unwrap_err().to_string();
        assert!(error.contains(told), "{error}");
    }
    assert!(files(folder.path()).is_empty());
}

/// A watch hears how every game ended.
#[test]
fn a_watch_hears_of_every_result() {
    #[derive(Default)]
    struct Heard(std::sync::Mutex<Results<u64>>);
    impl Progress for Heard {
        fn games_ended(&self, results: &Results<u64>) {
            *self.0.lock().unwrap() += *results;
        }
    }
    impl Watch for Heard {}
    let folder = tempfile::tempdir().unwrap();
    let request = Request {
        sets: Some(3),
        ..Request::default()
    };
    let keeping = Keeping {
        model: Some(folder.path().join("x.menace")),
        ..Keeping::default()
    };
    let mut heard = Heard::default();
    let done = train(&request, &keeping, &mut heard).unwrap();
    let heard = heard.0.into_inner().unwrap();
    assert_eq!(heard, done.model.history.last(3).results);
    assert_eq!(heard.games(), 300);
}

/// A learner of one side of hexapawn, and a person.
fn opposite(person: Side, rule: &Rule) -> Play {
    let game = AnyGame::from(Hexapawn::new(3, 3).unwrap());
    let learner = Pupil::new(game.clone(), rule.clone(), person.other(), (None, None)).unwrap();
    let mut seats = [Seat::Person, Seat::Learner(Box::new(learner))];
    if person == Side::Second {
        seats.reverse();
    }
    Play::new(game, seats, 7, 0)
}

/// Machines move until a person has something to do.
fn wait(play: &mut Play) {
    while play.step() {}
}

/// Whatever is taken back and left unfinished, the boxes and counts are those of the games that stand.
#[test]
fn what_is_taken_back_was_never_played() {
    let rules = [
        "her",
        "rote",
        "scroggs-second",
        "michie-1963-sliding",
        "boxes-100",
    ];
    let mut rules = rules.map(|name| preset(name).unwrap()).to_vec();
    rules.push(Rule {
        name: "waiting".to_owned(),
        boxes: Boxes::SecondMeeting,
        ..preset("rote").unwrap()
    });
    for (number, rule) in (0..).zip(&rules) {
        for person in Side::BOTH {
            let mut dice = Dice::new(5, Purpose::Trial, 0, number);
            let mut play = opposite(person, rule);
            let mut undone = 0;
            for _ in 0..200 {
                wait(&mut play);
                match dice.below(10) {
                    0 | 1 => undone += u64::from(play.undo().unwrap().is_some()),
                    2 if dice.below(4) == 0 => play.begin().unwrap(),
                    3 if play.waits() && dice.below(4) == 0 => play.resign().unwrap(),
                    _ if play.waits() => {
                        let moves: Vec<_> = play.game().moves(play.at()).collect();
                        let any = dice.draw(&vec![1; moves.len()]).unwrap();
                        play.make(moves[any]).unwrap();
                    }
                    _ => play.begin().unwrap(),
                }
            }
            wait(&mut play);
            let stands = play.played();
            assert!(undone > 20 && stands.len() > 5, "{undone} {}", stands.len());

            let mut again = opposite(person, rule);
            for (number, played) in stands.iter().enumerate() {
                if number > 0 {
                    again.begin().unwrap();
                }
                wait(&mut again);
                while again.waits() {
                    match played.moves.get(again.turns().len()) {
                        Some(&m) => again.make(m).unwrap(),
                        None if played.ending == Ending::Resigned(person) => {
                            again.resign().unwrap();
                        }
                        None => break,
                    }
                    wait(&mut again);
                }
            }
            let rule = &rule.name;
            assert_eq!(again.played(), stands, "{rule}");
            let records = |play: &Play| play.records().cloned().collect::<Vec<Record>>();
            assert_eq!(records(&again), records(&play), "{rule}");
            let side = person.other();
            assert_eq!(again.table(side), play.table(side), "{rule}");

            while play.undo().unwrap().is_some() {}
            assert_eq!(
                play.table(side)
                    .map(|table| table.len() as u64 + table.met_once()),
                Some(u64::from(person == Side::Second))
            );
        }
    }
}

/// The games of a match that are told are those that it counts.
#[test]
fn told_games_are_the_counted_ones() {
    let game = AnyGame::from(TicTacToe);
    let first = roster::player(&game, "mix:0.5*perfect+0.5*random").unwrap();
    let players: [&dyn Player<AnyGame>; 2] = [&*first, &Random];
    for games in [0, 1, 999, 2_001] {
        let told = sample_games(&game, players, games, 3);
        let mut results = Results::default();
        for played in &told {
            let mut at = game.start();
            for &m in &played.moves {
                assert!(game.moves(&at).any(|legal| legal == m));
                at = game.play(&at, m);
            }
            assert_eq!(game.outcome(&at).map(Ending::Over), Some(played.ending));
            results.count(played.ending.outcome().unwrap());
        }
        assert_eq!(results, sample(&game, players, games, 3).results);
        assert_eq!(
            told[..],
            sample_games(&game, players, 2_001, 3)[..told.len()]
        );
    }
}

/// A model by the rule that was called `odds-own-last` and is called `odds-last-box` now, as it was written then.
const RENAMED: &[u8] = include_bytes!("data/odds-own-last.menace");

#[test]
fn a_model_by_a_rule_that_was_renamed_goes_on_as_it_was_learnt() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name);
    fs::write(path("old.menace"), RENAMED).unwrap();
    let old = store::read(&path("old.menace")).unwrap();
    assert_eq!(*old.rule(), preset("odds-last-box").unwrap());
    assert_eq!(store::decode(&store::encode(&old)), Ok(old));
    let of = |model: &str, already, request| {
        let keeping = Keeping {
            model: Some(path(model)),
            already,
            ..Keeping::default()
        };
        train(&request, &keeping, &mut ()).unwrap();
        fs::read(path(model)).unwrap()
    };
    let onward = Request {
        sets: Some(3),
        ..Request::default()
    };
    let continued = of("old.menace", Already::Continue, onward);
    let [last_box, own_last] = ["odds-last-box", "odds-own-last"].map(|rule| {
        let request = Request {
            game: Some("othello:4".to_owned()),
            learners: Some(Learners::Second),
            rule: Some(rule.to_owned()),
            sets: Some(5),
            games_per_set: Some(20),
            ..Request::default()
        };
        of(&format!("{rule}.menace"), Already::Keep, request)
    });
    assert!(continued == last_box, "it goes on otherwise");
    let tables = [last_box, own_last].map(|bytes| store::decode(&bytes).unwrap().tables);
    assert_ne!(tables[0], tables[1], "forced moves count by one rule only");
}

#[test]
fn a_hint_wins_where_it_can() {
    let game = AnyGame::from(TicTacToe);
    let at = game.read_position("XX./OO./...").unwrap();
    let found = hint(&game, &at).unwrap();
    assert_eq!(found.moves, [game.read_move("c1").unwrap()]);
    assert_eq!(found.value, Some((Verdict::Win, 1)));
    let start = hint(&game, &game.start()).unwrap();
    assert_eq!(
        (start.moves.len(), start.value),
        (9, Some((Verdict::Draw, 9)))
    );

    let game = AnyGame::from(ConnectFour::new(7, 6).unwrap());
    let mut at = game.start();
    for m in ["a", "b", "a", "b", "a", "b"] {
        at = game.play(&at, game.read_move(m).unwrap());
    }
    let found = hint(&game, &at).unwrap();
    assert_eq!(
        (found.moves, found.value),
        (vec![game.read_move("a").unwrap()], None)
    );
}
