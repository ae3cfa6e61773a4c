//! The work that every search does at a node: counting, checking the limits, evaluating leaves, updating
//! the best line, and recording the tree if requested.

mod end;
mod lines;

use std::time::Duration;

use crate::game::{Game, Move, Side, Verdict};

use self::lines::PrincipalLines;
use super::limits::{Checks, tighter};
use super::tree::Recorder;
use super::{
    Counts, LeafReason, Limits, Question, Score, SearchResult, Searcher, TreeNode, Window, Worth,
};

#[derive(Clone, Copy)]
pub(super) struct TreePlace<P> {
    pub(super) at: P,
    /// The move that led here.
    pub(super) by: Option<Move>,
    /// The distance from the root in plies.
    pub(super) ply: u16,
    /// The remaining plies to the depth limit; negative past it.
    pub(super) left: i32,
    /// The points of the moves that led here, for the side at the root.
    pub(super) points: i32,
}

/// A backed-up value, and the ply of the leaf that supplied it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Backed {
    pub(super) value: Score,
    pub(super) depth: u16,
}

impl Backed {
    /// Clamps the value to the window, including its bounds.
    pub(super) fn within(self, window: Window) -> Self {
        let value = self.value.clamp(window.alpha, window.beta);
        Self { value, ..self }
    }

    /// The same from the opponent's view.
    pub(super) fn reversed(self) -> Self {
        let value = -self.value;
        Self { value, ..self }
    }
}

/// The state of one search. Its functions return `None` once a limit has ended the search.
pub(super) struct TreeWalk<'a, G: Game> {
    pub(super) game: &'a G,
    pub(super) search: &'a Searcher<G>,
    limits: Limits<'a>,
    root: G::Position,
    us: Side,
    /// Whether the evaluation gives points for the moves of a line.
    counts_lines: bool,
    /// The value of a win, which no value exceeds, if the evaluation has one; else infinity.
    win: Score,
    pub(super) counts: Counts,
    checks: Checks,
    pub(super) lines: PrincipalLines,
    /// The table's move at the root.
    table_move: Option<Move>,
    /// The best value at the root so far.
    pub(super) best: Option<Backed>,
    /// The database entry of the node last passed to [`TreeWalk::is_horizon`], if it has one.
    database_entry: Option<Worth>,
    /// The number of leaves at the depth limit, including table entries that depend on one.
    pub(super) horizons: u64,
    /// Records the searched tree, if that was asked for.
    pub(super) recorder: Option<Box<Recorder>>,
    began: Option<Duration>,
}

impl<'a, G: Game> TreeWalk<'a, G> {
    pub(super) fn new(question: &Question<'a, G>, search: &'a Searcher<G>) -> Self {
        let limits = Limits {
            depth: tighter(question.limits.depth, search.setting.depth),
            nodes: tighter(question.limits.nodes, search.setting.nodes),
            ..question.limits
        };
        Self {
            game: question.game,
            search,
            limits,
            root: question.at,
            us: question.game.side(&question.at),
            counts_lines: search.evaluation.counts_lines(),
            win: value_of_a_win(search).unwrap_or(Score::INFINITY),
            counts: Counts::default(),
            checks: Checks::default(),
            lines: PrincipalLines::default(),
            table_move: None,
            best: None,
            database_entry: None,
            horizons: 0,
            recorder: Recorder::new(limits.record),
            began: limits.clock.map(|clock| clock()),
        }
    }

    /// The same without a record, for searches that have no tree: best-first ones and merged positions.
    pub(super) fn unrecorded(question: &Question<'a, G>, search: &'a Searcher<G>) -> Self {
        Self {
            recorder: None,
            ..Self::new(question, search)
        }
    }

    pub(super) fn root(&self) -> TreePlace<G::Position> {
        TreePlace {
            at: self.root,
            by: None,
            ply: 0,
            // Deeper than any game.
            left: self.limits.depth.map_or(i32::MAX, i32::from),
            points: 0,
        }
    }

