//! The fields of a rule as written in TOML and JSON.
//!
//! A rule that multiplies odds or keeps values moves no beads. Its fields `start`, `win`, `draw`, `loss` and `weights` are
//! read but not used, and written with the values of the shortest rule.

use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

use super::super::learners::Learners;
use super::change::Change;
use super::meaning::{Beads, Boxes, Duplicates, Empty, Rule, Update};
use super::odds::Odds;
use super::values::{LearningMethod, Schedule, StepSize, Values};
use super::words::expected;
use crate::decimal::Decimal;
use crate::graph::Merging;

/// The written form of a rule; see [`Rule`] for the meaning of each field.
#[derive(Serialize, Deserialize)]
#[serde(rename = "Rule", deny_unknown_fields, rename_all = "kebab-case")]
pub(super) struct Fields {
    name: String,
    #[serde(default)]
    source: String,
    #[serde(default)]
    symmetry: Merging,
    #[serde(default)]
    duplicates: Duplicates,
    #[serde(default)]
    boxes: Boxes,
    start: Vec<u64>,
    #[serde(default)]
    win: Change,
    #[serde(default)]
    draw: Change,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    draw_second: Option<Change>,
    #[serde(default)]
    loss: Change,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    weights: Option<Vec<u64>>,
    #[serde(default)]
    empty: Empty,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    opponent: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    learner: Option<Learners>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    games: Option<u64>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    odds: Option<Odds>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    values: Option<Values>,
}

impl From<Rule> for Fields {
    fn from(rule: Rule) -> Self {
        let nothing = || Beads {
            start: vec![1],
            ..Beads::default()
        };
        let (beads, odds, values) = match rule.update {
            Update::Beads(beads) => (beads, None, None),
            Update::Odds(odds) => (nothing(), Some(odds), None),
            Update::Values(values) => (nothing(), None, Some(values)),
        };
        Self {
            name: rule.name,
            source: rule.source,
            symmetry: rule.symmetry,
            duplicates: rule.duplicates,
            boxes: rule.boxes,
            start: beads.start,
            win: beads.win,
            draw: beads.draw,
            draw_second: beads.draw_second,
            loss: beads.loss,
            weights: Some(beads.weights).filter(|weights| !weights.is_empty()),
            empty: rule.empty,
            opponent: rule.opponent,
            learner: rule.learner,
            games: rule.games,
            odds,
            values,
        }
    }
}

impl Fields {
    pub(super) fn rule(self) -> Result<Rule, &'static str> {
        if let Some(field) = self.invalid_field() {
            return Err(field);
        }
        let update = match (self.odds, self.values) {
            (Some(odds), _) => Update::Odds(odds),
            (None, Some(values)) => Update::Values(values),
            (None, None) => Update::Beads(Beads {
                start: self.start,
                win: self.win,
                draw: self.draw,
                draw_second: self.draw_second,
                loss: self.loss,
                weights: self.weights.unwrap_or_default(),
            }),
        };
        Ok(Rule {
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
        })
    }

    fn invalid_field(&self) -> Option<&'static str> {
        let name = self.name.as_str();
        let is_letter = |b: u8| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'-';
        let is_name = (1..=64).contains(&name.len()) && name.bytes().all(is_letter);
        let beads = |list: &Vec<u64>, least| {
            !list.is_empty() && list.iter().all(|n| (least..=1 << 32).contains(n))
        };
        // TOML has no larger numbers.
        let games = |n: &u64| (1..=i64::MAX.cast_unsigned()).contains(n);
        let weights = self.weights.as_ref();
        let (zero, one, most) = (Decimal::ZERO, Decimal::ONE, Values::MOST);
        let mut checked = vec![
            ("name", is_name && !name.starts_with('-')),
            ("start", beads(&self.start, 1)),
            ("weights", weights.is_none_or(|list| beads(list, 0))),
            ("games", self.games.as_ref().is_none_or(games)),
        ];
        if let Some(odds) = &self.odds {
            let is_a = one < odds.a && odds.a <= Decimal::whole(16);
            checked.extend([
                ("odds.a", is_a),
                ("odds.b", (one..=Decimal::whole(4)).contains(&odds.b)),
                ("odds.decay", (zero..one).contains(&odds.decay)),
                ("odds.every", games(&odds.every)),
            ]);
        }
        if let Some(values) = &self.values {
            let within = |n: Decimal| (Decimal::whole(-most)..=Decimal::whole(most)).contains(&n);
            let alpha = match &values.alpha {
                StepSize::Visits => true,
                StepSize::Share(schedule) => schedule.is_of_shares(),
            };
            // By chance only other methods explore.
            let is_used = values.method != LearningMethod::Ucb;
            let epsilon = is_used || values.epsilon == Schedule::default();
            let second = values.draw_reward_second.is_none_or(within);
            checked.extend([
                ("values", self.odds.is_none()),
                ("boxes", self.boxes != Boxes::SecondMeeting),
                ("empty", self.empty == Empty::Resign),
                ("values.alpha", alpha),
                ("values.epsilon", epsilon && values.epsilon.is_of_shares()),
                ("values.gamma", (zero..=one).contains(&values.gamma)),
                ("values.c", values.c >= zero && within(values.c)),
                ("values.initial", within(values.initial)),
                ("values.win-reward", within(values.win_reward)),
                ("values.draw-reward", within(values.draw_reward)),
                ("values.draw-reward-second", second),
                ("values.loss-reward", within(values.loss_reward)),
            ]);
        }
        let invalid = checked.into_iter().find(|(_, is_valid)| !is_valid);
        invalid.map(|(field, _)| field)
    }
}

impl Serialize for Rule {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        Fields::from(self.clone()).serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Rule {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let rule = Fields::deserialize(deserializer)?.rule();
        rule.map_err(|field| de::Error::custom(format!("`{field}`: write {}", expected(field))))
    }
}
