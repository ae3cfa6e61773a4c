//! Reads rows from comma-separated values, whose first line names the columns.

use std::io::Read;

use super::sheet::{Head, SheetContent, SheetRow, Take, side, wrong};
use super::spreadsheet::{decimal, heading, is_of_row_numbers, rows, whole};
use super::values;
use crate::error::Result;

pub(super) fn parse(origin: &str, text: impl Read, delimiter: u8, take: Take<'_>) -> Result<Head> {
    let mut columns = None;
    for (line, record) in rows(text, delimiter) {
        let wrong = |reason: &str| wrong(origin, line, reason);
        let record = record.map_err(|error| wrong(&error.to_string()))?;
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
            }
        }
    }
    let columns = columns.ok_or_else(|| wrong(origin, 1, "the file is empty"))?;
    Ok(Head {
        content: columns.content,
        ..Head::default()
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
                let [policy, boxes, values] = SheetContent::ALL.map(|one| one.columns().join(","));
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
        let mut row = SheetRow {
            line,
            ..SheetRow::default()
        };
        for (&name, place) in self.content.columns().iter().zip(&self.places) {
            let field = place.and_then(|place| record.get(place));
            let field = field.unwrap_or_default();
            match name {
                "position" => field.clone_into(&mut row.position),
                "side" => row.side = side(field, self.content)?,
                "ply" => {
                    row.ply = u16::try_from(self.number(field, name)?)
                        .map_err(|_| format!("no game is {field} moves long"))?;
                }
                "move" | "moves" => field.clone_into(&mut row.moves),
                "value" => row.value = values::read(&decimal(field, self.delimiter))?,
                "probability" if field.is_empty() => {}
                "probability" => {
                    let number = decimal(field, self.delimiter).parse();
                    let number = number.map_err(|_| format!("`{field}` is not a probability"))?;
                    row.probability = Some(number);
                }
                // What the rows of this content count.
                _ => row.number = self.number(field, name)?,
            }
        }
        Ok(row)
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
