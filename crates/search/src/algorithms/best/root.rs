//! The tests that `best` makes at the root, its line of best play and its best moves.

use super::seeker::Seeker;
use crate::game::{Game, Move, Verdict};
use crate::insight::{Bounds, WON, value_over, wins_at_once};
use crate::limits::{Checks, tighter};
use crate::tables::bounds::BoundsTable;
use crate::tables::turned_back;
use crate::{Counts, Limits, Memory, Question, Score, SearchAim, SearchResult, Searcher, Status};

/// The nodes that may in any case be visited for the moves that are as good as the best.
pub(super) const ALWAYS: u64 = 100_000;

/// What a search is to find.
pub(super) fn aim<G: Game>(search: &Searcher<G>) -> SearchAim {
    let usual = if search.insight.counts_points() {
        SearchAim::Points
    } else {
        SearchAim::Length
    };
    search.setting.aim.unwrap_or(usual)
}

/// A search of one position.
pub(super) struct Root<'a, 'm, G: Game> {
    search: &'a Searcher<G>,
    aim: SearchAim,
    at: G::Position,
    seeker: Seeker<'a, 'm, G>,
}

impl<'a, 'm, G: Game> Root<'a, 'm, G> {
    pub(super) fn new(
        search: &'a Searcher<G>,
        question: &Question<'a, G>,
        memory: &'m mut Memory,
    ) -> Self {
        let setting = search.setting;
        let table = &mut memory.bounds;
        let table = table.get_or_insert_with(|| BoundsTable::new(setting.bounds));
        let aim = aim(search);
        let seeker = Seeker {
            game: question.game,
            insight: &*search.insight,
            step: i32::from(aim == SearchAim::Length),
            table,
            counts: Counts::default(),
            limits: Limits {
                nodes: tighter(question.limits.nodes, setting.nodes),
                ..question.limits
            },
            checks: Checks::default(),
            history: [Vec::new(), Vec::new()],
            moves: Vec::new(),
        };
        let at = question.at;
        Self {
            search,
            aim,
            at,
            seeker,
        }
    }

    /// The value, or only its sign if the search is for the result.
    fn rounded(&self, value: i32) -> i32 {
        match self.aim {
            SearchAim::Result => value.signum(),
            SearchAim::Length | SearchAim::Points => value,
        }
    }

    /// The value of a position if the rules show it: it is over, or a move wins at once.
    fn shown(&self, at: &G::Position) -> Option<i32> {
        if self.search.insight.counts_points() {
            return None;
        }
        let game = self.seeker.game;
        value_over(game, at).or_else(|| wins_at_once(game, at).map(|_| WON - 1))
    }

    pub(super) fn found(mut self) -> SearchResult {
        let game = self.seeker.game;
        let at = self.at;
        let mut known = match self.shown(&at) {
            Some(value) => Bounds::exactly(value),
            None => self.search.insight.look(game, &at, 0, &mut 0),
        };
        known.lower = self.rounded(known.lower);
        known.upper = self.rounded(known.upper);
        let mut first = None;
        let mut guess = 0;
        // The root is a node, too.
        let goes_on = self.seeker.enter().is_some();
        while known.lower < known.upper && goes_on {
            let asked = self.next(known, guess);
            self.seeker.counts.passes += 1;
            let answer = self.seeker.try_moves(&at, asked, first);
            let Some((value, m)) = answer else { break };
            let value = self.rounded(value);
            if value > asked {
                (known.lower, first, guess) = (value, m, value);
            } else {
                (known.upper, guess) = (value, value - 1);
            }
        }
        // If a limit has ended a question, the first move of the root that it tried.
        let tried = self.seeker.moves.first().map(|candidate| candidate.m);
        self.seeker.moves.clear();
        let line = if known.lower < known.upper {
            first.into_iter().collect()
        } else {
            self.line(known.lower, first)
        };
        let any = line.first().copied();
        let any = any.or(first).or(tried);
        let any = any.or_else(|| game.moves(&at).next());
        self.answer(known, any, line)
    }

    /// The next bound to test. Tests for short games are the cheapest, so they come first.
    fn next(&self, known: Bounds, guess: i32) -> i32 {
        let last = known.upper - 1;
        if self.aim != SearchAim::Length {
            return guess.clamp(known.lower, last);
        }
        // A scale without the gaps between the latest win, a draw and the soonest loss.
        let latest = i32::from(self.search.insight.longest(self.seeker.game, &self.at)) + 1;
        let shown = |value: i32| value.signum() * (latest - WON + value.abs()).max(1);
        let hidden = |value: i32| value.signum() * (WON - latest + value.abs());
        let [low, high] =
            [known.lower, known.upper].map(|value| if value == 0 { 0 } else { shown(value) });
        let asked = match (low, high) {
            (..=0, 0..) if high >= -low => high * 3 / 4,
            (..=0, 0..) => low * 3 / 4,
            _ => low + (high - low) / 2,
        };
        hidden(asked.clamp(low, high - 1)).clamp(known.lower, last)
    }

