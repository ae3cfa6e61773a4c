//! The games, players and rules that the page offers. Nothing else is accepted from it: no paths, no
//! unlimited search depth, no game that does not fit on a screen.

use matchboxes::games::{AnyGame, Error, Result};
use matchboxes::graph;
use matchboxes::learn::{
    Beads, Learners, Rule, Update, Values, baselines, in_japanese, preset, presets,
};
use matchboxes::player::made_for;
use matchboxes::roster::{self, PlayerSpec};
use serde::{Deserialize, Serialize};

use super::folder::Folder;

/// The games; the first one is the default.
pub(crate) const GAMES: [&str; 19] = [
    "tic-tac-toe",
    "tic-tac-toe:misere",
    "tic-tac-toe:wild",
    "tic-tac-toe:notakto",
    "hexapawn",
    "hexapawn:4x4",
    "nim:8:take=3",
    "nim:10:take=3:misere",
    "nim:20:take=1,3,4",
    "nim:3,4,5",
    "nim:3,4,5:misere",
    "split-nim:7",
    "kayles:10",
    "connect-four:5x4",
    "connect-four",
    "mnk:4,4,3",
    "othello:4",
    "othello:6",
    "othello:6:reversed",
];

/// Players of every game.
const ANYWHERE: [&str; 2] = ["random", "first"];
/// Players of games that are small enough to be solved quickly, from the weakest to the strongest.
const SOLVED: [&str; 5] = [
    "mix:0.25*perfect+0.75*random",
    "mix:0.5*perfect+0.5*random",
    "mix:0.9*perfect+0.1*random",
    "perfect",
    "perfect:quickest",
];
/// Players of larger games.
const SEARCHING: [&str; 2] = ["alphabeta:depth=2", "alphabeta:depth=4"];

/// The opponents that a machine can play and learn from in a game.
pub(crate) fn opponents(game: &AnyGame) -> Vec<String> {
    let stronger = match graph::offered(game) {
        Some(_) => &SOLVED[..],
        None => &SEARCHING[..],
    };
    let players = made_for(game)
        .into_iter()
        .flat_map(|listing| listing.players);
    let own = players.flat_map(|naming| naming.names);
    let all = ANYWHERE.iter().chain(stronger).chain(own);
    let known = all.filter(|name| roster::player(game, name).is_ok());
    known.map(|&name| name.to_owned()).collect()
}

/// The player of a name on the page: one of `known`, or another machine.
pub(crate) fn player(known: &[String], folder: &Folder, name: &str) -> Result<PlayerSpec> {
    if known.iter().any(|known| known == name) {
        return name.parse();
    }
    match folder.other(name) {
        Some(path) => path.display().to_string().parse(),
        None => Err(unknown("player", name, known)),
    }
}

fn unknown(kind: &'static str, name: &str, known: &[impl ToString]) -> Error {
    Error::Name {
        kind,
        name: name.to_owned(),
        nearest: known.iter().map(ToString::to_string).collect(),
    }
}

fn check(kind: &'static str, name: &str, known: &[&str]) -> Result<()> {
    if known.contains(&name) {
        return Ok(());
    }
    Err(unknown(kind, name, known))
}

/// Refuses a game that is not on the page.
pub(crate) fn check_game(name: &str) -> Result<()> {
    check("game", name, &GAMES)
}

/// A rule as sliders show it. One that keeps values has no beads, so no stages and no effects.
#[derive(Clone, Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Sliders {
    /// The preset that gives all other parts of the rule.
    pub(crate) name: String,
    /// Beads of each colour in a new box, by the number of the machine's moves before.
    pub(crate) start: Vec<u64>,
    /// The effect of each result, such as `+3 all`.
    pub(crate) win: String,
    pub(crate) draw: String,
    pub(crate) loss: String,
    pub(crate) empty: String,
}

/// The most beads of a colour that a slider can set.
const MOST: u64 = 1000;
const STAGES: usize = 12;

impl Sliders {
    fn from_rule(rule: &Rule) -> Option<Self> {
        let beads = match &rule.update {
            Update::Beads(beads) => beads,
            Update::Values(_) => &Beads::default(),
            Update::Odds(_) => return None,
        };
        Some(Self {
            name: rule.name.clone(),
            start: beads.start.clone(),
            win: beads.win.to_string(),
            draw: beads.draw.to_string(),
            loss: beads.loss.to_string(),
            empty: rule.empty.to_string(),
        })
    }

