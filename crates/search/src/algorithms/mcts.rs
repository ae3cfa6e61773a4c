//! Monte-Carlo tree search with upper confidence bounds (Kocsis and Szepesvari 2006, UCT): plays many
//! random games to the end, more of them through the moves with better results.
//!
//! All calculations use whole numbers, so the same seed gives the same answer on every machine.

use std::ops::Range;

use crate::dice::{Dice, Purpose, halves};
use crate::game::{Game, Move, Outcome, Verdict};
use crate::walk::{Backed, TreePlace, TreeWalk};
use crate::{Question, Score, SearchResult, Searcher, Status, Window};

/// Plays games to the end, each from the root.
pub(super) fn sample<G: Game>(question: &Question<'_, G>, search: &Searcher<G>) -> SearchResult {
    let plain = search.to_the_end();
    let setting = search.setting;
    let (high, low) = halves(question.game.key(&question.at).0);
    let mut tree = SampledTree {
        walk: TreeWalk::unrecorded(question, &plain),
        dice: Dice::new(setting.seed, Purpose::Search, low, high),
        nodes: vec![PlayoutNode::default()],
        explore: setting.explore,
    };
    let is_done = (0..setting.playouts.max(1)).all(|_| tree.play_out().is_some());
    tree.report(is_done)
}

/// A node that has been visited, or is a child of one.
#[derive(Default)]
struct PlayoutNode {
    by: Option<Move>,
    /// Empty before the node is expanded.
    children: Range<u32>,
    visits: u64,
    /// Half points for the side that moved here: 2 for a win, 1 for a draw.
    halves: u64,
}

struct SampledTree<'a, G: Game> {
    walk: TreeWalk<'a, G>,
    dice: Dice,
    nodes: Vec<PlayoutNode>,
    explore: u16,
}

impl<G: Game> SampledTree<'_, G> {
    /// Plays one game: down the tree, one new node, then random moves to the end; `None` at a limit.
    fn play_out(&mut self) -> Option<()> {
        let game = self.walk.game;
        let mut place = self.walk.root();
        let mut path = vec![0_usize];
        self.walk.enter(&place, Window::OPEN)?;
        let mut at = 0;
        while self.nodes[at].visits > 0 {
            self.expand(at, &place);
            let Some(child) = self.most_promising(at) else {
                break;
            };
            place = self.step(&place, self.nodes[child].by)?;
            path.push(child);
            at = child;
        }
        let mut moves: Vec<Move> = Vec::new();
        let outcome = loop {
            if let Some(outcome) = game.outcome(&place.at) {
                break outcome;
            }
            moves.clear();
            moves.extend(game.moves(&place.at));
            let chosen = self.dice.index(moves.len());
            place = self.step(&place, Some(moves[chosen]))?;
        };
        self.walk.leaf(&place);
        self.back_up(&path, outcome);
        self.walk.counts.passes += 1;
        Some(())
    }

    fn step(
        &mut self,
        place: &TreePlace<G::Position>,
        m: Option<Move>,
    ) -> Option<TreePlace<G::Position>> {
        let after = self.walk.down(place, m?);
        self.walk.enter(&after, Window::OPEN)?;
        Some(after)
    }

    /// Adds the children of a node, unless it already has them.
    fn expand(&mut self, at: usize, place: &TreePlace<G::Position>) {
        if !self.nodes[at].children.is_empty() {
            return;
        }
        let first = self.nodes.len();
        let children = self.walk.game.moves(&place.at).map(|m| PlayoutNode {
            by: Some(m),
            ..PlayoutNode::default()
        });
        self.nodes.extend(children);
        let [first, end] = [first, self.nodes.len()].map(|n| u32::try_from(n).unwrap_or(u32::MAX));
        self.nodes[at].children = first..end;
        let counts = &mut self.walk.counts;
        counts.generated = self.nodes.len() as u64;
        counts.peak = counts.generated;
    }

    fn children(&self, at: usize) -> Range<usize> {
        let children = &self.nodes[at].children;
        children.start as usize..children.end as usize
    }

    /// The first child not tried yet, else the one with the largest upper confidence bound.
    fn most_promising(&self, at: usize) -> Option<usize> {
        let children = self.children(at);
        if let Some(new) = children.clone().find(|&n| self.nodes[n].visits == 0) {
            return Some(new);
        }
        let logarithm = logarithm(self.nodes[at].visits);
        // `max_by_key` takes the last of equals; reversed, that is the first.
        children
            .rev()
            .max_by_key(|&number| self.bound(&self.nodes[number], logarithm))
    }

    /// `mean + c * sqrt(ln(visits of the parent) / visits)`, in units of 2^-20.
    fn bound(&self, node: &PlayoutNode, logarithm: u64) -> u128 {
        let visits = u128::from(node.visits);
        let mean = (u128::from(node.halves) << 19) / visits;
        let weight = u128::from(self.explore).pow(2);
        let square = ((u128::from(logarithm) * weight) << 20) / (visits * 10_000);
        // The logarithm is in units of 2^-20, so the square is in units of 2^-40.
        mean + square.isqrt()
    }

    fn back_up(&mut self, path: &[usize], outcome: Outcome) {
        let root = self.walk.root();
        let mut side = self.walk.game.side(&root.at).other();
        for &number in path {
            let node = &mut self.nodes[number];
            node.visits += 1;
            node.halves += match outcome.verdict(side) {
                Verdict::Loss => 0,
                Verdict::Draw => 1,
                Verdict::Win => 2,
            };
            side = side.other();
        }
    }

    /// Makes the result; the line follows the moves tried most often.
    fn report(self, is_done: bool) -> SearchResult {
        let mut line: Vec<Move> = Vec::new();
        let mut at = 0;
        loop {
            let visits = |number: &usize| self.nodes[*number].visits;
            // The first of equals, as above.
            let tried = self.children(at).filter(|number| visits(number) > 0);
            let Some(child) = tried.rev().max_by_key(visits) else {
                break;
            };
            line.extend(self.nodes[child].by);
            at = child;
        }
        let root = &self.nodes[0];
        let mean = (root.halves * 500).checked_div(root.visits).unwrap_or(500);
        let theirs = i32::try_from(mean).unwrap_or(500);
        let value = Score::new(1000 - 2 * theirs);
        let depth = u16::try_from(line.len()).unwrap_or(u16::MAX);
        let mut found = self.walk.found(Some(Backed { value, depth }), Window::OPEN);
        found.status = if is_done {
            Status::Estimate
        } else {
            Status::CutShort
        };
        (found.whole, found.verdict) = (false, None);
        found.with_line(line)
    }
}

/// The natural logarithm of 2 in units of 2^-20.
const LN_2: u64 = 726_817;

/// The natural logarithm in units of 2^-20; each step rounds down.
fn logarithm(n: u64) -> u64 {
    let whole = n.max(1).ilog2();
    // Computes the fraction of the binary logarithm bit by bit: squaring a number doubles its logarithm.
    let mut x = (u128::from(n) << 63) >> whole;
    let mut binary = u64::from(whole);
    for _ in 0..20 {
        x = (x * x) >> 63;
        binary <<= 1;
        if x >> 64 != 0 {
            x >>= 1;
            binary |= 1;
        }
    }
    (binary * LN_2) >> 20
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn logarithms_are_close() {
        for n in [1_u32, 2, 3, 10, 1_000, 1_000_000, u32::MAX] {
            let unit = f64::from(1_u32 << 20);
            let found = f64::from(u32::try_from(logarithm(n.into())).unwrap()) / unit;
            assert!((found - f64::from(n).ln()).abs() < 1e-4, "{n}: {found}");
        }
    }
}
