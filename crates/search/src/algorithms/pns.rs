//! Proof-number search (Allis, van der Meulen and van den Herik 1994): finds out whether a goal can be
//! reached, always expanding the leaf that the cheapest proof and the cheapest disproof have in common.

use std::ops::Range;

use crate::error::{Error, Result};
use crate::game::{Game, Move, Side, Verdict};
use crate::limits::MEMORY_BYTES;
use crate::walk::{Backed, TreePlace, TreeWalk};
use crate::{Question, Score, SearchResult, Searcher, Status, Window};

/// Finds out whether the side to move can reach a goal, with a search to the end of the game.
pub(super) fn prove<G: Game>(
    question: &Question<'_, G>,
    search: &Searcher<G>,
) -> Result<SearchResult> {
    let plain = search.to_the_end();
    let fit = MEMORY_BYTES / size_of::<ProofNode<G::Position>>();
    let mut proof = ProofSearch {
        walk: TreeWalk::unrecorded(question, &plain),
        us: question.game.side(&question.at),
        goal: search.setting.goal,
        nodes: Vec::new(),
        most: search.setting.entries.unwrap_or(fit),
    };
    proof.walk.counts.passes = 1;
    let root = proof.walk.root();
    let is_decided = match proof.add(&root, None)? {
        Some(()) => proof.run()?,
        None => false,
    };
    Ok(proof.report(is_decided))
}

/// A proof or disproof number: the least number of leaves still to decide; `INFINITE` if impossible.
type Number = u32;
const INFINITE: Number = Number::MAX;

struct ProofNode<P> {
    place: TreePlace<P>,
    parent: Option<u32>,
    /// Empty before the node is expanded.
    children: Range<u32>,
    proof: Number,
    disproof: Number,
}

struct ProofSearch<'a, G: Game> {
    walk: TreeWalk<'a, G>,
    us: Side,
    goal: Verdict,
    nodes: Vec<ProofNode<G::Position>>,
    most: usize,
}

impl<G: Game> ProofSearch<'_, G> {
    /// Runs until the root is decided; returns false if a limit is reached before that.
    fn run(&mut self) -> Result<bool> {
        while self.nodes[0].proof != 0 && self.nodes[0].disproof != 0 {
            let leaf = self.most_proving();
            if self.expand(leaf)?.is_none() {
                return Ok(false);
            }
            self.update(leaf);
        }
        Ok(true)
    }

    fn held(&self) -> u32 {
        u32::try_from(self.nodes.len()).unwrap_or(INFINITE)
    }

    fn is_ours(&self, node: &ProofNode<G::Position>) -> bool {
        self.walk.game.side(&node.place.at) == self.us
    }

    /// Adds a node; `None` if a limit is reached.
    fn add(&mut self, place: &TreePlace<G::Position>, parent: Option<u32>) -> Result<Option<()>> {
        if self.nodes.len() >= self.most.min(INFINITE as usize) {
            let reason = format!(
                "the proof needs more than {} nodes; allow more with `entries=`, or use a \
                     search with a table",
                self.most
            );
            return Err(Error::parameter("pns", reason));
        }
        if self.walk.enter(place, Window::OPEN).is_none() {
            return Ok(None);
        }
        let outcome = self.walk.game.outcome(&place.at);
        let (proof, disproof) = match outcome.map(|outcome| outcome.verdict(self.us)) {
            None => (1, 1),
            Some(verdict) if verdict >= self.goal => (0, INFINITE),
            Some(_) => (INFINITE, 0),
        };
        if outcome.is_some() {
            self.walk.leaf(place);
        }
        self.nodes.push(ProofNode {
            place: *place,
            parent,
            children: 0..0,
            proof,
            disproof,
        });
        let counts = &mut self.walk.counts;
        counts.generated += 1;
        counts.peak = counts.generated;
        Ok(Some(()))
    }

    /// The leaf on the cheapest way to both a proof and a disproof.
    fn most_proving(&self) -> u32 {
        let mut at = 0;
        loop {
            let node = &self.nodes[at as usize];
            let is_ours = self.is_ours(node);
            let needed = |&child: &u32| {
                let child = &self.nodes[child as usize];
                if is_ours { child.proof } else { child.disproof }
            };
            match node.children.clone().min_by_key(needed) {
                Some(child) => at = child,
                None => return at,
            }
        }
    }

    fn expand(&mut self, leaf: u32) -> Result<Option<()>> {
        let place = self.nodes[leaf as usize].place;
        let first = self.held();
        let game = self.walk.game;
        for m in game.moves(&place.at) {
            let child = self.walk.down(&place, m);
            if self.add(&child, Some(leaf))?.is_none() {
                return Ok(None);
            }
        }
        self.nodes[leaf as usize].children = first..self.held();
        Ok(Some(()))
    }

    /// Updates the numbers of a node and its ancestors, up to the first that does not change.
    fn update(&mut self, from: u32) {
        let mut at = Some(from);
        while let Some(number) = at {
            let nodes = &self.nodes;
            let node = &nodes[number as usize];
            let each = |of: fn(&ProofNode<G::Position>) -> Number| {
                let children = node.children.clone();
                children.map(move |child| of(&nodes[child as usize]))
            };
            let one = |of| each(of).min().unwrap_or(INFINITE);
            let all = |of| each(of).fold(0, Number::saturating_add);
            let (proof, disproof) = if self.is_ours(node) {
                (one(|child| child.proof), all(|child| child.disproof))
            } else {
                (all(|child| child.proof), one(|child| child.disproof))
            };
            if (proof, disproof) == (node.proof, node.disproof) {
                return;
            }
            at = node.parent;
            let node = &mut self.nodes[number as usize];
            (node.proof, node.disproof) = (proof, disproof);
        }
    }

    /// Makes the result; the line follows the proof or disproof to its end.
    fn report(self, is_decided: bool) -> SearchResult {
        if !is_decided {
            let root = self.nodes.first();
            let children = root.map_or(0..0, |root| root.children.clone());
            let children = children.map(|child| &self.nodes[child as usize]);
            let nearest = children.min_by_key(|child| child.proof);
            let best = nearest.and_then(|child| child.place.by);
            let found = self.walk.found(None, Window::OPEN);
            if found.verdict.is_some() {
                return found;
            }
            let best = best.or(found.best);
            return SearchResult { best, ..found };
        }
        let is_reached = self.nodes[0].proof == 0;
        let mut line: Vec<Move> = Vec::new();
        let mut at = Some(0_u32);
        while let Some(number) = at {
            let node = &self.nodes[number as usize];
            line.extend(node.place.by);
            at = node.children.clone().find(|&child| {
                let child = &self.nodes[child as usize];
                0 == if is_reached {
                    child.proof
                } else {
                    child.disproof
                }
            });
        }
        let (value, status) = match (self.goal, is_reached) {
            (Verdict::Win, true) => (Score::WIN, Status::Exact),
            (Verdict::Win, false) => (Score::DRAW, Status::AtMost),
            (Verdict::Draw, true) => (Score::DRAW, Status::AtLeast),
            (Verdict::Draw, false) => (Score::LOSS, Status::Exact),
            (Verdict::Loss, _) => (Score::LOSS, Status::AtLeast),
        };
        let depth = u16::try_from(line.len()).unwrap_or(u16::MAX);
        let found = self.walk.found(Some(Backed { value, depth }), Window::OPEN);
        let verdict = found.verdict.filter(|_| status == Status::Exact);
        let bounded = SearchResult {
            status,
            verdict,
            ..found
        };
        bounded.with_line(line)
    }
}
