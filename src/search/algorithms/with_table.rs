//! A walk with a transposition table and move ordering.

use crate::game::{Game, Move, Symmetry};
use crate::graph::Merging;
use crate::graph::mirror::canonical;

use crate::search::ask::{Memory, Question};
use crate::search::found::Found;
use crate::search::order::{Ranked, Scene, arrange};
use crate::search::score::{Score, Window};
use crate::search::setting::Setting;
use crate::search::tables::table::{Entry, Keys};
use crate::search::walk::{Backed, Place, Walk};

/// A node with its key in the table.
pub(crate) struct KeyedPlace<P> {
    pub(crate) place: Place<P>,
    /// A hash of the root and the moves that led here, if the table uses [`Keys::Path`].
    path: u128,
    /// The key in the table; 0 for leaves that are never looked up.
    key: u128,
    /// The symmetry that maps the position to the one in the table.
    symmetry: Symmetry,
}

/// The result of searching a node, for the table.
#[derive(Clone, Copy)]
pub(crate) struct Outcome {
    pub(crate) lower: Score,
    pub(crate) upper: Score,
    pub(crate) depth: u16,
    pub(crate) best: Option<Move>,
    /// The value of `Walk::horizons` when the node was entered.
    pub(crate) horizons: u64,
}

impl Outcome {
    /// Derives bounds from the value returned by a search with this window.
    pub(crate) fn of(best: Backed, m: Option<Move>, window: Window, horizons: u64) -> Self {
        let value = best.value;
        Self {
            lower: if value > window.alpha {
                value
            } else {
                -Score::INFINITY
            },
            upper: if value < window.beta {
                value
            } else {
                Score::INFINITY
            },
            depth: best.depth,
            best: m,
            horizons,
        }
    }
}

/// The state of one search with a table and move ordering.
pub(crate) struct WithTable<'a, 'm, G: Game> {
    pub(crate) walk: Walk<'a, G>,
    memory: &'m mut Memory,
    keys: Option<Keys>,
    /// Whether leaves at the depth limit are looked up in the table.
    looks_up_leaves: bool,
    /// The ordered moves of all nodes from the root to the current one.
    moves: Vec<Ranked>,
}

impl<'a, 'm, G: Game> WithTable<'a, 'm, G> {
    pub(crate) fn new(
        question: &Question<'a, G>,
        setting: &'a Setting<G>,
        memory: &'m mut Memory,
    ) -> Self {
        memory.prepare(setting.table);
        Self {
            walk: Walk::new(question, setting),
            memory,
            keys: setting.table.map(|table| table.keys),
            looks_up_leaves: setting.extension.is_some(),
            moves: Vec::new(),
        }
    }

    /// Also looks up leaves in the table.
    pub(crate) fn with_leaves(self) -> Self {
        Self {
            looks_up_leaves: true,
            ..self
        }
    }

    pub(crate) fn root(&self) -> KeyedPlace<G::Position> {
        let root = self.walk.root();
        // Paths from different roots, such as the moves of one position, must have different keys.
        let path = mix(self.walk.game.key(&root.at).0);
        self.keyed(root, path)
    }

    pub(crate) fn down(&self, from: &KeyedPlace<G::Position>, m: Move) -> KeyedPlace<G::Position> {
        let path = match self.keys {
            Some(Keys::Path) => extend_path(from.path, m),
            _ => 0,
        };
        self.keyed(self.walk.down(&from.place, m), path)
    }

    fn keyed(&self, place: Place<G::Position>, path: u128) -> KeyedPlace<G::Position> {
        let game = self.walk.game;
        let has_key = place.left > 0 || self.looks_up_leaves;
        let (key, symmetry) = match self.keys.filter(|_| has_key) {
            None => (0, Symmetry::IDENTITY),
            Some(Keys::Path) => (path, Symmetry::IDENTITY),
            Some(Keys::Position) => (game.key(&place.at).0, Symmetry::IDENTITY),
            Some(Keys::Canonical) => {
                let form = canonical(game, &place.at, Merging::Full);
                (form.key.0, form.by)
            }
        };
        KeyedPlace {
            place,
            path,
            key,
            symmetry,
        }
    }

    /// Looks up the value in the table, if the entry is enough for this window.
    pub(crate) fn probe(
        &mut self,
        keyed: &KeyedPlace<G::Position>,
        window: Window,
    ) -> Option<Backed> {
        let entry = self.look(keyed)?;
        let value = if entry.lower >= window.beta || entry.lower == entry.upper {
            entry.lower
        } else if entry.upper <= window.alpha {
            entry.upper
        } else {
            return None;
        };
        Some(self.answer(keyed, entry, value))
    }

    /// Looks up the entry for the remaining depth.
    fn look(&mut self, keyed: &KeyedPlace<G::Position>) -> Option<Entry> {
        let table = self.memory.table.as_ref()?;
        self.walk.counts.probes += 1;
        table.look(keyed.key, keyed.place.left)
    }

