//! Reads nested brackets, as JSON and Python write them, and finds the table in them. Nothing else of them is kept.

use super::entry::{Numbers, TableEntry};
use super::forms::quoted;
use super::reading::UnreadTable;

/// The most rows of a board.
const MOST_ROWS: usize = 64;
/// The most names of a table, and the most numbers of a text: with what is made of them they take less than 512 MB.
pub(super) const MOST_BOARDS: usize = 1 << 18;
const MOST_NUMBERS: usize = 1 << 22;
/// How deep brackets can be nested.
const DEEPEST: usize = 128;

/// What stands somewhere in such a text.
pub(super) enum Value {
    /// A number, or a word for a missing one.
    Number(Option<f64>),
    /// Numbers in their order.
    List(Vec<Option<f64>>),
    /// Names that have one number each.
    Named(Vec<TableEntry>),
    /// Names that have more than one, or the names of several maps.
    Table(Vec<TableEntry>),
    Text(String),
    /// Nothing that is looked for.
    Other,
}

impl Value {
    /// The value that is the whole of a text, which begins on this line.
    pub(super) fn read(text: &str, line: u64) -> Result<Self, UnreadTable> {
        let mut reader = NestedReader {
            rest: text,
            line,
            ..NestedReader::default()
        };
        let value = reader.value()?;
        if reader.rest.trim().is_empty() {
            return Ok(value);
        }
        Err(reader.refused("something follows its last bracket"))
    }

    /// The numbers of a name with this value.
    pub(super) fn numbers(self) -> Option<Numbers> {
        match self {
            Self::Number(number) => Some(Numbers::One(number)),
            Self::List(list) => Some(Numbers::List(list)),
            Self::Named(map) => Some(Numbers::Map(map)),
            Self::Table(_) | Self::Text(_) | Self::Other => None,
        }
    }

    /// What lists in a list are: moves with their numbers, rows for all boards in order, or the numbers of rows of cells.
    fn nested(lists: Vec<(u64, Vec<Option<f64>>)>) -> Self {
        let pair = |(line, list): &(u64, Vec<_>)| match list[..] {
            [Some(m), number] => Some(TableEntry::number(Some(*line), f64::to_string(&m), number)),
            _ => None,
        };
        if let Some(pairs) = lists.iter().map(pair).collect() {
            return Self::Named(pairs);
        }
        if lists.len() <= MOST_ROWS {
            return Self::List(lists.into_iter().flat_map(|(_, list)| list).collect());
        }
        let named = lists.into_iter().enumerate().map(|(place, (line, list))| {
            TableEntry::of(Some(line), place.to_string(), Numbers::List(list))
        });
        Self::Table(named.collect())
    }
}

/// The table in a text: names with their numbers, alone or within lists and maps; nothing if there is none.
pub(super) fn table(text: &str) -> Result<Vec<TableEntry>, UnreadTable> {
    match Value::read(text, 1)? {
        Value::Table(all) | Value::Named(all) if all.len() <= MOST_BOARDS => Ok(all),
        Value::Table(_) | Value::Named(_) => Err(too_large()),
        _ => Ok(Vec::new()),
    }
}

/// That a table is larger than any that is read.
pub(super) fn too_large() -> UnreadTable {
    format!("a table has at most {MOST_BOARDS} boards and {MOST_NUMBERS} numbers").into()
}

/// A text while it is read.
#[derive(Default)]
struct NestedReader<'a> {
    rest: &'a str,
    line: u64,
    /// How many brackets are open.
    depth: usize,
    /// How many numbers there were.
    numbers: usize,
}

impl<'a> NestedReader<'a> {
    fn refused(&self, seen: &str) -> UnreadTable {
        UnreadTable::from(format!("this JSON cannot be read: {seen}")).at(Some(self.line))
    }

