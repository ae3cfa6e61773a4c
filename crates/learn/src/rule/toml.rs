//! Rules as TOML files. A text that is not a rule is checked field by field, so that an error names its line, its
//! field and the allowed values. A model file also stores its rules as TOML.

use std::borrow::Cow;
use std::ops::Range;

use ::toml::de::{DeTable, DeValue};
use ::toml::{Spanned, Table, Value};
use serde::Deserialize;
use serde::de::IntoDeserializer;

use super::super::learners::Learners;
use super::fields::Fields;
use super::meaning::Rule;
use super::words::{EXPLAINED, expected, fields};
use crate::error::{Error, Result};
use crate::text::escaped;

impl Rule {
    /// The names of all fields of a rule as files have them; a field in a table begins with the table's name
    /// and a dot.
    pub fn fields() -> impl Iterator<Item = &'static str> + Clone {
        fields().map(|(name, _)| name)
    }

    /// Reads a rule from TOML. `origin` names it in error messages, for example by its path.
    ///
    /// # Errors
    ///
    /// [`Error::Rule`] on one line, with the wrong line, the field and the allowed values.
    ///
    /// # Examples
    ///
    /// ```
    /// use matchboxes_learn::Rule;
    ///
    /// let text = "name = \"mine\"\nstart = [4, 2]\nloss = \"wipe last\"\n";
    /// assert_eq!(Rule::from_toml(text, "mine.toml")?.name, "mine");
    ///
    /// let error = Rule::from_toml(&text.replace("wipe last", "wipe"), "mine.toml").unwrap_err();
    /// let error = error.to_string();
    /// assert!(error.starts_with("rule `mine.toml`: line 3: `loss` cannot be `\"wipe\"`: write"));
    /// # Ok::<(), matchboxes_games::Error>(())
    /// ```
    pub fn from_toml(text: &str, origin: &str) -> Result<Self> {
        Self::read(text, true, origin)
    }

    /// As [`from_toml`](Self::from_toml), for a text that its author has not seen: errors name no line.
    ///
    /// # Errors
    ///
    /// [`Error::Rule`] with the field and the allowed values.
    pub fn from_fields(text: &str, origin: &str) -> Result<Self> {
        Self::read(text, false, origin)
    }

    fn read(text: &str, is_file: bool, origin: &str) -> Result<Self> {
        let read = RuleText::parse(text).and_then(|text| RuleText { is_file, ..text }.rule());
        read.and_then(agreeing)
            .map_err(|reason| Error::rule(origin, reason))
    }

    /// This rule with other values of some fields, each with its name and, for `odds.a`, the name of its table.
    /// `origin` names the rule in error messages.
    ///
    /// # Errors
    ///
    /// [`Error::Rule`] with the field and the allowed values.
    ///
    /// # Panics
    ///
    /// Never: every rule can be written.
    pub fn with_fields(&self, fields: &[(&str, Value)], origin: &str) -> Result<Self> {
        let mut table = Table::try_from(self).expect("a rule is plain data");
        for (name, value) in fields {
            let (mut at, mut rest) = (&mut table, *name);
            while let Some((outer, inner)) = rest.split_once('.') {
                let inside = at.entry(outer);
                let inside = inside.or_insert_with(|| Value::Table(Table::new()));
                let Value::Table(inside) = inside else {
                    return Err(Error::rule(origin, format!("`{outer}` has no fields")));
                };
                (at, rest) = (inside, inner);
            }
            at.insert(rest.to_owned(), value.clone());
        }
        Self::from_fields(&table.to_string(), origin)
    }

    /// Reads a rule from the TOML of a model file.
    ///
    /// # Errors
    ///
    /// A description of what is wrong, or the field that only a newer program has.
    pub fn from_stored(text: &str) -> Result<Self, String> {
        let text = RuleText::parse(text)?;
        match text.newer_field() {
            Some(field) => Err(format!(
                "a newer program wrote it, with the field `{field}`"
            )),
            None => text.rule(),
        }
    }

    /// The rule as TOML; [`Rule::from_toml`] reads it back.
    ///
    /// # Panics
    ///
    /// Never: every rule can be written.
    pub fn to_toml(&self) -> String {
        ::toml::to_string(self).expect("a rule is plain data")
    }

    /// The rule as written by [`Rule::to_toml`], with a comment above every field that explains it. Optional
    /// fields that the rule does not use are added as comments.
    pub fn to_explained_toml(&self) -> String {
        let toml = self.to_toml();
        let (mut text, mut above) = (String::new(), String::new());
        for line in EXPLAINED.lines().filter(|line| !line.starts_with("#:")) {
            if line.is_empty() || line.starts_with('#') {
                above += &format!("{line}\n");
                continue;
            }
            let key = line.split(" =").next();
            let own = toml.lines().find(|own| own.split(" =").next() == key);
            if let Some(own) = own {
                text += &format!("{above}{own}\n");
            } else if line.contains(" = ") {
                text += &format!("{above}# {line}\n");
            }
            above.clear();
        }
        text
    }
}

