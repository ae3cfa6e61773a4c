//! The cells of boards, in each way in which they can be written one after another.

use std::iter;

use serde::{Deserialize, Serialize};

use super::super::spreadsheet::whole;
use super::forms::{mark, words};

/// How the cells of a board are written one after another.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum CellLayout {
    /// A character each, of which a blank may be one; rows may be apart.
    #[default]
    Characters,
    /// Words, as in a list of Python, or what is between commas, also nothing.
    Words,
    /// A character each, with blanks or other signs between cells or rows.
    Apart,
    /// A number in base 3 with a digit for each cell, the first cell first.
    Base3,
    /// The same with the last cell first.
    Base3Reversed,
}

impl CellLayout {
    const ALL: [Self; 5] = [
        Self::Characters,
        Self::Words,
        Self::Apart,
        Self::Base3,
        Self::Base3Reversed,
    ];

    /// The cells of a board that should have `count`; more, fewer or none if it is not written so.
    fn cells(self, board: &str, count: usize) -> Vec<String> {
        let is_apart = |c: char| ",;|/()[]{}'\"\n".contains(c);
        match self {
            Self::Characters => {
                let all = board.chars().filter(|c| !"|/\n".contains(*c));
                let is_plain = !all.clone().any(is_apart);
                all.filter(|_| is_plain).map(String::from).collect()
            }
            Self::Words => {
                let words = words(board);
                if words.len() >= count {
                    return words;
                }
                let bare = |own: &str| own.trim().trim_matches(['\'', '"']).to_owned();
                let inside = board.trim_matches(|c| "()[]{}".contains(c));
                inside.split(',').map(bare).collect()
            }
            Self::Apart => {
                let all = board.chars().filter(|c| !c.is_whitespace());
                all.filter(|c| !is_apart(*c)).map(String::from).collect()
            }
            Self::Base3 | Self::Base3Reversed => {
                let number: Option<u128> = board.trim().parse().ok();
                let rests = iter::successors(number, |rest| Some(rest / 3));
                if rests.clone().nth(count) != Some(0) {
                    return Vec::new();
                }
                let mut cells: Vec<String> =
                    rests.take(count).map(|n| (n % 3).to_string()).collect();
                if self == Self::Base3 {
                    cells.reverse();
                }
                cells
            }
        }
    }
}

/// The number of boards with this many cells, each free or of one side; `None` if it is too large.
pub(super) fn fillings(cells: usize) -> Option<usize> {
    3_usize.checked_pow(u32::try_from(cells).ok()?)
}

/// The boards of a table, cell by cell.
#[derive(Clone, Default)]
pub(super) struct CellBoards {
    /// How they are written; `None` if the game has no cells.
    pub(super) layout: Option<CellLayout>,
    /// The marks of the cells of each board; `None` for a name that is none.
    pub(super) marks: Vec<Option<Vec<String>>>,
    /// The number of the first cell, where each free cell has its own number.
    pub(super) numbered_from: Option<u64>,
}

impl CellBoards {
    /// The boards in each layout, or in the one that is wanted, in which most have as many cells as the game. Numbers in
    /// base 3 are boards only if they are asked for, or if the table has one for each filling of the cells.
    pub(super) fn read(boards: &[&str], count: usize, wanted: Option<CellLayout>) -> Vec<Self> {
        let boards = with_zeros(boards, count);
        let is_whole = fillings(count) == Some(boards.len());
        let is_tried = |own: &CellLayout| {
            let is_base3 = matches!(own, CellLayout::Base3 | CellLayout::Base3Reversed);
            wanted.map_or(is_whole || !is_base3, |asked| asked == *own)
        };
        let read = |layout: CellLayout| {
            let all = |board: &String| {
                let cells = layout.cells(board, count);
                (cells.len() == count).then(|| cells.iter().map(|cell| mark(cell)).collect())
            };
            let mut marks: Vec<Option<Vec<String>>> = boards.iter().map(all).collect();
            let numbered_from = [0, 1].into_iter().find(|&n| free_numbers(&mut marks, n));
            Self {
                layout: Some(layout),
                marks,
                numbered_from,
            }
        };
        let layouts = CellLayout::ALL.into_iter().filter(is_tried);
        let mut all: Vec<Self> = layouts.map(read).collect();
        let most = all.iter().map(Self::count).max();
        all.retain(|own| Some(own.count()) == most);
        all.dedup_by(|own, other| own.marks == other.marks);
        all
    }

    /// How many names are boards.
    pub(super) fn count(&self) -> usize {
        self.marks.iter().flatten().count()
    }
}

/// Boards of digits with the zeros before the others that a spreadsheet took from them: the longest have all cells,
/// and each mark is 0, 1 or 2. Others are as they were.
fn with_zeros(boards: &[&str], count: usize) -> Vec<String> {
    let digits = boards.iter().map(|board| whole(board.trim()));
    let is_board = |text: &str| !text.is_empty() && text.bytes().all(|n| b"012".contains(&n));
    let longest = digits.clone().map(str::len).max();
    if longest == Some(count) && digits.clone().all(is_board) {
        return digits.map(|text| format!("{text:0>count$}")).collect();
    }
    boards.iter().map(|&board| board.to_owned()).collect()
}

/// Whether each number on the boards names its own cell, counted from this one, and the other marks are stones, of which no
/// side has more than half. It then stands for a free cell, and is replaced by a blank.
fn free_numbers(marks: &mut [Option<Vec<String>>], from: u64) -> bool {
    let number = |mark: &str| mark.parse::<u64>().ok();
    let fits = |cells: &Vec<String>| {
        let same = |mark| cells.iter().filter(|own| *own == mark).count();
        (from..).zip(cells).all(|(n, mark)| match number(mark) {
            Some(own) => own == n,
            None => same(mark) <= cells.len().div_ceil(2),
        })
    };
    let mut cells = marks.iter().flatten().flatten();
    let is_so = cells.any(|mark| number(mark).is_some()) && marks.iter().flatten().all(fits);
    let all = marks.iter_mut().flatten().flatten();
    for cell in all.filter(|mark| is_so && number(mark).is_some()) {
        " ".clone_into(cell);
    }
    is_so
}
