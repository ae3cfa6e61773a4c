//! Searches of any game by their names. They are compiled here, once, for the rules of each game whose searches must be
//! fast. Split nim, which is small, and games of one's own, whose rules are called through a pointer anyway, are searched
//! as [`AnyGame`]: minimax of nim executed 1.6 times as many instructions so.

use std::sync::Arc;

use crate::error::Result;
use crate::game::{Game, Verdict};
use crate::games::{AnyGame, Concrete};

use super::ask::lifted;
use super::limits::refused;
use super::offers::NO_FILES;
use super::options::Options;
use super::parse::build;
use super::{
    Book, Database, Evaluate, Extend, Free, Insight, Offering, Offers, Rank, Score, Search,
};

/// The files that the options of a search name; by default there are none.
pub trait Files {
    /// The evaluation in this file; none if the name is not that of a file. The moves of a line do not count in it.
    ///
    /// # Errors
    ///
    /// Any error of reading the file.
    fn evaluation(&self, _name: &str) -> Result<Option<Arc<dyn Evaluate<AnyGame>>>> {
        Ok(None)
    }

    /// The endgame database in this file.
    ///
    /// # Errors
    ///
    /// [`Error::Parameter`](crate::Error::Parameter) where files are not available; any error of reading the file.
    fn database(&self, file: &str) -> Result<Arc<Database>> {
        Err(refused(file, NO_FILES))
    }

    /// The opening book in this file.
    ///
    /// # Errors
    ///
    /// As [`Files::database`].
    fn book(&self, file: &str) -> Result<Arc<Book>> {
        Err(refused(file, NO_FILES))
    }
}

/// No files.
impl Files for () {}

/// Makes the search of any game with this name, from the parts that the game provides and from files.
///
/// # Errors
///
/// As [`parse`](super::parse), and as [`Files`].
///
/// # Examples
///
/// ```
/// use matchboxes_core::game::Game;
/// use matchboxes_core::games;
/// use matchboxes_core::search::{self, Limits, Question};
///
/// let game = games::parse("connect-four")?;
/// let search = search::named(&game, "pvs:depth=4,eval=lines,order=table/centre", &())?;
/// let (at, limits) = (game.start(), Limits::default());
/// let found = search.search(&Question { game: &game, at, limits })?;
/// assert_eq!(found.best.map(|m| game.write_move(m)).as_deref(), Some("d"));
/// # Ok::<(), matchboxes_core::Error>(())
/// ```
pub fn named(game: &AnyGame, name: &str, files: &dyn Files) -> Result<Box<dyn Search<AnyGame>>> {
    build_any(&mut Options::read(name)?, game, files)
}

/// Makes the search of any game with these options, all of which it reads.
pub(super) fn build_any(
    options: &mut Options<'_>,
    any: &AnyGame,
    files: &dyn Files,
) -> Result<Box<dyn Search<AnyGame>>> {
    match any {
        AnyGame::TicTacToe(game) => build_concrete(options, game, any, files),
        AnyGame::Nim(game) => build_concrete(options, game, any, files),
        AnyGame::Hexapawn(game) => build_concrete(options, game, any, files),
        AnyGame::ConnectFour(game) => build_concrete(options, game, any, files),
        AnyGame::Mnk(game) => build_concrete(options, game, any, files),
        AnyGame::Othello(game) => build_concrete(options, game, any, files),
        AnyGame::SplitNim(_) | AnyGame::OwnGame(_) => {
            let lowered = |evaluation| evaluation;
            let own = &();
            build(
                options,
                &WithFiles {
                    own,
                    files,
                    lowered,
                },
            )
        }
    }
}

fn build_concrete<G: Concrete + Offering>(
    options: &mut Options<'_>,
    game: &G,
    any: &AnyGame,
    files: &dyn Files,
) -> Result<Box<dyn Search<AnyGame>>> {
    let lowered = |evaluation| -> Arc<dyn Evaluate<G>> {
        let game = any.clone();
        Arc::new(Lowered { game, evaluation })
    };
    let own = &*game.offers();
    build(
        options,
        &WithFiles {
            own,
            files,
            lowered,
        },
    )
    .map(lifted)
}

/// The parts that a game provides, and those that are read from files.
struct WithFiles<'a, G: Game, L> {
    own: &'a dyn Offers<G>,
    files: &'a dyn Files,
    lowered: L,
}

impl<G: Game, L: Fn(Arc<dyn Evaluate<AnyGame>>) -> Arc<dyn Evaluate<G>>> Offers<G>
    for WithFiles<'_, G, L>
{
    fn usual(&self) -> Arc<dyn Evaluate<G>> {
        self.own.usual()
    }

    fn evaluation(&self, name: &str) -> Result<Arc<dyn Evaluate<G>>> {
        match self.files.evaluation(name)? {
            Some(evaluation) => Ok((self.lowered)(evaluation)),
            None => self.own.evaluation(name),
        }
    }

    fn extension(&self, name: &str) -> Result<Arc<dyn Extend<G>>> {
        self.own.extension(name)
    }

    fn rank(&self, name: &str) -> Result<Arc<dyn Rank<G>>> {
        self.own.rank(name)
    }

    fn database(&self, file: &str) -> Result<Arc<Database>> {
        self.files.database(file)
    }

    fn book(&self, file: &str) -> Result<Arc<Book>> {
        self.files.book(file)
    }

    fn insight(&self, points: Option<&str>) -> Option<Arc<dyn Insight<G>>> {
        self.own.insight(points)
    }

    fn free(&self) -> Option<Arc<dyn Free<G>>> {
        self.own.free()
    }
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