    /// The next bytes, which are then read.
    fn take(&mut self, length: usize) -> &'a str {
        let (taken, rest) = self.rest.split_at(length);
        self.line += taken.matches('\n').count() as u64;
        self.rest = rest;
        taken
    }

    /// The next character that is not white space.
    fn next(&mut self) -> Result<char, UnreadTable> {
        self.take(self.rest.len() - self.rest.trim_start().len());
        let next = self.rest.chars().next();
        next.ok_or_else(|| self.refused("it ends too early"))
    }

    /// Passes this character, if it is the next one.
    fn passes(&mut self, mark: char) -> Result<bool, UnreadTable> {
        let is_next = self.next()? == mark;
        self.take(usize::from(is_next));
        Ok(is_next)
    }

    fn value(&mut self) -> Result<Value, UnreadTable> {
        let end = match self.next()? {
            '[' => ']',
            '(' => ')',
            '{' => '}',
            quote @ ('"' | '\'') => return self.text(quote),
            _ => return self.word(),
        };
        self.take(1);
        self.depth += 1;
        if self.depth > DEEPEST {
            return Err(self.refused("its brackets are nested too deeply"));
        }
        let value = if end == '}' {
            self.map()
        } else {
            self.list(end)
        };
        self.depth -= 1;
        value
    }

    /// A number or another word. Python may write a number in the parentheses of its type.
    fn word(&mut self) -> Result<Value, UnreadTable> {
        let ends = |c: char| c.is_whitespace() || ",:()[]{}'\"".contains(c);
        let word = self.take(self.rest.find(ends).unwrap_or(self.rest.len()));
        if !word.is_empty() && self.rest.starts_with('(') {
            let inside = self.value()?;
            return Ok(match inside {
                Value::List(list) if list.len() == 1 => Value::Number(list[0]),
                other => other,
            });
        }
        self.numbers += 1;
        match (word, word.parse()) {
            _ if self.numbers > MOST_NUMBERS => Err(too_large()),
            ("null" | "None", _) => Ok(Value::Number(None)),
            ("true" | "false" | "True" | "False", _) => Ok(Value::Other),
            (_, Ok(number)) => Ok(Value::Number(Some(number))),
            (_, Err(_)) => Err(self.refused(&format!("{} is no value", quoted(word)))),
        }
    }

    /// The text between the quotation marks that begin here.
    fn text(&mut self, quote: char) -> Result<Value, UnreadTable> {
        let mut is_escaped = false;
        let end = self.rest.char_indices().skip(1).find(|&(_, c)| {
            let is_end = c == quote && !is_escaped;
            is_escaped = c == '\\' && !is_escaped;
            is_end
        });
        let (end, _) = end.ok_or_else(|| self.refused("it ends within a text"))?;
        let text = self.take(end + 1);
        if quote == '\'' {
            return Ok(Value::Text(text[1..end].to_owned()));
        }
        let text = serde_json::from_str(text).map(Value::Text);
        text.map_err(|error| self.refused(&error.to_string()))
    }

    /// The rest of a list, whose items may have no commas between them, as `NumPy` writes.
    fn list(&mut self, end: char) -> Result<Value, UnreadTable> {
        let (mut numbers, mut lists, mut tables) = (Vec::new(), Vec::new(), Vec::new());
        let mut count = 0;
        while !self.passes(end)? {
            match self.value()? {
                Value::Number(number) => numbers.push(number),
                Value::List(list) => lists.push((self.line, list)),
                Value::Named(own) | Value::Table(own) => tables.extend(own),
                Value::Text(_) | Value::Other => {}
            }
            count += 1;
            self.passes(',')?;
        }
        Ok(match count {
            _ if !tables.is_empty() => Value::Table(tables),
            1.. if lists.len() == count => Value::nested(lists),
            1.. if numbers.len() == count => Value::List(numbers),
            _ => Value::Other,
        })
    }

    /// The rest of a map, whose names are texts or as they are written. Other data beside a table, such as the settings of its
    /// training, is not part of it.
    fn map(&mut self) -> Result<Value, UnreadTable> {
        let (mut tables, mut several, mut single) = (Vec::new(), Vec::new(), Vec::new());
        let mut is_mixed = false;
        while !self.passes('}')? {
            let from = self.rest;
            let name = match self.value()? {
                Value::Text(name) => name,
                _ => from[..from.len() - self.rest.len()].to_owned(),
            };
            if !self.passes(':')? {
                return Err(self.refused(&format!("no colon follows {}", quoted(&name))));
            }
            let line = Some(self.line);
            match self.value()? {
                Value::Table(table) => tables.extend(table),
                value => match value.numbers() {
                    Some(Numbers::One(own)) => single.push(TableEntry::number(line, name, own)),
                    Some(own) => several.push(TableEntry::of(line, name, own)),
                    None => is_mixed = true,
                },
            }
            self.passes(',')?;
        }
        Ok(match [&tables, &several, &single].map(Vec::is_empty) {
            [false, ..] => Value::Table(tables),
            [_, false, _] => Value::Table(several),
            [.., false] if !is_mixed => Value::Named(single),
            _ => Value::Other,
        })
    }
}
