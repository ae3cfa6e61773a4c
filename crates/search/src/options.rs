//! The parts of a search's name: `algorithm:option=value,option=value`.

use std::str::FromStr;

use crate::error::{Error, Result};

use super::Score;

/// A parsed name. Options are removed as they are read; any that are left at the end are unknown.
pub(super) struct Options<'t> {
    text: &'t str,
    pub(super) algorithm: &'t str,
    /// The algorithm that `id` repeats.
    inner: Option<&'t str>,
    pairs: Vec<(&'t str, &'t str)>,
    /// The options read so far, for suggestions.
    known: Vec<&'static str>,
}

/// The most options of a search; there are far fewer.
const MOST: usize = 64;

/// The options in the name of a search that may be files, if it is one.
pub fn files_in(name: &str) -> Vec<&str> {
    let Ok(options) = Options::read(name) else {
        return Vec::new();
    };
    let files = options.pairs.iter().filter(|(name, _)| may_be_file(name));
    files.map(|(_, file)| *file).collect()
}

/// Whether the value of an option may be a file.
fn may_be_file(name: &str) -> bool {
    matches!(name, "database" | "book" | "eval")
}

impl<'t> Options<'t> {
    pub(super) fn read(text: &'t str) -> Result<Self> {
        let parts = |text: &'t str| match text.split_once(':') {
            Some((word, rest)) => (word, Some(rest)),
            None => (text, None),
        };
        let (algorithm, mut rest) = parts(text);
        let mut inner = None;
        if let Some(after) = rest.filter(|_| algorithm == "id") {
            let (word, options) = parts(after);
            (inner, rest) = (Some(word), options);
        }
        let mut options = Self {
            text,
            algorithm,
            inner,
            pairs: Vec::new(),
            known: Vec::new(),
        };
        for pair in rest.into_iter().flat_map(|rest| rest.split(',')) {
            let (name, value) = pair.split_once('=').ok_or_else(|| {
                options.wrong("write options as `name=value`, separated by commas")
            })?;
            // The name of an evaluation or a file may have a colon in it.
            if name.contains(':') || value.contains(':') && !may_be_file(name) {
                return Err(options.wrong("too many colons"));
            }
            if options.pairs.len() == MOST {
                return Err(options.wrong("too many options"));
            }
            if options.pairs.iter().any(|(other, _)| *other == name) {
                return Err(options.wrong(&format!("`{name}` is given twice")));
            }
            options.pairs.push((name, value));
        }
        Ok(options)
    }

    /// An error about the name as a whole.
    pub(super) fn wrong(&self, reason: &str) -> Error {
        Error::parameter(self.text, reason)
    }

    /// Removes an option and returns its value, if it is given.
    pub(super) fn take(&mut self, name: &'static str) -> Option<&'t str> {
        self.known.push(name);
        let place = self.pairs.iter().position(|(other, _)| *other == name)?;
        Some(self.pairs.remove(place).1)
    }

    /// An option that is a whole number; underscores between digits are ignored.
    pub(super) fn number<T: FromStr>(&mut self, name: &'static str) -> Result<Option<T>> {
        let Some(text) = self.take(name) else {
            return Ok(None);
        };
        let plain = text.replace('_', "");
        match plain.parse() {
            Ok(number) if !plain.starts_with('+') => Ok(Some(number)),
            _ => Err(self.wrong(&format!(
                "`{name}` must be a whole number and not too large"
            ))),
        }
    }

    pub(super) fn score(&mut self, name: &'static str) -> Result<Option<Score>> {
        Ok(self.number(name)?.map(Score::new))
    }

    /// An option that is a whole number of at least 1.
    pub(super) fn positive<T: FromStr + Default + PartialEq>(
        &mut self,
        name: &'static str,
    ) -> Result<Option<T>> {
        match self.number(name)? {
            Some(zero) if zero == T::default() => {
                Err(self.wrong(&format!("`{name}` must be at least 1")))
            }
            number => Ok(number),
        }
    }

    /// What the word that is given as an option stands for.
    pub(super) fn one_of<T: Copy>(
        &mut self,
        name: &'static str,
        known: &[(&str, T)],
    ) -> Result<Option<T>> {
        let Some(text) = self.take(name) else {
            return Ok(None);
        };
        if let Some((_, meaning)) = known.iter().find(|(word, _)| *word == text) {
            return Ok(Some(*meaning));
        }
        let words: Vec<_> = known.iter().map(|(word, _)| *word).collect();
        Err(self.wrong(&format!("`{name}` must be one of {}", words.join(", "))))
    }

    /// The algorithm that `id` repeats, which must have a depth limit.
    pub(super) fn inner(&mut self) -> Result<&'t str> {
        let form = "name the search to repeat, such as id:pvs or id:alphabeta-soft:nodes=100000";
        match self.inner.take() {
            Some("id" | "best" | "best-result" | "solve" | "pns" | "mcts") | None => {
                Err(self.wrong(form))
            }
            Some(inner) => Ok(inner),
        }
    }

    /// Returns an error if any option was not read.
    pub(super) fn finish(&self) -> Result<()> {
        match self.pairs.first() {
            None => Ok(()),
            Some((name, _)) => Err(Error::unknown("option", name, self.known.iter().copied())),
        }
    }
}
