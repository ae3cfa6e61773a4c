//! The layout of a position and its moves on a label.
//!
//! The game says what its positions look like, as a [`Sketch`]: a board of several rows, or piles, which are rows of
//! counters. For any other game the position is shown as text and its moves as a list.

use crate::game::{Game, Move, Place, Rows, Sketch};

/// A position laid out in rows. With 0 columns there is no board, only the text of the position.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct KitBoard {
    /// The number of columns; `cells` fills row after row.
    pub columns: usize,
    /// What is at each place.
    pub cells: Vec<BoardCell>,
    /// The label of each row, where the names of moves begin with it.
    pub rows: Vec<String>,
}

/// One place of a [`KitBoard`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum BoardCell {
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

impl KitBoard {
    /// The board of a position.
    pub fn new<G: Game>(game: &G, at: &G::Position) -> Self {
        let sketch = game.sketch(at);
        if !is_board(&sketch) {
            return Self::default();
        }
        let (rows, is_piles) = match sketch.rows {
            Rows::Piles(letters) => (letters, true),
            Rows::Squares | Rows::Moves => (Vec::new(), false),
        };
        Self {
            columns: sketch.columns.max(1),
            cells: sketch
                .places
                .iter()
                .map(|place| match place {
                    Place::Mark(mark) if !is_piles => {
                        mark.chars().next().map_or(BoardCell::Free, BoardCell::Mark)
                    }
                    Place::Empty if is_piles => BoardCell::Absent,
                    Place::Gap => BoardCell::Absent,
                    _ => BoardCell::Free,
                })
                .collect(),
            rows,
        }
    }

    /// Where a legal move of the position is shown.
    pub fn spot<G: Game>(game: &G, at: &G::Position, m: Move) -> Spot {
        let sketch = game.sketch(at);
        if !is_board(&sketch) {
            return Spot::Listed;
        }
        let place = sketch.places.iter().position(|p| *p == Place::Move(m));
        let step = || sketch.steps.iter().find(|(step, _)| *step == m);
        match place {
            Some(cell) => Spot::Cell(cell),
            None => step().map_or(Spot::Listed, |&(_, [from, to])| Spot::Arrow(from, to)),
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
}

/// Whether a sketch is one of piles or of a board; one of a single row is read as well as text.
fn is_board(sketch: &Sketch) -> bool {
    match sketch.rows {
        Rows::Moves => false,
        Rows::Squares => sketch.places.len() > sketch.columns,
        Rows::Piles(_) => true,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::parse;

    /// The board of a position and the spots of its moves.
    fn board_and_spots(game: &str, text: &str) -> (KitBoard, Vec<Spot>) {
        let game = parse(game).unwrap();
        let at = game.read_position(text).unwrap();
        let board = KitBoard::new(&game, &at);
        let spots = game
            .moves(&at)
            .map(|m| KitBoard::spot(&game, &at, m))
            .collect();
        (board, spots)
    }

    #[test]
    fn moves_are_where_they_are_made() {
        let (board, spots) = board_and_spots("tic-tac-toe", "XO./.../...");
        assert_eq!((board.columns, board.height()), (3, 3));
        assert_eq!(board.cells[1], BoardCell::Mark('O'));
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
        assert_eq!(board.cells[3], BoardCell::Absent);
        assert_eq!(spots, [0, 1, 2].map(Spot::Cell));
        // Counters past the limit are there, without a move.
        let (board, spots) = board_and_spots("nim:8:take=3", "7 second");
        assert_eq!(board.cells, vec![BoardCell::Free; 7]);
        assert_eq!(spots, [0, 1, 2].map(Spot::Cell));
        let (board, spots) = board_and_spots("split-nim:7", "7 first");
        assert_eq!((board.columns, board.height()), (0, 0));
        assert!(spots.iter().all(|spot| *spot == Spot::Listed));
    }
}
