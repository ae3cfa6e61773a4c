//! How positions are assigned to matchboxes: whether a position gets a box, under which key, which colour of
//! bead stands for which move, and what an empty box plays.

use super::learners::Learners;
use super::packed::{HashedKey, PackedBoxes};
use super::rule::{Boxes, Duplicates, Empty, Rule};
use crate::dice::Dice;
use crate::game::{Game, Key, Move, Outcome, Side, Symmetry};
use crate::graph::Merging;
use crate::graph::mirror::{self, Canonical};

/// The part of a [`Rule`] that is needed to play by a table: which positions share a box, which moves share a
/// colour, and what an empty box plays.
///
/// Two rules whose layouts are [alike](Layout::is_like) can read and continue each other's tables.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Layout {
    /// Which images of a position share one box.
    pub symmetry: Merging,
    /// Whether moves that are mirror images of each other have their own beads.
    pub duplicates: Duplicates,
    /// Which positions get a box.
    pub boxes: Boxes,
    /// Whether a position has the same box for either side to move, in an impartial game.
    pub shared: bool,
    /// What an empty box plays.
    pub empty: AtEmpty,
}

/// What a player by a table does at an empty box, as far as it depends on nothing but the table.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum AtEmpty {
    /// It resigns. So does the table of a rule that refills a box only when its learner draws from it.
    #[default]
    Resign,
    /// It plays any legal move, each with the same chance.
    AnyMove,
    /// It plays a move of any colour, each with the same chance: a learner would put in a bead of that colour.
    AnyColour,
}

impl From<Empty> for AtEmpty {
    fn from(empty: Empty) -> Self {
        match empty {
            Empty::AnyMove => Self::AnyMove,
            Empty::OneBead => Self::AnyColour,
            _ => Self::Resign,
        }
    }
}

impl From<&Rule> for Layout {
    fn from(rule: &Rule) -> Self {
        Self {
            symmetry: rule.symmetry,
            duplicates: rule.duplicates,
            boxes: rule.boxes,
            shared: rule.learner == Some(Learners::Shared),
            empty: rule.empty.into(),
        }
    }
}

/// The box of a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Placed {
    /// The key of the box.
    pub key: Key,
    /// The moves of the position for each colour of the box, in the order of the colours. When a colour is
    /// drawn, each of its moves is played with the same chance.
    pub colours: Vec<Vec<Move>>,
}

/// The colours of a position, like [`Placed`], in vectors that are reused from position to position.
#[derive(Clone, Debug, Default)]
pub(super) struct Palette {
    /// The moves, grouped by colour, in the order of the colours.
    pub(super) moves: Vec<Move>,
    /// Where the moves of each colour end; `None` if each colour has one move.
    ends: Option<Vec<usize>>,
    /// The moves in the canonical form, each with the same move in the position.
    turned: Vec<(Move, Move)>,
}

impl Palette {
    /// Fills it for a position, and seeks its box as soon as the key is known.
    pub(super) fn fill<G: Game>(
        &mut self,
        layout: Layout,
        game: &G,
        at: &G::Position,
        boxes: &PackedBoxes,
    ) -> HashedKey {
        self.moves.clear();
        self.ends = None;
        if layout.duplicates == Duplicates::Merge {
            let Placed { key, colours } = layout.place(game, at);
            let sought = boxes.seek(key);
            let ends = colours.into_iter().map(|colour| {
                self.moves.extend(colour);
                self.moves.len()
            });
            self.ends = Some(ends.collect());
            return sought;
        }
        let (key, by) = if layout.symmetry == Merging::None && !layout.shared {
            (game.key(at), Symmetry::IDENTITY)
        } else {
            let form = layout.canonical(game, at);
            (form.key, form.by)
        };
        let sought = boxes.seek(key);
        if by == Symmetry::IDENTITY {
            game.moves(at).for_each(|m| self.moves.push(m));
            return sought;
        }
        // Colours are in the order of the moves of the canonical form.
        self.turned.clear();
        let turned = game.moves(at).map(|m| (game.turn_move(m, by), m));
        self.turned.extend(turned);
        self.turned.sort_unstable();
        self.moves.extend(self.turned.iter().map(|&(_, m)| m));
        sought
    }

    pub(super) fn colours(&self) -> usize {
        self.ends.as_ref().map_or(self.moves.len(), Vec::len)
    }

    /// Chooses among all moves, which have the same chance.
    pub(super) fn any(&self, dice: &mut Dice) -> Move {
        self.moves[dice.index(self.moves.len())]
    }

