//! The types that all other modules share: what a game is, its sides, outcomes, moves and keys.
//!
//! A [`Game`] is a value holding the parameters of its rules (heap sizes, board width); a position
//! is a small copyable value that only the rules interpret. [`Move`] and [`Key`] are plain numbers, so
//! tables, files, histories and pictures do not depend on the game they belong to.

use std::fmt::Debug;
use std::hash::Hash;
use std::ops::AddAssign;

use serde::{Deserialize, Serialize};

use crate::error::{Error, Result};

/// One of the two sides; they move in strict alternation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Side {
    /// The side that moves in the starting position.
    First,
    /// The side that answers.
    Second,
}

impl Side {
    /// Both sides in the order in which they move.
    pub const BOTH: [Self; 2] = [Self::First, Self::Second];

    /// The opponent.
    #[must_use]
    pub const fn other(self) -> Self {
        match self {
            Self::First => Self::Second,
            Self::Second => Self::First,
        }
    }

    /// The side to move after this many moves.
    #[inline]
    pub const fn after(plies: u32) -> Self {
        Self::BOTH[(plies % 2) as usize]
    }

    /// What belongs to this side and to the other, in the order of the sides.
    pub fn ordered<T>(self, [own, other]: [T; 2]) -> [T; 2] {
        match self {
            Self::First => [own, other],
            Self::Second => [other, own],
        }
    }

    /// 0 for first, 1 for second: an index into pairs such as `[T; 2]`.
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The lower-case word used in files, on the command line and in JSON.
    pub const fn name(self) -> &'static str {
        match self {
            Self::First => "first",
            Self::Second => "second",
        }
    }

    /// The side of this name.
    pub fn named(name: &str) -> Option<Self> {
        Self::BOTH.into_iter().find(|side| side.name() == name)
    }
}

/// How a game ended, independent of any side.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Outcome {
    /// This side won.
    Win(Side),
    /// Neither side won.
    Draw,
}

impl Outcome {
    /// The result seen from `side`.
    #[inline]
    pub fn verdict(self, side: Side) -> Verdict {
        match self {
            Self::Draw => Verdict::Draw,
            Self::Win(winner) if winner == side => Verdict::Win,
            Self::Win(_) => Verdict::Loss,
        }
    }

    /// The same with the sides exchanged.
    #[must_use]
    pub const fn turned(self) -> Self {
        match self {
            Self::Draw => Self::Draw,
            Self::Win(side) => Self::Win(side.other()),
        }
    }
}

/// One value for each of the three results of a game: counts, chances or fractions.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Results<T> {
    /// For wins of the first side.
    pub first_wins: T,
    /// For draws.
    pub draws: T,
    /// For wins of the second side.
    pub second_wins: T,
}

impl<T> Results<T> {
    /// The value for this outcome.
    pub const fn of_mut(&mut self, outcome: Outcome) -> &mut T {
        match outcome {
            Outcome::Win(Side::First) => &mut self.first_wins,
            Outcome::Draw => &mut self.draws,
            Outcome::Win(Side::Second) => &mut self.second_wins,
        }
    }

    /// Applies a function to each of the three values.
    pub fn map<U>(self, mut of: impl FnMut(T) -> U) -> Results<U> {
        Results {
            first_wins: of(self.first_wins),
            draws: of(self.draws),
            second_wins: of(self.second_wins),
        }
    }
}

impl<T: Copy> Results<T> {
    /// The value for wins of `side`.
    pub const fn wins(&self, side: Side) -> T {
        match side {
            Side::First => self.first_wins,
            Side::Second => self.second_wins,
        }
    }

    /// The values for wins, draws and losses of `side`.
    pub const fn seen_by(&self, side: Side) -> [T; 3] {
        [self.wins(side), self.draws, self.wins(side.other())]
    }
}

impl Results<u64> {
    /// Counts one game.
    pub const fn count(&mut self, outcome: Outcome) {
        *self.of_mut(outcome) += 1;
    }

    /// The number of games counted.
    pub const fn games(&self) -> u64 {
        self.first_wins + self.draws + self.second_wins
    }

    /// The number of games that `side` did not lose.
    pub const fn not_lost(&self, side: Side) -> u64 {
        self.games() - self.wins(side.other())
    }
}

impl Results<f64> {
    /// All of it for this outcome.
    pub fn certain(outcome: Outcome) -> Self {
        let mut chances = Self::default();
        *chances.of_mut(outcome) = 1.0;
        chances
    }

