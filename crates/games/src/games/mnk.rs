//! The m,n,k games: the first side with `k` cells in a line on a board of `m` columns and `n` rows
//! wins; a full board is a draw. Tic-tac-toe is 3,3,3.
//!
//! In the variants whoever completes a line loses (misere), either mark can be put down in a move (wild), or only
//! crosses, and whoever completes a line loses (notakto: Plambeck and Whitehead, 2013).

use super::board::{self, BoardSize};
use super::words::{find_move, no_position, number};
use crate::error::{Error, Result};
use crate::game::{
    Extent, Game, Key, Move, Nature, Outcome, Pieces, Place, Side, Sketch, Symmetry,
};

/// Which marks are put down, and whether the side that completes a line wins or loses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LineVariant {
    /// Each side puts down its own marks, and a line wins.
    Own,
    /// Each side puts down its own marks, and a line loses.
    Misere,
    /// Each move puts down a cross or a ring, and a line of either wins.
    Wild,
    /// Each move puts down a cross or a ring, and a line of either loses.
    WildMisere,
    /// Each move puts down a cross, and a line loses.
    Notakto,
}

impl LineVariant {
    const ALL: [Self; 5] = [
        Self::Own,
        Self::Misere,
        Self::Wild,
        Self::WildMisere,
        Self::Notakto,
    ];

    /// What it adds to the name of a game.
    const fn suffix(self) -> &'static str {
        match self {
            Self::Own => "",
            Self::Misere => ":misere",
            Self::Wild => ":wild",
            Self::WildMisere => ":wild:misere",
            Self::Notakto => ":notakto",
        }
    }

    /// Whether each move puts down either mark.
    pub const fn is_wild(self) -> bool {
        matches!(self, Self::Wild | Self::WildMisere)
    }

    /// Whether the marks belong to the sides.
    pub const fn is_by_side(self) -> bool {
        matches!(self, Self::Own | Self::Misere)
    }

    /// The side to move on a board with these cells taken, or why play cannot lead to it.
    fn side_to_move(self, taken: [u64; 2]) -> Result<Side, &'static str> {
        if self.is_by_side() {
            return board::side_to_move(taken);
        }
        if taken[0] & taken[1] != 0 {
            return Err("both marks are on the same cell");
        }
        if self == Self::Notakto && taken[1] != 0 {
            return Err("all marks are X");
        }
        Ok(Side::after(taken.map(u64::count_ones).iter().sum()))
    }
}

/// The rules for a given board and line length; a move's number is its cell, row by row from the top left. In
/// wild games the moves that put down a ring follow the moves that put down a cross.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Mnk {
    board: BoardSize,
    length: u8,
    marking: LineVariant,
}

/// The cells with each mark, the side to move and whether the other side has completed a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Position {
    taken: [u64; 2],
    side: Side,
    has_line: bool,
}

impl Position {
    /// The cells with the mark of `side`, a cross for the first, as a set of the [`BoardSize`].
    pub const fn cells(&self, side: Side) -> u64 {
        self.taken[side.index()]
    }
}

impl Mnk {
    /// The game of `length` in a line on a board of `columns` x `rows`.
    ///
    /// # Errors
    ///
    /// [`Error::Parameter`] unless there are 1 to 26 columns, at least one row and at most 64 cells, and a line fits on
    /// the board.
    pub fn new(columns: u8, rows: u8, length: u8) -> Result<Self> {
        let is_line = (1..=columns.max(rows)).contains(&length);
        if !is_line || !BoardSize::fits(columns, rows) {
            let name = format!("mnk:{columns},{rows},{length}");
            return Err(Self::invalid_name(&name));
        }
        Ok(Self {
            board: BoardSize::new(columns, rows),
            length,
            marking: LineVariant::Own,
        })
    }

    /// The same board with other marks.
    #[must_use]
    pub const fn marked(self, marking: LineVariant) -> Self {
        Self { marking, ..self }
    }

    /// Whose marks are put down, and what a complete line means.
    pub const fn marking(&self) -> LineVariant {
        self.marking
    }

