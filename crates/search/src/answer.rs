//! A position solved by a search: its value with all best moves, or every move with its value.

use super::ask::{Memory, Question, Search};
use super::found::{SearchResult, Status};
use super::length::{distance_of, worth_of};
use super::score::Score;
use super::worth::Worth;
use crate::error::Result;
use crate::game::{Move, Verdict};
use crate::games::AnyGame;

/// What a search found of a position.
#[derive(Clone, Debug)]
pub struct Answer {
    /// The search's own answer.
    pub found: SearchResult,
    /// The moves until the game ends, if the result and they are proved.
    pub distance: Option<u16>,
    /// All moves of the best value, if they were asked for and all moves could be compared.
    pub best: Option<Vec<Move>>,
}

impl Answer {
    /// Searches a position. Where `wants_best`, every move is then searched with what is left of the nodes, which the counts
    /// do not include.
    ///
    /// # Errors
    ///
    /// As [`Search::search_on`].
    pub fn new(
        search: &dyn Search<AnyGame>,
        question: &Question<'_, AnyGame>,
        wants_best: bool,
    ) -> Result<Self> {
        let mut memory = Memory::default();
        let found = search.search_on(question, &mut memory)?;
        let mut rest = question.clone();
        let nodes = &mut rest.limits.nodes;
        *nodes = nodes.map(|most| most.saturating_sub(found.counts.nodes));
        let is_known = found.status == Status::Exact && found.best.is_some();
        let best = if wants_best && is_known && *nodes != Some(0) {
            search.ties(&rest, &found, &mut memory)?
        } else {
            None
        };
        Ok(Self {
            distance: distance_of(search, question, &found),
            found,
            best,
        })
    }

    /// All best moves, or only the first where the others are not known.
    pub fn best_moves(&self) -> &[Move] {
        let best = self.best.as_deref();
        best.unwrap_or(self.found.best.as_slice())
    }
}

/// A move and what a search found after it, turned to the side that makes it.
#[derive(Clone, Debug)]
pub struct RatedMove {
    /// The move.
    pub m: Move,
    /// The answer; its verdict is for the side that makes the move, its limit counts the move.
    pub found: SearchResult,
    /// The result and its distance, if both are proved.
    pub worth: Option<Worth>,
}

impl RatedMove {
    /// Searches every move of a position by itself.
    ///
    /// # Errors
    ///
    /// As [`Search::search_on`].
    pub fn all(
        search: &dyn Search<AnyGame>,
        question: &Question<'_, AnyGame>,
    ) -> Result<Vec<Self>> {
        let choices = search.choices(question)?.into_iter().map(|choice| {
            let worth = worth_of(search, question, &choice)?;
            let found = choice.found;
            let status = match found.status {
                Status::AtLeast => Status::AtMost,
                Status::AtMost => Status::AtLeast,
                other => other,
            };
            let found = SearchResult {
                value: choice.value,
                status,
                verdict: found.verdict.map(Verdict::reversed),
                limit: found.limit.map(|limit| limit.saturating_add(1)),
                ..found
            };
            let m = choice.m;
            Ok(Self { m, found, worth })
        });
        choices.collect()
    }

    /// A key for comparisons: the larger, the better for the side to move.
    pub fn rank(&self) -> (Score, Verdict, i32) {
        let verdict = self.worth.map(|worth| worth.verdict);
        let verdict = verdict.or(self.found.verdict).unwrap_or(Verdict::Draw);
        let length = match (verdict, self.worth) {
            (Verdict::Draw, _) => 0,
            (_, Some(worth)) => worth.rank().1,
            // An unknown length is longer than one move, which ends the game.
            (Verdict::Win, None) => i32::MIN,
            (Verdict::Loss, None) => i32::MAX,
        };
        (self.found.value, verdict, length)
    }
}
