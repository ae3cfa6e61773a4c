//! Rows as JSON, read one by one.

use std::fmt;
use std::io::{BufReader, Read};

use serde::de::{DeserializeSeed, Deserializer, Error as _, MapAccess, SeqAccess, Visitor};
use serde_json::value::RawValue;
use serde_json::{Value, json};

use super::lines::LineCounter;
use super::sheet::{Head, SheetContent, SheetRow, Take, side, side_name, wrong};
use super::values;
use crate::error::Result;
use crate::learn::Rule;

/// The only column that may be missing.
const PROBABILITY: &str = "probability";

pub(super) fn value(row: &SheetRow, content: SheetContent) -> Value {
    let (position, side) = (&row.position, side_name(row.side));
    let (ply, moves, number) = (row.ply, &row.moves, row.number);
    match content {
        SheetContent::Policy => json!({
            "position": position, "side": side, "move": moves, "weight": number, "probability": row.probability,
        }),
        SheetContent::Boxes => json!({
            "position": position, "side": side, "ply": ply, "moves": moves, "beads": number,
        }),
        SheetContent::Values => json!({
            "position": position, "side": side, "ply": ply, "moves": moves,
            "value": row.value, "visits": number,
        }),
    }
}

pub(super) fn parse(origin: &str, text: impl Read, take: Take<'_>) -> Result<Head> {
    let lines = LineCounter::default();
    let mut reader = serde_json::Deserializer::from_reader(lines.reader(BufReader::new(text)));
    let mut document = JsonObject {
        lines,
        take,
        part: None,
    };
    let head = reader
        .deserialize_map(&mut document)
        .and_then(|head| reader.end().map(|()| head));
    head.map_err(|error| {
        if error.is_eof() {
            let reason = "the file ends in the middle of its JSON";
            return wrong(origin, error.line() as u64, reason);
        }
        let line = document.part.unwrap_or(error.line() as u64);
        wrong(origin, line, &without_place(&error))
    })
}

/// The JSON object while it is being read.
struct JsonObject<'a> {
    lines: LineCounter,
    take: Take<'a>,
    /// The line on which the current row or rule begins.
    part: Option<u64>,
}

/// The keys that the object may have.
const FIELDS: &[&str] = &["game", "player", "rule", "policy", "boxes", "values"];

impl<'de> Visitor<'de> for &mut JsonObject<'_> {
    type Value = Head;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object with a game and its rows")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Head, A::Error> {
        let (mut game, mut player, mut rule, mut content) = (None, None, None, None);
        while let Some(field) = map.next_key::<String>()? {
            self.lines.here();
            match field.as_str() {
                "game" => set(&mut game, "game", map.next_value::<String>()?)?,
                // Only for people to read; the model names the file.
                "player" => set(&mut player, "player", map.next_value::<String>()?)?,
                "rule" => {
                    let Some(raw) = map.next_value::<Option<Box<RawValue>>>()? else {
                        continue;
                    };
                    let ends = raw.get().bytes().filter(|&byte| byte == b'\n').count();
                    self.part = Some(self.lines.here() - ends as u64);
                    let read = serde_json::from_str::<Rule>(raw.get());
                    let read = read.map_err(|error| {
                        A::Error::custom(format!("its rule: {}", without_place(&error)))
                    });
                    set(&mut rule, "rule", read?)?;
                    self.part = None;
                }
                other => {
                    let own = SheetContent::ALL
                        .into_iter()
                        .find(|own| own.list() == other);
                    let own = own.ok_or_else(|| A::Error::unknown_field(other, FIELDS))?;
                    if content.replace(own).is_some() {
                        return Err(A::Error::custom(ONE_LIST));
                    }
                    map.next_value_seed(RowList(self, own))?;
                }
            }
        }
        let game = game.ok_or_else(|| A::Error::missing_field("game"))?;
        let content = content.ok_or_else(|| A::Error::custom(ONE_LIST))?;
        Ok(Head {
            game: Some(game),
            rule,
            content,
            ..Head::default()
        })
    }
}

const ONE_LIST: &str = "the object must have one list: `policy`, `boxes` or `values`";

/// Sets a field that may occur only once.
fn set<T, E: serde::de::Error>(
    field: &mut Option<T>,
    name: &'static str,
    value: T,
) -> Result<(), E> {
    match field.replace(value) {
        None => Ok(()),
        Some(_) => Err(E::duplicate_field(name)),
    }
}

struct RowList<'d, 'a>(&'d mut JsonObject<'a>, SheetContent);

impl<'de> DeserializeSeed<'de> for RowList<'_, '_> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        deserializer.deserialize_seq(self)
    }
}

impl<'de> Visitor<'de> for RowList<'_, '_> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a list of rows")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<(), A::Error> {
        let Self(document, content) = self;
        while let Some(()) = list.next_element_seed(JsonRow(&mut *document, content))? {}
        Ok(())
    }
}

/// A row, whose keys are the columns of its content.
struct JsonRow<'d, 'a>(&'d mut JsonObject<'a>, SheetContent);

impl<'de> DeserializeSeed<'de> for JsonRow<'_, '_> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        self.0.part = Some(self.0.lines.here());
        deserializer.deserialize_map(self)
    }
}

impl<'de> Visitor<'de> for JsonRow<'_, '_> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "a row of {}", self.1.columns().join(", "))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<(), A::Error> {
        let Self(document, content) = self;
        let line = document.lines.here();
        let columns = content.columns();
        let mut seen = vec![false; columns.len()];
        let mut row = SheetRow {
            line,
            ..SheetRow::default()
        };
        while let Some(key) = map.next_key::<String>()? {
            let Some(column) = columns.iter().position(|column| *column == key) else {
                return Err(A::Error::unknown_field(&key, columns));
            };
            if std::mem::replace(&mut seen[column], true) {
                return Err(A::Error::duplicate_field(columns[column]));
            }
            match columns[column] {
                "position" => row.position = map.next_value()?,
                "side" => {
                    let name: String = map.next_value()?;
                    row.side = side(&name, content).map_err(A::Error::custom)?;
                }
                "ply" => row.ply = map.next_value()?,
                "move" | "moves" => row.moves = map.next_value()?,
                "value" => {
                    // As text, as in CSV: a number read from JSON need not be the nearest double.
                    let raw: Box<RawValue> = map.next_value()?;
                    row.value = values::read(raw.get()).map_err(A::Error::custom)?;
                }
                PROBABILITY => row.probability = map.next_value()?,
                _ => row.number = map.next_value()?,
            }
        }
        let mut missing = columns.iter().zip(seen).filter(|(_, seen)| !seen);
        if let Some((column, _)) = missing.find(|(column, _)| **column != PROBABILITY) {
            return Err(A::Error::missing_field(column));
        }
        (document.take)(&row).map_err(|refusal| {
            document.part = Some(refusal.line.unwrap_or(line));
            A::Error::custom(refusal.reason)
        })?;
        document.part = None;
        Ok(())
    }
}

/// The message of a JSON error, without its line and column, which may count from another place.
fn without_place(error: &serde_json::Error) -> String {
    let text = error.to_string();
    let end = text.rfind(" at line ").unwrap_or(text.len());
    text[..end].to_owned()
}
