//! The table of another program in columns: a board, then a move and its number, or one number for each move, or one for
//! the board.

use std::collections::BTreeSet;

use csv::StringRecord;

use super::super::spreadsheet::{decimal, delimiter, heading, is_of_row_numbers, rows};
use super::cells::fillings;
use super::entry::{Numbers, TableEntry};
use super::forms::{EXTRA_COLUMN, coordinates, quoted};
use super::nested::{MOST_BOARDS, Value, too_large};
use super::reading::UnreadTable;
use crate::game::Side;

/// The records of a text with their lines, and the separator of its columns.
struct Records {
    delimiter: u8,
    rows: Vec<(u64, StringRecord)>,
}

/// The table in such a text. Its first row has headings if its last cell has no numbers, or its first cell no board.
pub(super) fn table(text: &str) -> Result<Vec<TableEntry>, UnreadTable> {
    let mut records = Records::read(text)?;
    let Some((line, first)) = records.rows.first().cloned() else {
        return Err(UnreadTable::unknown(None, "the file is empty"));
    };
    let count = first.len();
    if let Some((line, row)) = records.rows.iter().find(|(_, row)| row.len() != count) {
        let seen = format!("it has {} columns, and the first row {count}", row.len());
        return Err(UnreadTable::unknown(Some(*line), &seen));
    }
    if let Some(entries) = records.cells() {
        return Ok(entries);
    }
    let name = heading(&first[0]);
    let has_headings = is_of_row_numbers(&name)
        || ["board", "state", "position"].contains(&&*name)
        || records.numbers(line, &first[count - 1]).is_err();
    if has_headings {
        records.rows.remove(0);
    }
    // Row numbers have no heading, and neither has a board that pandas keeps as its index.
    let has_numbers = (!has_headings || is_of_row_numbers(&name)) && records.count_rows();
    // Rows for each filling of a board in order need no boards.
    let is_ordered = |cells| cells > 8 && fillings(cells) == Some(records.rows.len());
    if is_ordered(count) && !has_numbers {
        return records.entries(None, None);
    }
    let board = usize::from(has_numbers && !is_ordered(count - 1));
    if count < board + 2 {
        return Err(UnreadTable::unknown(Some(line), "it has a single column"));
    }
    let headings = has_headings.then(|| without_prefix(&first, board + 1));
    records.entries(Some(board), headings.as_ref())
}

/// Headings such as `q0` and `q1` as the numbers in them, if from this column on all are of one prefix and a number.
fn without_prefix(headings: &StringRecord, from: usize) -> StringRecord {
    let prefix = headings[from].trim_end_matches(|c: char| c.is_ascii_digit());
    let numbers = headings
        .iter()
        .skip(from)
        .map(|text| text.strip_prefix(prefix));
    let is_number = |text: &&str| text.parse::<u64>().is_ok();
    match numbers.collect::<Option<Vec<_>>>() {
        Some(all) if all.len() > 3 && all.iter().all(is_number) => {
            headings.iter().take(from).chain(all).collect()
        }
        _ => headings.clone(),
    }
}

impl Records {
    fn read(text: &str) -> Result<Self, UnreadTable> {
        let is_blank = |line: &&str| !line.trim().is_empty();
        let delimiter = delimiter(text.lines().find(is_blank).unwrap_or_default());
        let (mut all, mut filled) = (Vec::new(), 0);
        for (line, row) in rows(text.as_bytes(), delimiter) {
            let row = row.map_err(|error| error.to_string())?;
            if all.len() > MOST_BOARDS {
                return Err(too_large());
            }
            let last = (0..row.len()).rfind(|&i| !row[i].trim().is_empty());
            filled = filled.max(last.map_or(0, |last| last + 1));
            all.push((line, row));
        }
        // The last columns are left out, if no row has anything there.
        for (_, row) in &mut all {
            row.truncate(filled);
        }
        Ok(Self {
            delimiter,
            rows: all,
        })
    }

    /// Whether the first column counts the rows, from 0 or 1, and is not the only one.
    fn count_rows(&self) -> bool {
        let mut fields = self.rows.iter().map(|(_, row)| row[0].trim().parse().ok());
        let first: Option<u64> = fields.next().flatten();
        first.is_some_and(|first| first <= 1 && fields.zip(first + 1..).all(|(n, m)| n == Some(m)))
    }

    /// The entries of rows with a cell of the board in each column: its mark, or the number of the move there.
    fn cells(&self) -> Option<Vec<TableEntry>> {
        let is_mark = |field: &str| field.len() == 1 && field.parse::<u8>().is_err();
        let has_marks = |row: &StringRecord| row.len() > 3 && row.iter().skip(1).any(is_mark);
        if !self.rows.iter().any(|(_, row)| has_marks(row)) {
            return None;
        }
        let cell = |field: &str| match field.trim() {
            mark if is_mark(mark) => Some((mark.to_owned(), None)),
            field => Some((".".to_owned(), number(field, self.delimiter).ok()?)),
        };
        let entry = |(line, row): &(u64, StringRecord)| {
            let cells: Option<(Vec<_>, Vec<_>)> = row.iter().map(cell).collect();
            let (marks, numbers) = cells?;
            Some(TableEntry::of(
                Some(*line),
                marks.join(","),
                Numbers::List(numbers),
            ))
        };
        self.rows.iter().map(entry).collect()
    }

