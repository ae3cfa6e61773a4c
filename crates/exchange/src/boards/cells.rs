//! The cells of boards, in each way in which they can be written one after another.

use std::collections::BTreeSet;

use super::super::spreadsheet::whole;
use super::forms::{mark, words};

/// What stands between the cells of a board, besides blanks.
const APART: &str = ",;|/()[]{}'\"\n";

/// A way to write cells: its name, and the cells of a board with so many columns and cells.
type Layout = (&'static str, fn(&str, [usize; 2]) -> Vec<String>);

/// One character for each cell, words, fields between commas of which some may be empty, one character each in rows that
/// are apart, where blanks are cells or not, and numbers in base 3 from either end.
const LAYOUTS: [Layout; 7] = [
    ("characters", |board, _| {
        let is_plain = !board.contains(|c| APART.contains(c));
        let cells = board.chars().filter(|_| is_plain);
        cells.map(String::from).collect()
    }),
    ("words", |board, _| words(board)),
    ("fields", |board, _| {
        let inside = board.trim_matches(|c: char| "()[]{}".contains(c));
        let fields = inside.split(',').map(str::trim);
        // Words between parentheses are the layout before.
        let fields = fields.filter(|_| !inside.contains(['(', '[']));
        fields
            .map(|field| field.trim_matches(['\'', '"']).to_owned())
            .collect()
    }),
    ("rows", |board, size| {
        in_parts(board.split(['|', '/', '\n']), size)
    }),
    ("apart", |board, size| {
        in_parts(
            board.split(|c: char| c.is_whitespace() || APART.contains(c)),
            size,
        )
    }),
    ("base3", |board, size| {
        digits(board, size[1]).unwrap_or_default()
    }),
    ("base3-reversed", |board, size| {
        digits(board, size[1])
            .unwrap_or_default()
            .into_iter()
            .rev()
            .collect()
    }),
];

/// The characters of parts that all are a cell, a row or a board.
fn in_parts<'a>(parts: impl Iterator<Item = &'a str>, [columns, count]: [usize; 2]) -> Vec<String> {
    let parts: Vec<&str> = parts.filter(|part| !part.is_empty()).collect();
    let length = |part: &&str| part.chars().count();
    let is_one = [1, columns, count]
        .into_iter()
        .any(|one| parts.iter().all(|part| length(part) == one));
    let cells = parts
        .iter()
        .flat_map(|part| part.chars())
        .filter(|_| is_one);
    cells.map(String::from).collect()
}

/// The digits of a number in base 3, the most significant first.
fn digits(number: &str, count: usize) -> Option<Vec<String>> {
    let mut rest: u128 = number.trim().parse().ok()?;
    let mut cells = Vec::new();
    for _ in 0..count {
        cells.insert(0, (rest % 3).to_string());
        rest /= 3;
    }
    (rest == 0).then_some(cells)
}

/// The boards of a table, cell by cell.
#[derive(Clone, Default)]
pub(super) struct CellBoards {
    /// The name of their layout; empty if the game has no cells.
    pub(super) layout: &'static str,
    /// The columns of a board.
    pub(super) columns: usize,
    /// The marks of the cells of each board; `None` for one with another number of them.
    pub(super) marks: Vec<Option<Vec<String>>>,
    /// The number of the first cell, where each free cell has its own number.
    pub(super) numbered_from: Option<usize>,
    /// Whether boards of digits lacked the zeros before the others.
    pub(super) lacks_zeros: bool,
}

