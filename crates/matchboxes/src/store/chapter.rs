//! Chapters: how a model was trained, and which models were merged into it, as a tree.
//!
//! In the list of chapters, the chapters of a merged model are followed by a marker: a chapter in which
//! nothing was played, which names that model and counts its chapters.

use matchboxes_core::lists::at_most;
use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::learn::{Learners, Rule, Terms};
use crate::text::{count, thousands};

/// The opponent of a [`Chapter`] whose games were played against a person; each game is a set of its own.
pub const PERSON: &str = "person";

/// The most names in all chapters of a model.
pub(super) const MOST_NAMES: usize = 1 << 20;

/// Successive sets played under the same options.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Chapter {
    /// The rule by which beads moved.
    #[serde(serialize_with = "write_rule", deserialize_with = "read_rule")]
    pub rule: Rule,
    /// The name of the opponent: [`PERSON`] for a person; empty when both sides learn or nothing was
    /// played.
    pub opponent: String,
    /// The number of games in a set; 0 for a model that was imported or merged.
    pub games_per_set: u64,
    /// The seed of all random draws; in the marker of a merged model, the number of chapters before it
    /// that belong to that model.
    pub seed: u64,
    /// The number that distinguishes runs that are equal in everything else.
    pub run: u64,
    /// Whether the tables were evaluated exactly after every set.
    pub exact: bool,
    /// The number of sets played.
    pub sets: u64,
    /// The options besides the rule.
    pub terms: Terms,
    /// The name of the player that chose the move in a position without a box; empty when the learner
    /// played any move there.
    pub outside: String,
    /// The names of the models whose tables it began with, if these were not its own; or of the file
    /// it was imported from; or of the model that was merged.
    #[serde(deserialize_with = "names")]
    pub from: Vec<String>,
}

/// A file has a rule as TOML, so that a rule with a new field needs no new version of the format.
fn write_rule<S: Serializer>(rule: &Rule, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(&rule.to_toml())
}

fn read_rule<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Rule, D::Error> {
    let rule = Rule::from_stored(&String::deserialize(deserializer)?);
    rule.map_err(|reason| D::Error::custom(format!("a rule in it cannot be read: {reason}")))
}

fn names<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<String>, D::Error> {
    at_most(
        MOST_NAMES,
        "a chapter names more models than the limit",
        deserializer,
    )
}

/// One step by which a model came about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Step<'a> {
    /// Sets were played, or tables were imported.
    Chapter(&'a Chapter),
    /// The tables of several models were added up. If there is such a step, it is the first one.
    Merge(Vec<Parent<'a>>),
}

/// A model that was merged with others.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Parent<'a> {
    /// The name of its file, as it was given.
    pub name: &'a str,
    /// The steps by which it came about.
    pub steps: Vec<Step<'a>>,
}

impl Chapter {
    /// A chapter by this rule in which nothing was played: all names are empty and all numbers are 0.
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

    /// Whether the tables were imported from the file that `from` names, and nothing was played.
    pub const fn is_import(&self) -> bool {
        self.sets == 0 && self.games_per_set == 0 && !self.is_merge()
    }

    /// Whether its games were played against a person.
    pub fn is_with_person(&self) -> bool {
        self.opponent == PERSON
    }

    /// Whether these sets continue those of `last` under the same options.
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

    /// Whether this is the marker of a merged model, whose chapters come before it.
    pub const fn is_merge(&self) -> bool {
        self.sets == 0 && self.games_per_set == 0 && self.seed > 0
    }

    /// Describes what was played, or where the tables come from.
    pub fn in_words(&self) -> String {
        if self.is_import() {
            return format!(
                "imported from {}, with the boxes of the rule {}",
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
            "" if self.rule.learner == Some(Learners::Shared) => "against itself".to_owned(),
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

    /// Describes the options besides the rule that differ from their defaults.
    fn terms_in_words(&self) -> String {
        let (terms, mut text) = (self.terms, String::new());
        if terms.batch > 1 {
            text.push_str(&format!(", in batches of {}", thousands(terms.batch)));
        }
        if let Some(boxes) = terms.max_boxes {
            text.push_str(&format!(
                ", at most {} a side",
                count(boxes, "box", "boxes")
            ));
        }
        if let Some(bytes) = terms.max_memory {
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

    /// The same options, for another number of sets.
    pub(crate) fn of_sets(&self, sets: u64) -> Self {
        Self {
            sets,
            ..self.clone()
        }
    }

    /// The marker that follows the chapters of a merged model of this name.
    pub(super) fn of_merged(name: String, chapters: &[Self], rule: Rule) -> Self {
        Self {
            seed: chapters.len() as u64,
            from: vec![name],
            ..Self::new(rule)
        }
    }
}

/// The deepest nesting of merges that is read, so that no file can cause too deep a recursion.
const MAX_DEPTH: usize = 64;

/// The steps that the chapters describe; `None` when they describe impossible merges.
pub(super) fn steps(chapters: &[Chapter]) -> Option<Vec<Step<'_>>> {
    steps_within(chapters, MAX_DEPTH)
}

fn steps_within(chapters: &[Chapter], depth: usize) -> Option<Vec<Step<'_>>> {
    let merged = chapters.iter().rposition(Chapter::is_merge);
    let mut end = merged.map_or(0, |last| last + 1);
    let after = &chapters[end..];
    // From the last parent to the first.
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
        let steps = steps_within(&before[end..], depth.checked_sub(1)?)?;
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