    /// Whether this column has the side to move: two words in all its fields.
    fn has_sides(&self, column: usize) -> bool {
        let fields = self.rows.iter().map(|(_, row)| row[column].trim());
        let words: BTreeSet<&str> = fields.collect();
        let is_letter = |word: &str| word.len() == 1 && word.chars().all(char::is_alphabetic);
        let is_side = |word: &&str| is_letter(word) || Side::named(word).is_some();
        words.len() <= 2 && words.iter().all(is_side)
    }

    /// Refuses numbers from this column on whose points can be between thousands or before decimals: where decimals may have
    /// a comma, each point has three digits after it, and another number of at least 1 has none.
    fn check_points(&self, first: usize) -> Result<(), UnreadTable> {
        let fields = self.rows.iter().flat_map(|(line, row)| {
            let all = row.iter().skip(first);
            all.map(|field| (*line, field.trim()))
        });
        let (pointed, plain): (Vec<_>, Vec<_>) = fields.partition(|(_, field)| field.contains('.'));
        let is_group = |(_, field): &(u64, &str)| {
            let size = field.trim_start_matches(['-', '+']);
            let (size, after) = size.split_once('.').unwrap_or_default();
            let mut digits = size.chars().chain(after.chars());
            let is_start = (1..=3).contains(&size.len()) && !size.starts_with('0');
            is_start && after.len() == 3 && digits.all(|c| c.is_ascii_digit())
        };
        let is_large = |(_, field): &&(u64, &str)| {
            let number = decimal(field, self.delimiter).parse();
            number.is_ok_and(|n: f64| n.abs() >= 1.0 || field.contains(','))
        };
        let can_be_both = self.delimiter != b',' && pointed.iter().all(is_group);
        let both = pointed.first().zip(plain.iter().find(is_large));
        let Some(((line, field), (_, plain))) = both.filter(|_| can_be_both) else {
            return Ok(());
        };
        let whole = field.replace('.', "");
        let seen = format!(
            "{} can be {whole}, with a point between thousands, or {}, with a decimal point: each number with a point has three \
             digits after it, and {} has none; write `{whole}` or `{}`",
            quoted(field),
            field.parse().unwrap_or(0.0_f64),
            quoted(plain),
            field.replace('.', ",")
        );
        Err(UnreadTable::from(seen).at(Some(*line)))
    }

    /// The numbers in a field; the error has what was read.
    fn numbers(&self, line: u64, field: &str) -> Result<Numbers, String> {
        let is_nested = field.trim().starts_with(['{', '[']);
        let nested = is_nested.then(|| Value::read(field, line).ok()).flatten();
        let one = || number(field, self.delimiter).map(Numbers::One);
        nested.and_then(Value::numbers).map_or_else(one, Ok)
    }

    /// The entries, of which this column has the board, if one has it, and these headings name the moves that have a column
    /// each.
    fn entries(
        &self,
        board: Option<usize>,
        headings: Option<&StringRecord>,
    ) -> Result<Vec<TableEntry>, UnreadTable> {
        let count = self.rows.first().map_or(0, |(_, row)| row.len());
        let side = board.map_or(0, |board| board + 1);
        let has_side = board.is_some() && count > side + 1 && self.has_sides(side);
        let first = side + usize::from(has_side);
        let others = count.saturating_sub(first);
        let is_move = |headings: &StringRecord| coordinates(&headings[first + 1]).is_some();
        let has_move = others == 2 && !headings.is_some_and(is_move);
        self.check_points(first + usize::from(has_move))?;
        let entry = |(place, (line, row)): (usize, &(u64, StringRecord))| {
            let refused = |i: usize, seen: String| {
                let hint = ["", EXTRA_COLUMN][usize::from(i == first && others > 2)];
                UnreadTable::unknown(Some(*line), &(seen + hint))
            };
            let number =
                |i: usize| number(&row[i], self.delimiter).map_err(|seen| refused(i, seen));
            let named = |name: &str, i: usize| {
                let name = name.trim().to_owned();
                Ok(TableEntry::number(Some(*line), name, number(i)?))
            };
            let numbers = match headings {
                _ if others == 1 => {
                    let all = self.numbers(*line, &row[first]);
                    all.map_err(|seen| refused(first, seen))?
                }
                _ if has_move => Numbers::Map(vec![named(&row[first], first + 1)?]),
                Some(headings) => {
                    let all = (first..count).map(|i| named(&headings[i], i));
                    Numbers::Map(all.collect::<Result<_, UnreadTable>>()?)
                }
                None => Numbers::List((first..count).map(number).collect::<Result<_, _>>()?),
            };
            let name = board.map_or_else(|| place.to_string(), |board| row[board].to_owned());
            Ok(TableEntry {
                side: has_side.then(|| row[side].trim().to_owned()),
                ..TableEntry::of(Some(*line), name, numbers)
            })
        };
        self.rows.iter().enumerate().map(entry).collect()
    }
}

/// The number of a field; `None` if it has none. The error has what was read.
fn number(field: &str, delimiter: u8) -> Result<Option<f64>, String> {
    let text = decimal(field.trim(), delimiter);
    if ["", "none", "null"].contains(&&*text.to_lowercase()) {
        return Ok(None);
    }
    let number = text.parse().map(Some);
    number.map_err(|_| format!("{} is no number", quoted(field)))
}
