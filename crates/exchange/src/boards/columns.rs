//! The table of another program in columns: a board, then a move and its number, or one number for each move, or one for
//! the board.

use std::collections::BTreeSet;

use super::super::lines::LineCounter;
use super::super::spreadsheet::{decimal, delimiter, heading, is_of_row_numbers, says_nothing};
use super::cells::fillings;
use super::entry::{Numbers, TableEntry};
use super::forms::{EXTRA_COLUMN, coordinates, quoted, words};
use super::json::{MOST_BOARDS, too_large};
use super::names::split;
use super::reading::UnreadTable;
use crate::game::Side;

/// The records of a text with their lines, and the separator of its columns.
struct Records {
    delimiter: u8,
    rows: Vec<(u64, csv::StringRecord)>,
}

/// The table in such a text. Its first row has headings if its last cell is no number, or its first cell no board.
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
    let name = heading(&first[0]);
    let last = &first[count - 1];
    if let Some(entries) = records.cells() {
        return Ok(entries);
    }
    let has_headings = is_of_row_numbers(&name)
        || ["board", "state", "position"].contains(&&*name)
        || number(last, b';').is_err() && literal(last).is_none();
    if has_headings {
        records.rows.remove(0);
    }
    // Row numbers have no heading, and neither has a board that pandas keeps as its index.
    let has_numbers = (!has_headings || is_of_row_numbers(&name)) && records.count_rows();
    // Rows for each filling of a board in order need no boards.
    let rows = records.rows.len();
    let is_ordered = |cells| cells > 8 && fillings(cells) == Some(rows);
    if !has_numbers && is_ordered(count) {
        for (number, (_, row)) in records.rows.iter_mut().enumerate() {
            let number = number.to_string();
            *row = std::iter::once(&*number).chain(row.iter()).collect();
        }
        return records.entries(0, None);
    }
    let board = usize::from(has_numbers && !is_ordered(count - 1));
    if count < board + 2 {
        return Err(UnreadTable::unknown(Some(line), "it has a single column"));
    }
    let first = without_prefix(&first, board + 1);
    records.entries(board, has_headings.then_some(&first))
}

/// Headings such as `q0` and `q1` as the numbers in them, if from this column on all are of one prefix and a number.
fn without_prefix(headings: &csv::StringRecord, from: usize) -> csv::StringRecord {
    let is_letter = |c: char| !c.is_ascii_digit();
    let all = || headings.iter().skip(from);
    let bare = all().map(|text| text.trim_start_matches(is_letter));
    let numbers: Vec<&str> = bare.collect();
    let both = all().zip(&numbers);
    let prefixes: BTreeSet<_> = both.map(|(text, own)| text.strip_suffix(own)).collect();
    let is_one = prefixes.len() == 1 && numbers.len() > 3;
    if !is_one || numbers.iter().any(|number| number.parse::<u64>().is_err()) {
        return headings.clone();
    }
    headings.iter().take(from).chain(numbers).collect()
}

/// The numbers of a field that lists them as Python does: `{(0, 1): 5}` or `[[0, 5], [4, 3]]` with moves and their numbers,
/// or numbers in any nesting.
fn literal(field: &str) -> Option<Numbers> {
    let text = field.trim();
    let number = |word: &str| word.parse().ok().map(Some);
    let pair = |m: &str, own: &str| Some(TableEntry::number(None, m.to_owned(), number(own)?));
    if let Some(mut rest) = text.strip_prefix('{') {
        rest = rest.strip_suffix('}')?;
        let mut all = Vec::new();
        while !rest.is_empty() {
            let (before, last) = split(rest, ",").unwrap_or(("", rest));
            let (m, own) = split(last, ":")?;
            all.insert(0, pair(m, own)?);
            rest = before;
        }
        return Some(Numbers::Map(all));
    }
    let inside = text.strip_prefix('[')?.strip_suffix(']')?;
    let words = words(inside);
    let inner = inside.matches(['[', '(']).count();
    if inner > 0 && words.len() == 2 * inner {
        let pairs = words.chunks(2).map(|two| pair(&two[0], &two[1]));
        return pairs.collect::<Option<_>>().map(Numbers::Map);
    }
    let numbers = words.iter().map(|word| number(word));
    numbers.collect::<Option<_>>().map(Numbers::List)
}

impl Records {
    fn read(text: &str) -> Result<Self, UnreadTable> {
        let is_blank = |line: &&str| !line.trim().is_empty();
        let delimiter = delimiter(text.lines().find(is_blank).unwrap_or_default());
        let lines = LineCounter::default();
        let mut reader = csv::ReaderBuilder::new()
            .has_headers(false)
            .flexible(true)
            .delimiter(delimiter)
            .from_reader(lines.reader(text.as_bytes()));
        let mut rows = Vec::new();
        for row in reader.records() {
            let row = row.map_err(|error| error.to_string())?;
            let line = lines.of_record(row.position().map_or(0, csv::Position::byte));
            if says_nothing(&row) {
                continue;
            }
            if rows.len() > MOST_BOARDS {
                return Err(too_large().into());
            }
            rows.push((line, row));
        }
        let mut records = Self { delimiter, rows };
        records.drop_empty();
        Ok(records)
    }

