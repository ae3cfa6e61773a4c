//! A sheet and its rows.

use std::path::PathBuf;
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use crate::arena::Policy;
use crate::error::{Error, Result};
use crate::game::{Game, Side};
use crate::games::AnyGame;
use crate::graph::{Node, Solved};
use crate::learn::Rule;
use crate::player::Player;
use crate::text::share;

/// A policy, or the boxes or values of a model, in rows.
#[derive(Clone, Debug)]
pub struct Sheet {
    pub(super) origin: String,
    pub(super) head: Head,
    pub(super) rows: RowSource,
    pub(super) last_line: u64,
}

/// Where the rows of a [`Sheet`] are.
#[derive(Clone, Debug)]
pub(super) enum RowSource {
    /// In memory.
    Held(Vec<SheetRow>),
    /// Made each time they are needed.
    Made(Arc<PolicyRows>),
    /// In a file, which is read again each time they are needed.
    InFile(PathBuf),
}

/// The rows of a policy, made one by one: all of them could take far more memory than the game.
#[derive(Debug)]
pub(super) struct PolicyRows {
    solved: Arc<Solved<AnyGame>>,
    /// The positions in the order of their texts.
    order: Vec<Node>,
    /// The weights, by number of the edge.
    policy: Policy,
}

impl PolicyRows {
    pub(super) fn new(solved: Arc<Solved<AnyGame>>, player: &dyn Player<AnyGame>) -> Self {
        let graph = solved.graph();
        let played = graph
            .nodes()
            .filter(|&node| graph.outcome(node).is_none() && player.plays(graph.side(node)));
        let text = |node: Node| graph.game().write_position(graph.position(node));
        let mut texts: Vec<_> = played
            .map(|node| (text(node).into_boxed_str(), node))
            .collect();
        texts.sort_unstable();
        let order: Vec<Node> = texts.into_iter().map(|(_, node)| node).collect();
        let mut policy = Policy::new(graph.edge_count());
        let (mut moves, mut weights) = (Vec::new(), Vec::new());
        for &node in &order {
            moves.clear();
            moves.extend(graph.edges(node).iter().map(|edge| edge.m));
            weights.clear();
            weights.resize(moves.len(), 0);
            player.weigh(graph.game(), graph.position(node), &moves, &mut weights);
            for (edge, &weight) in graph.edge_range(node).zip(&weights) {
                policy.set(edge, weight);
            }
        }
        Self {
            solved,
            order,
            policy,
        }
    }

    pub(super) fn count(&self) -> usize {
        self.order
            .iter()
            .map(|&node| self.solved.graph().edges(node).len())
            .sum()
    }

    /// Passes all rows to `take` in order, until it fails.
    pub(super) fn each(&self, take: &mut dyn FnMut(&SheetRow) -> Result<()>) -> Result<()> {
        let graph = self.solved.graph();
        for &node in &self.order {
            let weights = || graph.edge_range(node).map(|edge| self.policy.weight(edge));
            let total: u64 = weights().sum();
            let mut row = SheetRow {
                position: graph.game().write_position(graph.position(node)),
                side: Some(graph.side(node)),
                ..SheetRow::default()
            };
            for (edge, weight) in graph.edges(node).iter().zip(weights()) {
                row.moves = graph.game().write_move(edge.m);
                row.number = weight;
                row.probability = Some(share(weight, total));
                take(&row)?;
            }
        }
        Ok(())
    }
}

/// The word for both sides, in the rows of one machine for both sides.
const BOTH: &str = "shared";

/// The side of a row as it is written.
pub(super) const fn side_name(side: Option<Side>) -> &'static str {
    match side {
        Some(side) => side.name(),
        None => BOTH,
    }
}

/// The side of this name; `None` for the boxes of one machine for both sides.
pub(super) fn side(text: &str, content: SheetContent) -> Result<Option<Side>, String> {
    if text == BOTH && content != SheetContent::Policy {
        return Ok(None);
    }
    let names = match content {
        SheetContent::Policy => "first or second",
        SheetContent::Boxes | SheetContent::Values => "first, second or shared",
    };
    let found = Side::named(text).map(Some);
    found.ok_or_else(|| format!("`{text}` is not a side; write {names}"))
}

/// What the rows of a [`Sheet`] contain. In descriptions of other tables a policy is called `weights`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum SheetContent {
    /// The weights of a player's moves.
    #[default]
    #[serde(rename = "weights")]
    Policy,
    /// The beads of a model.
    #[serde(skip)]
    Boxes,
    /// The values of a model, and how often each has been learnt from.
    Values,
}

impl SheetContent {
    pub(super) const ALL: [Self; 3] = [Self::Policy, Self::Boxes, Self::Values];