impl CellBoards {
    /// The boards in each layout, or in the one that is wanted, in which most have as many cells as the game. Numbers in
    /// base 3 are boards only if they are asked for, or if the table has one for each filling of the cells.
    pub(super) fn read(boards: &[&str], size: [usize; 2], wanted: Option<&str>) -> Vec<Self> {
        let count = size[1];
        let with_zeros = with_zeros(boards, count);
        let lacks_zeros = with_zeros.is_some();
        let boards: Vec<&str> = match &with_zeros {
            Some(boards) => boards.iter().map(String::as_str).collect(),
            None => boards.to_vec(),
        };
        let fillings = u32::try_from(count)
            .ok()
            .and_then(|n| 3_usize.checked_pow(n));
        let are_numbers = fillings == Some(boards.len());
        let is_wanted = |(name, _): &Layout| match wanted {
            Some(wanted) => *name == wanted,
            None => are_numbers == name.starts_with("base3"),
        };
        let read = |(name, layout): Layout| {
            let cells = boards.iter().map(|board| layout(board, size));
            let marks = |cells: Vec<String>| {
                (cells.len() == count).then(|| cells.iter().map(|c| mark(c)).collect())
            };
            (name, cells.map(marks).collect())
        };
        let all: Vec<(_, Vec<Option<Vec<String>>>)> =
            LAYOUTS.into_iter().filter(is_wanted).map(read).collect();
        let fits = |marks: &[Option<Vec<String>>]| marks.iter().flatten().count();
        let most = all.iter().map(|(_, marks)| fits(marks)).max().unwrap_or(0);
        let mut best: Vec<Self> = Vec::new();
        for (layout, mut marks) in all {
            if fits(&marks) < most || most == 0 && !best.is_empty() {
                continue;
            }
            let numbered_from = [0, 1]
                .into_iter()
                .find(|&from| free_numbers(&mut marks, from));
            if best.iter().all(|own| own.marks != marks) {
                best.push(Self {
                    layout,
                    columns: size[0],
                    marks,
                    numbered_from,
                    lacks_zeros,
                });
            }
        }
        best
    }

    /// The names of all layouts.
    pub(super) fn names() -> impl Iterator<Item = &'static str> {
        LAYOUTS.into_iter().map(|(name, _)| name)
    }
}

/// Boards of digits with the zeros before the others that a spreadsheet took from them: the longest have all cells,
/// and each mark is 0, 1 or 2. `None` where nothing is missing.
fn with_zeros(boards: &[&str], count: usize) -> Option<Vec<String>> {
    let digits: Vec<&str> = boards.iter().map(|board| whole(board.trim())).collect();
    let is_board =
        |text: &&str| !text.is_empty() && text.bytes().all(|digit| b"012".contains(&digit));
    let longest = digits.iter().map(|text| text.len()).max();
    let is_short = digits.iter().any(|text| text.len() < count);
    let all = digits.iter().all(is_board) && longest == Some(count) && is_short;
    all.then(|| {
        digits
            .iter()
            .map(|text| format!("{text:0>count$}"))
            .collect()
    })
}

/// Whether each number on the boards names its own cell, counted from this one, and the other marks are stones of two
/// sides in turn. It then stands for a free cell, and is replaced by a blank.
fn free_numbers(marks: &mut [Option<Vec<String>>], from: usize) -> bool {
    let is_own = |(i, mark): (usize, &String)| {
        let number: Option<i64> = mark.parse().ok();
        number.is_none_or(|n| usize::try_from(n) == Ok(i + from))
    };
    let is_number = |mark: &&String| mark.parse::<i64>().is_ok();
    let cells = || marks.iter().flatten().flatten();
    let stones: BTreeSet<&String> = cells().filter(|mark| !is_number(mark)).collect();
    let is_in_turn = |cells: &Vec<String>| {
        let all = stones
            .iter()
            .map(|stone| cells.iter().filter(|mark| mark == stone).count());
        let (least, most) = (all.clone().min().unwrap_or(0), all.max().unwrap_or(0));
        stones.len() < 2 && most <= 1 || stones.len() == 2 && most - least <= 1
    };
    let is_so = cells().any(|mark| is_number(&mark))
        && marks
            .iter()
            .flatten()
            .all(|cells| cells.iter().enumerate().all(is_own) && is_in_turn(cells));
    if is_so {
        for cell in marks.iter_mut().flatten().flatten() {
            if is_number(&&*cell) {
                " ".clone_into(cell);
            }
        }
    }
    is_so
}