    /// The expected verdict of `side`, a win counting 1, a draw 0 and a loss -1.
    pub const fn score(&self, side: Side) -> f64 {
        self.wins(side) - self.wins(side.other())
    }
}

impl<T: AddAssign> AddAssign for Results<T> {
    fn add_assign(&mut self, other: Self) {
        self.first_wins += other.first_wins;
        self.draws += other.draws;
        self.second_wins += other.second_wins;
    }
}

/// An [`Outcome`] seen from one side; ordered from worst to best.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Verdict {
    /// The side lost.
    Loss,
    /// Neither side won.
    Draw,
    /// The side won.
    Win,
}

impl Verdict {
    /// The same result seen by the opponent.
    #[must_use]
    pub const fn reversed(self) -> Self {
        match self {
            Self::Loss => Self::Win,
            Self::Draw => Self::Draw,
            Self::Win => Self::Loss,
        }
    }

    /// The outcome, where this verdict is seen from `side`.
    pub const fn outcome_for(self, side: Side) -> Outcome {
        match self {
            Self::Loss => Outcome::Win(side.other()),
            Self::Draw => Outcome::Draw,
            Self::Win => Outcome::Win(side),
        }
    }
}

/// A move: a number below the game's [`Game::move_count`], meaningful to that game only.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Move(pub u16);

/// A position as a number: unique within a game, and the same in every version of the program.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Key(pub u128);

/// The number of one of a game's symmetries (rotations and mirror images); 0 is the identity.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Symmetry(pub u16);

impl Symmetry {
    /// The symmetry that changes nothing.
    pub const IDENTITY: Self = Self(0);
}

/// The most moves of a game: no line of play is longer. Searches go down one line at a time, so a longer one would
/// take more stack than a thread has.
pub const LONGEST: u16 = 1000;