    /// The rule that the sliders give; the preset itself if no slider was moved.
    pub(crate) fn rule(&self) -> Result<Rule> {
        let preset = preset(&self.name)?;
        let wrong = |reason: String| Error::Rule {
            rule: self.name.clone(),
            reason,
        };
        let Update::Beads(beads) = &preset.update else {
            return Ok(preset);
        };
        if self.start.len() > STAGES || self.start.iter().any(|&n| n > MOST) {
            let reason = format!("`start`: at most {STAGES} stages of at most {MOST} beads");
            return Err(wrong(reason));
        }
        let change = |text: &str| text.to_owned().try_into().map_err(wrong);
        let moved = Rule {
            update: Update::Beads(Beads {
                start: self.start.clone(),
                win: change(&self.win)?,
                draw: change(&self.draw)?,
                loss: change(&self.loss)?,
                ..beads.clone()
            }),
            empty: self.empty.clone().try_into().map_err(wrong)?,
            ..preset.clone()
        };
        if moved == preset {
            return Ok(preset);
        }
        let named = Rule {
            name: "sliders".to_owned(),
            source: format!("{} with other numbers, set on the page", preset.name),
            ..moved
        };
        // All checks for a rule from a file apply.
        Rule::from_fields(&named.to_toml(), &named.name)
    }

    pub(crate) fn is_preset(&self) -> bool {
        let preset = preset(&self.name).ok();
        preset.is_some() && self.rule().ok() == preset
    }
}

/// The data of a preset on the page.
#[derive(Debug, Serialize)]
pub(crate) struct Preset {
    name: String,
    about: String,
    /// The same in Japanese.
    ja: Option<&'static str>,
    /// The side for which the machine is meant, if any.
    learner: Option<Learners>,
    /// Its numbers, if it keeps values.
    #[serde(skip_serializing_if = "Option::is_none")]
    values: Option<Values>,
}

/// All presets that move beads, then those that keep values; those that do not learn at a board are not on the page.
pub(crate) fn rules() -> Vec<(Sliders, Preset)> {
    let all = presets().into_iter().chain(baselines());
    let all = all.filter(Rule::learns_at_boards);
    let listed = all.filter_map(|rule| {
        let sliders = Sliders::from_rule(&rule)?;
        let preset = Preset {
            values: rule.values().cloned(),
            ja: in_japanese(&rule.name),
            name: rule.name,
            about: rule.source,
            learner: rule.learner,
        };
        Some((sliders, preset))
    });
    listed.collect()
}

/// The machine of a page that has none yet.
#[derive(Clone, Debug, Serialize)]
pub struct Start {
    /// The name of its game.
    pub game: String,
    /// The name of its rule.
    pub rule: String,
    /// Whether neither was asked for. The page then offers the lessons first.
    pub is_usual: bool,
}

/// Checks the game and the rule of a new page; by default they are the original machine's.
///
/// # Errors
///
/// [`Error::Name`] when the page does not offer them.
pub fn start(game: Option<&str>, rule: Option<&str>) -> Result<Start> {
    let is_usual = game.is_none() && rule.is_none();
    let (game, rule) = (game.unwrap_or(GAMES[0]), rule.unwrap_or("michie-304"));
    let rules = rules();
    let rules: Vec<&str> = rules.iter().map(|(rule, _)| &*rule.name).collect();
    check_game(game)?;
    check("rule", rule, &rules)?;
    Ok(Start {
        game: game.to_owned(),
        rule: rule.to_owned(),
        is_usual,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::client::client_file;
    use matchboxes::games::kind;

    #[test]
    fn every_game_has_a_name_and_rules_in_both_languages() {
        for path in ["/en.json", "/ja.json"] {
            let words = client_file(path).unwrap().text;
            for name in GAMES {
                let has = |key: String| words.contains(&format!("\"{key}\":"));
                assert!(has(format!("game.{name}")), "{path}: game.{name}");
                let kind = kind(name).unwrap().name;
                let is_told = has(format!("rules.{name}")) || has(format!("rules.{kind}"));
                assert!(is_told, "{path}: rules.{name} or rules.{kind}");
            }
        }
    }
}
