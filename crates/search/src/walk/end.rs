//! How a search ends: what its value proves, and its result.

use super::{Backed, TreeWalk};
use crate::game::{Game, Verdict};
use crate::insight::wins_at_once;
use crate::{Score, SearchResult, Status, Window};

impl<G: Game> TreeWalk<'_, G> {
    /// Whether a value can only mean a win or a loss.
    #[inline]
    pub(crate) fn is_decided(&self, value: Score) -> bool {
        value >= self.win || value <= -self.win
    }

    /// Makes a move that wins at once, if there is one and the evaluation has a value for wins, the best line; a
    /// depth of one ply is all that it needs.
    pub(crate) fn win_at_once(&mut self) -> Option<Backed> {
        let value = self.win;
        if value == Score::INFINITY || self.limits.depth == Some(0) {
            return None;
        }
        let m = wins_at_once(self.game, &self.root)?;
        let backed = Backed { value, depth: 1 };
        self.improve(0, m, backed);
        self.limits.depth = Some(1);
        Some(backed)
    }

    /// The result that a value at the root proves. In a window that proves only a loss, there is no line.
    fn verdict(&self, backed: Option<Backed>, window: Window) -> Option<Verdict> {
        let value = backed?.value;
        if self.is_decided(value) {
            let verdict = if value > Score::DRAW {
                Verdict::Win
            } else {
                Verdict::Loss
            };
            return Some(verdict).filter(|_| window.proves(value));
        }
        let draw = self.search.evaluation.result(Verdict::Draw);
        let is_draw = self.win < Score::INFINITY && self.horizons == 0 && draw == Some(value);
        Some(Verdict::Draw).filter(|_| is_draw && window.contains(value))
    }

    /// Makes the result from `backed`, the value at the root for the side to move.
    ///
    /// A search that a limit ended has proved a win if its best move so far wins, or if one wins at once.
    pub(crate) fn found(mut self, mut backed: Option<Backed>, window: Window) -> SearchResult {
        if backed.is_none() {
            let won = self.best.filter(|best| best.value >= self.win);
            backed = won.or_else(|| self.win_at_once());
        }
        let verdict = self.verdict(backed, window);
        let status = match backed {
            None => Status::CutShort,
            Some(backed) if backed.value <= window.alpha => Status::AtMost,
            Some(_) if verdict == Some(Verdict::Win) => Status::Exact,
            Some(backed) if backed.value >= window.beta => Status::AtLeast,
            Some(_) => Status::Exact,
        };
        let line = self.lines.line_from(0).to_vec();
        let any = || self.game.moves(&self.root).next();
        let is_searched = self.limits.depth != Some(0) || !line.is_empty();
        let any = || any().filter(|_| is_searched || backed.is_none());
        let best = self.first().or_else(any);
        let kept = backed.or(self.best);
        let is_whole = verdict.is_some() || self.horizons == 0;
        SearchResult {
            value: kept.map_or(Score::DRAW, |backed| backed.value),
            status,
            depth: kept.map_or(0, |backed| backed.depth),
            best,
            line,
            whole: is_whole && backed.is_some(),
            verdict,
            limit: self.limits.depth.filter(|_| status != Status::CutShort),
            counts: self.counts,
            time: self.limits.elapsed(self.began),
            tree: self.recorder.map(|recorder| recorder.tree),
        }
    }
}
