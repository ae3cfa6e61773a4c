//! A game that is not one of the library's, as an `AnyGame`: what is made with it is what is made with the rules
//! themselves.

#[allow(
    dead_code,
    reason = "the main function is for those who run the example"
)]
#[path = "../examples/custom_game.rs"]
mod custom_game;

use std::path::Path;

use custom_game::LastLoses;
use matchboxes::Error;
use matchboxes::arena::Ground;
use matchboxes::game::{Game, Key, Move, Outcome, Side};
use matchboxes::games::{self, AnyGame, Nim, parse};
use matchboxes::kit::{Kit, KitBeads};
use matchboxes::learn::{Examined, Learners, Training};
use matchboxes::roster;
use matchboxes::session::{
    Already, Keeping, Lesson, Request, Trained, WithPerson, hint, lesson, train,
};
use matchboxes::session::{watch, with_person};
use matchboxes::store;
use matchboxes_pictures::plot;
use matchboxes_pictures::print::{PrintSetting, Printed, PrintedDocument, Sheets};

fn trained(game: AnyGame, path: &Path, with: impl FnOnce(&mut Request)) -> Trained {
    let mut request = Request {
        game: Some(game),
        sets: Some(3),
        exact: Examined::EachSet,
        ..Request::default()
    };
    with(&mut request);
    let already = if path.exists() {
        Already::Continue
    } else {
        Already::Keep
    };
    let keeping = Keeping::at(path, already);
    train(&request, &keeping, &mut ()).unwrap()
}

/// Every learner, opponent and way of playing gives the same files, also when a training is continued.
#[test]
fn a_wrapped_game_leaves_the_same_models() {
    let folder = tempfile::tempdir().unwrap();
    let cases: [(&str, &[&str]); 3] = [
        (
            "nim:3,4,5:misere",
            &["random", "perfect", "fading:first-to-perfect:200"],
        ),
        ("hexapawn", &["alphabeta", "mix:0.5*perfect+0.5*random"]),
        ("tic-tac-toe", &["random", "alphabeta:depth=2"]),
    ];
    for (name, opponents) in cases {
        for (number, opponent) in opponents.iter().enumerate() {
            let plain = folder.path().join(format!("plain-{number}.menace"));
            let own = folder.path().join(format!("own-{number}.menace"));
            let game = parse(name).unwrap();
            for _ in 0..2 {
                let with =
                    |request: &mut Request| request.opponents = vec![opponent.parse().unwrap()];
                trained(game.clone(), &plain, with);
                trained(AnyGame::own(game.clone()).unwrap(), &own, with);
                assert_eq!(
                    std::fs::read(&plain).unwrap(),
                    std::fs::read(&own).unwrap(),
                    "{name} against {opponent}"
                );
            }
            for path in [plain, own] {
                std::fs::remove_file(path).unwrap();
            }
        }
    }
}

/// Only clones of a wrapped game are the same, since another game may have the same name.
#[test]
fn wrapped_games_of_one_name_are_told_apart() {
    let game = parse("nim:3,4,5").unwrap();
    let own = AnyGame::own(game.clone()).unwrap();
    assert!(own.is_same(&own.clone()) && game.is_same(&game.clone()));
    assert!(!own.is_same(&game) && !game.is_same(&own));
    assert!(!own.is_same(&AnyGame::own(game.clone()).unwrap()));
}

