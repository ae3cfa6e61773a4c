//! Trees written as text, for looking at algorithms and testing them.

use std::sync::Arc;

use crate::error::{Error, Result};
use crate::game::{Game, Key, Move, Outcome, Side, Verdict};
use crate::games::{no_move, no_position};

use super::{Evaluate, Offering, Offers, Score};

/// A tree of any shape, such as `((3 -5) (A = B))` or `[[3,12],[8,2]]`. Values are from the first side's view; `A` is a win
/// of the first side, `B` a win of the second, `=` a draw. With `MIN` before it the second side is to move at the root.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TextTree {
    pub(super) text: String,
    nodes: Vec<TextNode>,
    most: u16,
    decimals: u32,
    /// Whether the second side is to move at the root.
    is_min: bool,
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct TextNode {
    ply: u16,
    children: Vec<u32>,
    value: i32,
}

/// The number of a node of a [`TextTree`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct TextPlace(u32);

impl TextTree {
    /// Reads a tree.
    ///
    /// # Errors
    ///
    /// [`Error::Parameter`] unless the text is exactly one tree, with at least one child in every pair of
    /// brackets and brackets nested at most 1000 deep.
    pub fn parse(text: &str) -> Result<Self> {
        let hint = "write a tree such as ((3 -5) (A = B))";
        let wrong = |reason: &str| Error::parameter(text, format!("{reason}; {hint}"));
        let bare = text.trim_start();
        let [min, max] = ["MIN", "MAX"].map(|side| bare.strip_prefix(side));
        let bare = min.or(max).unwrap_or(bare);
        let mut spaced = bare.replace('[', "(").replace(']', ")").replace(',', " ");
        let decimals = spaced.split([' ', '(', ')']).map(decimals_of);
        let decimals = decimals.max().unwrap_or(0);
        for sign in ["(", ")", "A", "B", "="] {
            spaced = spaced.replace(sign, &format!(" {sign} "));
        }
        let mut nodes: Vec<TextNode> = Vec::new();
        let mut open: Vec<u32> = Vec::new();
        for word in spaced.split_whitespace() {
            if word == ")" {
                let closed = open.pop();
                let closed = closed.ok_or_else(|| wrong("there is an unmatched `)`"))?;
                if nodes[closed as usize].children.is_empty() {
                    return Err(wrong("a pair of brackets is empty"));
                }
                continue;
            }
            if open.is_empty() && !nodes.is_empty() {
                return Err(wrong("there is more than one tree"));
            }
            let number = u32::try_from(nodes.len()).map_err(|_| wrong("too many nodes"))?;
            if let Some(&parent) = open.last() {
                nodes[parent as usize].children.push(number);
            }
            let ply = u16::try_from(open.len()).unwrap_or(u16::MAX);
            let value = match word {
                "(" => {
                    open.push(number);
                    0
                }
                "A" => 10_i32.pow(decimals),
                "B" => -10_i32.pow(decimals),
                "=" => 0,
                _ => whole(word, decimals).ok_or_else(|| wrong("a word is not a value"))?,
            };
            nodes.push(TextNode {
                ply,
                children: Vec::new(),
                value,
            });
            if open.len() > 1000 {
                return Err(wrong("brackets are nested more than 1000 deep"));
            }
        }
        let children = nodes.iter().map(|node| node.children.len()).max();
        match children {
            None => Err(wrong("the text is empty")),
            Some(_) if !open.is_empty() => Err(wrong("a bracket is not closed")),
            Some(most) => Ok(Self {
                text: text.to_owned(),
                nodes,
                most: u16::try_from(most).map_err(|_| wrong("too many children"))?,
                decimals,
                is_min: min.is_some(),
            }),
        }
    }

    /// By which number its values are multiplied so that all are whole: 10 if one has a decimal.
    pub const fn scale(&self) -> i32 {
        10_i32.pow(self.decimals)
    }

    /// The value of a finished position for the first side.
    pub fn leaf(&self, at: &TextPlace) -> i32 {
        self.node(*at).value
    }

