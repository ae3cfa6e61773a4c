//! The worst case of a player: whether it can lose at all, how, and how often at most.
//!
//! That a player never loses is proved by exhaustion: all its own moves that have a chance, all
//! replies, to the end of every line. A resignation is a loss.

use super::ground::{Ground, Policy};
use super::response::{Aim, Response};
use crate::game::{Game, Move, Outcome, Side};

/// A game that a player may lose.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LosingLine {
    /// The moves of both sides from where games begin.
    pub moves: Vec<Move>,
    /// Whether the player gives up after them; otherwise it has been beaten.
    pub resigns: bool,
}

/// What is certain about a player of one side, against all opponents there can be.
#[derive(Clone, Debug)]
pub struct Proof {
    /// The side it plays.
    pub side: Side,
    /// A shortest game it may lose, the first of them by the numbers of the moves; `None` when
    /// there is none: it never loses.
    pub line: Option<LosingLine>,
    /// The opponent who beats it as often as anybody can.
    pub worst: Response,
    /// The opponent with the best score, wins less losses.
    pub best: Response,
    /// The positions that its own play can lead to, the first and the finished ones included.
    pub reached: usize,
    /// Those of them in which it moves.
    pub own_turns: usize,
    /// Those of them in which it may give away what perfect play would get from there.
    pub slips: usize,
}

impl Proof {
    /// Whether no opponent can beat it, however its dice fall.
    #[must_use]
    pub const fn never_loses(&self) -> bool {
        self.line.is_none()
    }

    /// The largest chance an opponent can have to beat it.
    #[must_use]
    pub const fn worst_loss(&self) -> f64 {
        self.worst.chances.wins(self.side.other())
    }

    /// The best expected verdict of an opponent, from -1, lost for certain, to 1, won for certain.
    #[must_use]
    pub fn best_response(&self) -> f64 {
        self.best.chances.score(self.side.other())
    }
}

/// All positions that a player's own play can lead to, in the order of the shortest way there and
/// of its moves.
struct Walk {
    order: Vec<usize>,
    /// From where each position was first reached, and by the move of which number.
    came: Vec<Option<(usize, usize)>>,
}

impl<G: Game> Ground<G> {
    /// Proves what is the worst that can happen to a player of `side`.
    ///
    /// # Panics
    ///
    /// If the policy belongs to another ground.
    ///
    /// # Examples
    ///
    /// ```
    /// use menace::arena::Ground;
    /// use menace::game::Side;
    /// use menace::games::TicTacToe;
    /// use menace::player::tictactoe::HandWritten;
    ///
    /// let ground = Ground::new(TicTacToe)?;
    /// let player = ground.policy(&HandWritten::parse("ai12s")?);
    /// assert!(ground.prove(&player, Side::Second).never_loses());
    /// # Ok::<(), menace::Error>(())
    /// ```
    #[must_use]
    pub fn prove(&self, policy: &Policy, side: Side) -> Proof {
        let positions = self.positions();
        let walk = self.walk(policy, side);
        let own = |number: usize| positions.turn(number) == Some(side);
        let resigns = |number: usize| own(number) && policy.resigns(positions.moves(number));
        let beaten = Outcome::Win(side.other());
        let lost = |number: usize| positions.outcome(number) == Some(beaten) || resigns(number);
        let end = walk.order.iter().copied().find(|&number| lost(number));
        let line = end.map(|number| LosingLine {
            moves: self.moves_to(&walk, number),
            resigns: resigns(number),
        });

        let solution = self.solved().solution();
        let value = |number: usize| solution.outcome(positions.node(number));
        let slips = |number: usize| {
            let mut moves = positions.moves(number);
            if resigns(number) {
                value(number) != beaten
            } else {
                moves.any(|m| policy.0[m] > 0 && value(positions.target(m)) != value(number))
            }
        };
        let own_turns = || walk.order.iter().filter(|&&number| own(number));
        Proof {
            side,
            line,
            worst: self.best_response(policy, side, Aim::Wins),
            best: self.best_response(policy, side, Aim::Score),
            reached: walk.order.len(),
            own_turns: own_turns().count(),
            slips: own_turns().filter(|&&number| slips(number)).count(),
        }
    }

    fn walk(&self, policy: &Policy, side: Side) -> Walk {
        let positions = self.positions();
        let mut walk = Walk {
            order: vec![self.start],
            came: vec![None; positions.len()],
        };
        let mut next = 0;
        while let Some(&number) = walk.order.get(next) {
            next += 1;
            let own = positions.turn(number) == Some(side);
            for m in positions.moves(number) {
                let to = positions.target(m);
                let open = !own || policy.0[m] > 0;
                if open && walk.came[to].is_none() {
                    walk.came[to] = Some((number, m));
                    walk.order.push(to);
                }
            }
        }
        walk
    }

    /// The moves by which a walk first came to a position.
    fn moves_to(&self, walk: &Walk, mut number: usize) -> Vec<Move> {
        let positions = self.positions();
        let mut moves = Vec::new();
        while let Some((from, m)) = walk.came[number] {
            let edge = m - positions.moves(from).start;
            moves.push(self.graph().edges(positions.node(from))[edge].m);
            number = from;
        }
        moves.reverse();
        moves
    }
}
