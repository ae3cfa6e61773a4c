//! Connect four and the m,n,k games on boards of all shapes, compared with a grid of cells that is looked at one by one.

use std::iter;

use matchboxes::dice::{Dice, Purpose};
use matchboxes::game::{Game, Move, Outcome, Side};
use matchboxes::games::{AnyGame, parse};

/// A board, with the side that has each cell.
#[derive(Clone)]
struct Grid {
    cells: Vec<Vec<Option<Side>>>,
    /// The length of a line that wins.
    length: usize,
    /// Whether stones fall, so that a move is a column.
    falls: bool,
    moves: usize,
    outcome: Option<Outcome>,
}

impl Grid {
    fn new(columns: usize, rows: usize, length: usize, falls: bool) -> Self {
        Self {
            cells: vec![vec![None; columns]; rows],
            length,
            falls,
            moves: 0,
            outcome: None,
        }
    }

    fn columns(&self) -> usize {
        self.cells[0].len()
    }

    /// The moves by their numbers, each with its row and column.
    fn legal(&self) -> Vec<(usize, [usize; 2])> {
        if self.outcome.is_some() {
            return Vec::new();
        }
        let (columns, rows) = (self.columns(), self.cells.len());
        let is_free = |&[row, column]: &[usize; 2]| self.cells[row][column].is_none();
        if self.falls {
            let lowest = |column| (0..rows).rev().map(|row| [row, column]).find(is_free);
            let drop = |column| Some((column, lowest(column)?));
            return (0..columns).filter_map(drop).collect();
        }
        let cells = (0..rows * columns).map(|cell| (cell, [cell / columns, cell % columns]));
        cells.filter(|(_, place)| is_free(place)).collect()
    }

    fn play(&self, [row, column]: [usize; 2]) -> Self {
        let mut after = self.clone();
        let side = Side::BOTH[self.moves % 2];
        after.cells[row][column] = Some(side);
        after.moves += 1;
        let length = |down: isize, across: isize| {
            let along = |sign: isize| {
                let steps = (1..).map(|n| {
                    let row = row.checked_add_signed(sign * n * down)?;
                    let column = column.checked_add_signed(sign * n * across)?;
                    *after.cells.get(row)?.get(column)?
                });
                steps.take_while(|&owner| owner == Some(side)).count()
            };
            1 + along(1) + along(-1)
        };
        let lines = [(0, 1), (1, 0), (1, 1), (1, -1)];
        let mut lengths = lines.map(|(down, across)| length(down, across)).into_iter();
        if lengths.any(|length| length >= self.length) {
            after.outcome = Some(Outcome::Win(side));
        } else if after.moves == self.cells.len() * self.columns() {
            after.outcome = Some(Outcome::Draw);
        }
        after
    }

    fn write(&self) -> String {
        let mark = |cell: &Option<Side>| match cell {
            Some(Side::First) => 'X',
            Some(Side::Second) => 'O',
            None => '.',
        };
        let rows = self.cells.iter();
        let rows: Vec<String> = rows.map(|row| row.iter().map(mark).collect()).collect();
        rows.join("/")
    }
}

fn boards() -> impl Iterator<Item = (AnyGame, Grid)> {
    let names = "connect-four:7x6 connect-four:7x9 connect-four:9x7 connect-four:8x8 connect-four:12x5 \
         connect-four:1x20 mnk:3,3,3 mnk:9,7,5 mnk:12,5,4 mnk:5,12,4 mnk:7,8,3 mnk:26,2,3";
    names.split_whitespace().map(|name| {
        let (kind, size) = name.split_once(':').expect("a size");
        let mut size = size.split(['x', ',']).map(|n| n.parse().expect("a number"));
        let mut next = || size.next();
        let (columns, rows) = (next().expect("columns"), next().expect("rows"));
        let grid = Grid::new(columns, rows, next().unwrap_or(4), kind != "mnk");
        (parse(name).expect("a game"), grid)
    })
}

#[test]
fn random_games_are_those_of_a_grid() {
    for (game, grid) in boards() {
        let mut wins = 0;
        for number in 0..200 {
            let mut dice = Dice::new(9, Purpose::Trial, number, 0);
            let (mut at, mut grid) = (game.start(), grid.clone());
            loop {
                let text = game.write_position(&at);
                assert_eq!(text, grid.write(), "{}", game.name());
                assert_eq!(game.outcome(&at), grid.outcome, "{} {text}", game.name());
                let legal = grid.legal();
                let moves = game.moves(&at).map(|m| usize::from(m.0));
                let are_same = moves.eq(legal.iter().map(|&(m, _)| m));
                assert!(are_same, "{} {text}", game.name());
                if legal.is_empty() {
                    break;
                }
                let (m, place) = legal[dice.index(legal.len())];
                let m = Move(u16::try_from(m).expect("few moves"));
                assert_eq!(game.read_move(&game.write_move(m)).ok(), Some(m));
                at = game.play(&at, m);
                grid = grid.play(place);
            }
            wins += u32::from(grid.outcome != Some(Outcome::Draw));
        }
        assert!(wins > 50 || grid.columns() == 1, "{}: {wins}", game.name());
    }
}

/// Columns are letters up to z, and a size that does not fit is refused with the limit.
#[test]
fn columns_are_letters_and_the_limit_is_said() {
    let game = parse("connect-four:9x7").expect("a game");
    let start = game.start();
    let letters = game.moves(&start).map(|m| game.write_move(m));
    assert_eq!(letters.collect::<String>(), "abcdefghi");
    let game = parse("mnk:12,5,4").expect("a game");
    let last = Move(game.move_count() - 1);
    assert_eq!(game.write_move(last), "l5");
    let game = parse("mnk:1,64,3").expect("a game");
    assert_eq!(game.write_move(Move(63)), "a64");
    let large = "connect-four:9x8 connect-four:27x1 connect-four:1x65 mnk:27,2,3 mnk:13,5,4";
    for name in large.split(' ') {
        let error = parse(name).expect_err("too large").to_string();
        let limit = "at most 26 columns and 64 cells in all";
        assert!(error.contains(limit), "{error}");
    }
    let sizes = iter::successors(Some(1_u8), |n| n.checked_add(1));
    let all = sizes
        .clone()
        .flat_map(|c| sizes.clone().map(move |r| (c, r)));
    for (columns, rows) in all {
        let fits = columns <= 26 && u32::from(columns) * u32::from(rows) <= 64;
        let name = format!("mnk:{columns},{rows},1");
        assert_eq!(parse(&name).is_ok(), fits, "{name}");
    }
}
