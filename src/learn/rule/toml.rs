//! Rules as TOML files, read field by field, so that an error names its line, its field and the allowed
//! values. A model file also stores its rules as TOML.

use std::ops::Range;

use ::toml::Spanned;
use ::toml::de::{DeTable, DeValue};
use serde::Deserialize;
use serde::de::IntoDeserializer;

use super::super::learners::Learners;
use super::fields::Fields;
use super::meaning::Rule;
use super::odds::Odds;
use super::values::Values;
use super::words::{FIELDS, expected};
use crate::decimal::Decimal;
use crate::error::{Error, Result};

/// Every field of a rule below a comment that explains it. Optional fields have an example.
const EXPLAINED: &str = include_str!("explained.txt");

impl Rule {
    /// Reads a rule from TOML. `origin` names it in error messages, for example by its path.
    ///
    /// # Errors
    ///
    /// [`Error::Rule`] on one line, with the wrong line, the field and the allowed values.
    ///
    /// # Examples
    ///
    /// ```
    /// use menace::learn::Rule;
    ///
    /// let text = "name = \"mine\"\nstart = [4, 2]\nloss = \"wipe last\"\n";
    /// assert_eq!(Rule::from_toml(text, "mine.toml")?.name, "mine");
    ///
    /// let error = Rule::from_toml(&text.replace("wipe last", "wipe"), "mine.toml").unwrap_err();
    /// let error = error.to_string();
    /// assert!(error.starts_with("rule `mine.toml`: line 3: `loss` cannot be `\"wipe\"`: write"));
    /// # Ok::<(), menace::Error>(())
    /// ```
    pub fn from_toml(text: &str, origin: &str) -> Result<Self> {
        let read = Self::from_stored(text).and_then(|rule| match (rule.learner, &rule.opponent) {
            // Such a rule may be stored in a model, where the opponent was not used.
            (Some(Learners::Both), Some(_)) => {
                Err("`opponent` goes with one learner; two learn against each other".to_owned())
            }
            (Some(Learners::Shared), Some(_)) => Err(
                "`opponent` goes with a learner of one side; name that of a shared one with --opponent"
                    .to_owned(),
            ),
            _ => Ok(rule),
        });
        read.map_err(|reason| Error::Rule {
            rule: origin.to_owned(),
            reason,
        })
    }

    /// Reads a rule from the TOML of a model file; an error describes what is wrong.
    pub(crate) fn from_stored(text: &str) -> Result<Self, String> {
        let mut rule_text = RuleText {
            text,
            ..RuleText::default()
        };
        let rule = rule_text.fields()?.rule();
        rule.map_err(|field| rule_text.wrong(field))
    }

    /// The rule as TOML; [`Rule::from_toml`] reads it back.
    ///
    /// # Panics
    ///
    /// Never: every rule can be written.
    #[must_use]
    pub fn to_toml(&self) -> String {
        ::toml::to_string(self).expect("a rule is plain data")
    }

    /// The rule as written by [`Rule::to_toml`], with a comment above every field that explains it. Optional
    /// fields that the rule does not use are added as comments.
    #[must_use]
    pub fn to_explained_toml(&self) -> String {
        let toml = self.to_toml();
        let (mut text, mut above) = (String::new(), String::new());
        for line in EXPLAINED.lines() {
            if line.is_empty() || line.starts_with('#') {
                above += &format!("{line}\n");
                continue;
            }
            let key = line.split(" =").next();
            let own = toml.lines().find(|own| own.split(" =").next() == key);
            let example = || line.contains(" = ").then(|| format!("# {line}"));
            if let Some(line) = own.map(str::to_owned).or_else(example) {
                text += &format!("{above}{line}\n");
            }
            above.clear();
        }
        text
    }
}

/// A TOML text, what is left to read of its tables, and the places of the fields' values that were read.
#[derive(Default)]
struct RuleText<'a> {
    text: &'a str,
    table: DeTable<'a>,
    odds: DeTable<'a>,
    values: DeTable<'a>,
    places: Vec<(&'static str, Range<usize>)>,
}

impl<'a> RuleText<'a> {
    fn fields(&mut self) -> Result<Fields, String> {
        let table = DeTable::parse(self.text).map_err(|error| self.unreadable(&error))?;
        self.table = table.into_inner();
        self.check_known(&self.table, "")?;
        Ok(Fields {
            name: self.need("name")?,
            source: self.take("source")?.unwrap_or_default(),
            symmetry: self.take("symmetry")?.unwrap_or_default(),
            duplicates: self.take("duplicates")?.unwrap_or_default(),
            boxes: self.take("boxes")?.unwrap_or_default(),
            start: self.need("start")?,
            win: self.take("win")?.unwrap_or_default(),
            draw: self.take("draw")?.unwrap_or_default(),
            loss: self.take("loss")?.unwrap_or_default(),
            weights: self.take("weights")?,
            empty: self.take("empty")?.unwrap_or_default(),
            opponent: self.take("opponent")?,
            learner: self.take("learner")?,
            games: self.take("games")?,
            odds: self.odds()?,
            values: self.values()?,
        })
    }

    fn odds(&mut self) -> Result<Option<Odds>, String> {
        let Some(value) = self.remove("odds") else {
            return Ok(None);
        };
        let DeValue::Table(odds) = value.into_inner() else {
            return Err(self.wrong("odds"));
        };
        self.odds = odds;
        self.check_known(&self.odds, "odds.")?;
        Ok(Some(Odds {
            a: self.need("odds.a")?,
            b: self.need("odds.b")?,
            from: self.take("odds.from")?.unwrap_or_default(),
            decay: self.take("odds.decay")?.unwrap_or(Decimal::ZERO),
            every: self.take("odds.every")?.unwrap_or(1),
            per: self.take("odds.per")?.unwrap_or_default(),
        }))
    }