/// The rule, if its opponent goes with its learner. A model may hold others, where the opponent was not used.
fn agreeing(rule: Rule) -> Result<Rule, String> {
    let reason = match (rule.learner, &rule.opponent) {
        (Some(Learners::Both), Some(_)) => "one learner; two learn against each other",
        (Some(Learners::Shared), Some(_)) => "a learner of one side",
        _ => return Ok(rule),
    };
    Err(format!("`opponent` goes with {reason}"))
}

/// A short rule with all tables that a rule can have.
const SOUND: &str = "name = 'x'\nstart = [1]\n[odds]\na = 2\nb = 2\n\
                     [values]\nmethod = 'ucb'\nwin-reward = 1\nloss-reward = 0";

/// The names of the fields in the table `within`, which ends in a dot, or in the rule.
fn names(within: &str) -> impl Iterator<Item = &'static str> + Clone {
    Rule::fields().filter_map(move |name| {
        let name = name.strip_prefix(within)?;
        (!name.contains('.')).then_some(name)
    })
}

/// The first key of a table that is not a field of it.
fn unknown<'t, 'a>(table: &'t DeTable<'a>, within: &str) -> Option<&'t Spanned<Cow<'a, str>>> {
    let is_known = |key: &Spanned<Cow<'_, str>>| names(within).any(|name| name == key.get_ref());
    let keys = table.keys().filter(|key| !is_known(key));
    keys.min_by_key(|key| key.span().start)
}

/// A TOML text, and the fields in it.
struct RuleText<'a> {
    text: &'a str,
    /// Whether it is the text of a file, so that errors name its lines.
    is_file: bool,
    table: DeTable<'a>,
}

impl<'a> RuleText<'a> {
    fn parse(text: &'a str) -> Result<Self, String> {
        let table = DeTable::parse(text).map_err(|error| unreadable(text, &error))?;
        let table = table.into_inner();
        Ok(Self {
            text,
            is_file: true,
            table,
        })
    }

    /// Reads the rule, or describes what is wrong.
    fn rule(&self) -> Result<Rule, String> {
        let rule = self.fields()?.rule();
        rule.map_err(|field| self.wrong(field, None))
    }

    /// The first field that this program does not have.
    fn newer_field(&self) -> Option<String> {
        let within = |name| match self.table.get(name)?.get_ref() {
            DeValue::Table(table) => unknown(table, &format!("{name}.")),
            _ => None,
        };
        let key = unknown(&self.table, "");
        let key = key
            .or_else(|| within("odds"))
            .or_else(|| within("values"))?;
        Some(excerpt(key.get_ref()))
    }

    /// Reads the fields, or describes the error of the first one, in the order of [`fields`], that is missing or
    /// cannot be read: one field after the other takes its place in a rule without errors.
    fn fields(&self) -> Result<Fields, String> {
        self.check_known(&self.table, "")?;
        let mut rule = DeTable::parse(SOUND).expect("it is a rule");
        let mut fields = None;
        for field in Rule::fields() {
            let given = self.value(field);
            if let (Some(value), "odds" | "values") = (given, field) {
                let DeValue::Table(table) = value.get_ref() else {
                    return Err(self.wrong(field, None));
                };
                self.check_known(table, &format!("{field}."))?;
                continue;
            }
            replace(rule.get_mut(), field, given.cloned());
            let read = Fields::deserialize(rule.clone().into_deserializer());
            fields = Some(read.map_err(|error| match given {
                Some(_) => self.wrong(field, error.span()),
                None => self.missing(field),
            })?);
        }
        Ok(fields.expect("a rule has fields"))
    }

