//! How a rule lays a position out in a matchbox: whether it gets one, under which key, and which
//! colour of bead stands for which move.

use super::rule::{Boxes, Duplicates, MOST_BEADS, Rule};
use super::table::Table;
use crate::error::{Error, Mismatch, Result};
use crate::game::{Game, Key, Move, Outcome};
use crate::graph::{Merging, mirror};

/// The part of a [`Rule`] that decides which positions share a box and which moves share a colour.
///
/// Two rules with the same layout can read and continue each other's tables.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Layout {
    /// Which images of a position share one box.
    pub symmetry: Merging,
    /// Whether moves that mirror one another in their position keep beads of their own.
    pub duplicates: Duplicates,
    /// Which positions get a box.
    pub boxes: Boxes,
}

impl From<&Rule> for Layout {
    fn from(rule: &Rule) -> Self {
        Self {
            symmetry: rule.symmetry,
            duplicates: rule.duplicates,
            boxes: rule.boxes,
        }
    }
}

/// A position as it is found among the boxes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Placed {
    /// The key of the box.
    pub key: Key,
    /// The moves of the position for each colour of the box, in the order of the colours. Each of
    /// the moves of one colour is played with the same chance once that colour is drawn.
    pub colours: Vec<Vec<Move>>,
}

impl Layout {
    /// Whether an unfinished position gets a box.
    pub fn has_box<G: Game>(self, game: &G, at: &G::Position) -> bool {
        match self.boxes {
            Boxes::Every => true,
            Boxes::Choice => game.moves(at).nth(1).is_some(),
            Boxes::Hopeful => game.moves(at).nth(1).is_some() && !doomed(game, at),
        }
    }

    /// The key of the box of a position and what each colour means there.
    ///
    /// # Panics
    ///
    /// If the symmetries of the game break their contract.
    pub fn place<G: Game>(self, game: &G, at: &G::Position) -> Placed {
        let form = mirror::canonical(game, at, self.symmetry);
        let canonical = self.colours(game, &form.position);
        let mut colours = vec![Vec::new(); canonical.len()];
        for m in game.moves(at) {
            let turned = game.turn_move(m, form.by);
            let colour = canonical.iter().position(|class| class.contains(&turned));
            colours[colour.expect("a symmetry carries legal moves to legal moves")].push(m);
        }
        Placed {
            key: form.key,
            colours,
        }
    }

    /// Checks that every box of a table has a position of the game in its canonical form, with the
    /// right side to move, as many colours as there are moves to tell apart and no more beads than
    /// a box can hold.
    ///
    /// # Errors
    ///
    /// [`Error::Mismatch`] that names the first box that does not belong.
    pub fn check<G: Game>(self, game: &G, table: &Table) -> Result<()> {
        for (key, matchbox) in table.sorted() {
            let fits = game.position(key).is_some_and(|at| {
                game.outcome(&at).is_none()
                    && game.side(&at) == table.side()
                    && self.has_box(game, &at)
                    && mirror::canonical(game, &at, self.symmetry).key == key
                    && self.colours(game, &at).len() == matchbox.beads.len()
            });
            if !fits {
                return Err(Error::Mismatch(Mismatch::Matchbox {
                    key: key.0,
                    reason: format!(
                        "with {} colours does not belong to {} under this rule",
                        matchbox.beads.len(),
                        game.name()
                    ),
                }));
            }
            let beads = matchbox.beads.iter().copied().fold(0, u64::saturating_add);
            if beads > MOST_BEADS {
                return Err(Error::Mismatch(Mismatch::Matchbox {
                    key: key.0,
                    reason: format!("holds more than {MOST_BEADS} beads"),
                }));
            }
        }
        Ok(())
    }

    /// The classes of moves that have one colour each, in a position in canonical form.
    fn colours<G: Game>(self, game: &G, at: &G::Position) -> Vec<Vec<Move>> {
        match self.duplicates {
            Duplicates::Keep => game.moves(at).map(|m| vec![m]).collect(),
            Duplicates::Merge => mirror::classes(game, at, self.symmetry),
        }
    }
}

/// Whether the opponent wins at his next move whatever is played.
fn doomed<G: Game>(game: &G, at: &G::Position) -> bool {
    let opponent = game.side(at).other();
    let lost = Some(Outcome::Win(opponent));
    game.moves(at).all(|m| {
        let after = game.play(at, m);
        game.outcome(&after) == lost
            || game
                .moves(&after)
                .any(|reply| game.outcome(&game.play(&after, reply)) == lost)
    })
}
