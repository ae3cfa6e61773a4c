//! The words of a search's name: `algorithm:option=value,option=value`.

use std::str::FromStr;

use crate::error::{Error, Result};

use super::score::Score;

/// A name taken apart; what is left at the end was not understood.
pub(super) struct Options<'t> {
    text: &'t str,
    /// The algorithm's word.
    pub(super) algorithm: &'t str,
    /// The algorithm within an algorithm.
    inner: Option<&'t str>,
    pairs: Vec<(&'t str, &'t str)>,
    /// The options that were asked for, for suggestions.
    known: Vec<&'static str>,
}

impl<'t> Options<'t> {
    /// Reads the words of a name.
    pub(super) fn read(text: &'t str) -> Result<Self> {
        let mut words = text.split(':').peekable();
        let algorithm = words.next().unwrap_or_default();
        let inner = words.next_if(|_| algorithm == "id");
        let mut options = Self {
            text,
            algorithm,
            inner,
            pairs: Vec::new(),
            known: Vec::new(),
        };
        let rest = words.next();
        if words.next().is_some() {
            return Err(options.wrong("too many colons"));
        }
        for pair in rest.into_iter().flat_map(|rest| rest.split(',')) {
            let (name, value) = pair.split_once('=').ok_or_else(|| {
                options.wrong("write options as `name=value`, a comma between them")
            })?;
            if options.pairs.iter().any(|(other, _)| *other == name) {
                return Err(options.wrong(&format!("`{name}` is there twice")));
            }
            options.pairs.push((name, value));
        }
        Ok(options)
    }

    /// An error about the name as a whole.
    pub(super) fn wrong(&self, reason: &str) -> Error {
        Error::Parameter {
            name: self.text.to_owned(),
            reason: reason.to_owned(),
        }
    }

    /// The value of an option, if it is there.
    pub(super) fn take(&mut self, name: &'static str) -> Option<&'t str> {
        self.known.push(name);
        let place = self.pairs.iter().position(|(other, _)| *other == name)?;
        Some(self.pairs.remove(place).1)
    }

    /// A whole number; underscores may part its digits.
    pub(super) fn number<T: FromStr>(&mut self, name: &'static str) -> Result<Option<T>> {
        let Some(text) = self.take(name) else {
            return Ok(None);
        };
        let plain = text.replace('_', "");
        match plain.parse() {
            Ok(number) if !plain.starts_with('+') => Ok(Some(number)),
            _ => Err(self.wrong(&format!("`{name}` is a whole number that is not too large"))),
        }
    }

    /// A value, which may be negative.
    pub(super) fn score(&mut self, name: &'static str) -> Result<Option<Score>> {
        Ok(self.number(name)?.map(Score::new))
    }

    /// A number of at least 1.
    pub(super) fn some<T: FromStr + Default + PartialEq>(
        &mut self,
        name: &'static str,
    ) -> Result<Option<T>> {
        match self.number(name)? {
            Some(none) if none == T::default() => {
                Err(self.wrong(&format!("`{name}` is at least 1")))
            }
            number => Ok(number),
        }
    }

    /// The depth limit.
    pub(super) fn depth(&mut self) -> Result<Option<u16>> {
        self.some("depth")
    }

    /// Which of the words an option has.
    pub(super) fn one_of(&mut self, name: &'static str, words: &[&str]) -> Result<Option<usize>> {
        let Some(text) = self.take(name) else {
            return Ok(None);
        };
        let place = words.iter().position(|word| *word == text);
        let wrong = || self.wrong(&format!("`{name}` is one of {}", words.join(", ")));
        Ok(Some(place.ok_or_else(wrong)?))
    }

    /// The algorithm to repeat.
    pub(super) fn inner(&mut self) -> Result<&'t str> {
        let form = "write what to repeat, such as id:pvs or id:alphabeta-soft:nodes=100000";
        match self.inner.take() {
            Some("id" | "best-result" | "solve" | "pns" | "mcts") | None => Err(self.wrong(form)),
            Some(inner) => Ok(inner),
        }
    }

    /// Refuses what is left.
    pub(super) fn finish(&self) -> Result<()> {
        match self.pairs.first() {
            None => Ok(()),
            Some((name, _)) => Err(Error::unknown("option", name, self.known.iter().copied())),
        }
    }
}