/// A game that the program does not know is trained, kept, continued, checked, drawn, printed and played.
#[test]
fn an_unknown_game_is_kept_and_shown_like_any() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("own.menace");
    let rules = LastLoses(21);
    let game = AnyGame::own(rules.clone()).unwrap();
    let with = |request: &mut Request| request.learner = Some(Learners::Second);
    trained(game.clone(), &path, with);
    let whole = trained(game.clone(), &path, with).model;
    let mut run = Training::new(rules.clone(), whole.rule().clone())
        .learners(Learners::Second)
        .begin()
        .unwrap();
    run.play(6);
    assert_eq!(whole.table(Side::Second), run.table(Side::Second).as_ref());

    let model = store::read_for(&game, &path).unwrap();
    assert_eq!(model, whole);
    assert!(matches!(store::verify(&path), Err(Error::Damaged { .. })));
    assert!(matches!(
        store::read_for(&AnyGame::own(LastLoses(20)).unwrap(), &path),
        Err(Error::Mismatch(_))
    ));

    let name = path.display().to_string();
    let spec: roster::PlayerSpec = name.parse().unwrap();
    let player = spec.player_for(&game, Side::Second).unwrap();
    let ground = Ground::new(game.clone()).unwrap();
    let proof = ground.prove(&ground.policy(&player), Side::Second);
    let plain = Ground::new(rules).unwrap();
    let proof_of_rules = plain.prove(&plain.policy(&run.player()), Side::Second);
    assert_eq!(
        proof.worst_case_loss().to_bits(),
        proof_of_rules.worst_case_loss().to_bits()
    );

    let drawn = plot::curve(&plot::Training::new(&model.history));
    assert!(drawn.png().unwrap().starts_with(b"\x89PNG"));
    let kit = Kit::new(&game, model.rule(), Side::Second).unwrap();
    let content = KitBeads::from_table(&kit, model.table(Side::Second).unwrap());
    let setting = PrintSetting::default();
    let printed = Printed {
        kit: &kit,
        content: &content,
        setting: &setting,
    };
    let document = PrintedDocument::new(&Sheets::ALL, printed);
    assert!(document.pdf().starts_with(b"%PDF"));

    let players = ["perfect", "first"].map(|name| name.parse().unwrap());
    watch(game.clone(), &players, None).unwrap();
    let asked = WithPerson {
        player: Some(name.parse().unwrap()),
        learn: true,
        ..WithPerson::default()
    };
    assert!(with_person(game.clone(), &asked).unwrap().play.waits());
    let asked = Lesson {
        model: Some(name.parse().unwrap()),
        ..Lesson::default()
    };
    lesson(game.clone(), &asked).unwrap();
    hint(&game, &game.start()).unwrap();
}

/// The rules of one game under the name of another.
#[derive(Clone, Debug)]
struct Named(Nim, &'static str);

impl Game for Named {
    type Position = <Nim as Game>::Position;

    fn name(&self) -> String {
        self.1.to_owned()
    }

    fn start(&self) -> Self::Position {
        self.0.start()
    }

    fn side(&self, at: &Self::Position) -> Side {
        self.0.side(at)
    }

    fn outcome(&self, at: &Self::Position) -> Option<Outcome> {
        self.0.outcome(at)
    }

    fn moves(&self, at: &Self::Position) -> impl Iterator<Item = Move> {
        self.0.moves(at)
    }

    fn play(&self, at: &Self::Position, m: Move) -> Self::Position {
        self.0.play(at, m)
    }

    fn move_count(&self) -> u16 {
        self.0.move_count()
    }

    fn key(&self, at: &Self::Position) -> Key {
        self.0.key(at)
    }

    fn position(&self, key: Key) -> Option<Self::Position> {
        self.0.position(key)
    }

    fn write_move(&self, m: Move) -> String {
        self.0.write_move(m)
    }

    fn read_move(&self, text: &str) -> games::Result<Move> {
        self.0.read_move(text)
    }

    fn write_position(&self, at: &Self::Position) -> String {
        self.0.write_position(at)
    }

    fn read_position(&self, text: &str) -> games::Result<Self::Position> {
        self.0.read_position(text)
    }
}

/// A misere game that is called as the normal one would be read, proved and played as that from its files.
#[test]
fn the_name_of_a_known_game_is_that_of_its_rules() {
    let misere = |name| match parse("nim:3,4:misere").unwrap() {
        AnyGame::Nim(rules) => AnyGame::own(Named(rules, name)),
        other => panic!("{other:?}"),
    };
    misere("nim:3,4:misere").unwrap();
    misere("my-nim").unwrap();
    let refused = misere("nim:3,4").unwrap_err().to_string();
    assert!(
        refused.contains("a game of this library has this name, so give yours another one"),
        "{refused}"
    );
}
