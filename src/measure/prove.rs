//! `menace prove`: finds the worst case of a player against any opponent.

use std::io::Write;

use anyhow::{Context, bail};
use matchboxes::arena::{Fraction, Ground, LosingLine, Proof};
use matchboxes::game::{Game, Side};
use matchboxes::games::{AnyGame, Position};
use matchboxes::roster::PlayerSpec;
use matchboxes_report::proved;
use serde_json::{Value, json};

use crate::options::game::GameOption;
use crate::options::{JsonOption, PositionOption};
use crate::output::print_json;
use crate::output::width::layout;
use matchboxes::text::{capital, chance, thousands};

#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  menace prove ai12s
  menace prove models/tic-tac-toe-first.menace --json
  menace prove perfect --game nim:3,4,5

All moves that the player may make and all replies are followed to the end, so `never loses` is a proof. \
The best response is what the best opponent scores: a win counts 1, a draw 0, a loss -1. That opponent knows the \
chance of every move of the player, but not which move will be drawn.")]
pub(crate) struct Args {
    /// The player (`menace list players` shows all names)
    player: String,

    #[command(flatten)]
    game: GameOption,

    #[command(flatten)]
    position: PositionOption,

    #[command(flatten)]
    json: JsonOption,
}

pub(crate) fn run(args: &Args, out: &mut dyn Write) -> anyhow::Result<()> {
    let named: PlayerSpec = args.player.parse()?;
    let game = args.game.for_players(std::slice::from_ref(&named))?;
    // Refused before a player is made, which may take as long. A perfect player then uses the positions
    // already computed.
    let ground = Ground::shared(&game);
    let mut ground =
        ground.context("a proof needs a smaller game; `menace match` samples games of any size")?;
    let player = named.player(&game)?;
    let sides = Side::BOTH.into_iter();
    let sides: Vec<Side> = sides.filter(|&side| player.plays(side)).collect();
    if sides.is_empty() {
        bail!(
            "`{}` has no side that all of its parts can play",
            args.player
        );
    }
    let start = args.position.or_start_unfinished(&game)?;
    ground.begin_at(&start)?;
    let policy = ground.policy(&player);
    // The player may use as much memory as `ground`.
    drop(player);
    let proofs = sides.into_iter().map(|side| ground.prove(&policy, side));
    let report = ProofReport {
        game: &game,
        player: &args.player,
        start,
        proofs: proofs.collect(),
    };
    if args.json.json {
        return print_json(out, "prove", report.json());
    }
    for line in report.text().lines() {
        let words = line.trim_start();
        write!(
            out,
            "{}",
            layout().sentence(words, line.len() - words.len())
        )?;
    }
    Ok(())
}

struct ProofReport<'a> {
    game: &'a AnyGame,
    player: &'a str,
    start: Position,
    proofs: Vec<Proof>,
}

impl ProofReport<'_> {
    fn text(&self) -> String {
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

    fn json(&self) -> Value {
        let text = |fraction: Option<Fraction>| fraction.map(|f| f.to_string());
        let sides = self.proofs.iter().map(|proof| proved(self.game, proof));
        let both = self.exploitability();
        json!({
            "game": self.game.name(),
            "player": self.player,
            "position": self.game.write_position(&self.start),
            "sides": sides.collect::<Vec<_>>(),
            "exploitability": both.map(|(value, _)| value),
            "exploitability_fraction": text(both.and_then(|(_, fraction)| fraction)),
        })
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