    fn value(&self, field: &str) -> Option<&Spanned<DeValue<'a>>> {
        match field.split_once('.') {
            None => self.table.get(field),
            Some((table, name)) => self.table.get(table)?.get_ref().get(name),
        }
    }

    /// The line with this place, as the beginning of a message.
    fn at(&self, place: usize) -> String {
        if self.is_file {
            format!("line {}: ", line(self.text, place))
        } else {
            String::new()
        }
    }

    fn missing(&self, field: &str) -> String {
        let missing = format!("`{field}` is missing: write {}", expected(field));
        let table = field.split_once('.').and_then(|(name, _)| self.value(name));
        match table {
            Some(table) => format!("{}{missing}", self.at(table.span().start)),
            None => missing,
        }
    }

    /// Refuses a table with a field that no rule has.
    fn check_known(&self, table: &DeTable<'a>, within: &str) -> Result<(), String> {
        let Some(key) = unknown(table, within) else {
            return Ok(());
        };
        let names = names(within);
        let name = excerpt(key.get_ref());
        let ending = format!(".{}", key.get_ref());
        let mut inner = Rule::fields();
        if within.is_empty()
            && let Some(whole) = inner.find(|field| field.ends_with(&ending))
        {
            let at = self.at(key.span().start);
            return Err(format!("{at}unknown field `{name}`; did you mean {whole}?"));
        }
        let unknown = Error::unknown("field", &name, names.clone());
        let mut reason = unknown.to_string();
        if matches!(&unknown, Error::Name { nearest, .. } if nearest.is_empty()) {
            let names: Vec<&str> = names.collect();
            reason += &format!("; there are {}", names.join(", "));
        }
        if !within.is_empty() {
            reason += &format!(" in `{}`", within.trim_end_matches('.'));
        }
        Err(self.at(key.span().start) + &reason)
    }

    /// Describes the error of a field with a wrong value; `part` is the place of the wrong entry of a list.
    fn wrong(&self, field: &str, part: Option<Range<usize>>) -> String {
        let expected = expected(field);
        let Some(whole) = self.value(field).map(Spanned::span) else {
            return format!("`{field}` is wrong: write {expected}");
        };
        let place = part
            .filter(|part| {
                whole.start <= part.start && part.start < part.end && part.end <= whole.end
            })
            .unwrap_or(whole.clone());
        let at = self.at(place.start);
        let value = excerpt(self.text.get(place).unwrap_or_default());
        format!("{at}`{field}` cannot be `{value}`: write {expected}")
    }
}

/// Puts a value in the place of a field of a rule, or removes the field.
fn replace<'a>(rule: &mut DeTable<'a>, field: &'static str, value: Option<Spanned<DeValue<'a>>>) {
    let (table, name) = match field.split_once('.') {
        None => (rule, field),
        Some((table, name)) => match rule.get_mut(table).map(Spanned::get_mut) {
            Some(DeValue::Table(table)) => (table, name),
            _ => return,
        },
    };
    table.remove(name);
    if let Some(value) = value {
        table.insert(Spanned::new(0..0, name.into()), value);
    }
}

/// Describes the error of a text that is not TOML.
fn unreadable(text: &str, error: &::toml::de::Error) -> String {
    let end = text.trim_end().len();
    let at = error.span().map_or(end, |span| span.start.min(end));
    let number = line(text, at);
    let lines: Vec<&str> = text.lines().take(number).collect();
    let line = excerpt(lines.last().copied().unwrap_or_default());
    let message = on_one_line(error.message());
    // A list may have begun some lines earlier; its field is the last one that begins a line.
    let field = lines.iter().rev().find_map(|line| {
        let (key, _) = line.split_once('=')?;
        Rule::fields().find(|name| *name == key.trim())
    });
    match field {
        Some(field) if !line.starts_with(field) => {
            format!("line {number}: `{line}`, within `{field}`, cannot be read: {message}")
        }
        _ => format!("line {number}: `{line}` cannot be read: {message}"),
    }
}

/// The number of the line with this place in a text, from 1.
fn line(text: &str, at: usize) -> usize {
    let before = &text.as_bytes()[..at.min(text.len())];
    before.split(|&byte| byte == b'\n').count()
}

/// A piece of a text on one line, shortened if it is long.
fn excerpt(text: &str) -> String {
    const MOST: usize = 60;
    let whole = on_one_line(text);
    match whole.char_indices().nth(MOST) {
        Some((end, _)) => format!("{}...", &whole[..end]),
        None => whole,
    }
}

fn on_one_line(text: &str) -> String {
    let words: Vec<&str> = text.split_whitespace().collect();
    escaped(&words.join(" "))
}
