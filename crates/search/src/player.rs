//! A search as a player.

use std::sync::Arc;

use crate::error::{Error, Result};
use crate::game::{Move, Verdict};
use crate::games::{AnyGame, Position};
use matchboxes_games::player::Player;

use super::length::{timed, worth_of};
use super::named::build_any;
use super::options::PLAYER;
use super::parse::{NO_FILES, read};
use super::{Algorithm, Book, Limits, Memory, Question, Search, SearchFiles, Ties, best_moves};

/// A player that plays the best move of a search. It is pure: it limits depth and nodes, never time.
///
/// Of several wins that the search proves it takes the quickest, and of several losses the latest, by the distance
/// that the search knows or by repeating it to smaller depths. The searches without a depth limit, `best-result`,
/// `pns` and `mcts`, know no distance; their first best move is played.
///
/// Without any limit it searches to the end of the game. It resigns if the search runs out of memory.
pub struct Searching {
    name: String,
    search: Box<dyn Search<AnyGame>>,
    ties: Ties,
    /// While a position is in the book, its first move or any of its moves is played, according to `ties`.
    book: Option<Arc<Book>>,
}

impl Searching {
    /// Makes a player of a game from a name such as `alphabeta:depth=4,ties=all`.
    ///
    /// # Errors
    ///
    /// As [`named`](super::named()).
    pub fn named(game: &AnyGame, text: &str, files: &SearchFiles) -> Result<Self> {
        let asked = read(text, PLAYER)?;
        if let (Some(file), None) = (asked.book, &files.book) {
            return Err(Error::parameter(file, NO_FILES));
        }
        Ok(Self {
            name: text.to_owned(),
            search: build_any(&asked, game, files)?,
            ties: asked.ties,
            book: asked.book.and(files.book.clone()),
        })
    }

    /// Changes the name.
    #[must_use]
    pub fn called(self, name: String) -> Self {
        Self { name, ..self }
    }

    /// Whether a limit on depth, nodes or play-outs ends each of its searches.
    pub fn is_limited(&self) -> bool {
        let own = self.search.profile();
        own.depth.is_some() || own.nodes.is_some() || own.kind.algorithm == Some(Algorithm::Mcts)
    }

    /// The best move of the search: the quickest win or the latest loss if one is proved.
    fn first_best(&self, question: &Question<'_, AnyGame>) -> Result<Option<Move>> {
        let found = self.search.search(question)?;
        let quicker = timed(&*self.search, question, &found)?;
        Ok(quicker.and_then(|quicker| quicker.best).or(found.best))
    }

    /// All moves with the best value: the quickest wins or the latest losses if they are proved.
    fn all_best(&self, question: &Question<'_, AnyGame>) -> Result<Vec<Move>> {
        if self.search.profile().kind.algorithm == Some(Algorithm::Best) {
            let mut memory = Memory::default();
            let found = self.search.search_on(question, &mut memory)?;
            let ties = self.search.ties(question, &found, &mut memory)?;
            return Ok(ties.unwrap_or_else(|| found.best.into_iter().collect()));
        }
        let choices = self.search.choices(question)?;
        let mut best = best_moves(&choices);
        let mut ranks = Vec::new();
        for choice in choices.iter().filter(|choice| best.contains(&choice.m)) {
            let rank = match choice.found.verdict {
                Some(Verdict::Win | Verdict::Loss) => worth_of(&*self.search, question, choice)?,
                _ => None,
            };
            let Some(rank) = rank else {
                return Ok(best);
            };
            ranks.push(rank.rank());
        }
        let most = ranks.iter().max();
        let mut each = ranks.iter();
        best.retain(|_| each.next() == most);
        Ok(best)
    }
}

impl Player<AnyGame> for Searching {
    fn name(&self) -> String {
        self.name.clone()
    }

    fn looks_ahead(&self) -> bool {
        true
    }

    fn weigh(&self, game: &AnyGame, at: &Position, moves: &[Move], weights: &mut [u64]) {
        let (at, limits) = (*at, Limits::default());
        let question = Question { game, at, limits };
        let in_book = self.book.as_ref().and_then(|book| book.find(game, &at));
        let best: Vec<Move> = match (in_book, self.ties) {
            (Some(moves), Ties::All) => moves,
            (Some(moves), Ties::First) => moves.into_iter().take(1).collect(),
            (None, Ties::All) => self.all_best(&question).unwrap_or_default(),
            (None, Ties::First) => {
                let best = self.first_best(&question).ok().flatten();
                best.into_iter().collect()
            }
        };
        for (m, weight) in moves.iter().zip(weights) {
            *weight = u64::from(best.contains(m));
        }
    }
}