    /// Whether it has the board and the lines of tic-tac-toe.
    pub const fn is_three_by_three(&self) -> bool {
        matches!(
            (self.board.columns, self.board.rows, self.length),
            (3, 3, 3)
        )
    }

    /// The board.
    pub const fn board(&self) -> BoardSize {
        self.board
    }

    /// The number of cells in a line that wins.
    pub const fn length(&self) -> u8 {
        self.length
    }

    pub(super) fn parse(name: &str, parameters: Option<&str>) -> Result<Self> {
        let invalid_name = || Self::invalid_name(name);
        let parameters = parameters.ok_or_else(invalid_name)?;
        let (size, _) = parameters.split_once(':').unwrap_or((parameters, ""));
        let numbers: Option<Vec<u8>> = size.split(',').map(number).collect();
        match (numbers.as_deref(), read_marking(&parameters[size.len()..])) {
            (Some(&[columns, rows, length]), Some(marking)) => {
                let game = Self::new(columns, rows, length).map_err(|_| invalid_name())?;
                Ok(game.marked(marking))
            }
            _ => Err(invalid_name()),
        }
    }

    /// The variants of tic-tac-toe.
    pub(super) fn parse_three_by_three(name: &str, parameters: &str) -> Result<Self> {
        let marking = read_marking(&format!(":{parameters}")).ok_or_else(|| {
            let reason = "write tic-tac-toe, or tic-tac-toe:misere, tic-tac-toe:wild, tic-tac-toe:wild:misere or \
                          tic-tac-toe:notakto";
            Error::parameter(name, reason)
        })?;
        Ok(Self::new(3, 3, 3)?.marked(marking))
    }

    fn invalid_name(name: &str) -> Error {
        let reason = format!(
            "write columns, rows and the length of a line that fits there, with at most {} columns and \
             {} cells in all, such as mnk:4,4,3, and behind them :misere, :wild, :wild:misere or :notakto for a variant",
            board::MOST_COLUMNS,
            board::MOST_CELLS
        );
        Error::parameter(name, reason)
    }

    #[inline]
    const fn free(self, at: &Position) -> u64 {
        self.board.all & !(at.taken[0] | at.taken[1])
    }

    /// The position with these cells taken, or why play cannot lead to it.
    fn checked(self, taken: [u64; 2]) -> Result<Position, &'static str> {
        let side = self.marking.side_to_move(taken)?;
        let has_line = |set| self.board.has_line(set, self.length);
        let is_open = |taken: [u64; 2]| !taken.into_iter().any(has_line);
        // The last mark can be any of its kind, or of either kind.
        let could_be_last = |mark: &Side| !self.marking.is_by_side() || *mark != side;
        let was_open = |mark: Side| {
            board::bits(taken[mark.index()]).any(|bit| {
                let mut before = taken;
                before[mark.index()] &= !(1 << bit);
                is_open(before)
            })
        };
        let mut last = Side::BOTH.into_iter().filter(could_be_last);
        if !is_open(taken) && !last.any(was_open) {
            return Err("play continued after a line was completed");
        }
        Ok(Position {
            taken,
            side,
            has_line: !is_open(taken),
        })
    }

    /// The board of a sketch for the moves that put down a cross, and beside it the same for the moves with a
    /// ring.
    fn twice(self, sketch: &Sketch) -> Sketch {
        let mut places = Vec::new();
        for row in sketch.places.chunks(sketch.columns) {
            places.extend_from_slice(row);
            places.push(Place::Gap);
            places.extend(row.iter().map(|place| match place {
                Place::Move(m) => Place::Move(Move(m.0 + self.board.cells())),
                other => other.clone(),
            }));
        }
        Sketch {
            columns: 2 * sketch.columns + 1,
            places,
            ..sketch.clone()
        }
    }

    /// The cell of a move, and whose mark it puts down.
    #[inline]
    fn cell_and_mark(self, side: Side, m: Move) -> (u16, usize) {
        match self.marking {
            LineVariant::Own | LineVariant::Misere => (m.0, side.index()),
            LineVariant::Notakto => (m.0, 0),
            LineVariant::Wild | LineVariant::WildMisere => {
                let cells = self.board.cells();
                (m.0 % cells, usize::from(m.0 / cells))
            }
        }
    }
}