    /// The node that a move leads to.
    #[inline]
    pub(super) fn down(&self, from: &TreePlace<G::Position>, m: Move) -> TreePlace<G::Position> {
        let costs = self.search.free.is_none_or(|free| !free(self.game, m));
        let evaluation = &self.search.evaluation;
        let points = || evaluation.line_points(self.game, &from.at, m, self.us);
        TreePlace {
            at: self.game.play(&from.at, m),
            by: Some(m),
            ply: from.ply + 1,
            left: from.left - i32::from(costs),
            points: from.points + if self.counts_lines { points() } else { 0 },
        }
    }

    /// Counts a node; `None` if a limit has been reached.
    #[inline]
    pub(super) fn enter(&mut self, place: &TreePlace<G::Position>, window: Window) -> Option<()> {
        self.count(place.ply)?;
        if self.recorder.is_some() {
            self.record(place, window, LeafReason::Inner);
        }
        Some(())
    }

    /// [`enter`](Self::enter) of a search without a record.
    #[inline]
    pub(super) fn count(&mut self, ply: u16) -> Option<()> {
        self.checks.enter(&mut self.counts.nodes, &self.limits)?;
        self.lines.reach(ply + 1);
        Some(())
    }

    /// The values of a loss, a draw and a win, if a search to the end of the game needs no more than them and the rules.
    pub(super) fn plain_results(&self) -> Option<[Score; 3]> {
        let is_whole = self.limits.depth.is_none() && self.search.database.is_none();
        if !is_whole || self.counts_lines || self.recorder.is_some() {
            return None;
        }
        let value = |verdict| self.search.evaluation.result(verdict);
        let (loss, draw) = (value(Verdict::Loss)?, value(Verdict::Draw)?);
        Some([loss, draw, value(Verdict::Win)?])
    }

    #[cold]
    fn record(&mut self, place: &TreePlace<G::Position>, window: Window, ending: LeafReason) {
        let node = TreeNode {
            parent: None,
            m: place.by,
            ply: place.ply,
            window,
            value: None,
            ending,
        };
        if let Some(recorder) = &mut self.recorder {
            recorder.add(node);
        }
    }

    /// Whether this node is a leaf because of the depth limit or an entry in the database.
    #[inline]
    pub(super) fn is_horizon(&mut self, place: &TreePlace<G::Position>) -> bool {
        (place.left <= 0 || self.search.database.is_some()) && self.is_cut_off(place)
    }

    fn is_cut_off(&mut self, place: &TreePlace<G::Position>) -> bool {
        if let Some(database) = &self.search.database {
            // The root needs a move, and the database has only a value.
            self.database_entry = match place.ply {
                0 => None,
                _ => database.find(self.game, &place.at),
            };
            if self.database_entry.is_some() {
                return true;
            }
        }
        if place.left > 0 {
            return false;
        }
        let Some(extension) = &self.search.extension else {
            return true;
        };
        place.left <= -i32::from(self.search.setting.cap)
            || self.game.outcome(&place.at).is_some()
            || !extension(self.game, &place.at)
    }

    /// Evaluates a leaf for the side to move.
    #[inline]
    pub(super) fn leaf(&mut self, place: &TreePlace<G::Position>) -> Backed {
        self.counts.leaves += 1;
        if let Some(worth) = self.database_entry.take() {
            return self.known_leaf(place, worth);
        }
        let (game, at) = (self.game, &place.at);
        let outcome = game.outcome(at);
        let value = if let Some(outcome) = outcome {
            let verdict = outcome.verdict(game.side(at));
            self.search.evaluation.finished(game, at, verdict)
        } else {
            self.horizons += 1;
            self.search.evaluation.value(game, at)
        };
        let points = match place.points {
            0 => 0,
            points if game.side(at) == self.us => points,
            points => -points,
        };
        let value = Score::new(value.points() + points);
        if let Some(recorder) = &mut self.recorder {
            recorder.end(outcome.map_or(LeafReason::Horizon, |_| LeafReason::Finished));
        }
        let depth = place.ply;
        Backed { value, depth }
    }

