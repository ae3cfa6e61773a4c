//! Trainings as sessions: what they ask for, refuse, and report.

#[path = "session/class.rs"]
mod class;
#[path = "session/undone.rs"]
mod undone;

use std::path::Path;
use std::sync::Arc;

use matchboxes::Error;
use matchboxes::arena::{Evaluation, Ground};
use matchboxes::game::{Game, Results};
use matchboxes::games::{self, AnyGame, KINDS, TicTacToe, parse};
use matchboxes::learn::{Layout, Learners, Progress, Terms, Training, preset};
use matchboxes::roster::{self, PlayerSpec};
use matchboxes::session::{
    Already, Keeping, Request, Source, Trainings, Watch, WithPerson, train, with_person,
};
use matchboxes::store::{self, Model, Pending};

use crate::place::{Text as _, files};
use crate::tools::{rule, rule_with};

/// A request for this number of sets of a small game, stored in this file.
fn of_nim(model: &Path, sets: u64) -> (Request, Keeping) {
    let request = Request {
        game: Some(parse("nim:2,1").unwrap()),
        sets: Some(sets),
        ..Request::default()
    };
    let keeping = Keeping::at(model, Already::Keep);
    (request, keeping)
}

/// The missing copy is written with the previous rule. If only the pictures of the training are left to be
/// made, nothing is played with the new rule.
#[test]
fn a_stopped_training_continues_with_a_rule_of_another_layout() {
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
        let waits = rule_with("rote", "name = 'waits'; boxes = 'second-meeting'");
        let request = Request {
            rules: vec![waits],
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
        let expected = &["rote", "waits"][..if left > 0 { 2 } else { 1 }];
        assert!(rules.eq(expected.iter().copied()));
        let copy = folder.path().join(format!("x-{:06}.menace", 4 - left));
        assert_eq!(store::read(&copy).unwrap(), whole);
    }
}

/// What an empty box does is no part of what is in the boxes: a training may begin with the tables of another policy.
#[test]
fn a_training_begins_with_tables_of_another_treatment_of_empty_boxes() {
    let folder = tempfile::tempdir().unwrap();
    let first = folder.path().join("x.menace");
    let (request, keeping) = of_nim(&first, 2);
    let before = train(&request, &keeping, &mut ()).unwrap().model;
    let plays_on = rule_with("rote", "name = 'plays-on'; empty = 'any-move'");
    let second = folder.path().join("y.menace");
    let (request, keeping) = of_nim(&second, 3);
    let request = Request {
        rules: vec![plays_on],
        ..request
    };
    let keeping = Keeping {
        from: vec![Source::File(first)],
        ..keeping
    };
    let after = train(&request, &keeping, &mut ()).unwrap().model;
    assert_eq!(store::verify(&second).unwrap(), after);
    assert_eq!((after.sets(), after.history.last(3).resigned), (3, [0, 0]));
    let layouts = [&before, &after].map(Model::layout);
    assert!(layouts[0].is_like(layouts[1]) && layouts[0] != layouts[1]);
}

/// A player made in code and a model in memory play as the same players do by their names.
#[test]
fn players_in_memory_play_as_those_that_are_named() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("x.menace");
    let (request, keeping) = of_nim(&file, 2);
    let learnt = train(&request, &keeping, &mut ()).unwrap().model;
    let game: AnyGame = request.game.clone().unwrap();
    let name = file.display().to_string();
    let perfect = roster::player(&game, "perfect").unwrap();
    let pairs: [[PlayerSpec; 2]; 2] = [
        ["perfect".parse().unwrap(), PlayerSpec::made(perfect)],
        [name.parse().unwrap(), PlayerSpec::of_model(&*name, learnt)],
    ];
    for (number, pair) in pairs.into_iter().enumerate() {
        let models = pair.map(|opponent| {
            let path = folder.path().join(format!("{number}.menace"));
            let (request, keeping) = of_nim(&path, 3);
            let request = Request {
                learner: Some(Learners::Second),
                opponents: vec![opponent.into()],
                ..request
            };
            let keeping = Keeping {
                already: Already::Replace,
                ..keeping
            };
            train(&request, &keeping, &mut ()).unwrap().model
        });
        assert_eq!(models[0], models[1]);
    }
}

/// A run of the library gives the same model as a session with the same settings.
#[test]
fn a_run_gives_the_same_model_as_a_session() {
    let ground = Ground::new(TicTacToe).unwrap();
    let layout = Layout::from(&rule("her"));
    for is_exact in [false, true] {
        let folder = tempfile::tempdir().unwrap();
        let request = Request {
            rules: vec![rule("her")],
            learner: Some(Learners::Second),
            sets: Some(3),
            games_per_set: Some(100),
            batch: Some(7),
            exact: is_exact.into(),
            ..Request::default()
        };
        let keeping = Keeping::at(folder.path().join("x.menace"), Already::Keep);
        let trained = train(&request, &keeping, &mut ()).unwrap();
        let training = Training::new(TicTacToe, rule("her")).learners(Learners::Second);
        let training = training.terms(Terms {
            batch: 7,
            ..Terms::default()
        });
        let mut run = training.begin().unwrap();
        if is_exact {
            let exact = Evaluation::on(&ground, layout);
            run = run.with_evaluator(Arc::new(exact));
        }
        run.play(3);
        assert_eq!(Model::from_run(&run), trained.model);
    }
}