/// Reads what follows the size of a board in the name of a game.
fn read_marking(suffix: &str) -> Option<LineVariant> {
    let mut all = LineVariant::ALL.into_iter();
    all.find(|marking| marking.suffix() == suffix)
}

impl Game for Mnk {
    type Position = Position;
    const CHECKED: bool = true;

    fn name(&self) -> String {
        let BoardSize { columns, rows, .. } = self.board;
        let variant = self.marking.suffix();
        if self.is_three_by_three() && self.marking != LineVariant::Own {
            return format!("tic-tac-toe{variant}");
        }
        format!("mnk:{columns},{rows},{}{variant}", self.length)
    }

    fn start(&self) -> Position {
        Position {
            taken: [0, 0],
            side: Side::First,
            has_line: false,
        }
    }

    #[inline]
    fn side(&self, at: &Position) -> Side {
        at.side
    }

    #[inline]
    fn outcome(&self, at: &Position) -> Option<Outcome> {
        if at.has_line {
            let is_won = matches!(self.marking, LineVariant::Own | LineVariant::Wild);
            Some(Outcome::Win(if is_won { at.side.other() } else { at.side }))
        } else {
            (self.free(at) == 0).then_some(Outcome::Draw)
        }
    }

    #[inline]
    fn moves(&self, at: &Position) -> impl Iterator<Item = Move> {
        let open = if at.has_line { 0 } else { self.free(at) };
        let board = self.board;
        let mut again = if self.marking.is_wild() { open } else { 0 };
        let (mut rest, mut first) = (open, 0);
        // Not a chain, which would test at every move in which of its parts it is.
        std::iter::from_fn(move || {
            if rest == 0 {
                (rest, first) = (std::mem::take(&mut again), board.cells());
                if rest == 0 {
                    return None;
                }
            }
            let bit = rest.trailing_zeros();
            rest &= rest - 1;
            Some(Move(first + board.cell(bit)))
        })
    }

    #[inline]
    fn play(&self, at: &Position, m: Move) -> Position {
        let (cell, mark) = self.cell_and_mark(at.side, m);
        let cell = 1 << self.board.bit(cell);
        debug_assert!(self.free(at) & cell != 0, "cell {} is taken", m.0);
        let marked = at.taken[mark] | cell;
        // Built anew: after a write to only a part of a copy, reading the whole position would have to wait.
        Position {
            taken: if mark == 0 {
                [marked, at.taken[1]]
            } else {
                [at.taken[0], marked]
            },
            side: at.side.other(),
            has_line: self.board.has_line(marked, self.length),
        }
    }

    fn move_count(&self) -> u16 {
        let kinds = if self.marking.is_wild() { 2 } else { 1 };
        kinds * self.board.cells()
    }

    fn plies(&self, at: &Position) -> [u16; 2] {
        [board::count(at.taken[0] | at.taken[1]); 2]
    }

    #[inline]
    fn key(&self, at: &Position) -> Key {
        Key(self.board.join(at.taken))
    }

    fn position(&self, key: Key) -> Option<Position> {
        self.checked(self.board.split(key.0)?).ok()
    }

