//! Reads rows from comma-separated values, whose first line names the columns.

use std::io::Read;

use super::lines::LineCounter;
use super::sheet::{Head, SheetContent, SheetRow, Take, side, wrong};
use super::spreadsheet::{decimal, heading, is_of_row_numbers, says_nothing, whole};
use super::values;
use crate::error::Result;

pub(super) fn parse(origin: &str, text: impl Read, delimiter: u8, take: Take<'_>) -> Result<Head> {
    let lines = LineCounter::default();
    let mut reader = csv::ReaderBuilder::new()
        .has_headers(false)
        .flexible(true)
        .delimiter(delimiter)
        .from_reader(lines.reader(text));
    let mut record = csv::StringRecord::new();
    let mut columns = None;
    let (mut count, mut is_shared, mut largest) = (0, false, 0.0_f64);
    loop {
        let more = reader.read_record(&mut record);
        if matches!(more, Ok(false)) {
            break;
        }
        let line = lines.of_record(record.position().map_or(0, csv::Position::byte));
        let wrong = |reason: &str| wrong(origin, line, reason);
        more.map_err(|error| wrong(&error.to_string()))?;
        if says_nothing(&record) {
            continue;
        }
        match &columns {
            None => {
                let found = CsvColumns::find(&record, delimiter);
                columns = Some(found.map_err(|reason| wrong(&reason))?);
            }
            Some(columns) => {
                let row = columns
                    .row(&record, line)
                    .map_err(|reason| wrong(&reason))?;
                take(&row).map_err(|refusal| refusal.error(origin, line))?;
                count += 1;
                is_shared |= row.side.is_none();
                largest = largest.max(row.value.abs());
            }
        }
    }
    let Some(columns) = columns else {
        return Err(wrong(origin, 1, "the file is empty"));
    };
    Ok(Head {
        game: None,
        rule: None,
        content: columns.content,
        is_shared,
        count,
        largest,
    })
}

/// The places of the columns in a CSV file.
struct CsvColumns {
    content: SheetContent,
    /// In the order of [`SheetContent::columns`]; only the column of probabilities may be missing.
    places: Vec<Option<usize>>,
    count: usize,
    /// Their separator.
    delimiter: u8,
}

impl CsvColumns {
    fn find(header: &csv::StringRecord, delimiter: u8) -> Result<Self, String> {
        let header: Vec<String> = header.iter().map(heading).collect();
        let is = |name: &str| header.iter().any(|column| column == name);
        let content = match (is("weight"), is("beads"), is("value")) {
            (true, false, false) => SheetContent::Policy,
            (false, true, false) => SheetContent::Boxes,
            (false, false, true) => SheetContent::Values,
            _ => {
                let known = [
                    SheetContent::Policy,
                    SheetContent::Boxes,
                    SheetContent::Values,
                ];
                let [policy, boxes, values] = known.map(|content| content.columns().join(","));
                return Err(format!(
                    "the first line must name the columns: {policy} for a policy, {boxes} for matchboxes \
                     or {values} for values"
                ));
            }
        };
        let names = content.columns();
        // A spreadsheet can write empty columns at the end.
        let count = (0..header.len())
            .rfind(|&i| !header[i].is_empty())
            .map_or(0, |last| last + 1);
        let numbers_rows = usize::from(is_of_row_numbers(&header[0]));
        let mut named = header[..count].iter().skip(numbers_rows);
        if let Some(other) = named.find(|column| !names.contains(&&***column)) {
            return Err(format!(
                "there is no column `{other}`, only {}",
                names.join(", ")
            ));
        }
        let place = |name: &str| header.iter().position(|column| column == name);
        let places: Vec<Option<usize>> = names.iter().copied().map(place).collect();
        for (name, place) in names.iter().zip(&places) {
            if place.is_none() && *name != "probability" {
                return Err(format!("the column `{name}` is missing"));
            }
            if header.iter().filter(|column| *column == name).count() > 1 {
                return Err(format!("the column `{name}` appears twice"));
            }
        }
        Ok(Self {
            content,
            places,
            count,
            delimiter,
        })
    }

    fn row(&self, record: &csv::StringRecord, line: u64) -> Result<SheetRow, String> {
        let is_filled = record
            .iter()
            .skip(self.count)
            .any(|field| !field.is_empty());
        if record.len() < self.count || is_filled {
            return Err(format!("has {} of {} columns", record.len(), self.count));
        }
        let field = |column: usize| {
            let place = self.places[column];
            place
                .and_then(|place| record.get(place))
                .unwrap_or_default()
        };
        let (m, n) = match self.content {
            SheetContent::Policy => (2, 3),
            SheetContent::Boxes => (3, 4),
            SheetContent::Values => (3, 5),
        };
        let ply = match self.content {
            SheetContent::Policy => 0,
            SheetContent::Boxes | SheetContent::Values => {
                u16::try_from(self.number(field(2), "ply")?)
                    .map_err(|_| format!("no game is {} moves long", field(2)))?
            }
        };
        let probability = match (self.content, field(4)) {
            (SheetContent::Boxes | SheetContent::Values, _) | (_, "") => None,
            (SheetContent::Policy, text) => Some(
                decimal(text, self.delimiter)
                    .parse()
                    .map_err(|_| format!("`{text}` is not a probability"))?,
            ),
        };
        let value = match self.content {
            SheetContent::Policy | SheetContent::Boxes => 0.0,
            SheetContent::Values => values::read(&decimal(field(4), self.delimiter))?,
        };
        Ok(SheetRow {
            line,
            position: field(0).to_owned(),
            side: side(field(1), self.content)?,
            moves: field(m).to_owned(),
            number: self.number(field(n), self.content.columns()[n])?,
            value,
            probability,
            ply,
        })
    }

    /// A whole number in plain digits, with nothing but zeros behind a point.
    fn number(&self, text: &str, what: &str) -> Result<u64, String> {
        let decimal = decimal(text, self.delimiter);
        let plain = whole(&decimal);
        let is_plain = !plain.is_empty() && plain.bytes().all(|b| b.is_ascii_digit());
        let number = plain.parse().ok().filter(|_| is_plain).ok_or_else(|| {
            format!("`{text}` in the column {what} is not a whole number from 0 to 2^64 - 1")
        })?;
        // Where decimals may have a comma, a spreadsheet writes 1000 with a mark between its digits.
        let is_group = self.delimiter != b',' && (1..1000).contains(&number);
        if is_group && decimal.len() - plain.len() == ".000".len() {
            return Err(format!(
                "`{text}` in the column {what} can be {number} or {number}000; write the whole number without a mark"
            ));
        }
        Ok(number)
    }
}
