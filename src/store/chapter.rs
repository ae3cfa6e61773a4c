//! Chapters: how a model was trained, and the models whose tables were added up in it, as a tree.
//!
//! In the list of chapters, those of a model that was merged into another stand before a chapter in
//! which nothing was played, which names it and counts them. So a file of format version 1 tells of
//! merges, and whoever does not know them reads a list of trainings.

use crate::learn::{Rule, Terms};
use crate::text::{count, thousands};

/// The opponent of a [`Chapter`] whose games were played against a person, each a set of its own.
pub const PERSON: &str = "person";

/// Successive sets played under the same options.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Chapter {
    /// How beads moved.
    pub rule: Rule,
    /// The name of the opponent, [`PERSON`] of a person; empty when both sides learn, or nothing was
    /// played.
    pub opponent: String,
    /// How many games made a set; 0 of a model that was imported or merged.
    pub games_per_set: u64,
    /// The seed of all randomness; where a model was merged, how many chapters before this one are
    /// that model's.
    pub seed: u64,
    /// The number that tells runs apart that are equal in everything else.
    pub run: u64,
    /// Whether its tables were examined after every set.
    pub exact: bool,
    /// How many sets were played.
    pub sets: u64,
    /// How it was played besides the rule.
    pub terms: Terms,
    /// The name of the player that a learner asked in a position without a box; empty when it played
    /// any move there.
    pub outside: String,
    /// The names of the models whose tables it took up, when they were not its own, of the file it
    /// was imported from, or of the model that was merged.
    pub from: Vec<String>,
}

/// One step of how a model came about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Step<'a> {
    /// Sets were played, or tables imported.
    Chapter(&'a Chapter),
    /// The tables of several models were added up: the first step where there is one.
    Merge(Vec<Parent<'a>>),
}

/// A model whose tables were added to others.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Parent<'a> {
    /// The name of its file, as it was given.
    pub name: &'a str,
    /// How it came about itself.
    pub steps: Vec<Step<'a>>,
}

impl Chapter {
    /// A chapter by this rule in which nothing was played: nobody is named, and all numbers are 0.
    #[must_use]
    pub fn new(rule: Rule) -> Self {
        Self {
            rule,
            opponent: String::new(),
            games_per_set: 0,
            seed: 0,
            run: 0,
            exact: false,
            sets: 0,
            terms: Terms::default(),
            outside: String::new(),
            from: Vec::new(),
        }
    }

    /// Whether nothing was played: the tables were imported from the file that `from` names.
    #[must_use]
    pub const fn is_import(&self) -> bool {
        self.sets == 0 && self.games_per_set == 0 && !self.is_merge()
    }

    /// Whether its games were played against a person.
    #[must_use]
    pub fn is_with_person(&self) -> bool {
        self.opponent == PERSON
    }

    /// Whether these sets go on where `last` ended, under the same options.
    pub(super) fn continues(&self, last: &Self) -> bool {
        (self.from.is_empty() || self.from == last.from)
            && self.rule.plays_like(&last.rule)
            && self.opponent == last.opponent
            && self.games_per_set == last.games_per_set
            && self.seed == last.seed
            && self.run == last.run
            && self.exact == last.exact
            && self.terms == last.terms
            && self.outside == last.outside
    }

    /// Whether nothing was played: the chapters before it are those of a model that was merged.
    #[must_use]
    pub const fn is_merge(&self) -> bool {
        self.sets == 0 && self.games_per_set == 0 && self.seed > 0
    }

    /// What was played, or where the tables come from.
    #[must_use]
    pub fn in_words(&self) -> String {
        if self.is_import() {
            return format!(
                "imported from {}, with boxes as {} lays them out",
                self.from.join(" and "),
                self.rule.name
            );
        }
        if self.is_with_person() {
            return format!(
                "{} played against a person, rule {}, seed {}",
                count(self.sets, "game", "games"),
                self.rule.name,
                self.seed,
            );
        }
        let against = match self.opponent.as_str() {
            "" => "against each other".to_owned(),
            opponent => format!("against {opponent}"),
        };
        let run = if self.run == 0 {
            String::new()
        } else {
            format!(", run {}", self.run)
        };
        let from = match self.from.as_slice() {
            [] => String::new(),
            names => format!(", beginning from {}", names.join(" and ")),
        };
        let terms = self.terms_in_words();
        format!(
            "{} of {} {against}, rule {}, seed {}{run}{terms}{from}",
            count(self.sets, "set", "sets"),
            count(self.games_per_set, "game", "games"),
            self.rule.name,
            self.seed,
        )
    }

    /// How it was played besides the rule, where that is not the usual way.
    fn terms_in_words(&self) -> String {
        let (terms, mut text) = (self.terms, String::new());
        if terms.batch > 1 {
            text.push_str(&format!(", in batches of {}", thousands(terms.batch)));
        }
        if let Some(boxes) = terms.most_boxes {
            text.push_str(&format!(
                ", at most {} a side",
                count(boxes, "box", "boxes")
            ));
        }
        if let Some(bytes) = terms.most_bytes {
            text.push_str(&format!(
                ", at most {} of tables",
                count(bytes, "byte", "bytes")
            ));
        }
        if !self.outside.is_empty() {
            text.push_str(&format!(", {} where there is no box", self.outside));
        }
        text
    }

    /// The chapter that stands behind those of a model of this name which is merged into another.
    pub(super) fn of_merged(name: String, chapters: &[Self], rule: Rule) -> Self {
        Self {
            seed: chapters.len() as u64,
            from: vec![name],
            ..Self::new(rule)
        }
    }
}

/// Merges of merges are not told deeper than this, so that no file makes a reader go too deep.
const DEEPEST: usize = 64;

/// What the chapters tell; `None` when they tell of merges that cannot have been.
pub(super) fn steps(chapters: &[Chapter]) -> Option<Vec<Step<'_>>> {
    told(chapters, DEEPEST)
}

fn told(chapters: &[Chapter], deeper: usize) -> Option<Vec<Step<'_>>> {
    let merged = chapters.iter().rposition(Chapter::is_merge);
    let mut end = merged.map_or(0, |last| last + 1);
    let after = &chapters[end..];
    // From the last of the parents to the first.
    let mut parents = Vec::new();
    while end > 0 {
        let (mark, before) = chapters[..end].split_last()?;
        let [name] = mark.from.as_slice() else {
            return None;
        };
        let own = usize::try_from(mark.seed)
            .ok()
            .filter(|_| mark.is_merge())?;
        end = before.len().checked_sub(own)?;
        let steps = told(&before[end..], deeper.checked_sub(1)?)?;
        parents.push(Parent { name, steps });
    }
    parents.reverse();
    let merge = match parents.len() {
        0 => None,
        1 => return None,
        _ => Some(Step::Merge(parents)),
    };
    let after = after.iter().map(Step::Chapter);
    Some(merge.into_iter().chain(after).collect())
}
