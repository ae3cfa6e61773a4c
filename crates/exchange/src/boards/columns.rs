//! The table of another program in columns: a board, then a move and its number, or one number for each move, or one for
//! the board.

use super::super::lines::LineCounter;
use super::super::spreadsheet::{decimal, delimiter, heading, is_of_row_numbers, says_nothing};
use super::entry::{Numbers, TableEntry};
use super::forms::{EXTRA_COLUMN, UnreadTable, coordinates, quoted};
use super::json::{MOST_BOARDS, too_large};

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
    let has_headings = is_of_row_numbers(&name)
        || ["board", "state", "position"].contains(&&*name)
        || number(&first[count - 1], b';').is_err();
    if has_headings {
        records.rows.remove(0);
    }
    // Row numbers have no heading, and neither has a board that pandas keeps as its index.
    let has_numbers = (!has_headings || is_of_row_numbers(&name)) && records.count_rows();
    let board = usize::from(has_numbers);
    if count < board + 2 {
        return Err(UnreadTable::unknown(Some(line), "it has a single column"));
    }
    records.entries(board, has_headings.then_some(&first))
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
        Err(UnreadTable::at_line(line, seen))
    }

    /// The entries, of which this column has the board, and these headings name the moves that have a column each.
    fn entries(
        &self,
        board: usize,
        headings: Option<&csv::StringRecord>,
    ) -> Result<Vec<TableEntry>, UnreadTable> {
        let is_move = |headings: &csv::StringRecord| coordinates(&headings[board + 2]).is_some();
        let count = self.rows.first().map_or(0, |(_, row)| row.len());
        let others = count.saturating_sub(board + 1);
        let has_move = others == 2 && !headings.is_some_and(is_move);
        self.check_points(board + 1 + usize::from(has_move))?;
        let entry = |(line, row): &(u64, csv::StringRecord)| {
            let line = Some(*line);
            let number = |i: usize| {
                let is_second = i == board + 1 && others > 2;
                let hint = if is_second { EXTRA_COLUMN } else { "" };
                let refused = |seen: String| UnreadTable::unknown(line, &(seen + hint));
                number(&row[i], self.delimiter).map_err(refused)
            };
            let named =
                |name: &str, i| Ok(TableEntry::number(line, name.trim().to_owned(), number(i)?));
            let all = board + 1..row.len();
            let numbers = match (all.len(), headings) {
                (1, _) => Numbers::One(number(board + 1)?),
                (2, _) if has_move => Numbers::Map(vec![named(&row[board + 1], board + 2)?]),
                (_, Some(headings)) => {
                    let all = all.map(|i| named(&headings[i], i));
                    Numbers::Map(all.collect::<Result<_, UnreadTable>>()?)
                }
                (_, None) => Numbers::List(all.map(number).collect::<Result<_, _>>()?),
            };
            Ok(TableEntry {
                line,
                name: row[board].to_owned(),
                numbers,
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