    /// Until there are enough marks for a line, the marks can be on any cells, so the positions are
    /// counted by a formula. With lines of three some boards were counted: their positions are also positions of any
    /// larger board, of one with longer lines, and of wild games.
    fn at_least(&self) -> Extent {
        const COUNTED: [([u8; 2], [u128; 2]); 2] = [
            ([4, 4], [6_036_001, 23_453_344]),
            ([3, 5], [2_286_668, 8_813_673]),
        ];
        let cells = u128::from(self.board.columns) * u128::from(self.board.rows);
        let length = u128::from(self.length);
        let mut least = Extent::default();
        let mut layouts: u128 = 1;
        let kinds = if self.marking.is_wild() { 2 } else { 1 };
        // The number of marks at which there may be the first line.
        let marks_of_line = if self.marking.is_by_side() {
            2 * length - 1
        } else {
            length
        };
        for marks in 0..=marks_of_line.min(cells) {
            least.positions = least.positions.saturating_add(layouts);
            if marks < marks_of_line {
                let moves = layouts.saturating_mul(kinds * (cells - marks));
                least.moves = least.moves.saturating_add(moves);
            }
            // One more mark of the side to move; any of its marks, or any at all, may have been the last.
            let last = if self.marking.is_by_side() {
                marks / 2 + 1
            } else {
                marks + 1
            };
            layouts = layouts.saturating_mul(kinds * (cells - marks)) / last;
        }
        let (columns, rows) = (self.board.columns, self.board.rows);
        let size = [columns.min(rows), columns.max(rows)];
        let is_counted = self.marking != LineVariant::Notakto && length >= 3;
        let within = |[short, long]: [u8; 2]| is_counted && short <= size[0] && long <= size[1];
        if let Some((_, [positions, moves])) = COUNTED.into_iter().find(|(size, _)| within(*size)) {
            least.positions = least.positions.max(positions);
            least.moves = least.moves.max(moves);
        }
        least
    }

    fn symmetries(&self) -> u16 {
        self.board.symmetries()
    }

    fn rotations(&self) -> u16 {
        self.board.rotations()
    }

    fn turn(&self, at: &Position, by: Symmetry) -> Position {
        Position {
            taken: [
                self.board.turn(at.taken[0], by),
                self.board.turn(at.taken[1], by),
            ],
            ..*at
        }
    }

    fn turn_move(&self, m: Move, by: Symmetry) -> Move {
        let first = m.0 - m.0 % self.board.cells();
        Move(first + self.board.turn_cell(m.0 - first, by))
    }

    /// Every move adds a mark, so the marks show which side is to move.
    fn without_side(&self, at: &Position) -> Option<Position> {
        (!self.marking.is_by_side()).then_some(*at)
    }

    fn nature(&self) -> Nature {
        // Two of four squares that form a block touch each other.
        let has_block = self.board.columns > 1 && self.board.rows > 1;
        let is_by_side = self.marking.is_by_side();
        Nature {
            // Crosses alone complete a line before the board is full.
            is_always_won: self.marking == LineVariant::Notakto
                || self.length == 1
                || self.length == 2 && has_block,
            is_impartial: self.marking == LineVariant::Notakto,
            pieces: if is_by_side {
                Pieces::Marks
            } else {
                Pieces::None
            },
            ..Nature::default()
        }
    }

    /// The cell, in wild games behind the mark that is put down there, such as `Xb2`.
    fn write_move(&self, m: Move) -> String {
        let cells = self.board.cells();
        let cell = self.board.write_cell(self.board.bit(m.0 % cells));
        if !self.marking.is_wild() {
            return cell;
        }
        let mark = board::mark(Side::BOTH[usize::from(m.0 >= cells)]);
        format!("{mark}{cell}")
    }

    fn read_move(&self, text: &str) -> Result<Move> {
        if !self.marking.is_wild() {
            return self.board.read_move(self, text, "");
        }
        find_move(self, text, || {
            let cells = self.board.about_cells();
            format!("write the mark X or O and its cell, such as Xa1: {cells}")
        })
    }

    fn write_position(&self, at: &Position) -> String {
        self.board.write(at.taken)
    }

    fn read_position(&self, text: &str) -> Result<Position> {
        self.checked(self.board.read_rows(self, text)?)
            .map_err(|reason| no_position(self, text, reason))
    }

    /// In wild games the board is there twice: for the moves that put down a cross, and for the moves that
    /// put down a ring.
    fn sketch(&self, at: &Position) -> Sketch {
        let sketch = self.board.sketch(at.taken, |bit| self.board.own_place(bit));
        if self.marking.is_wild() {
            return self.twice(&sketch);
        }
        sketch
    }
}