/// The rules of a two-player game of perfect information without chance.
///
/// A position holds everything the rules need and no history, sides alternate strictly (a forced pass is a move), and
/// every line of play ends, after [`LONGEST`] moves at most. `tests/contract.rs` checks every game against the laws
/// stated at the methods below, for all positions of small games and along random lines of large ones.
///
/// Passing a move that is not legal in the position, or a number out of range, is a bug of the caller:
/// the method may panic or return a meaningless position. Input from outside is checked once, by
/// [`Game::read_move`], [`Game::read_position`] and [`Game::position`].
pub trait Game: Clone + Send + Sync + 'static {
    /// All that the rules need at one moment, side to move included.
    type Position: Copy + Eq + Hash + Debug + Send + Sync;

    /// Whether the laws are known to hold, as the tests of this library show for its own games; other rules are
    /// checked before they are learnt.
    #[doc(hidden)]
    const CHECKED: bool = false;

    /// The game's name with its parameters, such as `nim:3,4,5:misere`; [`games::parse`](crate::games::parse)
    /// reads it.
    fn name(&self) -> String;

    /// Whether these are the same rules, of which all is the same that was computed for one of them. By default
    /// rules are the same if their names are.
    fn is_same(&self, other: &Self) -> bool {
        self.name() == other.name()
    }

    /// The starting position, with the first side to move.
    fn start(&self) -> Self::Position;

    /// The side to move; in a finished position, the side that would move next.
    fn side(&self, at: &Self::Position) -> Side;

    /// The result once the game is over, `None` before.
    fn outcome(&self, at: &Self::Position) -> Option<Outcome>;

    /// The points of each side so far, the first side's first, in games that are decided by points, such
    /// as discs in Othello. `None` in all other games.
    fn points(&self, _at: &Self::Position) -> Option<[u32; 2]> {
        None
    }

    /// The legal moves in ascending order; empty if and only if there is an outcome.
    fn moves(&self, at: &Self::Position) -> impl Iterator<Item = Move>;

    /// The position after a legal move, with the other side to move.
    fn play(&self, at: &Self::Position, m: Move) -> Self::Position;

    /// One more than the largest number a move of this game can have.
    fn move_count(&self) -> u16;

    /// The position as a number: different positions have different keys, and a key never changes.
    fn key(&self, at: &Self::Position) -> Key;

    /// The position with this key, or `None` when no position has it: the checked inverse of
    /// [`Game::key`]. Where only a search could show whether play can reach a position, the result may be
    /// a position that play cannot reach; the rules work there all the same.
    fn position(&self, key: Key) -> Option<Self::Position>;

    /// The fewest and the most moves after which play can be at this position, as far as the rules show it.
    fn plies(&self, _at: &Self::Position) -> [u16; 2] {
        [0, u16::MAX]
    }

    /// The number of symmetries of the game, including the identity.
    fn symmetries(&self) -> u16 {
        1
    }

    /// How many of the symmetries are rotations, including the identity. They come first and form a group.
    fn rotations(&self) -> u16 {
        1
    }

    /// The image of the position under a symmetry; side to move and outcome stay the same.
    fn turn(&self, at: &Self::Position, _by: Symmetry) -> Self::Position {
        *at
    }

    /// The move that corresponds to `m` in the image of the position under the same symmetry.
    fn turn_move(&self, m: Move, _by: Symmetry) -> Move {
        m
    }

    /// The first symmetry that gives the image of this position with the lowest key, if the rules can find
    /// it faster than by trying all symmetries.
    fn lowest(&self, _at: &Self::Position) -> Option<Symmetry> {
        None
    }

    /// The position that represents this one for either side to move, in an impartial game: one whose moves
    /// do not depend on the side. It has the same moves. `None` in all other games.
    fn without_side(&self, _at: &Self::Position) -> Option<Self::Position> {
        None
    }

    /// Whether one machine can take both sides, because the moves do not depend on the side.
    fn is_shared(&self) -> bool {
        self.without_side(&self.start()).is_some()
    }

    /// What is known of the game without playing it. By default it may be drawn, and nothing on the board belongs to a side.
    fn nature(&self) -> Nature {
        Nature::default()
    }

    /// Whether it is certain that every line of play ends, as the law is. Where it is not, the moves of each game
    /// are counted.
    fn always_ends(&self) -> bool {
        true
    }

    /// A lower bound on the size of the game that is known without playing; 0 if a game gives none.
    fn at_least(&self) -> Extent {
        Extent::default()
    }

    /// The move as people write it, such as `b2`.
    fn write_move(&self, m: Move) -> String;

    /// Moves as people write them, separated by blanks.
    fn write_moves(&self, moves: &[Move]) -> String {
        let moves: Vec<String> = moves.iter().map(|&m| self.write_move(m)).collect();
        moves.join(" ")
    }

    /// Reads what [`Game::write_move`] writes; does not check that the move is legal in a position.
    ///
    /// # Errors
    ///
    /// [`Error::Move`] with the text when it is not a move of this game.
    fn read_move(&self, text: &str) -> Result<Move>;

    /// The position on one line, such as `X../.O./...`. No other position has the same text: where the side to move is not
    /// seen, it is named.
    fn write_position(&self, at: &Self::Position) -> String;

    /// Refuses a move that is not legal in a position; none is where the game is over.
    ///
    /// # Errors
    ///
    /// [`Error::Move`] with the move.
    fn check_move(&self, at: &Self::Position, m: Move) -> Result<()> {
        if self.outcome(at).is_none() && self.moves(at).any(|legal| legal == m) {
            return Ok(());
        }
        Err(Error::Move {
            game: self.name(),
            text: self.write_move(m),
            reason: "it is not legal in this position".to_owned(),
        })
    }

    /// Reads what [`Game::write_position`] writes.
    ///
    /// # Errors
    ///
    /// [`Error::Position`] with the text and the reason when it is not a
    /// position that play can reach.
    fn read_position(&self, text: &str) -> Result<Self::Position>;

    /// Reads a position that is made up rather than reached: any in which the rules allow play to continue,
    /// even if play from the start does not lead there, so that [`Game::position`] may not know its key. By
    /// default what [`Game::read_position`] reads.
    ///
    /// # Errors
    ///
    /// [`Error::Position`] with the text and the reason.
    fn compose(&self, text: &str) -> Result<Self::Position> {
        self.read_position(text)
    }

    /// What the position looks like: its board and where its moves are made, on the page, on labels and in pictures;
    /// by default all legal moves in one row, without a board. Each legal move has one place or is one step; a forced
    /// pass may have none.
    fn sketch(&self, at: &Self::Position) -> Sketch {
        Sketch::row(self.moves(at))
    }
}

/// What is known of a game without playing it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Nature {
    /// Whether it is certain that every line of play ends with a winner.
    pub is_always_won: bool,
    /// What belongs to the sides on the board.
    pub pieces: Pieces,
    /// Whether positions have Grundy values: the moves do not depend on the side, no line of play ends in a draw, and
    /// a side without a move that does not lose at once loses.
    pub is_impartial: bool,
    /// Whether a piece falls down its column to the lowest free square, so that a column is all that is chosen.
    pub falls: bool,
}

