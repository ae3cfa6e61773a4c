//! The reasons for a hand-written player's moves, as data for `menace explain`.

use super::hand_written::HandWritten;
use super::method::{PlayerMethod, Tried, decide};
use super::score::{MoveScore, PatternCounts};
use crate::game::{Game, Move, Side};
use crate::games::tictactoe::{Position, TicTacToe};

/// A player's decision in one position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Explanation {
    /// The player's name.
    pub player: String,
    /// The side to move.
    pub side: Side,
    /// The step that chose the best moves, such as `block`; `None` for a player that scores its moves, and
    /// in a finished position.
    pub step: Option<&'static str>,
    /// Every legal move, ascending.
    pub moves: Vec<ExplainedMove>,
}

/// A player's view of one move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ExplainedMove {
    /// The move.
    pub m: Move,
    /// Whether it completes a line.
    pub wins: bool,
    /// The lines after the move, from the view of the side that made it.
    pub counts: PatternCounts,
    /// Its score; `None` for a player that decides by steps.
    pub score: Option<MoveScore>,
    /// Whether the player may take it; it takes each such move with the same chance.
    pub best: bool,
}

impl HandWritten {
    /// Explains the player's decision in `at`, with every legal move.
    ///
    /// # Examples
    ///
    /// ```
    /// use matchboxes_games::game::Game;
    /// use matchboxes_games::games::TicTacToe;
    /// use matchboxes_games::player::tictactoe::HandWritten;
    ///
    /// let at = TicTacToe.read_position("O../.XO/.XX")?;
    /// let why = HandWritten::parse("ai14s")?.explain(&at);
    /// let score = why.moves[0].score.expect("ai14s scores its moves");
    /// assert_eq!(score.value.to_string(), "-98.5");
    /// assert_eq!(score.rule, "opponent can win");
    ///
    /// let why = HandWritten::parse("ai6")?.explain(&at);
    /// assert_eq!(why.step, Some("block"));
    /// let best = why.moves.iter().filter(|known| known.best);
    /// assert!(best.map(|known| TicTacToe.write_move(known.m)).eq(["b1"]));
    /// # Ok::<(), matchboxes_games::Error>(())
    /// ```
    pub fn explain(&self, at: &Position) -> Explanation {
        let step = match self.method {
            PlayerMethod::Steps(steps) => decide(steps, *at).map(|(step, _)| step.name()),
            PlayerMethod::Scores(..) => None,
        };
        let chosen = self.candidates(at);
        let moves = Tried::all(at).map(|tried| ExplainedMove {
            m: tried.m,
            wins: tried.wins,
            counts: tried.counts,
            score: match self.method {
                PlayerMethod::Steps(_) => None,
                PlayerMethod::Scores(criteria, lines) => Some(tried.score(criteria, &lines)),
            },
            best: chosen >> tried.m.0 & 1 == 1,
        });
        Explanation {
            player: self.name.clone(),
            side: TicTacToe.side(at),
            step,
            moves: moves.collect(),
        }
    }
}