    /// Leaves out the last columns, if no row has anything there.
    fn drop_empty(&mut self) {
        let filled = |row: &csv::StringRecord| {
            let last = (0..row.len()).rfind(|&i| !row[i].trim().is_empty());
            last.map_or(0, |last| last + 1)
        };
        let count = self.rows.iter().map(|(_, row)| filled(row)).max();
        for (_, row) in &mut self.rows {
            row.truncate(count.unwrap_or_default());
        }
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
        let entry = |(line, row): &(u64, csv::StringRecord)| {
            let cell = |field| {
                let number = || number(field, self.delimiter).ok();
                let (mark, number) = if is_mark(field) {
                    (field, None)
                } else {
                    (".", number()?)
                };
                Some((mark, number))
            };
            let cells: Option<Vec<_>> = row.iter().map(str::trim).map(cell).collect();
            let (marks, numbers): (Vec<&str>, _) = cells?.into_iter().unzip();
            Some(TableEntry::of(
                Some(*line),
                marks.join(","),
                Numbers::List(numbers),
            ))
        };
        let has_marks = |row: &csv::StringRecord| row.len() > 3 && row.iter().skip(1).any(is_mark);
        let are_boards = self.rows.iter().any(|(_, row)| has_marks(row));
        let all: Option<_> = self.rows.iter().map(entry).collect();
        all.filter(|_| are_boards)
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
        if self.delimiter == b',' {
            return Ok(());
        }
        let (mut pointed, mut plain) = (None, None);
        for (line, row) in &self.rows {
            for field in row.iter().skip(first).map(str::trim) {
                let Some((before, after)) = field.split_once('.') else {
                    let is_large = |n: f64| n.abs() >= 1.0 || field.contains(',');
                    let number = decimal(field, self.delimiter).parse();
                    plain = plain.or(number.is_ok_and(is_large).then_some(field));
                    continue;
                };
                let size = before.trim_start_matches(['-', '+']);
                let is_digits = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
                let is_group = (1..=3).contains(&size.len()) && !size.starts_with('0');
                if !is_group || after.len() != 3 || !is_digits(size) || !is_digits(after) {
                    return Ok(());
                }
                pointed = pointed.or(Some((*line, field, before, after)));
            }
        }
        let (Some((line, field, before, after)), Some(plain)) = (pointed, plain) else {
            return Ok(());
        };
        let decimal = field.parse().unwrap_or(0.0_f64);
        let seen = format!(
            "{} can be {before}{after}, with a point between thousands, or {decimal}, with a decimal point: each number with \
             a point has three digits after it, and {} has none; write `{before}{after}` or `{before},{after}`",
            quoted(field),
            quoted(plain)
        );
        Err(UnreadTable::at(Some(line), seen))
    }

    /// The entries, of which this column has the board, and these headings name the moves that have a column each.
    fn entries(
        &self,
        board: usize,
        headings: Option<&csv::StringRecord>,
    ) -> Result<Vec<TableEntry>, UnreadTable> {
        let is_move = |headings: &csv::StringRecord, i: usize| coordinates(&headings[i]).is_some();
        let count = self.rows.first().map_or(0, |(_, row)| row.len());
        let has_sides = count > board + 2 && self.has_sides(board + 1);
        let first = board + 1 + usize::from(has_sides);
        let others = count.saturating_sub(first);
        let has_move =
            others == 2 && !headings.is_some_and(|headings| is_move(headings, first + 1));
        self.check_points(first + usize::from(has_move))?;
        let entry = |(line, row): &(u64, csv::StringRecord)| {
            let line = Some(*line);
            let number = |i: usize| {
                let is_second = i == first && others > 2;
                let hint = if is_second { EXTRA_COLUMN } else { "" };
                let refused = |seen: String| UnreadTable::unknown(line, &(seen + hint));
                number(&row[i], self.delimiter).map_err(refused)
            };
            let named =
                |name: &str, i| Ok(TableEntry::number(line, name.trim().to_owned(), number(i)?));
            let all = first..row.len();
            let numbers = match (all.len(), headings) {
                (1, _) => {
                    literal(&row[first]).map_or_else(|| number(first).map(Numbers::One), Ok)?
                }
                (2, _) if has_move => Numbers::Map(vec![named(&row[first], first + 1)?]),
                (_, Some(headings)) => {
                    let all = all.map(|i| named(&headings[i], i));
                    Numbers::Map(all.collect::<Result<_, UnreadTable>>()?)
                }
                (_, None) => Numbers::List(all.map(number).collect::<Result<_, _>>()?),
            };
            Ok(TableEntry {
                side: has_sides.then(|| row[board + 1].trim().to_owned()),
                ..TableEntry::of(line, row[board].to_owned(), numbers)
            })
        };
        self.rows.iter().map(entry).collect()
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
