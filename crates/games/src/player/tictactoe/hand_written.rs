//! The hand-written tic-tac-toe players `ai1` to `ai14s` of the rule-player article.
//!
//! The article develops the players one rule at a time, from "the first free cell" to a player that never
//! loses. The early players apply steps in order until one proposes a move. The players with an `s` score
//! every move by the marks on the eight lines after it and take the best. No player looks further ahead
//! than one move. Every player chooses uniformly from its candidate moves, so moves with equal scores are
//! equally likely.
//!
//! Two players of the article have versions, `ai11s:v1` to `v3` and `ai12s:v1` to `v3`. Without a version,
//! `ai11s` is `ai11s:v3` and `ai12s` is `ai12s:v2`, the strongest of each. The line values of ai11s can
//! also be given, as in `ai11s:a=2,b=0.5,c=-1`; omitted values are as in `v3`. For version 3 the
//! article's parameter table prints c = +1, but its code and its results have -1.
//!
//! The article writes the first player as `o` and the second as `x`; here the first side is `X`.

use super::method::{PlayerMethod, best, decide};
use super::roll;
use super::score::{Halves, LineValues};
use crate::error::{Error, Result};
use crate::game::{Game, Move};
use crate::games::tictactoe::{Position, TicTacToe};
use crate::player::Player;

/// A hand-written tic-tac-toe player.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HandWritten {
    pub(super) name: String,
    pub(super) method: PlayerMethod,
}

impl HandWritten {
    /// Reads a name: one of [`ROLL`](super::ROLL), or `ai11s` with its own line values.
    ///
    /// # Errors
    ///
    /// [`Error::Name`] if no player has this name, [`Error::Parameter`] if the text after the colon is not
    /// valid.
    pub fn parse(name: &str) -> Result<Self> {
        if let Some((full, method)) = roll::find(name) {
            let name = full.to_owned();
            return Ok(Self { name, method });
        }
        let wrong = |reason: String| Error::parameter(name, reason);
        match name.split_once(':') {
            Some(("ai11s", parameters)) => {
                let lines = read_lines(parameters).map_err(wrong)?;
                Ok(Self {
                    name: format!("ai11s:{lines}"),
                    method: PlayerMethod::Scores(roll::CENTRE_FIRST, lines),
                })
            }
            Some(("ai12s", _)) => Err(wrong("the versions of ai12s are v1, v2 and v3".to_owned())),
            Some((base, _)) if roll::find(base).is_some() => {
                Err(wrong(format!("{base} takes no parameters")))
            }
            _ => Err(Error::unknown("player", name, roll::names())),
        }
    }

    /// The moves that the player may take in `at`, each with the same chance: bit `n` for cell `n`.
    ///
    /// Empty in a finished position, and only there.
    pub fn candidates(&self, at: &Position) -> u16 {
        if TicTacToe.outcome(at).is_some() {
            return 0;
        }
        match self.method {
            PlayerMethod::Steps(steps) => decide(steps, *at).map_or(0, |(_, cells)| cells),
            PlayerMethod::Scores(criteria, lines) => best(criteria, &lines, *at),
        }
    }
}

impl Player<TicTacToe> for HandWritten {
    fn name(&self) -> String {
        self.name.clone()
    }

    fn weigh(&self, _game: &TicTacToe, at: &Position, moves: &[Move], weights: &mut [u64]) {
        let candidates = self.candidates(at);
        for (m, weight) in moves.iter().zip(weights) {
            *weight = u64::from(candidates >> m.0 & 1 == 1);
        }
    }
}

/// Reads line values such as `a=2,b=0.5,c=-1`; the error is the reason why they are wrong.
fn read_lines(text: &str) -> Result<LineValues, String> {
    let mut lines = roll::LINES_11_V3;
    let mut seen = Vec::new();
    for word in text.split(',') {
        let form = "write v1, v2, v3 or line values such as a=2,b=0.5,c=-1";
        let (key, value) = word.split_once('=').ok_or(form)?;
        if seen.contains(&key) {
            return Err(format!("{key} is given twice"));
        }
        let place = match key {
            "a" => &mut lines.a,
            "b" => &mut lines.b,
            "c" => &mut lines.c,
            _ => return Err(format!("there is no parameter `{key}`, only a, b and c")),
        };
        *place = Halves::parse(value).ok_or_else(|| {
            format!(
                "`{value}` is not a whole number of halves from -1000 to 1000, such as -1 or 0.5"
            )
        })?;
        seen.push(key);
    }
    Ok(lines)
}