    /// Chooses among the moves of a colour, which have the same chance; a single one takes no draw.
    pub(super) fn choose(&self, colour: usize, dice: &mut Dice) -> Move {
        match self.moves_of(colour) {
            [m] => *m,
            several => several[dice.index(several.len())],
        }
    }

    pub(super) fn moves_of(&self, colour: usize) -> &[Move] {
        match &self.ends {
            None => &self.moves[colour..=colour],
            Some(ends) => {
                let start = colour.checked_sub(1).map_or(0, |before| ends[before]);
                &self.moves[start..ends[colour]]
            }
        }
    }
}

impl Layout {
    /// The side under which the table of a side is kept: for a machine for both sides, the first side.
    pub const fn side_of_table(self, side: Side) -> Side {
        if self.shared { Side::First } else { side }
    }

    /// Whether the boxes of both mean the same; only what an empty one plays may differ.
    #[must_use]
    pub fn is_like(self, other: Self) -> bool {
        let empty = self.empty;
        self == Self { empty, ..other }
    }

    /// Whether an unfinished position gets a box.
    pub fn has_box<G: Game>(self, game: &G, at: &G::Position) -> bool {
        match self.boxes {
            Boxes::Every | Boxes::SecondMeeting => true,
            Boxes::Choice => game.moves(at).nth(1).is_some(),
            Boxes::Hopeful => game.moves(at).nth(1).is_some() && !doomed(game, at),
        }
    }

    /// The position that represents all positions that share a box with this one.
    pub fn canonical<G: Game>(self, game: &G, at: &G::Position) -> Canonical<G::Position> {
        let form = mirror::canonical(game, at, self.symmetry);
        let shared = self.shared.then(|| game.without_side(&form.position));
        match shared.flatten() {
            None => form,
            Some(position) => Canonical {
                position,
                key: game.key(&position),
                ..form
            },
        }
    }

    /// The key of the box of a position, and the moves of each colour.
    ///
    /// # Panics
    ///
    /// If the symmetries of the game break their contract.
    #[expect(
        clippy::manual_contains,
        reason = "`contains` is not inlined here, which costs packed learning 2 %"
    )]
    pub fn place<G: Game>(self, game: &G, at: &G::Position) -> Placed {
        let form = self.canonical(game, at);
        let canonical = self.colours(game, &form.position);
        let mut colours = vec![Vec::new(); canonical.len()];
        for m in game.moves(at) {
            let turned = game.turn_move(m, form.by);
            let has = |class: &Vec<Move>| class.iter().any(|&m| m == turned);
            let colour = canonical.iter().position(has);
            colours[colour.expect("a symmetry carries legal moves to legal moves")].push(m);
        }
        let key = form.key;
        Placed { key, colours }
    }

    /// The number of colours of the box with this key, or `None` if no box of this side that was first met after
    /// `ply` moves can have it.
    pub(super) fn colours_of<G: Game>(
        self,
        game: &G,
        side: Side,
        key: Key,
        ply: u16,
    ) -> Option<usize> {
        let at = game.position(key)?;
        let [fewest, most] = game.plies(&at);
        let is_met = if self.shared {
            // A box built by hand has the ply of its stage, the even one of two.
            (fewest.saturating_sub(1)..=most).contains(&ply)
        } else {
            // Sides alternate, so the first side moves after an even number of moves.
            (fewest..=most).contains(&ply) && usize::from(ply % 2) == side.index()
        };
        let is_own = || {
            if self.shared {
                game.without_side(&at).is_some()
            } else {
                game.side(&at) == side
            }
        };
        let belongs = is_met
            && game.outcome(&at).is_none()
            && is_own()
            && self.has_box(game, &at)
            && self.canonical(game, &at).key == key;
        belongs.then(|| match self.duplicates {
            Duplicates::Keep => game.moves(&at).count(),
            Duplicates::Merge => self.colours(game, &at).len(),
        })
    }

    /// The moves of each colour, in a position in canonical form.
    fn colours<G: Game>(self, game: &G, at: &G::Position) -> Vec<Vec<Move>> {
        match self.duplicates {
            Duplicates::Keep => game.moves(at).map(|m| vec![m]).collect(),
            Duplicates::Merge => mirror::classes(game, at, self.symmetry),
        }
    }
}

/// Whether the opponent can win with the next move after every move.
fn doomed<G: Game>(game: &G, at: &G::Position) -> bool {
    let opponent = game.side(at).other();
    let lost = Some(Outcome::Win(opponent));
    game.moves(at).all(|m| {
        let after = game.play(at, m);
        let loses = |reply| game.outcome(&game.play(&after, reply)) == lost;
        game.outcome(&after) == lost || game.moves(&after).any(loses)
    })
}
