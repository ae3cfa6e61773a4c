//! Othello: disc difference, with or without the empty squares for the winner, corners first, free passes, and the
//! evaluations of the players M3 and M4 in an article on making Othello players (in Japanese, 2015); the evaluation of M2
//! is the disc difference.

use std::sync::Arc;

use super::Offering;
use super::endings::{EmptySquares, Endings, count, read};
use crate::game::{Game, Move, Side, Verdict};
use crate::games::Othello;
use crate::games::othello::Position;
use crate::games::othello::bits::{Squares, open, turned};
use crate::{Evaluate, Insight, Offers, Score};

impl Offering for Othello {
    /// What is known is of games in which discs win.
    fn offers(&self) -> Offers<Self> {
        if self.is_reversed() {
            return Offers {
                free: Some(is_pass),
                ..Offers::default()
            };
        }
        let endings = [
            (None, EmptySquares::Uncounted),
            (Some("discs"), EmptySquares::Uncounted),
            (Some("m2"), EmptySquares::Uncounted),
            (Some("discs:winner"), EmptySquares::Winner),
        ];
        Offers {
            evaluations: vec![
                ("discs", Arc::new(Discs(EmptySquares::Uncounted))),
                ("discs:winner", Arc::new(Discs(EmptySquares::Winner))),
                ("m2", Arc::new(Discs(EmptySquares::Uncounted))),
                ("m3", Arc::new(Placements)),
                ("m4", Arc::new(Weights)),
            ],
            ranks: vec![
                ("corners", Arc::new(corners)),
                ("mobility", Arc::new(mobility)),
            ],
            free: Some(is_pass),
            insights: endings
                .map(|(name, empty)| -> (_, Arc<dyn Insight<Self>>) {
                    (name, Arc::new(Endings::new(*self, empty)))
                })
                .into(),
            ..Offers::default()
        }
    }
}

/// The disc difference, also in finished positions; there the empty squares may count for the winner, as the World
/// Othello Federation counts them.
struct Discs(EmptySquares);

impl Evaluate<Othello> for Discs {
    fn value(&self, game: &Othello, at: &Position) -> Score {
        difference(game.side(at), at, count)
    }

    fn finished(&self, _: &Othello, at: &Position, _: Verdict) -> Score {
        Score::new(self.0.score(read(at)))
    }
}

fn is_pass(game: &Othello, m: Move) -> bool {
    game.square(m).is_none()
}

fn corners(game: &Othello, _: &Position, m: Move) -> i32 {
    let placed = game.square(m).unwrap_or(0);
    i32::from(placed & Squares::new(game.size()).corners != 0)
}

/// How few moves a move leaves to the other side, the order of Buro's and Andersson's programs of the 1990s.
fn mobility(game: &Othello, at: &Position, m: Move) -> i32 {
    let [own, enemy, empty] = read(at);
    let placed = game.square(m).unwrap_or(0);
    let flipped = turned(placed, own, enemy);
    let answers = open(enemy ^ flipped, own | placed | flipped, empty ^ placed);
    -count(answers)
}

/// Counts the corners and the squares next to them that are taken along the searched line, and ignores the
/// board at its end.
///
/// In order of importance: more corners than the opponent, more corners, fewer squares next to a corner
/// than the opponent, more such squares taken by the opponent. It counts who places a disc, not who owns
/// it afterwards.
struct Placements;

/// The weights of the discs of the side to move minus the opponent's, also in finished positions.
///
/// The weight of a disc is given by the first case that applies: on a corner, safe on the border, next to a
/// corner that is not of its colour (a negative weight), enclosed by discs and the edge, any other.
struct Weights;

/// The points of [`Placements`], far enough apart that lower ones together never outweigh a higher one.
const CORNER_AHEAD: i32 = 1 << 18;
const CORNER: i32 = 1 << 12;
const NEAR_AHEAD: i32 = 1 << 6;
const NEAR_ENEMY: i32 = 1;

/// The weights of [`Weights`].
const ON_CORNER: i32 = 1 << 25;
const SAFE: i32 = 1 << 19;
const RISKY: i32 = -(1 << 14);
const ENCLOSED: i32 = 1 << 7;

/// A sum over the discs of the side to move minus the same sum over the opponent's discs.
fn difference(side: Side, at: &Position, sum: impl Fn(u64) -> i32) -> Score {
    Score::new(sum(at.discs(side)) - sum(at.discs(side.other())))
}

impl Evaluate<Othello> for Placements {
    fn finished(&self, _: &Othello, _: &Position, _: Verdict) -> Score {
        Score::DRAW
    }

    fn counts_lines(&self) -> bool {
        true
    }

    fn line_points(&self, game: &Othello, at: &Position, m: Move, root: Side) -> i32 {
        let squares = Squares::new(game.size());
        let placed = game.square(m).unwrap_or(0);
        let ours = game.side(at) == root;
        match (placed & squares.corners != 0, placed & squares.near != 0) {
            (true, _) if ours => CORNER_AHEAD + CORNER,
            (true, _) => -CORNER_AHEAD,
            (_, true) if ours => -NEAR_AHEAD,
            (_, true) => NEAR_AHEAD + NEAR_ENEMY,
            (false, false) => 0,
        }
    }
}

impl Evaluate<Othello> for Weights {
    fn value(&self, game: &Othello, at: &Position) -> Score {
        let squares = Squares::new(game.size());
        let enclosed = squares.enclosed(at.discs(Side::First) | at.discs(Side::Second));
        difference(game.side(at), at, |own| {
            let kinds = [
                (squares.corners, ON_CORNER),
                (squares.safe(own), SAFE),
                (squares.risky(own), RISKY),
                (enclosed, ENCLOSED),
            ];
            let (mut left, mut sum) = (own, 0);
            for (kind, weight) in kinds {
                sum += weight * count(left & kind);
                left &= !kind;
            }
            sum + count(left)
        })
    }

    fn finished(&self, game: &Othello, at: &Position, _verdict: Verdict) -> Score {
        self.value(game, at)
    }
}
