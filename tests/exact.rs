//! Exact chances and worst cases, compared with the results of independent programs for the same players and
//! with sampling.

#[path = "exact/agree.rs"]
mod agree;
#[path = "exact/known.rs"]
mod known;
#[path = "exact/proof.rs"]
mod proof;
#[path = "exact/untrained.rs"]
mod untrained;

use std::collections::BTreeMap;
use std::sync::Arc;

use matchboxes::arena::{Fractions, Ground, Policy};
use matchboxes::game::Side;
use matchboxes::games::{AnyGame, TicTacToe};
use matchboxes::player::Player;
use matchboxes::roster;

const GAME: AnyGame = AnyGame::TicTacToe(TicTacToe);

/// The rows of a file in `tests/data`, each by column name.
fn data(file: &str) -> Vec<BTreeMap<String, String>> {
    crate::data::rows(file)
}

fn ground() -> Ground<AnyGame> {
    Ground::new(GAME).unwrap()
}

fn player(name: &str) -> Arc<dyn Player<AnyGame>> {
    roster::player(&GAME, name).unwrap()
}

fn policy(ground: &Ground<AnyGame>, name: &str) -> Policy {
    ground.policy(&*player(name))
}

fn side(name: &str) -> Side {
    Side::BOTH[usize::from(name == "second")]
}

/// Wins, losses and draws of a side as text.
fn seen_by(side: Side, fractions: &Fractions) -> [String; 3] {
    let [won, lost] = [side, side.other()].map(|side| fractions.wins(side));
    [won, lost, fractions.draws].map(|f| f.to_string())
}

fn near(one: f64, other: f64) -> bool {
    (one - other).abs() < 1e-12
}