    /// Whether a move is worth at least `value`, which is the value of the position.
    fn keeps(&mut self, at: &G::Position, m: Move, value: i32) -> Option<bool> {
        let after = self.seeker.game.play(at, m);
        let most = self.seeker.down(value);
        let theirs = match self.shown(&after) {
            Some(theirs) => theirs,
            None => self.seeker.visit(&after, most)?,
        };
        Some(self.rounded(theirs) <= most)
    }

    /// A move that is worth as much as the position.
    fn keeping(&mut self, at: &G::Position, value: i32) -> Option<Move> {
        let (game, insight) = (self.seeker.game, &*self.search.insight);
        if !insight.counts_points()
            && let Some(m) = wins_at_once(game, at)
        {
            return Some(m);
        }
        let (key, by) = insight.key(game, at);
        let known = self.seeker.table.look(key).and_then(|known| known.best);
        let known = known.and_then(|m| turned_back(game, at, m, by));
        // Any move is worth a lost game.
        let is_lost = self.aim == SearchAim::Result && value < 0;
        let asked = if is_lost { -Score::MOST } else { value - 1 };
        if let (_, Some(m)) = self.seeker.try_moves(at, asked, known)? {
            return Some(m);
        }
        for m in game.moves(at) {
            if self.keeps(at, m, value)? {
                return Some(m);
            }
        }
        None
    }

    /// Best play to the end from the root, whose value is known, or as far as an eighth of the nodes goes.
    fn line(&mut self, mut value: i32, mut first: Option<Move>) -> Vec<Move> {
        let game = self.seeker.game;
        let spent = self.seeker.counts.nodes;
        let few = Some(spent + spent / 8 + ALWAYS / 8);
        self.seeker.limits.nodes = tighter(self.seeker.limits.nodes, few);
        self.seeker.checks = Checks::default();
        let (mut at, mut line) = (self.at, Vec::new());
        while game.outcome(&at).is_none() {
            let Some(m) = first.take().or_else(|| self.keeping(&at, value)) else {
                break;
            };
            line.push(m);
            at = game.play(&at, m);
            value = self.seeker.down(value);
        }
        line
    }

    fn answer(self, known: Bounds, any: Option<Move>, line: Vec<Move>) -> SearchResult {
        let Bounds { lower, upper } = known;
        let is_exact = lower == upper;
        let verdict = match self.aim {
            SearchAim::Points => None,
            _ if lower > 0 => Some(Verdict::Win),
            _ if upper < 0 => Some(Verdict::Loss),
            _ => Some(Verdict::Draw).filter(|_| is_exact),
        };
        let value = match verdict {
            Some(verdict) => {
                let value = self.search.evaluation.result(verdict);
                value.unwrap_or_else(|| Score::for_verdict(verdict))
            }
            None => Score::new(0_i32.clamp(lower, upper)),
        };
        let length = match verdict {
            Some(Verdict::Win) if self.aim == SearchAim::Length => u16::try_from(WON - lower).ok(),
            Some(Verdict::Loss) if self.aim == SearchAim::Length => u16::try_from(WON + upper).ok(),
            _ => None,
        };
        let is_whole = is_exact || verdict.is_some();
        let seeker = self.seeker;
        let depth = u16::try_from(line.len()).unwrap_or(u16::MAX);
        SearchResult {
            value,
            status: if is_whole {
                Status::Exact
            } else {
                Status::CutShort
            },
            depth: length.unwrap_or(depth),
            best: any,
            line,
            whole: is_whole,
            verdict,
            limit: length.filter(|_| is_exact),
            counts: Counts {
                peak: seeker.table.held,
                ..seeker.counts
            },
            time: None,
            tree: None,
        }
    }

    /// All moves that are worth as much as the position; `None` if a limit ends the search, or the value is not known.
    pub(super) fn ties(mut self, found: &SearchResult) -> Option<Vec<Move>> {
        let (at, value) = (self.at, self.value(found)?);
        let game = self.seeker.game;
        let mut best = Vec::new();
        for m in game.moves(&at) {
            if found.best == Some(m) || self.keeps(&at, m, value)? {
                best.push(m);
            }
        }
        Some(best)
    }

    /// The value that was found, in the search's own units.
    fn value(&self, found: &SearchResult) -> Option<i32> {
        let value = found.verdict.map(Score::for_verdict);
        let sign = value.map(Score::points);
        match self.aim {
            SearchAim::Points => {
                Some(found.value.points()).filter(|_| found.status == Status::Exact)
            }
            SearchAim::Result => sign,
            SearchAim::Length => match sign? {
                0 => Some(0),
                sign => Some(sign * (WON - i32::from(found.limit?))),
            },
        }
    }
}
