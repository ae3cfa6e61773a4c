//! What is proved of a player.

use matchboxes_games::game::{Game, Side};
use matchboxes_games::games::{AnyGame, Position};
use matchboxes_games::text::{capital, chance, thousands};
use matchboxes_measure::{Fraction, LosingLine, Proof};
use serde_json::{Value, json};

use crate::layout::Layout;
use crate::row::Row;

/// What is certain about a player of one side.
pub fn proved(game: &AnyGame, proof: &Proof) -> Row {
    let text = |fraction: Option<Fraction>| fraction.map(|f| f.to_string());
    let line = proof.line.as_ref();
    let moves = line.map_or(&[][..], |line| &line.moves).iter();
    Row::default()
        .with("side", proof.side.name())
        .with("never_loses", proof.never_loses())
        .with("worst_case_loss", proof.worst_case_loss())
        .with("worst_case_loss_fraction", text(worst_fraction(proof)))
        .with("best_response", proof.best_response())
        .with("best_response_fraction", text(best_fraction(proof)))
        .with(
            "line",
            moves.map(|&m| game.write_move(m)).collect::<Vec<_>>(),
        )
        .with("resigns", line.is_some_and(|line| line.resigns))
        .with("positions", proof.reached)
        .with("own_turns", proof.own_turns)
        .with("slips", proof.slips)
}

/// What is proved of a player on the sides that it plays.
pub struct ProofReport<'a> {
    /// The game.
    pub game: &'a AnyGame,
    /// The name of the player.
    pub player: &'a str,
    /// The position from which it plays.
    pub start: Position,
    /// The proofs of its sides.
    pub proofs: Vec<Proof>,
}

impl ProofReport<'_> {
    /// The proofs for people.
    pub fn text(&self, layout: Layout) -> String {
        let text = self.lines();
        let lines = text.lines().map(|line| {
            let words = line.trim_start();
            layout.sentence(words, line.len() - words.len())
        });
        lines.collect()
    }

    fn lines(&self) -> String {
        let mut text = format!("{}, {}", self.game.name(), self.player);
        if self.start != self.game.start() {
            text += &format!(", from {}", self.game.write_position(&self.start));
        }
        text += "\n";
        for proof in &self.proofs {
            text += &format!("\n{}\n", self.side(proof));
        }
        if let Some((value, fraction)) = self.exploitability() {
            let sum = "exploitability of both sides (NashConv), the sum of both best responses";
            text += &format!("\n{sum}: {value:.6}{}\n", equals(fraction));
        }
        text
    }

    fn side(&self, proof: &Proof) -> String {
        let verdict = if proof.never_loses() {
            "never loses".to_owned()
        } else {
            let (most, lost) = (
                chance(proof.worst_case_loss()),
                equals(worst_fraction(proof)),
            );
            format!("can be beaten, with a chance of {most}{lost}")
        };
        let line = proof.line.as_ref().map_or_else(String::new, |line| {
            let line = self.line(line, proof.side);
            format!("\n  a shortest loss, its own moves in brackets: {line}")
        });
        let fraction = equals(best_fraction(proof));
        format!(
            "{} side: {verdict}{line}\n  \
             {} positions reachable; in {} it is to move, in {} of these it can play a move that worsens \
             the result\n  \
             the best response: {:.6}{fraction}",
            capital(proof.side.name()),
            thousands(proof.reached as u64),
            thousands(proof.own_turns as u64),
            thousands(proof.slips as u64),
            proof.best_response(),
        )
    }

    /// A line of play, with the moves of the side `own` in brackets.
    fn line(&self, line: &LosingLine, own: Side) -> String {
        let mut side = self.game.side(&self.start);
        let mut words = Vec::new();
        for &m in &line.moves {
            let word = self.game.write_move(m);
            let is_own = side == own;
            words.push(if is_own { format!("[{word}]") } else { word });
            side = side.other();
        }
        if line.resigns {
            words.push("[resigns]".to_owned());
        }
        words.join(" ")
    }

    fn exploitability(&self) -> Option<(f64, Option<Fraction>)> {
        let [first, second] = self.proofs.as_slice() else {
            return None;
        };
        let sum = best_fraction(first).zip(best_fraction(second));
        let sum = sum.and_then(|(first, second)| first.plus(&second));
        Some((first.best_response() + second.best_response(), sum))
    }

    /// The proofs as a document.
    pub fn document(&self) -> Value {
        let sides = self.proofs.iter().map(|proof| proved(self.game, proof));
        let (value, fraction) = self.exploitability().unzip();
        Row::default()
            .with("game", self.game.name())
            .with("player", self.player)
            .with("position", self.game.write_position(&self.start))
            .document(json!({
                "sides": sides.collect::<Vec<_>>(),
                "exploitability": value,
                "exploitability_fraction": fraction.flatten().map(|f| f.to_string()),
            }))
    }
}

/// The mark after a number that is exactly this fraction.
fn equals(fraction: Option<Fraction>) -> String {
    fraction.map_or_else(String::new, |fraction| format!(" = {fraction}"))
}

fn worst_fraction(proof: &Proof) -> Option<Fraction> {
    Some(proof.worst.fractions?.wins(proof.side.other()))
}

fn best_fraction(proof: &Proof) -> Option<Fraction> {
    Fraction::score(&proof.best.fractions?, proof.side.other())
}
