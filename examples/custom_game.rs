//! A new game, learnt by rote, with a proof of the learner's worst case, and kept as a model:
//! `cargo run --release --example custom_game`.
//!
//! There is one pile. Each side in turn takes one, two or three from it, and the side that takes the last
//! one loses.

use matchboxes::arena::Ground;
use matchboxes::game::{Game, Key, Move, Outcome, Side};
use matchboxes::games::{AnyGame, Result, no_move, no_position};
use matchboxes::learn::{Learners, Training, preset};
use matchboxes::player::Perfect;
use matchboxes::session::{Already, Keeping, Request, train};
use matchboxes::store;

/// The rules for the given size of the pile at the start.
#[derive(Clone)]
pub(crate) struct LastLoses(pub(crate) u8);

/// What is left of the pile, and the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Pile {
    left: u8,
    side: Side,
}

impl Game for LastLoses {
    type Position = Pile;

    fn name(&self) -> String {
        format!("last-loses:{}", self.0)
    }

    fn start(&self) -> Pile {
        Pile {
            left: self.0,
            side: Side::First,
        }
    }

    fn side(&self, at: &Pile) -> Side {
        at.side
    }

    fn outcome(&self, at: &Pile) -> Option<Outcome> {
        (at.left == 0).then_some(Outcome::Win(at.side))
    }

    fn moves(&self, at: &Pile) -> impl Iterator<Item = Move> {
        (1..=at.left.min(3)).map(|n| Move(n.into()))
    }

    fn play(&self, at: &Pile, m: Move) -> Pile {
        Pile {
            left: at.left - m.0.to_le_bytes()[0],
            side: at.side.other(),
        }
    }

    fn move_count(&self) -> u16 {
        4
    }

    fn key(&self, at: &Pile) -> Key {
        Key(u128::from(at.left) * 2 + at.side.index() as u128)
    }

    fn position(&self, key: Key) -> Option<Pile> {
        let left = u8::try_from(key.0 / 2).ok().filter(|&n| n <= self.0)?;
        let side = Side::BOTH[usize::from(key.0 % 2 == 1)];
        Some(Pile { left, side })
    }

    fn write_move(&self, m: Move) -> String {
        format!("take {}", m.0)
    }

    fn read_move(&self, text: &str) -> Result<Move> {
        let n = text.strip_prefix("take ").and_then(|n| n.parse().ok());
        n.filter(|n| (1..=3).contains(n))
            .map(Move)
            .ok_or_else(|| no_move(self, text, "write `take 1`, `take 2` or `take 3`"))
    }

    fn write_position(&self, at: &Pile) -> String {
        format!("{} {}", at.left, at.side.name())
    }

    fn read_position(&self, text: &str) -> Result<Pile> {
        let found = (0..=self.0)
            .flat_map(|left| Side::BOTH.map(|side| Pile { left, side }))
            .find(|at| self.write_position(at) == text);
        let reason = "write what is left and the side to move, such as `5 first`";
        found.ok_or_else(|| no_position(self, text, reason))
    }
}

fn main() -> std::result::Result<(), Box<dyn std::error::Error>> {
    // With 21 in the pile, the second side wins by always leaving one more than a multiple of four.
    let game = LastLoses(21);
    let ground = Ground::new(game.clone())?;
    let perfect = Perfect::new(game.clone())?;
    let mut run = Training::new(game.clone(), preset("rote")?)
        .learners(Learners::Second)
        .begin()?;
    for sets in [0, 1, 9, 90, 900] {
        run.play(sets);
        let learner = run.player();
        let proof = ground.prove(&ground.policy(&learner), Side::Second);
        let chances = ground.chances([&ground.policy(&perfect), &ground.policy(&learner)]);
        println!(
            "after {:>6} games: wins {:5.1} % against perfect play, loses {:5.1} % in the worst case",
            run.history().records.len() * 100,
            100.0 * chances.second_wins,
            100.0 * proof.worst_case_loss()
        );
    }

    // As an `AnyGame` it is trained, kept, continued, drawn and played like the games of the program.
    let folder = tempfile::tempdir()?;
    let request = Request {
        game: Some(AnyGame::own(game)?),
        opponents: vec!["alphabeta".parse()?],
        ..Request::default()
    };
    let keeping = Keeping::at(folder.path().join("last-loses.menace"), Already::Keep);
    let trained = train(&request, &keeping, &mut ())?;
    let model = store::read(&trained.path)?;
    println!("kept: {} games of {}", model.games(), model.game());
    Ok(())
}
