//! The layout of a position and its moves on a label.
//!
//! A board game writes its positions row by row, which gives the board. Piles are rows of counters. For any
//! other game the position is shown as text and its moves as a list.

use crate::game::{Game, Move, Place, Sketch};

/// A position laid out in rows. With 0 columns there is no board, only the text of the position.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Board {
    /// The number of columns; `cells` fills row after row.
    pub columns: usize,
    /// What is at each place.
    pub cells: Vec<Cell>,
    /// The label of each row, where the names of moves begin with it.
    pub rows: Vec<String>,
}

/// One place of a [`Board`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Cell {
    /// A stone, as the letter written for it.
    Mark(char),
    /// A square without a stone, or a counter of a pile.
    Free,
    /// Not part of the board.
    Absent,
}

/// Where a move is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Spot {
    /// In this cell.
    Cell(usize),
    /// As an arrow from one cell to another.
    Arrow(usize, usize),
    /// Next to the board, by its name.
    Listed,
}

impl Board {
    /// The board of a position.
    pub fn new<G: Game>(game: &G, at: &G::Position) -> Self {
        let sketch = game.sketch(at);
        of_rows(&game.write_position(at))
            .or_else(|| of_piles(&sketch, |m| game.write_move(m)))
            .unwrap_or_default()
    }

    /// Where a legal move of the position is shown.
    pub fn spot<G: Game>(&self, game: &G, at: &G::Position, m: Move) -> Spot {
        let sketch = game.sketch(at);
        let alike = sketch.columns == self.columns && sketch.places.len() == self.cells.len();
        let place = sketch.places.iter().position(|p| *p == Place::Move(m));
        match place {
            Some(cell) if alike => Spot::Cell(cell),
            _ => self.arrow(&game.write_move(m)).unwrap_or(Spot::Listed),
        }
    }

    /// The number of rows.
    pub fn height(&self) -> usize {
        self.cells.len().checked_div(self.columns).unwrap_or(0)
    }

    /// Whether the rows are piles.
    pub fn is_piles(&self) -> bool {
        !self.rows.is_empty()
    }

    /// Whether there is one pile and nothing else.
    pub fn is_one_pile(&self) -> bool {
        self.rows.len() == 1
    }

    /// The arrow for a name such as `b3-b2`.
    fn arrow(&self, name: &str) -> Option<Spot> {
        let (from, to) = name.split_once('-')?;
        Some(Spot::Arrow(self.cell(from)?, self.cell(to)?))
    }

    /// The cell named by its column and row, such as `b3`.
    fn cell(&self, name: &str) -> Option<usize> {
        let letter = name.chars().next()?;
        let column = ('a'..='z').position(|c| c == letter)?;
        let row: usize = name[1..].parse().ok()?;
        let known = column < self.columns && (1..=self.height()).contains(&row);
        known.then(|| (row - 1) * self.columns + column)
    }
}

/// The board of a position written row by row, such as `X../.O./... X`.
fn of_rows(text: &str) -> Option<Board> {
    let rows: Vec<&str> = text.split(' ').next()?.split('/').collect();
    let columns = rows[0].len();
    let is_complete = rows.len() > 1 && rows.iter().all(|row| row.len() == columns);
    let letters = rows.iter().flat_map(|row| row.chars());
    if !is_complete || !letters.clone().all(|c| "XO.".contains(c)) {
        return None;
    }
    let cell = |c| if c == '.' { Cell::Free } else { Cell::Mark(c) };
    Some(Board {
        columns,
        cells: letters.map(cell).collect(),
        rows: Vec::new(),
    })
}

/// The board of a game with piles: a row of counters for each; the move in the second place takes two.
fn of_piles(sketch: &Sketch, name: impl Fn(Move) -> String) -> Option<Board> {
    let columns = sketch.columns.max(1);
    let mut rows = Vec::new();
    for row in sketch.places.chunks(columns) {
        let mut letter = None;
        for (place, number) in row.iter().zip(1_usize..) {
            let Place::Move(m) = place else { continue };
            let name = name(*m);
            let pile = name.strip_suffix(&number.to_string())?;
            if pile.len() != 1 || letter.get_or_insert_with(|| pile.to_owned()) != pile {
                return None;
            }
        }
        rows.push(letter?);
    }
    let cell = |place: &Place| match place {
        Place::Move(_) | Place::Mark(_) => Cell::Free,
        Place::Empty => Cell::Absent,
    };
    Some(Board {
        columns,
        cells: sketch.places.iter().map(cell).collect(),
        rows,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::parse;

    /// The board of a position and the spots of its moves.
    fn board_and_spots(game: &str, text: &str) -> (Board, Vec<Spot>) {
        let game = parse(game).unwrap();
        let at = game.read_position(text).unwrap();
        let board = Board::new(&game, &at);
        let spots = game.moves(&at).map(|m| board.spot(&game, &at, m)).collect();
        (board, spots)
    }

    #[test]
    fn moves_are_where_they_are_made() {
        let (board, spots) = board_and_spots("tic-tac-toe", "XO./.../...");
        assert_eq!((board.columns, board.height()), (3, 3));
        assert_eq!(board.cells[1], Cell::Mark('O'));
        assert_eq!(spots, (2..9).map(Spot::Cell).collect::<Vec<_>>());
        let (_, spots) = board_and_spots("connect-four:4x4", "..../..../..../X...");
        assert_eq!(spots, [8, 13, 14, 15].map(Spot::Cell));
        let (board, spots) = board_and_spots("hexapawn", "OOO/X../.XX O");
        assert_eq!(board.columns, 3);
        assert!(spots.contains(&Spot::Arrow(1, 3)) && spots.contains(&Spot::Arrow(2, 5)));
    }

    #[test]
    fn piles_are_rows_and_other_games_are_text() {
        let (board, spots) = board_and_spots("nim:3,4,5", "0 2 1 first");
        assert_eq!(board.rows, ["b", "c"]);
        assert_eq!(board.cells[3], Cell::Absent);
        assert_eq!(spots, [0, 1, 2].map(Spot::Cell));
        // Counters past the limit are there, without a move.
        let (board, spots) = board_and_spots("nim:8:take=3", "7 second");
        assert_eq!(board.cells, vec![Cell::Free; 7]);
        assert_eq!(spots, [0, 1, 2].map(Spot::Cell));
        let (board, spots) = board_and_spots("split-nim:7", "7 first");
        assert_eq!((board.columns, board.height()), (0, 0));
        assert!(spots.iter().all(|spot| *spot == Spot::Listed));
    }
}