#[test]
fn zeros_and_what_only_a_study_has_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let usual = of_nim(&folder.path().join("x.menace"), 1);
    let wrong: [fn(&mut Request, &mut Keeping); 9] = [
        |request, _| request.sets = Some(0),
        |request, _| (request.sets, request.games) = (None, Some(0)),
        |request, _| request.games_per_set = Some(0),
        |request, _| request.batch = Some(0),
        |_, keeping| keeping.checkpoint_every = Some(0),
        |_, keeping| keeping.keep_every = Some(0),
        |request, _| request.runs = Some(3),
        |request, _| request.rules = ["rote", "bridle"].map(|name| preset(name).unwrap()).into(),
        |request, _| {
            let named = ["first", "perfect"].map(|name| name.parse().unwrap());
            request.opponents = named.into();
        },
    ];
    for change in wrong {
        let (mut request, mut keeping) = usual.clone();
        change(&mut request, &mut keeping);
        let result = train(&request, &keeping, &mut ()).map(|_| ());
        let is_refused = matches!(result, Err(Error::Input(games::Error::Request { .. })));
        assert!(is_refused, "{result:?}");
        assert!(files(folder.path()).is_empty());
    }
    // The largest number of a run is as good as any other.
    let (request, keeping) = usual;
    let run = Some(u64::MAX);
    assert!(train(&Request { run, ..request }, &keeping, &mut ()).is_ok());
}

#[test]
fn refused_requests_name_their_fields() {
    let folder = tempfile::tempdir().unwrap();
    let (request, keeping) = of_nim(&folder.path().join("x.menace"), 1);
    let option = |field: &str| format!("<{field}>");
    let kinds = KINDS.iter().filter(|kind| {
        let game = parse(kind.example()).unwrap();
        game.without_side(&game.start()).is_some()
    });
    let names: Vec<&str> = kinds.map(|kind| kind.name).collect();
    let (last, others) = names.split_last().unwrap();
    let impartial = format!("{} and {last}", others.join(", "));
    let says = |change: fn(&mut Request, &mut Keeping), message: &str| {
        let (mut request, mut keeping) = (request.clone(), keeping.clone());
        change(&mut request, &mut keeping);
        let error = train(&request, &keeping, &mut ()).expect_err(message);
        assert_eq!(error.to_string(), message);
        assert!(files(folder.path()).is_empty());
        let fields = message.split('`').enumerate();
        let worded = fields.map(|(i, part)| match i % 2 {
            1 => option(part),
            _ => part.into(),
        });
        assert_eq!(error.worded(option), worded.collect::<String>());
    };
    says(
        |_, keeping| keeping.checkpoint_every = Some(0),
        "`checkpoint_every` 0: must be at least 1",
    );
    says(
        |request, _| request.games_per_set = Some(0),
        "`games_per_set` 0: must be at least 1",
    );
    says(
        |request, _| request.games = Some(5),
        "`games` and `sets` both say how long to play; give only one of them",
    );
    says(
        |request, _| request.fallback = Some("random".parse().unwrap()),
        "`fallback` random: by rote every position gets a box, so this player would never be asked; limit the \
         boxes with `max_boxes`, or take a rule with boxes = \"second-meeting\", \"choice\" or \"hopeful\"",
    );
    says(
        |request, _| (request.batch, request.games_per_set) = (Some(1000), Some(100)),
        "`batch` 1000: a set ends a batch and has 100 games here; take a batch of 1 to 100 games, or larger \
         sets with `games_per_set`",
    );
    says(
        |request, _| {
            request.game = Some(parse("hexapawn").unwrap());
            request.learner = Some(Learners::Shared);
        },
        &format!(
            "`learner` shared: in hexapawn a box depends on the side to move, so one machine cannot take both \
             sides; it can in {impartial}"
        ),
    );

    // A player may have the name of a field, which is not written as one.
    let asked = WithPerson {
        player: Some("learn".parse().unwrap()),
        learn: true,
        ..WithPerson::default()
    };
    let error = with_person(parse("nim:2,1").unwrap(), &asked).err();
    let error = error.unwrap();
    let message = "<learn> needs the plain path of a model; `learn` learns nothing";
    assert_eq!(error.worded(option), message);
}

#[test]
fn more_games_than_a_model_counts_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let keeping = Keeping::at(folder.path().join("x.menace"), Already::Keep);
    for (sets, games) in [(1 << 40, 1 << 23), (1 << 40, 1 << 62), (u64::MAX, 1)] {
        let request = Request {
            sets: Some(sets),
            games_per_set: Some(games),
            ..Request::default()
        };
        let error = train(&request, &keeping, &mut ()).err().unwrap();
        error.to_string().has(["more games than a model can count"]);
        assert!(files(folder.path()).is_empty());
        let error = Trainings::new(&request).err().unwrap();
        error.to_string().has(["more games than a run can have"]);
    }
}

#[test]
fn a_watch_receives_the_results_of_all_games() {
    #[derive(Default)]
    struct Received(std::sync::Mutex<Results<u64>>);
    impl Progress for Received {
        fn games_ended(&self, results: &Results<u64>) {
            *self.0.lock().unwrap() += *results;
        }
    }
    impl Watch for Received {}
    let folder = tempfile::tempdir().unwrap();
    let request = Request {
        sets: Some(3),
        ..Request::default()
    };
    let keeping = Keeping::at(folder.path().join("x.menace"), Already::Keep);
    let mut received = Received::default();
    let done = train(&request, &keeping, &mut received).unwrap();
    let received = received.0.into_inner().unwrap();
    assert_eq!(received, done.model.history.last(3).results);
    assert_eq!(received.games(), 300);
}
