//! Policies and matchboxes as text, for other programs to read and to write: CSV or JSON.
//!
//! A [`Sheet`] holds rows of one of two kinds, told by its columns:
//!
//! | kind | columns | rows |
//! |---|---|---|
//! | policy | `position,side,move,weight,probability` | one for each legal move of every unfinished position that play can reach and in which a side the player plays is to move |
//! | boxes | `position,side,ply,moves,beads` | one for each colour of every matchbox of a model |
//!
//! Rows are written sorted by the text of the position, then by move, and read in any order.
//! Positions and moves are written as people type them; a side is `first` or `second`; weights and
//! beads are whole numbers. A probability is its weight's share of the position's weights; it may
//! be left out of a file that is to be read, the weights count. `ply` is how many moves had been
//! played when the box was first met. In `moves` stand, set apart by spaces, the moves that share a
//! colour.
//!
//! In JSON the same rows are objects with the columns as keys, one on each line, in the list
//! `policy` or `boxes` of an object that also tells the `game`, the `player` and, with boxes, the
//! `rule`. A CSV file says neither.
//!
//! [`Sheet::model`] makes a model of either kind: of boxes those very boxes, of a policy boxes
//! without symmetries that hold its weights, so that it plays exactly as what was written. The
//! model says where it comes from by a chapter without sets that names the file; of what happened
//! before, the history and with it the sliding origin of an odds rule, it knows nothing. Whatever is
//! wrong with a file is told by its line, and nothing comes of it.

mod build;
mod columns;
mod json;
mod read;
mod write;

use std::path::PathBuf;

use crate::error::Error;
use crate::game::Side;
use crate::learn::Rule;

/// A policy or the boxes of a model, in rows.
#[derive(Clone, Debug, PartialEq)]
pub struct Sheet {
    origin: String,
    game: Option<String>,
    rule: Option<Rule>,
    kind: Kind,
    rows: Vec<Row>,
    last_line: u64,
}

/// What the rows of a [`Sheet`] are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// The weights of a player's moves.
    Policy,
    /// The beads of a model.
    Boxes,
}

/// The form of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// Comma-separated values (RFC 4180).
    Csv,
    /// One JSON object.
    Json,
}

/// What becomes of positions that a policy leaves out.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Gaps {
    /// The policy is refused: a part of it may have been lost.
    #[default]
    Refuse,
    /// Any move is played there.
    Random,
}

/// One row; where it was read, the line it begins on.
#[derive(Clone, Debug, PartialEq)]
struct Row {
    line: u64,
    position: String,
    side: Side,
    /// One move, or those of a colour with spaces between.
    moves: String,
    /// The weight, or the beads.
    number: u64,
    /// Of a policy, if it is given.
    probability: Option<f64>,
    /// Of boxes, 0 otherwise.
    ply: u16,
}

impl Sheet {
    /// What its rows are.
    #[must_use]
    pub const fn kind(&self) -> Kind {
        self.kind
    }

    /// The name of the game, where the file tells it.
    #[must_use]
    pub fn game(&self) -> Option<&str> {
        self.game.as_deref()
    }

    /// The rule of the boxes, where the file tells it.
    #[must_use]
    pub const fn rule(&self) -> Option<&Rule> {
        self.rule.as_ref()
    }

    /// How many rows it has.
    #[must_use]
    pub const fn len(&self) -> usize {
        self.rows.len()
    }

    /// Whether it has no rows.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.rows.is_empty()
    }
}

/// What is wrong with a line of a file, on one line itself whatever the file holds.
fn wrong(origin: &str, line: u64, reason: &str) -> Error {
    const MOST: usize = 240;
    let plain = |c: char| if c.is_control() { ' ' } else { c };
    let mut text: String = reason.chars().take(MOST).map(plain).collect();
    if reason.chars().nth(MOST).is_some() {
        text.push_str(" ...");
    }
    Error::Row {
        path: PathBuf::from(origin),
        line,
        reason: text,
    }
}
