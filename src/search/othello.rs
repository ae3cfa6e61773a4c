//! What Othello is judged by while it is searched, and the players that search with it: the
//! evaluations `m2`, `m3` and `m4`, passes that cost no depth, and `m2-d2` to `m4-d4`.
//!
//! Source: an article on making Othello players (in Japanese, 2015), whose searches are minimax to a
//! fixed depth. Alpha-beta takes the same move: both keep the first of equal values.

use std::sync::Arc;

use super::evaluate::{Evaluate, Free, Line, Zero};
use super::parse::Offers;
use super::player::Searching;
use super::score::Score;
use crate::error::{Error, Result};
use crate::game::{Game, Move, Side, Verdict};
use crate::games::Othello;
use crate::games::othello::Position;
use crate::player::othello::Squares;
use crate::player::{Collection, Listing, Naming, Part, Player};

/// The discs of the side to move less the other's, whether the game is over or not.
#[derive(Clone, Copy, Debug, Default)]
pub struct Discs;

/// The corners and the squares next to them that are taken along the searched line, and nothing of
/// the board it ends in.
///
/// In this order: more corners than the opponent, more corners, fewer squares next to a corner than
/// the opponent, more such squares of the opponent. What is counted is the placing of a disc, not
/// whose it is afterwards.
#[derive(Clone, Copy, Debug, Default)]
pub struct Placements;

/// A weight for each disc, by the first that applies: on a corner, safe on the border, next to a
/// corner that is not of its colour (counted against it), enclosed by discs and the edge, any other.
/// What the side to move has, less what the other has, whether the game is over or not.
#[derive(Clone, Copy, Debug, Default)]
pub struct Weights;

/// The points of [`Placements`], far enough apart that none of a lower kind outweighs a higher one.
const CORNER_AHEAD: i32 = 1 << 18;
const CORNER: i32 = 1 << 12;
const NEAR_AHEAD: i32 = 1 << 6;
const NEAR_ENEMY: i32 = 1;

/// The weights of [`Weights`].
const ON_CORNER: i32 = 1 << 25;
const SAFE: i32 = 1 << 19;
const RISKY: i32 = -(1 << 14);
const ENCLOSED: i32 = 1 << 7;

/// How many squares a set holds.
fn count(set: u64) -> i32 {
    i32::try_from(set.count_ones()).expect("at most 64")
}

/// A sum over the discs of the side to move less the same over the other's.
fn difference(side: Side, at: &Position, sum: impl Fn(u64) -> i32) -> Score {
    Score::new(sum(at.discs(side)) - sum(at.discs(side.other())))
}

impl Evaluate<Othello> for Discs {
    fn value(&self, game: &Othello, at: &Position) -> Score {
        difference(game.side(at), at, count)
    }

    fn finished(&self, game: &Othello, at: &Position, _verdict: Verdict) -> Score {
        self.value(game, at)
    }
}

impl Evaluate<Othello> for Placements {
    fn value(&self, _game: &Othello, _at: &Position) -> Score {
        Score::DRAW
    }

    fn finished(&self, game: &Othello, at: &Position, _verdict: Verdict) -> Score {
        self.value(game, at)
    }

    fn line(&self) -> Option<&dyn Line<Othello>> {
        Some(self)
    }
}

impl Line<Othello> for Placements {
    fn points(&self, game: &Othello, at: &Position, m: Move, root: Side) -> i32 {
        let squares = Squares::of(game);
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
        let squares = Squares::of(game);
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

/// What Othello offers a search by name.
#[derive(Clone, Copy, Debug, Default)]
pub struct Offered;

impl Offers<Othello> for Offered {
    fn evaluation(&self, name: &str) -> Result<Arc<dyn Evaluate<Othello>>> {
        match name {
            "zero" => Ok(Arc::new(Zero)),
            "m2" => Ok(Arc::new(Discs)),
            "m3" => Ok(Arc::new(Placements)),
            "m4" => Ok(Arc::new(Weights)),
            _ => {
                let names = ["zero", "m2", "m3", "m4"];
                Err(Error::unknown("evaluation", name, names))
            }
        }
    }

    fn free(&self) -> Option<Arc<dyn Free<Othello>>> {
        Some(Arc::new(Passes))
    }
}

/// A pass leaves as much depth as there was.
struct Passes;

impl Free<Othello> for Passes {
    fn is_free(&self, game: &Othello, _at: &Position, m: Move) -> bool {
        game.square(m).is_none()
    }
}

/// How the players that search are named.
pub const LISTING: Listing = Listing {
    game: "othello",
    players: &[
        Naming {
            form: "m2-d2, m2-d4",
            names: &["m2-d2", "m2-d4"],
            about: "Othello: looks two or four moves ahead for the most discs",
        },
        Naming {
            form: "m3-d2, m3-d4",
            names: &["m3-d2", "m3-d4"],
            about: "Othello: the same for corners taken, and squares next to them left to the other",
        },
        Naming {
            form: "m4-d2, m4-d4",
            names: &["m4-d2", "m4-d4"],
            about: "Othello: the same for corners, safe borders and enclosed discs",
        },
    ],
    scripts: &[],
};

/// The players made for Othello that search.
#[derive(Clone, Copy, Debug)]
pub struct Players;

impl Collection<Othello> for Players {
    fn listing(&self) -> &'static Listing {
        &LISTING
    }

    fn player(&self, _game: &Othello, name: &str) -> Result<Option<Arc<dyn Player<Othello>>>> {
        let mut names = LISTING.namings().flat_map(|naming| naming.names);
        let parts = name.split_once("-d");
        let Some((evaluation, depth)) = parts.filter(|_| names.any(|known| *known == name)) else {
            return Ok(None);
        };
        let text = format!("alphabeta:depth={depth},eval={evaluation},passes=free");
        let player = Searching::parse(&text, &Offered)?;
        Ok(Some(Arc::new(player.called(name.to_owned()))))
    }

    fn script(&self, _game: &Othello, _name: &str) -> Result<Option<Vec<Part<Othello>>>> {
        Ok(None)
    }
}
