//! Finds the table of another program in a JSON text while it is read, so that nothing else of the text is held.

use std::cell::Cell;
use std::fmt;
use std::io::{self, BufReader, Bytes, Read};
use std::iter::Peekable;

use serde::de::{DeserializeSeed, Deserializer, Error, MapAccess, SeqAccess, Visitor};

use super::super::lines::LONGEST;
use super::entry::{Numbers, TableEntry};

/// The most numbers of one board: a game has no more moves.
const MOST_MOVES: usize = 1 << 16;
/// The most rows of a board.
const MOST_ROWS: usize = 64;
/// The most names of a table, and the most numbers of all: with what is made of them they take less than 512 MB.
pub(super) const MOST_BOARDS: usize = 1 << 18;
const MOST_NUMBERS: usize = 1 << 22;

/// What stands in this program's reading for each letter of `NaN` and `Infinity`, which Python writes and JSON lacks: a
/// character that no text of a table has.
const NOT_FINITE: u8 = 0x7f;

/// The table in a JSON text: an object from names to numbers, alone or within lists and objects. `None` if
/// the text has none.
pub(super) fn table(text: impl Read) -> serde_json::Result<Option<Vec<TableEntry>>> {
    let line = Cell::new(1);
    let mut reader = serde_json::Deserializer::from_reader(PythonJson {
        bytes: BufReader::new(text).bytes().peekable(),
        line: &line,
        place: Place::Outside,
        length: 0,
    });
    let found = Finder(&line).deserialize(&mut reader)?;
    reader.end()?;
    Ok(match found {
        JsonKind::Table(entries) | JsonKind::Named(entries) => Some(entries),
        JsonKind::Number(_) | JsonKind::List(_) | JsonKind::Other => None,
    })
}

/// Where in a JSON text its reader is.
#[derive(Clone, Copy)]
enum Place {
    Outside,
    InText,
    /// Behind a backslash in a text.
    Escaped,
    NotFinite,
}

/// A JSON text in which infinite numbers and NaN have become texts, and non-ASCII characters outside texts,
/// such as the mark of UTF-8 at its start, blanks; with its line so far.
struct PythonJson<'a, R: Read> {
    bytes: Peekable<Bytes<BufReader<R>>>,
    line: &'a Cell<u64>,
    place: Place,
    /// The bytes of the present text so far, with its first quotation mark.
    length: usize,
}

impl<R: Read> Read for PythonJson<'_, R> {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        let (Some(place), Some(byte)) = (into.first_mut(), self.bytes.next().transpose()?) else {
            return Ok(0);
        };
        self.line.set(self.line.get() + u64::from(byte == b'\n'));
        (self.place, *place) = match (self.place, byte) {
            (Place::Outside, b'N' | b'I') => (Place::NotFinite, b'"'),
            (Place::NotFinite, b'N' | b'y') => (Place::Outside, b'"'),
            (Place::NotFinite, b'a' | b'n' | b'f' | b'i' | b't') => (Place::NotFinite, NOT_FINITE),
            (Place::Outside, b'-') if matches!(self.bytes.peek(), Some(Ok(b'I'))) => {
                (Place::Outside, b' ')
            }
            (Place::Outside, 0x80..) => (Place::Outside, b' '),
            (Place::InText, b'"') => (Place::Outside, byte),
            (Place::InText, b'\\') => (Place::Escaped, byte),
            (Place::Outside, b'"') | (Place::Escaped, _) => (Place::InText, byte),
            (place, _) => (place, byte),
        };
        let is_outside = matches!(self.place, Place::Outside);
        self.length = if is_outside { 0 } else { self.length + 1 };
        if self.length > LONGEST {
            let what = format!("a text is longer than the {LONGEST} bytes allowed");
            return Err(io::Error::other(what));
        }
        Ok(1)
    }
}

/// What a JSON value can be.
enum JsonKind {
    /// A number, or `null` for a missing one.
    Number(Option<f64>),
    /// Numbers in their order.
    List(Vec<Option<f64>>),
    /// Names that have one number each.
    Named(Vec<TableEntry>),
    /// Names that have more than one.
    Table(Vec<TableEntry>),
    /// Nothing that is looked for.
    Other,
}

struct Finder<'a>(&'a Cell<u64>);

impl<'de> DeserializeSeed<'de> for Finder<'_> {
    type Value = JsonKind;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<JsonKind, D::Error> {
        deserializer.deserialize_any(self)
    }
}

