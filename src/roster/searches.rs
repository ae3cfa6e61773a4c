//! Searches by name, with what games and models offer them.

use std::path::Path;
use std::sync::Arc;

use super::models::split_model;
use crate::error::{Error, Result};
use crate::game::{Game, Move, Side, Verdict};
use crate::games::{AnyGame, Concrete};
use crate::graph;
use crate::learn::{Rule, Table};
use crate::search::{
    self, Book, Database, Evaluate, Extend, Free, Offering, Offers, Rank, Score, Search,
    SearchKernel, Searching, with_offers,
};
use crate::store;

/// The search of this name, such as `alphabeta:depth=4,eval=lines`.
///
/// # Errors
///
/// As [`search::parse`]; whatever reading a model can give that it is to judge by.
pub fn search(game: &AnyGame, name: &str) -> Result<Box<dyn Search<AnyGame>>> {
    struct Parse<'a>(&'a str);

    impl SearchKernel for Parse<'_> {
        type Output = Result<Box<dyn Search<AnyGame>>>;

        fn run<G: Concrete + Offering>(self, game: &G) -> Self::Output {
            search::parse(self.0, &Shelf::new(game)).map(search::lifted)
        }
    }

    with_offers(game, Parse(name))
}

/// The same as a player. Without a limit it plays small games only, where looking to the end at
/// every move ends.
///
/// # Errors
///
/// As [`search()`], and [`Error::Parameter`] when a large game is to be searched without a limit.
pub fn searching(game: &AnyGame, name: &str) -> Result<Searching<AnyGame>> {
    struct Parse<'a>(&'a str);

    impl SearchKernel for Parse<'_> {
        type Output = Result<Searching<AnyGame>>;

        fn run<G: Concrete + Offering>(self, game: &G) -> Self::Output {
            Searching::parse(self.0, &Shelf::new(game)).map(Searching::lifted)
        }
    }

    let player = with_offers(game, Parse(name))?;
    if player.is_limited() || graph::offered(game).is_some() {
        return Ok(player);
    }
    Err(Error::Parameter {
        name: name.to_owned(),
        reason: format!(
            "{} is too large to look to its end at every move; give the search a limit such as \
             depth=4 or nodes=100000",
            game.name()
        ),
    })
}

/// What a game offers, and models.
struct Shelf<'a, G: Game> {
    game: &'a G,
    own: Box<dyn Offers<G>>,
}

impl<'a, G: Offering> Shelf<'a, G> {
    fn new(game: &'a G) -> Self {
        let own = search::offered(game);
        Self { game, own }
    }
}

impl<G: Game> Offers<G> for Shelf<'_, G> {
    fn usual(&self) -> Arc<dyn Evaluate<G>> {
        self.own.usual()
    }

    fn evaluation(&self, name: &str) -> Result<Arc<dyn Evaluate<G>>> {
        let Some(named) = split_model(name)? else {
            return self.own.evaluation(name);
        };
        let model = store::read_for(self.game, named.path)?;
        let rule = model.rule().clone();
        if rule.beads().is_none() {
            return Err(Error::Parameter {
                name: name.to_owned(),
                reason: "its rule keeps odds, whose boxes never grow; a search judges by beads"
                    .to_owned(),
            });
        }
        let tables = model.tables;
        Ok(Arc::new(Grown { rule, tables }))
    }

    fn extension(&self, name: &str) -> Result<Arc<dyn Extend<G>>> {
        self.own.extension(name)
    }

    fn rank(&self, name: &str) -> Result<Arc<dyn Rank<G>>> {
        self.own.rank(name)
    }

    fn database(&self, file: &str) -> Result<Arc<Database>> {
        Ok(Arc::new(store::read_database(self.game, Path::new(file))?))
    }

    fn book(&self, file: &str) -> Result<Arc<Book>> {
        Ok(Arc::new(store::read_book(self.game, Path::new(file))?))
    }

    fn free(&self) -> Option<Arc<dyn Free<G>>> {
        self.own.free()
    }
}

/// What a result is worth: more than any box.
const WON: i32 = 1000;

/// Judges a position by how its matchbox has grown.
///
/// A box is filled with the same number of beads whatever the position, and gains or loses some
/// with every game through it. So its beads now, less those it began with, in thousandths of
/// whichever is more, say how the games went that came by: 0 for a box never met or still as it was, up
/// to 999 for one that has won much, -999 for one that has run empty. It is no chance of winning, and
/// boxes met often differ more from 0 than boxes met seldom. Results are worth 1000, 0 and -1000.
///
/// Where the side to move has no table, the position is worth what it leaves the other side in its
/// best case: the worst for that side among the boxes one move on.
struct Grown {
    rule: Rule,
    tables: [Option<Table>; 2],
}

impl Grown {
    fn of_box<G: Game>(&self, table: &Table, game: &G, at: &G::Position) -> i32 {
        let layout = table.layout();
        if !layout.has_box(game, at) {
            return 0;
        }
        let Some(matchbox) = table.get(layout.place(game, at).key) else {
            return 0;
        };
        let colours = matchbox.beads.len();
        let start = i128::from(self.rule.start_beads(matchbox.ply, colours));
        let start = start.saturating_mul(i128::try_from(colours).unwrap_or(0));
        let now: i128 = matchbox.beads.iter().map(|&beads| i128::from(beads)).sum();
        let most = i128::from(WON - 1);
        i32::try_from(most * (now - start) / now.max(start).max(1)).unwrap_or(0)
    }

    fn table(&self, side: Side) -> Option<&Table> {
        self.tables[side.index()].as_ref()
    }
}

impl<G: Game> Evaluate<G> for Grown {
    fn value(&self, game: &G, at: &G::Position) -> Score {
        let side = game.side(at);
        if let Some(table) = self.table(side) {
            return Score::new(self.of_box(table, game, at));
        }
        let Some(table) = self.table(side.other()) else {
            return Score::DRAW;
        };
        let after = |m: Move| {
            let after = game.play(at, m);
            match game.outcome(&after) {
                Some(outcome) => WON * Score::of(outcome.verdict(side)).points(),
                None => -self.of_box(table, game, &after),
            }
        };
        Score::new(game.moves(at).map(after).max().unwrap_or(0))
    }

    fn result(&self, verdict: Verdict) -> Option<Score> {
        Some(Score::new(WON * Score::of(verdict).points()))
    }
}
