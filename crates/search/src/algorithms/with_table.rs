//! A walk with a transposition table and move ordering.

use std::ops::Range;

use crate::game::{Game, Move, Symmetry};
use crate::graph::Merging;
use crate::graph::mirror::canonical;
use crate::order::{RankedMove, arrange};
use crate::tables::table::{TableEntry, TranspositionTable};
use crate::tables::{turned, turned_back};
use crate::walk::{Backed, TreePlace, TreeWalk};
use crate::{Keys, Memory, Question, Score, SearchResult, Searcher, Window};

/// A node with its key in the table.
pub(super) struct KeyedPlace<P> {
    pub(super) place: TreePlace<P>,
    /// The key in the table: with [`Keys::Path`] a hash of the root and the moves that led here, otherwise a hash of
    /// the position, and 0 for leaves that are never looked up.
    key: u128,
    /// The symmetry that maps the position to the one in the table.
    symmetry: Symmetry,
}

/// The state of one search with a table and move ordering.
pub(super) struct WithTable<'a, 'm, G: Game> {
    pub(super) walk: TreeWalk<'a, G>,
    memory: &'m mut Memory,
    keys: Option<Keys>,
    /// Whether leaves at the depth limit are looked up in the table.
    pub(super) looks_up_leaves: bool,
    /// The ordered moves of all nodes from the root to the current one.
    moves: Vec<RankedMove>,
}

impl<'a, 'm, G: Game> WithTable<'a, 'm, G> {
    pub(super) fn new(
        question: &Question<'a, G>,
        search: &'a Searcher<G>,
        memory: &'m mut Memory,
    ) -> Self {
        let table = search.setting.table;
        if memory.table.as_ref().map(|table| table.setting) != table {
            memory.table = table.map(TranspositionTable::new);
        }
        Self {
            walk: TreeWalk::new(question, search),
            memory,
            keys: table.map(|table| table.keys),
            looks_up_leaves: search.extension.is_some(),
            moves: Vec::new(),
        }
    }

    pub(super) fn root(&self) -> KeyedPlace<G::Position> {
        let root = self.walk.root();
        // Paths from different roots, such as the moves of one position, must have different keys.
        let path = mix(self.walk.game.key(&root.at).0);
        self.keyed(root, path)
    }

    /// The value of the root if a move there wins at once, so that nothing need be searched. A record shows the
    /// search itself.
    pub(super) fn win_at_once(&mut self) -> Option<Backed> {
        if self.walk.recorder.is_some() {
            return None;
        }
        let backed = self.walk.win_at_once()?;
        self.walk.counts.nodes = 1;
        Some(backed)
    }

    fn down(&self, from: &KeyedPlace<G::Position>, m: Move) -> KeyedPlace<G::Position> {
        let path = match self.keys {
            Some(Keys::Path) => mix(from.key ^ (u128::from(m.0) + 1)),
            _ => 0,
        };
        self.keyed(self.walk.down(&from.place, m), path)
    }

    fn keyed(&self, place: TreePlace<G::Position>, path: u128) -> KeyedPlace<G::Position> {
        let game = self.walk.game;
        let has_key = place.left > 0 || self.looks_up_leaves;
        let (key, symmetry) = match self.keys {
            Some(Keys::Path) => (path, Symmetry::IDENTITY),
            Some(Keys::Position) if has_key => (game.key(&place.at).0, Symmetry::IDENTITY),
            Some(Keys::Canonical) if has_key => {
                let form = canonical(game, &place.at, Merging::Full);
                (form.key.0, form.by)
            }
            _ => (0, Symmetry::IDENTITY),
        };
        KeyedPlace {
            place,
            key,
            symmetry,
        }
    }