#[expect(clippy::cast_precision_loss, reason = "the nearest double is meant")]
impl<'de> Visitor<'de> for Finder<'_> {
    type Value = JsonKind;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("JSON")
    }

    fn visit_unit<E>(self) -> Result<JsonKind, E> {
        Ok(JsonKind::Number(None))
    }

    fn visit_f64<E>(self, number: f64) -> Result<JsonKind, E> {
        Ok(JsonKind::Number(Some(number)))
    }

    fn visit_u64<E>(self, number: u64) -> Result<JsonKind, E> {
        Ok(JsonKind::Number(Some(number as f64)))
    }

    fn visit_i64<E>(self, number: i64) -> Result<JsonKind, E> {
        Ok(JsonKind::Number(Some(number as f64)))
    }

    fn visit_bool<E>(self, _: bool) -> Result<JsonKind, E> {
        Ok(JsonKind::Other)
    }

    fn visit_str<E>(self, text: &str) -> Result<JsonKind, E> {
        let is_number = text.as_bytes().first() == Some(&NOT_FINITE);
        Ok(if is_number {
            JsonKind::Number(Some(f64::NAN))
        } else {
            JsonKind::Other
        })
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<JsonKind, A::Error> {
        let (mut numbers, [mut found, mut lists]) = (Vec::new(), <[Held; 2]>::default());
        let mut are_numbers = true;
        let mut are_lists = true;
        while let Some(item) = list.next_element_seed(Finder(self.0))? {
            are_lists &= matches!(item, JsonKind::List(_));
            match item {
                JsonKind::Number(number) if are_numbers && numbers.len() < MOST_MOVES => {
                    numbers.push(number);
                }
                JsonKind::List(own) if are_lists => {
                    let (line, number) = (Some(self.0.get()), lists.entries.len());
                    let entry = TableEntry::of(line, number.to_string(), Numbers::List(own));
                    lists.add::<A::Error>([entry])?;
                }
                JsonKind::Named(own) | JsonKind::Table(own) => found.add::<A::Error>(own)?,
                _ => (are_numbers, numbers) = (false, Vec::new()),
            }
        }
        Ok(if !found.entries.is_empty() {
            JsonKind::Table(found.entries)
        } else if are_lists && !lists.entries.is_empty() {
            lists.nested()
        } else if numbers.is_empty() || !are_numbers {
            JsonKind::Other
        } else {
            JsonKind::List(numbers)
        })
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<JsonKind, A::Error> {
        let [mut found, mut own, mut single]: [Held; 3] = Default::default();
        let mut is_mixed = false;
        while let Some(name) = map.next_key::<String>()? {
            let line = Some(self.0.get());
            let numbers = match map.next_value_seed(Finder(self.0))? {
                JsonKind::Number(number) => {
                    single.add::<A::Error>([TableEntry::number(line, name, number)])?;
                    continue;
                }
                JsonKind::List(list) => Numbers::List(list),
                JsonKind::Named(map) => Numbers::Map(map),
                JsonKind::Table(inner) => {
                    found.add::<A::Error>(inner)?;
                    continue;
                }
                JsonKind::Other => {
                    is_mixed = true;
                    continue;
                }
            };
            own.add::<A::Error>([TableEntry::of(line, name, numbers)])?;
        }
        // Other data beside a table, such as the settings of its training, is not part of it.
        let table = [found, own]
            .into_iter()
            .find(|held| !held.entries.is_empty());
        Ok(if let Some(table) = table {
            JsonKind::Table(table.entries)
        } else if is_mixed || single.entries.is_empty() {
            JsonKind::Other
        } else {
            JsonKind::Named(single.entries)
        })
    }
}

/// Names and their numbers, no more of them than any table has.
#[derive(Default)]
struct Held {
    entries: Vec<TableEntry>,
    numbers: usize,
}

impl Held {
    /// What lists in a list are: moves with their numbers, rows for all boards in order, or the numbers of rows of cells.
    fn nested(self) -> JsonKind {
        let list = |entry: &TableEntry| match &entry.numbers {
            Numbers::List(list) => list.clone(),
            _ => Vec::new(),
        };
        let pair = |entry: &TableEntry| match list(entry)[..] {
            [Some(m), number] => Some(TableEntry::number(entry.line, m.to_string(), number)),
            _ => None,
        };
        if let Some(pairs) = self.entries.iter().map(pair).collect() {
            JsonKind::Named(pairs)
        } else if self.entries.len() > MOST_ROWS {
            JsonKind::Table(self.entries)
        } else {
            JsonKind::List(self.entries.iter().flat_map(list).collect())
        }
    }

    fn add<E: Error>(&mut self, more: impl IntoIterator<Item = TableEntry>) -> Result<(), E> {
        for entry in more {
            self.numbers += entry.numbers.len();
            self.entries.push(entry);
        }
        if self.entries.len() > MOST_BOARDS || self.numbers > MOST_NUMBERS {
            return Err(E::custom(too_large()));
        }
        Ok(())
    }
}

/// That a table is larger than any that is read.
pub(super) fn too_large() -> String {
    format!("a table has at most {MOST_BOARDS} boards and {MOST_NUMBERS} numbers")
}
