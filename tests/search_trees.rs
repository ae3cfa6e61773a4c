//! What searches are compared on besides games: trees of one shape, and values that have nothing to do with a game.

use matchboxes::dice::mix;
use matchboxes::game::{Game, Verdict};
use matchboxes::search::synthetic::TextTree;
use matchboxes::search::{Algorithm, Evaluate, Question, Score, Search, Searcher};

/// A tree in which every inner node has so many children and every leaf is so many plies deep, with one of `range`
/// pseudo-random values at each leaf.
pub(super) fn uniform(branching: u16, depth: u16, seed: u64, range: u32) -> TextTree {
    let mut leaves = 0..;
    let mut leaf = || {
        let word = seed.wrapping_mul(0x0100_0003).wrapping_add(leaves.next()?);
        Some(spread(mix(word), range))
    };
    TextTree::parse(&subtree(branching, depth, &mut leaf)).expect("a tree")
}

fn subtree(branching: u16, depth: u16, leaf: &mut impl FnMut() -> Option<i32>) -> String {
    if depth == 0 {
        return leaf().expect("fewer than 2^64 leaves").to_string();
    }
    let children: Vec<String> = (0..branching)
        .map(|_| subtree(branching, depth - 1, leaf))
        .collect();
    format!("({})", children.join(" "))
}

/// Maps a word to one of the `range` numbers that start at `-range / 2`.
fn spread(word: u64, range: u32) -> i32 {
    let below = i64::try_from(word % u64::from(range)).expect("32 bits");
    i32::try_from(below - i64::from(range / 2)).expect("32 bits")
}

/// Pseudo-random values that are unrelated to the game, also for finished positions. They break every assumption that a
/// search could make about evaluations.
#[derive(Clone, Copy, Debug)]
pub(super) struct Hashed {
    pub(super) seed: u64,
    /// The number of different values; few values give many ties.
    pub(super) range: u32,
}

impl<G: Game> Evaluate<G> for Hashed {
    fn value(&self, game: &G, at: &G::Position) -> Score {
        let key = game.key(at).0;
        let [high, low] = [key >> 64, key & u128::from(u64::MAX)];
        let [high, low] = [high, low].map(|half| u64::try_from(half).expect("64 bits"));
        Score::new(spread(mix(mix(self.seed ^ low) ^ high), self.range))
    }

    fn finished(&self, game: &G, at: &G::Position, _: Verdict) -> Score {
        self.value(game, at)
    }
}

/// The least work of any search: the number of leaves in the smallest proof of the value (Knuth and Moore 1975). The proof
/// shows that the side to move reaches the value, and that it cannot reach more; the leaf that both parts share counts once.
pub(crate) fn minimal_leaves<G: Game>(question: &Question<'_, G>, search: &Searcher<G>) -> u64 {
    let Question { game, at, limits } = question;
    let found = search.with(Algorithm::Minimax).search(question).unwrap();
    let [at_least, at_most] = proofs(*game, at, &*search.evaluation, limits.depth, found.value);
    at_least.unwrap() + at_most.unwrap() - 1
}

/// The numbers of leaves in the smallest proofs that the value for the side to move is at least, and at most, this one.
fn proofs<G: Game>(
    game: &G,
    at: &G::Position,
    by: &dyn Evaluate<G>,
    depth: Option<u16>,
    value: Score,
) -> [Option<u64>; 2] {
    let leaf = match game.outcome(at) {
        Some(outcome) => Some(by.finished(game, at, outcome.verdict(game.side(at)))),
        None => (depth == Some(0)).then(|| by.value(game, at)),
    };
    if let Some(leaf) = leaf {
        return [leaf >= value, leaf <= value].map(|is_proof| is_proof.then_some(1));
    }
    let left = depth.map(|depth| depth - 1);
    let theirs = game
        .moves(at)
        .map(|m| proofs(game, &game.play(at, m), by, left, -value));
    let theirs: Vec<[Option<u64>; 2]> = theirs.collect();
    // One move is enough to reach a value; that none reaches more needs all of them.
    let reached = theirs.iter().filter_map(|[_, at_most]| *at_most).min();
    let kept = theirs.iter().map(|[at_least, _]| *at_least).sum();
    [reached, kept]
}
