//! The worst case of a player: whether it can lose at all, how, and how often at most.
//!
//! That a player never loses is proved by following every line of play to its end, with all moves that the
//! player may choose and all replies. A resignation is a loss.

use std::num::NonZeroU32;

use super::boxes::narrow;
use super::ground::{Ground, Policy};
use super::response::{Aim, Response};
use crate::game::{Game, Move, Outcome, Side};
use crate::interrupt;

/// A game that a player may lose.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LosingLine {
    /// The moves of both sides from the start of the game.
    pub moves: Vec<Move>,
    /// Whether the player resigns after them; otherwise it has lost by the rules.
    pub resigns: bool,
}

/// What is certain about a player of one side, against all possible opponents.
#[derive(Clone, Debug)]
pub struct Proof {
    /// The side it plays.
    pub side: Side,
    /// A shortest game it may lose, the first of these by the numbers of the moves; `None` when it never
    /// loses.
    pub line: Option<LosingLine>,
    /// The opponent that beats it most often.
    pub worst: Response,
    /// The opponent with the best score, wins minus losses.
    pub best: Response,
    /// The number of positions that its own play can lead to, including the start and finished ones.
    pub reached: usize,
    /// How many of these are its turns.
    pub own_turns: usize,
    /// At how many of its turns it may choose a move that loses the value of the position, or resign one
    /// that is not lost.
    pub slips: usize,
}

impl Proof {
    /// Whether it never loses: no opponent can beat it, with any of the moves that it can draw.
    pub const fn never_loses(&self) -> bool {
        self.line.is_none()
    }

    /// The largest chance of any opponent to beat it.
    pub const fn worst_case_loss(&self) -> f64 {
        self.worst.chances.wins(self.side.other())
    }

    /// The best expected verdict of any opponent, from -1 (always lost) to 1 (always won).
    pub fn best_response(&self) -> f64 {
        self.best.chances.score(self.side.other())
    }
}

/// All positions that a player's own play can lead to, breadth first: ordered by the shortest line that
/// leads there, and then by its moves.
struct Walk {
    order: Vec<u32>,
    /// The number of the move, plus 1, by which each position was first reached.
    reached_by: Vec<Option<NonZeroU32>>,
}

impl<G: Game> Ground<G> {
    /// Proves the worst case of a player of `side`.
    ///
    /// # Examples
    ///
    /// ```
    /// use matchboxes_measure::Ground;
    /// use matchboxes_games::game::Side;
    /// use matchboxes_games::games::TicTacToe;
    /// use matchboxes_games::player::tictactoe::HandWritten;
    ///
    /// let ground = Ground::new(TicTacToe)?;
    /// let player = ground.policy(&HandWritten::parse("ai12s")?);
    /// assert!(ground.prove(&player, Side::Second).never_loses());
    /// # Ok::<(), matchboxes_games::Error>(())
    /// ```
    #[inline(never)]
    pub fn prove(&self, policy: &Policy, side: Side) -> Proof {
        let positions = self.positions();
        let walk = self.walk(policy, side);
        let own = |number: usize| positions.turn(number) == Some(side);
        let resigns = |number: usize| own(number) && policy.resigns(positions.moves(number));
        let beaten = Outcome::Win(side.other());
        let lost = |number: usize| positions.outcome(number) == Some(beaten) || resigns(number);
        let order = || walk.order.iter().map(|&number| number as usize);
        let end = order().find(|&number| lost(number));
        let line = end.map(|number| LosingLine {
            moves: self.moves_to(&walk, number),
            resigns: resigns(number),
        });

        let value = |number: usize| self.solved().outcome(positions.node(number));
        let slips = |number: usize| {
            let mut moves = positions.moves(number);
            if resigns(number) {
                value(number) != beaten
            } else {
                moves.any(|m| policy.weight(m) > 0 && value(positions.target(m)) != value(number))
            }
        };
        let own_turns = || order().filter(|&number| own(number));
        Proof {
            side,
            line,
            worst: self.best_response(policy, side, Aim::Wins),
            best: self.best_response(policy, side, Aim::Score),
            reached: walk.order.len(),
            own_turns: own_turns().count(),
            slips: own_turns().filter(|&number| slips(number)).count(),
        }
    }

    fn walk(&self, policy: &Policy, side: Side) -> Walk {
        let positions = self.positions();
        let mut walk = Walk {
            order: vec![narrow(self.start)],
            reached_by: vec![None; positions.len()],
        };
        let mut next = 0;
        while let Some(&number) = walk.order.get(next) {
            interrupt::every(1024, next);
            next += 1;
            let number = number as usize;
            let own = positions.turn(number) == Some(side);
            for m in positions.moves(number) {
                let to = positions.target(m);
                let open = !own || policy.weight(m) > 0;
                if open && walk.reached_by[to].is_none() {
                    walk.reached_by[to] = NonZeroU32::new(narrow(m + 1));
                    walk.order.push(narrow(to));
                }
            }
        }
        walk
    }

    /// The moves by which a walk first reached a position.
    fn moves_to(&self, walk: &Walk, mut number: usize) -> Vec<Move> {
        let positions = self.positions();
        let mut moves = Vec::new();
        while let Some(m) = walk.reached_by[number] {
            let m = m.get() as usize - 1;
            let from = positions.origin(m);
            let edge = m - positions.moves(from).start;
            moves.push(self.graph().edges(positions.node(from))[edge].m);
            number = from;
        }
        moves.reverse();
        moves
    }
}