    /// What they are in words.
    pub const fn in_words(self) -> &'static str {
        match self {
            Self::Policy => "a policy",
            Self::Boxes => "matchboxes",
            Self::Values => "values",
        }
    }

    /// The columns of a CSV file in the order in which they are written.
    pub(super) const fn columns(self) -> &'static [&'static str] {
        match self {
            Self::Policy => &["position", "side", "move", "weight", "probability"],
            Self::Boxes => &["position", "side", "ply", "moves", "beads"],
            Self::Values => &["position", "side", "ply", "moves", "value", "visits"],
        }
    }

    /// The key of the list of rows in JSON.
    pub(super) const fn list(self) -> &'static str {
        match self {
            Self::Policy => "policy",
            Self::Boxes => "boxes",
            Self::Values => "values",
        }
    }

    /// Refuses a rule whose boxes hold something else than the rows.
    pub(super) fn suits(self, rule: &Rule) -> Result<()> {
        let reason = match (self, rule.values().is_some()) {
            (Self::Policy | Self::Boxes, false) | (Self::Values, true) => return Ok(()),
            (Self::Policy, true) => {
                "it keeps values of moves, and the rows hold the weights of a policy: take a rule of beads, such as rote"
            }
            (Self::Boxes, true) => {
                "it keeps values of moves, and the rows hold beads: take a rule of beads, such as rote"
            }
            (Self::Values, false) => {
                "it keeps beads, and the rows hold values of moves: take a rule that keeps values, such as q-learning"
            }
        };
        Err(Error::rule(&rule.name, reason))
    }
}

/// How a sheet is written as text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Encoding {
    /// Comma-separated values (RFC 4180).
    Csv,
    /// One JSON object.
    Json,
}

/// How to treat positions that a table leaves out.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Gaps {
    /// A policy is refused: a part of it may have been lost. Values are learnt where play went, and seldom everywhere.
    #[default]
    Refuse,
    /// Values are refused, too.
    RefuseAll,
    /// Any move is played there.
    Random,
    /// A policy resigns there.
    Resign,
}

#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct SheetRow {
    /// The line of the text on which it begins; the line of a row to be written is not read.
    pub(super) line: u64,
    pub(super) position: String,
    /// `None` for the boxes of one machine for both sides.
    pub(super) side: Option<Side>,
    /// One move, or the moves of a colour, separated by spaces.
    pub(super) moves: String,
    /// The weight, the beads, or the visits.
    pub(super) number: u64,
    /// For values; 0 otherwise.
    pub(super) value: f64,
    /// For a policy, if it is given.
    pub(super) probability: Option<f64>,
    /// For boxes and values; 0 otherwise.
    pub(super) ply: u16,
}

/// Receives the rows one by one; returns what is wrong with a row.
pub(super) type Take<'a> = &'a mut dyn FnMut(&SheetRow) -> Result<(), RowError>;

pub(super) struct RowError {
    /// The line, if it is not the line of the current row.
    pub(super) line: Option<u64>,
    pub(super) reason: String,
}

impl From<String> for RowError {
    fn from(reason: String) -> Self {
        Self { line: None, reason }
    }
}

impl RowError {
    /// Something wrong on an earlier line.
    pub(super) const fn on(line: u64, reason: String) -> Self {
        let line = Some(line);
        Self { line, reason }
    }

    /// The error for a file; `line` is the line of the current row.
    pub(super) fn error(&self, origin: &str, line: u64) -> Error {
        wrong(origin, self.line.unwrap_or(line), &self.reason)
    }
}

/// The data of a text besides its rows.
#[derive(Clone, Debug, Default)]
pub(super) struct Head {
    pub(super) game: Option<String>,
    pub(super) rule: Option<Rule>,
    pub(super) content: SheetContent,
    /// Whether a row is of one machine for both sides.
    pub(super) is_shared: bool,
    /// The number of rows.
    pub(super) count: usize,
    /// The largest value of a row, without its sign.
    pub(super) largest: f64,
}

impl Sheet {
    /// What its rows contain.
    pub const fn content(&self) -> SheetContent {
        self.head.content
    }

    /// The name of the game, if the file gives it.
    pub fn game(&self) -> Option<&str> {
        self.head.game.as_deref()
    }

    /// The rule of the boxes, if the file gives it.
    pub const fn rule(&self) -> Option<&Rule> {
        self.head.rule.as_ref()
    }

    /// The number of rows.
    pub const fn len(&self) -> usize {
        self.head.count
    }

    /// Whether it has no rows.
    pub const fn is_empty(&self) -> bool {
        self.head.count == 0
    }
}

/// The error for a line of a file; its reason is put on one line and shortened.
pub(super) fn wrong(origin: &str, line: u64, reason: &str) -> Error {
    const MOST: usize = 240;
    let mut text: String = reason
        .chars()
        .take(MOST)
        .map(|c| if c.is_control() { ' ' } else { c })
        .collect();
    if reason.chars().nth(MOST).is_some() {
        text.push_str(" ...");
    }
    Error::line(origin, line, text)
}

/// Whether a text looks like a JSON object with a game, a player and a list of rows, judging by its first
/// lines.
pub fn is_sheet(text: &str) -> bool {
    let lists = ["\"policy\"", "\"boxes\"", "\"values\"", "\"rule\""];
    let has = |word: &&str| text.contains(*word);
    text.starts_with('{') && ["\"game\"", "\"player\""].iter().all(has) && lists.iter().any(has)
}
