//! The fields of a rule as written in TOML and JSON.
//!
//! A rule that multiplies odds moves no beads. Its fields `start`, `win`, `draw`, `loss` and `weights` are
//! read but not used, and written with the values of the shortest rule.

use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

use super::super::learners::Learners;
use super::change::Change;
use super::meaning::{Beads, Boxes, Duplicates, Empty, Rule, Update};
use super::odds::{CountFrom, Odds};
use super::presets;
use crate::decimal::Decimal;
use crate::graph::Merging;

/// The written form of a rule; see [`Rule`] for the meaning of each field.
#[derive(Serialize, Deserialize)]
#[serde(rename = "Rule", deny_unknown_fields, rename_all = "kebab-case")]
pub(super) struct Fields {
    pub(super) name: String,
    #[serde(default)]
    pub(super) source: String,
    #[serde(default)]
    pub(super) symmetry: Merging,
    #[serde(default)]
    pub(super) duplicates: Duplicates,
    #[serde(default)]
    pub(super) boxes: Boxes,
    pub(super) start: Vec<u64>,
    #[serde(default)]
    pub(super) win: Change,
    #[serde(default)]
    pub(super) draw: Change,
    #[serde(default)]
    pub(super) loss: Change,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) weights: Option<Vec<u64>>,
    #[serde(default)]
    pub(super) empty: Empty,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) opponent: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) learner: Option<Learners>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) games: Option<u64>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) odds: Option<Odds>,
}

impl From<&Rule> for Fields {
    fn from(rule: &Rule) -> Self {
        let (beads, odds) = match rule.update.clone() {
            Update::Beads(beads) => (beads, None),
            Update::Odds(odds) => {
                let nothing = Change::default();
                let beads = Beads {
                    start: vec![1],
                    win: nothing,
                    draw: nothing,
                    loss: nothing,
                    weights: Vec::new(),
                };
                (beads, Some(odds))
            }
        };
        Self {
            name: rule.name.clone(),
            source: rule.source.clone(),
            symmetry: rule.symmetry,
            duplicates: rule.duplicates,
            boxes: rule.boxes,
            start: beads.start,
            win: beads.win,
            draw: beads.draw,
            loss: beads.loss,
            weights: Some(beads.weights).filter(|weights| !weights.is_empty()),
            empty: rule.empty,
            opponent: rule.opponent.clone(),
            learner: rule.learner,
            games: rule.games,
            odds,
        }
    }
}

impl Fields {
    /// The rule, or the name of the first field whose value is not allowed.
    pub(super) fn rule(self) -> Result<Rule, &'static str> {
        if let Some(field) = self.invalid_field() {
            return Err(field);
        }
        let update = match self.odds {
            Some(odds) => Update::Odds(odds),
            None => Update::Beads(Beads {
                start: self.start,
                win: self.win,
                draw: self.draw,
                loss: self.loss,
                weights: self.weights.unwrap_or_default(),
            }),
        };
        let rule = Rule {
            name: self.name,
            source: self.source,
            symmetry: self.symmetry,
            duplicates: self.duplicates,
            boxes: self.boxes,
            update,
            empty: self.empty,
            opponent: self.opponent,
            learner: self.learner,
            games: self.games,
        };
        Ok(renamed_preset(&rule).unwrap_or(rule))
    }

    fn invalid_field(&self) -> Option<&'static str> {
        let range = |x: Decimal, low: u64, high: u64| {
            (low * 1_000_000_000..=high * 1_000_000_000).contains(&x.billionths())
        };
        let plain = |b: u8| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'-';
        let name = self.name.as_str();
        if !(1..=64).contains(&name.len()) || !name.bytes().all(plain) || name.starts_with('-') {
            return Some("name");
        }
        if self.start.is_empty() || !self.start.iter().all(|n| (1..=1 << 32).contains(n)) {
            return Some("start");
        }
        if let Some(weights) = &self.weights {
            let most = |n: &u64| *n <= 1 << 32;
            if weights.is_empty() || !weights.iter().all(most) {
                return Some("weights");
            }
        }
        // TOML has no larger numbers.
        let counts = 1..=i64::MAX.cast_unsigned();
        if self.games.is_some_and(|games| !counts.contains(&games)) {
            return Some("games");
        }
        let odds = self.odds.as_ref()?;
        if !range(odds.a, 1, 16) || odds.a.billionths() == 1_000_000_000 {
            return Some("odds.a");
        }
        if !range(odds.b, 1, 4) {
            return Some("odds.b");
        }
        if odds.decay.billionths() >= 1_000_000_000 {
            return Some("odds.decay");
        }
        (!counts.contains(&odds.every)).then_some("odds.every")
    }
}

/// The preset that equals this rule, if the preset has been renamed since the rule was written:
/// `odds-last-box` was called `odds-own-last`, which is now the name of another rule.
fn renamed_preset(rule: &Rule) -> Option<Rule> {
    let from = rule.odds().map(|odds| odds.from);
    if rule.name != "odds-own-last" || from != Some(CountFrom::LastBox) {
        return None;
    }
    let preset = presets::preset("odds-last-box").ok()?;
    let renamed = Rule {
        name: preset.name.clone(),
        source: preset.source.clone(),
        ..rule.clone()
    };
    (renamed == preset).then_some(preset)
}

impl Serialize for Rule {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        Fields::from(self).serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Rule {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let fields = Fields::deserialize(deserializer)?;
        fields.rule().map_err(|field| {
            de::Error::custom(format!(
                "`{field}`: write {}",
                super::words::expected(field)
            ))
        })
    }
}