    fn node(&self, at: TextPlace) -> &TextNode {
        &self.nodes[at.0 as usize]
    }
}

/// The most decimals of a value.
const DECIMALS: u32 = 4;

/// The number of decimals of a word, if it can be a value.
fn decimals_of(word: &str) -> u32 {
    let (_, tail) = word.split_once('.').unwrap_or_default();
    let tail = tail.trim_end_matches('0');
    u32::try_from(tail.len()).unwrap_or(u32::MAX).min(DECIMALS)
}

/// A decimal, multiplied until it is whole.
fn whole(word: &str, decimals: u32) -> Option<i32> {
    let (number, tail) = word.split_once('.').unwrap_or((word, ""));
    let tail = tail.trim_end_matches('0');
    let plain = tail.bytes().all(|byte| byte.is_ascii_digit()) && tail.len() <= DECIMALS as usize;
    if !plain || !number.ends_with(|c: char| c.is_ascii_digit()) {
        return None;
    }
    format!("{number}{tail:0<width$}", width = decimals as usize)
        .parse()
        .ok()
}

/// Evaluates leaves by their values; unfinished positions are worth 0.
#[derive(Clone, Copy, Debug, Default)]
pub struct LeafValues;

impl Evaluate<TextTree> for LeafValues {
    fn finished(&self, game: &TextTree, at: &TextPlace, _: Verdict) -> Score {
        let value = Score::new(game.leaf(at));
        match game.side(at) {
            Side::First => value,
            Side::Second => -value,
        }
    }
}

/// A tree is evaluated by the values of its leaves.
impl Offering for TextTree {
    fn offers(&self) -> Offers<Self> {
        Offers {
            usual: Arc::new(LeafValues),
            ..Offers::default()
        }
    }
}

impl Game for TextTree {
    type Position = TextPlace;

    fn name(&self) -> String {
        format!("tree:{}", self.text)
    }

    fn start(&self) -> TextPlace {
        TextPlace(0)
    }

    fn side(&self, at: &TextPlace) -> Side {
        Side::after(u32::from(self.node(*at).ply) + u32::from(self.is_min))
    }

    fn outcome(&self, at: &TextPlace) -> Option<Outcome> {
        let node = self.node(*at);
        node.children.is_empty().then_some(match node.value {
            0 => Outcome::Draw,
            1.. => Outcome::Win(Side::First),
            _ => Outcome::Win(Side::Second),
        })
    }

    fn moves(&self, at: &TextPlace) -> impl Iterator<Item = Move> {
        (0..self.node(*at).children.len()).filter_map(|child| u16::try_from(child).ok().map(Move))
    }

    fn play(&self, at: &TextPlace, m: Move) -> TextPlace {
        TextPlace(self.node(*at).children[usize::from(m.0)])
    }

    fn move_count(&self) -> u16 {
        self.most
    }

    fn key(&self, at: &TextPlace) -> Key {
        Key(u128::from(at.0))
    }

    fn position(&self, key: Key) -> Option<TextPlace> {
        let number = u32::try_from(key.0).ok()?;
        ((number as usize) < self.nodes.len()).then_some(TextPlace(number))
    }

    fn write_move(&self, m: Move) -> String {
        (m.0 + 1).to_string()
    }

    fn read_move(&self, text: &str) -> Result<Move> {
        let child = text.parse::<u16>().ok().and_then(|n| n.checked_sub(1));
        let child = child.filter(|&child| child < self.most);
        let reason = "write the number of the child, from 1";
        child.map(Move).ok_or_else(|| no_move(self, text, reason))
    }

    fn write_position(&self, at: &TextPlace) -> String {
        at.0.to_string()
    }

    fn read_position(&self, text: &str) -> Result<TextPlace> {
        let number = text.parse().ok().map(Key);
        let place = number.and_then(|key| self.position(key));
        let reason = "write the number of the node, counted from 0 in the order of the text";
        place.ok_or_else(|| no_position(self, text, reason))
    }
}
