//! Searches of any game by their names. They are compiled here, once, for the rules of each game whose searches must be
//! fast. Split nim, which is small, and games of one's own, whose rules are called through a pointer anyway, are searched
//! as [`AnyGame`]: minimax of nim executed 1.6 times as many instructions so.

use std::sync::Arc;

use crate::error::Result;
use crate::game::Verdict;
use crate::games::{AnyGame, Concrete};

use super::ask::LiftedSearch;
use super::options::ReadName;
use super::parse::{build, read};
use super::{Evaluate, Offering, Offers, Score, Search, SearchFiles};

/// Makes the search of any game with this name, from the parts that the game provides and from files.
///
/// # Errors
///
/// As [`parse`](super::parse()), and [`Error::Parameter`](crate::error::Error::Parameter) for a file that was not read.
///
/// # Examples
///
/// ```
/// use matchboxes_games::game::Game;
/// use matchboxes_games::games;
/// use matchboxes_search::{self as search, Limits, Question, SearchFiles};
///
/// let game = games::parse("connect-four")?;
/// let name = "pvs:depth=4,eval=lines,order=table/centre";
/// let search = search::named(&game, name, &SearchFiles::default())?;
/// let (at, limits) = (game.start(), Limits::default());
/// let found = search.search(&Question { game: &game, at, limits })?;
/// assert_eq!(found.best.map(|m| game.write_move(m)).as_deref(), Some("d"));
/// # Ok::<(), matchboxes_games::Error>(())
/// ```
pub fn named(game: &AnyGame, name: &str, files: &SearchFiles) -> Result<Box<dyn Search<AnyGame>>> {
    build_any(&read(name, &[])?, game, files)
}

/// Makes the named search for any game.
pub(super) fn build_any(
    asked: &ReadName<'_>,
    any: &AnyGame,
    files: &SearchFiles,
) -> Result<Box<dyn Search<AnyGame>>> {
    match any {
        AnyGame::TicTacToe(game) => build_concrete(asked, game, any, files),
        AnyGame::Nim(game) => build_concrete(asked, game, any, files),
        AnyGame::Hexapawn(game) => build_concrete(asked, game, any, files),
        AnyGame::ConnectFour(game) => build_concrete(asked, game, any, files),
        AnyGame::Mnk(game) => build_concrete(asked, game, any, files),
        AnyGame::Othello(game) => build_concrete(asked, game, any, files),
        // The others are searched as any game.
        _ => build(asked, &Offers::default(), files, files.evaluation.clone()),
    }
}

fn build_concrete<G: Concrete + Offering>(
    asked: &ReadName<'_>,
    game: &G,
    any: &AnyGame,
    files: &SearchFiles,
) -> Result<Box<dyn Search<AnyGame>>> {
    let lower = |evaluation| -> Arc<dyn Evaluate<G>> {
        let game = any.clone();
        Arc::new(Lowered { game, evaluation })
    };
    let evaluation = files.evaluation.clone().map(lower);
    let search = build(asked, &game.offers(), files, evaluation)?;
    Ok(Box::new(LiftedSearch(search)))
}

/// An evaluation of any game as one of the rules of one game.
struct Lowered {
    game: AnyGame,
    evaluation: Arc<dyn Evaluate<AnyGame>>,
}

impl<G: Concrete> Evaluate<G> for Lowered {
    fn value(&self, _game: &G, at: &G::Position) -> Score {
        self.evaluation.value(&self.game, &G::any(*at))
    }

    fn finished(&self, _game: &G, at: &G::Position, verdict: Verdict) -> Score {
        let at = G::any(*at);
        self.evaluation.finished(&self.game, &at, verdict)
    }

    fn result(&self, verdict: Verdict) -> Option<Score> {
        self.evaluation.result(verdict)
    }
}
