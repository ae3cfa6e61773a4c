//! Michie's opponent of 1961: the replies that Donald Michie tried against his matchboxes.
//!
//! In the tournament of 220 games the machine opened, soon always in a corner, and Michie changed
//! his reply to the corner from time to time. What is known of it, and how well:
//!
//! * **Published.** There were 220 games. "By the end of the first 20 plays the machine was settling
//!   into a stereotyped line which ensured a draw in face of 'best strategy'"; Michie then turned to
//!   "theoretically unsound variations", each of which "paid off for a time" (Michie, Trial and
//!   error, Penguin Science Survey 2, 1961). His replies are called variants 0 to 4 (Michie,
//!   Experiments on the mechanization of game-learning, Computer Journal 6, 1963, figure 4). A
//!   corner has five answers that differ under symmetry, and only the centre is sound.
//! * **Read from that figure**, so good to a few games or points: the games after which the reply
//!   changes, the points of the curve in [`PUBLISHED`].
//! * **Assumed here**, for want of a source: which variant is which answer and when each was played,
//!   the first being sound; the variants are numbered from the sound one on, then by how hard the
//!   answer is to punish (see [`VARIANTS`]), tried in that order and over again, and the last
//!   change returns to the sound one, since a test against best play follows. After his first
//!   reply, and after openings that are not in a corner, he plays as well as can be: value kept,
//!   soonest win, longest resistance ([`Pace::Quickest`]). The most treacherous answer comes first
//!   because he "used what tactics I judged to be the most hopeful".
//!
//! What comes of it by rule `michie-1961`, in 5,000 runs of the seed 1961: the machine loses about as
//! much as in 1961 at first (a score of -8.2 after 18 games, with a standard deviation of 4.5), and
//! then there are several fates. In the table, the score 3W + D - L beside [`PUBLISHED`].
//!
//! | opening box at the end | runs | 18 games | 45 | 106 | 125 | 220 |
//! |---|---|---|---|---|---|---|
//! | empty: it resigns ever after | 3,009 | -10 | -34 | -94 | -113 | -208 +- 11 |
//! | mostly centre, so the script is never asked | 1,714 | -5 | 2 | 52 | 69 | 161 +- 13 |
//! | mostly corner, as in 1961 | 154 | -5 | 2 | 32 | 43 | 194 +- 58 |
//! | mostly edge | 123 | -5 | -5 | 6 | 12 | 55 +- 24 |
//! | *Michie's machine* | 1 | -10 | -10 | 25 | 12 | 150 |
//!
//! So a course like that of 1961 is possible and rare (run 111 is one), and the dip after game 106
//! is not reproduced: it must come from replies that are not known.

use std::sync::Arc;

use crate::error::Result;
use crate::game::{Game, Key, Move, Side, Symmetry};
use crate::games::tictactoe::{Position, TicTacToe};
use crate::player::{Pace, Perfect, Player};

/// The name of the whole script as a training opponent; followed by `:0` to `:4`, one variant.
pub const NAME: &str = "michie-1961-script";

/// How many games the tournament had.
pub const GAMES: u64 = 220;

/// The name of the rule by which its machine learnt.
pub const RULE: &str = "michie-1961";

/// One of the five answers to a corner opening.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Variant {
    /// The answer to the opening in the upper left corner; the others follow by symmetry.
    pub reply: Move,
    /// The same in words.
    pub about: &'static str,
}

const fn variant(cell: u16, about: &'static str) -> Variant {
    Variant {
        reply: Move(cell),
        about,
    }
}

/// The variants by number: the sound answer, then the unsound ones by how many of the seven next
/// moves keep the machine's win (2, 3, 3, 3), how many throw even the draw away (2, 1, 1, 0), and
/// how often a machine that moves at random would win against perfect play.
pub const VARIANTS: [Variant; 5] = [
    variant(4, "the centre, the only sound answer"),
    variant(8, "the opposite corner"),
    variant(2, "a corner beside"),
    variant(5, "an edge away from it"),
    variant(1, "an edge beside"),
];

/// From which game on, counted from 0, which variant is played.
pub const SCRIPT: [(u64, usize); 9] = [
    (0, 0),
    (22, 1),
    (58, 2),
    (78, 3),
    (106, 4),
    (132, 1),
    (188, 2),
    (205, 3),
    (218, 0),
];

/// Points of the published curve: the number of games, and after them three times the wins plus the draws minus
/// the losses of the machine. Read from figure 4 of 1963, hence rounded.
pub const PUBLISHED: [(u64, i64); 6] = [
    (0, 0),
    (18, -10),
    (45, -10),
    (106, 25),
    (125, 12),
    (220, 150),
];

/// Answers a corner opening by one variant and plays on as well as can be; it plays second.
#[derive(Clone)]
pub struct Reply {
    number: usize,
    /// The corner openings, each with the answers that are mirror images of the variant's there.
    answers: Arc<[(Key, Vec<Move>)]>,
    best: Arc<Perfect<TicTacToe>>,
}

impl Reply {
    /// The player of each variant, by number.
    ///
    /// # Errors
    ///
    /// As [`Perfect::new`].
    pub fn variants() -> Result<[Self; 5]> {
        let best = Arc::new(Perfect::shared(&TicTacToe, Pace::Quickest)?);
        Ok(std::array::from_fn(|number| Self {
            number,
            answers: answers(VARIANTS[number].reply).into(),
            best: best.clone(),
        }))
    }
}

/// The whole script: each player with the game, counted from 0, from which on it plays.
///
/// # Errors
///
/// As [`Perfect::new`].
pub fn script() -> Result<Vec<(u64, Reply)>> {
    let variants = Reply::variants()?;
    let part = |(from, number): (u64, usize)| (from, variants[number].clone());
    Ok(SCRIPT.map(part).into())
}

/// What the answer to the upper left corner becomes under every symmetry, by opening.
fn answers(reply: Move) -> Vec<(Key, Vec<Move>)> {
    let corner = TicTacToe.play(&TicTacToe.start(), Move(0));
    let mut answers: Vec<(Key, Vec<Move>)> = Vec::new();
    for by in (0..TicTacToe.symmetries()).map(Symmetry) {
        let opening: Position = TicTacToe.turn(&corner, by);
        let (key, reply) = (TicTacToe.key(&opening), TicTacToe.turn_move(reply, by));
        match answers.iter_mut().find(|(other, _)| *other == key) {
            Some((_, replies)) if replies.contains(&reply) => {}
            Some((_, replies)) => replies.push(reply),
            None => answers.push((key, vec![reply])),
        }
    }
    answers
}

impl Player<TicTacToe> for Reply {
    fn name(&self) -> String {
        format!("{NAME}:{}", self.number)
    }

    fn plays(&self, side: Side) -> bool {
        side == Side::Second
    }

    fn weigh(&self, game: &TicTacToe, at: &Position, moves: &[Move], weights: &mut [u64]) {
        let key = game.key(at);
        match self.answers.iter().find(|(known, _)| *known == key) {
            Some((_, replies)) => {
                for (m, weight) in moves.iter().zip(weights) {
                    *weight = u64::from(replies.contains(m));
                }
            }
            None => self.best.weigh(game, at, moves, weights),
        }
    }
}
