//! What tests of searches share: questions and their answers, trees of one shape, and values that have nothing to do with a
//! game.

use matchboxes::dice::mix;
use matchboxes::game::{Game, Verdict};
use matchboxes::search::synthetic::TextTree;
use matchboxes::search::{Evaluate, Limits, Question, Score, Search, SearchResult};

/// A question about a position, to this depth or to the end.
pub(super) fn ask<G: Game>(game: &G, at: G::Position, depth: Option<u16>) -> Question<'_, G> {
    let limits = Limits {
        depth,
        ..Limits::default()
    };
    Question { game, at, limits }
}

/// What a search answers.
pub(super) fn find<G: Game>(
    search: &(impl Search<G> + ?Sized),
    question: &Question<'_, G>,
) -> SearchResult {
    search.search(question).expect("within its memory")
}

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