/// What belongs to the sides on the board. Positions and sketches write `X` for the first side and `O` for the second.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Pieces {
    /// Nothing: there are counters or marks of neither side, or no board.
    #[default]
    None,
    /// A cross and a ring: the letters themselves.
    Marks,
    /// Black and white discs; black begins, as in Othello.
    Discs,
    /// White and black pawns; white begins, as in chess.
    Pawns,
}

/// A lower bound on the size of a game; mirror images count as different positions.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Extent {
    /// The number of different positions, including the start and finished ones.
    pub positions: u128,
    /// The number of legal moves in all these positions together.
    pub moves: u128,
}

/// A position laid out in rows and columns.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Sketch {
    /// The number of columns, at least 1; `places` fills row after row.
    pub columns: usize,
    /// What is at each place.
    pub places: Vec<Place>,
    /// What the rows are.
    pub rows: Rows,
    /// The moves from one place to another, each with the places where it begins and ends.
    pub steps: Vec<(Move, [usize; 2])>,
}

/// What the rows of a [`Sketch`] are.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Rows {
    /// Groups of moves; there is no board.
    #[default]
    Moves,
    /// The squares of a board, from the top.
    Squares,
    /// Piles of counters, each with its letter. The move at the third place takes three counters, and is named by the
    /// letter and that number.
    Piles(Vec<String>),
}

impl Sketch {
    /// These moves in one row, without a board.
    pub fn row(moves: impl Iterator<Item = Move>) -> Self {
        let places: Vec<Place> = moves.map(Place::Move).collect();
        Self {
            columns: places.len().max(1),
            places,
            ..Self::default()
        }
    }

    /// The squares of a board that is written row by row, such as `X../.O./...`, with more words behind it or none;
    /// `None` if the text is not a board of several rows.
    pub fn of_rows(text: &str) -> Option<Self> {
        let rows: Vec<&str> = text.split(' ').next()?.split('/').collect();
        let columns = rows[0].len();
        let is_complete = rows.len() > 1 && rows.iter().all(|row| row.len() == columns);
        let letters = rows.iter().flat_map(|row| row.chars());
        if columns == 0 || !is_complete || !letters.clone().all(|c| "XO.".contains(c)) {
            return None;
        }
        let place = |c| match c {
            '.' => Place::Empty,
            mark => Place::Mark(String::from(mark)),
        };
        Some(Self {
            columns,
            places: letters.map(place).collect(),
            rows: Rows::Squares,
            steps: Vec::new(),
        })
    }

    /// The layout for showing something at every one of these legal moves: the sketch itself, or the moves in one row
    /// if none has a place of its own.
    #[must_use]
    pub fn for_moves(self, moves: impl Iterator<Item = Move>) -> Self {
        let mut moves = moves.peekable();
        let mut places = self.places.iter();
        if moves.peek().is_none() || places.any(|place| matches!(place, Place::Move(_))) {
            return self;
        }
        Self::row(moves)
    }

    /// Whether the sketch has several rows and its moves are named after their places: the letter of the
    /// column, then the number of the row or nothing. Moves for which `name` returns `None` are ignored.
    /// If so, labels at the columns and rows are enough; otherwise each move must be written at its place.
    pub fn has_coordinates<T: AsRef<str>>(&self, name: impl Fn(Move) -> Option<T>) -> bool {
        let mut places = self.places.iter().enumerate();
        let fits = |(number, place): (usize, &Place)| {
            let Place::Move(m) = place else { return true };
            let Some(name) = name(*m) else { return true };
            let column = ('a'..='z').nth(number % self.columns.max(1));
            let mut letters = name.as_ref().chars();
            let row = (number / self.columns.max(1) + 1).to_string();
            letters.next() == column && row.starts_with(letters.as_str())
        };
        self.places.len() > self.columns && places.all(fits)
    }
}

/// One place of a [`Sketch`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Place {
    /// A stone, as the letter that stands for it.
    Mark(String),
    /// A place for a move: a free square, or a counter that can be taken. If the move is legal now, it is shown with a
    /// weight.
    Move(Move),
    /// Nothing: a square without a piece, or a place behind the last counter of a pile.
    Empty,
    /// No place at all: the space between two boards.
    Gap,
}