    #[cold]
    fn known_leaf(&mut self, place: &TreePlace<G::Position>, worth: Worth) -> Backed {
        let value = self.search.evaluation.result(worth.verdict);
        self.answered(place.ply, None);
        let value = value.unwrap_or_else(|| Score::for_verdict(worth.verdict));
        let depth = place.ply.saturating_add(worth.distance);
        Backed { value, depth }
    }

    #[inline]
    pub(super) fn leave(&mut self, backed: Backed) -> Backed {
        if let Some(recorder) = &mut self.recorder {
            recorder.leave(backed.value, backed.depth);
        }
        backed
    }

    /// Ends the line at a node that was looked up. Its two bounds can come from two searches, and `best`
    /// from the one that did not prove the value, so `best` is kept only for the root, which needs a move.
    pub(super) fn answered(&mut self, ply: u16, best: Option<Move>) {
        self.lines.reach(ply);
        self.lines.cut(ply, 0);
        if ply == 0 {
            self.table_move = best;
        }
        if let Some(recorder) = &mut self.recorder {
            recorder.end(LeafReason::Answered);
        }
    }

    /// Makes a move the best so far at the node at `ply`, and updates the best line.
    #[inline]
    pub(super) fn improve(&mut self, ply: u16, m: Move, backed: Backed) {
        self.lines
            .improve(ply, m, backed.depth.saturating_sub(ply + 1));
        if ply == 0 {
            self.best = Some(backed);
        }
    }

    /// Counts a cut-off and records the rest of the moves, which it made unnecessary.
    #[inline]
    pub(super) fn cut(&mut self, place: &TreePlace<G::Position>, rest: impl Iterator<Item = Move>) {
        self.counts.cutoffs += 1;
        if self.recorder.is_some() {
            for m in rest {
                let child = self.down(place, m);
                self.record(&child, Window::OPEN, LeafReason::Cut);
            }
        }
    }

    /// The first move of the best line so far, else the table's move.
    pub(super) fn first(&self) -> Option<Move> {
        self.lines.line_from(0).first().copied().or(self.table_move)
    }

    /// The value of a node if it is a leaf, without counting or recording it.
    pub(super) fn leaf_value(&mut self, place: &TreePlace<G::Position>) -> Option<Score> {
        if !self.is_horizon(place) && self.game.outcome(&place.at).is_none() {
            return None;
        }
        let (counts, horizons) = (self.counts, self.horizons);
        let recorder = self.recorder.take();
        let leaf = self.leaf(place);
        (self.counts, self.horizons, self.recorder) = (counts, horizons, recorder);
        Some(leaf.value)
    }
}

/// The value of a win, if the evaluation gives every result a value and counts nothing else with it.
fn value_of_a_win<G: Game>(search: &Searcher<G>) -> Option<Score> {
    let evaluation = &search.evaluation;
    let win = evaluation.result(Verdict::Win)?;
    let is_fair = evaluation.result(Verdict::Loss) == Some(-win) && win > Score::DRAW;
    Some(win).filter(|_| is_fair && !evaluation.counts_lines())
}

/// Runs a recursive search from the root.
pub(super) fn walk<'a, G: Game>(
    question: &Question<'a, G>,
    search: &'a Searcher<G>,
    visit: impl FnOnce(&mut TreeWalk<'a, G>, &TreePlace<G::Position>) -> Option<Backed>,
) -> SearchResult {
    let mut walk = TreeWalk::new(question, search);
    let root = walk.root();
    walk.counts.passes = 1;
    let backed = visit(&mut walk, &root);
    walk.found(backed, search.setting.window)
}
