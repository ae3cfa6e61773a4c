//! The row of a proof.

use matchboxes_games::game::Game;
use matchboxes_games::games::AnyGame;
use matchboxes_measure::{Fraction, Proof};

use crate::row::Row;

/// What is certain about a player of one side.
pub fn proved(game: &AnyGame, proof: &Proof) -> Row {
    let opponent = proof.side.other();
    let text = |fraction: Option<Fraction>| fraction.map(|f| f.to_string());
    let line = proof.line.as_ref();
    let moves = line.map_or(&[][..], |line| &line.moves).iter();
    Row::default()
        .with("side", proof.side.name())
        .with("never_loses", proof.never_loses())
        .with("worst_case_loss", proof.worst_case_loss())
        .with(
            "worst_case_loss_fraction",
            text(proof.worst.fractions.map(|f| f.wins(opponent))),
        )
        .with("best_response", proof.best_response())
        .with(
            "best_response_fraction",
            text(
                proof
                    .best
                    .fractions
                    .and_then(|f| Fraction::score(&f, opponent)),
            ),
        )
        .with(
            "line",
            moves.map(|&m| game.write_move(m)).collect::<Vec<_>>(),
        )
        .with("resigns", line.is_some_and(|line| line.resigns))
        .with("positions", proof.reached)
        .with("own_turns", proof.own_turns)
        .with("slips", proof.slips)
}
