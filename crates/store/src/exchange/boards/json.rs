//! Finds the table of another program in a JSON text while it is read, so that nothing else of the text is held.

use std::fmt;

use serde::Deserialize;
use serde::de::{Deserializer, Error, IgnoredAny, MapAccess, SeqAccess, Visitor};

use super::rows::Numbers;

/// The most numbers of one board: a game has no more moves.
const MOST_MOVES: usize = 1 << 16;
/// The most boards of a table, and the most numbers of all: with what is made of them they take less than 512 MB.
const MOST_BOARDS: usize = 1 << 18;
const MOST_NUMBERS: usize = 1 << 22;

/// What a JSON value can be.
pub(super) enum JsonKind {
    /// A number, or `null` where there is none.
    Number(Option<f64>),
    /// The numbers of a board.
    Numbers(Numbers),
    /// A table: boards and their numbers.
    Boards(Vec<(String, Numbers)>),
    /// Nothing that is looked for.
    Other,
}

impl JsonKind {
    /// The table, if it is one.
    pub(super) fn boards(self) -> Option<Vec<(String, Numbers)>> {
        match self {
            Self::Boards(boards) => Some(boards),
            Self::Number(_) | Self::Numbers(_) | Self::Other => None,
        }
    }
}

impl<'de> Deserialize<'de> for JsonKind {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(Finder)
    }
}

struct Finder;

impl<'de> Visitor<'de> for Finder {
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

    #[expect(clippy::cast_precision_loss, reason = "the nearest double is meant")]
    fn visit_u64<E>(self, number: u64) -> Result<JsonKind, E> {
        Ok(JsonKind::Number(Some(number as f64)))
    }

    #[expect(clippy::cast_precision_loss, reason = "the nearest double is meant")]
    fn visit_i64<E>(self, number: i64) -> Result<JsonKind, E> {
        Ok(JsonKind::Number(Some(number as f64)))
    }

    fn visit_bool<E>(self, _: bool) -> Result<JsonKind, E> {
        Ok(JsonKind::Other)
    }

    fn visit_str<E>(self, _: &str) -> Result<JsonKind, E> {
        Ok(JsonKind::Other)
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<JsonKind, A::Error> {
        let mut numbers = Vec::new();
        while let Some(item) = list.next_element::<JsonKind>()? {
            match item {
                JsonKind::Number(number) if numbers.len() < MOST_MOVES => numbers.push(number),
                JsonKind::Boards(boards) => {
                    while list.next_element::<IgnoredAny>()?.is_some() {}
                    return Ok(JsonKind::Boards(boards));
                }
                _ => return mixed(list),
            }
        }
        Ok(if numbers.is_empty() {
            JsonKind::Other
        } else {
            JsonKind::Numbers(Numbers::List(numbers))
        })
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<JsonKind, A::Error> {
        let (mut boards, mut numbers) = (Vec::new(), Vec::new());
        let mut held = 0;
        let mut found = None;
        // Whether everything so far is a board, or a number.
        let (mut are_boards, mut are_numbers) = (true, true);
        while let Some(name) = map.next_key::<String>()? {
            if found.is_some() {
                map.next_value::<IgnoredAny>()?;
                continue;
            }
            let value = map.next_value()?;
            are_boards &= matches!(value, JsonKind::Numbers(_));
            are_numbers &= matches!(value, JsonKind::Number(_)) && numbers.len() < MOST_MOVES;
            match value {
                JsonKind::Numbers(own) if are_boards => {
                    held += own.len();
                    if boards.len() == MOST_BOARDS || held > MOST_NUMBERS {
                        return Err(A::Error::custom(format!(
                            "a table has at most {MOST_BOARDS} boards and {MOST_NUMBERS} numbers"
                        )));
                    }
                    boards.push((name, own));
                }
                JsonKind::Number(number) if are_numbers => numbers.push((name, number)),
                JsonKind::Boards(own) => found = Some(own),
                _ => {}
            }
            if !are_boards {
                boards = Vec::new();
            }
            if !are_numbers {
                numbers = Vec::new();
            }
        }
        Ok(match found {
            Some(found) => JsonKind::Boards(found),
            None if !boards.is_empty() => JsonKind::Boards(boards),
            None if are_numbers => JsonKind::Numbers(Numbers::Map(numbers)),
            None => JsonKind::Other,
        })
    }
}

/// The table in what is left of a list that is not the numbers of a board.
fn mixed<'de, A: SeqAccess<'de>>(mut list: A) -> Result<JsonKind, A::Error> {
    let mut found = None;
    while found.is_none() {
        match list.next_element::<JsonKind>()? {
            Some(item) => found = item.boards(),
            None => return Ok(JsonKind::Other),
        }
    }
    while list.next_element::<IgnoredAny>()?.is_some() {}
    Ok(found.map_or(JsonKind::Other, JsonKind::Boards))
}

impl Numbers {
    /// How many there are.
    const fn len(&self) -> usize {
        match self {
            Self::List(list) => list.len(),
            Self::Map(map) => map.len(),
        }
    }
}
