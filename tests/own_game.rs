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
    let already = [Already::Keep, Already::Continue][usize::from(path.exists())];
    let keeping = Keeping::at(path, already);
    train(&request, &keeping, &mut ()).unwrap()
}

/// Every learner, opponent and way of playing gives the same files, also when a training is continued.
#[test]
fn a_wrapped_game_leaves_the_same_models() {
    let folder = tempfile::tempdir().unwrap();
    let faded = "random perfect fading:first-to-perfect:200";
    for (name, opponents) in [
        ("nim:3,4,5:misere", faded),
        ("hexapawn", "alphabeta mix:0.5*perfect+0.5*random"),
        ("tic-tac-toe", "random alphabeta:depth=2"),
    ] {
        for (number, opponent) in opponents.split(' ').enumerate() {
            let plain = folder.path().join(format!("plain-{number}.menace"));
            let own = folder.path().join(format!("own-{number}.menace"));
            let game = parse(name).unwrap();
            for _ in 0..2 {
                let of = opponent.parse().unwrap();
                let with = |request: &mut Request| request.opponents = vec![of];
                trained(game.clone(), &plain, with.clone());
                trained(AnyGame::own(game.clone()).unwrap(), &own, with);
                let [plain, own] = [&plain, &own].map(|path| std::fs::read(path).unwrap());
                assert_eq!(plain, own, "{name} against {opponent}");
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
    let training = Training::new(rules.clone(), whole.rule().clone());
    let mut run = training.learners(Learners::Second).begin().unwrap();
    run.play(6);
    assert_eq!(whole.table(Side::Second), run.table(Side::Second).as_ref());

    let model = store::read_for(&game, &path).unwrap();
    assert_eq!(model, whole);
    assert!(matches!(store::verify(&path), Err(Error::Damaged { .. })));
    let another = AnyGame::own(LastLoses(20)).unwrap();
    let read = store::read_for(&another, &path);
    assert!(matches!(read, Err(Error::Mismatch(_))));

    let name = path.display().to_string();
    let spec: roster::PlayerSpec = name.parse().unwrap();
    let player = spec.player_for(&game, Side::Second).unwrap();
    let ground = Ground::new(game.clone()).unwrap();
    let proof = ground.prove(&ground.policy(&*player), Side::Second);
    let plain = Ground::new(rules).unwrap();
    let other = plain.prove(&plain.policy(&run.player()), Side::Second);
    let [one, other] = [proof, other].map(|proof| proof.worst_case_loss().to_bits());
    assert_eq!(one, other);

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

/// What is asked of the rules within.
macro_rules! within {
    ($($name:ident($($arg:ident: $kind:ty),*) -> $found:ty;)*) => {
        $(fn $name(&self, $($arg: $kind),*) -> $found {
            self.0.$name($($arg),*)
        })*
    };
}

impl Game for Named {
    type Position = <Nim as Game>::Position;

    fn name(&self) -> String {
        self.1.to_owned()
    }

    within! {
        start() -> Self::Position;
        side(at: &Self::Position) -> Side;
        outcome(at: &Self::Position) -> Option<Outcome>;
        moves(at: &Self::Position) -> impl Iterator<Item = Move>;
        play(at: &Self::Position, m: Move) -> Self::Position;
        move_count() -> u16;
        key(at: &Self::Position) -> Key;
        position(key: Key) -> Option<Self::Position>;
        write_move(m: Move) -> String;
        read_move(text: &str) -> games::Result<Move>;
        write_position(at: &Self::Position) -> String;
        read_position(text: &str) -> games::Result<Self::Position>;
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
    let words = "a game of this library has this name, so give yours another one";
    assert!(refused.contains(words), "{refused}");
}