    /// Searches a node with negamax alpha-beta, fail-soft.
    ///
    /// With `SCOUTS` a null window first tests whether a move after the first is better. With `TESTS` the
    /// search is one of a sequence of null windows: a node is counted only if the table does not answer it,
    /// and leaves are stored, so that no later search visits them again.
    pub(super) fn visit<const SCOUTS: bool, const TESTS: bool>(
        &mut self,
        keyed: &KeyedPlace<G::Position>,
        window: Window,
    ) -> Option<Backed> {
        if TESTS && let Some(backed) = self.probe(keyed, window) {
            return Some(backed);
        }
        let place = &keyed.place;
        self.walk.enter(place, window)?;
        if self.walk.is_horizon(place) {
            return Some(self.leaf::<TESTS>(keyed));
        }
        if !TESTS && let Some(backed) = self.probe(keyed, window) {
            return Some(self.walk.leave(backed));
        }
        let Window { mut alpha, beta } = window;
        let horizons = self.walk.horizons;
        let moves = self.order_moves(keyed);
        let mut best: Option<(Backed, Move)> = None;
        for index in moves.clone() {
            let m = self.moves[index].m;
            let below = self.down(keyed, m);
            let whole = Window { alpha, beta };
            let child = if SCOUTS && index > moves.start {
                self.scout::<SCOUTS, TESTS>(&below, whole)?
            } else {
                let inside = whole.flipped();
                self.visit::<SCOUTS, TESTS>(&below, inside)?.reversed()
            };
            if best.is_none_or(|(best, _)| child.value > best.value) {
                best = Some((child, m));
                self.walk.improve(place.ply, m, child);
            }
            alpha = alpha.max(child.value);
            if beta <= alpha {
                self.cut(keyed, index, moves.end);
                break;
            }
        }
        self.moves.truncate(moves.start);
        let Some((backed, m)) = best else {
            return Some(self.leaf::<TESTS>(keyed));
        };
        if self.walk.is_decided(backed.value) {
            // No leaf at the depth limit can change it.
            self.walk.horizons = horizons;
        }
        self.store(keyed, backed, Some(m), window, horizons);
        Some(self.walk.leave(backed))
    }

    /// Tests with a null window whether a move is better, and if it is, searches it again.
    #[inline]
    fn scout<const SCOUTS: bool, const TESTS: bool>(
        &mut self,
        below: &KeyedPlace<G::Position>,
        Window { alpha, beta }: Window,
    ) -> Option<Backed> {
        let asked = Window::reaching(alpha.above()).flipped();
        let answer = self.visit::<SCOUTS, TESTS>(below, asked)?.reversed();
        if answer.value <= alpha || beta <= answer.value {
            return Some(answer);
        }
        let alpha = answer.value;
        let again = Window { alpha, beta }.flipped();
        let second = self.visit::<SCOUTS, TESTS>(below, again)?.reversed();
        if second.value <= alpha {
            // The second search shows that its first move reaches the value; of the later moves it shows only
            // that they do not exceed it.
            self.walk.lines.cut(below.place.ply, 1);
        }
        Some(second)
    }

    /// Evaluates a leaf, and stores its value if it `STORES`.
    #[inline]
    fn leaf<const STORES: bool>(&mut self, keyed: &KeyedPlace<G::Position>) -> Backed {
        let horizons = self.walk.horizons;
        let leaf = self.walk.leaf(&keyed.place);
        if STORES {
            self.store(keyed, leaf, None, Window::OPEN, horizons);
        }
        self.walk.leave(leaf)
    }

    /// Looks up the value in the table, if the entry is enough for this window; the best line ends here.
    fn probe(&mut self, keyed: &KeyedPlace<G::Position>, window: Window) -> Option<Backed> {
        let table = self.memory.table.as_ref()?;
        self.walk.counts.probes += 1;
        let entry = table.look(keyed.key, keyed.place.left)?;
        let value = if entry.lower >= window.beta || entry.lower == entry.upper {
            entry.lower
        } else if entry.upper <= window.alpha {
            entry.upper
        } else {
            return None;
        };
        self.walk.counts.hits += 1;
        self.walk.horizons += u64::from(!entry.whole);
        let best = entry.best.and_then(|m| self.legal_move(keyed, m));
        let depth = keyed.place.ply.saturating_add(entry.reach);
        self.walk.answered(keyed.place.ply, best);
        Some(Backed { value, depth })
    }

    /// The legal move that the symmetry of the node maps to this move of the table.
    fn legal_move(&self, keyed: &KeyedPlace<G::Position>, stored: Move) -> Option<Move> {
        turned_back(self.walk.game, &keyed.place.at, stored, keyed.symmetry)
    }

    /// Appends the moves of a node to `moves`, in order, and returns their range.
    fn order_moves(&mut self, keyed: &KeyedPlace<G::Position>) -> Range<usize> {
        let search = self.walk.search;
        let known = match &self.memory.table {
            Some(table) if search.setting.table_move => table.entry(keyed.key),
            _ => None,
        };
        let table_move = known.and_then(|entry| self.legal_move(keyed, entry.best?));
        let start = self.moves.len();
        let (game, place) = (self.walk.game, &keyed.place);
        let (experience, moves) = (&self.memory.experience, &mut self.moves);
        arrange(
            search, experience, game, &place.at, place.ply, table_move, moves,
        );
        start..self.moves.len()
    }