    /// Uses a table entry as the value of a node; the best line ends here.
    fn answer(&mut self, keyed: &KeyedPlace<G::Position>, entry: Entry, value: Score) -> Backed {
        self.walk.counts.hits += 1;
        self.walk.horizons += u64::from(!entry.whole);
        let best = entry.best.and_then(|m| self.legal_move(keyed, m));
        let depth = keyed.place.ply.saturating_add(entry.reach);
        let backed = Backed { value, depth };
        self.walk.answered(keyed.place.ply, best);
        backed
    }

    /// The legal move that the symmetry of the node maps to this move of the table.
    fn legal_move(&self, keyed: &KeyedPlace<G::Position>, stored: Move) -> Option<Move> {
        if keyed.symmetry == Symmetry::IDENTITY {
            return Some(stored);
        }
        let game = self.walk.game;
        game.moves(&keyed.place.at)
            .find(|&m| game.turn_move(m, keyed.symmetry) == stored)
    }

    /// Sorts the moves of a node and returns their range for [`WithTable::ordered_move`];
    /// [`WithTable::drop_moves`] removes them again.
    pub(crate) fn order_moves(&mut self, keyed: &KeyedPlace<G::Position>) -> (usize, usize) {
        let order = &self.walk.setting().order;
        let known = match &self.memory.table {
            Some(table) if order.table_move => table.entry(keyed.key),
            _ => None,
        };
        let table_move = known.and_then(|entry| self.legal_move(keyed, entry.best?));
        let scene = Scene {
            game: self.walk.game,
            at: &keyed.place.at,
            ply: keyed.place.ply,
            table_move,
        };
        let start = self.moves.len();
        arrange(order, &self.memory.experience, &scene, &mut self.moves);
        (start, self.moves.len())
    }

    pub(crate) fn ordered_move(&self, index: usize) -> Move {
        self.moves[index].m
    }

    pub(crate) fn drop_moves(&mut self, start: usize) {
        self.moves.truncate(start);
    }

    /// Counts a cut-off by the move at `index`, updates killers and history, and records the moves cut off.
    pub(crate) fn cut(&mut self, keyed: &KeyedPlace<G::Position>, index: usize, end: usize) {
        self.walk.counts.cutoffs += 1;
        let order = &self.walk.setting().order;
        let place = &keyed.place;
        if order.killers || order.history {
            let side = self.walk.game.side(&place.at);
            let m = self.moves[index].m;
            let experience = &mut self.memory.experience;
            experience.cut_off(m, side, place.ply, place.left);
        }
        let rest = self.moves[index + 1..end].iter().map(|ranked| ranked.m);
        self.walk.cut_moves(place, rest);
    }

    /// Stores the result of a node in the table.
    pub(crate) fn store(&mut self, keyed: &KeyedPlace<G::Position>, outcome: Outcome) {
        let Some(table) = &mut self.memory.table else {
            return;
        };
        let turn = |m| match keyed.symmetry {
            Symmetry::IDENTITY => m,
            by => self.walk.game.turn_move(m, by),
        };
        let entry = Entry {
            lower: outcome.lower,
            upper: outcome.upper,
            left: keyed.place.left,
            reach: outcome.depth.saturating_sub(keyed.place.ply),
            best: outcome.best.map(turn),
            whole: self.walk.horizons == outcome.horizons,
        };
        table.keep(keyed.key, entry);
        let counts = &mut self.walk.counts;
        counts.stores += 1;
        counts.peak = counts.peak.max(table.held());
    }

    /// Extends the line from the root for as long as the table proves the next move.
    ///
    /// Every position on the line has the value of the root, so a move keeps this value if the table
    /// shows that the opponent cannot get more after it. This searches and counts nothing.
    fn extend_line(&mut self, root: Backed) {
        let mut line = std::mem::take(self.walk.line());
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
        *self.walk.line() = line;
    }

    /// A move that is proved to reach this value.
    fn proved_move(&mut self, keyed: &KeyedPlace<G::Position>, value: Score) -> Option<Move> {
        if self.walk.leaf_value(&keyed.place).is_some() {
            return None;
        }
        let (start, end) = self.order_moves(keyed);
        let mut found = None;
        for index in start..end {
            let m = self.ordered_move(index);
            let below = self.down(keyed, m);
            if self
                .upper_bound(&below)
                .is_some_and(|theirs| -theirs >= value)
            {
                found = Some(m);
                break;
            }
        }
        self.drop_moves(start);
        found
    }

    /// A known upper bound of the value of a node.
    fn upper_bound(&mut self, keyed: &KeyedPlace<G::Position>) -> Option<Score> {
        self.walk.leaf_value(&keyed.place).or_else(|| {
            let table = self.memory.table.as_ref()?;
            Some(table.look(keyed.key, keyed.place.left)?.upper)
        })
    }

    /// Makes the result.
    pub(crate) fn found(mut self, backed: Option<Backed>, window: Window) -> Found {
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

/// The hash of a path with one more move.
fn extend_path(path: u128, m: Move) -> u128 {
    mix(path ^ (u128::from(m.0) + 1))
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
