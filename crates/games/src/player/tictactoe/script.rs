//! The opponent of 1961: the replies that Donald Michie tried against his matchboxes.
//!
//! In the tournament of 220 games the machine moved first, soon always into a corner, and Michie changed
//! his reply to the corner from time to time. The facts, by their source:
//!
//! * **Published.** There were 220 games. "By the end of the first 20 plays the machine was settling
//!   into a stereotyped line which ensured a draw in face of 'best strategy'"; Michie then turned to
//!   "theoretically unsound variations", each of which "paid off for a time" (Michie, Trial and
//!   error, Penguin Science Survey 2, 1961). His replies are called variants 0 to 4 (Michie,
//!   Experiments on the mechanization of game-learning, Computer Journal 6, 1963, figure 4). A
//!   corner has five answers that differ under symmetry, and only the centre is sound.
//! * **Read from that figure**, so accurate to a few games or points: the games after which the reply
//!   changes, and the points of the curve in [`PUBLISHED`].
//! * **Assumed here**, because there is no source: which variant is which answer and when each was played,
//!   with the sound answer first. The variants are numbered from the sound one, then by how hard the
//!   answer is to punish (see [`VARIANTS`]), and are tried repeatedly in this order. The last change
//!   returns to the sound answer, because a test against best play follows. After his first reply, and
//!   after openings that are not in a corner, he plays perfectly: he keeps the value, wins as early and
//!   loses as late as possible ([`PerfectPace::Quickest`]). The answer that is hardest to punish is the first
//!   unsound one because he "used what tactics I judged to be the most hopeful".
//!
//! Runs of the rule `michie-1961` fall into several groups, and a curve like the one of 1961 is possible but rare
//! (run 111 of the seed 1961 is one): `docs/records/michie-1961.md` counts them. The dip of his curve after game 106
//! is not reproduced; it must come from unknown replies.

use std::sync::Arc;

use crate::error::Result;
use crate::game::{Game, Move, Side, Symmetry};
use crate::games::tictactoe::{Position, TicTacToe};
use crate::player::{Perfect, PerfectPace, Player};

/// The name of the whole script as a training opponent; followed by `:0` to `:4`, one variant.
pub const NAME: &str = "michie-1961-script";

/// The number of games in the tournament.
pub const GAMES: u64 = 220;

/// The name of the rule of its machine.
pub const RULE: &str = "michie-1961";

/// The answers to the opening in the upper left corner by number of the variant; the others follow by symmetry. First the
/// sound answer, the centre, then the unsound ones in the order of how many of the seven next moves keep the machine's
/// win (2, 3, 3, 3), how many lose even the draw (2, 1, 1, 0), and how often a machine that moves at random would win
/// against perfect play: the opposite corner, an adjacent one, an edge not next to it, and an edge next to it.
pub const VARIANTS: [Move; 5] = [Move(4), Move(8), Move(2), Move(5), Move(1)];

/// The script: the first game of each part, counted from 0, and the variant played from then on.
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

/// Points of the published curve: the number of games, and the machine's score after them, which is three
/// times its wins plus its draws minus its losses. Read from figure 4 of 1963, hence rounded.
pub const PUBLISHED: [(u64, i64); 6] = [
    (0, 0),
    (18, -10),
    (45, -10),
    (106, 25),
    (125, 12),
    (220, 150),
];

/// A second player that answers a corner opening by one variant and then plays perfectly.
#[derive(Clone)]
pub struct Reply {
    number: usize,
    best: Arc<Perfect<TicTacToe>>,
}

impl Reply {
    /// Makes the players of all variants, by number.
    ///
    /// # Errors
    ///
    /// As [`Perfect::new`].
    pub fn variants() -> Result<[Self; 5]> {
        let best = Arc::new(Perfect::shared(&TicTacToe, PerfectPace::Quickest)?);
        Ok(std::array::from_fn(|number| Self {
            number,
            best: best.clone(),
        }))
    }

    /// The mirror images of the answer to a corner opening; none in any other position.
    fn answers(&self, at: Position) -> Vec<Move> {
        let corner = TicTacToe.play(&TicTacToe.start(), Move(0));
        let images = (0..TicTacToe.symmetries()).map(Symmetry);
        let here = images.filter(|&by| TicTacToe.turn(&corner, by) == at);
        here.map(|by| TicTacToe.turn_move(VARIANTS[self.number], by))
            .collect()
    }
}

/// Makes the whole script: the first game of each part, counted from 0, and its player.
///
/// # Errors
///
/// As [`Perfect::new`].
pub fn script() -> Result<Vec<(u64, Reply)>> {
    let variants = Reply::variants()?;
    let part = |(from, number): (u64, usize)| (from, variants[number].clone());
    Ok(SCRIPT.map(part).into())
}

impl Player<TicTacToe> for Reply {
    fn name(&self) -> String {
        format!("{NAME}:{}", self.number)
    }

    fn plays(&self, side: Side) -> bool {
        side == Side::Second
    }

    fn weigh(&self, game: &TicTacToe, at: &Position, moves: &[Move], weights: &mut [u64]) {
        let answers = self.answers(*at);
        if answers.is_empty() {
            return self.best.weigh(game, at, moves, weights);
        }
        for (m, weight) in moves.iter().zip(weights) {
            *weight = u64::from(answers.contains(m));
        }
    }
}
