//! A search as a player.

use std::sync::Arc;

use crate::error::{Error, Result};
use crate::game::{Game, Move, Verdict};
use crate::games::AnyGame;
use matchboxes_games::player::Player;

use super::length::{timed, worth_of};
use super::named::build_any;
use super::options::{PLAYER, ReadName};
use super::parse::{NO_FILES, build, read};
use super::{
    Algorithm, Book, Limits, Memory, Offers, Question, Search, SearchFiles, Ties, best_moves,
};

/// A player that plays the best move of a search. It is pure: it limits depth and nodes, never time.
///
/// Of several wins that the search proves it takes the quickest, and of several losses the latest, by the distance
/// that the search knows or by repeating it to smaller depths. The searches without a depth limit, `best-result`,
/// `pns` and `mcts`, know no distance; their first best move is played.
///
/// Without any limit it searches to the end of the game. It resigns if the search runs out of memory.
pub struct Searching<G: Game> {
    name: String,
    search: Box<dyn Search<G>>,
    ties: Ties,
    /// While a position is in the book, its first move or any of its moves is played, according to `ties`.
    book: Option<Arc<Book>>,
}

impl<G: Game + 'static> Searching<G> {
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

    /// Makes a player from a name such as `alphabeta:depth=4,ties=all`.
    ///
    /// # Errors
    ///
    /// As [`parse`](super::parse).
    pub fn parse(text: &str, offers: &Offers<G>) -> Result<Self> {
        let files = SearchFiles::default();
        Self::read(text, &files, |asked| build(asked, offers, &files, None))
    }

    fn read(
        text: &str,
        files: &SearchFiles,
        search: impl FnOnce(&ReadName<'_>) -> Result<Box<dyn Search<G>>>,
    ) -> Result<Self> {
        let asked = read(text, PLAYER)?;
        if let (Some(file), None) = (asked.book, &files.book) {
            return Err(Error::parameter(file, NO_FILES));
        }
        Ok(Self {
            name: text.to_owned(),
            search: search(&asked)?,
            ties: asked.ties,
            book: asked.book.and(files.book.clone()),
        })
    }
}

impl Searching<AnyGame> {
    /// Makes a player of any game from such a name.
    ///
    /// # Errors
    ///
    /// As [`named`](super::named()).
    pub fn named(game: &AnyGame, text: &str, files: &SearchFiles) -> Result<Self> {
        Self::read(text, files, |asked| build_any(asked, game, files))
    }
}

impl<G: Game> Searching<G> {
    /// The best move of the search: the quickest win or the latest loss if one is proved.
    fn first_best(&self, question: &Question<'_, G>) -> Result<Option<Move>> {
        let found = self.search.search(question)?;
        let quicker = timed(&*self.search, question, &found)?;
        Ok(quicker.and_then(|quicker| quicker.best).or(found.best))
    }

    /// All moves with the best value: the quickest wins or the latest losses if they are proved.
    fn all_best(&self, question: &Question<'_, G>) -> Result<Vec<Move>> {
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

impl<G: Game> Player<G> for Searching<G> {
    fn name(&self) -> String {
        self.name.clone()
    }

    fn looks_ahead(&self) -> bool {
        true
    }

    #[inline(never)]
    fn weigh(&self, game: &G, at: &G::Position, moves: &[Move], weights: &mut [u64]) {
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