    fn values(&mut self) -> Result<Option<Values>, String> {
        let Some(value) = self.remove("values") else {
            return Ok(None);
        };
        let DeValue::Table(values) = value.into_inner() else {
            return Err(self.wrong("values"));
        };
        self.values = values;
        self.check_known(&self.values, "values.")?;
        Ok(Some(Values {
            method: self.need("values.method")?,
            alpha: self.take("values.alpha")?.unwrap_or_default(),
            epsilon: self.take("values.epsilon")?.unwrap_or_default(),
            gamma: self.take("values.gamma")?.unwrap_or(Decimal::whole(1)),
            c: self.take("values.c")?.unwrap_or_default(),
            initial: self.take("values.initial")?.unwrap_or_default(),
            win_reward: self.need("values.win-reward")?,
            draw_reward: self.take("values.draw-reward")?.unwrap_or_default(),
            loss_reward: self.need("values.loss-reward")?,
        }))
    }

    /// Removes the value of a field from its table, and stores its place.
    fn remove(&mut self, field: &'static str) -> Option<Spanned<DeValue<'a>>> {
        let value = match field.split_once('.') {
            None => self.table.remove(field)?,
            Some(("odds", field)) => self.odds.remove(field)?,
            Some((_, field)) => self.values.remove(field)?,
        };
        self.places.push((field, value.span()));
        Some(value)
    }

    /// The place of a field's value, or of the part of it that is wrong.
    fn place(&self, field: &str) -> Option<&Range<usize>> {
        let place = self.places.iter().rev().find(|(name, _)| *name == field);
        place.map(|(_, place)| place)
    }

    fn take<T: Deserialize<'a>>(&mut self, field: &'static str) -> Result<Option<T>, String> {
        let Some(value) = self.remove(field) else {
            return Ok(None);
        };
        let whole = value.span();
        let read = T::deserialize(value.into_deserializer());
        read.map(Some).map_err(|error| {
            // In a list, the place of the wrong entry.
            let within = |part: &Range<usize>| {
                whole.start <= part.start && part.start < part.end && part.end <= whole.end
            };
            let part = error.span().filter(within);
            self.places.extend(part.map(|part| (field, part)));
            self.wrong(field)
        })
    }

    fn need<T: Deserialize<'a>>(&mut self, field: &'static str) -> Result<T, String> {
        self.take(field)?.ok_or_else(|| {
            let missing = format!("`{field}` is missing: write {}", expected(field));
            let within = field
                .split_once('.')
                .and_then(|(table, _)| self.place(table));
            match within {
                Some(within) => format!("line {}: {missing}", self.line(within.start)),
                None => missing,
            }
        })
    }

    /// Refuses a table with a field that no rule has.
    fn check_known(&self, table: &DeTable<'a>, within: &str) -> Result<(), String> {
        let names = FIELDS.iter().filter_map(|(name, _)| {
            let name = name.strip_prefix(within)?;
            (!name.contains('.')).then_some(name)
        });
        let unknown = |key: &&Spanned<_>| !names.clone().any(|name| name == key.get_ref());
        let keys = table.keys().filter(unknown);
        let Some(key) = keys.min_by_key(|key| key.span().start) else {
            return Ok(());
        };
        let name = excerpt(key.get_ref());
        let mut reason = Error::unknown("field", &name, names.clone()).to_string();
        if !reason.contains("did you mean") {
            let names: Vec<&str> = names.collect();
            reason += &format!("; there are {}", names.join(", "));
        }
        if !within.is_empty() {
            reason += &format!(" in `{}`", within.trim_end_matches('.'));
        }
        Err(format!("line {}: {reason}", self.line(key.span().start)))
    }

    /// Describes the error of a field with a wrong value.
    fn wrong(&self, field: &'static str) -> String {
        let expected = expected(field);
        let Some(place) = self.place(field) else {
            return format!("`{field}` is wrong: write {expected}");
        };
        let value = excerpt(self.text.get(place.clone()).unwrap_or_default());
        let line = self.line(place.start);
        format!("line {line}: `{field}` cannot be `{value}`: write {expected}")
    }

    /// Describes the error of a text that is not TOML.
    fn unreadable(&self, error: &::toml::de::Error) -> String {
        let end = self.text.trim_end().len();
        let at = error.span().map_or(end, |span| span.start.min(end));
        let number = self.line(at);
        let lines: Vec<&str> = self.text.lines().take(number).collect();
        let line = excerpt(lines.last().copied().unwrap_or_default());
        let message = on_one_line(error.message());
        // A list may have begun some lines earlier; its field is the last one that begins a line.
        let field = lines.iter().rev().find_map(|line| {
            let (key, _) = line.split_once('=')?;
            let mut known = FIELDS.iter().map(|(name, _)| *name);
            known.find(|name| *name == key.trim())
        });
        match field {
            Some(field) if !line.starts_with(field) => {
                format!("line {number}: `{line}`, within `{field}`, cannot be read: {message}")
            }
            _ => format!("line {number}: `{line}` cannot be read: {message}"),
        }
    }

    /// The number of the line with this place in the text, from 1.
    fn line(&self, at: usize) -> usize {
        let before = &self.text.as_bytes()[..at.min(self.text.len())];
        before.split(|&byte| byte == b'\n').count()
    }
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
    let mut line = String::new();
    for c in words.join(" ").chars() {
        if c.is_control() {
            line.extend(c.escape_default());
        } else {
            line.push(c);
        }
    }
    line
}