    /// Counts a cut-off by the move at `index`, updates killers and history, and records the moves cut off.
    fn cut(&mut self, keyed: &KeyedPlace<G::Position>, index: usize, end: usize) {
        let setting = &self.walk.search.setting;
        let place = &keyed.place;
        if setting.killers || setting.history {
            let side = self.walk.game.side(&place.at);
            let m = self.moves[index].m;
            let experience = &mut self.memory.experience;
            experience.cut_off(m, side, place.ply, place.left);
        }
        let rest = self.moves[index + 1..end].iter().map(|ranked| ranked.m);
        self.walk.cut(place, rest);
    }

    /// Stores what a search with this window returned, and the best move; `horizons` is from its start.
    fn store(
        &mut self,
        keyed: &KeyedPlace<G::Position>,
        backed: Backed,
        best: Option<Move>,
        window: Window,
        horizons: u64,
    ) {
        let Some(table) = &mut self.memory.table else {
            return;
        };
        let mut entry = TableEntry {
            lower: -Score::INFINITY,
            upper: Score::INFINITY,
            left: keyed.place.left,
            reach: backed.depth.saturating_sub(keyed.place.ply),
            best: best.map(|m| turned(self.walk.game, m, keyed.symmetry)),
            whole: self.walk.horizons == horizons,
        };
        if backed.value > window.alpha {
            entry.lower = backed.value;
        }
        if backed.value < window.beta {
            entry.upper = backed.value;
        }
        table.keep(keyed.key, entry);
        let counts = &mut self.walk.counts;
        counts.stores += 1;
        counts.peak = counts.peak.max(table.held);
    }

    /// Extends the line from the root for as long as the table proves the next move.
    ///
    /// Every position on the line has the value of the root, so a move keeps this value if the table
    /// shows that the opponent cannot get more after it. This searches and counts nothing.
    fn extend_line(&mut self, root: Backed) {
        let mut line = self.walk.lines.line_from(0).to_vec();
        let (mut keyed, mut value) = (self.root(), root.value);
        for ply in 0..usize::from(root.depth) {
            if ply == line.len() {
                let Some(m) = self.proved_move(&keyed, value) else {
                    break;
                };
                line.push(m);
            }
            keyed = self.down(&keyed, line[ply]);
            value = -value;
        }
        self.walk.lines.replace(0, &line);
    }

    fn proved_move(&mut self, keyed: &KeyedPlace<G::Position>, value: Score) -> Option<Move> {
        if self.walk.leaf_value(&keyed.place).is_some() {
            return None;
        }
        let moves = self.order_moves(keyed);
        let found = moves.clone().find_map(|index| {
            let m = self.moves[index].m;
            let theirs = self.upper_bound(&self.down(keyed, m))?;
            (-theirs >= value).then_some(m)
        });
        self.moves.truncate(moves.start);
        found
    }

    fn upper_bound(&mut self, keyed: &KeyedPlace<G::Position>) -> Option<Score> {
        self.walk.leaf_value(&keyed.place).or_else(|| {
            let table = self.memory.table.as_ref()?;
            Some(table.look(keyed.key, keyed.place.left)?.upper)
        })
    }

    pub(super) fn found(mut self, backed: Option<Backed>, window: Window) -> SearchResult {
        if let Some(root) = backed.filter(|backed| window.contains(backed.value)) {
            self.extend_line(root);
        }
        let found = self.walk.found(backed, window);
        if backed.is_some() {
            self.memory.guess = Some(found.value);
        }
        found
    }
}

/// A bijective 128-bit hash.
///
/// Keys and moves are small numbers. Their hashes must not be small, and in particular the hash of 0 must
/// not be 0: otherwise paths from different roots could have the same hashes.
fn mix(word: u128) -> u128 {
    let mut word = word
        .wrapping_add(0x9e37_79b9_7f4a_7c15_f39c_c060_5ced_c835)
        .wrapping_mul(0x2360_ed05_1fc6_5da4_4385_df64_9fcc_f645);
    word ^= word >> 67;
    word = word.wrapping_mul(0x5851_f42d_4c95_7f2d_1405_7b7e_f767_814f);
    word ^ word >> 59
}
