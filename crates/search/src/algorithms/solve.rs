//! Solving: finds the value and the distance of every reachable position, visiting each only once.

use std::collections::HashMap;

use foldhash::fast::FixedState;

use crate::error::{Error, Result};
use crate::game::{Game, Move};
use crate::graph::Merging;
use crate::graph::mirror::canonical;
use crate::walk::{Backed, TreePlace, TreeWalk};
use crate::{Question, Score, Search, SearchResult, Searcher, Window, Worth};

/// The usual maximum number of positions: 7/8 of the 2^23 slots of a hash table, which take 277 MB,
/// and 139 MB more while the table grows to that size.
const MOST: usize = 7 << 20;

/// Searches with a table that never drops an entry. The depth is counted from the position itself, so it does not depend
/// on the moves that led there.
pub(super) fn solve<G: Game>(
    question: &Question<'_, G>,
    search: &Searcher<G>,
) -> Result<SearchResult> {
    let plain = search.to_the_end();
    let mut solver = Solver {
        walk: TreeWalk::unrecorded(question, &plain),
        merging: search.setting.merging,
        known: HashMap::default(),
        most: search.setting.entries.unwrap_or(MOST),
        is_full: false,
    };
    solver.walk.counts.passes = 1;
    let root = solver.walk.root();
    let answer = solver.visit(&root);
    if solver.is_full {
        let reason = format!(
            "there are more than {} positions; allow more with `entries=`, merge mirror \
             images with `keys=canonical`, or use a search with a depth limit",
            solver.most
        );
        return Err(Error::parameter(search.name(), reason));
    }
    solver.walk.counts.peak = solver.known.len() as u64;
    let line = answer.map_or_else(Vec::new, |_| solver.line(root.at));
    let backed = answer.map(|answer| Backed {
        value: Score::for_verdict(answer.verdict),
        depth: answer.distance,
    });
    Ok(solver.walk.found(backed, Window::OPEN).with_line(line))
}

struct Solver<'a, G: Game> {
    walk: TreeWalk<'a, G>,
    merging: Merging,
    known: HashMap<u128, Worth, FixedState>,
    most: usize,
    is_full: bool,
}

impl<G: Game> Solver<'_, G> {
    fn visit(&mut self, place: &TreePlace<G::Position>) -> Option<Worth> {
        self.walk.enter(place, Window::OPEN)?;
        let game = self.walk.game;
        let key = canonical(game, &place.at, self.merging).key.0;
        self.walk.counts.probes += 1;
        if let Some(answer) = self.known.get(&key) {
            self.walk.counts.hits += 1;
            return Some(*answer);
        }
        let mut best: Option<Worth> = None;
        for m in game.moves(&place.at) {
            let answer = self.visit(&self.walk.down(place, m))?.before();
            if best.is_none_or(|best| answer.rank() > best.rank()) {
                best = Some(answer);
            }
        }
        let answer = best.unwrap_or_else(|| {
            self.walk.leaf(place);
            Worth::over(game, &place.at).expect("an unfinished position has moves")
        });
        if self.known.len() >= self.most {
            self.is_full = true;
            return None;
        }
        self.known.insert(key, answer);
        self.walk.counts.stores += 1;
        Some(answer)
    }

    fn answer(&self, at: &G::Position) -> Option<Worth> {
        let key = canonical(self.walk.game, at, self.merging).key.0;
        self.known.get(&key).copied()
    }

    /// Best play from a solved position to the end of the game, with the first best move each time.
    fn line(&self, mut at: G::Position) -> Vec<Move> {
        let game = self.walk.game;
        let mut line = Vec::new();
        while let Some(answer) = self.answer(&at) {
            let Some(m) = game.moves(&at).find(|m| {
                let after = self.answer(&game.play(&at, *m));
                after.is_some_and(|after| after.before() == answer)
            }) else {
                break;
            };
            line.push(m);
            at = game.play(&at, m);
        }
        line
    }
}
