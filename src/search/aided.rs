//! A walk with the help of a table and an order of moves.

use crate::game::{Game, Move, Symmetry};
use crate::graph::Merging;
use crate::graph::mirror::canonical;

use super::ask::{Memory, Question};
use super::found::Found;
use super::order::{Ranked, Scene, arrange};
use super::score::{Score, Window};
use super::setting::Setting;
use super::table::{Entry, Keys};
use super::walk::{Backed, Place, Walk};

/// A node, with what the table knows it by.
pub(super) struct Spot<P> {
    pub(super) place: Place<P>,
    /// A hash of the root and the moves that led here, where the table looks up by it.
    path: u128,
    /// None is made for leaves that the table is never asked about.
    key: u128,
    /// The symmetry that leads to the position the table keeps.
    turned: Symmetry,
}

/// What a search of a node came to, for the table.
#[derive(Clone, Copy)]
pub(super) struct Outcome {
    pub(super) lower: Score,
    pub(super) upper: Score,
    pub(super) depth: u16,
    pub(super) best: Option<Move>,
    /// The count of horizons when the node was entered.
    pub(super) horizons: u64,
}

impl Outcome {
    /// What a value that came back says about a node searched with this window.
    pub(super) fn of(best: Backed, m: Option<Move>, window: Window, horizons: u64) -> Self {
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

/// The state of one search with a table and an order.
pub(super) struct Aided<'a, 'm, G: Game> {
    pub(super) walk: Walk<'a, G>,
    memory: &'m mut Memory,
    keys: Option<Keys>,
    /// Whether the table is asked about leaves at the depth limit.
    asks_of_leaves: bool,
    /// The ordered moves of all nodes on the way from the root.
    moves: Vec<Ranked>,
}

impl<'a, 'm, G: Game> Aided<'a, 'm, G> {
    pub(super) fn new(
        question: &Question<'a, G>,
        setting: &'a Setting<G>,
        memory: &'m mut Memory,
    ) -> Self {
        memory.prepare(setting.table);
        Self {
            walk: Walk::new(question, setting),
            memory,
            keys: setting.table.map(|table| table.keys),
            asks_of_leaves: setting.extension.is_some(),
            moves: Vec::new(),
        }
    }

    /// The same for an algorithm that looks up leaves too.
    pub(super) fn with_leaves(self) -> Self {
        Self {
            asks_of_leaves: true,
            ..self
        }
    }

    pub(super) fn root(&self) -> Spot<G::Position> {
        let root = self.walk.root();
        // Paths from different roots, such as the moves of one position, must not meet in a table.
        let path = mix(self.walk.game.key(&root.at).0);
        self.spot(root, path)
    }

    pub(super) fn down(&self, from: &Spot<G::Position>, m: Move) -> Spot<G::Position> {
        let path = match self.keys {
            Some(Keys::Path) => step(from.path, m),
            _ => 0,
        };
        self.spot(self.walk.down(&from.place, m), path)
    }

    fn spot(&self, place: Place<G::Position>, path: u128) -> Spot<G::Position> {
        let game = self.walk.game;
        let is_asked = place.left > 0 || self.asks_of_leaves;
        let (key, turned) = match self.keys.filter(|_| is_asked) {
            None => (0, Symmetry::IDENTITY),
            Some(Keys::Path) => (path, Symmetry::IDENTITY),
            Some(Keys::Position) => (game.key(&place.at).0, Symmetry::IDENTITY),
            Some(Keys::Canonical) => {
                let form = canonical(game, &place.at, Merging::Full);
                (form.key.0, form.by)
            }
        };
        Spot {
            place,
            path,
            key,
            turned,
        }
    }

    /// What the table knows, if that settles the question this window asks.
    pub(super) fn known(&mut self, spot: &Spot<G::Position>, window: Window) -> Option<Backed> {
        let entry = self.look(spot)?;
        let value = if entry.lower >= window.beta || entry.lower == entry.upper {
            entry.lower
        } else if entry.upper <= window.alpha {
            entry.upper
        } else {
            return None;
        };
        Some(self.answer(spot, entry, value))
    }

    /// What the table knows for the depth that is left.
    fn look(&mut self, spot: &Spot<G::Position>) -> Option<Entry> {
        let table = self.memory.table.as_ref()?;
        self.walk.counts.probes += 1;
        table.look(spot.key, spot.place.left)
    }

    /// Uses what the table knows: the best line ends here.
    fn answer(&mut self, spot: &Spot<G::Position>, entry: Entry, value: Score) -> Backed {
        self.walk.counts.hits += 1;
        self.walk.horizons += u64::from(!entry.whole);
        let best = entry.best.and_then(|m| self.turned_back(spot, m));
        let depth = spot.place.ply.saturating_add(entry.reach);
        let backed = Backed { value, depth };
        self.walk.answered(spot.place.ply, best);
        backed
    }

    /// The legal move that the symmetry of the spot turns into this one.
    fn turned_back(&self, spot: &Spot<G::Position>, turned: Move) -> Option<Move> {
        if spot.turned == Symmetry::IDENTITY {
            return Some(turned);
        }
        let game = self.walk.game;
        game.moves(&spot.place.at)
            .find(|&m| game.turn_move(m, spot.turned) == turned)
    }

    /// Puts the moves of the spot in order; [`Aided::ordered`] hands them out and
    /// [`Aided::forget`] takes them away again.
    pub(super) fn arrange(&mut self, spot: &Spot<G::Position>) -> (usize, usize) {
        let order = &self.walk.setting().order;
        let known = match &self.memory.table {
            Some(table) if order.table_move => table.entry(spot.key),
            _ => None,
        };
        let table_move = known.and_then(|entry| self.turned_back(spot, entry.best?));
        let scene = Scene {
            game: self.walk.game,
            at: &spot.place.at,
            ply: spot.place.ply,
            table_move,
        };
        let start = self.moves.len();
        arrange(order, &self.memory.experience, &scene, &mut self.moves);
        (start, self.moves.len())
    }

    pub(super) fn ordered(&self, index: usize) -> Move {
        self.moves[index].m
    }

    pub(super) fn forget(&mut self, start: usize) {
        self.moves.truncate(start);
    }

    /// Counts a cut-off by the move at `index`, learns from it, and records what it spared.
    pub(super) fn cut(&mut self, spot: &Spot<G::Position>, index: usize, end: usize) {
        self.walk.counts.cutoffs += 1;
        let order = &self.walk.setting().order;
        let place = &spot.place;
        if order.killers || order.history {
            let side = self.walk.game.side(&place.at);
            let m = self.moves[index].m;
            let experience = &mut self.memory.experience;
            experience.cut_off(m, side, place.ply, place.left);
        }
        let rest = self.moves[index + 1..end].iter().map(|ranked| ranked.m);
        self.walk.cut_moves(place, rest);
    }

    /// Tells the table what a node came to.
    pub(super) fn keep(&mut self, spot: &Spot<G::Position>, outcome: Outcome) {
        let Some(table) = &mut self.memory.table else {
            return;
        };
        let turn = |m| match spot.turned {
            Symmetry::IDENTITY => m,
            by => self.walk.game.turn_move(m, by),
        };
        let entry = Entry {
            lower: outcome.lower,
            upper: outcome.upper,
            left: spot.place.left,
            reach: outcome.depth.saturating_sub(spot.place.ply),
            best: outcome.best.map(turn),
            whole: self.walk.horizons == outcome.horizons,
        };
        table.keep(spot.key, entry);
        let counts = &mut self.walk.counts;
        counts.stores += 1;
        counts.peak = counts.peak.max(table.held());
    }

    /// Goes on with the line from the root for as long as the table proves the next move.
    ///
    /// Every position on the line is worth what the root is, so a move keeps that value if the
    /// opponent is known to have no more after it. Nothing is searched for this, and nothing counted.
    fn follow(&mut self, root: Backed) {
        let mut line = std::mem::take(self.walk.line());
        let (mut spot, mut value) = (self.root(), root.value);
        for ply in 0..usize::from(root.depth) {
            if ply == line.len() {
                let Some(m) = self.proved(&spot, value) else {
                    break;
                };
                line.push(m);
            }
            spot = self.down(&spot, line[ply]);
            value = -value;
        }
        *self.walk.line() = line;
    }

    /// A move that is proved to reach this value.
    fn proved(&mut self, spot: &Spot<G::Position>, value: Score) -> Option<Move> {
        if self.walk.judged(&spot.place).is_some() {
            return None;
        }
        let (start, end) = self.arrange(spot);
        let mut found = None;
        for index in start..end {
            let m = self.ordered(index);
            let below = self.down(spot, m);
            if self.most(&below).is_some_and(|theirs| -theirs >= value) {
                found = Some(m);
                break;
            }
        }
        self.forget(start);
        found
    }

    /// What the value of a node is known not to exceed.
    fn most(&mut self, spot: &Spot<G::Position>) -> Option<Score> {
        self.walk.judged(&spot.place).or_else(|| {
            let table = self.memory.table.as_ref()?;
            Some(table.look(spot.key, spot.place.left)?.upper)
        })
    }

    /// The report.
    pub(super) fn found(mut self, backed: Option<Backed>, window: Window) -> Found {
        if let Some(root) = backed.filter(|backed| window.contains(backed.value)) {
            self.follow(root);
        }
        let found = self.walk.found(backed, window);
        if backed.is_some() {
            self.memory.guess = Some(found.value);
        }
        found
    }
}

/// The hash of a path with one move more.
fn step(path: u128, m: Move) -> u128 {
    mix(path ^ (u128::from(m.0) + 1))
}

/// A hash of 128 bits that no two words share.
///
/// Keys and moves are small numbers. None of them may come out small, least of all 0 as 0: the paths
/// from such a root would be those from another.
fn mix(word: u128) -> u128 {
    let mut word = word
        .wrapping_add(0x9e37_79b9_7f4a_7c15_f39c_c060_5ced_c835)
        .wrapping_mul(0x2360_ed05_1fc6_5da4_4385_df64_9fcc_f645);
    word ^= word >> 67;
    word = word.wrapping_mul(0x5851_f42d_4c95_7f2d_1405_7b7e_f767_814f);
    word ^ word >> 59
}
